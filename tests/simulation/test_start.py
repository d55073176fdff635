"""Starts from which no motion goes on are refused."""

import numpy as np
import pytest
from models import crank

from fcclearn import Model, Motion, revolute, rod, rotated_AR
from fcclearn.formulation.joints import angle_vectors


def flat_parallelogram(w2, w4):
    """Bars of 1, 2 and 1 m in one line, the cranks turning at w2 and w4."""
    model = Model(gravity=[0, -9.81])
    middles = [("a", 1.0, [0, 0], [1, 0], w2 / 2, w2),
               ("b", 2.0, [1, 0], [3, 0], (w2 + w4) / 2, (w4 - w2) / 2),
               ("c", 1.0, [2, 0], [3, 0], w4 / 2, w4)]
    a, b, c = (model.body(name, rod(1.0, length), along=(p, q), velocity=[0, v], angular_velocity=w)
               for name, length, p, q, v, w in middles)
    model.join(revolute(model.ground.point(), a.point("start")))
    model.join(revolute(a.point("end"), b.point("start")))
    model.join(revolute(b.point("end"), c.point("end")))
    model.join(revolute(model.ground.point(2, 0), c.point("start")))
    return model


@pytest.mark.parametrize("w4", [0.9, 0.0, 0.999])
def test_velocities_between_the_branches(w4):
    """The tangents are w4 = w2 and w4 = -3 w2; between them no acceleration satisfies the constraints."""
    with pytest.raises(ValueError, match="no motion goes on from this start: .* position is singular"):
        flat_parallelogram(1.0, w4).simulate(0.1)


@pytest.mark.parametrize("w4", [1.0, -3.0])
@pytest.mark.parametrize("method", ["projection", "energy-momentum"])
def test_velocities_of_a_branch(w4, method):
    run = flat_parallelogram(1.0, w4).simulate(0.05, method, samples=6)
    np.testing.assert_allclose(run.angular_velocity("c")[-1] / run.angular_velocity("a")[-1], w4, rtol=0.2)


def test_drivers_that_contradict_each_other_in_their_accelerations():
    model, body = crank(2)
    turn = angle_vectors(model.ground, body)
    model.join(rotated_AR(*turn, Motion.polynomial(0.0, 0.0, 1.0)), name="first")
    model.join(rotated_AR(*turn, Motion.polynomial(0.0, 0.0, 2.0)), name="second")
    with pytest.raises(ValueError, match="no motion goes on .* drivers contradict each other"):
        model.simulate(0.1)
