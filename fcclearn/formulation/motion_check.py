"""Whether a prescribed motion is one: numbers, and derivatives that belong together."""

from numbers import Number

import numpy as np

from .motion import TIME, Function

MISMATCH = 1e-3
"""A derivative may be off by this share of the largest one seen, as a numerical one may be."""

LOOK = 1e-6
"""How far aside the slopes are taken, as a share of the time looked at: rounding against curvature."""


def prescribed(equations):
    """The functions of time that a user gave to some equations, without repetition."""
    found = []
    for e in equations:
        found += [f for f in (getattr(e, "f", None), getattr(e, "phase", None)) if isinstance(f, Function)]
        if getattr(e, "phase", None) is TIME:
            found += [f for f in (*e.weights, e.offset) if isinstance(f, Function)]
    return [f for f in dict.fromkeys(found) if f is not TIME]


def doubts(motion, times):
    """What speaks against a motion, in words: "" if nothing does.

    The rate at a time must lie between the slopes of the value just before and just after it, and the
    acceleration between those of the rate: so kinks and jumps are no mistake, but a wrong factor is.

    Parameters
    ----------
    motion : Function
    times : (k,) array [s]

    Examples
    --------
    The chain rule forgotten in a sine of 2 pi t:

    >>> from fcclearn import Motion
    >>> w = 2 * np.pi
    >>> wrong = Motion(lambda t: np.sin(w * t), lambda t: np.cos(w * t), lambda t: -np.sin(w * t))
    >>> doubts(wrong, [0.0, 0.5])
    'its rate at t = 0 s is given as 1, but its value changes at 6.28 per second'
    >>> doubts(Motion.polynomial(1.0, 2.0, 3.0), [0.0, 0.5])
    ''
    """
    aside = LOOK * (max(times) - min(times) or 1.0)
    for name, of, function, derivative in (("rate", "value", motion.value, motion.rate),
                                           ("acceleration", "rate", motion.rate, motion.acceleration)):
        seen = [(t, derivative(t), *_slopes(function, t, aside)) for t in times]
        largest = max(abs(value) for _, *values in seen for value in values)
        for t, given, *slopes in (row for row in seen if len(row) > 2):
            off = max(min(slopes) - given, given - max(slopes))
            if off > MISMATCH * largest + _rounding(function, t, aside):
                slope = min(slopes, key=lambda s: abs(s - given)) + 0.0
                return (f"its {name} at t = {t:.4g} s is given as {given:.3g}, "
                        f"but its {of} changes at {slope:.3g} per second")
    return ""


def _slopes(function, t, aside):
    """Slopes of a function before and after t, but not on a side where it is not known, or where it jumps."""
    slopes = []
    for h in (-aside, aside):
        try:
            half, whole = ((function(t + s) - function(t)) / s for s in (h / 2, h))
        except Exception:                              # not known there
            continue
        if abs(half) <= 1.5 * abs(whole):             # at a jump the slope doubles when the step is halved
            slopes.append(whole)
    return slopes


def _rounding(function, t, aside):
    return 8 * np.finfo(float).eps * abs(function(t)) / aside


def check_number(value, what, t):
    """Refuse what is not one finite number.

    Raises
    ------
    ValueError
        With the name, the time and the shape or value.
    """
    if not (isinstance(value, (Number, np.ndarray)) and np.shape(value) == () and np.isfinite(value)):
        found = f"an array of shape {np.shape(value)}" if np.shape(value) else repr(value)
        raise ValueError(f"{what} must give one finite number at t = {t:g} s, not {found}")


def check_motions(joints, times):
    """Sentences about the motions of joints whose derivatives do not belong together, at some of the times.

    Parameters
    ----------
    joints : dict of str -> Joint
    times : increasing array [s]

    Raises
    ------
    ValueError
        A motion gives something else than a finite number.
    """
    look = np.asarray(times, dtype=float)
    look = look[np.unique(np.linspace(0, len(look) - 1, 7).round().astype(int))]
    found = []
    for name, joint in joints.items():
        for motion in prescribed(joint.equations):
            known = [t for t in look if _known(motion, name, t)]
            problem = doubts(motion, known) if known else ""
            if problem:
                found.append(f"the derivatives that {name} prescribes do not belong together: {problem}")
    return found


def _known(motion, name, t):
    """Whether a motion can be asked at a time; what it says there is checked."""
    try:
        values = motion(t)
    except Exception:
        return False                                   # it is told where it is used
    for what, value in zip(("value", "rate", "acceleration"), values):
        check_number(value, f"the {what} that {name} prescribes", t)
    return True
