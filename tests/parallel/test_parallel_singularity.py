"""Singularities: Paper B, Eq. (33) and what it leaves out; stiffness, Eqs. (34)-(35)."""
from dataclasses import replace

import numpy as np
import pytest
from parallel_helpers import POSES, ROUNDING, START, P, relative

from fcclearn.parallel.position import inverse, posture
from fcclearn.parallel.simulation import paper_motion
from fcclearn.parallel.singularity import (
    describe,
    determinant,
    distances,
    first_crossing,
    side,
    singular_values,
    squared_radius,
)
from fcclearn.parallel.stiffness import paper_index, stiffness, weakest
from fcclearn.parallel.velocity import jacobian, scaling

VANISHES = 1e-13        # singular values and determinants that are zero but for rounding
PRINTED = 1e-5          # numbers given with 6 digits


def test_determinant_in_factors():
    """Replaces Paper B, Eq. (33): det J by its factors against the determinant of the matrix."""
    for chi in POSES:
        np.testing.assert_allclose(determinant(chi), np.linalg.det(jacobian(chi)), rtol=1e-11)
    np.testing.assert_allclose(determinant(START), 0.291765327, rtol=1e-9)


def test_determinant_of_limbs_numbered_the_other_way_round():
    """Its sign too: J loses or gains an exchange of two rows."""
    clockwise = replace(P, theta0=tuple(-angle for angle in P.theta0))
    for chi in POSES[:5]:
        for p in (P, clockwise):
            np.testing.assert_allclose(determinant(chi, p), np.linalg.det(jacobian(chi, p)), rtol=1e-10)
    assert determinant(START, P) * determinant(START, clockwise) < 0


def test_sheet_of_singular_poses():
    """Erratum to Paper B, Eq. (33): alpha = 0 is singular at every X, Y, Z; alpha = 0.1 is not."""
    poses = np.array([[10.0, 0.0, 110.0, 0.0], [15.0, -20.0, 120.0, 0.0], [0.0, 0.0, 110.0, 0.0],
                      [-30.0, 10.0, 100.0, 0.0]])
    assert np.all(singular_values(poses)[:, -1] < VANISHES)
    assert np.all(singular_values(poses + [0, 0, 0, 0.1])[:, -1] > 1e-3)


def test_cylinder_of_singular_poses():
    """Erratum to Paper B, Eq. (33): X^2 + Y^2 = r^2 + r0^2 - 2 r r0 cos(alpha), at any Z and direction."""
    for alpha, angle, Z in ((-0.2654, 0.3, 110.0), (0.5, 2.0, 130.0)):
        R = np.sqrt(squared_radius(alpha))
        pose = np.array([R * np.cos(angle), R * np.sin(angle), Z, alpha])
        assert singular_values(pose)[-1] < VANISHES
        assert singular_values(pose * [0.9, 0.9, 1, 1])[-1] > 1e-4
        np.testing.assert_allclose(distances(pose * [0.9, 0.9, 1, 1])[1], 0.1 * R, rtol=1e-11)
    np.testing.assert_allclose(np.sqrt(squared_radius(-0.2654)), 43.2, atol=0.05)


def test_lower_link_vertical_is_singular():
    """cos(theta_i3) = 0, i = 2, 3, is a factor: det J changes sign with it, though not with i = 1."""
    wide = replace(P, r=60.0)                   # the reference set cannot reach it
    e, alpha, Z = np.exp(1j * np.array(P.theta0)), 0.3, 171.0
    A = wide.r * np.exp(1j * alpha) - wide.r0
    for limb, changes in ((0, False), (1, True), (2, True)):
        # rho where the lower link is vertical
        vertical = wide.bar / 2 - np.sqrt(wide.l2**2 - (Z - wide.l3)**2)
        towards = -A * (np.sum(e) - 3 * e[limb])
        signs = []
        for rho in (vertical - 0.5, vertical + 0.5):
            D = rho * towards / abs(towards) - A * e[limb]
            pose = [D.real, D.imag, Z, alpha]
            np.testing.assert_allclose(determinant(pose, wide), np.linalg.det(jacobian(pose, wide)),
                                       rtol=1e-9)
            signs.append((posture(pose, wide).c3[limb] > 0, side(pose, wide)))
        assert signs[0][0] != signs[1][0]
        assert (signs[0][1] != signs[1][1]) == changes


def test_printed_singular_values():
    """sigma_min(J), not scaled: 0.02345, 0.2106, 0.2715 at (0, 0, 110, alpha), and the start's four."""
    for alpha, sigma in ((0.001, 0.02345), (0.01, 0.2106), (0.05, 0.2715)):
        np.testing.assert_allclose(np.linalg.svd(jacobian([0, 0, 110, alpha]))[1][-1], sigma, rtol=3e-4)
    np.testing.assert_allclose(np.linalg.svd(jacobian(START))[1], [10.5091, 0.508362, 0.284009, 0.192293],
                               rtol=PRINTED)


