"""Mass without angles: the pseudo-inertia matrix and the solids that have one.

A body's mass distribution enters the formulation only through one symmetric matrix,

    P = integral of (1, c)(1, c)' dm = [[m, m cbar'], [m cbar, J]],      J = integral of c c' dm,

with c the coordinates along u, v, w from the reference point. The mass matrix of the body is
``kron(P, I_d)``. A planar body uses the leading 3 x 3 part of the same matrix. Moving, turning and
adding solids are one line each, since (1, c) transforms by a homogeneous matrix.

Long solids lie along u, flat ones have the normal w: then the part of J along w is the smallest,
which keeps the mass matrix of a reduced body nearly constant.
"""

from dataclasses import dataclass, field

import numpy as np

from .algebra import as_vector, check_frame


@dataclass(frozen=True)
class Solid:
    """A rigid mass distribution with named points and an outline to draw.

    Attributes
    ----------
    P : (4, 4) array
        Pseudo-inertia matrix about the solid's own origin and axes [kg, kg m, kg m2].
    points : dict of str -> (3,) array
        Named points in the solid's own axes [m].
    outline : tuple of (k, 3) arrays
        Polylines that show the solid in pictures [m].

    Raises
    ------
    ValueError
        Mass not positive, or an inertia that no distribution of mass can have.

    Examples
    --------
    >>> rod(2.0, 3.0).inertia.diagonal()
    array([0. , 1.5, 1.5])
    """

    P: np.ndarray
    points: dict = field(default_factory=dict)
    outline: tuple = ()

    def __post_init__(self):
        m = self.P[0, 0]
        if not np.isfinite(self.P).all():
            raise ValueError("mass, centre of mass and inertia must be finite numbers")
        if m == 0 and not self.P.any():
            return                                        # massless, said so on purpose
        if m <= 0:
            raise ValueError(f"the mass of a solid must be positive, not {m:g} kg (use massless() for a part without mass)")
        smallest = np.linalg.eigvalsh(self.P[1:, 1:] - np.outer(self.P[0, 1:], self.P[0, 1:]) / m)[0]
        if smallest < -1e-9 * np.abs(self.P[1:, 1:]).max():
            raise ValueError(
                "no distribution of mass has this inertia: one moment of inertia exceeds the sum of the other two "
                f"by {-2 * smallest:.3g} kg m2 (triangle inequality)")

    @property
    def mass(self):
        """Mass m [kg]."""
        return float(self.P[0, 0])

    @property
    def com(self):
        """Centre of mass in the solid's axes [m]; the origin for a massless solid."""
        return self.P[0, 1:] / self.mass if self.mass else np.zeros(3)

    @property
    def J(self):
        """Euler tensor, the integral of c c' dm about the origin [kg m2] (Paper A, Eq. (100))."""
        return self.P[1:, 1:]

    @property
    def inertia(self):
        """Inertia tensor about the centre of mass [kg m2], ``tr(J) I - J`` after Steiner."""
        central = self.J - self.mass * np.outer(self.com, self.com)
        return np.trace(central) * np.eye(3) - central

    def moved(self, shift, axes=None):
        """The same solid in other axes: every point c becomes ``shift + axes @ c``.

        Examples
        --------
        >>> rod(1.0, 2.0).moved([1, 0, 0]).com
        array([1., 0., 0.])
        """
        r = as_vector(shift, 3, "the shift of a solid")
        A = np.eye(3) if axes is None else check_frame(axes, 3, "a moved solid")
        T = np.block([[np.ones((1, 1)), np.zeros((1, 3))], [r[:, None], A]])
        return Solid(T @ self.P @ T.T,
                     {name: r + A @ c for name, c in self.points.items()},
                     tuple(r + line @ A.T for line in self.outline))

    def principal(self):
        """Principal form (Paper A, Eqs. (101), (102)).

        Returns
        -------
        moments : (3,) array
            Iu >= Iv >= Iw, the integrals of c_k^2 dm about the centre of mass [kg m2].
        axes : (3, 3) array
            Right-handed principal axes as columns, in the solid's axes.

        Examples
        --------
        >>> moments, axes = box(12.0, [1.0, 3.0, 2.0]).principal()
        >>> moments.round(12)
        array([9., 4., 1.])
        """
        values, vectors = np.linalg.eigh(self.J - self.mass * np.outer(self.com, self.com))
        axes = vectors[:, ::-1].copy()
        axes[:, 2] *= np.sign(np.linalg.det(axes))
        return values[::-1], axes

    def with_points(self, **points):
        """The same solid with further named points.

        Examples
        --------
        >>> rod(1.0, 2.0).with_points(pin=[0.5, 0, 0]).points["pin"]
        array([0.5, 0. , 0. ])
        """
        named = {name: as_vector(c, 3, f"point {name!r}") for name, c in points.items()}
        return Solid(self.P, {**self.points, **named}, self.outline)


