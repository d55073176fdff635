"""The energy balance of a run: what is neither in the motion nor in the height must have been work."""

import numpy as np


def energy_balance(run):
    """Energy less work done since the start, and the energy exchanged.

    Returns
    -------
    balance : (k,) array [J]
        Change of the kinetic energy and of the weight's, less the work of springs, dampers, torques and drivers, which the
        integrator adds up on its way. Zero for an exact solution.
    exchanged : float [J]
        Range of the kinetic energy: how much came and went.
    """
    kinetic = run.kinetic_energy()
    height = np.array([-run.system.weight @ run.system.y(q) for q in run.q])
    balance = kinetic + height - run.work
    return balance - balance[0], float(np.ptp(kinetic))
