"""Where every vector of every body lives in one list of coordinates.

The stored coordinates of all bodies make up q. A reduced spatial body has one more vector, w = u x v,
which is computed: all of them follow q in the *extended* coordinates

    y(q) = {q, w_1, w_2, ...},        V = dy/dq,

a quadratic map. A reduced planar body's v = Q u is u with its components swapped and one sign: it needs
no new entry. Without reduced spatial bodies y = q. Vectors that bodies share are stored once
(Paper A, Eq. (104)).
"""

import numpy as np

from ..formulation.equations import numbering
from .quadratic import QuadraticMap, Same

#: w_k = sum of sign * u_i * v_j, the cross product written out
CROSS = [(0, 1, 2, 1.0), (0, 2, 1, -1.0), (1, 2, 0, 1.0), (1, 0, 2, -1.0), (2, 0, 1, 1.0), (2, 1, 0, -1.0)]


class Layout:
    """Places of the bodies' vectors in q and in y.

    Parameters
    ----------
    bodies : list of Body, all of one dimension
    shared : list of ((body, axis), (body, axis))
        Pairs of stored axes ("u", "v", "w") that are one vector; the second uses the first one's place.

    Attributes
    ----------
    n, ny : int
        Numbers of stored and of extended coordinates.
    labels : list of str
        "crank.u.x" for every stored coordinate.
    extension : QuadraticMap or Same
        y(q).
    """

    def __init__(self, bodies, dimension, shared=()):
        self.bodies, self.dimension = list(bodies), dimension
        self.place = {}
        columns, self.n = numbering(self.bodies, shared)
        names = {}
        # place: body -> (index, sign) arrays of shape (d + 1, d): full coordinates as entries of y
        for body, stored in columns.items():
            index, sign = np.zeros((dimension + 1, dimension), dtype=int), np.ones((dimension + 1, dimension))
            index[: len(stored)] = stored
            self.place[body] = index, sign
            for vector, block in zip("ruvw", stored):
                for x, column in zip("xyz", block):
                    names.setdefault(int(column), f"{body.name}.{vector}.{x}")
        self.labels = [names[column] for column in range(self.n)]
        self.ny, products = self.n, []
        for body in self.bodies:
            if body.kind == "reduced":
                products += self._derive(body)
        identity, shape = [(i, i, 1.0) for i in range(self.n)], (self.ny, self.n)
        self.extension = QuadraticMap(shape, np.zeros(self.ny), identity, products) if products else Same()

    def _derive(self, body):
        index, sign = self.place[body]
        if self.dimension == 2:                          # v = Q u = (-u_y, u_x)
            index[2], sign[2] = index[1, ::-1], [-1.0, 1.0]
            return []
        index[3] = np.arange(self.ny, self.ny + 3)       # w = u x v
        self.ny += 3
        return [(index[3, k], index[1, i], index[2, j], s) for k, i, j, s in CROSS]

    def start(self):
        """Coordinates and rates (q, qd) of the initial poses and velocities."""
        q, qd = np.zeros(self.n), np.zeros(self.n)
        for body in self.bodies:
            stored = self.place[body][0][: body.n_stored].ravel()
            q[stored], qd[stored] = body.q, body.qd
        return q, qd

    def affine(self, element):
        """An element as ``constant + M y``: the constant (d,) and (component, index of y, coefficient)s."""
        terms = []
        for body, c in element.moving.items():
            index, sign = self.place[body]
            for block in np.flatnonzero(c):
                terms += [(k, index[block, k], c[block] * sign[block, k]) for k in range(self.dimension)]
        return element.constant, terms
