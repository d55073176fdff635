"""Positions and velocities that satisfy the constraints.

Both are found closest to a guess in the metric of the mass matrix, with the same redundancy-safe solve
as the accelerations (theory section 8): position ``g = 0, gamma = -Phi``, velocity ``g = M qd, gamma = nu``.
"""

import numpy as np

from .linear import PENALTY

TOLERANCE = 1e-12
"""Positions are accepted when the largest |Phi| is below this [m or 1]."""


class NotAssembled(ArithmeticError):
    """No position satisfies the constraints near the guess."""


def project_position(system, solver, q, t=0.0, penalty=PENALTY, iterations=20, tolerance=TOLERANCE):
    """Nearest position with ``Phi(q, t) = 0``, by Newton-Raphson.

    Raises
    ------
    NotAssembled
        The largest |Phi| does not fall below the tolerance.
    """
    phi = system.phi(q, t)
    for _ in range(iterations):
        if np.abs(phi).max(initial=0.0) <= tolerance:
            return q
        factor = solver.factor(system.mass_data(q), system.jacobian_data(q, t), penalty)
        q = q + factor.solve(np.zeros_like(q), -phi)[0]
        last, phi = np.abs(phi).max(), system.phi(q, t)
        if np.abs(phi).max() >= 0.5 * last < 100 * tolerance:      # rounding level
            return q
    worst = np.abs(phi).argmax()
    raise NotAssembled(f"no position satisfies the constraints near the guess: after {iterations} iterations "
                       f"{system.rows[worst]} is still off by {abs(phi[worst]):.3g}")


def project_velocity(system, solver, q, qd, t=0.0, penalty=PENALTY):
    """Nearest velocity with ``Phi_q qd = nu``."""
    M = system.mass_data(q)
    factor = solver.factor(M, system.jacobian_data(q, t), penalty)
    return factor.solve(system.M_pattern.times(M, qd), system.nu(q, t))[0]
