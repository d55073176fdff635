"""Lesson 10: two balls on a leaning arm turn on a shaft; which entries of P make the bearings' forces."""

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

from ...formulation.inertia import composite, sphere
from ...show.figures import STYLE
from .base import Explorer, new_figure, slider

BALL, RADIUS = 0.5, 0.025                       # of each ball [kg], [m]
ARM, SPAN = 0.1, 0.3                            # from the middle to a ball, between the bearings [m]
SCALE = 0.11 / 1650                             # of the arrows [m/N]
ROTOR, FORCE, LIT = "#0072B2", "#D55E00", "#FFE0B2"
CELLS = {(0, 2): "static", (1, 2): "dynamic"}   # entries that pull at the bearings
CASES = {"static: both pull the same way": (0.0, 10.0), "dynamic: a couple": (30.0, 0.0),
         "balanced": (0.0, 0.0)}
"""Lean of the arm [deg] and shift of its middle [mm] of the picture's rotors."""


def places(lean, shift):
    """Middles of the balls in the rotor's axes, (2, 3) [m], for a lean [rad] and a shift across [m]."""
    arm = ARM * np.array([np.sin(lean), np.cos(lean), 0.0])
    return np.array([arm, -arm]) + [0.0, shift, 0.0]


def rotor(lean, shift):
    """Both balls as one solid; u along the shaft, v in the plane of the arm."""
    return composite(*(sphere(BALL, RADIUS).moved(place) for place in places(lean, shift)))


def bearing_forces(P, omega):
    """Forces of the left and the right bearing on the rotor along v [N].

    Their sum bends the path of the centre of mass, their couple turns with the product J12:

        left + right = -omega^2 m c2,      (right - left) span / 2 = -omega^2 J12

    Examples
    --------
    >>> left, right = bearing_forces(rotor(np.radians(30), 0.0).P, 100 * np.pi)
    >>> float(left.round(2)), float(right.round(2))
    (1424.55, -1424.55)
    """
    half, couple = -omega**2 * P[0, 2] / 2, -omega**2 * P[1, 2]
    return half - couple / SPAN, half + couple / SPAN


