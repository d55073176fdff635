"""Lesson 08: pull the second body of a joint, and see what gives and what holds."""

import ipywidgets as widgets
import matplotlib.pyplot as plt
import numpy as np
from matplotlib.figure import Figure
from scipy.spatial.transform import Rotation

from ...engine.kinematics import project_position, project_velocity
from ...formulation.coordinates import rates
from ...formulation.inertia import box
from ...formulation.joints import (
    cylindrical,
    planar_joint,
    prismatic,
    revolute,
    rod_joint,
    spherical,
    universal,
    weld,
)
from ...model import Model
from ...show.figures import STYLE
from ...show.poses import RIM
from ...show.scene import view_matrix
from .base import Explorer, new_figure, slider

X, Y, Z = np.eye(3)
SIDES = np.array([0.26, 0.18, 0.14])            # of both boxes [m]
ABOVE = 0.14                                    # from the joint to the middle of the box [m]
RIGID = 6                                       # rows that keep the box rigid
STEPS = 60                                      # pulls, at most
ROD = 0.15                                      # length of the massless rod [m]
JOINTS = {"spherical": spherical, "revolute": lambda P, Q: revolute(P, Q, Z),
          "universal": lambda P, Q: universal(P, Q, (X, Y)), "cylindrical": lambda P, Q: cylindrical(P, Q, Z),
          "prismatic": lambda P, Q: prismatic(P, Q, Z), "planar": lambda P, Q: planar_joint(P, Q, Z),
          "weld": weld, "rod": rod_joint}
"""Each joint between the ground and a box above it: axis or normal vertical, the universal's axes x, y."""

WAYS = ("shift x", "shift y", "shift z", "turn x", "turn y", "turn z")
SCREEN = view_matrix("z", -60.0, 20.0)[:2]
COLOURS = {"fixed": "#888888", "moved": "#0072B2", "wished": "#D55E00", "shift": "#009E73", "turn": "#CC79A7"}
HEAD = {"arrowstyle": "-|>", "shrinkA": 0, "shrinkB": 0}


def held_box(name):
    """A box on the ground by one joint, and the place of the joint on the ground."""
    model = Model(gravity=[0, 0, 0])
    moving = model.body("box", box(1.0, SIDES), at=[0, 0, ABOVE])
    below = np.array([0.0, 0.0, -ROD if name == "rod" else 0.0])
    model.join(JOINTS[name](model.ground.point(below), moving.point(0, 0, -ABOVE)), name=name)
    return model, below


def gives(name):
    """Which of six motions of the box the joint leaves free: shifts, and turns about axes through the joint.

    Examples
    --------
    >>> [way for way, free in zip(WAYS, gives("cylindrical")) if free]
    ['shift z', 'turn z']
    """
    model, _ = held_box(name)
    Phi_q = model.system.phi_q(model.system.layout.start()[0])
    twists = [(e, 0 * X) for e in np.eye(3)] + [(np.cross(e, ABOVE * Z), e) for e in np.eye(3)]
    return [bool(np.abs(Phi_q @ rates(np.eye(3), *twist)).max() < 1e-12) for twist in twists]


