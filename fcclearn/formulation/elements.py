"""Points and vectors fixed in bodies, and their sums: the words of which joints are made.

An element is ``x = constant + sum over bodies of C_b q3_b`` with ``C_b = kron(c_b, I_d)``, so it is stored
as the components c_b = (c0, c1, c2, c3) of each body that takes part: c0 = 1 for a point, 0 for a vector
(Paper A, Eqs. (36), (40)). What is fixed in the ground makes the constant. Sums and differences of
elements are elements.
"""

import numpy as np

from .algebra import Q


class Element:
    """A linear expression in the full coordinates of some bodies.

    Attributes
    ----------
    terms : dict of Body or Ground -> (d + 1,) array
        Components along r, u, v, (w) of each.
    """

    def __init__(self, terms):
        self.terms = terms

    @property
    def dimension(self):
        return next(iter(self.terms)).dimension

    @property
    def constant(self):
        """The part that is fixed in the ground, global axes, (d,)."""
        fixed = (c @ body.blocks for body, c in self.terms.items() if not body.moves)
        return sum(fixed, np.zeros(self.dimension))

    @property
    def moving(self):
        """The other terms: dict of Body -> (d + 1,) array."""
        return {body: c for body, c in self.terms.items() if body.moves}

    def combined(self, other, sign):
        terms = dict(self.terms)
        for body, c in other.terms.items():
            terms[body] = terms.get(body, 0.0) + sign * c
        return terms

    def at_start(self):
        """Value in the initial pose of the bodies, global axes."""
        return sum(c @ body.blocks for body, c in self.terms.items())

    def rate_at_start(self):
        """Rate of change in the initial pose and velocity of the bodies, global axes."""
        return sum(c @ body.block_rates for body, c in self.terms.items())


class Vector(Element):
    """A vector: fixed in one body, or a difference of points, or a sum of vectors."""

    def __add__(self, other):
        return Vector(self.combined(other, 1.0))

    def __sub__(self, other):
        return Vector(self.combined(other, -1.0))

    def __mul__(self, factor):
        return Vector({body: factor * c for body, c in self.terms.items()})

    __rmul__ = __mul__

    def __neg__(self):
        return -1.0 * self

    @property
    def body(self):
        """The one body that the vector is fixed in.

        Raises
        ------
        ValueError
            The vector belongs to several bodies.
        """
        if len(self.terms) != 1:
            names = ", ".join(body.name for body in self.terms)
            raise ValueError(f"this vector is not fixed in one body but spans {names}")
        return next(iter(self.terms))

    @property
    def local(self):
        """Components along u, v, (w) of its body."""
        return self.terms[self.body][1:]

    def turned(self, axis=None):
        """The vector after a quarter turn about an axis: ``axis x s``; in the plane ``Q s``, without an axis.

        Parameters
        ----------
        axis : Vector of the same body, of length one

        Raises
        ------
        ValueError
            The axis belongs to another body.

        Examples
        --------
        >>> from fcclearn.formulation.body import Ground
        >>> Ground(2).vector(1, 0).turned().local
        array([0., 1.])
        """
        if self.dimension == 2:
            return self.body.vector(Q @ self.local)
        if axis.body is not self.body:
            raise ValueError(f"a vector of {self.body.name} cannot turn about an axis of {axis.body.name}")
        return self.body.vector(np.cross(axis.local, self.local))


class Point(Element):
    """A point fixed in one body.

    Examples
    --------
    >>> from fcclearn import Model, rod
    >>> bar = Model(gravity=[0, -9.81]).body("bar", rod(1.0, 2.0), along=([0, 0], [2, 0]))
    >>> (bar.point("end") - bar.point("start")).at_start()
    array([2., 0.])
    """

    def __init__(self, body, local, name=None):
        super().__init__({body: np.array([1.0, *local])})
        self.body, self.name = body, name

    @property
    def local(self):
        """Components along u, v, (w) from the reference point of its body [m]."""
        return self.terms[self.body][1:]

    @property
    def label(self):
        where = f".{self.name}" if self.name else f"{np.round(self.local, 4).tolist()}"
        return self.body.name + where

    def __sub__(self, other):
        return Vector(self.combined(other, -1.0))


def check_elements(what, *elements, kind=Element):
    """Points and vectors, or vectors alone, where they are due, all planar or all spatial.

    Raises
    ------
    TypeError, ValueError
    """
    for element in elements:
        if not isinstance(element, kind):
            due = "vectors" if kind is Vector else "points or vectors"
            raise TypeError(f"{what} takes {due}, such as crank.vector(...) or a difference of two points, "
                            f"not {element!r}")
    if len({element.dimension for element in elements}) > 1:
        raise ValueError(f"{what} mixes what belongs to a planar and to a spatial model")


def check_points(kind, *points, dimension=None):
    """Points where points are due, all planar or all spatial.

    Raises
    ------
    TypeError
        Something else, such as a body.
    ValueError
        Planar and spatial points mixed, or a joint of the plane in space and the other way round.
    """
    for point in points:
        if not isinstance(point, Point):
            raise TypeError(f"{kind} takes points, such as crank.point(\"end\") or model.ground.point(0, 0), "
                            f"not {point!r}")
    if len({point.dimension for point in points}) > 1:
        raise ValueError(f"{kind} mixes points of a planar and of a spatial model")
    if dimension not in (None, points[0].dimension):
        wanted = {2: "the plane", 3: "space"}[dimension]
        other = {"prismatic": "translational", "translational": "prismatic"}.get(kind)
        hint = f"; the other one is called {other}" if other else ""
        raise ValueError(f"{kind} is a joint for {wanted}{hint}")
