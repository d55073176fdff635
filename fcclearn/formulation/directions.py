"""Vectors of which only the direction counts."""

import numpy as np

from .elements import Vector, check_elements


def unit_vector(vector, what):
    """A vector fixed in one body, scaled to length one.

    Raises
    ------
    ValueError
        A zero vector, or one that spans several bodies, whose length changes.

    Examples
    --------
    >>> from fcclearn.formulation.body import Ground
    >>> unit_vector(Ground(2).vector(3, 4), "an axis").local
    array([0.6, 0.8])
    """
    check_elements(what, vector, kind=Vector)
    length = np.linalg.norm(vector.local)
    if length == 0.0:
        raise ValueError(f"{what} is a zero vector and points nowhere")
    return vector if abs(length - 1.0) <= 1e-15 else vector * (1.0 / length)
