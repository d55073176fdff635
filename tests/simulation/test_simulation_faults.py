"""What goes wrong in a run ends in a clear sentence or a correct result,
and the history up to then is kept."""

import tracemalloc

import numpy as np
import pytest

from fcclearn import (
    TP,
    Force,
    Model,
    Motion,
    SimulationError,
    box,
    cylinder,
    planar,
    point_mass,
    revolute,
    rod,
    spherical,
    spring,
)
from fcclearn.benchmarks.a02_n_four_bar import build
from fcclearn.simulation.methods import METHODS

STILL = 1e-6
"""A model that cannot move moves no further than its start was accepted with,
and the drift of a stabilisation."""


def free_bar():
    model = Model(gravity=[0, -9.81])
    return model, model.body("bar", rod(1.0, 1.0))


def truss():
    """Three bars in a triangle on two pins: no freedom."""
    model, corners = Model(gravity=[0, -9.81]), np.array([[0, 0], [1, 0], [0.5, 0.8]])
    ends = [(corners[k], corners[(k + 1) % 3]) for k in range(3)]
    bars = [model.body(f"bar {k}", rod(1.0, np.linalg.norm(b - a)), along=(a, b))
            for k, (a, b) in enumerate(ends)]
    for k in range(3):
        model.join(revolute(bars[k].point("end"), bars[(k + 1) % 3].point("start")))
    model.join(revolute(model.ground.point(0, 0), bars[0].point("start")))
    model.join(revolute(model.ground.point(1, 0), bars[0].point("end")))
    return model


def with_force(law):
    model, bar = free_bar()
    model.apply(Force([bar.point("com")], law, name="wind"))
    return model


def failing(model, method, message, duration=1.0, **settings):
    """Run into a fault; the error says `message`, and the history so far is returned."""
    with pytest.raises(SimulationError, match=message) as caught:
        model.simulate(duration, method, samples=101, **settings)
    run = caught.value.result
    assert model.last_run is run and not run.complete and len(run.t) >= 1
    assert f"the history up to t = {run.t[-1]:g} s is kept in model.last_run" in str(caught.value)
    return run


@pytest.mark.parametrize("method", METHODS)
def test_locked_model_stands_still(method):
    model = truss()
    assert model.mobility().degrees_of_freedom == 0
    run = model.simulate(0.5, method, samples=6)
    assert np.abs(run.q - run.q[0]).max() < STILL
    assert not run.counts.warnings


@pytest.mark.parametrize("method", METHODS)
def test_body_without_joints_falls(method):
    model = Model(gravity=[0, 0, -9.81])
    model.body("brick", box(1.0, [0.2, 0.1, 0.05]), angular_velocity=[1, 2, 3])
    run = model.simulate(1.0, method, samples=6)
    assert np.abs(run.position("brick.com")[:, 2] + 9.81 * run.t**2 / 2).max() < 1e-7


@pytest.mark.parametrize("method", [m for m in METHODS if m != "energy-momentum"])
@pytest.mark.parametrize("kind", ["full", "reduced"])
def test_freedom_without_mass(method, kind):
    model = Model(gravity=[0, 0, -9.81], kind=kind)
    bar = model.body("bar", rod(1.0, 1.0), along=([0, 0, 0], [1, 0, 0]))
    model.join(spherical(model.ground.point(), bar.point("start")))
    run = model.simulate(0.5, method, samples=6)
    plane = Model(gravity=[0, -9.81])
    same = plane.body("bar", rod(1.0, 1.0), along=([0, 0], [1, 0]))
    plane.join(revolute(plane.ground.point(), same.point("start")))
    expected = plane.simulate(0.5, samples=6).position("bar.end")
    tolerance = 2e-3 if method == "augmented-lagrangian" else 1e-6
    assert np.abs(run.position("bar.end")[:, [0, 2]] - expected).max() < tolerance


