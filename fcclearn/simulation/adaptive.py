"""Adaptive integration by SciPy: DOP853 with projection or Baumgarte's terms, and LSODA for stiff forces.

Newton's iterations of an implicit method need the derivatives of the accelerations, but only roughly. What
makes a mechanism stiff are its applied forces; with A the solve that turns a force into an acceleration,

    qdd = A (g + ...),        d qdd / dq = A dg/dq,      d qdd / dqd = A dg/dqd

leaves out the derivatives of M and Phi_q, which are no larger than the motion itself is fast. Each force
costs as many solves as its elements have components.
"""

import numpy as np

from ..engine.at_once import at_once
from ..engine.dynamics import accelerations_of
from ..engine.linear import SingularSystem
from .stepping import Step, StepFailed, project

LARGEST_DRIFT = 0.05
"""A |Phi| beyond this, in units of the model, is no drift any more: constraints contradict each other."""

STABILISATION = 20.0
"""The usual alpha and beta, over the model's unit of time."""

MOST_STEPS = 300_000
"""A run that needs more steps than this, at the length of its last ones, is given up."""

SHRUNK = 100
"""Last steps count as short if they are so many times shorter than the longest ones before."""

MOST_EVEN_STEPS = 100_000_000
"""A long run may take as many steps as it needs, up to this."""

WINDOW = 1000
"""Number of last steps from which that is judged."""

SUSPECTS = ("something grows or swings without bound (negative damping?), is very stiff, or jumps (dry "
            "friction by a sign?); the method 'stiff', a smooth law or a larger rtol may help")
"""What makes steps so short, and what helps."""

STAGES = 12
"""Evaluations in one attempt of a step of DOP853."""


def projection(system, solver, q, qd, ends, counts, rtol=1e-9, step=np.inf):
    """Adaptive Runge-Kutta of order 8 with a projection of position and velocity after each step.

    Parameters
    ----------
    rtol : float
        Tolerance of the local error, relative, and absolute in units of the model.
    step : float
        Largest step [s].
    """
    from scipy.integrate import DOP853
    rates, atol = Rates(system, solver, counts), rtol * system.units.state(qd)

    def stepper(t, x, end):
        return DOP853(rates, t, x, end, rtol=rtol, atol=atol, max_step=step)
    return accepted_steps(stepper, (q, qd), ends, counts, STAGES, lambda t, x: project(system, solver, t, x))


def baumgarte(system, solver, q, qd, ends, counts, rtol=1e-9, step=np.inf, alpha=None, beta=None):
    """Adaptive Runge-Kutta of order 8 on the stabilised equations (Baumgarte 1972; Paper A, section 2.1.2).

    Parameters
    ----------
    alpha, beta : float
        About ten over the characteristic time of the motion; by default 20 over the model's unit of time,
        which is usually 1 s [1/s].
    """
    from scipy.integrate import DOP853
    rates, atol = _stabilised(system, solver, qd, counts, alpha, beta), rtol * system.units.state(qd)

    def stepper(t, x, end):
        return DOP853(rates, t, x, end, rtol=rtol, atol=atol, max_step=step)
    return accepted_steps(stepper, (q, qd), ends, counts, STAGES,
                          check=lambda t, x: check_drift(system, t, x[: system.n]))


def stiff(system, solver, q, qd, ends, counts, rtol=1e-9, step=np.inf, alpha=None, beta=None):
    """LSODA (Petzold 1983): Adams formulas where the motion is smooth, backward differences elsewhere.

    The equations are stabilised by Baumgarte's terms, and the states that are kept are projected.

    Parameters
    ----------
    rtol : float
        Tolerance of the local error, relative, and absolute in units of the model.
    step : float
        Largest step [s].
    alpha, beta : float
        About ten over the characteristic time of the slow motion; by default as in `baumgarte` [1/s].
    """
    from scipy.integrate import LSODA
    n, units, T = system.n, system.units, system.units.time(qd)
    rates, atol = _stabilised(system, solver, qd, counts, alpha, beta), rtol * units.state(qd)

    def stepper(t, x, end):
        return LSODA(rates, t, x, end, rtol=rtol, atol=atol, max_step=step,
                     jac=lambda t, x: jacobian(system, solver, x[:n], x[n:-1], t, T))
    return accepted_steps(stepper, (q, qd), ends, counts, project=lambda t, x: project(system, solver, t, x))


def _stabilised(system, solver, qd, counts, alpha, beta):
    usual = STABILISATION / system.units.time(qd)
    return Rates(system, solver, counts, *(usual if rate is None else rate for rate in (alpha, beta)))


