"""Driven mechanisms against closed forms; what cannot be driven is told."""

import warnings

import numpy as np
import pytest
from models import CRANK, ROD, SPEED, crank, slider_crank

from fcclearn import PP, Model, Motion, SimulationError, box, revolute, rod, rotated_AR, translational
from fcclearn.engine.kinematics import newton_raphson
from fcclearn.formulation.joints import angle_vectors

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


def change_point(ground, start, end):
    """Three bars of 1 m, the crank turned from one angle to another in 1 s; places of the rocker's end."""
    def places(angle):
        """The coupler closes counter-clockwise."""
        A = np.array([np.cos(angle), np.sin(angle)])
        d = np.array([ground, 0]) - A
        half = np.linalg.norm(d) / 2
        return A, A + d / 2 + np.sqrt(1 - half**2) * np.array([-d[1], d[0]]) / (2 * half)

    A, B = places(start)
    model = Model(gravity=[0, -9.81])
    a = model.body("a", rod(1.0, 1.0), along=([0, 0], A))
    b = model.body("b", rod(1.0, 1.0), along=(A, B))
    c = model.body("c", rod(1.0, 1.0), along=([ground, 0], B))
    model.join(revolute(model.ground.point(), a.point("start")))
    model.join(revolute(a.point("end"), b.point("start")))
    model.join(revolute(b.point("end"), c.point("end")))
    model.join(revolute(model.ground.point(ground, 0), c.point("start")))
    model.join(rotated_AR(*angle_vectors(model.ground, a), Motion.polynomial(0, end - start)), name="motor")
    return model, places


@pytest.mark.parametrize("ground", [1.0001, 1.000001])
@pytest.mark.parametrize("samples", [2, 3, 11])
def test_a_change_point_does_not_lose_the_branch(ground, samples):
    """The other branch passes within a hundredth, or a thousandth, of a radian."""
    model, places = change_point(ground, -0.35, 0.3)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        run = model.kinematic_analysis(np.linspace(0, 1, samples))
    np.testing.assert_allclose(run.position("b.end")[-1], places(0.3)[1], atol=1e-9)


def test_a_singular_position_on_the_way_is_told():
    """The parallelogram goes flat: from there it may go on crossed."""
    model, _ = change_point(1.0, -0.35, 0.3)
    with pytest.warns(UserWarning, match=r"near t = 0.538[56] s the motion might go on otherwise"):
        run = model.kinematic_analysis([0.0, 1.0])
    assert "two branches of the mechanism meet" in run.summary()


def test_a_motor_over_whole_turns_between_samples():
    """Once found half a turn off: sin = 0 holds there too."""
    model, _ = crank(2)
    turn = angle_vectors(model.ground, model.bodies["crank"])
    model.join(rotated_AR(*turn, Motion.polynomial(0, 2 * np.pi)), name="motor")
    run = model.kinematic_analysis([0.0, 1.0, 2.5, 4.0])
    np.testing.assert_allclose(run.position("crank.end")[:, 0], [1, 1, -1, 1], atol=1e-12)


def test_a_kink_and_a_jump_of_a_prescribed_angle():
    """A rate that jumps is followed and told; a value that jumps is refused."""
    def driven(motion):
        model, _ = crank(2)
        turn = angle_vectors(model.ground, model.bodies["crank"])
        model.join(rotated_AR(*turn, motion), name="motor")
        return model

    kinked = Motion(lambda t: max(0.0, t - 0.5), lambda t: 1.0 * (t > 0.5), lambda t: 0.0)
    with pytest.warns(UserWarning, match="near t = 0.5.* a prescribed velocity jumps"):
        run = driven(kinked).kinematic_analysis([0.0, 0.4, 1.3])
    np.testing.assert_allclose(run.position("crank.end")[-1], [np.cos(0.8), np.sin(0.8)], atol=1e-12)
    jumping = Motion(lambda t: 1.0 * (t > 0.5), lambda t: 0.0, lambda t: 0.0)
    with pytest.raises(SimulationError, match="the position jumps at t = 0.5 s"):
        driven(jumping).kinematic_analysis([0.0, 0.4, 1.3])


@pytest.mark.parametrize("coefficients", [(0, 0, 0, 10, -15, 6), (0, 0, 0, 0, 5.0), (0, 0, 1.0)])
def test_a_motion_that_sets_in_softly_is_not_doubted(coefficients):
    """It starts without velocity and acceleration, so neither says where it goes."""
    model, _ = crank(2)
    turn = angle_vectors(model.ground, model.bodies["crank"])
    model.join(rotated_AR(*turn, Motion.polynomial(*coefficients)), name="motor")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        run = model.kinematic_analysis(np.linspace(0, 1, 11))
    end = [np.cos(sum(coefficients)), np.sin(sum(coefficients))]
    np.testing.assert_allclose(run.position("crank.end")[-1], end, atol=1e-12)


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
