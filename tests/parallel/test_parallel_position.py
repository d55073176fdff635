"""Inverse and forward position: Paper B, Eqs. (6)-(18), (43)-(45)."""
from dataclasses import replace

import numpy as np
import pytest
from parallel_helpers import POSES, REFERENCE_DIGITS, ROUNDING, START, P, Rz, relative

from fcclearn.parallel.forward import closure, forward, forward_from, reaches
from fcclearn.parallel.geometry import PoseError, SingularPose
from fcclearn.parallel.position import angles, check_pose, inverse, limbs, margins, points, posture, why_not
from fcclearn.parallel.simulation import paper_motion
from fcclearn.parallel.singularity import squared_radius

GEOMETRY = 1e-11        # relative: square roots of differences of circles
ROOT = 1e-6             # mm: at a double root an error e in L gives sqrt(e) in the pose


def circle_lengths(chi, p, elbow=1):
    """L by intersecting circles in the limb planes, with no formula of the paper."""
    X, Y, Z, alpha = chi
    L = []
    for i in range(3):
        C = p.r0 * np.array([np.cos(p.theta0[i]), np.sin(p.theta0[i]), 0])
        tip = np.array([X, Y, Z]) + Rz(alpha) @ Rz(p.theta0[i]) @ [p.r, 0, 0]
        inward = (tip - C) * [1, 1, 0]
        inward = inward / np.linalg.norm(inward)
        R4 = C + (p.l1 / 2 - p.l10) * inward
        R8 = tip - (p.l1 / 2 - p.l10 / 2 - (p.l1 / 2 - p.l10)) * inward    # R_i8 is l10/2 outside R_i10
        chord = R8 - R4
        d = np.linalg.norm(chord)
        a = (p.l2**2 - p.l3**2 + d**2) / (2 * d)
        across = np.cross(chord / d, np.cross(inward, [0, 0, 1]))
        across *= np.sign(across @ -inward) * elbow                        # outside is away from the platform
        R6 = R4 + a * chord / d + np.sqrt(p.l2**2 - a**2) * across
        R2 = R4 + p.l20 / p.l2 * (R6 - R4)
        R1 = C - p.l1 / 2 * inward
        L.append(np.linalg.norm(R2 - R1))
        if i == 0:
            R5, shift = C + p.l1 / 2 * inward, p.l10 * inward
            R7, R9 = R6 + shift, R8 + shift
            R41, R42 = R5 + (1 - p.l20 / p.l2) * (R7 - R5), R7 + p.l30 / p.l3 * (R9 - R7)
            fourth = np.linalg.norm(R42 - R41)
    return np.array([*L, fourth])


def test_lengths_by_circles():
    """Paper B, Eqs. (15)-(18), against the intersection of circles in space."""
    for chi in POSES:
        assert relative(inverse(chi), circle_lengths(chi, P)) < GEOMETRY


def test_other_elbow_by_circles():
    """Paper B, Eq. (15) with pi - arcsin in place of arcsin: the other intersection of the same circles."""
    short = replace(P, Z_min=60.0)
    for chi in POSES:
        assert relative(inverse(chi, short, elbow=-1)[:3], circle_lengths(chi, short, -1)[:3]) < GEOMETRY
    mixed = inverse(START, P, elbow=(1, -1, 1))
    np.testing.assert_allclose(mixed[[0, 2, 3]], inverse(START)[[0, 2, 3]], rtol=ROUNDING)
    np.testing.assert_allclose(mixed[1], inverse(START, P, -1)[1], rtol=ROUNDING)