def test_energy_momentum_asks_for_mass():
    model = Model(gravity=[0, 0, -9.81])
    ball = model.body("ball", point_mass(1.0, at=[1, 0, 0]))
    model.join(spherical(model.ground.point(), ball.point("reference")))
    failing(model, "energy-momentum", "ball.* has almost no mass, which this method needs")


def test_contradicting_drivers_are_refused_at_the_start():
    model, bar = free_bar()
    model.join(TP(bar.point("com"), Motion.polynomial(0.0, 1.0), Motion.constant(0.0)))
    model.join(TP(bar.point("com"), Motion.polynomial(0.0, 2.0), Motion.constant(0.0)))
    with pytest.raises(ValueError, match="the initial velocity is inconsistent: TP bar"):
        model.simulate(1.0)


@pytest.mark.parametrize("method", METHODS)
def test_drivers_that_come_to_contradict_each_other(method):
    model, bar = free_bar()
    for acceleration in (0.0, 1.0):
        model.join(TP(bar.point("com"), Motion.polynomial(0.0, 0.0, acceleration), Motion.constant(0.0)))
    failing(model, method, r"TP bar.* may contradict")


@pytest.mark.parametrize("method", METHODS)
def test_spring_of_no_length(method):
    model = Model(gravity=[0, 0])
    mass = model.body("mass", planar(1.0, 0.1))
    model.apply(spring(model.ground.point(), mass.point("com"), 100.0, length=0.5))
    failing(model, method, "force 'spring' failed at t = 0.* s: .*two points have met")


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("law, message", [
    (lambda t, x, xd: {}["no data"], "force 'wind' failed at t = 0.* s: KeyError: 'no data'"),
    (lambda t, x, xd: x * np.nan, "force 'wind' gave a value that is not finite at t = 0.* s"),
    (lambda t, x, xd: np.zeros(3), r"force 'wind' must give an array of shape \(1, 2\), not \(3,\)")])
def test_user_force_fails_at_once(method, law, message):
    run = failing(with_force(law), method, message)
    assert list(run.t) == [0.0]


@pytest.mark.parametrize("method", METHODS)
def test_user_force_fails_on_the_way(method):
    def law(t, x, xd):
        if t > 0.5:
            raise RuntimeError("no wind data")
        return np.zeros_like(x)
    run = failing(with_force(law), method, "force 'wind' failed at t = 0.* s: RuntimeError: no wind data")
    np.testing.assert_allclose(run.position("bar.com")[:, 1], -9.81 * run.t**2 / 2, atol=1e-6)


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("evaluation", [1, 2, 7, 40, 150])
def test_interruption_keeps_the_history(method, evaluation, capsys):
    calls = iter(range(1, 10**6))

    def law(t, x, xd):
        if next(calls) == evaluation:
            raise KeyboardInterrupt
        return np.array([[np.sin(20 * t), 0.0]])
    run = with_force(law).simulate(3.0, method, samples=301)
    assert not run.complete and 0 <= run.t[-1] < 3.0
    assert "interrupted at t =" in capsys.readouterr().err
    np.testing.assert_allclose(run.position("bar.com")[:, 1], -9.81 * run.t**2 / 2, atol=1e-6)


def test_a_step_that_is_much_too_large():
    coarse = build("full", 2, 1).simulate(5.0, "augmented-lagrangian", samples=2, step=5.0)
    assert coarse.counts.rejected > 0
    assert any("the energy balance is off by" in warning for warning in coarse.counts.warnings)
    kept = build("full", 2, 1).simulate(5.0, "energy-momentum", samples=2, step=5.0)
    assert kept.counts.rejected > 0 and kept.energy_drift() < 1e-6


def test_a_coarse_tolerance_is_said():
    run = build("full", 2, 1).simulate(5.0, "projection", samples=51, rtol=1e-2)
    assert run.energy_drift() < 0.05 or any("energy balance" in warning for warning in run.counts.warnings)


