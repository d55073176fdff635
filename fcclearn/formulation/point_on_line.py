"""A point that slides on a line of another body: a pin in a slot, a bead on a wire."""

from .algebra import as_vector, unit
from .constraints import PP
from .elements import Vector, check_points
from .joint import Joint
from .joints import normals


def point_on_line(P, Q, axis):
    """The point Q stays on the line through P, its body turns freely: 1 equation in the plane, 2 in space.

    ``normal . (r_Q - r_P) = 0`` for each normal of the axis (PP). The force acts at Q, across the line, and
    has no moment about Q on either body.

    Parameters
    ----------
    P, Q : Point
        Q may be a point of a mere point body: a bead on a wire.
    axis : direction or Vector
        Fixed in the body of P, global axes at the start.

    Examples
    --------
    >>> from fcclearn.formulation.body import Ground
    >>> plane, space = Ground(2), Ground(3)
    >>> len(point_on_line(plane.point(0, 0), plane.point(2, 0), axis=[1, 0]).equations)
    1
    >>> len(point_on_line(space.point(0, 0, 0), space.point(2, 0, 0), axis=[1, 0, 0]).equations)
    2
    """
    check_points("point on line", P, Q)
    what = f"the axis of a line of {P.body.name}"
    given = axis.at_start() if isinstance(axis, Vector) else as_vector(axis, P.dimension, what)
    direction = unit(given, what)
    across = normals(P.body.vector_along(direction))
    return Joint("point on line", [PP(n, P, Q) for n in across], (P, Q), acts_at=Q)