def test_every_link_keeps_its_length():
    """Paper B, Eqs. (7)-(13): loop closure of the points in space,
    and actuator lengths between their ends."""
    at = points(POSES)
    L = inverse(POSES)

    def distance(a, b):
        return np.linalg.norm(at[a] - at[b], axis=-1)

    for i in (1, 2, 3):
        for a, b, length in ((4, 6, P.l2), (5, 7, P.l2), (6, 8, P.l3), (7, 9, P.l3), (4, 5, P.l10),
                             (6, 7, P.l10),
                             (8, 9, P.l10), (1, 5, P.l1), (2, 4, P.l20)):
            np.testing.assert_allclose(distance(f"R{i}{a}", f"R{i}{b}"), length, rtol=ROUNDING)
        np.testing.assert_allclose(distance(f"R{i}1", f"R{i}2"), L[:, i - 1], rtol=ROUNDING)
        arm = np.array([Rz(a) @ Rz(P.theta0[i - 1]) @ [P.r, 0, 0] for a in POSES[:, 3]])
        np.testing.assert_allclose(at[f"R{i}10"], at["D"] + arm, rtol=0, atol=1e-12 * P.r0)
        np.testing.assert_allclose(at[f"R{i}10"], (at[f"R{i}8"] + at[f"R{i}9"]) / 2,
                                   rtol=0, atol=1e-12 * P.r0)
    np.testing.assert_allclose(distance("R41", "R42"), L[:, 3], rtol=ROUNDING)
    np.testing.assert_allclose(distance("R17", "R41"), P.l20, rtol=ROUNDING)
    np.testing.assert_allclose(distance("R17", "R42"), P.l30, rtol=ROUNDING)


def test_angles_by_the_papers_formulas():
    """Paper B, Eqs. (14), (15), with arcsin and arctan2,
    Eq. (43) against directions of the actuators in the plane."""
    a, q = angles(POSES), posture(POSES)
    for i in range(3):
        a4 = q.rho[i] - (P.l1 - P.l10) / 2
        a3 = a4**2 + POSES[:, 2]**2
        for l, c, value in ((P.l2, -1, a.theta2), (P.l3, 1, a.theta3)):
            printed = (np.arcsin((a3 - c * (P.l2**2 - P.l3**2)) / (2 * l * np.sqrt(a3)))
                       - c * np.arctan2(a4, POSES[:, 2]))
            np.testing.assert_allclose(value[:, i], printed, rtol=0, atol=ROUNDING)
        x, z = P.l20 * np.cos(a.theta2[:, i]) - P.bar, P.l20 * np.sin(a.theta2[:, i])
        np.testing.assert_allclose(a.theta4[:, i], np.arctan2(z, -x), rtol=0, atol=1e-11)
    elbow = a.theta2[:, 0] + a.theta3[:, 0]
    np.testing.assert_allclose(inverse(POSES)[:, 3] * np.sin(a.theta4[:, 3]), P.l30 * np.sin(elbow),
                               rtol=1e-11)


def test_reference_angles():
    """Paper B, Eqs. (15), (43), (44), at the initial pose."""
    a = angles(START)
    np.testing.assert_allclose(a.theta1, [-0.02080589669, 0.4498404772, 0.4321261772], rtol=REFERENCE_DIGITS)
    np.testing.assert_allclose(a.theta2, [0.5198011284, 0.3552066893, 0.6070874456], rtol=REFERENCE_DIGITS)
    np.testing.assert_allclose(a.theta3, [0.8129225266, 0.9557845155, 0.7497905193], rtol=REFERENCE_DIGITS)
    np.testing.assert_allclose(a.theta4, [0.4134639966, 0.3163552542, 0.4507612539, 1.30537286],
                               rtol=REFERENCE_DIGITS)
    np.testing.assert_allclose(posture(START).rho, [47.13485693, 30.79324346, 54.92063777],
                               rtol=REFERENCE_DIGITS)


@pytest.mark.parametrize("t, L", [(0, [37.08767018, 33.53701459, 39.2845139, 60.42360171]),
                                  (1, [37.09887265, 33.87400216, 40.0064606, 60.95531521]),
                                  (2, [38.18709965, 36.91780375, 45.71269573, 65.05539291])])
def test_reference_lengths(t, L):
    """Paper B, Eq. (18), along the paper's motion."""
    np.testing.assert_allclose(inverse(paper_motion(t)[0]), L, rtol=REFERENCE_DIGITS)


def test_any_leading_shape():
    grid = np.broadcast_to(POSES, (2, 3, *POSES.shape))
    assert inverse(grid).shape == (2, 3, 5, 4)
    np.testing.assert_array_equal(inverse(grid)[1, 2], inverse(POSES))


