"""Explorers of lessons 07 and 12 without a browser: set a value, read the data of the artists."""

import itertools
import re

import numpy as np
import pytest

from fcclearn.benchmarks.a02_n_four_bar import build, closed_form
from fcclearn.course.explorers import stabilisers
from fcclearn.course.explorers.off_manifold import MATRICES, OffManifold, w_rows
from fcclearn.course.explorers.stabilisers import LEVELS, SETTINGS, Stabilisers
from fcclearn.formulation import coordinates


@pytest.fixture(scope="module")
def off():
    return OffManifold()


@pytest.fixture(scope="module")
def side_by_side():
    return Stabilisers()


# Off the manifold


def test_rows_are_those_of_the_package(off):
    rng = np.random.default_rng(0)
    q = rng.normal(size=9)
    rows = w_rows(q[3:6], q[6:9])
    np.testing.assert_array_equal(rows["V"], coordinates.V(q, 3, "reduced")[9:, 3:])
    np.testing.assert_array_equal(rows["S V"],
                                  (coordinates.S(3, "reduced") @ coordinates.V(q, 3, "reduced"))[9:, 3:])
    np.testing.assert_allclose(rows["Vbar"] @ q[3:], np.cross(q[3:6], q[6:9]), atol=1e-14)


def test_all_corners_of_off_manifold(off):
    """V is right as a velocity only, the others as a place only, wherever the sliders stand."""
    for u, v, angle in itertools.product((0.8, 1.2), (0.8, 1.2), (60, 120)):
        off.u.value, off.v.value, off.angle.value = u, v, angle
        place, rate = off.place_errors(), off.rate_errors()
        length = u * v * np.sin(np.radians(angle))
        assert np.linalg.norm(off.vectors()[2]) == pytest.approx(length)
        assert place == pytest.approx({"V": length, "S V": 0.0, "Vbar": 0.0}, abs=1e-14)
        assert rate["V"] == pytest.approx(0.0, abs=1e-14) and min(rate["S V"], rate["Vbar"]) > 0.05
        for bars, errors in ((off.places, place), (off.speeds, rate)):
            for bar, name in zip(bars, MATRICES):
                assert bar.get_height() == pytest.approx(max(errors[name], 0.006)) and bar.get_height() < 1.5
        for arrow in off.arrows.values():
            x, y = arrow.xy
            assert -0.95 <= x <= 1.6 and -0.65 <= y <= 3.15          # inside the picture
        assert f"the length of w is {length:.4f}" in off.image.value and "nan" not in off.numbers.value


def test_the_picture_of_off_manifold_changes(off):
    off.u.value = off.v.value = 1.0
    off.angle.value = 90
    before = off.image.value
    off.u.value = 1.1
    assert off.image.value != before and "|w| = 1.1000" in off.numbers.value
    assert re.search(r'alt="u of length 1.10', off.image.value)


def test_static_picture_of_off_manifold():
    left, right = OffManifold.picture().axes
    np.testing.assert_allclose(left.lines[0].get_ydata(), left.lines[0].get_xdata() ** 2)
    assert [bar.get_height() for bar in right.patches[:3]] == pytest.approx([1.0, 0.0, 0.0])


# Four stabilisations


def test_runs_are_those_of_the_package(side_by_side):
    run = build("full", 3, 1).simulate(stabilisers.END, samples=stabilisers.SAMPLES,
                                       **SETTINGS["energy-momentum"][0])
    kept = side_by_side.runs["energy-momentum"][0]
    np.testing.assert_array_equal(kept.pins[:, 1], run.position("crank 0.end")[:, :2])
    np.testing.assert_array_equal(kept.violation, run.violation())
    assert kept.evaluations == run.counts.evaluations and np.abs(kept.energy).max() == run.energy_drift()


def test_every_method_holds_the_branch_and_gains_by_work(side_by_side):
    for levels in side_by_side.runs.values():
        errors = [kept.error.max() for kept in levels]
        assert errors[0] < 1 and errors[0] > 2 * errors[1] > 4 * errors[2]
        assert levels[0].evaluations < levels[1].evaluations < levels[2].evaluations
    for kept in side_by_side.runs["energy-momentum"]:
        assert np.abs(kept.energy).max() < 1e-7


def test_all_corners_of_stabilisers(side_by_side):
    for t, level in itertools.product((0.0, stabilisers.END), LEVELS):
        side_by_side.time.value, side_by_side.level.value = t, level
        k = side_by_side.frame
        assert side_by_side.t[k] == pytest.approx(t)
        for number, (name, (links, ghost, violated, energy)) in enumerate(side_by_side.artists.items()):
            kept, place = side_by_side.chosen(name), number * stabilisers.APART
            np.testing.assert_allclose(np.transpose(links.get_data()), kept.pins[k] + [place, 0])
            assert ghost.get_xdata()[1] - place == pytest.approx(closed_form(side_by_side.t, 1)["B0x"][k])
            np.testing.assert_allclose(10 ** violated.get_ydata(),
                                       np.maximum(kept.violation, stabilisers.FLOOR))
            assert np.isfinite(energy.get_ydata()).all()
        assert all(cursor.get_xdata()[0] == side_by_side.t[k] for cursor in side_by_side.cursors)
        assert f"Four-bar at {t:.2f} s by four methods, {level}" in side_by_side.image.value


def test_the_picture_of_stabilisers_changes(side_by_side):
    side_by_side.time.value, side_by_side.level.value = 1.0, "coarse"
    before = side_by_side.image.value, side_by_side.numbers.value
    side_by_side.time.value = 3.0
    assert side_by_side.image.value != before[0] and side_by_side.numbers.value != before[1]


def test_static_pictures_of_stabilisers(side_by_side):
    assert [len(axes.lines) for axes in side_by_side.picture("fine").axes] == [4, 4]
    lines = side_by_side.work_precision().axes[0].lines
    assert [line.get_label() for line in lines] == list(SETTINGS)
