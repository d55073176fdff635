"""A mechanism to pull and to let go, on a page without a kernel: `live` writes the page.

The mechanics (`live_mechanics.js`), the page (`live.html`, `live_page.js`) and the drawing that it shares
with the player (`drawing.js`) are ordinary files of the package; `live_data` gives them the model in numbers.
"""

import html

import numpy as np

from ..engine.mobility import mobility
from ..formulation.words import one_of, suggest
from ..simulation.start import ASSEMBLED
from .live_data import full_twin, mechanism_data
from .page import Page, fill
from .scene import COLOURS, FRONT, view_matrix
from .staging import Pin, Shape, direction_of, pins, shapes, sliding_joints, upwards

SHOWN = {
    "forces": "joint forces", "coordinates": "coordinates", "free motions": "free motions",
    "singular value": "smallest singular value", "strokes": "strokes", "energy": "energy",
    "violation": "largest |\u03a6|",
}
"""What can be shown over the picture, and what the page calls it."""

SMALL = 0.5
"""A mechanism below this size is shown in millimetres, and at a quarter of its speed [m]."""

HANDLES = 10
"""Most points that can be chosen with Tab."""

KEYS = ("Drag any point, or choose one with Tab and pull it with the arrow keys (Shift: farther, Escape: let "
        "go) &middot; P: pull, L: let go, space: pause, full stop: step, R: reset &middot; + &minus;: zoom")


class Live(Page):
    """A page with a mechanism to pull; a notebook displays it by itself."""

    what = "Mechanism to pull"


def live(model, *, alt, show=(), trace=(), drivers=None, strokes=None, loose=False, damping=0.3, speed=None,
         lines=None, points=None, azimuth=None, elevation=20.0, width=720, height=520):
    """A page with the mechanism of a model, to be pulled with mouse, finger or keys and to be let go.

    Parameters
    ----------
    model : Model
    alt : str
        What the page shows, in words, for those who do not see it.
    show : sequence of str
        What is shown at the start besides the mechanism, of `SHOWN`; the reader may change it.
    trace : sequence of Point or "body.point"
        Points whose paths are drawn.
    drivers : dict of str -> (low, high), optional
        Range of the slider of each driver [rad or m]; by default half a turn, or half the size, to either
        side. The value is that of the prescribed quantity; its law in time is not used.
    strokes : dict of str -> (P, Q, low, high), optional
        Distances with limits [m], such as an actuator's, where the mechanism stops; a limit may be None.
    loose : bool
        Pull the bodies off their constraints: the equations show their errors, and Newton's steps mend them
        when the point is let go.
    damping : float
        Of the slider at the start [1/s]: rates fall as exp(-damping t). Zero keeps the energy.
    speed : float, optional
        Of the slider at the start: 1 is real time; by default a quarter for a `SMALL` mechanism.
    lines : list of (group, kind, points), optional
        What is drawn, instead of outlines, joints and springs; kinds as in `scene.Segment`.
    points : dict of str -> Point or "body.point", optional
        Points to mark with their names and to choose with Tab, instead of joints and ends of bodies.
    azimuth, elevation : float
        Direction of view in degrees, in space only; see `scene.view_matrix`.
    width, height : int
        Largest size in pixels.

    Returns
    -------
    Live

    Raises
    ------
    NotExportable
        A force that is a Python function, or a driver that follows laws of time that no slider can stand for.
    ValueError
        Something unknown to show or to drive, no alt, or bodies that are not assembled.

    Examples
    --------
    >>> from fcclearn import Model, revolute, rod
    >>> model = Model(gravity=[0, -9.81])
    >>> bar = model.body("bar", rod(1.0, 1.0), along=([0, 0], [1, 0]))
    >>> pin = model.join(revolute(model.ground.point(), bar.point("start")))
    >>> live(model, alt="a pendulum", show=["forces"])
    Mechanism to pull: a pendulum
    """
    for word in show:
        one_of(word, SHOWN, "overlay")
    data, element = mechanism_data(model)
    points = {name: model.element(point) for name, point in (points or {}).items()}
    data |= drawn(model, element, lines, trace, points)
    data |= {"drivers": sliders(data, drivers or {}), "loose": loose, "view": view(data, azimuth, elevation)}
    data["strokes"] = [[name, element(model.element(P)), element(model.element(Q)), low, high]
                       for name, (P, Q, low, high) in (strokes or {}).items()]
    system = full_twin(model).system
    q, _ = system.layout.start()
    if not loose:
        check_assembled(system, q)
    data["free"] = mobility(system, q).degrees_of_freedom
    alone = len(model.bodies) == 1
    data["labels"] = [row.label if alone else str(row) for row in system.rows] if loose else []
    speed = speed or (1.0 if data["size"] >= SMALL else 0.25)
    turn = " &middot; drag the background or A D W S: turn" if model.dimension == 3 else ""
    page = fill("live.html", ["drawing.js", "live_mechanics.js", "live_page.js"], data, alt, keys=KEYS + turn,
                damping=f"{damping:g}", speed=f"{np.log2(speed):g}", hidden="hidden" if loose else "",
                **controls(data, show))
    return Live(page, alt, width, height)


