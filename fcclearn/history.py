"""Where everything was: the states of a model at times, and the motion of its points and bodies."""

import warnings

import numpy as np

from .engine import dynamics
from .engine.reactions import cross
from .formulation.algebra import perpendiculars, unit
from .formulation.coordinates import angular_velocity
from .formulation.elements import Element, Point

AXIS_KEPT = 1e-3
"""A body that leans away from an axis by more than this does not turn about it alone [rad]."""


class History:
    """States of a model at times, and the motion that follows from them.

    Parameters and attributes are those of `Result`.
    """

    def __init__(self, model, t, q, qd, qdd=None):
        self.system, self.solver, self.unshared = model.system, model.solver, model.unshared
        self.model, self.solids = model.frozen(), self.unshared.solids
        self.t, self.q, self.qd = np.array(t), np.array(q), np.array(qd)
        self._qdd = None if qdd is None else np.array(qdd)

    # ---------------------------------------------------------------- points

    def position(self, point):
        """Place of a point in global axes, (k, d) [m]; a Point or "body.point"."""
        return self.system.value_of(self.model.element(point), self.q)

    def velocity(self, point):
        """Velocity of a point in global axes, (k, d) [m/s]."""
        return self.system.rate_of(self.model.element(point), self.q, self.qd)

    def acceleration(self, point):
        """Acceleration of a point in global axes, ``C (V qdd + Vdot qd)``, (k, d) [m/s2]."""
        return self.system.acceleration_of(self.model.element(point), self.q, self.qd, self.accelerations())

    def accelerations(self):
        """Accelerations qdd, (k, n)."""
        if self._qdd is None:
            self._qdd = np.array([dynamics.accelerations(self.system, self.solver, q, qd, t)[0]
                                  for t, q, qd in zip(self.t, self.q, self.qd)])
        return self._qdd

    # ---------------------------------------------------------------- bodies

    def axes(self, body):
        """Axes u, v, (w) of a body as columns, in global axes, (k, d, d).

        Raises
        ------
        KeyError
            Unknown body, with the nearest known one.
        ValueError
            The body is a mere point.
        """
        body = self._turning(body)
        if not body.moves:
            return np.tile(body.axes, (len(self.t), 1, 1))
        return self._blocks(body, self.system.y(self.q))[:, 1:].transpose(0, 2, 1)

    def angular_velocity(self, body):
        """Angular velocity in global axes, (k, 3) in space, (k,) in the plane [rad/s]; raises as `axes`."""
        body = self._turning(body)
        return self._turn(body, self.system.yd(self.q, self.qd))

    def angular_acceleration(self, body):
        """Angular acceleration, ``1/2 sum of e x edd``, (k, 3) or (k,) [rad/s2]; raises as `axes`."""
        body = self._turning(body)
        return self._turn(body, self.system.ydd(self.q, self.qd, self.accelerations()))

    def angle(self, body, axis=None, relative_to="ground"):
        """Angle of a body over full turns, (k,) [rad].

        Plane: from u of the other body (of the ground: the x axis) to u of this one, at the start between
        -pi and pi. Space: the turn about an axis since the first time. Between two times the body may turn
        as far as it likes: its angular velocity tells how many turns there were.

        Parameters
        ----------
        body : str or Body
        axis : direction or Vector; not used in the plane
            Global axes at the first time; from then on it is fixed in the other body.
        relative_to : str or Body
            The body from which the angle is seen.

        Raises
        ------
        ValueError
            In space: no axis, or the body turns about other axes too.

        Warns
        -----
        UserWarning
            Times so far apart that the number of turns is in doubt.

        Examples
        --------
        A wheel that turns at 10 rad/s, looked at every second:

        >>> from fcclearn import Model, disc
        >>> model = Model(gravity=[0, 0])
        >>> wheel = model.body("wheel", disc(1.0, 1.0), angular_velocity=10.0)
        >>> model.simulate(3.0, samples=4).angle("wheel").round(6)
        array([ 0., 10., 20., 30.])
        """
        A, B = self.axes(relative_to), self.axes(body)
        rate, acceleration = self._turning_of(body) - self._turning_of(relative_to)
        if self.model.dimension == 2:
            u, x = B[:, :, 0], A[:, :, 0]
            return full_turns(np.arctan2(cross(x, u), (x * u).sum(axis=1)), rate, acceleration, self.t)
        if axis is None:
            raise ValueError("an angle in space needs an axis, such as axis=[0, 0, 1]")
        axis = A[0].T @ unit(self.position(axis)[0] if isinstance(axis, Element) else axis)
        turn = np.einsum("kji,kjl->kil", A, B) @ (A[0].T @ B[0]).T             # since the first time
        lean = np.linalg.norm(turn @ axis - axis, axis=1).max()
        if not lean <= AXIS_KEPT:
            name = self.model.find_body(body).name
            raise ValueError(f"{name} does not turn about this axis alone: it leans away from it by up to "
                             f"{np.degrees(lean):.3g} degrees; run.axes({name!r}) tells how it stands")
        p, s = perpendiculars(axis)
        about = A @ axis
        rate, acceleration = ((about * x).sum(axis=1) for x in (rate, acceleration))
        return full_turns(np.arctan2(turn @ p @ s, turn @ p @ p), rate, acceleration, self.t)

    def _turning(self, body):
        """A body, or the ground, that has axes."""
        body = self.model.ground if getattr(body, "name", body) == "ground" else self.model.find_body(body)
        if body.kind == "point":
            raise ValueError(f"{body.name} is a mere point and does not turn")
        return body

    def _blocks(self, body, extended):
        """r, u, v, (w) of a body, or their rates, from extended coordinates at all times, (k, d + 1, d)."""
        index, sign = self.system.layout.place[body]
        return extended[:, index] * sign

    def _turn(self, body, rates):
        """Half the sum of e x e', with e' the first or second rate of the axes e; zero for the ground."""
        if not body.moves:
            return np.zeros((len(self.t), *[3] * (self.model.dimension == 3)))
        blocks = self._blocks(body, self.system.y(self.q))
        return np.array([angular_velocity(e.ravel(), rate.ravel(), body.dimension)
                         for e, rate in zip(blocks, self._blocks(body, rates))])

    def _turning_of(self, body):
        """Angular velocity and acceleration, (2, k, ...)."""
        return np.array([self.angular_velocity(body), self.angular_acceleration(body)])

    # ---------------------------------------------------------------- momentum

    def momentum(self):
        """Linear momentum of all bodies, (k, d) [kg m/s]."""
        return np.array([dynamics.momentum(self.system, q, qd)[0] for q, qd in zip(self.q, self.qd)])

    def angular_momentum(self, about=None):
        """Angular momentum of all bodies, (k, 3) in space, (k,) in the plane [kg m2/s].

        Parameters
        ----------
        about : Point, "body.point", (d,) place or (k, d) places, optional
            ``L_P = L_O - r_P x p``, of velocities in global axes also where P moves; by default the origin.

        Examples
        --------
        A mass of 2 kg that passes 3 m above a place at 5 m/s:

        >>> from fcclearn import Model, point_mass
        >>> model = Model(gravity=[0, 0])
        >>> stone = model.body("stone", point_mass(2.0), at=[1, 4], velocity=[5, 0])
        >>> model.simulate(1.0, samples=2).angular_momentum(about=[0, 1]).round(9)
        array([-30., -30.])
        """
        total = np.array([dynamics.momentum(self.system, q, qd)[1] for q, qd in zip(self.q, self.qd)])
        return total if about is None else total - cross(self.places(about), self.momentum())

    def places(self, where):
        """Global places of a point at all times, (k, d): a Point, "body.point", or places (d,) or (k, d) [m].

        Raises
        ------
        ValueError
            Neither a point nor places of the model's dimension.
        """
        if isinstance(where, (str, Point)):
            return self.position(where)
        shape = (len(self.t), self.model.dimension)
        try:
            places = np.asarray(where, dtype=float)
        except (TypeError, ValueError):
            places = np.zeros(0)
        if places.shape in (shape[1:], shape) and np.isfinite(places).all():
            return np.broadcast_to(places, shape)
        raise ValueError(f"a point, \"body.point\" or a place of {shape[1]} numbers is asked for, "
                         f"not {where!r}")


def full_turns(angle, rate, acceleration, t):
    """An angle known up to full turns as a continuous one.

    Over a time h it grows by about ``h/2 (w0 + w1) + h^2/12 (a0 - a1)``, of rates w and accelerations a.

    Warns
    -----
    UserWarning
        Rate and acceleration leave a doubt of more than a quarter turn.

    Examples
    --------
    >>> full_turns(np.array([0.0, 1.0]), np.array([7.0, 7.0]), np.zeros(2), np.array([0.0, 1.0])).round(3)
    array([0.   , 7.283])
    """
    h, steps = np.diff(t), np.diff(angle)
    correction = -h**2 / 12 * np.diff(acceleration)
    expected = h / 2 * (rate[1:] + rate[:-1]) + correction
    steps = steps + 2 * np.pi * np.round((expected - steps) / (2 * np.pi))
    doubt = np.maximum(np.abs(steps - expected), np.abs(correction))
    if doubt.max(initial=0.0) > np.pi / 2:
        warnings.warn(f"the number of full turns is in doubt near t = {t[doubt.argmax()]:g} s: "
                      "ask for more samples", stacklevel=3)
    return angle[0] + np.append(0.0, steps.cumsum())
