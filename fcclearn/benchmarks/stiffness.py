"""Is benchmark A03 stiff? What an explicit method pays for accuracy, and what for a damper."""

import numpy as np
import scipy

from ..formulation.forces import Force
from . import a03_andrews as andrews

END, DAMPED_END = 0.03, 0.01                           # of the runs without and with a damper [s]


def stability_limit():
    """Largest ``|h lambda|``, lambda real and negative, for which a step of DOP853 does not grow.

    Examples
    --------
    >>> float(round(stability_limit(), 2))
    6.39
    """
    def factor(z):
        one = scipy.integrate.DOP853(lambda t, y: z * y, 0.0, [1.0], 1.0, first_step=1.0, rtol=1.0, atol=1e9)
        one.step()
        return abs(one.y[0])
    return -scipy.optimize.brentq(lambda z: factor(z) - 1, -8, -5)


def steps_by_tolerance(tolerances=(1e-4, 1e-6, 1e-8)):
    """Steps of the method "projection" for 0.03 s: a hundredth of the tolerance costs 1.8 times as many."""
    model = andrews.build()
    return [model.simulate(END, samples=2, rtol=rtol).counts.steps for rtol in tolerances]


def damped(constant):
    """The squeezer with a damper on its crank, a force ``-c ud`` on the vector u: the moment ``-c omega``.

    Parameters
    ----------
    constant : float
        c [N m s].
    """
    model = andrews.build()
    u = model.bodies["OF"].vector(1, 0)
    model.apply(Force([u], lambda t, x, xd: -constant * xd, name="damper"))
    return model


def effective_inertia(model):
    """``v' M v`` at the start, with v the velocities for 1 rad/s of OF [kg m2]."""
    system, (q, _) = model.system, model.system.layout.start()
    v = np.linalg.svd(system.phi_q(q).toarray())[2][-1]
    v = v / (v[2:4] @ [-q[3], q[2]])
    return float(v @ system.mass(q).toarray() @ v)


def steps_with_damper(constant, rtol=1e-4):
    """Steps for 0.01 s: predicted from stability, taken by the explicit and by the stiff method.

    Returns
    -------
    predicted : float
        ``T (c / I) / limit``.
    explicit, stiff : int
    """
    model = damped(constant)
    predicted = DAMPED_END * constant / effective_inertia(model) / stability_limit()
    explicit = model.simulate(DAMPED_END, samples=2, rtol=rtol).counts.steps
    stiff = model.simulate(DAMPED_END, "stiff", 2, rtol=rtol, alpha=andrews.RATE, beta=andrews.RATE)
    return predicted, explicit, stiff.counts.steps
