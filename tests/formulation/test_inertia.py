"""Solids that have a name, against Gauss quadrature and tables."""

import numpy as np
import pytest
from motions import ROUNDING

from fcclearn import bar, box, composite, cylinder, disc, from_inertia, planar, point_mass, rod, sphere
from fcclearn.formulation.mass import mass_by_quadrature

SIDES = np.array([0.4, 0.7, 1.1])


def integrate(points, weights):
    """Pseudo-inertia of a cloud of weighted points."""
    ones = np.column_stack([np.ones(len(points)), points])
    return (ones.T * weights) @ ones


def gauss(lower, upper, n=8):
    x, w = np.polynomial.legendre.leggauss(n)
    return lower + (upper - lower) * (x + 1) / 2, w * (upper - lower) / 2


def round_solid(radius_at, length, density=1.0, n=40):
    """Points and weights of a body of revolution about its first axis:
    radius as a function of the place along it."""
    points, weights = [], []
    turns = np.arange(16) * 2 * np.pi / 16
    for x, wx in zip(*gauss(-length / 2, length / 2, n)):
        for r, wr in zip(*gauss(0, radius_at(x), n)):
            for angle in turns:
                points.append([x, r * np.cos(angle), r * np.sin(angle)])
                weights.append(wx * wr * r * 2 * np.pi / 16 * density)
    return np.array(points), np.array(weights)


@pytest.mark.parametrize("solid, cloud", [
    (rod(2.0, 1.5), lambda: (np.column_stack([gauss(-0.75, 0.75)[0], *np.zeros((2, 8))]),
                             gauss(-0.75, 0.75)[1] / 1.5 * 2.0)),
    (cylinder(2.0, 0.3, 1.2), lambda: round_solid(lambda x: 0.3, 1.2, 2.0 / (np.pi * 0.3**2 * 1.2), 12)),
    (sphere(3.0, 0.8), lambda: round_solid(lambda x: np.sqrt(0.64 - x * x), 1.6,
                                           3.0 / (4 / 3 * np.pi * 0.8**3))),
    (disc(2.0, 0.3, 0.5).moved([0, 0, 0], np.array([[0, 0, 1.0], [1, 0, 0], [0, 1, 0]])),
     lambda: round_solid(lambda x: 0.3, 0.5, 2.0 / (np.pi * 0.09 * 0.5), 12)),
], ids=["rod", "cylinder", "sphere", "disc turned onto u"])
def test_solids_against_quadrature(solid, cloud):
    np.testing.assert_allclose(solid.P, integrate(*cloud()), atol=1e-9)


def test_box_and_bar_against_quadrature():
    density = 2.0 / SIDES.prod()
    M = mass_by_quadrature(lambda c: density, -SIDES / 2, SIDES / 2)[::3, ::3]
    np.testing.assert_allclose(box(2.0, SIDES).P, M, atol=ROUNDING)
    np.testing.assert_allclose(bar(2.0, *SIDES).P, M, atol=ROUNDING)


@pytest.mark.parametrize("solid, ends",
                         [(rod(1, 2.0), 1.0), (bar(1, 2.0, 0.1, 0.2), 1.0), (cylinder(1, 0.1, 2.0), 1.0)])
def test_long_solids_lie_along_u(solid, ends):
    np.testing.assert_array_equal([solid.points["start"], solid.points["com"], solid.points["end"]],
                                  [[-ends, 0, 0], [0, 0, 0], [ends, 0, 0]])


def test_thin_disc():
    """A homogeneous disc: m R^2 / 2 about its axis, half of it about a diameter."""
    np.testing.assert_allclose(disc(2.0, 3.0).inertia, np.diag([4.5, 4.5, 9.0]), atol=ROUNDING)


def test_point_mass_is_away_from_its_origin():
    solid = point_mass(2.0, [1, -2])
    np.testing.assert_array_equal(solid.com, [1, -2, 0])
    np.testing.assert_allclose(solid.inertia, 0, atol=ROUNDING)
    np.testing.assert_array_equal(solid.points["com"], [1, -2, 0])


@pytest.mark.parametrize("solid, extent", [
    (rod(1, 2.0), [1, 0, 0]), (bar(1, 2.0, 0.6, 0.4), [1, 0.3, 0.2]),
    (box(1, [2.0, 0.6, 0.4]), [1, 0.3, 0.2]),
    (cylinder(1, 0.5, 2.0), [1, 0.5, 0.5]), (disc(1, 0.5), [0.5, 0.5, 0]), (sphere(1, 0.5), [0.5, 0.5, 0.5])])
def test_outlines_have_the_size_of_the_solid(solid, extent):
    points = np.vstack(solid.outline)
    np.testing.assert_allclose(points.max(axis=0), extent, atol=ROUNDING)
    np.testing.assert_allclose(points.min(axis=0), -np.array(extent), atol=ROUNDING)


@pytest.mark.parametrize("solid", [rod(1, 2.0), bar(1, 2.0, 0.6, 0.4), box(1, [2.0, 0.6, 0.4]),
                                   cylinder(1, 0.5, 2.0), disc(1, 0.5), sphere(1, 0.5),
                                   point_mass(1.0, [1, 2, 3]), planar(1.0, 0.1, com=[1, 2]),
                                   from_inertia(1.0, [1, 1, 1], com=[1, 2, 3])])
