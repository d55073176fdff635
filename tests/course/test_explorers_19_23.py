"""The explorers of lessons 19 to 23 without a browser: set a value, read the data of the artists."""

import itertools

import numpy as np
import pytest

from fcclearn.parallel.position import points
from fcclearn.parallel.simulation import START
from fcclearn.course.explorers.platform import BASE_ON_TOP, VIEW
from fcclearn.course.explorers.unhook import PUSH, UnhookExplorer, hung_on, platform_freedoms, pushed


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


@pytest.mark.parametrize("explorer", [UnhookExplorer])
def test_sliders_are_labelled(explorer):
    sliders = [c for c in vars(explorer()).values() if hasattr(c, "continuous_update")]
    assert sliders and all(s.description and not s.continuous_update for s in sliders)
