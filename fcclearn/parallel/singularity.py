"""Where the mechanism is singular: det J in factors, and how far away each factor's zero is.

Paper B, Eq. (33), names chi = [0, 0, z, 0] only. The singular set is much larger (erratum): the whole sheet
alpha = 0, the cylinder X^2 + Y^2 = k, k = r^2 + r0^2 - 2 r r0 cos(alpha), and the limbs' own singularities.
"""
import numpy as np

from .arrays import components
from .geometry import REFERENCE
from .position import lengths, posture
from .velocity import WORST_CONDITION, condition, jacobian, scaling

NEAR = 100.0        # condition number from which a pose is called close to a singularity


def squared_radius(alpha, p=REFERENCE):
    """k(alpha) = |r R(alpha) e_i - r0 e_i|^2 in mm2, the same for every limb."""
    return p.r**2 + p.r0**2 - 2 * p.r * p.r0 * np.cos(alpha)


def factors(chi, p=REFERENCE):
    """The factors of det J, whose zeros and poles are the singular poses; it replaces Paper B, Eq. (33).

    Returns
    -------
    dict of arrays (...): 'sheet' sin(alpha); 'cylinder' k - X^2 - Y^2 (mm2); 'lower link 2', 'lower link 3'
    cos(theta_i3); 'actuator 1..4' a_i6; and in the denominator, where J grows without bound (a limb straight
    or folded: the other kind of singularity), 'elbow 1..3' sin(gamma_i), of which the first cancels against
    actuator 4, and 'plane 1..3' rho_i (mm).

    Examples
    --------
    >>> factors([10.0, 0.0, 110.0, 0.0])["sheet"].item()     # not on the axis, and singular
    0.0
    """
    q, (X, Y, _, alpha) = posture(chi, p), components(chi)
    L = lengths(q, p)
    elbow = q.s2 * q.c3 + q.c2 * q.s3
    lever = [side * p.l20 * s / l for side, s, l in zip(p.sides, [*q.s2, elbow[0]], L)]
    parts = {"sheet": np.sin(alpha), "cylinder": squared_radius(alpha, p) - X**2 - Y**2,
             "lower link 2": q.c3[1], "lower link 3": q.c3[2]}
    parts.update({f"elbow {i + 1}": elbow[i] for i in range(3)})
    parts.update({f"actuator {i + 1}": lever[i] for i in range(4)})
    parts.update({f"plane {i + 1}": q.rho[i] for i in range(3)})
    return parts


def determinant(chi, p=REFERENCE):
    """det J (mm/rad) from its factors.

        det J = - prod_k a_k6 / (l2 l3 sg_1) * c3_2 c3_3 / (l2^2 sg_2 sg_3)
                * (3 sqrt(3) / 2) r r0 sin(alpha) (k - X^2 - Y^2) / (rho_1 rho_2 rho_3),   sg_i = sin(gamma_i)

    Actuators 1 and 4 fix (rho_1, Z), then 2 and 3 fix rho_2 and rho_3: a planar 3-RPR with similar triangles.
    The sign is for limbs numbered anticlockwise, theta_20 = theta_10 + 120 degrees, else the other.

    Examples
    --------
    >>> round(float(determinant([-5.5491, 12.7839, 110.0, -0.2654])), 9)
    0.291765327
    """
    f = factors(chi, p)
    levers = f["actuator 1"] * f["actuator 2"] * f["actuator 3"] * f["actuator 4"]
    elbows = f["elbow 1"] * f["elbow 2"] * f["elbow 3"]
    limbs = f["lower link 2"] * f["lower link 3"] / (p.l2**3 * p.l3 * elbows)
    planar = f["sheet"] * f["cylinder"] / (f["plane 1"] * f["plane 2"] * f["plane 3"])
    first, second, _ = p.e0.T
    turn = np.sign(first[0] * second[1] - first[1] * second[0])
    return -1.5 * turn * np.sqrt(3) * p.r * p.r0 * levers * limbs * planar


def singular_values(chi, p=REFERENCE):
    """Singular values of J S, S = diag(1, 1, 1, 1/r), largest first (mm/mm)."""
    return np.linalg.svd(jacobian(chi, p) @ scaling(p), compute_uv=False)


def distances(chi, p=REFERENCE):
    """How far the platform can go before it meets the sheet or the cylinder.

    Returns
    -------
    sheet : r |alpha|, the arc that a turn to alpha = 0 makes at radius r (mm), |alpha| <= pi/2
    cylinder : | sqrt(k) - sqrt(X^2 + Y^2) | at constant alpha (mm)

    Examples
    --------
    >>> sheet, cylinder = distances([0.0, 0.0, 110.0, 0.1])
    >>> round(float(sheet), 6)      # r * 0.1
    4.5
    """
    X, Y, _, alpha = components(chi)
    return p.r * abs(alpha), abs(np.sqrt(squared_radius(alpha, p)) - np.hypot(X, Y))


def describe(chi, p=REFERENCE):
    """One sentence about one pose: its condition number, what that means,
    and how far the nearest singularities are.

    Examples
    --------
    >>> describe([0.0, 0.0, 110.0, 0.1])[:72]
    "condition number 13: an error of 1 % in the actuators' velocities can be"
    """
    size = float(condition(chi, p))
    sheet, cylinder = distances(chi, p)
    if not size < WORST_CONDITION:
        return ("singular: the platform can move although the actuators are locked "
                f"(condition number of J {size:.2g})")
    size = float(f"{size:.2g}")
    near = "close to a singularity, " if size > NEAR else ""
    return (f"{near}condition number {size:g}: an error of 1 % in the actuators' velocities can become "
            f"{size:g} % in the platform's (rotation scaled by r = {p.r:g} mm); {sheet:.3g} mm of arc from "
            f"the singular sheet alpha = 0, {cylinder:.3g} mm from the singular cylinder")


def side(chi, p=REFERENCE):
    """+1 or -1 (0 at a singularity): sign of det J.
    Two poses of different sign are separated by a singularity."""
    return np.sign(determinant(chi, p))


def first_crossing(chi_of_t, t0, t1, p=REFERENCE, samples=2001):
    """The first time at which a motion meets a singularity and the factor that vanishes, or None.

    Parameters
    ----------
    chi_of_t : function of times (n,) giving poses (n, 4)
    t0, t1 : interval searched on `samples` equal steps; two crossings within one step are not seen

    Returns
    -------
    (time in s, name of the factor) or None
    """
    from scipy.optimize import brentq

    t = np.linspace(t0, t1, samples)
    found = []
    for name, values in factors(chi_of_t(t), p).items():
        change = np.flatnonzero(np.sign(values[1:]) != np.sign(values[:-1]))
        if len(change):
            k = change[0]
            found.append((brentq(lambda s: float(factors(chi_of_t(s), p)[name]), t[k], t[k + 1], xtol=1e-12),
                          name))
    return min(found) if found else None
