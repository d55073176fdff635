"""Lesson A: which test sees which error? A board of lamps for errors planted in the equations of a top."""

import ipywidgets as widgets
import matplotlib.pyplot as plt
import numpy as np
from matplotlib.figure import Figure

from ...show.figures import COLOURS, STYLE
from .base import Explorer, new_figure
from .top import ERRORS, TESTS, lamps, run

NOTHING = "nothing"


def disc(axes, x, y, lit):
    """A lamp: a filled disc, or a ring."""
    axes.plot(
        x,
        y,
        "o",
        markersize=15,
        color=COLOURS[2] if lit else "white",
        markeredgecolor=COLOURS[2] if lit else COLOURS[1],
        markeredgewidth=2,
    )


class LampExplorer(Explorer):
    """Plant one error in the equations of the top, or two; see its path and which tests notice.

    Controls: `first` and `second` error.

    Examples
    --------
    >>> explorer = LampExplorer()
    >>> explorer.first.value = "mass 10 % too small"
    >>> "1 of 9" in explorer.numbers.value                  # nothing but a measurement sees wrong data
    True
    """

    def __init__(self):
        wide = {"style": {"description_width": "6em"}, "layout": widgets.Layout(width="26em")}
        self.first = widgets.Dropdown(
            options=[NOTHING, *ERRORS], value="sign of (108)", description="planted", **wide
        )
        self.second = widgets.Dropdown(options=[NOTHING, *ERRORS], description="and", **wide)
        figure = new_figure(8.6, 4.2)
        with plt.rc_context({**STYLE, "axes.grid": False}):
            self.board, self.path = (
                figure.add_axes((0.24, 0.02, 0.1, 0.96)),
                figure.add_axes((0.52, 0.15, 0.44, 0.8)),
            )
        super().__init__(figure, [self.first, self.second])

    @property
    def errors(self):
        """The planted errors, in the order of the list."""
        return tuple(e for e in ERRORS if e in (self.first.value, self.second.value))

    def update(self):
        lit = lamps(self.errors)
        with plt.rc_context({**STYLE, "axes.grid": False}):
            self.board.clear()
            for y, one in enumerate(lit):
                disc(self.board, 0, y, one)
            self.board.set(xlim=(-1, 1), ylim=(len(lit) - 0.4, -0.6), xticks=[])
            self.board.set_yticks(range(len(lit)), list(TESTS), fontsize=11)
            self.board.tick_params(length=0)
            self.board.spines[:].set_visible(False)
            self.path.clear()
            for errors, style, colour, label in (
                ((), "-", COLOURS[0], "right"),
                (self.errors, "--", COLOURS[1], "with the error"),
            ):
                w = np.cross(*run(errors)[:, :6].reshape(-1, 2, 3).swapaxes(0, 1))
                self.path.plot(w[:, 0], w[:, 1], style, color=colour, label=label)
            self.path.set(
                xlabel="x of the axis w [-]",
                ylabel="y of the axis w [-]",
                xlim=(-1, 1),
                ylim=(-1, 1),
                aspect="equal",
            )
            self.path.set(xticks=[-1, 0, 1], yticks=[-1, 0, 1])
            self.path.legend(fontsize=10, loc="lower left")
        planted = " and ".join(self.errors) or "nothing"
        alt = (
            f"Planted: {planted}. Lit: {', '.join(n for n, one in zip(TESTS, lit) if one) or 'none'}. Path "
            f"of the top's axis, seen from above, right and with the error."
        )
        return f"<div>{sum(lit)} of {len(lit)} tests notice: {planted}.</div>", alt

    @staticmethod
    def picture():
        """Errors in rows, tests in columns; a filled disc where the test notices the error."""
        with plt.rc_context({**STYLE, "axes.grid": False}):
            figure = Figure(figsize=(10.2, 5.4))
            axes = figure.subplots()
            for y, error in enumerate(ERRORS):
                for x, lit in enumerate(lamps((error,))):
                    disc(axes, x, y, lit)
            axes.set_yticks(range(len(ERRORS)), ERRORS)
            axes.set_xticks(range(len(TESTS)), TESTS, rotation=28, ha="left", fontsize=12)
            axes.xaxis.tick_top()
            axes.tick_params(length=0)
            axes.set(xlim=(-0.6, len(TESTS) - 0.1), ylim=(len(ERRORS) - 0.5, -0.6))
            axes.spines[:].set_visible(False)
            axes.set_xlabel("filled: the test notices; ring: it does not")
        return figure
