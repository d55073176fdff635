"""The poses that the mechanism can take: volume, slices, boundary, and the part it can use.

"The workspace" of Paper B, section 4.1, is not defined there;
here it is always said for which alpha it holds.
"""
from typing import NamedTuple

import numpy as np

from .geometry import REFERENCE, PoseError
from .position import check_pose, margins
from .singularity import determinant

# rows of a slice that are tested together: they fit the processor's cache, which is 5 times faster
BAND = 16
COARSE = 4.0            # mm, step of the search for the box that holds the workspace
SINGULAR = 1e-12        # mm/rad: a determinant this small is rounding
PAPER_VOLUME = 6.1671e5     # mm3, Paper B, section 4.1
PAPER_INSTALLATION = 83.9277e5  # mm3


class Volume(NamedTuple):
    """Volume in mm3 and an error estimate: cells cut by the surface err by up to half a cell, at random."""

    value: float
    error: float


class Grid(NamedTuple):
    """Cell centres along each axis (mm) and which cells are inside, indexed [Z, Y, X]."""

    X: np.ndarray
    Y: np.ndarray
    Z: np.ndarray
    inside: np.ndarray


def smallest_margin(X, Y, Z, alpha, p=REFERENCE):
    """Distance in mm to the nearest limit (reach, strokes, clearance), positive inside,
    NaN or negative outside."""
    return margins(X, Y, Z, alpha, p)[0].min(0)


def occupied(alphas, step=1.0, p=REFERENCE, need=np.all):
    """Which cells of a cubic grid belong to the workspace: Paper B, section 4.1.

    Parameters
    ----------
    alphas : the orientations in rad, one or several
    step : edge of a cell in mm; a cell counts if its centre is inside
    need : np.all - every alpha must be possible there; np.any - one is enough (union)
    """
    alphas = np.atleast_1d(alphas).astype(float)
    around = p.r0 + p.r
    X, Y, Z = _axes([(-around, around), (-around, around), (p.Z_min, p.l2 + p.l3)], COARSE)
    inside = _inside(X, Y[:, None], Z[:, None, None], alphas, p, need)
    if not inside.any():
        raise PoseError(f"the workspace is empty (or thinner than {COARSE:g} mm) for alpha = {alphas} rad")
    used = [np.flatnonzero(inside.any(axis)) for axis in ((0, 1), (0, 2), (1, 2))]
    box = [(axis[i[0]] - COARSE, axis[i[-1]] + COARSE) for axis, i in zip((X, Y, Z), used)]
    X, Y, Z = _axes([*box[:2], (max(p.Z_min, box[2][0]), box[2][1])], step)
    inside = np.empty((len(Z), len(Y), len(X)), bool)
    for k in range(len(Z)):
        for j in range(0, len(Y), BAND):
            inside[k, j:j + BAND] = _inside(X, Y[j:j + BAND, None], Z[k], alphas, p, need)
    return Grid(X, Y, Z, inside)


def _inside(X, Y, Z, alphas, p, need):
    return need([smallest_margin(X, Y, Z, alpha, p) > 0 for alpha in alphas], axis=0)


def _axes(box, step):
    return [low + step * (0.5 + np.arange(int(np.ceil((high - low) / step)))) for low, high in box]


def volume(alphas=0.0, step=1.0, p=REFERENCE, need=np.all):
    """Volume of the workspace with an error estimate: Paper B, section 4.1.

    Examples
    --------
    >>> V = volume(alphas=0.0, step=2.0)
    >>> bool(abs(V.value / 6.1684e5 - 1) < 0.01)
    True
    """
    return _count(occupied(alphas, step, p, need).inside, step)


def _count(inside, step):
    faces = sum(np.count_nonzero(np.diff(inside, axis=axis)) for axis in range(3))
    return Volume(float(inside.sum() * step**3), float(np.sqrt(faces) * step**3))


def usable_volume(start, step=1.0, p=REFERENCE):
    """Volume that the platform can reach from `start` at its alpha without crossing a singularity.

    Cells count that are inside, have the sign of det J of the start, and are connected with the start.

    Raises
    ------
    PoseError
        If `start` is not in the workspace, or is singular.
    """
    from scipy.ndimage import label

    start = np.asarray(start, float)
    check_pose(start, p)
    if abs(determinant(start, p)) < SINGULAR:
        raise PoseError(f"the start {start} is singular: nothing can be reached without crossing a "
                        f"singularity")
    X, Y, Z, inside = occupied(start[3], step, p)
    k, j, i = np.nonzero(inside)
    poses = np.stack([X[i], Y[j], Z[k], np.full(len(i), start[3])], axis=-1)
    same_side = np.sign(determinant(poses, p)) == np.sign(determinant(start, p))
    inside[k, j, i] = same_side
    regions, _ = label(inside)
    nearest = np.argmin(np.where(same_side, np.linalg.norm(poses - start, axis=1), np.inf))
    return _count(regions == regions[k[nearest], j[nearest], i[nearest]], step)


