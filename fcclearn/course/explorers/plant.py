"""Lesson 24: plant an error in one of two codes and look which comparison of forces notices it."""

import ipywidgets as widgets
import matplotlib.pyplot as plt
import numpy as np
from matplotlib.figure import Figure

from ...parallel.dynamics import inverse_dynamics
from ...parallel.planted import LIGHT_LOAD, SEEN, fingerprint, per_cents, planted, seen
from ...parallel.simulation import paper_load, paper_motion, swing
from ...show.figures import COLOURS, STYLE
from .base import Explorer, new_figure, slider

SAMPLES = 81
STYLES = ("-", "--", "-.", ":")
INK = "#222222"
LOADS = {
    "25, 25, 50 N and 25 N m": paper_load("N.m"),
    "25, 25, 50 N and 25 N mm": paper_load("N.mm"),
    "none": np.zeros(4),
    "light: 2, 2, 4 N and 100 N mm": LIGHT_LOAD,
}
NOTHING = "nothing"
TESTS = {
    "paper,\n25 N m": (None, "25, 25, 50 N and 25 N m"),
    "paper,\n25 N mm": (None, "25, 25, 50 N and 25 N mm"),
    "paper,\nno load": (None, "none"),
    "3 Hz,\n25 N m": (3.0, "25, 25, 50 N and 25 N m"),
    "3 Hz,\nno load": (3.0, "none"),
    "3 Hz,\nlight load": (3.0, "light: 2, 2, 4 N and 100 N mm"),
}
"""The columns of the board: frequency of the swing (None: the paper's motion) and load."""


def along(frequency):
    """Instants (s) and chi, chi_d, chi_dd of the paper's motion (None), or of a period of the swing (Hz)."""
    t = np.linspace(0, 2.0 if frequency is None else 1 / frequency, SAMPLES)
    return t, paper_motion(t) if frequency is None else swing(t, frequency)


def board():
    """Name of the error -> largest change of a force in per cent of its actuator's peak, in every test.

    Examples
    --------
    As printed, the paper's test does not notice that the weight is missing; without a load it does:

    >>> [value > SEEN for value in board()["gravity off"]]
    [False, True, True, False, True, True]
    """
    rows = {}
    for frequency, load in TESTS.values():
        motion, f = along(frequency)[1], LOADS[load]
        right = inverse_dynamics(*motion, f)
        for name, wrong in planted(*motion, f).items():
            rows.setdefault(name, []).append(seen(right, wrong))
    return rows


