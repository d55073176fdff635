"""Lesson 20: all poses of the platform that have the same four actuator lengths."""

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.figure import Figure

from ...parallel.forward import closure, forward, reaches
from ...parallel.limb_pictures import draw_from_above
from ...parallel.position import inverse, why_not
from ...parallel.singularity import singular_values
from ...show.figures import COLOURS, STYLE
from .base import Explorer, new_figure, slider

STYLES = ("-", "--", "-.", ":")
TURNS = np.radians(np.linspace(-60, 60, 241))       # alphas at which the curve is drawn
CURVE = (-420.0, 420.0)                             # mm2 that the curve's axis shows


def all_poses(chi):
    """Poses (n, 4) with the actuator lengths of chi, the nearest first: that one is chi.

    Examples
    --------
    >>> all_poses([-5.5491, 12.7839, 110.0, -0.2654]).round(2).tolist()
    [[-5.55, 12.78, 110.0, -0.27], [2.0, 13.79, 110.0, 0.27]]
    """
    found = forward(inverse(chi))
    return found[np.argsort(np.abs(found - chi).sum(axis=1))]


def curve(chi, alphas=TURNS):
    """h(alpha) in mm2 for the lengths of chi: zero at the alpha of every pose."""
    return closure(np.asarray(alphas), reaches(inverse(chi))[1][0])


class SameLengths(Explorer):
    """Choose a pose; see all poses with the same actuator lengths, and the curve whose zeros they are.

    Controls: `X`, `Y`, `Z` [mm], `alpha` [deg].

    Examples
    --------
    >>> explorer = SameLengths()
    >>> explorer.X.value, explorer.Y.value, explorer.Z.value, explorer.alpha.value = 40, 20, 128, -28.6
    >>> len(explorer.poses())
    4
    """

    def __init__(self):
        self.X = slider("X [mm]", -5.5, -50, 50, 0.5)
        self.Y = slider("Y [mm]", 13, -50, 50, 0.5)
        self.Z = slider("Z [mm], downwards", 110, 95, 145, 1)
        self.alpha = slider("alpha [deg]", -15, -45, 45, 0.2)
        figure = new_figure(9.4, 4.4)
        with plt.rc_context(STYLE):
            self.above = figure.add_axes((0.08, 0.14, 0.42, 0.82))
            right = figure.add_axes((0.63, 0.14, 0.35, 0.82))
            self.line, = right.plot([], [], "-", color="#222222")
            self.zeros, = right.plot([], [], "o", color=COLOURS[1], markersize=9, linestyle="none")
            self.mine, = right.plot([], [], "o", color=COLOURS[0], markersize=9, linestyle="none")
            frame_curve(right)
        super().__init__(figure, [self.X, self.Y, self.Z, self.alpha])

    @property
    def chi(self):
        """The chosen pose (X, Y, Z, alpha) in mm, rad."""
        return np.array([self.X.value, self.Y.value, self.Z.value, np.radians(self.alpha.value)])

    def poses(self):
        """All poses with the lengths of the chosen one, that one first; none where a limb does not reach."""
        return all_poses(self.chi) if not why_not(self.chi, only="reach") else np.empty((0, 4))

    def update(self):
        poses = self.poses()
        with plt.rc_context(STYLE):
            self.above.clear()
            for k, chi in reversed(list(enumerate(poses))):
                draw_from_above(self.above, chi, COLOURS[k], STYLES[k])
            self.above.grid(False)
        if not len(poses):
            for artist in (self.line, self.zeros, self.mine):
                artist.set_data([], [])
            return "<div>The limbs do not reach this pose.</div>", "The limbs do not reach this pose."
        self.line.set_data(np.degrees(TURNS), curve(self.chi))
        self.zeros.set_data(np.degrees(poses[1:, 3]), np.zeros(len(poses) - 1))
        self.mine.set_data([self.alpha.value], [0.0])
        apart = np.linalg.norm((poses[1:] - poses[0]) * [1, 1, 1, 45.0], axis=1)
        near = f"{apart.min():.1f} mm" if len(apart) else "none"
        rows = [("lengths", ", ".join(f"{L:.3f}" for L in inverse(self.chi)) + " mm"),
                ("poses", f"<b>{len(poses)}</b>"),
                ("nearest other", near), ("smallest singular value", f"{singular_values(self.chi)[3]:.4f}")]
        note = f"<div>Not possible: {why_not(self.chi).split(': ')[-1]}</div>" if why_not(self.chi) else ""
        table = "".join(f'<tr><th style="text-align:left;padding-right:1em">{name}</th><td>{value}</td></tr>'
                        for name, value in rows)
        alt = (f"{len(poses)} poses with the same four lengths, from above, and the curve h over alpha with "
               f"their zeros; "
               f"the nearest other pose is {near} away.")
        return f'<table aria-label="Poses with the same lengths">{table}</table>{note}', alt

    @staticmethod
    def picture(poses):
        """The curve h for some poses, name -> chi, each with its zeros marked."""
        with plt.rc_context(STYLE):
            figure = Figure(figsize=(8.0, 5.4))
            axes = figure.subplots()
            for k, (name, chi) in enumerate(poses.items()):
                alphas = np.degrees(forward(inverse(chi))[:, 3])
                axes.plot(np.degrees(TURNS), curve(chi), STYLES[k], color=COLOURS[k],
                          label=f"{name}: {len(alphas)} poses")
                axes.plot(alphas, 0 * alphas, "osD^"[k], color=COLOURS[k], markersize=10, linestyle="none")
            frame_curve(axes)
            arrow = {"arrowstyle": "->", "color": "#222222"}
            axes.annotate("if this is zero:\non the sheet", (0, 245), (0, 320), arrowprops=arrow,
                          ha="center", fontsize=11)
            axes.annotate("if these are zero:\non the cylinder", (24, -40), (40, -200), arrowprops=arrow,
                          ha="center",
                          fontsize=11)
            axes.legend(loc="upper center", bbox_to_anchor=(0.5, -0.16), ncols=2)
        return figure


def frame_curve(axes):
    """Axes of the curve h."""
    axes.axhline(0.0, color="#222222", linewidth=1, linestyle="-")
    axes.set(xlim=(-60, 60), ylim=CURVE, xlabel="alpha [deg]", ylabel="h [mm²]")
    axes.set_xticks([-60, -30, 0, 30, 60])
