"""Inverse position: from the pose chi = (X, Y, Z, alpha) of the platform to the limbs and the actuators.

Poses have shape (..., 4). Inside, components come first and poses last, so that every formula
reads as for one pose and runs on whole arrays; nothing uses an inverse trigonometric
function, so complex steps pass through.
"""
from typing import NamedTuple

import numpy as np

from .arrays import column, pose_components, refuse_zero
from .geometry import REFERENCE, PoseError

NO_PLANE = "R_i10 is on the axis of R_i3, so its plane is undefined (rho_i = 0)"


class Limbs(NamedTuple):
    """Posture of the three limbs. Axes: (2 plane components,) 3 limbs, then the poses."""

    u: np.ndarray       # r R(alpha) e_i: from D to R_i10 in the horizontal plane, mm
    v: np.ndarray       # from C_i to R_i10 in the horizontal plane, mm
    rho: np.ndarray     # its length, mm
    a3: np.ndarray      # squared distance from the limb's root to its tip, mm2
    c2: np.ndarray      # cos and sin of theta_i2 and theta_i3
    s2: np.ndarray
    c3: np.ndarray
    s3: np.ndarray


class Angles(NamedTuple):
    """Joint angles in rad:
    theta1, theta2, theta3 of shape (..., 3) and the actuators' theta4 of shape (..., 4)."""

    theta1: np.ndarray
    theta2: np.ndarray
    theta3: np.ndarray
    theta4: np.ndarray


def limbs(X, Y, Z, alpha, p=REFERENCE, elbow=1):
    """Close the loop of every limb.

    v_i = (X, Y) + r R(alpha) e_i - r0 e_i and rho_i = |v_i| turn the limb into a plane two-link chain whose
    tip is at (-a_i4, Z) from its root, a_i4 = rho_i - (l1 - l10)/2, a_i3 = a_i4^2 + Z^2: Paper B, Eqs.
    (10)-(13), (16). With k = a3 + l2^2 - l3^2 and h^2 = 4 l2^2 a3 - k^2 the angles of Paper B, Eq. (15), are

        c2 = (h Z - k a4) / (2 l2 a3),  s2 = (k Z + h a4) / (2 l2 a3),
        c3 = (a4 + l2 c2) / l3,         s3 = (Z - l2 s2) / l3.

    Paper B prints Eq. (17) as [c(alpha) - (r0/r) s(alpha)];
    it is the row [c(alpha) - r0/r, s(alpha)] (erratum).

    Parameters
    ----------
    X, Y, Z, alpha : arrays that broadcast (mm, rad)
    elbow : +1 elbow outside (h > 0), -1 inside; one value, or one for each limb

    Returns
    -------
    Limbs, with NaN where a limb cannot reach (real input).

    Raises
    ------
    ValueError
        An elbow that is neither 1 nor -1.
    """
    if not np.all(np.abs(elbow) == 1):
        raise ValueError(f"an elbow is +1 (outside) or -1 (inside), not {elbow!r}")
    c, s = np.cos(alpha), np.sin(alpha)
    like = np.broadcast(X, Y, Z, alpha)
    e = column(p.e0, like)
    u = p.r * np.array([c * e[0] - s * e[1], s * e[0] + c * e[1]])
    v = np.array(np.broadcast_arrays(u[0] - p.r0 * e[0] + X, u[1] - p.r0 * e[1] + Y))
    rho = np.sqrt(v[0]**2 + v[1]**2)
    a4 = rho - p.bar / 2
    a3 = a4**2 + Z**2
    k = a3 + (p.l2**2 - p.l3**2)
    with np.errstate(invalid="ignore"):
        h = column(elbow, like) * np.sqrt(4 * p.l2**2 * a3 - k**2)
    scale = 1 / (2 * p.l2 * a3)
    c2, s2 = (h * Z - k * a4) * scale, (k * Z + h * a4) * scale
    return Limbs(u, v, rho, a3, c2, s2, (a4 + p.l2 * c2) / p.l3, (Z - p.l2 * s2) / p.l3)


