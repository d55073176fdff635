"""What can see that a pendulum's model is wrong: four witnesses that need no answer, and the answer."""

import numpy as np

from ..formulation.inertia import planar
from ..formulation.joints import revolute
from ..model import Model
from ..simulation.events import Event
from .a01_pendulum import A01, LENGTH, MASS, G
from .convergence import distances

MISTAKES = {
    "right": {},
    "J 5 % too large": {"inertia": 0.05 * MASS * LENGTH**2},
    "g = 9.80665": {"gravity": 9.80665},
    "a rod's J added": {"inertia": MASS * LENGTH**2 / 3},
}
"""Models of benchmark A01, the first of them right."""

STEPS = (0.04, 0.02, 0.01)


def pendulum(inertia=0.0, gravity=G):
    """Benchmark A01 with a moment of inertia about the mass [kg m2], and a gravity of one's own [m/s2]."""
    model = Model(gravity=[0, -gravity])
    body = model.body("pendulum", planar(MASS, inertia, com=[-LENGTH, 0]))
    model.join(revolute(model.ground.point("origin"), body.point("reference")), name="pin")
    return model


def witnesses(model, duration=10.0):
    """What is seen of a pendulum.

    Returns
    -------
    dict
        energy (largest change [J]); violation (largest \\|Phi\\|); ratio (of the changes at the end when the
        step of the energy-momentum method is halved twice: 4 for its order 2); force (of the pin at the first
        passage through the lowest place [N]); error (largest distance from the closed form [m]).
    """
    run = model.simulate(duration, samples=101)
    ends = [model.simulate(duration, "energy-momentum", 2, step=h).position("pendulum.com")[-1]
            for h in STEPS]
    coarse, fine = np.linalg.norm(np.diff(ends, axis=0), axis=1)
    lowest = Event(lambda now: now.position("pendulum.com")[0])
    bottom = model.simulate(duration, samples=2, events=[lowest])
    return {"energy": run.energy_drift(), "violation": float(run.violation().max()),
            "ratio": float(coarse / fine), "force": float(np.linalg.norm(bottom.reaction("pin").force[-1])),
            "error": float(distances(A01, run).max())}


def force_at_the_bottom(inertia, start=np.pi / 2, mass=MASS, arm=LENGTH, gravity=G):
    """Force of the pin at the lowest place, ``m g (1 + 2 (1 - cos(start)) m a^2 / J)`` [N].

    Energy: ``1/2 J psid^2 = m g a (1 - cos(start))``; Newton: ``R = m g + m a psid^2``. A point mass
    (J = m a^2) let go horizontally pulls with ``3 m g``, whatever its arm.

    Parameters
    ----------
    inertia : float
        About the pin [kg m2].
    arm : float
        From the pin to the centre of mass [m].

    Examples
    --------
    >>> force_at_the_bottom(inertia=4.0, mass=1.0, arm=2.0, gravity=10.0)
    30.0
    """
    return float(mass * gravity * (1 + 2 * (1 - np.cos(start)) * mass * arm**2 / inertia))
