"""Adaptive integration by SciPy: DOP853 with projection or Baumgarte's terms, and LSODA for stiff forces.

Newton's iterations of an implicit method need the derivatives of the accelerations, but only roughly. What
makes a mechanism stiff are its applied forces; with A the solve that turns a force into an acceleration,

    qdd = A (g + ...),        d qdd / dq = A dg/dq,      d qdd / dqd = A dg/dqd

leaves out the derivatives of M and Phi_q, which are no larger than the motion itself is fast. Each force
costs as many solves as its elements have components.
"""

import numpy as np

from ..engine.dynamics import accelerations_of
from ..engine.kinematics import NotAssembled, project_position, project_velocity
from ..engine.linear import SingularSystem
from .stepping import Step, StepFailed

LARGEST_DRIFT = 0.05
"""A |Phi| that grows beyond this is no drift any more: constraints contradict each other [m or 1]."""

MOST_STEPS = 300_000
"""A run that needs more steps than this, at the length of its last ones, is given up."""

WINDOW = 1000
"""Number of last steps from which that is judged."""

STAGES = 12
"""Evaluations in one attempt of a step of DOP853."""


def projection(system, solver, q, qd, times, counts, rtol=1e-9, step=np.inf):
    """Adaptive Runge-Kutta of order 8 with a projection of position and velocity after each step.

    Parameters
    ----------
    rtol : float
        Tolerance of the local error, relative, and absolute in m, m/s.
    step : float
        Largest step [s].
    """
    from scipy.integrate import DOP853
    rates, start = Rates(system, solver, counts), np.concatenate([q, qd, [0.0]])
    stepper = DOP853(rates, 0.0, start, times[-1], rtol=rtol, atol=rtol, max_step=step)
    return accepted_steps(stepper, counts, STAGES, lambda t, x: project(system, solver, t, x))


def baumgarte(system, solver, q, qd, times, counts, rtol=1e-9, step=np.inf, alpha=20.0, beta=20.0):
    """Adaptive Runge-Kutta of order 8 on the stabilised equations (Baumgarte 1972; Paper A, section 2.1.2).

    Parameters
    ----------
    alpha, beta : float
        About ten over the characteristic time of the motion [1/s].
    """
    from scipy.integrate import DOP853
    rates, start = Rates(system, solver, counts, alpha, beta), np.concatenate([q, qd, [0.0]])
    stepper = DOP853(rates, 0.0, start, times[-1], rtol=rtol, atol=rtol, max_step=step)
    return accepted_steps(stepper, counts, STAGES, check=lambda t, x: check_drift(system, t, x[: system.n]))


