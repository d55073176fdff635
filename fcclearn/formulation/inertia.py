"""Solids that have a name: rod, bar, box, cylinder, disc, sphere, point mass, and what is made of them.

Long solids lie along u, flat ones have the normal w: then the part of J along w is the smallest,
which keeps the mass matrix of a reduced body nearly constant.
"""

import numpy as np

from .algebra import as_vector
from .checks import is_number, number, numbers
from .solid import Solid, pseudo_inertia
from .words import shown


def composite(*solids):
    """Several solids, each already `moved` into common axes, as one; a later point replaces one of its name.

    Examples
    --------
    >>> composite(point_mass(1.0, [0, 0, 0]), point_mass(3.0, [1, 0, 0])).points["com"]
    array([0.75, 0.  , 0.  ])
    """
    if not solids or not all(isinstance(solid, Solid) for solid in solids):
        raise TypeError(f"composite takes solids, such as rod(1, 2).moved(...), "
                        f"not {', '.join(map(shown, solids)) or 'nothing'}")
    points = {name: c for solid in solids for name, c in solid.points.items()}
    whole = Solid(sum(s.P for s in solids), points, tuple(line for s in solids for line in s.outline))
    return whole.with_points(com=whole.com)


def from_inertia(mass, inertia, com=(0, 0, 0), **points):
    """A solid from its mass and inertia tensor about the centre of mass.

    ``J = 1/2 tr(I) 1 - I``, so ``Iu = (Ieta + Izeta - Ixi) / 2`` (Paper A, Eq. (102)).

    Parameters
    ----------
    mass : float [kg]
    inertia : (3,) principal moments or (3, 3) tensor [kg m2]
        Products of inertia enter as tensor entries, I_xy = - integral of x y dm.
    com : (3,) centre of mass in the solid's axes [m]

    Examples
    --------
    >>> from_inertia(1.0, [1.0, 1.0, 3.0])  # doctest: +NORMALIZE_WHITESPACE
    Traceback (most recent call last):
    ValueError: no distribution of mass has this inertia: one moment of inertia exceeds the sum of the other
        two by 1 kg m2 (triangle inequality)
    """
    number(mass, "the mass")
    I = numbers(inertia, "inertia")
    I = np.diag(I) if I.ndim == 1 else I
    if not np.isfinite(I).all():
        raise ValueError("inertia must be finite numbers")
    if I.shape != (3, 3) or not np.allclose(I, I.T):
        raise ValueError("inertia must be three principal moments or a symmetric 3 x 3 tensor")
    moments = np.linalg.eigvalsh(I)
    if moments[0] < -1e-12 * np.abs(moments).max():
        raise ValueError(f"a moment of inertia cannot be negative: inertia has the principal moment "
                         f"{moments[0]:.3g} kg m2")
    J = 0.5 * np.trace(I) * np.eye(3) - I
    return Solid(pseudo_inertia(mass, J, com)).with_points(com=com, **points)


def planar(mass, Izz, com=(0, 0), **points):
    """A planar solid from its mass, moment of inertia about the centre of mass and centre of mass.

    Only J11 + J22 = Izz matters for planar motion; it is split evenly.

    Examples
    --------
    >>> planar(2.0, 0.5, com=[0.1, 0]).inertia[2, 2].round(12)
    np.float64(0.5)
    """
    _positive(mass=mass)
    number(Izz, "the moment of inertia Izz", least=0)
    com = as_vector(com, 2, "the centre of mass")
    spatial = {name: [*as_vector(c, 2, f"point {name!r}"), 0.0] for name, c in points.items()}
    P = pseudo_inertia(mass, np.diag([Izz / 2, Izz / 2, 0.0]), [*com, 0.0])
    return Solid(P).with_points(com=[*com, 0.0], **spatial)


def massless(**points):
    """A part without mass: a coupler, or a frame that only carries points.

    Examples
    --------
    >>> massless(tip=[1, 0, 0]).mass
    0.0
    """
    return Solid(np.zeros((4, 4))).with_points(**points)


def _segment(a, b):
    return np.array([a, b], dtype=float)


def _circle(radius, x=None, z=None, sides=24):
    """A circle about the w axis at height z, or about the u axis at x."""
    angle = np.linspace(0, 2 * np.pi, sides + 1)
    one, two, rest = radius * np.cos(angle), radius * np.sin(angle), np.zeros(sides + 1)
    return np.column_stack([rest + x, one, two]) if x is not None else np.column_stack([one, two, rest + z])


def _positive(**lengths):
    for name, value in lengths.items():
        if not is_number(value):
            raise ValueError(f"{name} must be a number in SI units, not {value!r}")
        if not (np.isfinite(value) and value > 0):
            raise ValueError(f"{name} must be positive, not {value:g}")


