"""Lesson 02: Newton-Raphson on the rigid-body equations, to a body, to its mirror image, or to neither."""

import ipywidgets as widgets
import matplotlib.pyplot as plt
import numpy as np
from matplotlib.figure import Figure
from matplotlib.ticker import NullLocator

from ...formulation.inertia import disc
from ...model import Model
from ...show.figures import COLOURS, STYLE
from .base import Explorer, new_figure, slider

STEPS = 8                       # Newton steps that are shown
SMALLEST = 1e-17                # zero cannot be drawn on a logarithmic axis
U, V = COLOURS[1], COLOURS[2]


def plate(kind):
    """The compiled equations of one planar body."""
    model = Model(gravity=[0, -9.81], kind=kind)
    model.body("plate", disc(mass=1.0, radius=0.5))
    return model.system


class NewtonTriad(Explorer):
    """A guess of u and v, and where the shortest Newton-Raphson steps carry it.

    Controls: `angle` [deg] of v from u in the guess, `u_length`, `v_length` [1], `step`,
    and `body`, "full" or "reduced".

    Examples
    --------
    >>> explorer = NewtonTriad()
    >>> explorer.angle.value = -60
    >>> explorer.verdict()
    'mirror image'
    """

    def __init__(self):
        self.angle = slider("guess: v from u [deg]", 60, -180, 180, 5)
        self.u_length = slider("guess: |u| [-]", 1.3, 0.2, 2, 0.1)
        self.v_length = slider("guess: |v| [-]", 0.6, 0.2, 2, 0.1)
        self.step = widgets.IntSlider(value=STEPS, min=0, max=STEPS, description="Newton step",
                                      continuous_update=False,
                                      style={"description_width": "11em"},
                                      layout=widgets.Layout(width="26em"))
        self.body = widgets.ToggleButtons(options=[("full body", "full"), ("reduced body", "reduced")],
                                          style={"button_width": "9em"})
        self.systems = {kind: plate(kind) for kind in ("full", "reduced")}
        figure = new_figure(8.0, 4.0)
        with plt.rc_context(STYLE):
            self._draw(figure)
        super().__init__(figure, [self.angle, self.u_length, self.v_length, self.step, self.body])

    def guess(self):
        """Coordinates to start from; u lies 20 degrees above x."""
        at, turn = np.radians(20.0), np.radians(self.angle.value)
        u = self.u_length.value * np.array([np.cos(at), np.sin(at)])
        v = self.v_length.value * np.array([np.cos(at + turn), np.sin(at + turn)])
        return np.concatenate([[0.0, 0.0], u, v] if self.body.value == "full" else [[0.0, 0.0], u])

    def iterates(self):
        """Coordinates after 0, 1, ... `STEPS` steps, and the largest |Phi| of each."""
        system, q = self.systems[self.body.value], self.guess()
        history = [q]
        for _ in range(STEPS):
            q = q - np.linalg.lstsq(system.phi_q(q).toarray(), system.phi(q), rcond=1e-12)[0]
            history.append(q)
        return np.array(history), np.array([np.abs(system.phi(q)).max() for q in history])

    def triads(self, history):
        """u and v of every iterate, (steps, 2, 2)."""
        u = history[:, 2:4]
        v = history[:, 4:6] if self.body.value == "full" else np.column_stack([-u[:, 1], u[:, 0]])
        return np.stack([u, v], axis=1)

    def verdict(self):
        """What the last iterate is: "body", "mirror image" or "no body"."""
        history, sizes = self.iterates()
        if sizes[-1] > 1e-9:
            return "no body"
        return "body" if np.linalg.det(self.triads(history)[-1]) > 0 else "mirror image"

    def update(self):
        history, sizes = self.iterates()
        triads, k, verdict = self.triads(history), self.step.value, self.verdict()
        for name, index in (("u", 0), ("v", 1)):
            self.paths[name].set_data(*triads[:k + 1, index].T)
            self.starts[name].set_data(*np.transpose([[0, 0], triads[0, index]]))
            self.arrows[name].xy = triads[k, index]
            reach = 0.2 + np.linalg.norm(triads[:k + 1, index], axis=1).max()
            length = max(np.linalg.norm(triads[k, index]), 1e-9)
            self.labels[name].set_position(reach / length * triads[k, index])
        self.errors.set_data(np.arange(STEPS + 1), np.maximum(sizes, SMALLEST))
        self.now.set_data([k], [max(sizes[k], SMALLEST)])
        det = np.linalg.det(triads)
        rows = [("largest |Phi| of the guess", f"{sizes[0]:.2g}"), (f"after {k} steps", f"{sizes[k]:.1e}"),
                ("det [u v] of the guess", f"{det[0] + 0.0:.3f}"),
                (f"after {k} steps", f"{det[k] + 0.0:.3f}"),
                (f"after {STEPS} steps it is", f"<b>{verdict}</b>")]
        reduced = self.body.value == "reduced"
        note = "<div>v = Q u: the angle and length of v have no effect.</div>" if reduced else ""
        table = "".join(f'<tr><th style="text-align:left;padding-right:1em">{a}</th><td>{b}</td></tr>'
                        for a, b in rows)
        article = {"mirror image": "its ", "body": "a "}.get(verdict, "")
        alt = (f"Guess of a {self.body.value} body with |u| = {self.u_length.value:.1f}, "
               f"|v| = {self.v_length.value:.1f} and v at {self.angle.value:.0f} degrees from u; "
               f"{STEPS} Newton steps lead to {article}{verdict}, with the largest |Phi| {sizes[-1]:.1e}.")
        return f'<table aria-label="Newton steps">{table}</table>{note}', alt

    def _draw(self, figure):
        """Build every artist once."""
        axes = figure.add_axes((0.09, 0.14, 0.42, 0.82))
        axes.set(xlim=(-2.2, 2.2), ylim=(-2.2, 2.2), aspect="equal", xlabel="x [-]", ylabel="y [-]",
                 xticks=range(-2, 3), yticks=range(-2, 3))
        angle = np.linspace(0, 2 * np.pi, 90)
        axes.plot(np.cos(angle), np.sin(angle), ":", color="#999999", linewidth=1.2)
        self.paths, self.starts, self.arrows, self.labels = {}, {}, {}, {}
        for name, colour in (("u", U), ("v", V)):
            self.starts[name], = axes.plot([], [], "--", color=colour, linewidth=1.5)
            self.paths[name], = axes.plot([], [], "o-", color=colour, linewidth=1, markersize=4)
            self.arrows[name] = axes.annotate("", (1, 0), (0, 0), arrowprops={
                "arrowstyle": "-|>", "color": colour, "linewidth": 3, "shrinkA": 0,
                "shrinkB": 0, "mutation_scale": 18})
            self.labels[name] = axes.text(0, 0, name, color=colour, ha="center",
                                          va="center", fontweight="bold")
        axes = figure.add_axes((0.63, 0.14, 0.35, 0.82))
        axes.set(xlim=(-0.3, STEPS + 0.3), ylim=(SMALLEST / 3, 30), yscale="log", xlabel="Newton step",
                 ylabel="largest |Φ| [-]")
        # plain text is quick
        axes.set_yticks([1e-16, 1e-12, 1e-8, 1e-4, 1], ["1e-16", "1e-12", "1e-8", "1e-4", "1"])
        axes.yaxis.set_minor_locator(NullLocator())
        self.errors, = axes.plot([], [], "o-", color=COLOURS[0])
        self.now, = axes.plot([], [], "o", color=COLOURS[1], markersize=10)

    @staticmethod
    def picture(angles):
        """Guess, path and result for some angles of v, side by side."""
        explorer, runs = NewtonTriad(), []
        for angle in angles:
            explorer.angle.value = angle
            history, sizes = explorer.iterates()
            runs.append((angle, explorer.triads(history),
                         f"v at {angle} deg: {explorer.verdict()}\nlargest |Φ| = {sizes[-1]:.0e}"))
        with plt.rc_context({**STYLE, "font.size": 11}):
            figure = Figure(figsize=(9.0, 3.6))
            for axes, (angle, triads, title) in zip(figure.subplots(1, len(angles), sharey=True,
                                                                    squeeze=False)[0], runs):
                for index, colour, name in ((0, U, "u"), (1, V, "v")):
                    draw_path(axes, triads[:, index], colour)
                    # u and v lie on one line
                    beside = np.array([0.0, 0.25 - 0.5 * index]) if angle in (0, 180) else 0.0
                    reach = 0.2 + np.linalg.norm(triads[:, index], axis=1).max()
                    axes.text(*(reach * triads[-1, index] / np.linalg.norm(triads[-1, index]) + beside),
                              name, color=colour, ha="center", va="center", fontweight="bold")
                axes.set(xlim=(-1.5, 1.5), ylim=(-1.5, 1.5), aspect="equal", xlabel="x [-]")
                axes.set_title(title, fontsize=11)
            figure.axes[0].set_ylabel("y [-]")
        return figure


def draw_path(axes, path, colour):
    """A vector in the guess (dashed), the places of its tip, and the vector at the end."""
    axes.plot(*np.transpose([[0, 0], path[0]]), "--", color=colour, linewidth=1.5)
    axes.plot(*path.T, "o-", color=colour, linewidth=1, markersize=4)
    axes.annotate("", path[-1], (0, 0), arrowprops={
        "arrowstyle": "-|>", "color": colour, "linewidth": 3, "shrinkA": 0,
        "shrinkB": 0, "mutation_scale": 16})
