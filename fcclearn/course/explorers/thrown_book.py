"""Lesson 06: a book spun about one of its edges; its triad, its angular momentum, its angular velocity."""

from dataclasses import dataclass, replace
from functools import lru_cache

import ipywidgets as widgets
import matplotlib.pyplot as plt
import numpy as np
from matplotlib.figure import Figure

from ...formulation.inertia import box
from ...model import Model
from ...show.figures import STYLE
from ...show.poses import RIM
from ...show.scene import view_matrix
from .base import Explorer, new_figure, slider

SIDES = (0.17, 0.24, 0.03)                      # short edge u, long edge v, thickness w [m]
MASS = 0.9                                      # [kg]
SPIN = 4 * np.pi                                # two turns a second [rad/s]
F = np.array([[-3, -7, 1.5], [-3, 7, 1.5], [4, 7, 1.5], [-3, 7, 1.5], [-3, 1, 1.5], [2, 1, 1.5]]) / 100
END, SAMPLES = 2.0, 101                         # length of a flight [s], states kept of it
FRONT = view_matrix("y", 20.0, 15.0)            # the book: u to the right, v up, w towards the reader
CORNER = view_matrix("y", 40.0, 25.0)           # the sphere: u, v and w all in front
COLOURS = {"u": "#D55E00", "v": "#009E73", "w": "#0072B2", "L": "#222222", "omega": "#CC79A7"}
DASHES = {"u": "-", "v": "--", "w": "-."}
ARROW = {"arrowstyle": "-|>", "shrinkA": 0, "shrinkB": 0, "mutation_scale": 16}
NAMES = {"u": "u, short edge", "v": "v, long edge", "w": "w, thickness"}


def book():
    """A book with a letter on its cover, so that its mirror image can be told from it."""
    solid = box(MASS, SIDES)
    return replace(solid, outline=(*solid.outline, F))


@dataclass(frozen=True)
class Flight:
    """States of a book in free flight, seen from a camera that flies along.

    Attributes
    ----------
    t : (k,) array [s]
    axes : (k, 3, 3) array
        Rows u, v, w.
    omega, L : (k, 3) arrays
        Angular velocity [rad/s] and angular momentum about the centre of mass [kg m2/s], global axes.
    T : (k,) array
        Kinetic energy [J].
    """

    t: np.ndarray
    axes: np.ndarray
    omega: np.ndarray
    L: np.ndarray
    T: np.ndarray

    @property
    def spin_in_body(self):
        """Direction of the angular velocity in the book's own axes, (k, 3)."""
        body = np.einsum("kij,kj->ki", self.axes, self.omega)
        return body / np.linalg.norm(body, axis=1)[:, None]

    def tilt(self, edge):
        """Angle by which an edge has left its first direction, (k,) [deg]."""
        along = self.axes[:, "uvw".index(edge)]
        return np.degrees(np.arccos(np.clip(along @ along[0], -1, 1)))


@lru_cache(maxsize=32)
def flight(edge, unclean, end=END, samples=SAMPLES):
    """A book spun with two turns a second about an edge; the fraction `unclean` of it is about the next.

    Examples
    --------
    >>> thrown = flight("v", 0.01)
    >>> bool(thrown.tilt("v").max() < 5), bool(np.ptp(thrown.T) < 1e-8)
    (True, True)
    """
    model, k = Model(gravity=[0, 0, 0]), "uvw".index(edge)
    model.body("book", book(), angular_velocity=SPIN * (np.eye(3)[k] + unclean * np.eye(3)[(k + 1) % 3]))
    run = model.simulate(end, samples=samples, rtol=1e-9)
    rows = run.axes("book").transpose(0, 2, 1)
    return Flight(run.t, rows, run.angular_velocity("book"), run.angular_momentum(), run.kinetic_energy())


