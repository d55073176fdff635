"""What a user asks a mechanism: its equations, its mobility, to assemble, to analyse, to simulate.

    1  describe     bodies, joints, drivers, forces: `Mechanism`
    2  compile      the equations at one instant, once: `Model.system`
    3  look         mobility, free motions, the pattern of Phi_q and M
    4  start        assemble: the nearest position and velocity that satisfy all constraints
    5  move         a kinematic analysis where every freedom is driven, a simulation where not
"""

from dataclasses import replace

from .assembly import assemble, set_in_motion
from .compiled import Compiled
from .engine import mobility as spaces
from .engine.uniqueness import not_unique
from .formulation.checks import number
from .simulation.kinematic_analysis import kinematic_analysis
from .simulation.run import simulate
from .statics import equilibrium, steady_of
from .vibrations import modes_about


class Model(Compiled):
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

    # ------------------------------------------------------------------ ask

    def mobility(self, t=0.0):
        """Coordinates, equations, rank, degrees of freedom and redundancy in the initial position.

        Returns
        -------
        Mobility
            Print it, or its `report()` in words: redundant rows, joint reactions that are not unique.
        """
        number(t, "the time t")
        system, q = self.system, self.system.layout.start()[0]
        size = spaces.mobility(system, q, t)
        Phi_q = system.units.jacobian(system.phi_q(q, t)).toarray()
        redundant = spaces.redundant_rows(Phi_q) if size.redundant else []
        _, independent = spaces.free_motions(Phi_q)
        return replace(size,
                       redundant_rows=tuple(system.rows[k] for k in redundant),
                       not_unique=not_unique(self, system, self.unshared, q, t),
                       independent=tuple(system.layout.labels[k] for k in independent))

    def free_motions(self, t=0.0):
        """Motions that the constraints leave free in the initial position, one for each degree of freedom.

        Returns
        -------
        list of dict
            Body name -> (velocity of the reference point, angular velocity), to draw or to start with
            (`Body.set_velocity`).
        """
        number(t, "the time t")
        system, q = self.system, self.system.layout.start()[0]
        J, units = system.units.jacobian(system.phi_q(q, t)).toarray(), system.units.columns
        return [spaces.velocities(system, q, qd) for qd in spaces.free_motions(J, units)[0]]

    def show_structure(self, t=0.0):
        """Pictures of the Jacobian Phi_q and of the mass matrix in the initial position, block by block.

        Returns
        -------
        list of matplotlib Figure
            The Jacobian (if there are constraints) and the mass matrix.
        """
        from .show.structure import structure  # drawing is loaded when a picture is wanted
        return structure(self, t)

    def assemble(self, t=0.0):
        """Move the bodies to the nearest position that satisfies all constraints, and find their velocities.

        Velocities that were given are met; those that were not follow, and are otherwise the smallest.

        Returns
        -------
        Assembly
            A number, the largest change of a coordinate [m or 1]; print it to read what moved, and turned.

        Raises
        ------
        NotAssembled
            No position satisfies the constraints near the given one, or no velocity does.
        ValueError
            A body became its mirror image: start from a better guess.

        Warns
        -----
        UserWarning
            A body turned by more than 45 degrees, or velocities that were given cannot be met.
        """
        return assemble(self, t)

    def set_in_motion(self, body, velocity=None, angular_velocity=None, t=0.0):
        """Give one body the velocities of `Body.set_velocity`, and all others those that follow; assembles.

        What velocities the others had is forgotten. Where freedoms remain, they move as little as they can.

        Raises
        ------
        ValueError
            The joints and drivers do not let the body move like that (with the difference).
        """
        return set_in_motion(self, body, velocity, angular_velocity, t)

    def move_to(self, q, qd):
        """Let the bodies start from the stored coordinates q and rates qd, (n,)."""
        y, yd = self.system.y(q), self.system.yd(q, qd)
        for body in self.bodies.values():
            index, sign = self.system.layout.place[body]
            rows = slice(1 if body.kind == "point" else None)
            body.blocks[rows], body.block_rates[rows] = (y[index] * sign)[rows], (yd[index] * sign)[rows]

    def equilibrium(self, stable=True, t=0.0, spin=None, about=None):
        """Move the bodies to a position in which all forces balance, and leave them there at rest.

        Parameters
        ----------
        stable : bool
            A stable equilibrium, downhill from any start (of several, such as folded links, one); otherwise
            the one next to the start by Newton's method, whatever its kind: a pendulum on its head.
        t : float
            Time at which drivers hold what they prescribe [s].
        spin : (3,) array in space, number in the plane, optional
            Steady rotation of the whole model instead of rest: the bodies are left turning [rad/s].
        about : (d,) array
            A place on the axis of the rotation, by default the origin [m].

        Returns
        -------
        Equilibrium
            Its kind, positions and reactions.

        Raises
        ------
        NoEquilibrium
            None was found, or the rotation cannot be steady (with the body or joint, and by how much).
        """
        return equilibrium(self, stable, t, spin, about)

    def modes(self, t=0.0, spin=None, about=None):
        """Small vibrations about the present pose, which must be an equilibrium; parameters as `equilibrium`.

        Returns
        -------
        Modes
            Print it for the frequencies; `shape(k)`, `animate(k)`.

        Raises
        ------
        ValueError
            The forces do not balance, or the bodies are not assembled.
        """
        return modes_about(self, steady_of(self, t, spin, about), self.system.layout.start()[0])

    def kinematic_analysis(self, times):
        """Positions, velocities, accelerations of a mechanism whose every freedom is driven, or idles.

        A freedom idles that moves no mass and no point of a force, such as the spin of a rod on two balls.

        Parameters
        ----------
        times : (k,) increasing array [s]
            As far apart as one likes: in between the motion is followed on its branch in steps of its own.

        Returns
        -------
        Result
            Forces and reactions too: inverse dynamics, with the multipliers of the drivers as `effort`.

        Raises
        ------
        SimulationError
            A freedom that is not driven, no position at some time or one that could be reached by a jump
            only, a driver that fails; its `result`, and `model.last_run`, hold the history so far. Ctrl-C
            returns what there is.
        """
        return kinematic_analysis(self, times)

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
        """Integrate the equations of motion from the start; see `fcclearn.simulation.run.simulate`.

        Returns
        -------
        Result
        """
        return simulate(self, duration, method, samples, progress, **options)

    def live(self, *, alt, show=(), **options):
        """A page to pull the mechanism by any point and to let it go; see `fcclearn.show.live.live`."""
        from .show.live import live
        return live(self, alt=alt, show=show, **options)
