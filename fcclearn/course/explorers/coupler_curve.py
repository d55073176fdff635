"""Lesson 00: move a point of a moving body and see the path that it draws."""

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.figure import Figure

from ...show.figures import COLOURS, STYLE
from ...show.poses import draw_pose
from .base import Explorer, new_figure, slider


class CouplerCurve(Explorer):
    """The path of a point of a planar body through a run: one product ``r_P = C q`` for all times.

    Controls: `c1`, `c2` [m], the place of the point along u and v.

    Examples
    --------
    >>> from fcclearn.benchmarks import A01
    >>> run = A01.build().simulate(0.1, samples=3)
    >>> explorer = CouplerCurve(run, run.model.bodies["pendulum"])
    >>> explorer.c1.value, explorer.c2.value = 0.5, 0.0
    >>> explorer.path()[0].tolist()
    [0.5, 0.0]
    """

    def __init__(self, run, body):
        self.run, self.body = run, body
        self.c1 = slider("along u: c1 [m]", 0.3, -1.5, 1.5, 0.1)
        self.c2 = slider("along v: c2 [m]", 0.5, -1.5, 1.5, 0.1)
        figure = new_figure(6.2, 4.4)
        with plt.rc_context(STYLE):
            axes = figure.add_axes((0.13, 0.13, 0.85, 0.85))
            mechanism(axes, run)
            self._frame(axes)
            self.line, = axes.plot([], [], "-", color=COLOURS[1])
            self.start, = axes.plot([], [], "o", color=COLOURS[1], markersize=9)
        super().__init__(figure, [self.c1, self.c2])

    def _frame(self, axes):
        """Limits that hold every path the sliders can give."""
        corners = [self.run.position(self.body.point(c1, c2)) for c1 in (self.c1.min, self.c1.max)
                   for c2 in (self.c2.min, self.c2.max)]
        low, high = np.min(corners, axis=(0, 1)), np.max(corners, axis=(0, 1))
        axes.set(xlim=(low[0], high[0]), ylim=(low[1], high[1]), autoscale_on=False)

    def path(self):
        """Places of the point at all times, (k, 2) [m]."""
        return self.run.position(self.body.point(self.c1.value, self.c2.value))

    def update(self):
        path = self.path()
        self.line.set_data(*path.T)
        self.start.set_data(path[:1, 0], path[:1, 1])
        length = np.linalg.norm(np.diff(path, axis=0), axis=1).sum()
        numbers = (f"<div>C = [I, {self.c1.value:.1f} I, {self.c2.value:.1f} I]</div>"
                   f"<div>length of the path {length:.2f} m</div>")
        alt = (f"Path of the point {self.c1.value:.1f} m along u and {self.c2.value:.1f} m along v "
               f"of the {self.body.name}; it is {length:.2f} m long in {self.run.t[-1]:g} s.")
        return numbers, alt

    @staticmethod
    def picture(run, body, places):
        """The paths of some points (c1, c2) in one static figure."""
        with plt.rc_context(STYLE):
            axes = Figure(figsize=(7.5, 4.6)).subplots()
            mechanism(axes, run)
            for k, (c1, c2) in enumerate(places, start=1):
                path = run.position(body.point(c1, c2))
                axes.plot(*path.T, "-", color=COLOURS[k], label=f"c1 = {c1:g} m, c2 = {c2:g} m")
                axes.plot(*path[0], "o", color=COLOURS[k], markersize=9)
            axes.legend(loc="center left", bbox_to_anchor=(1, 0.5))
        return axes.figure


def mechanism(axes, run):
    """The mechanism at the start, its joints labelled."""
    scene, _ = run.scene(frames=2)
    axes.set(aspect="equal", xlabel="x [m]", ylabel="y [m]")
    draw_pose(axes, scene, 0)
    axes.margins(0.25)
