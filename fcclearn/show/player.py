"""An animation that needs no video encoder and no network: a `Scene` played on a canvas.

The page (`player.html`) and its scripts (`drawing.js`, `player.js`) are ordinary files of the package; this
module fills in the coordinates.
"""

import numpy as np

from .page import Page, fill
from .scene import COLOURS, FRONT

CHOICES = (0.25, 0.5, 1.0, 2.0)         # speeds offered, relative to `speed`


class Player(Page):
    """A page with an animation; a notebook displays it by itself."""

    what = "Animation"


def player(scene, times, *, alt, speed=1.0, play=True, azimuth=None, elevation=20.0,
           width=720, height=460, max_frames=200):
    """Animate a scene.

    Parameters
    ----------
    scene : Scene
        What is drawn.
    times : array (frames,)
        Time of each frame in seconds, increasing; the animation runs in real time.
    alt : str
        What the animation shows, in words, for those who do not see it.
    speed : float
        Speed at the start: 1 is real time, 0.01 a hundred times slower.
    play : bool
        Start at once (never for a reader whose system asks for reduced motion).
    azimuth, elevation : float
        Direction of view in degrees, spatial scenes only; see `scene.view_matrix`.
    width, height : int
        Largest size in pixels.
    max_frames : int
        A longer history is thinned to this number of frames, evenly in time.

    Returns
    -------
    Player

    Examples
    --------
    >>> from fcclearn.show.scene import Scene, Segment
    >>> bar = Segment("bar", [[[0, 0], [1, 0]], [[0, 0], [0, 1]]])
    >>> player(Scene([bar]), [0.0, 1.0], alt="a bar turns by 90 degrees")
    Animation: a bar turns by 90 degrees
    """
    times = np.asarray(times, dtype=float)
    if times.shape != (scene.frames,):
        raise ValueError(f"times has shape {times.shape}, but the scene has {scene.frames} frames.")
    if not np.isfinite(times).all() or (np.diff(times) <= 0).any():
        raise ValueError("times must be finite and increasing.")
    kept = np.unique(np.searchsorted(times, np.linspace(times[0], times[-1], max_frames)))
    data = scene_data(scene.select(kept), times[kept])
    azimuth = FRONT[scene.up] if azimuth is None else azimuth
    low, high = scene.projected(azimuth, elevation).bounds()
    data["view"] = {"azimuth": azimuth, "elevation": elevation, "low": low.tolist(), "high": high.tolist()}
    data["play"] = play
    options = "".join(f'<option value="{speed * c:g}"{" selected" if c == 1 else ""}>'
                      f"{speed * c:g}&times;</option>" for c in CHOICES)
    keys = ["Space: play/pause", "&larr; &rarr;: step", "Home, End"] if len(kept) > 1 else []
    keys += ["+ &minus;: zoom", "R: reset view"]
    keys += ["drag or A D W S: turn", "Shift-drag: move"] if scene.dimension == 3 else ["drag: move"]
    page = fill("player.html", ["drawing.js", "player.js"], data, alt, options=options,
                keys=" &middot; ".join(keys))
    return Player(page, alt, width, height)


def scene_data(scene, times):
    """The scene as a dictionary for JSON, each coordinate rounded to 1e-5 of the size or better."""
    low, high = scene.bounds()
    size = float((high - low).max()) or 1.0
    digits = int(4 - np.floor(np.log10(size)))

    def rounded(points):
        return points.reshape(len(points), -1).round(digits).tolist()

    return {
        "dimension": scene.dimension,
        "up": scene.up,
        "unit": scene.unit,
        "low": low.tolist(),
        "high": high.tolist(),
        "times": times.round(9).tolist(),
        "decimals": int(np.clip(np.ceil(-np.log10(np.ptp(times) / 100 or 1.0)), 2, 6)),
        "bodies": [{"name": body, "colour": scene.colour(body), "dashed": k >= len(COLOURS)}
                   for k, body in enumerate(scene.bodies)],
        "segments": [{"body": scene.bodies.index(s.body) if s.body != "ground" else -1, "kind": s.kind,
                      "points": rounded(s.points)} for s in scene.segments],
        "markers": [{"label": m.label, "ground": m.ground, "points": rounded(m.point)}
                    for m in scene.markers],
        "traces": [{"label": t.label, "points": rounded(t.point)} for t in scene.traces],
    }
