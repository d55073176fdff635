"""The kinds of equation: a scalar product of two elements, and one component of a cross product.

A scalar product of two elements is a quadratic polynomial in the full coordinates. An equation answers for
itself in two ways: with its numbers at one instant, `at` (module `equations`), and with its `polynomial`, of
which the engine compiles the whole model. A third kind, `drivers.Driven`, is made of these two.
"""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from .algebra import skew
from .elements import Element, check_elements
from .motion import IDENTITY, ONE, Drive, Function, as_motion


class Product(NamedTuple):
    """A scalar at an instant: value p, gradient p_q (n,), rate pd and second rate without qdd po."""

    p: float
    p_q: np.ndarray
    pd: float
    po: float


class Row(NamedTuple):
    """An equation at an instant: Phi, gradient Phi_q (n,), nu and gamma."""

    Phi: float
    Phi_q: np.ndarray
    nu: float
    gamma: float


@dataclass(eq=False)
class Dot:
    """One equation ``x . y - f = 0``.

    ``gamma = -y . xo - x . yo - 2 xd . yd``, xo the acceleration without qdd (Paper A, Eqs. (64)-(68) for two
    vectors of full bodies, (72)-(75) for reduced ones).

    Parameters
    ----------
    x, y : Element
    f : float or Motion
        Number, or prescribed function of time.
    label : str
        Short name of the equation, shown in reports.

    Examples
    --------
    >>> from fcclearn.formulation.body import Ground
    >>> ground = Ground(3)
    >>> Dot(ground.vector(1, 0, 0), ground.vector(0, 1, 0)).at_start()
    0.0
    """

    x: Element
    y: Element
    f: object = 0.0
    label: str = "Dot"

    def __post_init__(self):
        check_elements(str(self.label), self.x, self.y)
        if not isinstance(self.f, Function):
            as_motion(self.f, self.label)                        # which says what is wrong with it

    def at_start(self):
        """``x . y`` in the initial pose of the bodies."""
        return float(self.x.at_start() @ self.y.at_start())

    @property
    def elements(self):
        return [self.x, self.y]

    def product(self, now):
        """``x . y - f`` at an `Instant` (module `equations`), for a number f."""
        (x, X, xd, xo), (y, Y, yd, yo) = now.element(self.x), now.element(self.y)
        gradient = y @ X + x @ Y
        return Product(x @ y - self.f, gradient, gradient @ now.qd, y @ xo + x @ yo + 2 * xd @ yd)

    def at(self, now):
        """The equation at an `Instant`."""
        (product,) = self.products
        p, p_q, _, po = product.product(now)
        f, f_t, f_tt = self.f(now.t) if self.drive else (0.0, 0.0, 0.0)
        return Row(p - f, p_q, f_t, f_tt - po)

    @property
    def drive(self):
        """What moves the equation: ``1 (x . y) - f(t)``; None if f is a number."""
        return Drive([ONE], IDENTITY, self.f) if isinstance(self.f, Function) else None

    @property
    def products(self):
        """Products with numbers in the place of f, of which the equation is made."""
        return [Dot(self.x, self.y)] if self.drive else [self]

    def polynomial(self, affine):
        """The product ``x . y - f`` as a polynomial of coordinates y_i.

        Parameters
        ----------
        affine : callable ``affine(element) -> constant, [(component, i, coefficient), ...]``
            Where an element lives: constant + sum of coefficient times y_i.

        Returns
        -------
        constant, [(i, coefficient), ...], [(i, j, coefficient), ...]
        """
        (a, x), (b, y) = affine(self.x), affine(self.y)
        linear = [(i, c * b[k]) for k, i, c in x] + [(j, c * a[k]) for k, j, c in y]
        return a @ b - self.f, linear, [(i, j, c * e) for k, i, c in x for l, j, e in y if k == l]


@dataclass(eq=False)
class Cross:
    """One component of ``w - u x v = 0`` of a full body: what a left-handed triad cannot satisfy."""

    body: object
    k: int
    drive = None

    @property
    def label(self):
        return f"(w - u x v) {'xyz'[self.k]}"

    @property
    def elements(self):
        return [self.body.axis(name) for name in "wuv"]

    def at(self, now):
        """The equation at an `Instant`."""
        (w, W, _, _), (u, U, ud, _), (v, V, vd, _) = (now.element(axis) for axis in self.elements)
        Phi, Phi_q, gamma = w - np.cross(u, v), W - skew(u) @ V + skew(v) @ U, 2 * np.cross(ud, vd)
        return Row(Phi[self.k], Phi_q[self.k], 0.0, gamma[self.k])

    @property
    def products(self):
        return [self]

    def polynomial(self, affine):
        """As that of a `Dot`: ``w_k - (u_i v_j - u_j v_i)`` with i, j after k."""
        w, u, v = ({l: (i, c) for l, i, c in affine(axis)[1] if c} for axis in self.elements)
        i, j = (self.k + 1) % 3, (self.k + 2) % 3
        turn = [(u[i], v[j], -1.0), (u[j], v[i], 1.0)]
        return 0.0, [w[self.k]], [(a, b, sign * c * e) for (a, c), (b, e), sign in turn]
