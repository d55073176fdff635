"""Applied forces: what acts on points and vectors of bodies.

Every force has one shape: some elements x_k (points and vectors) and a law that gives a force vector
f_k on each of them from their values and rates. Its generalised force is ``sum C_k' f_k`` and its power
``sum f_k . xd_k`` (Paper A, Eqs. (109), (110), (114)), for full and reduced bodies alike. Gravity is
constant in the full coordinates and belongs to the model.
"""

from dataclasses import dataclass

import numpy as np

from .algebra import Q, as_vector, perpendiculars
from .checks import function_or_none, is_number, number, text
from .elements import check_elements, check_points
from .words import one_of

FRAMES = ("global", "body")
"""Axes in which components of a force or moment may be given."""


@dataclass(eq=False)
class Force:
    """Forces on elements by a law.

    Attributes
    ----------
    elements : list of Element
    law : callable ``law(t, x, xd) -> f``
        x, xd, f: arrays (k, d), one row for each element; global axes [m, m/s, N].
    potential : callable ``potential(t, x)`` or None
        Potential energy [J], where the force has one. Written without abs, norm and the like, so that it
        takes complex x: its rate is computed from it.
    name : str
    data : tuple
        What the law is, as a kind and its numbers, where plain data can say it; else empty:
        ("spring", k, l0, c), ("torsional spring", k, theta0, c), ("affine",) for a law of x alone that is
        constant plus linear, ("body moment", tau) for one that is so on orthonormal axes.

    Examples
    --------
    >>> from fcclearn.formulation.body import Ground
    >>> push = Force([Ground(2).point(0, 0)], lambda t, x, xd: [[1.0, np.nan]], name="push")
    >>> push.checked_law(0.5, np.zeros((1, 2)), np.zeros((1, 2)))
    Traceback (most recent call last):
    ValueError: force 'push' gave a value that is not finite at t = 0.5 s
    """

    elements: list
    law: object
    potential: object = None
    name: str = "force"
    data: tuple = ()

    def __post_init__(self):
        text(self.name, "the name of a force")
        check_elements("a force", *self.elements)
        if not callable(self.law):
            raise TypeError(f"the law of the force {self.name!r} must be a function of t, x, xd, "
                            f"not {self.law!r}")
        function_or_none(self.potential, f"the potential of the force {self.name!r}")

    def checked_law(self, t, x, xd):
        """The law's forces, or one sentence that names the force, the time and the fault."""
        try:
            f = np.asarray(self.law(t, x, xd))
        except Exception as error:
            raise ValueError(f"force {self.name!r} failed at t = {np.real(t):g} s: "
                             f"{type(error).__name__}: {error}") from error
        if f.shape != x.shape:
            raise ValueError(f"force {self.name!r} must give an array of shape {x.shape}, not {f.shape}")
        if not np.isfinite(f).all():
            raise ValueError(f"force {self.name!r} gave a value that is not finite at t = {np.real(t):g} s")
        return f


def axes_of(body):
    """The unit vectors u, v, (w) of a body as elements."""
    return [body.vector(e) for e in np.eye(body.dimension)]


def point_force(P, force, frame="global", name="force"):
    """A force at a point: ``g = C_P' f``, for a reduced body ``V' C_P' f`` (Paper A, Eqs. (110), (114)).

    A constant force in global axes has the potential energy -f . r_P.

    Parameters
    ----------
    P : Point
    force : (d,) array, or callable of time that gives one [N]
    frame : "global" or "body"
        Axes that the components are given in; "body" turns with the body of P.
    """
    check_points("point_force", P)
    f, data = _of_time(force, P.dimension, name), () if callable(force) else ("affine",)
    if one_of(frame, FRAMES, "frame") == "global":
        potential = None if callable(force) else lambda t, x: -f(t) @ x[0]
        return Force([P], lambda t, x, xd: f(t)[None], potential, name, data)
    axes = axes_of(P.body)

    def law(t, x, xd):
        return np.vstack([f(t) @ x[1:], np.zeros_like(x[1:])])
    return Force([P, *axes], law, name=name, data=data)


def moment(body, torque, frame="global", name="moment"):
    """A moment on a body by the frame-free couple ``f_e = 1/2 tau x e`` on its axes e (theory section 6).

    Needs no choice of a lever, unlike `couple`.

    Parameters
    ----------
    torque : (3,) array in space, number in the plane, or callable of time that gives one [N m]
    frame : "global" or "body"
    """
    _check_body(body, "a moment")
    if body.dimension == 2:
        tau, data = _of_time(torque, 1, name), () if callable(torque) else ("affine",)
        return Force(axes_of(body), lambda t, x, xd: 0.5 * tau(t)[0] * x @ Q.T, name=name, data=data)
    tau = _of_time(torque, 3, name)

    in_global_axes = one_of(frame, FRAMES, "frame") == "global"

    def law(t, x, xd):
        return 0.5 * np.cross(tau(t) if in_global_axes else tau(t) @ x, x)
    data = () if callable(torque) else ("affine",) if in_global_axes else ("body moment", tau(0.0))
    return Force(axes_of(body), law, name=name, data=data)


