"""The matrix of an implicit step holds what springs and dampers change: stiff ones need no tiny steps."""

import numpy as np
import pytest
from models import oscillator

from fcclearn import Model, box, point_force, rod, spherical, spring
from fcclearn.benchmarks import BENCHMARKS
from fcclearn.simulation.tangent import Tangent

DIFFERENCES = 1e-5
"""Forward differences of forces of size a hundred, and differences of those once more, over the largest."""


def sprung(kind):
    """A bar on a ball, and a box, between them a spring with a damper beside their centres."""
    model = Model(gravity=[0, 0, -9.81], kind=kind)
    bar = model.body("bar", rod(1.0, 1.0), along=([0, 0, 0], [1, 0, 0]))
    model.join(spherical(model.ground.point(), bar.point("start")))
    block = model.body("block", box(2.0, [0.3, 0.2, 0.1]), at=[1.2, 0.5, 0.3])
    model.apply(spring(bar.point("end"), block.point(0.1, 0.05, 0), 50.0, length=0.4, damping=7.0))
    model.apply(point_force(block.point(0.1, 0, 0), [0, 2.0, 0], frame="body"))
    return model


@pytest.mark.parametrize("kind", ["full", "reduced"])
def test_derivatives_of_the_mean_force(kind):
    """By differences of the force on q at the end of a short step, whose chord is nearly straight."""
    system, h = sprung(kind).system, 1e-3
    q0 = system.layout.start()[0]
    rng = np.random.default_rng(4)
    q1 = q0 + h * rng.normal(size=system.n)

    def force(q1):
        y0, y1 = system.y(q0), system.y(q1)
        total = np.zeros(system.ny)
        for f in system.forces:
            total[f.columns] += f.mean(0.0, y0, y1, (y1 - y0) / h)
        return middle.V.T @ total

    middle, here = system.state((q0 + q1) / 2), system.state(q1)
    y0, y1 = system.y(q0), here.y
    tangent = Tangent(system)
    slopes = tangent.of_forces(0.0, (y0 + y1) / 2, (y1 - y0) / h, h)
    K = tangent.matrix(middle, here, h, slopes).toarray()
    M = system.mass_product(middle.V.T, system.M3, here.V).toarray()
    by_hand = np.array([(force(q1 + 1e-7 * e) - force(q1)) / 1e-7 for e in np.eye(system.n)]).T
    np.testing.assert_allclose((M - K) / (h**2 / 2), by_hand, atol=DIFFERENCES * np.abs(by_hand).max())
    assert np.abs(by_hand).max() > 1000                                             # 7 N s/m over 1 ms


def test_a_model_without_forces_has_the_pattern_of_its_masses():
    model = sprung("full")
    model.forces.clear()
    system = model.system
    assert len(Tangent(system).pattern.rows) == len(system.patterns[0].rows)
    assert len(Tangent(sprung("full").system).pattern.rows) > len(system.patterns[0].rows)


@pytest.mark.parametrize("solver", ["dense", "band"])
def test_a_stiff_damper_needs_no_tiny_steps(solver):
    """The governor of benchmark A05 took 9,146 steps for 2 s, whatever was asked for: now it takes these."""
    governor = BENCHMARKS["A05"].build("full")
    run = governor.simulate(1.0, "energy-momentum", samples=6, step=0.01, solver=solver)
    assert (run.counts.steps, run.counts.rejected) == (100, 0)
    assert np.abs(run.energy_balance()).max() < 1e-5


def test_second_order_with_a_damper():
    exact = oscillator(damping=3.0).simulate(1.0, samples=3, rtol=1e-12).position("mass.com")[-1]
    misses = [np.abs(oscillator(damping=3.0).simulate(1.0, "energy-momentum", samples=3, step=h)
                     .position("mass.com")[-1] - exact).max() for h in (0.1, 0.05)]
    assert 3.5 < misses[0] / misses[1] < 4.5
