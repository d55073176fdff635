"""What a mechanism consists of, and where to find it by name."""

from copy import copy

import numpy as np

from .formulation.algebra import as_vector
from .formulation.body import KINDS, Body, Ground
from .formulation.elements import Element
from .formulation.joint import Joint
from .formulation.words import look_up, one_of, shown


class Inventory:
    """Bodies, joints, forces and shared axes; what is added to them is the business of `Mechanism`.

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

    def frozen(self):
        """The description as it is now: what is added, removed or replaced later does not change it."""
        other = copy(self)
        other.gravity, other.shared = self.gravity.copy(), list(self.shared)
        other.bodies, other.joints, other.forces = dict(self.bodies), dict(self.joints), dict(self.forces)
        other.__dict__.pop("last_run", None)                             # runs do not keep their forerunners
        return other

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
        moving = sorted((b for b in joint.bodies if b.moves), key=lambda body: not body.is_reading)
        name = moving[-1].name if on is None else getattr(on, "name", on)
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

    def own_body(self, body):
        """A body by its name, or a body of this very model, not of another one.

        Raises
        ------
        ValueError
            A body of another model.
        """
        found = self.find_body(body)
        if isinstance(body, Body) and found is not body:
            raise ValueError(f"the body {body.name!r} that is given is one of another model")
        return found

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
                            f"not {kind_of(point)}")
        body, _, name = point.partition(".")
        carrier = self.ground if body == "ground" else look_up(body, self.bodies, "body")
        return carrier.point(name or "reference")


def kind_of(thing):
    """A thing in words, for a message: "the body crank", "None"."""
    name = getattr(thing, "name", "")
    if isinstance(thing, Joint):
        return f"the joint {name or thing.kind}"
    return f"the {type(thing).__name__.lower()} {name}" if isinstance(name, str) and name else shown(thing)
