"""Lesson 03: command an angle, and see which driver follows through a full turn."""

import ipywidgets as widgets
import matplotlib.pyplot as plt
import numpy as np
from matplotlib.figure import Figure

from ...engine.kinematics import NotAssembled, newton_raphson
from ...formulation.constraints import Constraint
from ...formulation.drivers import Driven, rotated_AR
from ...formulation.inertia import box, rod
from ...formulation.joints import revolute, translational
from ...formulation.motion import COS, ONE, Motion
from ...formulation.products import Dot
from ...model import Model
from ...show.figures import COLOURS, STYLE
from .base import Explorer, new_figure, slider

COMMANDS = np.arange(30, 391, 4)            # degrees; none of them is exactly 180 or 360
MECHANISMS = {"slider-crank": 0.3, "four-bar": 0.4}          # length of the crank [m]


def circles(P, a, Q, b):
    """The point at the distance a from P and b from Q, on the left of the way from P to Q."""
    d = np.linalg.norm(Q - P)
    along, x = (Q - P) / d, (a**2 - b**2 + d**2) / (2 * d)
    return P + x * along + np.sqrt(a**2 - x**2) * np.array([-along[1], along[0]])


def build(mechanism, driver, theta):
    """A mechanism with its crank at the angle theta [rad], and a driver whose time *is* the angle [rad]."""
    model, r = Model(gravity=[0, -9.81]), MECHANISMS[mechanism]
    ground, A, B = model.ground, np.zeros(2), r * np.array([np.cos(theta), np.sin(theta)])
    crank = model.body("crank", rod(1.0, r), along=(A, B))
    model.join(revolute(ground.point(A), crank.point("start")), name="A")
    if mechanism == "slider-crank":
        C = np.array([B[0] + np.sqrt(0.8**2 - B[1]**2), 0.0])
        link = model.body("rod", rod(1.0, 0.8), along=(B, C))
        last = model.body("slider", box(1.0, [0.24, 0.16, 0.1]), at=C)
        model.join(revolute(link.point("end"), last.point()), name="C")
        model.join(translational(ground.point(1.3, 0), last.point(), [1, 0]), name="guide")
    else:
        D = np.array([1.0, 0.0])
        C = circles(B, 1.0, D, 0.9)
        link = model.body("coupler", rod(1.0, 1.0), along=(B, C))
        last = model.body("rocker", rod(1.0, 0.9), along=(D, C))
        model.join(revolute(link.point("end"), last.point("end")), name="C")
        model.join(revolute(ground.point(D), last.point("start")), name="D")
    model.join(revolute(crank.point("end"), link.point("start")), name="B")
    u, x, angle = crank.vector(1, 0), ground.vector(1, 0), Motion.polynomial(0.0, 1.0)
    if driver == "AR":                      # without the guard of `drivers.AR`, which would not let it fail
        model.join(Constraint("AR", [Driven([Dot(u, x)], [ONE], COS, angle, "AR")]), name="motor")
    else:
        model.join(rotated_AR(u, x, x.turned(), angle), name="motor")
    return model


class Turn:
    """A mechanism driven through `COMMANDS`, each position solved from the one before."""

    def __init__(self, mechanism, driver):
        theta = np.radians(COMMANDS)
        self.model = build(mechanism, driver, theta[0])
        system = self.model.system
        q, history = system.layout.start()[0], []
        for angle in theta:
            try:
                q = newton_raphson(system, q, angle)
            except NotAssembled:
                pass                        # it stays where it was
            history.append(q)
        self.q = np.array(history)
        self.reached = np.degrees(np.unwrap(np.arctan2(self.q[:, 3], self.q[:, 2])))
        self.grip = np.array([np.linalg.svd(system.phi_q(q, a).toarray(), compute_uv=False)[-1]
                              for q, a in zip(self.q, theta)])
        self.lines = {body.name: np.stack([system.value_of(body.point(c[:2]), self.q)
                                           for c in body.solid.outline[0]], axis=1)
                      for body in self.model.bodies.values()}


