"""Screws and mobility: Paper B, section 3.1, Eqs. (1)-(5), in both readings."""
import numpy as np
import pytest
from parallel_helpers import POSES, START, P, Rz

from fcclearn.parallel.position import points, posture
from fcclearn.parallel.screws import (
    driving_screws,
    executing_screws,
    grubler,
    limb_wrenches,
    mobility,
    platform_twists,
    rank,
    reciprocal,
    reciprocal_product,
    rotation,
    translation,
)
from fcclearn.parallel.velocity import gradients

ZERO = 1e-10


def test_reciprocal_does_no_work_and_is_complete():
    rng = np.random.default_rng(0)
    system = rng.normal(size=(3, 6)) * [1, 1, 1, 100, 100, 100]
    others = reciprocal(system)
    assert others.shape == (3, 6)
    for w in others:
        for s in system:
            assert abs(reciprocal_product(w, s)) < ZERO
    assert rank(reciprocal(others)) == 3 and rank(np.vstack([reciprocal(others), system])) == 3


def test_screws_are_velocities_of_the_platform():
    """Paper B, Eq. (1):
    the platform's twist is the sum of limb i's executing screws times the rates of its joints."""
    chi_d = np.array([3.0, -2.0, 5.0, 0.4])
    for chi in POSES:
        for i in (1, 2, 3):
            q = posture(chi)
            away = -q.v[:, i - 1] / q.rho[i - 1]
            R = np.array([[away[0], -away[1], 0], [away[1], away[0], 0], [0, 0, 1]])
            C = P.r0 * np.append(P.e0[:, i - 1], 0)
            # velocity of the platform's point at C_i
            v = chi_d[:3] + np.cross([0, 0, chi_d[3]], C - chi[:3])
            twist = np.hstack([R.T @ [0, 0, chi_d[3]], R.T @ v])
            b1, b2, b3 = (b[:, i - 1] @ chi_d for b in gradients(q)[3:])
            rates = np.array([b1, P.l2 * b2, P.l3 * b3, chi_d[3] - b1])
            np.testing.assert_allclose(executing_screws(chi, i).T @ rates, twist, rtol=0, atol=1e-11 * 100)


def test_driving_chain_passes_through_its_joints():
    """Paper B, Eq. (1): $_1 and $_2 have no velocity at R_i1 and R_i2; $_0 points from one to the other."""
    at = points(START)
    for i in (1, 2, 3):
        q = posture(START)
        away = -q.v[:, i - 1] / q.rho[i - 1]
        R = np.array([[away[0], -away[1], 0], [away[1], away[0], 0], [0, 0, 1]])
        local = [R.T @ (at[f"R{i}{j}"] - at[f"R{i}3"]) for j in (1, 2)]
        s1, s2, s0 = driving_screws(START, i)
        for s, point in zip((s1, s2), local):
            np.testing.assert_allclose(s[3:] + np.cross(s[:3], point), 0, atol=1e-12 * 100)
            np.testing.assert_allclose(s[:3], [0, 1, 0])
        np.testing.assert_allclose(np.cross(s0[3:], local[1] - local[0]), 0, atol=1e-12 * 100)


def test_both_readings():
    """Paper B, Eqs. (2)-(4): executing chain alone, two couples;
    with the driving chain in the span, one along x_Ci."""
    for chi in POSES:
        for i in (1, 2, 3):
            alone, both = limb_wrenches(chi, i), limb_wrenches(chi, i, with_driving_chain=True)
            assert alone.shape == (2, 6) and both.shape == (1, 6)
            for couples in (alone, both):
                assert np.abs(couples[:, :3]).max() < ZERO and np.abs(couples[:, 5]).max() < ZERO
            away = -posture(chi).v[:, i - 1]
            np.testing.assert_allclose(both[0, 3] * away[1] - both[0, 4] * away[0], 0, atol=ZERO * 100)
        assert mobility(chi)[:4] == (4, 4, 6, 4)
        assert mobility(chi, with_driving_chain=True)[:4] == (4, 5, 3, 1)


def test_platform_moves_in_three_directions_and_turns_about_z():
    """Paper B, Eq. (5), in both readings."""
    for reading in (False, True):
        twists = platform_twists(START, reading)
        wanted = np.array([translation(e) for e in np.eye(3)] + [rotation([0, 0, 1], [0, 0, 0])])
        assert twists.shape == (4, 6) and rank(np.vstack([twists, wanted])) == 4


def test_words_and_counts():
    """Modified Gruebler-Kutzbach: lambda = 2 common constraints give 4;
    the paper's count of 0 and 1 gives 1."""
    assert "6 couples are 2 independent ones and 4 redundant; 4 degrees of freedom" in mobility(START).words
    assert grubler(4, 11, 12, 12, 0) == 4 and grubler(6, 11, 12, 12, 1) == 1
    assert grubler(6, 31, 42, 42, 34) == 4


@pytest.mark.parametrize("axis, point", [([0, 0, 1], [3, 4, 0]), ([1, 0, 0], [0, 2, -5])])
def test_twist_of_a_joint_moves_points_on_circles(axis, point):
    s, other = rotation(axis, point), np.array([1.0, 2.0, 3.0])
    np.testing.assert_allclose(s[3:] + np.cross(s[:3], other), np.cross(axis, other - point))
    assert Rz(0.0).shape == (3, 3)
