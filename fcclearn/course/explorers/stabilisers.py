"""Lesson 12: four ways to stay on the constraints, side by side."""

from dataclasses import dataclass

import ipywidgets as widgets
import matplotlib.pyplot as plt
import numpy as np
from matplotlib.figure import Figure

from ...benchmarks.a02_n_four_bar import build, closed_form
from ...show.figures import COLOURS, STYLE
from .base import Explorer, new_figure, slider

END, SAMPLES = 5.0, 126                          # duration [s], kept times
LEVELS = ("coarse", "medium", "fine")
SETTINGS = {
    "Baumgarte": [dict(method="baumgarte", alpha=20.0, beta=20.0, rtol=rtol) for rtol in (1e-4, 1e-6, 1e-8)],
    "projection": [dict(method="projection", rtol=rtol) for rtol in (1e-4, 1e-7, 1e-10)],
    "augmented Lagrangian": [dict(method="augmented-lagrangian", step=h) for h in (0.04, 0.02, 0.01)],
    "energy-momentum": [dict(method="energy-momentum", step=h) for h in (0.04, 0.02, 0.01)],
}
MARKS = dict(zip(SETTINGS, "osD^"))
POINTS = ("crank 0.start", "crank 0.end", "crank 1.end", "crank 1.start")
APART = 3.6                                      # distance of the four mechanisms in the picture [m]
FLOOR = 1e-17                                   # smaller numbers are drawn as this


@dataclass(frozen=True)
class Kept:
    """What is kept of a run: places of the four pins, violation, energy error, error of B0, cost."""

    pins: np.ndarray                            # (k, 4, 2) [m]
    violation: np.ndarray                       # (k,)
    energy: np.ndarray                          # (k,) change of energy [J]
    error: np.ndarray                           # (k,) distance of B0 from the closed form [m]
    evaluations: int


def keep(run):
    """The kept part of a run of the four-bar."""
    pins = np.stack([run.position(point)[:, :2] for point in POINTS], axis=1)
    exact = closed_form(run.t, 1)
    error = np.hypot(pins[:, 1, 0] - exact["B0x"], pins[:, 1, 1] - exact["B0y"])
    return Kept(pins, run.violation(), run.energy() - run.energy()[0], error, run.counts.evaluations)


def study(kind="full", dimension=3):
    """The four-bar of benchmark A02 by every method at every level.

    Returns
    -------
    dict of method -> list of Kept
    """
    model = build(kind, dimension, 1)
    return {name: [keep(model.simulate(END, samples=SAMPLES, **how)) for how in settings]
            for name, settings in SETTINGS.items()}


