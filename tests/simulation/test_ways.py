"""What makes a model take a slow solver, in words whose cure helps."""

import warnings

import numpy as np
import pytest

from fcclearn import Model, Motion, cylinder, revolute, rod, rotated_AR, spherical, universal
from fcclearn.engine.kinematics import NotAssembled
from fcclearn.formulation.joints import angle_vectors
from fcclearn.simulation.ways import is_thin


def swinging(solid, joint=None):
    model = Model(gravity=[0, -9.81, 0])
    bar = model.body("bar", solid, along=([0, 0, 0], [1, 0, 0]), angular_velocity=[0, 1.0, 1.0])
    model.join((joint or spherical)(model.ground.point(), bar.point("start")))
    model.assemble()
    return model, bar


def hooke(P, Q):
    return universal(P, Q, ([0, 1, 0], [0, 0, 1]))


def test_a_very_thin_body_is_named_and_the_cures_help():
    """A cylinder of a ten-thousandth of its length; a rod, or a universal joint, are quick and agree."""
    thin = cylinder(1.0, 1e-4, 1.0)
    model, bar = swinging(thin)
    assert is_thin(bar)
    with pytest.warns(UserWarning, match="bar is so thin that its spin has almost no inertia.* take a rod"):
        slow = model.simulate(0.5, samples=3)
    assert "a cylinder or bar in its place" not in slow.summary() and "bar is so thin" in slow.summary()
    for solid, joint in ((rod(1.0, 1.0), None), (thin, hooke)):
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            cured = swinging(solid, joint)[0].simulate(0.5, samples=3)
        assert cured.counts.steps < 20
        np.testing.assert_allclose(cured.position("bar.end"), slow.position("bar.end"), atol=1e-6)


def test_a_rod_is_not_called_thin():
    model, bar = swinging(rod(1.0, 1.0))
    assert not is_thin(bar)
    assert "a cylinder or bar in its place" in model.simulate(0.1, samples=2).summary()


def test_motors_that_contradict_each_other():
    """Rates 1 and 2 on one freedom: no assembly can help, and none is advised."""
    model = Model(gravity=[0, -9.81])
    bar = model.body("bar", rod(1.0, 1.0), along=([0, 0], [1, 0]))
    model.join(revolute(model.ground.point(), bar.point("start")), name="pin")
    for k in (1, 2):
        model.join(rotated_AR(*angle_vectors(model.ground, bar), Motion.polynomial(0, k)), name=f"motor {k}")
    words = "no velocity satisfies motor 1: rotated AR and motor 2 at t = 0 s: the best misses it by 0.5"
    with pytest.raises(NotAssembled, match=words):
        model.assemble()
    with pytest.raises(NotAssembled, match=words):
        model.set_in_motion("bar", angular_velocity=1.0)
    with pytest.raises(ValueError, match=f"the initial velocity is inconsistent: {words}") as caught:
        model.simulate(1.0)
    assert "assemble" not in str(caught.value)
