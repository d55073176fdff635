"""An angle as a coordinate of its own."""

import numpy as np
import pytest
from models import crank


@pytest.mark.parametrize("dimension, kind", [(2, "full"), (2, "reduced"), (3, "full"), (3, "reduced")])
def test_a_dial_counts_full_turns(dimension, kind):
    """A dial's point moves by the angle: a free spin of ten radians, well past one turn."""
    model, body = crank(dimension, kind)
    reading = model.dial(model.ground, body, axis=[0, 0, 1])
    model.gravity[:] = 0
    body.set_velocity(np.array([0, 2.5, 0])[:dimension], 5.0 if dimension == 2 else [0, 0, 5.0])
    model.assemble()
    run = model.simulate(2.0, samples=5)
    np.testing.assert_allclose(run.position(reading)[:, 0], 5 * run.t, atol=1e-6)
    np.testing.assert_allclose(run.position(reading)[:, 1:], 0, atol=1e-9)
    assert model.joints["angle ground-crank"].kind == "dial"