def posture(chi, p=REFERENCE, elbow=1):
    """`limbs` for poses (..., 4) that every limb must reach;
    otherwise PoseError names the limb and the gap."""
    q = limbs(*pose_components(chi), p, elbow)
    if not np.all(abs(reach(q, p)) < p.l2):
        raise PoseError(why_not(chi, p, only="reach"))
    return q


def reach(q, p=REFERENCE):
    """Position of each limb's tip in its annulus, mm: |sqrt(a_i3) - l3| < l2 means that the limb closes."""
    return np.sqrt(np.real(q.a3)) - p.l3


def lengths(q, p=REFERENCE):
    """Actuator lengths, components first (4, ...): L_i^2 = c_i1^2 + l20^2 - 2 c_i1 l20 cos(theta_i2).

    theta_42 = gamma_1 = theta_12 + theta_13 is the angle at the elbow of limb 1: Paper B, Eq. (18).
    """
    cos_elbow = q.c2[:1] * q.c3[:1] - q.s2[:1] * q.s3[:1]
    cos = np.concatenate((q.c2, cos_elbow))
    side = column(p.sides, cos[0])
    return np.sqrt(side**2 + p.l20**2 - 2 * p.l20 * side * cos)


def inverse(chi, p=REFERENCE, elbow=1):
    """Actuator lengths of a pose: Paper B, Eqs. (6)-(18).

    Parameters
    ----------
    chi : (..., 4) poses X, Y, Z in mm, alpha in rad
    elbow : +1 outside, -1 inside; one value, or one for each limb

    Returns
    -------
    (..., 4) lengths in mm

    Raises
    ------
    PoseError
        Naming the limb that cannot reach, and by how much. Strokes are checked by `check_pose`, not here.

    Examples
    --------
    On the axis, by symmetry, the three limbs are alike:

    >>> L = inverse([0.0, 0.0, 110.0, 0.0])
    >>> bool(abs(L[0] - L[1]) < 1e-12 and abs(L[0] - L[2]) < 1e-12)
    True
    """
    return np.moveaxis(lengths(posture(chi, p, elbow), p), 0, -1)


def angles(chi, p=REFERENCE, elbow=1):
    """The joint angles of a pose: Paper B, Eqs. (15), (43), (44).

    Paper B, Eq. (44)-(45), points x of {C_1} TOWARDS the platform; for limb 1 pi has to be added (erratum).

    Examples
    --------
    >>> a = angles([-5.5491, 12.7839, 110.0, -0.2654])
    >>> a.theta2.round(6).tolist()
    [0.519801, 0.355207, 0.607087]
    """
    q = posture(chi, p, elbow)
    refuse_zero(q.rho / p.r0, NO_PLANE)
    theta1 = np.arctan2(-q.v[1], -q.v[0]) - column(p.theta0, q.rho[0])
    theta1 = np.arctan2(np.sin(theta1), np.cos(theta1))
    theta2, theta3 = np.arctan2(q.s2, q.c2), np.arctan2(q.s3, q.c3)
    L = lengths(q, p)
    opposite = column((p.l20, p.l20, p.l20, p.l30), L[0])    # the side of the triangle opposite theta_i4
    adjacent = column((p.bar, p.bar, p.bar, p.l20), L[0])
    theta4 = np.arccos((adjacent**2 + L**2 - opposite**2) / (2 * adjacent * L))
    return Angles(*(np.moveaxis(x, 0, -1) for x in (theta1, theta2, theta3, theta4)))


def margins(X, Y, Z, alpha, p=REFERENCE):
    """Distance in mm to every limit, positive inside, and what it is called: (12, ...) and 12 names."""
    q = limbs(X, Y, Z, alpha, p)
    L = lengths(q, p)
    values = np.concatenate((p.l2 - abs(reach(q, p)), L - column(p.L_min, L[0]), column(p.L_max, L[0]) - L,
                             np.broadcast_to(Z - p.Z_min, L[:1].shape)))
    names = ([f"limb {i} reach" for i in (1, 2, 3)] + [f"actuator {i} shortest" for i in (1, 2, 3, 4)]
             + [f"actuator {i} longest" for i in (1, 2, 3, 4)] + ["clearance plane"])
    return values, names