class Balance(Explorer):
    """A rotor seen from the side, turning with its own plane, and its matrix P with the entries that pull.

    Controls: `lean` of the arm [deg], `shift` of its middle off the shaft [mm], `speed` [turns a minute].

    Examples
    --------
    >>> explorer = Balance()
    >>> explorer.lean.value, explorer.shift.value = 0, 10
    >>> [round(float(force)) for force in explorer.forces()]
    [-493, -493]
    """

    def __init__(self):
        self.lean = slider("lean of the arm [deg]", 30, -60, 60, 5)
        self.shift = slider("shift off the shaft [mm]", 0, -15, 15, 1)
        self.speed = slider("speed [rpm]", 3000, 0, 3000, 100)
        figure = new_figure(8.6, 3.6)
        with plt.rc_context(STYLE):
            self.side = Side(figure.add_axes((0.0, 0.0, 0.56, 1.0)))
            self._draw_matrix(figure.add_axes((0.58, 0.12, 0.4, 0.7)))
        super().__init__(figure, [self.lean, self.shift, self.speed])

    @property
    def state(self):
        """Lean [rad], shift [m] and angular velocity [rad/s]."""
        return np.radians(self.lean.value), self.shift.value / 1000, 2 * np.pi * self.speed.value / 60

    @property
    def P(self):
        return rotor(*self.state[:2]).P

    def forces(self):
        """Of the left and the right bearing on the rotor, along v [N]."""
        return bearing_forces(self.P, self.state[2])

    def update(self):
        lean, shift, omega = self.state
        P, (left, right) = self.P, self.forces()
        self.side.show(lean, shift, omega)
        for (i, j), text in self.texts.items():
            text.set_text(f"{1000 * P[i, j] + 0.0:.3g}" if (i, j) != (0, 0) else f"{P[0, 0]:.3g}")
        for (i, j), patch in self.patches.items():
            patch.set_facecolor(LIT if abs(P[i, j]) > 1e-12 else "white")
        lines = [f"left bearing {left + 0.0:.1f} N", f"right bearing {right + 0.0:.1f} N",
                 f"m c2 = {1000 * P[0, 2] + 0.0:.2f} g m: static",
                 f"J12 = {1e3 * P[1, 2] + 0.0:.3f} g m2: dynamic"]
        alt = (f"Two balls on an arm that leans by {self.lean.value:.0f} degrees, shifted by "
               f"{self.shift.value:.0f} mm, at {self.speed.value:.0f} turns a minute: the left bearing "
               f"exerts {left + 0.0:.0f} N, the right one {right + 0.0:.0f} N.")
        return "".join(f"<div>{line}</div>" for line in lines), alt

    def _draw_matrix(self, axes):
        """The matrix P as a table; mass in kg, first moments in g m, J in g m2."""
        axes.set(xlim=(0, 4), ylim=(4, 0))
        axes.axis("off")
        axes.set_title("P  [kg, g m, g m²]", fontsize=13)
        self.texts, self.patches = {}, {}
        for i, j in np.ndindex(4, 4):
            patch = axes.add_patch(Rectangle((j, i), 1, 1, facecolor="white", edgecolor="#999999"))
            self.texts[i, j] = axes.text(j + 0.5, i + 0.5, "", ha="center", va="center", fontsize=12)
            if tuple(sorted((i, j))) in CELLS:
                self.patches[i, j] = patch

    @classmethod
    def picture(cls, rpm=3000):
        """A static and a dynamic imbalance, and neither, side by side."""
        with plt.rc_context(STYLE):
            figure = Figure(figsize=(10.5, 3.6))
            for axes, (title, (lean, shift)) in zip(figure.subplots(1, 3), CASES.items()):
                Side(axes).show(np.radians(lean), shift / 1000, 2 * np.pi * rpm / 60)
                axes.set_title(title, fontsize=13)
        return figure


class Side:
    """The rotor from the side in given axes: shaft, arm, balls, bearings, and the bearings' forces."""

    def __init__(self, axes):
        axes.set(xlim=(-0.22, 0.22), ylim=(-0.175, 0.175), aspect="equal")
        axes.axis("off")
        ends = np.array([-SPAN / 2, SPAN / 2])
        axes.plot(ends, 0 * ends, "-", color="#666666", linewidth=3)
        axes.plot(ends, 0 * ends - 0.012, "^", color="#666666", markersize=10)
        self.arm, = axes.plot([], [], "-", color=ROTOR, linewidth=3)
        self.balls, = axes.plot([], [], "o", color=ROTOR, markersize=17)
        self.centre, = axes.plot([], [], "P", color="white", markeredgecolor="#222222", markersize=10)
        style = {"arrowstyle": "-|>", "color": FORCE, "linewidth": 2.5, "shrinkA": 0, "shrinkB": 0}
        self.arrows = [axes.annotate("", (end, 0), (end, 0), arrowprops=style) for end in ends]
        self.labels = [axes.text(end, 0, "", color=FORCE, ha="center", va="center") for end in ends]

    def show(self, lean, shift, omega):
        """Move everything to a lean [rad], a shift [m] and an angular velocity [rad/s]."""
        ends, tips = (-SPAN / 2, SPAN / 2), places(lean, shift)[:, :2]
        self.arm.set_data(*tips.T)
        self.balls.set_data(*tips.T)
        self.centre.set_data([0.0], [shift])
        for end, force, arrow, label in zip(ends, bearing_forces(rotor(lean, shift).P, omega), self.arrows,
                                            self.labels):
            tip, seen = SCALE * force, abs(force) > 1.0
            arrow.xy = (end, tip if seen else 0.0)
            arrow.set_visible(seen)
            label.set_text(f"{force + 0.0:+.0f} N" if seen else "0 N")
            label.set_position((end, tip + 0.018 * np.sign(tip) if seen else 0.03))
