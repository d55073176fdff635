"""Every method on problems whose answer is known, and on every kind of fault: the history is kept."""

import numpy as np
import pytest
from models import failing, free_bar, oscillator

from fcclearn import TP, Force, Model, Motion, box, planar, revolute, rod, rotated_AR, spherical, spring
from fcclearn.benchmarks import BENCHMARKS
from fcclearn.benchmarks.a01_pendulum import closed_form
from fcclearn.simulation.methods import METHODS, options

SETTINGS = {name: {} for name in METHODS} | {"augmented-lagrangian": {"step": 0.002},
                                             "energy-momentum": {"step": 0.002}}

ACCURACY = {"projection": 2e-6, "baumgarte": 2e-6, "stiff": 2e-6,
            "power-series": 2e-6, "augmented-lagrangian": 5e-5, "energy-momentum": 5e-5}
"""Error after a second or two: far above rtol times the number of steps,
and h^2 of the second-order methods."""

ANY_LAW = [name for name in METHODS if name != "power-series"]
"""Methods that take driven joints and forces that are functions of their own."""


def pendulum(kind="full", dimension=2):
    return BENCHMARKS["A01"].build(kind, dimension)


def turned_bar():
    """A bar whose angle is 2 t: it goes up, so the driver works against gravity."""
    model = Model(gravity=[0, -9.81])
    bar = model.body("bar", rod(1.5, 2.0), along=([0, 0], [2, 0]), velocity=[0, 2.0], angular_velocity=2.0)
    model.join(revolute(model.ground.point(), bar.point("start")))
    model.join(rotated_AR(bar.vector(1, 0), model.ground.vector(1, 0), model.ground.vector(0, 1),
                          Motion.polynomial(0.0, 2.0)))
    return model


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("kind, dimension", [("full", 2), ("reduced", 2), ("full", 3), ("reduced", 3)])
def test_pendulum(method, kind, dimension):
    run = pendulum(kind, dimension).simulate(1.0, method, samples=11, **SETTINGS[method])
    exact = closed_form(run.t)
    assert np.abs(run.position("pendulum.com")[:, 0] - exact["x"]).max() < ACCURACY[method]
    assert run.violation().max() < 1e-6


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("damping", [0.0, 1.6])
def test_spring_and_damper(method, damping):
    run = oscillator(damping).simulate(2.0, method, samples=11, **SETTINGS[method])
    decay, omega = damping / 4.0, np.sqrt(4.0 - (damping / 4.0) ** 2)
    exact = np.exp(-decay * run.t) * (np.cos(omega * run.t) + decay / omega * np.sin(omega * run.t))
    assert np.abs(run.position("mass.com")[:, 0] - exact).max() < ACCURACY[method]
    assert np.ptp(run.energy_balance()) < 20 * ACCURACY[method]


@pytest.mark.parametrize("method", ANY_LAW)
def test_driver_and_its_work(method):
    run = turned_bar().simulate(1.0, method, samples=11, **SETTINGS[method])
    expected = np.stack([np.cos(2 * run.t), np.sin(2 * run.t)], axis=1)
    assert np.abs(run.position("bar.com") - expected).max() < ACCURACY[method]
    assert np.abs(run.work - 1.5 * 9.81 * np.sin(2 * run.t)).max() < 100 * ACCURACY[method]


@pytest.mark.parametrize("method", ANY_LAW)
def test_user_force(method):
    model = Model(gravity=[0, 0])
    mass = model.body("mass", planar(2.0, 0.1))
    model.apply(Force([mass.point("com")], lambda t, x, xd: np.array([[6.0 * t, -4.0 * xd[0, 1]]]),
                      name="push"))
    model.bodies["mass"].set_velocity([0, 1.0])
    run = model.simulate(1.0, method, samples=6, **SETTINGS[method])
    expected = np.stack([run.t**3 / 2, (1 - np.exp(-2 * run.t)) / 2], axis=1)
    assert np.abs(run.position("mass.com") - expected).max() < ACCURACY[method]


@pytest.mark.parametrize("method", ["augmented-lagrangian", "energy-momentum"])
def test_second_order(method):
    errors = []
    for step in (0.02, 0.01, 0.005):
        run = pendulum().simulate(1.0, method, samples=3, step=step)
        reference = pendulum().simulate(1.0, "baumgarte", samples=3, rtol=1e-12)
        errors.append(np.abs(run.q[-1] - reference.q[-1]).max())
    rates = np.log2(np.array(errors[:-1]) / errors[1:])
    assert np.all(np.abs(rates - 2) < 0.1)


@pytest.mark.parametrize("method", ["projection", "energy-momentum"])
@pytest.mark.parametrize("kind", ["full", "reduced"])
def test_singular_passage(method, kind):
    model = BENCHMARKS["A02"].build(kind, 3, windows=1)
    run = model.simulate(3.0, method, samples=301, **({"step": 0.01} if method == "energy-momentum" else {}))
    height = run.position("crank 0.end")[:, 1]
    assert height.min() < -0.99                                    # through the stretched position and down
    # and still parallel
    assert np.abs(run.position("crank 0.end")[:, 0] + 1 - run.position("crank 1.end")[:, 0]).max() < 1e-5


def test_options_are_named():
    assert options("energy-momentum") == {"step": None, "tolerance": 1e-10}


STILL = 1e-6
"""A model that cannot move moves no further than its start was accepted with,
and the drift of a stabilisation."""


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


@pytest.mark.parametrize("method", [m for m in ANY_LAW if m != "energy-momentum"])
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


@pytest.mark.parametrize("method", ANY_LAW)
def test_drivers_that_come_to_contradict_each_other(method):
    model, bar = free_bar()
    for jerk in (0.0, 6.0):
        model.join(TP(bar.point("com"), Motion.polynomial(0.0, 0.0, 0.0, jerk / 6), Motion.constant(0.0)))
    failing(model, method, r"TP bar.* may contradict")


@pytest.mark.parametrize("method", METHODS)
def test_spring_of_no_length(method):
    model = Model(gravity=[0, 0])
    mass = model.body("mass", planar(1.0, 0.1))
    model.apply(spring(model.ground.point(), mass.point("com"), 100.0, length=0.5))
    failing(model, method, "force 'spring' failed at t = 0.* s: .*two points have met")


@pytest.mark.parametrize("method", ANY_LAW)
@pytest.mark.parametrize("law, message", [
    (lambda t, x, xd: {}["no data"], "force 'wind' failed at t = 0.* s: KeyError: 'no data'"),
    (lambda t, x, xd: x * np.nan, "force 'wind' gave a value that is not finite at t = 0.* s"),
    (lambda t, x, xd: np.zeros(3), r"force 'wind' must give an array of shape \(1, 2\), not \(3,\)")])
def test_user_force_fails_at_once(method, law, message):
    run = failing(with_force(law), method, message)
    assert list(run.t) == [0.0]


@pytest.mark.parametrize("method", ANY_LAW)
def test_user_force_fails_on_the_way(method):
    def law(t, x, xd):
        if t > 0.5:
            raise RuntimeError("no wind data")
        return np.zeros_like(x)
    run = failing(with_force(law), method, "force 'wind' failed at t = 0.* s: RuntimeError: no wind data")
    np.testing.assert_allclose(run.position("bar.com")[:, 1], -9.81 * run.t**2 / 2, atol=1e-6)


@pytest.mark.parametrize("method", ANY_LAW)
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
