"""Forward position: from the actuator lengths L to the poses of the platform. The paper does not treat it.

Two roads: all branches in closed form, and Newton's method from a start.
"""
from itertools import product

import numpy as np

from .geometry import REFERENCE, PoseError
from .position import inverse, margins
from .velocity import inverse_jacobian, times

NEWTON_STEPS = 50
NEWTON_TOLERANCE = 1e-11    # mm, about 100 roundings of a length of 100 mm
SAME_POSE = 1e-6            # mm and rad: branches closer than this are one (a double root is a singular pose)


def forward(L, p=REFERENCE):
    """All poses with actuator lengths L,
    elbows outside and actuators on the working side (0 < theta_i2 < pi).

    L_1..L_3 give theta_i2 and L_4 gives gamma_1 (Paper B, Eq. (18)), so theta_13, Z and rho_1 are known; Z
    gives sin(theta_i3) and two values of rho_i for i = 2, 3. What is left is a planar mechanism: with v_i = D
    + A e_i, A = r R(alpha) - r0 I and the sum of the e_i zero,

        |D|^2 + k = m = mean(rho_i^2),    A'D = g = (1/3) sum(rho_i^2 e_i),    k |D|^2 = |g|^2

    so k^2 - m k + |g|^2 = 0, cos(alpha) = (r^2 + r0^2 - k) / (2 r r0). The double roots k = |D|^2 and alpha =
    0 are the singular cylinder and the singular sheet: branches meet where det J = 0.

    Parameters
    ----------
    L : (4,) lengths in mm

    Returns
    -------
    (n, 4) poses; n = 1 or more

    Raises
    ------
    PoseError
        If no pose has these lengths, with the first equation that has no solution.

    Examples
    --------
    >>> poses = forward(inverse([-5.5491, 12.7839, 110.0, -0.2654]))
    >>> bool(np.any(np.abs(poses - [-5.5491, 12.7839, 110.0, -0.2654]).max(1) < 1e-9))
    True
    """
    L = np.asarray(L, float)
    if L.shape != (4,) or not np.all(np.isfinite(L)):
        raise PoseError(f"forward position needs four finite lengths, not {L}")
    Z, sets = reaches(L, p)
    poses = [pose for rho in sets for pose in _planar(rho, Z, p)]
    poses = [chi for k, chi in enumerate(poses)
             if all(np.abs(chi - other).max() > SAME_POSE for other in poses[:k])]
    if not poses:
        raise PoseError(f"no pose has the lengths {L} mm: the three limbs cannot be joined by the platform")
    return np.array(poses)


def reaches(L, p=REFERENCE):
    """What the lengths fix before the platform is looked at: its depth, and the reaches of the limbs.

    L_1 and L_4 give theta_12 and gamma_1, so limb 1 is known; limbs 2 and 3 reach the same Z with the lower
    link this side or that side of the vertical.

    Returns
    -------
    Z : float, mm
    sets : list of (3,) arrays, rho_i in mm; the first has every theta_i3 below 90 degrees, if there is one

    Examples
    --------
    >>> Z, sets = reaches(inverse([0.0, 0.0, 110.0, 0.0]))      # on the axis every limb reaches by r0 - r
    >>> round(float(Z), 9), sets[0].round(9).tolist()
    (110.0, [40.0, 40.0, 40.0])
    """
    side = np.array(p.sides)
    cos = (side**2 + p.l20**2 - L**2) / (2 * side * p.l20)
    for i in np.flatnonzero(abs(cos) >= 1):
        raise PoseError(f"actuator {i + 1}: L = {L[i]:g} mm is outside {abs(side[i] - p.l20):g} .. "
                        f"{side[i] + p.l20:g} mm, where its triangle closes")
    *theta2, elbow = np.arccos(cos)
    theta3 = elbow - theta2[0]
    Z = p.l2 * np.sin(theta2[0]) + p.l3 * np.sin(theta3)
    rho = [[_rho(theta2[0], theta3, p)]]
    for i in (1, 2):
        sin = (Z - p.l2 * np.sin(theta2[i])) / p.l3
        if abs(sin) > 1:
            raise PoseError(f"limb {i + 1} cannot reach the height Z = {Z:g} mm that limb 1 gives "
                            f"(sin(theta_{i + 1}3) = {sin:g})")
        rho.append([_rho(theta2[i], angle, p) for angle in (np.arcsin(sin), np.pi - np.arcsin(sin))
                    if 0 < np.sin(theta2[i] + angle)])
    return Z, [np.maximum(three, 0.0) for three in product(*rho) if min(three) > -SAME_POSE]   # 0: on axis


