"""Lesson 19: unhook limbs from the platform, saw off bars of parallelograms, push the rim: what tilts?"""

from functools import lru_cache

import ipywidgets as widgets
import matplotlib.pyplot as plt
import numpy as np
from matplotlib.figure import Figure
from scipy.spatial.transform import Rotation

from ...engine.kinematics import project_position
from ...parallel import multibody
from ...parallel.animation import lines
from ...parallel.geometry import REFERENCE
from ...parallel.simulation import START
from ...show.figures import COLOURS, STYLE
from .base import Explorer, new_figure, slider
from .platform import BASE_ON_TOP, VIEW

PUSH = 10.0             # degrees of tilt that the hand asks for
PULLS = 12              # the platform is turned and let back into its joints this often
SAWN = ("5", "7 upper", "7 lower",
        "9")         # pins of the links R_i5 R_i7 and R_i7 R_i9, the bars that are sawn off
GROUPS = {"platform": COLOURS[1], "limb 1": COLOURS[0], "limb 2": COLOURS[2], "limb 3": COLOURS[3],
          "pistons": "#222222", "barrels": "#222222"}
LABEL = 138.0           # mm from the axis, where the names of the limbs stand
TRIAD = np.s_[1:4]      # rows u, v, w of a body's block {r, u, v, w}


@lru_cache(maxsize=None)
def hung_on(limbs, sawn):
    """The mechanism with the platform on some limbs; `sawn` takes the pins of one bar of each parallelogram.

    Examples
    --------
    >>> len(hung_on((1, 2, 3), False).joints), len(hung_on((1,), True).joints)
    (42, 28)
    """
    model = multibody.build(START)
    gone = [f"R{i}10" for i in (1, 2, 3) if i not in limbs] + [f"R{i}{pin}" for i in (1, 2,
        3) for pin in SAWN if sawn]
    for name in gone:
        model.remove(name)
    return model


@lru_cache(maxsize=None)
def platform_freedoms(limbs, sawn):
    """Rank of the platform's velocities in all free motions: loose bars are free too, and do not count.

    Examples
    --------
    >>> platform_freedoms((1,), False), platform_freedoms((1,), True)
    (4, 5)
    """
    twists = np.array([np.hstack(motion["platform"]) for motion in hung_on(limbs, sawn).free_motions()])
    values = np.linalg.svd(twists, compute_uv=False)
    return int(np.sum(values > 1e-9 * values[0]))


def pushed(limbs, sawn, direction):
    """Coordinates q after a push for a tilt of `PUSH` degrees about a horizontal axis, and the tilt reached.

    Parameters
    ----------
    direction : angle of the axis from x of {B} [deg]

    Returns
    -------
    q : array (360,)
    tilt : float [deg]

    The platform is turned as asked and let back into its joints, to the nearest position in the metric of
    the mass matrix, again and again.
    """
    model = hung_on(limbs, sawn)
    q = model.system.layout.start()[0].reshape(-1, 4, 3).copy()
    k = list(model.bodies).index("platform")
    axis = np.radians(PUSH) * np.array([np.cos(np.radians(direction)), np.sin(np.radians(direction)), 0.0])
    asked = q[k, TRIAD] @ Rotation.from_rotvec(axis).as_matrix().T
    for _ in range(PULLS):
        q[k, TRIAD] = asked
        q = project_position(model.system, model.solver, q.ravel()).reshape(-1, 4, 3)
    return q.ravel(), float(np.degrees(np.arccos(np.clip(q[k, 3, 2], -1.0, 1.0))))


