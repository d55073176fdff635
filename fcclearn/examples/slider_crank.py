"""A spatial slider-crank: its crank turns about an axis that the slider's path does not meet.

The crank of 0.08 m turns about a line parallel to x through (0, 0.1, 0.12), the slider moves along the x
axis, and a connecting rod of 0.3 m joins them: a spherical joint at the crank, a universal joint at the
slider, which keeps the rod from spinning about itself. One degree of freedom; gravity along -z; the crank
starts upright with 6 rad/s and is not driven.
"""

import numpy as np

from ..formulation.inertia import box, cylinder
from ..formulation.joints import prismatic, revolute, spherical, universal
from ..model import Model

CRANK, ROD = 0.08, 0.30                                # lengths [m]
CENTRE = np.array([0.0, 0.1, 0.12])                    # of the crank's circle
X = np.array([1.0, 0.0, 0.0])


def build(kind="full", rate=6.0):
    """The mechanism with full or reduced bodies.

    Parameters
    ----------
    rate : float
        Initial angular velocity of the crank about x [rad/s].

    Examples
    --------
    >>> print(build().mobility())
    36 coordinates, 35 equations of rank 35: 1 degree of freedom, 0 redundant equations
    """
    pin, slot = CENTRE + [0, 0, CRANK], np.array([0.2, 0, 0])
    model = Model(gravity=[0, 0, -9.81], kind=kind)
    crank = model.body("crank", cylinder(0.12, 0.01, CRANK), along=(CENTRE, pin))
    rod = model.body("rod", cylinder(0.5, 0.01, ROD), along=(pin, slot))
    slider = model.body("slider", box(2.0, [0.06, 0.04, 0.04]), at=slot)
    model.join(revolute(model.ground.point_at(CENTRE), crank.point("start"), axis=X))
    model.join(spherical(crank.point("end"), rod.point("start")))
    model.join(universal(slider.point("reference"), rod.point("end"),
                         axes=([0, 0, 1], np.cross([0, 0, 1], slot - pin))))
    model.join(prismatic(model.ground.point("origin"), slider.point("reference"), axis=X))
    crank.set_velocity(np.cross(rate * X, (pin - CENTRE) / 2), rate * X)
    model.assemble()                                   # rod and slider take the velocities that fit
    return model


def slider_place(pin):
    """Where the slider is for given places of the crank pin, (k, 3):
    the triangle of the rod, closed form [m]."""
    return pin[:, 0] + np.sqrt(ROD**2 - pin[:, 1] ** 2 - pin[:, 2] ** 2)


def invariants(run):
    """Largest deviations from what the motion must keep, dict of floats.

    The energy [J]; the slider's place for that of the pin [m];
    the right angle of the universal joint, as a cosine.
    """
    slider, rod = run.model.bodies["slider"], run.model.bodies["rod"]
    cross_axis = rod.vector_along(np.cross([0, 0, 1],
                                           rod.point("end").at_start() - rod.point("start").at_start()))
    cosine = np.sum(run.position(slider.vector(0, 0, 1)) * run.position(cross_axis), axis=1)
    place = run.position("slider")[:, 0] - slider_place(run.position("crank.end"))
    return {"energy": run.energy_drift(), "slider": float(np.abs(place).max()),
            "universal joint": float(np.abs(cosine).max())}
