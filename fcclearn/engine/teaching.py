"""The equations of motion the plain way: body by body and equation by equation, dense, every step visible.

Slow, and independent of the compiled system: no quadratic map, no sparse pattern, no factor that is kept. It is the
reference that the fast path is tested against, and the one to read first.

    element        x = sum C_b q3_b,    X = sum C_b V_b (= dx/dq),    xd = X qd,    xo = sum C_b Vdot_b qd_b
    R = x . y      R_q = y' X + x' Y,   h = y . xo + x . yo + 2 xd . yd             (Rdd = R_q qdd + h)
    equation       Phi = sum w_k(s) R_k - w_0(s)                                    (plain ones: R - f)
"""

from typing import NamedTuple

import numpy as np

from ..formulation.algebra import skew
from ..formulation.constraints import Cross, Dot, axis_of, rigid_body
from ..formulation.coordinates import V, Vdot_qd, full_coordinates
from ..formulation.motion import IDENTITY, ONE, Function
from .linear import minimum_norm


class Equations(NamedTuple):
    """M (n, n), Phi (m,), Phi_q (m, n), nu (m,), gamma (m,) and g (n,) of ``M qdd + Phi_q' lam = g``."""

    M: np.ndarray
    Phi: np.ndarray
    Phi_q: np.ndarray
    nu: np.ndarray
    gamma: np.ndarray
    g: np.ndarray


class Scalar(NamedTuple):
    """A scalar at one moment: value, gradient, rate, second derivative without qdd, and partial rate by time."""

    value: float
    gradient: np.ndarray
    rate: float
    h: float
    by_time: float = 0.0


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
    place = model.system.layout.place
    bodies = {body: _Body(body, place[body][0], q, qd) for body in model.bodies.values()}
    constraints = [c for body in bodies for c in rigid_body(body)] + [c for joint in model.joints.values() for c in joint.constraints]
    rows = [_row(equation, bodies, q, qd, t) for c in constraints for equation in c.equations]
    Phi, Phi_q, nu, gamma = (np.array(column) for column in zip(*rows))
    M = sum(b.V.T @ b.M3 @ b.V for b in bodies.values())
    g = sum(b.V.T @ (np.kron(b.P[0], model.gravity) - b.M3 @ b.Vdot_qd) for b in bodies.values())
    for force in model.forces.values():
        x, X, xd, _ = zip(*(_element(e, bodies, q, qd) for e in force.elements))
        g = g + sum(Xk.T @ f for Xk, f in zip(X, force.checked_law(t, np.array(x), np.array(xd))))
    return Equations(M, Phi, Phi_q, nu, gamma, g)


def accelerations(model, q, qd, t=0.0):
    """Accelerations (n,) and multipliers (m,) of smallest norm (Paper A, Eq. (9))."""
    here = equations(model, q, qd, t)
    return minimum_norm(here.M, here.Phi_q, here.g, here.gamma)


class _Body:
    """q3, V (over all coordinates), Vdot qd and M3 of one body."""

    def __init__(self, body, place, q, qd):
        d, kind = body.dimension, body.kind
        stored = place[: body.n_stored].ravel()
        self.P = body.P
        self.M3 = np.kron(self.P, np.eye(d))
        self.q3, self.V, self.Vdot_qd = np.zeros(d * (d + 1)), np.zeros((d * (d + 1), len(q))), np.zeros(d * (d + 1))
        if kind == "point":                                # a mere point: r alone
            self.q3[:d], self.V[:d, stored] = q[stored], np.eye(d)
        else:
            self.q3, self.V[:, stored] = full_coordinates(q[stored], d, kind), V(q[stored], d, kind)
            self.Vdot_qd = Vdot_qd(qd[stored], d, kind)


def _element(element, bodies, q, qd):
    """x, X, xd and xo of a point or vector."""
    d = element.dimension
    x, X, xo = element.constant, np.zeros((d, len(q))), np.zeros(d)
    for body, c in element.moving.items():
        C = np.kron(c, np.eye(d))
        x, X, xo = x + C @ bodies[body].q3, X + C @ bodies[body].V, xo + C @ bodies[body].Vdot_qd
    return x, X, X @ qd, xo


def _product(dot, bodies, q, qd):
    """The scalar ``x . y - f`` with a constant f."""
    (x, X, xd, xo), (y, Y, yd, yo) = (_element(e, bodies, q, qd) for e in (dot.x, dot.y))
    gradient = y @ X + x @ Y
    return Scalar(x @ y - dot.f, gradient, gradient @ qd, y @ xo + x @ yo + 2 * xd @ yd)


def _cross(equation, bodies, q, qd):
    """Phi, Phi_q, nu and gamma of one component of ``w - u x v = 0`` of a full body."""
    (u, U, ud, _), (v, V, vd, _), (w, W, _, _) = (_element(axis_of(equation.body, name), bodies, q, qd) for name in "uvw")
    k = equation.k
    return (w - np.cross(u, v))[k], (W - skew(u) @ V + skew(v) @ U)[k], 0.0, 2 * np.cross(ud, vd)[k]


def _row(equation, bodies, q, qd, t):
    """Phi, Phi_q, nu and gamma of one equation."""
    if isinstance(equation, Cross):
        return _cross(equation, bodies, q, qd)
    if isinstance(equation, Dot) and not isinstance(equation.f, Function):
        R = _product(equation, bodies, q, qd)
        return R.value, R.gradient, 0.0, -R.h
    if isinstance(equation, Dot):                          # x . y = f(t): the phase is time's function itself
        dots, weights, offset, phase = [Dot(equation.x, equation.y)], [ONE], IDENTITY, equation.f
    else:
        dots, weights, offset, phase = equation.dots, equation.weights, equation.offset, equation.phase
    if isinstance(phase, Dot):
        s = _product(phase, bodies, q, qd)
    else:
        s = Scalar(phase.value(t), np.zeros(len(q)), phase.rate(t), phase.acceleration(t), phase.rate(t))
    w0, w01, w02 = offset(s.value) if offset else (0.0, 0.0, 0.0)
    Phi, slope, gradient, h = -w0, -w01, 0.0, -w02 * s.rate**2
    for dot, weight in zip(dots, weights):
        R, (w, w1, w2) = _product(dot, bodies, q, qd), weight(s.value)
        Phi, slope, gradient = Phi + w * R.value, slope + w1 * R.value, gradient + w * R.gradient
        h = h + w * R.h + 2 * w1 * s.rate * R.rate + w2 * s.rate**2 * R.value
    return Phi, gradient + slope * s.gradient, -slope * s.by_time, -(h + slope * s.h)
