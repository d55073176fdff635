"""Velocities and accelerations: the gradients of the limb angles, the Jacobian J and its rate.

A "row" is the gradient of one quantity with respect to chi = (X, Y, Z, alpha): an array (4, limbs, poses...).
The rows here are the short forms of Paper B, Eqs. (23)-(25) and (49)-(50), and of its appendices A and B.
"""
from typing import NamedTuple

import numpy as np

from .arrays import VANISHING, column, components, refuse_zero
from .geometry import REFERENCE, SingularPose
from .position import NO_PLANE, lengths, posture

# with a larger condition number too few digits are left: refuse to divide by J
WORST_CONDITION = 1 / VANISHING
ACTUATED = [0, 1, 2, 0]     # the limb in whose plane each of the four actuators lies


class Rows(NamedTuple):
    """Gradients b1, b2, b3 of theta_i1, theta_i2, theta_i3 and g of rho_i;
    unit vectors n along v and t across it."""

    n: np.ndarray
    t: np.ndarray
    g: np.ndarray
    b1: np.ndarray
    b2: np.ndarray
    b3: np.ndarray


def row(x, y, z, a):
    """Stack four components as a row."""
    return np.array(np.broadcast_arrays(x, y, z, a))


def dot(a, b):
    """Scalar product of horizontal vectors (2, ...)."""
    return a[0] * b[0] + a[1] * b[1]


def along(rows, chi_d):
    """Rate of the quantities with gradient `rows` (4, limbs, ...) for velocities chi_d (4, ...)."""
    return (rows * chi_d[:, None]).sum(0)


def gradients(q, p=REFERENCE):
    """Gradients of rho_i and of the limb angles.

        g  = [n, 0, n.w],      b1 = [t, 0, t.w] / rho,      w = z x u
        b2 = (c3 g + s3 e_Z) / (l2 s_gamma),      b3 = (-c2 g + s2 e_Z) / (l3 s_gamma)

    Equal to Paper B, Eqs. (20), (23)-(25), (48)-(50), with its errata: B_i1 has column [2X +
    c_i0 r0, -1, sqrt(3) c_i] and r0 (printed r) in entry (1, 2); B_i2 and a_i8 of Eq. (50)
    have a column and a vector exchanged.

    Raises
    ------
    SingularPose
        Where rho_i = 0 (the plane of limb i is undefined) or the limb is straight or folded.
    """
    refuse_zero(q.rho / p.r0, NO_PLANE)
    refuse_zero(_sin_elbow(q), "it is straight or folded (sin gamma_i = 0)")
    n = q.v / q.rho
    t = np.array([-n[1], n[0]])
    w = np.array([-q.u[1], q.u[0]])
    nw, tw, zero = dot(n, w), dot(t, w), np.zeros_like(q.rho)
    sin_elbow = _sin_elbow(q)
    return Rows(n, t, row(n[0], n[1], zero, nw), row(t[0], t[1], zero, tw) / q.rho,
                row(q.c3 * n[0], q.c3 * n[1], q.s3, q.c3 * nw) / (p.l2 * sin_elbow),
                row(-q.c2 * n[0], -q.c2 * n[1], q.s2, -q.c2 * nw) / (p.l3 * sin_elbow))


def _sin_elbow(q):
    return q.s2 * q.c3 + q.c2 * q.s3


def gradient_rates(q, rows, chi_d, p=REFERENCE):
    """Time derivatives of the rows b1, b2, b3 for velocities chi_d (4, ...):
    what Paper B, Eqs. (A1)-(A5), (B3), (B4) do.

    n and t turn with theta_i1', so n' = t theta1', t' = -n theta1'; w' = -alpha' u.
    The rest is the product rule.
    """
    n, t, g, b1, b2, b3 = rows
    turn, rate2, rate3 = (along(b, chi_d) for b in (b1, b2, b3))
    w = np.array([-q.u[1], q.u[0]])
    zero = np.zeros_like(turn)
    g_d = row(t[0] * turn, t[1] * turn, zero, turn * dot(t, w) - chi_d[3] * dot(n, q.u))
    across_d = row(-n[0] * turn, -n[1] * turn, zero, -turn * dot(n, w) - chi_d[3] * dot(t, q.u))
    b1_d = (across_d - along(g, chi_d) * b1) / q.rho
    e_Z = column([0.0, 0.0, 1.0, 0.0], turn)
    sin_elbow, stretch = _sin_elbow(q), (q.c2 * q.c3 - q.s2 * q.s3) * (rate2 + rate3)
    b2_d = (rate3 * (q.c3 * e_Z - q.s3 * g) + q.c3 * g_d - p.l2 * stretch * b2) / (p.l2 * sin_elbow)
    b3_d = (rate2 * (q.c2 * e_Z + q.s2 * g) - q.c2 * g_d - p.l3 * stretch * b3) / (p.l3 * sin_elbow)
    return b1_d, b2_d, b3_d


def actuator_rows(q, b2, b3):
    """cos and sin of theta_i2 and the row b_i2 for i = 1..4, with theta_42 = theta_12 + theta_13:
    Paper B, Eq. (28)."""
    c42, s42 = q.c2[:1] * q.c3[:1] - q.s2[:1] * q.s3[:1], _sin_elbow(q)[:1]
    b42 = b2[:, :1] + b3[:, :1]
    return np.concatenate((q.c2, c42)), np.concatenate((q.s2, s42)), np.concatenate((b2, b42), axis=1)


