"""The explorers of lessons 19 to 23 without a browser: set a value, read the data of the artists."""

import itertools

import numpy as np
import pytest

from fcclearn.course.explorers.edge import FORCE, EdgeExplorer, K, ellipse, nearest_limit
from fcclearn.course.explorers.platform import BASE_ON_TOP, VIEW
from fcclearn.course.explorers.same_lengths import SameLengths, all_poses, curve
from fcclearn.course.explorers.speed import LOADS, PHASES, SpeedExplorer, crossing, parts, peaks
from fcclearn.course.explorers.unhook import PUSH, UnhookExplorer, hung_on, platform_freedoms, pushed
from fcclearn.parallel.dynamics import inverse_dynamics
from fcclearn.parallel.position import inverse, points
from fcclearn.parallel.simulation import START, paper_load, swing
from fcclearn.parallel.singularity import squared_radius
from fcclearn.parallel.stiffness import stiffness


@pytest.fixture
def unhook():
    return UnhookExplorer()


# Lesson 19


@pytest.mark.parametrize("limbs", [(1,), (1, 2), (1, 2, 3)])
@pytest.mark.parametrize("sawn", [False, True])
def test_it_tilts_only_on_one_sawn_off_limb_and_about_y_of_its_plane(limbs, sawn):
    loose = limbs == (1,) and sawn
    assert platform_freedoms(limbs, sawn) == 4 + loose
    tilts = [pushed(limbs, sawn, direction)[1] for direction in (0, 90)]
    if loose:
        assert tilts[0] < 0.1 * PUSH and abs(tilts[1] - PUSH) < 0.01       # x_C1 is nearly x of the base
    else:
        assert max(tilts) < 1e-6


def test_a_pushed_mechanism_keeps_its_joints():
    q, _ = pushed((1,), True, 60)
    assert np.abs(hung_on((1,), True).system.phi(q)).max() < 1e-12


def test_unhook_at_all_controls(unhook):
    for limbs, sawn, direction in itertools.product([(1,), (1, 2), (1, 2, 3)], (False, True), (0, 90, 180)):
        unhook.limbs.value, unhook.sawn.value, unhook.direction.value = limbs, sawn, direction
        assert f"<b>{platform_freedoms(limbs, sawn)}</b>" in unhook.numbers.value
        for line in unhook.lines:
            x, y = line.get_xy().T if hasattr(line, "get_xy") else line.get_data()
            assert -165 < min(x) and max(x) < 165 and -125 < min(y) and max(y) < 85     # inside the picture


def test_the_whole_machine_is_drawn_where_it_stands(unhook):
    unhook.limbs.value, unhook.sawn.value = (1, 2, 3), False
    named = points(START)
    bar = np.transpose(unhook.lines[1].get_data())
    ends = np.array([named["R11"], named["R15"]]) @ BASE_ON_TOP @ VIEW.T
    np.testing.assert_allclose(bar, ends, atol=0.01)                    # the push moves it a little


def test_the_picture_of_four_pushes_says_what_tilts():
    titles = [axes.get_title() for axes in UnhookExplorer.picture().axes]
    assert len(titles) == 4 and ["10.00 of 10" in title for title in titles] == [False, False, False, True]


# Lesson 20


@pytest.fixture
def same():
    return SameLengths()


def test_the_curve_is_zero_at_every_pose_and_even():
    for chi in (START, np.array([40.0, 20.0, 128.0, -0.5])):
        np.testing.assert_allclose(curve(chi, all_poses(chi)[:, 3]), 0, atol=1e-8)
        np.testing.assert_allclose(curve(chi, [0.3, 0.7]), curve(chi, [-0.3, -0.7]))


def test_all_poses_have_the_same_lengths_and_the_chosen_one_comes_first():
    poses = all_poses(np.array([40.0, 20.0, 128.0, -0.5]))
    assert len(poses) == 4
    np.testing.assert_allclose(poses[0], [40.0, 20.0, 128.0, -0.5], atol=1e-9)
    np.testing.assert_allclose(inverse(poses), np.tile(inverse(poses[0]), (4, 1)), atol=1e-9)


def test_same_lengths_at_all_corners(same):
    sliders = same.X, same.Y, same.Z, same.alpha
    for corner in itertools.product(*[(s.min, s.max) for s in sliders]):
        for control, value in zip(sliders, corner):
            control.set_trait("value", value)
        poses = same.poses()
        if len(poses):
            assert f"<b>{len(poses)}</b>" in same.numbers.value
            drawn = np.concatenate([same.mine.get_xdata(), same.zeros.get_xdata()])
            np.testing.assert_allclose(np.sort(drawn), np.sort(np.degrees(poses[:, 3])), atol=1e-6)
        else:
            assert "do not reach" in same.numbers.value


