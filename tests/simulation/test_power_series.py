"""The power-series method: other methods as the second road, singular passages, what it refuses."""

import numpy as np
import pytest
from models import failing, pendulum, slider_crank

from fcclearn import (
    Model,
    Motion,
    bar,
    box,
    couple,
    disc,
    moment,
    revolute,
    rod,
    spherical,
    spring,
    torsional_spring,
)
from fcclearn.benchmarks import BENCHMARKS, a02_n_four_bar
from fcclearn.simulation.series import Twin

CLOSE = 1e-8
"""Two methods at rtol 1e-11 after a second: their tolerances, grown by the motion."""


def tumbling(kind="full"):
    """A brick on a ball, a spring with a damper to the ground, moments in global and in its own axes."""
    model = Model(gravity=[0, 0, -9.81], kind=kind)
    brick = model.body("brick", box(1.0, [0.4, 0.3, 0.1]), angular_velocity=[1.0, 2.0, 3.0])
    model.join(spherical(model.ground.point(0, 0, 0), brick.point(0, 0, 0)))
    held = model.ground.point(1, 0.5, 0)
    model.apply(spring(held, brick.point(0.2, 0.1, 0), 30.0, length=0.4, damping=0.5))
    model.apply(moment(brick, [0.1, 0.2, 0.3]))
    model.apply(moment(brick, [0.3, -0.1, 0.2], frame="body"))
    model.apply(couple(brick, [0.0, 0.2, 0.1]))
    return model


def hanging(kind="full"):
    """Two bars in space, hinged about axes that are not parallel."""
    model = Model(gravity=[0, 0, -9.81], kind=kind)
    first = model.body("first", bar(1.0, 1.0, 0.1, 0.1), at=[0.5, 0, 0])
    second = model.body("second", bar(1.0, 1.0, 0.1, 0.1), at=[1.5, 0, 0])
    model.join(revolute(model.ground.point(), first.point(-0.5, 0, 0), axis=[0, 1, 0]))
    model.join(revolute(first.point(0.5, 0, 0), second.point(-0.5, 0, 0), axis=[0, 0.6, 0.8]))
    return model


@pytest.mark.parametrize("build", [tumbling, lambda: tumbling("reduced"), hanging,
                                   lambda: hanging("reduced"), pendulum])
def test_second_road(build):
    series = build().simulate(1.0, "power-series", samples=21, rtol=1e-11)
    other = build().simulate(1.0, "projection", samples=21, rtol=1e-11)
    assert np.abs(series.q - other.q).max() < CLOSE
    assert np.abs(series.qd - other.qd).max() < 30 * CLOSE                 # rates: over a time of 1/30 s
    assert np.abs(series.work - other.work).max() < 100 * CLOSE            # forces of 100 N
    assert series.counts.steps < other.counts.steps / 1.5


@pytest.mark.parametrize("name", ["A01", "A03", "A04"])
def test_benchmarks(name):
    """Far below the 1e-6 m that the collection asks for, at default settings."""
    assert BENCHMARKS[name].run(method="power-series").largest_error() < 5e-9


def test_singular_passages_by_the_series_alone():
    found = BENCHMARKS["A02"].run(method="power-series")
    assert found.largest_error() < 1e-6 and not found.run.counts.warnings


@pytest.mark.parametrize("rtol", [0.1, 1e-6])
def test_long_chain_through_its_singular_passages(rtol):
    """Forty windows: where the series fails the energy says so; a large tolerance costs nothing."""
    run = a02_n_four_bar.build("full", 3, 40).simulate(4.0, "power-series", samples=2, rtol=rtol)
    energy = run.energy()
    assert np.abs(energy - energy[0]).max() < 1e-2 * 40                    # J, of 620 J
    assert run.counts.evaluations < 100


def test_passages_are_left_to_the_default_and_told(monkeypatch):
    """With no trust in any step that passes near the stretched position, the default takes it."""
    accept = Twin.length

    def length(self, series, most, tolerance):
        near = abs(series.y[0, 1]) < 0.1                                   # one of the first coordinates
        return 0.0 if near else accept(self, series, most, tolerance)
    monkeypatch.setattr(Twin, "length", length)
    model = BENCHMARKS["A01"].build("full", 2)
    run = model.simulate(3.0, "power-series", samples=31)
    exact = BENCHMARKS["A01"].build("full", 2).simulate(3.0, samples=31, rtol=1e-12)
    assert np.abs(run.q - exact.q).max() < 1e-7
    assert any("which the method 'projection' took" in warning for warning in run.counts.warnings)
    assert "projection" in run.summary()


def test_the_tolerance_decides():
    steps, errors = [], []
    exact = BENCHMARKS["A01"].build("full", 2).simulate(5.0, samples=3, rtol=1e-13).q
    for rtol in (1e-5, 1e-7, 1e-9, 1e-11):
        run = BENCHMARKS["A01"].build("full", 2).simulate(5.0, "power-series", samples=3, rtol=rtol)
        steps.append(run.counts.steps)
        errors.append(np.abs(run.q - exact).max())
        assert errors[-1] < 100 * rtol and run.violation().max() < rtol
    assert np.all(np.diff(steps) > 0) and errors[0] > 100 * errors[-1]


def test_samples_cost_nothing_and_change_nothing():
    runs = [hanging().simulate(1.0, "power-series", samples=n) for n in (2, 101)]
    assert runs[0].counts == runs[1].counts
    assert np.array_equal(runs[0].q[-1], runs[1].q[-1])


def wound():
    """A disc on a torsional spring and damper, with a torque."""
    model = Model(gravity=[0, -9.81])
    wheel = model.body("wheel", disc(2.0, 0.3), at=[-0.1, 0])
    model.join(revolute(model.ground.point(), wheel.point(0.1, 0)))
    model.apply(torsional_spring(model.dial(model.ground, wheel), 3.0, angle=0.5, damping=0.2))
    model.apply(moment(wheel, 0.4))
    return model


def test_what_it_does_not_take():
    refused = "motor is driven, which the method 'power-series' does not take"
    failing(slider_crank(angle=Motion.constant(0.0)), "power-series", refused)
    failing(wound(), "power-series", "angle ground-wheel is driven")
    model = Model(gravity=[0, 0, -9.81])
    slender = model.body("slender", rod(1.0, 1.0), along=([0, 0, 0], [1, 0, 0]))
    model.join(spherical(model.ground.point(), slender.point("start")))
    failing(model, "power-series", "almost no mass, which the method 'power-series' needs")


def test_a_spring_that_loses_its_direction():
    """A mass runs along its spring through the point that holds it: there the force jumps.

    The series would go on smoothly, with a spring of negative length, and keep the constraints: that it
    pulls outwards then is what the law says against it.
    """
    def run(method):
        model = Model(gravity=[0, 0])
        mass = model.body("mass", disc(1.0, 0.1), at=[1.0, 0.0], velocity=[-5.0, 0.0])
        model.apply(spring(model.ground.point(), mass.point("com"), 10.0, length=0.5))
        return model.simulate(1.0, method, samples=11)
    series, other = run("power-series"), run("projection")
    assert np.abs(series.position("mass.com") - other.position("mass.com")).max() < 1e-6
    assert series.counts.warnings
