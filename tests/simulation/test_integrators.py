"""Every method on problems whose answer is known: order, energy, momentum, work, drivers, events."""

import numpy as np
import pytest

from fcclearn import Force, Lin, Model, Motion, box, planar, revolute, rod, rotated_AR, spring
from fcclearn.benchmarks import BENCHMARKS
from fcclearn.benchmarks.a01_pendulum import closed_form
from fcclearn.simulation.adaptive import Rates, jacobian
from fcclearn.simulation.events import Event
from fcclearn.simulation.methods import METHODS, options
from fcclearn.simulation.stepping import Counts, NotConverged, controlled

SETTINGS = {name: {} for name in METHODS} | {"augmented-lagrangian": {"step": 0.002},
                                             "energy-momentum": {"step": 0.002}}

ACCURACY = {"projection": 2e-6, "baumgarte": 2e-6, "stiff": 2e-6,
            "augmented-lagrangian": 5e-5, "energy-momentum": 5e-5}
"""Error after a second or two: far above rtol times the number of steps,
and h^2 of the second-order methods."""

CONSERVED = 1e-8
"""Energy and momentum that a scheme keeps exactly change by its iteration tolerance, 1e-10,
in each of some hundred steps."""


def pendulum(kind="full", dimension=2):
    return BENCHMARKS["A01"].build(kind, dimension)


def top(kind="full"):
    """A box that turns freely in space."""
    model = Model(gravity=[0, 0, 0], kind=kind)
    model.body("box", box(1.0, [1.0, 0.6, 0.2]), velocity=[0.3, 0, 0], angular_velocity=[1.0, 3.0, 0.5])
    return model


def oscillator(damping=0.0):
    """A mass of 2 kg on a spring of 8 N/m along x, held on its line: x = cos(2 t) without damping."""
    model = Model(gravity=[0, -9.81])
    mass = model.body("mass", planar(2.0, 0.1), at=[1.0, 0])
    model.join(Lin(mass.point("com"), A=[[0, 1]], f=[0.0]))
    model.apply(spring(model.ground.point(-3, 0), mass.point("com"), 8.0, length=3.0, damping=damping))
    return model


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


@pytest.mark.parametrize("method", METHODS)
def test_driver_and_its_work(method):
    run = turned_bar().simulate(1.0, method, samples=11, **SETTINGS[method])
    expected = np.stack([np.cos(2 * run.t), np.sin(2 * run.t)], axis=1)
    assert np.abs(run.position("bar.com") - expected).max() < ACCURACY[method]
    assert np.abs(run.work - 1.5 * 9.81 * np.sin(2 * run.t)).max() < 100 * ACCURACY[method]


@pytest.mark.parametrize("method", METHODS)
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


def test_energy_momentum_keeps_energy_and_momentum_of_full_bodies():
    run = top("full").simulate(2.0, "energy-momentum", samples=21, step=0.02)
    assert run.energy_drift() < CONSERVED
    assert np.ptp(run.angular_momentum(), axis=0).max() < CONSERVED
    assert not run.counts.warnings


def test_energy_momentum_of_reduced_bodies_keeps_energy_and_says_so():
    drift = [np.ptp(top("reduced").simulate(1.0, "energy-momentum", samples=11, step=h).angular_momentum(),
                    axis=0).max() for h in (0.02, 0.01)]
    assert drift[0] / drift[1] > 3.5                              # second order or better
    run = top("reduced").simulate(1.0, "energy-momentum", samples=11, step=0.01)
    assert run.energy_drift() < CONSERVED
    assert "second order only" in run.counts.warnings[0]


def test_energy_momentum_with_a_spring_keeps_the_sum():
    run = oscillator().simulate(5.0, "energy-momentum", samples=51, step=0.05)
    assert run.energy_drift() < CONSERVED


@pytest.mark.parametrize("method", ["projection", "energy-momentum"])
@pytest.mark.parametrize("kind", ["full", "reduced"])
def test_singular_passage(method, kind):
    model = BENCHMARKS["A02"].build(kind, 3, windows=1)
    run = model.simulate(3.0, method, samples=301, **({"step": 0.01} if method == "energy-momentum" else {}))
    height = run.position("crank 0.end")[:, 1]
    assert height.min() < -0.99                                    # through the stretched position and down
    # and still parallel
    assert np.abs(run.position("crank 0.end")[:, 0] + 1 - run.position("crank 1.end")[:, 0]).max() < 1e-5


def test_stiff_takes_the_governor():
    case = BENCHMARKS["A05"]
    run = case.build().simulate(1.0, "stiff", samples=11)
    reference = case.reference()
    for t, s in zip(run.t, run.position("slider.com")[:, 2]):
        assert abs(s - reference["s"][np.abs(reference["t"] - t).argmin()]) < 1e-6
    assert run.counts.evaluations < 3000


def test_stiff_jacobian_is_that_of_the_forces():
    model = BENCHMARKS["A05"].build()
    q, qd = model.system.layout.start()
    n, rates = len(q), Rates(model.system, model.solver, Counts())
    x = np.concatenate([q, qd, [0.0]])
    J, difference = jacobian(model.system, model.solver, q, qd, 0.0), 1e-7
    numeric = np.array([(rates(0.0, x + difference * e) - rates(0.0, x - difference * e)) / (2 * difference)
                        for e in np.eye(len(x))]).T
    # derivatives of M and Phi_q: as fast as the motion, not as the springs
    rest = np.abs(numeric - J)[n:-1].max()
    assert rest < 1e-2 * np.abs(J).max()


@pytest.mark.parametrize("method", METHODS)
def test_event_stops_or_is_recorded(method):
    def drop():
        model = Model(gravity=[0, -9.81])
        model.body("stone", planar(1.0, 0.1), at=[0, 4.905])
        return model
    ground = Event(lambda now: now.position("stone.com")[1], name="ground")
    half = Event(lambda now: now.velocity("stone.com")[1] + 4.905, stop=False, name="half")
    rising = Event(lambda now: now.position("stone.com")[1] - 1.0, stop=True, direction=1, name="never")
    run = drop().simulate(2.0, method, samples=21, events=[ground, half, rising])
    assert [name for _, name in run.events] == ["half", "ground"]
    np.testing.assert_allclose([t for t, _ in run.events], [0.5, 1.0], atol=1e-6)
    assert run.complete and abs(run.t[-1] - 1.0) < 1e-6 and abs(run.position("stone.com")[-1, 1]) < 1e-6


def test_steps_are_halved_and_recover():
    lengths = []

    def advance(t, h, state):
        if 0.3 < t < 0.35 and h > 0.03:
            raise NotConverged("too long")
        lengths.append(h)
        return state, None
    counts = Counts()
    steps = list(controlled(advance, np.array([0.0, 1.0, 2.0]), 0.1, counts, None))
    assert steps[-1].end == 2.0 and counts.rejected == 2 and counts.steps == len(steps)
    assert min(lengths) == pytest.approx(0.025) and lengths[-1] == pytest.approx(0.1)
    assert [s.start for s in steps[1:]] == [s.end for s in steps[:-1]]


def test_options_are_named():
    assert options("energy-momentum") == {"step": 0.01, "tolerance": 1e-10}