class JointPull(Explorer):
    """A box on a joint of your choice, pulled: dashed where you want it, solid where it can go.

    It goes to the nearest position that the joint allows, near in the sense of its mass (lesson 04).

    Controls: `joint`, and `pull`, six sliders: shifts [m] and turns [deg] along and about x, y, z.

    Examples
    --------
    >>> explorer = JointPull()
    >>> explorer.joint.value = "prismatic"
    >>> explorer.pull["shift z"].value, explorer.pull["turn z"].value = 0.1, 30
    >>> shift, turn = explorer.went()
    >>> shift.round(9).tolist(), float(abs(turn).max().round(9))
    ([0.0, 0.0, 0.1], 0.0)
    """

    def __init__(self):
        self.joint = widgets.Dropdown(options=list(JOINTS), value="revolute", description="joint")
        self.pull = {way: slider(f"{way} [m]", 0, -0.2, 0.2, 0.01) for way in WAYS[:3]}
        self.pull |= {way: slider(f"{way} [deg]", 0, -80, 80, 2) for way in WAYS[3:]}
        self.models = {name: held_box(name) for name in JOINTS}
        figure = new_figure(5.2, 4.9)
        with plt.rc_context(STYLE):
            self._draw(figure)
        super().__init__(figure, [self.joint, *self.pull.values()])

    def wish(self):
        """Where the hand wants the box: middle [m], axes as columns."""
        shift, turn = np.reshape([control.value for control in self.pull.values()], (2, 3))
        axes = Rotation.from_rotvec(np.radians(turn)).as_matrix()
        return shift + axes @ (ABOVE * Z), axes

    def reached(self):
        """Where the box goes."""
        model, _ = self.models[self.joint.value]
        r, axes = self.wish()
        wish, (q, _) = np.concatenate([r, axes.T.ravel()]), model.system.layout.start()
        for _ in range(STEPS):
            step = project_velocity(model.system, model.solver, q, wish - q)     # what the joint lets through
            q = project_position(model.system, model.solver, q + step)
            if np.abs(step).max() < 1e-6:
                break
        return q[:3], q[3:].reshape(3, 3).T

    def went(self):
        """Shift of the joint's point of the box [m], and turn of the box as a vector [deg]."""
        r, axes = self.reached()
        return r - axes @ (ABOVE * Z), np.degrees(Rotation.from_matrix(axes).as_rotvec())

    def update(self):
        name = self.joint.value
        model, below = self.models[name]
        poses = ((self.wished, self.wish()), (self.moved, self.reached()),
                 (self.fixed, (below - ABOVE * Z, np.eye(3))))
        for lines, (r, axes) in poses:
            for line, points in zip(lines, model.bodies["box"].solid.outline):
                line.set_data(*((r + points @ axes.T) @ SCREEN.T).T)
        r, axes = self.reached()
        foot = SCREEN @ (r - axes @ (ABOVE * Z))
        self.link.set_data(*np.transpose([SCREEN @ (below - ABOVE * Z), SCREEN @ below, foot, SCREEN @ r]))
        self.dots.set_data(*np.transpose([SCREEN @ below, foot]))
        count, shift_and_turn = model.mobility(), np.round(np.ravel(self.went()), 6) + 0.0
        asked = [control.value for control in self.pull.values()]
        lines = [f"{count.rows - RIGID} rows of rank {count.rank - RIGID}, {count.degrees_of_freedom} free"]
        told = list(zip(WAYS, shift_and_turn, asked))
        lines += [f"{way}: {have:.2f} of {want:.2f} m" for way, have, want in told[:3]]
        lines += [f"{way}: {have:.0f} of {want:.0f} deg" for way, have, want in told[3:]]
        free = [way for way, one in zip(WAYS, gives(name)) if one]
        alt = (f"A box on a {name} joint. Asked: {words(asked)}. It went: {words(shift_and_turn)}. "
               f"At the start it gives: {', '.join(free) or 'nothing'}.")
        return "".join(f"<div>{line}</div>" for line in lines), alt

    def _draw(self, figure):
        """Build every artist once."""
        axes = figure.add_axes((0.0, 0.0, 1.0, 1.0))
        axes.set(xlim=(-0.5, 0.5), ylim=(-0.52, 0.42), aspect="equal")
        axes.axis("off")
        outline = box(1.0, SIDES).outline
        self.fixed, self.wished, self.moved = (
            [axes.plot([], [], color=COLOURS[name], linestyle=dash, linewidth=width)[0] for _ in outline]
            for name, dash, width in (("fixed", "-", 2), ("wished", "--", 1.5), ("moved", "-", 3)))
        self.link, = axes.plot([], [], color="#222222", linestyle="-", linewidth=1.5)
        self.dots, = axes.plot([], [], "o", color="white", markeredgecolor="#222222", markeredgewidth=2,
                               markersize=8)
        for name, e in zip("xyz", np.eye(3)):
            tail, way = np.array([-0.42, -0.42]), SCREEN @ e
            axes.annotate("", tail + 0.1 * way, tail, arrowprops={**HEAD, "color": COLOURS["fixed"]})
            axes.text(*(tail + 0.13 * way), name, color=COLOURS["fixed"], ha="center", va="center")

    @classmethod
    def picture(cls):
        """What each joint gives: arrows for shifts, arcs for turns, with rows and rank."""
        with plt.rc_context(STYLE):
            figure = Figure(figsize=(9.6, 6.6))
            for axes, name in zip(figure.subplots(2, 4).ravel(), JOINTS):
                model, below = held_box(name)
                count = model.mobility()
                for points in box(1.0, SIDES).outline:
                    for place, which in ((ABOVE * Z, "moved"), (below - ABOVE * Z, "fixed")):
                        axes.plot(*((points + place) @ SCREEN.T).T, color=COLOURS[which], linestyle="-",
                                  linewidth=1.5)
                axes.plot(*np.transpose([SCREEN @ below, [0, 0]]), "o-", color="#222222",
                          markerfacecolor="white", markersize=6)
                free = gives(name)
                for k, e in enumerate(np.eye(3)):
                    if free[k]:
                        arrow(axes, [ABOVE * Z - 0.26 * e, ABOVE * Z + 0.26 * e], COLOURS["shift"], both=True)
                    if free[3 + k]:
                        arrow(axes, arc(e), COLOURS["turn"])
                rows = count.rows - RIGID
                text = f"{name}\n{rows} row{'s' * (rows > 1)}, {count.degrees_of_freedom} free"
                axes.set_title(text, fontsize=12)
                axes.set(xlim=(-0.36, 0.36), ylim=(-0.5, 0.42), aspect="equal")
                axes.axis("off")
        return figure


def arc(e):
    """Three quarters of a circle about an axis through the joint."""
    angle = np.linspace(0.3, 0.3 + 1.5 * np.pi, 60)
    return 0.2 * (np.outer(np.cos(angle), np.roll(e, 1)) + np.outer(np.sin(angle), np.roll(e, 2)))


def arrow(axes, points, colour, both=False):
    """A line in space with a head at its end, or at both ends."""
    flat = np.asarray(points) @ SCREEN.T
    axes.plot(*flat.T, color=colour, linestyle="-", linewidth=2.5, path_effects=RIM)
    for tail, tip in ((flat[-2], flat[-1]), (flat[1], flat[0]))[: 1 + both]:
        back = tip - 0.01 * (tip - tail) / max(np.linalg.norm(tip - tail), 1e-9)
        axes.annotate("", tip, back, arrowprops={**HEAD, "color": colour, "mutation_scale": 18})


def words(values):
    """Three shifts and three turns in a sentence."""
    shift, turn = np.reshape(values, (2, 3)) + 0.0
    return (f"shifts {', '.join(f'{x:.2f}' for x in shift)} m, "
            f"turns {', '.join(f'{x:.0f}' for x in turn)} degrees")
