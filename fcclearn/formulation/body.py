"""Bodies: a solid, a kind of coordinates, a pose to start from, and the ground.

The pose given to a body is where the model starts. It is only used to begin: afterwards the body is
its stored coordinates q (module `coordinates`).
"""

import numpy as np

from .algebra import as_vector, check_frame, frame_along
from .checks import number, pair
from .coordinates import angular_velocity, pack, rates, stored_blocks
from .elements import Point, Vector
from .solid import Solid
from .words import look_up, one_of

KINDS = ("full", "reduced", "point")
"""Kinds of body, by their coordinates (module `coordinates`)."""


class Carrier:
    """What bodies and the ground share: points and vectors fixed in them.

    `blocks` holds r, u, v, (w) at the start as rows, `block_rates` their rates.
    """

    name: str
    dimension: int
    moves: bool
    named_points: dict
    blocks: np.ndarray
    block_rates: np.ndarray

    def point(self, *where):
        """A point fixed in the body: a name, or its components along u, v, (w) [m].

        Without either it is the reference point.

        Raises
        ------
        KeyError
            Unknown name (with the nearest known one).
        ValueError
            Wrong number of components.

        Examples
        --------
        >>> from fcclearn import Model, rod
        >>> Model(gravity=[0, -9.81]).body("bar", rod(1.0, 2.0)).point("end").local
        array([1., 0.])
        """
        where = where or ("reference",)
        if len(where) == 1 and isinstance(where[0], str):
            c = look_up(where[0], self.named_points, f"point of {self.name}")
            return Point(self, self.fixed(c[: self.dimension]), where[0])
        return Point(self, self.fixed(self._components(where, "a point")))

    def vector(self, *components):
        """A vector fixed in the body, by its components along u, v, (w)."""
        return Vector({self: np.array([0.0, *self.fixed(self._components(components, "a vector"))])})

    def axis(self, name):
        """The vector u, v or w."""
        return self.vector(*np.eye(self.dimension)["uvw".index(name)])

    def point_at(self, where, name=None):
        """The point of the body that is now at a place given in global axes [m]."""
        arm = as_vector(where, self.dimension, "a place") - self.blocks[0]
        return Point(self, self.fixed(self.axes.T @ arm), name)

    def vector_along(self, direction):
        """The vector of the body that now has the given global components."""
        c = self.axes.T @ as_vector(direction, self.dimension, "a direction")
        return Vector({self: np.array([0.0, *self.fixed(c)])})

    def fixed(self, c):
        """Components of what can be fixed here: anything, unless the body is a mere point."""
        return c

    @property
    def axes(self):
        """Axes u, v, (w) at the start, as columns."""
        return self.blocks[1:].T

    def _components(self, values, what):
        values = values[0] if len(values) == 1 and np.ndim(values[0]) == 1 else values
        return as_vector(values, self.dimension, f"{what} of {self.name}")

    def __repr__(self):
        return f"<{type(self).__name__} {self.name}>"


class Ground(Carrier):
    """The fixed frame: its coordinates never change, so it stores none.

    Examples
    --------
    >>> Ground(2).point(1, 2).at_start()
    array([1., 2.])
    """

    name = kind = "ground"
    moves = False

    def __init__(self, dimension):
        self.dimension = dimension
        self.named_points = {"reference": np.zeros(3), "origin": np.zeros(3)}
        self.blocks = np.vstack([np.zeros(dimension), np.eye(dimension)])
        self.block_rates = np.zeros_like(self.blocks)


