"""What is drawn of a model: bodies, springs, rods, joints, traced points; and of a run, as a scene."""

from typing import NamedTuple

import numpy as np
from scipy.linalg import null_space

from ..formulation.elements import Point
from .scene import Marker, Scene, Segment, Trace

SLIDING = ("translational", "prismatic", "point on line")
"""Joints that are drawn as a rail where the ground carries them."""

RODS = ("rod", "distance", "driven distance")
"""Joints that are drawn as a line between their two points."""


class Shape(NamedTuple):
    """A polyline through points of bodies; kinds as in `scene.Segment`."""

    group: str
    kind: str
    points: list


class Pin(NamedTuple):
    """A joint or mass point, on the ground or not; a joint that was given no name has no label."""

    name: str
    label: str
    point: Point
    ground: bool


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
    segments = [Segment(shape.group, np.stack([path(p) for p in shape.points], axis=1), shape.kind)
                for shape in shapes(model, run.solids)]
    segments += [rail for joint in sliding_joints(model) for rail in _rail(path(joint.points[1]))]
    markers = [Marker(pin.label, path(pin.point), pin.ground) for pin in pins(model)]
    traces = [Trace(point if isinstance(point, str) else point.label, path(point)) for point in trace]
    return Scene(segments, markers, traces, up=upwards(model)), run.t[pick]


def upwards(model):
    """The axis that points upwards on the screen: z where gravity acts along it, else y."""
    return "z" if model.dimension == 3 and np.abs(model.gravity).argmax() == 2 else "y"


def shapes(model, solids=None):
    """Lines and plates of the bodies, springs, and rods without mass.

    Parameters
    ----------
    solids : dict of Body -> Solid, by default those that the bodies have now
    """
    found = [shape for body in model.bodies.values()
             for shape in _of_body(body, solids[body] if solids else body.solid, model)]
    found += [Shape(name, "spring", list(force.elements)) for name, force in model.forces.items()
              if _is_spring(force)]
    return found + [Shape(name, "link", _ends(joint)) for name, joint in model.joints.items()
                    if joint.kind in RODS]


def own_label(name, point, joints):
    """Label of a traced point: none where a joint or a named point stands that has one already."""
    taken = any(np.allclose(point.at_start(), pin.point.at_start(), atol=1e-9) for pin in joints if pin.label)
    return "" if taken else getattr(name, "label", name)


def pins(model):
    """What is drawn as a circle: joints, mass points, and the hooks of springs on the ground."""
    sliding = sliding_joints(model)
    found = [Pin(joint.name, "" if joint.name.startswith(f"{joint.kind} ") else joint.name,
                 joint.acts_at or joint.points[0], not all(body.moves for body in joint.bodies))
             for joint in model.joints.values() if joint.points and joint not in sliding]
    found += [Pin(body.name, body.name, body.point(), False) for body in model.bodies.values()
              if body.kind == "point" and body.solid.mass]
    return found + [Pin("", "", p, True) for force in model.forces.values() for p in force.elements
                    if getattr(p, "body", None) is model.ground and force.potential]


def sliding_joints(model):
    """Joints that slide on the ground."""
    return [j for j in model.joints.values() if j.kind in SLIDING and not j.bodies[0].moves]


def direction_of(joint):
    """The direction in which a joint slides on the ground: across the normals of its points on planes."""
    normals = [c.equations[0].x.at_start() for c in joint.constraints if c.kind == "PP"]
    return null_space(np.array(normals))[:, 0]


def _ends(joint):
    """The two points of a rod, from its equation ``d . d = length^2`` with d = Q - P."""
    (product,) = joint.equations[0].products
    return [Point(body, c[1:] * c[0]) for body, c in product.x.terms.items()]


def _is_spring(force):
    return force.potential and len(force.elements) == 2


def _of_body(body, solid, model):
    if body.kind == "point":
        return []
    if solid.outline:
        return [Shape(body.name, "link", [body.point(c[: body.dimension]) for c in line])
                for line in solid.outline]
    held = [p for joint in model.joints.values() for p in joint.points]
    held += [p for force in model.forces.values() if _is_spring(force) for p in force.elements]
    joined = [p for p in held if getattr(p, "body", None) is body]
    distinct = [p for k, p in enumerate(joined)
                if all(np.linalg.norm(p.local - other.local) > 1e-9 for other in joined[:k])]
    if len(distinct) < 2:
        distinct = _small_square(body, solid, model)
    return [Shape(body.name, "plate" if len(distinct) > 2 else "link", distinct)]


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
