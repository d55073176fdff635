"""What a user asks of a run: its times, options and events, each checked before anything is computed."""

import numpy as np

from ..formulation.checks import is_number
from ..formulation.words import one_of
from .events import Event
from .methods import options

MOST_SAMPLES = 10_000_000
MOST_STEPS = 10_000_000
"""What nobody lives to see."""


def sample_times(duration, samples):
    """Times that are kept, from 0 to the duration.

    Raises
    ------
    ValueError
        A duration or samples that are none.
    """
    if not is_number(duration):
        raise ValueError(f"the duration must be a number of seconds, not {duration!r}")
    if not (np.isfinite(duration) and duration > 0):
        raise ValueError(f"the duration must be positive, not {duration:g} s")
    if np.ndim(samples) == 0:
        if not (is_number(samples) and 2 <= samples <= MOST_SAMPLES and samples == int(samples)):
            raise ValueError("samples must be two or more (ten million at most), a whole number, or times, "
                             f"not {samples!r}")
        return np.linspace(0.0, duration, int(samples))
    try:
        times = np.asarray(samples, dtype=float)
    except (TypeError, ValueError):
        raise ValueError(f"samples must be a whole number, or times [s], not {samples!r}") from None
    if (times.ndim != 1 or len(times) < 2 or times[0] != 0.0 or times[-1] != duration
            or not (np.diff(times) > 0).all()):
        raise ValueError(f"samples must be two or more, or times that increase from 0 to {duration:g} s")
    return times


def check_settings(method, settings, duration):
    """Refuse options that the method has not, that are no numbers, or whose run would never end.

    Raises
    ------
    ValueError
    """
    known = options(method)
    for name, value in settings.items():
        one_of(name, known, f"option of {method}")
        if not is_number(value) or not (value > 0 or value == 0 and name in ("alpha", "beta")):
            raise ValueError(f"{name} must be a positive number, not {value!r}")
        if value == np.inf and known[name] != np.inf:                 # an infinite step: no largest one
            raise ValueError(f"{name} must be finite")
    if not settings.get("rtol", 0.0) <= 1:
        raise ValueError("rtol is the share by which a step may be off, not more than 1, "
                         f"not {settings['rtol']!r}")
    step = settings.get("step", np.inf)
    if duration / step > MOST_STEPS:
        raise ValueError(f"steps of {step:g} s would be {duration / step:.1g} of them in {duration:g} s: "
                         "take longer ones")


def breakpoints_within(breakpoints, duration):
    """Times at which a step shall end.

    Raises
    ------
    ValueError
        No times, or times outside the run.
    """
    try:
        found = np.asarray(breakpoints, dtype=float).ravel()
    except (TypeError, ValueError):
        raise ValueError(f"breakpoints must be times [s], not {breakpoints!r}") from None
    if not ((0 <= found) & (found <= duration)).all():
        raise ValueError(f"breakpoints must be times from 0 to {duration:g} s, not {breakpoints!r}")
    return found


def event_list(events):
    """Events from what a user gives: `Event`s or functions of a moment.

    Raises
    ------
    TypeError
        Something else.
    """
    events = [events] if callable(events) or isinstance(events, Event) else events
    if not isinstance(events, (list, tuple)):
        raise TypeError(f"events must be a list of Event or of functions of a moment, not {events!r}")
    for event in events:
        if not (isinstance(event, Event) or callable(event)):
            raise TypeError(f"an event is a function of a moment, or Event(function), not {event!r}")
    return [e if isinstance(e, Event) else Event(e) for e in events]
