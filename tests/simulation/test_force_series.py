"""Taylor coefficients of forces against the law itself on a circle of complex times (Cauchy's integral)."""

import numpy as np
import pytest

from fcclearn import Model, box, couple, disc, moment, point_force, spring
from fcclearn.simulation.force_series import series_of
from fcclearn.simulation.stepping import StepFailed

RHO, TERMS = 0.7, 9
CIRCLE = 0.3 * np.exp(2j * np.pi * np.arange(64) / 64)
"""Far within the radius of convergence of the lengths below: what the 64 points leave out is 0.3^55."""


def forces(dimension):
    """One of each kind."""
    model = Model(gravity=np.zeros(dimension))
    if dimension == 2:
        wheel = model.body("wheel", disc(1.0, 0.3))
        return model, [moment(wheel, 2.0),
                       spring(model.ground.point(1, 2), wheel.point(0.1, 0.2), 5.0, length=0.3, damping=0.8),
                       point_force(wheel.point(0.1, 0.0), [1.0, 2.0], frame="body")]
    brick = model.body("brick", box(1.0, [0.3, 0.2, 0.1]))
    held = model.ground.point(1, 2, 3)
    return model, [spring(held, brick.point(0.1, 0.2, 0), 5.0, length=0.3, damping=0.8),
                   moment(brick, [1.0, 2.0, 3.0]), moment(brick, [1.0, 2.0, 3.0], frame="body"),
                   couple(brick, [1.0, -2.0, 0.5]), point_force(brick.point(0.1, 0, 0), [1.0, 2.0, 3.0])]


@pytest.mark.parametrize("dimension, number", [(2, k) for k in range(3)] + [(3, k) for k in range(5)])
def test_coefficients_are_those_of_the_law(dimension, number):
    model, chosen = forces(dimension)
    for force in chosen:
        model.apply(force)
    compiled = model.system.forces[number]
    rng = np.random.default_rng(number)
    shape = compiled.constants.shape
    x = rng.normal(size=(TERMS + 1, compiled.constants.size)) * 0.2 ** np.arange(TERMS + 1)[:, None]
    x[0] += compiled.elements(model.system.y(model.system.layout.start()[0])).ravel()
    orders = np.arange(TERMS + 1)

    def at(s):
        place, rate = s**orders @ x, orders[1:] * s ** orders[:-1] @ x[1:]
        return compiled.force.checked_law(s, place.reshape(shape), rate.reshape(shape)).ravel()

    values = np.array([at(s) for s in CIRCLE])
    expected = [np.mean(values * CIRCLE[:, None] ** -k, axis=0) for k in range(TERMS)]
    series, scaled = series_of(compiled), x * RHO ** orders[:, None]
    for k in range(TERMS):
        found = series.coefficient(k, scaled, RHO) / RHO**k
        assert np.abs(found - expected[k]).max() < 1e-11 * max(1.0, np.abs(expected[k]).max()) / 0.3**k


def test_a_law_of_its_own_is_refused():
    model, _ = forces(2)
    wheel = model.bodies["wheel"]
    model.apply(point_force(wheel.point(0, 0), lambda t: [np.sin(t), 0.0], name="shaker"))
    with pytest.raises(StepFailed, match="'shaker' is a law of its own: take the method 'projection'"):
        series_of(model.system.forces[-1])