def _long(P, length, outline):
    """A solid along u with the points start, end and com."""
    ends = dict(start=[-length / 2, 0, 0], end=[length / 2, 0, 0], com=[0, 0, 0])
    return Solid(P, outline=outline).with_points(**ends)


def rod(mass, length):
    """A slender rod along u; points start, end, com; ``J = diag(m L^2 / 12, 0, 0)``.

    Examples
    --------
    >>> rod(12.0, 1.0).J[0, 0]
    np.float64(1.0)
    """
    _positive(mass=mass, length=length)
    line = _segment([-length / 2, 0, 0], [length / 2, 0, 0])
    return _long(pseudo_inertia(mass, np.diag([mass * length**2 / 12, 0, 0])), length, (line,))


def bar(mass, length, width, height):
    """A rectangular bar along u (width along v, height along w); points start, end, com."""
    _positive(mass=mass, length=length, width=width, height=height)
    solid = box(mass, [length, width, height])
    return _long(solid.P, length, solid.outline)


def box(mass, sides):
    """A homogeneous box with its sides along u, v, w; ``J = m / 12 diag(a^2, b^2, c^2)``.

    Examples
    --------
    >>> box(12.0, [1, 2, 3]).J.diagonal()
    array([1., 4., 9.])
    """
    a, b, c = as_vector(sides, 3, "the sides of a box")
    _positive(mass=mass, length=a, width=b, height=c)
    x, y, z = a / 2, b / 2, c / 2
    ring = np.array([[x, y, 0], [-x, y, 0], [-x, -y, 0], [x, -y, 0], [x, y, 0]])
    posts = [_segment([*corner[:2], -z], [*corner[:2], z]) for corner in ring[:4]]
    outline = (ring + [0, 0, z], ring - [0, 0, z], *posts)
    P = pseudo_inertia(mass, mass / 12 * np.diag([a * a, b * b, c * c]))
    return Solid(P, outline=outline).with_points(com=[0, 0, 0])


def cylinder(mass, radius, length):
    """A solid cylinder along u; points start, end, com; ``J = diag(m L^2 / 12, m R^2 / 4, m R^2 / 4)``.

    Examples
    --------
    >>> cylinder(4.0, 1.0, 3.0).J.diagonal()
    array([3., 1., 1.])
    """
    _positive(mass=mass, radius=radius, length=length)
    J = mass * np.diag([length**2 / 12, radius**2 / 4, radius**2 / 4])
    rings = tuple(_circle(radius, x=x) for x in (-length / 2, length / 2))
    return _long(pseudo_inertia(mass, J), length, (*rings, _segment([-length / 2, 0, 0], [length / 2, 0, 0])))


def disc(mass, radius, thickness=0.0):
    """A disc with its axis along w; ``J = diag(m R^2 / 4, m R^2 / 4, m t^2 / 12)``.

    Examples
    --------
    >>> disc(4.0, 1.0).inertia.diagonal()
    array([1., 1., 2.])
    """
    _positive(mass=mass, radius=radius)
    number(thickness, "thickness", least=0)
    J = mass * np.diag([radius**2 / 4, radius**2 / 4, thickness**2 / 12])
    spoke = _segment([0, 0, 0], [radius, 0, 0])
    return Solid(pseudo_inertia(mass, J), outline=(_circle(radius, z=0.0), spoke)).with_points(com=[0, 0, 0])


def sphere(mass, radius):
    """A solid sphere; ``J = m R^2 / 5`` times the identity.

    Examples
    --------
    >>> sphere(5.0, 1.0).inertia.diagonal()
    array([2., 2., 2.])
    """
    _positive(mass=mass, radius=radius)
    outline = (_circle(radius, z=0.0), _circle(radius, x=0.0))
    P = pseudo_inertia(mass, mass * radius**2 / 5 * np.eye(3))
    return Solid(P, outline=outline).with_points(com=[0, 0, 0])


def point_mass(mass, at=(0, 0, 0)):
    """A point mass at a place of the solid's axes, held to the origin by a massless link.

    Examples
    --------
    >>> point_mass(2.0, [0, 3, 0]).J[1, 1]
    np.float64(18.0)
    """
    _positive(mass=mass)
    at = as_vector(at, 2 if np.shape(at) == (2,) else 3, "the place at of a point mass")
    at = np.append(at, [0.0] * (3 - len(at)))
    P = pseudo_inertia(mass, np.zeros((3, 3)), at)
    return Solid(P, outline=(_segment([0, 0, 0], at),)).with_points(com=at)
