"""Lesson 22: pull the platform to the edge of its workspace: which limit holds it, how soft is it?"""

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.figure import Figure

from ...parallel.geometry import REFERENCE
from ...parallel.position import inverse, margins
from ...parallel.singularity import singular_values, squared_radius
from ...parallel.stiffness import stiffness, weakest
from ...parallel.workspace import slice_margin
from ...show.figures import COLOURS, STYLE
from .base import Explorer, new_figure, slider

K = 200.0               # N/mm, stiffness of an actuator
FORCE = 10.0            # N, in the horizontal plane, in every direction
HALF = 100.0            # mm, the map reaches so far
STEP = 1.0              # mm, of the map
LONGEST = 25.0          # mm, an ellipse longer than this is a cross in the static picture
TIGHT = 0.05            # share of its stroke from which an actuator's bar is marked
TURN = np.linspace(0, 2 * np.pi, 73)
INK = "#222222"


def ellipse(chi):
    """Where D goes, (2, n) in mm, while a horizontal force of `FORCE` turns round once: the compliance.

    Examples
    --------
    The loads that hold it there are those forces again:

    >>> chi = np.array([5.0, -8.0, 110.0, 0.3])
    >>> d = np.linalg.solve(stiffness(chi, K), [FORCE, 0.0, 0.0, 0.0])
    >>> bool(np.allclose(ellipse(chi)[:, 0], d[:2]))
    True
    """
    compliance = np.linalg.inv(stiffness(chi, K))[:2, :2]
    return compliance @ (FORCE * np.array([np.cos(TURN), np.sin(TURN)]))


def nearest_limit(chi):
    """Name of the limit that is nearest, and how far it is in mm (negative: beyond it)."""
    values, names = margins(*chi)
    k = int(np.argmin(np.where(np.isnan(values), -np.inf, values)))
    return names[k], float(values[k])


