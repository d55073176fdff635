"""Lesson 14: a computed pendulum beside its closed form, let go from an angle of your choice."""

from functools import lru_cache

import ipywidgets as widgets
import matplotlib.pyplot as plt
import numpy as np
from matplotlib.figure import Figure

from ...benchmarks.a01_pendulum import G, closed_form, period
from ...show.figures import COLOURS, STYLE
from .base import Explorer, new_figure, slider

END = 20.0                                      # duration [s]
STEPS = (0.1, 0.05, 0.02)                       # steps that can be chosen [s]
DOWN = np.array([0.0, -G])                      # acceleration of the free mass, m/s2; the link is 1 m


def rates(y):
    """Rates of ``y = {u, ud}`` with ``u . u = 1``: Eq. (9) for one unit vector, its multiplier eliminated.

    Examples
    --------
    Let go horizontally, the mass falls freely at first:

    >>> rates(np.array([-1.0, 0.0, 0.0, 0.0])).round(12) + 0.0
    array([ 0.  ,  0.  ,  0.  , -9.81])
    """
    u, ud = y[:2], y[2:]
    return np.concatenate([ud, DOWN - u * (u @ DOWN + ud @ ud) / (u @ u)])


def projected(y, h):
    """One step of the Runge-Kutta method of order 4, brought back to ``u . u = 1`` and ``u . ud = 0``."""
    k1 = rates(y)
    k2 = rates(y + h / 2 * k1)
    k3 = rates(y + h / 2 * k2)
    k4 = rates(y + h * k3)
    u, ud = np.split(y + h / 6 * (k1 + 2 * k2 + 2 * k3 + k4), 2)
    u = u / np.sqrt(u @ u)
    return np.concatenate([u, ud - (ud @ u) * u])


def energy_momentum(y, h):
    """One step of the energy-momentum method; for one unit vector its equations have a closed solution.

    ``u1 = a - s (u0 + u1)`` with ``a = u0 + h v0 + h^2 g / 2``, and ``u1 . u1 = 1`` gives s.

    Examples
    --------
    >>> y = energy_momentum(np.array([-1.0, 0.0, 0.0, 0.0]), 0.1)
    >>> length, energy = y[:2] @ y[:2] - 1, y[2:] @ y[2:] / 2 + G * y[1]
    >>> float(abs(length).round(12)), float(abs(energy).round(12))
    (0.0, 0.0)
    """
    u, v = y[:2], y[2:]
    a = u + h * v + h**2 / 2 * DOWN
    s = (a @ a - 1) / (2 * (1 + a @ u))
    u1 = (a - s * u) / (1 + s)
    return np.concatenate([u1, 2 / h * (u1 - u) - v])


METHODS = {"energy-momentum": energy_momentum, "RK4 + projection": projected}


@lru_cache(maxsize=64)
def history(angle, step, method):
    """A run from rest at an angle from the lower vertical, to the left [deg].

    Returns
    -------
    t : (k,) array [s]
    y : (k, 4) array
        u and ud.
    """
    psi = np.radians(angle)
    states = [np.array([-np.sin(psi), -np.cos(psi), 0.0, 0.0])]
    for _ in range(round(END / step)):
        states.append(METHODS[method](states[-1], step))
    return step * np.arange(len(states)), np.array(states)


def angles(x, y):
    """Angle from the lower vertical along a history, without jumps [deg]."""
    return np.degrees(np.unwrap(np.arctan2(x, -y)))


