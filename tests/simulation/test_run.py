"""What a simulation starts from, what it refuses, and what it says of itself."""

import tracemalloc

import numpy as np
import pytest
from models import free_bar, pendulum

from fcclearn import AR, TP, Model, Motion, SimulationError, cylinder, revolute, rod, spherical


@pytest.mark.parametrize("change, options, message", [
    (lambda m: None, dict(duration=-1.0), "the duration must be positive, not -1 s"),
    (lambda m: None, dict(duration=np.nan), "the duration must be positive, not nan s"),
    (lambda m: None, dict(duration=1.0, step=-0.1), "step must be .*positive.*, not -0.1"),
    (lambda m: None, dict(duration=1.0, rtol=0.0), "rtol must be .*positive.*, not 0"),
    (lambda m: None, dict(duration=1.0, method="projektion"),
     "there is no method 'projektion'; did you mean 'projection'"),
    (lambda m: None, dict(duration=1.0, samples=1), "samples must be two or more"),
    (lambda m: m.bodies["bar"].set_velocity([0.0, 1.5], 1.0), dict(duration=1.0),
     "the initial velocity is inconsistent: pin: CP y changes at 0.5 per second"),
    (lambda m: m.bodies["bar"].blocks.__setitem__(0, [1.3, 0.4]), dict(duration=1.0),
     r"the points of pin \(ground.reference and bar.start\) are 0.5 m apart; move the bodies "
     r"or call model.assemble"),
    (lambda m: m.bodies["bar"].blocks.__setitem__(1, [1.0, 0.1]), dict(duration=1.0),
     "the bodies are not assembled|are 0.1 m apart"),
])
def test_a_bad_start_is_named(change, options, message):
    model = pendulum()
    change(model)
    with pytest.raises(ValueError, match=message):
        model.simulate(**options)


def test_a_driver_that_fails_on_the_way_keeps_the_history():
    """The cosine driver reaches 180 degrees at t = 1 s: the run says so and keeps what it has."""
    model = pendulum(along=([0, 0], [0, 2]))
    bar = model.bodies["bar"]
    model.join(AR(model.ground.vector(1, 0), bar.vector(1, 0), Motion.polynomial(np.pi / 2, np.pi / 2)),
               name="motor")
    model.assemble()
    words = ("AR prescribes its angle by a cosine and cannot hold .* use rotated_AR.*; "
             "the history up to t = ")
    with pytest.raises(SimulationError, match=words) as caught:
        model.simulate(2.0, samples=21)
    assert 0 < caught.value.result.t[-1] < 1.0 and not model.last_run.complete


def test_contradicting_drivers_are_refused_at_the_start():
    model, bar = free_bar()
    model.join(TP(bar.point("com"), Motion.polynomial(0.0, 1.0), Motion.constant(0.0)))
    model.join(TP(bar.point("com"), Motion.polynomial(0.0, 2.0), Motion.constant(0.0)))
    with pytest.raises(ValueError, match="initial velocity is inconsistent: no velocity satisfies TP bar"):
        model.simulate(1.0)


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
