"""The description of a mechanism: bodies, joints, drivers and forces, and where to find them by name."""

from copy import copy

import numpy as np

from .formulation.algebra import as_vector
from .formulation.body import KINDS, Body, Ground
from .formulation.constraints import Constraint
from .formulation.coordinates import stored_blocks
from .formulation.dial import dial
from .formulation.elements import Element
from .formulation.forces import Force
from .formulation.inertia import massless
from .formulation.joint import Joint
from .formulation.words import UnknownName, look_up, one_of, suggest

POSE = {"at", "axes", "along", "velocity", "angular_velocity", "triad"}
"""What may be said of a body besides its name, solid and kind; see `Body`."""


class Mechanism:
    """What a user writes; the equations are the business of `fcclearn.model.Model`.

    Parameters and attributes are those of `Model`.
    """

    def __init__(self, gravity, kind="full"):
        self.dimension = np.size(gravity)
        if self.dimension not in (2, 3):
            raise ValueError("gravity has 2 components for a planar model and 3 for a spatial one, "
                             f"not {self.dimension}")
        self.gravity = as_vector(gravity, self.dimension, "gravity")
        self.kind = one_of(kind, KINDS, "kind of body")
        self.ground = Ground(self.dimension)
        self.bodies, self.joints, self.forces, self.shared = {}, {}, {}, []

    @property
    def gravity(self):
        """Acceleration of free fall, global axes, (d,) [m/s2]."""
        return self._gravity

    @gravity.setter
    def gravity(self, value):
        self._gravity = as_vector(value, self.dimension, "gravity")

    def parts(self):
        """All objects and numbers that the equations are made of, in order: others make other equations."""
        yield from self.gravity.tolist()
        for body in self.bodies.values():
            yield from (body, body.solid, body.kind, body.triad)
        for joint in self.joints.values():
            yield joint.name
            for equation in joint.equations:
                yield from (equation, getattr(equation, "f", None))
        yield from self.forces.values()
        for pair in self.shared:
            yield from pair

    # ------------------------------------------------------------------ build

    def body(self, name, solid, kind=None, **pose):
        """Add a body; the pose is that of `Body`: at and axes, or along=(start, end), and velocities."""
        if not isinstance(name, str) or not name or "." in name:
            raise ValueError(f"the name of a body must be text without a dot, not {name!r}: "
                             "\"crank.end\" is the point end of crank")
        if name in self.bodies or name == "ground":
            raise ValueError(f"there is a body named {name!r} already")
        for word in pose.keys() - POSE:
            raise TypeError(suggest(word, sorted(POSE), "argument of body"))
        self.bodies[name] = Body(name, solid, self.dimension, kind or self.kind, **pose)
        return self.bodies[name]

    def join(self, joint, name=None):
        """Add a joint, a driver or any list of equations; returns it with its name.

        The name is by default the kind and the bodies, "revolute ground-crank".
        """
        if isinstance(joint, Constraint):
            joint = Joint(joint.kind, [joint])
        elif isinstance(joint, (list, tuple)):
            joint = Joint("joint", [Constraint("joint", list(joint))])
        if not isinstance(joint, Joint):
            raise TypeError("join takes a joint, such as revolute(P, Q), or equations, "
                            f"not {_kind_of(joint)}; apply takes forces")
        for body in joint.bodies:
            if body.moves and self.bodies.get(body.name) is not body:
                raise ValueError(f"{joint.kind} holds the body {body.name!r}, which is not one of this model")
            if body.dimension != self.dimension:
                raise ValueError(f"{joint.kind} is made of {body.dimension}-D points, "
                                 f"but the model is {self.dimension}-D")
        if len(joint.bodies) == 1 and len(joint.points) == 2:
            raise ValueError(f"{joint.kind} joins {joint.bodies[0].name} with itself")
        described = f"{joint.kind} " + "-".join(b.name for b in joint.bodies)
        joint.name = name or self._free_name(described, self.joints)
        if joint.name in self.joints:
            raise ValueError(f"there is a joint named {joint.name!r} already")
        self.joints[joint.name] = joint
        return joint

    def dial(self, first, second, axis=None, name=None):
        """Add a dial: a point body whose x is the angle of the second body from the first (module `dial`).

        Returns
        -------
        Point
        """
        name = name or self._free_name(f"angle {first.name}-{second.name}", self.bodies)
        point = self.body(name, massless(), kind="point").point()
        self.join(dial(point, first, second, axis), name)
        return point

    def apply(self, force, name=None):
        """Add a force; returns it with its name."""
        if not isinstance(force, Force):
            raise TypeError("apply takes a force, such as spring(P, Q, stiffness), "
                            f"not {_kind_of(force)}; join takes joints")
        force.name = name or self._free_name(force.name, self.forces)
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
            if name in things:
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
        pair = ((first, axis), (second, other or axis))
        for body, name in pair:
            if name not in stored_blocks(self.dimension, body.kind)[1:]:
                raise ValueError(f"{body.name} does not store its vector {name}, so it cannot share it")
        one, two = (body.blocks["ruvw".index(name)] for body, name in pair)
        if np.abs(one - two).max() > 1e-9:
            raise ValueError(f"{axis} of {first.name} and {other or axis} of {second.name} "
                             "are not the same vector at the start")
        self.shared.append(pair)

    def frozen(self):
        """The description as it is now: what is added, removed or replaced later does not change it."""
        other = copy(self)
        other.gravity, other.shared = self.gravity.copy(), list(self.shared)
        other.bodies, other.joints, other.forces = dict(self.bodies), dict(self.joints), dict(self.forces)
        other.__dict__.pop("last_run", None)                             # runs do not keep their forerunners
        return other

    @staticmethod
    def _free_name(name, taken):
        candidates = [name, *(f"{name} ({k})" for k in range(2, len(taken) + 2))]
        return next(c for c in candidates if c not in taken)

    # ------------------------------------------------------------------ look up

    def joint(self, name):
        """A joint by its name (or the joint itself).

        Raises
        ------
        KeyError
            Unknown name, with the nearest known one.
        """
        if isinstance(name, Joint):
            return name
        return look_up(name, self.joints, "joint")

    def body_of_joint(self, joint, on=None):
        """The body of a joint that is asked for, by default the last that is not the ground.

        Raises
        ------
        KeyError
            A body that the joint does not hold, with the nearest known one.
        """
        named = [] if joint.points else [b for c in joint.constraints for b in c.bodies]     # the ground too
        names = {b.name: b for b in joint.bodies + named}
        moving = [b.name for b in joint.bodies if b.moves]
        name = moving[-1] if on is None else getattr(on, "name", on)
        found = look_up(name, names, f"body of {joint.name}")
        return found if found.moves else self.ground

    def find_body(self, name):
        """A body by its name (or the body itself).

        Raises
        ------
        KeyError
            Unknown name, with the nearest known one.
        """
        return look_up(getattr(name, "name", name), self.bodies, "body")

    def shared_axes(self, body, other):
        """Axes of a body that are also those of another one."""
        pairs = self.shared + [(second, first) for first, second in self.shared]
        return [axis for (first, axis), (second, _) in pairs if first is body and second is other]

    def element(self, point):
        """A point or vector, given as such or as "body.point".

        Raises
        ------
        KeyError
            Unknown body or point, with the nearest known one.
        """
        if isinstance(point, Element):
            return point
        if not isinstance(point, str):
            raise TypeError("a point is asked for, such as crank.point(\"end\") or \"crank.end\", "
                            f"not {_kind_of(point)}")
        body, _, name = point.partition(".")
        carrier = self.ground if body == "ground" else look_up(body, self.bodies, "body")
        return carrier.point(name or "reference")


def _kind_of(thing):
    """A thing in words, for a message: "the body crank", "None"."""
    name = getattr(thing, "name", "")
    return f"the {type(thing).__name__.lower()} {name}" if isinstance(name, str) and name else repr(thing)
