"""Events: scalars whose change of sign stops a run or is recorded; the states of a run at wanted times."""

from dataclasses import dataclass

from ..formulation.checks import text
from ..formulation.motion_check import check_number


@dataclass(frozen=True)
class Moment:
    """One moment of a run, asked in the same words as a `Result`."""

    model: object
    t: float
    q: object
    qd: object

    def position(self, point):
        """Place of a point in global axes, (d,) [m]; a Point or "body.point"."""
        return self.model.system.value_of(self.model.element(point), self.q)

    def velocity(self, point):
        """Velocity of a point in global axes, (d,) [m/s]."""
        return self.model.system.rate_of(self.model.element(point), self.q, self.qd)


@dataclass(frozen=True)
class Event:
    """Something that happens when a scalar changes its sign.

    Two changes within one step of the method are not seen: limit the step if that matters.

    Parameters
    ----------
    function : callable ``f(moment) -> float``
        moment has t, q, qd, position(point) and velocity(point).
    stop : bool
        End the run there; otherwise only record it.
    direction : -1, 0 or 1
        Only falling, any, or only rising changes.
    name : str

    Examples
    --------
    The time at which a stone dropped from 4.905 m passes the ground:

    >>> from fcclearn import Model, point_mass
    >>> model = Model(gravity=[0, -9.81])
    >>> stone = model.body("stone", point_mass(1.0), at=[0, 4.905])
    >>> run = model.simulate(2.0, events=[Event(lambda now: now.position("stone.com")[1], name="ground")])
    >>> [(name, round(t, 6)) for t, name in run.events]
    [('ground', 1.0)]
    """

    function: object
    stop: bool = True
    direction: int = 0
    name: str = "event"

    def __post_init__(self):
        text(self.name, "the name of an event")
        if not callable(self.function):
            raise TypeError(f"the function of event {self.name!r} must be one, not {self.function!r}")
        if self.direction not in (-1, 0, 1) or not isinstance(self.stop, (bool, int)):
            raise ValueError(f"event {self.name!r} has a direction -1, 0 or 1 and stops (True) or not, "
                             f"not {self.direction!r} and {self.stop!r}")


def watch(model, steps, start, times, events, recorded):
    """States (t, q, qd, work) at wanted times, until a stopping event; events are appended to `recorded`.

    Parameters
    ----------
    steps : iterable of Step
    start : (t, q, qd, work)
    times : increasing, after the start
    recorded : list of (t, name)
    """
    def value(event, t, q, qd, work):
        return checked(event, _asked(event, Moment(model, t, q, qd)), t)

    times, due = list(times), 0
    before = [value(event, *start) for event in events]
    for step in steps:
        after = [value(event, step.end, *step.at(step.end)) for event in events] if events else []
        found = []
        for event, a, b in zip(events, before, after):
            if (a * b < 0 or (b == 0 and a != 0)) and event.direction * (b - a) >= 0:
                t = _crossing(lambda t: value(event, t, *step.at(t)), step.start, step.end)
                found.append((t, event))
        end = min((t for t, event in found if event.stop), default=None)
        recorded += sorted((t, event.name) for t, event in found if end is None or t <= end)
        limit = step.end if end is None else end
        while due < len(times) and times[due] <= limit:
            yield times[due], *step.at(times[due])
            due += 1
        if end is not None:
            if end != times[due - 1]:
                yield end, *step.at(end)
            return
        before = after


def _asked(event, moment):
    """What an event's function says, or a sentence that names the event."""
    try:
        return event.function(moment)
    except Exception as error:
        raise ValueError(f"the function of event {event.name!r} failed at t = {moment.t:g} s: "
                         f"{type(error).__name__}: {error}") from error


def checked(event, value, t):
    """The value of an event's function, one finite number, or one sentence that names the event.

    Examples
    --------
    >>> checked(Event(abs, name="ground"), float("nan"), 0.5)
    Traceback (most recent call last):
    ValueError: the function of event 'ground' must give one finite number at t = 0.5 s, not nan
    """
    check_number(value, f"the function of event {event.name!r}", t)
    return float(value)


def _crossing(function, a, b):
    from scipy.optimize import brentq
    return b if function(b) == 0 else brentq(function, a, b, xtol=1e-12 * (b - a), rtol=1e-14)
