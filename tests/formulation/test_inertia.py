"""Mass distributions against Gauss quadrature, and the closed forms of the mass matrices."""

import numpy as np
import pytest
from motions import ROUNDING, rotation

from fcclearn import (
    bar,
    box,
    composite,
    cylinder,
    disc,
    from_inertia,
    massless,
    planar,
    point_mass,
    rod,
    sphere,
)
from fcclearn.formulation.coordinates import V, Vdot_qd
from fcclearn.formulation.inertia import Solid, pseudo_inertia
from fcclearn.formulation.mass import (
    mass_by_quadrature,
    mass_matrix,
    reduced_inertia_force,
    reduced_mass_matrix,
)

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


@pytest.mark.parametrize("dimension", [2, 3])
def test_mass_matrix_is_the_integral(dimension):
    """Paper A, Eq. (100): closed form and Gauss quadrature, with a reference point in a corner of the box."""
    reference = np.array([0.3, -0.2, 0.5])
    density = 5.0
    solid = box(density * SIDES.prod(), SIDES).moved(reference)
    lower, upper = (reference - SIDES / 2)[:dimension], (reference + SIDES / 2)[:dimension]
    depth = 1.0 if dimension == 3 else SIDES[2]
    M = mass_by_quadrature(lambda c: density * depth, lower, upper)
    np.testing.assert_allclose(mass_matrix(solid.P, dimension), M, atol=ROUNDING)


def test_mass_matrix_of_variable_density():
    """Paper A, Eq. (100) with the density inside the integral (erratum 10):
    a linear density moves the centre of mass."""
    a = SIDES[0]
    M = mass_by_quadrature(lambda c: 3.0 + 2.0 * c[0], -SIDES / 2, SIDES / 2)
    assert M[0, 0] == pytest.approx(3 * SIDES.prod(), rel=ROUNDING)
    # m times the shift along u
    assert M[0, 3] == pytest.approx(2 * SIDES.prod() * a**2 / 12, rel=ROUNDING)
    assert M[0, 3] != 0 and M[0, 6] == pytest.approx(0, abs=ROUNDING)


def test_principal_axes_make_the_mass_matrix_diagonal():
    """Paper A, Eqs. (101), (102), (103): Iu = (Ieta + Izeta - Ixi) / 2 and so on."""
    solid = from_inertia(2.0, [0.5, 0.6, 0.7])
    Iu, Iv, Iw = (0.6 + 0.7 - 0.5) / 2, (0.5 + 0.7 - 0.6) / 2, (0.5 + 0.6 - 0.7) / 2
    np.testing.assert_allclose(mass_matrix(solid.P), np.diag(np.repeat([2.0, Iu, Iv, Iw], 3)), atol=ROUNDING)


def test_kinetic_energy_is_that_of_the_inertia_tensor():
    """Skew axes and an excentric reference point:
    T = 1/2 m v^2 + 1/2 omega I omega from the tensor itself."""
    rng = np.random.default_rng(3)
    tensor = np.array([[0.5, 0.03, -0.02], [0.03, 0.6, 0.05], [-0.02, 0.05, 0.7]])
    solid = from_inertia(1.7, tensor, com=[0.2, -0.3, 0.4])
    A, omega, velocity = rotation(3, 1.1, rng), rng.normal(size=3), rng.normal(size=3)
    q3d = np.concatenate([velocity, np.cross(omega, A.T).ravel()])
    com = velocity + np.cross(omega, A @ solid.com)
    classical = 0.5 * 1.7 * com @ com + 0.5 * omega @ A @ tensor @ A.T @ omega
    assert 0.5 * q3d @ mass_matrix(solid.P) @ q3d == pytest.approx(classical, rel=ROUNDING)


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


def test_moving_a_solid_is_steiner():
    """Turned axes and a shifted origin, against the tensor rules: R I R', and I + m (s.s - s s')."""
    rng = np.random.default_rng(4)
    tensor, com = np.diag([0.5, 0.6, 0.7]), np.array([0.1, 0.2, -0.1])
    shift, A = rng.normal(size=3), rotation(3, 0.9, rng)
    solid = from_inertia(1.7, tensor, com, tip=[1, 2, 3]).moved(shift, A)
    np.testing.assert_allclose(solid.com, shift + A @ com, atol=ROUNDING)
    np.testing.assert_allclose(solid.points["tip"], shift + A @ [1, 2, 3], atol=ROUNDING)
    np.testing.assert_allclose(solid.inertia, A @ tensor @ A.T, atol=ROUNDING)
    s = solid.com
    about_origin = solid.inertia + 1.7 * (s @ s * np.eye(3) - np.outer(s, s))
    np.testing.assert_allclose(np.trace(solid.J) * np.eye(3) - solid.J, about_origin, atol=10 * ROUNDING)
    outline = rod(1.0, 2.0).moved(shift, A).outline[0]
    np.testing.assert_allclose(outline[1], shift + A[:, 0], atol=ROUNDING)


def test_composite_of_two_halves_is_the_whole():
    half = box(1.0, [0.5, 1, 1])
    whole = composite(half.moved([-0.25, 0, 0]), half.moved([0.25, 0, 0]))
    np.testing.assert_allclose(whole.P, box(2.0, [1, 1, 1]).P, atol=ROUNDING)
    assert len(whole.outline) == 2 * len(half.outline) and "com" in whole.points


