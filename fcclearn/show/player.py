"""An animation that needs no video encoder and no network: a `Scene` played on a canvas.

The page (`player.html`) and its script (`player.js`) are ordinary files of the package; this module
fills in the coordinates.  In a notebook the page sits in an iframe, so that nothing can clash.
"""

import html
import json
from importlib import resources
from pathlib import Path
from string import Template

import numpy as np

from .scene import COLOURS, FRONT

CHOICES = (0.25, 0.5, 1.0, 2.0)         # speeds offered, relative to `speed`


class Player:
    """A page with an animation; a notebook displays it by itself.

    Attributes
    ----------
    page : str
        The complete HTML page.
    html : str
        The same page in an iframe, as an HTML fragment for a notebook.
    alt : str
        What the animation shows, in words.
    """

    def __init__(self, page, alt, width, height):
        self.page = page
        self.alt = alt
        self.html = (
            f'<div style="max-width:{width}px"><iframe title="{html.escape(alt)}" sandbox="allow-scripts" '
            f'width="100%" height="{height}" style="border:1px solid #ccc;border-radius:4px" '
            f'srcdoc="{html.escape(page)}"></iframe>'
            f'<div style="font-size:90%">Animation: {html.escape(alt)}</div></div>'
        )

    def save(self, path):
        """Write the animation as a page of its own that opens in any browser."""
        Path(path).write_text(self.page, encoding="utf-8")

    def _repr_html_(self):
        return self.html

    def __repr__(self):
        return f"Animation: {self.alt}"


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
    if not alt.strip():
        raise ValueError("alt is empty: say in one sentence what the animation shows.")
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
    return Player(_page(data, alt, speed), alt, width, height)


def scene_data(scene, times):
    """The scene as a dictionary that JSON can write, each coordinate rounded to 1e-5 of the size or better."""
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
        "markers": [{"label": m.label, "ground": m.ground, "points": rounded(m.point)} for m in scene.markers],
        "traces": [{"label": t.label, "points": rounded(t.point)} for t in scene.traces],
    }


def _page(data, alt, speed):
    """The HTML page with its script and data filled in."""
    here = resources.files(__package__)
    options = "".join(f'<option value="{speed * c:g}"{" selected" if c == 1 else ""}>{speed * c:g}&times;</option>'
                      for c in CHOICES)
    return Template(here.joinpath("player.html").read_text(encoding="utf-8")).substitute(
        alt=html.escape(alt),
        options=options,
        data=json.dumps(data, separators=(",", ":")).replace("<", "\\u003c"),
        script=here.joinpath("player.js").read_text(encoding="utf-8"),
    )
