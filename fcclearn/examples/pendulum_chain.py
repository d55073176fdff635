"""A spatial pendulum of n links:
cylinders of 1 kg and 0.5 m, joined by spherical joints and hung from the ground.

The chain starts stretched out along x and turning about the vertical, so that it swings in all
three dimensions. Gravity has no moment about the vertical through the point of suspension: energy
and vertical angular momentum stay.
"""

import numpy as np

from ..formulation.inertia import cylinder
from ..formulation.joints import spherical
from ..model import Model

LENGTH, RADIUS, MASS = 0.5, 0.02, 1.0
Z = np.array([0.0, 0.0, 1.0])


def build(links=3, kind="full", rate=2.0):
    """The chain with full or reduced bodies.

    Parameters
    ----------
    links : int
    rate : float
        Initial angular velocity of the stretched chain about the vertical [rad/s].

    Raises
    ------
    ValueError
        Fewer than one link.

    Examples
    --------
    >>> print(build(links=2).mobility())
    24 coordinates, 18 equations of rank 18: 6 degrees of freedom, 0 redundant equations
    """
    if links < 1 or links != int(links):
        raise ValueError(f"the chain needs a whole number of links, one or more, not {links}")
    model = Model(gravity=-9.81 * Z, kind=kind)
    hook = model.ground.point("origin")
    for k in range(links):
        start, end = np.array([k * LENGTH, 0, 0]), np.array([(k + 1) * LENGTH, 0, 0])
        link = model.body(f"link {k + 1}", cylinder(MASS, RADIUS, LENGTH), along=(start, end),
                          velocity=np.cross(rate * Z, (start + end) / 2), angular_velocity=rate * Z)
        model.join(spherical(hook, link.point("start")))
        hook = link.point("end")
    return model


def invariants(run):
    """Largest deviations from what the motion must keep, dict of floats:
    energy [J], vertical angular momentum [kg m2/s]."""
    momentum = run.angular_momentum() @ Z
    return {"energy": run.energy_drift(),
            "vertical angular momentum": float(np.abs(momentum - momentum[0]).max())}
