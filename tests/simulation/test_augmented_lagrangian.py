"""The augmented Lagrangian method: what its projections promise, and what it leaves out."""

import numpy as np
import pytest
from models import oscillator, pendulum

from fcclearn import Model, planar, spring
from fcclearn.benchmarks.a02_n_four_bar import build

METHOD = "augmented-lagrangian"

PROJECTED = 1e-9
"""|Phi| and |Phi_q qd - nu| after the projections: rounding over the solver's penalty."""


@pytest.mark.parametrize("kind", ["full", "reduced"])
def test_every_sample_satisfies_position_and_velocity_constraints(kind):
    """At a coarse step, through a singular position of the four-bar."""
    model = build(kind, 3, 1)
    run = model.simulate(2.0, METHOD, samples=21, step=0.02)
    for t, q, qd in zip(run.t, run.q, run.qd):
        state = model.system.state(q, qd, t)
        assert np.abs(state.phi).max() < PROJECTED and np.abs(state.velocity_error).max() < PROJECTED


def test_one_step_is_the_trapezoidal_rule():
    """A mass on a spring, one step of h by hand: ``(1 + h^2 w^2 / 4) x1 = (1 - h^2 w^2 / 4) x0 + h v0``."""
    h, w2 = 0.1, 4.0
    run = oscillator().simulate(h, METHOD, samples=2, step=h)
    x1 = (1 - h**2 * w2 / 4) / (1 + h**2 * w2 / 4)
    v1 = 2 / h * (x1 - 1.0)
    assert run.position("mass.com")[-1, 0] == pytest.approx(x1, abs=PROJECTED)
    assert run.velocity("mass.com")[-1, 0] == pytest.approx(v1, abs=PROJECTED)


def test_work_is_the_trapezoidal_sum_of_power():
    run = oscillator().simulate(0.2, METHOD, samples=3, step=0.1)
    power = -8.0 * run.position("mass.com")[:, 0] * run.velocity("mass.com")[:, 0]
    np.testing.assert_allclose(run.work, [0, *np.cumsum(0.05 * (power[:-1] + power[1:]))], atol=1e-8)


def test_springs_that_are_stiff_for_the_step_shorten_it():
    """Iterations that leave the spring's derivative out converge for h^2 k / (4 m) well below one."""
    model = Model(gravity=[0, 0])
    mass = model.body("mass", planar(1.0, 0.1), at=[1.01, 0])
    model.apply(spring(model.ground.point(), mass.point("com"), 1e4, length=1.0))
    run = model.simulate(0.1, METHOD, samples=3, step=0.05)
    assert run.counts.rejected > 0 and 0.1 / run.counts.steps < 2e-2


def test_a_pendulum_keeps_its_energy_to_second_order():
    drift = [pendulum().simulate(1.0, METHOD, samples=11, step=h).energy_drift() for h in (0.02, 0.01)]
    assert drift[0] > 3 * drift[1]
