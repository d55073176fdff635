"""The method "power-series": long steps of high order where all forces have series and nothing is driven.

Each step expands the motion (module `series`) and goes as far as the expansion holds. Where it does not, near
a singular position, the default method takes over for as long as the last step was.
"""

from ..engine.massless import without_mass
from .adaptive import Pace, projection
from .series import Twin
from .stepping import Step, StepFailed

FIRST = 0.1
"""Guess of the first step, which scales the first series only, over the model's unit of time."""

COARSEST = 1e-5
"""A larger tolerance gains no time: the steps hold no longer."""


def power_series(system, solver, q, qd, ends, counts, rtol=1e-9, step=float("inf")):
    """Taylor series of order 24 or 18, with steps as long as it converges (module `series`).

    It takes weight, forces that are constant or linear, springs and dampers; joints are not driven.

    Parameters
    ----------
    rtol : float
        Tolerance of the last terms of a step, and of the constraints at its end, in
        units of the model, and of the energy; 1e-5 where more is allowed.
    step : float
        Largest step [s].

    Raises
    ------
    StepFailed
        Driven joints, or a force that is a law of its own; a freedom without mass.

    Examples
    --------
    >>> from fcclearn.benchmarks import BENCHMARKS
    >>> found = BENCHMARKS["A01"].run(method="power-series")
    >>> found.largest_error() < 1e-9 and found.run.counts.steps < 100                      # in ten seconds
    True
    """
    _check(system, solver, q)
    rtol = min(rtol, COARSEST)
    twin, pace, work, passages, rho = Twin(system), Pace(ends[-1]), 0.0, 0, FIRST * system.units.time(qd)
    try:
        for t, end in zip(ends[:-1], ends[1:]):
            while t < end:
                counts.evaluations += 1
                series = twin.expand(q, qd, rho)
                h = twin.length(series, min(step, end - t), rtol)
                if h:
                    arrived = end if end - t <= h * (1 + 1e-9) else t + h
                    taken, rho = Step(t, arrived, series.motion(t, work, system.n)), h
                    counts.steps += 1
                    pace.check(arrived)
                    yield taken
                else:
                    passages, arrived = passages + 1, min(t + rho, end)
                    for taken in projection(system, solver, q, qd, [t, arrived], counts, rtol, step):
                        taken = _later(taken, work)
                        yield taken
                q, qd, work = taken.at(arrived)
                t = arrived
    finally:
        if passages:
            counts.warnings.append(f"the series did not converge at {passages} places (singular positions?), "
                                   "which the method 'projection' took")


def _check(system, solver, q):
    """Refuse what is no quadratic map, or has no mass."""
    if system.mixing.driven:
        row = system.rows[system.mixing.driven[0][0]]
        raise StepFailed(f"{row.owner} is driven, which the method 'power-series' does not take: "
                         "take the method 'projection'")
    state = system.state(q)
    coordinate = without_mass(solver, state.M, state.phi_q)
    if coordinate is not None:
        raise StepFailed(f"{system.layout.labels[coordinate]} or what moves with it has almost no mass, "
                         "which the method 'power-series' needs; give the body some inertia about its axis, "
                         "or take the method 'projection'")


def _later(step, work):
    """A step of another method, before which some work had been done."""
    def at(t):
        q, qd, done = step.at(t)
        return q, qd, work + done
    return Step(step.start, step.end, at)
