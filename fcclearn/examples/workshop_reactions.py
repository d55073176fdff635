"""A four-bar whose joints may be chosen, and a door whose hinge is read by a function with a fault.

The exercise of lesson 13 uses them. A submission that is graded sees no tasks, so they stand here.
"""

import numpy as np

from ..formulation.inertia import box
from ..formulation.joints import revolute
from ..model import Model

PINS = np.array([[0, 0, 0], [0, 0, 0.4], [1.2, 0, 0.9], [1.4, 0, 0]])
"""Pins A, B, C, D of the four-bar [m]."""

ABOVE, HALF_WIDTH, MASS, SPIN = 0.6, 0.425, 26.0, 1.7
"""The hinge of the door over its centre of mass, and beside it [m]; mass [kg]; spin at the start [rad/s]."""


def four_bar(joints):
    """A four-bar in the x-z plane; `joints` are four functions of (P, Q, axis), for A, B, C and D."""
    model, (A, B, C, D) = Model(gravity=[0, 0, -9.81]), PINS
    crank, coupler, rocker = (model.body(name, box(1.0, [np.linalg.norm(e - s), 0.05, 0.03]), at=(s + e) / 2,
                                         axes=along(e - s))
                              for name, s, e in (("crank", A, B), ("coupler", B, C), ("rocker", D, C)))
    pairs = ((model.ground, crank), (crank, coupler), (coupler, rocker), (rocker, model.ground))
    for name, joint, place, (one, other) in zip("ABCD", joints, PINS, pairs):
        model.join(joint(one.point_at(place), other.point_at(place), [0, 1, 0]), name=name)
    return model


def along(way):
    """Axes u, v, w as columns, u along a way in the x-z plane and v along y."""
    u, v = way / np.linalg.norm(way), np.array([0.0, 1.0, 0.0])
    return np.column_stack([u, v, np.cross(u, v)])


def workshop_door():
    """A swinging door on one hinge, "hinge"; the leaf is the first body of the joint."""
    model = Model(gravity=[0, 0, -9.81])
    leaf = model.body("leaf", box(MASS, [2 * HALF_WIDTH, 0.05, 1.9]), at=[HALF_WIDTH, 0, 0])
    place = [0, 0, ABOVE]
    model.join(revolute(leaf.point_at(place), model.ground.point(place), [0, 0, 1]), name="hinge")
    model.set_in_motion(leaf, angular_velocity=[0, 0, SPIN])
    return model


def workshop_reading(run):
    """Force and moment of the hinge on the leaf, about the hinge, (k, 3) arrays; the moment has a fault."""
    reaction = run.reaction("hinge", on="leaf")
    return reaction.force, -reaction.moment
