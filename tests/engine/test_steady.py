"""Rates of what turns with a frame, and the linearisation about it, each by a second road."""

import numpy as np
import pytest
from motions import TAYLOR, taylor
from numpy.testing import assert_allclose

from fcclearn import Model, cylinder, revolute, rod, spherical, spring
from fcclearn.engine.kinematics import newton_raphson
from fcclearn.engine.steady import Steady, along

DIFFERENCES = 1e-4
"""Differences with a step of 1e-3: its square, times third and fourth derivatives of size up to a hundred."""


def chain(dimension, kind):
    """Two links on a spring, hanging from a hook: no symmetry, and no equilibrium yet."""
    model = Model(gravity=[0, -9.81, 0][:dimension], kind=kind)
    solid = rod(1.0, 1.0) if dimension == 2 else cylinder(1.0, 0.1, 1.0)
    joint, x, y = (revolute if dimension == 2 else spherical), *np.eye(dimension)[:2]
    upper = model.body("upper", solid, along=(0 * x, 0.8 * x - 0.6 * y))
    lower = model.body("lower", solid, along=(0.8 * x - 0.6 * y, 0.8 * x - 1.6 * y))
    model.join(joint(model.ground.point(), upper.point("start")))
    model.join(joint(upper.point("end"), lower.point("start")))
    model.apply(spring(model.ground.point(2 * x), lower.point("end"), 5.0, length=1.0))
    return model


SPINS = {2: 1.3, 3: [0.4, -1.1, 0.7]}


@pytest.mark.parametrize("dimension", [2, 3])
@pytest.mark.parametrize("kind", ["full", "reduced"])
def test_rates_and_accelerations_are_those_of_a_finite_turn(dimension, kind):
    """``W q`` and ``W W q`` against the Taylor series of the turned position; the axis is off the origin."""
    model = chain(dimension, kind)
    steady = Steady(model.system, spin=SPINS[dimension], about=[0.3, -0.5, 0.2][:dimension])
    q, speed = model.system.layout.start()[0], np.linalg.norm(SPINS[dimension])
    value, rate, acceleration = taylor(lambda s: steady.turned(q, speed * s))
    for found, expected in ((q, value), (steady.rates(q), rate), (steady.accelerations(q), acceleration)):
        assert_allclose(found, expected, atol=TAYLOR)
    v = np.random.default_rng(1).normal(size=len(q))
    assert_allclose(steady.rates(q + v), steady.rates(q) + steady.rates_of(v), atol=TAYLOR)
    assert steady.spins and not Steady(model.system).spins
    assert steady.later(0.5).t == pytest.approx(0.5 / speed)


@pytest.mark.parametrize("dimension", [2, 3])
@pytest.mark.parametrize("kind", ["full", "reduced"])
def test_unbalanced_force_and_stiffness_are_slope_and_curvature_of_the_energy(dimension, kind):
    """Along motions that stay on the constraints, out of equilibrium too: the multipliers hold what the
    constraints are curved. Lengths in metres, so that the positions nearest to a guess are those of K."""
    model = chain(dimension, kind)
    system, steady = model.system, Steady(model.system)
    q = newton_raphson(system, system.layout.start()[0])
    linear = steady.linear(q)
    h = 1e-3
    for direction in np.eye(len(linear.unbalanced)):
        energies = []
        for step in (-h, 0.0, h):
            there = newton_raphson(system, q + step * linear.Z @ direction)
            way = np.linalg.lstsq(linear.Z, there - q, rcond=None)[0]
            energies.append((system.potential_energy(there), way))
        (below, back), (middle, _), (above, forth) = energies
        assert_allclose([forth, -back], [h * direction] * 2, atol=2 * h**2)
        slope, curvature = (above - below) / (2 * h), (above - 2 * middle + below) / h**2
        assert_allclose(-slope, direction @ linear.unbalanced, atol=DIFFERENCES)
        assert_allclose(curvature, direction @ linear.K @ direction, atol=DIFFERENCES)


def test_a_pendulum_by_hand():
    """A rod of 2 kg and 3 m, hanging: per radian of its turn M = m L^2 / 3, K = m g L / 2; upside down -K."""
    for along_y, sign in ((-1.0, 1.0), (1.0, -1.0)):
        model = Model(gravity=[0, -10.0])
        bar = model.body("bar", rod(2.0, 3.0), along=([0, 0], [0, 3.0 * along_y]))
        model.join(revolute(model.ground.point(), bar.point("start")))
        linear = Steady(model.system, length=3.0).linear(bar.q, damping=True)
        turn = linear.Z[2:4, 0] @ [-bar.axes[1, 0], bar.axes[0, 0]]              # of u in this motion
        assert linear.is_balanced and linear.is_symmetric
        assert linear.M[0, 0] / turn**2 == pytest.approx(2.0 * 9 / 3)
        assert linear.K[0, 0] / turn**2 == pytest.approx(sign * 2.0 * 10 * 1.5)
        assert linear.C[0, 0] == pytest.approx(0.0, abs=1e-12)


def test_derivatives_notice_a_law_that_loses_the_imaginary_part():
    """Beside a large constant too."""
    x = np.array([0.3, -0.7])
    for function, exact in ((lambda x: x**3, True), (lambda x: np.abs(x) ** 3, False),
                            (lambda x: np.array([float(x[0]), 1e4]), False),
                            (lambda x: 1e3 + np.linalg.norm(x) * x, False)):
        derivative, noise = along(function, x, np.eye(2))
        assert (noise < 1e-12) == exact
    assert_allclose(derivative, np.linalg.norm(x) * np.eye(2) + np.outer(x, x) / np.linalg.norm(x), atol=1e-7)
