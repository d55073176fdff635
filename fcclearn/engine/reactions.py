"""Joint forces and moments from the multipliers, and the free body that they must hold in balance.

A joint's generalised force on the bodies is ``G = -Phi_q' lam`` over its own rows (erratum to Eqs. (116)
and (119), which give the opposite). On each body it is a force and a moment about the reference point,

    F = G_r,      M = sum of e x G_e        over the stored vectors e = u, v, (w),

for full and reduced bodies alike (Paper A, Eqs. (116)-(119), section 4.4; theory section 7). Bodies that
share a vector are taken apart first: what then is left over at that vector is the moment of the implicit
joint.
"""

from dataclasses import dataclass

import numpy as np

from ..formulation.coordinates import angular_velocity


@dataclass(frozen=True)
class Reaction:
    """Force and moment that a joint exerts on a body, about a named point.

    Attributes
    ----------
    t : (k,) array [s]
    force : (k, d) array [N]
    moment : (k, 3) array in space, (k,) in the plane [N m]
    body, joint : str
    about : str
        The point of the moment.
    axes : str
        "global", or the body in whose axes the components are given.
    not_unique : tuple of str
        Components that nothing determines, in the same axes: "force z", "moment along [0.6, 0.8, 0]".
    """

    t: np.ndarray
    force: np.ndarray
    moment: np.ndarray
    body: str
    joint: str
    about: str = ""
    axes: str = "global"
    not_unique: tuple = ()

    def __repr__(self):
        largest = np.linalg.norm(self.force, axis=-1).max()
        about = f", .moment about {self.about}" if self.about else ", .moment"
        axes = "" if self.axes == "global" else f", in axes of {self.axes}"
        unknown = f"; not unique: {', '.join(self.not_unique)}" if self.not_unique else ""
        return (f"<Reaction of {self.joint} on {self.body}: force up to {largest:.4g} N "
                f"at {len(self.t)} times; .force{about}{axes}{unknown}>")


def cross(a, b):
    """Cross product along the last axis: a vector in space, a number in the plane.

    Examples
    --------
    >>> float(cross(np.array([1.0, 0.0]), np.array([0.0, 2.0])))
    2.0
    """
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
    """Generalised force ``-Phi_q' lam`` of one owner's rows, (n,) (Paper A, Eqs. (116)-(118))."""
    own = np.array([row.owner == owner for row in system.rows])
    return -(system.phi_q(q, t).T @ np.where(own, lam, 0.0))


def newton_euler(solid, q3, q3d, q3dd):
    """What a body's motion demands: ``F = m a_C`` and ``M_C = I alpha + omega x I omega``.

    The classical equations about the centre of mass, from rates of the axes only: ``alpha = 1/2 sum of
    e x edd``. An independent road to the balance of a free body: no V, no multipliers.

    Parameters
    ----------
    q3, q3d, q3dd : (d + 1, d) arrays
        Full coordinates r, u, v, (w) as rows, their rates and accelerations.
    """
    d = q3.shape[1]
    com, I = np.append(1.0, solid.com[:d]), solid.inertia
    omega = angular_velocity(q3, q3d, d)
    alpha = angular_velocity(q3, q3dd, d)
    force = solid.mass * com @ q3dd
    if d == 2:
        return force, I[2, 2] * alpha
    A = q3[1:].T
    I = A @ I @ A.T
    return force, I @ alpha + np.cross(omega, I @ omega)


class UnsharedSystem:
    """The equations with every body on its own, as if no vectors were shared (Paper A, Eq. (104)).

    Attributes
    ----------
    system : System
        Without shared vectors.
    index : (n_unshared,) array
        ``q_unshared = q[index]``.
    kept : (m_unshared,) boolean array
        Rows that the shared system has too; the others repeat the equations of a shared vector.
    """

    def __init__(self, shared, unshared):
        self.system, self.index = unshared, np.zeros(unshared.n, dtype=int)
        self.solids = {body: body.solid for body in unshared.layout.bodies}      # those that are compiled
        for body in unshared.layout.bodies:
            own, common = (system.layout.place[body][0][: body.n_stored] for system in (unshared, shared))
            self.index[own] = common
        known, repeated = set(shared.rows), ("unit module", "constant angle")
        kept = [row in known or row.kind not in repeated for row in unshared.rows]
        self.kept = np.array(kept, dtype=bool)

    def multipliers(self, lam):
        """Multipliers of all rows: zero for those that repeat."""
        full = np.zeros(len(self.kept))
        full[self.kept] = lam
        return full

    def shared_force(self, q, qd, qdd, lam, t):
        """Generalised force of the implicit joints, ``M qdd + Phi_q' lam - g`` body by body, (n_unshared,).

        Zero without shared vectors.
        """
        q, qd, qdd, system = q[self.index], qd[self.index], qdd[self.index], self.system
        state = system.state(q, qd, t)
        return state.M @ qdd + state.phi_q.T @ self.multipliers(lam) - state.g

    def imbalance(self, body, q, qd, qdd, lam, t):
        """What the free body lacks: Newton and Euler's force and moment less those of all that acts on it.

        Returns
        -------
        force (d,), moment about the centre of mass (3,) or scalar
        """
        q, qd, qdd, system = q[self.index], qd[self.index], qdd[self.index], self.system
        state = system.state(q, qd, t)
        index, sign = system.layout.place[body]
        solid = self.solids[body]
        now = (sign * y[index] for y in (state.y, state.yd, system.ydd(q, qd, qdd)))
        force, moment = newton_euler(solid, *now)
        G = state.V.T @ (system.weight + state.applied) - state.phi_q.T @ self.multipliers(lam)
        F, M = wrench(system.layout, body, q, G)
        arm = sign[1:] * state.y[index[1:]]
        return force - F, moment - (M - cross(solid.com[: body.dimension] @ arm, F))
