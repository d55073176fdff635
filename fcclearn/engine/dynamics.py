"""Accelerations, multipliers, energy, momentum and power: what a state of motion tells."""

import numpy as np

from .at_once import at_once
from .linear import PENALTY
from .reactions import cross

STEP = 1e-30
"""Imaginary step that differentiates a potential energy without rounding."""


def accelerations(system, solver, q, qd, t=0.0, alpha=0.0, beta=0.0, penalty=PENALTY):
    """Accelerations and constraint force of Eq. (9), optionally with Baumgarte's terms.

    ``gamma - 2 alpha (Phi_q qd - nu) - beta^2 Phi`` takes the place of gamma (Paper A, section 2.1.2).

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
    state = at_once(system, np.concatenate([q, qd]), t)
    return accelerations_of(state, solver, alpha, beta, penalty, exact=True)


def accelerations_of(state, solver, alpha=0.0, beta=0.0, penalty=PENALTY, exact=False):
    """`accelerations` of a `State` that other things are asked of too.

    Unless `exact`, a constraint that is very weak is followed softly (see `linear.Augmented`), and the
    state's `converged` says so.
    """
    gamma = state.gamma
    if alpha or beta:
        gamma = gamma - 2 * alpha * state.velocity_error - beta**2 * state.phi
    factor = solver.factor(state.M, state.phi_q, penalty)
    a, p = factor.solve(state.g, gamma)
    state.converged = factor.converged
    return (a, p) if factor.converged or not exact else factor.refine(a, p, state.g, gamma, state.phi)


def multipliers(system, q, p, t=0.0):
    """Multipliers of smallest norm for a constraint force p, (m,).

    With redundant rows the multipliers are not unique; p, and each body's total force, are.
    """
    return system.units.multipliers(system.phi_q(q, t), p)


def constraint_force(system, q, qd, qdd, t=0.0):
    """Constraint force ``p = Phi_q' lam = g - M qdd`` of a known motion: inverse dynamics (Paper A, Eq. (7)).

    For reduced bodies g holds the velocity-dependent force, Eq. (108) with the corrected sign.
    """
    return system.force(q, qd, t) - system.mass(q) @ qdd


def energy(system, q, qd, t=0.0):
    """Kinetic plus potential energy [J]."""
    return system.kinetic_energy(q, qd) + system.potential_energy(q, t)


def momentum(system, q, qd):
    """Linear momentum, and angular momentum about the origin, of all bodies together.

    With ``p = M qd`` they are the sums of p_r over the reference points and of e x p_e over all stored
    points and vectors e: each is an arm with a momentum at its tip, for full and reduced bodies alike.

    Returns
    -------
    linear : (d,) array [kg m/s]
    angular : (3,) array in space, float in the plane [kg m2/s]
    """
    layout = system.layout
    p = system.mass(q) @ qd
    linear = sum(p[layout.place[body][0][0]] for body in layout.bodies)
    d = layout.dimension
    return linear, cross(q.reshape(-1, d), p.reshape(-1, d)).sum(axis=0)


def applied_power(system, q, qd, t=0.0):
    """Power of the forces that no potential energy holds: dampers, motors, actuators [W]."""
    state = system.state(q, qd, t)
    y = state.y + 1j * STEP * state.yd
    stored = sum(np.imag(force.potential(t, y)) / STEP for force in system.forces)
    return float(state.applied @ state.yd + stored)


def driver_power(system, q, lam, t=0.0):
    """Power of the drivers: that of the constraint force, ``-qd' Phi_q' lam = -lam' nu`` [W]."""
    return float(-lam @ system.nu(q, t))


def efforts(system, owner, q, lam, t=0.0):
    """What each driver row of an owner exerts along what it prescribes: a torque for an angle, for example.

    Effort times prescribed rate is the driver's power, positive when it pushes forward [N m or N].

    Returns
    -------
    (k,) array, one for each driver row
    """
    slope = system.state(q, t=t).mixture.slope
    own = [row for row in system.mixing.prescribed if system.rows[row].owner == owner]
    return np.array([lam[row] * slope[row] for row in own])
