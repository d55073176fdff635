"""The one idea of the engine: a quadratic map, its Jacobian and its convective term.

    jacobian(q)   = A + H q                         data vector  a + B @ q
    value(q)      = c + 1/2 (A + jacobian(q)) q
    convective(v) = (jacobian(v) - A) v             second derivative along v

The constraints are such a map of the full coordinates, and w = u x v makes the full coordinates such
a map of the stored ones. The pattern of the Jacobian never changes, so each evaluation is one sparse
product; `Pattern` and `Product` are the two tools for matrices of constant pattern.
"""

from typing import NamedTuple

import numpy as np
from scipy.sparse import coo_array, csc_array, csr_array


class Places(NamedTuple):
    """Row and column of each entry of a matrix, in any order."""

    rows: np.ndarray
    columns: np.ndarray
    shape: tuple


class Pattern:
    """Places of the nonzeros of a sparse matrix; the numbers are handed in at each call.

    Building a SciPy sparse object costs more than using it, so two are kept and their data replaced:
    the rows of a matrix are the columns of its transpose, and both read the same data.

    Examples
    --------
    >>> pattern = Pattern([0, 0, 1], [0, 1, 1], (2, 2))               # [[a, b], [0, c]]
    >>> pattern.times(np.array([1.0, 2.0, 3.0]), np.array([1.0, 10.0]))
    array([21., 30.])
    >>> pattern.transposed_times(np.array([1.0, 2.0, 3.0]), np.array([1.0, 10.0]))
    array([ 1., 32.])
    """

    def __init__(self, rows, columns, shape):
        self.rows, self.columns, self.shape = np.asarray(rows), np.asarray(columns), shape
        if not np.array_equal(np.lexsort((self.columns, self.rows)), np.arange(len(self.rows))):
            raise ValueError("a pattern is stored row by row")
        starts = np.searchsorted(self.rows, np.arange(shape[0] + 1))
        self._matrix = csr_array((np.zeros(len(self.rows)), self.columns, starts), shape)
        self._transposed = csc_array((self._matrix.data, self._matrix.indices, self._matrix.indptr), shape[::-1])

    @property
    def T(self):
        """Places in the transposed matrix, in the order of this one."""
        return Places(self.columns, self.rows, self.shape[::-1])

    def times(self, data, x):
        """Matrix times vector."""
        self._matrix.data = data
        return self._matrix @ x

    def transposed_times(self, data, x):
        """Transposed matrix times vector."""
        self._transposed.data = data
        return self._transposed @ x

    def matrix(self, data):
        """A SciPy sparse array of its own."""
        return csr_array((data, self._matrix.indices, self._matrix.indptr), self.shape)

    def dense(self, data):
        """A dense array."""
        full = np.zeros(self.shape, dtype=np.asarray(data).dtype)
        full[self.rows, self.columns] = data
        return full


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
        self.B = csr_array(coo_array(
            (np.concatenate([h, h]), (np.concatenate([of_i, of_j]), np.concatenate([qj, qi]).astype(int))), (len(keys), n)))

    def data(self, q):
        """Nonzeros of the Jacobian at q, row by row."""
        return self.a + self.B @ q

    def jacobian(self, q):
        """Jacobian at q, a sparse (m, n) array."""
        return self.pattern.matrix(self.data(q))

    def value(self, q, data=None):
        """The m polynomials at q; `data` are the nonzeros of the Jacobian there, if they are known."""
        return self.constants + 0.5 * self.pattern.times(self.a + (self.data(q) if data is None else data), q)

    def convective(self, v):
        """What the second time derivative holds beside ``jacobian(q) @ qdd``, for rates v."""
        return self.pattern.times(self.B @ v, v)


class Terms:
    """All products of entries that make up a product of matrices of constant pattern, not yet summed.

    Parameters
    ----------
    *factors : Pattern or Places, two or more
    keep : callable ``keep(rows, columns)`` that gives a mask, optional
        Which places of the product are wanted.

    Attributes
    ----------
    rows, columns : arrays
        Place of each term in the product.
    """

    def __init__(self, first, *others, keep=None):
        rows, columns, picks = first.rows, first.columns, [np.arange(len(first.rows))]
        for other in others:
            left, right = _matches(columns, other.rows)
            rows, columns = rows[left], other.columns[right]
            picks = [pick[left] for pick in picks] + [right]
        wanted = slice(None) if keep is None else keep(rows, columns)
        self.rows, self.columns, self._picks = rows[wanted], columns[wanted], [pick[wanted] for pick in picks]

    def values(self, *data):
        """The terms, for the nonzeros of each factor."""
        value = data[0].take(self._picks[0])
        for numbers, pick in zip(data[1:], self._picks[1:]):
            value = value * numbers.take(pick)
        return value


class Product:
    """Nonzeros of a product of matrices of constant pattern: one gather and one sparse sum an evaluation.

    Examples
    --------
    >>> X = Pattern([0, 0, 1], [0, 1, 1], (2, 2))                     # [[1, 2], [0, 3]]
    >>> x = np.array([1.0, 2.0, 3.0])
    >>> Product(X.T, X).data(x, x)                                    # [[1, 2], [2, 13]]
    array([ 1.,  2.,  2., 13.])
    """

    def __init__(self, *factors):
        self._terms = Terms(*factors)
        width = factors[-1].shape[1]
        places, of_term = np.unique(self._terms.rows.astype(np.int64) * width + self._terms.columns, return_inverse=True)
        self._sum = csr_array(coo_array((np.ones(len(of_term)), (of_term, np.arange(len(of_term)))), (len(places), len(of_term))))
        self.pattern = Pattern(places // width, places % width, (factors[0].shape[0], width))

    def data(self, *data):
        """Nonzeros of the product, row by row."""
        return self._sum @ self._terms.values(*data)


def _matches(first, second):
    """All pairs of positions (i, j) with first[i] == second[j]."""
    order = np.argsort(second, kind="stable")
    low = np.searchsorted(second[order], first, "left")
    count = np.searchsorted(second[order], first, "right") - low
    i = np.repeat(np.arange(len(first)), count)
    within = np.arange(len(i)) - np.repeat(np.cumsum(count) - count, count)
    return i, order[np.repeat(low, count) + within]
