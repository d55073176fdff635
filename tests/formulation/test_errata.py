"""Every erratum of Paper A that concerns a formula: as printed it fails, as corrected it holds.

Numbers are those of theory section 9. The corrected formulas are the package's; the printed ones are written
here, where they can do no harm.
"""

import numpy as np
import pytest
from motions import ROUNDING, complex_step, taylor, two_bodies
from scipy.spatial.transform import Rotation

from fcclearn import AR_star, Model, Motion, couple, from_inertia, revolute, rod, spherical
from fcclearn.engine.dynamics import accelerations
from fcclearn.engine.kinematics import project_position, project_velocity
from fcclearn.engine.reactions import wrench
from fcclearn.formulation.algebra import skew
from fcclearn.formulation.coordinates import C_vector, S, V, full_coordinates
from fcclearn.formulation.mass import reduced_inertia_force

WRONG = 0.03
"""A printed formula that is wrong misses by more than this, on numbers of size one."""

MOMENTS = np.array([0.8, 0.4, 0.3])
"""Iu, Iv, Iw."""


def reduced_top(sign):
    """Torque-free reduced top, integrated by classical Runge-Kutta with the velocity force times a sign:
    angular momentum and energy histories."""
    Iu, Iv, Iw = MOMENTS
    model = Model(gravity=np.zeros(3), kind="reduced")
    body = model.body("top", from_inertia(1.0, [Iv + Iw, Iu + Iw, Iu + Iv]), angular_velocity=[0.3, 2.0, 0.4])
    system, solver = model.system, model.solver
    q, qd = system.layout.start()

    def qdd(q, qd):
        g = sign * reduced_inertia_force(qd, q, Iw)
        return solver.factor(system.mass(q), system.phi_q(q)).solve(g, system.gamma(q, qd))[0]

    momenta, energies, h = [], [], 0.02
    for _ in range(100):
        p = system.mass(q) @ qd
        momenta.append(np.cross(q.reshape(3, 3), p.reshape(3, 3)).sum(axis=0))
        energies.append(system.kinetic_energy(q, qd))
        k1, l1 = qd, qdd(q, qd)
        k2, l2 = qd + h / 2 * l1, qdd(q + h / 2 * k1, qd + h / 2 * l1)
        k3, l3 = qd + h / 2 * l2, qdd(q + h / 2 * k2, qd + h / 2 * l2)
        k4, l4 = qd + h * l3, qdd(q + h * k3, qd + h * l3)
        q, qd = q + h / 6 * (k1 + 2 * k2 + 2 * k3 + k4), qd + h / 6 * (l1 + 2 * l2 + 2 * l3 + l4)
        q = project_position(system, solver, q)
        qd = project_velocity(system, solver, q, qd)
    momenta = np.array(momenta)
    return np.abs(momenta - momenta[0]).max(), np.ptp(energies), body


def test_erratum_1_sign_of_Eq_108():
    """Paper A, Eq. (108): with the printed plus, or without the force, angular momentum is lost;
    energy never notices."""
    right, printed, omitted = (reduced_top(sign) for sign in (1, -1, 0))
    assert right[0] < 1e-5
    assert printed[0] > WRONG and omitted[0] > WRONG
    assert max(case[1] for case in (right, printed, omitted)) < 1e-4


def test_erratum_1_the_force_does_no_work_on_the_manifold():
    """Eq. (108): -V' M3 Vdot qd is perpendicular to every rigid velocity,
    which is why energy checks cannot see its sign."""
    R = Rotation.from_euler("zyx", [0.4, -0.3, 0.8]).as_matrix()
    omega = np.array([0.3, -1.0, 0.7])
    q = np.concatenate([np.zeros(3), R[:, 0], R[:, 1]])
    qd = np.concatenate([np.zeros(3), *np.cross(omega, R.T[:2])])
    force = reduced_inertia_force(qd, q, 0.3)
    assert abs(force @ qd) < ROUNDING and np.abs(force).max() > WRONG
    moment = np.cross(q.reshape(3, 3), force.reshape(3, 3)).sum(axis=0)
    w = R[:, 2]
    np.testing.assert_allclose(moment, -2 * 0.3 * (omega @ w) * np.cross(w, omega), atol=ROUNDING)


