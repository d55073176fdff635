"""From an assembled model to a run: check the start, integrate, keep what was computed whatever happens."""

import sys
import time as clock
import warnings

import numpy as np

from ..engine.linear import WAYS, Solver
from ..engine.upside_down import turned_over
from ..formulation.motion_check import check_motions
from ..formulation.words import one_of
from ..result import Result
from .doubts import astray, not_met
from .events import watch
from .exchange import unbalanced
from .inputs import changes
from .methods import integrate, options
from .progress import ProgressLine
from .settings import breakpoints_within, check_settings, event_list, sample_times
from .start import ASSEMBLED, check_goes_on, check_start
from .stepping import Counts
from .ways import with_weak_constraints, without_mass

SOFT = 0.1
"""Share of evaluations with weak constraints above which a run says so."""


class SimulationError(ArithmeticError):
    """A run that could not finish; `result` holds the history up to that time."""

    def __init__(self, message, result):
        super().__init__(message)
        self.result = result


def simulate(model, duration, method="projection", samples=501, progress=None, events=(), assemble=False,
             solver=None, breakpoints=(), **settings):
    """Integrate the equations of motion from the initial pose and velocity.

    Parameters
    ----------
    duration : float [s]
    method : "projection", "baumgarte", "augmented-lagrangian", "energy-momentum", "power-series" or "stiff"
    samples : int or increasing array
        Number of evenly spaced times that are kept, or these times themselves, the first of them 0.
    progress : bool, optional
        Show a progress line; by default on a terminal, for a run of more than a second.
    breakpoints : sequence of float
        Times at which something changes suddenly, a force that sets in, a kink of a motion: a step ends
        there [s].
    events : list of Event or of callables ``f(moment)``
        Scalars whose change of sign stops the run, or is recorded in `Result.events`; see `Event`.
    assemble : bool
        Start from the nearest consistent position and velocity, and say in the warnings what changed;
        otherwise an inconsistent start is refused.
    solver : str, optional
        Way to solve the linear equations: "dense", "band", "minimum norm" or "row selection".
    **settings
        Of the method (`fcclearn.simulation.methods.options` names them): rtol (relative tolerance) and step
        (largest step [s]) of the adaptive ones, alpha and beta of Baumgarte's, step and tolerance of the
        others. Where forces or motions change with time, the adaptive ones take no longer steps than the
        samples are apart, unless `step` says otherwise.

    Returns
    -------
    Result

    Raises
    ------
    ValueError
        Bad duration or option, bodies that are not assembled (with the gap), a velocity that is inconsistent,
        or of no branch in a singular position.
    SimulationError
        The run could not finish; its `result`, and `model.last_run`, hold the history so far.
    """
    times = sample_times(duration, samples)
    check_settings(method, settings, duration)
    events = event_list(events)
    if solver is not None:
        one_of(solver, WAYS, "way to solve")
    if not model.bodies:
        raise ValueError("the model has no bodies yet")
    if not len(model.system.M3.data):
        raise ValueError("no body of the model has a mass, so nothing says how it moves; give one a mass, or "
                         "drive every freedom and take kinematic_analysis")
    counts = Counts()
    if assemble:
        counts.warnings += _assembled(model)
    doubts = check_motions(model.joints, times)
    q, qd = model.system.layout.start()
    check_start(model, q, qd)
    for doubt in doubts + turned_over(model.joints.values(), model.system, q):
        warnings.warn(doubt, stacklevel=3)
        counts.warnings.append(doubt)
    solver = (solver or without_mass(model, q, qd, times, method, counts)
              or with_weak_constraints(model, q, counts))
    solver = Solver(*model.system.patterns, solver, model.system.units) if solver else model.solver
    check_goes_on(model, solver, q, qd)
    ends = np.union1d(breakpoints_within(breakpoints, duration), [0.0, duration])
    return _run(model, solver, q, qd, times, ends, method, progress, events, counts, settings)


def _run(model, solver, q, qd, times, ends, method, progress, events, counts, settings):
    history, recorded, started = [(0.0, q, qd, 0.0)], [], clock.perf_counter()
    line = ProgressLine(times[-1], progress)

    def result(complete):
        t, qs, qds, work = zip(*history)
        seconds = clock.perf_counter() - started
        run = Result(model, t, qs, qds, method, counts, seconds, complete, work=work, events=recorded)
        run.solver = solver
        counts.warnings += unbalanced(run) + _soft(counts) + not_met(run, settings)
        counts.warnings += astray(counts, times[-1], settings)
        model.last_run = run
        return run

    with warnings.catch_warnings(record=True) as caught:
        try:
            if options(method)["step"] == np.inf and "step" not in settings and changes(model, times):
                settings["step"] = np.diff(times).max()      # no step outruns what the user looks at
            steps = integrate(model.system, solver, q, qd, ends, method, counts, **settings)
            for moment in watch(model, steps, history[0], times[1:], events, recorded):
                history.append(moment)
                line.show(moment[0])
        except KeyboardInterrupt:
            print(f"interrupted at t = {history[-1][0]:g} s; the history so far is kept", file=sys.stderr)
            return result(complete=False)
        except Exception as error:
            kept = f"the history up to t = {history[-1][0]:g} s is kept in model.last_run"
            raise SimulationError(f"{error}; {kept}", result(complete=False)) from error
        finally:
            line.close()
            counts.warnings += dict.fromkeys(str(w.message) for w in caught)
    return result(complete=True)


def _soft(counts):
    if counts.soft <= SOFT * counts.evaluations:
        return []
    return [f"constraints were so weak in {counts.soft} of {counts.evaluations} evaluations that they were "
            "followed softly; near a singular position that is as it should be, elsewhere take "
            "solver='row selection'"]


def _assembled(model):
    """Take the nearest consistent start; what changed, in words."""
    before = np.concatenate(model.system.layout.start())
    model.assemble()
    q, qd = model.system.layout.start()
    change, units = np.abs(np.concatenate([q, qd]) - before), model.system.units.state(qd)[:-1]
    labels, found = model.system.layout.labels, []
    for share, size, what in zip(np.split(change / units, 2), np.split(change, 2), ("position", "velocity")):
        k = share.argmax()
        if share[k] > ASSEMBLED:
            found.append(f"the start was made consistent: the {what} {labels[k]} changed by {size[k]:.3g}, "
                         "others by less")
    return found


