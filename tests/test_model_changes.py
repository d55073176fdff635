"""A model that is changed after a run has other equations: nothing is remembered
that is not true any more."""

import numpy as np
import pytest

from fcclearn import Model, disc, revolute, rod


def pendulum():
    model = Model(gravity=[0, -9.81])
    bar = model.body("bar", rod(1.0, 1.0), along=([0, 0], [1, 0]))
    model.join(revolute(model.ground.point(0, 0), bar.point("start")), name="pin")
    return model


def fall(model):
    """Vertical acceleration of the end at the start: -3/2 g for a slender bar on a pin."""
    return model.simulate(0.1, samples=2).acceleration("bar.end")[0, 1]


def test_gravity():
    model = pendulum()
    assert fall(model) == pytest.approx(-1.5 * 9.81)
    model.gravity = [0, -1.62]
    assert fall(model) == pytest.approx(-1.5 * 1.62)
    model.gravity[1] = -9.81
    assert fall(model) == pytest.approx(-1.5 * 9.81)
    with pytest.raises(ValueError, match="gravity must have 2 components"):
        model.gravity = [0, 0, -9.81]


def test_a_solid():
    """A disc of 1 m across about its rim: 4/3 of the fall of its middle, g (1 + k^2 / r^2)^-1."""
    model = Model(gravity=[0, -9.81])
    body = model.body("disc", rod(1.0, 1.0), at=[0.5, 0])
    model.join(revolute(model.ground.point(0, 0), body.point(-0.5, 0)))
    before = model.simulate(0.1, samples=2).acceleration("disc.com")[0, 1]
    body.solid = disc(1.0, 0.5)
    after = model.simulate(0.1, samples=2).acceleration("disc.com")[0, 1]
    np.testing.assert_allclose([before, after], [-0.75 * 9.81, -2 / 3 * 9.81])


def test_a_joint_s_equations_and_a_number_in_one():
    model = pendulum()
    fall(model)
    model.joints["pin"].constraints.clear()
    assert fall(model) == pytest.approx(-9.81) and model.mobility().degrees_of_freedom == 3
    model = pendulum()
    fall(model)
    model.joints["pin"].equations[0].f = 0.25
    with pytest.raises(ValueError, match="0.25 m apart"):
        fall(model)


def test_what_did_not_change_is_compiled_once():
    model = pendulum()
    system, solver, unshared = model.system, model.solver, model.unshared
    fall(model)
    assert model.system is system and model.solver is solver and model.unshared is unshared