def test_scaling_counts_an_angle_as_its_arc():
    """J S is the Jacobian in mm/mm: its last column is dL / d(r alpha)."""
    h = 1e-6
    arc = (inverse(START + [0, 0, 0, h / P.r]) - inverse(START - [0, 0, 0, h / P.r])) / (2 * h)
    np.testing.assert_allclose((jacobian(START) @ scaling())[:, 3], arc, rtol=1e-6)


def test_papers_motion_meets_the_cylinder():
    """Paper B, section 6: the motion crosses the cylinder at 2.594123 s; alpha = 0 comes at 2.833466 s."""
    def poses(t):
        return paper_motion(t)[0]
    t, name = first_crossing(poses, 0.0, 2.8)
    assert name == "cylinder"
    np.testing.assert_allclose(t, 2.594123, atol=1e-6)
    np.testing.assert_allclose((6 * 0.2654 / 0.07)**(1 / 3), 2.833466, atol=1e-6)
    assert first_crossing(poses, 0.0, 2.0) is None


def test_side_changes_across_a_singularity():
    assert side(START) == 1 and side(START * [1, 1, 1, -1]) == -1
    assert side([10.0, 0.0, 110.0, 0.0]) == 0


def test_words_about_a_pose():
    """Condition number and what it means; near and at a singularity it says so."""
    assert describe(START).startswith("condition number 7: an error of 1 % in the actuators' velocities can "
                                      "become 7 %")
    assert describe([0.0, 0.0, 110.0, 0.01]).startswith("close to a singularity, condition number 130:")
    assert describe([10.0, 0.0, 110.0, 0.0]).startswith("singular: the platform can move although "
                                                        "the actuators are locked")


@pytest.mark.parametrize("k", [-1.0, np.nan, [1.0, 1.0, 0.0, 1.0]])
def test_stiffness_must_be_positive(k):
    with pytest.raises(ValueError, match="stiffness of an actuator must be positive"):
        stiffness(START, k)


def test_stiffness_by_energy():
    """Paper B, Eq. (34): d' K d is twice the elastic energy of the actuators, k dL^2,
    for a small displacement d."""
    d, k = np.array([1.0, -2.0, 0.5, 0.02]) * 1e-4, np.array([1.0, 2.0, 3.0, 4.0])
    K = stiffness(START, k)
    dL = (inverse(START + d) - inverse(START - d)) / 2
    np.testing.assert_allclose(d @ K @ d, np.sum(k * dL**2), rtol=1e-6)
    assert relative(K, K.T) < ROUNDING


@pytest.mark.parametrize("Z, values", [(110, (23.47, 86.96, 165.6)), (126, (25.5, 85.24, 149.7)),
                                       (142, (24.5, 79.04, 135.9))])
def test_papers_index(Z, values):
    """Paper B, Eq. (35), at 15, 30, 45 degrees on the axis: up with alpha;
    at 15 degrees not monotone in Z."""
    found = paper_index([[0, 0, Z, np.deg2rad(a)] for a in (15, 30, 45)])
    np.testing.assert_allclose(found, values, rtol=3e-3)
    assert np.all(np.diff(found) > 0)


def test_papers_index_is_blind_to_singularity():
    """Erratum to Paper B, section 4.2: S_tl = tr(K)/4 does not vanish where K is singular; `weakest` does."""
    axis, beside = [0.0, 0.0, 110.0, 0.0], [15.0, -20.0, 110.0, 0.0]
    np.testing.assert_allclose(paper_index(axis), 0.1475, rtol=1e-3)
    np.testing.assert_allclose(paper_index(beside), 14.9, rtol=1e-2)
    np.testing.assert_allclose(np.diag(stiffness(axis)), [0.0767, 0.0748, 0.4385, 0], atol=1e-4)
    for pose in (axis, beside):
        assert abs(weakest(pose)) < VANISHES
    np.testing.assert_allclose(weakest([[0, 0, 110, np.deg2rad(a)] for a in (15, 30, 45)]),
                               [0.0155, 0.0382, 0.0471], atol=5e-5)


def test_papers_index_depends_on_the_unit_of_length():
    """tr(K)/4 in m and in mm order two poses differently; `weakest` scales like any stiffness."""
    near, far = stiffness([0, 0, 110, 0.3]), stiffness([0, 0, 110, 0.05])
    metres = np.diag([1, 1, 1, 1e-3])       # angle per metre of lever instead of per millimetre
    in_mm = np.trace(near) / np.trace(far)
    in_m = np.trace(metres @ near @ metres) / np.trace(metres @ far @ metres)
    assert in_mm > 10 * in_m
