"""Functions of one scalar with their first two derivatives: all that drivers ever differentiate."""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np


@dataclass(frozen=True)
class Function:
    """A scalar function with its first two derivatives, each a callable of one number.

    Examples
    --------
    >>> SQUARE(3.0)
    (9.0, 6.0, 2.0)
    """

    value: object
    rate: object
    acceleration: object

    def __call__(self, s):
        """Value, first and second derivative at s."""
        return self.value(s), self.rate(s), self.acceleration(s)

    def of(self, inner):
        """The composition ``self(inner(t))`` by the chain rule.

        Examples
        --------
        >>> SQUARE.of(Motion.polynomial(1.0, 1.0))(2.0)            # (1 + t)^2
        (9.0, 6.0, 2.0)
        """
        return Function(
            lambda t: self.value(inner.value(t)),
            lambda t: self.rate(inner.value(t)) * inner.rate(t),
            lambda t: self.acceleration(inner.value(t)) * inner.rate(t) ** 2 + self.rate(inner.value(t)) * inner.acceleration(t))


class Drive(NamedTuple):
    """What moves an equation ``sum of w_k(s) p_k - w_0(s) = 0``, besides its products p_k.

    Attributes
    ----------
    weights : list of Function, one for each product
    offset : Function or None
    phase : Motion s(t), or a product whose value is s
    """

    weights: list
    offset: object
    phase: object


class Motion(Function):
    """A prescribed quantity: value, rate and acceleration as functions of time.

    Give the three functions, or use one of the makers below.

    Examples
    --------
    >>> Motion(np.exp, np.exp, np.exp).rate(0.0)
    np.float64(1.0)
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
            Times that do not increase or values that are not finite (SciPy says which); a time outside
            the samples, when it is asked for.

        Examples
        --------
        >>> cubic = Motion.samples([0, 1, 2, 3], [0, 1, 8, 27])          # of t^3
        >>> np.round(cubic(2.0), 12)
        array([ 8., 12., 12.])
        >>> cubic.value(4.0)
        Traceback (most recent call last):
        ValueError: a sampled motion is known from 0 to 3 s, not at 4 s
        """
        from scipy.interpolate import (
            CubicSpline,  # here, since importing it takes longer than the rest of the package
        )
        spline = CubicSpline(t, values)
        start, end = spline.x[[0, -1]]

        def within(f):
            def at(time):
                if not start <= time <= end:
                    raise ValueError(f"a sampled motion is known from {start:g} to {end:g} s, not at {time:g} s")
                return float(f(time))
            return at
        return cls(*(within(f) for f in (spline, spline.derivative(1), spline.derivative(2))))


ONE = Function(lambda s: 1.0, lambda s: 0.0, lambda s: 0.0)
IDENTITY = Function(lambda s: s, lambda s: 1.0, lambda s: 0.0)
SQUARE = Function(lambda s: s * s, lambda s: 2 * s, lambda s: 2.0)
COS = Function(np.cos, lambda s: -np.sin(s), lambda s: -np.cos(s))
SIN = Function(np.sin, np.cos, lambda s: -np.sin(s))
MINUS_SIN = Function(lambda s: -np.sin(s), lambda s: -np.cos(s), np.sin)
TIME = Motion.polynomial(0.0, 1.0)
