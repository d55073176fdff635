"""What the joints and drivers of a run carried, and which of it nothing determines."""

import sys
import warnings
from pathlib import Path

import numpy as np

from .engine import dynamics, reactions
from .engine.uniqueness import SelfStresses, in_words

PACKAGE = Path(__file__).parent


def reaction(run, joint, on=None, about=None, axes="global"):
    """Force and moment that a joint exerts on one of its bodies.

    Parameters
    ----------
    joint : str
        Name of the joint.
    on : str or Body, optional
        The body acted on, or "ground"; by default the last one of the joint that is not the ground.
    about : Point, "body.point" or place, optional
        The point of the moment; by default the joint's point on that body. It may be one of another body.
    axes : "global", str or Body
        A body in whose axes u, v, (w) the components are given.

    Returns
    -------
    Reaction
        Its `not_unique` names the components that nothing determines.

    Raises
    ------
    KeyError
        Unknown joint, or a body that the joint does not hold (with the known names).

    Warns
    -----
    UserWarning
        Once a run: the reaction is not unique.
    """
    joint = run.model.joint(joint)
    body = run.model.body_of_joint(joint, on)
    about = (joint.point_on(body) or body.point()) if about is None else about
    places, A = run.places(about), None if axes == "global" else run.axes(axes)
    named = dict(about=getattr(about, "label", about), axes=getattr(axes, "name", axes))
    force, moment = seen_in(A, *_joint_wrench(run, joint, body, places))
    unknown = _not_unique(run, joint, body, places, A)
    return reactions.Reaction(run.t, force, moment, body.name, joint.name, not_unique=unknown, **named)


def seen_in(A, force, moment):
    """Components along the columns of A (k, d, d); a planar moment has none. Without A as they are."""
    if A is None:
        return force, moment
    turned = [np.einsum("kij,ki->kj", A, x) if x.ndim == 2 else x for x in (force, moment)]
    return tuple(turned)


def _joint_wrench(run, joint, body, places):
    """Force and moment of a joint on a body, about places; on the ground what is missing to zero."""
    system, q = run.unshared.system, run.q[:, run.unshared.index]
    forces = [reactions.joint_force(system, joint.name, qk, run.unshared.multipliers(lam), t)
              for t, qk, lam in zip(run.t, q, run.multipliers())]
    if not body.moves:
        moving = [_wrenches(run, b, q, forces, places) for b in joint.bodies if b.moves]
        return tuple(-sum(parts) for parts in zip(*moving))
    return _wrenches(run, body, q, forces, places)


def _wrenches(run, body, q, forces, places):
    """Force, and moment about places, of generalised forces on one body."""
    layout = run.unshared.system.layout
    wrenches = (reactions.wrench(layout, body, qk, G) for qk, G in zip(q, forces))
    force, moment = map(np.array, zip(*wrenches))
    return force, moment - reactions.cross(places - run.position(body.point()), force)


# -------------------------------------------------------------------- what is not unique

def self_stresses(run):
    """Number of a time -> `SelfStresses` there: at the first, the middle and the last time, found once."""
    if run.stresses is None:
        looked_at = sorted({0, len(run.t) // 2, len(run.t) - 1})
        run.stresses = {k: SelfStresses(run.system, run.unshared, run.q[k], run.t[k]) for k in looked_at}
    return run.stresses


def _not_unique(run, joint, body, places, A):
    """Components of a reaction that change with some self-stress, in words, and a warning once a run."""
    wrenches = [seen_in(None if A is None else np.repeat(A[[k]], len(stress.multipliers), axis=0),
                        *stress.wrenches(joint, body, places[k])) for k, stress in self_stresses(run).items()]
    forces, moments = map(np.concatenate, zip(*wrenches))
    noise = max(stress.noise for stress in run.stresses.values())
    words = in_words(run.system.units.length * forces, moments, noise)
    if words:
        _doubt(run, f"the reaction of {joint.name} ({', '.join(words)})")
    return words


def _doubt(run, what):
    if not run.doubted:
        run.doubted = True
        warnings.warn(f"{what} is not unique: some equations are redundant, and nothing tells how the joints "
                      "share what they carry together; the numbers are those of the smallest multipliers. "
                      "model.mobility().not_unique names all such joints. To make them unique replace joints "
                      "that model.mobility().report() calls redundant by some that hold less, or by springs",
                      stacklevel=_levels_up())


def _levels_up():
    """How far up the stack, seen from the caller, the first line is that is none of the package."""
    frame, level = sys._getframe(1), 1
    while frame.f_back and Path(frame.f_code.co_filename).is_relative_to(PACKAGE):
        frame, level = frame.f_back, level + 1
    return level


# -------------------------------------------------------------------- implicit joints and drivers

def shared_reaction(run, body, other):
    """Moment that a body gets from another by vectors they share, the implicit joint (theory section 3).

    Returns
    -------
    Reaction
        Its force is zero: shared vectors carry moments only.

    Raises
    ------
    ValueError
        The two bodies share no vector.
    """
    body, other = run.model.find_body(body), run.model.find_body(other)
    axes = run.model.shared_axes(body, other)
    if not axes:
        raise ValueError(f"{body.name} and {other.name} share no vector")
    system = run.unshared.system
    columns = system.layout.place[body][0][[" uvw".index(axis) for axis in axes]]
    q = run.q[:, run.unshared.index]
    states = zip(run.q, run.qd, run.accelerations(), run.multipliers(), run.t)
    f = np.array([run.unshared.shared_force(*state) for state in states])
    moment = reactions.cross(q[:, columns], f[:, columns]).sum(axis=1)
    return reactions.Reaction(run.t, np.zeros((len(run.t), run.model.dimension)), moment,
                              body.name, f"shared with {other.name}")


def drivers(run):
    """Names of the joints that prescribe a motion."""
    driven = {run.system.rows[row].owner for row in run.system.mixing.prescribed}
    return [name for name in run.model.joints if name in driven]


def effort(run, driver):
    """What a driver exerts along what it prescribes: torque for an angle, force for a length.

    Returns
    -------
    (k,) array, or (k, r) for a driver of r rows [N m or N]

    Raises
    ------
    ValueError
        The joint prescribes nothing.

    Warns
    -----
    UserWarning
        Once a run: nothing tells how several drivers share the work.
    """
    name = run.model.joint(driver).name
    if name not in run.drivers():
        raise ValueError(f"{name} prescribes nothing: it is no driver")
    states = zip(run.q, run.multipliers(), run.t)
    values = np.array([dynamics.efforts(run.system, name, *state) for state in states])
    rows = [row for row in run.system.mixing.prescribed if run.system.rows[row].owner == name]
    if any(stress.efforts(rows) for stress in self_stresses(run).values()):
        _doubt(run, f"the effort of {name}")
    return values[:, 0] if values.shape[1] == 1 else values
