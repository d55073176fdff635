"""What all integration methods share: steps that can be looked into, counts, a step length that recovers."""

from dataclasses import dataclass, field

import numpy as np

from ..engine.kinematics import NotAssembled, project_state
from ..engine.linear import SingularSystem
from .doubts import StepErrors

SMALLEST = 2.0**-12
"""A step that has been halved twelve times and still does not converge is given up."""


CRAWLING = 2.0**-6
"""Steps as short as this share of the wanted one are no passing difficulty ..."""


MOST_CRAWLING = 1000, 20_000
"""... after so many in a row, if so many more would be needed to the end."""


STEP = 0.01
"""The usual step of a method that does not choose its own, in units of the model's time."""


STEPS_BEFORE_DOUBLING = 4
"""After so many steps of a reduced length the length is doubled."""


CONTRADICTION = 1e-6
"""An implicit step that settles with a larger |Phi|, in units of the model, has constraints that contradict
each other."""


SAME_TIME = 1e-9
"""Times that differ by less than this share of a step are one time."""


class StepFailed(ArithmeticError):
    """The integrator cannot go on."""


class NotConverged(ArithmeticError):
    """The iterations of one step of an implicit method do not settle."""


def check_settled(system, phi):
    """Refuse a step whose iterations settled although a constraint is not satisfied."""
    if not len(phi):
        return
    off = system.units.off(phi)
    worst = off.argmax()
    if off[worst] > CONTRADICTION:
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
    errors : StepErrors or None
        Of steps whose length the user chose, an estimate of what they add up to.
    """

    steps: int = 0
    rejected: int | None = 0
    evaluations: int = 0
    soft: int = 0
    errors: object = None
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


def project(system, solver, t, x):
    """The state with position and velocity brought onto the constraints."""
    n = system.n
    try:
        return np.concatenate([*project_state(system, solver, x[:n], x[n:-1], t), x[-1:]])
    except (NotAssembled, SingularSystem) as error:
        raise StepFailed(f"the projection after a step to t = {t:g} s failed: {error}; "
                         "drivers or joints may contradict each other, or rtol is too large") from error


def controlled(advance, ends, step, counts, state, onto, units=1.0):
    """Steps of one length, halved where an iteration does not converge and doubled again a few steps later.

    Parameters
    ----------
    advance : callable ``advance(t, h, state) -> state, at``
        One step; raises `NotConverged`.
    ends : increasing array [s]
        The start, the times at which a step must end, the end.
    step : float
        Largest length; between two ends all steps are equally long [s].
    onto : callable ``onto(t, x) -> x``
        Brings what is interpolated within a step, ``x = {q, qd, work}``, onto the constraints.
    units : (n,) array
        In which coordinates are measured to estimate errors; ``state[0]`` is q.

    Raises
    ------
    StepFailed
        A very small step does not converge either, or there would be no end of small ones.
    """
    crawled, (many, most) = 0, MOST_CRAWLING
    share, good, counts.errors = 1.0, 0, StepErrors(units, ends[0], state[0])
    for start, end in zip(ends[:-1], ends[1:]):
        whole = (end - start) / np.ceil((end - start) / step * (1 - 1e-9))
        t = start
        while t < end:
            h = whole * share
            arrived = end if end - t <= h * (1 + 1e-9) else t + h
            try:
                state, at = advance(t, arrived - t, state)
            except (NotConverged, SingularSystem) as error:
                counts.rejected += 1
                share, good = share / 2, 0
                if share < SMALLEST:
                    raise StepFailed(f"a step at t = {t:g} s does not converge, not even with {h:.1g} s: "
                                     f"{error}; try a smaller step or another method") from error
                continue
            counts.steps, good = counts.steps + 1, good + 1
            crawled = crawled + 1 if share <= CRAWLING else 0
            if crawled > many and (ends[-1] - t) / h > most:
                raise StepFailed(f"{many} steps in a row up to t = {t:.4g} s had to be as short as "
                                 f"{h:.1g} s, as longer ones do not converge: forces are too stiff for this "
                                 f"method; take the method 'stiff' or step={h:.1g}")
            counts.errors.add(arrived, state[0])
            yield Step(t, arrived, _interpolated(at, t, arrived, onto))
            t = arrived
            if good >= STEPS_BEFORE_DOUBLING:
                share, good = min(2 * share, 1.0), 0


def _interpolated(at, start, end, onto):
    """The motion within a step: the method's own states at its ends, brought onto the constraints between."""
    def motion(t):
        same = SAME_TIME * (end - start)
        if abs(t - end) <= same or abs(t - start) <= same:
            return at(end if abs(t - end) <= same else start)
        q, qd, work = at(t)
        x = onto(t, np.concatenate([q, qd, [work]]))
        return x[: len(q)], x[len(q):-1], x[-1]
    return motion
