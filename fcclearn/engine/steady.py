"""What stands still, or turns steadily about an axis: the balance of forces there, and its linearisation.

Seen from a frame that turns with the angular velocity Omega about an axis through c, every stored vector
stands still although it moves: rates and accelerations are

    qd = W q:  Omega x (r - c), Omega x u, ...           qdd = W W q

Forces balance where ``g(q, W q) - M W W q = Phi_q' lam``. Small motions x about it, inside the null space Z
of Phi_q, obey ``M x'' + C x' + K x = 0`` with

    K = -Z' d/dq (g - M W W q - Phi_q' lam) Z   at fixed lam,    C = Z' (2 M W - dg/dqd) Z,    M = Z' M Z

The multipliers belong to K: the weight of a pendulum is constant in q, and all of its stiffness sits in
them. Without a spin W is zero. Lengths are measured in units of the size of the model, so that Z does not
mix metres with ones.
"""

import warnings
from copy import copy
from dataclasses import dataclass

import numpy as np
import scipy

from ..formulation.algebra import RANK_TOLERANCE, Q, as_vector, skew
from ..formulation.checks import number

STEP = 1e-30
"""Imaginary step: derivatives without rounding."""

DIFFERENCE = 1e-5
"""Step of central differences, for laws that do not take complex numbers: accurate to about 1e-9."""

AGREEMENT = 1e-5
"""Complex step and central difference of a law that takes complex numbers agree by better than this."""


@dataclass(frozen=True)
class Linear:
    """The linearisation at one position.

    Attributes
    ----------
    Z : (n, f) array
        Motions that the constraints leave free, in stored coordinates.
    unbalanced : (f,) array
        Force along each of them that nothing balances [J].
    lam : (m,) array
        Multipliers.
    M, C, K : (f, f) arrays
        C is None where it was not asked for.
    scale : float
        Size of the largest force that acts [J].
    noise : float
        Relative accuracy of K: rounding, or that of differences.
    """

    Z: np.ndarray
    unbalanced: np.ndarray
    lam: np.ndarray
    M: np.ndarray
    C: object
    K: np.ndarray
    scale: float
    noise: float

    @property
    def is_balanced(self):
        """Whether what is out of balance is rounding."""
        return np.linalg.norm(self.unbalanced) <= 1e-9 * self.scale + 1e-13 * np.abs(self.K).max(initial=0.0)

    @property
    def is_symmetric(self):
        """Whether K could be that of a potential."""
        largest, skew_part = (np.abs(X).max(initial=0.0) for X in (self.K, self.K - self.K.T))
        return skew_part <= max(1e-9, 100 * self.noise) * largest


