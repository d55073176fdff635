"""Motions, loads, and forward dynamics driven by computed forces."""
from functools import lru_cache

import numpy as np

from .dynamics import forward_dynamics, gravity, inverse_dynamics, mass_matrix
from .geometry import FORCE_UNIT, REFERENCE
from .position import inverse
from .velocity import actuator_velocity, jacobian, times

START = np.array([-5.5491, 12.7839, 110.0, -0.2654])        # Paper B, section 6
JERK = np.array([8.0, 8.0, 8.0, 0.07])                      # mm/s3, rad/s3
SWING = np.array([10.0, 8.0, 10.0, 0.12])                   # mm, rad: amplitudes of the fast motion
PHASE = np.pi * np.array([0.0, 0.5, 0.0, 1.0])
FAST = 3.0                                                  # Hz
STEP = 1e-30                                                # complex step
MOMENT_UNITS = {"N.m": 25e3, "N.mm": 25.0}


def paper_motion(t):
    """The motion of Paper B, section 6: chi_dd = (8t, 8t, 8t, 0.07t) from rest. Use 0 <= t <= 2 s.

    It meets the singular cylinder at 2.594 s and, at any size of the mechanism, alpha = 0 at 2.833 s.

    Returns
    -------
    chi, chi_d, chi_dd : (..., 4)

    Examples
    --------
    >>> chi, chi_d, chi_dd = paper_motion(3.0)
    >>> (chi - START).round(9).tolist(), chi_dd.tolist()[:2]
    ([36.0, 36.0, 36.0, 0.315], [24.0, 24.0])
    """
    t = np.asarray(t, float)[..., None]
    return START + JERK * t**3 / 6, JERK * t**2 / 2, JERK * t


def swing(t, frequency, size=1.0):
    """To and fro about a place 10 mm below the paper's start, chosen for this package.

    Parameters
    ----------
    t : array_like, s
    frequency : float, Hz
    size : float, times 10, 8, 10 mm and 0.12 rad

    Returns
    -------
    chi, chi_d, chi_dd : (..., 4)

    Examples
    --------
    Twice as fast along the same path: velocities twice, accelerations four times as large.

    >>> slow, fast = swing(0.1, 1.0), swing(0.05, 2.0)
    >>> [round(float((b / a)[1]), 9) for a, b in zip(slow, fast)]
    [1.0, 2.0, 4.0]
    """
    rate, size = 2 * np.pi * frequency, size * SWING
    angle = rate * np.asarray(t, float)[..., None] + PHASE
    s, c = np.sin(angle), np.cos(angle)
    return START + [0, 0, 10, 0] + size * s, rate * size * c, -rate**2 * size * s


def fast_motion(t):
    """A motion on which inertia matters: `swing` at 3 Hz."""
    return swing(t, FAST)


def paper_load(moment_unit="N.m"):
    """f = (25, 25, 50, f4) in N and N mm: Paper B, section 6, with f4 = 25 N m (as printed),
    25 N mm, or no load.

    Examples
    --------
    >>> paper_load("N.m").tolist()
    [25.0, 25.0, 50.0, 25000.0]
    """
    if moment_unit == "none":
        return np.zeros(4)
    if moment_unit not in MOMENT_UNITS:
        raise ValueError(f"moment unit {moment_unit!r} is not one of {', '.join([*MOMENT_UNITS, 'none'])}")
    return np.array([25.0, 25.0, 50.0, MOMENT_UNITS[moment_unit]])


def programme(motion, f=0.0, p=REFERENCE):
    """What a controller knows beforehand, as a function of t:
    computed forces (N), wanted lengths (mm) and velocities (mm/s).

    The last instant is remembered, since several actuators ask for the same one.
    """
    @lru_cache(maxsize=1)
    def at(t):
        chi, chi_d, chi_dd = motion(t)
        return inverse_dynamics(chi, chi_d, chi_dd, f, p), inverse(chi, p), actuator_velocity(chi, chi_d, p)
    return at


def replay(motion, times_s, f=0.0, Kp=0.0, Kd=0.0, offset=0.0, rtol=1e-9, p=REFERENCE):
    """Forward dynamics driven by the forces computed for `motion`, plus a PD controller in the actuators.

        tau(t) = tau_computed(t) + Kp (L_wanted - L) + Kd (V_wanted - V)

    `multibody_forward.replay` does the same with the Cartesian model.

    Parameters
    ----------
    motion : function of t giving chi, chi_d, chi_dd
    times_s : (n,) increasing instants in s at which to report; the first is the start
    Kp, Kd : gains in N/mm and N s/mm; 0 replays the forces open loop
    offset : (4,) added to the initial pose
    rtol : tolerance of the integrator, relative and in mm, mm/s, rad, rad/s

    Returns
    -------
    (n, 4) chi - chi_wanted; fewer rows if the mechanism ran out of reach, which is an answer, not an error
    """
    from scipy.integrate import solve_ivp
    wanted = programme(motion, f, p)

    def rate(t, y):
        chi, chi_d = y[:4], y[4:]
        tau, L, V = wanted(t)
        if Kp or Kd:
            tau = tau + Kp * (L - inverse(chi, p)) + Kd * (V - actuator_velocity(chi, chi_d, p))
        return np.hstack([chi_d, forward_dynamics(chi, chi_d, tau, f, p)])

    chi, chi_d, _ = motion(times_s[0])
    run = solve_ivp(rate, (times_s[0], times_s[-1]), np.hstack([chi + offset, chi_d]), "DOP853",
                    times_s, rtol=rtol, atol=rtol)
    return run.y[:4].T - motion(run.t)[0]


def linearised(chi, tau, f=0.0, p=REFERENCE):
    """A (4, 4) of ``delta'' = A delta``: small deviations when constant forces tau act at a pose at rest.

    A = M^-1 d(J'tau - G - f)/dchi, differentiated by complex steps.
    """
    def force(pose):
        return times(np.swapaxes(jacobian(pose, p), -1, -2), tau) - gravity(pose, p) - f

    slope = np.stack([force(chi + 1j * STEP * e).imag / STEP for e in np.eye(4)], axis=-1)
    return np.linalg.solve(mass_matrix(chi, p), slope / FORCE_UNIT)


def growth(chi, tau, f=0.0, p=REFERENCE):
    """Squared rates s^2 of `linearised`, largest first: a positive s^2 grows like exp(s t),
    a negative one oscillates.

    Geometry and load cause it, no matter how exact the forces are.

    Returns
    -------
    (4,) s^2 in 1/s2

    Examples
    --------
    >>> f = paper_load("N.mm")
    >>> round(float(growth(START, inverse_dynamics(START, np.zeros(4), np.zeros(4), f), f)[0]), 1)
    314.8
    """
    return np.sort(np.linalg.eigvals(linearised(chi, tau, f, p)).real)[::-1]