def closure(alpha, rho, p=REFERENCE):
    """h(alpha) = |g|^2 / k + k - m in mm2: what |D|^2 + k lacks when A'D = g; a zero is a pose.

    It is even in alpha. Its double zeros are singular: alpha = 0 and k = |D|^2.

    Parameters
    ----------
    alpha : array_like, rad
    rho : (3,) reaches of the limbs in mm, see `reaches`

    Examples
    --------
    >>> Z, (rho, *_) = reaches(inverse([-5.5491, 12.7839, 110.0, -0.2654]))
    >>> bool(abs(closure(-0.2654, rho)) < 1e-9)
    True
    """
    m, g = np.mean(rho**2), p.e0 @ rho**2 / 3
    k = p.r**2 + p.r0**2 - 2 * p.r * p.r0 * np.cos(alpha)
    return g @ g / k + k - m


def _rho(theta2, theta3, p):
    """Paper B, Eq. (13): rho_i = (l1 - l10)/2 - l2 cos(theta_i2) + l3 cos(theta_i3)."""
    return p.bar / 2 - p.l2 * np.cos(theta2) + p.l3 * np.cos(theta3)


def _planar(rho, Z, p):
    """The poses of the planar mechanism with limb lengths rho (3,)."""
    m, g = np.mean(rho**2), p.e0 @ rho**2 / 3
    discriminant = m**2 - 4 * g @ g
    if discriminant < -1e-12 * m**2:        # rounding at a double root must not lose it
        return
    for k in m / 2 + np.array([0.5, -0.5]) * np.sqrt(max(discriminant, 0.0)):
        cos = (p.r**2 + p.r0**2 - k) / (2 * p.r * p.r0)
        if abs(cos) <= 1 + 1e-12:
            for alpha in np.array([1, -1]) * np.arccos(np.clip(cos, -1, 1)):
                A = p.r * np.exp(1j * alpha) - p.r0
                D = A * complex(*g) / abs(A)**2                   # A'D = g, with the plane as complex numbers
                yield np.array([D.real, D.imag, Z, alpha])


def forward_from(L, start, p=REFERENCE):
    """The pose that Newton's method finds from `start`: chi += J^-1 (L - inverse(chi)).

    The step is halved until the limbs reach and the error falls. For a controller that follows a motion.

    Raises
    ------
    SingularPose
        Where J becomes singular on the way.
    PoseError
        If it has not converged, with the remaining error in mm.
    """
    chi = np.asarray(start, float)
    error = L - inverse(chi, p)
    for _ in range(NEWTON_STEPS):
        if np.abs(error).max() < NEWTON_TOLERANCE:
            return chi
        step = times(inverse_jacobian(chi, p), error)
        for half in 0.5 ** np.arange(20):
            trial = chi + half * step
            reached = np.all(margins(*trial, p)[0][:3] > 0)
            if reached and np.linalg.norm(L - inverse(trial, p)) < np.linalg.norm(error):
                break
        else:
            break
        chi, error = trial, L - inverse(trial, p)
    if np.abs(error).max() < 100 * NEWTON_TOLERANCE:
        return chi
    raise PoseError(f"forward position from {np.asarray(start)} stopped at an error of "
                    f"{np.abs(error).max():.2g} mm: there is no pose with these lengths on this side of the "
                    f"singularity, or the start is too far")