def stiff(system, solver, q, qd, times, counts, rtol=1e-9, step=np.inf, alpha=20.0, beta=20.0):
    """LSODA (Petzold 1983): Adams formulas where the motion is smooth, backward differences elsewhere.

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
    rates, start = Rates(system, solver, counts, alpha, beta), np.concatenate([q, qd, [0.0]])
    stepper = LSODA(rates, 0.0, start, times[-1], rtol=rtol, atol=rtol, max_step=step,
                    jac=lambda t, x: jacobian(system, solver, x[:n], x[n:-1], t))
    return accepted_steps(stepper, counts, project=lambda t, x: project(system, solver, t, x))


def jacobian(system, solver, q, qd, t):
    """Derivative of the rates of ``{q, qd, work}`` by the applied forces, (2 n + 1, 2 n + 1)."""
    n, state = system.n, system.state(q, qd, t)
    result = np.zeros((2 * n + 1, 2 * n + 1))
    result[:n, n:-1] = np.eye(n)
    factor = solver.factor(state.M, state.phi_q)
    for force in system.forces:
        X = np.array([state.V.T @ row for row in force.gradient(system.ny)])             # dx/dq
        A = np.array([factor.solve(column, np.zeros(system.m))[0] for column in X]).T
        by_place, by_rate = force.derivatives(t, state.y, state.yd)
        result[n:-1, :n] += A @ by_place @ X
        result[n:-1, n:-1] += A @ by_rate @ X
    return result


def check_drift(system, t, q):
    """Stop where the stabilisation has lost a constraint.

    Raises
    ------
    StepFailed
    """
    phi = system.phi(q, t)
    worst = np.abs(phi).argmax()
    if abs(phi[worst]) > LARGEST_DRIFT:
        raise StepFailed(f"at t = {t:g} s {system.rows[worst]} has drifted off by {abs(phi[worst]):.3g}; "
                         "drivers or joints may contradict each other, or rtol is too large")


class Rates:
    """Rates of ``{q, qd, work}``: the motion, and the work that applied forces and drivers do on the way."""

    def __init__(self, system, solver, counts, alpha=0.0, beta=0.0):
        self.system, self.solver, self.counts, self.alpha, self.beta = system, solver, counts, alpha, beta
        self.working = bool(system.forces or system.mixing.driven)

    def __call__(self, t, x):
        self.counts.evaluations += 1
        n = self.system.n
        state = self.system.state(x[:n], x[n:-1], t)
        try:
            qdd, p = accelerations_of(state, self.solver, self.alpha, self.beta)
        except SingularSystem:
            return np.full(len(x), np.nan)                # in a trial stage: SciPy then shortens the step
        self.counts.soft += not state.converged
        return np.concatenate([state.qd, qdd, [state.power(p) if self.working else 0.0]])


def project(system, solver, t, x):
    """The state with position and velocity brought onto the constraints."""
    n = system.n
    try:
        q = project_position(system, solver, x[:n], t)
        return np.concatenate([q, project_velocity(system, solver, q, x[n:-1], t), x[-1:]])
    except (NotAssembled, SingularSystem) as error:
        raise StepFailed(f"the projection after a step to t = {t:g} s failed: {error}; "
                         "drivers or joints may contradict each other, or rtol is too large") from error


def accepted_steps(stepper, counts, stages=None, project=None, check=None):
    """Accepted steps of a SciPy solver, each state projected.

    Parameters
    ----------
    stages : int or None
        Evaluations in one attempt of a step of a Runge-Kutta method, which tell the number of rejected
        attempts, and that the method can go on from the projected state; a multistep method keeps its own.
    project : callable ``project(t, x) -> x`` or None
    check : callable ``check(t, x)`` or None
        Raises when the run should stop after a step.
    """
    counts.rejected, since = (0 if stages else None), stepper.t
    while stepper.status == "running":
        before = counts.evaluations
        message = stepper.step()
        if stepper.status == "failed":
            raise StepFailed(f"the step at t = {stepper.t:g} s did not converge: {message}")
        counts.steps += 1
        if counts.steps % WINDOW == 0:
            _check_pace(stepper, since)
            since = stepper.t
        if stages:
            counts.rejected += (counts.evaluations - before) // stages - 1
        if check:
            check(stepper.t, stepper.y)
        reached = project(stepper.t, stepper.y) if project else stepper.y
        yield Step(stepper.t_old, stepper.t, _within(stepper, reached, project))
        if project and stages:
            stepper.y, stepper.f = reached, stepper.fun(stepper.t, reached)


def _check_pace(stepper, since):
    """Stop where the steps have become so short that the end is out of reach."""
    length = (stepper.t - since) / WINDOW
    left = (stepper.t_bound - stepper.t) / max(length, 1e-300)
    if left > MOST_STEPS:
        raise StepFailed(f"the steps have become as short as {length:.1g} s at t = {stepper.t:.4g} s, so "
                         f"that the rest would take {left:.1g} of them: something grows or swings without "
                         "bound (negative damping? a very stiff spring?); the method 'stiff' or a larger "
                         "rtol may help")


def _within(stepper, reached, project):
    """The motion within the step just made; the interpolation is set up when it is first needed."""
    end, n, inside = stepper.t, len(reached) // 2, []

    def at(t):
        if t == end:
            x = reached
        else:
            if not inside:
                inside.append(stepper.dense_output())
            x = project(t, inside[0](t)) if project else inside[0](t)
        return x[:n], x[n:-1], x[-1]
    return at
