"""Explorer of lesson 15 without a browser: set a value, read the data of the artists."""

import itertools

import numpy as np
import pytest

from fcclearn.benchmarks.a02_n_four_bar import build
from fcclearn.benchmarks.size import ARRANGEMENTS
from fcclearn.course.explorers.windows import MOST, Windows, pose, smallest


@pytest.fixture(scope="module")
def row():
    return Windows()


@pytest.mark.parametrize("windows", [1, 4])
def test_pose_satisfies_the_package_s_constraints(windows):
    system = build("full", 2, windows).system
    np.testing.assert_allclose(pose(windows, 0), system.layout.start()[0], atol=1e-15)
    for angle in (0, 37, 90, 120):
        assert np.abs(system.phi(pose(windows, angle))).max() < 1e-14


def test_one_freedom_becomes_many_where_all_is_flat():
    for windows in (1, 3, MOST):
        assert smallest(windows, 30)[1] == 1
        assert smallest(windows, 90) == pytest.approx((0.0, windows + 1), abs=1e-12)


def test_all_corners(row):
    for windows, angle, arrangement in itertools.product((1, MOST), (0.0, 90.0, 120.0), ARRANGEMENTS):
        row.windows.value, row.angle.value, row.arrangement.value = windows, angle, arrangement
        columns, rows, width = row.places()
        assert np.abs(columns - rows).max() == width and max(rows) < 6 * (2 * windows + 1)
        assert row.gauge.get_ydata()[0] == pytest.approx(smallest(windows, angle)[0])
        assert sum(arrow.get_visible() for arrow in row.arrows) == windows + 1
        x, y = row.coupler.get_data()
        np.testing.assert_allclose(np.hypot(x - np.arange(windows + 1), y), 1.0)
        assert f"{windows} windows, cranks {angle:g} degrees" in row.image.value


def test_the_order_changes_the_width_only(row):
    row.windows.value, row.angle.value = MOST, 30
    widths, counts = {}, set()
    for arrangement in ARRANGEMENTS:
        row.arrangement.value = arrangement
        columns, _, widths[arrangement] = row.places()
        counts.add(len(columns))
    assert len(counts) == 1 and widths["chain"] == 8
    assert widths["chain"] < widths["reverse Cuthill-McKee"] < widths["cranks first"] < widths["shuffled"]


def test_static_picture():
    lines = Windows.picture().axes[0].lines
    assert [line.get_label() for line in lines] == ["N = 1", "N = 3", "N = 6"]
    assert all(line.get_ydata()[45] < 1e-12 < 0.1 < line.get_ydata()[0] for line in lines)
