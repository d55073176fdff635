"""The coordinates of one body: a point and unit vectors, no angles.

A body is its reference point r and the unit vectors u, v (and w in space), all in global axes.

=============  =================  ===  =========================
body           stored q           n    full-equivalent q3
=============  =================  ===  =========================
full, space    r, u, v, w         12   q3 = q
reduced, space r, u, v            9    w = u x v
full, plane    r, u, v            6    q3 = q
reduced, plane r, u               4    v = Q u
point          r                  d    (no axes)
=============  =================  ===  =========================

Everything is written in q3 (the full coordinates); `full_coordinates` and its Jacobian `V` carry it
to the stored coordinates. The functions read the kind of body from two words: `dimension` (2 or 3)
and `kind` ("full" or "reduced").
"""

import numpy as np

from .algebra import Q, skew


def stored_blocks(dimension, kind):
    """Names of the vectors that a body stores, in order (Paper A, Eqs. (10), (11)).

    Examples
    --------
    >>> stored_blocks(3, "full"), stored_blocks(3, "reduced"), stored_blocks(2, "reduced")
    (('r', 'u', 'v', 'w'), ('r', 'u', 'v'), ('r', 'u'))
    """
    return tuple("ruvw"[: 1 if kind == "point" else dimension + (kind == "full")])


def C_point(c):
    """Matrix C of a point fixed in a body: ``r_P = C @ q3``.

    ``C = [I, c1 I, c2 I, c3 I]``, constant (Paper A, Eq. (36)).

    Parameters
    ----------
    c : (d,) components of the point along u, v, (w), measured from the reference point [m]

    Returns
    -------
    (d, d (d + 1)) array

    Examples
    --------
    >>> C_point([2, 3])
    array([[1., 0., 2., 0., 3., 0.],
           [0., 1., 0., 2., 0., 3.]])
    """
    return np.kron([1.0, *c], np.eye(len(c)))


def C_vector(c):
    """Matrix C of a vector fixed in a body: ``s = C @ q3``.

    ``C = [0, c1 I, c2 I, c3 I]``, constant (Paper A, Eq. (40)).

    Examples
    --------
    >>> C_vector([0, 1])
    array([[0., 0., 0., 0., 1., 0.],
           [0., 0., 0., 0., 0., 1.]])
    """
    return np.kron([0.0, *c], np.eye(len(c)))


def full_coordinates(q, dimension, kind):
    """Full-equivalent coordinates q3 of a body from its stored coordinates q.

    Full body: q3 = q. Reduced in space: ``q3 = {r, u, v, u x v}`` (Paper A, Eqs. (12), (13)).
    Reduced in the plane: ``q3 = {r, u, Q u}``.

    Examples
    --------
    >>> full_coordinates([0, 0, 0.6, 0.8], 2, "reduced")
    array([ 0. ,  0. ,  0.6,  0.8, -0.8,  0.6])
    """
    q = np.asarray(q)
    if kind == "full":
        return q
    if dimension == 2:
        return np.concatenate([q, Q @ q[2:]])
    return np.concatenate([q, np.cross(q[3:6], q[6:])])


def V(q, dimension, kind):
    """Jacobian of the full-equivalent coordinates: ``q3d = V @ qd`` (Paper A, Eqs. (18), (19), (21)).

    Reduced in space, the last block row is ``[0, -skew(v), skew(u)]``. It is *not* the matrix of
    Eq. (14) that gives positions: q3 is quadratic in q, so ``V @ q`` counts w twice; see `S`.

    Returns
    -------
    (d (d + 1), n) array

    Examples
    --------
    >>> V([0, 0, 0, 1, 0, 0, 0, 1, 0], 3, "reduced")[9:, 3:].astype(int)
    array([[ 0,  0, -1,  0,  0,  0],
           [ 0,  0,  0,  0,  0, -1],
           [ 1,  0,  0,  0,  1,  0]])
    """
    q = np.asarray(q)
    identity = np.eye(len(q))
    if kind == "full":
        return identity
    if dimension == 2:
        return np.vstack([identity, np.hstack([np.zeros((2, 2)), Q])])
    u, v = q[3:6], q[6:]
    return np.vstack([identity, np.hstack([np.zeros((3, 3)), -skew(v), skew(u)])])


