"""Whether a run can start: a position and a velocity on the constraints, from which a motion goes on."""

import numpy as np

from ..engine.kinematics import NotAssembled, check_rates

ASSEMBLED = 1e-8
"""Largest |Phi| and |Phi_q qd - nu| that a simulation starts from, in units of the model."""

GOES_ON = 1e-6
"""What no acceleration meets, as a share of gamma and of the accelerations: rounding below this."""


def check_start(model, q, qd):
    """Refuse a position or a velocity that does not satisfy the constraints.

    Raises
    ------
    ValueError
        What is off, and by how much.
    """
    phi, units = model.system.phi(q), model.system.units
    if not units.off(phi).max(initial=0.0) <= ASSEMBLED:
        raise ValueError(_gap(model, phi))
    error = model.system.state(q, qd).velocity_error
    off = units.time(qd) * units.off(error)
    if not off.max(initial=0.0) <= ASSEMBLED:
        try:
            check_rates(model.system, q)
        except NotAssembled as none_fits:
            raise ValueError(f"the initial velocity is inconsistent: {none_fits}") from None
        raise ValueError(f"the initial velocity is inconsistent: {model.system.rows[off.argmax()]} changes "
                         f"at {abs(error[off.argmax()]):.3g} per second; give all bodies velocities that "
                         "fit, or call model.assemble() to take the nearest ones")


def _gap(model, phi):
    worst = model.system.units.off(phi).argmax()
    row = model.system.rows[worst]
    own = np.array([r.owner == row.owner and r.kind == "CP" for r in model.system.rows])
    if row.kind == "CP":
        points = " and ".join(p.label for p in model.joints[row.owner].points)
        return (f"the points of {row.owner} ({points}) are {np.linalg.norm(phi[own]):.3g} m apart; "
                "move the bodies or call model.assemble()")
    return (f"the bodies are not assembled: {row} is off by {abs(phi[worst]):.3g}; "
            "correct the pose or call model.assemble()")


def check_goes_on(model, solver, q, qd):
    """Refuse a velocity from which no motion goes on: no acceleration satisfies ``Phi_q qdd = gamma``.

    In a singular position there are more velocities with ``Phi_q qd = nu`` than the branches of the mechanism
    have tangents. A parallelogram of bars 1, 2, 1 m that lies flat may turn its two cranks with any speeds
    w2 and w4, as far as velocities tell; it goes on with w4 = w2, the parallelogram, and w4 = -3 w2, crossed.

    Raises
    ------
    ValueError
        The equation that is violated most.
    """
    state, units = model.system.state(q, qd), model.system.units
    factor, still = solver.factor(state.M, state.phi_q), np.zeros(model.system.n)
    qdd, p = factor.solve(still, state.gamma)                       # one that needs no force
    if not factor.converged:
        qdd, p = factor.refine(qdd, p, still, state.gamma, state.phi)
    error = state.phi_q @ qdd - state.gamma
    off = units.off(error)
    largest = max(units.off(state.gamma).max(initial=0.0), np.abs(qdd / units.columns).max())
    if off.max(initial=0.0) > GOES_ON * largest:
        worst = off.argmax()
        raise ValueError(f"no motion goes on from this start: {model.system.rows[worst]} is violated by "
                         f"{abs(error[worst]):.3g} per second squared by any acceleration. Either the "
                         "position is singular and the velocities belong to none of the branches that meet "
                         "there (start beside it, or give velocities of one branch), or drivers contradict "
                         "each other")
