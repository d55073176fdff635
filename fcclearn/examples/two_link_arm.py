"""A robot's arm of two links in a vertical plane, with a motor at shoulder and elbow.

It starts stretched out along x and at rest, and reaches its end after `DURATION`. As it comes from the
workshop, one motor stands in the wrong place: the motion does not show it. Exercise of lesson 09.
"""

import numpy as np

from ..formulation.drivers import rotated_AR
from ..formulation.inertia import rod
from ..formulation.joints import angle_vectors, revolute
from ..formulation.motion import Motion
from ..model import Model

X, Y, _ = np.eye(3)
MASSES, LENGTHS = (3.2, 2.3), (0.55, 0.38)              # of upper arm and forearm [kg], [m]
SWINGS, DURATION = (0.9, 0.7), 1.5                     # of shoulder and elbow, upwards [rad], [s]


def swing(size):
    """From 0 to an angle without a jump of the acceleration, ``A (10 p^3 - 15 p^4 + 6 p^5)``, p = t / T."""
    return Motion.polynomial(0, 0, 0, *(size * np.array([10, -15, 6]) / DURATION ** np.array([3, 4, 5])))


def two_link_arm(elbow_on="ground"):
    """The arm; its elbow's motor stands on the ground, as the workshop built it, or on the "upper arm".

    Prescribed is the angle of the forearm from that body, so both arms move alike.

    Examples
    --------
    >>> print(two_link_arm().mobility())
    24 coordinates, 24 equations of rank 24: 0 degrees of freedom, 0 redundant equations
    """
    model, reach = Model(gravity=[0, 0, -9.81]), sum(LENGTHS)
    upper = model.body("upper arm", rod(MASSES[0], LENGTHS[0]), along=(0 * X, LENGTHS[0] * X))
    fore = model.body("forearm", rod(MASSES[1], LENGTHS[1]), along=(LENGTHS[0] * X, reach * X))
    model.join(revolute(model.ground.point(), upper.point("start"), -Y), name="shoulder")
    model.join(revolute(upper.point("end"), fore.point("start"), -Y), name="elbow")
    model.join(rotated_AR(*angle_vectors(model.ground, upper, -Y), swing(SWINGS[0])), name="shoulder motor")
    base, size = (model.ground, sum(SWINGS)) if elbow_on == "ground" else (upper, SWINGS[1])
    model.join(rotated_AR(*angle_vectors(base, fore, -Y), swing(size)), name="elbow motor")
    return model
