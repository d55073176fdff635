"""Coordinates of one body against finite motions of points and against exact numerical derivatives."""

import numpy as np
import pytest
from motions import ROUNDING, complex_step, rotation, taylor

from fcclearn.formulation import algebra, coordinates
from fcclearn.formulation.coordinates import (
    C_point,
    C_vector,
    S,
    V,
    Vdot_qd,
    full_coordinates,
    pack,
    rates,
    unpack,
)

KINDS = [(2, "full"), (2, "reduced"), (3, "full"), (3, "reduced")]


def random_q(dimension, kind, seed=0):
    blocks = len(coordinates.stored_blocks(dimension, kind))
    return np.random.default_rng(seed).normal(size=dimension * blocks)


def pose(dimension, seed=0):
    rng = np.random.default_rng(seed)
    return rng.normal(size=dimension), rotation(dimension, 0.8, rng)


@pytest.mark.parametrize("dimension, kind, n",
                         [(2, "full", 6), (2, "reduced", 4), (3, "full", 12), (3, "reduced", 9)])
def test_numbers_of_coordinates(dimension, kind, n):
    """Paper A, Eqs. (1), (10), (11): a body is a point and unit vectors, in the order r, u, v, w."""
    r, A = pose(dimension)
    q = pack(r, A, kind)
    assert q.shape == (n,)
    np.testing.assert_array_equal(q.reshape(-1, dimension), [r, *A.T][: n // dimension])


@pytest.mark.parametrize("dimension, kind", KINDS)
def test_full_coordinates_of_a_pose(dimension, kind):
    """Paper A, Eqs. (12), (13): the computed vector completes a right-handed triad."""
    r, A = pose(dimension)
    q3 = full_coordinates(pack(r, A, kind), dimension, kind)
    back, axes = unpack(q3, dimension)
    np.testing.assert_allclose(back, r, atol=ROUNDING)
    np.testing.assert_allclose(axes, A, atol=ROUNDING)


@pytest.mark.parametrize("dimension", [2, 3])
def test_generic_point_and_vector(dimension):
    """Paper A, Eqs. (36), (40): C carries local components to global ones."""
    r, A = pose(dimension)
    c = np.array([0.7, -0.4, 0.9])[:dimension]
    q3 = np.concatenate([r, A.T.ravel()])
    np.testing.assert_allclose(C_point(c) @ q3, r + A @ c, atol=ROUNDING)
    np.testing.assert_allclose(C_vector(c) @ q3, A @ c, atol=ROUNDING)


@pytest.mark.parametrize("dimension, kind", KINDS)
def test_V_is_the_jacobian(dimension, kind):
    """Paper A, Eqs. (18), (19), (21): off the manifold too."""
    q = random_q(dimension, kind)
    np.testing.assert_allclose(V(q, dimension, kind),
                               complex_step(lambda x: full_coordinates(x, dimension, kind), q), atol=ROUNDING)


@pytest.mark.parametrize("dimension, kind", KINDS)
def test_S_carries_the_half(dimension, kind):
    """Paper A, Eqs. (16), (17): ``q3 = S V q``; the Jacobian alone counts w twice."""
    q = random_q(dimension, kind)
    np.testing.assert_allclose(S(dimension, kind) @ V(q, dimension, kind) @ q,
                               full_coordinates(q, dimension, kind), atol=ROUNDING)


@pytest.mark.parametrize("dimension, kind", KINDS)
def test_Vdot_qd_is_the_second_derivative(dimension, kind):
    """Paper A, Eqs. (22), (23)."""
    q, qd, qdd = (random_q(dimension, kind, seed) for seed in (1, 2, 3))
    _, rate, acceleration = taylor(lambda t: full_coordinates(q + t * qd + t * t / 2 * qdd, dimension, kind))
    np.testing.assert_allclose(V(q, dimension, kind) @ qd, rate, atol=ROUNDING)
    np.testing.assert_allclose(V(q, dimension, kind) @ qdd + Vdot_qd(qd, dimension, kind),
                               acceleration, atol=10 * ROUNDING)


@pytest.mark.parametrize("dimension", [2, 3])
def test_angular_velocity_in_and_out(dimension):
    """Rates of a rigid motion by the exponential map, and the angular velocity back from them."""
    r, A = pose(dimension)
    velocity = np.array([1.0, -2.0, 0.5])[:dimension]
    omega = np.array([0.3, -1.1, 0.7]) if dimension == 3 else -1.1
    q3d = rates(A, velocity, omega)

    def turned(t):                                                    # the rotation to second order is enough
        W = omega * algebra.Q if dimension == 2 else algebra.skew(omega)
        return np.concatenate([r + t * velocity,
                               ((np.eye(dimension) + t * W + t * t / 2 * W @ W) @ A).T.ravel()])

    np.testing.assert_allclose(q3d, taylor(turned)[1], atol=ROUNDING)
    np.testing.assert_allclose(coordinates.angular_velocity(turned(0.0), q3d, dimension), omega,
                               atol=ROUNDING)
