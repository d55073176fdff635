"""What all integration methods share: steps that can be looked into, counts, a step length that recovers."""

from dataclasses import dataclass, field

import numpy as np

SMALLEST = 2.0**-12
"""A step that has been halved twelve times and still does not converge is given up."""


STEPS_BEFORE_DOUBLING = 4
"""After so many steps of a reduced length the length is doubled."""


CONTRADICTION = 1e-6
"""An implicit step that settles with a larger |Phi| has constraints that contradict each other [m or 1]."""


class StepFailed(ArithmeticError):
    """The integrator cannot go on."""


class NotConverged(ArithmeticError):
    """The iterations of one step of an implicit method do not settle."""


def check_settled(system, phi):
    """Refuse a step whose iterations settled although a constraint is not satisfied."""
    worst = np.abs(phi).argmax()
    if abs(phi[worst]) > CONTRADICTION:
        raise NotConverged(f"{system.rows[worst]} is still off by {abs(phi[worst]):.3g}; "
                           "drivers or joints may contradict each other")


@dataclass
class Counts:
    """What a run cost, and what it was warned of.

    Attributes
    ----------
    rejected : int or None
        None when the method does not tell.
    evaluations : int
        Of the equations of motion, or iterations of an implicit method.
    soft : int
        Evaluations in which a constraint was so weak that it was followed softly.
    """

    steps: int = 0
    rejected: int | None = 0
    evaluations: int = 0
    soft: int = 0
    warnings: list = field(default_factory=list)


@dataclass(frozen=True)
class Step:
    """One accepted step.

    Attributes
    ----------
    start, end : float [s]
    at : callable ``at(t) -> q, qd, work``
        The motion within the step, and the work done so far by applied forces and drivers [J].
    """

    start: float
    end: float
    at: object


def hermite(t0, q0, v0, w0, t1, q1, v1, w1):
    """The cubic through positions and velocities at both ends, its rate, and the work in between linearly.

    Examples
    --------
    The parabola t^2:

    >>> zero, one, two = np.array([[0.0], [1.0], [2.0]])
    >>> hermite(0.0, zero, zero, 0.0, 1.0, one, two, 0.0)(0.5)
    (array([0.25]), array([1.]), 0.0)
    """
    h = t1 - t0
    mean = (q1 - q0) / h
    quadratic, cubic = 3 * mean - 2 * v0 - v1, v0 + v1 - 2 * mean

    def at(t):
        if t == t1:
            return q1, v1, w1
        s = (t - t0) / h
        q = q0 + h * (s * v0 + s**2 * quadratic + s**3 * cubic)
        return q, v0 + 2 * s * quadratic + 3 * s**2 * cubic, w0 + s * (w1 - w0)
    return at


def controlled(advance, times, step, counts, state):
    """Steps of one length, halved where an iteration does not converge and doubled again a few steps later.

    No step passes one of the wanted times: states there are states of the method, not interpolated ones.

    Parameters
    ----------
    advance : callable ``advance(t, h, state) -> state, at``
        One step; raises `NotConverged`.
    times : increasing array [s]
    step : float
        Largest length; between two wanted times all steps are equally long [s].

    Raises
    ------
    StepFailed
        A very small step does not converge either.
    """
    share, good = 1.0, 0
    for start, end in zip(times[:-1], times[1:]):
        whole = (end - start) / np.ceil((end - start) / step * (1 - 1e-9))
        t = start
        while t < end:
            h = whole * share
            arrived = end if end - t <= h * (1 + 1e-9) else t + h
            try:
                state, at = advance(t, arrived - t, state)
            except NotConverged as error:
                counts.rejected += 1
                share, good = share / 2, 0
                if share < SMALLEST:
                    raise StepFailed(f"a step at t = {t:g} s does not converge, not even with {h:.1g} s: "
                                     f"{error}; try a smaller step or another method") from error
                continue
            counts.steps, good = counts.steps + 1, good + 1
            yield Step(t, arrived, at)
            t = arrived
            if good >= STEPS_BEFORE_DOUBLING:
                share, good = min(2 * share, 1.0), 0