def pseudo_inertia(mass, J, com=(0, 0, 0)):
    """The matrix P from a mass, the Euler tensor about the centre of mass and the centre of mass.

    Examples
    --------
    >>> pseudo_inertia(2.0, np.zeros((3, 3)), [1, 0, 0])[:2, :2]
    array([[2., 2.],
           [2., 2.]])
    """
    one_c = np.array([1.0, *as_vector(com, 3, "the centre of mass")])
    P = float(mass) * np.outer(one_c, one_c)
    P[1:, 1:] += np.asarray(J, dtype=float)
    return P


def composite(*solids):
    """Several solids, each already `moved` into common axes, as one; a later point replaces one of its name.

    Examples
    --------
    >>> composite(point_mass(1.0, [0, 0, 0]), point_mass(3.0, [1, 0, 0])).points["com"]
    array([0.75, 0.  , 0.  ])
    """
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
    >>> from_inertia(1.0, [1.0, 1.0, 3.0])
    Traceback (most recent call last):
    ValueError: no distribution of mass has this inertia: one moment of inertia exceeds the sum of the other two by 1 kg m2 (triangle inequality)
    """
    I = np.asarray(inertia, dtype=float)
    I = np.diag(I) if I.ndim == 1 else I
    if not np.isfinite(I).all():
        raise ValueError("inertia must be finite numbers")
    if I.shape != (3, 3) or not np.allclose(I, I.T):
        raise ValueError("inertia must be three principal moments or a symmetric 3 x 3 tensor")
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
    if not Izz >= 0:
        raise ValueError(f"a moment of inertia cannot be negative ({Izz:g} kg m2)")
    spatial = {name: [*c, 0.0] for name, c in points.items()}
    return Solid(pseudo_inertia(mass, np.diag([Izz / 2, Izz / 2, 0.0]), [*com, 0.0])).with_points(com=[*com, 0.0], **spatial)


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
    return Solid(pseudo_inertia(mass, mass / 12 * np.diag([a * a, b * b, c * c])), outline=outline).with_points(com=[0, 0, 0])


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
    if not thickness >= 0:
        raise ValueError(f"thickness cannot be negative ({thickness:g})")
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
    return Solid(pseudo_inertia(mass, mass * radius**2 / 5 * np.eye(3)), outline=outline).with_points(com=[0, 0, 0])


def point_mass(mass, at=(0, 0, 0)):
    """A point mass at a place of the solid's axes, held to the origin by a massless link.

    Examples
    --------
    >>> point_mass(2.0, [0, 3, 0]).J[1, 1]
    np.float64(18.0)
    """
    _positive(mass=mass)
    at = np.append(as_vector(at, len(at), "the place of a point mass"), [0.0] * (3 - len(at)))
    return Solid(pseudo_inertia(mass, np.zeros((3, 3)), at), outline=(_segment([0, 0, 0], at),)).with_points(com=at)