def check_assembled(system, q):
    """Refuse a start that does not satisfy the constraints: the page would close the gaps without a word.

    Raises
    ------
    ValueError
        The equation that is off most, and by how much.
    """
    phi = np.abs(system.phi(q))
    off = system.units.off(phi)
    if off.max(initial=0.0) > ASSEMBLED:
        worst = off.argmax()
        raise ValueError(f"the bodies are not assembled: {system.rows[worst]} is off by "
                         f"{phi[worst]:.3g}; correct the pose or call model.assemble()")


def drawn(model, element, lines, trace, points):
    """What is drawn: segments, markers, traces, points to choose, and the box around all at the start."""
    segments = [Shape(*line) for line in lines] if lines else shapes(model)
    joints = [Pin(name, name, point, False) for name, point in points.items()]
    joints += [] if lines else pins(model)
    places = np.array([p.at_start() for p in
                       [*(p for s in segments for p in s.points), *(pin.point for pin in joints)]])
    low, high = places.min(axis=0), places.max(axis=0)
    size = float((high - low).max()) or 1.0
    segments += [] if lines else [_rail(model.ground, joint, size) for joint in sliding_joints(model)]
    groups = list(dict.fromkeys(s.group for s in segments if s.group != "ground"))
    up = upwards(model)
    hangs = model.dimension == 3 and model.gravity["xyz".index(up)] > 0
    return {
        "size": size, "low": low.tolist(), "high": high.tolist(),
        "up": up, "flip": [1, -1, -1] if hangs else [1, 1, 1],
        "unit": "mm" if size < SMALL else "m", "per": 1000 if size < SMALL else 1,
        "colours": COLOURS,
        "groups": [{"name": group, "colour": COLOURS[k % len(COLOURS)], "dashed": k >= len(COLOURS)}
                   for k, group in enumerate(groups)],
        "segments": [{"body": groups.index(s.group) if s.group != "ground" else -1, "kind": s.kind,
                      "points": [element(p) for p in s.points]} for s in segments],
        "markers": [{"label": pin.label, "ground": pin.ground, "point": element(pin.point)}
                    for pin in joints],
        "traces": [{"label": getattr(p, "label", p), "point": element(model.element(p))} for p in trace],
        "handles": [{"name": name, "point": element(point)}
                    for name, point in points.items() or handles(model, segments, near=0.1 * size)],
    }


def _rail(ground, joint, size):
    """The guide of a sliding joint on the ground, half the size to either side of where its point is."""
    along, middle = direction_of(joint), joint.points[1].at_start()
    along = 0.5 * size * along * np.sign(along[np.abs(along).argmax()])       # hatched below, or to the right
    return Shape("ground", "link", [ground.point(middle - along), ground.point(middle + along)])


