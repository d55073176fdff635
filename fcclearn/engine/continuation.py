"""Following a driven motion from one time to the next without leaving its branch.

The equations of a driven mechanism have several solutions at each time: two ways to close a four-bar, a
crank half a turn off where a driver holds a sine. Newton's method takes any. The right one is the one that
the motion leads to: of two positions with their velocities and accelerations each must predict the other,

    q1 = q0 + h qd0 + h^2/2 qdd0        and        q0 = q1 - h qd1 + h^2/2 qdd1

better than to a tenth of the way between them, and no singular position may be passed on the way: of
Jacobians of full rank, det(J0' J1) stays positive. Where this fails, the step is halved.
"""

from typing import NamedTuple

import numpy as np
import scipy

from ..formulation.algebra import RANK_TOLERANCE

ASTRAY = 0.1
"""Share of the way between two positions by which one may fail to predict the other."""

CLOSE = 1e-6
"""Positions that are predicted to this are on the motion, in units of the model."""

NEXT = 1e-4
"""Over a way this short a velocity may jump, in units of the model: a kink of a prescribed motion."""

KINKS = 8
"""After so many short ways between two samples longer ones are allowed: rates that are wrong everywhere."""

JUMP = 2.0
"""A velocity jumps if it changes by so many times more than the accelerations at both ends can do."""

SUSPECT = -20.0
"""A determinant with a smaller logarithm may be none: a freedom that is not driven makes a factor 1e-16."""

SHORTEST = 2.0**-30
"""Share of the time between two samples below which a step is given up."""


class LostBranch(ArithmeticError):
    """The position jumps: no short step leads from one position to the next."""


class Moving(NamedTuple):
    """A position at a time, with its velocity and acceleration, and the Jacobian in units of the model."""

    t: float
    q: np.ndarray
    qd: np.ndarray
    qdd: np.ndarray
    J: np.ndarray

    def at(self, t):
        """The position that is predicted for another time."""
        return self.q + (t - self.t) * self.qd + 0.5 * (t - self.t) ** 2 * self.qdd


def misses(one, other, units):
    """By how much two moments fail to predict each other, and the way between them, in units of the model.

    Examples
    --------
    A point on the unit circle at 1 rad/s, seen after 0.1 rad and after half a turn:

    >>> from types import SimpleNamespace
    >>> def at(t):
    ...     q = np.array([np.cos(t), np.sin(t)])
    ...     return Moving(t, q, np.array([-q[1], q[0]]), -q, np.eye(2))
    >>> miss, way = misses(at(0.0), at(0.1), SimpleNamespace(columns=np.ones(2)))
    >>> float(miss / way) < 0.01
    True
    >>> miss, way = misses(at(0.0), at(np.pi), SimpleNamespace(columns=np.ones(2)))
    >>> float(miss / way) > 1
    True
    """
    pairs = (other.q, one.at(other.t)), (one.q, other.at(one.t)), (one.q, other.q)
    there, back, way = (np.abs((a - b) / units.columns).max(initial=0.0) for a, b in pairs)
    return max(there, back), way


def jumps(one, other, units):
    """Whether the velocity changes by more than the accelerations say: not where a motion sets in softly."""
    change, first, last = (np.abs(x / units.columns).max(initial=0.0)
                           for x in (other.qd - one.qd, one.qdd, other.qdd))
    return change > JUMP * (other.t - one.t) * (first + last)


def turned_round(one, other):
    """Whether a singular position lies between two moments, or is one of them.

    Freedoms that are not driven in either are none of its business.
    """
    product = one.J.T @ other.J
    sign, logarithm = np.linalg.slogdet(product)
    if logarithm < SUSPECT:
        free = scipy.linalg.null_space(one.J, rcond=RANK_TOLERANCE)
        sign, _ = np.linalg.slogdet(product + free @ free.T)
    return sign <= 0


def follow(find, start, end, units, kinks):
    """The moment at a time that the motion leads to, in as many steps as it takes.

    Parameters
    ----------
    find : callable ``find(q, t) -> Moving``
        The position near a guess; raises ArithmeticError or ValueError where there is none.
    start : Moving
    end : float [s]
    kinks : list of float
        Times at which the velocity jumps are appended [s].

    Returns
    -------
    Moving

    Raises
    ------
    LostBranch
        The position jumps.
    ArithmeticError, ValueError
        What `find` said first, most often at the end, where no step is short enough.
    """
    here, h, short, first = start, end - start.t, 0, None
    while here.t < end:
        t = end if end - here.t <= h * (1 + 1e-9) else here.t + h
        fault = LostBranch(f"the position jumps at t = {t:.6g} s: a prescribed motion jumps there, "
                           "or this branch of the mechanism ends")
        try:
            found = find(here.at(t), t)
            miss, way = misses(here, found, units)
            if miss <= max(ASTRAY * way, CLOSE) and not turned_round(here, found):
                here, h = found, 2 * h
                continue
            if max(miss, way) <= NEXT * 2 ** max(0, short - KINKS):
                if turned_round(here, found) or jumps(here, found, units):
                    kinks.append(t)
                here, h, short = found, 2 * h, short + 1
                continue
        except (ArithmeticError, ValueError) as error:
            fault = first = first or error
        if h <= SHORTEST * (end - start.t):
            raise fault
        h = h / 2
    return here
