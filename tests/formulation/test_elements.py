"""Points and vectors: one in a body, and sums of several, are linear in the full coordinates."""

import numpy as np
import pytest
from motions import ROUNDING, two_bodies


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
