"""The result of a run: where everything was (module `history`), how good it is, what the joints carried."""

import numpy as np

from . import archive, report
from .engine import dynamics, reactions
from .history import History


class Result(History):
    """States of a model at times, and everything that follows from them.

    Attributes
    ----------
    t : (k,) array [s]
    q, qd : (k, n) arrays
        Stored coordinates and rates.
    counts : Counts
        Steps, rejected steps, evaluations.
    seconds : float
        Time the run took.
    complete : bool
        False when the run was interrupted or failed: the history ends there.
    work : (k,) array or None
        Work done by applied forces (springs too) and drivers since the start, integrated with the motion [J].
    events : list of (t, name)
        Events that were recorded.
    """

    def __init__(self, model, t, q, qd, method, counts, seconds, complete=True, qdd=None, work=None,
                 events=(), multipliers=None):
        super().__init__(model, t, q, qd, qdd)
        self.method, self.counts, self.seconds, self.complete = method, counts, seconds, complete
        self.work, self.events = None if work is None else np.array(work), list(events)
        self._multipliers = multipliers

    # ---------------------------------------------------------------- energy

    def kinetic_energy(self):
        """(k,) [J]"""
        return np.array([self.system.kinetic_energy(q, qd) for q, qd in zip(self.q, self.qd)])

    def potential_energy(self):
        """Of weight and springs, (k,) [J]; the weight's is zero at the origin."""
        return np.array([self.system.potential_energy(q, t) for t, q in zip(self.t, self.q)])

    def energy(self):
        """Kinetic plus potential energy, (k,) [J]."""
        return self.kinetic_energy() + self.potential_energy()

    def energy_drift(self):
        """Largest change of the energy since the start [J]; for a model that nothing drives or damps."""
        energy = self.energy()
        return float(np.abs(energy - energy[0]).max())

    def energy_balance(self):
        """Change of the kinetic energy and of the weight's, less the `work`; zero if exact, (k,) [J].

        Unlike `energy_drift` it is meaningful when something drives or damps the model.
        """
        height = np.array([-self.system.weight @ self.system.y(q) for q in self.q])
        balance = self.kinetic_energy() + height - self.work
        return balance - balance[0]

    def energy_exchanged(self):
        """Range of the kinetic energy: how much came and went [J]."""
        return float(np.ptp(self.kinetic_energy()))

    def applied_power(self):
        """Power of motors and (negative) dampers: what no potential energy holds, (k,) [W]."""
        states = zip(self.q, self.qd, self.t)
        return np.array([dynamics.applied_power(self.system, *state) for state in states])

    def driver_power(self):
        """Power of the drivers, (k,) [W]. The energy changes by this and `applied_power`."""
        states = zip(self.q, self.multipliers(), self.t)
        return np.array([dynamics.driver_power(self.system, *state) for state in states])

    # ---------------------------------------------------------------- constraints and reactions

    def violation(self):
        """Largest \\|Phi\\| at each time, (k,)."""
        return np.array([np.abs(self.system.phi(q, t)).max(initial=0.0) for t, q in zip(self.t, self.q)])

    def multipliers(self):
        """Multipliers of smallest norm, (k, m): ``M qdd + Phi_q' lam = g``."""
        if self._multipliers is None:
            self._multipliers = np.array([
                dynamics.multipliers(self.system, q, dynamics.constraint_force(self.system, q, qd, qdd, t), t)
                for t, q, qd, qdd in zip(self.t, self.q, self.qd, self.accelerations())])
        return self._multipliers

    def reaction(self, joint, on=None, about=None, axes="global"):
        """Force and moment that a joint exerts on one of its bodies.

        Parameters
        ----------
        joint : str
            Name of the joint.
        on : str or Body, optional
            The body acted on, or "ground"; by default the last one of the joint that is not the ground.
        about : Point, "body.point" or place, optional
            The point of the moment; by default the joint's point on that body. It may be one of another body.
        axes : "global", str or Body
            A body in whose axes u, v, (w) the components are given.

        Returns
        -------
        Reaction

        Raises
        ------
        KeyError
            Unknown joint, or a body that the joint does not hold (with the known names).
        """
        joint = self.model.joint(joint)
        body = self.model.body_of_joint(joint, on)
        about = (joint.point_on(body) or body.point()) if about is None else about
        force, moment = self._joint_wrench(joint, body, self.places(about))
        named = dict(about=getattr(about, "label", about), axes=getattr(axes, "name", axes))
        if axes != "global":
            A = self.axes(axes)
            force = np.einsum("kij,ki->kj", A, force)
            moment = np.einsum("kij,ki->kj", A, moment) if self.model.dimension == 3 else moment
        return reactions.Reaction(self.t, force, moment, body.name, joint.name, **named)

    def _joint_wrench(self, joint, body, places):
        """Force and moment of a joint on a body, about places; on the ground what is missing to zero."""
        system, q = self.unshared.system, self.q[:, self.unshared.index]
        forces = [reactions.joint_force(system, joint.name, qk, self.unshared.multipliers(lam), t)
                  for t, qk, lam in zip(self.t, q, self.multipliers())]
        if not body.moves:
            moving = [self._wrenches(b, q, forces, places) for b in joint.bodies if b.moves]
            return tuple(-sum(parts) for parts in zip(*moving))
        return self._wrenches(body, q, forces, places)

    def shared_reaction(self, body, other):
        """Moment that a body gets from another by vectors they share, the implicit joint (theory section 3).

        Returns
        -------
        Reaction
            Its force is zero: shared vectors carry moments only.

        Raises
        ------
        ValueError
            The two bodies share no vector.
        """
        body, other = self.model.find_body(body), self.model.find_body(other)
        axes = self.model.shared_axes(body, other)
        if not axes:
            raise ValueError(f"{body.name} and {other.name} share no vector")
        system = self.unshared.system
        columns = system.layout.place[body][0][[" uvw".index(axis) for axis in axes]]
        q = self.q[:, self.unshared.index]
        states = zip(self.q, self.qd, self.accelerations(), self.multipliers(), self.t)
        f = np.array([self.unshared.shared_force(*state) for state in states])
        moment = reactions.cross(q[:, columns], f[:, columns]).sum(axis=1)
        return reactions.Reaction(self.t, np.zeros((len(self.t), self.model.dimension)), moment,
                                  body.name, f"shared with {other.name}")

    def imbalance(self, body):
        """What Newton and Euler demand of one free body less what acts on it, about its centre of mass.

        Zero up to rounding, except for bodies that share a vector: there it is the implicit joint's moment.

        Returns
        -------
        force (k, d) [N], moment (k, 3) or (k,) [N m]
        """
        body = self.model.find_body(body)
        states = zip(self.q, self.qd, self.accelerations(), self.multipliers(), self.t)
        return tuple(map(np.array, zip(*(self.unshared.imbalance(body, *state) for state in states))))

    def drivers(self):
        """Names of the joints that prescribe a motion."""
        driven = {self.system.rows[row].owner for row in self.system.mixing.prescribed}
        return [name for name in self.model.joints if name in driven]

    def effort(self, driver):
        """What a driver exerts along what it prescribes: torque for an angle, force for a length.

        Returns
        -------
        (k,) array, or (k, r) for a driver of r rows [N m or N]

        Raises
        ------
        ValueError
            The joint prescribes nothing.
        """
        name = self.model.joint(driver).name
        if name not in self.drivers():
            raise ValueError(f"{name} prescribes nothing: it is no driver")
        states = zip(self.q, self.multipliers(), self.t)
        values = np.array([dynamics.efforts(self.system, name, *state) for state in states])
        return values[:, 0] if values.shape[1] == 1 else values

    def _wrenches(self, body, q, forces, places):
        """Force, and moment about places, of generalised forces on one body."""
        layout = self.unshared.system.layout
        wrenches = (reactions.wrench(layout, body, qk, G) for qk, G in zip(q, forces))
        force, moment = map(np.array, zip(*wrenches))
        return force, moment - reactions.cross(places - self.position(body.point()), force)

    # ---------------------------------------------------------------- reports and pictures

    summary, to_csv, save = report.summary, report.to_csv, archive.save

    def scene(self, frames=120, trace=()):
        """What a picture or an animation needs: outlines, joints and traced points at some of the times."""
        from .show.staging import scene_of
        trace = trace if isinstance(trace, (list, tuple)) else [trace]
        return scene_of(self, frames, trace)

    def animate(self, frames=120, trace=(), alt=None, **options):
        """An animation that plays in a notebook or a saved page (see `fcclearn.show.player`).

        Parameters
        ----------
        trace : sequence of Point or "body.point", or one of them
            Points whose paths are drawn.
        alt : str, optional
            What the animation shows, in words; by default the names of the bodies.
        """
        from .show.player import player
        scene, times = self.scene(frames, trace)
        alt = alt or f"The motion of {', '.join(self.model.bodies)} for {self.t[-1]:g} s."
        return player(scene, times, alt=alt, **options)

    def __repr__(self):
        names = ", ".join(self.model.bodies)
        return f"<Result of {names}: {len(self.t)} times up to {self.t[-1]:g} s by {self.method}>"
