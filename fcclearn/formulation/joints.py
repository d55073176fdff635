"""Joints: small sets of constraints, the same for body and body, body and ground, full and reduced.

An axis is given as a direction in global axes at the start (it is then fixed in both bodies), as a
`Vector` of one of the bodies, or as a pair of `Vector`s, one of each body. The default sets have as
many equations as they remove freedoms; `form="CV"` gives the paper's sets with CP + CV, which hold
one redundant equation for each coincident vector (rank 2 of 3).
"""

import numpy as np

from .algebra import as_vector, perpendiculars, unit
from .constraints import CAR, CP, CV, PP, constant_distance
from .elements import Vector, check_elements, check_points
from .joint import Joint
from .words import one_of

FORMS = ("CAR", "CV")
"""Parallel axes by perpendicular vectors (as many equations as freedoms go), or by coincident ones."""


def both_axes(axis, first, second):
    """An axis as a unit vector of each of two bodies.

    Raises
    ------
    ValueError
        No axis, a zero axis, or a pair of axes that point away from each other: the equations by
        perpendicular vectors hold for opposite axes too.
    """
    if axis is None:
        raise ValueError(f"a joint in space between {first.name} and {second.name} needs an axis")
    if isinstance(axis, (tuple, list)) and any(isinstance(a, Vector) for a in axis):
        check_elements("a pair of axes", *axis, kind=Vector)
        if [v.body for v in axis] != [first, second]:
            raise ValueError(f"a pair of axes has one of {first.name} and one of {second.name}, in order")
        a, b = (v * (1 / np.linalg.norm(v.local)) for v in axis)
        if a.at_start() @ b.at_start() <= 0:
            raise ValueError(f"the axes given for {first.name} and {second.name} are 90 degrees or more "
                             "apart at the start; they must point the same way")
        return a, b
    what = f"the axis between {first.name} and {second.name}"
    given = axis.at_start() if isinstance(axis, Vector) else as_vector(axis, first.dimension, what)
    direction = unit(given, what)
    return first.vector_along(direction), second.vector_along(direction)


def normals(vector):
    """Unit vectors of the same body, perpendicular to a vector of it: one in the plane, two in space."""
    return [vector.body.vector(p) for p in perpendiculars(vector.local)]


def _counterparts(vectors, body):
    return [body.vector_along(v.at_start()) for v in vectors]


def _parallel(a, b, form):
    """a of the first body stays parallel to b of the second."""
    return [CV(a, b)] if one_of(form, FORMS, "form") == "CV" else [CAR(a, p) for p in normals(b)]


def spherical(P, Q):
    """Spherical joint: CP, 3 equations, 3 relative freedoms.

    Examples
    --------
    >>> from fcclearn.formulation.body import Ground
    >>> g = Ground(3)
    >>> len(spherical(g.point(0, 0, 0), g.point(0, 0, 0)).equations)
    3
    """
    check_points("spherical", P, Q)
    return Joint("spherical", [CP(P, Q)], (P, Q))


def revolute(P, Q, axis=None, form="CAR"):
    """Revolute joint. Plane: CP, 2 equations. Space: CP + 2 CAR, 5 equations (form "CV": 6, rank 5).

    Parameters
    ----------
    P, Q : Point
        The joint's centre on either body.
    axis : direction, Vector or pair of Vectors; not used in the plane

    Examples
    --------
    >>> from fcclearn.formulation.body import Ground
    >>> g = Ground(3)
    >>> len(revolute(g.point(0, 0, 0), g.point(0, 0, 0), axis=[0, 0, 1]).equations)
    5
    """
    check_points("revolute", P, Q)
    if P.dimension == 2:
        return Joint("revolute", [CP(P, Q)], (P, Q))
    a, b = both_axes(axis, P.body, Q.body)
    return Joint("revolute", [CP(P, Q), *_parallel(a, b, form)], (P, Q), aligned=((a, b),))


