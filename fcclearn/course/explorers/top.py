"""Lesson A: a heavy top in the reduced coordinates of Paper A, with errors to plant in its equations.

The top turns about a fixed point; u, v are stored, w = u x v is computed. Nine errors, and nine tests,
each of which looks at the equations or at a run.
"""

from functools import lru_cache

import numpy as np
from scipy.integrate import solve_ivp

from ...formulation.algebra import skew

J = np.array([0.11, 0.17, 0.29])  # kg m2: Euler tensor, sums of m xi^2 along u, v, w
MASS, ARM, GRAVITY = 1.7, 0.35, 9.81  # kg, m (centre of mass along w), m/s2; z points up
UP = np.array([0.0, 0.0, 1.0])
OMEGA = np.array([1.9, -0.7, 2.6])  # rad/s at the start
DURATION, STEP, H = 0.6, 0.005, 1e-30

ERRORS = ("sign of (108)", "(108) left out", "gamma without its 2", "1/2 of the quadratic part lost",
          "weight with the wrong sign", "w = v x u", "moments of inertia for J", "mass 10 % too small",
          "w without inertia")


def w_of(q, errors):
    """The computed axis: u x v."""
    return np.cross(q[3:], q[:3]) if "w = v x u" in errors else np.cross(q[:3], q[3:])


def V_of(q, errors):
    """Jacobian of (u, v, w) by (u, v): (9, 6)."""
    w_q = np.hstack([-skew(q[3:]), skew(q[:3])])
    return np.vstack([np.eye(6), -w_q if "w = v x u" in errors else w_q])


def data(errors):
    """Euler tensor, and mass times arm, as the program has them."""
    moments = np.array([J[1] + J[2], J[0] + J[2], J[0] + J[1]])
    own = moments if "moments of inertia for J" in errors else J * [1, 1, "w without inertia" not in errors]
    return own, MASS * ARM * (0.9 if "mass 10 % too small" in errors else 1.0)


def mass_matrix(q, errors):
    """V' M3 V, (6, 6)."""
    V = V_of(q, errors)
    return V.T @ np.diag(np.repeat(data(errors)[0], 3)) @ V


def force(q, qd, errors):
    """Weight and Eq. (108), -V' M3 Vdot qd."""
    V, (own, first) = V_of(q, errors), data(errors)
    weight = first * GRAVITY * (1 if "weight with the wrong sign" in errors else -1) * UP
    turned = w_of(qd, errors)  # u_d x v_d, half of w_dd without q_dd
    turned = own[2] * turned * (1 if "1/2 of the quadratic part lost" in errors else 2)
    sign = 1 if "sign of (108)" in errors else 0 if "(108) left out" in errors else -1
    return V[6:].T @ (weight + sign * turned)


def phi(q):
    """u and v are unit vectors at right angles."""
    u, v = q[:3], q[3:]
    return np.array([u @ u - 1, v @ v - 1, u @ v])


def phi_q(q):
    """Their Jacobian, (3, 6)."""
    u, v, zero = q[:3], q[3:], np.zeros(3)
    return np.array([[*(2 * u), *zero], [*zero, *(2 * v)], [*v, *u]])


def gamma(qd, errors):
    """Right-hand side of the accelerations."""
    ud, vd = qd[:3], qd[3:]
    return -np.array([ud @ ud, vd @ vd, ud @ vd]) * (1 if "gamma without its 2" in errors else 2)


def acceleration(q, qd, errors):
    """Eq. (9): M qdd + Phi_q' lam = g, Phi_q qdd = gamma."""
    A = phi_q(q)
    K = np.block([[mass_matrix(q, errors), A.T], [A, np.zeros((3, 3))]])
    return np.linalg.solve(K, np.concatenate([force(q, qd, errors), gamma(qd, errors)]))[:6]


def start():
    """The state (u, v, u_d, v_d) at the start, (12,)."""
    u, v = np.array([0.36, 0.48, -0.8]), np.array([-0.8, 0.6, 0.0])
    return np.concatenate([u, v, np.cross(OMEGA, u), np.cross(OMEGA, v)])


def projected(q, qd):
    """Back to Phi = 0 and Phi_q qd = 0, the shortest way."""
    for _ in range(4):
        q = q - np.linalg.lstsq(phi_q(q), phi(q), rcond=None)[0]
    return q, qd - np.linalg.lstsq(phi_q(q), phi_q(q) @ qd, rcond=None)[0]


@lru_cache(maxsize=64)
def run(errors, h=STEP, project=True):
    """Classical Runge-Kutta, projected each step: states (n, 12). `errors` is a tuple of names."""

    def rate(y):
        return np.concatenate([y[6:], acceleration(y[:6], y[6:], errors)])

    states = [start()]
    for _ in range(round(DURATION / h)):
        y = states[-1]
        k1 = rate(y)
        k2 = rate(y + h / 2 * k1)
        k3 = rate(y + h / 2 * k2)
        y = y + h / 6 * (k1 + 2 * k2 + 2 * k3 + rate(y + h * k3))
        states.append(np.concatenate(projected(y[:6], y[6:])) if project else y)
    return np.array(states)


def kinetic_energy(q, qd, errors):
    """T from u_d, v_d and the rate of w, which is bilinear: no V is needed."""
    rates = np.concatenate([qd, w_of(q + qd, errors) - w_of(q, errors) - w_of(qd, errors)])
    return np.repeat(data(errors)[0], 3) @ rates**2 / 2


def potential_energy(q, errors):
    """m g z of the centre of mass, which lies on w."""
    return data(errors)[1] * GRAVITY * UP @ w_of(q, errors)


