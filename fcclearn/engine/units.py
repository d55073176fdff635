"""The model's own units: what is small, for a model of any size and weight, in any system of units.

A tolerance of 1e-12 means nothing without a length to compare it with: a pendulum of 10 micrometres and one
of 1000 km move alike. So whatever is compared with a number is measured in units of the model: its length L,
its heaviest mass m, and, for rates, the time T in which a motion changes. Each coordinate has a unit (L for a
place; 1 for the components of an axis, and for an angle that is read), and each row of Phi the power of L
nearest to what it changes by when every coordinate changes by its unit.

All units are powers of two, so that measuring in them rounds nothing, and they are 1 where a model is of
usual size: between 1/16 and 16 of its SI unit all tolerances are in m, s, kg.
"""

import math
from functools import cached_property

import numpy as np
import scipy

from ..formulation.algebra import RANK_TOLERANCE
from .matrices import Identity, Matrix

USUAL = 16.0
"""Between one over this and this a unit is 1."""


def power_of_two(size):
    """The unit for a size: 1 if it is usual, otherwise the nearest power of two; 1 where there is no size.

    Examples
    --------
    >>> power_of_two(0.3), power_of_two(1000.0), power_of_two(0.0)
    (1.0, 1024.0, 1.0)
    """
    if not 0.0 < size < math.inf or 1 / USUAL <= size <= USUAL:
        return 1.0
    return 2.0 ** round(math.log2(size))


class Units:
    """Units of one model.

    Attributes
    ----------
    size : float
        The longest arm in a body; in a model of mere points its extent [m].
    length, mass : float
        L [m] and m [kg].
    extended, columns : (ny,), (n,) arrays
        Of the extended and of the stored coordinates.
    rows : (m,) array
        Of the rows of Phi.

    Examples
    --------
    >>> from fcclearn import Model, revolute, rod
    >>> model = Model(gravity=[0, -9.81], kind="reduced")
    >>> bar = model.body("bar", rod(1.0, 1000.0), along=([0, 0], [1000, 0]))
    >>> pin = model.join(revolute(model.ground.point(), bar.point("start")), name="pin")
    >>> units = model.system.units
    >>> units.length, units.columns, units.rows
    (512.0, array([512., 512.,   1.,   1.]), array([  1., 512., 512.]))
    """

    def __init__(self, system):
        self.system, layout = system, system.layout
        self.size = _size(layout.bodies, system.elements)
        self.length = power_of_two(self.size)
        self.mass = power_of_two(max((body.solid.mass for body in layout.bodies), default=0.0))
        self.extended = np.ones(layout.ny)
        for body in layout.bodies:
            if not body.is_reading:
                self.extended[layout.place[body][0][0]] = self.length
        self.columns = self.extended[: layout.n]

    @property
    def usual(self):
        """Whether coordinates and rows have the unit 1."""
        return self.length == 1.0

    @cached_property
    def rows(self):
        system = self.system
        p_y, mixed = system.state(system.layout.start()[0]).products_y, system.mixing.pattern
        changes = np.bincount(p_y.pattern.rows, np.abs(p_y.data) * self.extended[p_y.pattern.columns],
                              p_y.shape[0])
        if isinstance(mixed, Identity):
            return self.powers(changes)
        of_rows = np.zeros(system.m)
        np.maximum.at(of_rows, mixed.rows, changes[mixed.columns])
        return self.powers(of_rows)

    def powers(self, changes):
        """Powers of the length nearest to some changes."""
        if self.usual:
            return np.ones(len(changes))
        logarithms = np.log(np.where(changes > 0, changes, 1.0)) / np.log(self.length)
        return self.length ** np.round(logarithms)

    def off(self, phi):
        """Values of Phi in units of their rows, without signs."""
        return np.abs(phi) / self.rows

    # ---------------------------------------------------------------- matrices

    def jacobian(self, Phi_q):
        """Phi_q of coordinates and rows in their units, a `Matrix`."""
        return Phi_q if self.usual else Matrix(Phi_q.pattern, Phi_q.data * self._of_jacobian)

    def inertia(self, M):
        """The mass matrix of coordinates in their units, a `Matrix` [kg]."""
        return M if self.usual else Matrix(M.pattern, M.data * self._of_inertia)

    def least_squares(self, Phi_q, b):
        """The shortest of the x that come nearest to ``Phi_q x = b``, and the rank of Phi_q."""
        x, _, rank, _ = np.linalg.lstsq(self.jacobian(Phi_q).toarray(), b / self.rows, rcond=RANK_TOLERANCE)
        return self.columns * x, rank

    def multipliers(self, Phi_q, p):
        """The shortest of the multipliers that come nearest to ``Phi_q' lam = p``."""
        J = self.jacobian(Phi_q).toarray()
        return np.linalg.lstsq(J.T, self.columns * p, rcond=RANK_TOLERANCE)[0] / self.rows

    def null_space(self, Phi_q):
        """Motions that leave Phi as it is, columns of (n, f): orthonormal in units."""
        J = self.jacobian(Phi_q).toarray()
        Z = scipy.linalg.null_space(J, rcond=RANK_TOLERANCE) if len(J) else np.eye(len(self.columns))
        return self.columns[:, None] * Z

    @cached_property
    def _of_jacobian(self):
        pattern = self.system.phi_q_product.pattern
        return self.columns[pattern.columns] / self.rows[pattern.rows]

    @cached_property
    def _of_inertia(self):
        pattern = self.system.mass_product.pattern
        return self.columns[pattern.rows] * self.columns[pattern.columns]

    def of_elements(self, force):
        """Units of the elements of a `CompiledForce`, (k d,)."""
        return self.powers(np.abs(force.E) @ self.extended[force.columns])

    # ---------------------------------------------------------------- rates

    def time(self, qd):
        """T of a motion with the rates qd at the start: of a turn by a radian, or of a fall [s]."""
        fall = np.sqrt(self.system.gravity / self.size) if self.size else 0.0
        return 1 / power_of_two(max(fall, np.abs(qd / self.columns).max(initial=0.0)))

    def state(self, qd):
        """Units of {q, qd, work}, (2 n + 1,), for a motion with the rates qd at the start."""
        T = self.time(qd)
        return np.concatenate([self.columns, self.columns / T, [self.mass * (self.length / T) ** 2]])


