"""Lesson 17: fold the Bricard loop, with the singular values of Phi_q beside it."""

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.figure import Figure
from scipy.spatial.transform import Rotation

from ...benchmarks.a04_bricard import AXES, POINTS
from ...formulation.inertia import bar
from ...formulation.joints import revolute
from ...model import Model
from ...show.figures import COLOURS, STYLE
from ...show.scene import view_matrix
from .base import Explorer, new_figure, slider

ANGLES = np.arange(0, 181, 5)                   # angles of the joint at P1 that can be chosen [deg]
TILTS = np.arange(0.0, 3.5, 0.5)                # tilts of the axis at P3 that can be chosen [%]
SMALLEST = 1e-17                                # singular values are drawn from here on
MAGNIFIED = 50                                  # the gap is drawn larger by this
CLOSED = 1e-9                                   # a loop with a gap below this is closed [m or rad]
VIEW = view_matrix("y", 25.0, 18.0)[:2]
RODS = tuple(f"rod {k}" for k in range(1, 6))


def axes_with_tilt(tilt):
    """The six joint axes with that of P3 tilted from x towards y, in percent of its length.

    Examples
    --------
    >>> axes_with_tilt(0.0)[2].tolist()
    [1.0, 0.0, 0.0]
    """
    axes = AXES.copy()
    axes[2, 1] = tilt / 100
    return axes / np.linalg.norm(axes, axis=1)[:, None]


def bricard(axes=AXES, points=POINTS, kind="full"):
    """Five rods in a closed chain with the joints P1 ... P6; the axes are global directions at the start."""
    model = Model(gravity=[0, -9.81, 0], kind=kind)
    lengths = np.linalg.norm(np.diff(points, axis=0), axis=1)
    rods = [model.body(RODS[k], bar(1.0, float(lengths[k]), 0.1, 0.1), along=(points[k], points[k + 1]))
            for k in range(5)]
    ends = [model.ground.point(points[0]), *(r.point("end") for r in rods)]
    starts = [*(r.point("start") for r in rods), model.ground.point(points[5])]
    for k in range(6):
        model.join(revolute(ends[k], starts[k], axes[k]), name=f"P{k + 1}")
    return model


def chain(angles, axes=AXES, points=POINTS):
    """Walk along the rods: places of P1 ... P6, turns of the rods 1 ... 5 and of what follows P6.

    Returns
    -------
    (6, 3) array [m], (6, 3, 3) array

    Examples
    --------
    >>> chain(np.zeros(6))[0][3].tolist()
    [1.0, -1.0, 1.0]
    """
    places, turns, turn = [points[0]], [], np.eye(3)
    for k, own in enumerate(Rotation.from_rotvec(np.asarray(angles)[:, None] * axes).as_matrix()):
        turn = turn @ own
        turns.append(turn)
        if k < 5:
            places.append(places[-1] + turn @ (points[k + 1] - points[k]))
    return np.array(places), np.array(turns)


def gap(angles, axes=AXES, points=POINTS):
    """What is missing at the end of the chain:
    place of P6 [m] and turn of the ground behind it [rad], (6,)."""
    return _missing(*chain(angles, axes, points), points)


def _missing(places, turns, points):
    return np.append(places[5] - points[5], Rotation.from_matrix(turns[5]).as_rotvec())


def close(first, guess, axes=AXES, points=POINTS):
    """Angles with the first one given that leave the smallest gap: Gauss and Newton's method."""
    angles = np.append(first, guess[1:])
    for _ in range(20):
        places, turns = chain(angles, axes, points)
        turned = np.einsum("kij,kj->ki", turns, axes)
        J = np.vstack([np.cross(turned, places[5] - places).T, turned.T])
        step = np.linalg.lstsq(J[:, 1:], -_missing(places, turns, points), rcond=None)[0]
        angles[1:] += step
        if np.abs(step).max() < 1e-10:
            break
    return angles


