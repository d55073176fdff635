"""Motions whose derivatives do not belong together, or that give no numbers, are told."""

import re
import warnings

import numpy as np
import pytest
from motions import two_bodies

from fcclearn import AR, TP, AR_star, Lin, Model, Motion, driven_distance, revolute, rod, rotated_AR, stroke
from fcclearn.formulation.joints import angle_vectors
from fcclearn.formulation.motion import TIME
from fcclearn.formulation.motion_check import check_motions, doubts

W = 2 * np.pi
WITHOUT_CHAIN_RULE = Motion(lambda t: np.sin(W * t), lambda t: np.cos(W * t), lambda t: -np.sin(W * t))
RIGHT = Motion(lambda t: np.sin(W * t), lambda t: W * np.cos(W * t), lambda t: -(W**2) * np.sin(W * t))


@pytest.mark.parametrize("motion, words", [
    (WITHOUT_CHAIN_RULE, "its rate at t = 0 s is given as 1, but its value changes at 6.28 per second"),
    (Motion(RIGHT.value, RIGHT.rate, lambda t: W**2 * np.sin(W * t)), "its acceleration at .* but its rate"),
    (Motion(RIGHT.value, lambda t: 0.0, lambda t: 0.0), "its rate at t = 0 s is given as 0, but its value"),
    (Motion(lambda t: 5.0, lambda t: 1.0, lambda t: 0.0), "given as 1, but its value changes at 0 per"),
])
def test_derivatives_that_do_not_belong_together(motion, words):
    assert re.search(words, doubts(motion, np.linspace(0, 3, 8)))


BEND = np.polynomial.Polynomial([0, 0, 0, 10, -15, 6])
STEP = (BEND, BEND.deriv(), BEND.deriv(2))

FINE = {
    "sine": RIGHT, "held": Motion.constant(1e3), "polynomial": Motion.polynomial(1, -2, 3, 0.5), "time": TIME,
    "fast": Motion(lambda t: np.sin(900 * t), lambda t: 900 * np.cos(900 * t),
                   lambda t: -810000 * np.sin(900 * t)),
    "far from zero": Motion(lambda t: 1e6 + 1e-3 * t, lambda t: 1e-3, lambda t: 0.0),
    "a kink": Motion(lambda t: abs(t - 1), lambda t: np.sign(t - 1), lambda t: 0.0),
    "a jump": Motion(lambda t: float(t > 1), lambda t: 0.0, lambda t: 0.0),
    "a smooth step": Motion(*(lambda t, p=p: p(np.clip(t - 1, 0, 1)) for p in STEP)),
    "samples": Motion.samples(np.linspace(0, 3, 40), np.sin(np.linspace(0, 3, 40))),
    "by differences": Motion(RIGHT.value, lambda t: (RIGHT.value(t + 1e-4) - RIGHT.value(t - 1e-4)) / 2e-4,
                             lambda t: (RIGHT.rate(t + 1e-3) - RIGHT.rate(t - 1e-3)) / 2e-3)}


@pytest.mark.parametrize("name", FINE)
@pytest.mark.parametrize("end", [3.0, 1.0])
def test_what_is_right_is_not_doubted(name, end):
    """Also where it has a kink, a jump, high frequencies, a large offset, or derivatives by differences."""
    assert doubts(FINE[name], np.linspace(0, end, 7)) == ""


def driven_crank(motion):
    model = Model(gravity=[0, -9.81])
    bar = model.body("bar", rod(1.0, 1.0), along=([0, 0], [1, 0]))
    model.join(revolute(model.ground.point(), bar.point("start")))
    model.join(rotated_AR(*angle_vectors(model.ground, bar), motion), name="motor")
    return model


@pytest.mark.parametrize("run", [lambda model: model.kinematic_analysis(np.linspace(0, 1, 21)),
                                 lambda model: model.simulate(0.1, assemble=True)])
def test_a_run_says_so_and_keeps_saying_so(run):
    """Once, as a warning where the run is started, and in its summary."""
    with pytest.warns(UserWarning, match="that motor prescribes do not belong together: its rate") as seen:
        result = run(driven_crank(WITHOUT_CHAIN_RULE))
    assert len(seen) == 1 and seen[0].filename == __file__
    assert "do not belong together" in result.summary()
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        run(driven_crank(RIGHT))


def test_every_kind_of_driver_is_looked_at():
    model, i, j, rng = two_bodies(3, "full", "full")
    P, Q, a, b = i.point(1, 2, 3), j.point(0, 1, 0), i.vector(1, 0, 0), j.vector(0, 1, 0)
    wrong, turned = WITHOUT_CHAIN_RULE, Motion(np.cos, np.cos, lambda t: -np.cos(t))
    slow = Motion(lambda t: 1 + t / 9, lambda t: 0.5, lambda t: 0.0)
    drivers = [TP(P, wrong, 0.0, 0.0), rotated_AR(a, b, j.vector(0, 0, 1), wrong), AR(a, b, slow),
               driven_distance(P, Q, wrong), stroke(a, P, Q, wrong), Lin(Q, f=[0.0, wrong, 0.0])]
    for driver in drivers:
        model.join(driver)
    assert len(check_motions(model.joints, [0.0, 1.0])) == len(drivers)
    with pytest.raises(ValueError, match="the direction s"):
        AR_star(b, [turned, Motion.constant(0.0), Motion.constant(0.0)], Motion.constant(1.0))


@pytest.mark.parametrize("value, words", [(np.ones(2), r"an array of shape \(2,\)"), (np.nan, "nan")])
def test_a_motion_gives_numbers(value, words):
    for k, what in enumerate(("value", "rate", "acceleration")):
        functions = [lambda t: 0.0] * 3
        functions[k] = lambda t: value
        message = f"the {what} that motor prescribes must give one finite number at t = 0 s, not {words}"
        with pytest.raises(ValueError, match=message):
            driven_crank(Motion(*functions)).kinematic_analysis([0.0, 1.0])
