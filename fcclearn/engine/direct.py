"""Eq. (9) solved as it stands: by its singular values, or with as many rows as its rank.

Both decide how large the rank is, which near a singular position is a matter of the tolerance.
"""

import numpy as np
import scipy

from ..formulation.algebra import RANK_TOLERANCE
from ..formulation.equations import minimum_norm


class SingularSystem(ArithmeticError):
    """A freedom without mass whose acceleration is wanted, or numbers that are not finite."""


class Direct:
    """What needs no iteration."""

    converged = True

    def nearest(self, error):
        """The shortest x, in the metric of M, with ``Phi_q x = error``, (n,)."""
        return self.solve(np.zeros(self._Phi_q.shape[1]), error)[0]


class MinimumNorm(Direct):
    """Eq. (9) as it stands, its solution of smallest norm."""

    def __init__(self, solver, M, Phi_q, penalty=None):
        check_finite(M, Phi_q)
        self._M, self._Phi_q = M.toarray(), Phi_q.toarray()

    def solve(self, g, gamma):
        a, lam = minimum_norm(self._M, self._Phi_q, g, gamma)
        return a, self._Phi_q.T @ lam


class RowSelection(Direct):
    """Eq. (9) with independent rows only: the first `rank` pivots of a QR factorisation of Phi_q'.

    Near a singular position the choice, and with it the answer, is a matter of the tolerance.
    """

    def __init__(self, solver, M, Phi_q, penalty=None):
        check_finite(M, Phi_q)
        Phi_q = Phi_q.toarray()
        triangle, order = scipy.linalg.qr(Phi_q.T, mode="r", pivoting=True)
        pivots = np.abs(triangle.diagonal())
        self.rows = np.sort(order[: np.sum(pivots > RANK_TOLERANCE * pivots.max(initial=0.0))])
        self._Phi_q, rank = Phi_q[self.rows], len(self.rows)
        K = np.block([[M.toarray(), self._Phi_q.T], [self._Phi_q, np.zeros((rank, rank))]])
        *self._LU, info = scipy.linalg.lapack.dgetrf(K)
        if info:
            raise SingularSystem("a freedom has no mass, so its acceleration is not determined")

    def solve(self, g, gamma):
        x = scipy.linalg.lapack.dgetrs(*self._LU, np.concatenate([g, gamma[self.rows]]))[0]
        return x[: len(g)], self._Phi_q.T @ x[len(g):]


def check_finite(M, Phi_q):
    """Refuse matrices that hold numbers which are not finite."""
    if not (np.isfinite(M.data).all() and np.isfinite(Phi_q.data).all()):
        raise SingularSystem("the equations of motion hold numbers that are not finite")
