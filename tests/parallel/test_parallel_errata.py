"""Every erratum of Paper B: the printed form fails, the corrected form holds.

`Symbols` holds the paper's own quantities, written as the paper writes them, at one pose and for one limb;
all of them accept complex poses, so each derivative has a complex step to be compared with.
"""
import numpy as np
import pytest
from parallel_helpers import POSES, SPEEDS, START, P, Ry, Rz, gradient, rate, relative

from fcclearn.parallel.coriolis import mass_gradient
from fcclearn.parallel.dynamics import (
    coriolis_matrix,
    gravity,
    inverse_dynamics,
    mass_matrix,
    potential_energy,
)
from fcclearn.parallel.position import angles, inverse, lengths, points, posture
from fcclearn.parallel.simulation import paper_load, paper_motion
from fcclearn.parallel.singularity import singular_values
from fcclearn.parallel.stiffness import paper_index, weakest
from fcclearn.parallel.validation import misprinted_gravity
from fcclearn.parallel.velocity import actuator_velocity, gradient_rates, gradients, jacobian

HOLDS = 1e-10       # relative: a correct formula differs by rounding
FAILS = 1e-3        # relative: a wrong one differs by at least this much at some pose
ROOT3 = np.sqrt(3)
C = {1: 0, 2: -1, 3: 1}             # c_i, and c_j for j = 2, 3
C_0 = {1: -2, 2: 1, 3: 1}           # c_i0
C_7 = {1: 1, 2: -2, 3: -2}          # c_i7
DL = P.l2**2 - P.l3**2
LIMBS = (1, 2, 3)


def judge(truth, printed, corrected, poses=POSES):
    """The corrected form equals the truth at every pose and velocity; the printed one fails at some pose."""
    misses = []
    for chi, chi_d in zip(poses, SPEEDS):
        assert relative(corrected(chi, chi_d), truth(chi, chi_d)) < HOLDS
        misses.append(relative(printed(chi, chi_d), truth(chi, chi_d)))
    assert max(misses) > FAILS


class Symbols:
    """The paper's symbols for limb i at chi = (X, Y, Z, alpha)."""

    def __init__(self, chi, i):
        self.i, self.chi = i, chi
        self.X, self.Y, self.Z, alpha = chi
        self.ca, self.sa = np.cos(alpha), np.sin(alpha)
        q = posture(chi)
        self.rho, self.L = q.rho[i - 1], lengths(q)
        self.c2, self.s2, self.c3, self.s3 = (x[i - 1] for x in (q.c2, q.s2, q.c3, q.s3))
        # cos, sin of theta_i0 + theta_i1 (corrected)
        self.a1, self.a2 = -q.v[:, i - 1] / q.rho[i - 1]
        self.B0 = np.array([[1, ROOT3 * C[i], 0, 0], [-ROOT3 * C[i], 1, 0, 0]])
        self.a4 = self.rho - P.bar / 2
        self.a3 = self.a4**2 + self.Z**2
        self.a7 = 2 * self.a4 + P.bar
        self.a15, self.a25 = (np.array([self.X, self.Y, C_7[i]]) @ np.array(
            [[1, -ROOT3 * C[i]], [ROOT3 * C[i], 1], [P.r * self.ca - P.r0, P.r * self.sa]]))

    def a5(self, j):                                                # a_ij5, Eq. (25)
        return np.sqrt(4 * (P.l2 if j == 2 else P.l3)**2 * self.a3 - (DL - C[j] * self.a3)**2)

    def b_2(self, j):                                               # b_ij2, Eq. (24)
        return np.array([(self.a3 + DL * C[j]) / self.a5(j), C[j]]) / self.a3

    def b_5(self):                                                  # b_ij5, Eq. (25)
        return np.array([1, P.r * C_0[self.i] * self.ca, P.r * C_0[self.i] * self.sa])

    def b(self, j, B1):
        """b_ij by Eqs. (23)-(25) with the matrix B_i1 given."""
        b2 = self.b_2(j)
        X, Y, alpha = b2 @ [self.a4, -self.Z] * self.b_5() / self.a7 @ B1
        return np.array([X, Y, b2 @ [self.Z, self.a4], alpha])

    def B1(self, column=True, r0=True):
        """B_i1, Eq. (23): corrected, or with its first column or entry (1, 2) as printed."""
        i, q = self.i, ROOT3 * C[self.i]
        first = [2 * self.X + C_0[i] * P.r0, -1, q] if column else [2 * self.X, 1, -q]
        return np.array([[first[0], 2 * self.Y + q * (P.r0 if r0 else P.r), 2 * P.r0 * P.r * self.sa],
                         [first[1], -q, q * self.X - self.Y], [first[2], -1, self.X + q * self.Y]])

    def theta_rows(self, j):
        return self.b(j, self.B1())

    def B2(self):                                                   # B_i2, Eq. (50), corrected
        q, k = ROOT3 * C[self.i], P.r * C_7[self.i]
        return np.array([[-q, 1, 0, k * self.ca], [-1, -q, 0, k * self.sa]])

    def a8(self):
        return self.a15**2 + self.a25**2

    def b1(self):                                                   # b_i1, Eq. (49), corrected
        return np.array([self.a15, self.a25]) @ self.B2() / self.a8()

    def rows(self):
        """[b_i15; b_i25], (B4), corrected."""
        q, k = ROOT3 * C[self.i], P.r * C_7[self.i]
        return np.array([[1, q, 0, -k * self.sa], [-q, 1, 0, k * self.ca]])

    def R_C(self):
        return np.array([[self.a1, -self.a2, 0], [self.a2, self.a1, 0], [0, 0, 1]])

    def a6(self):                                                   # a_i6 of the actuator in limb i, Eq. (19)
        return P.bar * P.l20 * self.s2 / self.L[self.i - 1]

    def theta4(self):
        """cos, sin of theta_i4, Eq. (43)."""
        c = (P.bar**2 - P.l20**2 + self.L[self.i - 1]**2) / (2 * P.bar * self.L[self.i - 1])
        return c, np.sqrt(1 - c**2)

    def b4(self):                                                   # b_i4, Eq. (49)
        L, c5, c6 = self.L[self.i - 1], P.bar**2 - P.l20**2, P.bar
        return -(L**2 - c5) * self.a6() * self.theta_rows(2) / (2 * c6 * L**2 * self.theta4()[1])


