"""Lesson 23: turn the speed up: which term of the actuators' forces matters when?"""

import ipywidgets as widgets
import matplotlib.pyplot as plt
import numpy as np
from matplotlib.figure import Figure

from ...parallel.simulation import paper_load, swing
from ...parallel.terms import TERMS, force_terms
from ...show.figures import COLOURS, STYLE
from .base import Explorer, new_figure, slider

PHASES = np.linspace(0.0, 1.0, 81)                  # of one period
STYLES = ("-", "--", "-.", ":")
HATCHES = ("", "//", "..", "xx")
NAMES = ("M: inertia", "C: velocities", "G: weight", "f: load")
FREQUENCIES = np.geomspace(0.3, 30, 41)             # Hz
LOADS = {"none": "none", "25, 25, 50 N and 25 N mm": "N.mm", "25, 25, 50 N and 25 N m": "N.m"}


def parts(frequency, size=1.0, load="none"):
    """The parts of the actuators' forces over one period of the swing: (4 terms, instants, 4 actuators) in N.

    Examples
    --------
    Inertia grows with the square of the frequency, weight does not:

    >>> ratio = peaks(parts(6.0)) / peaks(parts(3.0))[:, None]
    >>> ratio.diagonal()[:3].round(9).tolist()
    [4.0, 4.0, 1.0]
    """
    found = force_terms(*swing(PHASES / frequency, frequency, size), paper_load(load))
    return np.array([found[name] for name in TERMS])


def peaks(history):
    """The largest size of each term over all instants and actuators, N."""
    return np.abs(history).max(axis=(1, 2))


def crossing(size=1.0):
    """Frequencies in Hz at which inertia, and velocities, reach the peak of the weight: both grow as f^2."""
    M, C, G, _ = peaks(parts(1.0, size))
    return np.sqrt(G / M), np.sqrt(G / C)


class SpeedExplorer(Explorer):
    """A swing of the platform; the parts of each actuator's force, and their course over one period.

    Controls: `frequency` [Hz], `size` of the swing, `load`.

    Examples
    --------
    >>> explorer = SpeedExplorer()
    >>> explorer.frequency.value = 6.0
    >>> "0.17" in explorer.numbers.value                # C / M does not feel the speed
    True
    """

    def __init__(self):
        self.frequency = slider("frequency [Hz]", 3.0, 0.2, 12.0, 0.1)
        self.size = slider("size of the swing", 1.0, 0.1, 1.2, 0.05)
        self.load = widgets.Dropdown(options=LOADS, value="none", description="load",
                                     style={"description_width": "11em"})
        figure = new_figure(9.6, 4.6)
        with plt.rc_context(STYLE):
            self.left, self.right = figure.add_axes((0.09, 0.14, 0.38, 0.76)), figure.add_axes((0.6, 0.14,
                0.38, 0.76))
            self._draw()
        super().__init__(figure, [self.frequency, self.size, self.load])

    def _draw(self):
        """Build every artist once."""
        self.bars = [self.left.bar(np.arange(4) + 0.2 * (k - 1.5), np.zeros(4), 0.2, color=COLOURS[k],
                                   hatch=HATCHES[k],
                                   edgecolor="white", label=NAMES[k]) for k in range(4)]
        self.left.set_xticks(range(4), "1234")
        self.left.set(xlabel="actuator", ylabel="peak of the part [N]")
        self.lines = [self.right.plot([], [], STYLES[k], color=COLOURS[k])[0] for k in range(4)]
        self.sum, = self.right.plot([], [], "-", color="#222222", linewidth=3, label="sum")
        self.right.set(xlabel="time [s]", ylabel="force [N]")
        self.right.locator_params(axis="x", nbins=4)
        self.left.legend(loc="lower left", bbox_to_anchor=(0, 1), ncols=2, fontsize=9)

    def update(self):
        frequency, size = self.frequency.value, self.size.value
        history = parts(frequency, size, self.load.value)
        sizes, whole = peaks(history), history.sum(axis=0)
        busiest = int(np.abs(whole).max(axis=0).argmax())
        for k in range(4):
            for bar, height in zip(self.bars[k], np.abs(history[k]).max(axis=0)):
                bar.set_height(height)
            self.lines[k].set_data(PHASES / frequency, history[k, :, busiest])
        self.sum.set_data(PHASES / frequency, whole[:, busiest])
        self.left.set_ylim(0, 1.05 * sizes.max())
        self.right.set_xlim(0, 1 / frequency)
        reach = 1.08 * np.abs([*history[:, :, busiest], whole[:, busiest]]).max()
        self.right.set_ylim(-reach, reach)
        self.right.set_title(f"actuator {busiest + 1}, black: sum", fontsize=11)
        rows = [("largest force", f"{np.abs(whole).max():.1f} N"), ("C / M", f"{sizes[1] / sizes[0]:.2f}"),
                ("M passes G at", f"{crossing(size)[0]:.2f} Hz"),
                ("C passes G at", f"{crossing(size)[1]:.2f} Hz")]
        table = "".join(f'<tr><th style="text-align:left;padding-right:1em">{a}</th><td>{b}</td></tr>'
                        for a, b in rows)
        alt = (f"Peaks of the four parts of the actuators' forces at {frequency:.1f} Hz: M {sizes[0]:.1f}, "
               f"C {sizes[1]:.1f}, "
               f"G {sizes[2]:.1f}, f {sizes[3]:.1f} N, and their course in actuator {busiest + 1}.")
        return f'<table aria-label="Parts of the forces">{table}</table>', alt

    @staticmethod
    def picture(size=1.0):
        """Peak of each part over the frequency, on logarithmic axes, with the crossings marked."""
        with plt.rc_context(STYLE):
            figure = Figure(figsize=(7.6, 5.2))
            axes = figure.subplots()
            M, C, G, _ = peaks(parts(1.0, size))
            for k, curve in enumerate((M * FREQUENCIES**2, C * FREQUENCIES**2, G + 0 * FREQUENCIES)):
                axes.loglog(FREQUENCIES, curve, STYLES[k], color=COLOURS[k], label=NAMES[k])
            for frequency, marker in zip(crossing(size), "os"):
                axes.plot(frequency, G, marker, color="#222222", markersize=9, linestyle="none")
                axes.annotate(f"{frequency:.1f} Hz", (frequency, G), (6, -20), textcoords="offset points")
            axes.set(xlabel="frequency of the swing [Hz]", ylabel="peak in the actuators' forces [N]",
                     xlim=(0.3, 30))
            axes.set_xticks([0.3, 1, 3, 10, 30], ["0.3", "1", "3", "10", "30"])
            axes.legend(loc="upper left")
        return figure