def test_erratum_2_sign_of_Eqs_116_and_119():
    """Paper A, Eqs. (116), (119): the force on the body of a hanging rod is -lam, upwards;
    +lam is what it does to the ground."""
    model = Model(gravity=[0, -9.81])
    bar = model.body("bar", rod(2.0, 1.0), along=([0, 0], [0, -1]))
    model.join(revolute(model.ground.point(), bar.point("start")), name="pin")
    run = model.simulate(0.1, samples=2)
    np.testing.assert_allclose(run.reaction("pin").force[0], [0, 19.62], atol=1e-8)
    cp = [k for k, row in enumerate(run.system.rows) if row.owner == "pin"]
    # CP(ground - bar): the bar has the place of j
    np.testing.assert_allclose(run.multipliers()[0, cp], [0, 19.62], atol=1e-8)
    assert model.joints["pin"].bodies[-1] is bar


def test_erratum_3_and_4_order_of_Eqs_111_and_112():
    """Paper A, Eqs. (111), (112): tau = b x f, and g = C_s' f;
    the printed f x b has the power -tau . omega."""
    model, _, body, rng = two_bodies(3, "ground", "full")
    tau, omega = np.array([2.0, -1.0, 3.0]), rng.normal(size=3)
    model.gravity[:] = 0
    force = model.apply(couple(body, tau))
    body.set_velocity(angular_velocity=omega)
    q, qd = model.system.layout.start()
    g = model.system.force(q, qd)
    arm, f = (x.at_start() for x in force.elements)
    turned = body.axes @ tau
    np.testing.assert_allclose(np.cross(arm, f), turned, atol=ROUNDING)
    np.testing.assert_allclose(np.cross(f, arm), -turned, atol=ROUNDING)
    np.testing.assert_allclose(g, C_vector(force.elements[0].local).T @ f, atol=ROUNDING)
    assert g @ qd == pytest.approx(turned @ omega)
    # velocity of O: Eq. (112) subtracts the power of -f there, which is -f already
    reference = np.array([0.5, -0.2, 0.1])
    tip = reference + np.cross(omega, arm)
    assert f @ tip + (-f) @ reference == pytest.approx(turned @ omega)
    assert abs(f @ tip - (-f) @ reference - turned @ omega) > WRONG


def test_erratum_5_a_frozen_lever_loses_a_global_moment():
    """Paper A, Eq. (113): s must stay perpendicular to tau;
    frozen in a body turned by phi it misses |tau| sin(phi)."""
    tau, s, phi = np.array([0, 0, 1.0]), np.array([1.0, 0, 0]), 0.5
    R = Rotation.from_rotvec(phi * np.cross(tau, s)).as_matrix()                  # turns s towards tau
    frozen = np.cross(R @ s, np.cross(tau, R @ s))
    assert np.linalg.norm(frozen - tau) == pytest.approx(np.sin(phi))
    R = Rotation.from_rotvec(phi * tau).as_matrix()                               # about tau only: no loss
    np.testing.assert_allclose(np.cross(R @ s, np.cross(tau, R @ s)), tau, atol=ROUNDING)


