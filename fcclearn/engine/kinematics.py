"""Positions, velocities and accelerations that satisfy the constraints.

Of a mechanism whose every freedom is driven they follow from the constraints alone (`kinematic_analysis`):

    Phi(q, t) = 0,     Phi_q qd = nu,     Phi_q qdd = gamma          (Paper A, Eqs. (2)-(6))

Where freedoms remain, position and velocity are found closest to a guess in the metric of the mass
matrix, with the same redundancy-safe solve as the accelerations (theory section 8): position
``g = 0, gamma = -Phi``, velocity ``g = M qd, gamma = nu``.
"""

import numpy as np

from .continuation import Moving, follow
from .idle import driven_rates
from .linear import PENALTY

TOLERANCE = 1e-12
"""Positions are accepted when the largest |Phi| is below this, in units of the model."""

LAST_CORRECTION = 1e-10
"""Newton's method squares its error in each step: after so small a correction only rounding is left."""

CONTRADICTION = 1e-7
"""Prescribed rates that cannot be met to this share of the largest contradict each other."""

NEAR = 1e-6
"""A position is almost there if |Phi| is below this, in units of the model: its square is rounding."""

ONE_STEP = 1e-3
"""From a |Phi| below this one correction brings a position almost there."""


class NotAssembled(ArithmeticError):
    """No position satisfies the constraints near the guess."""


def newton_raphson(system, q, t=0.0, iterations=30):
    """Position by Newton-Raphson, ``Phi_q dq = -Phi`` by least squares (Paper A, section 2.1.1).

    Rows may be redundant; of all corrections it is the smallest, so a freedom that is not driven stays near
    the guess.

    Raises
    ------
    NotAssembled
        Corrections do not die out, or they do and |Phi| stays: contradicting rows.

    Examples
    --------
    A bar of 5 m whose end is guessed at (4, 2), with the start held at the origin and x of the end at 4:

    >>> from fcclearn import Model, Lin, rod, revolute
    >>> model = Model(gravity=[0, -9.81])
    >>> bar = model.body("bar", rod(1.0, 5.0), along=([0, 0], [4, 3]))
    >>> pin = model.join(revolute(model.ground.point(), bar.point("start")))
    >>> stop = model.join(Lin(bar.point("end"), A=[[0, 1]], f=[4.0]))
    >>> q = newton_raphson(model.system, bar.q)
    >>> model.system.value_of(bar.point("end"), q).round(12)
    array([3., 4.])
    """
    units = system.units
    for _ in range(iterations):
        correction, _ = units.least_squares(system.phi_q(q, t), -system.phi(q, t))
        q = q + correction
        change, reach = (np.abs(x / units.columns).max(initial=0.0) for x in (correction, q))
        if change <= LAST_CORRECTION * max(1.0, reach):
            break
    phi = system.phi(q, t)
    if not units.off(phi).max(initial=0.0) <= TOLERANCE:
        raise _not_assembled(system, phi, iterations, t)
    return q


def kinematic_analysis(system, q, times, kinks=None):
    """Positions, velocities and accelerations of a driven mechanism at increasing times.

    The motion is followed from time to time, in between if need be (module `continuation`). What idles
    (module `idle`) stays near where it was.

    Parameters
    ----------
    kinks : list, optional
        Times at which the velocity jumps are appended [s].

    Yields
    ------
    t, q, qd, qdd

    Raises
    ------
    NotAssembled
        No position at some time: the driver leaves the reach of the mechanism; drivers that contradict.
    LostBranch
        The position jumps.
    NotDriven
        A freedom that moves masses and is not driven, or a singular position.
    """
    def find(q, t):
        q = newton_raphson(system, q, t)
        check_rates(system, q, t)
        return Moving(t, q, *driven_rates(system, q, t), system.units.jacobian(system.phi_q(q, t)).toarray())

    kinks, here = [] if kinks is None else kinks, find(q, times[0])
    yield here[:4]
    for t in times[1:]:
        here = follow(find, here, t, system.units, kinks)
        yield here[:4]


