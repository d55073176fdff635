"""Lesson 05: the forces at every pin of a four-bar while its crank turns."""

from math import dist

import ipywidgets as widgets
import matplotlib.pyplot as plt
import numpy as np
from matplotlib.figure import Figure
from matplotlib.patches import FancyArrowPatch

from ...formulation.drivers import rotated_AR
from ...formulation.inertia import rod
from ...formulation.joints import revolute
from ...formulation.motion import Motion
from ...model import Model
from ...show.figures import COLOURS, STYLE
from ...show.poses import RIM
from .base import Explorer, new_figure, slider

A, B, C, D = (0.0, 0.0), (0.0, 0.5), (1.6, 1.2), (1.8, 0.0)
PINS = {"crank": "AB", "coupler": "BC", "rocker": "CD"}
ANGLES = np.arange(0, 361, 3)                   # crank angles that can be chosen, from the x axis [deg]
UPRIGHT = 90                                    # crank angle at the start of a run [deg]
LONGEST = 0.9                                   # length of the longest arrow [m]


def four_bar(speed, gravity=(0, -9.81)):
    """A four-bar with a constant speed of its crank [rad/s]; it starts upright, at 90 degrees."""
    model = Model(gravity=gravity)
    masses = {"crank": (1.0, A, B), "coupler": (2.0, B, C), "rocker": (1.5, D, C)}
    crank, coupler, rocker = (model.body(name, rod(m, dist(*ends)), along=ends)
                              for name, (m, *ends) in masses.items())
    model.join(revolute(crank.point("start"), model.ground.point(A)), name="A")
    model.join(revolute(coupler.point("start"), crank.point("end")), name="B")
    model.join(revolute(rocker.point("end"), coupler.point("end")), name="C")
    model.join(revolute(rocker.point("start"), model.ground.point(D)), name="D")
    east = model.ground.vector(1, 0)
    model.join(rotated_AR(crank.vector(1, 0), east, east.turned(), Motion.polynomial(np.pi / 2, speed)),
               name="motor")
    model.assemble()
    return model