def handles(model, segments, near):
    """Points to choose with Tab: joints off the ground, and ends of the bodies that are not near a joint."""
    found = [(pin.name, pin.point) for pin in pins(model) if not pin.ground]
    taken = [pin.point.at_start() for pin in pins(model)]
    for point in (s.points[k] for s in segments if s.group != "ground" for k in (0, -1)):
        place = point.at_start()
        if all(np.linalg.norm(place - other) > near for other in taken):
            found.append((_name_of(point), point))
            taken.append(place)
    return [(name, point) for name, point in found if point.body.moves][:HANDLES]


def _name_of(point):
    """A point in words: "lower.end", or the body and the components."""
    names = [name for name, c in point.body.named_points.items()
             if np.allclose(c[: len(point.local)], point.local)]
    where = f".{names[-1]}" if names else f" ({', '.join(f'{c:g}' for c in point.local)})"
    return point.body.name + where


def sliders(data, ranges):
    """The drivers with range and unit of their sliders.

    Raises
    ------
    ValueError
        A range of a driver that does not exist, or one that is none.
    """
    names = [driver["name"] for driver in data["drivers"]]
    for name, limits in ranges.items():
        if name not in names:
            raise ValueError(suggest(name, names, "driver"))
        if not np.shape(limits) == (2,) or not limits[0] < limits[1]:
            raise ValueError(f"the slider of {name!r} needs a lower and a higher limit, not {limits!r}")
    found = []
    for driver in data["drivers"]:
        low, high = ranges.get(driver["name"]) or _usual_range(driver, data["size"])
        angle = driver["unit"] == "rad"
        found.append({**driver, "low": float(low), "high": float(high),
                      "shown": "\u00b0" if angle else data["unit"],
                      "per": 180 / np.pi if angle else data["per"]})
    return found


def _usual_range(driver, size):
    value, kind = driver["value"], driver["kind"]
    if kind == "AR":                                     # holds within half a turn only
        half = np.pi * np.floor(value / np.pi)
        return half + 0.02, half + np.pi - 0.02
    if kind == "driven distance":
        return 0.5 * value, 1.5 * value
    reach = np.pi if driver["unit"] == "rad" else 0.5 * size
    return value - reach, value + reach


def view(data, azimuth, elevation):
    """Direction of view, and the box around the mechanism on the screen at the start."""
    azimuth = FRONT[data["up"]] if azimuth is None else azimuth
    corners = np.array(np.meshgrid(*zip(data["low"], data["high"]))).reshape(data["dimension"], -1).T
    if data["dimension"] == 3:
        corners = corners * data["flip"] @ view_matrix(data["up"], azimuth, elevation)[:2].T
    low, high = corners.min(axis=0), corners.max(axis=0)
    room = 0.15 * (high - low).max()
    return {"azimuth": azimuth, "elevation": elevation, "aside": 90,
            "low": (low - room).tolist(), "high": (high + room).tolist()}


def controls(data, show):
    """The controls that differ from model to model, as HTML."""
    boxes = [f'<label><input type="checkbox" id="show-{word.split()[0]}"'
             f'{" checked" if word in show else ""}> {name}</label>' for word, name in SHOWN.items()]
    buttons = [f'<button id="handle-{k}">Pull {html.escape(handle["name"])}</button>'
               for k, handle in enumerate(data["handles"])]
    rows = [f'<label>{html.escape(one["name"])} <input type="range" id="driver-{k}" min="{one["low"]:.9g}" '
            f'max="{one["high"]:.9g}" step="{(one["high"] - one["low"]) / 720:.9g}" '
            f'value="{one["value"]:.9g}"><span id="value-{k}"></span></label>'
            for k, one in enumerate(data["drivers"])]
    return {"shown": "".join(boxes), "handles": "".join(buttons), "drivers": "".join(rows)}