class Stabilisers(Explorer):
    """Four methods on the same four-bar through its change points,
    with violation and energy error at your time.

    Controls: `time` [s] and `level`, "coarse", "medium" or "fine". Nothing is integrated when they move.

    Parameters
    ----------
    runs : dict of method -> list of Kept, by default those of `study()`
    """

    def __init__(self, runs=None):
        self.runs = study() if runs is None else runs
        self.t = np.linspace(0.0, END, SAMPLES)
        self.exact = closed_form(self.t, 1)
        self.time = slider("time [s]", 2.6, 0.0, END, END / (SAMPLES - 1))
        self.level = widgets.ToggleButtons(options=list(LEVELS), value="coarse",
                                           style={"button_width": "auto"})
        figure = new_figure(8.4, 4.4)
        with plt.rc_context({**STYLE, "font.size": 11}):
            self._draw(figure)
        super().__init__(figure, [self.time, self.level])

    @property
    def frame(self):
        """Number of the chosen time."""
        return int(np.abs(self.t - self.time.value).argmin())

    def chosen(self, name):
        """The run of a method at the chosen level."""
        return self.runs[name][LEVELS.index(self.level.value)]

    def update(self):
        k, lines, said = self.frame, [], []
        for name, (links, ghost, violated, energy) in self.artists.items():
            run = self.chosen(name)
            x, y = self.exact["B0x"][k], self.exact["B0y"][k]
            place = APART * list(self.artists).index(name)
            links.set_data(run.pins[k, :, 0] + place, run.pins[k, :, 1])
            ghost.set_data([place, place + x, place + x + 1, place + 1], [0, y, y, 0])
            violated.set_data(self.t, powers(run.violation))
            energy.set_data(self.t, powers(run.energy))
            numbers = (f"|Phi| {run.violation[k]:.0e}, energy {run.energy[k]:+.0e} J, "
                       f"B0 off by {run.error[k]:.0e} m")
            lines.append(f"<b>{name}</b>: {numbers}; {run.evaluations} evaluations")
            said.append(f"{name}: {numbers}")
        for cursor in self.cursors:
            cursor.set_xdata([self.t[k]] * 2)
        alt = f"Four-bar at {self.t[k]:.2f} s by four methods, {self.level.value}. {'; '.join(said)}."
        return "".join(f"<div>{line}</div>" for line in lines), alt

    def _draw(self, figure):
        """Build every artist once."""
        self.artists, self.cursors = {}, []
        lower = [figure.add_axes((0.09 + 0.48 * k, 0.12, 0.42, 0.42)) for k in range(2)]
        for axes, label in zip(lower, ("largest |Phi|", "energy error [J]")):
            # logarithms: quicker than a log axis
            axes.set(xlim=(0, END), ylim=(-17.3, 0.5), xlabel="time t [s]", title=label)
            axes.set_yticks(range(-15, 1, 5), ["1e-15", "1e-10", "1e-5", "1"])
            axes.set_xticks(range(0, 6), ["0", "", "", "", "", "5"])
            if self.cursors:
                # the same powers of ten as on the left
                axes.tick_params(labelleft=False)
            self.cursors.append(axes.axvline(0, color="#222222", linestyle="-", linewidth=1))
        upper = figure.add_axes((0.01, 0.62, 0.98, 0.36))
        upper.set(xlim=(-1.25, 3 * APART + 2.25), ylim=(-1.15, 1.65), aspect="equal")
        upper.axis("off")
        for k, name in enumerate(SETTINGS):
            upper.text(0.5 + APART * k, 1.25, name, color=COLOURS[k], fontsize=11, ha="center")
            ghost = upper.plot([], [], "-", color="#bbbbbb", linewidth=6)[0]
            links = upper.plot([], [], "o-", color=COLOURS[k], markerfacecolor="white",
                               markeredgecolor="#222222")[0]
            self.artists[name] = (links, ghost, *(axes.plot([], [])[0] for axes in lower))

    def picture(self, level):
        """Violation and energy error of the four methods over time, in one static figure."""
        with plt.rc_context(STYLE):
            figure = Figure(figsize=(9.6, 4.4))
            for axes, what, label in zip(figure.subplots(1, 2), ("violation", "energy"),
                                         ("largest |Phi| [-]", "energy error [J]")):
                for name, runs in self.runs.items():
                    axes.semilogy(self.t, 10.0 ** powers(getattr(runs[LEVELS.index(level)], what)),
                                  label=name)
                axes.set(xlabel="time t [s]", ylabel=label, ylim=(1e-17, 10))
            handles, labels = axes.get_legend_handles_labels()
            figure.legend(handles, labels, loc="outside lower center", ncols=4, fontsize=11)
        return figure

    def work_precision(self):
        """Cost against largest error of B0 for all methods and levels, in one static figure."""
        with plt.rc_context(STYLE):
            axes = Figure(figsize=(8.6, 4.4)).subplots()
            for name, runs in self.runs.items():
                axes.loglog([r.error.max() for r in runs], [r.evaluations for r in runs], marker=MARKS[name],
                            label=name)
            axes.set(xlabel="largest error of the tip B0 [m]", ylabel="evaluations")
            axes.set_yticks([500, 1000, 2000, 5000], ["500", "1000", "2000", "5000"])
            axes.minorticks_off()
            axes.legend(loc="center left", bbox_to_anchor=(1, 0.5))
        return axes.figure


def powers(values):
    """Decimal logarithm of the size of values, not below the floor."""
    return np.log10(np.maximum(np.abs(values), FLOOR))
