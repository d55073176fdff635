"""One redundancy-safe solve for accelerations, velocities and positions alike.

    M a + Phi_q' lam = g,      Phi_q a = gamma                                   (Paper A, Eq. (9))

The rows of Phi_q may be redundant and M may be singular: a and the constraint force p = Phi_q' lam are
unique all the same. The augmented Lagrangian finds both from one symmetric positive factor of
``K = M + mu Phi_q' Phi_q``, in residual form (theory section 8): rounding does not grow with mu.

    a += K^-1 (g - M a - p - mu Phi_q' r),     p += mu Phi_q' r,      r = Phi_q a - gamma

Small models use dense matrices, large ones a band, with the coordinates renumbered once by reverse
Cuthill-McKee. `minimum_norm` solves the full Eq. (9) by a singular value decomposition: slow, and the
reference that the fast way is tested against.
"""

import numpy as np
from scipy.linalg import lapack
from scipy.sparse.csgraph import reverse_cuthill_mckee

from .quadratic import Product

DENSE_BELOW = 100
"""Number of coordinates under which a dense factor is faster than a band."""

PENALTY = 1e6
"""mu over the largest diagonal term of M: theory section 8."""

SOLVES = 3
"""Residual corrections: three reach rounding for every mu between 1e6 and 1e9 (theory section 8)."""


class SingularSystem(ArithmeticError):
    """M + mu Phi_q' Phi_q is not positive definite: a freedom without mass, or numbers that are not finite."""


class Solver:
    """The solve for one model: patterns are analysed once.

    Parameters
    ----------
    M_pattern, J_pattern : Pattern
        Of the mass matrix (n, n) and of Phi_q (m, n).

    Examples
    --------
    Two unit masses on a line, held together by the same equation twice; a force of 4 N on the first:

    >>> from .quadratic import Pattern
    >>> solver = Solver(Pattern([0, 1], [0, 1], (2, 2)), Pattern([0, 0, 1, 1], [0, 1, 0, 1], (2, 2)))
    >>> factor = solver.factor(np.ones(2), np.array([1.0, -1.0, 1.0, -1.0]))
    >>> a, p = factor.solve(np.array([4.0, 0.0]), np.zeros(2))
    >>> a.round(12), p.round(12)
    (array([2., 2.]), array([ 2., -2.]))
    """

    def __init__(self, M_pattern, J_pattern, dense=None):
        self.M_pattern, self.J_pattern = M_pattern, J_pattern
        self.n = M_pattern.shape[0]
        self.diagonal = np.flatnonzero(M_pattern.rows == M_pattern.columns)
        self.dense = self.n < DENSE_BELOW if dense is None else dense
        if not self.dense:
            self._analyse_band()

    def _analyse_band(self):
        self._normal = Product(self.J_pattern, self.J_pattern)
        both = self._normal.pattern.matrix(np.ones(len(self._normal.pattern.rows))) + self.M_pattern.matrix(np.ones(len(self.M_pattern.rows)))
        self.order = reverse_cuthill_mckee(both.tocsr(), symmetric_mode=True)
        new = np.argsort(self.order)
        self._lower_M = self._band_places(self.M_pattern, new)
        self._lower_normal = self._band_places(self._normal.pattern, new)
        self.bandwidth = max(places[1].max(initial=0) for places in (self._lower_M, self._lower_normal))

    @staticmethod
    def _band_places(pattern, new):
        """Entries in the lower triangle after renumbering, their diagonal and their column."""
        i, j = new[pattern.rows], new[pattern.columns]
        lower = np.flatnonzero(i >= j)
        return lower, (i - j)[lower], j[lower]

    def factor(self, M, J, penalty=PENALTY):
        """Factor K for the given nonzeros of M and Phi_q.

        Raises
        ------
        SingularSystem
            K is singular although a small multiple of the identity is added: numbers are not finite.
        """
        scale = np.abs(M[self.diagonal]).max(initial=0.0) or 1.0
        mu = penalty * scale
        for shift, solves in ((0.0, SOLVES), (1e-9 * scale, 4 * SOLVES)):
            factor = (_DenseFactor if self.dense else _BandFactor)(self, M, J, mu, shift)
            if factor.regular:
                factor.solves = solves
                return factor
        raise SingularSystem("the equations of motion hold numbers that are not finite" if not np.isfinite(M).all() or not np.isfinite(J).all()
                             else "the equations of motion are singular beyond repair")