def universal(P, Q, axes):
    """Universal joint: CP + CAR between an axis of either body, 4 equations.

    Parameters
    ----------
    axes : pair
        The axis fixed in the body of P and the one fixed in the body of Q (global directions or
        Vectors); their angle at the start is kept, 90 degrees for a Hooke joint.
    """
    check_points("universal", P, Q, dimension=3)
    if not isinstance(axes, (tuple, list)) or len(axes) != 2:
        raise ValueError("a universal joint needs two axes, one of "
                         f"{P.body.name} and one of {Q.body.name}, not {axes!r}")
    a, b = (axis if isinstance(axis, Vector) else body.vector_along(unit(as_vector(axis, 3, "an axis")))
            for axis, body in zip(axes, (P.body, Q.body)))
    if a.body is not P.body or b.body is not Q.body:
        raise ValueError(f"the axes of a universal joint must be of {P.body.name} and of {Q.body.name}, "
                         "in this order")
    return Joint("universal", [CP(P, Q), CAR(a, b, float(a.at_start() @ b.at_start()))], (P, Q))


def cylindrical(P, Q, axis, form="CAR"):
    """Cylindrical joint: parallel axes, and Q on the axis of P; 4 equations (form "CV": 5, rank 4)."""
    check_points("cylindrical", P, Q, dimension=3)
    a, b = both_axes(axis, P.body, Q.body)
    equations = [*_parallel(a, b, form), *(PP(p, P, Q) for p in normals(a))]
    return Joint("cylindrical", equations, (P, Q), aligned=((a, b),))


def prismatic(P, Q, axis, form="CAR"):
    """Prismatic joint: the cylindrical one without rotation; 5 equations (form "CV": 8, rank 5)."""
    check_points("prismatic", P, Q, dimension=3)
    a, b = both_axes(axis, P.body, Q.body)
    p, s = normals(a)
    p_Q, s_Q = _counterparts([p, s], Q.body)
    if one_of(form, FORMS, "form") == "CV":
        locks = [CV(a, b), CV(p, p_Q)]
    else:
        locks = [CAR(a, p_Q), CAR(a, s_Q), CAR(p, s_Q)]
    return Joint("prismatic", [*locks, PP(p, P, Q), PP(s, P, Q)], (P, Q), aligned=((a, b), (p, p_Q)))


def planar_joint(P, Q, normal, form="CAR"):
    """Planar joint: Q stays in a plane of P's body, normals parallel; 3 equations (form "CV": 4, rank 3)."""
    check_points("planar", P, Q, dimension=3)
    n, m = both_axes(normal, P.body, Q.body)
    distance = float(n.at_start() @ (Q - P).at_start())
    return Joint("planar", [*_parallel(n, m, form), PP(n, P, Q, distance)], (P, Q), aligned=((n, m),))


def translational(P, Q, axis):
    """Translational joint in the plane: no rotation, and Q on the line through P; 2 equations."""
    check_points("translational", P, Q, dimension=2)
    a, b = both_axes(axis, P.body, Q.body)
    (n,) = normals(a)
    (n_Q,) = _counterparts([n], Q.body)
    return Joint("translational", [CAR(a, n_Q), PP(n, P, Q)], (P, Q), aligned=((a, b),))


def weld(P, Q, form="CAR"):
    """Weld: no relative motion. Plane: 3 equations. Space: 6 (form "CV": CP + 2 CV, 9, rank 6)."""
    check_points("weld", P, Q)
    d = P.dimension
    own = [P.body.vector(e) for e in np.eye(d)]
    other = _counterparts(own, Q.body)
    if d == 2:
        locks = [CAR(own[0], other[1])]
    elif one_of(form, FORMS, "form") == "CV":
        locks = [CV(own[0], other[0]), CV(own[1], other[1])]
    else:
        locks = [CAR(own[2], other[0]), CAR(own[2], other[1]), CAR(own[0], other[1])]
    return Joint("weld", [CP(P, Q), *locks], (P, Q), aligned=tuple(zip(own, other)))


def angle_vectors(first, second, axis=None):
    """Vectors between which `rotated_AR` sees the angle of the second body from the first; it is zero now.

    Returns
    -------
    a, b, b_turned : Vector
        a of the second body; b, and b after a quarter turn about the axis, of the first.
    """
    if first.dimension == 2:
        b, axis = first.vector(1, 0), None
    else:
        axis, _ = both_axes(axis, first, second)
        b = normals(axis)[0]
    return second.vector_along(b.at_start()), b, b.turned(axis)


def rod_joint(P, Q, length=None):
    """Massless rod with spherical joints at its ends: one constant distance, by default that at the start."""
    check_points("rod", P, Q)
    length = np.linalg.norm((Q - P).at_start()) if length is None else length
    return Joint("rod", [constant_distance(P, Q, length)], (P, Q))
