"""Power series of a motion: all equations are quadratic maps, so Taylor coefficients follow one by one.

In the extended coordinates y (module `layout`) all is quadratic or constant. The products of elements and the
vectors w - u x v that reduced bodies compute are one map F with Jacobian J(y) = A + H y; M3 is constant:

    M3 ydd + J' lam = g,        F(y) = 0

With y = sum y_k s^k, lam = sum lam_k s^k, g = sum g_k s^k, J_0 = A + H y_0, J_i = H y_i, s the time since the
start of the step, the coefficients of s^(k-2) and of s^k are linear in what is unknown, y_k and
L_k = lam_(k-2):

    k (k-1) M3 y_k + J_0' L_k = g_(k-2)  -  sum_(i=1..k-1) J_i' L_(k-i),         L_0 = L_1 = 0
    k (k-1) J_0 y_k           = -k (k-1) / 2  sum_(i=1..k-1) J_i y_(k-i)

The matrix is the same for all orders of a step (module `orders`): each costs a few products. The step ends
where the last terms reach the tolerance (Jorba & Zou 2005 choose steps so), and what a run is asked for
within it is the polynomial itself. Forces enter by series of their own (module `force_series`).

Three witnesses look at the end of each step: F, which should be zero; the laws of the forces, which should
give what their series say; and the energy, which should have changed by the work. Near a singular position,
or where a spring loses its direction, they disagree: the step is halved, and where that does not help the
method "projection" takes the passage.
"""

from dataclasses import dataclass

import numpy as np

from ..engine.linear import DENSE_BELOW
from ..engine.quadratic import QuadraticMap
from .force_series import series_of
from .orders import OneMatrix, Solves

ORDER_OF_SMALL, ORDER_OF_LARGE = 24, 18
"""Of the series, for a small model and for a large one: more terms cost what the longer steps save."""

ASTRAY = 1e-3
"""Share by which a force may differ at the end of a step from its series: the last terms of stiff springs."""

BALANCE = 10.0
"""Tolerances, times the kinetic energy, by which a step's energy may be off: twice what good steps need."""

STILL = 1e-13
"""Share of the weight's own energy that is rounding, and all that a model at rest has."""

NOTHING = 1e-200
"""A last term below this is none."""

HALVINGS = 4
"""A step that is refused so many times is left to the method "projection"."""


@dataclass(frozen=True)
class Series:
    """Coefficients of one step, scaled by the powers of rho, about its length [s], so that none grows.

    Attributes
    ----------
    k : (order + 1,), the numbers 0, 1, ... of the coefficients
    y : (order + 1, ny), in units of the model
    applied : (order - 1, ny), forces without weight
    work : (order + 1,), what they do [J]
    unit : (ny,)
        Units of y.
    """

    k: np.ndarray
    y: np.ndarray
    applied: np.ndarray
    work: np.ndarray
    rho: float
    unit: np.ndarray

    def at(self, h):
        """y, its rate, and the applied forces, after the time h."""
        powers = (h / self.rho) ** self.k
        return (powers @ self.y, (self.k[1:] / self.rho * powers[:-1]) @ self.y[1:],
                powers[:-2] @ self.applied)

    def motion(self, start, work, n):
        """What a `Step` asks for: q, qd and work at a time within the step."""
        q = self.y[:, :n] * self.unit[:n]
        qd = self.k[1:, None] / self.rho * q[1:]

        def at(t):
            powers = ((t - start) / self.rho) ** self.k
            return powers @ q, powers[:-1] @ qd, work + powers @ self.work
        return at


