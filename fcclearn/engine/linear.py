"""One redundancy-safe solve for accelerations, velocities and positions alike.

    M a + Phi_q' lam = g,      Phi_q a = gamma                                   (Paper A, Eq. (9))

The rows of Phi_q may be redundant and M may be singular: a and the constraint force p = Phi_q' lam are
unique all the same. A `Solver` knows the patterns of one model and finds both in one of four ways:

    "dense", "band"     augmented Lagrangian on one symmetric factor of K = M + mu Phi_q' Phi_q; the band has
                        the coordinates renumbered once
    "minimum norm"      Eq. (9) by its singular values: slow, and what the fast ways are tested against
    "row selection"     Eq. (9) with as many rows as its rank, chosen by a pivoted QR factorisation

The first two go smoothly through singular positions; the last two decide there how large the rank is.
"""

import warnings

import numpy as np
import scipy

from ..formulation.words import one_of
from .band import Band
from .direct import MinimumNorm, RowSelection, SingularSystem, check_finite
from .units import InUnits

DENSE_BELOW = 60
"""Number of coordinates under which a dense factor is faster than a band."""

PENALTY = 1e7
"""mu over the largest diagonal term of M. It sets what counts as a weak constraint: one with a singular value
below about 1e-3. The others take two or three solves; for these the iteration is accelerated."""

SHIFT = 1e-13
"""Share of mu that is added to every diagonal term when a freedom has neither mass nor equation: above the
rounding of K."""

CORRECTION = 1e-6
"""The last correction may be this share of the result: the next, about its square, would be rounding."""

SOLVES = 6
"""At most so many: near a singular position the direction that is being lost converges slowly."""

ROUNDING = 1e-10
"""A correction below this share of what the force would do to the largest mass is none."""

TRUSTED = 1e3
"""A singular value squared must be so many times the largest |Phi|."""

MOST_SOLVES = 100
"""Conjugate directions need about as many solves as there are weak constraints."""


class Solver:
    """The solve for one model: patterns are analysed once.

    Parameters
    ----------
    M, Phi_q : Pattern
        Of the mass matrix (n, n) and of the Jacobian (m, n): ``Solver(*system.patterns)``.
    way : one of `WAYS`, by default "dense" for small models and "band" for large ones
    units : Units, optional
        In which the equations are solved: small and large models need them.

    Examples
    --------
    Two unit masses on a line, held together by the same equation twice; a force of 4 N on the first:

    >>> from .matrices import Pattern
    >>> M, Phi_q = Pattern([0, 1], [0, 1], (2, 2)), Pattern([0, 0, 1, 1], [0, 1, 0, 1], (2, 2))
    >>> factor = Solver(M, Phi_q).factor(M.matrix(np.ones(2)), Phi_q.matrix(np.array([1.0, -1.0, 1.0, -1.0])))
    >>> a, p = factor.solve(np.array([4.0, 0.0]), np.zeros(2))
    >>> a.round(12), p.round(12)
    (array([2., 2.]), array([ 2., -2.]))
    """

    def __init__(self, M, Phi_q, way=None, units=None):
        self.way = way or ("dense" if M.shape[0] < DENSE_BELOW else "band")
        one_of(self.way, WAYS, "way to solve")
        self.diagonal = np.flatnonzero(M.rows == M.columns)
        self.band = Band(M, Phi_q) if self.way == "band" else None
        self.units, self._mass = None if units is None or units.usual else units, (None, None, None)

    def factor(self, M, Phi_q, penalty=PENALTY):
        """Factor the equations for the given matrices M and Phi_q.

        Returns
        -------
        object with ``solve(g, gamma) -> a, p``

        Raises
        ------
        SingularSystem
            K is singular although a small multiple of the identity is added: numbers are not finite.
        """
        factor = WAYS[self.way](self, *self.measured(M, Phi_q), penalty)
        return InUnits(self.units, factor) if self.units else factor

    def measured(self, M, Phi_q):
        """M and Phi_q in the units."""
        return (self.units.inertia(M), self.units.jacobian(Phi_q)) if self.units else (M, Phi_q)

    def mass(self, M):
        """M, dense if the way is, and its largest diagonal term: kept, as M is constant for full bodies."""
        known, *found = self._mass
        if M is not known:
            scale = np.abs(M.data[self.diagonal]).max(initial=0.0) or 1.0
            found = M.toarray() if self.way == "dense" else M, scale
            self._mass = M, *found
        return found


