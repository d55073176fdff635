"""Prescribed motion: what moves by a given law, and the constraint that says so.

A driver equation is

    sum over k of  w_k(s) (x_k . y_k)  -  w_0(s)  =  0

with functions w of one scalar s, the phase: usually s = s(t), a `Motion`; a scalar product of two
elements is allowed too (a screw: the phase of the rotation is the advance along the axis). Only
functions of one scalar are ever differentiated here (module `motion`).
"""

from dataclasses import dataclass, field

import numpy as np

from .constraints import Constraint, Lin, constant_vector
from .directions import unit_vector
from .elements import Vector, check_elements
from .motion import COS, MINUS_SIN, ONE, TIME, Drive, Function, as_motion
from .products import Dot, Product, Row

SMALLEST_SINE = 1e-3
"""An angle relation by its cosine loses its grip where the sine is smaller: forces grow a thousandfold."""


class SingularDriver(ValueError):
    """A driver at a position where it cannot hold what it prescribes."""


@dataclass(eq=False)
class Driven:
    """One driver equation: products of elements weighted by functions of a phase.

    Attributes
    ----------
    dots : list of Dot
        Products x . y; their own f must be a number.
    weights : list of Function
        One for each product.
    offset : Function or None
    phase : Motion, number or Dot

    Raises
    ------
    ValueError
        Not one weight for each product, or a product that has a Motion for its f.
    """

    dots: list
    weights: list
    offset: object
    phase: object
    label: str = "driver"
    elements: list = field(init=False)

    def __post_init__(self):
        if len(self.weights) != len(self.dots):
            raise ValueError(f"{self.label} has {len(self.dots)} products, but {len(self.weights)} weights")
        if not isinstance(self.phase, Dot):
            self.phase = as_motion(self.phase, self.label)
        products = self.dots + ([self.phase] if isinstance(self.phase, Dot) else [])
        if any(isinstance(dot.f, Function) for dot in products):
            raise ValueError(f"f is a number in a product that {self.label} is made of: "
                             "what moves is its phase")
        self.elements = [x for dot in products for x in dot.elements]

    def at(self, now):
        """The equation at an `Instant` (module `equations`), with all that Paper A's Eq. (6) omits of gamma.

            Phi_q = sum w_k p_k,q + Phi_s s_q,     Phi_s = sum w_k' p_k - w_0',     nu = -Phi_s s_t
            gamma = -(sum w_k po_k + 2 sd sum w_k' pd_k + (sum w_k'' p_k - w_0'') sd^2 + Phi_s so)
        """
        s, s_q, sd, so = self._phase(now)
        w0, w01, w02 = self.offset(s) if self.offset else (0.0, 0.0, 0.0)
        Phi, Phi_s, Phi_q, second = -w0, -w01, np.zeros(now.n), -w02 * sd**2
        for dot, weight in zip(self.dots, self.weights):
            (p, p_q, pd, po), (w, w1, w2) = dot.product(now), weight(s)
            Phi, Phi_s, Phi_q = Phi + w * p, Phi_s + w1 * p, Phi_q + w * p_q
            second += w * po + 2 * w1 * sd * pd + w2 * sd**2 * p
        s_t = 0.0 if isinstance(self.phase, Dot) else sd
        return Row(Phi, Phi_q + Phi_s * s_q, -Phi_s * s_t, -(second + Phi_s * so))

    def _phase(self, now):
        if isinstance(self.phase, Dot):
            return self.phase.product(now)
        s, s_t, s_tt = self.phase(now.t)
        return Product(s, np.zeros(now.n), s_t, s_tt)

    @property
    def drive(self):
        return Drive(self.weights, self.offset, self.phase)

    @property
    def products(self):
        return self.dots


def TP(P, *motions):
    """Trajectory of a point: ``r_P - r*(t) = 0``, one Motion a coordinate [m] (Paper A, Eqs. (76)-(83)).

    nu = rd*, gamma = rdd* (full body), ``rdd* - C Vdot qd`` (reduced body).
    """
    return Lin(P, f=motions, kind="TP")


def OV(s, *motions):
    """Orientation of a vector: ``s - s*(t) = 0``, one Motion for each component (Paper A, Eqs. (84)-(87)).

    Three equations of rank 2 with the rigid-body equations, so s* must keep the length of s exactly.

    Raises
    ------
    ValueError
        At t = 0, s* has not the length of s, or its rate or acceleration would change that length.

    Examples
    --------
    >>> from fcclearn.formulation.body import Ground
    >>> from fcclearn.formulation.motion import Motion
    >>> OV(Ground(2).vector(1, 0), Motion.constant(1.0), Motion.polynomial(0.0, 0.1))
    ... # doctest: +NORMALIZE_WHITESPACE
    Traceback (most recent call last):
    ValueError: the direction s* of OV must keep the length 1 of s, but s*.s*'' + s*'.s*' = 0.01 at t = 0;
        give both cosine and sine, for example
    """
    check_elements("OV", s, kind=Vector)
    driver = Lin(s, f=motions, kind="OV")
    check_direction(motions, np.linalg.norm(s.local), "OV")
    return driver


