"""A reduced body that floats, programmed from Paper A by itself: Eq. (108) as printed, or as derived.

Lesson 07 asks which sign is right; the package's own road (`engine.state`) does not use this file.
"""

import numpy as np
from scipy.integrate import solve_ivp

from ..formulation.mass import reduced_inertia_force, reduced_mass_matrix
from ..result import Result


def float_freely(model, duration, samples=401, sign=-1):
    """Motion of one free reduced body without weight, with principal axes at its centre of mass.

    ``M2 qdd + Phi_q' lam = sign f``, ``Phi_q qdd = gamma``, with f the force that follows from virtual power.

    Parameters
    ----------
    model : Model of one reduced body, without gravity
    duration : float [s]
    samples : int
    sign : int
        +1: as derived; -1: as Eq. (108) prints it.

    Returns
    -------
    Result

    Examples
    --------
    >>> from fcclearn import Model, box
    >>> model = Model(gravity=[0, 0, 0], kind="reduced")
    >>> body = model.body("box", box(1.0, [0.3, 0.2, 0.1]), angular_velocity=[0, 0, 2.0])
    >>> run = float_freely(model, 1.0, samples=3)
    >>> run.energy().round(6)
    array([0.021667, 0.021667, 0.021667])
    """
    (solid,) = (body.solid for body in model.bodies.values())
    moments = np.diag(solid.J)                               # Iu, Iv, Iw of Eq. (102)

    def rates(t, y):
        q, qd = np.split(y, 2)
        u, v, ud, vd, o = q[3:6], q[6:9], qd[3:6], qd[6:9], np.zeros(3)
        Phi_q = np.array([[*o, *2 * u, *o], [*o, *o, *2 * v], [*o, *v, *u]])
        gamma = -2 * np.array([ud @ ud, vd @ vd, ud @ vd])
        M2 = reduced_mass_matrix(q, solid.mass, moments)
        matrix = np.block([[M2, Phi_q.T], [Phi_q, np.zeros((3, 3))]])
        force = sign * reduced_inertia_force(qd, q, moments[2])
        return np.concatenate([qd, np.linalg.solve(matrix, np.concatenate([force, gamma]))[:9]])

    t = np.linspace(0.0, duration, samples)
    start = np.concatenate(model.system.layout.start())
    y = solve_ivp(rates, (0, duration), start, "DOP853", t, rtol=1e-10, atol=1e-12).y.T
    name = "printed sign" if sign < 0 else "derived sign"
    return Result(model, t, *np.split(y, 2, axis=1), name, None, 0.0)
