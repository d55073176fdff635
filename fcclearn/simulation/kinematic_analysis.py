"""The motion that drivers prescribe: positions, velocities and accelerations without integration."""

import sys
import time as clock
import warnings

import numpy as np

from ..engine import kinematics
from ..engine.idle import idle_bodies
from ..engine.upside_down import turned_over
from ..formulation.checks import numbers
from ..formulation.motion_check import check_motions
from ..result import Result
from .run import SimulationError
from .stepping import Counts


def kinematic_analysis(model, times):
    """Positions, velocities and accelerations of a driven model; see `Model.kinematic_analysis`.

    Examples
    --------
    A crank of 2 m that turns with 3 rad/s: the tip's acceleration is 18 m/s2 towards the pin.

    >>> from fcclearn import Model, Motion, revolute, rod, rotated_AR
    >>> from fcclearn.formulation.joints import angle_vectors
    >>> model = Model(gravity=[0, -9.81])
    >>> crank = model.body("crank", rod(1.0, 2.0), along=([0, 0], [2, 0]))
    >>> pin = model.join(revolute(model.ground.point(), crank.point("start")))
    >>> turn = angle_vectors(model.ground, crank)
    >>> motor = model.join(rotated_AR(*turn, Motion.polynomial(0, 3)), name="motor")
    >>> run = model.kinematic_analysis([0.0, 0.1])
    >>> float(run.acceleration("crank.end")[0, 0].round(12))
    -18.0
    """
    times = numbers(times, "the times of a kinematic analysis")
    if times.ndim != 1 or not len(times) or not np.isfinite(times).all() or not (np.diff(times) > 0).all():
        raise ValueError("the times of a kinematic analysis must be finite and increase")
    if not model.bodies:
        raise ValueError("the model has no bodies yet")
    doubts = check_motions(model.joints, times)
    for doubt in doubts:
        warnings.warn(doubt, stacklevel=3)
    started, history, fault, kinks = clock.perf_counter(), [], None, []
    try:
        start = model.system.layout.start()[0]
        for state in kinematics.kinematic_analysis(model.system, start, times, kinks):
            history.append(state)
    except (Exception, KeyboardInterrupt) as error:
        fault = error
    if not history:
        raise fault
    t, q, qd, qdd = zip(*history)
    found = turned_over(model.joints.values(), model.system, q[0], t[0])
    found += [] if doubts else _kinked([kink for kink in kinks if kink <= t[-1]])           # [] if it is told
    for doubt in found:
        warnings.warn(doubt, stacklevel=3)
    doubts += found
    seconds, doubts = clock.perf_counter() - started, doubts + _idle(model, q[0], t[0])
    counts = Counts(steps=len(t), warnings=doubts)
    run = model.last_run = Result(model, t, q, qd, "kinematic analysis", counts, seconds, fault is None, qdd)
    if isinstance(fault, KeyboardInterrupt):
        print(f"interrupted at t = {t[-1]:g} s; the history so far is kept", file=sys.stderr)
    elif fault:
        raise SimulationError(f"{fault}; the history up to t = {t[-1]:g} s is kept in model.last_run",
                              run) from fault
    return run


def _kinked(times):
    """A warning, in a list, where the motion does not say how it goes on."""
    if not times:
        return []
    return [f"near t = {times[0]:.4g} s the motion might go on otherwise: a prescribed velocity jumps there, "
            "which takes an infinite force, or two branches of the mechanism meet in a singular position, "
            "and which one is followed is chance"]


def _idle(model, q, t):
    """What idles, in words."""
    names = idle_bodies(model.system, q, t)
    if not names:
        return []
    return [f"{', '.join(names)} may turn freely; that moves no mass and no point of a force, "
            "so it was left at rest"]
