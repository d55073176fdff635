"""A dial: an angle as a coordinate of its own, counted over full turns."""

import numpy as np

from .constraints import Lin, constant_vector
from .drivers import rotated_AR
from .joint import Joint
from .joints import angle_vectors
from .products import Dot


def dial(D, first, second, axis=None):
    """A dial: x of the point D is the angle of the second body from the first, zero at the start.

    The angle is counted over full turns: it is a coordinate of its own, carried along by a rotated angle
    relation. D is a massless point body; its other coordinates stay zero. A force on D along x is a torque
    on the second body about the axis, and its opposite on the first.

    Parameters
    ----------
    D : Point
    first, second : Body
    axis : direction, Vector or pair of Vectors; not used in the plane

    Examples
    --------
    >>> from fcclearn.formulation.body import Body, Ground
    >>> from fcclearn import massless, rod
    >>> wheel = Body("wheel", rod(1.0, 1.0), 2)
    >>> [e.label for e in dial(Body("D", massless(), 2, "point").point(), Ground(2), wheel).equations]
    ['rotated AR', 'dial 1']
    """
    if first is second:
        raise ValueError(f"a dial reads the angle of one body from another, not of {first.name} from itself")
    D.body.is_reading = True
    x, *others = np.eye(D.dimension)
    angle = Dot(D, constant_vector(D, x))
    reading = rotated_AR(*angle_vectors(first, second, axis), angle)
    return Joint("dial", [reading, Lin(D, A=others, kind="dial")])
