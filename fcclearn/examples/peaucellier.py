"""Peaucellier's linkage: seven bars that draw a straight line, the worked example of lesson 25.

Two arms O-A and O-E, a rhombus A-B-E-D, and a crank C-B whose pivot C stands beside O at its own length: B
runs on a circle through O, and D on a straight line. Kempe, How to Draw a Straight Line (1877).
"""

from typing import NamedTuple

import numpy as np

from ..formulation.drivers import rotated_AR
from ..formulation.inertia import rod
from ..formulation.joints import angle_vectors, revolute
from ..model import Model

DENSITY = 1.0
"""kg/m of every bar."""


class Lengths(NamedTuple):
    """Arms, sides of the rhombus, crank and ground link, and by how much the side A-B is too long; m."""

    arm: float = 0.5
    side: float = 0.2
    crank: float = 0.2
    too_long: float = 0.0


BARS = {"arm A": "OA", "arm E": "OE", "crank": "CB", "AB": "AB", "EB": "EB", "AD": "AD", "ED": "ED"}
"""Name of each bar -> the pins at its start and end."""

PINS = {"O": ("arm A", "arm E"), "C": ("crank",), "A": ("arm A", "AB", "AD"), "E": ("arm E", "EB", "ED"),
        "B": ("crank", "AB", "EB"), "D": ("AD", "ED")}
"""Name of each pin -> the bars that it joins; O and C are on the ground."""


def meet(P, p, Q, q):
    """The point at the distances p from P and q from Q, on the left of the way from P to Q.

    Complex steps pass through.

    >>> meet(np.array([0.0, 0.0]), 3.0, np.array([5.0, 0.0]), 4.0).round(12).tolist()
    [1.8, 2.4]
    """
    d = Q - P
    D2 = d @ d
    x = (D2 + p**2 - q**2) / (2 * D2)
    y = np.sqrt(p**2 / D2 - x**2)
    return P + x * d + y * np.array([-d[1], d[0]])


def places(angle, lengths=Lengths()):
    """Places of all pins for a crank angle (rad), by intersecting circles; 0 stretches O, C, B on the x axis.

    Examples
    --------
    D lies on x = (arm^2 - side^2) / (2 crank), whatever the angle:

    >>> [round(float(places(angle)["D"][0]), 12) for angle in (0.0, 0.4, -1.1)]
    [0.525, 0.525, 0.525]
    """
    a, b, c, too_long = lengths
    O, C = np.zeros(2), np.array([c, 0.0])
    B = C + c * np.array([np.cos(angle), np.sin(angle)])
    A, E = meet(O, a, B, b + too_long), meet(B, b, O, a)
    one, other = meet(A, b, E, b), meet(E, b, A, b)                         # B, or nearly, is one of them
    near = np.linalg.norm((one - B).real) < np.linalg.norm((other - B).real)
    return {"O": O, "C": C, "A": A, "E": E, "B": B, "D": other if near else one}


def build(angle=0.0, lengths=Lengths(), kind="full", motion=None):
    """The linkage as a planar model, with gravity along -y.

    Parameters
    ----------
    angle : crank angle at the start, rad
    lengths : Lengths
    kind : "full" or "reduced"
    motion : Motion of the crank angle, or None for a linkage that is free
    """
    model = Model(gravity=[0.0, -9.81], kind=kind)
    at = places(angle, lengths)
    for name, (first, last) in BARS.items():
        length = float(np.linalg.norm(at[last] - at[first]))
        model.body(name, rod(DENSITY * length, length), along=(at[first], at[last]))

    def on(bar, pin):
        return model.bodies[bar].point("start" if BARS[bar][0] == pin else "end")

    for pin, bars in PINS.items():
        ground = pin in "OC"
        first = model.ground.point(*at[pin]) if ground else on(bars[0], pin)
        others = bars if ground else bars[1:]
        for k, bar in enumerate(others, 1):
            model.join(revolute(first, on(bar, pin)), pin + "'" * (len(others) - k))
    if motion is not None:
        model.join(rotated_AR(*angle_vectors(model.ground, model.bodies["crank"]), motion), "motor")
    return model