class ThrownBook(Explorer):
    """A book in free flight: left its triad, L and omega, right the path of omega in the book's own axes.

    Controls: `edge` that it is spun about, `unclean` share of the spin about the next edge [%], `time` [s],
    and `mirror`: the book, or its mirror image with u reversed, which satisfies the same six equations.

    Examples
    --------
    >>> explorer = ThrownBook()
    >>> explorer.mirror.value = True
    >>> float(explorer.residuals().max().round(9)), float(explorer.determinant().round(9))
    (0.0, -1.0)
    """

    def __init__(self):
        self.edge = widgets.ToggleButtons(options=[(NAMES[e], e) for e in "uvw"], description="spun about",
                                          style={"button_width": "auto"})
        self.unclean = slider("unclean [%]", 1.0, 0.5, 20.0, 0.5)
        self.time = slider("time t [s]", 0.0, 0.0, END, END / (SAMPLES - 1))
        self.mirror = widgets.ToggleButtons(options=[("the book", False), ("its mirror image", True)],
                                            style={"button_width": "auto"})
        figure = new_figure(8.6, 4.3)
        with plt.rc_context(STYLE):
            self._draw(figure)
        super().__init__(figure, [self.edge, self.unclean, self.time, self.mirror])

    @property
    def flight(self):
        """The flight that is shown."""
        return flight(self.edge.value, self.unclean.value / 100)

    @property
    def now(self):
        """Number of the state that is shown."""
        return int(np.abs(self.flight.t - self.time.value).argmin())

    def triad(self):
        """Rows u, v, w as they are drawn."""
        axes = self.flight.axes[self.now].copy()
        axes[0] *= -1 if self.mirror.value else 1
        return axes

    def residuals(self):
        """What the six rigid-body equations leave, absolute values."""
        E = self.triad()
        return np.abs((E @ E.T - np.eye(3))[np.triu_indices(3)])

    def determinant(self):
        return np.linalg.det(self.triad())

    def update(self):
        flown, k, E = self.flight, self.now, self.triad()
        omega, L = flown.omega[k], flown.L[k]
        for line, points in zip(self.lines, book().outline):
            line.set_data(*(points @ E @ FRONT[:2].T).T)
        tips = {name: 0.15 * e for name, e in zip("uvw", E)}
        tips |= {"L": 0.21 * L / np.linalg.norm(L), "omega": 0.18 * omega / SPIN}
        for name, tip in tips.items():
            end = FRONT[:2] @ tip
            self.arrows[name].xy = end
            self.labels[name].set_position(end + 0.025 * end / max(np.linalg.norm(end), 0.03))
        for line, part in zip(self.path, front_and_behind(flown.spin_in_body)):
            line.set_data(*part.T)
            line.set_color(COLOURS[self.edge.value])
        here = CORNER @ flown.spin_in_body[k]
        self.dot.set_data(here[:1], here[1:2])
        self.dot.set_markerfacecolor(COLOURS["omega"] if here[2] >= 0 else "white")
        self.title.set_text("the mirror image" if self.mirror.value else "the book")
        tilt, det = flown.tilt(self.edge.value)[k], self.determinant()
        lines = [f"{name} = {numbers(e, 3)}" for name, e in zip("uvw", E)]
        lines += [f"six equations: off by {self.residuals().max():.0e} at most", f"determinant {det:+.0f}",
                  f"omega = {numbers(omega, 2)} rad/s", f"L = {numbers(1e3 * L, 2)} g m<sup>2</sup>/s",
                  f"T = {flown.T[k]:.4f} J, |L| = {1e3 * np.linalg.norm(L):.3f} g m<sup>2</sup>/s",
                  f"{self.edge.value} has turned away by {tilt:.1f} deg"]
        alt = (f"{'The mirror image of a' if self.mirror.value else 'A'} book spun about "
               f"{NAMES[self.edge.value]}, {self.unclean.value:.1f} per cent unclean, "
               f"after {flown.t[k]:.2f} s: the edge has turned away by {tilt:.1f} degrees. "
               "L points where it pointed at the start.")
        return "".join(f"<div>{line}</div>" for line in lines), alt

    def _draw(self, figure):
        """Build every artist once."""
        left, right = (figure.add_axes((x, 0.0, 0.5, 0.93)) for x in (0.0, 0.5))
        left.set(xlim=(-0.26, 0.26), ylim=(-0.26, 0.26), aspect="equal")
        left.axis("off")
        self.title = left.set_title("")
        grey = dict(color="#888888", linestyle="-", linewidth=2)
        self.lines = [left.plot([], [], **grey)[0] for _ in book().outline]
        self.arrows = {name: left.annotate("", (0, 1), (0, 0), arrowprops={
            **ARROW, "color": colour, "linewidth": 3 if name in "uvw" else 2,
            "linestyle": "--" if name == "omega" else "-"}) for name, colour in COLOURS.items()}
        self.labels = {name: left.text(0, 0, "ω" if name == "omega" else name, color=colour, ha="center",
                                       va="center", fontweight="bold", path_effects=RIM)
                       for name, colour in COLOURS.items()}
        draw_sphere(right, "ω in the book's axes")
        self.path = draw_path(right, np.eye(3)[:1], "#222222", "-")
        self.dot, = right.plot([], [], "o", markersize=9, markeredgecolor=COLOURS["omega"], markeredgewidth=2)

    @classmethod
    def picture(cls):
        """Paths of omega in the book, and the time that a cleaner throw about u gains, in one figure."""
        with plt.rc_context(STYLE):
            figure = Figure(figsize=(10.0, 4.6))
            left, right = figure.subplots(1, 2)
            draw_sphere(left, "path of ω in the book's axes")
            for edge in "uvw":
                for unclean in (0.02,) if edge == "u" else (0.1, 0.25):
                    draw_path(left, flight(edge, unclean, 4.0, 401).spin_in_body, COLOURS[edge], DASHES[edge])
            curves = ((10, "u", "-", (0.24, 120)), (1, "u", "--", (0.5, 68)),
                      (0.1, "u", "-.", (1.18, 68)), (1, "v", ":", (1.2, 12)))
            for share, edge, dash, place in curves:
                flown = flight(edge, share / 100, END, 401)
                right.plot(flown.t, flown.tilt(edge), color=COLOURS[edge], linestyle=dash)
                right.text(*place, f"{edge}, {share:g} %", color=COLOURS[edge], path_effects=RIM)
            right.set(xlabel="time t [s]", ylabel="the spun edge has turned by [deg]", ylim=(-4, 184),
                      yticks=range(0, 181, 45), xlim=(0, END), xticks=np.arange(0, END + 0.1, 0.5))
        return figure


