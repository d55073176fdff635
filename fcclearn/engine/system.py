"""The compiled model: Phi, Phi_q, nu, gamma, M and g of all bodies and joints at once.

A model is compiled once into two quadratic maps, y(q) of the stored coordinates (module `layout`) and the
products of elements p(y), and into the constant mass matrix M3 of y. What they say at one moment is a
`State`. Signs: ``M qdd + Phi_q' lam = g`` (Paper A, Eqs. (7)-(9)); the velocity-dependent force of reduced
bodies enters g with a minus (erratum to Eq. (108)).
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import scipy

from ..formulation.motion import Function
from .applied import CompiledForce
from .layout import Layout
from .matrices import Pattern
from .mixing import Mixing, Undriven
from .quadratic import QuadraticMap
from .state import State
from .terms import Product
from .units import Units


@dataclass(frozen=True)
class Row:
    """Which equation of which joint or body a row of Phi is."""

    owner: str
    kind: str
    label: str

    def __str__(self):
        return f"{self.owner}: {self.label}"


class System:
    """Equations of motion of a model.

    Parameters
    ----------
    bodies : list of Body
    dimension : 2 or 3
    constraints : list of (owner name, Constraint)
    forces : list of Force
    gravity : (d,) array [m/s2]
    shared : list of ((body, axis), (body, axis))

    Attributes
    ----------
    rows : list of Row
        Labels of the rows of Phi.
    layout : Layout
        Labels of the columns and places of the bodies' vectors.
    """

    def __init__(self, bodies, dimension, constraints, forces=(), gravity=None, shared=()):
        self.layout = Layout(bodies, dimension, shared)
        self.n, self.ny, self.extension = self.layout.n, self.layout.ny, self.layout.extension
        self._compile_constraints(constraints)
        gravity = np.zeros(dimension) if gravity is None else gravity
        self.gravity = np.linalg.norm(gravity)
        self._compile_mass(gravity)
        self.forces = [CompiledForce(force, self.layout) for force in forces]
        self.elements = [x for _, constraint in constraints for e in constraint.equations for x in e.elements]
        self.elements += [x for force in self.forces for x in force.force.elements]

    # ---------------------------------------------------------------- compile

    def _compile_constraints(self, constraints):
        self.rows, mixed = [], []
        products, written = _Products(self.layout), set()
        for owner, constraint in constraints:
            for equation in constraint.equations:
                if constraint.kind in ("unit module", "constant angle"):
                    places = tuple(tuple(self.layout.affine(e)[1]) for e in equation.elements)
                    if places in written:
                        continue                                   # the same equation of a shared vector
                    written.add(places)
                mixed.append(products.of_equation(equation))
                self.rows.append(Row(owner, constraint.kind, equation.label))
        self.m, self.products = len(self.rows), products.compile()
        self.mixing = Mixing(mixed, products.count) if any(driver for _, driver, _ in mixed) else Undriven()
        self.phi_q_product = Product(self.mixing.pattern, self.products.pattern, self.extension.pattern)

    def _compile_mass(self, gravity):
        entries, weight = [], np.zeros(self.ny)
        for body in self.layout.bodies:
            index, sign = self.layout.place[body]
            for a, b in zip(*np.nonzero(body.P)):
                entries += zip(index[a], index[b], body.P[a, b] * sign[a] * sign[b])
            np.add.at(weight, index, sign * np.outer(body.P[0], gravity))
        i, j, values = np.array(entries, dtype=float).reshape(-1, 3).T
        M3 = scipy.sparse.csr_array((values, (i.astype(int), j.astype(int))), (self.ny, self.ny))
        M3.sum_duplicates()
        M3.eliminate_zeros()
        M3.sort_indices()
        self.weight = weight
        rows = np.repeat(np.arange(self.ny), np.diff(M3.indptr))
        self.M3 = Pattern(rows, M3.indices, M3.shape).matrix(M3.data)
        self.mass_product = Product(self.extension.pattern.T, self.M3.pattern, self.extension.pattern)

    @cached_property
    def units(self):
        """What is small for this model; see `Units`."""
        return Units(self)

    @property
    def patterns(self):
        """Patterns of the mass matrix and of Phi_q, for a solver."""
        return self.mass_product.pattern, self.phi_q_product.pattern

    # ---------------------------------------------------------------- evaluate

    def state(self, q, qd=None, t=0.0):
        """All that the equations say for one position, velocity and time; see `State`."""
        return State(self, q, qd, t)

    def y(self, q):
        """Extended coordinates: q and the computed vectors w, for one q or a history of them (rows)."""
        return self._each(lambda q: self.state(q).y, q)

    def yd(self, q, qd):
        """Rates of the extended coordinates, V qd, for one state or a history of them (rows)."""
        return self._each(lambda q, qd: self.state(q, qd).yd, q, qd)

    def ydd(self, q, qd, qdd):
        """Second rates of the extended coordinates, V qdd + Vdot qd (Paper A, Eq. (22)), or rows of them."""
        return self._each(lambda q, qd, qdd: self.yd(q, qdd) + self.extension.convective(qd), q, qd, qdd)

    def _each(self, function, *states):
        """A function of one state, or of each row of a history; where y = q it is its last argument."""
        if self.ny == self.n:
            return states[-1]
        return function(*states) if states[-1].ndim == 1 else np.array(list(map(function, *states)))

    def phi(self, q, t=0.0):
        """Constraint equations Phi(q, t), (m,)."""
        return self.state(q, t=t).phi

    def phi_q(self, q, t=0.0):
        """Jacobian Phi_q, a `Matrix` (m, n)."""
        return self.state(q, t=t).phi_q

    def nu(self, q, t=0.0):
        """Right-hand side of the velocities, ``Phi_q qd = nu = -Phi_t`` (Paper A, Eqs. (3), (4))."""
        return self.state(q, t=t).nu

    def gamma(self, q, qd, t=0.0):
        """Right-hand side of the accelerations, ``Phi_q qdd = gamma`` (Eqs. (5), (6), with Phi_qt)."""
        return self.state(q, qd, t).gamma

    def mass(self, q):
        """Mass matrix, a `Matrix` (n, n): ``V' M3 V`` (Paper A, Eqs. (100)-(107))."""
        return self.state(q).M

    def force(self, q, qd, t=0.0):
        """Generalised force g with the velocity-dependent part of reduced bodies (Eqs. (108)-(115))."""
        return self.state(q, qd, t).g

    def applied(self, q, qd, t=0.0):
        """Applied forces on the extended coordinates: weight and all `forces`."""
        return self.weight + self.state(q, qd, t).applied

    def kinetic_energy(self, q, qd):
        """``T = 1/2 q3d' M3 q3d``, for one state or a history of them (rows) [J]."""
        yd = self.yd(q, qd)
        return 0.5 * (yd * (self.M3 @ yd.T).T).sum(axis=-1)

    def potential_energy(self, q, t=0.0):
        """Energy of the weight, zero at the origin, and of all forces that have a potential [J]."""
        y = self.y(q)
        return -self.weight @ y + sum(force.potential(t, y) for force in self.forces)

    def value_of(self, element, q):
        """Value of a point or vector in global axes, for one q or a history of them (rows)."""
        return self.layout.affine(element)[0] + self._moved(element, self.y(q))

    def rate_of(self, element, q, qd):
        """Rate of a point or vector in global axes, for one (q, qd) or histories of them (rows)."""
        return self._moved(element, self.yd(q, qd))

    def acceleration_of(self, element, q, qd, qdd):
        """Second rate of a point or vector in global axes, ``C (V qdd + Vdot qd)``, for one state or more."""
        return self._moved(element, self.ydd(q, qd, qdd))

    def _moved(self, element, y):
        """C y, of one y or rows of them."""
        moved = np.zeros((*y.shape[:-1], self.layout.dimension), dtype=y.dtype)
        for k, i, coefficient in self.layout.affine(element)[1]:
            moved[..., k] += coefficient * y[..., i]
        return moved


class _Products:
    """Collects products of elements as quadratic polynomials of y."""

    def __init__(self, layout):
        self.layout, self.count = layout, 0
        self.constants, self.linear, self.quadratic = [], [], []

    def of_equation(self, equation):
        """Add the products of an equation: their numbers, its drive, and the number of its phase, if any."""
        products, drive = [self.add(product) for product in equation.products], equation.drive
        moved_by_time = drive is None or isinstance(drive.phase, Function)
        return products, drive, None if moved_by_time else self.add(drive.phase)

    def add(self, product):
        """Add a row and return its number."""
        row, self.count = self.count, self.count + 1
        constant, linear, quadratic = product.polynomial(self.layout.affine)
        self.constants.append(constant)
        self.linear += [(row, i, c) for i, c in linear if c]
        self.quadratic += [(row, i, j, c) for i, j, c in quadratic]
        return row

    def compile(self):
        return QuadraticMap((self.count, self.layout.ny), self.constants, self.linear, self.quadratic)
