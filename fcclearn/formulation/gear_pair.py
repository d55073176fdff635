"""A gear pair with tooth forces: two wheels that roll on each other, wherever their centres go.

Both wheels look at the line of their centres. Seen from it they turn so that the pitch circles do not slip,

    r1 (theta_1 - phi) + r2 (theta_2 - phi) = 0        external;  r2 with a minus: internal

phi the direction of the line. The equation pulls at phi too, and with it at the centres: what it carries is
one force at the pitch point, along the common tangent of the pitch circles, as large on one wheel as on the
other. The radial part of a tooth force, its tan(pressure angle) share, presses the wheels apart or together,
does no work and is not in the model: add it by hand to the forces of the pins.
"""

import numpy as np

from .constraints import Lin, constant_vector
from .drivers import rotated_AR
from .elements import check_points
from .joint import Joint
from .joints import both_axes
from .products import Dot


def gear_pair(D, P, Q, ratio, axis=None):
    """Two wheels that roll on each other; see `Model.gear_pair`, which makes the reading D.

    Parameters
    ----------
    D : Point
        Of a massless point body; its x counts the turns of the line of centres seen from the first wheel.
    P, Q : Point
        Centres of the wheels, held at their distance by other joints.
    ratio : float
        r1 / r2 of the pitch circles, or of the numbers of teeth: negative for external gears.
    axis : direction, Vector or pair of Vectors; not used in the plane

    Examples
    --------
    >>> from fcclearn import Model, disc
    >>> model = Model(gravity=[0, 0])
    >>> a, b = (model.body(name, disc(1.0, 0.1), at=[x, 0]) for name, x in (("a", 0.0), ("b", 0.3)))
    >>> mesh = model.gear_pair(a.point("com"), b.point("com"), teeth=(20, 40))
    >>> [e.label for e in mesh.equations]
    ['rotated AR', 'rotated AR', 'gear pair 1']
    """
    check_points("gear pair", P, Q)
    line, distance = Q - P, np.linalg.norm((Q - P).at_start())
    if distance == 0.0:
        raise ValueError(f"the centres {P.label} and {Q.label} of a gear pair are at one place")
    x, *others = np.eye(D.dimension)
    wheels = []
    for wheel, turns in ((P.body, 1.0), (Q.body, ratio)):
        towards = wheel.vector_along(line.at_start() / distance)
        turned = towards.turned(None if P.dimension == 2 else _axis_across(axis, P, Q, wheel, towards))
        angle = Dot(D, constant_vector(D, turns * x))
        wheels.append(rotated_AR(line * (1.0 / distance), towards, turned, angle))
    D.body.is_reading = True
    return Joint("gear pair", [*wheels, Lin(D, A=others, kind="gear pair")], (P, Q))


def _axis_across(axis, P, Q, wheel, towards):
    """The axis as a vector of a wheel; the line of centres must be perpendicular to it."""
    own = dict(zip((P.body, Q.body), both_axes(axis, P.body, Q.body)))[wheel]
    if abs(own.local @ towards.local) > 1e-9:
        raise ValueError(f"the line of centres must be perpendicular to the axis of the gear {wheel.name}")
    return own