def check_direction(motions, length, kind):
    """Refuse components of a direction that does not keep its length, looked at at t = 0.

    Raises
    ------
    ValueError
        Which condition on s* and its rates is broken, and by how much.
    """
    value, rate, acceleration = np.transpose([as_motion(m, kind)(0.0) for m in motions])
    fast = np.linalg.norm(rate)
    for what, error, size in (("|s*| - |s|", np.linalg.norm(value) - length, length),
                              ("s*.s*'", value @ rate, length * fast),
                              ("s*.s*'' + s*'.s*'", value @ acceleration + rate @ rate, fast**2)):
        if not abs(error) <= 1e-9 * max(1.0, size):
            raise ValueError(f"the direction s* of {kind} must keep the length {length:g} of s, "
                             f"but {what} = {error:.3g} at t = 0; give both cosine and sine, for example")


def AR(a, b, angle):
    """Angle relation: ``a . b - cos(angle(t)) = 0``, unit vectors of two bodies (Paper A, Eqs. (88)-(92)).

    nu = -sin(angle) angled; to gamma of CAR it adds ``-(cos(angle) angled^2 + sin(angle) angledd)``.
    The vectors may have any length: only where they point counts.
    Its grip is sin(angle): the angle must stay between 0 and 180 degrees, or between 180 and 360, where it
    starts. `rotated_AR` holds every angle.

    Raises
    ------
    SingularDriver
        Whenever it is evaluated at 0 or 180 degrees (sine below 1e-3), or beyond.
    """
    angle = as_motion(angle, "AR")
    product = Dot(*(unit_vector(vector, "a vector of AR") for vector in (a, b)))
    return Constraint("AR", [Driven([product], [ONE], guarded_cosine(angle, "AR"), angle, "AR")])


def AR_star(s, direction, angle):
    """Angle of a vector from an external direction: ``s . s*(t) - cos(angle(t)) = 0`` (Eqs. (93)-(99), AR*).

    For a moving s* the paper leaves out the terms with its rate and acceleration (erratum 6).

    Parameters
    ----------
    s : Vector, of any length
    direction : (d,) numbers or Motions
        Components of the unit vector s*, global axes.
    angle : Motion [rad]

    Raises
    ------
    ValueError
        Not d components, or s* is not of length one at t = 0, or not about to stay so.
    SingularDriver
        As `AR`.
    """
    check_elements("AR*", s, kind=Vector)
    if np.shape(direction) != (s.dimension,):
        raise ValueError(f"AR* needs the {s.dimension} components of a direction, not {direction!r}")
    check_direction(direction, 1.0, "AR*")
    s = unit_vector(s, "the vector of AR*")
    along = [Dot(s, constant_vector(s, e)) for e in np.eye(s.dimension)]
    weights, angle = [as_motion(m, "the direction of AR*") for m in direction], as_motion(angle, "AR*")
    return Constraint("AR*", [Driven(along, weights, guarded_cosine(angle, "AR*").of(angle), TIME, "AR*")])


def guarded_cosine(angle, name):
    """The cosine on the half turn in which an angle starts; elsewhere it says that the grip is lost."""
    half_turn = np.floor(angle.value(0.0) / np.pi)

    def cosine(s):
        if abs(np.sin(s)) < SMALLEST_SINE or np.floor(np.real(s) / np.pi) != half_turn:
            raise SingularDriver(f"{name} prescribes its angle by a cosine and cannot hold "
                                 f"{np.degrees(np.real(s)):.4g} degrees: its grip ends at 0 and 180 degrees; "
                                 "use rotated_AR, which holds every angle")
        return np.cos(s)
    return Function(cosine, COS.rate, COS.acceleration)


def rotated_AR(a, b, b_turned, angle):
    """Angle of a from b, about the axis b x b_turned, valid for every angle (theory section 4).

    ``a . (cos(angle) b_turned - sin(angle) b) = sin(theta - angle) = 0``. Its multiplier is the driving
    torque: the moment on the body of a about the axis is -lam [N m].

    Parameters
    ----------
    a : Vector of one body, perpendicular to the axis
    b, b_turned : Vectors of the other
        b_turned is b after a quarter turn about the axis: ``b.turned(axis)``. Lengths do not matter.
    angle : Motion or number, or Dot whose value is the angle [rad]

    Raises
    ------
    ValueError
        b and b_turned are not perpendicular vectors of one body.
    """
    b, b_turned = (unit_vector(vector, "a vector of rotated AR") for vector in (b, b_turned))
    if b.body is not b_turned.body or abs(b.local @ b_turned.local) > 1e-9:
        raise ValueError("rotated_AR needs b and b after a quarter turn about the axis, "
                         "two perpendicular vectors of one body")
    check_elements("rotated AR", a, kind=Vector)
    a = unit_vector(a, "a vector of rotated AR") if len(a.terms) == 1 else a
    products = [Dot(a, b_turned), Dot(a, b)]
    return Constraint("rotated AR", [Driven(products, [COS, MINUS_SIN], None, angle, "rotated AR")])
