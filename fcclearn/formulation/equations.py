"""The equations of motion the plain way: body by body and equation by equation, dense, every step visible.

This is the derivation to read first. It is slow, and independent of the compiled system of the engine: no
quadratic map, no sparse pattern, no kept factor. A test compares the two on every joint, driver, force and
kind of body.

    1  numbering    q: the stored coordinates of all bodies, one body after the other
    2  a body       q3,  V = dq3/dq,  Vdot qd,  M3 = kron(P, I)                      (module `coordinates`)
    3  an element   x = constant + sum of C_b q3_b,      X = dx/dq = sum of C_b V_b
                    xd = X qd,      xdd = X qdd + xo,    xo = sum of C_b Vdot_b qd_b
    4  an equation  Phi, Phi_q, nu, gamma: each kind of equation answers for itself  (`products`, `drivers`)
    5  the model    M = sum of V' M3 V,     g = sum of V' (weight - M3 Vdot qd) + sum of X' f
    6  Eq. (9)      M qdd + Phi_q' lam = g,     Phi_q qdd = gamma
"""

from typing import NamedTuple

import numpy as np

from .algebra import RANK_TOLERANCE
from .constraints import rigid_body
from .coordinates import V, Vdot_qd, full_coordinates

MASSLESS = 1e-14
"""A free motion with less than this share of the largest mass has none: that is rounding."""



class ElementNow(NamedTuple):
    """A point or vector at an instant: value x, Jacobian X (d, n), rate xd, second rate without qdd xo."""

    x: np.ndarray
    X: np.ndarray
    xd: np.ndarray
    xo: np.ndarray


class BodyNow(NamedTuple):
    """A body at an instant: full coordinates q3, V = dq3/dq over all coordinates, and Vdot qd."""

    q3: np.ndarray
    V: np.ndarray
    Vdot_qd: np.ndarray


class Equations(NamedTuple):
    """M (n, n), Phi (m,), Phi_q (m, n), nu (m,), gamma (m,) and g (n,) of ``M qdd + Phi_q' lam = g``."""

    M: np.ndarray
    Phi: np.ndarray
    Phi_q: np.ndarray
    nu: np.ndarray
    gamma: np.ndarray
    g: np.ndarray


def numbering(bodies, shared=()):
    """Where the stored vectors of each body stand in q, one body after the other.

    Parameters
    ----------
    bodies : list of Body
    shared : list of ((body, axis), (body, axis))
        Pairs of stored axes that are one vector: the second uses the first one's place (Paper A, Eq. (104)).

    Returns
    -------
    columns : dict of Body -> (n_stored, d) array
    n : int
        Number of coordinates.

    Examples
    --------
    >>> from fcclearn import Model, rod
    >>> model = Model(gravity=[0, -9.81], kind="reduced")
    >>> bars = [model.body(name, rod(1.0, 1.0)) for name in ("crank", "rocker")]
    >>> columns, n = numbering(bars)
    >>> columns[bars[1]].tolist(), n
    ([[4, 5], [6, 7]], 8)
    """
    first_of = {second: first for first, second in shared}
    columns, n = {}, 0
    for body in bodies:
        columns[body] = np.empty((body.n_stored, body.dimension), dtype=int)
        for k, name in enumerate("ruvw"[: body.n_stored]):
            if (body, name) in first_of:
                other, axis = first_of[body, name]
                columns[body][k] = columns[other]["ruvw".index(axis)]
            else:
                columns[body][k] = np.arange(n, n + body.dimension)
                n += body.dimension
    return columns, n


class Instant:
    """Bodies at one position, velocity and time: what every equation asks for its elements.

    Parameters
    ----------
    bodies : list of Body
    q, qd : (n,) arrays, by default those of the initial poses and velocities
    t : float [s]
    shared : as in `numbering`
    """

    def __init__(self, bodies, q=None, qd=None, t=0.0, shared=()):
        self.columns, self.n = numbering(bodies, shared)
        self.q, self.qd = (self._start("q") if q is None else q), (self._start("qd") if qd is None else qd)
        self.t, self.bodies = t, {body: self._body(body) for body in bodies}

    def _start(self, name):
        values = np.zeros(self.n)
        for body, columns in self.columns.items():
            values[columns.ravel()] = getattr(body, name)
        return values

    def _body(self, body):
        d, stored = body.dimension, self.columns[body].ravel()
        q3, V_all, bent = np.zeros(d * (d + 1)), np.zeros((d * (d + 1), self.n)), np.zeros(d * (d + 1))
        if body.kind == "point":                           # a mere point: r alone
            q3[:d], V_all[:d, stored] = self.q[stored], np.eye(d)
        else:
            q3, bent = full_coordinates(self.q[stored], d, body.kind), Vdot_qd(self.qd[stored], d, body.kind)
            V_all[:, stored] = V(self.q[stored], d, body.kind)
        return BodyNow(q3, V_all, bent)

    def element(self, element):
        """A point or vector now (Paper A, Eqs. (36)-(43)).

        Returns
        -------
        ElementNow
        """
        x, X, xo = element.constant, np.zeros((element.dimension, self.n)), np.zeros(element.dimension)
        for body, c in element.moving.items():
            C, now = np.kron(c, np.eye(element.dimension)), self.bodies[body]
            x, X, xo = x + C @ now.q3, X + C @ now.V, xo + C @ now.Vdot_qd
        return ElementNow(x, X, X @ self.qd, xo)


