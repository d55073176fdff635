"""Lesson 16: one number of Andrews' mechanism read in another way, and who notices."""

from dataclasses import dataclass
from functools import lru_cache

import ipywidgets as widgets
import matplotlib.pyplot as plt
import numpy as np
from matplotlib.figure import Figure

from ...benchmarks import a03_andrews as andrews
from ...benchmarks.readings import END, PINS, READINGS, crank_angle, simulate, witnesses
from ...show.figures import COLOURS, STYLE
from .base import Explorer, new_figure, slider

SAMPLES = 151
LINKS = (("OF.O", "OF.F"), ("OF.F", "FE.E"), ("AG.A", "AG.G"), ("AG.G", "FE.E"),
         ("AH.A", "AH.H"), ("AH.H", "FE.E"))
FLOOR = 1e-9                                    # smaller differences are the error of the runs [rad]
SLOWER = 1000                                   # the time slider is in ms


@dataclass(frozen=True)
class Kept:
    """What is kept of a run: places of the drawn points by name, beta, and what the witnesses say."""

    places: dict                                # name -> (k, 2) [m]
    beta: np.ndarray                            # (k,) [rad]
    said: dict


@lru_cache(maxsize=None)
def keep(reading):
    """The kept part of the run of a reading."""
    run = simulate(reading, SAMPLES)
    bde = run.model.bodies["BDE"]
    named = {name: name for link in LINKS for name in link}
    named = {**named, "B": bde.point("B"), "D": bde.point(*andrews.D)}
    places = {name: run.position(point) for name, point in named.items()}
    return Kept(places, crank_angle(run), witnesses(run))


class Readings(Explorer):
    """Andrews' mechanism by the right data and by a reading of your choice.

    Controls: `reading`, one of `READINGS`, and the `time` that is shown [ms]. A reading is simulated
    when it is chosen for the first time.
    """

    def __init__(self):
        self.reading = widgets.Dropdown(options=list(READINGS), value="m of BDE 0.02372", description="data",
                                        layout=widgets.Layout(width="26em"))
        self.time = slider("time [ms]", 20, 0, SLOWER * END, SLOWER * END / (SAMPLES - 1))
        self.t = np.linspace(0, END, SAMPLES)
        figure = new_figure(9.0, 4.6)
        with plt.rc_context({**STYLE, "font.size": 11}):
            self._draw(figure)
        super().__init__(figure, [self.reading, self.time])

    def difference(self):
        """Difference of beta from that of the right data, (k,) [rad]."""
        return keep(self.reading.value).beta - keep("right").beta

    def update(self):
        chosen, right = keep(self.reading.value), keep("right")
        k = int(np.abs(self.t - self.time.value / SLOWER).argmin())
        for lines, run in ((self.ghost, right), (self.links, chosen)):
            for line, (first, last) in zip(lines, LINKS):
                line.set_data(*np.transpose([run.places[first][k], run.places[last][k]]))
            corners = [run.places[name][k] for name in ("B", "FE.E", "D", "B")]
            lines[-1].set_data(*np.transpose(corners))
        self.spring.set_data(*np.transpose([andrews.FIXED["C"], chosen.places["D"][k]]))
        off = self.difference()
        self.apart.set_data(SLOWER * self.t, np.log10(np.maximum(np.abs(off), FLOOR)))
        self.cursor.set_xdata([SLOWER * self.t[k]] * 2)
        for bar, pin in zip(self.bars, PINS):
            bar.set_height(chosen.said[pin])
        forces = ", ".join(f"{pin} {chosen.said[pin]:.1f} N ({right.said[pin]:.1f})" for pin in PINS)
        said = (f"after 30 ms beta is off by {off[-1]:+.1e} rad; "
                f"the energy closes to {chosen.said['balance']:.0e}; "
                f"largest pin forces (right ones): {forces}")
        return f"<div>{said}</div>", (f"Andrews' mechanism with {self.reading.value} "
                                      f"at {SLOWER * self.t[k]:.1f} ms over the right one: {said}.")

    def _draw(self, figure):
        """Build every artist once."""
        left = figure.add_axes((0.01, 0.02, 0.45, 0.94))
        left.set(xlim=(-0.085, 0.03), ylim=(-0.055, 0.08), aspect="equal")
        left.axis("off")
        for name, (x, y) in andrews.FIXED.items():
            left.plot(x, y, "^", color="#555555", markersize=8)
            left.text(x + 0.003, y - 0.007, name)
        self.ghost = [left.plot([], [], "-", color="#c8c8c8", linewidth=6)[0] for _ in range(len(LINKS) + 1)]
        self.spring = left.plot([], [], ":", color="#222222", linewidth=2)[0]
        self.links = [left.plot([], [], "o-", color=COLOURS[k % len(COLOURS)], markersize=4, linewidth=2.5)[0]
                      for k in range(len(LINKS) + 1)]
        upper, lower = figure.add_axes((0.57, 0.58, 0.41, 0.33)), figure.add_axes((0.57, 0.1, 0.41, 0.3))
        upper.set(xlim=(0, SLOWER * END), ylim=(-9.2, 0.5), title="|difference of beta| [rad] over time [ms]")
        upper.set_yticks(range(-9, 1, 3), ["1e-9", "1e-6", "1e-3", "1"])
        self.apart = upper.plot([], [], "-", color=COLOURS[0])[0]
        self.cursor = upper.axvline(0, color="#222222", linestyle="-", linewidth=1)
        lower.set(ylim=(0, 200), title="largest pin force [N], right one black")
        self.bars = lower.bar(PINS, [0.0] * len(PINS), width=0.5, color=COLOURS[0])
        for k, pin in enumerate(PINS):
            lower.plot([k - 0.35, k + 0.35], [keep("right").said[pin]] * 2, "-", color="#222222", linewidth=2)

    def picture(self, several=("l0 = 0.0778", "m of BDE 0.02372", "com of AG mirrored")):
        """Difference of beta over time for some readings, in one static figure."""
        with plt.rc_context(STYLE):
            axes = Figure(figsize=(8.4, 4.2)).subplots()
            for name in several:
                off = np.abs(keep(name).beta - keep("right").beta)
                axes.semilogy(SLOWER * self.t, np.maximum(off, FLOOR), label=name)
            axes.set(xlabel="time t [ms]", ylabel="|difference of beta| [rad]", ylim=(5e-10, 1))
            axes.legend(loc="center left", bbox_to_anchor=(1, 0.5))
        return axes.figure
