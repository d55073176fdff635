"""The steady spin of benchmark A05, whether it is stable, and whether the governor regulates.

A steady spin is no equilibrium in inertial axes: all coordinates turn. With ``G y = omega x y`` on every
3-block, it is the state with ``F(y) = G y``, F the rates of ``y = {q, qd}``. Small changes eta, seen by
somebody who turns with the shaft, obey ``eta' = (F_y - G) eta``, and ``eta = N s`` along the constraints.
"""

from functools import lru_cache

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


def reduced(model, omega):
    """Matrix of the small changes ``N s`` about a steady spin in which the model starts, and N.

    Returns
    -------
    A : (k, k) array
        ``N' (F_y - G) N``, with k twice the number of freedoms [1/s].
    N : (2 n, k) array
    """
    system = model.system
    y = np.concatenate(system.layout.start())
    N = along_the_constraints(system, y)
    return N.T @ (complex_step(lambda y: rates(system, y), y) - turning(len(y), omega)) @ N, N


def eigenvalues(model, omega):
    """Eigenvalues of small changes about the steady spin of the start, by falling real part [1/s]."""
    found = np.linalg.eigvals(reduced(model, omega)[0])
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


def slow_swing(found):
    """The slowest pair that swings, by the one with positive imaginary part [1/s]."""
    return min((x for x in found if x.imag > 1e-3), key=abs)


@lru_cache(maxsize=1)
def one_turn_a_second():
    """Angle, height and speed of the steady spin at the benchmark's first speed [rad, m, rad/s]."""
    return steady(speed=governor.OMEGA)[1:]


def regulated(throttle, friction):
    """The governor with a motor that it throttles, in its steady spin of one turn a second.

    Parameters
    ----------
    throttle : float [N m/m]
    friction : float
        Of the slider on the shaft [N s/m].

    Returns
    -------
    model : Model
    omega : float [rad/s]
    """
    angle, height, omega = one_turn_a_second()
    return governor.build(angle=angle, height=height, speed=omega, throttle=throttle, wanted=height,
                          friction=friction), omega


def critical_friction(throttle):
    """Friction of the slider at which hunting neither grows nor dies [N s/m]."""
    def growth(friction):
        return slow_swing(eigenvalues(*regulated(throttle, friction))).real
    return scipy.optimize.brentq(growth, 0.0, throttle, xtol=1e-4 * throttle)