class Fourth(Symbols):
    """Actuator 4, in the plane of limb 1."""

    def __init__(self, chi):
        super().__init__(chi, 1)
        self.L4 = self.L[3]

    def direction(self):
        """cos, sin of theta_12 + theta_44, from R_41 to R_42."""
        return ((P.l20 * self.c2 - P.l30 * self.c3) / self.L4, (P.l20 * self.s2 + P.l30 * self.s3) / self.L4)

    def b44(self):                                                  # b_44, Eq. (49) with c_45, c_46
        c5, c6 = P.l20**2 - P.l30**2, P.l20
        c = (c5 + self.L4**2) / (2 * c6 * self.L4)
        sin_elbow = self.s2 * self.c3 + self.c2 * self.s3
        b42 = self.theta_rows(2) + self.theta_rows(3)
        lever = P.l30 * P.l20 * sin_elbow / self.L4
        return -(self.L4**2 - c5) * lever * b42 / (2 * c6 * self.L4**2 * np.sqrt(1 - c**2))

    def centre(self, s):                                            # [C_44sx, C_44sz], Eq. (42)
        c, z = self.direction()
        l_s4, l4, sign, c3 = self.constants(s)
        return np.array([l_s4 * self.c2 - l4 * sign * c - c3 * P.l30 * self.c3 - P.l1 / 2,
                         l_s4 * self.s2 - l4 * sign * z + c3 * P.l30 * self.s3])

    @staticmethod
    def constants(s):
        return (P.l2 - P.l20, P.l41, -1, 0) if s == 1 else (P.l2, P.l42, 1, 1)


def test_eq_12_45_limb_1_points_away():
    """Paper B, Eqs. (44)-(45): closure of (12) needs theta_11 + pi; limbs 2 and 3 are right as printed."""
    for chi in POSES:
        for i in LIMBS:
            s = Symbols(chi, i)
            wanted = points(chi)[f"R{i}10"][:2]
            e0 = P.r0 * np.array([np.cos(P.theta0[i - 1]), np.sin(P.theta0[i - 1])])

            def gap(theta1):
                turn = P.theta0[i - 1] + theta1
                return np.linalg.norm(e0 - s.rho * np.array([np.cos(turn), np.sin(turn)]) - wanted)

            printed = np.arctan2(s.a25, s.a15)
            right, wrong = (printed + np.pi, printed) if i == 1 else (printed, printed + np.pi)
            assert gap(right) < 1e-11 * P.r0 and gap(wrong) > 30.0
            np.testing.assert_allclose(np.exp(1j * right), np.exp(1j * angles(chi).theta1[i - 1]), atol=1e-12)


def test_section_3_theta_i0():
    """Section 3 against 3.2: the angle of BC_i is theta_i0;
    that of x_Ci is theta_i0 + theta_i1 (7), which is not the same."""
    at, theta1 = points(START), angles(START).theta1
    for i in LIMBS:
        BC = at[f"R{i}3"]
        np.testing.assert_allclose(np.exp(1j * P.theta0[i - 1]), complex(*BC[:2]) / P.r0, atol=1e-14)
        x_C = (at[f"R{i}1"] - at[f"R{i}5"])[:2] / P.l1
        np.testing.assert_allclose(complex(*x_C), np.exp(1j * (P.theta0[i - 1] + theta1[i - 1])), atol=1e-12)
        assert abs(complex(*x_C) - np.exp(1j * P.theta0[i - 1])) > 0.02


