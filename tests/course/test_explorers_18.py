"""Explorer of lesson 18 without a browser: set a value, read the data of the artists."""

import itertools

import numpy as np
import pytest

from fcclearn.benchmarks.steady_spin import critical_friction, one_turn_a_second, regulated
from fcclearn.course.explorers.regulator import END, SLOWED, Regulator, linear


@pytest.fixture(scope="module")
def regulator():
    return Regulator()


def test_the_answer_is_that_of_the_equations_themselves():
    """The linear height against a simulation that starts with speeds 0.2 % lower: the same shape, a tenth."""
    model, omega = regulated(20.0, 100.0)
    q, qd = model.system.layout.start()
    share = 0.1
    for body in model.bodies.values():
        body.block_rates = body.block_rates * (1 - share * SLOWED)
    run = model.simulate(2.0, "stiff", samples=41, rtol=1e-9)
    height = one_turn_a_second()[1]
    found = run.position("slider.com")[:, 2] - height
    said = share * (linear(20.0, 100.0)[1][:41] - height)
    np.testing.assert_allclose(found, said, atol=0.02 * np.abs(said).max())


def test_all_corners(regulator):
    for throttle, friction in itertools.product((0.0, 100.0), (0.0, 200.0)):
        regulator.throttle.value, regulator.friction.value = throttle, friction
        shown = len(regulator.stable.get_xdata()) + len(regulator.growing.get_xdata())
        assert shown == 8 and np.isfinite(regulator.height.get_ydata()).all()
        assert f"throttle {throttle:g} N m/m, friction {friction:g} N s/m" in regulator.image.value


def test_hunting_begins_where_the_pair_crosses(regulator):
    """What the explorer is to teach."""
    border = critical_friction(20.0)
    regulator.throttle.value = 20
    regulator.friction.value = 0
    assert "hunts" in regulator.numbers.value and len(regulator.growing.get_xdata()) == 2
    assert linear(20.0, 0.9 * border)[0].real.max() > 1e-3 > linear(20.0, 1.1 * border)[0].real.max()
    regulator.friction.value = 20
    assert regulator.growth() < -0.5 and "hunts" not in regulator.numbers.value
    assert len(regulator.height.get_xdata()) == len(regulator.t) and regulator.t[-1] == END


def test_static_picture(regulator):
    growing, *others = regulator.picture().axes[0].lines[:4]
    assert np.ptp(growing.get_ydata()[-100:]) > 2 * np.ptp(growing.get_ydata()[:100])
    height = one_turn_a_second()[1]
    assert all(abs(line.get_ydata()[-1] - height) < 2e-3 for line in others)
