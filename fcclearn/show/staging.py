"""From a run to a scene: outlines of the bodies, joints, springs and traced points."""

import numpy as np

from .scene import Marker, Scene, Segment, Trace

SLIDING = ("translational", "prismatic", "point on line")
"""Joints that are drawn as a rail where the ground carries them."""


def scene_of(run, frames=120, trace=()):
    """Scene and times of a run, thinned to a number of frames evenly in time.

    A body is drawn by the outline of its solid; a solid without one, by a line or plate through the
    body's joints and ends of springs, or else by a small square.

    Parameters
    ----------
    run : Result
    frames : int
    trace : sequence of Point or "body.point"

    Returns
    -------
    scene : Scene
    times : (frames,) array [s]
    """
    pick = np.unique(np.linspace(0, len(run.t) - 1, min(frames, len(run.t))).round().astype(int))

    def path(point):
        return run.position(point)[pick]

    model = run.model
    segments = [s for body in model.bodies.values() for s in _segments(body, run.solids[body], model, path)]
    segments += [Segment(name, np.stack([path(p) for p in force.elements], axis=1), kind="spring")
                 for name, force in model.forces.items() if _is_spring(force)]
    sliding = [j for j in model.joints.values() if j.kind in SLIDING and not j.bodies[0].moves]
    segments += [rail for joint in sliding for rail in _rail(path(joint.points[1]))]
    markers = [_marker(joint, path) for joint in model.joints.values() if joint.points
               and joint not in sliding]
    hooks = [p for force in model.forces.values() for p in force.elements
             if getattr(p, "body", None) is model.ground and force.potential]
    markers += [Marker("", path(p), ground=True) for p in hooks]
    traces = [Trace(point if isinstance(point, str) else point.label, path(point)) for point in trace]
    up = "z" if model.dimension == 3 and np.abs(model.gravity).argmax() == 2 else "y"
    return Scene(segments, markers, traces, up=up), run.t[pick]


def _is_spring(force):
    return force.potential and len(force.elements) == 2


def _segments(body, solid, model, path):
    if body.kind == "point":
        return []
    if solid.outline:
        return [Segment(body.name, np.stack([path(body.point(c[: body.dimension])) for c in line], axis=1))
                for line in solid.outline]
    held = [p for joint in model.joints.values() for p in joint.points]
    held += [p for force in model.forces.values() if _is_spring(force) for p in force.elements]
    pins = [p for p in held if getattr(p, "body", None) is body]
    distinct = [p for k, p in enumerate(pins)
                if all(np.linalg.norm(p.local - other.local) > 1e-9 for other in pins[:k])]
    if len(distinct) < 2:
        distinct = _small_square(body, solid, model)
    return [Segment(body.name, np.stack([path(p) for p in distinct], axis=1),
                    kind="plate" if len(distinct) > 2 else "link")]


def _small_square(body, solid, model):
    """Corners of a square about the centre of mass of a body that has neither an outline nor two joints."""
    places = np.array([p.at_start() for joint in model.joints.values() for p in joint.points]
                      + [b.blocks[0] for b in model.bodies.values()])
    half = 0.03 * (np.ptp(places, axis=0).max() or 1.0)
    u, v = half * np.eye(body.dimension)[:2]
    middle = solid.com[: body.dimension]
    return [body.point(middle + a * u + b * v) for a, b in ((1, 1), (-1, 1), (-1, -1), (1, -1))]


def _rail(path):
    """The straight guide of a sliding joint on the ground: from where its point goes leftmost to rightmost,
    and a little further."""
    low, high = path[np.lexsort(path.T[::-1])[[0, -1]]]
    reach = 0.15 * (high - low)
    return [Segment("ground", np.array([low - reach, high + reach]))] if reach.any() else []


def _marker(joint, path):
    place = path(joint.acts_at or joint.points[0])
    return Marker(joint.name, place, ground=not all(b.moves for b in joint.bodies))