def test_eq_10_needs_the_homogeneous_matrix():
    """Paper B, Eq. (10): the 3x3 matrix R cannot multiply [R_i10; 1];
    the 4x4 matrix T of Eq. (6) gives the point."""
    R, T = Rz(START[3]), np.eye(4)
    T[:3, :3], T[:3, 3] = R, START[:3]
    local = np.array([P.r, 0, 0, 1])
    with pytest.raises(ValueError):
        R @ local
    np.testing.assert_allclose((T @ local)[:3], points(START)["R110"], atol=1e-11 * P.r)


def test_eq_17_is_a_row_vector():
    """Paper B, Eq. (17): with the row [ca - r0/r, sa], Eq. (16) gives rho;
    with the printed scalar neither component does."""
    def root(s, a5):
        return np.sqrt(s.X**2 + s.Y**2 + P.r**2 + P.r0**2 - 2 * P.r * P.r0 * s.ca + C_0[s.i] * a5 + 0j)
    for chi in POSES[:4]:
        for i in LIMBS:
            s = Symbols(chi, i)
            np.testing.assert_allclose(root(s, -P.r * np.array([s.ca - P.r0 / P.r, s.sa]) @ s.B0 @ chi),
                                       s.rho, rtol=1e-12)
            printed = root(s, -P.r * (s.ca - P.r0 / P.r * s.sa) * (s.B0 @ chi))
            assert printed.shape == (2,) and np.abs(printed - s.rho).min() > FAILS


def test_text_before_21_refers_to_19():
    """Before Eq. (21): (20) goes into (19), V = a_i6 theta_i2';
    the printed (17) has no rate in it and is not V."""
    judge(lambda x, v: actuator_velocity(x, v)[:3],
          lambda x, v: [rate(lambda y: Symbols(y, i).rho, x, v) for i in LIMBS],
          lambda x, v: [Symbols(x, i).a6() * (Symbols(x, i).theta_rows(2) @ v) for i in LIMBS])


def j_chi(chi, row4=True):
    b = {(i, j): Symbols(chi, i).theta_rows(j) for i in LIMBS for j in (2, 3)}
    return np.array([b[1, 2], b[2, 2], b[3, 2], b[1, 3] + row4 * b[1, 2]])


def a_6(chi):
    s = Symbols(chi, 1)
    return np.array([*(Symbols(chi, i).a6() for i in LIMBS),
                     P.l30 * P.l20 * (s.s2 * s.c3 + s.c2 * s.s3) / s.L[3]])


def test_eq_22_diagonal_is_inverted():
    """Paper B, Eqs. (21)-(22):
    J_V = diag(1/a_i6), and inverting it in (21) (not "(18) in (16)") gives J of (26)-(28)."""
    judge(lambda x, v: jacobian(x), lambda x, v: np.linalg.inv(np.diag(a_6(x))) @ j_chi(x),
          lambda x, v: np.linalg.inv(np.diag(1 / a_6(x))) @ j_chi(x))


def test_eq_22_row_4_has_both_angles():
    """Paper B, Eq. (22): row 4 is a_12k + a_13k."""
    judge(lambda x, v: jacobian(x), lambda x, v: np.diag(a_6(x)) @ j_chi(x, row4=False),
          lambda x, v: np.diag(a_6(x)) @ j_chi(x))


@pytest.mark.parametrize("i, wrong", [(1, {"column": False}), (2, {"column": False}), (3, {"column": False}),
                                      (2, {"r0": False}), (3, {"r0": False})])
def test_eq_23_matrix_B_i1(i, wrong):
    """Paper B, Eq. (23): first column [2X + c_i0 r0; -1; sqrt(3) c_i];
    entry (1, 2) has r0 (c_1 = 0 hides it for i = 1)."""
    for j, name in ((2, "s2"), (3, "s3")):
        cos = "c" + name[1]
        judge(lambda x, v: gradient(lambda y: getattr(Symbols(y, i), name), x) / getattr(Symbols(x, i), cos),
              lambda x, v: Symbols(x, i).b(j, Symbols(x, i).B1(**wrong)),
              lambda x, v: Symbols(x, i).theta_rows(j))
    for chi in POSES:
        rows = gradients(posture(chi))                              # what the package computes instead
        for j, row in ((2, rows.b2), (3, rows.b3)):
            assert relative(row[:, i - 1], Symbols(chi, i).theta_rows(j)) < HOLDS


def test_text_before_25_names():
    """Before Eq. (25): the symbols defined there are a_ij5 and a_i7;
    a_i5 is already Eq. (17) and has another value."""
    s = Symbols(START, 2)
    a5_of_17 = -P.r * np.array([s.ca - P.r0 / P.r, s.sa]) @ s.B0 @ START
    assert abs(s.a5(2) - a5_of_17) > 1 and abs(s.a5(2) - s.a5(3)) < 1e-9 * s.a5(2)
    np.testing.assert_allclose(s.a7, 2 * s.rho, rtol=1e-14)


