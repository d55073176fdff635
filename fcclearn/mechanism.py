"""The description of a mechanism, as a user writes it: bodies, joints, drivers and forces."""

from itertools import chain, count

import numpy as np

from .formulation.algebra import as_vector
from .formulation.body import Body
from .formulation.checks import bodies, text
from .formulation.constraints import Constraint
from .formulation.coordinates import stored_blocks
from .formulation.dial import dial
from .formulation.elements import check_points
from .formulation.forces import Force
from .formulation.gear_pair import gear_pair
from .formulation.inertia import massless
from .formulation.joint import Joint
from .formulation.words import UnknownName, shown, suggest
from .inventory import Inventory, kind_of

POSE = {"at", "axes", "along", "velocity", "angular_velocity", "triad"}
"""What may be said of a body besides its name, solid and kind; see `Body`."""


class Mechanism(Inventory):
    """What a user writes; the equations are the business of `fcclearn.model.Model`.

    Parameters and attributes are those of `Model`.
    """

    def body(self, name, solid, kind=None, **pose):
        """Add a body; the pose is that of `Body`: at and axes, or along=(start, end), and velocities."""
        if not isinstance(name, str) or not name or "." in name:
            raise ValueError(f"the name of a body must be text without a dot, not {shown(name)}: "
                             "\"crank.end\" is the point end of crank")
        if name in self.bodies or name == "ground":
            raise ValueError(f"there is a body named {name!r} already")
        for word in pose.keys() - POSE:
            raise TypeError(suggest(word, sorted(POSE), "argument of body"))
        kind = self.kind if kind is None else kind
        self.bodies[name] = Body(name, solid, self.dimension, kind, **pose)
        return self.bodies[name]

    def join(self, joint, name=None):
        """Add a joint, a driver or any list of equations; returns it with its name.

        The name is by default the kind and the bodies, "revolute ground-crank".
        """
        if isinstance(joint, Constraint):
            joint = Joint(joint.kind, [joint])
        elif isinstance(joint, (list, tuple)) and joint and all(hasattr(e, "elements") for e in joint):
            joint = Joint("joint", [Constraint("joint", list(joint))])
        if not isinstance(joint, Joint):
            raise TypeError("join takes a joint, such as revolute(P, Q), or equations, "
                            f"not {kind_of(joint)}; apply takes forces")
        for body in joint.bodies:
            if body.moves and self.bodies.get(body.name) is not body:
                raise ValueError(f"{joint.kind} holds the body {body.name!r}, which is not one of this model")
            if body.dimension != self.dimension:
                raise ValueError(f"{joint.kind} is made of {body.dimension}-D points, "
                                 f"but the model is {self.dimension}-D")
        if any(self._holds(c) for c in joint.constraints):
            raise ValueError(f"{joint.name or joint.kind!r} is in the model already")
        if len(joint.bodies) == 1 and len(joint.points) == 2:
            raise ValueError(f"{joint.kind} joins {joint.bodies[0].name} with itself")
        described = f"{joint.kind} " + "-".join(b.name for b in joint.bodies)
        joint.name = _name(name, "joint") or self._free_name(described, self.joints)
        if joint.name in self.joints:
            raise ValueError(f"there is a joint named {joint.name!r} already")
        self.joints[joint.name] = joint
        for c in joint.constraints:
            c.joint = joint
        return joint

    def _holds(self, constraint):
        """Whether a joint of this model has the constraint."""
        joint = constraint.joint
        return joint is not None and self.joints.get(joint.name) is joint and constraint in joint.constraints

    def dial(self, first, second, axis=None, name=None):
        """Add a dial: a point body whose x is the angle of the second body from the first (module `dial`).

        Returns
        -------
        Point
        """
        bodies("a dial", first, second)
        name = _name(name, "dial") or self._free_name(f"angle {first.name}-{second.name}", self.bodies)
        return self._with_reading(name, lambda point: dial(point, first, second, axis))[0]

    def _with_reading(self, name, make):
        """Add a joint that reads a number, and the point body that carries the reading; both, or none."""
        reading = self.body(name, massless(), kind="point").point()
        try:
            joint = self.join(make(reading), name)
        except Exception:
            del self.bodies[name]
            raise
        return reading, joint

    def gear_pair(self, P, Q, teeth, axis=None, internal=False, name=None):
        """Add two wheels that roll on each other, with the tangential force at their pitch point.

        Parameters
        ----------
        P, Q : Point
            Centres of the wheels, which other joints hold at their distance.
        teeth : pair of numbers
            Of the wheel of P and of that of Q, or their pitch radii.
        axis : direction, Vector or pair of Vectors; not used in the plane
        internal : bool
            Whether the teeth of one of them point inwards.

        Returns
        -------
        Joint
            Its moment is told about the centres; about the pitch point it is zero.
        """
        sizes = as_vector(teeth, 2, "the numbers of teeth of a gear pair")
        if not (sizes > 0).all():
            raise ValueError(f"the numbers of teeth of a gear pair must be positive, not {sizes.tolist()}")
        ratio = sizes[0] / sizes[1] * (1 if internal else -1)
        check_points("gear_pair", P, Q)
        described, taken = f"gears {P.body.name}-{Q.body.name}", {**self.bodies, **self.joints}
        name = _name(name, "gear pair") or self._free_name(described, taken)
        return self._with_reading(name, lambda reading: gear_pair(reading, P, Q, ratio, axis))[1]

    def apply(self, force, name=None):
        """Add a force; returns it with its name."""
        if not isinstance(force, Force):
            raise TypeError("apply takes a force, such as spring(P, Q, stiffness), "
                            f"not {kind_of(force)}; join takes joints")
        if force in self.forces.values():
            raise ValueError(f"the force {force.name!r} is in the model already")
        for body in {body: None for x in force.elements for body in x.moving}:
            if self.bodies.get(body.name) is not body:
                raise ValueError(f"the force {force.name!r} acts on the body {body.name!r}, "
                                 "which is not one of this model")
        force.name = _name(name, "force") or self._free_name(force.name, self.forces)
        if force.name in self.forces:
            raise ValueError(f"there is a force named {force.name!r} already")
        self.forces[force.name] = force
        return force

    def remove(self, name):
        """Take out a joint, a driver or a force by its name.

        Raises
        ------
        KeyError
            Unknown name, with the nearest known one.
        """
        for things in (self.joints, self.forces):
            if isinstance(name, str) and name in things:
                del things[name]
                return
        raise UnknownName(suggest(name, [*self.joints, *self.forces], "joint or force"))

    def share(self, first, axis, second, other=None):
        """Let two bodies own one unit vector: an implicit joint (Paper A, Eq. (104)).

        Parameters
        ----------
        first, second : Body
        axis, other : "u", "v" or "w"
            The stored axes that are one; `other` is `axis` by default.

        Raises
        ------
        ValueError
            An axis that a body does not store, or two axes that differ in the initial pose.
        """
        bodies("share", first, second)
        if first is second:
            raise ValueError(f"share takes two bodies, not {first.name} twice")
        other = axis if other is None else other
        pair = ((first, axis), (second, other))
        for body, name in pair:
            if self.bodies.get(body.name) is not body:
                raise ValueError(f"share takes bodies of this model, and {body.name!r} is none")
            if name not in stored_blocks(self.dimension, body.kind)[1:]:
                raise ValueError(f"{body.name} does not store its vector {name}, so it cannot share it")
        one, two = (body.blocks["ruvw".index(name)] for body, name in pair)
        if np.abs(one - two).max() > 1e-9:
            raise ValueError(f"{axis} of {first.name} and {other} of {second.name} "
                             "are not the same vector at the start")
        self.shared.append(pair)

    @staticmethod
    def _free_name(name, taken):
        candidates = chain([name], (f"{name} ({k})" for k in count(2)))
        return next(c for c in candidates if c not in taken)


def _name(name, what):
    """A name that a user gave, or None."""
    return None if name is None else text(name, f"the name of a {what}")
