"""The arms of a desk lamp, without its springs: lesson 11 balances it."""

import numpy as np

from ..formulation.constraints import CAR
from ..formulation.inertia import composite, point_mass, rod
from ..formulation.joints import revolute

ARM, POST, HOOK = 0.4, 0.08, 0.1
"""Lengths of both arms and of the post, and how far from its lower end a spring holds an arm [m]."""

ARM_MASS, POST_MASS, HEAD_MASS = 0.3, 0.1, 0.5
"""[kg]"""


def direction(degrees):
    """Unit vector at an angle above the horizontal, (2,).

    >>> direction(90.0).round(9) + 0.0
    array([0., 1.])
    """
    return np.array([np.cos(np.radians(degrees)), np.sin(np.radians(degrees))])


def desk_lamp(model, base, pose, name="lamp"):
    """Add two arms, an upright post on the elbow, and a head at the end of the upper arm to a planar model.

    A parallelogram keeps the post of a real lamp upright; here a right angle does.

    Parameters
    ----------
    base : float
        Place of the foot along x [m].
    pose : pair of floats
        Angles of the lower and of the upper arm above the horizontal [deg].

    Returns
    -------
    list of (Point, Point)
        Where the lower and the upper spring go: from a hook above the lower end of an arm to the arm.
    """
    ground, base, up = model.ground, np.array([base, 0.0]), np.array([0.0, POST])
    elbow = base + ARM * direction(pose[0])
    loaded = composite(rod(ARM_MASS, ARM), point_mass(HEAD_MASS, [ARM / 2, 0, 0]))
    lower = model.body(f"{name}: lower", rod(ARM_MASS, ARM), along=(base, elbow))
    post = model.body(f"{name}: post", rod(POST_MASS, POST), along=(elbow, elbow + up))
    upper = model.body(f"{name}: upper", loaded, along=(elbow, elbow + ARM * direction(pose[1])))
    model.join(revolute(ground.point(base), lower.point("start")))
    model.join(revolute(lower.point("end"), post.point("start")))
    model.join(revolute(post.point("start"), upper.point("start")))
    model.join(CAR(post.vector(1, 0), ground.vector(1, 0)))
    held = HOOK - ARM / 2
    return [(ground.point(base + up), lower.point(held, 0)), (post.point("end"), upper.point(held, 0))]
