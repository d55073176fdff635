"""Driven lengths where they hold, and where they say that they do not."""

import numpy as np
import pytest

from fcclearn import (
    CP,
    Model,
    Motion,
    driven_distance,
    point_mass,
)
from fcclearn.formulation.drivers import SingularDriver


def test_a_driven_distance_is_positive():
    """A length that passes zero is stopped there, and the run says why."""
    model = Model(gravity=[0, 0])
    a = model.body("a", point_mass(1.0), kind="point", at=[1.0, 0])
    model.join(
        driven_distance(model.ground.point(), a.point(), Motion.polynomial(1.0, -1.0)), name="actuator"
    )
    model.join([*CP(a.point(), model.ground.point(0, 0)).equations[1:]])
    with pytest.raises(
        (ArithmeticError, ValueError),
        match="a driven distance is .* m from ground.reference to a.reference, but a distance",
    ):
        model.kinematic_analysis(np.linspace(0, 2, 22))
    assert model.last_run.t[-1] < 1.0
    assert issubclass(SingularDriver, ValueError)