def test_inconsistent_start_is_refused_or_repaired():
    def crooked():
        model = Model(gravity=[0, -9.81])
        bar = model.body("bar", rod(1.0, 1.0), along=([0.01, 0], [1.01, 0]), angular_velocity=1.0)
        model.join(revolute(model.ground.point(), bar.point("start")))
        return model
    with pytest.raises(ValueError, match="0.01 m apart"):
        crooked().simulate(1.0)
    run = crooked().simulate(0.2, assemble=True)
    assert "the start was made consistent: the position bar.r.x changed by 0.01" in run.counts.warnings[0]
    assert "the velocity bar" in run.counts.warnings[1]
    assert run.violation().max() < 1e-10


@pytest.mark.parametrize("settings, message", [
    (dict(method="projektion"), "did you mean 'projection'"),
    (dict(method="energy-momentum", rtol=1e-6), "no option of energy-momentum 'rtol'"),
    (dict(method="projection", rtoll=1e-6), "did you mean 'rtol'"),
    (dict(rtol=-1.0), "rtol must be a positive number, not -1.0"),
    (dict(rtol="small"), "rtol must be a positive number, not 'small'"),
    (dict(method="baumgarte", alpha=-1.0), "alpha must be a positive number"),
    (dict(samples=1), "samples must be two or more"),
    (dict(solver="banded"), "did you mean 'band'")])
def test_bad_options_are_named(settings, message):
    model, _ = free_bar()
    with pytest.raises(ValueError, match=message):
        model.simulate(1.0, **settings)


def test_a_thousand_bodies_in_linear_memory():
    """Twice the bodies take about twice the memory: no matrix is dense."""
    peaks = []
    for bodies in (500, 1000):
        model = Model(gravity=[0, -9.81], kind="reduced")
        last = model.ground.point(0, 0)
        for k in range(bodies):
            link = model.body(f"link {k}", rod(1.0, 1.0), along=([k, 0], [k + 1, 0]))
            model.join(revolute(last, link.point("start")))
            last = link.point("end")
        tracemalloc.start()
        run = model.simulate(0.02, "energy-momentum", samples=2, step=0.01)
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
        assert run.energy_drift() < 1e-3 and run.violation().max() < 1e-9
    assert peaks[1] < 2.5 * peaks[0]
    assert peaks[1] < 100e6


@pytest.mark.parametrize("kind", ["full", "reduced"])
def test_slender_rods_on_spherical_joints_may_spin_without_inertia(kind):
    """The spin of a rod has no mass:
    the run goes on, says so, and agrees with thin cylinders to the order of their radius squared."""
    tips = {}
    for name, solid in (("rod", rod(1.0, 1.0)), ("cylinder", cylinder(1.0, 1e-3, 1.0))):
        model = Model(gravity=[0, 0, -9.81], kind=kind)
        upper = model.body("upper", solid, along=([0, 0, 0], [1, 0, 0]))
        lower = model.body("lower", solid, along=([1, 0, 0], [1, 1, 0]))
        model.join(spherical(model.ground.point(0, 0, 0), upper.point("start")))
        model.join(spherical(upper.point("end"), lower.point("start")))
        run = model.simulate(1.0)
        tips[name] = run.position("lower.end")
        assert any("almost no mass" in text for text in run.counts.warnings) == (name == "rod")
    assert 0 < np.abs(tips["rod"] - tips["cylinder"]).max() < 30 * 1e-3**2


def test_steps_that_collapse_end_the_run():
    model = Model(gravity=[0, -9.81])
    bar = model.body("bar", rod(1.0, 1.0), along=([0, 0], [1, 0]))
    model.join(revolute(model.ground.point(0, 0), bar.point("start")))
    # against all damping
    model.apply(Force([bar.point("end")], lambda t, x, xd: 40.0 * xd, name="push"))
    with pytest.raises(SimulationError, match="the steps have become as short as"):
        model.simulate(50.0)
    assert len(model.last_run.t) > 1
