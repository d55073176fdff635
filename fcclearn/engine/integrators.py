"""Time integration of the equations of motion.

    "projection"   SciPy's adaptive Runge-Kutta method of order 8; after each accepted step position and
                   velocity are brought back onto the constraints
    "baumgarte"    the same method on gamma - 2 alpha (Phi_q qd - nu) - beta^2 Phi

Each yields the states at the wanted times as soon as they are known, so that whatever stops a run
leaves everything up to that time.
"""

from dataclasses import dataclass

import numpy as np
from scipy.integrate import DOP853

from .dynamics import accelerations
from .kinematics import NotAssembled, project_position, project_velocity
from .linear import PENALTY, SingularSystem

PROJECTED_PENALTY = 1e9
"""With a projection at every step the larger penalty holds through singular positions (theory section 8)."""


class StepFailed(ArithmeticError):
    """The integrator cannot go on."""


@dataclass
class Counts:
    """What a run cost."""

    steps: int = 0
    rejected: int = 0
    evaluations: int = 0


def integrate(system, solver, q, qd, times, method, counts, **options):
    """Yield (t, q, qd) for each of the increasing `times`, the first of which is the start.

    Raises
    ------
    ValueError
        Unknown method.
    StepFailed
        A step did not converge (with time and reason).
    """
    return METHODS[method](system, solver, q, qd, times, counts, **options)


def projection(system, solver, q, qd, times, counts, rtol=1e-9, step=np.inf):
    """Adaptive Runge-Kutta of order 8 with a projection after each step."""
    n = system.n

    def project(t, state):
        position = project_position(system, solver, state[:n], t, PROJECTED_PENALTY)
        return np.concatenate([position, project_velocity(system, solver, position, state[n:], t, PROJECTED_PENALTY)])

    return _runge_kutta(system, solver, q, qd, times, counts, rtol, step, dict(penalty=PROJECTED_PENALTY), project)


def baumgarte(system, solver, q, qd, times, counts, rtol=1e-9, step=np.inf, alpha=20.0, beta=20.0):
    """Adaptive Runge-Kutta of order 8 on the stabilised equations.

    alpha and beta [1/s] are about ten over the characteristic time of the motion.
    """
    return _runge_kutta(system, solver, q, qd, times, counts, rtol, step, dict(alpha=alpha, beta=beta, penalty=PENALTY), None)


def _runge_kutta(system, solver, q, qd, times, counts, rtol, step, settings, project):
    n = system.n

    def rates(t, state):
        counts.evaluations += 1
        try:
            qdd, _ = accelerations(system, solver, state[:n], state[n:], t, **settings)
        except SingularSystem:
            return np.full(2 * n, np.nan)                 # in a trial stage: SciPy then shortens the step
        return np.concatenate([state[n:], qdd])

    yield times[0], q, qd
    stepper = DOP853(rates, times[0], np.concatenate([q, qd]), times[-1], rtol=rtol, atol=rtol, max_step=step)
    due = 1
    while due < len(times):
        message = stepper.step()
        if stepper.status == "failed":
            raise StepFailed(f"the step at t = {stepper.t:g} s did not converge: {message}")
        counts.steps += 1
        states = stepper.dense_output()
        while due < len(times) and times[due] <= stepper.t:
            state = states(times[due]) if times[due] < stepper.t else stepper.y
            yield times[due], state[:n], state[n:]
            due += 1
        if project and stepper.status == "running":
            try:
                stepper.y = project(stepper.t, stepper.y)
            except (NotAssembled, SingularSystem) as error:
                raise StepFailed(f"at t = {stepper.t:g} s {error}") from error
            stepper.f = rates(stepper.t, stepper.y)


METHODS = {"projection": projection, "baumgarte": baumgarte}