class PendulumTwin(Explorer):
    """A computed pendulum and its twin from the closed form, the angle between them, and the period.

    Controls: `angle` [deg], `step` [s], `method`, and the `time` that is shown [s].

    Attributes
    ----------
    visited : dict
        {angle: computed period} of all choices so far, drawn on the curve of the exact period.
    """

    def __init__(self):
        self.visited = {}
        self.angle = slider("let go at [deg]", 90, 10, 175, 5)
        self.time = slider("time [s]", 5, 0, END, 0.1)
        self.step = widgets.ToggleButtons(options=[(f"step {h:g} s", h) for h in STEPS],
                                          style={"button_width": "auto"})
        self.method = widgets.ToggleButtons(options=list(METHODS), style={"button_width": "auto"})
        figure = new_figure(8.6, 4.6)
        with plt.rc_context({**STYLE, "font.size": 11}):
            self._draw(figure)
        super().__init__(figure, [self.angle, self.step, self.method, self.time])

    def chosen(self, angle=None, step=None, method=None):
        """The history for these values, or those of the controls."""
        return history(angle or self.angle.value, step or self.step.value, method or self.method.value)

    def difference(self, angle=None, step=None, method=None):
        """Times, and angle of the run less that of the closed form [deg]."""
        t, y = self.chosen(angle, step, method)
        exact = closed_form(t, np.radians(angle or self.angle.value))
        return t, angles(y[:, 0], y[:, 1]) - angles(exact["x"], exact["y"])

    def computed_period(self, angle=None, step=None, method=None):
        """Twice the mean time between passages through the lowest place [s]; NaN with less than two."""
        t, y = self.chosen(angle, step, method)
        k = np.flatnonzero(y[:-1, 0] * y[1:, 0] < 0)
        passed = t[k] - y[k, 0] * (t[k + 1] - t[k]) / (y[k + 1, 0] - y[k, 0])
        return 2 * float(np.mean(np.diff(passed))) if len(passed) > 1 else np.nan

    def update(self):
        angle, now = self.angle.value, self.time.value
        t, y = history(angle, self.step.value, self.method.value)
        _, off = self.difference()
        k = int(np.abs(t - now).argmin())
        exact = closed_form(t[k], np.radians(angle))
        self.rod.set_data([0, y[k, 0]], [0, y[k, 1]])
        self.twin.set_data([0, exact["x"]], [0, exact["y"]])
        self.apart.set_data(t, np.clip(off, -200, 200))
        self.cursor.set_xdata([t[k]] * 2)
        self.visited[angle] = self.computed_period()
        self.points.set_data(list(self.visited), list(self.visited.values()))
        energy = np.abs(np.sum(y[:, 2:] ** 2, axis=1) / 2 + G * (y[:, 1] - y[0, 1])).max()
        length = np.abs(np.sum(y[:, :2] ** 2, axis=1) - 1).max()
        said = (f"after {t[k]:.1f} s the run differs by {off[k]:+.1f} degrees; its energy has moved by "
                f"{energy:.0e} J at most, |u.u - 1| by {length:.0e}; period {self.visited[angle]:.3f} s, "
                f"exact {period(np.radians(angle)):.3f} s")
        return f"<div>{said}</div>", (
            f"A pendulum let go at {angle:g} degrees, by {self.method.value} with a "
                                      f"step of {self.step.value:g} s: {said}.")

    def picture(self, step=0.1):
        """Error of the computed period over the angle for both methods, in one static figure."""
        whole = np.arange(10, 176, 5)
        with plt.rc_context(STYLE):
            axes = Figure(figsize=(7.5, 4.2)).subplots()
            for method, mark in zip(METHODS, "o^"):
                found = np.array([self.computed_period(angle, step, method) for angle in whole])
                error = 100 * (found / period(np.radians(whole)) - 1)
                axes.plot(whole, error, marker=mark, markersize=5, label=method)
            axes.axhline(0, color="#222222", linestyle="-", linewidth=1)
            axes.set(xlabel="let go at [deg]", ylabel="error of the period [%]", title=f"step {step:g} s")
            axes.set_xticks(range(0, 181, 30))
            axes.legend(loc="lower left")
        return axes.figure

    def _draw(self, figure):
        """Build every artist once."""
        left = figure.add_axes((0.01, 0.06, 0.37, 0.88))
        left.set(xlim=(-1.15, 1.15), ylim=(-1.15, 1.15), aspect="equal")
        left.axis("off")
        self.twin = left.plot([], [], "o--", color="#222222", linewidth=2, markersize=7,
                              label="closed form")[0]
        self.rod = left.plot([], [], "o-", color=COLOURS[0], linewidth=4, markersize=11, alpha=0.75,
                             label="computed")[0]
        left.plot(0, 0, "o", color="white", markeredgecolor="#222222")
        left.legend(loc="upper center", bbox_to_anchor=(0.5, 1.06), ncols=2, fontsize=10)
        upper, lower = figure.add_axes((0.49, 0.6, 0.48, 0.33)), figure.add_axes((0.49, 0.12, 0.48, 0.33))
        upper.set(xlim=(0, END), ylim=(-205, 205), title="computed less exact angle [deg]")
        upper.set_yticks([-180, -90, 0, 90, 180])
        upper.set_xticks(range(0, 21, 5))
        self.apart = upper.plot([], [], "-", color=COLOURS[0])[0]
        self.cursor = upper.axvline(0, color="#222222", linestyle="-", linewidth=1)
        whole = np.linspace(1.0, 179.0, 179)
        lower.set(xlim=(0, 180), ylim=(1.5, 6.5), title="period [s] over the angle [deg]")
        lower.set_xticks(range(0, 181, 45))
        lower.plot(whole, period(np.radians(whole)), "--", color="#222222", linewidth=1.5)
        self.points = lower.plot([], [], "o", color=COLOURS[0])[0]
