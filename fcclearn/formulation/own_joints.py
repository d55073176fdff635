"""Joints of one's own: three that the library does not have, each a few lines of geometry.

Write down which scalar products of points and vectors stay what they are, and hand the list to
`Model.join`. Phi, its Jacobian, nu and gamma follow for bodies of every kind, in the plane and in space,
against a body or the ground; nobody differentiates anything. The parts to build with are

    P - Q, a + b, 2 * a              points and vectors of bodies (module `elements`)
    Dot(x, y, f)                     x . y = f
    Lin(x)                           x = 0, one equation for each component
    a joint of the library           its equations are taken over:  *revolute(...).equations
    rotated_AR(a, b, c, angle)       the angle of a from b equals `angle`, which may be a Dot

A joint in which an angle goes with something else, such as a screw or gears, needs the last one.
"""

import numpy as np

from .constraints import constant_vector
from .drivers import rotated_AR
from .joints import angle_vectors, both_axes, cylindrical
from .products import Dot


def on_sphere(P, Q, radius):
    """The point Q stays on a sphere about P: one scalar product.

    Examples
    --------
    >>> from fcclearn import Model, rod
    >>> model = Model(gravity=[0, 0, -9.81])
    >>> bar = model.body("bar", rod(1.0, 1.0), along=([3, 0, 4], [3, 1, 4]))
    >>> joint = model.join(on_sphere(model.ground.point(0, 0, 0), bar.point("start"), 5.0))
    >>> float(abs(model.system.phi(model.system.layout.start()[0])).max())
    0.0
    """
    return [Dot(Q - P, Q - P, radius**2)]


def screw(P, Q, axis, pitch):
    """A screw: the cylindrical joint, and a turn of the body of Q for each advance of one pitch.

    Parameters
    ----------
    pitch : float
        Advance in one turn [m].

    Examples
    --------
    >>> from fcclearn import Model, box
    >>> model = Model(gravity=[0, 0, -9.81], kind="reduced")
    >>> nut = model.body("nut", box(1.0, [1.0, 1.0, 0.5]))
    >>> joint = model.join(screw(model.ground.point(), nut.point("com"), axis=[0, 0, 1], pitch=0.01))
    >>> model.mobility().degrees_of_freedom
    1
    """
    a, _ = both_axes(axis, P.body, Q.body)
    turn = Dot(a * (2 * np.pi / pitch), Q - P)
    turn.f = turn.at_start()
    turning = rotated_AR(*angle_vectors(P.body, Q.body, axis), turn)
    return [*cylindrical(P, Q, axis).equations, *turning.equations]


def gears(reading, frame, wheel, axis=None, ratio=-1.0):
    """A coupling of angles: a wheel turns `ratio` times as far as the other one, whose angle a dial reads.

    The dial counts full turns, so any ratio will do; the wheels are held to the frame by joints of their own.
    Speeds and torques are those of gears, but there are no tooth forces: the pins carry nothing of them. A
    pair with tooth forces is `Model.gear_pair`.

    Parameters
    ----------
    reading : Point
        Of the first wheel, from `Model.dial(frame, first_wheel, axis)`.
    frame, wheel : Body
        What carries the wheels, and the second wheel.
    ratio : float
        -r1 / r2 for external gears of radii r1 and r2, positive for an internal gear.

    Examples
    --------
    >>> from fcclearn import Model, disc, revolute
    >>> model = Model(gravity=[0, -9.81])
    >>> small, large = model.body("small", disc(1.0, 0.1)), model.body("large", disc(4.0, 0.2), at=[0.3, 0])
    >>> for x, wheel in ((0, small), (0.3, large)):
    ...     pin = model.join(revolute(model.ground.point(x, 0), wheel.point("com")))
    >>> joint = model.join(gears(model.dial(model.ground, small), model.ground, large, ratio=-0.5))
    >>> model.mobility().degrees_of_freedom
    1
    """
    other_angle = Dot(reading, constant_vector(reading, ratio * np.eye(reading.dimension)[0]))
    return rotated_AR(*angle_vectors(frame, wheel, axis), other_angle)
