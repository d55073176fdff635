"""What is drawn: the moving lines, joints and traces of a mechanism, as plain arrays.

A `Scene` knows nothing about bodies, constraints or equations.  It is the common
language between a result (trajectories of points) and the two ways of looking at
it: the animated `player` and the static `strip` of poses.
"""

from dataclasses import dataclass, field, replace

import numpy as np

#: Okabe-Ito colours that stay readable on white: blue, vermillion, green, purple, orange, sky blue.
COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9")
GROUND_COLOUR = "#555555"
KINDS = ("link", "plate", "spring", "arrow")
FRONT = {"y": 30.0, "z": -60.0}         # azimuth in degrees from which x points mostly to the right


@dataclass
class Segment:
    """One polyline that moves with a body.

    Parameters
    ----------
    body : str
        Name of the body; segments of one body share a colour.  The name "ground" is drawn in grey, hatched
        on the right-hand side of the line in a planar scene.
    points : array (frames, k, d), or (k, d) for a line that does not move
        Global coordinates of the k points of the polyline, d = 2 or 3.
    kind : {"link", "plate", "spring", "arrow"}
        A plate is closed and filled.  A spring is a zigzag between two points.
        An arrow has a head at its end.
    """

    body: str
    points: np.ndarray
    kind: str = "link"

    def __post_init__(self):
        self.points = _frames_first(self.points, 3, f"segment of body '{self.body}'")
        if self.kind not in KINDS:
            raise ValueError(f"segment of body '{self.body}': kind is '{self.kind}', but must be one of "
                             f"{KINDS}.")
        if self.points.shape[1] < 2:
            raise ValueError(f"segment of body '{self.body}' has one point; a line needs at least two.")


@dataclass
class Marker:
    """A joint: a small circle with a label; `ground=True` adds the symbol of a fixed support.

    `point` is an array (frames, d), or (d,) for a point that does not move.
    """

    label: str
    point: np.ndarray
    ground: bool = False

    def __post_init__(self):
        self.point = _frames_first(self.point, 2, f"marker '{self.label}'")


@dataclass
class Trace:
    """The path of a named point, an array (frames, d)."""

    label: str
    point: np.ndarray

    def __post_init__(self):
        self.point = _frames_first(self.point, 2, f"trace '{self.label}'")


@dataclass
class Scene:
    """Everything that is drawn, with one common number of frames and of dimensions.

    Parameters
    ----------
    segments, markers, traces : list of Segment, Marker, Trace
    up : {"y", "z"}
        The axis that points upwards on the screen in a spatial scene.  A planar scene always shows
        x to the right and y upwards.
    unit : str
        Unit of length, written beside the background grid.

    Examples
    --------
    A bar that turns by a quarter of a turn in two frames:

    >>> bar = Segment("bar", [[[0, 0], [1, 0]], [[0, 0], [0, 1]]])
    >>> scene = Scene([bar], [Marker("O", [0, 0], ground=True)])
    >>> scene.frames, scene.dimension
    (2, 2)
    >>> scene.bodies
    ['bar']
    """

    segments: list = field(default_factory=list)
    markers: list = field(default_factory=list)
    traces: list = field(default_factory=list)
    up: str = "y"
    unit: str = "m"

    def __post_init__(self):
        named = [(f"segment of body '{s.body}'", s.points) for s in self.segments]
        named += [(f"marker '{m.label}'", m.point) for m in self.markers]
        named += [(f"trace '{t.label}'", t.point) for t in self.traces]
        if not named:
            raise ValueError("the scene is empty: give it at least one segment, marker or trace.")
        if self.up not in ("y", "z"):
            raise ValueError(f"up is '{self.up}', but must be 'y' or 'z'.")
        self.dimension = named[0][1].shape[-1]
        self.frames = max(points.shape[0] for _, points in named)
        for name, points in named:
            if points.shape[-1] != self.dimension:
                raise ValueError(f"{name} has {points.shape[-1]} coordinates per point, but the "
                                 f"scene has {self.dimension}.")
            if points.shape[0] not in (1, self.frames):
                raise ValueError(f"{name} has {points.shape[0]} frames, but the scene has {self.frames}.")

    @property
    def bodies(self):
        """Names of the moving bodies in order of first appearance."""
        return list(dict.fromkeys(s.body for s in self.segments if s.body != "ground"))

    def colour(self, body):
        """Colour of a body; the ground is grey."""
        if body == "ground":
            return GROUND_COLOUR
        return COLOURS[self.bodies.index(body) % len(COLOURS)]

    def select(self, frames):
        """The same scene with only the frames whose indices are given."""
        return self._mapped(lambda points: points if len(points) == 1 else points[frames])

    def projected(self, azimuth=None, elevation=20.0):
        """The planar picture of a spatial scene seen from a direction; angles as in `view_matrix`."""
        if self.dimension == 2:
            return self
        screen = view_matrix(self.up, azimuth, elevation)[:2]
        return self._mapped(lambda points: points @ screen.T)

    def bounds(self):
        """Smallest box that holds every point in every frame: two arrays (d,)."""
        points = [[m.point for m in many] for many in (self.markers, self.traces)]
        arrays = [s.points for s in self.segments] + points[0] + points[1]
        everything = np.concatenate([a.reshape(-1, self.dimension) for a in arrays])
        return everything.min(axis=0), everything.max(axis=0)

    def _mapped(self, change):
        return replace(
            self,
            segments=[replace(s, points=change(s.points)) for s in self.segments],
            markers=[replace(m, point=change(m.point)) for m in self.markers],
            traces=[replace(t, point=change(t.point)) for t in self.traces],
        )


def view_matrix(up="y", azimuth=None, elevation=20.0):
    """Rotation to the axes of the screen: rows are right, up and towards the viewer.

    The viewer stands `azimuth` degrees around the up axis (counted from x if z is up, from z if y is up;
    by default where x points mostly to the right) and `elevation` degrees above the ground.

    Examples
    --------
    >>> (view_matrix("z", azimuth=-90, elevation=0).round(3) + 0.0).tolist()   # from -y: x right, z up
    [[1.0, 0.0, 0.0], [0.0, 0.0, 1.0], [0.0, -1.0, 0.0]]
    """
    az, el = np.radians([FRONT[up] if azimuth is None else azimuth, elevation])
    view = np.array([
        [-np.sin(az), np.cos(az), 0.0],
        [-np.cos(az) * np.sin(el), -np.sin(az) * np.sin(el), np.cos(el)],
        [np.cos(az) * np.cos(el), np.sin(az) * np.cos(el), np.sin(el)],
    ])
    if up == "y":                       # the same view of the axes (z, x, y), which are right-handed too
        view = view[:, [1, 2, 0]]
    return view


def _frames_first(points, ndim, name):
    """Array with a leading axis of frames, checked; a missing axis means one frame for all times."""
    points = np.asarray(points, dtype=float)
    if points.ndim == ndim - 1:
        points = points[None]
    if points.ndim != ndim or points.shape[-1] not in (2, 3):
        raise ValueError(f"{name} has shape {points.shape}; the last axis must have 2 or 3 coordinates, the "
                         f"first the frames.")
    if not np.isfinite(points).all():
        raise ValueError(f"{name} has values that are not finite.")
    return points
