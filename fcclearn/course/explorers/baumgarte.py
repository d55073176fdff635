"""Lesson 04: Baumgarte's alpha and beta against drift, with a fixed step."""

import ipywidgets as widgets
import matplotlib.pyplot as plt
import numpy as np
from matplotlib.figure import Figure

from ...show.figures import COLOURS, STYLE
from .base import Explorer, new_figure, slider

GRAVITY, MASS, LENGTH = 9.81, 2.0, 1.5          # m/s2, kg, m
RATES = np.arange(0.0, 105.0, 5.0)              # alpha and beta that can be chosen [1/s]
STEPS = (0.05, 0.02)                            # steps that can be chosen [s]
END, SLIP = 10.0, 0.01                          # duration [s], velocity of the pin at the start [m/s]
# a run beyond the first is given up; the second can still be drawn
LOST, FLOOR = 1e3, 1e-16


def accelerations(y, alpha, beta):
    """Accelerations of a bar pinned at its reference point: reduced body, Eq. (9) solved by hand.

    ``r = 0`` and ``u . u = 1`` with Baumgarte's terms; the multiplier of the second row follows from
    ``m c (rdd - gravity) + J udd + 2 u lam = 0``.

    Parameters
    ----------
    y : (..., 4, 2) array
        r, u, rd, ud [m, 1, m/s, 1/s].
    alpha, beta : (...) arrays [1/s]

    Returns
    -------
    (..., 2, 2) array
        rdd, udd.

    Examples
    --------
    A horizontal bar falls with the angular acceleration 3 g / (2 L):

    >>> accelerations(np.array([[0.0, 0.0], [1.0, 0.0], [0.0, 0.0], [0.0, 0.0]]), 0.0, 0.0)[1]
    array([ 0.  , -9.81])
    """
    r, u, rd, ud = np.moveaxis(y, -2, 0)
    mc, J = MASS * LENGTH / 2, MASS * LENGTH**2 / 3
    alpha, beta = np.asarray(alpha)[..., None], np.asarray(beta)[..., None]
    uu, uud, udud = (np.sum(a * b, axis=-1, keepdims=True) for a, b in ((u, u), (u, ud), (ud, ud)))
    rdd = -2 * alpha * rd - beta**2 * r
    free = mc / J * (np.array([0.0, -GRAVITY]) - rdd)
    gamma = -2 * udud - 2 * alpha * 2 * uud - beta**2 * (uu - 1)
    twice_lam_J = (2 * np.sum(u * free, axis=-1, keepdims=True) - gamma) / (2 * uu)
    return np.stack([rdd, free - u * twice_lam_J], axis=-2)


def violation(y):
    """Largest |Phi| of the states, (...)."""
    return np.maximum(np.abs(y[..., 0, :]).max(axis=-1), np.abs(np.sum(y[..., 1, :] ** 2, axis=-1) - 1))


def energy(y):
    """Kinetic and potential energy together [J], (...)."""
    r, u, rd, ud = np.moveaxis(y, -2, 0)
    mc, J = MASS * LENGTH / 2, MASS * LENGTH**2 / 3
    kinetic = 0.5 * np.sum(MASS * rd * rd + 2 * mc * rd * ud + J * ud * ud, axis=-1)
    return kinetic + GRAVITY * (MASS * r[..., 1] + mc * u[..., 1])


def histories(step):
    """Violation and change of energy of all pairs (alpha, beta), by the fourth-order Runge-Kutta method.

    Returns
    -------
    t : (k,) array [s]
    phi, change : (k, a, b) arrays
        NaN once a run has exploded.
    """
    alpha, beta = np.meshgrid(RATES, RATES, indexing="ij")
    y = np.zeros((*alpha.shape, 4, 2))
    y[..., 1, 0], y[..., 2, 0] = -1.0, SLIP

    def f(y):
        return np.concatenate([y[..., 2:, :], accelerations(y, alpha, beta)], axis=-2)

    kept = [y]
    with np.errstate(all="ignore"):
        for _ in range(round(END / step)):
            k1 = f(y)
            k2 = f(y + step / 2 * k1)
            k3 = f(y + step / 2 * k2)
            k4 = f(y + step * k3)
            y = y + step / 6 * (k1 + 2 * k2 + 2 * k3 + k4)
            y = np.where(violation(y)[..., None, None] < LOST, y, np.nan)
            kept.append(y)
        kept = np.array(kept)
        return step * np.arange(len(kept)), violation(kept), energy(kept) - energy(kept[0])


