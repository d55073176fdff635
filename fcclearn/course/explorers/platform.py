"""Lesson 21: move the platform of the parallel mechanism, see J's singular values and where they vanish."""

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.figure import Figure

from ...parallel.geometry import REFERENCE
from ...parallel.position import points, why_not
from ...parallel.singularity import determinant, singular_values, squared_radius
from ...show.figures import COLOURS, STYLE
from ...show.scene import Segment, view_matrix
from .base import Explorer, new_figure, slider

# the paper's z points down: half a turn about x, no mirror image
BASE_ON_TOP = np.diag([1.0, -1.0, -1.0])
VIEW = view_matrix("z", -60.0, 22.0)[:2]
LIMB = {"bar": "15", "upper": "46", "upper 2": "57", "lower": "68", "lower 2": "79", "coupler": "67",
        "tip": "89"}
TURNS = np.radians(np.linspace(-60, 60, 121))   # alphas at which the cylinder is drawn
# a scaled singular value below this is called close to singular
CRITICAL = 0.01


def segments(chi, p=REFERENCE):
    """The links of the mechanism as segments of a scene, with the base on top;
    one pose or a history (n, 4) [mm].

    Examples
    --------
    >>> len(segments([0.0, 0.0, 110.0, 0.1]))
    27
    """
    at = {name: place @ BASE_ON_TOP for name, place in points(np.atleast_2d(chi), p).items()}

    def line(body, *names, kind="link"):
        return Segment(body, np.stack([at[name] for name in names], axis=1), kind=kind)

    base = line("ground", "R13", "R23", "R33", "R13")
    base.points = base.points[:1]
    found = [base, line("platform", "R110", "R210", "R310", kind="plate")]
    for i in (1, 2, 3):
        found += [line(f"limb {i}", f"R{i}{ends[0]}", f"R{i}{ends[1]}") for ends in LIMB.values()]
        found.append(line("actuators", f"R{i}1", f"R{i}2"))
    return [*found, line("actuators", "R41", "R42")]


