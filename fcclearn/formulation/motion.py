"""Functions of one scalar with their first two derivatives: all that drivers ever differentiate."""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from .checks import is_number, number


@dataclass(frozen=True)
class Function:
    """A scalar function with its first two derivatives, each a callable of one number.

    Attributes
    ----------
    smooth : bool
        Whether long steps cannot jump over anything in it, as with a polynomial.

    Examples
    --------
    >>> SQUARE(3.0)
    (9.0, 6.0, 2.0)
    """

    value: object
    rate: object
    acceleration: object
    smooth: bool = False

    def __post_init__(self):
        for what in ("value", "rate", "acceleration"):
            if not callable(getattr(self, what)):
                raise TypeError(f"the {what} of a {type(self).__name__} must be a function of one number, "
                                f"not {getattr(self, what)!r}")

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
        def value(t):
            return self.value(inner.value(t))

        def rate(t):
            return self.rate(inner.value(t)) * inner.rate(t)

        def acceleration(t):
            s = inner.value(t)
            return self.acceleration(s) * inner.rate(t) ** 2 + self.rate(s) * inner.acceleration(t)
        return Function(value, rate, acceleration)


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
        coefficients = [number(c, "a coefficient of a motion") for c in coefficients]
        p = np.polynomial.Polynomial(coefficients or [0.0])
        def real(f):
            return lambda t: f(t) if np.iscomplexobj(t) else float(f(t))
        return cls(real(p), real(p.deriv(1)), real(p.deriv(2)), smooth=True)

    @classmethod
    def constant(cls, value):
        """A quantity that is held."""
        return cls.polynomial(value)

    @classmethod
    def samples(cls, t, values):
        """A cubic spline through samples (SciPy's `CubicSpline`).

        Raises
        ------
        ValueError
            Fewer than two samples, times that do not increase, values that are not finite; a time outside the
            samples, when it is asked for.

        Examples
        --------
        >>> cubic = Motion.samples([0, 1, 2, 3], [0, 1, 8, 27])          # of t^3
        >>> np.round(cubic(2.0), 12)
        array([ 8., 12., 12.])
        >>> cubic.value(4.0)
        Traceback (most recent call last):
        ValueError: a sampled motion is known from 0 to 3 s, not at 4 s
        """
        from scipy.interpolate import CubicSpline  # imported here: it takes longer than the whole package
        t, values = checked_samples(t, values, at_least=2)
        return cls._of_spline(CubicSpline(t, values), t[0], t[-1])

    @classmethod
    def smoothed(cls, t, values, noise):
        """A smooth curve near noisy samples (SciPy's `UnivariateSpline` of degree 5).

        A curve through noisy samples is hopeless for the acceleration: samples h apart that are off by s give
        accelerations off by about s / h^2. This curve may pass the samples at the distance of the noise, root
        mean square, and is otherwise as stiff as possible; its acceleration is smooth too.

        Parameters
        ----------
        t : (k,) increasing array [s]
        values : (k,) array
        noise : float
            Standard deviation of one sample, in the unit of the values: that of a record at rest.

        Raises
        ------
        ValueError
            As `samples`; fewer than six samples; a noise that is not positive.

        Examples
        --------
        >>> t = np.linspace(0, 2, 21)
        >>> rough = t**2 + 0.01 * (-1.0) ** np.arange(21)                # off by 1 cm, up and down
        >>> float(np.round(Motion.smoothed(t, rough, noise=0.01).acceleration(1.0), 1))       # 2 is right
        2.0
        >>> float(np.round(Motion.samples(t, rough).acceleration(1.0)))
        -10.0
        """
        from scipy.interpolate import UnivariateSpline
        t, values = checked_samples(t, values, at_least=6)
        if not (is_number(noise) and 0 < noise < np.inf):
            raise ValueError(f"the noise of a smoothed motion must be a positive number, not {noise!r}; "
                             "without noise use samples")
        spline = UnivariateSpline(t, values, w=np.full(len(t), 1 / noise), k=5, s=len(t))
        return cls._of_spline(spline, t[0], t[-1])

    @classmethod
    def _of_spline(cls, spline, start, end):
        def within(f):
            def at(time):
                if not start <= time <= end:
                    raise ValueError(f"a sampled motion is known from {start:g} to {end:g} s, "
                                     f"not at {time:g} s")
                return float(f(time))
            return at
        return cls(*(within(f) for f in (spline, spline.derivative(1), spline.derivative(2))))


def as_motion(value, what):
    """A motion as it is; a number as a quantity that is held.

    Raises
    ------
    TypeError
        Something else, such as a function without its derivatives.

    Examples
    --------
    >>> as_motion(0.5, "AR")(3.0)
    (0.5, 0.0, 0.0)
    """
    if isinstance(value, Function):
        return value
    if is_number(value):
        return Motion.constant(number(value, f"what {what} holds"))
    raise TypeError(f"{what} takes a Motion, such as Motion.polynomial(0, 2), or a number, not {value!r}")


def checked_samples(t, values, at_least):
    """Times and values as arrays, or one sentence that says what is wrong with them.

    Raises
    ------
    ValueError
        Not one number for each time, too few, not finite, or times that do not increase.

    Examples
    --------
    >>> checked_samples([0.0, 1.0], [1.0, 2.0, 3.0], at_least=2)
    Traceback (most recent call last):
    ValueError: a sampled motion needs one value for each time, but has 2 times and values of shape (3,)
    """
    try:
        t, values = np.asarray(t, dtype=float), np.asarray(values, dtype=float)
    except (TypeError, ValueError):
        raise ValueError(f"a sampled motion needs numbers, not {t!r} and {values!r}") from None
    if t.ndim != 1 or values.shape != t.shape:
        raise ValueError("a sampled motion needs one value for each time, but has "
                         f"{t.size} times and values of shape {values.shape}")
    if len(t) < at_least:
        raise ValueError(f"a sampled motion needs at least {at_least} samples, not {len(t)}")
    if not (np.isfinite(t).all() and np.isfinite(values).all()):
        k = np.argmin(np.isfinite(t) & np.isfinite(values))
        raise ValueError(f"the samples of a motion must be finite, but one is {values[k]:g} at {t[k]:g} s")
    if not (np.diff(t) > 0).all():
        k = np.argmin(np.diff(t) > 0)
        raise ValueError("the times of a sampled motion must be strictly increasing, "
                         f"but {t[k]:g} s is followed by {t[k + 1]:g} s")
    return t, values


ONE = Function(lambda s: 1.0, lambda s: 0.0, lambda s: 0.0)
IDENTITY = Function(lambda s: s, lambda s: 1.0, lambda s: 0.0)
SQUARE = Function(lambda s: s * s, lambda s: 2 * s, lambda s: 2.0)
COS = Function(np.cos, lambda s: -np.sin(s), lambda s: -np.cos(s))
SIN = Function(np.sin, np.cos, lambda s: -np.sin(s))
MINUS_SIN = Function(lambda s: -np.sin(s), lambda s: -np.cos(s), np.sin)
TIME = Motion.polynomial(0.0, 1.0)
