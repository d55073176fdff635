"""The multipliers that hold the mechanism while its actuators keep their lengths."""

import numpy as np

from ..engine.linear import Solver
from .geometry import SingularPose

SOLVES = 3
"""Solves for the multipliers: at a usual pose the second leaves rounding,
closer to a singular one the third."""

BALANCED = 1e-9
"""The part of a force that its multipliers may leave over."""


def held_multipliers(model, q, force, t=0.0):
    """Multipliers of smallest norm with ``Phi_q' lam = force`` for a mechanism that cannot move.

    Its Phi_q (m, n) has rank n, redundant rows or not, so ``lam = Phi_q x`` with ``Phi_q' Phi_q x = force``,
    and such a lam has the smallest norm. The solver's factor of ``M + mu Phi_q' Phi_q`` is just that for M =
    0, mu = 1. Each further solve takes away the rounding of the one before. A second force, which no symmetry
    of the mechanism spares, is balanced beside it: it fails where Phi_q lacks rank.

    Raises
    ------
    SingularPose
        No such multipliers: the mechanism moves although the actuators are held.
    """
    system = model.system
    factor = Solver(*system.patterns).factor(0 * system.mass(q), system.phi_q(q), penalty=1.0)
    lam, probe = (_balance(factor, each) for each in (force, np.cos(np.arange(system.n))))
    if lam is None or probe is None:
        raise SingularPose(f"the pose at t = {t:g} s is singular, or too close to it: with the actuators "
                           f"held the mechanism can still move, and their forces do not balance "
                           f"a load along that motion")
    return lam


def _balance(factor, force):
    """lam with Phi_q' lam = force, or None."""
    lam, rest = 0.0, force
    for _ in range(SOLVES):
        lam = lam + factor.Phi_q @ factor.inverse(rest)
        rest = force - factor.Phi_q.T @ lam
    return lam if np.linalg.norm(rest) <= BALANCED * np.linalg.norm(force) else None