def jacobian(chi, p=REFERENCE):
    """The general Jacobian, V = J chi_d, with rows d_i = a_i6 b_i2, a_i6 = c_i1 l20 sin(theta_i2) / L_i.

    Paper B, Eqs. (19)-(28). Paper B prints J_V = diag(a_i6) and leaves a_12k out of row 4 in Eq. (22); J_V is
    diag(1/a_i6) and row 4 is a_12k + a_13k, as Eqs. (27)-(28) say (errata).

    Parameters
    ----------
    chi : (..., 4) poses, mm and rad; complex steps pass through

    Returns
    -------
    (..., 4, 4); columns X, Y, Z in mm/mm, column alpha in mm/rad

    Examples
    --------
    On the axis at alpha = 0 turning the platform moves no actuator, which is a singularity:

    >>> bool(abs(jacobian([0.0, 0.0, 110.0, 0.0])[:, 3]).max() < 1e-12)
    True
    """
    q = posture(chi, p)
    rows = gradients(q, p)
    _, s, b = actuator_rows(q, rows.b2, rows.b3)
    L = lengths(q, p)
    return np.moveaxis(column(p.sides, L[0]) * p.l20 * s / L * b, (0, 1), (-1, -2))


def jacobian_rate(chi, chi_d, p=REFERENCE):
    """J_d: rows d_i' = a_i6' b_i2 + a_i6 b_i2': Paper B, Eqs. (30)-(32) and appendix A.

    Of appendix A, A1, A3 and A5 need corrections (errata); this uses the short forms of `gradient_rates`.
    """
    q, chi_d = posture(chi, p), components(chi_d, like=chi, what="velocity")
    rows = gradients(q, p)
    _, b2_d, b3_d = gradient_rates(q, rows, chi_d, p)
    c, s, b = actuator_rows(q, rows.b2, rows.b3)
    b_d = np.concatenate((b2_d, b2_d[:, :1] + b3_d[:, :1]), axis=1)
    L = lengths(q, p)
    a6 = column(p.sides, L[0]) * p.l20 * s / L
    rate = along(b, chi_d)
    a6_d = column(p.sides, L[0]) * p.l20 * (L * c * rate - s * a6 * rate) / L**2
    return np.moveaxis(a6 * b_d + a6_d * b, (0, 1), (-1, -2))


def times(A, x):
    """Matrix (..., n, m) times vector (..., m)."""
    return np.einsum("...ij,...j->...i", A, x)


def actuator_velocity(chi, chi_d, p=REFERENCE):
    """V = J chi_d in mm/s: Paper B, Eq. (26)."""
    return times(jacobian(chi, p), chi_d)


def actuator_acceleration(chi, chi_d, chi_dd, p=REFERENCE):
    """A = J chi_dd + J_d chi_d in mm/s2: Paper B, Eq. (29)."""
    return times(jacobian(chi, p), chi_dd) + times(jacobian_rate(chi, chi_d, p), chi_d)


def platform_velocity(chi, V, p=REFERENCE):
    """chi_d for actuator velocities V, Paper B, Eq. (26) solved;
    SingularPose where J does not determine it."""
    return times(inverse_jacobian(chi, p), V)


def platform_acceleration(chi, chi_d, A, p=REFERENCE):
    """chi_dd for actuator accelerations A, Paper B, Eq. (29) solved."""
    return times(inverse_jacobian(chi, p), A - times(jacobian_rate(chi, chi_d, p), chi_d))


def scaling(p=REFERENCE):
    """S = diag(1, 1, 1, 1/r): J S maps mm/s to mm/s, an angle counting as the arc it makes at radius r."""
    return np.diag([1.0, 1.0, 1.0, 1.0 / p.r])


def condition(chi, p=REFERENCE):
    """Condition number of J S (2-norm): by how much relative errors in V may grow in chi_d.

    Examples
    --------
    >>> round(float(condition([-5.5491, 12.7839, 110.0, -0.2654])), 1)
    7.0
    """
    return np.linalg.cond(jacobian(chi, p) @ scaling(p))


def inverse_jacobian(chi, p=REFERENCE):
    """J^-1, or SingularPose with the condition number and what it means."""
    J = jacobian(chi, p)
    S = scaling(p)
    try:
        inverse = np.linalg.inv(J @ S)
        size = np.linalg.norm(J @ S, axis=(-2, -1)) * np.linalg.norm(inverse, axis=(-2, -1))
    except np.linalg.LinAlgError:
        size = condition(chi, p)
    worst = np.unravel_index(np.argmax(size), np.shape(size))
    if not size[worst] < WORST_CONDITION:
        pose = ", ".join(f"{x:g}" for x in np.asarray(chi)[worst])
        raise SingularPose(f"pose ({pose}) is singular: the condition number of J is {size[worst]:.2g} "
                           f"(rotation scaled by r = {p.r:g} mm), so with the actuators locked the "
                           f"platform can still move (see singularity.factors for the cause)")
    return S @ inverse