def test_eq_33_names_too_few_poses():
    """Paper B, Eq. (33): chi = [0, 0, z, 0] is singular, but so is (10, 0, 110, 0);
    theta_i1 = 0 is not the criterion."""
    beside = [10.0, 5.0, 110.0, 0.0]
    assert singular_values([0.0, 0.0, 110.0, 0.0])[-1] < 1e-13 and singular_values(beside)[-1] < 1e-13
    assert np.abs(angles(beside).theta1).min() > 0.02
    assert singular_values([10.0, 5.0, 110.0, 0.1])[-1] > 1e-3


def test_section_4_2_index_does_not_see_singularity():
    """Section 4.2: S_tl does not tend to zero on the singular sheet;
    the smallest eigenvalue of S K S does."""
    assert paper_index([15.0, -20.0, 110.0, 0.0]) > 10 and abs(weakest([15.0, -20.0, 110.0, 0.0])) < 1e-13


def test_text_before_44_refers_to_10_and_12():
    """Before Eq. (44): (7)-(8) hold for any theta_i1; equating (10) and (12) determines it."""
    any_angle = 0.7
    R = Rz(P.theta0[1]) @ Rz(any_angle)
    np.testing.assert_allclose(R @ R.T, np.eye(3), atol=1e-15)
    root = P.r0 * np.array([np.cos(P.theta0[1]), np.sin(P.theta0[1]), 0])
    tip = root + R @ [-Symbols(START, 2).rho, 0, START[2]]
    assert np.linalg.norm(tip - points(START)["R210"]) > 1


def centres(chi, i, j, s):
    """[C_ijsx, C_ijsz] for j = 2, 3, Eq. (40)."""
    q = Symbols(chi, i)
    upper, lower = (P.l21, 0) if j == 2 else (P.l2, P.l31)
    return np.array([upper * q.c2 - lower * q.c3 - (P.l1 / 2 - P.l10 * (s == 2)),
                     upper * q.s2 + lower * q.s3])


@pytest.mark.parametrize("i", LIMBS)
def test_eq_47_row_2_of_B_ijs1(i):
    """Paper B, Eq. (47): row 2 of B_ijs1 is C_ijsx b_i20 + a_i2 b_ijsx; printed is C_ijsz (B7 has x)."""
    def place(chi):
        q, (x, z) = Symbols(chi, i), centres(chi, i, 3, 1)
        return np.array([P.r0 * np.cos(P.theta0[i - 1]) + q.a1 * x,
                         P.r0 * np.sin(P.theta0[i - 1]) + q.a2 * x, z])

    def B1(chi, component):
        q, c = Symbols(chi, i), centres(chi, i, 3, 1)
        b_x, b_z = gradient(lambda y: centres(y, i, 3, 1), chi)
        return np.array([-q.a2 * q.b1() * c[0] + q.a1 * b_x, q.a1 * q.b1() * c[component] + q.a2 * b_x, b_z])

    judge(lambda x, v: gradient(place, x), lambda x, v: B1(x, 1), lambda x, v: B1(x, 0))


# Orientation R_Ci R_y(phi): (cos psi, sin psi) of the link, psi = pi/2 - phi,
# and the row that the paper uses for it.
LINKS = {"upper": (2, lambda s: (s.c2, s.s2), lambda s: s.theta_rows(2), -1),
         "lower": (3, lambda s: (-s.c3, s.s3), lambda s: s.theta_rows(3), 1),
         "actuator": (4, lambda s: (-s.theta4()[0], s.theta4()[1]), lambda s: s.b4(), 1),
         "actuator 4": (44, lambda s: s.direction(), lambda s: s.b44() + s.theta_rows(2), -1)}


def link_symbols(chi, name, i=2):
    return Fourth(chi) if name == "actuator 4" else Symbols(chi, i)


def orientation(chi, name):
    s = link_symbols(chi, name)
    c, z = LINKS[name][1](s)
    return s.R_C() @ np.array([[z, 0, c], [0, 1, 0], [-c, 0, z]])      # R_y(pi/2 - psi)


def omega(chi, chi_d, name, sign):
    """R_Ci [0; sign b; b_i1] chi_d: B_ijs2 of Eq. (47) with a sign in front of the row b."""
    s = link_symbols(chi, name)
    return s.R_C() @ np.array([0, sign * (LINKS[name][2](s) @ chi_d), s.b1() @ chi_d])


def cross_matrix(w):
    return np.array([[0 * w[0], -w[2], w[1]], [w[2], 0 * w[0], -w[0]], [-w[1], w[0], 0 * w[0]]])


@pytest.mark.parametrize("name", LINKS)
def test_eq_47_sign_of_omega_y(name):
    """Paper B, Eqs. (47), (B13): omega_y is -b_i2, +b_i3, +b_i4, -(b_44 + b_12) by R' R^T;
    printed is + for all."""
    sign = LINKS[name][3]
    for chi, chi_d in zip(POSES, SPEEDS):
        truth = rate(lambda x: orientation(x, name), chi, chi_d) @ orientation(chi, name).T
        assert relative(cross_matrix(omega(chi, chi_d, name, sign)), truth) < HOLDS
        assert (relative(cross_matrix(omega(chi, chi_d, name, 1)), truth) > FAILS) == (sign == -1)


