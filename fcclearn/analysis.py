"""What a model tells without integrating: its mobility, its free motions, and the motion that its drivers prescribe."""

import time as clock
import warnings
from dataclasses import replace

import numpy as np

from .engine import kinematics, mobility as spaces
from .engine.integrators import Counts
from .engine.reactions import cross, joint_force, wrench
from .formulation.coordinates import angular_velocity
from .formulation.motion_check import check_motions
from .result import Result
from .simulation import SimulationError


def mobility(model, t=0.0):
    """Rank and redundancy in the initial position, with the joint reactions that nothing determines; see `Model.mobility`."""
    system, q = model.system, model.system.layout.start()[0]
    J = system.phi_q(q, t).toarray()
    lost = spaces.undetermined_multipliers(J)
    parts = {name: _undetermined(model, joint, q, lost, t) for name, joint in model.joints.items() if joint.points}
    return replace(spaces.mobility(system, q, t),
                   redundant_rows=tuple(system.rows[k] for k in spaces.redundant_rows(J)) if len(lost) else (),
                   not_unique={name: components for name, components in parts.items() if components},
                   independent=tuple(system.layout.labels[k] for k in spaces.free_motions(J)[1]))


def _undetermined(model, joint, q, lost, t):
    """Components of a joint's reaction that change with multipliers which make no force on any coordinate."""
    body, apart = model.body_of_joint(joint), model.apart
    arm = (joint.point_on(body) or body.point()).at_start() - body.blocks[0]
    names = [f"{what} {x}" for what in ("force", "moment") for x in "xyz"] if model.dimension == 3 else ["force x", "force y", "moment"]
    sizes = np.zeros(len(names))
    for lam in lost:
        G = joint_force(apart.system, joint.name, q[apart.index], apart.multipliers(lam), t)
        force, moment = wrench(apart.system.layout, body, q[apart.index], G)
        sizes = np.maximum(sizes, np.abs(np.append(force, moment - cross(arm, force))))
    return tuple(name for name, size in zip(names, sizes) if size > spaces.RANK_TOLERANCE)


def free_motions(model, t=0.0):
    """Motions that the constraints leave free, as velocities of the bodies; see `Model.free_motions`."""
    system, q = model.system, model.system.layout.start()[0]
    motions, _ = spaces.free_motions(system.phi_q(q, t).toarray())
    return [{name: _velocities(system, body, q, qd) for name, body in model.bodies.items()} for qd in motions]


def _velocities(system, body, q, qd):
    index, sign = system.layout.place[body]
    y, yd = system.y(q)[index] * sign, system.yd(q, qd)[index] * sign
    return yd[0], None if body.kind == "point" else angular_velocity(y, yd, body.dimension)


def structure(model, t=0.0):
    """Labelled block pictures of Phi_q and M in the initial position; see `Model.show_structure`."""
    from .show.figures import block_picture                  # drawing is loaded when a picture is wanted
    system, q = model.system, model.system.layout.start()[0]
    columns = [label.rpartition(".")[0] for label in system.layout.labels]
    rows = [f"{row.owner}: {row.kind}" for row in system.rows]
    pictures = [block_picture(system.mass(q).toarray(), columns, columns, "mass matrix M")]
    return [block_picture(system.phi_q(q, t).toarray(), rows, columns, "Jacobian of the constraints"), *pictures] if rows else pictures


def kinematic_analysis(model, times):
    """Positions, velocities and accelerations of a driven model at increasing times; see `Model.kinematic_analysis`.

    Examples
    --------
    A crank of 2 m that turns with 3 rad/s: the tip's acceleration is 18 m/s2 towards the pin.

    >>> from fcclearn import Model, Motion, revolute, rod, rotated_AR
    >>> from fcclearn.formulation.joints import angle_vectors
    >>> model = Model(gravity=[0, -9.81])
    >>> crank = model.body("crank", rod(1.0, 2.0), along=([0, 0], [2, 0]))
    >>> pin = model.join(revolute(model.ground.point(), crank.point("start")))
    >>> motor = model.join(rotated_AR(*angle_vectors(model.ground, crank), Motion.polynomial(0, 3)), name="motor")
    >>> run = model.kinematic_analysis([0.0, 0.1])
    >>> float(run.acceleration("crank.end")[0, 0].round(12))
    -18.0
    """
    times = np.asarray(times, dtype=float)
    if times.ndim != 1 or not len(times) or not np.isfinite(times).all() or not (np.diff(times) > 0).all():
        raise ValueError("the times of a kinematic analysis must be finite and increase")
    if not model.bodies:
        raise ValueError("the model has no bodies yet")
    doubts = check_motions(model.joints, times)
    for doubt in doubts:
        warnings.warn(doubt, stacklevel=3)
    started, history, fault = clock.perf_counter(), [], None
    try:
        for state in kinematics.kinematic_analysis(model.system, model.system.layout.start()[0], times):
            history.append(state)
    except (kinematics.NotAssembled, ValueError) as error:
        fault = error
    if not history:
        raise fault
    t, q, qd, qdd = zip(*history)
    counts, seconds = Counts(steps=len(t), warnings=doubts), clock.perf_counter() - started
    model.last_run = Result(model, t, q, qd, "kinematic analysis", counts, seconds, fault is None, qdd)
    if fault:
        raise SimulationError(f"{fault}; the history up to t = {t[-1]:g} s is kept in model.last_run", model.last_run) from fault
    return model.last_run
