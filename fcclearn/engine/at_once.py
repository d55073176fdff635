"""The hot path: what accelerations ask of a `State`, computed with few products and put into it.

Where y = q (all but reduced bodies in space), the Jacobian of the products and its rate are one product with
{q, qd} (`QuadraticMap.with_rate`), and the convective term is one more:

    {p_q, pdot_q} = {A, 0} + {B q, B qd},        convective = pdot_q qd

Where nothing is driven besides, p_q is Phi_q, gamma is -convective and M is M3. What else a `State` is asked
for it computes as usual; so it does if nothing is put into it, with the same result.
"""

from .state import State


def at_once(system, x, t=0.0):
    """The `State` at x = {q, qd}, (2 n,), with what accelerations need.

    Examples
    --------
    A bar that turns about its end at 3 rad/s: of its first equation ``u . u = 1``, gamma is ``-2 ud . ud``.

    >>> import numpy as np
    >>> from fcclearn import Model, revolute, rod
    >>> model = Model(gravity=[0, 0], kind="reduced")
    >>> bar = model.body("bar", rod(1.0, 2.0), along=([0, 0], [2, 0]), angular_velocity=3.0)
    >>> pin = model.join(revolute(model.ground.point(), bar.point("start")))
    >>> float(at_once(model.system, np.concatenate(model.system.layout.start())).gamma[0])
    -18.0
    """
    q, qd = x[: system.n], x[system.n:]
    state = State(system, q, qd, t)
    if system.ny > system.n:
        return state
    state.products_y, rate = system.products.with_rate(x)
    state.convective = rate @ qd
    if not system.mixing.driven:
        state.M, state.phi_q, state.gamma = system.M3, state.products_y, -state.convective
        if not system.forces:
            state.g = system.weight
    return state