@pytest.mark.parametrize("name", LINKS)
def test_eq_54_angle_of_the_link(name):
    """Paper B, Eq. (54): the z axis of the link's frame must lie along the link;
    printed angles do so for j = 2 only."""
    at, s = points(START), link_symbols(START, name)
    ends = {"upper": ("R24", "R26"), "lower": ("R26", "R28"), "actuator": ("R21", "R22"),
            "actuator 4": ("R41", "R42")}[name]
    along = (at[ends[1]] - at[ends[0]]) / np.linalg.norm(at[ends[1]] - at[ends[0]])
    np.testing.assert_allclose(orientation(START, name)[:, 2], along, atol=1e-11)
    a = angles(START)
    printed = {"upper": np.pi / 2 - a.theta2[1], "lower": np.pi / 2 - a.theta3[1],
               "actuator": np.pi / 2 - a.theta4[1],
               "actuator 4": a.theta2[0] + a.theta4[3] - np.pi / 2}[name]
    miss = np.linalg.norm(s.R_C() @ Ry(printed)[:, 2] - along)
    assert (miss > 0.1) == (name != "upper")


def test_eq_47_54_signs_do_not_change_M():
    """Paper B, Eqs. (47), (54): with omega_y and phi of either sign M_ijs is the same,
    so M cannot show the errors."""
    chi = POSES[1]
    for name, (_, direction, row, _) in LINKS.items():
        s, I = link_symbols(chi, name), np.diag([3.0, 5.0, 0.7])
        phi = np.pi / 2 - np.arctan2(*direction(s)[::-1])
        M = [B.T @ R @ I @ R.T @ B for sign, angle in ((1, phi), (-1, phi), (1, -phi), (-1, -phi))
             for B, R in [(s.R_C() @ np.array([np.zeros(4), sign * row(s), s.b1()]), s.R_C() @ Ry(angle))]]
        for other in M[1:]:
            assert relative(other, M[0]) < 1e-12


@pytest.mark.parametrize("name", LINKS)
def test_B7_B13_rate_of_the_inertia(name):
    """Paper B, Eqs. (B7), (B2), (B5): I' = w x I - I w x holds if omega_y is the rate of the frame's
    own phi; (47) with (54) fails.

    For actuator 4 both printed signs are turned round, and the two errors cancel.
    """
    I = np.diag([3.0, 5.0, 0.7])

    def inertia(chi, flip):
        s = link_symbols(chi, name)
        c, z = LINKS[name][1](s)
        R = s.R_C() @ np.array([[z, 0, flip * c], [0, 1, 0], [-flip * c, 0, z]])     # flip = -1: R_y(-phi)
        return R @ I @ R.T

    def formula(chi, chi_d, flip, sign):
        W = cross_matrix(omega(chi, chi_d, name, sign))
        return W @ inertia(chi, flip) - inertia(chi, flip) @ W

    right = LINKS[name][3]
    printed_flip = 1 if name == "upper" else -1
    for chi, chi_d in zip(POSES, SPEEDS):
        assert relative(formula(chi, chi_d, 1, right), rate(lambda x: inertia(x, 1), chi, chi_d)) < HOLDS
        miss = relative(formula(chi, chi_d, printed_flip, 1),
                        rate(lambda x: inertia(x, printed_flip), chi, chi_d))
        assert miss < HOLDS if name == "actuator 4" else miss > FAILS


def heading(chi, i):
    """theta_i1' for each unit velocity, from cos and sin of theta_i0 + theta_i1."""
    s = Symbols(chi, i)
    return s.a1 * gradient(lambda x: Symbols(x, i).a2, chi) - s.a2 * gradient(lambda x: Symbols(x, i).a1, chi)


@pytest.mark.parametrize("i", LIMBS)
def test_eq_49_50_columns_of_B_i2(i):
    """Paper B, Eqs. (49)-(50): columns [-q; -1], [1; -q], 0, [r c_i7 ca; r c_i7 sa], q = sqrt(3) c_i."""
    def printed(chi, k):
        s, q = Symbols(chi, i), ROOT3 * C[i]
        B2 = np.array([[P.r * k * s.ca, s.a15, 0, -q], [P.r * k * s.sa, s.a25, 0, -1]])
        return np.array([s.a15, s.a25]) @ B2 / s.a8()
    judge(lambda x, v: heading(x, i), lambda x, v: printed(x, P.bar**2 - P.l20**2),
          lambda x, v: Symbols(x, i).b1())
    judge(lambda x, v: heading(x, i), lambda x, v: printed(x, C_7[i]), lambda x, v: Symbols(x, i).b1())


