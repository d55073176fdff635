"""Events stop a run or are recorded."""

import numpy as np
import pytest

from fcclearn import Model, planar
from fcclearn.simulation.events import Event
from fcclearn.simulation.methods import METHODS


@pytest.mark.parametrize("method", METHODS)
def test_event_stops_or_is_recorded(method):
    def drop():
        model = Model(gravity=[0, -9.81])
        model.body("stone", planar(1.0, 0.1), at=[0, 4.905])
        return model
    ground = Event(lambda now: now.position("stone.com")[1], name="ground")
    half = Event(lambda now: now.velocity("stone.com")[1] + 4.905, stop=False, name="half")
    rising = Event(lambda now: now.position("stone.com")[1] - 1.0, stop=True, direction=1, name="never")
    run = drop().simulate(2.0, method, samples=21, events=[ground, half, rising])
    assert [name for _, name in run.events] == ["half", "ground"]
    np.testing.assert_allclose([t for t, _ in run.events], [0.5, 1.0], atol=1e-6)
    assert run.complete and abs(run.t[-1] - 1.0) < 1e-6 and abs(run.position("stone.com")[-1, 1]) < 1e-6