def test_mirror_symmetry():
    """Section 4.1 of Paper B: the mechanism is symmetric about x_B z_B; limbs 2 and 3 change places."""
    np.testing.assert_allclose(inverse(POSES * [1, -1, 1, -1])[:, [0, 2, 1, 3]], inverse(POSES),
                               rtol=ROUNDING)


def test_margins_agree_with_lengths():
    values, names = margins(*START)
    L = inverse(START)
    np.testing.assert_allclose(values[names.index("actuator 4 longest")], P.L_max[3] - L[3], rtol=ROUNDING)
    np.testing.assert_allclose(values[names.index("actuator 2 shortest")], L[1] - P.L_min[1], rtol=1e-10)
    assert values.shape == (12,) and np.all(values > 0)


@pytest.mark.parametrize("chi, words", [
    ([-40.0, 0.0, 250.0, 0.1],
     r"limb 1 reach missed by 83.0199 mm \(R_14 R_18 must be between 42 and 172 mm\)"),
    ([0.0, 0.0, 0.11, 0.1], "was the pose given in metres"),
    ([0.0, 0.0, 110.0, 15.0], "alpha = 15 rad is more than one turn .*degrees"),
    ([0.0, np.nan, 110.0, 0.1], "component that is not finite"),
    ([0.0, 0.0, 110.0], r"four components \(X, Y, Z, alpha\); this array has shape \(3,\)"),
    ([[0.0, 0.0, 110.0, 0.1], [0.0, 0.0, 250.0, 0.1]], "1 of 2 poses fail, the worst is pose"),
])
def test_impossible_poses_get_one_sentence(chi, words):
    with pytest.raises(PoseError, match=words) as error:
        inverse(chi)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("chi, words", [
    ([40.0, 0.0, 110.0, 0.1], r"actuator 1 shortest missed by 1\.26\d* mm \(limit 32 mm\)"),
    ([0.0, 0.0, 168.0, 0.0], r"actuator 1 longest missed by .* \(limit 59.4154 mm\)"),
    ([0.0, 0.0, 80.0, 0.1], r"clearance plane missed by 10 mm \(limit 90 mm\)"),
])
def test_limits_name_the_actuator(chi, words):
    inverse(chi)                                    # closes, but is not allowed
    with pytest.raises(PoseError, match=words):
        check_pose(chi)
    assert why_not(START) == ""


@pytest.mark.parametrize("function", [points, angles])
def test_limb_on_its_own_axis_has_no_plane(function):
    """rho_1 = 0 lies inside the workspace: lengths exist there, the limb's plane does not."""
    chi = [40.0, 0.0, 125.0, 0.0]
    check_pose(chi)
    with pytest.raises(SingularPose,
                       match=r"limb 1: R_i10 is on the axis of R_i3, so its plane is undefined"):
        function(chi)


def test_complex_pose_out_of_reach_is_refused():
    with pytest.raises(PoseError, match="limb 1 reach"):
        inverse(np.array([-40.0, 0.0, 250.0, 0.1]) + 1e-30j)


def sampled(n, seed=0):
    rng = np.random.default_rng(seed)
    chi = rng.uniform([-40, -40, 95, -0.8], [40, 40, 150, 0.8], (n, 4))
    return chi[np.all(margins(*chi.T)[0][:3] > 0, axis=0)]


def test_forward_finds_every_pose_again():
    """Forward position after Paper B, Eq. (18): among the branches is the pose,
    and all branches have its lengths."""
    for chi in sampled(200):
        if np.any(posture(chi).s2 < 0):
            # beyond the dead centre of an actuator: not a working branch
            continue
        L = inverse(chi)
        branches = forward(L)
        assert np.abs(branches - chi).max(1).min() < 1e-7
        for branch in branches:
            np.testing.assert_allclose(inverse(branch), L, rtol=1e-9)


def test_forward_keeps_to_the_outer_elbow():
    """Lengths of a mechanism with the elbow of limb 2 inside:
    refused, or answered by poses with all elbows outside."""
    refused = 0
    for chi in sampled(300, seed=2):
        L = inverse(chi, P, elbow=(1, -1, 1))
        try:
            for branch in forward(L):
                np.testing.assert_allclose(inverse(branch), L, rtol=1e-9)
        except PoseError:
            refused += 1
    assert refused > 10


