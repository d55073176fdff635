"""Static equilibrium: the pose in which all forces balance, stable or not, at rest or in steady rotation."""

from dataclasses import dataclass

import numpy as np

from .engine.balance import NoEquilibrium, downhill, is_negative, newton, zero
from .engine.eigenvalues import eigenvalues
from .engine.kinematics import newton_raphson
from .engine.steady import Steady
from .formulation.checks import number
from .result import Result
from .simulation.stepping import Counts
from .vibrations import modes_about


@dataclass(frozen=True)
class Equilibrium:
    """A position in which all forces balance.

    Attributes
    ----------
    kind : "stable", "unstable" or "indifferent"
        Whether the model comes back, runs away, or stays where it is put, after a small push.
    moved : float
        Largest way of a reference point from the start [m].
    run : Result
        The state of rest, or of steady rotation, as a run of one time: positions, reactions, energies, a
        scene.
    """

    kind: str
    moved: float
    run: Result
    steady: Steady

    @property
    def stable(self):
        """Whether a small push leaves it near."""
        return self.kind == "stable"

    def position(self, point):
        """Place of a point in global axes, (d,) [m]; a Point or "body.point"."""
        return self.run.position(point)[0]

    def reaction(self, joint, on=None, about=None, axes="global"):
        """Force and moment that a joint exerts: `Result.reaction`, with one time."""
        return self.run.reaction(joint, on, about, axes)

    def modes(self):
        """Small vibrations about this equilibrium, `Modes`."""
        return modes_about(self.run.model, self.steady, self.run.q[0])

    def __repr__(self):
        return f"{self.kind} equilibrium; the bodies have moved by up to {self.moved:.3g} m"


def equilibrium(model, stable=True, t=0.0, spin=None, about=None):
    """Move a model to an equilibrium; see `Model.equilibrium`.

    Examples
    --------
    A rod of 2 kg, held by a pin and let go level, hangs down:

    >>> from fcclearn import Model, rod, revolute
    >>> model = Model(gravity=[0, -10.0])
    >>> bar = model.body("bar", rod(2.0, 1.0), along=([0, 0], [1, 0]))
    >>> pin = model.join(revolute(model.ground.point(), bar.point("start")), name="pin")
    >>> rest = model.equilibrium()
    >>> rest.kind, rest.position("bar.end").round(9) + 0.0, rest.reaction("pin").force.round(9) + 0.0
    ('stable', array([ 0., -1.]), array([[ 0., 20.]]))
    """
    if not isinstance(stable, (bool, np.bool_)):
        raise TypeError(f"stable is True or False, not {stable!r}")
    steady = steady_of(model, t, spin, about)
    start = model.system.layout.start()[0]
    on_constraints = newton_raphson(model.system, start, t)
    q, linear = downhill(steady, on_constraints) if stable else newton(steady, on_constraints)
    if steady.spins:
        check_steady(steady, q)
    way = (q - start).reshape(-1, model.dimension)[steady.is_place]
    model.move_to(q, steady.rates(q))
    for body in model.bodies.values():
        body.given = (steady.spins, steady.spins)                              # a spin is known, rest is not
    qd, qdd = steady.rates(q), steady.accelerations(q)
    run = Result(model, [t], [q], [qd], "equilibrium", Counts(), 0.0, qdd=[qdd])
    return Equilibrium(_kind(steady, q, linear), float(np.linalg.norm(way, axis=1).max()), run, steady)


def steady_of(model, t=0.0, spin=None, about=None):
    """The model's equations in a frame that stands still, or spins.

    Raises
    ------
    ValueError
        No bodies, or a time, spin or place that is none.
    """
    if not model.bodies:
        raise ValueError("the model has no bodies yet")
    number(t, "the time of an equilibrium")
    readings = [body for body in model.bodies.values() if body.is_reading]
    return Steady(model.system, t, size(model), spin, about, readings)


def size(model):
    """Size of a model: the largest extent, along x, y or z, of its named points and joints at the start [m].

    Examples
    --------
    >>> from fcclearn import Model, rod
    >>> model = Model(gravity=[0, -9.81])
    >>> bar = model.body("bar", rod(1.0, 3.0))
    >>> float(size(model))
    3.0
    """
    points = [p for joint in model.joints.values() for p in joint.points]
    points += [b.point(name) for b in model.bodies.values() if b.kind != "point" for name in b.named_points]
    places = [p.at_start() for p in points] + [b.blocks[0] for b in model.bodies.values()]
    return np.ptp(places, axis=0).max() or np.abs(places).max() or 1.0


def check_steady(steady, q):
    """Refuse a rotation that cannot be steady: joints that stop it, forces that do not turn with the model.

    Raises
    ------
    NoEquilibrium
        With the joint, or with what is out of balance after a turn by one radian.
    """
    state = steady.system.state(q, steady.rates(q), steady.t)
    units, error = steady.system.units, state.velocity_error
    off = units.off(error)
    if off.max(initial=0.0) > 1e-8 * np.abs(state.qd / units.columns).max():
        row = steady.system.rows[off.argmax()]
        raise NoEquilibrium("the model cannot turn as a whole with this spin: "
                            f"{row} would change at {abs(error[off.argmax()]):.3g} per second")
    later = steady.later(1.0).linear(steady.turned(q, 1.0))
    left = np.linalg.norm(later.unbalanced)
    if left > 1e-6 * later.scale:
        raise NoEquilibrium(f"the rotation is not steady: after a turn by one radian {left:.3g} J are out of "
                            "balance; weight and springs on the ground must act along the axis")


def _kind(steady, q, linear):
    """By the stiffness; where forces have no potential or the frame turns, by the growth of small motions."""
    if steady.spins or not linear.is_symmetric:
        s = eigenvalues(steady.linear(q, damping=True))[0]
        return "unstable" if s.real.max(initial=0.0) > 1e-7 * np.abs(s).max(initial=0.0) else "stable"
    stiffness = np.linalg.eigvalsh(0.5 * (linear.K + linear.K.T))
    if is_negative(stiffness, linear):
        return "unstable"
    return "indifferent" if len(stiffness) and stiffness[0] <= zero(stiffness, linear) else "stable"