class BricardLoop(Explorer):
    """The loop folded by the angle at P1, with the best closure that five other angles can find.

    Controls: `angle` at P1 [deg], and `tilt` of the axis at P3 [%].

    Examples
    --------
    >>> loop = BricardLoop()
    >>> loop.angle.value = 60
    >>> bool(loop.values()[-1] < 1e-14), bool(loop.values()[-2] > 0.1)
    (True, True)
    >>> loop.tilt.value = 1.0
    >>> bool(loop.values()[-1] > 1e-5)
    True
    """

    def __init__(self):
        self.models, self.angles, self.gaps = [], [], []
        for tilt in TILTS:
            axes, found = axes_with_tilt(tilt), np.zeros(6)
            history = []
            for first in np.radians(ANGLES):
                found = close(first, found, axes)
                history.append(found)
            self.models.append(bricard(axes))
            self.angles.append(history)
            self.gaps.append([np.linalg.norm(gap(each, axes)[:3]) for each in history])
        self.angle = slider("angle a at P1 [deg]", 60, 0, 180, 5)
        self.tilt = slider("tilt of the axis at P3 [%]", 0, 0, TILTS[-1], TILTS[1])
        figure = new_figure(8.6, 4.0)
        with plt.rc_context(STYLE):
            self._draw(figure)
        super().__init__(figure, [self.angle, self.tilt])

    @property
    def index(self):
        """Numbers of the chosen tilt and angle."""
        return int(np.abs(TILTS - self.tilt.value).argmin()), int(np.abs(ANGLES - self.angle.value).argmin())

    def values(self):
        """Singular values of Phi_q, 60 of them, largest first."""
        i, k = self.index
        return self.values_at(i, k)

    def values_at(self, i, k):
        """Singular values of Phi_q for the tilt i and the angle k."""
        places, turns = chain(self.angles[i][k], axes_with_tilt(TILTS[i]))
        system = self.models[i].system
        start = system.layout.start()[0].reshape(5, 4, 3)
        blocks = np.einsum("kij,kbj->kbi", turns[:5], start)
        blocks[:, 0] = (places[:-1] + places[1:]) / 2
        return np.linalg.svd(system.phi_q(blocks.ravel()).toarray(), compute_uv=False)

    def update(self):
        i, k = self.index
        places, turns = chain(self.angles[i][k], axes_with_tilt(TILTS[i]))
        flat, ends = places @ VIEW.T, POINTS[5] @ VIEW.T
        for j, rod in enumerate(self.rods):
            rod.set_data(*flat[j:j + 2].T)
        turned = np.einsum("kij,kj->ki", turns, axes_with_tilt(TILTS[i]))
        for j, axis in enumerate(self.axes):
            axis.set_data(*((places[j] + np.outer([-0.22, 0.22], turned[j])) @ VIEW.T).T)
            self.names[j].set_position(flat[j] + [0.05, 0.06])
        self.gap_line.set_data(*np.transpose([ends, ends + MAGNIFIED * (flat[5] - ends)]))
        values, missing = self.values(), 1000 * self.gaps[i][k]
        self.dots.set_data(np.arange(1, 61), np.log10(np.maximum(values, SMALLEST)))
        self.last.set_data([60], [np.log10(max(values[-1], SMALLEST))])
        rank = int(np.sum(values > 1e-9 * values[0]))
        closed = np.abs(gap(self.angles[i][k], axes_with_tilt(TILTS[i]))).max() < CLOSED
        b = np.degrees(self.angles[i][k][1])
        rows = [("angle at P1", f"{ANGLES[k]:.0f} deg"), ("angle at P2", f"{b:.1f} deg"),
                ("smallest singular values", f"{values[-2]:.2g}, {values[-1]:.1e}"),
                ("rank of Phi_q", f"{rank} of 60: {60 - rank} free"),
                ("loop", "closed" if closed
                 else f"open by {missing:.2f} mm (drawn {MAGNIFIED} times larger)")]
        table = "".join(f'<tr><th style="text-align:left;padding-right:1em">{a}</th><td>{c}</td></tr>'
                        for a, c in rows)
        alt = (f"Bricard loop with {ANGLES[k]} degrees at P1 and the axis at P3 tilted by "
               f"{TILTS[i]:g} percent: {rows[4][1]}. Beside it the 60 singular values of the Jacobian; the "
               f"last two are {rows[2][1]}.")
        return f'<table aria-label="Loop and rank">{table}</table>', alt

    def _draw(self, figure):
        """Build every artist once."""
        left, right = figure.add_axes((0.01, 0.02, 0.55, 0.96)), figure.add_axes((0.68, 0.15, 0.3, 0.8))
        left.axis("off")
        left.set(xlim=(-1.4, 1.6), ylim=(-2.05, 0.85), aspect="equal")
        left.plot(*(POINTS[[5, 0]] @ VIEW.T).T, ":", color="#555555", linewidth=2.5)        # the ground link
        left.plot(*(POINTS[[0, 5]] @ VIEW.T).T, "^", color="#555555", markersize=12)
        self.rods = [left.plot([], [], "-", color=COLOURS[j], linewidth=5, solid_capstyle="round")[0]
                     for j in range(5)]
        self.axes = [left.plot([], [], "-", color="#222222", linewidth=1.3)[0] for _ in range(6)]
        self.gap_line, = left.plot([], [], "-", color="#222222", linewidth=2.5, zorder=5)
        self.names = [left.text(0, 0, f"P{j}") for j in range(1, 7)]
        right.set(xlim=(0, 62), ylim=(-17.5, 1), xlabel="number", ylabel="singular value of Φq")
        right.set_yticks(range(-15, 1, 5), [f"1e{k}" for k in range(-15, 1, 5)])
        right.set_xticks([1, 20, 40, 60], ["1", "20", "40", "60"])
        self.dots, = right.plot([], [], "o", color=COLOURS[0], markersize=4)
        self.last, = right.plot([], [], "o", color=COLOURS[1], markersize=9)

    def picture(self, angles=(0, 60, 120, 180)):
        """Some folds of the exact loop above, and below how the loop opens when the axis at P3 is tilted."""
        with plt.rc_context({**STYLE, "font.size": 11}):
            figure = Figure(figsize=(9.0, 6.2))
            grid = figure.add_gridspec(2, len(angles), height_ratios=[1, 0.9])
            for column, angle in enumerate(angles):
                axes = figure.add_subplot(grid[0, column])
                flat = chain(self.angles[0][int(np.abs(ANGLES - angle).argmin())])[0] @ VIEW.T
                for j in range(5):
                    axes.plot(*flat[j:j + 2].T, "-", color=COLOURS[j], linewidth=4, solid_capstyle="round")
                axes.plot(*flat[[5, 0]].T, ":", color="#555555", linewidth=2.5)          # the ground link
                axes.plot(*flat[[0, 5]].T, "^", color="#555555", markersize=9)
                middle = flat.mean(axis=0)
                for j, place in enumerate(flat):
                    outwards = (place - middle) / max(np.linalg.norm(place - middle), 0.05)
                    axes.text(*(place + 0.2 * outwards), f"P{j + 1}", fontsize=10, ha="center", va="center",
                              bbox={"facecolor": "white", "edgecolor": "none", "alpha": 0.7, "pad": 0.3})
                axes.set(xlim=(-1.4, 1.3), ylim=(-1.9, 0.6), aspect="equal", title=f"a = {angle} deg")
                axes.axis("off")
            axes = figure.add_subplot(grid[1, :])
            for i, tilt in enumerate(TILTS):
                if tilt in (0.0, 0.5, 1.0, 2.0):
                    axes.plot(ANGLES, 1000 * np.array(self.gaps[i]), label=f"tilt {tilt:g} %")
            axes.set(xlabel="angle a at P1 [deg]", ylabel="gap at P6 [mm]")
            axes.set_xticks(range(0, 181, 30))
            axes.legend(title="axis at P3")
        return figure
