"""Lesson 01: move a point in a body and watch C and r change."""

import ipywidgets as widgets
import matplotlib.pyplot as plt
import numpy as np

from ...formulation import coordinates
from ...formulation.algebra import Q
from ...show.figures import STYLE
from .base import Explorer, new_figure, slider

REACH = 5.0                                     # half width of the picture in metres
COLOURS = {"u": "#D55E00", "v": "#009E73", "r_O": "#555555", "r_P": "#0072B2"}

CHANGED = "background:#fff3b0;color:#000;font-weight:bold"


class BodyPoint(Explorer):
    """A planar body as a point and unit vectors, and a point P fixed in it.

    Controls: `angle` [deg], `x`, `y` [m] (the reference point O), `c1`, `c2` [m] (P along u and v), and
    `body`, "full" or "reduced".

    Examples
    --------
    >>> explorer = BodyPoint()
    >>> explorer.angle.value, explorer.c1.value, explorer.c2.value = 90, 2, 0
    >>> explorer.x.value, explorer.y.value = 1, 0
    >>> explorer.r_P.round(12).tolist()
    [1.0, 2.0]
    """

    def __init__(self):
        self.angle = slider("body angle [deg]", 30, -180, 180, 5)
        self.x = slider("O: x [m]", 0.5, -2, 2, 0.1)
        self.y = slider("O: y [m]", -0.5, -2, 2, 0.1)
        self.c1 = slider("P along u: c1 [m]", 1.5, -2, 2, 0.1)
        self.c2 = slider("P along v: c2 [m]", 1.0, -2, 2, 0.1)
        self.body = widgets.ToggleButtons(options=[("full body", "full"), ("reduced body", "reduced")],
                                          style={"button_width": "auto"})
        self.seen = {}                          # the numbers as printed last, to mark those that change
        figure = new_figure(5.0, 4.95)
        with plt.rc_context({**STYLE, "axes.axisbelow": True}):
            self._draw(figure)
        super().__init__(figure, [self.angle, self.x, self.y, self.c1, self.c2, self.body])

    @property
    def q(self):
        """Coordinates: (r_O, u, v) of the full body, (r_O, u) of the reduced one."""
        angle = np.radians(self.angle.value)
        u = np.array([np.cos(angle), np.sin(angle)])
        full = np.concatenate([[self.x.value, self.y.value], u, Q @ u])
        return full if self.body.value == "full" else full[:4]

    @property
    def C(self):
        """Matrix of the point P: r_P = C q."""
        return coordinates.C_point([self.c1.value, self.c2.value]) @ coordinates.V(self.q, 2, self.body.value)

    @property
    def r_P(self):
        """Position of P in metres."""
        return self.C @ self.q

    def update(self):
        q, r_P = self.q, self.r_P
        r_O, u = q[:2], q[2:4]
        v = Q @ u
        # from O along u, then along v to P
        corner = r_O + self.c1.value * u
        self.outline.set_xy(r_O + np.array([[-2.3, -2.3], [2.3, -2.3], [2.3, 2.3], [-2.3, 2.3]])
                            @ np.array([u, v]))
        self.path.set_data(*np.transpose([r_O, corner, r_P]))
        ends = {"u": (r_O, r_O + u), "v": (r_O, r_O + v), "r_O": (0 * r_O, r_O), "r_P": (0 * r_P, r_P)}
        for name, (start, end) in ends.items():
            self.arrows[name].set_position(start)
            self.arrows[name].xy = end
            self.labels[name].set_position(end + 0.25 * (end - start))
        # P on the left of r_O, or on its right
        side = 1.0 if r_O @ Q.T @ r_P > 0 else -1.0
        # beside the middle, one away from the other
        for name, r, s in (("r_O", r_O, -side), ("r_P", r_P, side)):
            length = np.linalg.norm(r)
            self.labels[name].set_position(0.5 * r + 0.45 * s * Q @ r / max(length, 1e-9))
            self.labels[name].set_visible(length > 0.5)
        self.arrows["v"].arrow_patch.set_linestyle("-" if self.body.value == "full" else "--")
        self.points.set_data(*np.transpose([r_O, r_P]))
        for label, place in zip(self.names, (r_O - 0.35 * (u + v), r_P + 0.3 * (u + v))):
            label.set_position(place)
        alt = (f"Planar body at r_O = ({r_O[0]:.2f}, {r_O[1]:.2f}) m turned by {self.angle.value:.0f} "
               f"degrees, with unit vectors u and v; its point P, {self.c1.value:.1f} m along u and "
               f"{self.c2.value:.1f} m along v, is at ({r_P[0]:.2f}, {r_P[1]:.2f}) m.")
        return self._numbers(q, r_P), alt

    def _draw(self, figure):
        """Build every artist once."""
        axes = figure.add_axes((0.12, 0.115, 0.86, 0.868))
        axes.set(xlim=(-REACH, REACH), ylim=(-REACH, REACH), aspect="equal", xlabel="x [m]", ylabel="y [m]")
        axes.axhline(0, color="#999999", linestyle="-", linewidth=1)
        axes.axvline(0, color="#999999", linestyle="-", linewidth=1)
        axes.set(xticks=range(-4, 5, 2), yticks=range(-4, 5, 2))
        self.outline, = axes.fill([0, 0, 0, 0], [0, 1, 1, 0], facecolor="#56B4E922", edgecolor="#56B4E9",
                                  linewidth=1.5)
        self.path, = axes.plot([], [], color="#0072B2", linestyle=":", linewidth=2)
        self.arrows, self.labels = {}, {}
        for name, colour in COLOURS.items():
            thick = 2 if name.startswith("r") else 3
            self.arrows[name] = axes.annotate("", (1, 0), (0, 0), arrowprops={
                "arrowstyle": "-|>", "color": colour, "linewidth": thick, "shrinkA": 0,
                "shrinkB": 0, "mutation_scale": 18})
            self.labels[name] = axes.text(0, 0, name, color=colour, ha="center",
                                          va="center", fontweight="bold")
        self.points, = axes.plot([], [], "o", markersize=8, markerfacecolor="white", markeredgecolor="#222",
                                 markeredgewidth=2, zorder=5)
        self.names = [axes.text(0, 0, name, ha="center", va="center") for name in ("O", "P")]

    def _numbers(self, q, r_P):
        """Coordinates and matrix as an HTML table;
        what has changed since the last picture is bold on yellow."""
        rows = [("q", q), ("C", self.C[0]), ("", self.C[1]), ("r_P = C q", r_P)]
        old, self.seen = self.seen, {}
        lines = []
        for i, (name, values) in enumerate(rows):
            cells = ""
            for k, value in enumerate(values):
                # + 0.0 turns -0 into 0
                number = self.seen[i, k] = f"{round(value, 9) + 0.0:.2f}"
                changed = old.get((i, k), number) != number
                cells += f'<td style="padding:2px 4px;{CHANGED if changed else ""}">{number}</td>'
            lines.append(f'<tr style="text-align:right"><th style="text-align:left">{name}</th>{cells}</tr>')
        heads = "".join(f"<th>{name}</th>" for name in ("x", "y", "u_x", "u_y", "v_x", "v_y")[:len(q)])
        return ('<table aria-label="coordinates and matrix" style="font-family:monospace;font-size:14px">'
                f'<tr><th></th>{heads}</tr>{"".join(lines)}</table>'
                "<div>On yellow: what the last move has changed.</div>")
