"""The s of ``(s^2 M + s C + K) y = 0`` against the roots of the determinant."""

import numpy as np
import pytest

from fcclearn.engine.eigenvalues import eigenvalues
from fcclearn.engine.steady import Linear

ROOTS = 1e-9
"""Share of the largest s: roots of a polynomial of degree six lose some digits."""


def linear(M, C, K):
    return Linear(np.eye(len(M)), np.zeros(len(M)), np.zeros(0), M, C, K, 1.0, 1e-15)


def positive(rng, f=3):
    A = rng.normal(size=(f, f))
    return A @ A.T + 0.3 * np.eye(f)


def roots(M, C, K):
    """All s from the polynomial det(s^2 M + s C + K), interpolated on a circle."""
    degree = 2 * len(M)
    z = 3.0 * np.exp(2j * np.pi * np.arange(degree + 1) / (degree + 1))
    values = [np.linalg.det(s * s * M + s * C + K) for s in z]
    return np.roots(np.linalg.solve(np.vander(z), values))


CASES = {"undamped": (0.0, 0.0, 0.0), "damped": (0.4, 0.0, 0.0), "gyroscopic": (0.0, 1.0, 0.0),
         "circulatory": (0.3, 0.0, 0.7), "strongly damped": (8.0, 0.5, 0.0)}


@pytest.mark.parametrize("name", CASES)
def test_every_kind_of_system(name):
    """The upper s of each pair, and both where they are real; and their shapes."""
    damping, gyroscopic, circulatory = CASES[name]
    rng = np.random.default_rng(4)
    M, K, skewed = positive(rng), positive(rng), rng.normal(size=(3, 3))
    skewed = skewed - skewed.T
    C, K = damping * positive(rng) + gyroscopic * skewed, K + circulatory * skewed
    s, y = eigenvalues(linear(M, C, K))
    expected = roots(M, C, K)
    scale = np.abs(expected).max()
    expected = expected[expected.imag > -ROOTS * scale]
    assert len(s) == len(expected) and (np.diff(np.abs(s)) >= -ROOTS * scale).all()
    for value in expected:
        assert np.abs(s - value).min() < 100 * ROOTS * scale
    for value, shape in zip(s, y.T):
        left = (value**2 * M + value * C + K) @ shape
        assert np.abs(left).max() < ROOTS * np.abs(shape).max() * np.abs(value**2 * M).max() * 100


@pytest.mark.parametrize("damping", [0.0, 0.5])
def test_a_freedom_with_nothing_is_left_out_and_one_without_stiffness_has_zero(damping):
    M, C, K = np.diag([2.0, 1.0, 0.0]), damping * np.diag([1.0, 0.0, 0.0]), np.diag([8.0, 0.0, 0.0])
    s, y = eigenvalues(linear(M, C, K))
    swings = np.roots([2.0, damping, 8.0])
    np.testing.assert_allclose(s, [0.0, swings[swings.imag > 0][0]], atol=ROOTS)
    np.testing.assert_allclose(np.abs(y / np.abs(y).max(axis=0)), [[0, 1], [1, 0], [0, 0]], atol=ROOTS)


def test_a_freedom_without_mass_creeps():
    """A damper and a spring: c s + k = 0; a spring and a mass in series with it swing on."""
    s, _ = eigenvalues(linear(np.diag([0.0, 1.0]), np.diag([2.0, 0.0]), np.diag([6.0, 25.0])))
    np.testing.assert_allclose(s, [-3.0, 5j], atol=ROOTS)


def test_what_falls_grows():
    """A mass on a negative spring: s = 2 of the pair +-2; nothing at all has no s."""
    s, _ = eigenvalues(linear(np.eye(1), np.zeros((1, 1)), -4.0 * np.eye(1)))
    assert s.tolist() == [2.0]
    s, y = eigenvalues(linear(*np.zeros((3, 2, 2))))
    assert s.shape == (0,) and y.shape == (2, 0)
