"""The compiled model: Phi, Phi_q, nu, gamma, M and g of all bodies and joints at once.

    Phi   = Phi(y(q), t)               V = dy/dq,  J = dPhi/dy,  Phi_q = J V
    gamma = -(convective_Phi(V qd) + J convective_y(qd))
    M     = V' M3 V,    g = V'(g3 - M3 convective_y(qd))

y is the list of full coordinates (module `layout`), Phi a quadratic map of y; drivers mix its rows by
functions of time (module `mixing`). Signs: ``M qdd + Phi_q' lam = g`` (Paper A, Eqs. (7)-(9)); the
velocity-dependent force of reduced bodies enters g with a minus (erratum to Eq. (108)).
"""

from dataclasses import dataclass

import numpy as np
from scipy.sparse import coo_array, csr_array

from ..formulation.constraints import Dot
from ..formulation.drivers import IDENTITY, ONE, Function, Mixed
from .layout import Layout
from .mixing import Mixer
from .quadratic import Pattern, Product, QuadraticMap


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
        self.n, self.ny = self.layout.n, self.layout.ny
        self.extension = self.layout.extension
        self._compile_constraints(constraints)
        self._compile_mass(np.zeros(dimension) if gravity is None else gravity)
        self.forces = [CompiledForce(force, self.layout) for force in forces]

    # ---------------------------------------------------------------- compile

    def _compile_constraints(self, constraints):
        self.rows, self.mixers, self._plain = [], [], []
        products = _Polynomials(self.layout)
        seen = set()
        for owner, constraint in constraints:
            for equation in constraint.equations:
                if constraint.kind in ("unit module", "constant angle") and products.key(equation) in seen:
                    continue                                       # the same equation of a shared vector
                seen.add(products.key(equation) if isinstance(equation, Dot) else None)
                self._add_equation(equation, products)
                self.rows.append(Row(owner, constraint.kind, equation.label))
        self.m = len(self.rows)
        self.polynomials = products.compile()
        self._plain = np.array(self._plain, dtype=int).reshape(-1, 2)
        if self.mixers:
            self._compile_mixing(products.count)
        pattern = self.polynomials.pattern
        if self.mixers:
            self._mix = Product(_transposed(self._weights), pattern)
            pattern = self._mix.pattern
        if self.extension:
            self._chain = Product(_transposed(pattern), self.extension.pattern)
            self._chain_order = _transposing_order(pattern)
            pattern = self._chain.pattern
        self.J_pattern = pattern

    def _add_equation(self, equation, products):
        row = len(self.rows)
        if isinstance(equation, Dot) and isinstance(equation.f, Function):
            equation = Mixed([Dot(equation.x, equation.y)], [ONE], IDENTITY, equation.f, equation.label)
        if isinstance(equation, Dot):
            self._plain.append((row, products.add(equation)))
            return
        rows = [products.add(dot) for dot in equation.dots]
        phase = products.add(equation.phase) if isinstance(equation.phase, Dot) else equation.phase
        self.mixers.append((row, Mixer(rows, equation.weights, equation.offset, phase)))

    def _compile_mixing(self, count):
        places = [(row, k) for row, k in self._plain] + [(row, k) for row, mixer in self.mixers for k in mixer.columns]
        rows, columns = np.array(places).T
        self._weight_order = np.lexsort((columns, rows))
        self._weights = Pattern(rows[self._weight_order], columns[self._weight_order], (self.m, count))
        self._weight_transposing = _transposing_order(self._weights)

    def _compile_mass(self, gravity):
        entries, weight = [], np.zeros(self.ny)
        for body in self.layout.bodies:
            index, sign = self.layout.place[body]
            for a, b in zip(*np.nonzero(body.P)):
                entries += zip(index[a], index[b], body.P[a, b] * sign[a] * sign[b])
            np.add.at(weight, index, sign * np.outer(body.P[0], gravity))
        i, j, values = np.array(entries, dtype=float).reshape(-1, 3).T
        M3 = csr_array(coo_array((values, (i.astype(int), j.astype(int))), (self.ny, self.ny)))
        M3.sum_duplicates()
        M3.eliminate_zeros()
        M3.sort_indices()
        self.M3, self.weight = M3, weight
        self.M3_pattern = Pattern(np.repeat(np.arange(self.ny), np.diff(M3.indptr)), M3.indices, M3.shape)
        if self.extension:
            self._congruence = Product(self.extension.pattern, self.extension.pattern, self.M3_pattern)
            self.M_pattern = self._congruence.pattern
        else:
            self.M_pattern = self.M3_pattern

    # ---------------------------------------------------------------- evaluate

    def y(self, q):
        """Extended coordinates: q and the computed vectors w."""
        return self.extension.value(q) if self.extension else q

    def yd(self, q, qd):
        """Rates of the extended coordinates, V qd."""
        return self.extension.pattern.times(self.extension.data(q), qd) if self.extension else qd

    def _mixed(self, plain_values, mixed_values):
        out = np.zeros(self.m, dtype=plain_values.dtype)
        out[self._plain[:, 0]] = plain_values[self._plain[:, 1]]
        for (row, _), value in zip(self.mixers, mixed_values):
            out[row] = value
        return out

    def phi(self, q, t=0.0):
        """Constraint equations Phi(q, t), (m,)."""
        R = self.polynomials.value(self.y(q))
        return self._mixed(R, [mixer.value(t, R) for _, mixer in self.mixers]) if self.mixers else R

    def jacobian_data(self, q, t=0.0):
        """Nonzeros of Phi_q in the places of `J_pattern`."""
        y = self.y(q)
        data = self.polynomials.data(y)
        if self.mixers:
            R = self.polynomials.value(y)
            weights = np.concatenate([np.ones(len(self._plain)), *(mixer.gradient(t, R) for _, mixer in self.mixers)])
            data = self._mix.data(weights[self._weight_order][self._weight_transposing], data)
        if self.extension:
            data = self._chain.data(data[self._chain_order], self.extension.data(q))
        return data

    def phi_q(self, q, t=0.0):
        """Jacobian Phi_q, a sparse (m, n) array."""
        return self.J_pattern.matrix(self.jacobian_data(q, t))

    def nu(self, q, t=0.0):
        """Right-hand side of the velocities, ``Phi_q qd = nu = -Phi_t`` (Paper A, Eqs. (3), (4))."""
        if not self.mixers:
            return np.zeros(self.m)
        R = self.polynomials.value(self.y(q))
        return self._mixed(np.zeros_like(R), [mixer.nu(t, R) for _, mixer in self.mixers])

    def gamma(self, q, qd, t=0.0):
        """Right-hand side of the accelerations, ``Phi_q qdd = gamma`` (Paper A, Eqs. (5), (6), with Phi_qt)."""
        yd = self.yd(q, qd)
        h = self.polynomials.convective(yd)
        if self.extension or self.mixers:
            y = self.y(q)
            data = self.polynomials.data(y)
            if self.extension:
                h = h + self.polynomials.pattern.times(data, self.extension.convective(qd))
            if self.mixers:
                R, Rd = self.polynomials.value(y), self.polynomials.pattern.times(data, yd)
                return self._mixed(-h, [mixer.gamma(t, R, Rd, h) for _, mixer in self.mixers])
        return -h

    def mass_data(self, q):
        """Nonzeros of the mass matrix in the places of `M_pattern`."""
        if not self.extension:
            return self.M3.data
        V = self.extension.data(q)
        return self._congruence.data(V, V, self.M3.data)

    def mass(self, q):
        """Mass matrix, a sparse (n, n) array: ``V' M3 V`` (Paper A, Eqs. (100)-(107))."""
        return self.M_pattern.matrix(self.mass_data(q))

    def force(self, q, qd, t=0.0):
        """Generalised force g with the velocity-dependent part of reduced bodies (Eqs. (108)-(115)).

        Eq. (108) prints that part with a plus; virtual power gives ``-V' M3 Vdot qd``.
        """
        g3 = self.applied(q, qd, t)
        if not self.extension:
            return g3
        g3 = g3 - self.M3 @ self.extension.convective(qd)
        return self.extension.pattern.transposed_times(self.extension.data(q), g3)

    def applied(self, q, qd, t=0.0):
        """Applied forces on the extended coordinates: weight and all `forces`."""
        g3 = self.weight.copy()
        if self.forces:
            y, yd = self.y(q), self.yd(q, qd)
            for force in self.forces:
                g3 = g3 + force(t, y, yd)
        return g3

    def kinetic_energy(self, q, qd):
        """``T = 1/2 q3d' M3 q3d`` [J]."""
        yd = self.yd(q, qd)
        return 0.5 * yd @ (self.M3 @ yd)

    def potential_energy(self, q, t=0.0):
        """Energy of the weight, zero at the origin, and of all forces that have a potential [J]."""
        y = self.y(q)
        return -self.weight @ y + sum(force.potential(t, y) for force in self.forces)

    def value_of(self, element, q):
        """Value of a point or vector in global axes, for one q or a history of them (rows)."""
        return self._along(element, q, lambda row: self.y(row), constant=True)

    def rate_of(self, element, q, qd):
        """Rate of a point or vector in global axes, for one (q, qd) or histories of them (rows)."""
        pairs = np.stack([q, qd], axis=-2)
        return self._along(element, pairs, lambda pair: self.yd(*pair), constant=False)

    def _along(self, element, states, extended, constant):
        start, terms = self.layout.affine(element)
        one = states.ndim == (1 if constant else 2)
        ys = np.array([extended(s) for s in (states[None] if one else states)])
        out = np.zeros((len(ys), self.layout.dimension), dtype=ys.dtype) + (start if constant else 0.0)
        for k, i, coefficient in terms:
            out[:, k] += coefficient * ys[:, i]
        return out[0] if one else out


