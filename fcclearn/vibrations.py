"""Small vibrations about an equilibrium or a steady rotation: frequencies, damping, shapes, animation."""

from dataclasses import dataclass

import numpy as np

from .engine.eigenvalues import SLOW, eigenvalues
from .engine.kinematics import NotAssembled, newton_raphson
from .engine.mobility import velocities
from .result import Result
from .simulation.stepping import Counts


@dataclass(frozen=True)
class Modes:
    """The free small vibrations of a model, the slowest first.

    Attributes
    ----------
    eigenvalues : (k,) complex array
        s; of a conjugate pair the one with positive imaginary part [1/s].
    shapes : (n, k) complex array
        Motions of the stored coordinates; the largest part of each moves by one size of the model, or one
        radian.
    """

    model: object
    steady: object
    q: np.ndarray
    eigenvalues: np.ndarray
    shapes: np.ndarray

    @property
    def angular_frequencies(self):
        """omega, (k,) [rad/s]."""
        return self.eigenvalues.imag

    @property
    def frequencies(self):
        """(k,) [Hz]"""
        return self.eigenvalues.imag / (2 * np.pi)

    @property
    def damping_ratios(self):
        """``-Re s / |s|``, (k,): 0 undamped, 1 no oscillation, negative growing; not a number for s = 0."""
        size = np.where(self.eigenvalues == 0, np.nan, np.abs(self.eigenvalues))
        return -self.eigenvalues.real / size + 0.0

    def shape(self, k):
        """Mode k as a motion of the bodies, at the moment at which its largest part is greatest.

        Returns
        -------
        dict
            Body name -> (velocity of the reference point, angular velocity), as `Model.free_motions`.
        """
        return velocities(self.model.system, self.q, np.real(self.shapes[:, self._number(k)]))

    def motion(self, k, amplitude=0.2, frames=60):
        """One period of mode k, drawn large, as a run (seen from the turning frame, where there is one).

        Parameters
        ----------
        amplitude : float
            Of the largest part, in sizes of the model or radians; halved until the constraints can be
            satisfied.

        Returns
        -------
        Result
        """
        s = self.eigenvalues[self._number(k)]
        if not (0 < amplitude < np.inf and frames >= 2):
            raise ValueError(f"a mode is drawn with a positive amplitude in two frames or more, "
                             f"not with {amplitude!r} in {frames!r}")
        last = 2 * np.pi / s.imag if s.imag else 3.0 / abs(s) if s else 1.0
        times = np.linspace(0.0, last, frames)
        wave = np.exp(s * times) if s else np.sin(2 * np.pi * times) * (1 + 0j)
        wave = wave / np.abs(wave).max()
        for _ in range(8):
            ways = amplitude * np.real(np.outer(wave, self.shapes[:, k]))
            try:
                q = [newton_raphson(self.model.system, self.q + way, self.steady.t) for way in ways]
            except NotAssembled:
                amplitude = amplitude / 2
                continue
            qd = amplitude * np.real(np.outer(s * wave, self.shapes[:, k]))
            return Result(self.model, times, q, qd, f"mode {k}", Counts(), 0.0)
        raise NotAssembled(f"mode {k} cannot be drawn: the constraints allow no finite motion along it")

    def animate(self, k, amplitude=0.2, alt=None, **options):
        """An animation of mode k that plays in a notebook or a saved page; a period takes a second or two."""
        run = self.motion(k, amplitude)
        period = run.t[-1]
        speed = 1.0 if 0.5 <= period <= 5.0 else float(f"{period / 2:.1g}")
        alt = alt or f"Mode {k} of {', '.join(self.model.bodies)}: {self._words(k)}."
        return run.animate(len(run.t), alt=alt, speed=speed, **options)

    def _number(self, k):
        """k, if there is such a mode."""
        count = len(self.eigenvalues)
        if not 0 <= k < count:
            raise ValueError(f"there is no mode {k!r}: this model has {count}, counted from 0")
        return k

    def _words(self, k):
        s, size = self.eigenvalues[k], np.abs(self.eigenvalues).max()
        if s == 0:
            return "moves freely, without a frequency"
        words = [f"{s.imag / (2 * np.pi):.4g} Hz"] if s.imag else []
        if s.real > SLOW * size:
            words.append(f"grows, twice as large after {np.log(2) / s.real:.3g} s")
        elif s.real < 0 and -s.real > 1e-12 * size:
            words.append(f"dies out, half as large after {np.log(2) / -s.real:.3g} s")
        return ", ".join(words)

    def __repr__(self):
        lines = [f"mode {k}: {self._words(k)}" for k in range(len(self.eigenvalues))]
        return "\n".join(lines) or "no freedom, no vibration"


def modes_about(model, steady, q):
    """Small vibrations about a position of balance; see `Model.modes`.

    Examples
    --------
    A rod of 1.5 m on a pin swings as a mathematical pendulum of 1 m:

    >>> from fcclearn import Model, rod, revolute
    >>> model = Model(gravity=[0, -9.0])
    >>> bar = model.body("bar", rod(1.0, 1.5), along=([0, 0], [0, -1.5]))
    >>> pin = model.join(revolute(model.ground.point(), bar.point("start")))
    >>> model.modes().angular_frequencies.round(9)
    array([3.])
    """
    phi = model.system.phi(q, steady.t)
    if model.system.units.off(phi).max(initial=0.0) > 1e-8:
        raise ValueError(f"the bodies are off the constraints by {np.abs(phi).max():.3g}: "
                         "call model.equilibrium() first")
    linear = steady.linear(q, damping=True)
    left = np.linalg.norm(linear.unbalanced)
    away = np.linalg.norm(np.linalg.lstsq(linear.K, linear.unbalanced, rcond=1e-9)[0])
    if left > 1e-6 * linear.scale or away > 1e-5:
        raise ValueError(f"the bodies are not in equilibrium ({left:.3g} of {linear.scale:.3g} J are not "
                         "balanced): call model.equilibrium() first")
    s, y = eigenvalues(linear)
    parts = linear.Z @ y / steady.unit[:, None]
    largest = parts[np.abs(parts).argmax(axis=0), np.arange(len(s))] if len(s) else 1.0
    return Modes(model, steady, q, s, linear.Z @ y / largest)
