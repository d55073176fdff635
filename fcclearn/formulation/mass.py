"""Mass matrices in closed form, as the paper prints them, and the integral they come from.

The engine needs only ``kron(P, I)`` and ``V' kron(P, I) V`` (module `system`); here are the special
forms that a lesson derives and compares: the integral itself, the diagonal matrix of principal axes at
the centre of mass, and what the reduced body makes of it.
"""

import numpy as np

from .algebra import skew
from .coordinates import C_point


def mass_matrix(P, dimension=3):
    """Mass matrix of the full coordinates, ``M3 = kron(P, I_d)``, constant (Paper A, Eq. (100)).

    Principal axes at the centre of mass make it diagonal: ``diag(m I, Iu I, Iv I, Iw I)`` (Eqs. (101),
    (103)).

    Parameters
    ----------
    P : (4, 4) array
        Pseudo-inertia matrix [kg, kg m, kg m2] (module `inertia`).

    Returns
    -------
    (d (d + 1), d (d + 1)) array

    Examples
    --------
    >>> from fcclearn import box
    >>> mass_matrix(box(12.0, [1, 2, 3]).P).diagonal()[::3]
    array([12.,  1.,  4.,  9.])
    """
    return np.kron(np.asarray(P)[: dimension + 1, : dimension + 1], np.eye(dimension))


def mass_by_quadrature(density, lower, upper, points=6):
    """Mass matrix of a block by the integral, ``M3 = integral of rho C' C dV`` (Paper A, Eq. (100)).

    The density belongs inside the integral where it varies (erratum 10). Gauss-Legendre points: exact
    for a density that is a polynomial of degree ``2 points - 3`` in each coordinate.

    Parameters
    ----------
    density : callable ``density(c) -> float``
        c: (d,) components along u, v, (w) [kg/m3].
    lower, upper : (d,) arrays
        Opposite corners of the block [m].

    Returns
    -------
    (d (d + 1), d (d + 1)) array

    Examples
    --------
    A bar 2 m long, of 1 kg/m and negligible width, about its start:

    >>> mass_by_quadrature(lambda c: 1.0, [0, -0.5], [2, 0.5])[::2, ::2].round(12)[:2, :2]
    array([[2.        , 2.        ],
           [2.        , 2.66666667]])
    """
    lower, upper = np.asarray(lower, dtype=float), np.asarray(upper, dtype=float)
    nodes, weights = np.polynomial.legendre.leggauss(points)
    M = 0.0
    for index in np.ndindex(*[points] * len(lower)):
        index = list(index)
        c = lower + (upper - lower) * (nodes[index] + 1) / 2
        C = C_point(c)
        M = M + density(c) * np.prod(weights[index] * (upper - lower) / 2) * C.T @ C
    return M


def reduced_mass_matrix(q, mass, moments):
    """Mass matrix of a reduced body in space, ``M2 = V' M3 V`` (Paper A, Eqs. (105)-(107)).

    For principal axes at the centre of mass:

    ====  =============================
    rr    m I
    uu    Iu I + Iw (v.v I - v v')
    vv    Iv I + Iw (u.u I - u u')
    uv    Iw (u v' - u.v I)
    ====  =============================

    Parameters
    ----------
    q : (9,) array, r, u, v
    mass : float [kg]
    moments : (3,) array
        Iu, Iv, Iw: the integrals of c_k^2 dm about the centre of mass [kg m2] (Eq. (102)).

    Returns
    -------
    (9, 9) array

    Examples
    --------
    Iw = 0, a lamina with the normal w: constant and diagonal.

    >>> reduced_mass_matrix([0, 0, 0, 1, 0, 0, 0, 1, 0], 1.0, [2.0, 3.0, 0.0]).diagonal()
    array([1., 1., 1., 2., 2., 2., 3., 3., 3.])
    """
    u, v = np.asarray(q)[3:6], np.asarray(q)[6:]
    Iu, Iv, Iw = moments
    I, O = np.eye(3), np.zeros((3, 3))
    uv = Iw * (np.outer(u, v) - u @ v * I)
    return np.block([[mass * I, O, O],
                     [O, Iu * I + Iw * (v @ v * I - np.outer(v, v)), uv],
                     [O, uv.T, Iv * I + Iw * (u @ u * I - np.outer(u, u))]])


def reduced_inertia_force(qd, q, Iw):
    """Velocity-dependent force of a reduced body, ``-V' M3 Vdot qd`` (Paper A, Eq. (108)).

    For principal axes: ``-2 Iw {0, v x z, -u x z}`` with ``z = ud x vd``; it stands with g on the
    right-hand side. The paper prints a plus (erratum 1): energy does not notice, since the force does no
    work, but the motion does.

    Parameters
    ----------
    qd, q : (9,) arrays
    Iw : float [kg m2]

    Returns
    -------
    (9,) array

    Examples
    --------
    >>> reduced_inertia_force([0, 0, 0, 0, 0, 1, 1, 0, 0], [0, 0, 0, 1, 0, 0, 0, 1, 0], 0.5)[6:]
    array([0., 0., 1.])
    """
    (u, v), (ud, vd) = np.reshape(q, (3, 3))[1:], np.reshape(qd, (3, 3))[1:]
    z = skew(ud) @ vd
    return 2 * Iw * np.concatenate([np.zeros(3), skew(z) @ v, skew(u) @ z])
