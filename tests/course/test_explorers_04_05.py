"""Explorers of lessons 04 and 05 without a browser: set a value, read the data of the artists."""

import itertools
import re

import numpy as np
import pytest

from fcclearn import Model, revolute, rod
from fcclearn.course.explorers import baumgarte
from fcclearn.course.explorers.baumgarte import Baumgarte
from fcclearn.course.explorers.pin_forces import PINS, PinForces, four_bar
from fcclearn.engine import dynamics


@pytest.fixture(scope="module")
def alpha_beta():
    return Baumgarte()


@pytest.fixture(scope="module")
def pins():
    return PinForces()


# Baumgarte


def test_accelerations_are_those_of_the_package():
    """The equations solved by hand agree with the package, off the constraints too."""
    model = Model(gravity=[0, -9.81], kind="reduced")
    bar = model.body("bar", rod(2.0, 1.5).moved([0.75, 0, 0]))
    model.join(revolute(bar.point(), model.ground.point()))
    rng = np.random.default_rng(0)
    for alpha, beta in [(0.0, 0.0), (3.0, 7.0)]:
        y = np.array([[0.0, 0], [1, 0], [0, 0], [0, 0]]) + 0.3 * rng.normal(size=(4, 2))
        qdd, _ = dynamics.accelerations(model.system, model.solver, y[:2].ravel(), y[2:].ravel(), 0.0, alpha,
                                        beta)
        np.testing.assert_allclose(baumgarte.accelerations(y, alpha, beta).ravel(), qdd, atol=1e-9)
        np.testing.assert_allclose(baumgarte.violation(y), np.abs(model.system.phi(y[:2].ravel())).max())
        energy = dynamics.energy(model.system, y[:2].ravel(), y[2:].ravel())
        np.testing.assert_allclose(baumgarte.energy(y), energy)


def test_the_pin_obeys_the_oscillator(alpha_beta):
    """Without a pull the slip grows linearly; velocity damping alone stops it at slip / (2 alpha)."""
    t, phi, _ = alpha_beta.history(0, 0, 0.02)
    np.testing.assert_allclose(phi, np.maximum(phi, baumgarte.SLIP * t))
    assert alpha_beta.last(0, 0, 0.02) == pytest.approx(baumgarte.SLIP * baumgarte.END)
    assert alpha_beta.last(20, 0, 0.02) == pytest.approx(baumgarte.SLIP / 40)


def test_alpha_and_beta_move_the_curves(alpha_beta):
    alpha_beta.alpha.value = alpha_beta.beta.value = 0
    before, picture = alpha_beta.lines[0].get_ydata()[-1], alpha_beta.image.value
    alpha_beta.alpha.value = alpha_beta.beta.value = 5
    assert alpha_beta.lines[0].get_ydata()[-1] < before - 2             # a hundred times smaller
    assert alpha_beta.image.value != picture
    assert re.search(r'alt="Violation .* alpha 5, beta 5', alpha_beta.image.value)


def test_an_explosion_is_said_in_words(alpha_beta):
    alpha_beta.step.value = 0.05
    alpha_beta.alpha.value = alpha_beta.beta.value = 100
    assert "explodes after" in alpha_beta.numbers.value


def test_all_corners_of_alpha_beta(alpha_beta):
    for alpha, beta, step in itertools.product((0, 100), (0, 100), baumgarte.STEPS):
        alpha_beta.alpha.value, alpha_beta.beta.value, alpha_beta.step.value = alpha, beta, step
        t, values = alpha_beta.lines[0].get_data()
        assert len(t) == round(baumgarte.END / step) + 1 and np.isfinite(values[0])
        assert "alt=" in alpha_beta.image.value and "nan" not in alpha_beta.numbers.value


# Pin forces


def test_forces_are_those_of_a_sweep(pins):
    """Weight part plus speed squared times inertia part is what inverse dynamics gives at that speed."""
    pins.speed.value, pins.angle.value = 7.5, 180                      # the run starts upright, at 90 degrees
    run = four_bar(7.5).kinematic_analysis(np.radians([0, 30, 60, 90]) / 7.5)
    for body, names in PINS.items():
        for pin in names:
            np.testing.assert_allclose(pins.forces(body)[pin], run.reaction(pin, on=body).force[-1],
                                       atol=1e-7)
    np.testing.assert_allclose(pins.at_speed(pins.torques)[60], run.effort("motor")[-1], atol=1e-7)


def test_the_angle_counts_from_the_x_axis(pins):
    for degrees in (0, 18, 90, 252, 360):
        pins.angle.value = degrees
        crank = pins.places["B"][pins.frame] - pins.places["A"][pins.frame]
        np.testing.assert_allclose(crank,
                                   0.5 * np.array([np.cos(np.radians(degrees)), np.sin(np.radians(degrees))]),
                                   atol=1e-9)


def test_the_free_crank_shows_the_torque_of_the_motor(pins):
    """An arc that turns as the torque does, with its size beside it."""
    for angle in (18, 150, 252):
        pins.angle.value, pins.speed.value = angle, 6.0
        torque = pins.at_speed(pins.torques)[pins.frame]
        crank, coupler, rocker = pins.free_bodies().axes
        assert f"motor {torque:.1f} N m" in [t.get_text() for t in crank.texts]
        arc, = crank.patches
        tail, tip = (np.array(p) - pins.centres["crank"][pins.frame] for p in arc._posA_posB)
        assert np.sign(tail[0] * tip[1] - tail[1] * tip[0]) == np.sign(torque)
        assert not coupler.patches and not rocker.patches


def test_neighbours_feel_opposite_forces(pins):
    for angle in (0, 123, 240):
        pins.angle.value = angle
        for pin, one, other in [("B", "crank", "coupler"), ("C", "coupler", "rocker")]:
            np.testing.assert_allclose(pins.forces(one)[pin], -pins.forces(other)[pin], atol=1e-10)


def test_the_arrows_are_the_forces(pins):
    pins.angle.value, pins.speed.value, pins.body.value = 60, 6.0, "coupler"
    top = max(size.max() for size in pins.sizes().values())
    force = np.subtract(pins.arrows[0].xy, pins.arrows[0].get_position()) * top / 0.9
    np.testing.assert_allclose(force, pins.forces("coupler")["B"])
    assert pins.cursor.get_xdata()[0] == 60


def test_the_picture_follows_the_speed(pins):
    pins.speed.value = 3.0
    before = pins.image.value, pins.curves["A"].get_ydata().max()
    pins.speed.value = 12.0
    assert pins.image.value != before[0] and pins.curves["A"].get_ydata().max() > 4 * before[1]
    assert re.search(r'alt="Four-bar with the crank .* at 12 rad/s', pins.image.value)


def test_all_corners_of_pin_forces(pins):
    for angle, speed, body in itertools.product((0, 360), (0, 12), PINS):
        pins.angle.value, pins.speed.value, pins.body.value = angle, speed, body
        assert all(np.isfinite(curve.get_ydata()).all() for curve in pins.curves.values())
        for arrow in pins.arrows:
            x, y = arrow.xy
            assert -1.0 <= x <= 2.6 and -1.3 <= y <= 2.1                # inside the picture


def test_arrows_stay_inside_through_a_turn(pins):
    for angle in range(0, 361, 30):
        for body in PINS:
            pins.angle.value, pins.body.value = angle, body
            assert all(-1.0 <= a.xy[0] <= 2.6 and -1.3 <= a.xy[1] <= 2.1 for a in pins.arrows)
