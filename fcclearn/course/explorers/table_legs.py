"""Lesson 13: a table on three or four elastic legs; move the load, shorten a leg."""

import ipywidgets as widgets
import matplotlib.pyplot as plt
import numpy as np
from matplotlib.figure import Figure

from ...show.figures import STYLE
from ...show.poses import RIM
from .base import Explorer, new_figure, slider

CORNERS = np.array([[-0.5, -0.35], [0.5, -0.35], [0.5, 0.35], [-0.5, 0.35]])
"""Feet of the four legs [m]."""

THREE = np.array([*CORNERS[:2], [0.0, 0.35]])
TOP, LOAD, GRAVITY = 12.0, 20.0, 9.81            # masses of the table top and of the load [kg]
STIFFNESS = 1e5                                  # of a leg [N/m]
PUSH, PULL = "#0072B2", "#D55E00"
PER_NEWTON, FOOT = 0.0015, 0.03                  # length of a bar, and where it starts [m on the table]


def leg_forces(feet, w, k, short=0.0):
    """Forces of elastic legs under a rigid table.

    The top sinks by ``E' d``, a height and two tilts; legs give ``f = k (E' d - short)``, and ``E f = w``.

    Parameters
    ----------
    feet : (n, 2) array [m]
    w : (3,) array
        Sum of the forces [N], and its moments about the middle, sum f x and sum f y [N m].
    k : float or (n,) array [N/m]
    short : float or (n,) array
        By how much each leg is too short [m].

    Returns
    -------
    (n,) array
        Positive where a leg pushes [N].

    Examples
    --------
    A weight over the middle of two of three legs:

    >>> leg_forces([[-1, 0], [1, 0], [0, 1]], [10, 0, 0], 1e5).round(9) + 0.0
    array([5., 5., 0.])
    """
    E = np.vstack([np.ones(len(feet)), np.transpose(feet)])
    k, short = (x * np.ones(len(feet)) for x in (k, short))
    d = np.linalg.solve((E * k) @ E.T, w + E @ (k * short))
    return k * (E.T @ d - short)


def weights(load):
    """Sum and moments of the weights of the top and of a load at (x, y)."""
    return GRAVITY * np.array([TOP + LOAD, LOAD * load[0], LOAD * load[1]])


class TableLegs(Explorer):
    """A table from above: bars over the feet show what each leg pushes; orange ones would have to pull.

    Controls: `legs`, the place of the load `x`, `y` [m], `short` of leg 1 [mm], `soft`, the stiffness of leg
    3 in parts of that of the others.

    Examples
    --------
    >>> table = TableLegs()
    >>> equal = table.forces()
    >>> table.short.value = 1.0
    >>> (table.forces() - equal).round(6).tolist()
    [-25.0, 25.0, -25.0, 25.0]
    """

    def __init__(self):
        self.legs = widgets.Dropdown(options=[3, 4], value=4, description="legs")
        self.x = slider("load, x [m]", 0.25, -0.5, 0.5, 0.05)
        self.y = slider("load, y [m]", 0.1, -0.35, 0.35, 0.05)
        self.short = slider("leg 1 too short by [mm]", 0.0, -3.0, 3.0, 0.25)
        self.soft = slider("stiffness of leg 3 [part]", 1.0, 0.1, 1.0, 0.1)
        figure = new_figure(6.4, 5.0)
        with plt.rc_context(STYLE):
            self.axes = figure.add_axes((0.02, 0.02, 0.96, 0.96))
        super().__init__(figure, [self.legs, self.x, self.y, self.short, self.soft])

    def feet(self):
        return CORNERS if self.legs.value == 4 else THREE

    def forces(self):
        """What each leg pushes [N]."""
        n = self.legs.value
        k = STIFFNESS * np.array([1, 1, self.soft.value, 1])[:n]
        return leg_forces(self.feet(), weights(self.load()), k, np.eye(n)[0] * self.short.value / 1000)

    def load(self):
        return np.array([self.x.value, self.y.value])

    def update(self):
        feet, f = self.feet(), self.forces()
        draw(self.axes, feet, f, self.load())
        E = np.vstack([np.ones(len(feet)), feet.T])
        lines = [f"leg {k + 1}: {force:.1f} N" for k, force in enumerate(f)]
        lines += [f"{word}: {value:.2f} {unit}" for word, value, unit in
                  zip(("sum", "moment, sum f x", "moment, sum f y"), E @ f, ("N", "N m", "N m"))]
        pulling = [str(k + 1) for k, force in enumerate(f) if force < -1e-9]
        rocks = f" Leg {', '.join(pulling)} would have to pull: the table rocks." if pulling else ""
        alt = (f"A table from above on {len(f)} legs, the load at ({self.x.value:.2f}, {self.y.value:.2f}) "
               f"m. The legs push with {', '.join(f'{force:.0f}' for force in f)} N.{rocks}")
        return "".join(f"<div>{line}</div>" for line in lines) + f"<div><b>{rocks}</b></div>", alt

    @classmethod
    def picture(cls):
        """Four equal legs; leg 1 three millimetres short; the difference."""
        equal, rocking = (leg_forces(CORNERS, weights((0.25, 0.1)), STIFFNESS, np.array([short, 0, 0, 0]))
                          for short in (0.0, 0.003))
        with plt.rc_context(STYLE):
            figure = Figure(figsize=(10.5, 3.6))
            panels = figure.subplots(1, 3)
            for axes, f, text in zip(panels, (equal, rocking, rocking - equal),
                                     ("equal legs", "leg 1 short by 3 mm", "the difference")):
                draw(axes, CORNERS, f, (0.25, 0.1) if "leg" in text else None)
                axes.set_title(text, fontsize=13)
        return figure


def draw(axes, feet, f, load):
    """The table from above, a bar and a number over every foot, and the load."""
    axes.clear()
    axes.plot(*np.array([[-0.6, -0.45], [0.6, -0.45], [0.6, 0.45], [-0.6, 0.45], [-0.6, -0.45]]).T,
              color="#888888", linestyle="-", linewidth=1.5)
    for k, ((x, y), force) in enumerate(zip(feet, f)):
        colour = PUSH if force >= 0 else PULL
        foot = y + np.copysign(FOOT, force)
        axes.plot([x, x], [foot, foot + PER_NEWTON * force], color=colour, linestyle="-", linewidth=9,
                  solid_capstyle="butt")
        axes.plot(x, y, "o", color="white", markeredgecolor="#222222", markeredgewidth=2, markersize=8)
        side = 1 if x > 0 else -1
        axes.text(x - 0.06 * side, y - 0.06, f"{k + 1}: {force:.0f} N", ha="right" if side > 0 else "left",
                  va="center", fontsize=12, color=colour, path_effects=RIM)
    if load is not None:
        axes.plot(*load, "s", color="#222222", markersize=11)
        axes.text(load[0] - 0.05, load[1], f"{LOAD:.0f} kg", ha="right", va="center", fontsize=12,
                  path_effects=RIM)
    axes.set(xlim=(-0.68, 0.68), ylim=(-0.52, 0.68), aspect="equal")
    axes.axis("off")
