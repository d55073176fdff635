"""What neither energy nor constraints tell: the phase of a motion, a tolerance that was not met."""

import warnings

import numpy as np
import pytest
from models import pendulum

from fcclearn import Model, disc, revolute
from fcclearn.benchmarks import BENCHMARKS

FIXED = ["augmented-lagrangian", "energy-momentum"]


def rotor(rate):
    model = Model(gravity=[0, 0])
    wheel = model.body("wheel", disc(1.0, 0.2), angular_velocity=rate)
    model.join(revolute(model.ground.point(), wheel.point("com")))
    return model, wheel.point(0.2, 0)


def turned_wrong(run, point, rate):
    """Largest error of the angle [rad]."""
    right = 0.2 * np.stack([np.cos(rate * run.t), np.sin(rate * run.t)], axis=1)
    return np.linalg.norm(run.position(point) - right, axis=1).max() / 0.2


@pytest.mark.parametrize("method", FIXED)
@pytest.mark.parametrize(("rate", "step"), [(3.0, 0.01), (3.0, 0.05), (15.0, 0.002)])
def test_the_estimate_is_the_error(method, rate, step):
    """On a circle, where all errors are of the phase."""
    model, point = rotor(rate)
    run = model.simulate(10.0, method, samples=11, step=step)
    assert run.counts.errors.total == pytest.approx(turned_wrong(run, point, rate), rel=0.2)


@pytest.mark.parametrize("method", FIXED)
def test_steps_too_long_are_told_with_a_step_that_helps(method):
    """3 rad in each step: the wheel is anywhere, though the energy balances to rounding."""
    model, point = rotor(300.0)
    run = model.simulate(1.0, method, samples=11, step=0.01)
    assert turned_wrong(run, point, 300.0) > 1.0 and np.ptp(run.energy_balance()) < 1e-6
    (doubt,) = run.counts.warnings
    assert "the steps are too long for the motion" in doubt and doubt in run.summary()
    step = float(doubt.split("step=")[1].split(" or ")[0])
    run = model.simulate(1.0, method, samples=11, step=step)
    assert turned_wrong(run, point, 300.0) < 0.1 and not run.counts.warnings


@pytest.mark.parametrize("method", FIXED)
def test_the_usual_step_follows_a_fast_rotor(method):
    """Once 0.22 of 0.2 m off without a word."""
    model, point = rotor(300.0)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        run = model.simulate(0.2, method, samples=11)
    assert turned_wrong(run, point, 300.0) < 1e-3


def test_the_usual_step_is_doubted_aloud():
    """At 15 rad/s it is still 0.01 s, and ten seconds add up."""
    model, _ = rotor(15.0)
    with pytest.warns(UserWarning, match="the steps are too long for the motion") as seen:
        model.simulate(10.0, "energy-momentum", samples=11)
    assert len(seen) == 1 and seen[0].filename == __file__


def test_a_tolerance_that_is_not_met():
    """Two windows of A02 pass singular positions: 1e-7 m is what remains."""
    run = BENCHMARKS["A02"].run(method="projection", rtol=1e-12, progress=False).run
    assert any("rtol=1e-12 was not met" in text for text in run.counts.warnings)


@pytest.mark.parametrize("method", ["projection", "baumgarte"])
@pytest.mark.parametrize("rtol", [1e-9, 1e-12, 1e-13])
def test_a_tolerance_that_is_met(method, rtol):
    assert pendulum().simulate(5.0, method, samples=11, rtol=rtol).counts.warnings == []
