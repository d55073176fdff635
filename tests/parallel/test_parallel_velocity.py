"""Velocities, accelerations, Jacobian and its rate: Paper B, Eqs. (19)-(32), (48)-(50), appendix A."""
import numpy as np
import pytest
from parallel_helpers import POSES, REFERENCE_DIGITS, ROUNDING, SPEEDS, START, gradient, rate, relative

from fcclearn.parallel.arrays import components
from fcclearn.parallel.geometry import SingularPose
from fcclearn.parallel.position import angles, inverse, posture
from fcclearn.parallel.simulation import paper_motion
from fcclearn.parallel.velocity import (
    actuator_acceleration,
    actuator_velocity,
    condition,
    gradient_rates,
    gradients,
    inverse_jacobian,
    jacobian,
    jacobian_rate,
    platform_acceleration,
    platform_velocity,
)

DIFFERENCE = 1e-7       # relative: central differences of step 1e-5 lose about half of the digits


def test_jacobian_by_complex_step():
    """Paper B, Eqs. (19), (21), (26)-(28): J = dL/dchi."""
    for chi in POSES:
        assert relative(jacobian(chi), gradient(inverse, chi)) < ROUNDING


def test_jacobian_by_differences_of_the_angles():
    """Paper B, Eqs. (20), (23)-(25), (48):
    the rows b_i1, b_i2, b_i3 have the signs of the angles themselves."""
    h = 1e-5
    for chi in POSES:
        q = posture(chi)
        rows = gradients(q)
        for name, b in (("theta1", rows.b1), ("theta2", rows.b2), ("theta3", rows.b3)):
            numeric = np.stack([(getattr(angles(chi + h * e), name) - getattr(angles(chi - h * e), name))
                                / (2 * h) for e in np.eye(4)])
            assert relative(b, numeric) < DIFFERENCE
        assert relative(rows.g, gradient(lambda x: posture(x).rho, chi).T) < ROUNDING


def test_rates_of_the_rows_by_complex_step():
    """Paper B, Eqs. (A1)-(A5), (B3): the time derivatives of b_i1, b_i2, b_i3."""
    for chi, chi_d in zip(POSES, SPEEDS):
        found = gradient_rates(posture(chi), gradients(posture(chi)), components(chi_d))
        for b_d, name in zip(found, ("b1", "b2", "b3")):
            assert relative(b_d, rate(lambda x: getattr(gradients(posture(x)), name), chi, chi_d)) < ROUNDING


def test_jacobian_rate_by_complex_step():
    """Paper B, Eqs. (30)-(32)."""
    for chi, chi_d in zip(POSES, SPEEDS):
        assert relative(jacobian_rate(chi, chi_d), rate(jacobian, chi, chi_d)) < ROUNDING


def test_acceleration_by_differentiating_velocity():
    """Paper B, Eq. (29), with chi(t) = chi + chi_d t + chi_dd t^2 / 2; a lost J_d chi_d is seen."""
    chi_dd = np.array([100.0, -200.0, 50.0, 4.0])
    h = 1e-30
    for chi, chi_d in zip(POSES, SPEEDS):
        numeric = (jacobian(chi + 1j * h * chi_d) @ (chi_d + 1j * h * chi_dd)).imag / h
        assert relative(actuator_acceleration(chi, chi_d, chi_dd), numeric) < ROUNDING


def test_both_ways():
    """Paper B, Eqs. (26), (29), solved for the platform."""
    chi_dd = 10 * SPEEDS[::-1]
    V, A = actuator_velocity(POSES, SPEEDS), actuator_acceleration(POSES, SPEEDS, chi_dd)
    np.testing.assert_allclose(platform_velocity(POSES, V), SPEEDS, rtol=0, atol=1e-11 * 100)
    np.testing.assert_allclose(platform_acceleration(POSES, SPEEDS, A), chi_dd, rtol=0, atol=1e-11 * 1000)


def test_one_velocity_for_many_poses():
    assert relative(jacobian_rate(POSES, SPEEDS[0])[2], jacobian_rate(POSES[2], SPEEDS[0])) < ROUNDING


@pytest.mark.parametrize("t, V, A", [
    (0, [0, 0, 0, 0], [0, 0, 0, 0]),
    (1, [0.08590059163, 1.047128773, 2.204398779, 1.620343066],
     [0.4863101219, 2.312427138, 4.636989991, 3.387583968]),
    (2, [3.460463629, 6.236467675, 10.65345277, 7.446807138],
     [9.212459962, 9.623381733, 13.35853622, 8.490620035]),
])
def test_reference_velocities_and_accelerations(t, V, A):
    """Paper B, Eqs. (26), (29), along the paper's motion."""
    chi, chi_d, chi_dd = paper_motion(t)
    np.testing.assert_allclose(actuator_velocity(chi, chi_d), V, rtol=REFERENCE_DIGITS)
    np.testing.assert_allclose(actuator_acceleration(chi, chi_d, chi_dd), A, rtol=REFERENCE_DIGITS)


def test_reference_jacobian():
    """Paper B, Eq. (27), at the initial pose."""
    np.testing.assert_allclose(jacobian(START), [
        [-0.2622757241, 0.005457669158, 0.2771861608, -2.858719599],
        [0.1417539263, -0.09643007484, 0.242698789, -5.059466535],
        [0.02750974027, 0.2999036989, 0.2804443541, -8.704978437],
        [-0.07337620353, 0.001526878038, 0.4711524426, -0.7997766161],
    ], rtol=REFERENCE_DIGITS)
    np.testing.assert_allclose(condition(START), 7.0, atol=0.05)


@pytest.mark.parametrize("chi, words", [
    ([10.0, 0.0, 110.0, 0.0], r"pose \(10, 0, 110, 0\) is singular: the condition number "
     r"of J is .*can still move"),
    ([40.0, 0.0, 130.0, 0.0], "limb 1: R_i10 is on the axis of R_i3"),
])
def test_singular_poses_get_one_sentence(chi, words):
    with pytest.raises(SingularPose, match=words) as error:
        inverse_jacobian(chi)
    assert "\n" not in str(error.value)


def test_the_singular_pose_of_many_is_named():
    with pytest.raises(SingularPose, match=r"pose \(10, 0, 110, 1e-12\) is singular"):
        inverse_jacobian([[5.0, 0.0, 110.0, 0.3], [10.0, 0.0, 110.0, 1e-12]])


def test_no_error_near_but_not_at_a_singularity():
    chi = [10.0, 0.0, 110.0, 1e-4]
    V = actuator_velocity(chi, [1.0, 2.0, 3.0, 0.1])
    np.testing.assert_allclose(platform_velocity(chi, V), [1.0, 2.0, 3.0, 0.1],
                               rtol=1e-16 * 1e3 * condition(chi))


def test_bad_velocity_is_named():
    with pytest.raises(ValueError, match="the velocity has a component that is not finite"):
        jacobian_rate(START, [0.0, np.inf, 0.0, 0.0])


def test_limit_of_a_sinking_platform():
    """On the axis by symmetry: V_1 = V_2 = V_3, and turning moves no actuator at alpha = 0 (first order)."""
    J = jacobian([0.0, 0.0, 120.0, 0.0])
    np.testing.assert_allclose(J[:3, 2], J[0, 2], rtol=ROUNDING)
    np.testing.assert_allclose(J[:, 3], 0, atol=1e-13)
    assert J[0, 2] > 0          # deeper needs longer actuators


def test_straight_limb_is_singular():
    q = posture(START)
    with pytest.raises(SingularPose, match="limb 1: it is straight or folded"):
        gradients(q._replace(c3=-q.c2, s3=q.s2))
