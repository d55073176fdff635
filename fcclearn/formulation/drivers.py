"""Prescribed motion: what moves by a given law, and the constraint that says so.

A `Motion` is a function of time with its two derivatives. A driver equation is

    sum over k of  w_k(s) (x_k . y_k)  -  w_0(s)  =  0

with functions w of one scalar s, the phase: usually s = s(t), a Motion; a scalar product of two
elements is allowed too (a screw: the phase of the rotation is the advance along the axis). Only
functions of one scalar are ever differentiated here.
"""

from dataclasses import dataclass, field

import numpy as np

from .constraints import Constraint, Dot, Lin


@dataclass(frozen=True)
class Function:
    """A scalar function with its first two derivatives."""

    value: object
    rate: object
    acceleration: object

    def __call__(self, s):
        """Value, first and second derivative at s."""
        return self.value(s), self.rate(s), self.acceleration(s)


ONE = Function(lambda s: 1.0, lambda s: 0.0, lambda s: 0.0)
IDENTITY = Function(lambda s: s, lambda s: 1.0, lambda s: 0.0)
COS = Function(np.cos, lambda s: -np.sin(s), lambda s: -np.cos(s))
SIN = Function(np.sin, np.cos, lambda s: -np.sin(s))
MINUS_SIN = Function(lambda s: -np.sin(s), lambda s: -np.cos(s), np.sin)


class Motion(Function):
    """A prescribed quantity: value, rate and acceleration as functions of time.

    Examples
    --------
    >>> Motion.polynomial(1.0, 2.0, 3.0)(2.0)          # 1 + 2 t + 3 t^2
    (17.0, 14.0, 6.0)
    """

    @classmethod
    def polynomial(cls, *coefficients):
        """``c0 + c1 t + c2 t^2 + ...``."""
        p = np.polynomial.Polynomial(coefficients)
        return cls(*(lambda t, f=f: f(t) if np.iscomplexobj(t) else float(f(t)) for f in (p, p.deriv(1), p.deriv(2))))

    @classmethod
    def constant(cls, value):
        """A quantity that is held."""
        return cls.polynomial(float(value))

    @classmethod
    def samples(cls, t, values):
        """A cubic spline through samples (SciPy's `CubicSpline`).

        Raises
        ------
        ValueError
            Times that do not increase, or values that are not finite (SciPy says which).
        """
        from scipy.interpolate import CubicSpline
        spline = CubicSpline(t, values)
        return cls(*(lambda s, f=f: float(f(s)) for f in (spline, spline.derivative(1), spline.derivative(2))))


@dataclass(eq=False)
class Mixed:
    """One driver equation: products of elements weighted by functions of a phase.

    Attributes
    ----------
    dots : list of Dot
        Products x . y; their own f must be a number.
    weights : list of Function
        One for each product.
    offset : Function or None
    phase : Motion or Dot
    """

    dots: list
    weights: list
    offset: object
    phase: object
    label: str = "driver"
    elements: list = field(init=False)

    def __post_init__(self):
        products = self.dots + ([self.phase] if isinstance(self.phase, Dot) else [])
        self.elements = [x for dot in products for x in dot.elements]


def TP(P, *motions):
    """Trajectory of a point: ``r_P - r*(t) = 0``, one Motion for each coordinate [m] (Paper A, Eqs. (76)-(83))."""
    return Lin(P, f=motions, kind="TP")


def OV(s, *motions):
    """Orientation of a vector: ``s - s*(t) = 0``; s* must keep the length of s (Paper A, Eqs. (84)-(87))."""
    return Lin(s, f=motions, kind="OV")


def AR(a, b, angle):
    """Angle relation: ``a . b - cos(angle(t)) = 0``, unit vectors (Paper A, Eqs. (88)-(92)).

    Loses its grip where the angle passes 0 or 180 degrees (sensitivity sin(angle)); `rotated_AR` does not.
    """
    return Constraint("AR", [Mixed([Dot(a, b)], [ONE], COS, angle, "AR")])


def rotated_AR(a, b, b_turned, angle):
    """Angle of a from b, about the axis b x b_turned, valid for every angle (theory section 4).

    ``a . (cos(angle) b_turned - sin(angle) b) = sin(theta - angle) = 0``; b_turned is b turned by +90
    degrees about the axis and fixed in the same body. Its multiplier is the driving torque:
    the moment on the body of a about the axis is -lam [N m].
    """
    return Constraint("rotated AR", [Mixed([Dot(a, b_turned), Dot(a, b)], [COS, MINUS_SIN], None, angle, "rotated AR")])
