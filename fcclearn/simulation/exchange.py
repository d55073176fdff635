"""Whether the energy balance of a run speaks against it."""

import numpy as np

UNBALANCED = 0.01
"""Share of the exchanged energy by which the energy balance may be off before a run says so."""

STORED = 1e-5
"""The same, of the weight's energy: of what stands still."""

PUSHED = 1e-14
"""The same, of what all forces could have done in the time of the run: rounding, where nothing moves."""

HELD = 1e-9
"""The same, of all forces times the places where they act: iterations that stop, under tight springs."""


def unbalanced(run):
    """A warning, in a list, where energy came or went that nothing explains."""
    kinetic = run.kinetic_energy()
    error, exchanged = np.ptp(run.energy_balance()), np.ptp(kinetic)
    stored = np.abs(run.system.weight @ run.system.y(run.q[0]))
    if error <= max(UNBALANCED * kinetic.max(), STORED * stored) or error <= rounding(run):
        return []
    return [f"the energy balance is off by {error:.2g} J where {exchanged:.2g} J were exchanged: "
            "take a smaller step or rtol"]


def rounding(run):
    """Energy that is none where everything rests under large forces [J].

    Of ``(F T)^2 / (2 m)``, what the forces at the start could give to all masses in a line, and of F y.
    """
    system, T = run.system, run.t[-1] - run.t[0]
    forces = np.abs(system.applied(run.q[0], run.qd[0], run.t[0]))
    mass = sum(body.solid.mass for body in system.layout.bodies)
    return PUSHED * (forces.sum() * T) ** 2 / (2 * mass) + HELD * forces @ np.abs(system.y(run.q[0]))
