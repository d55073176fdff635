"""The boundaries of a slice of the workspace with their holes, and the area between them."""
import numpy as np

from .geometry import REFERENCE
from .workspace import slice_margin, smallest_margin


def outline(Z, alpha=0.0, step=0.5, p=REFERENCE):
    """All boundaries of a slice as closed curves: outer ones run anticlockwise, round holes clockwise.

    So the sum of their areas, ``1/2 sum of (x dy - y dx)``, is the area of the slice: `area`.

    Parameters
    ----------
    step : float
        Of the grid on which the margin is taken; corners are rounded within one step [mm].

    Returns
    -------
    list of (n, 2) arrays [mm], the first point again at the end
    """
    from contourpy import contour_generator
    X, Y, margin = slice_margin(Z, alpha, step, p)
    curves = contour_generator(X, Y, margin).lines(0.0)
    return [curve if smallest_margin(*_left_of(curve), Z, alpha, p) > 0 else curve[::-1] for curve in curves]


def _left_of(curve):
    """A point close to the left of the longest piece of a curve."""
    pieces = np.diff(curve, axis=0)
    k = np.argmax(np.hypot(*pieces.T))
    dx, dy = pieces[k]
    return (curve[k] + curve[k + 1]) / 2 + 0.2 * np.array([-dy, dx])


def area(curves):
    """Area within closed curves, holes taken off, mm2: Gauss's formula.

    Examples
    --------
    >>> square = np.array([[0, 0], [2, 0], [2, 2], [0, 2], [0, 0]], dtype=float)
    >>> hole = np.array([[0.5, 0.5], [0.5, 1.5], [1.5, 1.5], [1.5, 0.5], [0.5, 0.5]])
    >>> area([square, hole])
    3.0
    """
    return float(sum(0.5 * np.sum(c[:-1, 0] * c[1:, 1] - c[1:, 0] * c[:-1, 1]) for c in curves))
