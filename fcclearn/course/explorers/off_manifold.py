"""Lesson 07: the computed vector w and the two matrices V, on the constraints and off them."""

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.figure import Figure

from ...formulation.algebra import skew
from ...show.figures import STYLE
from .base import Explorer, new_figure, slider

OMEGA = np.array([0.0, 0.0, 1.0])               # the body turns about its w [rad/s] ...
TILT = np.array([0.3, -0.4, 0.0])               # ... and tilts a little, so that w moves
COLOURS = {"u": "#D55E00", "v": "#009E73", "w": "#0072B2"}
MATRICES = ("V", "S V", "Vbar")                 # Eq. (18); with the one half, Eq. (17); Eq. (14)
# a simple picture of space: y right, z up, x towards you
EYE = np.array([[-0.55, 1.0, 0.0], [-0.35, 0.0, 1.0]])


def w_rows(u, v):
    """The rows of w in the three matrices, columns u and v.

    Examples
    --------
    >>> rows = w_rows([1.0, 0, 0], [0, 1.0, 0])
    >>> {name: (row @ [1, 0, 0, 0, 1, 0]).tolist() for name, row in rows.items()}
    {'V': [0.0, 0.0, 2.0], 'S V': [0.0, 0.0, 1.0], 'Vbar': [0.0, 0.0, 1.0]}
    """
    both = np.hstack([-skew(v), skew(u)])
    return {"V": both, "S V": both / 2, "Vbar": np.hstack([np.zeros((3, 3)), skew(u)])}