def test_newton_from_many_starts_finds_the_same_branches():
    """The numerical road: no start leads anywhere but to a branch of the closed form,
    and each branch is found."""
    L = inverse(START)
    branches, found = forward(L), set()
    for start in sampled(60, seed=1):
        try:
            chi = forward_from(L, start)
        except (PoseError, SingularPose):
            continue
        gap = np.abs(branches - chi).max(1)
        assert gap.min() < 1e-8
        found.add(int(gap.argmin()))
    assert found == set(range(len(branches)))


def test_branches_meet_at_the_singular_sheet_and_cylinder():
    """Erratum to Paper B, Eq. (33): two branches meet where det J = 0, alpha = 0 or |D|^2 = k."""
    for chi in ([10.0, 5.0, 110.0, 0.0],
                [np.sqrt(P.r**2 + P.r0**2 - 2 * P.r * P.r0 * np.cos(0.3)), 0.0, 130.0, 0.3]):
        near = np.array(chi) + [1e-3, 0, 0, 1e-3]
        twins = forward(inverse(near))
        twins = twins[np.abs(twins - near).max(1) < 0.1]
        assert len(twins) == 2
        assert np.abs(forward(inverse(chi)) - chi).max(1).min() < ROOT


@pytest.mark.parametrize("L, words", [
    ([95.0, 35.0, 35.0, 60.0], "actuator 1: L = 95 mm is outside 30 .. 90 mm"),
    ([35.0, 35.0, 35.0], "four finite lengths"),
    ([31.0, 88.0, 31.0, 31.0],
     "limb 3 cannot reach the height|limb 2 cannot reach the height|no pose has the lengths"),
])
def test_forward_says_why_there_is_no_pose(L, words):
    with pytest.raises(PoseError, match=words):
        forward(L)


def test_newton_reports_failure():
    L = inverse([0.0, 0.0, 150.0, 0.4]) + [3.0, -3.0, 0.0, 0.0]
    with pytest.raises((PoseError, SingularPose), match="stopped at an error|singular"):
        forward_from(L * [1, 1, 1, 1.3], START)


def test_reaches_are_those_of_the_limbs():
    chi = np.array([12.0, -9.0, 120.0, 0.4])
    Z, sets = reaches(inverse(chi))
    np.testing.assert_allclose(Z, chi[2], rtol=1e-13)
    np.testing.assert_allclose(sets[0], limbs(*chi).rho, rtol=1e-12)


def test_the_closure_has_its_zeros_at_the_poses_and_double_zeros_at_the_singular_ones():
    from scipy.optimize import brentq
    rho = limbs(40.0, 20.0, 128.0, -0.5).rho
    found = sorted(forward(inverse(np.array([40.0, 20.0, 128.0, -0.5])))[:, 3])[2:]
    zeros = [brentq(closure, *ends, args=(rho,), xtol=1e-14) for ends in ((0.2, 0.4), (0.4, 0.7))]
    np.testing.assert_allclose(zeros, found)
    for chi in ([10.0, -4.0, 115.0, 0.0], [np.sqrt(squared_radius(0.3)), 0.0, 115.0, 0.3]):
        alpha, rho = chi[3], limbs(*chi).rho
        slope = closure(alpha + 1e-30j, rho).imag / 1e-30
        assert abs(closure(alpha, rho)) < 1e-9 and abs(slope) < 1e-9


def test_forward_where_a_limb_stands_on_its_own_axis():
    """rho_1 = 0 lies inside the workspace: its pose is found again, with half of the digits."""
    alpha = 0.1
    turned = np.array([[np.cos(alpha), -np.sin(alpha)], [np.sin(alpha), np.cos(alpha)]]) @ P.e0[:, 0]
    chi = np.array([*(P.r0 * P.e0[:, 0] - P.r * turned), 125.0, alpha])
    assert margins(*chi)[0].min() > 0
    poses = forward(inverse(chi))
    assert np.abs(poses - chi).max(axis=1).min() < 1e-5