class UnhookExplorer(Explorer):
    """The platform hung on one, two or three limbs, whole or with bars sawn off, and pushed at its rim.

    Controls: `limbs` ((1,), (1, 2) or (1, 2, 3)), `sawn`, `direction` of the axis of the push [deg].

    Examples
    --------
    >>> explorer = UnhookExplorer()
    >>> explorer.limbs.value, explorer.sawn.value = (1,), True
    >>> "5" in explorer.numbers.value
    True
    """

    def __init__(self):
        self.limbs = widgets.ToggleButtons(
            options=[("1", (1,)), ("1 and 2", (1, 2)), ("all three", (1, 2, 3))], value=(1, 2, 3),
            description="hung on limb", style={"description_width": "11em", "button_width": "auto"})
        self.sawn = widgets.Checkbox(value=False, description="one bar of each parallelogram sawn off",
                                     indent=False)
        self.direction = slider("push about [deg]", 90, 0, 180, 5)
        figure = new_figure(6.4, 4.4)
        with plt.rc_context(STYLE):
            axes = figure.add_axes((0, 0, 1, 1))
            self.lines = draw(axes, (1, 2, 3), False)
        super().__init__(figure, [self.limbs, self.sawn, self.direction])

    def update(self):
        limbs, sawn = self.limbs.value, self.sawn.value
        q, tilt = pushed(limbs, sawn, self.direction.value)
        place(self.lines, limbs, sawn, q)
        freedoms = platform_freedoms(limbs, sawn)
        rows = [("freedoms of the platform", f"<b>{freedoms}</b>"), ("tilt asked for", f"{PUSH:.0f} deg"),
                ("tilt reached", f"<b>{tilt:.2f} deg</b>")]
        table = "".join(f'<tr><th style="text-align:left;padding-right:1em">{name}</th><td>{value}</td></tr>'
                        for name, value in rows)
        state = "with one bar of each parallelogram sawn off" if sawn else "whole"
        alt = (f"The platform hangs on limb {', '.join(map(str, limbs))}, {state}. "
               f"It is pushed about an axis at {self.direction.value:.0f} degrees and tilts "
               f"by {tilt:.2f} of {PUSH:.0f} degrees; it has {freedoms} freedoms.")
        return f'<table aria-label="Freedoms and tilt">{table}</table>', alt

    @staticmethod
    def picture(cases=(((1, 2, 3), False), ((1, 2), True), ((1,), False), ((1,), True)), direction=90.0):
        """What a push does to four hung platforms, side by side: the explorer without a kernel."""
        with plt.rc_context({**STYLE, "font.size": 12}):
            figure = Figure(figsize=(3.3 * len(cases), 3.0), layout="constrained")
            for axes, (limbs, sawn) in zip(figure.subplots(1, len(cases)), cases):
                q, tilt = pushed(limbs, sawn, direction)
                place(draw(axes, limbs, sawn), limbs, sawn, q)
                axes.set(ylim=(-125, 95), anchor="S")      # room between the title and limb 3
                name = "limb 1 alone" if len(limbs) == 1 else f"limbs {', '.join(map(str, limbs))}"
                state = f"{'bars sawn off' if sawn else 'whole'}: {platform_freedoms(limbs, sawn)} freedoms"
                axes.set_title(f"{name}\n{state}\ntilt {tilt:.2f} of {PUSH:.0f} deg", fontsize=12)
        return figure


def draw(axes, limbs, sawn):
    """Build one line for everything that is drawn; `place` moves them."""
    axes.set(xlim=(-165, 165), ylim=(-125, 85), aspect="equal")
    axes.axis("off")
    rim = REFERENCE.r0 * np.array([[np.cos(a), np.sin(a), 0.0] for a in np.linspace(0, 2 * np.pi, 49)])
    axes.plot(*(rim @ BASE_ON_TOP @ VIEW.T).T, ":", color="#555555", linewidth=1.5)
    for i, e in enumerate(REFERENCE.e0.T, start=1):
        axes.annotate(f"limb {i}", VIEW @ BASE_ON_TOP @ np.append(LABEL * e, -20.0), ha="center",
                      color=GROUPS[f"limb {i}"])
    found = []
    for group, kind, _ in lines(hung_on(limbs, sawn)):
        if kind == "plate":
            found.append(axes.fill([0, 1, 1], [0, 0, 1], facecolor=GROUPS[group] + "50",
                                   edgecolor=GROUPS[group], linewidth=2)[0])
        else:
            found.append(axes.plot([], [], "-", color=GROUPS[group])[0])
    return found


def place(artists, limbs, sawn, q):
    """Move the lines to the coordinates q; what is unhooked or sawn off is faint."""
    model = hung_on(limbs, sawn)
    for artist, (group, kind, points) in zip(artists, lines(model)):
        path = np.array([model.system.value_of(point, q) for point in points]) * 1000 @ BASE_ON_TOP @ VIEW.T
        artist.set_xy(path) if kind == "plate" else artist.set_data(*path.T)
        body = points[0].body.name if hasattr(points[0], "body") else ""
        loose = group.startswith("limb") and int(group[-1]) not in limbs
        cut = sawn and body.split()[0] in ("upper", "lower") and body.endswith(" 1")
        if kind != "plate":
            artist.set(linewidth=1.2 if loose or cut else 4 if group == "barrels" else 2.5,
                       alpha=0.35 if loose or cut else 1.0,
                       linestyle=":" if cut else "-")
