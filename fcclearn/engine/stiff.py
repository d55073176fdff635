"""Implicit adaptive integration for stiff springs and dampers: SciPy's LSODA on the stabilised equations.

Newton's iterations of an implicit method need the derivatives of the accelerations, but only roughly. What makes
a mechanism stiff are its applied forces; with P the solve that turns a force into an acceleration,

    qdd = P (g + ...),        d qdd / dq = P dg/dq,      d qdd / dqd = P dg/dqd

leaves out the derivatives of M and Phi_q, which are no larger than the motion itself is fast. Each force costs as
many solves as its elements have components.
"""

import numpy as np

from .runge_kutta import Rates, march, project


def stiff(system, solver, q, qd, times, counts, rtol=1e-9, step=np.inf, alpha=20.0, beta=20.0):
    """LSODA (Petzold 1983): Adams formulas where the motion is smooth, backward differences where it is stiff.

    The equations are stabilised by Baumgarte's terms, and the states that are kept are projected.

    Parameters
    ----------
    rtol : float
        Tolerance of the local error, relative, and absolute in m, m/s.
    step : float
        Largest step [s].
    alpha, beta : float
        About ten over the characteristic time of the slow motion [1/s].
    """
    from scipy.integrate import LSODA
    n = system.n
    stepper = LSODA(Rates(system, solver, counts, alpha, beta), 0.0, np.concatenate([q, qd, [0.0]]), times[-1], rtol=rtol, atol=rtol,
                    max_step=step, jac=lambda t, x: jacobian(system, solver, x[:n], x[n:-1], t))
    return march(stepper, counts, project=lambda t, x: project(system, solver, t, x))


def jacobian(system, solver, q, qd, t):
    """Derivative of the rates of ``{q, qd, work}`` by the applied forces, (2 n + 1, 2 n + 1)."""
    n, state = system.n, system.state(q, qd, t)
    result = np.zeros((2 * n + 1, 2 * n + 1))
    result[:n, n:-1] = np.eye(n)
    factor = solver.factor(state.M, state.phi_q)
    for force in system.forces:
        X = np.array([state.V.T @ row for row in force.gradient(system.ny)])             # dx/dq
        P = np.array([factor.solve(column, np.zeros(system.m))[0] for column in X]).T
        by_place, by_rate = force.derivatives(t, state.y, state.yd)
        result[n:-1, :n] += P @ by_place @ X
        result[n:-1, n:-1] += P @ by_rate @ X
    return result
