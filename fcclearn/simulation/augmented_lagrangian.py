"""Index-3 augmented Lagrangian formulation with projections (Bayo & Ledesma 1996; Cuadrado et al. 1997).

The trapezoidal rule makes velocity and acceleration at the end of a step functions of the position there,

    qd1 = 2/h (q1 - q0) - qd0,       qdd1 = 4/h^2 (q1 - q0) - 4/h qd0 - qdd0

so that ``M qdd1 + Phi_q' lam = g`` and ``Phi(q1) = 0`` are equations for q1. Their solution satisfies the
constraints, its velocity and acceleration do not quite: both are projected, in the metric of the mass matrix.
"""

from functools import partial

import numpy as np

from ..engine.dynamics import accelerations_of
from .stepping import STEP, NotConverged, check_settled, controlled, hermite, project

ITERATIONS = 12


def augmented_lagrangian(system, solver, q, qd, ends, counts, step=None, tolerance=1e-12):
    """Trapezoidal rule in the positions, with projected velocities and accelerations; second order.

    The derivatives of the forces are left out of the iterations, so springs and dampers that are stiff for
    the step do not converge; the step is then halved.

    Parameters
    ----------
    step : float
        By default 0.01 of the model's unit of time, which is usually 1 s [s].
    tolerance : float
        Largest last correction of a coordinate, in units of the model.
    """
    units = system.units
    step = step or STEP * units.time(qd)

    def advance(t, h, state):
        q0, v0, a0, power0, work = state
        q1, t1 = q0 + h * v0 + 0.5 * h**2 * a0, t + h
        for _ in range(ITERATIONS):
            counts.evaluations += 1
            v1 = 2 / h * (q1 - q0) - v0
            a1 = 4 / h**2 * (q1 - q0) - 4 / h * v0 - a0
            here = system.state(q1, v1, t1)
            residual = h**2 / 4 * (here.g - here.M @ a1)
            correction, _ = solver.factor(here.M, here.phi_q).solve(residual, -here.phi)
            q1 = q1 + correction
            size = np.abs(correction / units.columns).max()
            if size <= tolerance:
                break
        else:
            raise NotConverged(f"after {ITERATIONS} iterations the position still changes by {size:.1g}")
        check_settled(system, system.phi(q1, t1))
        v1, a1, power = _projected(system, solver, q1, v1, a1, t1)
        done = work + h / 2 * (power0 + power)
        return (q1, v1, a1, power, done), hermite(t, q0, v0, work, t1, q1, v1, done)

    start = q, qd, *_start(system, solver, q, qd), 0.0
    return controlled(advance, ends, step, counts, start, partial(project, system, solver), units.columns)


def _start(system, solver, q, qd):
    """Acceleration and power at the start."""
    state = system.state(q, qd)
    a, p = accelerations_of(state, solver)
    return a, state.power(p)


def _projected(system, solver, q, v, a, t):
    """Velocity and acceleration brought onto their constraints, and the power there."""
    here = system.state(q, v, t)
    factor = solver.factor(here.M, here.phi_q)
    v = factor.solve(here.M @ v, here.nu)[0]
    here = system.state(q, v, t)
    a = factor.solve(here.M @ a, here.gamma)[0]
    return v, a, here.power(here.g - here.M @ a)
