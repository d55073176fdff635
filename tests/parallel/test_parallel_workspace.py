"""Workspace: Paper B, section 4.1, with chosen parameters."""
from dataclasses import replace

import numpy as np
import pytest
from parallel_helpers import START, P

from fcclearn.parallel.geometry import PoseError
from fcclearn.parallel.outline import area, outline
from fcclearn.parallel.position import inverse, margins, why_not
from fcclearn.parallel.workspace import (
    PAPER_VOLUME,
    around,
    boundary,
    compare_with_paper,
    highest,
    lowest,
    occupied,
    slice_margin,
    smallest_margin,
    usable_volume,
    volume,
)

# mm3: exact chords along x, 0.05 mm in y, 300 slices (see `scanline_volume` for the idea)
CONVERGED = 6.1684e5
RECIPES = 1e-3          # relative: volumes counted by different recipes


def rings(Z, p):
    """Range of rho_i that the strokes admit at height Z, by sampling theta_i2:
    a slice is the intersection of rings."""
    def angle(L, side):
        return np.arccos((side**2 + p.l20**2 - L**2) / (2 * side * p.l20))
    theta2 = np.linspace(angle(p.L_min[0], p.bar), angle(p.L_max[0], p.bar), 4001)
    s3 = (Z - p.l2 * np.sin(theta2)) / p.l3
    closes = np.abs(s3) < 1
    theta2, s3 = theta2[closes], s3[closes]
    rho = p.bar / 2 - p.l2 * np.cos(theta2) + p.l3 * np.sqrt(1 - s3**2)
    elbow = theta2 + np.arcsin(s3)
    first = rho[(elbow > angle(p.L_min[3], p.l30)) & (elbow < angle(p.L_max[3], p.l30))]
    return [(r.min(), r.max()) if len(r) else (1.0, 0.0) for r in (first, rho, rho)]


@pytest.mark.parametrize("Z, alpha", [(95.0, 0.0), (110.0, -0.2654), (130.0, 0.0), (150.0, 0.3)])
def test_slice_is_the_intersection_of_three_rings(Z, alpha):
    """A second road to the limits: |D - c_i| between two radii, c_i = r0 e_i - r R(alpha) e_i."""
    X = np.arange(-90, 90, 1.0) + 0.13
    centres = [p for p in (P.r0 * np.exp(1j * np.array(P.theta0))
                           - P.r * np.exp(1j * (alpha + np.array(P.theta0))))]
    distance = [np.abs(X + 1j * X[:, None] - c) for c in centres]
    inside = np.all([(low < d) & (d < high) for d, (low, high) in zip(distance, rings(Z, P))], axis=0)
    found = smallest_margin(X, X[:, None], Z, alpha) > 0
    # rings are sampled, so a cell may lie between
    assert np.count_nonzero(inside != found) <= 0.0005 * inside.size
    assert inside.any()


def test_volume_and_its_error():
    """Section 4.1 of Paper B: 6.1671e5 mm3, met at alpha = 0 by the choice of a stroke."""
    for step in (2.0, 1.0):
        V = volume(0.0, step)
        assert abs(V.value - CONVERGED) < V.error < 0.003 * CONVERGED
    np.testing.assert_allclose(V.value, PAPER_VOLUME, rtol=RECIPES)


def test_volumes_of_other_definitions():
    """Constant alpha, every alpha of a range, any alpha of a range:
    nested, with the numbers computed before."""
    one = volume(START[3], 1.0).value
    every = volume(np.linspace(-0.2654, 0.2654, 9), 2.0)
    either = volume(np.deg2rad(np.linspace(-45, 45, 31)), 2.0, need=np.any)
    np.testing.assert_allclose(one, 5.36e5, rtol=2e-3)
    np.testing.assert_allclose(every.value, 4.05e5, rtol=5e-3)
    np.testing.assert_allclose(either.value, 8.38e5, rtol=2e-3)
    assert every.value < one < either.value


def test_usable_part():
    """Of 5.36e5 mm3 at alpha = -0.2654 only 2.74e5 lie on the start's side of the singular cylinder."""
    V = usable_volume(START, 1.0)
    np.testing.assert_allclose(V.value, 2.74e5, rtol=3e-3)
    grid = occupied(START[3], 2.0)
    inside_cylinder = grid.X**2 + grid.Y[:, None]**2 < P.r**2 + P.r0**2 - 2 * P.r * P.r0 * np.cos(START[3])
    np.testing.assert_allclose((grid.inside & inside_cylinder).sum() * 8.0, V.value, rtol=0.01)


def test_the_box_holds_the_whole_workspace():
    """A slender platform reaches far beyond r0 + r; counted on a box twice as large it is the same."""
    slender = replace(P, r=20.0, r0=50.0)
    V = volume(0.1, 1.0, slender)
    assert abs(V.value - 9.07e5) < 3e3
    X = np.arange(-300.0, 300.0, 3.0)
    Z = np.arange(slender.Z_min + 1.5, slender.l2 + slender.l3, 3.0)
    inside = smallest_margin(X, X[:, None], Z[:, None, None], 0.1, slender) > 0
    np.testing.assert_allclose(27.0 * inside.sum(), V.value, rtol=5e-3)
    far = np.hypot(X, X[:, None])[inside.any(0)].max()
    assert slender.r0 + slender.r < far < around(slender)
    _, _, margin = slice_margin(95.0)
    assert (margin[[0, -1]] < 0).all() and (margin[:, [0, -1]] < 0).all()       # nothing is cut
    assert np.isfinite(margin).all()


