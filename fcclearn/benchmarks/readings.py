"""Readings of benchmark A03's data, right and wrong, and which witness tells them apart."""

import numpy as np

from . import a03_andrews as andrews

COLUMNS = ("length", "com", "mass", "inertia", "angle")
END = 0.03                                             # time of the published values [s]
PUBLISHED = 15.81077119629904
"""beta at 0.03 s as the Test Set for IVP Solvers prints it (Mazzia and Magherini) [rad]."""


def row(body, **what):
    """One body's row of the data with some entries changed.

    Examples
    --------
    >>> row("OF", mass=0.05)["OF"][2:4]
    (0.05, 2.194e-06)
    """
    return {body: tuple(what.get(name, old) for name, old in zip(COLUMNS, andrews.BODIES[body]))}


def mirrored(body):
    """A body's row with its centre of mass on the other side of its x axis."""
    (x, y) = andrews.BODIES[body][1]
    return row(body, com=(x, -y))


def at_angle(beta):
    """The rows of OF and FE for another start of beta, with Theta = 0."""
    return {**row("OF", angle=beta), **row("FE", angle=beta + np.pi)}


_OF = andrews.BODIES["OF"]
READINGS = {
    "right": {},
    "m of BDE 0.02372": {"bodies": row("BDE", mass=0.02372)},
    "l0 = 0.0778": {"free_length": 0.0778},
    "k = 4500": {"stiffness": 4500.0},
    "beta(0) = -0.0620": {"bodies": at_angle(-0.0620)},
    "I of OF 2.19e-6": {"bodies": row("OF", inertia=2.19e-6)},
    "I of OF about O": {"bodies": row("OF", inertia=_OF[3] - _OF[2] * _OF[1][0] ** 2)},
    "with weight": {"gravity": 9.81},
    "torque 0.030": {"torque": 0.030},
    "com of AG mirrored": {"bodies": mirrored("AG")},
    "com of AH mirrored": {"bodies": mirrored("AH")},
    "com of BDE mirrored": {"bodies": mirrored("BDE")},
}
"""Changes of `a03_andrews.build`; "I of OF about O" takes 2.194e-6 for the inertia about the pin."""

PINS = ("A AG", "A AH", "B BDE")


def simulate(reading, samples=301, rtol=1e-8):
    """The run of a reading up to 0.03 s; a start that does not quite close is assembled."""
    model = andrews.build(**READINGS[reading])
    return model.simulate(END, samples=samples, rtol=rtol, assemble=True)


def crank_angle(run):
    """beta along a run, counted over full turns [rad]."""
    F = run.position("OF.F")                           # O is the origin
    return np.unwrap(np.arctan2(F[:, 1], F[:, 0]))


def largest_force(run, pin):
    """Largest force of a pin along a run [N]."""
    return float(np.linalg.norm(run.reaction(pin).force, axis=1).max())


def witnesses(run):
    """beta at the end [rad], energy balance over energy exchanged, largest forces of ground pins [N]."""
    balance = float(np.abs(run.energy_balance()).max() / run.energy_exchanged())
    return {"beta": float(crank_angle(run)[-1]), "balance": balance,
            **{pin: largest_force(run, pin) for pin in PINS}}
