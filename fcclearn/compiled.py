"""From the description of a mechanism to its equations, made once and again after every change."""

import copy

import numpy as np

from .engine.linear import Solver
from .engine.reactions import UnsharedSystem
from .engine.system import System
from .formulation.constraints import rigid_body
from .formulation.solid import Solid
from .mechanism import Mechanism


class Compiled(Mechanism):
    """A mechanism with its equations.

    What they are made of is looked at each time that they are asked for, so that whatever a user changes,
    gravity, a solid, an equation of a joint, counts from then on. A `Result` keeps the equations that it was
    made with.
    """

    _parts = (None,)

    def uncompiled(self):
        """The same description without its equations and last run; it shares bodies, joints and forces."""
        bare = copy.copy(self)
        for name in ("_parts", "_system", "_solver", "_unshared", "last_run"):
            vars(bare).pop(name, None)
        return bare

    @property
    def system(self):
        """The compiled equations (made once, and again after a change)."""
        parts = tuple(self.parts())
        if not same_parts(parts, self._parts):
            self._system, self._solver, self._unshared = self._compile(self.shared), None, None
            self._parts = parts                 # last: no other thread takes what is not made yet
        return self._system

    def _compile(self, shared):
        bodies = list(self.bodies.values())
        for body in bodies:
            check_solid(body)
        constraints = [(b.name, c) for b in bodies for c in rigid_body(b)]
        constraints += [(j.name, c) for j in self.joints.values() for c in j.constraints]
        return System(bodies, self.dimension, constraints, self.forces.values(), self.gravity, shared)

    @property
    def unshared(self):
        """The equations with every shared vector stored by each of its bodies, for reactions."""
        system = self.system
        if self._unshared is None:
            self._unshared = UnsharedSystem(system, self._compile(()) if self.shared else system)
        return self._unshared

    @property
    def solver(self):
        """The linear solver for this model's patterns."""
        system = self.system
        if self._solver is None:
            self._solver = Solver(*system.patterns, units=system.units)
        return self._solver


def same_parts(parts, others):
    """Whether two descriptions (`Mechanism.parts`) are made of the same objects and numbers."""
    return len(parts) == len(others) and all(
        a is b or isinstance(a, (float, str)) and a == b for a, b in zip(parts, others))


def check_solid(body):
    """Refuse a solid that was put in another's place, and has its points elsewhere.

    Raises
    ------
    TypeError, ValueError
    """
    if not isinstance(body.solid, Solid):
        raise TypeError(f"the solid of {body.name} must be one, such as rod(mass, length), "
                        f"not {body.solid!r}")
    known, new = body.named_points, body.solid.points
    moved = [name for name in new if name in known and np.abs(known[name] - new[name]).max() > 0]
    if moved:
        raise ValueError(f"the new solid of {body.name} has its {', '.join(moved)} elsewhere, where no joint "
                         "would find them: make the body anew, or give the solid the old points, "
                         "solid.with_points(...)")