def test_principal_axes_give_the_tensor_back():
    """Paper A, Eq. (102)."""
    rng = np.random.default_rng(5)
    A = rotation(3, 1.3, rng)
    solid = from_inertia(1.3, A @ np.diag([0.5, 0.6, 0.7]) @ A.T, com=[1, 2, 3])
    moments, axes = solid.principal()
    assert moments[0] >= moments[1] >= moments[2]
    assert np.linalg.det(axes) == pytest.approx(1)
    central = axes @ np.diag(moments) @ axes.T
    np.testing.assert_allclose(np.trace(central) * np.eye(3) - central, solid.inertia, atol=ROUNDING)


def test_inertia_products_are_tensor_entries():
    """I_xy = - integral of x y dm: two masses on the line x = y give a negative entry."""
    pair = composite(point_mass(1.0, [1, 1, 0]), point_mass(1.0, [-1, -1, 0]))
    assert pair.inertia[0, 1] == -2.0
    np.testing.assert_allclose(from_inertia(2.0, pair.inertia).P, pair.P, atol=ROUNDING)


def test_planar_solid():
    """Only Izz about the centre of mass matters; the reference point may be elsewhere."""
    solid = planar(2.0, 0.5, com=[0.1, -0.2], tip=[1, 2])
    assert solid.inertia[2, 2] == pytest.approx(0.5, rel=ROUNDING)
    np.testing.assert_array_equal(solid.com, [0.1, -0.2, 0])
    np.testing.assert_array_equal(solid.points["tip"], [1, 2, 0])
    np.testing.assert_array_equal(solid.points["com"], [0.1, -0.2, 0])
    assert solid.J[0, 0] - 2.0 * 0.01 == pytest.approx(solid.J[1, 1] - 2.0 * 0.04)           # split evenly


@pytest.mark.parametrize("Iw", [0.0, 0.3])
def test_reduced_mass_matrix(Iw):
    """Paper A, Eqs. (105), (106), (107): the closed form and ``V' M3 V``, off the manifold."""
    q = np.random.default_rng(6).normal(size=9)
    P = pseudo_inertia(1.7, np.diag([0.5, 0.4, Iw]))
    Vq = V(q, 3, "reduced")
    np.testing.assert_allclose(reduced_mass_matrix(q, 1.7, [0.5, 0.4, Iw]), Vq.T @ mass_matrix(P) @ Vq,
                               atol=ROUNDING)


def test_reduced_inertia_force():
    """Paper A, Eq. (108) with the corrected sign (erratum 1): ``-V' M3 Vdot qd``."""
    q, qd = np.random.default_rng(7).normal(size=(2, 9))
    P = pseudo_inertia(1.7, np.diag([0.5, 0.4, 0.3]))
    expected = -V(q, 3, "reduced").T @ mass_matrix(P) @ Vdot_qd(qd, 3, "reduced")
    np.testing.assert_allclose(reduced_inertia_force(qd, q, 0.3), expected, atol=ROUNDING)


def test_reduced_planar_mass_matrix_is_constant():
    """The 2-D body:
    M2 holds only m, the centre of mass and the moment about the reference point (theory section 5)."""
    P = planar(2.0, 0.5, com=[0.3, -0.4]).P
    values = [V(q, 2, "reduced").T @ mass_matrix(P, 2) @ V(q, 2, "reduced")
              for q in ([1, 2, 0.6, 0.8], [0, 0, -1, 0])]
    np.testing.assert_allclose(values[0], values[1], atol=ROUNDING)
    np.testing.assert_allclose(values[0][2:, 2:], (0.5 + 2.0 * 0.25) * np.eye(2), atol=ROUNDING)


@pytest.mark.parametrize("call, message", [
    (lambda: rod(0.0, 1.0), "mass must be positive, not 0"),
    (lambda: rod(1.0, -1.0), "length must be positive, not -1"),
    (lambda: bar(1.0, 1.0, 0.0, 1.0), "width must be positive, not 0"),
    (lambda: box(1.0, [1, 1, 0]), "height must be positive, not 0"),
    (lambda: box(1.0, [1, 1]), "the sides of a box must have 3 components"),
    (lambda: cylinder(1.0, 0.0, 1.0), "radius must be positive, not 0"),
    (lambda: cylinder(np.nan, 1.0, 1.0), "mass must be positive, not nan"),
    (lambda: disc(-1.0, 1.0), "mass must be positive, not -1"),
    (lambda: disc(1.0, 1.0, -0.1), "thickness cannot be negative"),
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
    (lambda: planar(1.0, -0.5), r"a moment of inertia cannot be negative \(-0.5 kg m2\)"),
    (lambda: rod(1, 1).with_points(pin=[0, 0]), "point 'pin' must have 3 components"),
    (lambda: rod(1, 1).moved([0, 0, 0], -np.eye(3)), "the axes of a moved solid are left-handed"),
])
def test_impossible_solids_are_named(call, message):
    with pytest.raises(ValueError, match=message):
        call()


def test_nearly_flat_solids_are_possible():
    """The triangle inequality holds with equality for a lamina: rounding must not reject it."""
    A = rotation(3, 1.3, np.random.default_rng(1))
    from_inertia(1.0, A @ np.diag([1.0, 2.0, 3.0]) @ A.T)
    assert massless(tip=[1, 0, 0]).com.tolist() == [0, 0, 0]
    assert isinstance(massless(), Solid)
