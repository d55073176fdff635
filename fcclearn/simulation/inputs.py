"""Whether forces or prescribed motions change with time, so that long steps might jump over what they do."""

import numpy as np

from ..formulation.motion_check import prescribed


def changes(model, times):
    """Whether something that a user gave as a function of time changes, other than as a polynomial does.

    Laws of forces are probed at the sample times, at one place and velocity: a law that gives the same at all
    of them does not depend on time.

    Parameters
    ----------
    model : Model
    times : (k,) array [s]

    Examples
    --------
    >>> from fcclearn import Model, point_force, rod
    >>> model = Model(gravity=[0, -9.81])
    >>> bar = model.body("bar", rod(1.0, 1.0))
    >>> push = model.apply(point_force(bar.point("end"), [1.0, 0.0]), name="push")
    >>> changes(model, [0.0, 1.0])
    False
    >>> model.remove("push")
    >>> push = model.apply(point_force(bar.point("end"), lambda t: [np.sin(t), 0.0]), name="push")
    >>> changes(model, [0.0, 1.0])
    True
    """
    motions = prescribed([e for joint in model.joints.values() for e in joint.equations])
    return (any(not motion.smooth for motion in motions)
            or any(_depends_on_time(force, times) for force in model.forces.values()))


def _depends_on_time(force, times):
    x = np.array([element.at_start() for element in force.elements])
    probe = 0.1 * (np.abs(x).max() or 1.0) * np.cos(np.arange(x.size)).reshape(x.shape)
    try:
        first, *others = (force.law(t, x + probe, probe) for t in times)
    except Exception:                                     # the run will say so, where it happens
        return True
    return any(not np.array_equal(first, other) for other in others)