def S(dimension, kind):
    """The matrix with the one half: ``q3 = S @ V(q) @ q`` (Paper A, Eqs. (16), (17)).

    The half is Euler's identity for the quadratic part: w = u x v is homogeneous of degree 2, so its
    Jacobian times q gives it twice. Positions need S, anything differentiated does not.

    Examples
    --------
    >>> S(3, "reduced").diagonal()
    array([1. , 1. , 1. , 1. , 1. , 1. , 1. , 1. , 1. , 0.5, 0.5, 0.5])
    """
    scale = np.ones(dimension * (dimension + 1))
    if dimension == 3 and kind == "reduced":
        scale[9:] = 0.5
    return np.diag(scale)


def Vdot_qd(qd, dimension, kind):
    """Acceleration part without qdd: ``q3dd = V @ qdd + Vdot @ qd`` (Paper A, Eqs. (22), (23)).

    Reduced in space: ``{0, 0, 0, 2 ud x vd}``; zero for every other body.

    Examples
    --------
    >>> Vdot_qd([0, 0, 0, 1, 0, 0, 0, 1, 0], 3, "reduced")[9:]
    array([0, 0, 2])
    """
    qd = np.asarray(qd)
    result = np.zeros(dimension * (dimension + 1), dtype=qd.dtype)
    if dimension == 3 and kind == "reduced":
        result[9:] = 2 * np.cross(qd[3:6], qd[6:])
    return result


def pack(r, axes, kind):
    """Stored coordinates q from the reference point and the axes, as columns (Paper A, Eqs. (1), (10), (11)).

    Examples
    --------
    >>> pack([1, 2], [[0, -1], [1, 0]], "reduced")
    array([1., 2., 0., 1.])
    """
    q3 = np.concatenate([np.asarray(r, dtype=float), np.asarray(axes, dtype=float).T.ravel()])
    d = len(r)
    return q3[: d * len(stored_blocks(d, kind))]


def unpack(q3, dimension):
    """Reference point r and matrix of axes A (columns u, v, w) from full coordinates.

    Examples
    --------
    >>> r, A = unpack([1, 2, 0, 1, -1, 0], 2)
    >>> r, A
    (array([1, 2]), array([[ 0, -1],
           [ 1,  0]]))
    """
    blocks = np.asarray(q3).reshape(dimension + 1, dimension)
    return blocks[0], blocks[1:].T


def angular_velocity(q3, q3d, dimension):
    """Angular velocity in global axes from full coordinates and their rates [rad/s].

    Space: ``omega = 1/2 (u x ud + v x vd + w x wd)``; plane: ``omega = 1/2 (Q u . ud + Q v . vd)``.

    Returns
    -------
    (3,) array in space, float in the plane

    Examples
    --------
    >>> float(angular_velocity([0, 0, 1, 0, 0, 1], [0, 0, 0, 2, -2, 0], 2))
    2.0
    """
    axes = np.asarray(q3).reshape(dimension + 1, dimension)[1:]
    rates = np.asarray(q3d).reshape(dimension + 1, dimension)[1:]
    if dimension == 2:
        return 0.5 * np.sum((axes @ Q.T) * rates)
    return 0.5 * np.cross(axes, rates).sum(axis=0)


def rates(axes, velocity, omega):
    """Full-coordinate rates q3d of a body that moves with a velocity and an angular velocity.

    ``rd = velocity``, ``ud = omega x u`` and so on; in the plane ``ud = omega Q u``.

    Examples
    --------
    >>> rates([[1, 0], [0, 1]], [0, 0], 2.0)
    array([ 0.,  0.,  0.,  2., -2.,  0.])
    """
    axes = np.asarray(axes, dtype=float)
    turn = omega * Q if len(axes) == 2 else skew(omega)
    return np.concatenate([np.asarray(velocity, dtype=float), (turn @ axes).T.ravel()])
