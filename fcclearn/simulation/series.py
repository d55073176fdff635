"""Power series of a motion: all equations are quadratic maps, so Taylor coefficients follow one by one.

In the extended coordinates y (module `layout`) all is quadratic or constant. The products of elements and the
vectors w - u x v that reduced bodies compute are one map F with Jacobian J(y) = A + H y; M3 is constant:

    M3 ydd + J' lam = g,        F(y) = 0

With y = sum y_k s^k, lam = sum lam_k s^k, g = sum g_k s^k, J_0 = A + H y_0, J_i = H y_i, s the time since the
start of the step, the coefficients of s^(k-2) and of s^k are linear in what is unknown, y_k and lam_(k-2):

    M3 a + J_0' lam_(k-2) = g_(k-2) - sum_(i=1..k-2) J_i' lam_(k-2-i),       a = k (k-1) y_k
           J_0 a          = -k (k-1) / 2  sum_(i=1..k-1) J_i y_(k-i)

One factor of K = M3 + mu J_0' J_0 serves all orders of a step: each costs a few products and solves. The
step ends where the last terms reach the tolerance (Jorba & Zou 2005 choose steps so), and what a run is
asked for within it is the polynomial itself. Forces enter by series of their own (module `force_series`).

Three witnesses look at the end of each step: F, which should be zero; the laws of the forces, which should
give what their series say; and the energy, which should have changed by the work. Near a singular position,
or where a spring loses its direction, they disagree: the step is halved, and where that does not help the
method "projection" takes the passage.
"""

from dataclasses import dataclass
from functools import partial

import numpy as np

from ..engine.linear import Solver
from ..engine.quadratic import QuadraticMap
from .force_series import series_of

ORDER = 20
"""Terms of the series: more cost as much as the longer steps save."""

PENALTY = 1e5
"""mu over the largest diagonal term of M3: less than the engine's, as each order multiplies what the last one
rounded."""

CORRECTIONS = 4
"""At most so many solves after the first, for each order."""

ROUNDING = 1e-11
"""After a correction that is a smaller share the next would be rounding."""

ASTRAY = 1e-3
"""Share by which a force may differ at the end of a step from its series: the last terms of stiff springs."""

BALANCE = 10.0
"""Tolerances, times the kinetic energy, by which a step's energy may be off: twice what good steps need."""

STILL = 1e-13
"""Share of the weight's own energy that is rounding, and all that a model at rest has."""

HALVINGS = 4
"""A step that is refused so many times is left to the method "projection"."""