def jacobian(system, solver, q, qd, t, T=1.0):
    """Derivative of the rates of ``{q, qd, work}`` by the applied forces, (2 n + 1, 2 n + 1).

    Where a law is differentiated by differences, T is the unit of time [s].
    """
    n, state = system.n, system.state(q, qd, t)
    result = np.zeros((2 * n + 1, 2 * n + 1))
    result[:n, n:-1] = np.eye(n)
    factor = solver.factor(state.M, state.phi_q)
    for force in system.forces:
        X = np.array([state.V.T @ row for row in force.gradient(system.ny)])             # dx/dq
        A = np.array([factor.solve(column, np.zeros(system.m))[0] for column in X]).T
        place = system.units.of_elements(force)
        by_place, by_rate = force.derivatives(t, state.y, state.yd, place, place / T)
        result[n:-1, :n] += A @ by_place @ X
        result[n:-1, n:-1] += A @ by_rate @ X
    return result


def check_drift(system, t, q):
    """Stop where the stabilisation has lost a constraint.

    Raises
    ------
    StepFailed
    """
    if not system.m:
        return
    phi = system.phi(q, t)
    off = system.units.off(phi)
    worst = off.argmax()
    if off[worst] > LARGEST_DRIFT:
        raise StepFailed(f"at t = {t:g} s {system.rows[worst]} has drifted off by {abs(phi[worst]):.3g}; "
                         "drivers or joints may contradict each other, or rtol is too large")


class Rates:
    """Rates of ``{q, qd, work}``: the motion, and the work that applied forces and drivers do on the way."""

    def __init__(self, system, solver, counts, alpha=0.0, beta=0.0):
        self.system, self.solver, self.counts, self.alpha, self.beta = system, solver, counts, alpha, beta
        self.working = bool(system.forces or system.mixing.driven)

    def __call__(self, t, x):
        self.counts.evaluations += 1
        state = at_once(self.system, x[:-1], t)
        try:
            qdd, p = accelerations_of(state, self.solver, self.alpha, self.beta)
        except SingularSystem:
            return np.full(len(x), np.nan)                # in a trial stage: SciPy then shortens the step
        self.counts.soft += not state.converged
        rates, n = np.empty(len(x)), self.system.n
        rates[:n], rates[n:-1], rates[-1] = state.qd, qdd, state.power(p) if self.working else 0.0
        return rates


def accepted_steps(stepper, start, ends, counts, stages=None, project=None, check=None):
    """Accepted steps of a SciPy solver, each state projected; it starts anew after each of the wanted ends.

    Parameters
    ----------
    stepper : callable ``stepper(t, x, end)`` that makes a SciPy solver from t to end
    start : q, qd
    ends : increasing array [s]
        The start, the times at which a step must end, the end.
    stages : int or None
        Evaluations in one attempt of a step of a Runge-Kutta method, which tell the number of rejected
        attempts, and that the method can go on from the projected state; a multistep method keeps its own.
    project : callable ``project(t, x) -> x`` or None
    check : callable ``check(t, x)`` or None
        Raises when the run should stop after a step.
    """
    counts.rejected, pace, reached = (0 if stages else None), Pace(ends[-1]), np.concatenate([*start, [0.0]])
    for begin, end in zip(ends[:-1], ends[1:]):
        solver = stepper(begin, reached, end)
        while solver.status == "running":
            before = counts.evaluations
            solver.step()
            if solver.status == "failed":
                raise StepFailed(f"the steps shrink to nothing at t = {solver.t:.4g} s: {SUSPECTS}")
            counts.steps += 1
            pace.check(solver.t)
            if stages:
                counts.rejected += (counts.evaluations - before) // stages - 1
            if check:
                check(solver.t, solver.y)
            reached = project(solver.t, solver.y) if project else solver.y
            yield Step(solver.t_old, solver.t, _within(solver, reached, project))
            if project and stages:
                solver.y, solver.f = reached, solver.fun(solver.t, reached)


class Pace:
    """Stops a run whose steps have become so short that the end is out of reach."""

    def __init__(self, end):
        self.end, self.steps, self.since, self.longest = end, 0, 0.0, 0.0

    def check(self, t):
        """Called after each step.

        Raises
        ------
        StepFailed
        """
        self.steps += 1
        if self.steps % WINDOW:
            return
        length = (t - self.since) / WINDOW
        self.since, self.longest = t, max(self.longest, length)
        left = (self.end - t) / max(length, 1e-300)
        if left > (MOST_STEPS if length < self.longest / SHRUNK else MOST_EVEN_STEPS):
            raise StepFailed(f"the steps have become as short as {length:.1g} s at t = {t:.4g} s, so that "
                             f"the rest would take {left:.1g} of them: {SUSPECTS}")


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
