"""Sparse matrices whose pattern never changes: the places are analysed once, the numbers are new each time.

Building a SciPy sparse array costs more than using it, and using it more than a short sum. So a `Pattern`
sums by itself where there are few numbers, and keeps two arrays to which it lends them where there are many.
A `Matrix` is a pattern with its numbers now, used as any matrix is:

    Phi_q @ qd,   Phi_q.T @ lam,   Phi_q.toarray()

An `Identity` and `ZERO` cost nothing. Module `terms` multiplies such matrices with each other.
"""

from threading import Lock
from typing import NamedTuple

import numpy as np
import scipy

FEW = 500
"""So many nonzeros are multiplied by a vector and summed row by row sooner than SciPy is called."""

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
        self.rows, self.columns = np.asarray(rows, dtype=np.intp), np.asarray(columns, dtype=np.intp)
        self.shape, self.few = shape, 0 < len(self.rows) <= FEW
        self.places = self.rows * shape[1] + self.columns                    # in a dense array, row by row
        if not np.array_equal(np.lexsort((self.columns, self.rows)), np.arange(len(self.rows))):
            raise ValueError("a pattern is stored row by row")
        starts = np.searchsorted(self.rows, np.arange(shape[0] + 1))
        self._array = array = scipy.sparse.csr_array((np.zeros(len(self.rows)), self.columns, starts), shape)
        self._transposed = scipy.sparse.csc_array((array.data, array.indices, array.indptr), shape[::-1])

    @property
    def T(self):
        """Places in the transposed matrix, in the order of this one."""
        return Places(self.columns, self.rows, self.shape[::-1])

    def matrix(self, data):
        """The matrix with these nonzeros."""
        return Matrix(self, data)

    def times(self, data, x):
        if self.few and x.shape == self.shape[1:] and data.dtype == x.dtype == float:
            return np.bincount(self.rows, data * x.take(self.columns), self.shape[0])
        with LENT:
            self._array.data = data
            return self._array @ x

    def transposed_times(self, data, x):
        if self.few and x.shape == self.shape[:1] and data.dtype == x.dtype == float:
            return np.bincount(self.columns, data * x.take(self.rows), self.shape[1])
        with LENT:
            self._transposed.data = data
            return self._transposed @ x

    def sparse(self, data):
        return scipy.sparse.csr_array((data, self._array.indices, self._array.indptr), self.shape)


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

    dot = __matmul__                     # as of a NumPy array, where it is called sooner than `@`

    def __rmul__(self, factor):
        return Matrix(self.pattern, factor * self.data)

    def __neg__(self):
        return -1.0 * self

    __array_ufunc__ = None               # a NumPy number to the left leaves the product to this class

    def toarray(self):
        """A dense array of its own."""
        full = np.zeros(self.shape, dtype=np.asarray(self.data).dtype)
        full.put(self.pattern.places, self.data)
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

    dot = __matmul__

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