def energy(states, errors):
    """Largest change of the program's own energy, over the kinetic energy at the start."""
    E = [kinetic_energy(y[:6], y[6:], errors) + potential_energy(y[:6], errors) for y in states]
    return np.ptp(E) / kinetic_energy(states[0, :6], states[0, 6:], errors)


def vertical_momentum(states, errors):
    """Largest change of the angular momentum about the vertical, over its size at the start."""
    own, L = data(errors)[0], []
    for y in states:
        rates = (V_of(y[:6], errors) @ y[6:]).reshape(3, 3)
        axes = np.vstack([y[:6].reshape(2, 3), w_of(y[:6], errors)])
        L.append((own[:, None] * np.cross(axes, rates)).sum(axis=0))
    return np.ptp(np.array(L)[:, 2]) / np.linalg.norm(L[0])


def lagrange(errors):
    """Equation of motion by complex steps of T and U against the program's, relative, at the start."""
    q, qd = np.split(start(), 2)

    def slope(f, x):
        return np.array([f(x + 1j * H * e).imag / H for e in np.eye(6)])

    M_d = np.column_stack([momentum(q + 1j * H * qd, e, errors).imag / H for e in np.eye(6)])
    bias = M_d @ qd - slope(lambda x: kinetic_energy(x, qd, errors), q)
    g = -bias - slope(lambda x: potential_energy(x, errors), q)
    curve = np.array([(phi_q(q + 1j * H * qd) @ qd).imag / H])[0]
    return max(
        np.abs(g - force(q, qd, errors)).max() / np.abs(g).max(),
        np.abs(-curve - gamma(qd, errors)).max() / np.abs(curve).max(),
    )


def momentum(q, qd, errors):
    """M(q) qd from the kinetic energy alone: T(qd + e) - T(qd) - T(e) = e' M qd."""
    return np.array(
        [
            kinetic_energy(q, qd + e, errors) - kinetic_energy(q, qd, errors) - kinetic_energy(q, e, errors)
            for e in np.eye(6)
        ]
    )


def limit(errors):
    """Let go from rest with w horizontal: the program's angular acceleration against m g c / (J_v + J_w)."""
    q = np.array([1.0, 0.0, 0.0, 0.0, 0.0, 1.0])  # w = u x v = -y
    w_dd = (V_of(q, errors) @ acceleration(q, np.zeros(6), errors))[6:]
    first = data(errors)[1]
    right = -first * GRAVITY / (J[1] + J[2])
    return abs(w_dd[2] - right) / abs(right)


def order(errors):
    """How far the ratio of differences by three halvings is from 16."""
    ends = [run(errors, h)[-1, :6] for h in (4 * STEP, 2 * STEP, STEP)]
    return abs(np.linalg.norm(ends[0] - ends[1]) / np.linalg.norm(ends[1] - ends[2]) / 16 - 1)


@lru_cache(maxsize=2)
def by_euler(mass=MASS):
    """u, v at the end by Euler's equations and a rotation matrix: another derivation."""
    I = np.array([J[1] + J[2], J[0] + J[2], J[0] + J[1]])

    def rate(t, y):
        A, omega = y[:9].reshape(3, 3), y[9:]
        moment = np.cross([0, 0, mass * ARM], A.T @ (-GRAVITY * UP))
        return np.concatenate(
            [(A @ np.cross(np.eye(3), omega)).ravel(), (moment - np.cross(omega, I * omega)) / I]
        )

    u, v = start()[:3], start()[3:6]
    A = np.column_stack([u, v, np.cross(u, v)])
    end = solve_ivp(
        rate, (0, DURATION), np.concatenate([A.ravel(), A.T @ OMEGA]), "DOP853", rtol=1e-10, atol=1e-10
    )
    return end.y[:9, -1].reshape(3, 3)[:, :2].T.ravel()


def same_derivation(errors):
    """Another program with the same equations: SciPy's DOP853 in place of Runge and Kutta."""

    def rate(t, y):
        q, qd = projected(y[:6], y[6:])
        return np.concatenate([qd, acceleration(q, qd, errors)])

    end = solve_ivp(rate, (0, DURATION), start(), "DOP853", rtol=1e-9, atol=1e-9).y[:, -1]
    return np.abs(projected(end[:6], end[6:])[0] - run(errors)[-1, :6]).max()


def another_derivation(errors):
    """Euler's equations, with the program's mass."""
    return np.abs(by_euler(data(errors)[1] / ARM) - run(errors)[-1, :6]).max()


def measured(errors):
    """The top itself: Euler's equations with the true mass stand for it."""
    return np.abs(by_euler() - run(errors)[-1, :6]).max()


TESTS = {
    "energy": (lambda errors: energy(run(errors), errors), 1e-4),
    "|Phi|, not projected": (lambda errors: np.abs(phi(run(errors, STEP, False)[-1, :6])).max(), 1e-4),
    "momentum about z": (lambda errors: vertical_momentum(run(errors), errors), 1e-4),
    "complex step": (lagrange, 1e-9),
    "limit: let go": (limit, 1e-9),
    "halving": (order, 0.5),
    "same equations again": (same_derivation, 1e-4),
    "another derivation": (another_derivation, 1e-4),
    "a measurement": (measured, 1e-4),
}
"""Name of a test -> what it measures, as a function of the planted errors, and from where it is lit."""


@lru_cache(maxsize=128)
def lamps(errors=()):
    """Whether each test notices the planted errors (a tuple of names): a tuple in the order of `TESTS`.

    Examples
    --------
    The sign of Eq. (108) does no work, so energy does not see it:

    >>> dict(zip(TESTS, lamps(("sign of (108)",))))["energy"], any(lamps())
    (False, False)
    """
    return tuple(bool(measure(errors) > border) for measure, border in TESTS.values())
