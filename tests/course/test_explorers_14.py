"""Explorer of lesson 14 without a browser: set a value, read the data of the artists."""

import itertools

import numpy as np
import pytest

from fcclearn.benchmarks.a01_pendulum import build, closed_form, period
from fcclearn.course.explorers.pendulum_twin import METHODS, STEPS, PendulumTwin, history


@pytest.fixture(scope="module")
def twin():
    return PendulumTwin()


def test_energy_momentum_is_the_package_s():
    """One unit vector in closed form, and the package's six coordinates by iteration."""
    t, y = history(90, 0.05, "energy-momentum")
    run = build().simulate(5.0, "energy-momentum", 101, step=0.05)
    np.testing.assert_allclose(y[:101, :2], run.position("pendulum.com"), atol=1e-7)     # 1e-10 a step
    np.testing.assert_allclose(y[:101, 2:], run.velocity("pendulum.com"), atol=1e-6)


@pytest.mark.parametrize("method, order", [("energy-momentum", 2), ("RK4 + projection", 4)])
def test_orders(method, order):
    """The lag at 2 s falls by 2^p when the step is halved (0.1 to 0.05 s, so roughly)."""
    errors = []
    for step in (0.1, 0.05):
        t, y = history(60, step, method)
        exact = closed_form(t[t <= 2], np.radians(60))
        errors.append(np.abs(y[t <= 2, 0] - exact["x"]).max())
    assert abs(np.log2(errors[0] / errors[1]) - order) < 0.4


def test_all_corners(twin):
    for angle, step, method, time in itertools.product((10, 175), STEPS, METHODS, (0.0, 20.0)):
        twin.angle.value, twin.step.value, twin.method.value, twin.time.value = angle, step, method, time
        x, y = twin.twin.get_data()
        assert np.hypot(x[1], y[1]) == pytest.approx(1.0)
        assert x[1] == pytest.approx(closed_form(time, np.radians(angle))["x"], abs=1e-9)
        assert np.isfinite(twin.apart.get_ydata()).all() and "nan" not in twin.numbers.value
        assert f"let go at {angle} degrees, by {method} with a step of {step:g} s" in twin.image.value


def test_energy_stands_still_while_the_difference_grows(twin):
    """What the explorer is to teach: energy-momentum keeps energy and loses the phase."""
    twin.angle.value, twin.step.value, twin.time.value = 120, 0.1, 20.0
    twin.method.value = "energy-momentum"
    t, off = twin.difference()
    _, y = history(120, 0.1, "energy-momentum")
    energy = np.sum(y[:, 2:] ** 2, axis=1) / 2 + 9.81 * y[:, 1]
    assert np.ptp(energy) < 1e-9 and np.abs(off).max() > 60
    assert twin.visited[120] > period(np.radians(120)) > period(np.radians(60))


def test_a_lost_energy_shortens_the_period(twin):
    """Near the top a Runge-Kutta method that loses a little energy is too quick; energy-momentum is not."""
    twin.angle.value, twin.step.value, exact = 150, 0.1, period(np.radians(150))
    twin.method.value = "RK4 + projection"
    assert twin.visited[150] < 0.97 * exact
    twin.method.value = "energy-momentum"
    assert exact < twin.visited[150] < 1.01 * exact


def test_visited_angles_stay(twin):
    before = len(twin.visited)
    twin.angle.value = 45
    twin.angle.value = 50
    assert len(twin.visited) >= before + 1 and list(twin.points.get_xdata()) == list(twin.visited)


def test_static_picture(twin):
    gentle, lossy, _ = twin.picture().axes[0].lines
    assert gentle.get_label() == "energy-momentum"
    assert 0 < min(gentle.get_ydata()) < max(gentle.get_ydata()) < 1.5
    assert min(lossy.get_ydata()) < -10 and abs(lossy.get_ydata()[0]) < 0.01
