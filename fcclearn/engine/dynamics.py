"""Accelerations, energy and what a state of motion tells."""

from .linear import PENALTY, minimum_norm_multipliers


def accelerations(system, solver, q, qd, t=0.0, alpha=0.0, beta=0.0, penalty=PENALTY):
    """Accelerations and constraint force of Eq. (9), optionally with Baumgarte's terms.

    ``gamma - 2 alpha (Phi_q qd - nu) - beta^2 Phi`` takes the place of gamma (Paper A, section 2.2).

    Parameters
    ----------
    system : System
    solver : Solver
    q, qd : (n,) arrays
    alpha, beta : float [1/s]

    Returns
    -------
    qdd, p : (n,) arrays
        Accelerations, and ``p = Phi_q' lam``; the constraint force on the bodies is -p.
    """
    J = system.jacobian_data(q, t)
    gamma = system.gamma(q, qd, t)
    if alpha or beta:
        gamma = gamma - 2 * alpha * (system.J_pattern.times(J, qd) - system.nu(q, t)) - beta**2 * system.phi(q, t)
    return solver.factor(system.mass_data(q), J, penalty).solve(system.force(q, qd, t), gamma)


def multipliers(system, q, p, t=0.0):
    """Multipliers of smallest norm for a constraint force p, (m,).

    With redundant rows the multipliers are not unique; p, and each body's total force, are.
    """
    return minimum_norm_multipliers(system.phi_q(q, t).toarray(), p)


def energy(system, q, qd, t=0.0):
    """Kinetic plus potential energy [J]."""
    return system.kinetic_energy(q, qd) + system.potential_energy(q, t)