def project_position(system, solver, q, t=0.0, penalty=PENALTY, iterations=20, tolerance=TOLERANCE):
    """Nearest position with ``Phi(q, t) = 0``, by Newton-Raphson in the metric of the mass matrix.

    Raises
    ------
    NotAssembled
        The largest |Phi|, in units of the model, does not fall below the tolerance.
    """
    phi, units = system.phi(q, t), system.units
    off = units.off(phi).max(initial=0.0)
    for _ in range(iterations):
        if off <= tolerance:
            return q
        factor = solver.factor(system.mass(q), system.phi_q(q, t), penalty)
        q = q + factor.solve(np.zeros_like(q), -phi)[0]
        last, phi = off, system.phi(q, t)
        off = units.off(phi).max()
        if off >= 0.5 * last < 100 * tolerance:                    # rounding level
            return q
    raise _not_assembled(system, phi, iterations, t)


def _not_assembled(system, phi, iterations, t):
    worst = system.units.off(phi).argmax()
    return NotAssembled(f"no position satisfies the constraints at t = {t:g} s near the guess: after "
                        f"{iterations} iterations {system.rows[worst]} is still off by {abs(phi[worst]):.3g}")


def check_rates(system, q, t=0.0):
    """Refuse drivers that ask for rates which contradict each other or the joints.

    Raises
    ------
    NotAssembled
        ``Phi_q qd = nu`` has no solution, with the row that the best compromise misses most.
    """
    Phi_q, nu, units = system.phi_q(q, t), system.nu(q, t), system.units
    if not nu.any():
        return
    missed = Phi_q @ units.least_squares(Phi_q, nu)[0] - nu
    worst = units.off(missed).argmax()
    if units.off(missed)[worst] > CONTRADICTION * units.off(nu).max():
        others = {system.rows[k].owner for k in np.flatnonzero(nu)} - {system.rows[worst].owner}
        and_others = f" and {', '.join(sorted(others))}" * bool(others)
        raise NotAssembled(f"no velocity satisfies {system.rows[worst]}{and_others} at t = {t:g} s: the best "
                           f"misses it by {abs(missed[worst]):.3g} per second; drivers or joints contradict "
                           "each other")


def project_velocity(system, solver, q, qd, t=0.0, penalty=PENALTY):
    """Nearest velocity with ``Phi_q qd = nu``, in the metric of the mass matrix.

    Found as a correction of qd, so that what is rounded is the correction and not the velocity.
    """
    here = system.state(q, qd, t)
    factor = solver.factor(here.M, here.phi_q, penalty)
    return qd + factor.solve(np.zeros_like(qd), -here.velocity_error)[0]


def project_state(system, solver, q, qd, t=0.0):
    """Position and velocity on the constraints, as `project_position` and `project_velocity` find them.

    Where the position is almost there, as after a step or one correction of it, the next squares its error,
    and its factor serves the velocity too: it is off by the product of both errors.

    Raises
    ------
    NotAssembled
    """
    units, here = system.units, system.state(q, qd, t)
    off = units.off(here.phi).max(initial=0.0)
    if NEAR < off <= ONE_STEP:
        q = q + solver.factor(here.M, here.phi_q).solve(np.zeros_like(q), -here.phi)[0]
        here = system.state(q, qd, t)
        off = units.off(here.phi).max()
    if off <= NEAR and off * units.off(here.velocity_error).max(initial=0.0) <= NEAR**2:
        factor = solver.factor(here.M, here.phi_q)
        place = q + factor.nearest(-here.phi)
        there = system.state(place, qd, t)
        if units.off(there.phi).max(initial=0.0) <= TOLERANCE:
            return place, qd + factor.nearest(-there.velocity_error)
    q = project_position(system, solver, q, t)
    return q, project_velocity(system, solver, q, qd, t)
