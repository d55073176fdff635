"""Options of a run that would never end, or mean nothing: one sentence each."""

import numpy as np
import pytest
from models import pendulum

from fcclearn import Event, Model, massless, point_mass, revolute
from fcclearn.simulation.methods import METHODS
from fcclearn.simulation.settings import event_list, sample_times


@pytest.mark.parametrize("settings, words", [
    (dict(rtol=np.inf), "rtol must be finite"),
    (dict(rtol=10), "rtol is the share by which a step may be off, not more than 1, not 10"),
    (dict(rtol=True), "rtol must be a positive number, not True"),
    (dict(rtol=np.nan), "rtol must be a positive number, not nan"),
    (dict(method="baumgarte", alpha=np.inf, beta=np.inf), "alpha must be finite"),
    (dict(method="energy-momentum", step=1e-9), "steps of 1e-09 s would be 1e[+]09 of them in 1 s: take"),
    (dict(method="energy-momentum", step=np.inf), "step must be finite"),
    (dict(method="energy-momentum", tolerance=np.inf), "tolerance must be finite"),
    (dict(step=1e-300), "steps of 1e-300 s would be 1e[+]300 of them"),
    (dict(samples=10**9), "samples must be two or more .ten million at most., a whole number, or times"),
    (dict(samples=True), "samples must be two or more .* not True"),
    (dict(samples="many"), "samples must be two or more .* not 'many'"),
    (dict(samples=["a", "b"]), "samples must be a whole number, or times .s., not"),
    (dict(samples=[[0.0, 1.0]]), "or times that increase from 0 to 1 s"),
    (dict(samples=None), "samples must be two or more .* not None"),
])
def test_settings_without_sense_are_named(settings, words):
    with pytest.raises(ValueError, match=words):
        pendulum().simulate(1.0, **settings)


@pytest.mark.parametrize("duration", [True, None, "1", [1.0], np.nan, 0.0, -1.0, np.inf])
def test_durations(duration):
    with pytest.raises(ValueError, match="the duration must be"):
        sample_times(duration, 3)


def test_no_largest_step_is_no_fault():
    assert pendulum().simulate(0.1, samples=2, step=np.inf).complete


@pytest.mark.parametrize("events", [3, "ground", [3], [None], {"a": 1}])
def test_events_are_named(events):
    with pytest.raises(TypeError, match="events must be a list of Event|an event is a function of a moment"):
        pendulum().simulate(1.0, events=events)


def test_one_event_needs_no_list():
    assert [type(e) for e in event_list(abs)] == [Event] == [type(e) for e in event_list(Event(abs))]
    run = pendulum().simulate(1.0, events=lambda now: now.position("bar.end")[1] + 1.0)
    assert not run.complete or run.t[-1] < 1.0


@pytest.mark.parametrize("method", METHODS)
def test_a_point_without_joints(method):
    """A stone that falls: no constraint is there to look at."""
    model = Model(gravity=[0, -9.81])
    model.body("stone", point_mass(1.0), kind="point")
    run = model.simulate(1.0, method, samples=3)
    np.testing.assert_allclose(run.position("stone")[-1], [0, -4.905], atol=1e-8)


@pytest.mark.parametrize("method", METHODS)
def test_a_model_without_mass(method):
    model = Model(gravity=[0, -9.81])
    link = model.body("link", massless(tip=[1, 0, 0]))
    model.join(revolute(model.ground.point(), link.point()))
    with pytest.raises(ValueError, match="no body of the model has a mass, so nothing says how it moves"):
        model.simulate(1.0, method)
