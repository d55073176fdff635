"""The history of a run: where everything was, how good it is, what the joints carried."""

import csv

import numpy as np

from .engine import dynamics, reactions
from .engine.mobility import mobility
from .formulation.coordinates import angular_velocity


class Result:
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
    """

    def __init__(self, model, t, q, qd, method, counts, seconds, complete=True):
        self.model, self.method, self.counts, self.seconds, self.complete = model, method, counts, seconds, complete
        self.t, self.q, self.qd = np.array(t), np.array(q), np.array(qd)
        self.system = model.system

    def position(self, point):
        """Place of a point in global axes, (k, d) [m]; a Point or "body.point"."""
        return self.system.value_of(self.model.element(point), self.q)

    def velocity(self, point):
        """Velocity of a point in global axes, (k, d) [m/s]."""
        return self.system.rate_of(self.model.element(point), self.q, self.qd)

    def angular_velocity(self, body):
        """Angular velocity of a body in global axes, (k, 3) in space, (k,) in the plane [rad/s]."""
        body = self.model.bodies[body] if isinstance(body, str) else body
        index, sign = self.system.layout.place[body]
        return np.array([angular_velocity((self.system.y(q)[index] * sign).ravel(), (self.system.yd(q, qd)[index] * sign).ravel(),
                                          body.dimension) for q, qd in zip(self.q, self.qd)])

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
        """Largest change of the energy since the start [J]; meaningful when nothing drives or damps the model."""
        energy = self.energy()
        return float(np.abs(energy - energy[0]).max())

    def violation(self):
        """Largest \\|Phi\\| at each time, (k,)."""
        return np.array([np.abs(self.system.phi(q, t)).max(initial=0.0) for t, q in zip(self.t, self.q)])

    def multipliers(self):
        """Multipliers of smallest norm, (k, m): ``M qdd + Phi_q' lam = g``."""
        if not hasattr(self, "_multipliers"):
            self._multipliers = np.array([self._multipliers_at(*state) for state in zip(self.t, self.q, self.qd)])
        return self._multipliers

    def _multipliers_at(self, t, q, qd):
        _, p = dynamics.accelerations(self.system, self.model.solver, q, qd, t)
        return dynamics.multipliers(self.system, q, p, t)

    def accelerations(self):
        """Accelerations qdd, (k, n)."""
        return np.array([dynamics.accelerations(self.system, self.model.solver, q, qd, t)[0] for t, q, qd in zip(self.t, self.q, self.qd)])

    def reaction(self, joint, on=None):
        """Force and moment that a joint exerts on one of its bodies, about the joint's point.

        Parameters
        ----------
        joint : str
            Name of the joint.
        on : str or Body, optional
            The body acted on; by default the last one of the joint that is not the ground.

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
        layout, lam = self.system.layout, self.multipliers()
        point = next((p for p in joint.points if p.body is body), None)
        arms = self.position(point) - self.position(body.point("reference")) if point else 0.0
        pairs = [reactions.wrench(layout, body, q, reactions.joint_force(self.system, joint.name, q, l, t))
                 for t, q, l in zip(self.t, self.q, lam)]
        force, moment = (np.array(x) for x in zip(*pairs))
        if point:
            moment = moment - reactions.cross(arms, force)
        return reactions.Reaction(self.t, force, moment, body.name, joint.name)

    def summary(self):
        """The run in a small table: size, cost and quality."""
        at_start = mobility(self.system, self.q[0], self.t[0])
        rows = [("bodies", len(self.model.bodies)), ("coordinates", at_start.coordinates), ("equations", at_start.rows),
                ("rank", at_start.rank), ("degrees of freedom", at_start.freedoms), ("method", self.method),
                ("simulated", f"{self.t[-1]:g} s" + ("" if self.complete else " (stopped early)")), ("steps", self.counts.steps),
                ("computing time", f"{self.seconds:.2f} s"), ("energy drift", f"{self.energy_drift():.1e} J"),
                ("largest |Phi|", f"{self.violation().max():.1e}")]
        return "\n".join(f"{name:<20}{value}" for name, value in rows)

    def to_csv(self, path, columns):
        """Write t and named histories to a file.

        Parameters
        ----------
        columns : dict of str -> (k,) array
        """
        with open(path, "w", newline="", encoding="utf-8") as file:
            writer = csv.writer(file)
            writer.writerow(["t", *columns])
            writer.writerows(zip(*(map(repr, np.asarray(x, dtype=float).tolist()) for x in (self.t, *columns.values()))))

    def scene(self, frames=120, trace=()):
        """What a picture or an animation needs: outlines, joints and traced points at some of the times."""
        from .show.staging import scene_of
        return scene_of(self, frames, trace)

    def animate(self, frames=120, trace=(), **options):
        """An animation that plays in a notebook or a saved page (see `fcclearn.show.player`)."""
        from .show.player import player
        scene, times = self.scene(frames, trace)
        return player(scene, times, **options)
