"""Small vector algebra that the formulation needs and NumPy does not name.

Rotation matrices, Euler angles and the like are SciPy's business
(`scipy.spatial.transform.Rotation`); here are only the cross-product matrix of the papers,
its planar counterpart, and orthonormal frames built from an axis.
"""

import numpy as np

from .checks import numbers

RANK_TOLERANCE = 1e-10
"""Singular values, or pivots, below this share of the largest count as zero, everywhere in the package."""

#: Planar quarter turn, ``Q @ a`` is `a` turned by +90 degrees (theory: v = Q u of the reduced planar body).
Q = np.array([[0.0, -1.0], [1.0, 0.0]])


def skew(a):
    """Cross-product matrix of a vector, so that ``skew(a) @ b == np.cross(a, b)``.

    Paper A, Eq. (15), and Eq. (20): ``skew(a) @ b == -skew(b) @ a``.

    Parameters
    ----------
    a : (3,) array

    Returns
    -------
    (3, 3) array, skew-symmetric

    Examples
    --------
    >>> skew([1, 2, 3]) @ [0, 0, 1]
    array([ 2, -1,  0])
    """
    x, y, z = a
    return np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])


def as_vector(value, dimension, what):
    """A finite float vector of the wanted dimension, or one sentence that says what is wrong.

    Raises
    ------
    ValueError
        Wrong number of components, or NaN or infinity among them.

    Examples
    --------
    >>> as_vector([1, 2], 2, "gravity")
    array([1., 2.])
    """
    try:
        vector = np.asarray(None if np.iscomplexobj(value) else value, dtype=float)
    except (TypeError, ValueError):
        raise ValueError(f"{what} must be {dimension} numbers, not {value!r}") from None
    if vector.shape != (dimension,):
        raise ValueError(f"{what} must have {dimension} components, but {value!r} has shape {vector.shape}")
    if not np.isfinite(vector).all():
        raise ValueError(f"{what} must be finite, not {vector.tolist()}")
    return vector


def unit(a, what="an axis"):
    """The vector scaled to length one.

    Raises
    ------
    ValueError
        The vector is zero or not finite.

    Examples
    --------
    >>> unit([0, 3, 4])
    array([0. , 0.6, 0.8])
    """
    try:
        a = np.asarray(a, dtype=float)
    except (TypeError, ValueError):
        raise ValueError(f"{what} must be numbers, such as [0, 0, 1], not {a!r}") from None
    length = np.linalg.norm(a)
    if not np.isfinite(length) or length == 0.0:
        raise ValueError(f"{what} must be a finite vector other than zero, not {a.tolist()}")
    return a / length


def perpendiculars(axis):
    """Unit vectors that complete an axis to a right-handed orthonormal set.

    Parameters
    ----------
    axis : (2,) or (3,) array, not zero

    Returns
    -------
    (d - 1, d) array
        Spatial: rows p, s with p x s = axis / |axis|. Planar: the one row Q a.

    Examples
    --------
    >>> perpendiculars([0, 0, 2])
    array([[1., 0., 0.],
           [0., 1., 0.]])
    """
    a = unit(axis)
    if len(a) == 2:
        return (Q @ a)[None]
    least = np.argmin(np.abs(a))                 # the global axis that is least parallel to a
    p = unit(np.eye(3)[least] - a[least] * a)
    return np.array([p, np.cross(a, p)])


def frame_along(direction):
    """Rotation matrix whose first column points along a direction.

    Examples
    --------
    >>> frame_along([0, 2]).tolist()
    [[0.0, -1.0], [1.0, 0.0]]
    """
    return np.column_stack([unit(direction, "the direction of a body"), *perpendiculars(direction)])


def check_frame(axes, dimension, what):
    """A right-handed orthonormal set of axes (columns u, v, w), or one sentence that says what is wrong.

    Raises
    ------
    ValueError
        Wrong shape, not orthonormal to 1e-9, or left-handed.

    Examples
    --------
    >>> check_frame([[1, 0], [0, -1]], 2, "crank")
    Traceback (most recent call last):
    ValueError: the axes of crank are left-handed (determinant -1); swap or reverse one of them
    """
    A = numbers(axes, f"the axes of {what}")
    if A.shape != (dimension, dimension) or not np.isfinite(A).all():
        columns = ", ".join("uvw"[:dimension])
        raise ValueError(f"the axes of {what} must be a finite {dimension} x {dimension} matrix "
                         f"with columns {columns}")
    error = np.abs(A.T @ A - np.eye(dimension)).max()
    if error > 1e-9:
        raise ValueError(f"the axes of {what} are not orthonormal (off by {error:.1e})")
    if np.linalg.det(A) < 0:
        raise ValueError(f"the axes of {what} are left-handed (determinant -1); swap or reverse one of them")
    return A
