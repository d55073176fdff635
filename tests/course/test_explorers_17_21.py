"""The explorers of lessons 17 and 21 without a browser: set a value, read the data of the artists."""

import itertools

import numpy as np
import pytest

from fcclearn.benchmarks.a04_bricard import AXES, POINTS
from fcclearn.course.explorers.bricard import (
    ANGLES,
    SMALLEST,
    TILTS,
    VIEW,
    BricardLoop,
    axes_with_tilt,
    bricard,
    chain,
    close,
    gap,
)
from fcclearn.course.explorers.platform import PlatformExplorer, segments
from fcclearn.parallel.position import inverse
from fcclearn.parallel.singularity import squared_radius


@pytest.fixture(scope="module")
def loop():
    return BricardLoop()


@pytest.fixture
def platform():
    return PlatformExplorer()


# Bricard


def test_the_exact_loop_closes_by_bricards_law():
    for a in np.linspace(0, np.pi, 7):
        b = np.arcsin(-np.sin(a) / (1 + np.sin(a)))
        assert np.abs(gap(np.array([a, b] * 3))).max() < 1e-14
        np.testing.assert_allclose(close(a, np.array([a, b] * 3) + 0.05), [a, b] * 3, atol=1e-9)


def test_the_loop_at_all_angles_and_tilts(loop):
    for tilt, angle in itertools.product(TILTS, ANGLES[::6]):
        loop.tilt.value, loop.angle.value = tilt, angle
        values = 10 ** loop.dots.get_ydata()
        assert len(values) == 60 and values.min() >= 0.99 * SMALLEST and values[58] > 0.1
        assert (values[59] < 1e-12) == (tilt == 0)
        assert loop.last.get_ydata()[0] == loop.dots.get_ydata()[59]
        assert ("closed" in loop.numbers.value) == (tilt == 0 or angle == 0)
        assert f"{angle} degrees" in loop.image.value and f"{tilt:g} percent" in loop.image.value
        for rod in loop.rods:
            x, y = rod.get_data()
            # inside the picture
            assert -1.4 < min(x) and max(x) < 1.6 and -2.05 < min(y) and max(y) < 0.85


def test_the_drawn_chain_hangs_together(loop):
    loop.tilt.value, loop.angle.value = 0, 60
    ends = [np.transpose(rod.get_data()) for rod in loop.rods]
    for first, second in zip(ends, ends[1:]):
        np.testing.assert_allclose(first[1], second[0], atol=1e-14)
    np.testing.assert_allclose(ends[0][0], VIEW @ POINTS[0], atol=1e-14)
    np.testing.assert_allclose(ends[4][1], VIEW @ POINTS[5], atol=1e-12)


def test_the_gap_grows_with_tilt_and_fold(loop):
    gaps = np.array(loop.gaps)
    assert gaps[0].max() < 1e-12
    assert (np.diff(gaps[:, 1:], axis=0) > 0).all() and (np.diff(gaps[1:], axis=1) > 0).all()


def test_singular_values_are_those_of_a_model_in_the_start_pose(loop):
    for i in (0, 2):
        system = bricard(axes_with_tilt(TILTS[i])).system
        values = np.linalg.svd(system.phi_q(system.layout.start()[0]).toarray(), compute_uv=False)
        np.testing.assert_allclose(loop.values_at(i, 0), values, atol=1e-14)


def test_a_chain_without_angles_is_the_start():
    places, turns = chain(np.zeros(6), AXES)
    np.testing.assert_array_equal(places, POINTS)
    np.testing.assert_array_equal(turns, np.tile(np.eye(3), (6, 1, 1)))


def test_bricard_picture_has_folds_and_gaps(loop):
    axes = loop.picture((0, 60, 120)).axes
    assert len(axes) == 4
    for fold in axes[:3]:
        assert [text.get_text() for text in fold.texts] == ["P1", "P2", "P3", "P4", "P5", "P6"]
        ground = next(line for line in fold.lines if line.get_linestyle() == ":")
        np.testing.assert_allclose(np.transpose(ground.get_data()), POINTS[[5, 0]] @ VIEW.T, atol=1e-12)


# The parallel mechanism


def test_platform_at_all_corners(platform):
    sliders = platform.X, platform.Y, platform.Z, platform.alpha
    for corner in itertools.product(*[(s.min, s.max) for s in sliders]):
        for control, value in zip(sliders, corner):
            control.set_trait("value", value)
        np.testing.assert_allclose([bar.get_height() for bar in platform.bars], platform.values())
        assert platform.here.get_xdata()[0] == np.hypot(*corner[:2])
        assert platform.here.get_ydata()[0] == corner[3]
        assert "regular" in platform.numbers.value or "singular" in platform.numbers.value
        for line, segment in zip(platform.lines, segments(platform.chi)):
            x, y = line.get_xy().T if hasattr(line, "get_xy") else line.get_data()
            assert -165 < min(x) and max(x) < 165 and -205 < min(y) and max(y) < 95, segment.body


def test_the_sheet_is_singular_everywhere(platform):
    platform.alpha.value = 0
    for X, Y in ((0, 0), (10, 0), (-20, 15)):
        platform.X.value, platform.Y.value = X, Y
        assert platform.values()[-1] < 1e-14 and "<b>singular</b>" in platform.numbers.value
    platform.alpha.value = 30
    assert "<b>regular</b>" in platform.numbers.value


def test_links_keep_their_lengths_and_actuators_have_those_of_the_inverse(platform):
    chi = np.array([[8.0, -6.0, 118.0, 0.35], [-20.0, 11.0, 100.0, -0.6]])
    found = segments(chi)
    upper = [s for s in found if s.body == "limb 1"][1]
    np.testing.assert_allclose(np.linalg.norm(np.diff(upper.points, axis=1), axis=-1), 65.0)
    actuators = np.array([np.linalg.norm(np.diff(s.points, axis=1), axis=-1)[:, 0] for s in found
                          if s.body == "actuators"]).T
    np.testing.assert_allclose(actuators, inverse(chi))
    # the platform hangs below the base
    assert found[1].points[..., 2].max() < 0


def test_the_map_marks_poses_and_the_cylinder():
    axes = PlatformExplorer.picture({"a": [10.0, 0.0, 110.0, 0.0],
                                     "b": [[5.0, 5.0, 110.0, 0.2], [9.0, 9.0, 110.0, 0.3]]}).axes[0]
    radius, alpha = axes.lines[1].get_data()
    np.testing.assert_allclose(radius**2, squared_radius(np.radians(alpha)))


@pytest.mark.parametrize("explorer", [BricardLoop, PlatformExplorer])
def test_controls_are_labelled(explorer):
    explorer = explorer()
    sliders = [c for c in vars(explorer).values() if hasattr(c, "continuous_update")]
    assert len(sliders) >= 2 and all(s.description for s in sliders)
