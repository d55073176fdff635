"""Where the force of an equation acts: the points that a joint of bare equations is reported at.

The equation ``x . y = f`` pulls the points that y is made of along x, and the points of x along y. Where y
is the way from a point P to a point Q and x is fixed in the body of P, the line of action goes through Q for
both bodies: the pin Q slides on a plane of the other body (theory section 7, PP).
"""

import numpy as np

from .elements import Point


def acting_points(equations):
    """Points at which the forces of some equations act, one for each body where they agree on it.

    Parameters
    ----------
    equations : list of Dot, Driven or Cross

    Returns
    -------
    list of Point
        Empty for equations that carry moments only; a body whose equations name different points is left out.

    Examples
    --------
    A pin that slides in a slot of the ground:

    >>> from fcclearn import Model, PP, rod
    >>> model = Model(gravity=[0, -9.81])
    >>> pin = model.body("bar", rod(1.0, 2.0)).point("end")
    >>> slot = PP(model.ground.vector(0, 1), model.ground.point(0, 3), pin)
    >>> [point.local.tolist() for point in acting_points(slot.equations)]
    [[1.0, 0.0]]
    """
    found = {}
    for equation in equations:
        for dot in equation.products:
            for point in _of_product(dot):
                found.setdefault(point.body, []).append(point)
    return [points[0] for points in found.values() if _are_one([p.local for p in points])]


def _are_one(places):
    return np.ptp(places, axis=0).max() <= 1e-9 * np.abs(places).max()


def _of_product(dot):
    """Points of ``x . y``: those of either factor, but not the ones that the other factor turns with."""
    if not hasattr(dot, "y"):
        return []
    sides = ((dot.x, dot.y), (dot.y, dot.x))
    return [point for element, along in sides for point in _without(_points_of(element), along)]


def _points_of(element):
    """Points that an element is a sum of: bodies with a share of r in it."""
    return [Point(body, c[1:] / c[0]) for body, c in element.terms.items() if c[0]]


def _without(points, along):
    """The points, less the one in the body of the vector `along`, if there are two."""
    owners = list(along.terms)
    if len(points) < 2 or len(owners) != 1 or along.terms[owners[0]][0]:
        return points
    return [p for p in points if p.body is not owners[0]]
