"""Joint forces and moments from the multipliers.

A joint's generalised force on the bodies is ``G = -Phi_q' lam`` over its own rows (erratum to Eqs. (116)
and (119), which give the opposite). On each body it is a force and a moment about the reference point,

    F = G_r,      M = sum of e x G_e        over the stored vectors e = u, v, (w),

for full and reduced bodies alike (Paper A, section 4.4; theory section 7).
"""

from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True)
class Reaction:
    """Force and moment that a joint exerts on a body, about the joint's point, in global axes.

    Attributes
    ----------
    t : (k,) array [s]
    force : (k, d) array [N]
    moment : (k, 3) array in space, (k,) in the plane [N m]
    body, joint : str
    """

    t: np.ndarray
    force: np.ndarray
    moment: np.ndarray
    body: str
    joint: str


def cross(a, b):
    """Cross product along the last axis: a vector in space, a number in the plane."""
    if a.shape[-1] == 2:
        return a[..., 0] * b[..., 1] - a[..., 1] * b[..., 0]
    return np.cross(a, b)


def wrench(layout, body, q, G):
    """Force and moment about the reference point of a generalised force on the stored coordinates.

    Parameters
    ----------
    q, G : (n,) arrays

    Returns
    -------
    force (d,), moment (3,) or scalar
    """
    stored = layout.place[body][0][: body.n_stored]
    return G[stored[0]], cross(q[stored[1:]], G[stored[1:]]).sum(axis=0)


def joint_force(system, owner, q, lam, t=0.0):
    """Generalised force ``-Phi_q' lam`` of one owner's rows on the stored coordinates, (n,)."""
    own = np.array([row.owner == owner for row in system.rows])
    return -system.J_pattern.transposed_times(system.jacobian_data(q, t), np.where(own, lam, 0.0))