class PlatformExplorer(Explorer):
    """The mechanism in a pose of your choice, the singular values of J S, and the map of the singular poses.

    The map has the distance from the axis and alpha as its axes:
    the sheet alpha = 0 and the cylinder are lines in it.

    Controls: `X`, `Y`, `Z` [mm], `alpha` [deg].

    Examples
    --------
    >>> explorer = PlatformExplorer()
    >>> explorer.X.value, explorer.Y.value, explorer.alpha.value = 10, 0, 0
    >>> bool(explorer.values()[-1] < 1e-15)
    True
    """

    def __init__(self):
        self.X = slider("X [mm]", -5.5, -25, 25, 0.5)
        self.Y = slider("Y [mm]", 13, -25, 25, 0.5)
        self.Z = slider("Z [mm], downwards", 110, 95, 145, 1)
        self.alpha = slider("alpha [deg]", -15, -45, 45, 0.5)
        figure = new_figure(8.4, 4.2)
        with plt.rc_context(STYLE):
            self._draw(figure)
        super().__init__(figure, [self.X, self.Y, self.Z, self.alpha])

    @property
    def chi(self):
        """The chosen pose (X, Y, Z, alpha) in mm, rad."""
        return np.array([self.X.value, self.Y.value, self.Z.value, np.radians(self.alpha.value)])

    def values(self):
        """Singular values of J S, largest first [mm/mm]."""
        return singular_values(self.chi)

    def update(self):
        chi, values = self.chi, self.values()
        for line, segment in zip(self.lines, segments(chi)):
            line.set_data(*(segment.points[0] @ VIEW.T).T)
        for bar, value in zip(self.bars, values):
            bar.set_height(value)
        self.bars[3].set_color(COLOURS[1] if values[3] < CRITICAL else COLOURS[0])
        radius = np.hypot(*chi[:2])
        self.here.set_data([radius], [self.alpha.value])
        det, limit = determinant(chi), why_not(chi)
        least = values[3]
        verdict = "singular" if least < 1e-12 else "close to singular" if least < CRITICAL else "regular"
        rows = [("singular values of J S", ", ".join(f"{v:.2g}" for v in values)),
                ("condition", f"{values[0] / max(values[3], 1e-17):.3g}"),
                ("sign of det J", "0" if verdict == "singular" else f"{np.sign(det):+.0f}"),
                ("radius of the cylinder", f"{np.sqrt(squared_radius(chi[3])):.1f} mm"),
                ("pose", f"<b>{verdict}</b>")]
        table = "".join(f'<tr><th style="text-align:left;padding-right:1em">{a}</th><td>{c}</td></tr>'
                        for a, c in rows)
        note = f"<div>Not reachable with these actuators: {limit.split(': ')[-1]}</div>" if limit else ""
        alt = (f"Parallel mechanism at X {chi[0]:.1f}, Y {chi[1]:.1f}, Z {chi[2]:.0f} mm, alpha "
               f"{self.alpha.value:.1f} degrees: {verdict}; singular values {rows[0][1]}. A map shows the "
               f"pose {radius:.1f} mm from the axis, the sheet alpha = 0 and the cylinder.")
        return f'<table aria-label="Singular values">{table}</table>{note}', alt

    def _draw(self, figure):
        """Build every artist once."""
        left = figure.add_axes((0.0, 0.02, 0.52, 0.96))
        left.axis("off")
        left.set(xlim=(-165, 165), ylim=(-205, 95), aspect="equal")
        bodies = {"ground": "#555555", "platform": COLOURS[1], "limb 1": COLOURS[0], "limb 2": COLOURS[2],
                  "limb 3": COLOURS[3], "actuators": "#222222"}
        self.lines = [left.fill([0, 1, 1], [0, 0, 1], facecolor=bodies[s.body] + "50",
                                edgecolor=bodies[s.body], linewidth=2)[0] if s.kind == "plate"
                      else left.plot([], [], ":" if s.body == "ground" else "-", color=bodies[s.body],
                                     linewidth=4 if s.body == "actuators" else 2.5)[0]
                      for s in segments(self.chi)]
        for line in self.lines:
            if not hasattr(line, "set_data"):
                line.set_data = lambda x, y, patch=line: patch.set_xy(np.transpose([x, y]))
        upper, lower = figure.add_axes((0.63, 0.63, 0.34, 0.34)), figure.add_axes((0.63, 0.13, 0.34, 0.36))
        self.bars = upper.bar(range(4), np.zeros(4), color=COLOURS[0])
        upper.set(ylim=(0, 1.2), ylabel="σ of J S [-]")
        upper.set_xticks(range(4), ["σ1", "σ2", "σ3", "σ4"])
        upper.set_yticks([0, 0.5, 1], ["0", "0.5", "1"])
        draw_map(lower)
        self.here, = lower.plot([], [], "o", color="#222222", markersize=9)

    @staticmethod
    def picture(poses):
        """The singular poses in the plane of distance and alpha, with some poses marked, name -> chi."""
        with plt.rc_context(STYLE):
            figure = Figure(figsize=(7.6, 5.6))
            axes = figure.subplots()
            draw_map(axes)
            for marker, (name, chi) in zip("osD^v", poses.items()):
                chi = np.atleast_2d(chi)
                radius, alpha = np.hypot(chi[:, 0], chi[:, 1]), np.degrees(chi[:, 3])
                axes.plot(radius, alpha, "-", color="#222222")
                axes.plot(radius[-1], alpha[-1], marker, color="#222222", markersize=8, linestyle="none",
                          label=f"{name}, σ4 = {round(singular_values(chi[-1])[3], 8):.2g}")
            figure.legend(loc="outside lower center", ncols=2, fontsize=11)
        return figure


def draw_map(axes):
    """The sheet and the cylinder in the plane of distance from the axis and alpha."""
    axes.plot([0, 60], [0, 0], "-", color=COLOURS[1], linewidth=3, label="sheet, alpha = 0")
    axes.plot(np.sqrt(squared_radius(TURNS)), np.degrees(TURNS), "--", color=COLOURS[0],
              linewidth=3, label="cylinder")
    axes.set(xlim=(0, 60), ylim=(-50, 50), xlabel="distance from the axis [mm]", ylabel="alpha [deg]")
    axes.set_xticks(range(0, 61, 20), range(0, 61, 20))
    axes.set_yticks(range(-40, 41, 20), range(-40, 41, 20))
