"""Freedoms that idle: they move no mass and no point of a force, such as the spin of a rod on two balls.

A body moves with ``xi' = W xi`` seen from its own axes, xi = (1, x, y, z). Its mass distribution stays where
it is if ``W P + P W' = 0``, P its pseudo-inertia: a rod or a cylinder that turns about its axis, anything
that has no mass. What is driven, and the torques of the drivers, do not depend on such a motion.
"""

import numpy as np

from ..formulation.equations import minimum_norm

STILL = 1e-7
"""A mass distribution, in its own size, that changes by less than this share stays where it is."""


class NotDriven(ValueError):
    """A freedom that moves masses, and that no driver prescribes."""


def driven_rates(system, q, t):
    """Rates and accelerations that drivers prescribe; what idles is at rest, and accelerates as it must.

    Returns
    -------
    qd, qdd : (n,) arrays

    Raises
    ------
    NotDriven
        A freedom is left that does not idle.
    """
    Phi_q, nu, units = system.phi_q(q, t), system.nu(q, t), system.units
    qd, rank = units.least_squares(Phi_q, nu)
    if rank == system.n:
        return qd, units.least_squares(Phi_q, system.gamma(q, qd, t))[0]
    _refuse_what_does_not_idle(system, q, t, Phi_q)
    M, J = units.inertia(system.mass(q)).toarray(), units.jacobian(Phi_q).toarray()

    def solved(g, gamma):
        return units.columns * minimum_norm(M, J, units.columns * g, gamma / units.rows)[0]

    qd = solved(np.zeros(system.n), nu)
    return qd, solved(system.force(q, qd, t), system.gamma(q, qd, t))


def idle_bodies(system, q, t=0.0):
    """Names of the bodies that can move although every freedom that counts is driven."""
    Z = system.units.null_space(system.phi_q(q, t))
    y = system.y(q)
    moving = [np.abs(_motions(system, body, y, q, Z)).max(initial=0.0) for body in system.layout.bodies]
    return [body.name for body, size in zip(system.layout.bodies, moving)
            if size > STILL and not body.is_reading]


def _refuse_what_does_not_idle(system, q, t, Phi_q):
    Z = system.units.null_space(Phi_q)
    moved = moved_masses(system, q, Z)
    _, sizes, shapes = np.linalg.svd(moved)
    counting = shapes[: int(np.sum(sizes > STILL))]
    if len(counting):
        z = Z @ counting[0]
        label = system.layout.labels[np.abs(z / system.units.columns).argmax()]
        words = "1 freedom" if len(counting) == 1 else f"{len(counting)} freedoms"
        raise NotDriven(f"at t = {t:g} s the constraints and drivers leave {words} that nothing drives: "
                        f"{label} can move, and masses or forces with it; drive every freedom, or simulate; "
                        "if all are driven, this position is singular")


def moved_masses(system, q, Z):
    """How much each free motion changes mass distributions and places of forces, as columns.

    Parameters
    ----------
    Z : (n, f) array

    Returns
    -------
    (k, f) array
        In units of the model.
    """
    y, rows, L = system.y(q), [np.zeros((1, Z.shape[1]))], system.units.length
    for body in system.layout.bodies:
        P = body.P
        length = np.sqrt(np.trace(P[1:, 1:]) / P[0, 0]) if P[0, 0] > 0 and P[1:, 1:].any() else L
        D = np.diag([1.0, *[1 / length] * body.dimension])
        size = np.abs(D @ P @ D).max() or 1.0
        changes = [D @ (W @ P + P @ W.T) @ D / size for W in _motions(system, body, y, q, Z)]
        rows.append(np.array(changes).reshape(Z.shape[1], -1).T)
    rates = [system.yd(q, z) for z in Z.T]
    rows += [np.array([force.rates(rate).ravel() / system.units.of_elements(force) for rate in rates]).T
             for force in system.forces]
    return np.vstack(rows)


def _motions(system, body, y, q, Z):
    """W of a body, seen from its own axes, for each free motion, (f, d + 1, d + 1)."""
    index, sign = system.layout.place[body]
    found = np.zeros((Z.shape[1], body.dimension + 1, body.dimension + 1))
    for W, z in zip(found, Z.T):
        rates = system.yd(q, z)[index] * sign
        if body.kind == "point":
            W[1:, 0] = rates[0]
        else:
            W[1:] = (y[index] * sign)[1:] @ rates.T
    return found