@pytest.mark.parametrize("i", LIMBS)
def test_eq_50_denominator(i):
    """Paper B, Eq. (50): a_i8 = a_i15^2 + a_i25^2; printed is [a_i15 a_i25] [1, -sqrt(3) c_i]^T."""
    def printed(x, v):
        s = Symbols(x, i)
        return s.b1() * s.a8() / (s.a15 - ROOT3 * C[i] * s.a25)
    judge(lambda x, v: heading(x, i), printed, lambda x, v: Symbols(x, i).b1())


@pytest.mark.parametrize("i", LIMBS)
def test_B3_B4_rate_of_b_i1(i):
    """Paper B, Eqs. (B3)-(B4): a_i8' = 2(a15 a15' + a25 a25') and +r c_i7 ca in (B4);
    printed differentiate another a_i8, with -."""
    def b1_rate(x, v, printed_a8=False, sign=1):
        s, q, k = Symbols(x, i), ROOT3 * C[i], P.r * C_7[i]
        rows = s.rows() * np.array([[1, 1, 1, 1], [1, 1, 1, sign]])
        a, a_d = np.array([s.a15, s.a25]), rows @ v
        B2_d = np.array([[0, 0, 0, -k * s.sa * v[3]], [0, 0, 0, k * s.ca * v[3]]])
        a8_d = 2 * a_d @ (np.array([s.a15 - q * s.a25, -q * s.a15 + q**2 * s.a25]) if printed_a8 else a)
        return ((a_d @ s.B2() + a @ B2_d) * s.a8() - a8_d * (a @ s.B2())) / s.a8()**2

    def truth(x, v):
        return rate(lambda y: Symbols(y, i).b1(), x, v)
    judge(truth, lambda x, v: b1_rate(x, v, printed_a8=True), b1_rate)
    judge(truth, lambda x, v: b1_rate(x, v, sign=-1), b1_rate)
    judge(lambda x, v: gradient(lambda y: np.array([Symbols(y, i).a15, Symbols(y, i).a25]), x),
          lambda x, v: Symbols(x, i).rows() * np.array([[1, 1, 1, 1], [1, 1, 1, -1]]),
          lambda x, v: Symbols(x, i).rows())
    for chi, chi_d in zip(POSES, SPEEDS):
        q = posture(chi)
        rates = gradient_rates(q, gradients(q), chi_d)              # what the package computes instead
        assert relative(rates[0][:, i - 1], b1_rate(chi, chi_d)) < HOLDS


def rows_44(f, s, printed=False):
    """[b_44sx; b_44sz], Eq. (52) line 3, corrected or as printed."""
    l_s4, l4, sign, c3 = f.constants(s)
    (c, z), b12, b13, b = f.direction(), f.theta_rows(2), f.theta_rows(3), f.b44() + f.theta_rows(2)
    tail = P.l30 * c3 * np.array([f.s3 * b13, f.c3 * b13])
    if printed:
        return tail - np.array([l_s4 * f.s2 * b12 + l4 * sign * z * b, l_s4 * f.c2 * b12 + l4 * sign * c * b])
    return tail + np.array([-l_s4 * f.s2 * b12 + l4 * sign * z * b, l_s4 * f.c2 * b12 - l4 * sign * c * b])


@pytest.mark.parametrize("s", [1, 2])
def test_eq_52_line_3(s):
    """Paper B, Eq. (52), line 3: +[l_s4, l_4s c_s4] [[-s12 b12, c12 b12], [s44 b44, -c44 b44]];
    printed has other signs."""
    judge(lambda x, v: gradient(lambda y: Fourth(y).centre(s), x),
          lambda x, v: rows_44(Fourth(x), s, printed=True), lambda x, v: rows_44(Fourth(x), s))


def test_eq_52_in_G():
    """Paper B, Eqs. (52), (59): the misprint reaches G, and only the gradient of P tells."""
    def printed(x, v):
        f = Fourth(x)
        wrong = [rows_44(f, s, printed=True)[1] - rows_44(f, s)[1] for s in (1, 2)]
        return gravity(x) - P.g * (P.barrel.mass * wrong[0] + P.piston.mass * wrong[1])
    judge(lambda x, v: gradient(potential_energy, x), printed, lambda x, v: gravity(x))
    assert relative(misprinted_gravity(START), printed(START, None) - gravity(START)) < HOLDS


