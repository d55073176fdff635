"""The result of a run: where everything was (module `history`), how good it is, what the joints carried."""

import numpy as np

from . import archive, carried, report
from .engine import dynamics
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
        self._multipliers, self.stresses, self.doubted = multipliers, None, False

    # ---------------------------------------------------------------- energy

    def kinetic_energy(self):
        """(k,) [J]"""
        return self.system.kinetic_energy(self.q, self.qd)

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
        height = -(self.system.y(self.q) @ self.system.weight)
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

    reaction, shared_reaction = carried.reaction, carried.shared_reaction
    drivers, effort = carried.drivers, carried.effort

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
