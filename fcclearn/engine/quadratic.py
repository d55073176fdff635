"""The one idea of the engine: a quadratic map, its Jacobian and its convective term.

    jacobian(q)   = A + H q                         its nonzeros: a + B @ q
    value(q)      = c + 1/2 (A + jacobian(q)) q
    convective(v) = (jacobian(v) - A) v             second derivative along v

The constraints are such a map of the full coordinates, and w = u x v makes the full coordinates such
a map of the stored ones; where nothing is to be computed, the map is `Same`. The pattern of the
Jacobian never changes, so its numbers are one sparse product (module `matrices`).
"""

from functools import cached_property

import numpy as np
import scipy

from .matrices import ZERO, Identity, Matrix, Pattern


class QuadraticMap:
    """m quadratic polynomials of n variables.

    Parameters
    ----------
    shape : (m, n)
    constants : (m,) array
    linear : list of (row, i, coefficient)
        Terms ``coefficient * q[i]``.
    quadratic : list of (row, i, j, coefficient)
        Terms ``coefficient * q[i] * q[j]``.

    Examples
    --------
    The unit circle, q0^2 + q1^2 - 1:

    >>> circle = QuadraticMap((1, 2), [-1.0], [], [(0, 0, 0, 1.0), (0, 1, 1, 1.0)])
    >>> circle.value(np.array([3.0, 4.0])), circle.jacobian(np.array([3.0, 4.0])).toarray()
    (array([24.]), array([[6., 8.]]))
    >>> circle.convective(np.array([1.0, 2.0]))
    array([10.])
    """

    def __init__(self, shape, constants, linear, quadratic):
        m, n = shape
        self.constants = np.asarray(constants, dtype=float)
        row, i, a = np.array(linear, dtype=float).reshape(-1, 3).T
        qrow, qi, qj, h = np.array(quadratic, dtype=float).reshape(-1, 4).T
        places = np.concatenate([row * n + i, qrow * n + qi, qrow * n + qj]).astype(np.int64)
        keys, entry = np.unique(places, return_inverse=True)
        of_linear, of_i, of_j = np.split(entry, [len(a), len(a) + len(h)])
        self.pattern = Pattern(keys // n, keys % n, shape)
        self.a = np.bincount(of_linear, a, len(keys))
        # h q_i q_j: its derivative with respect to q_i is h q_j, with respect to q_j it is h q_i
        rows, columns = np.concatenate([of_i, of_j]), np.concatenate([qj, qi]).astype(int)
        B = scipy.sparse.csr_array((np.concatenate([h, h]), (rows, columns)), (len(keys), n)).tocoo()
        self.B = Pattern(B.row, B.col, B.shape).matrix(B.data)

    def terms(self):
        """Linear and quadratic terms, as the map was made of them but for their order."""
        rows, columns = self.pattern.rows, self.pattern.columns
        entries, others = self.B.pattern.rows, self.B.pattern.columns
        return (list(zip(rows, columns, self.a)),        # h q_i q_j is found as h / 2 q_i q_j + h / 2 q_j q_i
                list(zip(rows[entries], columns[entries], others, self.B.data / 2)))

    def jacobian(self, q):
        """Jacobian at q, a `Matrix` (m, n)."""
        return Matrix(self.pattern, self.a + self.B @ q)

    @cached_property
    def _twice(self):
        """A and 0, and B twice in a diagonal: for a Jacobian and its rate."""
        rows, columns, (entries, n) = self.B.pattern.rows, self.B.pattern.columns, self.B.shape
        both = Pattern(np.append(rows, rows + entries), np.append(columns, columns + n), (2 * entries, 2 * n))
        return np.append(self.a, np.zeros(entries)), both.matrix(np.tile(self.B.data, 2))

    def with_rate(self, x):
        """Jacobian and its rate, two of `Matrix`, at x = {q, qd}, (2 n,): ``{A, 0} + {B q, B qd}``."""
        (A, B), entries = self._twice, len(self.a)
        data = A + B @ x
        return Matrix(self.pattern, data[:entries]), Matrix(self.pattern, data[entries:])

    def value(self, q, jacobian=None):
        """The m polynomials at q; `jacobian` is the one at q, if it is known."""
        data = (self.jacobian(q) if jacobian is None else jacobian).data
        return self.constants + 0.5 * (Matrix(self.pattern, self.a + data) @ q)

    def convective(self, v):
        """What the second time derivative holds beside ``jacobian(q) @ qdd``, for rates v."""
        return Matrix(self.pattern, self.B @ v) @ v


class Same:
    """The map y = q, in the words of a `QuadraticMap`.

    Examples
    --------
    >>> q = np.array([3.0, 4.0])
    >>> Same().value(q) is q and Same().jacobian(q) @ q is q, q + Same().convective(q)
    (True, array([3., 4.]))
    """

    pattern = Identity()

    def jacobian(self, q):
        return self.pattern

    def value(self, q, jacobian=None):
        return q

    def convective(self, v):
        return ZERO