class Baumgarte(Explorer):
    """A pinned bar that starts with its pin sliding, stabilised with two rates of your choice.

    Controls: `alpha`, `beta` [1/s], and `step` [s]. All histories are computed once.

    Examples
    --------
    >>> explorer = Baumgarte()
    >>> explorer.last(0, 0, 0.05) > 0.09, explorer.last(5, 5, 0.05) < 1e-3
    (True, True)
    """

    def __init__(self):
        self.runs = {step: histories(step) for step in STEPS}
        self.alpha = slider("alpha [1/s]", 0, 0, RATES[-1], RATES[1])
        self.beta = slider("beta [1/s]", 0, 0, RATES[-1], RATES[1])
        self.step = widgets.ToggleButtons(options=[(f"step {h:g} s", h) for h in STEPS],
                                          style={"button_width": "auto"})
        figure = new_figure(6.2, 5.2)
        with plt.rc_context(STYLE):
            self._draw(figure)
        super().__init__(figure, [self.alpha, self.beta, self.step])

    def history(self, alpha, beta, step):
        """t, violation and change of energy for one choice."""
        t, phi, change = self.runs[step]
        a, b = (int(round(rate / RATES[1])) for rate in (alpha, beta))
        return t, phi[:, a, b], change[:, a, b]

    def last(self, alpha, beta, step):
        """Largest violation within the last two seconds; NaN if the run has exploded."""
        t, phi, _ = self.history(alpha, beta, step)
        return float(phi[t >= END - 2].max())

    def update(self):
        alpha, beta, step = self.alpha.value, self.beta.value, self.step.value
        t, phi, change = self.history(alpha, beta, step)
        for violated, energy, (_, p, c) in ((*self.lines, (t, phi, change)),
                                            (*self.free, self.history(0, 0, step))):
            violated.set_data(t, np.log10(np.maximum(p, FLOOR)))
            energy.set_data(t, np.clip(c, -10, 10))
        exploded = not np.isfinite(phi).all()
        if exploded:
            said = f"explodes after {t[np.isfinite(phi)][-1]:.2f} s: the step cannot follow this oscillator"
        else:
            said = (f"in the last two seconds |Phi| is {self.last(alpha, beta, step):.1e}, "
                    f"the energy has changed by {change[-1]:+.1e} J")
        kind = ("no pull" if alpha == beta == 0 else "critically damped" if alpha == beta
                else "overdamped" if alpha > beta else "swings")
        rows = [("oscillator", kind), ("alpha x step", f"{alpha * step:.2f}"), ("", said)]
        numbers = "".join(f"<div>{name}{': ' if name else ''}{value}</div>" for name, value in rows)
        alt = (f"Violation of the constraints and change of energy for alpha {alpha:g}, "
               f"beta {beta:g} per second and a step of {step:g} s: {said}.")
        return numbers, alt

    def _draw(self, figure):
        """Build every artist once."""
        upper, lower = figure.add_axes((0.17, 0.5, 0.8, 0.47)), figure.add_axes((0.17, 0.12, 0.8, 0.29))
        # its logarithm: quicker than a log axis
        upper.set(xlim=(0, END), ylim=(-16.2, 1), ylabel="largest |Phi| [-]")
        upper.set_yticks(range(-15, 1, 5), [f"1e{k}" for k in range(-15, 1, 5)])
        upper.set_xticks(range(0, 11, 2), [""] * 6)
        lower.set(xlim=(0, END), ylim=(-1, 1), xlabel="time t [s]", ylabel="energy\nchange [J]")
        lower.set_xticks(range(0, 11, 2), range(0, 11, 2))
        lower.set_yticks([-1, 0, 1], ["-1", "0", "1"])
        free = dict(color="#999999", linestyle="--", linewidth=1.5)
        self.free = [axes.plot([], [], **free, label="no pull")[0] for axes in (upper, lower)]
        self.lines = [axes.plot([], [], "-", color=COLOURS[0], label="your choice")[0]
                      for axes in (upper, lower)]
        upper.legend(loc="lower right", fontsize=10)

    def picture(self, choices, step):
        """The violation for some pairs (alpha, beta) in one static figure."""
        with plt.rc_context(STYLE):
            axes = Figure(figsize=(8.2, 4.4)).subplots()
            for alpha, beta in choices:
                t, phi, _ = self.history(alpha, beta, step)
                axes.semilogy(t, np.maximum(phi, FLOOR), label=f"alpha {alpha}, beta {beta}")
            axes.set(xlabel="time t [s]", ylabel="largest |Phi| [-]", ylim=(1e-7, 10),
                     title=f"step {step:g} s, rates in 1/s")
            axes.legend(loc="center left", bbox_to_anchor=(1, 0.5))
        return axes.figure