class PinForces(Explorer):
    """Forces on one link of a driven four-bar: pins and weight, with the size of every pin force beside it.

    With a constant speed, forces are a part of weight plus speed squared times a part of inertia. Both
    parts are computed once, for all angles.

    Controls: `angle` of the crank [deg] from the x axis, `speed` [rad/s], and `body`,
    the link that is cut free.

    Parameters
    ----------
    build : callable ``build(speed, gravity) -> Model``
        With bodies crank, coupler, rocker, joints A, B, C, D and the driver "motor";
        it starts with the crank upright.

    Examples
    --------
    >>> explorer = PinForces()
    >>> explorer.speed.value = 0.0                                    # at rest the pins carry the weight
    >>> forces = explorer.forces("coupler")
    >>> (forces["B"] + forces["C"]).round(6) + 0.0
    array([ 0.  , 19.62])
    """

    def __init__(self, build=four_bar):
        times = np.radians(ANGLES)                                      # with 1 rad/s, time is the angle
        self.run, inertia = (build(1.0, gravity).kinematic_analysis(times)
                             for gravity in ((0, -9.81), (0, 0)))
        order = (ANGLES - UPRIGHT) % 360 // 3                           # frame of the run at each angle
        self.masses = {name: body.solid.mass for name, body in self.run.model.bodies.items()}
        self.points = {"A": "crank.start", "B": "crank.end", "C": "rocker.end", "D": "rocker.start"}
        self.places = {pin: self.run.position(point)[order] for pin, point in self.points.items()}
        self.centres = {name: self.run.position(f"{name}.com")[order] for name in PINS}
        # (pin, link) -> weight part, inertia part
        self.parts = {}
        for name, pins in PINS.items():
            for pin in pins:
                both, fast = (r.reaction(pin, on=name).force[order] for r in (self.run, inertia))
                self.parts[pin, name] = both - fast, fast
        torque, fast = self.run.effort("motor")[order], inertia.effort("motor")[order]
        self.torques = torque - fast, fast
        self.angle = slider("crank angle [deg]", 39, 0, 360, 3)
        self.speed = slider("crank speed [rad/s]", 6, 0, 12, 0.5)
        self.body = widgets.ToggleButtons(options=list(PINS), value="coupler", style={"button_width": "auto"})
        figure = new_figure(8.4, 3.9)
        with plt.rc_context(STYLE):
            self._draw(figure)
        super().__init__(figure, [self.angle, self.speed, self.body])

    def at_speed(self, parts):
        """A quantity at all angles, for the chosen speed."""
        return parts[0] + self.speed.value**2 * parts[1]

    @property
    def frame(self):
        """Number of the chosen angle."""
        return int(np.abs(ANGLES - self.angle.value).argmin())

    def forces(self, body):
        """Forces of the pins on a link at the chosen angle, name -> (2,) [N]."""
        return {pin: self.at_speed(self.parts[pin, body])[self.frame] for pin in PINS[body]}

    def sizes(self):
        """Size of each pin's force at all angles, name -> (k,) [N]."""
        one_link = {pin: name for name, pins in PINS.items() for pin in pins}
        return {pin: np.linalg.norm(self.at_speed(self.parts[pin, one_link[pin]]), axis=1) for pin in "ABCD"}

    def update(self):
        k, body = self.frame, self.body.value
        place = {pin: path[k] for pin, path in self.places.items()}
        for name, pins in PINS.items():
            self.links[name].set_data(*np.transpose([place[pin] for pin in pins]))
            self.links[name].set_linewidth(6 if name == body else 2)
        sizes = self.sizes()
        for pin, curve in self.curves.items():
            curve.set_data(ANGLES, sizes[pin])
            self.labels[pin].set_position(place[pin] + [0.04, 0.06])
        top = max(size.max() for size in sizes.values())
        self.right.set_ylim(0, 1.05 * top)
        self.right.set_yticks([0, top / 2, top], ["0", f"{top / 2:.0f}", f"{top:.0f}"])
        self.cursor.set_xdata([ANGLES[k]] * 2)
        forces = self.forces(body)
        weight = np.array([0.0, -9.81 * self.masses[body]])
        arrows = [(place[pin], force) for pin, force in forces.items()] + [(self.centres[body][k], weight)]
        for arrow, (start, force) in zip(self.arrows, arrows):
            arrow.set_position(start)
            arrow.xy = start + LONGEST * force / top
        lines = [f"{pin} on {body}: ({x:.1f}, {y:.1f}) N" for pin, (x, y) in forces.items()]
        x, y = sum(forces.values()) + weight
        torque = self.at_speed(self.torques)[k]
        lines += [f"weight: (0.0, {weight[1]:.1f}) N", f"sum = mass x acceleration: ({x:.1f}, {y:.1f}) N",
                  f"torque on the crank: {torque:.1f} N m"]
        alt = (f"Four-bar with the crank at {ANGLES[k]} degrees from the x axis at {self.speed.value:g} "
               f"rad/s. Cut free: the {body}; {', '.join(lines)}. Beside it the size of the four pin forces "
               f"against the crank angle.")
        return "".join(f"<div>{line}</div>" for line in lines), alt

    def _draw(self, figure):
        """Build every artist once."""
        left = figure.add_axes((0.07, 0.14, 0.44, 0.83))
        self.right = figure.add_axes((0.62, 0.14, 0.27, 0.83))
        left.set(xlim=(-1.0, 2.6), ylim=(-1.3, 2.1), aspect="equal", xlabel="x [m]", ylabel="y [m]")
        left.set_xticks(range(-1, 3), range(-1, 3))
        left.set_yticks(range(-1, 3), range(-1, 3))
        self.links = {name: left.plot([], [], "o-", color=COLOURS[i], markerfacecolor="white",
                                      markeredgecolor="#222")[0]
                      for i, name in enumerate(PINS)}
        left.plot(*np.transpose([A, D]), "^", color="#555555", markersize=11, zorder=0)
        self.labels = {pin: left.text(0, 0, pin) for pin in "ABCD"}
        self.arrows = [left.annotate("", (1, 0), (0, 0), zorder=6, arrowprops={
            "arrowstyle": "-|>", "color": colour, "linewidth": 2.5, "shrinkA": 0,
            "shrinkB": 0, "mutation_scale": 16})
            for colour in ("#222222", "#222222", "#999999")]
        self.curves = {pin: self.right.plot([], [], label=pin)[0] for pin in "ABCD"}
        self.cursor = self.right.axvline(0, color="#222222", linestyle="-", linewidth=1)
        self.right.set(xlim=(0, 360), xlabel="crank angle [deg]", ylabel="pin force [N]")
        self.right.set_xticks(range(0, 361, 90), ["0", "90", "180", "270", "360"])
        self.right.legend(loc="center left", bbox_to_anchor=(1, 0.5))

    def free_bodies(self):
        """The three links cut free at the chosen angle and speed, with all forces on them,
        in one static figure."""
        k, top = self.frame, max(size.max() for size in self.sizes().values())
        with plt.rc_context({**STYLE, "font.size": 12}):
            figure = Figure(figsize=(9.6, 3.6))
            for axes, (i, name) in zip(figure.subplots(1, 3), enumerate(PINS)):
                ends = [self.places[pin][k] for pin in PINS[name]]
                axes.plot(*np.transpose(ends), "o-", color=COLOURS[i], linewidth=5, markersize=7,
                          markerfacecolor="white", markeredgecolor="#222")
                forces = [(pin, self.places[pin][k], f) for pin, f in self.forces(name).items()]
                forces.append(("weight", self.centres[name][k], np.array([0.0, -9.81 * self.masses[name]])))
                for label, start, force in forces:
                    tip = start + LONGEST * force / top
                    colour = "#777777" if label == "weight" else "#222222"
                    axes.annotate("", tip, start, zorder=6,
                                  arrowprops={"arrowstyle": "-|>", "color": colour, "linewidth": 2.2,
                                              "shrinkA": 0, "shrinkB": 0})
                    # the label stands beside the arrow, off the link
                    side = 0.27 * np.array([-force[1], force[0]]) / np.linalg.norm(force)
                    beside = max(((start + tip) / 2 + s * side for s in (1, -1)),
                                 key=lambda x: np.linalg.norm(x - ends[0]) + np.linalg.norm(x - ends[1]))
                    if label == "weight" and abs(ends[1] - ends[0])[0] > abs(ends[1] - ends[0])[1]:
                        # below it, where the link is flat
                        beside = tip - [0.0, 0.17]
                    axes.text(*beside, f"{np.linalg.norm(force):.0f} N", fontsize=10, color=colour,
                              ha="center", va="center", path_effects=RIM)
                    if label != "weight":
                        axes.annotate(label, start, (6, -12) if force[1] > 0 else (-14, 6),
                                      textcoords="offset points", fontweight="bold", path_effects=RIM)
                middle = self.centres[name][k]
                if name == "crank":
                    torques = self.at_speed(self.torques)
                    self._round_arrow(axes, middle, *(ends[1] - ends[0]), torques[k], np.abs(torques).max())
                axes.set(title=name, aspect="equal", xlabel="x [m]", xlim=middle[0] + [-1.5, 1.5],
                         ylim=middle[1] + [-1.5, 1.5])
            figure.axes[0].set_ylabel("y [m]")
            figure.suptitle(f"crank at {ANGLES[k]} degrees, {self.speed.value:g} rad/s", fontsize=12)
        return figure

    @staticmethod
    def _round_arrow(axes, middle, dx, dy, torque, largest, radius=0.6):
        """The torque on the crank [N m] as an arc round its middle, in its own direction, as long as the
        torque is of the largest one; its size stands in a corner."""
        half = np.radians(10 + 60 * abs(torque) / largest) * (1 if torque >= 0 else -1)
        # beside the crank, above it: the weight points down
        ahead = np.arctan2(abs(dx), -dy * np.sign(dx) if dx else 1.0)
        tail, tip = (middle + radius * np.array([np.cos(a), np.sin(a)]) for a in (ahead - half, ahead + half))
        axes.add_patch(FancyArrowPatch(tail, tip, connectionstyle=f"arc3,rad={np.tan(half / 2):.3f}",
                                       arrowstyle="-|>", color="#CC79A7",
                                       linewidth=2.2, mutation_scale=14, zorder=7, shrinkA=0, shrinkB=0))
        axes.text(0.03, 0.03, f"motor {torque:.1f} N m", transform=axes.transAxes, fontsize=10,
                  color="#8F4A75", path_effects=RIM)