def test_erratum_6_mixed_derivative():
    """Paper A, Eqs. (6), (94), (96):
    AR* with a moving vector needs its rate in nu and 2 Phi_qt qd in gamma."""
    model, _, body, rng = two_bodies(3, "ground", "full")
    turning = [Motion(np.cos, lambda t: -np.sin(t), lambda t: -np.cos(t)),
               Motion(np.sin, np.cos, lambda t: -np.sin(t)), Motion.constant(0.0)]
    angle = Motion.polynomial(0.9, 0.4, -0.3)
    s = body.vector(0.0, 1.0, 0.0)
    model.join(AR_star(s, turning, angle))
    system, t = model.system, 0.3
    q, qd, qdd = body.q, 3 * rng.normal(size=12), rng.normal(size=12)
    _, rate, acceleration = taylor(lambda h: system.phi(q + h * qd + h * h / 2 * qdd, t + h)[-1:])
    row = system.phi_q(q, t).toarray()[-1]
    theta, thetad, thetadd = angle(t)
    printed_nu = -np.sin(theta) * thetad
    printed_gamma = -(np.cos(theta) * thetad**2 + np.sin(theta) * thetadd)
    assert abs(row @ qd - printed_nu - rate[0]) > WRONG
    assert abs(row @ qdd - printed_gamma - acceleration[0]) > WRONG
    direction, turn = np.array([m(t) for m in turning]).T[:2]
    sd = C_vector(s.local) @ qd
    assert system.nu(q, t)[-1] == pytest.approx(printed_nu - s.at_start() @ turn)
    assert system.gamma(q, qd, t)[-1] == pytest.approx(printed_gamma - 2 * sd @ turn
                                                       + s.at_start() @ direction)


def test_erratum_7_shapes_of_Eq_72():
    """Paper A, Eqs. (72), (92): q' S V does not conform; q' V' S' does."""
    q = np.random.default_rng(0).normal(size=9)
    with pytest.raises(ValueError):
        q @ S(3, "reduced") @ V(q, 3, "reduced")
    np.testing.assert_allclose(q @ V(q, 3, "reduced").T @ S(3, "reduced").T,
                               full_coordinates(q, 3, "reduced"), atol=ROUNDING)


def test_erratum_8_weight_of_a_reduced_body_is_constant():
    """Paper A, section 4.3.3 says that it always depends on q: not where the force has no arm along w."""
    rng = np.random.default_rng(1)
    C = np.kron([1.0, 0.3, -0.2, 0.0], np.eye(3))
    first, second = (V(rng.normal(size=9), 3, "reduced").T @ C.T @ [0, 0, -9.81] for _ in range(2))
    np.testing.assert_allclose(first, second, atol=ROUNDING)


def test_erratum_9_degree_of_reduced_rows():
    """Paper A says at most quadratic:
    between two w of reduced bodies the degree is four (scaling of the axes)."""
    model, i, j, rng = two_bodies(3, "reduced", "reduced")
    from fcclearn import CAR
    model.join(CAR(i.vector(0, 0, 1), j.vector(0, 0, 1)))
    q = rng.normal(size=18)
    value = model.system.phi(q)[-1]
    assert model.system.phi(2 * q)[-1] == pytest.approx(16 * value)


def test_erratum_10_diagonal_mass_needs_principal_axes():
    """Paper A, Eqs. (101), (103): about another point, or skew axes, the mass matrix is not diagonal."""
    from fcclearn.formulation.mass import mass_matrix
    for solid in (from_inertia(1.0, [1, 1, 1], com=[0.1, 0, 0]),
                  from_inertia(1.0, [[1, 0.1, 0], [0.1, 1, 0], [0, 0, 1]])):
        M = mass_matrix(solid.P)
        assert np.abs(M - np.diag(M.diagonal())).max() > WRONG


def test_trap_11_two_matrices_called_V():
    """Paper A, Eqs. (14), (18): Eq. (14) gives positions, Eq. (18) rates; exchanged, both are wrong."""
    q = np.concatenate([np.zeros(3), *Rotation.from_euler("zyx", [0.4, -0.3, 0.8]).as_matrix().T[:2]])
    V14 = np.vstack([np.eye(9), np.hstack([np.zeros((3, 6)), skew(q[3:6])])])
    V18, S3 = V(q, 3, "reduced"), S(3, "reduced")
    q3 = full_coordinates(q, 3, "reduced")
    np.testing.assert_allclose(V14 @ q, q3, atol=ROUNDING)
    np.testing.assert_allclose(S3 @ V18 @ q, q3, atol=ROUNDING)
    jacobian = complex_step(lambda x: full_coordinates(x, 3, "reduced"), q)
    np.testing.assert_allclose(V18, jacobian, atol=ROUNDING)
    assert np.abs(V18 @ q - q3).max() > WRONG
    assert np.abs(S3 @ V18 - jacobian).max() > WRONG and np.abs(V14 - jacobian).max() > WRONG


