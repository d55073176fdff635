"""Prescribed lengths: an actuator between two points, a stroke along an axis."""

import numpy as np

from .constraints import Constraint
from .directions import unit_vector
from .drivers import Driven, SingularDriver
from .elements import check_points
from .motion import ONE, SQUARE, Function
from .products import Dot


def driven_distance(P, Q, length):
    """Distance between two points, an actuator: ``(r_Q - r_P)^2 - length(t)^2 = 0`` [m], length > 0.

    Raises
    ------
    SingularDriver
        Whenever the length is not positive: the equation holds the distance without its sign.
    """
    check_points("driven distance", P, Q)

    def square(s):
        if not np.real(s) > 0:
            raise SingularDriver(f"a driven distance is {np.real(s):.4g} m from {P.label} to {Q.label}, but "
                                 "a distance is positive; a stroke along an axis has a sign")
        return s * s
    squared, way = Function(square, SQUARE.rate, SQUARE.acceleration), Dot(Q - P, Q - P)
    return Constraint("driven distance", [Driven([way], [ONE], squared, length, "driven distance")])


def stroke(axis, P, Q, length):
    """Advance of Q from P along an axis fixed in the body of P: ``axis . (r_Q - r_P) - length(t) = 0`` [m].

    The axis is scaled to length one. Unlike `driven_distance` it has a sign and may pass zero. The force on
    the body of Q along the axis is -lam [N].
    """
    check_points("stroke", P, Q)
    return Constraint("stroke", [Dot(unit_vector(axis, "the axis of a stroke"), Q - P, length, "stroke")])
