"""Points and vectors: one in a body, and sums of several, are linear in the full coordinates."""

import numpy as np
import pytest
from motions import ROUNDING, two_bodies

from fcclearn import Model, cylindrical, prismatic, revolute, rod, spherical, translational


def test_points_and_vectors_follow_the_body():
    model, i, j, rng = two_bodies(3, "reduced", "full")
    place = rng.normal(size=3)
    np.testing.assert_allclose(i.point_at(place).at_start(), place, atol=ROUNDING)
    np.testing.assert_allclose(i.vector_along(place).at_start(), place, atol=ROUNDING)
    i.set_velocity([1, 2, 3], [0.1, 0.2, 0.3])
    expected = [1, 2, 3] + np.cross([0.1, 0.2, 0.3], place - i.blocks[0])
    np.testing.assert_allclose(i.point_at(place).rate_at_start(), expected, atol=ROUNDING)
    np.testing.assert_allclose((-i.vector(1, 0, 0)).at_start(), -i.axes[:, 0], atol=ROUNDING)
    np.testing.assert_allclose((i.vector(1, 0, 0) + j.vector(0, 1, 0)).at_start(),
                               i.axes[:, 0] + j.axes[:, 1], atol=ROUNDING)
    a, s = i.vector(0, 0, 1), i.vector(1, 0, 0)
    np.testing.assert_allclose(s.turned(a).at_start(), np.cross(a.at_start(), s.at_start()), atol=ROUNDING)


def test_a_vector_turns_about_its_own_axes_only():
    _, i, j, _ = two_bodies(3, "full", "full")
    with pytest.raises(ValueError, match="a vector of first cannot turn about an axis of second"):
        i.vector(1, 0, 0).turned(j.vector(0, 0, 1))


def test_what_is_fixed_in_the_ground_is_the_constant():
    """``x = constant + sum of C_b q3_b``: the ground's part has no coordinates, and no rate."""
    model, i, j, rng = two_bodies(3, "full", "reduced")
    for body in (i, j):
        body.set_velocity(*rng.normal(size=(2, 3)))
    P, place = i.point(1, -2, 0.5), np.array([0.3, 0.4, 0.5])
    way = P - model.ground.point(place)
    np.testing.assert_allclose(way.constant, -place, atol=ROUNDING)
    assert list(way.moving) == [i] and way.moving[i].tolist() == [1.0, 1.0, -2.0, 0.5]
    np.testing.assert_allclose(way.at_start(), P.at_start() - place, atol=ROUNDING)
    np.testing.assert_allclose(way.rate_at_start(), P.rate_at_start(), atol=ROUNDING)
    np.testing.assert_array_equal(P.constant, np.zeros(3))
    assert model.ground.vector(1, 2, 3).moving == {}


def test_sums_differences_and_multiples():
    """Of one body and of several; a difference of points of one body is a vector of it."""
    model, i, j, rng = two_bodies(3, "full", "reduced")
    P, Q, a, b = i.point(1, 0, 2), i.point(0, 3, 0), i.vector(1, 2, 3), j.vector(0, 0, 1)
    assert (P - Q).local.tolist() == [1, -3, 2] and (P - Q).body is i and (P - Q).terms[i][0] == 0.0
    for combined, expected in ((a + b, a.at_start() + b.at_start()),
                               (a - 2 * b, a.at_start() - 2 * b.at_start()),
                               (-(a * 0.5), -0.5 * a.at_start()),
                               ((P - j.point()) + b, P.at_start() - j.blocks[0] + b.at_start())):
        np.testing.assert_allclose(combined.at_start(), expected, atol=ROUNDING)
        assert combined.dimension == 3
    assert a.terms[i].tolist() == [0, 1, 2, 3]                                      # none of it changed a


def test_a_quarter_turn_in_the_plane():
    _, i, _, _ = two_bodies(2, "full", "full")
    assert i.vector(3, 4).turned().local.tolist() == [-4, 3]


def test_labels_of_points():
    model = Model(gravity=[0, 0])
    bar = model.body("bar", rod(1.0, 2.0))
    assert bar.point("end").label == "bar.end" and bar.point(0.25, 1).label == "bar[0.25, 1.0]"


@pytest.mark.parametrize("make, error, message", [
    (lambda i, s: revolute(i, i.point()), TypeError, r"revolute takes points, such as .* not <Body first>"),
    (lambda i, s: spherical(i.point(), s.point()), ValueError, "spherical mixes points of a planar and of a"),
    (lambda i, s: translational(s.point(), s.point(), [1, 0, 0]), ValueError,
     "translational is a joint for the plane; the other one is called prismatic"),
    (lambda i, s: prismatic(i.point(), i.point(), [1, 0]), ValueError,
     "prismatic is a joint for space; the other one is called translational"),
    (lambda i, s: cylindrical(i.point(), i.point(), [1, 0]), ValueError, "cylindrical is a joint for space$"),
])
def test_points_where_points_are_due(make, error, message):
    _, i, _, _ = two_bodies(2, "full", "full")
    _, s, _, _ = two_bodies(3, "full", "full")
    with pytest.raises(error, match=message):
        make(i, s)
