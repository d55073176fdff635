"""What a user gives as a function of time: noisy samples, derivatives that do not fit, wrong shapes."""

import re
import warnings

import numpy as np
import pytest
from motions import two_bodies

from fcclearn import (AR, OV, PP, TP, AR_star, Lin, Driven, Model, Motion, box, driven_distance, moment,
                      point_force, point_mass, revolute, rod, rotated_AR, spring, stroke)
from fcclearn.formulation.joints import angle_vectors
from fcclearn.formulation.motion import COS, TIME
from fcclearn.formulation.motion_check import check_motions, doubts

W = 2 * np.pi
WITHOUT_CHAIN_RULE = Motion(lambda t: np.sin(W * t), lambda t: np.cos(W * t), lambda t: -np.sin(W * t))
RIGHT = Motion(lambda t: np.sin(W * t), lambda t: W * np.cos(W * t), lambda t: -(W**2) * np.sin(W * t))


# -------------------------------------------------------------------- noisy samples


def noisy_sine(noise, count=401, seed=0):
    t = np.linspace(0, 2, count)
    return t, np.sin(3 * t) + noise * np.random.default_rng(seed).normal(size=count)


def test_smoothed_samples_have_accelerations():
    """A sine of 9 per second squared, sampled every 5 ms with 1 mm of noise, away from the ends: the spline
    through the samples is off by about 1e-3 / 0.005^2 = 40, the smoothed one by a few per cent."""
    t, rough = noisy_sine(1e-3)
    smooth, through = Motion.smoothed(t, rough, noise=1e-3), Motion.samples(t, rough)
    inside = np.linspace(0.3, 1.7, 50)
    off = [np.array([m.acceleration(s) + 9 * np.sin(3 * s) for s in inside]) for m in (smooth, through)]
    assert np.abs(off[0]).max() < 0.6 and np.sqrt(np.mean(off[1] ** 2)) > 30
    assert max(abs(smooth.value(s) - np.sin(3 * s)) for s in inside) < 1e-3
    assert max(abs(smooth.rate(s) - 3 * np.cos(3 * s)) for s in inside) < 0.02
    left = np.sqrt(np.mean([(smooth.value(s) - r) ** 2 for s, r in zip(t, rough)]))
    assert left == pytest.approx(1e-3, rel=0.01)                    # it stays as far away as the noise


def test_less_noise_is_followed_more_closely():
    errors = []
    for noise in (1e-2, 1e-4, 1e-6):
        smooth = Motion.smoothed(*noisy_sine(noise), noise=noise)
        errors.append(max(abs(smooth.acceleration(s) + 9 * np.sin(3 * s)) for s in np.linspace(0.3, 1.7, 50)))
    assert errors[0] > 5 * errors[1] > 25 * errors[2]


def test_smoothed_derivatives_belong_together():
    smooth = Motion.smoothed(*noisy_sine(1e-3), noise=1e-3)
    assert doubts(smooth, np.linspace(0, 2, 7)) == ""
    with pytest.raises(ValueError, match="a sampled motion is known from 0 to 2 s, not at 2.1 s"):
        smooth.value(2.1)


@pytest.mark.parametrize("call, message", [
    (lambda: Motion.smoothed([0, 1, 2], [0, 1, 2], 0.1), "needs at least 6 samples, not 3"),
    (lambda: Motion.smoothed(range(9), range(9), 0.0), "positive number, not 0.0; without noise use samples"),
    (lambda: Motion.smoothed(range(9), range(9), [0.1] * 9), "must be a positive number"),
    (lambda: Motion.smoothed(range(9), range(8), 0.1), r"but has 9 times and values of shape \(8,\)"),
    (lambda: Motion.samples(range(3), np.ones((3, 2))), r"but has 3 times and values of shape \(3, 2\)"),
    (lambda: Motion.samples([0.0], [1.0]), "needs at least 2 samples, not 1"),
    (lambda: Motion.samples([0, 2, 1], [0, 1, 2]), "strictly increasing, but 2 s is followed by 1 s"),
    (lambda: Motion.samples([0, 1, 2], [0, np.nan, 2]), "must be finite, but one is nan at 1 s"),
])
def test_bad_samples_are_named(call, message):
    with pytest.raises(ValueError, match=message):
        call()


# -------------------------------------------------------------------- derivatives that do not belong together


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


# -------------------------------------------------------------------- shapes of what functions give


def flying_box(dimension=2):
    model = Model(gravity=np.zeros(dimension))
    return model, model.body("box", box(1.0, [1.0, 1.0, 1.0]))


@pytest.mark.parametrize("apply, words", [
    (lambda b: moment(b, lambda t: [0, 0, 10.0]), r"array of shape \(1,\), not \(3,\)"),
    (lambda b: point_force(b.point(), lambda t: [1.0, 2.0, 3.0]), r"array of shape \(2,\), not \(3,\)"),
    (lambda b: point_force(b.point(), lambda t: 1.0), r"array of shape \(2,\), not \(1,\)"),
    (lambda b: spring(b.point(3, 0), b.point(1, 1), 1.0, actuator=lambda t: np.array([1.0, -1.0])),
     r"its actuator must give one number, not shape \(2,\)"),
    (lambda b: point_force(b.point(), lambda t: [1.0, 2.0, 3.0], "body"), r"of shape \(2,\), not \(3,\)"),
])
def test_shapes_of_forces(apply, words):
    model, body = flying_box()
    model.apply(apply(body))
    with pytest.raises((ValueError, ArithmeticError), match=words):
        model.simulate(0.1)