class _Factor:
    """Factored K with the residual iteration."""

    def solve(self, g, gamma, a=None):
        """Accelerations a and constraint force p = Phi_q' lam of Eq. (9).

        Parameters
        ----------
        g : (n,) generalised force
        gamma : (m,) right-hand side of the constraint rows
        """
        a, p = np.zeros_like(g), np.zeros_like(g)
        for _ in range(self.solves):
            correction = self.mu * self.JT(self.J(a) - gamma)
            a = a + self.inverse(g - self.M(a) - p - correction)
            p = p + self.mu * self.JT(self.J(a) - gamma)
        return a, p


class _DenseFactor(_Factor):
    def __init__(self, solver, M, J, mu, shift):
        self.mu = mu
        self._M, self._J = solver.M_pattern.dense(M), solver.J_pattern.dense(J)
        K = self._M + mu * (self._J.T @ self._J)
        K.flat[:: solver.n + 1] += shift
        self._L, info = lapack.dpotrf(K, lower=1, overwrite_a=1)
        self.regular = info == 0 and np.isfinite(self._L[-1, -1])

    def M(self, x):
        return self._M @ x

    def J(self, x):
        return self._J @ x

    def JT(self, x):
        return self._J.T @ x

    def inverse(self, x):
        return lapack.dpotrs(self._L, x, lower=1)[0]


class _BandFactor(_Factor):
    def __init__(self, solver, M, J, mu, shift):
        self.mu, self._solver, self._M, self._J = mu, solver, M, J
        band = np.zeros((solver.bandwidth + 1, solver.n), order="F")
        entries, diagonal, column = solver._lower_normal
        band[diagonal, column] = mu * solver._normal.data(J, J)[entries]
        entries, diagonal, column = solver._lower_M
        band[diagonal, column] += M[entries]
        band[0] += shift
        self._L, info = lapack.dpbtrf(band, lower=1, overwrite_ab=1)
        self.regular = info == 0 and np.isfinite(self._L[0, -1])

    def M(self, x):
        return self._solver.M_pattern.times(self._M, x)

    def J(self, x):
        return self._solver.J_pattern.times(self._J, x)

    def JT(self, x):
        return self._solver.J_pattern.transposed_times(self._J, x)

    def inverse(self, x):
        order = self._solver.order
        result = np.empty_like(x)
        result[order] = lapack.dpbtrs(self._L, x[order], lower=1)[0]
        return result


def minimum_norm(M, J, g, gamma, rcond=1e-10):
    """Accelerations and multipliers of Eq. (9) of smallest norm, from dense M (n, n) and Phi_q (m, n).

    Examples
    --------
    >>> minimum_norm(np.eye(1), np.array([[1.0], [1.0]]), np.array([3.0]), np.zeros(2))[1].round(12)
    array([1.5, 1.5])
    """
    n, m = len(M), len(J)
    K = np.block([[M, J.T], [J, np.zeros((m, m))]])
    x = np.linalg.lstsq(K, np.concatenate([g, gamma]), rcond=rcond)[0]
    return x[:n], x[n:]


def minimum_norm_multipliers(J, p, rcond=1e-10):
    """Multipliers of smallest norm with ``Phi_q' lam = p``, from a dense Phi_q (m, n)."""
    return np.linalg.lstsq(J.T, p, rcond=rcond)[0]