@pytest.mark.parametrize("s", [1, 2])
def test_B10_line_3(s):
    """Paper B, Eqs. (B10), line 3: leading +I*, since its matrix is the derivative of the corrected (52);
    printed is -I*."""
    def b_rate(x, v, sign=1):
        f = Fourth(x)
        l_s4, l4, c_s4, c3 = f.constants(s)
        rows = [(lambda y: Fourth(y).theta_rows(2), f.c2, f.s2),
                (lambda y: Fourth(y).b44() + Fourth(y).theta_rows(2), *f.direction()),
                (lambda y: Fourth(y).theta_rows(3), f.c3, f.s3)]
        (b4c, b4s, b5c, b5s), (d4c, d4s, d5c, d5s), (e4c, e4s, e5c, e5s) = (
            (c * (b(x) @ v) * b(x), z * (b(x) @ v) * b(x), c * rate(b, x, v), z * rate(b, x, v))
            for b, c, z in rows)
        body = np.array([l_s4 * (-b4c - b5s) + l4 * c_s4 * (d4c + d5s),
                         l_s4 * (b5c - b4s) + l4 * c_s4 * (d4s - d5c)])
        return sign * body + P.l30 * c3 * np.array([e4c + e5s, -e4s + e5c])
    judge(lambda x, v: rate(lambda y: rows_44(Fourth(y), s), x, v), lambda x, v: b_rate(x, v, -1), b_rate)


def test_eq_61_load_is_delivered():
    """Paper B, Eqs. (57)-(62): f is what the platform delivers;
    applied to it, f would enter with the other sign."""
    motion, f = paper_motion(1.0), paper_load("N.m")
    np.testing.assert_allclose(inverse_dynamics(*motion, f)[0], -2806.377131, rtol=1e-9)
    np.testing.assert_allclose(inverse_dynamics(*motion, -f)[0], 2811.2, atol=0.05)
    pose = [[0, 0, 110, 0.3], np.zeros(4), np.zeros(4)]
    raised = inverse_dynamics(*pose, [0, 0, 1.0, 0]) - inverse_dynamics(*pose)
    # delivering a push down takes power when moving down
    assert raised @ jacobian([0, 0, 110, 0.3])[:, 2] > 0


def test_units_of_f4():
    """Section 6: f4 = 25 N m enters J'tau in N mm as 25000;
    as 25 the forces differ by a factor of 12 to 46."""
    F = {unit: inverse_dynamics(*paper_motion(0.0), paper_load(unit)) for unit in ("N.m", "N.mm")}
    ratio = np.abs(F["N.m"] / F["N.mm"])
    assert 11 < ratio.min() < 13 and 45 < ratio.max() < 47
    arc = 1e-3 * P.r                                            # the work of f4 on a small turn: N mm per rad
    np.testing.assert_allclose((jacobian(START).T @ (F["N.m"] - F["N.mm"]))[3] * 1e-3,
                               (25e3 - 25) * arc / P.r, rtol=1e-9)


def test_eq_63_has_20_terms():
    """Paper B, Eq. (63): i = 4 occurs only with j = 4, 20 links of the limbs; the printed range has 24."""
    printed = [(i, j, s) for i in (1, 2, 3, 4) for j in (2, 3, 4) for s in (1, 2)]
    corrected = [term for term in printed if term[0] < 4 or term[1] == 4]
    assert len(printed) == 24 and len(corrected) == 20 == sum(link.limbs.stop - link.limbs.start
                                                              for link in P.links)


def test_eq_64_order_of_the_kronecker_product():
    """Paper B, Eq. (64): U = (I x chi_d') dM/dchi gives the Coriolis force; (chi_d' x I) does not."""
    def force(x, v, U):
        return (np.einsum("k,kij->ij", v, mass_gradient(x)) + U.T - U) @ v / 2

    def stacked(x):
        return mass_gradient(x).reshape(16, 4)
    judge(lambda x, v: rate(mass_matrix, x, v) @ v - gradient(lambda y: v @ mass_matrix(y) @ v, x) / 2,
          lambda x, v: force(x, v, np.kron(v[None], np.eye(4)) @ stacked(x)),
          lambda x, v: force(x, v, np.kron(np.eye(4), v[None]) @ stacked(x)))
    judge(lambda x, v: coriolis_matrix(x, v) @ v,
          lambda x, v: force(x, v, np.kron(v[None], np.eye(4)) @ stacked(x)),
          lambda x, v: force(x, v, np.kron(np.eye(4), v[None]) @ stacked(x)))


def test_A1_B2_B5_order_of_the_blocks():
    """Paper B, Eqs. (A1), (B2), (B5), (B7), (B13): 4x1 blocks inside a matrix are ordered (row, k);
    I* = I_4 x needs (k, row)."""
    I_1 = np.diag([3.0, 5.0, 9.0])

    def inertia(x):
        R = Symbols(x, 2).R_C()
        return R @ I_1 @ R.T

    def d_inertia(x, shuffle):
        b, zero = Symbols(x, 2).b1()[:, None], np.zeros((4, 1))
        # (B5): rows (row, k)
        W = np.block([[zero, -b, zero], [b, zero, zero], [zero, zero, zero]])
        if shuffle:
            # rows (k, row)
            W = W.reshape(3, 4, 3).swapaxes(0, 1).reshape(12, 3)
        return W @ inertia(x) - np.kron(np.eye(4), inertia(x)) @ W
    judge(lambda x, v: np.moveaxis(gradient(inertia, x), -1, 0).reshape(12, 3),
          lambda x, v: d_inertia(x, False), lambda x, v: d_inertia(x, True))


