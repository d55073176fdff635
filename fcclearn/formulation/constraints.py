"""Constraints as geometry: every one is a scalar product of two elements.

    Dot:   x . y = f                        x, y: points, vectors, differences (module `elements`)
    Lin:   A x = f                          the same with the constant rows of A in the place of y

What an equation is worth at an instant, and its derivatives, it knows itself (module `products`). The
functions here give the paper's names to the sentences it uses.
"""

from dataclasses import dataclass, field

import numpy as np

from .body import Ground
from .checks import number, numbers
from .directions import unit_vector
from .elements import Vector, check_elements, check_points
from .notation import latex
from .products import Cross, Dot

XYZ = "xyz"


@dataclass(eq=False)
class Constraint:
    """Equations that belong together under one of the paper's names.

    Attributes
    ----------
    joint : Joint or None
        The joint that has brought it into a model.
    """

    kind: str
    equations: list
    joint: object = field(default=None, repr=False)

    @property
    def bodies(self):
        """Bodies that take part, in order of appearance."""
        return list(dict.fromkeys(b for e in self.equations for x in e.elements for b in x.terms))

    def _repr_latex_(self):
        """Equation, Jacobian blocks, nu and gamma, where a notebook shows the constraint."""
        return f"$${latex(self.equations)}$$"


def constant_vector(x, components):
    """A constant vector in global axes, of the same dimension as an element."""
    return Ground(x.dimension).vector(*components)


def Lin(x, f=None, A=None, kind="Lin"):
    """The equations ``A x = f`` (A: rows, default the identity; f: numbers or Motions, default zero).

    Raises
    ------
    ValueError
        Rows of another length than x, or not one f for each row.

    Examples
    --------
    >>> from fcclearn.formulation.body import Ground
    >>> [e.label for e in Lin(Ground(2).point(1, 2)).equations]
    ['Lin x', 'Lin y']
    """
    check_elements(kind, x)
    d = x.dimension
    A = np.eye(d) if A is None else numbers(A, f"A of {kind}")
    if A.ndim != 2 or A.shape[1] != d:
        raise ValueError(f"A of {kind} must have rows of {d} numbers, but has shape {A.shape}")
    f = [0.0] * len(A) if f is None else f
    if not isinstance(f, (list, tuple, np.ndarray)):
        raise TypeError(f"f of {kind} must be a list, one number or Motion for each row, not {f!r}")
    if len(f) != len(A):
        raise ValueError(f"{kind} has {len(A)} equations, but {len(f)} right-hand sides are given")
    names = XYZ if np.array_equal(A, np.eye(d)) else "123"
    return Constraint(kind, [Dot(x, constant_vector(x, row), value, f"{kind} {name}")
                             for row, value, name in zip(A, f, names)])


def unit_module(body, axis):
    """A unit vector of a body keeps its length: ``u . u - 1 = 0``; ``gamma = -2 ud . ud``.

    Paper A, section 2.3.

    Examples
    --------
    >>> from fcclearn import Model, rod
    >>> unit_module(Model(gravity=[0, -9.81]).body("bar", rod(1, 1)), "u").equations[0].at_start()
    1.0
    """
    a = body.axis(axis)
    return Constraint("unit module", [Dot(a, a, 1.0, f"|{axis}| = 1")])


def constant_angle(body, axis, other):
    """Two axes of a body keep their angle: ``u . v - cos(angle) = 0``; ``gamma = -2 ud . vd``.

    Paper A, section 2.3.
    """
    a, b = body.axis(axis), body.axis(other)
    return Constraint("constant angle", [Dot(a, b, float(a.at_start() @ b.at_start()), f"{axis} . {other}")])


def rigid_body(body):
    """All rigid-body equations of a body (Paper A, section 2.3).

    Space: 6 for a full body, 3 for a reduced one. Plane: 3 and 1. The six products hold for a
    left-handed triad too (mirror triad), so the pose is checked where a model is assembled. A full body
    with ``triad="cross"`` has the three of a reduced one and ``w - u x v = 0`` instead, which exclude it.

    Examples
    --------
    >>> from fcclearn import Model, rod
    >>> bar = Model(gravity=[0, 0, -9.81]).body("bar", rod(1, 1), kind="reduced")
    >>> [e.label for c in rigid_body(bar) for e in c.equations]
    ['|u| = 1', '|v| = 1', 'u . v']
    """
    crossed = body.triad == "cross"
    stored = "uv" if crossed else "uvw"[: body.n_stored - 1]
    pairs = [(a, b) for i, a in enumerate(stored) for b in stored[i + 1:]]
    products = [unit_module(body, a) for a in stored] + [constant_angle(body, a, b) for a, b in pairs]
    return products + [Constraint("triad", [Cross(body, k) for k in range(3)])] * crossed


def CP(P, Q):
    """Coincident points: ``r_P - r_Q = 0``, d equations (Paper A, section 3.1).

    Full bodies: ``Phi_q = [C_P, -C_Q]``, gamma = 0. The force on the body of P is -lam (erratum to
    Eq. (119)).

    Examples
    --------
    >>> from fcclearn.formulation.body import Ground
    >>> ground = Ground(3)
    >>> len(CP(ground.point(0, 0, 0), ground.point(0, 0, 0)).equations)
    3
    """
    check_points("CP", P, Q)
    return Lin(P - Q, kind="CP")


def CV(a, b):
    """Coincident vectors: ``a - b = 0``; in space 3 equations of rank 2 (Paper A, section 3.1)."""
    check_elements("CV", a, b, kind=Vector)
    return Lin(a - b, kind="CV")


def CAR(a, b, cosine=0.0):
    """Constant angle relation between vectors of two bodies: ``a . b - cosine = 0``.

    Paper A, Eqs. (64)-(75).

    Not a constraint at 0 or 180 degrees: there the row is a combination of the rigid-body rows.
    Write parallelism with perpendicular vectors.

    Raises
    ------
    ValueError
        The cosine is that of 0 or 180 degrees, or no cosine at all.
    """
    check_elements("CAR", a, b, kind=Vector)
    lengths = np.linalg.norm(a.at_start()) * np.linalg.norm(b.at_start())
    if not abs(number(cosine, "the cosine of CAR")) < (1 - 1e-9) * lengths:
        raise ValueError(f"an angle relation with cosine {cosine:g} holds no angle (0 or 180 degrees): "
                         "use perpendicular vectors")
    return Constraint("CAR", [Dot(a, b, cosine, "CAR")])


def PP(normal, P, Q, distance=0.0):
    """Point on plane: ``normal . (r_Q - r_P) - distance = 0`` [m].

    The normal, fixed in the body of P, may have any length: it is scaled to one.
    """
    check_elements("PP", normal, kind=Vector)
    check_points("PP", P, Q)
    normal = unit_vector(normal, "the normal of PP") if len(normal.terms) == 1 else normal
    return Constraint("PP", [Dot(normal, Q - P, distance, "PP")])


def constant_distance(P, Q, length):
    """Two points keep their distance: ``(r_Q - r_P) . (r_Q - r_P) - length^2 = 0``, length > 0 [m].

    Raises
    ------
    ValueError
        The length is not positive: coincident points are `CP`.
    """
    check_points("constant distance", P, Q)
    if not number(length, "the length of a constant distance") > 0:
        raise ValueError(f"the length of a constant distance must be positive, not {length:g} m; "
                         "coincident points are CP")
    d = Q - P
    return Constraint("distance", [Dot(d, d, length**2, "distance")])
