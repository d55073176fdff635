"""A four-bar whose crank is driven: the pins A and D on the ground, crank A-B, coupler B-C, rocker D-C.

The coupler lies above the line from B to D. A crank that is the shortest link turns all the way round if
shortest + longest < the sum of the other two (Grashof); a longer one stops where coupler and rocker are in
one line.
"""

from math import dist

import numpy as np

from ..formulation.drivers import rotated_AR
from ..formulation.inertia import rod
from ..formulation.joints import revolute
from ..formulation.motion import Motion
from ..model import Model

GROUND = 1.0                                           # from A to D [m]


def build(crank=0.4, coupler=1.0, rocker=0.9, angle=np.pi / 2, rate=np.pi):
    """The mechanism, its crank driven by `rotated_AR` from an angle [rad] at a rate [rad/s].

    Parameters
    ----------
    crank, coupler, rocker : float
        Lengths [m].

    Examples
    --------
    >>> print(build().mobility())
    18 coordinates, 18 equations of rank 18: 0 degrees of freedom, 0 redundant equations
    """
    A, D = np.zeros(2), np.array([GROUND, 0.0])
    B = crank * np.array([np.cos(angle), np.sin(angle)])
    d = dist(B, D)
    along = (D - B) / d
    a = (coupler**2 - rocker**2 + d**2) / (2 * d)      # C = B + a along + the height over B D
    C = B + a * along + np.sqrt(coupler**2 - a**2) * np.array([-along[1], along[0]])
    model = Model(gravity=[0, -9.81])
    ends = {"crank": (A, B), "coupler": (B, C), "rocker": (D, C)}
    b1, b2, b3 = (model.body(name, rod(1.0, dist(*pair)), along=pair) for name, pair in ends.items())
    ground = model.ground
    model.join(revolute(ground.point(A), b1.point("start")), name="A")
    model.join(revolute(b1.point("end"), b2.point("start")), name="B")
    model.join(revolute(b2.point("end"), b3.point("end")), name="C")
    model.join(revolute(ground.point(D), b3.point("start")), name="D")
    x = ground.vector(1, 0)
    motor = rotated_AR(b1.vector(1, 0), x, x.turned(), Motion.polynomial(angle, rate))
    model.join(motor, name="motor")
    return model


def limit(crank, coupler=1.0, rocker=0.9):
    """Crank angle [rad] at which coupler and rocker are in one line; law of cosines in the triangle A B D.

    Examples
    --------
    >>> round(float(np.degrees(limit(1.2))), 2)
    119.18
    """
    stretched = coupler + rocker
    return np.arccos((crank**2 + GROUND**2 - stretched**2) / (2 * crank * GROUND))