class InUnits:
    """The equations solved in units, asked and answered in m, s, kg; as a factor of `linear.Solver`."""

    def __init__(self, units, factor):
        self.units, self.factor = units, factor

    @property
    def converged(self):
        return self.factor.converged

    def solve(self, g, gamma):
        u = self.units.columns
        a, p = self.factor.solve(u * g, gamma / self.units.rows)
        return u * a, p / u

    def nearest(self, error):
        return self.units.columns * self.factor.nearest(error / self.units.rows)

    def refine(self, a, p, g, gamma, phi):
        u, rows = self.units.columns, self.units.rows
        a, p = self.factor.refine(a / u, u * p, u * g, gamma / rows, phi / rows)
        return u * a, p / u


def _size(bodies, elements):
    """The longest arm in a body [m]; in a model of mere points its extent."""
    arms = [np.linalg.norm(place) for body in bodies for place in body.solid.points.values()]
    arms += [np.sqrt(np.trace(body.solid.J) / body.solid.mass) for body in bodies if body.solid.mass]
    arms += [np.linalg.norm(c[1:] / c[0]) for x in elements for c in x.moving.values() if c[0]]
    if max(arms, default=0.0) > 0.0:
        return max(arms)
    places = [body.blocks[0] for body in bodies if not body.is_reading]
    places += [x.at_start() for x in elements if any(c[0] for c in x.terms.values())]
    return np.ptp(places, axis=0).max() if places else 0.0
