"""What the midpoint rule with discrete gradients keeps exactly."""

import numpy as np
from models import failing, oscillator

from fcclearn import Model, box, point_mass, spherical

CONSERVED = 1e-8
"""Energy and momentum that a scheme keeps exactly change by its iteration tolerance, 1e-10,
in each of some hundred steps."""


def top(kind="full"):
    """A box that turns freely in space."""
    model = Model(gravity=[0, 0, 0], kind=kind)
    model.body("box", box(1.0, [1.0, 0.6, 0.2]), velocity=[0.3, 0, 0], angular_velocity=[1.0, 3.0, 0.5])
    return model


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


def test_energy_momentum_asks_for_mass():
    model = Model(gravity=[0, 0, -9.81])
    ball = model.body("ball", point_mass(1.0, at=[1, 0, 0]))
    model.join(spherical(model.ground.point(), ball.point("reference")))
    failing(model, "energy-momentum", "ball.* has almost no mass, which this method needs")
