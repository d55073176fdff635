"""Lesson 15: a row of windows goes flat, and its bodies are numbered in one order or another."""

from functools import lru_cache

import ipywidgets as widgets
import matplotlib.pyplot as plt
import numpy as np
from matplotlib.figure import Figure

from ...benchmarks.a02_n_four_bar import build
from ...benchmarks.size import ARRANGEMENTS, arranged, connections, half_width, operations
from ...show.figures import COLOURS, STYLE
from .base import Explorer, new_figure, slider

MOST = 6                                        # windows
ANGLES = np.arange(0.0, 121.0, 2.0)             # of the cranks from upright [deg]
FLAT = 1e-9                                     # a singular value below this is zero


@lru_cache(maxsize=None)
def model(windows):
    """The planar model of full bodies, and which of its coordinates stand together in K."""
    system = build("full", 2, windows).system
    return system, connections(system)


def pose(windows, angle):
    """Coordinates of the row with parallel cranks at an angle from upright [deg].

    Examples
    --------
    One window, flat to the right: the middle of the first crank, its u and its v.

    >>> (pose(1, 90)[:6].round(12) + 0.0).tolist()
    [0.5, 0.0, 1.0, 0.0, 0.0, 1.0]
    """
    tip = np.array([np.sin(np.radians(angle)), np.cos(np.radians(angle))])
    bodies = []
    for k in range(windows + 1):
        bodies += [[k, 0] + tip / 2, tip, [-tip[1], tip[0]]]
        if k < windows:
            bodies += [[k + 0.5, 0] + tip, [1.0, 0.0], [0.0, 1.0]]
    return np.concatenate(bodies)


@lru_cache(maxsize=None)
def smallest(windows, angle):
    """Smallest singular value of Phi_q, and the number of degrees of freedom."""
    system, _ = model(windows)
    sigma = np.linalg.svd(system.phi_q(pose(windows, angle)).toarray(), compute_uv=False)
    return float(sigma[-1]), int(system.n - np.sum(sigma > FLAT))


class Windows(Explorer):
    """N windows at an angle of your choice, the smallest singular value, and the matrix K in four orders.

    Controls: `windows`, `angle` [deg] and `arrangement` of the bodies.
    """

    def __init__(self):
        self.windows = widgets.IntSlider(value=3, min=1, max=MOST, description="windows N",
                                         continuous_update=False, style={"description_width": "11em"},
                                         layout=widgets.Layout(width="26em"))
        self.angle = slider("cranks from upright [deg]", 30, 0, 120, 2)
        self.arrangement = widgets.ToggleButtons(options=list(ARRANGEMENTS), style={"button_width": "auto"})
        figure = new_figure(9.0, 4.6)
        with plt.rc_context({**STYLE, "font.size": 11}):
            self._draw(figure)
        super().__init__(figure, [self.windows, self.angle, self.arrangement])

    def places(self):
        """Where K is not zero in the chosen order: columns and rows, and its half width."""
        _, K = model(self.windows.value)
        order = arranged(self.windows.value, self.arrangement.value, K)
        rows, columns = np.nonzero(K[np.ix_(order, order)])
        return columns, rows, half_width(K, order)

    def update(self):
        N, angle = self.windows.value, self.angle.value
        sigma, freedoms = smallest(N, angle)
        self._draw_row(N, np.radians(angle), freedoms)
        self.curve.set_data(ANGLES, [smallest(N, a)[0] for a in ANGLES])
        self.gauge.set_data([angle], [sigma])
        self.gauge.set_color(COLOURS[1] if freedoms > 1 else COLOURS[0])
        columns, rows, width = self.places()
        n = 6 * (2 * N + 1)
        self.dots.set_data(columns, rows)
        self.matrix.set(xlim=(-1, n), ylim=(n, -1), title=f"K, {self.arrangement.value}: w = {width}")
        said = (f"{freedoms} degree{'s' * (freedoms > 1)} of freedom, smallest singular value {sigma:.3f}; "
                f"{n} coordinates in the order '{self.arrangement.value}': half width {width}, "
                f"{operations(n, width):,.0f} of "
                f"{operations(n):,.0f} operations")
        return f"<div>{said}</div>", f"{N} windows, cranks {angle:g} degrees from upright: {said}."

    def _draw_row(self, N, angle, freedoms):
        """Cranks and couplers, and an arrow at each tip: one colour for one freedom."""
        feet, tip = np.arange(MOST + 1.0), np.array([np.sin(angle), np.cos(angle)])
        shown = feet[:N + 1]
        gaps = np.full(N + 1, np.nan)
        self.cranks.set_data(np.ravel([shown, shown + tip[0], gaps], "F"),
                             np.ravel([0 * shown, 0 * shown + tip[1], gaps], "F"))
        self.coupler.set_data(shown + tip[0], 0 * shown + tip[1])
        for k, arrow in enumerate(self.arrows):
            arrow.set_visible(k <= N)
            arrow.set_offsets([(k + tip[0], tip[1])])
            arrow.set_UVC([tip[1] * 0.6], [-tip[0] * 0.6])
            arrow.set_color(COLOURS[k % len(COLOURS)] if freedoms > 1 else "#222222")

    def _draw(self, figure):
        """Build every artist once."""
        row = figure.add_axes((0.02, 0.5, 0.55, 0.46))
        row.set(xlim=(-0.6, MOST + 1.6), ylim=(-1.2, 1.4), aspect="equal")
        row.axis("off")
        self.cranks = row.plot([], [], "o-", color=COLOURS[0], markersize=5, linewidth=3)[0]
        self.coupler = row.plot([], [], "-", color=COLOURS[4], linewidth=3)[0]
        self.arrows = [row.quiver([0], [0], [1], [0], angles="xy", scale_units="xy", scale=1, width=0.008,
                                  zorder=5) for _ in range(MOST + 1)]
        gauge = figure.add_axes((0.09, 0.13, 0.46, 0.27))
        gauge.set(xlim=(0, 120), ylim=(-0.02, 0.45), xlabel="cranks from upright [deg]",
                  title="smallest singular value")
        gauge.set_xticks(range(0, 121, 30))
        self.curve = gauge.plot([], [], "-", color="#222222", linewidth=1.5)[0]
        self.gauge = gauge.plot([], [], "o", markersize=10)[0]
        self.matrix = figure.add_axes((0.63, 0.06, 0.36, 0.8), aspect="equal")
        self.matrix.set(xticks=[], yticks=[])
        self.matrix.grid(False)
        self.dots = self.matrix.plot([], [], "s", color=COLOURS[0], markersize=2.2)[0]

    @staticmethod
    def picture(several=(1, 3, 6)):
        """Smallest singular value over the angle for some N, in one static figure."""
        with plt.rc_context(STYLE):
            axes = Figure(figsize=(7.5, 3.8)).subplots()
            for N in several:
                axes.plot(ANGLES, [smallest(N, a)[0] for a in ANGLES], label=f"N = {N}")
            axes.set(xlabel="cranks from upright [deg]", ylabel="smallest singular value [-]")
            axes.set_xticks(range(0, 121, 30))
            axes.legend(loc="center left", bbox_to_anchor=(1, 0.5))
        return axes.figure
