"""The explorers of lessons 02 and 03 without a browser: set a value, read the data of the artists."""

import itertools
import re

import numpy as np
import pytest

from fcclearn.course.explorers.driven import COMMANDS, MECHANISMS, DrivenMechanism
from fcclearn.course.explorers.newton import SMALLEST, STEPS, NewtonTriad


@pytest.fixture
def triad():
    return NewtonTriad()


@pytest.fixture(scope="module")
def driven():
    return DrivenMechanism()


def test_newton_finds_body_mirror_image_or_nothing(triad):
    for angle, verdict in ((60, "body"), (90, "body"), (175, "body"), (-60, "mirror image"),
                           (-175, "mirror image"), (0, "no body"), (180, "no body")):
        triad.angle.value = angle
        assert triad.verdict() == verdict
        assert verdict in triad.numbers.value and verdict in triad.image.value


def test_newton_is_quadratic_and_the_artists_show_it(triad):
    sizes = triad.errors.get_ydata()
    assert len(sizes) == STEPS + 1 and sizes[-1] < 1e-14
    assert sizes[2] < sizes[1] ** 1.5 and sizes[3] < sizes[2] ** 1.5
    u, v = (np.transpose(triad.paths[name].get_data()) for name in "uv")
    assert u.shape == v.shape == (STEPS + 1, 2)
    assert abs(np.linalg.norm(u[-1]) - 1) < 1e-12 and abs(u[-1] @ v[-1]) < 1e-12


def test_newton_step_slider_moves_the_mark(triad):
    before = triad.image.value
    triad.step.value = 1
    assert triad.now.get_xdata()[0] == 1 and triad.image.value != before
    assert len(triad.paths["u"].get_xdata()) == 2


def test_the_reduced_body_has_no_mirror_image(triad):
    triad.body.value = "reduced"
    for angle in (-180, -60, 0, 60):
        triad.angle.value = angle
        assert triad.verdict() == "body"


def test_newton_at_all_corners(triad):
    sliders = triad.angle, triad.u_length, triad.v_length, triad.step
    for kind in ("full", "reduced"):
        triad.body.value = kind
        for corner in itertools.product(*[(s.min, s.max) for s in sliders]):
            for control, value in zip(sliders, corner):
                control.set_trait("value", value)
            assert np.isfinite(triad.errors.get_ydata()).all() and triad.errors.get_ydata().min() >= SMALLEST


def test_newton_picture_has_one_panel_for_each_guess():
    assert len(NewtonTriad.picture([60, -60, 0]).axes) == 3


@pytest.mark.parametrize("mechanism", MECHANISMS)
def test_ar_comes_back_and_rotated_ar_follows(driven, mechanism):
    driven.mechanism.value = mechanism
    driven.driver.value = "rotated AR"
    np.testing.assert_allclose(driven.turn.reached, COMMANDS, atol=1e-9)
    assert driven.turn.grip.min() > 0.02
    driven.driver.value = "AR"
    mirrored = np.where(COMMANDS < 180, COMMANDS, np.where(COMMANDS < 360, 360 - COMMANDS, COMMANDS - 360))
    np.testing.assert_allclose(driven.turn.reached, mirrored, atol=1e-3)
    assert driven.turn.grip[np.abs(COMMANDS - 180) < 3].max() < 0.2 * driven.turn.grip.max()


@pytest.mark.parametrize("mechanism, driver", list(itertools.product(MECHANISMS, ("AR", "rotated AR"))))
def test_driven_at_all_corners(driven, mechanism, driver):
    driven.mechanism.value, driven.driver.value = mechanism, driver
    for command in (driven.command.min, 178, 182, 250, driven.command.max):
        driven.command.value = command
        assert COMMANDS[driven.index] == command
        assert driven.now.get_xdata()[0] == command and driven.now.get_ydata()[0] == driven.reached()
        assert re.search(f"commanded {command:.0f} degrees", driven.image.value)
        crank = np.transpose(driven.lines[0].get_data())
        assert abs(np.linalg.norm(crank[-1] - crank[0]) - MECHANISMS[mechanism]) < 1e-9
        for line in driven.lines:
            x, y = line.get_data()
            # inside the picture
            assert -0.65 < min(x) and max(x) < 1.6 and -0.7 < min(y) and max(y) < 1.05


def test_driven_links_stay_together(driven):
    driven.mechanism.value, driven.driver.value = "four-bar", "rotated AR"
    lines = driven.turn.lines
    np.testing.assert_allclose(lines["crank"][:, -1], lines["coupler"][:, 0], atol=1e-9)
    np.testing.assert_allclose(lines["coupler"][:, -1], lines["rocker"][:, -1], atol=1e-9)


def test_driven_picture_compares_four():
    titles = [axes.get_title() for axes in DrivenMechanism.picture().axes]
    assert len(titles) == 4 and "reached 110" in titles[0] and "reached 250" in titles[1]


@pytest.mark.parametrize("explorer", [NewtonTriad, DrivenMechanism])
def test_controls_are_labelled(explorer):
    explorer = explorer()
    sliders = [c for c in vars(explorer).values() if hasattr(c, "continuous_update")]
    assert len(sliders) >= 1 and all(s.description for s in sliders)
