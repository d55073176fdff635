"""The steady spin of benchmark A05, whether it is stable, and whether the governor regulates.

A steady spin is no equilibrium in inertial axes: all coordinates turn. With ``G y = omega x y`` on every
3-block, it is the state with ``F(y) = G y``, F the rates of ``y = {q, qd}``. Small changes eta, seen by
somebody who turns with the shaft, obey ``eta' = (F_y - G) eta``; those that keep the constraints are ``eta
= N s``.
"""

import numpy as np
import scipy

from . import a05_governor as governor

STEP = 1e-30
"""Imaginary step of a complex-step derivative: no difference is taken, so it costs no digits."""

MOMENTUM = governor.moment_of_inertia(governor.ANGLE) * governor.OMEGA
"""Angular momentum of the benchmark, kept by the free shaft [kg m2/s]."""


def complex_step(function, x):
    """Jacobian of a function that takes complex x, ``Im f(x + i h e_k) / h``.

    Examples
    --------
    >>> complex_step(lambda x: np.array([x[0] ** 2, x[0] * x[1]]), np.array([3.0, 5.0]))
    array([[6., 0.],
           [5., 3.]])
    """
    return np.array([function(x + 1j * STEP * e).imag / STEP for e in np.eye(len(x))]).T


def rates(system, y):
    """Rates of ``{q, qd}`` by Eq. (9) as it stands; takes complex numbers, and needs independent rows."""
    q, qd = np.split(y, 2)
    Phi_q = system.phi_q(q).toarray()
    K = np.block([[system.mass(q).toarray(), Phi_q.T], [Phi_q, np.zeros((system.m, system.m))]])
    right = np.concatenate([system.force(q, qd), system.gamma(q, qd)])
    return np.concatenate([qd, np.linalg.solve(K, right)[: system.n]])


def turning(size, omega):
    """G for so many numbers: ``omega x`` on every 3-block."""
    block = omega * np.array([[0.0, -1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 0.0]])
    return np.kron(np.eye(size // 3), block)


def along_the_constraints(system, y):
    """Changes of ``{q, qd}`` that keep ``Phi = 0`` and ``Phi_q qd = 0``, orthonormal columns N."""
    def constraints(y):
        q, qd = np.split(y, 2)
        return np.concatenate([system.phi(q), system.phi_q(q) @ qd])
    return scipy.linalg.null_space(complex_step(constraints, y), rcond=1e-10)


def eigenvalues(model, omega):
    """Eigenvalues of small changes about a steady spin in which the model starts, by real part [1/s]."""
    system = model.system
    y = np.concatenate(system.layout.start())
    A = complex_step(lambda y: rates(system, y), y) - turning(len(y), omega)
    N = along_the_constraints(system, y)
    found = np.linalg.eigvals(N.T @ A @ N)
    return found[np.lexsort((-found.imag, -found.real.round(9)))]


def steady(momentum=None, speed=None, **forces):
    """Steady spin for a given angular momentum, or for a given speed.

    Parameters
    ----------
    momentum : float, by default that of the benchmark [kg m2/s]
    speed : float, instead of it [rad/s]
    **forces
        Of `a05_governor.build`, such as damping.

    Returns
    -------
    model : Model
        In this spin.
    angle, height, omega : float [rad, m, rad/s]
    """
    momentum = MOMENTUM if momentum is None else momentum

    def spinning(unknowns):
        angle, height = unknowns
        omega = speed or momentum / governor.moment_of_inertia(angle)
        return governor.build(angle=angle, height=height, speed=omega, **forces), omega

    def vertical_accelerations(unknowns):
        system = spinning(unknowns)[0].system
        qdd = rates(system, np.concatenate(system.layout.start()))[system.n:]
        slider, rod = (system.layout.bodies[k] for k in (1, 2))
        return [qdd[system.layout.place[body][0][0, 2]] for body in (slider, rod)]

    angle, height = scipy.optimize.fsolve(vertical_accelerations, [0.4, 0.6], xtol=1e-13)
    model, omega = spinning((angle, height))
    return model, float(angle), float(height), float(omega)


def slow_pair(found):
    """The swing of both arms together: the eigenvalue with the largest imaginary part near the axis."""
    return max((x for x in found if x.real > -3 and x.imag > 0), key=lambda x: x.imag)