@dataclass(frozen=True)
class Series:
    """Coefficients of one step, scaled by the powers of rho, about its length [s], so that none grows.

    Attributes
    ----------
    y : (ORDER + 1, ny), in units of the model
    applied : (ORDER - 1, ny), forces without weight
    work : (ORDER + 1,), what they do [J]
    unit : (ny,)
        Units of y.
    """

    y: np.ndarray
    applied: np.ndarray
    work: np.ndarray
    rho: float
    unit: np.ndarray

    def at(self, h):
        """y, its rate, and the applied forces, after the time h."""
        powers, orders = (h / self.rho) ** np.arange(ORDER + 1), np.arange(1, ORDER + 1)
        return (powers @ self.y, (orders / self.rho * powers[:-1]) @ self.y[1:],
                powers[: ORDER - 1] @ self.applied)

    def motion(self, start, work, n):
        """What a `Step` asks for: q, qd and work at a time within the step."""
        q, orders = self.y[:, :n] * self.unit[:n], np.arange(ORDER + 1)
        qd = orders[1:, None] / self.rho * q[1:]

        def at(t):
            powers = ((t - start) / self.rho) ** orders
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
        self.solver = Solver(M3.pattern, self.F.pattern)
        self.small = self.solver.way == "dense"
        self.B = self.F.B.toarray() if self.small else self.F.B
        self.forces = [(force, force.E * self.unit[force.columns], series_of(force))
                       for force in system.forces]

    def expand(self, q, qd, rho):
        """The `Series` of the motion that starts with q and qd, brought onto the constraints."""
        y0, v0 = self.system.y(q) / self.unit, self.system.yd(q, qd) / self.unit
        factor = self.solver.factor(self.M, self.F.jacobian(y0), PENALTY)
        y0, v0, J0 = self._onto_constraints(factor, y0, v0)
        solved = _response(factor) if self.small else partial(_solved, factor)
        rows, columns, (m, ny) = self.F.pattern.rows, self.F.pattern.columns, self.F.pattern.shape
        y, applied = np.zeros((ORDER + 1, ny)), np.zeros((ORDER - 1, ny))
        elements = [np.zeros((ORDER + 1, force.constants.size)) for force, _, _ in self.forces]
        # for each nonzero of J: its coefficients, and those of the y in its column and the lam in its row
        J, y_of_column, lam_of_row = (np.zeros((ORDER + 1, len(rows))) for _ in range(3))

        def store(k, value):
            y[k], y_of_column[k] = value, value.take(columns)
            J[k] = self.B @ value if k else J0.data
            for x, (force, E, _) in zip(elements, self.forces):
                x[k] = E @ value[force.columns] + (0.0 if k else force.constants.ravel())

        store(0, y0)
        store(1, rho * v0)
        for k in range(2, ORDER + 1):
            for x, (force, E, series) in zip(elements, self.forces):
                applied[k - 2, force.columns] += series.coefficient(k - 2, x, rho) @ E
            scale = k * (k - 1) / rho**2
            gamma = -scale / 2 * np.bincount(rows, _convolved(J[1:k], y_of_column[1:k]), m)
            right = applied[k - 2] + (self.weight if k == 2 else 0.0)
            right -= np.bincount(columns, _convolved(J[1:k - 1], lam_of_row[:k - 2]), ny)
            a, lam = solved(right, gamma)
            store(k, a / scale)
            lam_of_row[k - 2] = lam.take(rows)
        return Series(y, applied, _work(applied, y), rho, self.unit)

    def _onto_constraints(self, factor, y, v):
        """Position and velocity after one correction each, and J there."""
        y = y - factor.inverse(factor.mu * (factor.Phi_q.T @ self.F.value(y)))
        J = self.F.jacobian(y)
        factor.Phi_q = J.toarray() if self.small else J
        return y, v - factor.inverse(factor.mu * (J.T @ (J @ v))), J

    def length(self, series, most, tolerance):
        """Length h of a step at which, of y and h yd, the last two terms are below the tolerance.

        It is halved until F is below it too and forces are what their series say; zero if that fails.
        """
        last = np.arange(ORDER - 1, ORDER + 1) * np.abs(series.y[-2:]).max(axis=1)
        if not np.isfinite(last).all():
            return 0.0
        with np.errstate(divide="ignore"):
            h = series.rho * ((tolerance / last) ** (1 / np.arange(ORDER - 1, ORDER + 1))).min()
        h = min(most, h)
        for _ in range(HALVINGS):
            if self._holds(series, h, tolerance):
                return h
            h = h / 2
        return 0.0

    def _holds(self, series, h, tolerance):
        """Whether the three witnesses agree that the series goes as far as h."""
        y, yd, applied = series.at(h)
        return (np.abs(self.F.value(y)).max(initial=0.0) <= tolerance and self._forces_agree(y, yd, applied)
                and self._energy_agrees(series, h, tolerance))

    def _forces_agree(self, y, yd, applied):
        there = np.zeros_like(y)
        for force, _, _ in self.forces:
            there[force.columns] += force.local(0.0, self.unit * y, self.unit * yd)
        there *= self.unit
        return np.abs(there - applied).max() <= ASTRAY * np.abs(there).max()

    def _energy_agrees(self, series, h, tolerance):
        y0, v0, applied0 = series.at(0.0)
        y, v, _ = series.at(h)
        before, after = v0 @ (self.M @ v0) / 2, v @ (self.M @ v) / 2
        work = self.weight @ (y - y0) + (h / series.rho) ** np.arange(ORDER + 1) @ series.work
        moved = max(before, after, abs(work))
        return abs(after - before - work) <= (BALANCE * tolerance * moved
                                              + STILL * (np.abs(self.weight + applied0) @ np.abs(y0)))


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


def _work(applied, y):
    """Coefficients of the integral of the power ``sum applied_i . yd_(k-i)``."""
    work, rates = np.zeros(ORDER + 1), np.arange(1, ORDER + 1)[:, None] * y[1:]
    if applied.any():
        for k in range(ORDER - 1):
            work[k + 1] = np.einsum("ij,ij", applied[: k + 1], rates[k::-1]) / (k + 1)
    return work


def _convolved(a, b):
    """``sum a_i b_(last - i)``, entry by entry."""
    return np.einsum("ij,ij->j", a, b[::-1])


def _solved(factor, right, gamma):
    """a and the multipliers lam of ``M a + J' lam = right, J a = gamma``, by augmented Lagrangian."""
    M, J, mu = factor.M, factor.Phi_q, factor.mu
    a = factor.inverse(right + mu * (J.T @ gamma))
    lam = mu * (J @ a - gamma)
    enough = ROUNDING * np.abs(a).max(axis=0)
    for _ in range(CORRECTIONS):
        error = gamma - J @ a
        correction = factor.inverse(right - M @ a - J.T @ (lam - mu * error))
        a = a + correction
        lam = lam + mu * (J @ correction - error)
        if (np.abs(correction).max(axis=0) <= enough).all():
            break
    return a, lam


def _response(factor):
    """`_solved` for a small model: its answers to all unit vectors at once are a matrix, used twice."""
    M, J, (m, n) = factor.M, factor.Phi_q, factor.Phi_q.shape
    equations, units = np.block([[M, J.T], [J, np.zeros((m, m))]]), np.eye(n + m)
    answers = np.vstack(_solved(factor, units[:n], units[n:]))

    def solved(right, gamma):
        asked = np.concatenate([right, gamma])
        found = answers @ asked
        found = found + answers @ (asked - equations @ found)
        return found[:n], found[n:]
    return solved
