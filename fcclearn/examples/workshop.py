"""Mechanisms as they come from a workshop: bars in a loop and shafts, two with a fault that counts hide.

The exercise of lesson 08 measures them. A submission that is graded sees no tasks, so the models stand here.
"""

import numpy as np
from scipy.spatial.transform import Rotation

from ..formulation.drivers import rotated_AR
from ..formulation.inertia import cylinder, rod
from ..formulation.joints import angle_vectors, cylindrical, revolute, universal
from ..formulation.motion import Motion
from ..model import Model

X, Y, Z = np.eye(3)

PINS = np.array([[0, 0, 0], [0, 0, 0.4], [1.3, 0, 0.9], [1.5, 0, -0.1]])
"""Pins A, B, C, D of the loop [m]."""

FAULT, OFF = "C", 35.0
"""What the workshop did wrong: the hinge whose axis is a degree off, and how far a yoke is turned [deg]."""


def turned(degrees, axis):
    """Rotation matrix of a turn about an axis of any length."""
    return Rotation.from_rotvec(np.radians(degrees) * np.array(axis) / np.linalg.norm(axis)).as_matrix()


def loop(closing, pins=PINS, axes=(Y, Y, Y, Y)):
    """Three bars and hinges at A, B and D; `closing` makes the joint at C."""
    model, (A, B, C, D) = Model(gravity=[0, 0, -9.81]), pins
    crank, coupler, rocker = (model.body(name, rod(1.0, np.linalg.norm(e - s)), along=(s, e))
                              for name, s, e in (("crank", A, B), ("coupler", B, C), ("rocker", D, C)))
    model.join(revolute(model.ground.point(A), crank.point("start"), axes[0]), name="A")
    model.join(revolute(crank.point("end"), coupler.point("start"), axes[1]), name="B")
    model.join(closing(coupler.point("end"), rocker.point("end"), axes[2]), name="C")
    model.join(revolute(rocker.point("start"), model.ground.point(D), axes[3]), name="D")
    return model


def workshop_four_bar():
    """A four-bar in a plane of its own, with hinges A, B, C, D; one of their axes is a degree off."""
    A = turned(55, [0.5, -0.8, 0.4])
    pins, normal = PINS @ A.T, A @ Y
    aside = (pins[2] - pins[0]) / np.linalg.norm(pins[2] - pins[0])
    axes = [normal + np.tan(np.radians(1.0)) * aside * (name == FAULT) for name in "ABCD"]
    return loop(revolute, pins, axes)


def workshop_shafts(turn=0.0):
    """Input, middle and output shaft with two universal joints, 25 degrees each way, driven by 1 rad/s.

    Parameters
    ----------
    turn : float
        Turns the second yoke of the middle shaft about its shaft, from where the workshop put it [deg].
    """
    model, beta = Model(gravity=[0, 0, 0]), np.radians(25)
    middle = np.array([np.cos(beta), np.sin(beta), 0])
    ends = [-0.4 * X, 0 * X, 0.5 * middle, 0.5 * middle + 0.4 * X]
    shafts = [model.body(name, cylinder(1.0, 0.03, np.linalg.norm(e - s)), along=(s, e))
              for name, s, e in zip(("input", "middle", "output"), ends, ends[1:])]
    first, second, third = shafts
    across = np.cross(Z, middle)
    yoke = turned(turn - OFF, middle) @ across
    model.join(revolute(model.ground.point(ends[0]), first.point("start"), X), name="bearing 1")
    model.join(universal(first.point("end"), second.point("start"), (Z, across)), name="cardan 1")
    arms = yoke, np.cross(yoke, X)
    model.join(universal(second.point("end"), third.point("start"), arms), name="cardan 2")
    model.join(cylindrical(model.ground.point(ends[3]), third.point("end"), X), name="bearing 2")
    model.join(rotated_AR(*angle_vectors(model.ground, first, X), Motion.polynomial(0, 1.0)), name="motor")
    return model