class DrivenMechanism(Explorer):
    """A slider-crank or a four-bar whose crank is commanded from 30 to 390 degrees,
    by AR or by the rotated AR.

    Controls: `command` [deg], `mechanism`, `driver`.

    Examples
    --------
    >>> explorer = DrivenMechanism()
    >>> explorer.driver.value, explorer.command.value = "AR", 250
    >>> round(float(explorer.reached()), 6)
    110.0
    """

    def __init__(self):
        self.command = slider("command [deg]", 250, int(COMMANDS[0]), int(COMMANDS[-1]), 4)
        self.mechanism = widgets.ToggleButtons(options=list(MECHANISMS), style={"button_width": "9em"})
        self.driver = widgets.ToggleButtons(options=["AR", "rotated AR"], style={"button_width": "9em"})
        self.turns = {}
        figure = new_figure(8.4, 3.9)
        with plt.rc_context(STYLE):
            self._draw(figure)
        super().__init__(figure, [self.command, self.mechanism, self.driver])

    @property
    def turn(self):
        """The full turn of the chosen mechanism with the chosen driver, computed once."""
        key = self.mechanism.value, self.driver.value
        if key not in self.turns:
            self.turns[key] = Turn(*key)
        return self.turns[key]

    @property
    def index(self):
        """Number of the commanded position."""
        return int(np.abs(COMMANDS - self.command.value).argmin())

    def reached(self):
        """Crank angle that was reached [deg]."""
        return self.turn.reached[self.index]

    def update(self):
        turn, k = self.turn, self.index
        for line, points in zip(self.lines, turn.lines.values()):
            line.set_data(*points[k].T)
        commanded = np.radians(COMMANDS[k])
        self.wanted.set_data([0, 0.55 * np.cos(commanded)], [0, 0.55 * np.sin(commanded)])
        self.rail.set_visible(self.mechanism.value == "slider-crank")
        self.pins.set_data(*np.transpose([[0, 0], *([[1, 0]] if self.mechanism.value == "four-bar" else [])]))
        self.curve.set_data(COMMANDS, turn.reached)
        self.grip.set_data(COMMANDS, turn.grip)
        for dot, y in ((self.now, turn.reached[k]), (self.now_grip, turn.grip[k])):
            dot.set_data([COMMANDS[k]], [y])
        rows = [("commanded", f"{COMMANDS[k]:.0f} deg"), ("reached", f"{turn.reached[k]:.1f} deg"),
                ("smallest singular value", f"{turn.grip[k]:.1e}")]
        table = "".join(f'<tr><th style="text-align:left;padding-right:1em">{a}</th><td>{b}</td></tr>'
                        for a, b in rows)
        alt = (f"A {self.mechanism.value} with the driver {self.driver.value}: commanded {COMMANDS[k]:.0f} "
               f"degrees (dashed), the crank stands at {turn.reached[k]:.1f} degrees; smallest singular "
               f"value {turn.grip[k]:.1e}.")
        return f'<table aria-label="driver">{table}</table>', alt

    def _draw(self, figure):
        """Build every artist once."""
        axes = figure.add_axes((0.1, 0.14, 0.45, 0.82))
        self.lines, self.wanted, self.rail, self.pins = draw_axes(axes)
        upper, lower = figure.add_axes((0.68, 0.58, 0.3, 0.38)), figure.add_axes((0.68, 0.14, 0.3, 0.38))
        upper.set(xlim=(20, 400), ylim=(0, 400), ylabel="reached [deg]", xticks=[180, 360],
                  yticks=[0, 180, 360], xticklabels=[])
        lower.set(xlim=(20, 400), ylim=(0, 0.3), ylabel="σ_min [-]", xlabel="commanded [deg]",
                  xticks=[180, 360], yticks=[0, 0.1, 0.2])
        upper.plot([30, 390], [30, 390], ":", color="#999999", linewidth=1.2)
        self.curve, = upper.plot([], [], "-", color=COLOURS[0])
        self.grip, = lower.plot([], [], "-", color=COLOURS[0])
        self.now, self.now_grip = (a.plot([], [], "o", color=COLOURS[1], markersize=9)[0]
                                   for a in (upper, lower))

    @staticmethod
    def picture(command=250):
        """Both mechanisms with both drivers at one command."""
        k = int(np.abs(COMMANDS - command).argmin())
        with plt.rc_context({**STYLE, "font.size": 11}):
            figure = Figure(figsize=(9.0, 5.6))
            panels = figure.subplots(2, 2, sharex=True, sharey=True)
            for axes, (name, driver) in zip(panels.ravel(),
                                            [(m, d) for m in MECHANISMS for d in ("AR", "rotated AR")]):
                turn = Turn(name, driver)
                lines, wanted, rail, pins = draw_axes(axes)
                for line, points in zip(lines, turn.lines.values()):
                    line.set_data(*points[k].T)
                angle = np.radians(COMMANDS[k])
                wanted.set_data([0, 0.55 * np.cos(angle)], [0, 0.55 * np.sin(angle)])
                rail.set_visible(name == "slider-crank")
                pins.set_data(*np.transpose([[0, 0], *([[1, 0]] if name == "four-bar" else [])]))
                axes.set_title(f"{driver}: commanded {COMMANDS[k]}, reached {turn.reached[k]:.0f} deg",
                               fontsize=11)
                axes.label_outer()
        return figure


def draw_axes(axes):
    """Axes of a mechanism: lines of the three bodies, the commanded direction, the guide, the fixed pins."""
    axes.set(xlim=(-0.65, 1.6), ylim=(-0.7, 1.05), aspect="equal", xlabel="x [m]", ylabel="y [m]",
             xticks=[-0.5, 0, 0.5, 1, 1.5], yticks=[-0.5, 0, 0.5, 1])
    rail, = axes.plot([0.3, 1.4], [0, 0], "-", color="#999999", linewidth=1.5)
    lines = [axes.plot([], [], "-", color=colour, linewidth=4, solid_capstyle="round")[0]
             for colour in COLOURS[:3]]
    wanted, = axes.plot([], [], "--", color="#222222", linewidth=1.5)
    pins, = axes.plot([], [], "^", color="#555555", markersize=11)
    return lines, wanted, rail, pins