class Body(Carrier):
    """A generic rigid body (Paper A, Eqs. (10), (11)).

    Parameters
    ----------
    name : str
    solid : Solid
        Mass distribution and named points, in the body's own axes u, v, (w) from its reference point.
    dimension : 2 or 3
    kind : "full", "reduced" or "point"
        A point has a mass (or none) and a place, but no axes.
    at : (d,) array
        Reference point, global [m].
    axes : (d, d) array
        u, v, (w) as columns, global.
    along : pair of (d,) arrays, instead of `at` and `axes`
        Global places of the solid's points "start" and "end".
    triad : "products" or "cross"
        How a full body in space keeps its axes: by six scalar products, or by three and ``w - u x v = 0``.
    velocity : (d,) array
        Velocity of the reference point [m/s].
    angular_velocity : (3,) array in space, float in the plane [rad/s], global axes

    Raises
    ------
    ValueError
        Axes not orthonormal or left-handed, `along` of another length than the solid, values not finite.

    Examples
    --------
    >>> from fcclearn import rod
    >>> Body("bar", rod(1.0, 2.0), 2, "reduced", along=([0, 0], [0, 2])).q
    array([0., 1., 0., 1.])
    """

    moves, is_reading = True, False                # a reading, such as that of a dial, is no place in space

    def __init__(self, name, solid, dimension, kind="full", at=None, axes=None, along=None,
                 velocity=None, angular_velocity=None, triad="products"):
        one_of(kind, KINDS, "kind of body")
        if not isinstance(solid, Solid):
            raise TypeError(f"{name} needs a solid, such as rod(mass, length), not {solid!r}")
        if kind == "point" and np.count_nonzero(solid.P) > 1:
            raise ValueError(f"{name} has an inertia, or its mass away from its origin, "
                             "and cannot be a mere point")
        if triad not in ("products", "cross") or triad == "cross" and (dimension, kind) != (3, "full"):
            raise ValueError(f"the triad of {name} is kept by 'products', or of a full body in space "
                             f"by 'cross', not by {triad!r}")
        self.name, self.solid, self.dimension, self.kind, self.triad = name, solid, dimension, kind, triad
        self.named_points = {"reference": np.zeros(3), **solid.points}
        self.blocks = np.eye(dimension + 1, dimension, k=-1)                      # r = 0, and the global axes
        self.set_velocity(velocity, angular_velocity)
        self.place(at, axes, along)

    def place(self, at=None, axes=None, along=None):
        """Give the body another pose to start from, as in `Body`; what is not given stays, velocities too.

        Examples
        --------
        >>> from fcclearn import rod
        >>> bar = Body("bar", rod(1.0, 2.0), 2)
        >>> bar.place(along=([3, 0], [3, 2]))
        >>> bar.point("end").at_start()
        array([3., 2.])
        """
        d, velocity, omega = self.dimension, self.block_rates[0], self.angular_velocity
        if along is not None:
            at, axes = self._pose_along(along, at, axes)
        at = self.blocks[0] if at is None else as_vector(at, d, f"the reference point of {self.name}")
        axes = self.axes if axes is None else check_frame(axes, d, self.name)
        self.blocks = np.vstack([at, axes.T])
        self.block_rates = rates(axes, velocity, omega).reshape(d + 1, d)

    @property
    def angular_velocity(self):
        """Angular velocity at the start, (3,) in space, a number in the plane [rad/s]."""
        return angular_velocity(self.blocks, self.block_rates, self.dimension)

    def _pose_along(self, along, at, axes):
        if at is not None or axes is not None:
            raise ValueError(f"give {self.name} either along=(start, end) or at=... and axes=..., not both")
        if "start" not in self.solid.points or "end" not in self.solid.points:
            raise ValueError(f"{self.name} has no points 'start' and 'end' to lay along a line; "
                             "use at=... and axes=...")
        start, end = (as_vector(p, self.dimension, f"an end of {self.name}")
                      for p in pair(along, f"the ends of {self.name}"))
        local_start, local_end = (self.solid.points[p][: self.dimension] for p in ("start", "end"))
        length, gap = np.linalg.norm(local_end - local_start), np.linalg.norm(end - start)
        if abs(length - gap) > 1e-9 * max(length, gap):
            raise ValueError(f"{self.name} is {length:g} m long, but the places given for its ends "
                             f"are {gap:g} m apart")
        axes = frame_along(end - start) @ frame_along(local_end - local_start).T
        return start - axes @ local_start, axes

    def set_velocity(self, velocity=None, angular_velocity=None):
        """Initial velocity of the reference point [m/s] and angular velocity [rad/s], global axes.

        What is not given is zero for a simulation, and free for `Model.assemble`, which finds what fits.
        """
        self.given = (velocity is not None, angular_velocity is not None)
        d, what = self.dimension, f"the angular velocity of {self.name}"
        velocity = as_vector(np.zeros(d) if velocity is None else velocity, d, f"the velocity of {self.name}")
        if d == 2:
            omega = number(0.0 if angular_velocity is None else angular_velocity, f"{what} in the plane")
        else:
            omega = as_vector(np.zeros(3) if angular_velocity is None else angular_velocity, 3, what)
        self.block_rates = rates(self.axes, velocity, omega).reshape(d + 1, d)

    @property
    def n_stored(self):
        """Number of stored vectors: d + 1 for a full body, d for a reduced one, 1 for a point."""
        return len(stored_blocks(self.dimension, self.kind))

    def fixed(self, c):
        """Components of what can be fixed in the body.

        Raises
        ------
        ValueError
            The body is a mere point, and c is not that point.
        """
        if self.kind == "point" and np.any(c):
            raise ValueError(f"{self.name} is a mere point: it has no axes, "
                             "so nothing else can be fixed in it")
        return c

    @property
    def q(self):
        """Stored coordinates at the start."""
        return pack(self.blocks[0], self.axes, self.kind)

    @property
    def qd(self):
        """Stored rates at the start."""
        return self.block_rates[: self.n_stored].ravel()

    @property
    def P(self):
        """Pseudo-inertia matrix in this dimension, (d + 1, d + 1) (Paper A, Eq. (100))."""
        return self.solid.P[: self.dimension + 1, : self.dimension + 1]
