"""Freedoms without mass, such as the spin of a slender rod about its own axis."""

import numpy as np
import scipy

from ..formulation.algebra import RANK_TOLERANCE
from ..formulation.equations import MASSLESS

LIGHTEST = 1e-8
"""A freedom with less than this share of the largest mass drowns in the rounding of K."""


PUSHED = 1e-9
"""A share of the largest force that is not rounding."""


def without_mass(solver, M, Phi_q):
    """Number of a coordinate that moves in a freedom with (almost) no mass, or None.

    Such is the spin of a slender rod.

    It has a tiny Cholesky pivot in ``M + m Phi_q' Phi_q``, m the largest mass.
    """
    M, Phi_q = solver.measured(M, Phi_q)
    pivots = _pivots(solver, M, Phi_q)
    return int(pivots.argmin()) if pivots.min() < LIGHTEST * np.abs(M.data).max(initial=0.0) else None


def unresisted(system, q, qd, t=0.0):
    """The coordinate that moves most where a force acts on a freedom without mass, or None.

    Nothing resists such a force but its own acceleration, which is infinite; Eq. (9) has no solution, and
    the solver of smallest norm drops the force without a word.
    """
    units, g, M = system.units, system.force(q, qd, t), system.mass(q)
    Z = units.null_space(system.phi_q(q, t))
    masses, shapes = np.linalg.eigh(Z.T @ np.array([M @ z for z in Z.T]).T.reshape(Z.shape))
    free = Z @ shapes[:, masses <= LIGHTEST * np.abs(units.inertia(M).data).max(initial=0.0)]
    pushes = np.abs(free.T @ g)
    if pushes.max(initial=0.0) <= PUSHED * np.abs(units.columns * g).max(initial=0.0):
        return None
    return system.layout.labels[np.abs(free[:, pushes.argmax()] / units.columns).argmax()]


def nearest(units, M, N, wish):
    """Shares of the motions N (n, f) nearest to a wish, by the mass matrix; of those without mass plainly."""
    largest, plain = np.abs(units.inertia(M).data).max(initial=0.0), N / units.columns[:, None]
    MN = np.array([M @ n for n in N.T]).reshape(N.shape[::-1])
    masses, shapes = np.linalg.eigh(MN @ N)
    heavy = masses > max(RANK_TOLERANCE * masses.max(initial=0.0), MASSLESS * largest)
    by_mass = shapes.T @ (MN @ wish) / np.where(heavy, masses, 1.0)
    return shapes @ np.where(heavy, by_mass, (plain @ shapes).T @ (wish / units.columns))


def _pivots(solver, M, Phi_q):
    """Squared Cholesky pivots of ``M + m Phi_q' Phi_q``, one for each coordinate, (n,)."""
    largest = np.abs(M.data[solver.diagonal]).max()
    if solver.band:
        L, info = scipy.linalg.lapack.dpbtrf(solver.band.assemble(M, largest * Phi_q, Phi_q), lower=1)
        order, found = solver.band.order, L[0] ** 2
    else:
        dense = Phi_q.toarray()
        L, info = scipy.linalg.lapack.dpotrf(M.toarray() + largest * dense.T @ dense, lower=1)
        order, found = np.arange(len(L)), L.diagonal() ** 2
    if info:                                               # the factorisation stopped at this one
        found[info - 1] = 0.0
    result = np.empty(len(found))
    result[order] = found
    return result
