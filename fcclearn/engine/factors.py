"""The four ways to solve Eq. (9) that a `Solver` chooses from, all used alike: ``solve(g, gamma) -> a, p``."""

import numpy as np
from scipy.linalg import lapack, qr

from .linear import RANK_TOLERANCE, SingularSystem, minimum_norm

SHIFT = 1e-13
"""Share of mu that is added to every diagonal term when a freedom has neither mass nor equation: above the rounding of K."""

LIGHTEST = 1e-8
"""A freedom with less than this share of the largest mass drowns in the rounding of K."""

CORRECTION = 1e-6
"""The last correction may be this share of the result: the next would be about its square, which is rounding."""

SOLVES = 6
"""At most so many: near a singular position the direction that is being lost converges slowly, and need not."""


def _check_finite(M, J):
    if not (np.isfinite(M).all() and np.isfinite(J).all()):
        raise SingularSystem("the equations of motion hold numbers that are not finite")


class Augmented:
    """Augmented Lagrangian in residual form (Bayo & Ledesma 1996), on a factor of ``K = M + mu Phi_q' Phi_q``.

        a += K^-1 (g - M a - p - push),     push = mu Phi_q' (Phi_q a - gamma),     p += push

    Written for the residual, rounding does not grow with mu. Each solve multiplies the error by about
    (mass / mu) over the smallest eigenvalue of Phi_q' Phi_q that is not zero, or by rounding times mu over
    the smallest mass: two or three solves are the rule.
    """

    def __init__(self, solver, M, J, penalty):
        scale = np.abs(M[solver.diagonal]).max(initial=0.0) or 1.0
        self.solver, self.mu = solver, penalty * scale
        if not self._factor(M, J, 0.0) and not self._factor(M, J, SHIFT * self.mu):
            _check_finite(M, J)
            raise SingularSystem("the equations of motion are singular beyond repair")

    def solve(self, g, gamma):
        """Accelerations a (n,) and constraint force ``p = Phi_q' lam`` (n,) for a force g (n,) and gamma (m,)."""
        a = self.inverse(g + self.mu * self.JT(gamma))
        p = push = self.mu * self.JT(self.J(a) - gamma)
        for _ in range(SOLVES - 1):
            correction = self.inverse(g - self.M(a) - p - push)
            a = a + correction
            push = self.mu * self.JT(self.J(a) - gamma)
            p = p + push
            if correction @ correction <= CORRECTION**2 * (a @ a):
                break
        return a, p


class DenseFactor(Augmented):
    """K as a dense matrix."""

    def _factor(self, M, J, shift):
        self._M, self._J = self.solver.M_pattern.dense(M), self.solver.J_pattern.dense(J)
        K = self._M + self.mu * (self._J.T @ self._J)
        K.flat[:: len(K) + 1] += shift
        self._L, info = lapack.dpotrf(K.T, lower=1, overwrite_a=1)             # K.T: LAPACK's storage, without a copy
        return info == 0 and np.isfinite(self._L[-1, -1])

    def M(self, x):
        return self._M @ x

    def J(self, x):
        return self._J @ x

    def JT(self, x):
        return x @ self._J

    def inverse(self, x):
        return lapack.dpotrs(self._L, x, lower=1)[0]


class BandFactor(Augmented):
    """K as a band."""

    def _factor(self, M, J, shift):
        self._M, self._J = M, J
        scaled = np.sqrt(self.mu) * J
        band = self.solver.band.assemble(M, scaled, scaled)
        band[0] += shift
        self._L, info = lapack.dpbtrf(band, lower=1, overwrite_ab=1)
        return info == 0 and np.isfinite(self._L[0, -1])

    def M(self, x):
        return self.solver.M_pattern.times(self._M, x)

    def J(self, x):
        return self.solver.J_pattern.times(self._J, x)

    def JT(self, x):
        return self.solver.J_pattern.transposed_times(self._J, x)

    def inverse(self, x):
        result = np.empty_like(x)
        result[self.solver.band.order] = lapack.dpbtrs(self._L, x[self.solver.band.order], lower=1)[0]
        return result


class MinimumNorm:
    """Eq. (9) as it stands, its solution of smallest norm."""

    def __init__(self, solver, M, J, penalty=None):
        _check_finite(M, J)
        self._M, self._J = solver.M_pattern.dense(M), solver.J_pattern.dense(J)

    def solve(self, g, gamma):
        a, lam = minimum_norm(self._M, self._J, g, gamma)
        return a, self._J.T @ lam


class RowSelection:
    """Eq. (9) with independent rows only: the first `rank` pivots of a QR factorisation of Phi_q'.

    Near a singular position the choice, and with it the answer, is a matter of the tolerance.
    """

    def __init__(self, solver, M, J, penalty=None):
        _check_finite(M, J)
        M, J = solver.M_pattern.dense(M), solver.J_pattern.dense(J)
        R, order = qr(J.T, mode="r", pivoting=True)
        pivots = np.abs(R.diagonal())
        self.rows = np.sort(order[: np.sum(pivots > RANK_TOLERANCE * pivots.max(initial=0.0))])
        self._J, rank = J[self.rows], len(self.rows)
        self._LU = lapack.dgetrf(np.block([[M, self._J.T], [self._J, np.zeros((rank, rank))]]))
        if self._LU[2]:
            raise SingularSystem("a freedom has no mass, so its acceleration is not determined")

    def solve(self, g, gamma):
        x = lapack.dgetrs(*self._LU[:2], np.concatenate([g, gamma[self.rows]]))[0]
        return x[: len(g)], self._J.T @ x[len(g):]


def without_mass(solver, M, J):
    """Number of a coordinate that moves in a freedom with (almost) no mass, such as the spin of a slender rod, or None.

    It has a tiny Cholesky pivot in ``M + m Phi_q' Phi_q``, m the largest mass.
    """
    pivots = _pivots(solver, M, J)
    return int(pivots.argmin()) if pivots.min() < LIGHTEST * np.abs(M).max(initial=0.0) else None


def _pivots(solver, M, J):
    """Squared Cholesky pivots of ``M + m Phi_q' Phi_q``, one for each coordinate, (n,)."""
    weight = np.sqrt(np.abs(M[solver.diagonal]).max())
    if solver.band:
        L, info = lapack.dpbtrf(solver.band.assemble(M, weight * J, weight * J), lower=1)
        order, found = solver.band.order, L[0] ** 2
    else:
        J = weight * solver.J_pattern.dense(J)
        L, info = lapack.dpotrf(solver.M_pattern.dense(M) + J.T @ J, lower=1)
        order, found = np.arange(solver.n), L.diagonal() ** 2
    if info:                                               # the factorisation stopped at this one
        found[info - 1] = 0.0
    result = np.empty(solver.n)
    result[order] = found
    return result


def solve_general(K, right, band=None):
    """``K x = right`` for a square K, dense or in the storage of an unsymmetric `Band`; None if K is singular."""
    if band is None:
        _, _, x, info = lapack.dgesv(K, right)
    else:
        x = np.empty_like(right)
        _, _, x[band.order], info = lapack.dgbsv(band.width, band.width, K, right[band.order], overwrite_ab=1)
    return x if info == 0 and np.isfinite(x).all() else None