class PlantExplorer(Explorer):
    """Forces with and without one planted error, along a motion and under a load of your choice.

    Controls: `error`, `motion`, `frequency` [Hz] of the swing, `load`; `quiz` plants one that is not named,
    `guess` names it.

    Examples
    --------
    >>> explorer = PlantExplorer()
    >>> explorer.error.value = "gravity off"
    >>> "not seen" in explorer.numbers.value                # the paper's motion under 25 N m
    True
    """

    def __init__(self, seed=None):
        self.random = np.random.default_rng(seed)
        names = [NOTHING, *planted(*along(None)[1])]
        wide = {"style": {"description_width": "11em"}, "layout": widgets.Layout(width="26em")}
        self.error = widgets.Dropdown(options=names, value="C left out", description="planted", **wide)
        self.motion = widgets.Dropdown(options=["the paper's", "swing"], description="motion", **wide)
        self.frequency = slider("frequency of the swing [Hz]", 3.0, 0.5, 8.0, 0.1)
        self.load = widgets.Dropdown(options=list(LOADS), description="load", **wide)
        self.quiz = widgets.Checkbox(value=False, description="plant one that is not named", **wide)
        self.guess = widgets.Dropdown(options=names, description="my guess", **wide)
        self.hidden = NOTHING
        self.quiz.observe(self._plant, names="value")
        figure = new_figure(9.6, 4.4)
        with plt.rc_context(STYLE):
            self.left, self.right = (figure.add_axes((x, 0.15, 0.38, 0.73)) for x in (0.09, 0.6))
            (self.ours,) = self.left.plot([], [], "-", color=COLOURS[0], linewidth=3, label="right")
            (self.theirs,) = self.left.plot([], [], "--", color=COLOURS[1], label="with the error")
            self.left.legend(loc="lower left", bbox_to_anchor=(0, 1), ncols=2, fontsize=10)
            self.lines = [
                self.right.plot([], [], STYLES[k], color=COLOURS[k], label=f"{k + 1}")[0] for k in range(4)
            ]
            self.right.legend(loc="lower left", bbox_to_anchor=(0, 1), ncols=4, fontsize=10)
            for axes, label in ((self.left, "force [N]"), (self.right, "difference [N]")):
                axes.set(xlabel="time [s]", ylabel=label)
                axes.locator_params(axis="x", nbins=4)
        super().__init__(figure, [self.error, self.motion, self.frequency, self.load, self.quiz, self.guess])

    def _plant(self, change):
        """Choose an error that is not named."""
        self.hidden = str(self.random.choice(self.error.options[1:]))

    def forces(self):
        """Instants, motion, and forces (n, 4) without and with the error."""
        t, motion = along(None if self.motion.value == "the paper's" else self.frequency.value)
        f, name = LOADS[self.load.value], self.hidden if self.quiz.value else self.error.value
        right = inverse_dynamics(*motion, f)
        return t, motion, right, right if name == NOTHING else planted(*motion, f)[name]

    def update(self):
        t, motion, right, wrong = self.forces()
        difference = wrong - right
        busiest = int(np.abs(difference).max(axis=0).argmax())
        self.ours.set_data(t, right[:, busiest])
        self.theirs.set_data(t, wrong[:, busiest])
        for k, line in enumerate(self.lines):
            line.set_data(t, difference[:, k])
        self._frame(self.left, t, np.array([right, wrong])[:, :, busiest])
        self._frame(self.right, t, difference)
        self.left.set_title(f"actuator {busiest + 1}", loc="right", fontsize=11)
        found = seen(right, wrong)
        rows = [
            (f"{way}, worst actuator", f"{value.max():.3g} %")
            for way, value in per_cents(right, wrong).items()
        ]
        verdict = "seen" if found > SEEN else "not seen"
        rows.append((f"at {SEEN} % of the peak", f"<b>{verdict}</b>"))
        if np.abs(difference).max() > 0:
            factors, left = fingerprint(difference, *motion)
            rows += [
                ("fingerprint in M, C, G", ", ".join(f"{x + 0.0:.3f}" for x in factors.round(3))),
                ("of it not explained", f"{left:.1%}"),
            ]
        if self.quiz.value:
            rows.append(("your guess", "right" if self.guess.value == self.hidden else "not this one"))
        table = "".join(
            f'<tr><th style="text-align:left;padding-right:1em">{a}</th><td>{b}</td></tr>' for a, b in rows
        )
        alt = (
            f"Forces of actuator {busiest + 1} with and without the planted error, the differences of all "
            f"four: at most {np.abs(difference).max():.3g} N, {found:.3g} % of the peak, {verdict}."
        )
        return f'<table aria-label="What the comparison sees">{table}</table>', alt

    @staticmethod
    def _frame(axes, t, values):
        low, high = min(values.min(), 0.0), max(values.max(), 0.0)
        edge = 0.06 * (high - low) or 1.0
        axes.set(xlim=(0, t[-1]), ylim=(low - edge, high + edge))

    @staticmethod
    def picture():
        """The board of lights: planted errors in rows, tests in columns, a filled disc where it is seen."""
        rows = board()
        with plt.rc_context({**STYLE, "axes.grid": False}):
            figure = Figure(figsize=(10.4, 6.4))
            axes = figure.subplots()
            for y, (name, values) in enumerate(rows.items()):
                for x, value in enumerate(values):
                    lit = value > SEEN
                    axes.plot(
                        x - 0.28,
                        y,
                        "o",
                        markersize=15,
                        color=COLOURS[2] if lit else "white",
                        markeredgecolor=COLOURS[2] if lit else COLOURS[1],
                        markeredgewidth=2,
                    )
                    axes.text(
                        x - 0.1,
                        y,
                        f"{value:#.2g}".rstrip(".") if value < 99.5 else f"{value:.0f}",
                        va="center",
                        fontsize=12,
                    )
            axes.set_yticks(range(len(rows)), list(rows))
            axes.set_xticks(range(len(TESTS)), list(TESTS), fontsize=11)
            axes.xaxis.tick_top()
            axes.tick_params(length=0)
            axes.set(xlim=(-0.6, len(TESTS) - 0.4), ylim=(len(rows) - 0.5, -0.6))
            axes.spines[:].set_visible(False)
            axes.set_xlabel(
                f"per cent of the actuator's peak; filled: above {SEEN}, seen; ring: below, not seen"
            )
        return figure
