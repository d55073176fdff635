"""A strip of poses: the static companion of an animation, for paper and for pages without scripts."""

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.path import Path
from matplotlib.patheffects import withStroke, withTickedStroke

from .figures import STYLE
from .scene import COLOURS, GROUND_COLOUR

INK = "#222222"

#: Symbol of a fixed support: a triangle below the point on hatched ground.
_STROKES = [[(-5, -8), (0, 0), (5, -8)], [(-8, -8), (8, -8)],
            *([(x, -8), (x - 3, -11)] for x in (-5, -1, 3, 7))]
SUPPORT = Path.make_compound_path(*(Path(stroke) for stroke in _STROKES))

#: Short strokes on the right-hand side of the ground's lines.
HATCH = [withTickedStroke(spacing=7, angle=-135, length=0.8)]

#: Where a label may stand beside its point, the best first; x and y.
SIDES = [(1, 1), (-1, 1), (1, -1), (-1, -1), (0, 1), (0, -1), (1, 0), (-1, 0)]
ALIGNED = {-1: "right", 0: "center", 1: "left"}

#: A white rim keeps labels readable on lines.
RIM = [withStroke(linewidth=3, foreground="white")]


def strip(scene, times, count=6, azimuth=None, elevation=20.0, columns=3, titles=None):
    """Draw poses of a scene at evenly spaced times, side by side.

    Parameters
    ----------
    scene : Scene
    times : array (frames,)
        Time of each frame in seconds.
    count : int
        Number of poses, the first and the last included.
    azimuth, elevation : float
        Direction of view in degrees, spatial scenes only; the same as the player's.
    columns : int
        Poses in one row.
    titles : list of str, optional
        Written over the poses in the place of the times.

    Returns
    -------
    matplotlib Figure
    """
    times = np.asarray(times, dtype=float)
    if times.shape != (scene.frames,):
        raise ValueError(f"times has shape {times.shape}, but the scene has {scene.frames} frames.")
    flat = scene.projected(azimuth, elevation)
    left, right, bottom, top = _limits(flat)
    wanted = np.linspace(times[0], times[-1], min(count, len(times)))
    frames = np.searchsorted(times, wanted - 1e-9 * np.ptp(times))      # 0.6 s is 0.6 s in spite of rounding
    columns = min(columns, len(frames))
    rows = -(-len(frames) // columns)
    width = 9.0 / columns
    with plt.rc_context({**STYLE, "font.size": 11}):
        figure = Figure(figsize=(9.0, rows * (width * (top - bottom) / (right - left) + 0.3) + 0.4))
        panels = figure.subplots(rows, columns, squeeze=False).ravel()
        for panel in panels:
            panel.axis("off")
        titles = titles or [f"t = {times[frame]:.3g} s" for frame in frames]
        for panel, frame, title in zip(panels, frames, titles):
            panel.set(xlim=(left, right), ylim=(bottom, top), aspect="equal")
            panel.set_title(title, fontsize=11)
            draw_pose(panel, flat, frame, labels=frame == frames[0], hatch=scene.dimension == 2)
        if len(scene.bodies) <= 8:
            _legend(figure, scene)
    return figure


def _limits(scene):
    """Limits (left, right, bottom, top) common to all poses, with room for symbols and labels."""
    low, high = scene.bounds()
    half = 0.5 * (high - low)
    size = half.max() or 1.0
    half = np.maximum(half, 0.3 * size) + 0.16 * size
    (left, bottom), (right, top) = (low + high) / 2 - half, (low + high) / 2 + half
    return left, right, bottom, top


def _legend(figure, scene):
    lines = [Line2D([], [], color=scene.colour(body), linewidth=4, linestyle=_dash(scene, body))
             for body in scene.bodies]
    figure.legend(lines, scene.bodies, loc="outside lower center", ncols=4 if len(lines) > 5 else 5)


def draw_pose(axes, scene, frame, labels=True, hatch=True):
    """Draw one frame of a planar scene into given axes,
    with labels of the points and hatched ground or without."""
    def at(points):
        return points[min(frame, len(points) - 1)]

    for trace in scene.traces:
        axes.plot(*trace.point.T, color="#bbbbbb", linestyle=":", linewidth=1.3)
        axes.plot(*trace.point[:frame + 1].T, color=INK, linestyle="-", linewidth=1.3)
    for marker in (m for m in scene.markers if m.ground):
        axes.plot(*at(marker.point), marker=SUPPORT, markersize=30, markerfacecolor="none",
                  markeredgecolor=GROUND_COLOUR)
    for line in (s for s in scene.segments if s.body == "ground" and s.kind == "link"):
        axes.plot(*at(line.points).T, color=GROUND_COLOUR, linestyle="-", linewidth=1.8,
                  path_effects=HATCH if hatch else None)
    for segment in (s for s in scene.segments if s.body != "ground" or s.kind != "link"):
        _draw_segment(axes, segment, at(segment.points), scene.colour(segment.body),
                      _dash(scene, segment.body))
    for dot, size, fill in [(t, 4, INK) for t in scene.traces] + [(m, 6, "white") for m in scene.markers]:
        axes.plot(*at(dot.point), "o", markersize=size, markerfacecolor=fill, markeredgecolor=INK, zorder=4)
        if labels:
            x, y = _beside(at(dot.point), [at(s.points) for s in scene.segments],
                           getattr(dot, "ground", False))
            axes.annotate(dot.label, at(dot.point), (7 * x, 7 * y), textcoords="offset points", zorder=5,
                          ha=ALIGNED[x], va={-1: "top", 0: "center", 1: "bottom"}[y], path_effects=RIM)


def _beside(point, lines, ground):
    """The side of a point, (-1, 0 or 1, the same), that is farthest from the lines that meet there."""
    taken = [np.array([0.0, -1.0])] if ground else []
    for line in lines:
        size = np.ptp(line, axis=0).max()
        for start, end in zip(line, line[1:]):
            along = end - start
            s = np.clip((point - start) @ along / max(along @ along, 1e-30), 0, 1)
            if np.linalg.norm(start + s * along - point) < 1e-3 * size:
                taken += [far / np.linalg.norm(far) for far in (start - point, end - point)
                          if np.linalg.norm(far) > 1e-2 * size]
    free = [min((-(np.array(side) @ way) / np.linalg.norm(side) for way in taken), default=1.0)
            for side in SIDES]
    return SIDES[int(np.argmax(np.minimum(free, -0.5)))]          # 60 degrees from a line are enough


def _draw_segment(axes, segment, points, colour, dash):
    if segment.kind == "arrow":
        axes.plot(*points[:-1].T, color=colour, linewidth=2)
        axes.annotate("", points[-1], points[-2],
                      arrowprops={"arrowstyle": "-|>", "color": colour, "linewidth": 2,
                                                              "shrinkA": 0, "shrinkB": 0})
    elif segment.kind == "spring":
        axes.plot(*_zigzag(points, 0.02 * np.ptp(axes.get_xlim())).T, color=colour, linestyle="-",
                  linewidth=1.2)
    elif segment.kind == "plate":
        axes.fill(*points.T, facecolor=colour + "40", edgecolor=colour, linewidth=2)
    else:
        axes.plot(*points.T, color=colour, linestyle=dash, linewidth=3.5, solid_capstyle="round")


def _dash(scene, body):
    """Bodies beyond the number of colours are dashed, as in the player."""
    return (0, (2, 1)) if body in scene.bodies[len(COLOURS):] else "-"


def _zigzag(ends, amplitude, teeth=12):
    """Points of a spring between two ends: straight, twelve half teeth, straight."""
    along = ends[1] - ends[0]
    across = np.array([-along[1], along[0]]) / (np.linalg.norm(along) or 1.0)
    s = np.linspace(0.15, 0.85, teeth + 1)
    side = np.where(np.arange(teeth + 1) % 2, 1.0, -1.0)
    side[[0, -1]] = 0.0
    return np.vstack([ends[0], ends[0] + np.outer(s, along) + amplitude * np.outer(side, across), ends[1]])
