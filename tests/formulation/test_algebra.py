"""Cross products as matrices, perpendiculars and frames; what is no vector or frame is named."""

import numpy as np
import pytest
from motions import ROUNDING

from fcclearn.formulation import algebra


def test_skew():
    """Paper A, Eqs. (15), (20)."""
    a, b = np.random.default_rng(0).normal(size=(2, 3))
    np.testing.assert_allclose(algebra.skew(a) @ b, np.cross(a, b), atol=ROUNDING)
    np.testing.assert_allclose(algebra.skew(a) @ b, -algebra.skew(b) @ a, atol=ROUNDING)


@pytest.mark.parametrize("axis", [[1, 0, 0], [0, 1, 0], [0, 0, 1], [1, -2, 3], [-3, 1, 0.5], [3, 4], [-1, 0]])
def test_perpendiculars_and_frames_are_right_handed(axis):
    a = algebra.unit(axis)
    frame = algebra.frame_along(axis)
    np.testing.assert_allclose(frame[:, 0], a, atol=ROUNDING)
    np.testing.assert_allclose(frame.T @ frame, np.eye(len(a)), atol=ROUNDING)
    assert np.linalg.det(frame) == pytest.approx(1)
    np.testing.assert_allclose(algebra.perpendiculars(axis), frame[:, 1:].T, atol=ROUNDING)


def test_perpendicular_starts_from_the_axis_furthest_away():
    """An axis nearly along x must not be completed with x: that would lose digits."""
    p, s = algebra.perpendiculars([1, 1e-9, 2e-9])
    assert abs(p[0]) < 1e-8 and abs(s[0]) < 1e-8


@pytest.mark.parametrize("call, message", [
    (lambda: algebra.unit([0, 0, 0]), "an axis must be a finite vector other than zero"),
    (lambda: algebra.unit([np.inf, 0], "the slope"), "the slope must be a finite vector other than zero"),
    (lambda: algebra.as_vector([1, 2], 3, "gravity"),
     r"gravity must have 3 components, but \[1, 2\] has shape \(2,\)"),
    (lambda: algebra.as_vector([1, np.nan], 2, "gravity"), "gravity must be finite"),
    (lambda: algebra.as_vector("up", 2, "gravity"), "gravity must be 2 numbers, not 'up'"),
    (lambda: algebra.check_frame(np.eye(2), 3, "crank"),
     "the axes of crank must be a finite 3 x 3 matrix with columns u, v, w"),
    (lambda: algebra.check_frame([[1, 0], [0, np.nan]], 2, "crank"),
     "the axes of crank must be a finite 2 x 2 matrix with columns u, v$"),
    (lambda: algebra.check_frame([[1, 1e-6], [0, 1]], 2, "crank"), "the axes of crank are not orthonormal"),
    (lambda: algebra.check_frame(np.diag([1, 1, -1.0]), 3, "crank"), "the axes of crank are left-handed"),
])
def test_bad_input_is_named(call, message):
    with pytest.raises(ValueError, match=message):
        call()
