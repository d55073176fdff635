"""Sparse matrices whose pattern never changes: the places are analysed once, the numbers are new each time.

Building a SciPy sparse array costs more than using it. So a `Pattern` keeps the two that it needs and lends
them the numbers, and a `Matrix` is a pattern with its numbers now, used as any matrix is:

    Phi_q @ qd,   Phi_q.T @ lam,   Phi_q.toarray()

`Product` multiplies such matrices by one gather and one sparse sum. An `Identity` and `ZERO` cost nothing.
"""

from threading import Lock
from typing import NamedTuple

import numpy as np
from scipy.sparse import coo_array, csc_array, csr_array

LENT = Lock()
"""Held while an array works with the numbers lent to it, so that threads may share a model."""


class Places(NamedTuple):
    """Row and column of each entry of a matrix, in any order."""

    rows: np.ndarray
    columns: np.ndarray
    shape: tuple


class Pattern:
    """Places of the nonzeros of a matrix, row by row.

    Examples
    --------
    The matrix [[1, 2], [0, 3]]:

    >>> matrix = Pattern([0, 0, 1], [0, 1, 1], (2, 2)).matrix(np.array([1.0, 2.0, 3.0]))
    >>> matrix @ np.array([1.0, 10.0]), matrix.T @ np.array([1.0, 10.0])
    (array([21., 30.]), array([ 1., 32.]))
    """

    def __init__(self, rows, columns, shape):
        self.rows, self.columns, self.shape = np.asarray(rows), np.asarray(columns), shape
        if not np.array_equal(np.lexsort((self.columns, self.rows)), np.arange(len(self.rows))):
            raise ValueError("a pattern is stored row by row")
        starts = np.searchsorted(self.rows, np.arange(shape[0] + 1))
        self._array = csr_array((np.zeros(len(self.rows)), self.columns, starts), shape)
        self._transposed = csc_array((self._array.data, self._array.indices, self._array.indptr), shape[::-1])

    @property
    def T(self):
        """Places in the transposed matrix, in the order of this one."""
        return Places(self.columns, self.rows, self.shape[::-1])

    def matrix(self, data):
        """The matrix with these nonzeros."""
        return Matrix(self, data)

    def times(self, data, x):
        with LENT:
            self._array.data = data
            return self._array @ x

    def transposed_times(self, data, x):
        with LENT:
            self._transposed.data = data
            return self._transposed @ x

    def sparse(self, data):
        return csr_array((data, self._array.indices, self._array.indptr), self.shape)


class Matrix:
    """A matrix of constant pattern, with its numbers now.

    Attributes
    ----------
    pattern : Pattern
    data : array
        Nonzeros, row by row.
    """

    __slots__ = ("pattern", "data")

    def __init__(self, pattern, data):
        self.pattern, self.data = pattern, data

    @property
    def shape(self):
        return self.pattern.shape

    @property
    def T(self):
        """The transposed matrix, to be multiplied by a vector."""
        return Transposed(self)

    def __matmul__(self, x):
        return x if x is ZERO else self.pattern.times(self.data, x)

    def __rmul__(self, factor):
        return Matrix(self.pattern, factor * self.data)

    def __neg__(self):
        return -1.0 * self

    __array_ufunc__ = None               # a NumPy number to the left leaves the product to this class

    def toarray(self):
        """A dense array of its own."""
        full = np.zeros(self.shape, dtype=np.asarray(self.data).dtype)
        full[self.pattern.rows, self.pattern.columns] = self.data
        return full

    def tosparse(self):
        """A SciPy sparse array of its own."""
        return self.pattern.sparse(self.data)


class Transposed:
    """A `Matrix` with rows and columns exchanged; it uses the same numbers."""

    __slots__ = ("T",)

    def __init__(self, matrix):
        self.T = matrix

    @property
    def shape(self):
        return self.T.shape[::-1]

    def __matmul__(self, x):
        return self.T.pattern.transposed_times(self.T.data, x)

    def __neg__(self):
        return (-self.T).T

    @property
    def data(self):
        return self.T.data

    def toarray(self):
        """A dense array of its own."""
        return self.T.toarray().T


class Identity:
    """The matrix that changes nothing; it is its own pattern and its own transposed matrix."""

    @property
    def T(self):
        return self

    pattern = T

    def __matmul__(self, x):
        return x


class Zero:
    """A vector of zeros that costs nothing: added to another, or multiplied by a matrix."""

    __array_ufunc__ = None

    def __radd__(self, x):
        return x

    __rsub__ = __radd__


ZERO = Zero()


class Terms:
    """All products of entries that make up a product of matrices of constant pattern, not yet summed.

    Parameters
    ----------
    *factors : Pattern or Places, one or more
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
    """Product of matrices of constant patterns; identities among them are left out.

    Examples
    --------
    >>> X = Pattern([0, 0, 1], [0, 1, 1], (2, 2)).matrix(np.array([1.0, 2.0, 3.0]))
    >>> Product(X.pattern.T, X.pattern)(X.T, X).toarray()
    array([[ 1.,  2.],
           [ 2., 13.]])
    """

    def __init__(self, *patterns):
        self._kept = [k for k, pattern in enumerate(patterns) if not isinstance(pattern, Identity)]
        factors = [patterns[k] for k in self._kept]
        if len(factors) == 1:
            self.pattern, self._terms = factors[0], None
            return
        self._terms = Terms(*factors)
        rows, columns = factors[0].shape[0], factors[-1].shape[1]
        keys = self._terms.rows.astype(np.int64) * columns + self._terms.columns
        places, of_term = np.unique(keys, return_inverse=True)
        sums = coo_array((np.ones(len(keys)), (of_term, np.arange(len(keys)))), (len(places), len(keys)))
        self._sum = csr_array(sums)
        self.pattern = Pattern(places // columns, places % columns, (rows, columns))

    def __call__(self, *matrices):
        """The product of matrices that have the patterns."""
        if self._terms is None:
            return matrices[self._kept[0]]
        return Matrix(self.pattern, self._sum @ self._terms.values(*(matrices[k].data for k in self._kept)))


def _matches(first, second):
    """All pairs of positions (i, j) with first[i] == second[j]."""
    order = np.argsort(second, kind="stable")
    low = np.searchsorted(second[order], first, "left")
    count = np.searchsorted(second[order], first, "right") - low
    i = np.repeat(np.arange(len(first)), count)
    within = np.arange(len(i)) - np.repeat(np.cumsum(count) - count, count)
    return i, order[np.repeat(low, count) + within]
