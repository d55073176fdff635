"""Driven mechanisms against closed forms; what cannot be driven is told."""

import numpy as np
import pytest
from models import CRANK, ROD, SPEED, slider_crank

from fcclearn import PP, Model, Motion, SimulationError, box, translational
from fcclearn.engine.kinematics import newton_raphson

CLOSED_FORM = 2e-14
"""Driven positions against closed forms, in units of the largest value:
the rounding of a few dozen operations."""


def closed_form(angle, rate):
    """Slider position, velocity and acceleration for a crank at constant speed."""
    s, c = np.sin(angle), np.cos(angle)
    root = np.sqrt(ROD**2 - (CRANK * s) ** 2)
    x = CRANK * c + root
    root1 = -CRANK**2 * s * c / root                                          # d root / d angle
    root2 = -(CRANK**2 * (c * c - s * s) + root1**2) / root
    return x, (-CRANK * s + root1) * rate, (-CRANK * c + root2) * rate**2


@pytest.mark.parametrize("dimension", [2, 3])
@pytest.mark.parametrize("kind", ["full", "reduced"])
def test_slider_crank_through_full_turns(dimension, kind):
    """Paper A, Eqs. (2)-(6), section 2.1.1:
    two and a half turns, through the singular angles of a cosine driver."""
    model = slider_crank(dimension, kind)
    run = model.kinematic_analysis(np.linspace(0, 5.0, 101))
    x, v, a = closed_form(0.2 + SPEED * run.t, SPEED)
    np.testing.assert_allclose(run.position("link.end")[:, 0], x, atol=CLOSED_FORM)
    np.testing.assert_allclose(run.velocity("link.end")[:, 0], v, atol=CLOSED_FORM * SPEED)
    np.testing.assert_allclose(run.acceleration("link.end")[:, 0], a, atol=CLOSED_FORM * 10 * SPEED**2)
    np.testing.assert_allclose(run.position("link.end")[:, 1:], 0, atol=CLOSED_FORM)
    assert run.complete and run.method == "kinematic analysis" and run.violation().max() < CLOSED_FORM


def test_prediction_is_of_second_order(monkeypatch):
    """The predictor q + h qd + h^2/2 qdd misses by h^3: halving the step divides its |Phi| by eight."""
    from fcclearn.engine import kinematics
    misses = {}

    def watched(system, q, t=0.0, iterations=30):
        misses[t] = np.abs(system.phi(q, t)).max()
        return newton_raphson(system, q, t, iterations)

    monkeypatch.setattr(kinematics, "newton_raphson", watched)
    for h in (0.02, 0.01):
        slider_crank().kinematic_analysis([0, 0.5 - h, 0.5, 0.5 + h])
    assert misses[0.5 + 0.02] / misses[0.5 + 0.01] == pytest.approx(8, rel=0.1)


def test_a_driver_out_of_reach_keeps_the_history():
    model = slider_crank(angle=Motion.polynomial(0.0, 0.1))
    model.join(PP(model.ground.vector(1, 0), model.ground.point(), model.bodies["link"].point("end"),
                  Motion.polynomial(CRANK + ROD, 0.0, 1.0)), name="pull")
    words = r"no position satisfies the constraints at t = 1 s .*; the history up to t = 0 s is kept"
    with pytest.raises(SimulationError, match=words) as caught:
        model.kinematic_analysis([0.0, 1.0])
    assert model.last_run is caught.value.result
    assert len(model.last_run.t) == 1 and not model.last_run.complete


def test_a_freedom_without_driver_is_reported():
    model = slider_crank()
    model.remove("motor")
    words = "the constraints and drivers leave 1 freedom that nothing drives: crank.u.y can move, and masses"
    with pytest.raises(ValueError, match=words):
        model.kinematic_analysis([0.0, 1.0])


@pytest.mark.parametrize("times", [[0.0, 0.0], [1.0, 0.5], [], [0.0, np.nan], 3.0])
def test_bad_times_are_reported(times):
    with pytest.raises(ValueError, match="the times of a kinematic analysis must be finite and increase"):
        slider_crank().kinematic_analysis(times)


def test_a_translational_joint_sweeps_with_a_stroke():
    model = Model(gravity=[0, -9.81])
    block = model.body("block", box(1.0, [0.1, 0.1, 0.1]))
    model.join(translational(model.ground.point(), block.point("com"), axis=[3, 4]))
    model.join(PP(model.ground.vector(0.6, 0.8), model.ground.point(), block.point("com"),
                  Motion.polynomial(0, 0, 0.5)), name="stroke")
    run = model.kinematic_analysis([0.0, 1.0, 2.0])
    np.testing.assert_allclose(run.position("block"), np.outer(0.5 * run.t**2, [0.6, 0.8]), atol=CLOSED_FORM)
    np.testing.assert_allclose(run.acceleration("block"), [[0.6, 0.8]] * 3, atol=CLOSED_FORM)


def stopping(error, at=0.25):
    """A motion that raises from a time on."""
    def value(t):
        if t > at:
            raise error
        return 0.2 + SPEED * t
    return Motion(value, lambda t: SPEED, lambda t: 0.0)


@pytest.mark.parametrize("error, words", [
    (ZeroDivisionError("division by zero"), "ZeroDivisionError: division by zero"),
    (ValueError("math domain error"), "math domain error"), (KeyError("rpm"), "KeyError: 'rpm'"),
])
def test_a_driver_that_raises_keeps_the_history(error, words):
    model = slider_crank(angle=stopping(error))
    with pytest.raises(SimulationError, match=f"what motor prescribes failed at t = 0.3 s: {words};.*"
                       "the history up to t = 0.2 s is kept") as caught:
        model.kinematic_analysis(np.linspace(0, 1, 11))
    run = caught.value.result
    assert model.last_run is run and len(run.t) == 3 and not run.complete
    np.testing.assert_allclose(run.position("link.end")[:, 0], closed_form(0.2 + SPEED * run.t, SPEED)[0])


def test_an_interruption_keeps_the_history(capsys, monkeypatch):
    from fcclearn.engine import kinematics

    def interrupted(system, q, t=0.0):
        if t > 0.25:
            raise KeyboardInterrupt
        return newton_raphson(system, q, t)

    monkeypatch.setattr(kinematics, "newton_raphson", interrupted)
    model = slider_crank()
    run = model.kinematic_analysis(np.linspace(0, 0.4, 5))
    assert not run.complete and model.last_run is run and len(run.t) == 3
    assert "interrupted at t = 0.2 s; the history so far is kept" in capsys.readouterr().err
    with pytest.raises(KeyboardInterrupt):                                     # nothing to keep
        model.kinematic_analysis([0.3, 0.4])