class OffManifold(Explorer):
    """Vectors u and v of your choice, good or bad, and what becomes of w.

    Left the three vectors. Right, for each of the matrices: how wrong matrix times (u, v) is as a place, and
    how wrong matrix times (ud, vd) is as a velocity of w, for a body that turns and tilts.

    Controls: `u` and `v`, their lengths, and `angle` between them [deg].

    Examples
    --------
    >>> explorer = OffManifold()
    >>> explorer.place_errors(), explorer.rate_errors()["V"]
    ({'V': 1.0, 'S V': 0.0, 'Vbar': 0.0}, 0.0)
    """

    def __init__(self):
        self.u = slider("length of u", 1.0, 0.8, 1.2, 0.01)
        self.v = slider("length of v", 1.0, 0.8, 1.2, 0.01)
        self.angle = slider("angle between them [deg]", 90, 60, 120, 1)
        figure = new_figure(8.2, 3.7)
        with plt.rc_context({**STYLE, "axes.axisbelow": True}):
            self._draw(figure)
        super().__init__(figure, [self.u, self.v, self.angle])

    def vectors(self):
        """u, v and w = u x v."""
        angle = np.radians(self.angle.value)
        u = self.u.value * np.array([1.0, 0.0, 0.0])
        v = self.v.value * np.array([np.cos(angle), np.sin(angle), 0.0])
        return u, v, np.cross(u, v)

    def rates(self):
        """Rates of u and v of the turning body, and the true rate of w by the product rule."""
        u, v, _ = self.vectors()
        ud, vd = np.cross(OMEGA + TILT, u), np.cross(OMEGA + TILT, v)
        return ud, vd, np.cross(ud, v) + np.cross(u, vd)

    def place_errors(self):
        """Distance of matrix times (u, v) from w."""
        u, v, w = self.vectors()
        return {name: float(np.linalg.norm(row @ [*u, *v] - w)) for name, row in w_rows(u, v).items()}

    def rate_errors(self):
        """Distance of matrix times (ud, vd) from the rate of w [1/s]."""
        u, v, _ = self.vectors()
        ud, vd, wd = self.rates()
        return {name: float(np.linalg.norm(row @ [*ud, *vd] - wd)) for name, row in w_rows(u, v).items()}

    def update(self):
        u, v, w = self.vectors()
        for name, vector in (("u", u), ("v", v), ("w", w), ("Vq", 2 * w)):
            tip = EYE @ vector
            self.arrows[name].xy = tip
            self.labels[name].set_position(1.1 * tip + [0.0, 0.04])
        place, rate = self.place_errors(), self.rate_errors()
        for bars, errors in ((self.places, place), (self.speeds, rate)):
            for bar, name in zip(bars, MATRICES):
                bar.set_height(max(errors[name], 0.006))               # a zero is still seen as a line
        length, first_order = np.linalg.norm(w), self.u.value + self.v.value - 1
        right = {"place": [name for name in MATRICES if place[name] < 1e-12],
                 "rate": [name for name in MATRICES if rate[name] < 1e-12]}
        lines = [f"|w| = {length:.4f}", f"1 + (|u| - 1) + (|v| - 1) = {first_order:.4f}",
                 f"w . u = {w @ u:.1g}, w . v = {w @ v:.1g}",
                 f"det [u v w] = {np.linalg.det(np.column_stack([u, v, w])):.4f} = |w|<sup>2</sup>",
                 f"right as a place: {', '.join(right['place'])}",
                 f"right as a velocity: {', '.join(right['rate'])}"]
        alt = (f"u of length {self.u.value:.2f} and v of length {self.v.value:.2f}, {self.angle.value:.0f} "
               f"degrees apart: the length of w is {length:.4f}. Errors as a place: {words(place)}. Errors "
               f"as a velocity: {words(rate)}.")
        return "".join(f"<div>{line}</div>" for line in lines), alt

    def _draw(self, figure):
        """Build every artist once."""
        left, right = figure.add_axes((0.01, 0.02, 0.36, 0.96)), figure.add_axes((0.49, 0.15, 0.5, 0.8))
        left.set(xlim=(-0.95, 1.6), ylim=(-0.65, 3.15), aspect="equal")
        left.axis("off")
        styles = {"Vq": dict(color="#888888", linewidth=1.6, linestyle="--"),
                  **{name: dict(color=c, linewidth=3) for name, c in COLOURS.items()}}
        self.arrows = {name: left.annotate("", (0, 1), (0, 0),
                                           arrowprops={"arrowstyle": "-|>", "shrinkA": 0, "shrinkB": 0,
                                                       "mutation_scale": 16, **style})
                       for name, style in styles.items()}
        texts = {"u": "u", "v": "v", "w": "   w", "Vq": "w from V q"}
        self.labels = {name: left.text(0, 0, text, color=styles[name]["color"], fontweight="bold",
                                       ha="center") for name, text in texts.items()}
        x = np.arange(3)
        self.places = right.bar(x - 0.2, 0, 0.36, color="#E69F00", label="as a place")
        self.speeds = right.bar(x + 0.2, 0, 0.36, color="#0072B2", label="as a velocity [1/s]")
        right.set(xlim=(-0.6, 2.6), ylim=(0, 1.5), ylabel="error of w")
        right.set_xticks(x, ["V\nEq. (18)", "S V\nEq. (17)", "Vbar\nEq. (14)"])
        right.set_yticks([0, 0.5, 1.0, 1.5], ["0", "0.5", "1", "1.5"])
        right.legend(loc="upper right")

    @classmethod
    def picture(cls):
        """The length of w against that of u, and the errors of the three matrices, in one static figure."""
        explorer = cls()
        stretch = np.linspace(0.8, 1.2, 41)
        with plt.rc_context({**STYLE, "axes.axisbelow": True}):
            figure = Figure(figsize=(9.6, 3.9))
            left, right = figure.subplots(1, 2)
            left.plot(stretch, stretch**2, label="|w|, u and v both stretched")
            left.plot(stretch, stretch, label="|w|, only u stretched")
            left.plot(stretch, 2 * stretch - 1, label="1 + (|u| - 1) + (|v| - 1)")
            left.set(xticks=[0.8, 0.9, 1, 1.1, 1.2], xlabel="length of u [-]", ylabel="length of w [-]")
            left.legend(loc="upper left", fontsize=10)
            x = np.arange(3)
            for shift, errors, label, colour in ((-0.2, explorer.place_errors(), "as a place", "#E69F00"),
                                                 (0.2, explorer.rate_errors(), "as a velocity [1/s]",
                                                  "#0072B2")):
                bars = right.bar(x + shift, list(errors.values()), 0.36, color=colour, label=label)
                right.bar_label(bars, [f"{e:.2g}" for e in errors.values()], fontsize=11)
            right.set(ylabel="error of w", ylim=(0, 1.5))
            right.set_xticks(x, ["V\nEq. (18)", "S V\nEq. (17)", "Vbar\nEq. (14)"])
            right.legend(loc="upper right", fontsize=11)
        return figure


def words(errors):
    """Errors of the three matrices in a sentence."""
    return ", ".join(f"{name} {error:.2f}" for name, error in errors.items())
