"""From an assembled model to a run: check the start, integrate, keep what was computed whatever happens."""

import sys
import time as clock

import numpy as np

from .engine.integrators import METHODS, Counts, StepFailed, integrate
from .formulation.body import suggest
from .result import Result

ASSEMBLED = 1e-8
"""Largest |Phi| and |Phi_q qd - nu| that a simulation starts from [m or 1, m/s or 1/s]."""


class SimulationError(ArithmeticError):
    """A run that could not finish; `result` holds the history up to that time."""

    def __init__(self, message, result):
        super().__init__(message)
        self.result = result


def simulate(model, duration, method="projection", samples=501, progress=None, **options):
    """Integrate the equations of motion from the initial pose and velocity.

    Parameters
    ----------
    duration : float [s]
    method : "projection" or "baumgarte"
    samples : int or increasing array
        Number of evenly spaced times that are kept, or these times themselves, the first of them 0.
    progress : bool, optional
        Show a progress line; by default on a terminal, for a run of more than a second.
    **options
        Of the method: rtol (relative tolerance), step (largest step [s]); for Baumgarte alpha and beta.

    Returns
    -------
    Result

    Raises
    ------
    ValueError
        Bad duration or option, bodies that are not assembled (with the gap), inconsistent velocity.
    SimulationError
        The run could not finish; its `result`, and `model.last_run`, hold the history so far.
    """
    if not (np.isfinite(duration) and duration > 0):
        raise ValueError(f"the duration must be positive, not {duration:g} s")
    if method not in METHODS:
        raise ValueError(suggest(method, METHODS, "method"))
    for name, value in options.items():
        if not value > 0 and name not in ("alpha", "beta"):
            raise ValueError(f"{name} must be positive, not {value:g}")
    if not model.bodies:
        raise ValueError("the model has no bodies yet")
    times = np.linspace(0.0, duration, samples) if np.ndim(samples) == 0 else np.asarray(samples, dtype=float)
    if len(times) < 2 or times[0] != 0.0 or times[-1] != duration or not (np.diff(times) > 0).all():
        raise ValueError(f"samples must be two or more, or times that increase from 0 to {duration:g} s")
    q, qd = model.system.layout.start()
    _check_start(model, q, qd)
    return _run(model, q, qd, times, method, progress, options)


def _run(model, q, qd, times, method, progress, options):
    counts, history, started = Counts(), [], clock.perf_counter()
    line = ProgressLine(times[-1], progress)

    def result(complete):
        model.last_run = Result(model, *zip(*history), method, counts, clock.perf_counter() - started, complete)
        return model.last_run

    try:
        for state in integrate(model.system, model.solver, q, qd, times, method, counts, **options):
            history.append(state)
            line.show(state[0])
    except KeyboardInterrupt:
        print(f"interrupted at t = {history[-1][0]:g} s; the history so far is kept", file=sys.stderr)
        return result(complete=False)
    except (StepFailed, ValueError) as error:
        raise SimulationError(f"{error}; the history up to t = {history[-1][0]:g} s is kept in model.last_run", result(complete=False)) from error
    finally:
        line.close()
    return result(complete=True)


def _check_start(model, q, qd):
    phi = model.system.phi(q)
    if np.abs(phi).max(initial=0.0) > ASSEMBLED:
        raise ValueError(_gap(model, phi))
    slip = model.system.phi_q(q) @ qd - model.system.nu(q)
    if np.abs(slip).max(initial=0.0) > ASSEMBLED:
        row = model.system.rows[np.abs(slip).argmax()]
        raise ValueError(f"the initial velocity is inconsistent: {row} changes at {np.abs(slip).max():.3g} per second; "
                         "give all bodies velocities that fit, or call model.assemble() to take the nearest ones")


def _gap(model, phi):
    row = model.system.rows[np.abs(phi).argmax()]
    own = np.array([r.owner == row.owner and r.kind == "CP" for r in model.system.rows])
    if row.kind == "CP":
        points = " and ".join(p.label for p in model.joints[row.owner].points)
        return f"the points of {row.owner} ({points}) are {np.linalg.norm(phi[own]):.3g} m apart; move the bodies or call model.assemble()"
    return f"the bodies are not assembled: {row} is off by {np.abs(phi).max():.3g}; correct the pose or call model.assemble()"


class ProgressLine:
    """A line on standard error that says how far a run is, once it has taken a second."""

    def __init__(self, end, wanted):
        self.end, self.wanted = end, sys.stderr.isatty() if wanted is None else wanted
        self.next, self.shown = clock.perf_counter() + 1.0, False

    def show(self, t):
        now = clock.perf_counter()
        if self.wanted and now >= self.next:
            done = int(30 * t / self.end)
            print(f"\r[{'#' * done}{'.' * (30 - done)}] t = {t:.4g} of {self.end:g} s ", end="", file=sys.stderr, flush=True)
            self.next, self.shown = now + 0.2, True

    def close(self):
        if self.shown:
            print("\r" + " " * 70 + "\r", end="", file=sys.stderr, flush=True)
