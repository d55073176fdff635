"""What a run says about its own accuracy: steps too long for the motion, a tolerance that was not met."""

import math
import warnings

import numpy as np

ASTRAY = 0.1
"""Sum of the step errors, in units of the model (sizes, radians), above which a run says so."""

TIGHT = 1e-10
"""A relative tolerance below this may be out of the reach of rounding."""

MET = 200
"""The errors of all steps together may be so many times what is allowed for one."""


class StepErrors:
    """Sum of the errors of the steps of a rule of second order, estimated from four positions in a row.

    Trapezoidal and midpoint rule miss by h^3/12 times the third derivative of the position in each step: on a
    circle at the rate w the angle is off by ``w t (w h)^2 / 12`` after a time t, though neither the energy
    nor the constraints tell.

    Parameters
    ----------
    units : (n,) array
        In which the coordinates are measured.
    t, q : float [s], (n,) array
        The start.

    Examples
    --------
    The unit circle at 1 rad/s in 100 steps of 0.1 s: 10 s times 0.01 / 12.

    >>> errors = StepErrors(np.ones(2), 0.0, np.array([1.0, 0.0]))
    >>> for t in 0.1 * np.arange(1, 101):
    ...     errors.add(t, np.array([np.cos(t), np.sin(t)]))
    >>> 0.006 < errors.total < 0.009
    True
    """

    def __init__(self, units, t, q):
        self.units, self.total, self.longest = units, 0.0, 0.0
        self.t, self.q, self.h, self.chord, self.slope = t, q, None, None, None

    def add(self, t, q):
        """Take the end of the next step into account."""
        h = t - self.t
        chord, slope = (q - self.q) / h, None
        if self.h:
            slope = 2 * (chord - self.chord) / (h + self.h)
            if self.slope is not None:
                self.total += float(h**2 / 12 * np.abs((slope - self.slope) / self.units).max(initial=0.0))
        self.t, self.q, self.h, self.chord, self.slope = t, q, h, chord, slope
        self.longest = max(self.longest, h)


def astray(counts, end, settings):
    """A warning, in a list, where the steps were too long for the motion; aloud where nobody chose them."""
    errors = counts.errors
    if errors is None or errors.total <= ASTRAY:
        return []
    smaller = 0.7 * errors.longest * math.sqrt(ASTRAY / errors.total)
    digit = 10.0 ** math.floor(math.log10(smaller))
    doubt = (f"positions are off by about {errors.total:.2g} sizes of the model or radians after {end:g} s: "
             "the steps are too long for the motion, which neither energy nor constraints show. Take "
             f"step={math.floor(smaller / digit) * digit:.1g} or the method 'projection'")
    if "step" not in settings:
        warnings.warn(doubt, stacklevel=6)
    return [doubt]


def not_met(run, settings):
    """A warning, in a list, where a tolerance was so tight that rounding kept it from being met."""
    rtol, kinetic = settings.get("rtol", 1.0), run.kinetic_energy().max()
    error = np.ptp(run.energy_balance())
    if rtol > TIGHT or error <= MET * rtol * kinetic:
        return []
    return [f"rtol={rtol:g} was not met: the energy balance is off by {error / kinetic:.1g} of the kinetic "
            "energy (singular positions on the way, weak constraints, or rounding); a smaller rtol makes it "
            "no better"]
