"""Forward dynamics of the Cartesian model: the computed forces act in the actuators,
and the platform goes where it goes.

Lengths in mm, forces in N outside; the model itself is in SI units.
"""

import numpy as np

from .geometry import REFERENCE
from .multibody import MM, apply_load, build, drive_platform, push
from .simulation import programme

GAINS = {"Kp": 20.0, "Kd": 0.4}
"""PD gains [N/mm, N s/mm] for the paper's motion at f4 = 25 N mm, whose error would grow by 17.7 1/s.

At t = 0, 1, 2 s the slowest deviation then decays by 9.0, 8.5, 6.1 1/s and the fastest turns at
106 rad/s, which an explicit integrator follows with few steps. Below about Kp = 10 the load wins;
much more of either makes it slower.
"""


def pose_of(model, q):
    """The platform's poses chi (..., 4) in mm, rad, for coordinates q (..., n): Paper B, section 2.

    Examples
    --------
    >>> model = build([5.0, 6.0, 110.0, 0.3])
    >>> pose_of(model, model.system.layout.start()[0]).round(12).tolist()
    [5.0, 6.0, 110.0, 0.3]
    """
    platform = model.bodies["platform"]
    D, u = (model.system.value_of(element, q)
            for element in (platform.point(0, 0, 0), platform.vector(1, 0, 0)))
    return np.concatenate([D / MM, np.arctan2(u[..., 1], u[..., 0])[..., None]], axis=-1)


def moving(motion, offset=0.0, p=REFERENCE, kind="full"):
    """The mechanism at the start of a motion, every body with the velocity that the platform's gives it.

    Parameters
    ----------
    offset : (4,) added to the initial pose, mm and rad
    """
    def displaced(t):
        chi, chi_d, chi_dd = motion(t)
        return chi + offset, chi_d, chi_dd

    chi = displaced(0.0)[0]
    driven, free = build(chi, p, kind), build(chi, p, kind)
    drive_platform(driven, displaced)
    driven.assemble()
    for name, body in free.bodies.items():
        body.block_rates[:] = driven.bodies[name].block_rates
    return free


def replay(motion, times_s, f=(0.0, 0.0, 0.0, 0.0), Kp=0.0, Kd=0.0, offset=0.0, rtol=1e-9,
           p=REFERENCE, kind="full"):
    """`simulation.replay` with the Cartesian model: computed forces, plus a PD controller in the actuators.

        tau(t) = tau_computed(t) + Kp (L_wanted - L) + Kd (V_wanted - V)

    Parameters
    ----------
    motion : function of t giving chi, chi_d, chi_dd
    times_s : (n,) increasing instants in s at which to report; the first is 0
    f : (4,) load delivered by the platform, N and N mm
    Kp, Kd : gains in N/mm and N s/mm, such as `GAINS`; 0 replays the forces open loop
    offset : (4,) added to the initial pose, mm and rad
    rtol : tolerance of the integrator, relative and in m, m/s
    kind : "full" or "reduced"

    Returns
    -------
    (n, 4) chi - chi_wanted in mm, rad

    Raises
    ------
    SimulationError
        The platform ran away, into a pose that the limbs cannot reach; its `result` holds the history so far.
    """
    model, wanted = moving(motion, offset, p, kind), programme(motion, f, p)
    apply_load(model, f)
    for k in range(4):
        def law(t, L, L_d, k=k):
            tau, L_wanted, V_wanted = wanted(t)
            return tau[k] + Kp * (L_wanted[k] - L) + Kd * (V_wanted[k] - L_d)
        push(model, k + 1, law, p)
    run = model.simulate(times_s[-1], samples=times_s, rtol=rtol)
    return pose_of(model, run.q) - motion(run.t)[0]