def test_every_solid_names_its_centre_of_mass(solid):
    np.testing.assert_allclose(solid.points["com"], solid.com, atol=ROUNDING)


def test_outline_of_a_box_is_its_twelve_edges():
    edges = {frozenset(map(tuple, pair)) for line in box(1.0, [2.0, 0.6, 0.4]).outline
             for pair in zip(line[:-1], line[1:])}
    corners = [np.array([x, y, z]) for x in (-1, 1) for y in (-0.3, 0.3) for z in (-0.2, 0.2)]
    expected = {frozenset((tuple(a), tuple(b))) for a in corners for b in corners
                if np.count_nonzero(a - b) == 1}
    assert edges == expected and len(expected) == 12


def test_outlines_of_round_solids():
    """A cylinder: two circles at its ends and its axis; a disc: its rim and a spoke;
    a sphere: two great circles."""
    *rings, axis = cylinder(1.0, 0.5, 2.0).outline
    np.testing.assert_array_equal(axis, [[-1, 0, 0], [1, 0, 0]])
    for ring, x in zip(rings, (-1, 1)):
        np.testing.assert_allclose(ring[:, 0], x)
        np.testing.assert_allclose(np.linalg.norm(ring[:, 1:], axis=1), 0.5)
    rim, spoke = disc(1.0, 0.5).outline
    np.testing.assert_allclose(np.linalg.norm(rim, axis=1), 0.5)
    np.testing.assert_array_equal(spoke, [[0, 0, 0], [0.5, 0, 0]])
    for circle in sphere(1.0, 0.5).outline:
        np.testing.assert_allclose(np.linalg.norm(circle, axis=1), 0.5)
    np.testing.assert_array_equal(point_mass(1.0, [1, 2]).outline[0], [[0, 0, 0], [1, 2, 0]])


def test_composite_of_two_halves_is_the_whole():
    half = box(1.0, [0.5, 1, 1])
    whole = composite(half.moved([-0.25, 0, 0]), half.moved([0.25, 0, 0]))
    np.testing.assert_allclose(whole.P, box(2.0, [1, 1, 1]).P, atol=ROUNDING)
    assert len(whole.outline) == 2 * len(half.outline) and "com" in whole.points


def test_planar_solid():
    """Only Izz about the centre of mass matters; the reference point may be elsewhere."""
    solid = planar(2.0, 0.5, com=[0.1, -0.2], tip=[1, 2])
    assert solid.inertia[2, 2] == pytest.approx(0.5, rel=ROUNDING)
    np.testing.assert_array_equal(solid.com, [0.1, -0.2, 0])
    np.testing.assert_array_equal(solid.points["tip"], [1, 2, 0])
    np.testing.assert_array_equal(solid.points["com"], [0.1, -0.2, 0])
    assert solid.J[0, 0] - 2.0 * 0.01 == pytest.approx(solid.J[1, 1] - 2.0 * 0.04)           # split evenly


@pytest.mark.parametrize("call, message", [
    (lambda: rod(0.0, 1.0), "mass must be positive, not 0"),
    (lambda: rod(1.0, -1.0), "length must be positive, not -1"),
    (lambda: bar(1.0, 1.0, 0.0, 1.0), "width must be positive, not 0"),
    (lambda: box(1.0, [1, 1, 0]), "height must be positive, not 0"),
    (lambda: box(1.0, [1, 1]), "the sides of a box must have 3 components"),
    (lambda: cylinder(1.0, 0.0, 1.0), "radius must be positive, not 0"),
    (lambda: cylinder(np.nan, 1.0, 1.0), "mass must be positive, not nan"),
    (lambda: disc(-1.0, 1.0), "mass must be positive, not -1"),
    (lambda: disc(1.0, 1.0, -0.1), "thickness must be 0 or more, not -0.1"),
    (lambda: sphere(1.0, np.inf), "radius must be positive, not inf"),
    (lambda: point_mass(-2.0), "mass must be positive, not -2"),
    (lambda: from_inertia(-1.0, [1, 1, 1]),
     r"the mass of a solid must be positive, not -1 kg \(use massless"),
    (lambda: from_inertia(1.0, [1, 1, np.nan]), "inertia must be finite numbers"),
    (lambda: from_inertia(0.0, [1, 1, 1]), "the mass of a solid must be positive, not 0 kg"),
    (lambda: from_inertia(2.0, [1, 1, 3], com=[4, 5, 6]),
     r"one moment of inertia exceeds the sum of the other two by 1 kg m2"),
    (lambda: from_inertia(1.0, [1, 1, 3]),
     r"one moment of inertia exceeds the sum of the other two by 1 kg m2 \(triangle inequality\)"),
    (lambda: from_inertia(1.0, [[1, 0.1, 0], [0, 1, 0], [0, 0, 1]]),
     "three principal moments or a symmetric 3 x 3 tensor"),
    (lambda: from_inertia(1.0, [1, 1]), "three principal moments or a symmetric 3 x 3 tensor"),
    (lambda: planar(1.0, -0.5), r"the moment of inertia Izz must be 0 or more, not -0.5"),
    (lambda: rod(1, 1).with_points(pin=[0, 0]), "point 'pin' must have 3 components"),
    (lambda: rod(1, 1).moved([0, 0, 0], -np.eye(3)), "the axes of a moved solid are left-handed"),
])
def test_impossible_solids_are_named(call, message):
    with pytest.raises(ValueError, match=message):
        call()