class EdgeExplorer(Explorer):
    """A slice of the workspace, the pose in it, its strokes, and how far 10 N push it.

    Controls: `X`, `Y`, `Z` [mm], `alpha` [deg].

    Examples
    --------
    >>> explorer = EdgeExplorer()
    >>> explorer.X.value, explorer.Y.value, explorer.Z.value, explorer.alpha.value = 12, -9, 120, 22.9
    >>> "actuator 1 shortest" in explorer.numbers.value
    True
    """

    def __init__(self):
        self.X = slider("X [mm]", 0, -90, 90, 1)
        self.Y = slider("Y [mm]", 0, -90, 90, 1)
        self.Z = slider("Z [mm], downwards", 110, 91, 165, 1)
        self.alpha = slider("alpha [deg]", 15, -45, 45, 0.5)
        figure = new_figure(9.2, 4.8)
        with plt.rc_context(STYLE):
            self.map = figure.add_axes((0.08, 0.13, 0.46, 0.83))
            strokes = figure.add_axes((0.68, 0.13, 0.30, 0.83))
            self.bars = strokes.bar(range(4), np.full(4, 0.5), color=COLOURS[0], edgecolor=INK)
            strokes.set(ylim=(0, 1), ylabel="stroke used", xlabel="actuator")
            strokes.set_xticks(range(4), "1234")
            strokes.set_yticks([0, 0.5, 1], ["shortest", "half", "longest"])
        super().__init__(figure, [self.X, self.Y, self.Z, self.alpha])

    @property
    def chi(self):
        """The chosen pose (X, Y, Z, alpha) in mm, rad."""
        return np.array([self.X.value, self.Y.value, self.Z.value, np.radians(self.alpha.value)])

    def update(self):
        chi, (name, gap) = self.chi, nearest_limit(self.chi)
        with plt.rc_context(STYLE):
            self.map.clear()
            draw_slice(self.map, chi[2], chi[3])
        colour = COLOURS[2] if gap > 0 else COLOURS[1]
        self.map.plot(*chi[:2], "o" if gap > 0 else "X", color=colour, markersize=11, markeredgecolor=INK,
                      zorder=6)
        rows = [("nearest limit", f"<b>{name}</b>"),
                ("to it", f"{gap:.2f} mm" if np.isfinite(gap) else "out of reach")]
        if gap > 0:
            rows += self._softness(chi)
        self._set_bars(chi)
        table = "".join(f'<tr><th style="text-align:left;padding-right:1em">{a}</th><td>{b}</td></tr>'
                        for a, b in rows)
        alt = (f"Slice of the workspace at Z {chi[2]:.0f} mm, alpha {self.alpha.value:.1f} degrees, with "
               f"the singular circle; the "
               f"platform at X {chi[0]:.0f}, Y {chi[1]:.0f} mm is {'inside' if gap > 0 else 'outside'}, the "
               f"nearest limit is {name}.")
        return f'<table aria-label="Limits and stiffness">{table}</table>', alt

    def _softness(self, chi):
        """Draw the ellipse of the compliance where there is one; rows of the table."""
        soft = max(float(weakest(chi, K)), 0.0)
        if singular_values(chi)[3] > 1e-9:
            self.map.plot(*(chi[:2, None] + ellipse(chi)), "-", color=COLOURS[3], linewidth=2, zorder=5)
        return [("smallest singular value", f"{singular_values(chi)[3]:.4f}"),
                ("weakest direction", f"{soft:.3f} N/mm")]

    def _set_bars(self, chi):
        """Heights of the four strokes, the tight ones in another colour and hatched."""
        L = inverse(chi) if np.all(margins(*chi)[0][:3] > 0) else np.full(4, np.nan)
        used = (L - REFERENCE.L_min) / np.subtract(REFERENCE.L_max, REFERENCE.L_min)
        for bar, share in zip(self.bars, used):
            tight = not TIGHT < share < 1 - TIGHT
            bar.set(height=0.0 if np.isnan(share) else float(np.clip(share, 0.02, 1.0)),
                    hatch="//" if tight else "",
                    facecolor=COLOURS[1] if tight else COLOURS[0])

    @staticmethod
    def picture(alpha=np.radians(15), Z=110.0, spacing=20.0):
        """The slice with the ellipses of the compliance at points of a grid."""
        with plt.rc_context(STYLE):
            figure = Figure(figsize=(6.6, 6.8))
            axes = figure.subplots()
            draw_slice(axes, Z, alpha)
            for X in np.arange(-80.0, 81.0, spacing):
                for Y in np.arange(-80.0, 81.0, spacing):
                    chi = np.array([X, Y, Z, alpha])
                    if nearest_limit(chi)[1] > 0:
                        draw_ellipse(axes, chi)
            axes.plot([], [], "-", color=COLOURS[3], label=f"where {FORCE:.0f} N push it")
            axes.plot([], [], "X", color=COLOURS[1], linestyle="none", label=f"more than {LONGEST:.0f} mm")
            axes.legend(loc="upper center", bbox_to_anchor=(0.5, -0.14), ncols=3, fontsize=11)
        return figure


def draw_ellipse(axes, chi):
    """The ellipse of a pose, or a cross where it would be longer than `LONGEST`."""
    path = ellipse(chi)
    if np.linalg.norm(path, axis=0).max() > LONGEST:
        axes.plot(*chi[:2], "X", color=COLOURS[1], markersize=9)
    else:
        axes.plot(*(chi[:2, None] + path), "-", color=COLOURS[3], linewidth=1.8)
        axes.plot(*chi[:2], ".", color=INK, markersize=5)


def draw_slice(axes, Z, alpha):
    """The slice of the workspace, filled, and the circle on which the mechanism is singular."""
    X, Y, margin = slice_margin(Z, alpha, STEP, half=HALF)
    margin = np.nan_to_num(margin, nan=-1.0)
    if margin.max() > 0:
        axes.contourf(X, Y, margin, [0.0, np.inf], colors=["#dbe9f6"])
        axes.contour(X, Y, margin, [0.0], colors=[COLOURS[0]], linewidths=2)
    radius = np.sqrt(squared_radius(alpha))
    axes.plot(radius * np.cos(TURN), radius * np.sin(TURN), "--", color=COLOURS[1], linewidth=2.2,
              label="singular circle")
    axes.set(xlim=(-HALF, HALF), ylim=(-HALF, HALF), aspect="equal", xlabel="X [mm]", ylabel="Y [mm]")
    axes.grid(False)
