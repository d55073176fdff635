"""A matrix ``M + X' Y`` stored as a band, coordinates renumbered once so that the band is narrow."""

import numpy as np
import scipy

from .terms import Terms


class Band:
    """A matrix ``M + X' Y``, X and Y of the pattern of Phi_q, stored diagonal by diagonal as LAPACK wants it.

    The coordinates keep the order in which the bodies were added, or are renumbered by reverse Cuthill-McKee,
    whichever makes the diagonals fewer.

    Parameters
    ----------
    M, Phi_q : Pattern
    symmetric : bool
        Store the lower triangle only; otherwise both, below as many free diagonals as an LU
        factorisation fills.

    Attributes
    ----------
    order : (n,) array
        Which coordinate is the k-th of the band.
    renumbered : bool
        Whether that is another order than that of building.
    width : int
        Number of diagonals on either side of the main one.
    """

    def __init__(self, M, Phi_q, symmetric=True):
        connected = Phi_q.sparse(np.ones(len(Phi_q.rows)))
        connected = connected.T @ connected + M.sparse(np.ones(len(M.rows)))
        mckee = scipy.sparse.csgraph.reverse_cuthill_mckee(connected.tocsr(), symmetric_mode=True)
        self.order = min(np.arange(len(mckee)), mckee, key=lambda order: _width(connected, order))
        new = np.argsort(self.order)
        self.renumbered = bool((new != np.arange(len(new))).any())

        def wanted(i, j):
            return new[i] >= new[j] if symmetric else np.full(len(i), True)

        self._product = Terms(Phi_q.T, Phi_q, keep=wanted)
        self._of_M = np.flatnonzero(wanted(M.rows, M.columns))
        i = new[np.concatenate([self._product.rows, M.rows[self._of_M]])]
        j = new[np.concatenate([self._product.columns, M.columns[self._of_M]])]
        self.width = int((i - j).max(initial=0))
        main = 0 if symmetric else 2 * self.width          # the row of the main diagonal
        self._shape = (main + self.width + 1, M.shape[0])
        self._places = j * self._shape[0] + main + i - j

    def assemble(self, M, X, Y):
        """The band of ``M + X' Y``."""
        terms = np.concatenate([self._product.values(X.data, Y.data), M.data[self._of_M]])
        rows, n = self._shape
        return np.bincount(self._places, terms, rows * n).reshape(rows, n, order="F")


def _width(connected, order):
    i, j = (np.argsort(order)[part] for part in connected.nonzero())
    return np.abs(i - j).max(initial=0)


def solve_general(K, right, band=None):
    """``K x = right`` for a square K, dense or stored as an unsymmetric `Band`; None if K is singular."""
    if band is None:
        _, _, x, info = scipy.linalg.lapack.dgesv(K, right)
    else:
        x, width = np.empty_like(right), band.width
        _, _, x[band.order], info = scipy.linalg.lapack.dgbsv(width, width, K, right[band.order],
                                                              overwrite_ab=1)
    return x if info == 0 and np.isfinite(x).all() else None
