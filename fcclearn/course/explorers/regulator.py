"""Lesson 18: a governor that throttles a motor; its eigenvalues, and how it answers a load."""

from functools import lru_cache

import matplotlib.pyplot as plt
import numpy as np
import scipy
from matplotlib.figure import Figure

from ...benchmarks.steady_spin import one_turn_a_second, reduced, regulated
from ...show.figures import COLOURS, STYLE
from .base import Explorer, new_figure, slider

END, SAMPLES = 20.0, 401                        # shown time [s]
SLOWED = 0.02                                   # share of its speed that the load takes at the start


@lru_cache(maxsize=256)
def linear(throttle, friction):
    """Eigenvalues [1/s], and the slider's height after a load has taken 2 % of the speed, (SAMPLES,) [m].

    Exact for small changes: ``s(t) = exp(A t) s(0)`` with the matrix A of `reduced`.
    """
    model, omega = regulated(throttle, friction)
    A, N = reduced(model, omega)
    q, qd = model.system.layout.start()
    place = model.system.layout.place[model.bodies["slider"]][0][0, 2]
    step = scipy.linalg.expm(A * END / (SAMPLES - 1))
    state, heights = N.T @ np.concatenate([0 * q, -SLOWED * qd]), []
    for _ in range(SAMPLES):
        heights.append(one_turn_a_second()[1] + N[place] @ state)
        state = step @ state
    return np.linalg.eigvals(A), np.array(heights)


class Regulator(Explorer):
    """The governor with a throttled motor: eigenvalues and answer to a load, for a throttle and a friction.

    Controls: `throttle` [N m/m] and `friction` of the slider [N s/m].
    """

    def __init__(self):
        self.throttle = slider("throttle [N m/m]", 20, 0, 100, 5)
        self.friction = slider("friction [N s/m]", 0, 0, 200, 2)
        self.t = np.linspace(0, END, SAMPLES)
        figure = new_figure(9.0, 4.4)
        with plt.rc_context({**STYLE, "font.size": 11}):
            self._draw(figure)
        super().__init__(figure, [self.throttle, self.friction])

    def growth(self):
        """Largest real part of an eigenvalue that swings [1/s]."""
        found, _ = linear(self.throttle.value, self.friction.value)
        return float(max((x.real for x in found if abs(x.imag) > 1e-3), default=-np.inf))

    def update(self):
        throttle, friction = self.throttle.value, self.friction.value
        found, heights = linear(throttle, friction)
        for dots, chosen in ((self.stable, found.real < 1e-6), (self.growing, found.real >= 1e-6)):
            dots.set_data(found.real[chosen], found.imag[chosen])
        self.height.set_data(self.t, np.clip(heights, 0.0, 1.2))
        growth = self.growth()
        if growth == -np.inf:
            word = "does not swing"
        else:
            word = f"{'hunts, its swing grows' if growth > 1e-6 else 'swings'} with {growth:+.3f} 1/s"
        said = f"throttle {throttle:g} N m/m, friction {friction:g} N s/m: the governor {word}"
        return f"<div>{said}</div>", (
            f"Eigenvalues of the governor, and the height of its slider after a load. {said}.")

    def _draw(self, figure):
        """Build every artist once."""
        plane = figure.add_axes((0.09, 0.15, 0.36, 0.72))
        plane.set(xlim=(-4, 1), ylim=(-8, 8), xlabel="real part [1/s]",
                  title="eigenvalues, imaginary part [1/s]")
        plane.axvline(0, color="#222222", linestyle="-", linewidth=1)
        self.stable = plane.plot([], [], "o", color=COLOURS[0], markersize=8)[0]
        self.growing = plane.plot([], [], "X", color=COLOURS[1], markersize=12)[0]
        answer = figure.add_axes((0.56, 0.15, 0.42, 0.72))
        answer.set(xlim=(0, END), ylim=(0.62, 0.76), xlabel="time after the load [s]",
                   title="height of the slider [m]")
        answer.set_xticks(range(0, 21, 5))
        answer.axhline(one_turn_a_second()[1], color="#222222", linestyle=":", linewidth=1.5)
        self.height = answer.plot([], [], "-", color=COLOURS[0])[0]

    def picture(self, several=((20, 0), (20, 20), (20, 100), (20, 1000))):
        """The answer to a load for some pairs (throttle, friction), in one static figure."""
        with plt.rc_context(STYLE):
            axes = Figure(figsize=(8.4, 4.2)).subplots()
            for throttle, friction in several:
                axes.plot(self.t, linear(throttle, friction)[1], label=f"friction {friction} N s/m")
            axes.axhline(one_turn_a_second()[1], color="#222222", linestyle=":", linewidth=1.2)
            axes.set(xlabel="time after the load [s]", ylabel="height of the slider [m]",
                     title=f"throttle {several[0][0]} N m/m")
            axes.legend(loc="center left", bbox_to_anchor=(1, 0.5))
        return axes.figure