class CompiledForce:
    """A force of the model in extended coordinates: its elements as one linear map, its law as given."""

    def __init__(self, force, layout):
        self.force, d = force, layout.dimension
        constants, entries = [], []
        for k, element in enumerate(force.elements):
            constant, terms = layout.affine(element)
            constants.append(constant)
            entries += [(k * d + i, j, c) for i, j, c in terms]
        i, j, c = np.array(entries, dtype=float).reshape(-1, 3).T
        self.constants = np.array(constants)
        self.E = csr_array(coo_array((c, (i.astype(int), j.astype(int))), (self.constants.size, layout.ny)))
        self._ET = csr_array(self.E.T)

    def _elements(self, y, yd):
        shape = self.constants.shape
        return self.constants + (self.E @ y).reshape(shape), (self.E @ yd).reshape(shape)

    def __call__(self, t, y, yd):
        """Generalised force on y: ``E' f``."""
        return self._ET @ self.force.checked_law(t, *self._elements(y, yd)).ravel()

    def power(self, t, y, yd):
        """Power of the force [W]."""
        x, xd = self._elements(y, yd)
        return float(np.sum(self.force.checked_law(t, x, xd) * xd))

    def potential(self, t, y):
        """Potential energy, zero for a force that has none [J]."""
        return self.force.potential(t, self.constants + (self.E @ y).reshape(self.constants.shape)) if self.force.potential else 0.0


