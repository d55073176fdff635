"""The one idea of the engine: a quadratic map, its Jacobian and its convective term.

    jacobian(q)   = A + H q                         data vector  a + B @ q
    value(q)      = c + 1/2 (A + jacobian(q)) q
    convective(v) = (jacobian(v) - A) v             second derivative along v

The constraints are such a map of the full coordinates, and w = u x v makes the full coordinates such
a map of the stored ones. The pattern of the Jacobian never changes, so each evaluation is one sparse
product; `Pattern` and `Product` are the two tools for matrices of constant pattern.
"""

import numpy as np
from scipy.sparse import coo_array, csr_array


class Pattern:
    """Places of the nonzeros of a sparse matrix; the numbers are handed in at each call.

    Building a SciPy sparse object costs more than using it, so two are kept and their data replaced.

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
        order = np.lexsort((self.columns, self.rows))
        if not np.array_equal(order, np.arange(len(order))):
            raise ValueError("a pattern is stored row by row")
        self._by_column = np.lexsort((self.rows, self.columns))
        zeros = np.zeros(len(order))
        self._matrix = csr_array((zeros, self.columns, np.searchsorted(self.rows, np.arange(shape[0] + 1))), shape)
        self._transposed = csr_array(
            (zeros.copy(), self.rows[self._by_column],
             np.searchsorted(self.columns[self._by_column], np.arange(shape[1] + 1))), shape[::-1])

    def times(self, data, x):
        """Matrix times vector."""
        self._matrix.data = data
        return self._matrix @ x

    def transposed_times(self, data, x):
        """Transposed matrix times vector."""
        self._transposed.data = data[self._by_column]
        return self._transposed @ x

    def matrix(self, data):
        """A SciPy sparse array of its own."""
        return csr_array((data, self.columns, self._matrix.indptr), self.shape)

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

    def value(self, q):
        """The m polynomials at q."""
        return self.constants + self.pattern.times(self.a + 0.5 * (self.B @ q), q)

    def convective(self, v):
        """What the second time derivative holds beside ``jacobian(q) @ qdd``, for rates v."""
        return self.pattern.times(self.B @ v, v)


class Product:
    """Nonzeros of ``X' Y`` or ``X' D Y`` for constant patterns: one gather and one sum an evaluation.

    Examples
    --------
    >>> X = Pattern([0, 0, 1], [0, 1, 1], (2, 2))
    >>> Product(X, X).data(np.array([1.0, 2.0, 3.0]), np.array([1.0, 2.0, 3.0]))     # of [[1, 2], [2, 13]]
    array([ 1.,  2.,  2., 13.])
    """

    def __init__(self, X, Y, D=None):
        if D is None:
            x, y = _matches(X.rows, Y.rows)
        else:
            first, d = _matches(X.rows, D.rows)
            pick, y = _matches(D.columns[d], Y.rows)
            x, d = first[pick], d[pick]
        keys = X.columns[x].astype(np.int64) * Y.shape[1] + Y.columns[y]
        order = np.argsort(keys, kind="stable")
        self._x, self._y = x[order], y[order]
        self._d = None if D is None else d[order]
        places, self._starts = np.unique(keys[order], return_index=True)
        self.pattern = Pattern(places // Y.shape[1], places % Y.shape[1], (X.shape[1], Y.shape[1]))

    def data(self, x, y, d=None):
        """Nonzeros of the product, row by row."""
        terms = x[self._x] * y[self._y]
        if d is not None:
            terms = terms * d[self._d]
        return np.add.reduceat(terms, self._starts) if len(terms) else terms


def _matches(first, second):
    """All pairs of positions (i, j) with first[i] == second[j]."""
    order = np.argsort(second, kind="stable")
    low = np.searchsorted(second[order], first, "left")
    count = np.searchsorted(second[order], first, "right") - low
    i = np.repeat(np.arange(len(first)), count)
    within = np.arange(len(i)) - np.repeat(np.cumsum(count) - count, count)
    return i, order[np.repeat(low, count) + within]