def test_the_curve_is_drawn_with_its_zeros_marked():
    axes = SameLengths.picture({"a": START, "b": np.array([40.0, 20.0, 128.0, -0.5])}).axes[0]
    zeros = [line.get_xdata() for line in axes.lines if line.get_linestyle() == "None"]
    assert [len(z) for z in zeros] == [2, 4] and axes.get_ylabel() == "h [mm²]"


# Lesson 22


@pytest.fixture
def edge():
    return EdgeExplorer()


def test_the_ellipse_is_what_ten_newtons_do():
    chi = np.array([12.0, -9.0, 120.0, 0.4])
    path = ellipse(chi)
    for angle in (0.0, np.pi / 2):
        load = FORCE * np.array([np.cos(angle), np.sin(angle), 0.0, 0.0])
        displacement = np.linalg.solve(stiffness(chi, K), load)[:2]
        assert np.abs(path.T - displacement).max(axis=1).min() < 1e-9


def test_the_nearest_limit_is_that_of_the_package():
    assert nearest_limit(np.array([12.0, -9.0, 120.0, 0.4]))[0] == "actuator 1 shortest"
    assert nearest_limit(np.array([0.0, 0.0, 80.0, 0.1]))[0] == "clearance plane"


def test_edge_at_all_corners(edge):
    sliders = edge.X, edge.Y, edge.Z, edge.alpha
    for corner in itertools.product(*[(s.min, s.max) for s in sliders], (0, 1)):
        for control, value in zip(sliders, corner):
            control.set_trait("value", value / 3 if corner[4] and control in (edge.X, edge.Y) else value)
        name, gap = nearest_limit(edge.chi)
        assert name in edge.numbers.value and ("weakest" in edge.numbers.value) == (gap > 0)
        heights = [bar.get_height() for bar in edge.bars]
        assert min(heights) >= 0 and max(heights) <= 1


def test_tight_strokes_are_marked(edge):
    edge.X.value, edge.Y.value, edge.Z.value, edge.alpha.value = 30, 0, 110, 15
    assert [bar.get_hatch() for bar in edge.bars] == ["//", "", "", ""]


def test_the_picture_has_the_slice_the_circle_and_crosses_near_it():
    axes = EdgeExplorer.picture().axes[0]
    crosses = np.array([line.get_xydata()[0] for line in axes.lines
                        if line.get_marker() == "X" and len(line.get_xdata())])
    radius = np.sqrt(squared_radius(np.radians(15)))
    assert len(crosses) >= 5 and np.abs(np.linalg.norm(crosses, axis=1) - radius).max() < 15
    assert axes.get_xlabel() == "X [mm]"


# Lesson 23


@pytest.fixture
def speed():
    return SpeedExplorer()


def test_the_parts_add_up_to_the_forces_of_the_swing():
    frequency, size = 2.3, 0.7
    whole = inverse_dynamics(*swing(PHASES / frequency, frequency, size), paper_load("N.mm"))
    np.testing.assert_allclose(parts(frequency, size, "N.mm").sum(axis=0), whole,
                               atol=1e-9 * np.abs(whole).max())


def test_at_the_crossings_the_parts_are_equal():
    for size in (0.5, 1.0):
        inertia, velocities = crossing(size)
        np.testing.assert_allclose(peaks(parts(inertia, size))[0], peaks(parts(inertia, size))[2])
        np.testing.assert_allclose(peaks(parts(velocities, size))[1], peaks(parts(velocities, size))[2])


def test_speed_at_all_corners(speed):
    for load in LOADS.values():
        speed.load.value = load
        for frequency, size in itertools.product((speed.frequency.min, speed.frequency.max),
                                                 (speed.size.min, speed.size.max)):
            speed.frequency.value, speed.size.value = frequency, size
            heights = np.array([[bar.get_height() for bar in bars] for bars in speed.bars])
            np.testing.assert_allclose(heights, np.abs(parts(frequency, size, load)).max(axis=1))
            assert f"{peaks(parts(frequency, size, load))[0]:.1f}" in speed.image.value
            low, high = speed.right.get_ylim()
            assert low < speed.sum.get_ydata().min() and speed.sum.get_ydata().max() < high


def test_the_picture_marks_the_crossings_on_logarithmic_axes():
    axes = SpeedExplorer.picture().axes[0]
    assert axes.get_xscale() == axes.get_yscale() == "log"
    assert [text.get_text() for text in axes.texts] == ["2.5 Hz", "6.0 Hz"]


@pytest.mark.parametrize("explorer", [UnhookExplorer, SameLengths, EdgeExplorer, SpeedExplorer])
def test_sliders_are_labelled(explorer):
    sliders = [c for c in vars(explorer()).values() if hasattr(c, "continuous_update")]
    assert sliders and all(s.description for s in sliders)
