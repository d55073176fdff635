"""The explorer of lesson 01 without a browser: set a value, read the data of the artists."""

import itertools
import re

import numpy as np
import pytest

from fcclearn.course.explorers import base
from fcclearn.course.explorers.body_point import BodyPoint


@pytest.fixture
def explorer():
    return BodyPoint()


def test_point_moves_with_body(explorer):
    explorer.x.value, explorer.y.value, explorer.c1.value, explorer.c2.value = 1.0, -1.0, 2.0, 0.5
    explorer.angle.value = 90
    np.testing.assert_allclose(explorer.r_P, [0.5, 1.0], atol=1e-12)
    np.testing.assert_allclose(np.transpose(explorer.points.get_data()), [[1, -1], [0.5, 1]], atol=1e-12)
    np.testing.assert_allclose(explorer.arrows["u"].xy, [1, 0], atol=1e-12)
    np.testing.assert_allclose(explorer.arrows["v"].xy, [0, -1], atol=1e-12)


def test_full_and_reduced_body_agree(explorer):
    full = explorer.C, explorer.q, explorer.r_P
    explorer.body.value = "reduced"
    assert full[0].shape == (2, 6) and explorer.C.shape == (2, 4)
    np.testing.assert_array_equal(explorer.q, full[1][:4])
    np.testing.assert_allclose(explorer.r_P, full[2], atol=1e-15)
    np.testing.assert_allclose(explorer.C[:, 2:], [[1.5, -1.0], [1.0, 1.5]])            # c1 I + c2 Q


def marked(explorer):
    """Rows of the table with numbers on yellow."""
    rows = re.findall(r"<tr .*?</tr>", explorer.numbers.value)
    return [row.count("background") for row in rows]


def test_turning_changes_q_and_r_but_not_C(explorer):
    explorer.angle.value = 60
    assert marked(explorer) == [4, 0, 0, 2]
    explorer.c1.value = 1.0
    assert marked(explorer) == [0, 1, 1, 2]


def test_picture_changes_and_says_so_in_words(explorer):
    before = explorer.image.value
    explorer.angle.value = -45
    assert explorer.image.value != before
    assert re.search(r'alt="Planar body at .* turned by -45 degrees', explorer.image.value)


@pytest.mark.parametrize("longest, follows", [(1e6, True), (0.0, False)])
def test_every_control_has_a_label_and_follows_a_slider_if_redrawing_is_quick(monkeypatch, longest, follows):
    monkeypatch.setattr(base, "QUICK", longest)
    explorer = BodyPoint()
    for control in (explorer.angle, explorer.x, explorer.y, explorer.c1, explorer.c2):
        assert control.description and control.continuous_update is follows


def test_corners_of_all_sliders(explorer):
    sliders = (explorer.angle, explorer.x, explorer.y, explorer.c1, explorer.c2)
    for corner in itertools.product(*[(s.min, s.max) for s in sliders]):
        for slider, value in zip(sliders, corner):
            slider.set_trait("value", value)
        assert np.isfinite(explorer.r_P).all() and np.abs(explorer.r_P).max() < 5       # inside the picture