def why_not(chi, p=REFERENCE, only=""):
    """One sentence that says which limit a pose breaks and by how much, or '' if it breaks none.

    For an array of poses: the worst of them, and how many fail. `only` restricts the limits by name.

    Examples
    --------
    >>> why_not([0.0, 0.0, 80.0, 0.1])
    'pose (0, 0, 80, 0.1): clearance plane missed by 10 mm (limit 90 mm)'
    """
    pose = np.real(pose_components(chi)).reshape(4, -1)
    values, names = margins(*pose, p)
    keep = [i for i, name in enumerate(names) if only in name]
    values = np.where(np.isnan(values), np.inf, values)[keep]     # NaN only where the reach already fails
    fails = (values <= 0).any(0)
    if not fails.any():
        return ""
    k = np.argmin(values.min(0))
    worst = np.argmin(values[:, k])
    text = (f"pose ({', '.join(f'{x:g}' for x in pose[:, k])}): {names[keep[worst]]} missed by "
            f"{-values[worst, k]:g} mm ({_limit(keep[worst], p)})")
    if pose.shape[1] > 1:
        text = f"{fails.sum()} of {fails.size} poses fail, the worst is {text}"
    metres = pose[:, k] * [1000, 1000, 1000, 1]
    if not np.any(margins(*metres, p)[0][:3] <= 0) and abs(pose[2, k]) < 1:
        text += "; lengths are in mm (was the pose given in metres?)"
    return text


def _limit(number, p):
    reaches = [f"R_{i}4 R_{i}8 must be between {abs(p.l3 - p.l2):g} and {p.l3 + p.l2:g} mm"
               for i in (1, 2, 3)]
    limits = [*p.L_min, *p.L_max, p.Z_min]
    return reaches[number] if number < 3 else f"limit {limits[number - 3]:g} mm"


def check_pose(chi, p=REFERENCE):
    """Raise PoseError with `why_not`'s sentence if a pose is out of reach, of stroke, or of clearance."""
    reason = why_not(chi, p)
    if reason:
        raise PoseError(reason)


def points(chi, p=REFERENCE, elbow=1):
    """All named points in {B}: a dictionary of arrays (..., 3) in mm, 'R13', 'R110', ..., 'R41', 'R42', 'D'.

    Paper B, Eqs. (9)-(13) and Fig. 2. The limb planes need rho_i > 0.
    """
    q = posture(chi, p, elbow)
    refuse_zero(q.rho / p.r0, NO_PLANE)
    e = {2: np.array([q.c2, q.s2]), 3: np.array([-q.c3, q.s3])}
    root = column(np.array([p.r0 * p.e0[0], p.r0 * p.e0[1]]), q.rho[0])
    away = -q.v / q.rho                                          # x axis of {C_i}

    def place(x0, k2=0.0, k3=0.0):
        x, z = x0 + k2 * e[2][0] + k3 * e[3][0], k2 * e[2][1] + k3 * e[3][1]
        return np.moveaxis(np.array([root[0] + x * away[0], root[1] + x * away[1], z]), 0, -1)

    l11, l12 = p.l1 / 2, p.l1 / 2 - p.l10
    plane = {"1": place(l11), "2": place(-l12, p.l20), "3": place(0.0), "4": place(-l12), "5": place(-l11),
             "6": place(-l12, p.l2), "7": place(-l11, p.l2), "8": place(-l12, p.l2, p.l3),
             "9": place(-l11, p.l2, p.l3),
             "10": place(-(l11 + l12) / 2, p.l2, p.l3)}
    named = {f"R{i}{j}": at[i - 1] for j, at in plane.items() for i in (1, 2, 3)}
    named["R41"] = place(-l11, p.l2 - p.l20)[0]
    named["R42"] = place(-l11, p.l2, p.l30)[0]
    named["D"] = np.asarray(chi)[..., :3]
    return named
