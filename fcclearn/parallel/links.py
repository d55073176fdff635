"""How the links move: everything that the dynamics needs to know about the limbs' motion.

A link of limb i moves in the plane of the limb, which turns about the vertical at rate theta_i1'.
Its direction in the plane is psi: theta_i2 (upper link), pi - theta_i3 (lower), pi - theta_i4
(actuators 1-3), theta_12 + theta_44 (actuator 4); it turns about the plane's normal at omega_y =
-psi'. Paper B prints +b_ij for every link in Eq. (47) and angles with the wrong sense in Eq. (54)
(errata): M cannot see these signs, C can.

Arrays (..., limbs, poses): the limbs are 1, 2, 3 and once more 1, in whose plane actuator 4 lies.
"""
from typing import NamedTuple

import numpy as np

from .arrays import column, components
from .geometry import REFERENCE
from .position import lengths, posture
from .velocity import ACTUATED, along, dot, gradient_rates, gradients


class Direction(NamedTuple):
    """An angle psi of a limb: unit vector e = (cos psi, sin psi), row b,
    its rate b_d, and psi_d = b chi_d."""

    e: np.ndarray
    b: np.ndarray
    b_d: np.ndarray
    psi_d: np.ndarray

    def of(self, limbs):
        """The same for some of the limbs."""
        return Direction(self.e[:, limbs], self.b[:, limbs], self.b_d[:, limbs], self.psi_d[limbs])


class LinkMotion(NamedTuple):
    """Rows (gradients) of a link's coordinates, their rates,
    and its moment of inertia about the limb's vertical axis."""

    x: np.ndarray       # coordinate of the centre of mass along x of {C_i}, mm
    b_x: np.ndarray
    b_z: np.ndarray
    b_psi: np.ndarray
    b_1: np.ndarray
    b_x_d: np.ndarray
    b_z_d: np.ndarray
    b_psi_d: np.ndarray
    b_1_d: np.ndarray
    P: np.ndarray       # m x^2 + I_xx cos^2 psi + I_zz sin^2 psi, kg mm2
    b_P: np.ndarray     # its gradient


def cross(a, b):
    """Sine of the angle from a to b, for unit vectors (2, ...)."""
    return a[0] * b[1] - a[1] * b[0]


def directions(chi, chi_d, p=REFERENCE):
    """The four angles of the limb planes: {1: plane theta_i1, 2: upper link, 3: lower link, 4: actuator}.

    Paper B, Eqs. (20), (48); `chi_d` (4, ...) may be zero where only positions matter.
    """
    q, chi_d = posture(chi, p), components(chi_d, like=chi, what="velocity")
    rows = gradients(q, p)
    b1_d, b2_d, b3_d = gradient_rates(q, rows, chi_d, p)

    def direction(e, b, b_d):
        return Direction(np.array(e), b, b_d, along(b, chi_d)).of(ACTUATED)

    upper = direction((q.c2, q.s2), rows.b2, b2_d)
    lower = direction((-q.c3, q.s3), -rows.b3, -b3_d)
    plane = direction(-q.v / q.rho, rows.b1, b1_d)
    return {1: plane, 2: upper, 3: lower, 4: _actuator(upper, lower, lengths(q, p), chi_d, p)}


def _actuator(upper, lower, L, chi_d, p):
    """L e4 = l20 e2 + q e3 - (c, 0), with q = 0, c = l1 - l10 for i = 1..3 and q = l30, c = 0 for i = 4.

    b_psi4 = [l20 (e4.e2) b_psi2 + q (e4.e3) b_psi3] / L and its rate: Paper B, Eqs. (43), (49), (B11), (B12).
    """
    sides = ((p.l20, upper), (column((0.0, 0.0, 0.0, p.l30), L[0]), lower))
    c = column((p.bar, p.bar, p.bar, 0.0), L[0])
    e = np.array([sum(k * s.e[0] for k, s in sides) - c, sum(k * s.e[1] for k, s in sides)]) / L
    b = sum(k * dot(e, s.e) * s.b for k, s in sides) / L
    psi_d = along(b, chi_d)
    L_d = sum(k * cross(s.e, e) * s.psi_d for k, s in sides)
    b_d = sum(k * (dot(e, s.e) * s.b_d - cross(e, s.e) * (s.psi_d - psi_d) * s.b) for k, s in sides)
    return Direction(e, b, (b_d - L_d * b) / L, psi_d)


def parts(link, found):
    """The constants k and directions that make up a link's centre of mass: Paper B, Eqs. (40)-(42)."""
    return [(k, found[a].of(link.limbs)) for a, k in ((2, link.k2), (3, link.k3), (4, link.k4)) if k]


def motion(link, found):
    """Rows of one kind of link: Paper B, Eqs. (40)-(42), (52), (B10) and, for P, Eqs. (53)-(54).

    Paper B prints line 3 of Eq. (52) with two wrong signs and (B10) with one (errata).
    """
    made, own, plane = parts(link, found), found[link.along].of(link.limbs), found[1].of(link.limbs)
    m, (I_xx, _, I_zz) = link.solid
    x = link.x0 + sum(k * d.e[0] for k, d in made)
    b_x = sum(-k * d.e[1] * d.b for k, d in made)
    return LinkMotion(
        x, b_x, sum(k * d.e[0] * d.b for k, d in made), own.b, plane.b,
        sum(-k * (d.e[1] * d.b_d + d.e[0] * d.psi_d * d.b) for k, d in made),
        sum(k * (d.e[0] * d.b_d - d.e[1] * d.psi_d * d.b) for k, d in made), own.b_d, plane.b_d,
        m * x**2 + I_xx * own.e[0]**2 + I_zz * own.e[1]**2,
        2 * m * x * b_x + 2 * (I_zz - I_xx) * own.e[0] * own.e[1] * own.b)