class _Polynomials:
    """Collects scalar products of elements as quadratic polynomials of y."""

    def __init__(self, layout):
        self.layout, self.count = layout, 0
        self.constants, self.linear, self.quadratic = [], [], []

    def key(self, dot):
        """What the equation x . y = f says, whatever the bodies are called."""
        return tuple(tuple(self.layout.affine(e)[1]) for e in dot.elements) if isinstance(dot, Dot) else None

    def add(self, dot):
        """Add the row ``x . y - f`` and return its number."""
        row, self.count = self.count, self.count + 1
        (a, x_terms), (b, y_terms) = (self.layout.affine(e) for e in (dot.x, dot.y))
        self.constants.append(a @ b - dot.f)
        self.linear += [(row, i, c * b[k]) for k, i, c in x_terms] + [(row, j, c * a[k]) for k, j, c in y_terms]
        self.quadratic += [(row, i, j, c * e) for k, i, c in x_terms for l, j, e in y_terms if k == l]
        self.linear = [term for term in self.linear if term[2]]
        return row

    def compile(self):
        return QuadraticMap((self.count, self.layout.ny), self.constants, self.linear, self.quadratic)


def _transposing_order(pattern):
    return np.lexsort((pattern.rows, pattern.columns))


def _transposed(pattern):
    order = _transposing_order(pattern)
    return Pattern(pattern.columns[order], pattern.rows[order], pattern.shape[::-1])