def slice_margin(Z, alpha=0.0, step=0.5, p=REFERENCE, half=None):
    """X, Y (mm) and the smallest margin (mm) on a square |X|, |Y| <= half;
    its zero contour is the slice's boundary, holes included.

    Without `half` the square reaches to r0 + r, where no slice ends. A smaller one cuts without a word: with
    70 mm a quarter of the slice at Z = 95 mm, alpha = 0 is missing.

    Examples
    --------
    >>> areas = [int((slice_margin(95.0, half=half)[2] > 0).sum()) * 0.25 for half in (70.0, None)]
    >>> round(1 - areas[0] / areas[1], 2)
    0.24
    """
    half = p.r0 + p.r if half is None else half
    X = np.arange(-half, half + step / 2, step)
    return X, X, smallest_margin(X, X[:, None], Z, alpha, p)


def boundary(Z, alpha=0.0, directions=180, p=REFERENCE):
    """The outer boundary of a slice: the last point inside on each ray from the axis,
    (n, 2) in mm, NaN where none is.

    Samples of 0.25 mm find it, bisection refines it. It is the outer hull: a slice can have holes (shortest
    strokes), which `slice_margin` shows, and then what it encloses is much more than the workspace.
    """
    angle = np.linspace(0, 2 * np.pi, directions, endpoint=False)
    ray = np.stack([np.cos(angle), np.sin(angle)])

    def inside(radius):
        return smallest_margin(radius * ray[0], radius * ray[1], Z, alpha, p) > 0

    radii = np.arange(0.0, p.r0 + p.r, 0.25)
    last = np.max(np.where(inside(radii[:, None]), radii[:, None], -1.0), axis=0)
    low, high = last, last + 0.25
    for _ in range(40):
        middle = (low + high) / 2
        low, high = np.where(inside(middle), middle, low), np.where(inside(middle), high, middle)
    return (np.where(last < 0, np.nan, low) * ray).T


def highest(X=0.0, Y=0.0, alpha=0.0, p=REFERENCE):
    """The largest Z in the workspace above (X, Y), mm, by bisection from the clearance plane."""
    low, high = p.Z_min + 1.0, p.l2 + p.l3
    for _ in range(50):
        middle = (low + high) / 2
        low, high = (middle, high) if smallest_margin(X, Y, middle, alpha, p) > 0 else (low, middle)
    return low


def compare_with_paper(step=1.0, p=REFERENCE):
    """Rows (quantity, unit, Paper B, here, remark) for section 4.1;
    the parameters were chosen to meet some of them."""
    V = volume(0.0, step, p)
    around = np.pi * (p.r0 + p.l1 / 2)**2 * (166 + 5)
    start = [-5.5491, 12.7839, 110.0, -0.2654]
    every = volume(np.linspace(-0.2654, 0.2654, 5), 2 * step, p)
    return [
        ("lowest point", "mm", 90.0, p.Z_min, "clearance plane, chosen to agree"),
        ("highest point", "mm", 166.0, highest(p=p), "stroke of actuators 1-3, chosen to agree"),
        ("volume, alpha = 0", "mm3", PAPER_VOLUME, V.value,
         f"+- {V.error:.0f}; fitted with the stroke of actuator 4; all of it is singular"),
        ("installation volume", "mm3", PAPER_INSTALLATION, around,
         "cylinder r0 + l1/2, 171 mm: meets the number, does not enclose the mechanism"),
        ("ratio", "1", 0.0735, V.value / around, ""),
        ("volume, alpha = -0.2654", "mm3", None, volume(start[3], step, p).value,
         "the orientation of the paper's start"),
        ("of it usable from the start", "mm3", None, usable_volume(start, step, p).value,
         "no singularity crossed"),
        ("volume, every |alpha| <= 0.2654", "mm3", None, every.value,
         "five orientations: six-sided, as the paper's picture is said to be"),
    ]