def equations(model, q, qd, t=0.0):
    """All equations of a model at one position, velocity and time.

    Of shared vectors each body's rigid-body equations are written, so some come twice.

    Examples
    --------
    A pendulum of 2 kg at rest: its weight is g, and its six coordinates have five equations.

    >>> from fcclearn import Model, point_mass, revolute
    >>> model = Model(gravity=[0, -10.0])
    >>> bob = model.body("bob", point_mass(2.0, at=[1.0, 0, 0]))
    >>> pin = model.join(revolute(model.ground.point(), bob.point("reference")))
    >>> here = equations(model, bob.q, bob.qd)
    >>> here.g, here.Phi_q.shape
    (array([  0., -20.,   0., -20.,   0.,   0.]), (5, 6))
    """
    now = Instant(list(model.bodies.values()), q, qd, t, model.shared)
    constraints = [c for body in now.bodies for c in rigid_body(body)]
    constraints += [c for joint in model.joints.values() for c in joint.constraints]
    rows = [equation.at(now) for c in constraints for equation in c.equations]
    Phi, Phi_q, nu, gamma = (np.array(column) for column in zip(*rows))
    M, g = np.zeros((now.n, now.n)), np.zeros(now.n)
    for body, here in now.bodies.items():
        M3 = np.kron(body.P, np.eye(body.dimension))
        M += here.V.T @ M3 @ here.V
        g += here.V.T @ (np.kron(body.P[0], model.gravity) - M3 @ here.Vdot_qd)
    for force in model.forces.values():
        x, X, xd, _ = zip(*(now.element(e) for e in force.elements))
        g += sum(Xk.T @ f for Xk, f in zip(X, force.checked_law(t, np.array(x), np.array(xd))))
    return Equations(M, Phi, Phi_q, nu, gamma, g)


def minimum_norm(M, Phi_q, g, gamma, rcond=RANK_TOLERANCE):
    """Accelerations (n,) and multipliers (m,) of smallest norm, from dense M (n, n) and Phi_q (m, n).

    Of redundant rows nothing but the sum of their forces is known; of all multipliers that give it these
    are the smallest (Paper A, Eq. (9)). With the pseudo-inverse Phi_q^+ from the singular values that are not
    zero, and the motions Z that Phi_q leaves free,

        qdd = Phi_q^+ gamma + Z z,    Z' M Z z = Z' (g - M Phi_q^+ gamma),    lam = (Phi_q^+)' (g - M qdd)

    so that a constraint counts however weak it is, down to the rank tolerance.

    Examples
    --------
    A mass held by the same equation twice; each carries one half of the force of 3 N.

    >>> minimum_norm(np.eye(1), np.array([[1.0], [1.0]]), np.array([3.0]), np.zeros(2))[1].round(12)
    array([1.5, 1.5])
    """
    U, sizes, Vt = np.linalg.svd(Phi_q)
    rank = int(np.sum(sizes > rcond * sizes.max(initial=0.0)))
    inverse = (Vt[:rank].T / sizes[:rank]) @ U[:, :rank].T
    Z, qdd = Vt[rank:].T, inverse @ gamma
    qdd = qdd + Z @ free_accelerations(Z.T @ M @ Z, Z.T @ (g - M @ qdd), np.abs(M).max(initial=0.0), rcond)
    return qdd, inverse.T @ (g - M @ qdd)


def free_accelerations(K, forces, largest, rcond=RANK_TOLERANCE):
    """Accelerations of smallest norm of free motions with masses K (f, f); what has no mass has none.

    Parameters
    ----------
    largest : float
        Entry of the mass matrix of which K is made: of it, K has the rounding.

    Examples
    --------
    A mass of 2 kg, and a spin whose inertia is nothing but rounding:

    >>> free_accelerations(np.diag([2.0, 1e-31]), np.array([6.0, 1e-20]), 2.0)
    array([3., 0.])
    """
    masses, shapes = np.linalg.eigh(K)
    heavy = masses > max(rcond * masses.max(initial=0.0), MASSLESS * largest)
    shares = np.where(heavy, shapes.T @ forces, 0.0) / np.where(heavy, masses, 1.0)
    return shapes @ shares


def accelerations(model, q, qd, t=0.0):
    """Accelerations (n,) and multipliers (m,) of a model, of smallest norm (Paper A, Eq. (9)).

    Examples
    --------
    A bob on a pin falls with g, and its pin carries nothing yet.

    >>> from fcclearn import Model, point_mass, revolute
    >>> model = Model(gravity=[0, -10.0])
    >>> bob = model.body("bob", point_mass(2.0, at=[1.0, 0, 0]))
    >>> pin = model.join(revolute(model.ground.point(), bob.point("reference")))
    >>> qdd, lam = accelerations(model, bob.q, bob.qd)
    >>> qdd.round(9)[2:4] + 0.0, lam.round(9)[3:] + 0.0
    (array([  0., -10.]), array([0., 0.]))
    """
    here = equations(model, q, qd, t)
    return minimum_norm(here.M, here.Phi_q, here.g, here.gamma)