class Steady:
    """A system in a frame that stands still or turns.

    Parameters
    ----------
    system : System
    t : float
        Time at which drivers are looked at [s].
    length : float
        Size of the model [m].
    spin : (3,) array in space, number in the plane
        Omega, global axes [rad/s].
    about : (d,) array
        A place on the axis.
    carried : list of Body
        Point bodies that stand for a reading and not for a place, such as dials: they do not turn.
    """

    def __init__(self, system, t=0.0, length=1.0, spin=None, about=None, carried=()):
        d = system.layout.dimension
        self.system, self.t, self.d = system, t, d
        if spin is None:
            spin = 0.0 if d == 2 else np.zeros(3)
        self.spin = as_vector(spin, 3, "the spin") if d == 3 else np.array([number(spin, "the spin")])
        self.about = as_vector(np.zeros(d) if about is None else about, d, "a place on the axis of the spin")
        self.turn = self.spin[0] * Q if d == 2 else skew(self.spin)
        places = system.layout.place
        self.is_place = np.zeros(system.n // d, dtype=bool)
        self.is_place[[places[body][0][0, 0] // d for body in system.layout.bodies]] = True
        self.turns = np.ones((system.n // d, 1))
        self.turns[[places[body][0][0, 0] // d for body in carried]] = 0.0
        self.unit = np.repeat(np.where(self.is_place, length, 1.0), d)             # of each coordinate

    @property
    def spins(self):
        return bool(self.spin.any())

    # ---------------------------------------------------------------- the motion

    def rates(self, q):
        """``W q``, (n,)."""
        from_axis = q.reshape(-1, self.d) - self.is_place[:, None] * self.about
        return (self.turns * (from_axis @ self.turn.T)).ravel()

    def rates_of(self, v):
        """W applied to rates, or to a small motion: its linear part, (n,)."""
        return (self.turns * (v.reshape(-1, self.d) @ self.turn.T)).ravel()

    def accelerations(self, q):
        """``W W q``, (n,)."""
        return self.rates_of(self.rates(q))

    def later(self, angle):
        """The same system at the time when the frame has turned on by an angle [rad]."""
        other = copy(self)
        other.t = self.t + angle / np.linalg.norm(self.spin)
        return other

    def turned(self, q, angle):
        """The position after the frame has turned by an angle [rad]."""
        speed = np.linalg.norm(self.spin)
        R = scipy.linalg.expm(angle / speed * self.turn)
        from_axis = q.reshape(-1, self.d) - self.is_place[:, None] * self.about
        there = from_axis @ R.T + self.is_place[:, None] * self.about
        return np.where(self.turns > 0, there, q.reshape(-1, self.d)).ravel()

    # ---------------------------------------------------------------- the forces

    def force(self, q, v=None):
        """``g - M (W W q + 2 W v)``: applied forces, and those of the frame; v: a rate seen from it, (n,)."""
        qd, qdd = self.rates(q), self.accelerations(q)
        if v is not None:
            qd, qdd = qd + v, qdd + 2 * self.rates_of(v)
        state = self.system.state(q, qd, self.t)
        return state.g - state.M @ qdd if self.spins else state.g

    def linear(self, q, damping=False):
        """The linearisation at a position, with the multipliers that leave least out of balance."""
        state = self.system.state(q, t=self.t)
        rows = self.system.units.rows
        X = state.phi_q.toarray() * self.unit / rows[:, None]
        Z = scipy.linalg.null_space(X, rcond=RANK_TOLERANCE) if len(X) else np.eye(self.system.n)
        force = self.unit * self.force(q)
        lam = np.linalg.lstsq(X.T, force, rcond=RANK_TOLERANCE)[0] if len(X) else np.zeros(0)
        unbalanced, lam = Z.T @ (force - X.T @ lam), lam / rows
        Z_q = self.unit[:, None] * Z
        by_place, noise = along(lambda x: self._missing(x, lam), q, Z_q)
        M = Z_q.T @ np.array([state.M @ z for z in Z_q.T]).T.reshape(Z_q.shape)
        C = None
        if damping:
            by_rate, more = along(lambda v: self.force(q.astype(v.dtype), v), np.zeros_like(q), Z_q)
            C, noise = -Z_q.T @ by_rate, max(noise, more)
        K, scale = -Z_q.T @ by_place, self._scale(q)
        K[np.abs(K) <= 10 * noise * max(scale, np.abs(K).max(initial=0.0))] = 0.0
        return Linear(Z_q, unbalanced, lam, M, C, K, scale, noise)

    def _scale(self, q):
        """The largest of the forces, each by itself: they may cancel in equilibrium [J]."""
        state = self.system.state(q, self.rates(q), self.t)
        forces = [self.system.weight]
        for force in self.system.forces:
            forces.append(np.zeros(self.system.ny))
            forces[-1][force.columns] = force.local(self.t, state.y, state.yd)
        frame = state.M @ self.accelerations(q)
        return np.abs(self.unit * [*(state.V.T @ f for f in forces), frame]).max()

    def _missing(self, q, lam):
        return self.force(q) - self.system.state(q, t=self.t).phi_q.T @ lam


def along(function, x, directions):
    """Derivatives of a vector function along directions, and their relative accuracy.

    By complex step where the function takes complex numbers and agrees with a central difference, else by
    central differences.

    Parameters
    ----------
    directions : (n, f) array

    Returns
    -------
    derivatives : (k, f) array
    noise : float

    Examples
    --------
    >>> x, e = np.array([0.5]), np.eye(1)
    >>> derivative, noise = along(lambda x: x**3, x, e)
    >>> float(derivative[0, 0]), noise
    (0.75, 1e-15)
    >>> derivative, noise = along(lambda x: np.abs(x) ** 3, x, e)             # loses the imaginary part
    >>> float(derivative.round(6)[0, 0]), noise
    (0.75, 1e-09)
    """
    f = directions.shape[1]
    if f == 0:
        return np.zeros((len(function(x)), 0)), 1e-15
    once = directions @ np.cos(np.arange(f))                                   # all of them, none cancelled
    by_difference = _difference(function, x, once)
    with warnings.catch_warnings():
        warnings.simplefilter("error", np.exceptions.ComplexWarning)  # an imaginary part would be lost
        try:
            by_complex_step = _complex_step(function, x, once)
        except (TypeError, ValueError, np.exceptions.ComplexWarning):
            by_complex_step = np.full_like(by_difference, np.nan)
    rounding = 100 * np.finfo(float).eps / DIFFERENCE * np.abs(function(x)).max()
    if np.abs(by_complex_step - by_difference).max() <= AGREEMENT * np.abs(by_difference).max() + rounding:
        return np.array([_complex_step(function, x, e) for e in directions.T]).T, 1e-15
    return np.array([_difference(function, x, e) for e in directions.T]).T, 1e-9


def _complex_step(function, x, direction):
    return np.imag(function(x + 1j * STEP * direction)) / STEP


def _difference(function, x, direction):
    h = DIFFERENCE
    return (function(x + h * direction) - function(x - h * direction)) / (2 * h)
