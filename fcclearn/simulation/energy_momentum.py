"""Midpoint rule with discrete gradients: energy and constraints are kept exactly at any step length.

A quadratic map has the Jacobian of the middle as its exact difference quotient (Simo & Tarnow 1992;
Gonzalez 1996):

    y(q1) - y(q0)  = V(q_m) (q1 - q0),         q_m = (q0 + q1) / 2
    Phi(y1) - Phi(y0) = Phi_y(y_m) (y1 - y0),  y_m = (y0 + y1) / 2,   J_m = Phi_y(y_m) V(q_m)

so that the step from (q0, v0) to (q1, v1), v the rates of the extended coordinates y, of length h

    V_m' [M3 (v1 - v0) / h - g3] + J_m' lam = 0,      y1 - y0 = h (v0 + v1) / 2,      Phi(y1, t1) = 0

multiplied by q1 - q0 changes the kinetic energy by the work of g3 and of the drivers, and by nothing else.
Springs enter with their mean force along the chord, itself a discrete gradient, dampers and other forces in
the middle. Full and planar bodies (V constant) keep the momenta too where no force acts; for reduced spatial
bodies only energy is exact, and angular momentum is kept to second order. Written for lam h^2 / 2, Newton's
matrix is

    K = V_m' (M3 - h^2/2 dF/dy1) V_1 + beta J_m' J_1

which is not symmetric: with a symmetric one the iterations diverge. The derivatives of the forces (module
`tangent`) are taken once a step. Newton starts from the acceleration of the last step and its change.
"""

from functools import partial

import numpy as np

from ..engine.band import Band, solve_general
from ..engine.massless import without_mass
from .stepping import SAME_TIME, STEP, NotConverged, StepFailed, check_settled, controlled, hermite, project
from .tangent import Tangent

ITERATIONS = 12

PENALTY = 1e9
"""beta over the largest diagonal term of M."""


def energy_momentum(system, solver, q, qd, ends, counts, step=None, tolerance=1e-10):
    """Energy-conserving midpoint rule; second order.

    Parameters
    ----------
    step : float
        By default 0.01 of the model's unit of time, which is usually 1 s [s].
    tolerance : float
        Largest last correction of a coordinate, in units of the model. The energy drifts by about as much in
        each step.

    Raises
    ------
    StepFailed
        A freedom without mass, which the other methods allow; or a step that does not converge.
    """
    newton, units = Newton(system, solver, system.units.time(qd)), system.units
    step = step or STEP * units.time(qd)
    _check_mass(system, solver, q)
    reduced = system.ny > system.n
    if reduced:
        counts.warnings.append("reduced spatial bodies: energy is conserved, "
                               "angular momentum to second order only")

    def advance(t, h, state):
        q0, v0, a0, lam, work, jerk, before = state
        y0, n = system.y(q0), system.n
        a1 = a0 + jerk * (before + h) / 2                  # means over steps, from middle to middle
        q1, mu, slopes = q0 + h * v0[:n] + h**2 / 2 * a1[:n], h**2 / 2 * lam, None
        for _ in range(ITERATIONS):
            counts.evaluations += 1
            here = system.state(q1, t=t + h)
            middle = system.state((q0 + q1) / 2, t=t + h / 2)
            dy, middle.y = here.y - y0, (y0 + here.y) / 2
            forces = [(f.columns, f.mean(middle.t, y0, here.y, dy / h)) for f in system.forces]
            if slopes is None:
                slopes = newton.tangent.of_forces(middle.t, middle.y, dy / h, h)
            residual = system.M3 @ (dy - h * v0) - h**2 / 2 * _total(system.weight, forces)
            tangent = newton.tangent.matrix(middle, here, h, slopes)
            correction, mu = newton.correct(tangent, here, middle, residual, mu)
            q1 = q1 + correction
            size = np.abs(correction / units.columns).max()
            if size <= tolerance:
                break
            if not size < 1e3:
                raise NotConverged("the iterations diverge")
        else:
            raise NotConverged(f"after {ITERATIONS} iterations the position still changes by {size:.1g}")
        end = system.state(q1, t=t + h)
        check_settled(system, end.phi)
        v1 = 2 / h * (end.y - y0) - v0
        driven = mu @ (middle.phi_q @ (q1 - q0))
        done = work + sum(f @ dy[columns] for columns, f in forces) - 2 / h**2 * driven
        at = hermite(t, q0, v0[:n], work, t + h, q1, v1[:n], done)
        if reduced:
            at = _fitting(at, [(t, system.state(q0, t=t), v0), (t + h, end, v1)], SAME_TIME * h, solver)
        a1 = (v1 - v0) / h
        jerk = 2 * (a1 - a0) / (before + h) if before else 0 * a1
        return (q1, v1, a1, 2 / h**2 * mu, done, jerk, h), at

    start = q, system.yd(q, qd), np.zeros(system.ny), np.zeros(system.m), 0.0, np.zeros(system.ny), 0.0
    return controlled(advance, ends, step, counts, start, partial(project, system, solver), units.columns)


def _fitting(at, ends, same, solver):
    """At both ends of a step, the rates qd for which V qd comes nearest to v.

    They have the energy of v to fourth order.
    """
    def fitted(t):
        q, qd, work = at(t)
        for end, here, v in ends:
            if abs(t - end) <= same:
                qd, _ = solver.factor(here.M, here.phi_q).solve(here.V.T @ (here.system.M3 @ v), here.nu)
        return q, qd, work
    return fitted


def _check_mass(system, solver, q):
    state = system.state(q)
    coordinate = without_mass(solver, state.M, state.phi_q)
    if coordinate is not None:
        raise StepFailed(f"{system.layout.labels[coordinate]} or what moves with it has almost no mass, "
                         "which this method needs; give the body some inertia about its axis, "
                         "model it as a point, or take the method 'projection'")


def _total(weight, forces):
    total = weight.copy()
    for columns, force in forces:
        total[columns] += force
    return total


class Newton:
    """Corrections of q1 with the matrix K, dense or as a band, and the multipliers that go with them."""

    def __init__(self, system, solver, time=1.0):
        self.system, self.units = system, system.units
        places, lengths = system.M3.pattern, self.units.extended
        self.beta = PENALTY * np.abs(system.M3.data * lengths[places.rows] * lengths[places.columns]).max()
        self.stiffness = self.beta / self.units.rows**2
        self.tangent = Tangent(system, time)
        patterns = self.tangent.pattern, system.phi_q_product.pattern
        self.band = Band(*patterns, symmetric=False) if solver.way == "band" else None

    def correct(self, M, here, middle, residual, mu):
        """Correction of q1 and new multipliers, from the residual on y without its constraint force."""
        force = middle.V.T @ residual + middle.phi_q.T @ (mu + self.stiffness * here.phi)
        correction = self._solve(M, middle.phi_q, here.phi_q, -force)
        return correction, mu + self.stiffness * (here.phi + here.phi_q @ correction)

    def _solve(self, M, middle, end, right):
        units = self.units
        M, middle, end = self.tangent.measured(M), units.jacobian(middle), units.jacobian(end)
        if self.band:
            K = self.band.assemble(M, self.beta * middle, end)
        else:
            K = M.toarray() + self.beta * middle.toarray().T @ end.toarray()
        x = solve_general(K, units.columns * right, self.band)
        if x is None:
            raise NotConverged("its linear equations are singular")
        return units.columns * x
