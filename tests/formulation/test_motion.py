"""Functions of one scalar know their derivatives: makers, compositions, samples, noisy samples."""

import numpy as np
import pytest
from motions import taylor

from fcclearn import COS, IDENTITY, MINUS_SIN, ONE, SIN, Motion
from fcclearn.formulation.motion import SQUARE, TIME
from fcclearn.formulation.motion_check import doubts


@pytest.mark.parametrize("function", [ONE, IDENTITY, SQUARE, COS, SIN, MINUS_SIN, TIME,
                                      Motion.polynomial(1, 2, 3, 4), Motion.constant(3),
                                      COS.of(Motion.polynomial(0.3, 2.0, -1.0)), SQUARE.of(SIN),
                                      MINUS_SIN.of(COS)])
def test_functions_know_their_derivatives(function):
    """Value, rate and acceleration against the Taylor series of the value, at several times."""
    for t in (-0.7, 0.0, 1.3):
        values = taylor(lambda s: np.asarray(function.value(t + s), dtype=complex) + 0 * s)
        np.testing.assert_allclose(function(t), values, atol=1e-9)


def test_values_of_the_functions():
    assert (COS.value(0.3), SIN.value(0.3), MINUS_SIN.value(0.3)) == (np.cos(0.3), np.sin(0.3), -np.sin(0.3))
    assert (ONE.value(0.3), IDENTITY.value(0.3), SQUARE.value(3.0), TIME.value(0.3)) == (1.0, 0.3, 9.0, 0.3)
    assert Motion.constant(2)(5.0) == (2.0, 0.0, 0.0)


def test_samples_are_a_smooth_motion():
    """A spline of a sine, and its derivatives."""
    t = np.linspace(0, 3, 61)
    motion = Motion.samples(t, np.sin(t))
    np.testing.assert_allclose(motion(1.234), [np.sin(1.234), np.cos(1.234), -np.sin(1.234)], atol=1e-3)
    assert motion.value(0.0) == 0.0 and motion.value(3.0) == pytest.approx(np.sin(3.0))


@pytest.mark.parametrize("call, message", [
    (lambda: Motion.samples([0, 1, 1], [0, 1, 2]), "strictly increasing"),
    (lambda: Motion.samples([0, 1, 2], [0, np.nan, 2]), "finite"),
    (lambda: Motion.samples([0, 1, 2], [0, 1, 2]).value(-0.1), "known from 0 to 2 s, not at -0.1 s"),
    (lambda: Motion.samples([0, 1, 2], [0, 1, 2]).rate(2.1), "known from 0 to 2 s, not at 2.1 s"),
])
def test_bad_samples_are_named(call, message):
    with pytest.raises(ValueError, match=message):
        call()


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
def test_bad_noisy_samples_are_named(call, message):
    with pytest.raises(ValueError, match=message):
        call()