class Twin:
    """The model in its extended coordinates y: one quadratic map F(y), one constant mass matrix M3.

    All is in units of the model (module `units`): y, F, M3 and the forces.
    """

    def __init__(self, system):
        self.system, self.F, self.unit = system, equations(system), system.units.extended
        M3 = system.M3
        self.M = M3.pattern.matrix(M3.data * self.unit[M3.pattern.rows] * self.unit[M3.pattern.columns])
        self.weight = self.unit * system.weight
        small = system.ny < DENSE_BELOW
        self.orders = (OneMatrix if small else Solves)(self.M, self.F)
        self.B = self.F.B.toarray() if small else self.F.B
        self.k = k = np.arange(1 + (ORDER_OF_SMALL if small else ORDER_OF_LARGE))
        # a nonzero of J meets the y of its column and the L of its row: places of both, and of the products
        columns, rows = self.F.pattern.columns, system.ny + self.F.pattern.rows
        self.met, self.places = np.array([columns, rows]), np.concatenate([rows, columns])
        self.shares = -np.repeat([k**0, k * (k - 1) / 2], self.F.pattern.shape[::-1], axis=0).T
        self.forces = [(force, force.E * self.unit[force.columns], series_of(force))
                       for force in system.forces]

    def expand(self, q, qd, rho):
        """The `Series` of the motion that starts with q and qd, brought onto the constraints."""
        y0, v0, solved = self.orders.at(self.system.y(q) / self.unit, self.system.yd(q, qd) / self.unit)
        ny, B, places, shares, terms = len(y0), self.B, self.places, self.shares, len(self.k)
        applied = np.zeros((terms - 2, ny))
        elements = [np.zeros((terms, force.constants.size)) for force, _, _ in self.forces]
        J, others = np.zeros((terms, self.met.shape[1])), np.zeros((terms, *self.met.shape))
        found = np.zeros((terms, len(shares[0])))                                         # y_k and L_k
        y = found[:, :ny]

        def store(k):
            others[k], J[k] = found[k][self.met], B.dot(y[k])
            for x, (force, E, _) in zip(elements, self.forces):
                x[k] = E @ y[k, force.columns] + (0.0 if k else force.constants.ravel())

        y[0], y[1] = y0, rho * v0
        store(0)
        store(1)
        for k in range(2, terms):
            products = np.einsum("ij,ilj->lj", J[1:k], others[k - 1:0:-1])
            asked = shares[k] * np.bincount(places, products.ravel(), len(shares[k]))
            for x, (force, E, series) in zip(elements, self.forces):
                applied[k - 2, force.columns] += series.coefficient(k - 2, x, rho) @ E
            if k == 2 or self.forces:
                asked[:ny] += rho**2 * (applied[k - 2] + (self.weight if k == 2 else 0.0))
            found[k] = solved(asked)
            y[k] /= k * (k - 1)
            store(k)
        return Series(self.k, y, applied, _work(applied, y, self.k), rho, self.unit)

    def length(self, series, most, tolerance):
        """Length h of a step at which, of y and h yd, the last two terms are below the tolerance.

        It is halved until F is below it too and forces are what their series say; zero if that fails.
        """
        last = np.maximum(self.k[-2:] * np.abs(series.y[-2:]).max(axis=1), NOTHING)
        if not last.max() < np.inf:
            return 0.0
        h = min(most, series.rho * ((tolerance / last) ** (1 / self.k[-2:])).min())
        for _ in range(HALVINGS):
            if self._holds(series, h, tolerance):
                return h
            h = h / 2
        return 0.0

    def _holds(self, series, h, tolerance):
        """Whether the three witnesses agree that the series goes as far as h."""
        y, yd, applied = series.at(h)
        return (np.abs(self.F.value(y)).max(initial=0.0) <= tolerance and self._forces_agree(y, yd, applied)
                and self._energy_agrees(series, h, y, yd, tolerance))

    def _forces_agree(self, y, yd, applied):
        if not self.forces:
            return True
        there = np.zeros_like(y)
        for force, _, _ in self.forces:
            there[force.columns] += force.local(0.0, self.unit * y, self.unit * yd)
        there *= self.unit
        return np.abs(there - applied).max() <= ASTRAY * np.abs(there).max()

    def _energy_agrees(self, series, h, y, v, tolerance):
        y0, v0 = series.y[0], series.y[1] / series.rho
        before, after = v0 @ (self.M @ v0) / 2, v @ (self.M @ v) / 2
        work = self.weight @ (y - y0) + (h / series.rho) ** self.k @ series.work
        moved = max(before, after, abs(work))
        still = STILL * (np.abs(self.weight + series.applied[0]) @ np.abs(y0))
        return abs(after - before - work) <= BALANCE * tolerance * moved + still


def equations(system):
    """All that y satisfies, in units of the model: the products p(y), and ``w - u x v`` of reduced bodies."""
    linear, quadratic = system.products.terms()
    m, n, ny = system.m, system.n, system.ny
    if ny > n:
        _, cross = system.extension.terms()
        linear = linear + [(m + i, n + i, 1.0) for i in range(ny - n)]
        quadratic = quadratic + [(m + row - n, i, j, -h) for row, i, j, h in cross]
    constants = np.concatenate([system.products.constants, np.zeros(ny - n)])
    unit, rows = system.units.extended, np.append(system.units.rows, np.ones(ny - n))
    return QuadraticMap((m + ny - n, ny), constants / rows,
                        [(row, i, a * unit[i] / rows[row]) for row, i, a in linear],
                        [(row, i, j, h * unit[i] * unit[j] / rows[row]) for row, i, j, h in quadratic])


def _work(applied, y, k):
    """Coefficients of the integral of the power ``sum applied_i . yd_(k-i)``."""
    work, rates = np.zeros(len(k)), k[1:, None] * y[1:]
    if applied.any():
        for i in k[:-2]:
            work[i + 1] = np.einsum("ij,ij", applied[: i + 1], rates[i::-1]) / (i + 1)
    return work