class Augmented:
    """Augmented Lagrangian in residual form (Bayo & Ledesma 1996), on a factor of K.

        K = M + mu Phi_q' Phi_q

        a += K^-1 (g - M a - p - dp),     dp = mu Phi_q' (Phi_q a - gamma),     p += dp

    Written for the residual, rounding does not grow with mu. Each solve multiplies the error by about
    (mass / mu) over the smallest eigenvalue of Phi_q' Phi_q that is not zero, or by rounding times mu over
    the smallest mass: two or three solves are the rule. Where that eigenvalue is very small, near a
    singular position or at a pin held twice within a hair's breadth, `solve` stops with `converged` False:
    a weak constraint is followed softly, which is what carries a trial state that is a little off the
    constraints through a singular position. On the constraints `refine` finishes the iteration along
    conjugate directions, which find each weak constraint in one or two.

    Attributes
    ----------
    converged : bool
        Of the last `solve`.
    """

    def __init__(self, solver, M, Phi_q, penalty):
        self.M, self.scale = solver.mass(M)
        self.mu = penalty * self.scale
        if not self._factor(solver, M, Phi_q, 0.0) and not self._factor(solver, M, Phi_q, SHIFT * self.mu):
            check_finite(M, Phi_q)
            raise SingularSystem("the equations of motion are singular beyond repair")

    def solve(self, g, gamma):
        """Accelerations a (n,) and constraint force ``p = Phi_q' lam`` (n,) for g (n,) and gamma (m,)."""
        M, Phi_q, mu = self.M, self.Phi_q, self.mu                # dot: what @ does, sooner for short vectors
        a = self.inverse(g + mu * Phi_q.T.dot(gamma))
        p = dp = mu * Phi_q.T.dot(Phi_q.dot(a) - gamma)
        for _ in range(SOLVES - 1):
            correction = self.inverse(g - M.dot(a) - p - dp)
            a = a + correction
            dp = mu * Phi_q.T.dot(Phi_q.dot(a) - gamma)
            p = p + dp
            self.converged = self._is_small(correction, a, g)
            if self.converged:
                break
        return a, p

    def nearest(self, error):
        """The shortest x, in the metric of M, with ``Phi_q x = error``, (n,), but for a share of about 1e-7.

        That much is enough of a small correction; of a weak constraint more is left.
        """
        return self.inverse(self.mu * self.Phi_q.T.dot(error))

    def _is_small(self, correction, a, g):
        size = correction.dot(correction)
        return size <= CORRECTION**2 * a.dot(a) or size <= (ROUNDING / self.scale) ** 2 * g.dot(g)

    def refine(self, a, p, g, gamma, phi):
        """The fixed point ``dp = 0`` of the iteration by conjugate gradients in the inner product of K^-1.

        A direction in which the constraints are weaker than their own error allows is left soft: with a
        singular value s, |Phi| is a way of |Phi| / s, which changes s itself by as much.
        """
        M, Phi_q, mu = self.M, self.Phi_q, self.mu
        weakest = TRUSTED * np.abs(phi).max(initial=0.0)
        dp = mu * (Phi_q.T @ (Phi_q @ a - gamma))
        p, direction, step, last = p - dp, 0.0, 0.0, 1.0          # now K a = g + mu Phi_q' gamma - p
        for _ in range(MOST_SOLVES):
            dp = mu * (Phi_q.T @ (Phi_q @ a - gamma))
            correction = -self.inverse(g - M @ a - p - 2 * dp)            # K^-1 dp, and what rounding left
            size = dp @ correction
            direction, step = dp + size / last * direction, correction + size / last * step
            slope = Phi_q @ step
            if slope @ slope <= weakest * (step @ step):
                return a, p + dp
            length = size / (mu * (slope @ slope) or np.inf)
            a, p, last = a - length * step, p + length * direction, size
            if self._is_small(correction, a, g):
                return a, p
        warnings.warn("some constraints are so weak here that the linear equations did not converge; "
                      "solver='row selection' solves them directly", stacklevel=2)
        return a, p


class DenseFactor(Augmented):
    """K as a dense matrix."""

    def _factor(self, solver, M, Phi_q, shift):
        self.Phi_q = Phi_q.toarray()
        K = scipy.linalg.blas.dsyrk(self.mu, self.Phi_q.T, beta=1.0, c=self.M.T, lower=1)
        if shift:
            K[np.diag_indices(len(K))] += shift
        self._L, info = scipy.linalg.lapack.dpotrf(K, lower=1, clean=0, overwrite_a=1)
        return info == 0 and self._L[-1, -1] < np.inf

    def inverse(self, x):
        return scipy.linalg.lapack.dpotrs(self._L, x, lower=1)[0]


class BandFactor(Augmented):
    """K as a band."""

    def _factor(self, solver, M, Phi_q, shift):
        self.Phi_q, self._order = Phi_q, solver.band.order if solver.band.renumbered else None
        band = solver.band.assemble(M, self.mu * Phi_q, Phi_q)
        if shift:
            band[0] += shift
        self._L, info = scipy.linalg.lapack.dpbtrf(band, lower=1, overwrite_ab=1)
        return info == 0 and self._L[0, -1] < np.inf

    def inverse(self, x):
        if self._order is None:
            return scipy.linalg.lapack.dpbtrs(self._L, x, lower=1)[0]
        result = np.empty_like(x)
        result[self._order] = scipy.linalg.lapack.dpbtrs(self._L, x[self._order], lower=1)[0]
        return result


WAYS = {"dense": DenseFactor, "band": BandFactor, "minimum norm": MinimumNorm, "row selection": RowSelection}
