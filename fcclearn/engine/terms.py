"""Products of sparse matrices of constant pattern: which terms meet where is found once.

    `Terms`     all products of entries, not yet summed: one gather for each factor
    `Product`   their sums, place by place
"""

import numpy as np
import scipy

from .matrices import FEW, Identity, Matrix, Pattern


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
    >>> from .matrices import Pattern
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
        self._of_term = of_term if 0 < len(keys) <= FEW else None
        sums = np.ones(len(keys)), (of_term, np.arange(len(keys)))
        self._sum = scipy.sparse.csr_array(sums, (len(places), len(keys)))
        self.pattern = Pattern(places // columns, places % columns, (rows, columns))

    def __call__(self, *matrices):
        """The product of matrices that have the patterns."""
        if self._terms is None:
            return matrices[self._kept[0]]
        terms = self._terms.values(*(matrices[k].data for k in self._kept))
        if self._of_term is not None and terms.dtype == float:
            return Matrix(self.pattern, np.bincount(self._of_term, terms))
        return Matrix(self.pattern, self._sum @ terms)


def _matches(first, second):
    """All pairs of positions (i, j) with first[i] == second[j]."""
    order = np.argsort(second, kind="stable")
    low = np.searchsorted(second[order], first, "left")
    count = np.searchsorted(second[order], first, "right") - low
    i = np.repeat(np.arange(len(first)), count)
    within = np.arange(len(i)) - np.repeat(np.cumsum(count) - count, count)
    return i, order[np.repeat(low, count) + within]
