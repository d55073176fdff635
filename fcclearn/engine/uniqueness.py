"""Which part of a joint's reaction nothing determines: the forces and moments of self-stresses.

Multipliers with ``Phi_q' lam = 0`` make no force on any coordinate, so no motion tells how large they are.
The forces and moments that they put into a joint are two spaces of directions. What is not unique is a matter
of these directions, whatever global axes are laid through the model.
"""

import numpy as np

from .mobility import undetermined_multipliers
from .reactions import cross, wrench

OPEN = 1e-8
"""A self-stress, its multipliers of length one, that puts less than this into a joint puts nothing there."""

ALONG_AXES = 1e-6
"""Directions that are off the axes by less are called by them."""


class SelfStresses:
    """All self-stresses of a model at one position.

    Parameters
    ----------
    system : System
    unshared : UnsharedSystem
    q : (n,) array
        Coordinates of the system.

    Attributes
    ----------
    multipliers : (r, m) array
        A basis, as rows, orthonormal in the model's units; moments of such are of size one, forces one over
        the model's length.
    """

    def __init__(self, system, unshared, q, t=0.0):
        self.unshared, self.q, self.units = unshared, q[unshared.index], system.units
        self.measured = undetermined_multipliers(self.units.jacobian(system.phi_q(q, t)).toarray())
        self.multipliers, system = self.measured / self.units.rows, unshared.system
        self.noise = OPEN * max(1.0, np.abs(q / self.units.columns).max(initial=0.0))
        if len(self.multipliers):
            self.owners = np.array([row.owner for row in system.rows])
            self.rows = system.phi_q(self.q, t).tosparse()
            self.shares = np.array([unshared.multipliers(lam) for lam in self.multipliers])

    def forces_of(self, joint):
        """Generalised forces ``-Phi_q' lam`` of a joint's rows, one for each self-stress, (r, n_unshared)."""
        if not len(self.multipliers):
            return np.zeros((0, len(self.q)))
        own = np.flatnonzero(self.owners == joint.name)
        return -(self.rows[own].T @ self.shares[:, own].T).T

    def wrenches(self, joint, body, place):
        """Forces (r, d) of a joint on a body, and moments about a place; on the ground what lacks to zero."""
        if not body.moves:
            moving = [self.wrenches(joint, b, place) for b in joint.bodies if b.moves]
            return tuple(-sum(parts) for parts in zip(*moving))
        layout = self.unshared.system.layout
        found = [wrench(layout, body, self.q, G) for G in self.forces_of(joint)]
        if not found:
            return np.zeros((0, body.dimension)), np.zeros((0, 3)[: body.dimension - 1])
        forces, moments = map(np.array, zip(*found))
        return forces, moments - cross(place - self.q[layout.place[body][0][0]], forces)

    def components(self, joint, body):
        """What of a joint's reaction on a body is not unique, about its `Joint.point_on`, in words."""
        point = joint.point_on(body) or body.point()
        place = self.unshared.system.value_of(point, self.q)
        forces, moments = self.wrenches(joint, body, place)
        return in_words(self.units.length * forces, moments, self.noise)

    def efforts(self, rows):
        """Whether the multipliers of some rows are not unique."""
        return bool(np.abs(self.measured[:, rows]).max(initial=0.0) > OPEN)


def not_unique(model, system, unshared, q, t=0.0):
    """Joint -> components of its reaction that are not unique, for all joints and drivers of a model.

    What a joint does to one of its bodies it does to the others too, so one is looked at: the one that
    `Result.reaction` tells of, and the others only if that one does not feel it.
    """
    stresses, found = SelfStresses(system, unshared, q, t), {}
    if not len(stresses.multipliers):
        return found
    for name, joint in model.joints.items():
        first = model.body_of_joint(joint)
        others = [body for body in joint.bodies if body.moves and body is not first]
        words = (stresses.components(joint, body) for body in [first, *others])
        components = next((w for w in words if w), ())
        if components:
            found[name] = components
    return found


def in_words(forces, moments, noise=OPEN):
    """The directions that forces and moments span, by the names of axes where they lie along them.

    Parameters
    ----------
    forces : (k, d) array
    moments : (k, 3) or (k,) array

    Returns
    -------
    tuple of str
        Such as "force z", "force along [0.6, 0.8, 0]", "moment across [0, 0.6, 0.8]" (any that is
        perpendicular to it), "moment".

    Examples
    --------
    >>> in_words([[0, 0, 2.0]], [[0, 3.0, 0], [1.0, 1.0, 0]])
    ('force z', 'moment x', 'moment y')
    >>> in_words([[3.0, 4.0], [0, 0]], [0.0, 0.0])
    ('force along [0.6, 0.8]',)
    """
    moments = np.asarray(moments, dtype=float)
    if moments.ndim == 1:
        turning = ("moment",) * bool(np.abs(moments).max(initial=0.0) > noise)
    else:
        turning = _named("moment", span(moments, noise))
    return _named("force", span(forces, noise)) + turning


def span(vectors, noise=OPEN):
    """Orthonormal basis of what some vectors span, as rows (k, d).

    Examples
    --------
    >>> span([[0, 2.0], [0, 3.0], [1e-12, 0]]).round(9) + 0.0
    array([[0., 1.]])
    """
    vectors = np.asarray(vectors, dtype=float)
    if not vectors.size:
        return np.zeros((0, 2))
    _, sizes, basis = np.linalg.svd(vectors, full_matrices=False)
    basis = basis[sizes > noise]
    return basis * np.sign(basis[range(len(basis)), np.abs(basis).argmax(axis=1)])[:, None]


def _named(what, basis):
    """Names of the directions of a space, given by its orthonormal basis."""
    share = basis.T @ basis                                            # the projection onto the space
    size = np.diag(share).round()
    if np.abs(share - np.diag(size)).max(initial=0.0) < ALONG_AXES:
        return tuple(f"{what} {x}" for x, wanted in zip("xyz", size) if wanted)
    if len(basis) == 1:
        return (f"{what} along {_short(basis[0])}",)
    return (f"{what} across {_short(np.cross(*basis))}",)


def _short(direction):
    direction = direction * np.sign(direction[np.abs(direction).argmax()])
    return "[" + ", ".join(f"{x:.3g}" for x in np.where(np.abs(direction) < ALONG_AXES, 0.0, direction)) + "]"