@pytest.mark.parametrize("Z, holes", [(95.0, 1), (112.0, 3), (126.0, 0)])
def test_outlines_with_their_holes(Z, holes):
    """The area within is that of the cells; the outer boundary alone has four times as much at Z = 95."""
    curves = outline(Z)
    assert len(curves) == 1 + holes and sum(area([c]) < 0 for c in curves) == holes
    X, _, margin = slice_margin(Z, step=0.25)
    np.testing.assert_allclose(area(curves), 0.25**2 * np.count_nonzero(margin > 0), rtol=2e-3)
    ring = boundary(Z)
    outer = area([np.vstack([ring, ring[:1]])])
    assert (outer / area(curves) > 3.9) == (Z == 95.0)
    for curve in curves:
        assert np.abs(smallest_margin(*curve.T, Z, 0.0)).max() < 0.5
    assert outline(170.0) == []


def test_stacked_outlines_are_the_volume():
    heights = np.arange(90.5, 166.5, 1.0)
    np.testing.assert_allclose(sum(area(outline(Z, step=1.0)) for Z in heights), CONVERGED, rtol=3e-3)


def test_grid_is_symmetric():
    """Section 4.1 of Paper B: symmetric about x_B z_B (at alpha = 0: the mirror turns alpha round)."""
    X, Y, margin = slice_margin(112.0, 0.0)
    np.testing.assert_allclose(margin, margin[::-1], rtol=0, atol=1e-10, equal_nan=True)
    _, _, left = slice_margin(112.0, 0.2)
    _, _, right = slice_margin(112.0, -0.2)
    np.testing.assert_allclose(left, right[::-1], rtol=0, atol=1e-10, equal_nan=True)


def test_boundary_is_where_a_limit_is_met():
    for point in boundary(126.0, 0.1, 36):
        values, _ = margins(*point, 126.0, 0.1)
        assert 0 < values.min() < 1e-8
        assert smallest_margin(*(1.001 * point), 126.0, 0.1) < 0


def test_highest_point_is_a_stroke():
    """Paper B, section 4.1: 166 mm, where actuators 1-3 are longest."""
    np.testing.assert_allclose(highest(), 166.0, atol=1e-7)
    np.testing.assert_allclose(inverse([0, 0, highest(), 0])[:3], P.L_max[:3], rtol=1e-9)
    with pytest.raises(PoseError, match=r"nothing of the workspace is above \(500, 0\) mm at alpha = 0 rad"):
        highest(X=500.0)
    assert 90.0 < highest(60.0, 0.0) < 166.0


def test_lowest_point_is_found():
    """At the clearance plane in the reference; where the strokes end, in a mechanism without one."""
    np.testing.assert_allclose(lowest(), 90.0, atol=1e-9)
    low, X = lowest(0.0, replace(P, Z_min=20.0)), np.arange(-120.0, 120.0, 0.25)
    for shift, some in ((-0.05, False), (0.2, True)):
        margin = smallest_margin(X, X[:, None], low + shift, 0.0, replace(P, Z_min=20.0))
        assert (margin > 0).any() == some


def test_hexagon_when_orientations_are_required():
    """Six sides: the outline of "every |alpha| <= 0.5" repeats after 60 degrees,
    much better than that of alpha = 0."""
    def unevenness(alphas):
        radius = np.min([np.hypot(*boundary(126.0, a, 360).T) for a in alphas], axis=0)
        return np.abs(radius - np.roll(radius, 60)).max() / radius.mean()
    assert unevenness([0.0]) > 0.2
    assert unevenness(np.linspace(-0.5, 0.5, 9)) < 0.06


def test_comparison_with_the_paper():
    rows = {name: (paper, here) for name, _, paper, here, _ in compare_with_paper(step=2.0)}
    for name, tolerance in (("lowest point", 1e-9), ("highest point", 1e-9), ("volume, alpha = 0", RECIPES),
                            ("ratio", RECIPES),
                            ("installation volume", RECIPES)):
        np.testing.assert_allclose(*rows[name], rtol=tolerance)


def test_tighter_limits_shrink_the_workspace():
    smaller = replace(P, L_max=(57.0, 57.0, 57.0, 88.0), Z_min=100.0)
    assert volume(0.0, 2.0, smaller).value < 0.9 * volume(0.0, 2.0).value
    assert "clearance plane" in why_not([0, 0, 95, 0.1], smaller)


def test_bad_input():
    with pytest.raises(PoseError, match="the workspace is empty"):
        volume(3.1, 2.0)
    with pytest.raises(PoseError, match="is singular: nothing can be reached"):
        usable_volume([10.0, 0.0, 120.0, 0.0])
    with pytest.raises(PoseError, match="clearance plane missed"):
        usable_volume([0.0, 0.0, 80.0, 0.1])
    for step in (-1.0, 0.0, np.nan):
        with pytest.raises(ValueError, match="the step of a grid must be a positive length"):
            volume(0.0, step)
    for elbow in (0, 2, [1, 1, 0.5]):
        with pytest.raises(ValueError, match="an elbow is"):
            inverse([0.0, 0.0, 110.0, 0.1], elbow=elbow)
