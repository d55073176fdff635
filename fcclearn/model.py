"""What a user asks a mechanism: its equations, its mobility, to assemble, to analyse, to simulate."""

import numpy as np

from . import analysis
from .engine.kinematics import project_position, project_velocity
from .engine.linear import Solver
from .engine.reactions import Apart
from .engine.system import System
from .formulation.constraints import rigid_body
from .mechanism import Mechanism
from .simulation import simulate


class Model(Mechanism):
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

    last_run = None

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
            self._solver = Solver(*self.system.patterns)
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

    def free_motions(self, t=0.0):
        """Motions that the constraints leave free in the initial position, one for each degree of freedom.

        Returns
        -------
        list of dict
            Body name -> (velocity of the reference point, angular velocity), to draw or to start with
            (`Body.set_velocity`).
        """
        return analysis.free_motions(self, t)

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

    def kinematic_analysis(self, times):
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
        return analysis.kinematic_analysis(self, times)

    def inverse_dynamics(self, times):
        """Torques and forces that the drivers need for the motion that they prescribe.

        Returns
        -------
        dict of str -> (k,) or (k, r) array
            Name of each driver -> effort [N m or N], `Result.effort`.
        """
        run = self.kinematic_analysis(times)
        return {name: run.effort(name) for name in run.drivers()}

    def simulate(self, duration, method="projection", samples=501, progress=None, **options):
        """Integrate the equations of motion from the initial pose and velocity; see `fcclearn.simulation.simulate`.

        Returns
        -------
        Result
        """
        return simulate(self, duration, method, samples, progress, **options)