def couple(body, torque, name="couple"):
    """A moment fixed in the body, as the paper's couple: ``g = C_s' f``, ``f = tau x s``, ``s x f = tau``.

    s is a unit vector of the body perpendicular to the moment (Paper A, Eqs. (111)-(113), (115); the
    order in Eq. (111) gives -tau, erratum 3).

    Parameters
    ----------
    torque : (3,) array, components along u, v, w [N m]
    """
    _check_body(body, "a couple")
    tau = as_vector(torque, 3, f"the moment {name!r}")
    s = perpendiculars(tau)[0]
    arm, force = body.vector(s), body.vector(np.cross(tau, s))
    return Force([arm, force], lambda t, x, xd: np.array([x[1], np.zeros(3)]), name=name, data=("affine",))


def spring(P, Q, stiffness, length=None, damping=0.0, actuator=None, name="spring"):
    """Spring, damper and actuator between two points: tension ``k (l - l0) + c ld + fa`` (theory section 6).

    Parameters
    ----------
    P, Q : Point
    stiffness : float, k [N/m]
    length : float, free length l0, that at the start by default [m]
    damping : float, c [N s/m]
    actuator : callable of time, fa(t), positive pulls P and Q together [N]

    Raises
    ------
    ValueError
        A negative stiffness, free length or damping; while running: the two points meet, so the direction
        is lost.
    """
    check_points("spring", P, Q)
    if P.body is Q.body:
        raise ValueError(f"the spring {name!r} has both ends on {P.body.name}: it would do nothing")
    function_or_none(actuator, f"the actuator of {name!r}")
    for what, value, unit in (("stiffness", stiffness, "N/m"), ("damping", damping, "N s/m"),
                              ("free length", 0.0 if length is None else length, "m")):
        if not (is_number(value) and 0 <= value < np.inf):
            raise ValueError(f"the {what} of {name!r} must be a finite number of {unit}, zero or more, "
                             f"not {value!r}; any other law is a Force")
    apart = float(np.linalg.norm((Q - P).at_start()))
    free, reach = apart if length is None else float(length), max(apart, length or 0.0)

    def law(t, x, xd):
        d, dd = x[1] - x[0], xd[1] - xd[0]
        l = np.sqrt(d @ d)
        if abs(l) <= 1e-12 * reach:
            raise ValueError("its two points have met, so its direction is lost")
        push = actuator(t) if actuator else 0.0
        if np.shape(push):
            raise ValueError(f"its actuator must give one number, not shape {np.shape(push)}")
        tension = stiffness * (l - free) + damping * (d @ dd) / l + push
        return np.array([tension * d / l, -tension * d / l])

    def potential(t, x):
        d = x[1] - x[0]
        return 0.5 * stiffness * (np.sqrt(d @ d) - free) ** 2
    return Force([P, Q], law, potential, name, () if actuator else ("spring", stiffness, free, damping))


def torsional_spring(reading, stiffness, angle=0.0, damping=0.0, name="torsional spring"):
    """Spring and damper about the axis of a dial: torque ``-k (theta - theta0) - c thetad``.

    The dial counts full turns, so the spring may be wound up as far as one likes. A torque from a motor is
    `point_force` on the reading.

    Parameters
    ----------
    reading : Point
        x of it is the angle theta, from `Model.dial`; a point that is no reading is refused.
    stiffness : float, k [N m/rad]
    angle : float
        Angle theta0 at which the spring is free [rad]; the dial reads zero in the initial pose.
    damping : float, c [N m s/rad]

    Examples
    --------
    >>> from fcclearn import Model, disc
    >>> model = Model(gravity=[0, 0])
    >>> reading = model.dial(model.ground, model.body("wheel", disc(1.0, 0.1)))
    >>> hinge = torsional_spring(reading, stiffness=10.0, angle=1.0)
    >>> x = np.array([[3.0, 0.0]])
    >>> hinge.law(0.0, x, 0 * x).tolist(), float(hinge.potential(0.0, x))
    ([[-20.0, -0.0]], 20.0)
    """
    check_points("torsional_spring", reading)
    if not getattr(reading.body, "is_reading", False):
        raise ValueError("torsional_spring takes the reading of a dial, model.dial(first, second), "
                         f"not the place of {reading.label}")
    for what, value in (("stiffness", stiffness), ("angle", angle), ("damping", damping)):
        number(value, f"the {what} of {name!r}", least=-np.inf if what == "angle" else 0)
    along = np.eye(reading.dimension)[0]

    def law(t, x, xd):
        return -(stiffness * (x[0, 0] - angle) + damping * xd[0, 0]) * along[None]

    def potential(t, x):
        return 0.5 * stiffness * (x[0, 0] - angle) ** 2
    return Force([reading], law, potential, name, ("torsional spring", stiffness, angle, damping))


def _check_body(body, what):
    if not hasattr(body, "solid"):
        raise TypeError(f"{what} acts on a body, not on {body!r}")


def _of_time(value, dimension, name):
    """A constant vector or a function of time, as a function of time."""
    if callable(value):
        def at(t):
            now = np.atleast_1d(np.asarray(value(t)))
            if now.shape != (dimension,):
                raise ValueError(f"its function must give an array of shape ({dimension},), not {now.shape}")
            return now
        return at
    constant = as_vector(np.atleast_1d(value), dimension, f"the force or torque {name!r}")
    return lambda t: constant
