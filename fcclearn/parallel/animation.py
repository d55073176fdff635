"""The mechanism drawn: limbs, platform and actuators along a motion, from the Cartesian model.

In the paper z points DOWN, from the base to the platform. The drawings keep the base on top: they show
(x, -y, -z), which is the mechanism seen after half a turn about x, not its mirror image.
"""

import numpy as np

from ..engine.kinematics import project_position
from ..show.scene import Marker, Scene, Segment, Trace
from .geometry import REFERENCE
from .multibody import MM, build, drive_platform, ends
from .simulation import START, paper_motion

TURNED = np.array([1.0, -1.0, -1.0])
RIM = 36
"""Corners of the polygons that stand for the circles of base and platform."""

ALT = ("A four-degree-of-freedom parallel mechanism that hangs from its base. Three limbs, each a "
       "bar on the base with two parallelograms below it, carry a round platform; four short actuators, "
       "three beside the bars and one at the elbow of limb 1, move it sideways, up and down, and turn it "
       "about the vertical, while it stays horizontal.")


def lines(model, p=REFERENCE):
    """What is drawn of each body: (group, kind, points on the body)."""
    bodies = model.bodies
    disc = [bodies["platform"].point(*(MM * p.r * e), 0.0) for e in _rim()]
    drawn = [("platform", "plate", disc)]
    for i in (1, 2, 3):
        limb, half, short = f"limb {i}", MM * p.l1 / 2, MM * p.l10
        drawn.append((limb, "link", [bodies[f"bar {i}"].point(x, 0, 0) for x in (half, -half)]))
        for coupler in (f"coupler {i}", f"tip coupler {i}"):
            drawn.append((limb, "link", [bodies[coupler].point(x, 0, 0) for x in (0.0, short)]))
        for s in (1, 2):
            for name, before, length in ((f"upper {i} {s}", p.l21, p.l2), (f"lower {i} {s}", p.l31, p.l3)):
                drawn.append((limb, "link",
                              [bodies[name].point(0, 0, MM * z) for z in (-before, length - before)]))
    for i in (1, 2, 3, 4):
        barrel, piston = bodies[f"barrel {i}"], bodies[f"piston {i}"]
        # as long as it has to be
        drawn.append(("pistons", "link", [barrel.point(0, 0, 0), piston.point(0, 0, MM * p.l42)]))
        drawn.append(("barrels", "link", [barrel.point(0, 0, MM * z) for z in (-p.l41, p.l41)]))
    return drawn


def _rim():
    angle = np.linspace(0, 2 * np.pi, RIM, endpoint=False)
    return np.stack([np.cos(angle), np.sin(angle)], axis=1)


def scene(motion=paper_motion, times=None, p=REFERENCE, kind="full"):
    """The mechanism along a motion of its platform, in mm, base on top.

    Parameters
    ----------
    motion : callable of t, giving chi, chi_d, chi_dd in mm, rad, s
    times : increasing array [s], close enough that each position leads to the next; by default 0 .. 2 s

    Returns
    -------
    scene : Scene
    times : (frames,) array [s]

    Examples
    --------
    >>> drawn, times = scene(times=[0.0, 0.5])
    >>> drawn.frames, drawn.bodies
    (2, ['platform', 'limb 1', 'limb 2', 'limb 3', 'pistons', 'barrels'])
    """
    times = np.linspace(0.0, 2.0, 61) if times is None else np.asarray(times, float)
    model = build(motion(times[0])[0], p, kind)
    drive_platform(model, motion)
    q = [model.system.layout.start()[0]]
    for t in times:
        q.append(project_position(model.system, model.solver, q[-1], t))

    def path(point):
        return TURNED * model.system.value_of(point, np.array(q[1:])) / MM

    segments = [Segment(group, np.stack([path(point) for point in points], axis=1), kind)
                for group, kind, points in lines(model, p)]
    circle = p.r0 * np.column_stack([_rim(), np.zeros(RIM)])
    segments.append(Segment("ground", TURNED * np.vstack([circle, circle[:1]])))
    pins = [Marker(f"R{i + 1}3", TURNED * np.append(p.r0 * p.e0[:, i], 0.0), ground=True) for i in range(3)]
    return Scene(segments, pins, [Trace("D", path(model.bodies["platform"].point(0, 0, 0)))],
                 up="z", unit="mm"), times


def animate(motion=paper_motion, times=None, p=REFERENCE, **options):
    """The mechanism in motion, for a notebook or a page of its own (``.save("mechanism.html")``);
    options of `show.player.player`."""
    from ..show.player import player
    return player(*scene(motion, times, p), **{"alt": ALT, **options})


def live(chi=START, p=REFERENCE, strokes=True, **options):
    """The mechanism to pull, without a kernel: the platform goes where the limbs let it.

    Parameters
    ----------
    chi : (4,) pose at the start, mm and rad
    strokes : bool
        The actuators stop at their shortest and longest lengths; without, they are free.
    options : those of `Model.live`

    Examples
    --------
    >>> live(alt="the parallel mechanism")
    Mechanism to pull: the parallel mechanism
    """
    model = build(chi, p)
    limits = {f"actuator {i}": (*ends(model, i, p), MM * low, MM * high)
              for i, low, high in zip((1, 2, 3, 4), p.L_min, p.L_max)}
    circle = [model.ground.point(*(MM * p.r0 * e), 0.0) for e in (*_rim(), _rim()[0])]
    usual = {"alt": ALT, "lines": [*lines(model, p), ("ground", "link", circle)],
             "strokes": limits if strokes else None, "points": {"D": "platform"},
             "show": ["strokes", "singular value"] if strokes else ["singular value"]}
    return model.live(**{**usual, **options})


def poses(motion=paper_motion, times=None, count=3, p=REFERENCE):
    """The same as a strip of poses. Returns (figure, alt text)."""
    from ..show.poses import strip
    return strip(*scene(motion, times, p), count=count), ALT