def test_trap_12_w_shrinks_off_the_manifold():
    """|w| - 1 = (|u| - 1) + (|v| - 1) to first order, and |w| = sin of the angle between u and v."""
    w = full_coordinates([0, 0, 0, 1.001, 0, 0, 0, 1.002, 0], 3, "reduced")[9:]
    assert np.linalg.norm(w) - 1 == pytest.approx(0.003, abs=1e-5)


def test_trap_13_mirror_triads_satisfy_the_six_equations():
    model = Model(gravity=np.zeros(3))
    body = model.body("b", from_inertia(1.0, [1, 1, 1]))
    body.blocks[3] *= -1
    q = body.q
    assert np.abs(model.system.phi(q)).max() < ROUNDING
    assert np.linalg.matrix_rank(model.system.phi_q(q).toarray()) == 6


def test_trap_14_coincident_vectors_break_a_plain_solver():
    """CP + CV has rank 5 of 6: a plain solve of Eq. (9) raises nothing and is wrong;
    the package's is right."""
    model = Model(gravity=[0, 0, -9.81])
    R = Rotation.from_euler("zyx", [0.4, -0.3, 0.8]).as_matrix()
    body = model.body("b", from_inertia(1.0, [1.0, 1.1, 0.9], com=[0.3, 0.2, 0.5]), axes=R)
    model.join(revolute(model.ground.point(), body.point(), axis=R @ [0.48, 0.6, 0.64], form="CV"))
    system = model.system
    q, qd = system.layout.start()
    J = system.phi_q(q).toarray()
    K = np.block([[system.mass(q).toarray(), J.T], [J, np.zeros((system.m, system.m))]])
    assert np.linalg.cond(K) > 1e14
    qdd, p = accelerations(system, model.solver, q, qd)
    np.testing.assert_allclose(system.mass(q) @ qdd + p, system.force(q, qd), atol=1e-8)
    np.testing.assert_allclose(J @ qdd, system.gamma(q, qd), atol=1e-8)


def test_trap_16_multipliers_are_not_forces():
    """Rigid-body multipliers make no force and no moment on their body, whatever their size."""
    model, _, body, rng = two_bodies(3, "ground", "reduced")
    q = body.q
    G = -model.system.phi_q(q).T @ rng.normal(size=3)
    force, moment = wrench(model.system.layout, body, q, G)
    np.testing.assert_allclose(force, 0, atol=ROUNDING)
    np.testing.assert_allclose(moment, 0, atol=ROUNDING)


def test_singular_mass_matrices_are_normal():
    """A slender rod in a spherical joint spins about itself without inertia:
    accelerations of its axis are right all the same."""
    for kind in ("full", "reduced"):
        model = Model(gravity=[0, 0, -9.81], kind=kind)
        bar = model.body("bar", rod(1.0, 2.0), along=([0, 0, 0], [2, 0, 0]))
        model.join(spherical(model.ground.point(), bar.point("start")))
        for penalty in (1e6, 1e9):
            qdd, _ = accelerations(model.system, model.solver, *model.system.layout.start(), penalty=penalty)
            u = model.system.layout.place[bar][0][1]
            np.testing.assert_allclose(qdd[u], [0, 0, -9.81 * 3 / 4], atol=1e-7)
        run = model.simulate(0.5, samples=3)
        np.testing.assert_allclose(run.energy(), 0.0, atol=1e-6)