@pytest.mark.parametrize("j", [2, 3])
def test_A3_sign(j):
    """Paper B, Eqs. (A3): b_ij2' = +a3'/a3 ([...] - b_ij2), printed with -;
    the last line defines b_ij3', not b_ij3."""
    def b2_rate(x, v, sign):
        s = Symbols(x, 2)
        a3_d = rate(lambda y: Symbols(y, 2).a3, x, v)
        a6 = (2 * (P.l2 if j == 2 else P.l3)**2 + (DL - C[j] * s.a3) * C[j]) / s.a5(j)
        return sign * a3_d / s.a3 * (np.array([(s.a5(j) - (s.a3 + DL * C[j]) * a6) / s.a5(j)**2, 0])
                                     - s.b_2(j))
    judge(lambda x, v: rate(lambda y: Symbols(y, 2).b_2(j), x, v), lambda x, v: b2_rate(x, v, -1),
          lambda x, v: b2_rate(x, v, 1))
    s, v = Symbols(START, 2), SPEEDS[0]
    b3_d = rate(lambda y: np.array([Symbols(y, 2).Z, Symbols(y, 2).a4]), START, v)              # [Z'; a_i4']
    assert relative(b3_d, np.array([s.Z, s.a4])) > FAILS and b3_d[0] == v[2]


@pytest.mark.parametrize("i", LIMBS)
def test_A5_factor(i):
    """Paper B, Eqs. (A5): the factor of both terms with B_i0 is -c_i0 r,
    printed is +r (and the row of Eq. (17))."""
    def a4_rate(x, v, factor):
        s = Symbols(x, i)
        own = 2 * np.array([s.X, s.Y, 0, P.r * P.r0 * s.sa]) @ v
        return np.array(
            [(own + factor * (np.array([s.ca - P.r0 / P.r, s.sa]) @ s.B0 @ v
                              + np.array([-s.sa, s.ca]) * v[3] @ s.B0 @ x)) / s.a7])
    def truth(x, v):
        return np.array([rate(lambda y: Symbols(y, i).a4, x, v)])
    judge(truth, lambda x, v: a4_rate(x, v, P.r), lambda x, v: a4_rate(x, v, -C_0[i] * P.r))


def test_B11_text_and_formula():
    """Appendix B: C is used in (63)-(64), not (61);
    (B11) yields b_i4', and it and (B12) are right as printed."""
    for i in LIMBS:
        for chi, v in zip(POSES, SPEEDS):
            s, L = Symbols(chi, i), Symbols(chi, i).L[i - 1]
            c5, c6, a6, a9, b2 = P.bar**2 - P.l20**2, P.bar, s.a6(), s.theta4()[1], s.theta_rows(2)
            L_d, b2_d = a6 * (b2 @ v), rate(lambda y: Symbols(y, i).theta_rows(2), chi, v)
            a6_d = P.bar * P.l20 * (s.c2 * (b2 @ v) * L - s.s2 * L_d) / L**2
            a9_d = -(L**4 - c5**2) * L_d / (4 * c6**2 * L**3 * a9)
            b4_d = -((2 * L * L_d * a6 * b2 + (L**2 - c5) * (a6_d * b2 + a6 * b2_d)) * a9 * L
                     - (L**2 - c5) * a6 * b2 * (a9_d * L + 2 * a9 * L_d)) / (2 * c6 * a9**2 * L**3)
            np.testing.assert_allclose([a6_d, a9_d],
                                       [rate(lambda y: Symbols(y, i).a6(), chi, v),
                                        rate(lambda y: Symbols(y, i).theta4()[1], chi, v)], rtol=1e-9,
                                       atol=1e-13)
            assert relative(b4_d, rate(lambda y: Symbols(y, i).b4(), chi, v)) < HOLDS
    assert relative(b4_d, s.b4()) > FAILS


@pytest.mark.parametrize("i", LIMBS)
def test_right_as_printed(i):
    """Paper B, Eqs. (32), (49) for b_i4, (A2), (A4): hold without correction."""
    for chi, v in zip(POSES, SPEEDS):
        s = Symbols(chi, i)
        cos_d = gradient(lambda y: Symbols(y, i).theta4()[0], chi)
        assert relative(s.b4(), -cos_d / s.theta4()[1]) < HOLDS
        for j in (2, 3):
            a6 = (2 * (P.l2 if j == 2 else P.l3)**2 + (DL - C[j] * s.a3) * C[j]) / s.a5(j)
            np.testing.assert_allclose(a6 * rate(lambda y: Symbols(y, i).a3, chi, v),
                                       rate(lambda y: Symbols(y, i).a5(j), chi, v), rtol=1e-9, atol=1e-12)
    b = rate(lambda y: inverse(y), START, SPEEDS[0])
    np.testing.assert_allclose(b, jacobian(START) @ SPEEDS[0], rtol=1e-11)
