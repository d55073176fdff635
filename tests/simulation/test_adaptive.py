"""The adaptive methods of SciPy: stiff springs, coarse tolerances, steps that collapse."""

import numpy as np
import pytest

from fcclearn import Force, Model, SimulationError, disc, revolute, rod
from fcclearn.benchmarks import BENCHMARKS
from fcclearn.benchmarks.a02_n_four_bar import build
from fcclearn.simulation.adaptive import Rates, jacobian
from fcclearn.simulation.stepping import Counts


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


def test_a_coarse_tolerance_is_said():
    run = build("full", 2, 1).simulate(5.0, "projection", samples=51, rtol=1e-2)
    assert run.energy_drift() < 0.05 or any("energy balance" in warning for warning in run.counts.warnings)


def test_steps_that_collapse_end_the_run():
    model = Model(gravity=[0, -9.81])
    bar = model.body("bar", rod(1.0, 1.0), along=([0, 0], [1, 0]))
    model.join(revolute(model.ground.point(0, 0), bar.point("start")))
    # against all damping
    model.apply(Force([bar.point("end")], lambda t, x, xd: 40.0 * xd, name="push"))
    with pytest.raises(SimulationError, match="the steps have become as short as"):
        model.simulate(50.0)
    assert len(model.last_run.t) > 1


@pytest.mark.parametrize("method", ["projection", "baumgarte", "stiff"])
def test_a_motion_that_explodes_is_stopped_where_it_does(method):
    """``vd = v^3`` from v = 1: ``v = 1 / sqrt(1 - 2 t)``, so that there is no motion after 0.5 s."""
    model = Model(gravity=[0, 0])
    stone = model.body("stone", disc(1.0, 0.1), velocity=[1.0, 0.0])
    model.apply(Force([stone.point()], lambda t, x, xd: xd**3, name="push"))
    with pytest.raises(SimulationError, match="t = 0.5 s.*grows or swings without bound") as error:
        model.simulate(2.0, method)
    run = error.value.result
    early = run.t < 0.45
    v = run.velocity("stone.com")[early, 0]
    assert 0.45 < run.t[-1] <= 0.5
    assert v == pytest.approx(1 / np.sqrt(1 - 2 * run.t[early]), rel=1e-6)
