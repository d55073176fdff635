"""Explorer of lesson 16 without a browser: set a value, read the data of the artists."""

import itertools

import numpy as np
import pytest

from fcclearn.benchmarks import a03_andrews as andrews
from fcclearn.benchmarks.readings import END
from fcclearn.course.explorers.readings import LINKS, SLOWER, Readings, keep


@pytest.fixture(scope="module")
def readings():
    return Readings()


def test_links_keep_their_lengths():
    """The places that are drawn are those of the mechanism: every link is as long as the table says."""
    lengths = {name: entries[0] for name, entries in andrews.BODIES.items()}
    for reading in ("right", "l0 = 0.0778"):
        places = keep(reading).places
        for first, last in LINKS:
            body = first[:2] if first != "OF.F" else "FE"
            body = {"AG.G": "GE", "AH.H": "HE"}.get(first, body)
            long = np.linalg.norm(places[last] - places[first], axis=1)
            np.testing.assert_allclose(long, lengths[body], atol=1e-9)
        np.testing.assert_allclose(np.linalg.norm(places["D"] - places["B"], axis=1), np.hypot(*andrews.D))


def test_all_corners(readings):
    names = ("right", "com of AH mirrored", "torque 0.030")
    for reading, time in itertools.product(names, (0.0, SLOWER * END)):
        readings.reading.value, readings.time.value = reading, time
        assert readings.cursor.get_xdata()[0] == pytest.approx(time)
        assert np.isfinite(readings.apart.get_ydata()).all() and "nan" not in readings.numbers.value
        assert f"mechanism with {reading}" in readings.image.value
        assert [bar.get_height() for bar in readings.bars] == pytest.approx(
            [keep(reading).said[pin] for pin in ("A AG", "A AH", "B BDE")])


def test_beta_does_not_see_what_a_force_sees(readings):
    """What the explorer is to teach."""
    readings.reading.value = "com of AH mirrored"
    assert np.abs(readings.difference()).max() < 1e-7
    assert keep("com of AH mirrored").said["A AH"] < 0.6 * keep("right").said["A AH"]
    readings.reading.value = "with weight"
    assert np.abs(readings.difference()).max() > 1e-2
    assert keep("with weight").said["A AH"] == pytest.approx(keep("right").said["A AH"], rel=0.01)


def test_static_picture(readings):
    lines = readings.picture().axes[0].lines
    ends = [line.get_ydata()[-1] for line in lines]
    assert len(lines) == 3 and ends[0] > 1e-2 > ends[1] > 1e-4 > 1e-7 > ends[2]