def test_a_moment_of_time_in_the_plane_is_a_number():
    """A number or an array of one; both act."""
    for torque in (lambda t: 10.0, lambda t: np.array([10.0]), 10.0):
        model, body = flying_box()
        model.apply(moment(body, torque))
        assert model.simulate(0.6, samples=2).angular_velocity("box")[-1] == pytest.approx(6 / (1 / 6))


@pytest.mark.parametrize("call, words", [
    (lambda P, s: TP(P, Motion.constant(1.0)), "TP has 2 equations, but 1 right-hand sides are given"),
    (lambda P, s: TP(P, 1.0, 2.0, 3.0), "TP has 2 equations, but 3 right-hand sides"),
    (lambda P, s: OV(s, Motion.constant(1.0)), "OV has 2 equations, but 1 right-hand sides"),
    (lambda P, s: Lin(P, A=[[0, 1]], f=[1, 2]), "Lin has 1 equations, but 2 right-hand sides"),
    (lambda P, s: Lin(P, A=[[0, 1, 0]]), r"A of Lin must have rows of 2 numbers, but has shape \(1, 3\)"),
    (lambda P, s: Lin(P, A=[0, 1]), r"A of Lin must have rows of 2 numbers, but has shape \(2,\)"),
    (lambda P, s: AR_star(s, [1.0, 0.0, 0.0], Motion.constant(1.0)), "2 components of a direction, not 3"),
    (lambda P, s: AR_star(s, [2.0, 0.0], Motion.constant(1.0)), "must keep the length 1 of s"),
    (lambda P, s: Driven([], [COS], None, TIME), "driver has 0 products, but 1 weights"),
])
def test_counts_are_checked(call, words):
    _, body = flying_box()
    with pytest.raises(ValueError, match=words):
        call(body.point(), body.vector(1, 0))


# -------------------------------------------------------------------- lengths of vectors


@pytest.mark.parametrize("kind", ["full", "reduced"])
@pytest.mark.parametrize("driver", [
    lambda g, b, angle: rotated_AR(b.vector(3, 0), g.vector(1, 0), g.vector(0, 1), angle),
    lambda g, b, angle: rotated_AR(b.vector(1, 0), g.vector(3, 0), g.vector(0, 1), angle),
    lambda g, b, angle: rotated_AR(b.vector(1, 0), g.vector(2, 0), g.vector(0, 5), angle),
    lambda g, b, angle: AR(b.vector(2, 0), g.vector(1, 0), angle),
    lambda g, b, angle: AR(b.vector(1, 0), g.vector(3, 0), angle),
    lambda g, b, angle: AR_star(b.vector(2, 0), [1.0, 0.0], angle)])
def test_only_the_direction_of_a_vector_counts(driver, kind):
    """60 degrees are 60 degrees, whatever the vectors' lengths (75.5 and 27.4 for 57.3 were held before)."""
    model = Model(gravity=[0, -9.81], kind=kind)
    bar = model.body("bar", rod(1.0, 1.0), axes=[[0.6, -0.8], [0.8, 0.6]])
    model.join(revolute(model.ground.point(), bar.point()))
    model.join(driver(model.ground, bar, Motion.constant(np.radians(60))), name="angle")
    model.assemble()
    assert np.degrees(np.arctan2(*bar.axes[::-1, 0])) == pytest.approx(60)


def test_a_stroke_is_in_metres_whatever_the_axis():
    model = Model(gravity=[0, 0])
    bead = model.body("bead", point_mass(1.0), kind="point", at=[0.1, 0])
    model.join(stroke(model.ground.vector(2, 0), model.ground.point(), bead.point(), Motion.constant(0.5)))
    model.join(PP(model.ground.vector(0, 3), model.ground.point(), bead.point(), distance=0.2))
    model.assemble()
    np.testing.assert_allclose(bead.blocks[0], [0.5, 0.2], atol=1e-12)


def test_a_vector_that_spans_bodies_has_no_direction_of_its_own():
    model, i, j, _ = two_bodies(2, "full", "full")
    between = i.point(1, 0) - j.point(0, 1)
    with pytest.raises(ValueError, match="this vector is not fixed in one body but spans first, second"):
        AR(between, i.vector(1, 0), Motion.constant(1.0))
    with pytest.raises(ValueError, match="a vector of AR is a zero vector and points nowhere"):
        AR(i.vector(0, 0), j.vector(1, 0), Motion.constant(1.0))
    x = model.ground.vector(1, 0)
    rotated_AR(between, x, x.turned(), Motion.constant(1.0))                           # a line may turn
