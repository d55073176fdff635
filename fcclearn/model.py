"""What a user writes: bodies, joints, drivers and forces; what a user asks: assemble and simulate."""

import numpy as np

from . import analysis
from .engine.kinematics import project_position, project_velocity
from .engine.linear import Solver
from .engine.reactions import Apart
from .engine.system import System
from .formulation.algebra import as_vector
from .formulation.body import Body, Ground, check_kind, suggest
from .formulation.constraints import Constraint, rigid_body
from .formulation.coordinates import stored_blocks
from .formulation.elements import Element
from .formulation.inertia import massless
from .formulation.joints import Joint, dial
from .simulation import simulate

class Model:
    """A mechanism: bodies, joints and forces, planar or spatial.

    Parameters
    ----------
    gravity : (2,) or (3,) array [m/s2]
        Its length says whether the model is planar or spatial.
    kind : "full" or "reduced"
        Kind of the bodies, unless a body says otherwise.

    Examples
    --------
    >>> from fcclearn import Model, rod, revolute
    >>> model = Model(gravity=[0, -9.81])
    >>> crank = model.body("crank", rod(mass=1.0, length=1.0), along=([0, 0], [0, 1]))
    >>> pin = model.join(revolute(model.ground.point(0, 0), crank.point("start")))
    >>> print(model.mobility())
    6 coordinates, 5 equations of rank 5: 1 degree of freedom, 0 redundant equations
    """

    def __init__(self, gravity, kind="full"):
        self.dimension = np.size(gravity)
        if self.dimension not in (2, 3):
            raise ValueError(f"gravity has 2 components for a planar model and 3 for a spatial one, not {self.dimension}")
        self.gravity = as_vector(gravity, self.dimension, "gravity")
        check_kind(kind)
        self.kind = kind
        self.ground = Ground(self.dimension)
        self.bodies, self.joints, self.forces, self.shared = {}, {}, {}, []
        self.last_run = None
        self._changed()

    def _changed(self):
        self._system = self._solver = self._apart = None

    # ------------------------------------------------------------------ build

    def body(self, name, solid, kind=None, **pose):
        """Add a body; the pose is that of `Body`: at and axes, or along=(start, end), and velocities."""
        if name in self.bodies or name == "ground":
            raise ValueError(f"there is a body named {name!r} already")
        self.bodies[name] = Body(name, solid, self.dimension, kind or self.kind, **pose)
        self._changed()
        return self.bodies[name]

    def join(self, joint, name=None):
        """Add a joint, a driver or any list of equations; returns it with its name.

        The name is by default the kind and the bodies, "revolute ground-crank".
        """
        if isinstance(joint, Constraint):
            joint = Joint(joint.kind, [joint])
        elif isinstance(joint, (list, tuple)):
            joint = Joint("joint", [Constraint("joint", list(joint))])
        for body in joint.bodies:
            if body.kind != "ground" and self.bodies.get(body.name) is not body:
                raise ValueError(f"{joint.kind} holds the body {body.name!r}, which is not one of this model")
            if body.dimension != self.dimension:
                raise ValueError(f"{joint.kind} is made of {body.dimension}-D points, but the model is {self.dimension}-D")
        if len(joint.bodies) == 1 and len(joint.points) == 2:
            raise ValueError(f"{joint.kind} joins {joint.bodies[0].name} with itself")
        joint.name = name or self._free_name(f"{joint.kind} " + "-".join(b.name for b in joint.bodies), self.joints)
        if joint.name in self.joints:
            raise ValueError(f"there is a joint named {joint.name!r} already")
        self.joints[joint.name] = joint
        self._changed()
        return joint

    def dial(self, first, second, axis=None, name=None):
        """Add a dial: a point body whose x is the angle of the second body from the first, over full turns (see `joints.dial`).

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
        force.name = name or self._free_name(force.name, self.forces)
        if force.name in self.forces:
            raise ValueError(f"there is a force named {force.name!r} already")
        self.forces[force.name] = force
        self._changed()
        return force

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
            raise ValueError(f"{axis} of {first.name} and {other or axis} of {second.name} are not the same vector at the start")
        self.shared.append(pair)
        self._changed()

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
        if name not in self.joints:
            raise KeyError(suggest(name, self.joints, "joint"))
        return self.joints[name]

    def body_of_joint(self, joint, on=None):
        """The body of a joint that is asked for, by default the last that is not the ground."""
        moving = [b for b in joint.bodies if b.kind != "ground"]
        names = {b.name: b for b in moving}
        name = moving[-1].name if on is None else getattr(on, "name", on)
        if name not in names:
            raise KeyError(suggest(name, names, f"body of {joint.name}"))
        return names[name]

    def find_body(self, name):
        """A body by its name (or the body itself).

        Raises
        ------
        KeyError
            Unknown name, with the nearest known one.
        """
        name = getattr(name, "name", name)
        if name not in self.bodies:
            raise KeyError(suggest(name, self.bodies, "body"))
        return self.bodies[name]

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
        body, _, name = point.partition(".")
        if body != "ground" and body not in self.bodies:
            raise KeyError(suggest(body, self.bodies, "body"))
        return (self.ground if body == "ground" else self.bodies[body]).point(name or "reference")

    # ------------------------------------------------------------------ compile

    @property
    def system(self):
        """The compiled equations (made once, and again after a change)."""
        if self._system is None:
            self._system = self._compile(self.shared)
        return self._system

    def _compile(self, shared):
        bodies = list(self.bodies.values())
        constraints = [(b.name, c) for b in bodies for c in rigid_body(b)]
        constraints += [(j.name, c) for j in self.joints.values() for c in j.constraints]
        return System(bodies, self.dimension, constraints, self.forces.values(), self.gravity, shared)

    @property
    def apart(self):
        """The equations with shared vectors taken apart, for reactions."""
        if self._apart is None:
            self._apart = Apart(self.system, self._compile(()) if self.shared else self.system)
        return self._apart

    @property
    def solver(self):
        """The linear solver for this model's patterns."""
        if self._solver is None:
            self._solver = Solver(self.system.M_pattern, self.system.J_pattern)
        return self._solver

    # ------------------------------------------------------------------ ask

    def mobility(self, t=0.0):
        """Coordinates, equations, rank, degrees of freedom and redundancy in the initial position.

        Returns
        -------
        Mobility
            Print it, or its `report()` in words: redundant rows, joint reactions that are not unique.
        """
        return analysis.mobility(self, t)

    def freedoms(self, t=0.0):
        """Motions that the constraints leave free in the initial position, one for each degree of freedom.

        Returns
        -------
        list of dict
            Body name -> (velocity of the reference point, angular velocity), to draw or to start with
            (`Body.set_velocity`).
        """
        return analysis.freedoms(self, t)

    def show_structure(self, t=0.0):
        """Pictures of the Jacobian Phi_q and of the mass matrix in the initial position, labelled block by block.

        Returns
        -------
        list of matplotlib Figure
            The Jacobian (if there are constraints) and the mass matrix.
        """
        return analysis.structure(self, t)

    def assemble(self, t=0.0):
        """Move the bodies to the nearest position and velocity that satisfy all constraints.

        Returns
        -------
        float
            The largest change of a coordinate [m or 1].

        Raises
        ------
        NotAssembled
            No position satisfies the constraints near the given one.
        ValueError
            A body became its mirror image: start from a better guess.
        """
        guess, guess_rate = self.system.layout.start()
        q = project_position(self.system, self.solver, guess, t)
        qd = project_velocity(self.system, self.solver, q, guess_rate, t)
        y, yd = self.system.y(q), self.system.yd(q, qd)
        poses = {}
        for body in self.bodies.values():
            index, sign = self.system.layout.place[body]
            poses[body] = (y[index] * sign, yd[index] * sign)
            if body.kind != "point" and np.linalg.det(poses[body][0][1:]) < 0:
                raise ValueError(f"{body.name} was assembled as its mirror image (left-handed axes); start from a pose nearer to the real one")
        for body, (blocks, block_rates) in poses.items():
            rows = slice(1 if body.kind == "point" else None)
            body.blocks[rows], body.block_rates[rows] = blocks[rows], block_rates[rows]
        return float(np.abs(q - guess).max(initial=0.0))

    def sweep(self, times):
        """Kinematic analysis of a mechanism whose every freedom is driven: positions, velocities, accelerations.

        Parameters
        ----------
        times : (k,) increasing array [s]
            Close enough that each position predicts the next.

        Returns
        -------
        Result
            Forces and reactions too: inverse dynamics, with the multipliers of the drivers as `effort`.

        Raises
        ------
        SimulationError
            A freedom that is not driven, or no position at some time; its `result`, and `model.last_run`, hold
            the history so far.
        """
        return analysis.sweep(self, times)

    def inverse_dynamics(self, times):
        """Torques and forces that the drivers need for the motion that they prescribe.

        Returns
        -------
        dict of str -> (k,) or (k, r) array
            Name of each driver -> effort [N m or N], `Result.effort`.
        """
        run = self.sweep(times)
        return {name: run.effort(name) for name in run.drivers()}

    def simulate(self, duration, method="projection", samples=501, progress=None, **options):
        """Integrate the equations of motion from the initial pose and velocity; see `fcclearn.simulation.simulate`.

        Returns
        -------
        Result
        """
        return simulate(self, duration, method, samples, progress, **options)