def draw_sphere(axes, title):
    """The unit sphere of directions in a body, with the places of u, v and w."""
    angle = np.linspace(0, 2 * np.pi, 121)
    axes.plot(np.cos(angle), np.sin(angle), color="#999999", linestyle="-", linewidth=1.2)
    for name, e in zip("uvw", np.eye(3)):
        ring = np.outer(np.cos(angle), np.roll(e, 1)) + np.outer(np.sin(angle), np.roll(e, 2))
        draw_path(axes, ring, "#cccccc", "-", width=0.8)
        tip = CORNER[:2] @ e
        axes.annotate("", 1.3 * tip, tip, arrowprops={**ARROW, "color": COLOURS[name], "linewidth": 2})
        axes.text(*(1.42 * tip), name, color=COLOURS[name], fontweight="bold", ha="center", va="center")
    axes.set(xlim=(-1.2, 1.2), ylim=(-1.05, 1.4), aspect="equal")
    axes.set_title(title, fontsize=13)
    axes.axis("off")


def numbers(vector, digits):
    """A vector in words, without minus zeros."""
    return f"({', '.join(f'{x + 0.0:.{digits}f}' for x in vector.round(digits))})"


def front_and_behind(path):
    """Picture of a path on the sphere: the part in front, and the part behind, with gaps."""
    seen = path @ CORNER.T
    return [np.where((seen[:, 2:] >= 0) == front, seen[:, :2], np.nan) for front in (True, False)]


def draw_path(axes, path, colour, dash, width=2.2):
    """A path on the sphere: as it is in front, dotted and thin behind; returns both lines."""
    front, behind = front_and_behind(path)
    return [*axes.plot(*front.T, color=colour, linestyle=dash, linewidth=width),
            *axes.plot(*behind.T, color=colour, linestyle=":", linewidth=width / 2)]
