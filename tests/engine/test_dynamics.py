"""Motion against roads that share nothing with the package:
Euler's equations, minimal coordinates, closed forms."""

import numpy as np
import pytest
from motions import ROUNDING, solid, two_bodies
from scipy.integrate import solve_ivp
from scipy.spatial.transform import Rotation

from fcclearn import (
    Force,
    Model,
    Motion,
    box,
    disc,
    from_inertia,
    moment,
    point_force,
    point_mass,
    revolute,
    rod,
    rotated_AR,
    spherical,
    spring,
    torsional_spring,
)
from fcclearn.engine import dynamics
from fcclearn.formulation.joints import angle_vectors

TOLERANCE = 1e-11
"""Relative tolerance of the independent integrations."""

TRAJECTORY = 1e-7
"""Two integrations of smooth motions over a few seconds at relative tolerances of 1e-9 and 1e-11."""

TWO_KINDS = 1e-8
"""Full and reduced bodies over a second, both integrated at 1e-11."""

BALANCE = 1e-9
"""Power balances at one instant, of numbers of size up to a hundred, through the penalty solve."""

TENSOR = np.diag([0.5, 0.9, 1.2])


def euler(omega, R, duration):
    """Torque-free rigid body: I omegad = -omega x I omega in body axes, Rd = R skew(omega)."""
    def rates(t, state):
        w, A = state[:3], state[3:].reshape(3, 3)
        return np.append(-np.linalg.solve(TENSOR, np.cross(w, TENSOR @ w)), (A @ hat(w)).ravel())
    end = solve_ivp(rates, (0, duration), np.append(omega, R.ravel()), method="DOP853", rtol=TOLERANCE,
                    atol=TOLERANCE).y[:, -1]
    return end[:3], end[3:].reshape(3, 3)


def hat(a):
    return np.array([[0, -a[2], a[1]], [a[2], 0, -a[0]], [-a[1], a[0], 0]])


@pytest.mark.parametrize("reference", [[0, 0, 0], [0.3, -0.2, 0.4]],
                         ids=["about the centre of mass", "about another point"])
@pytest.mark.parametrize("kind", ["full", "reduced"])
def test_torque_free_top(kind, reference):
    """Paper A, Eqs. (105)-(108): an asymmetric top that tumbles freely,
    against Euler's equations (this is what a wrong sign in Eq. (108) fails).

    Energy and constraints do not notice that sign: the force does no work (erratum 1).
    """
    model = Model(gravity=np.zeros(3), kind=kind)
    R, omega = Rotation.from_euler("zyx", [0.4, -0.3, 0.8]).as_matrix(), np.array([0.3, 2.0, 0.4])
    reference = np.array(reference)
    body = model.body("top", from_inertia(2.0, TENSOR, com=-reference), at=R @ reference, axes=R)
    world = R @ omega
    body.set_velocity(np.cross(world, R @ reference), world)
    run = model.simulate(3.0, samples=3, rtol=1e-10)
    w, A = euler(omega, R, 3.0)
    np.testing.assert_allclose(run.position(body.vector(1, 0, 0))[-1], A[:, 0], atol=TRAJECTORY)
    np.testing.assert_allclose(run.position(body.vector(0, 0, 1))[-1], A[:, 2], atol=TRAJECTORY)
    np.testing.assert_allclose(run.angular_velocity("top")[-1], A @ w, atol=TRAJECTORY)
    np.testing.assert_allclose(run.angular_momentum(), np.tile(R @ TENSOR @ omega, (3, 1)), atol=TRAJECTORY)
    np.testing.assert_allclose(run.position("top.com"), 0, atol=TRAJECTORY)
    np.testing.assert_allclose(run.kinetic_energy(), 0.5 * omega @ TENSOR @ omega, atol=TRAJECTORY)


@pytest.mark.parametrize("kind", ["full", "reduced"])
def test_accelerations_of_a_free_body_are_newton_and_euler(kind):
    """Paper A, Eqs. (7)-(9): a general body with a general reference point, under a force and a moment:
    m a_C = F, I alpha + omega x I omega = M_C."""
    model, _, body, rng = two_bodies(3, "ground", kind)
    P, f, tau = body.point(0.4, -0.1, 0.3), rng.normal(size=3), rng.normal(size=3)
    model.apply(point_force(P, f))
    model.apply(moment(body, tau))
    body.set_velocity(rng.normal(size=3), rng.normal(size=3))
    q, qd = model.system.layout.start()
    qdd, _ = dynamics.accelerations(model.system, model.solver, q, qd)
    ydd = model.system.ydd(q, qd, qdd)
    index, _ = model.system.layout.place[body]
    rdd, axes_dd = ydd[index[0]], ydd[index[1:]]
    omega, A = spin(body), body.axes
    com = A @ body.solid.com
    alpha = 0.5 * np.cross(body.blocks[1:], axes_dd).sum(axis=0)
    a_C = rdd + np.cross(alpha, com) + np.cross(omega, np.cross(omega, com))
    np.testing.assert_allclose(1.7 * a_C, f + 1.7 * model.gravity, atol=BALANCE)
    I = A @ body.solid.inertia @ A.T
    M_C = tau + np.cross(P.at_start() - body.point("com").at_start(), f)
    np.testing.assert_allclose(I @ alpha + np.cross(omega, I @ omega), M_C, atol=BALANCE)


def spin(body):
    """Angular velocity that a body starts with, from its axes' rates."""
    return 0.5 * np.cross(body.blocks[1:], body.block_rates[1:]).sum(axis=0)


@pytest.mark.parametrize("kind", ["full", "reduced"])
def test_spherical_pendulum(kind):
    """A heavy point mass on a massless link, in spherical angles
    (theory erratum 1: a wrong Eq. (108) moves it by a metre in 3 s)."""
    length, g = 1.3, 9.81
    # from the downward vertical, and about it
    theta, rate = 1.0, 1.5
    model = Model(gravity=[0, 0, -g], kind=kind)
    down = np.array([np.sin(theta), 0, -np.cos(theta)])
    # the mass lies on w, where the reduced body is nonlinear
    axes = np.column_stack([np.cross([0, 1, 0], down), [0, 1, 0], down])
    bob = model.body("bob", from_inertia(2.0, [1e-3, 1e-3, 1e-3], com=[0, 0, length]), axes=axes)
    bob.set_velocity(angular_velocity=[0, 0, rate])
    model.join(spherical(model.ground.point(), bob.point()))
    run = model.simulate(2.0, samples=5, rtol=1e-10)
    I = np.diag([2.0 * length**2 + 1e-3, 2.0 * length**2 + 1e-3, 1e-3])

    def rates(t, state):                                             # Euler about the pivot, in body axes
        w, A = state[:3], state[3:].reshape(3, 3)
        torque = np.cross([0, 0, length], A.T @ [0, 0, -2.0 * g])
        return np.append(np.linalg.solve(I, torque - np.cross(w, I @ w)), (A @ hat(w)).ravel())

    start = np.append(axes.T @ [0, 0, rate], axes.ravel())
    exact = solve_ivp(rates, (0, 2), start, method="DOP853", rtol=TOLERANCE, atol=TOLERANCE,
                      t_eval=run.t).y[3:].reshape(3, 3, -1)
    np.testing.assert_allclose(run.position("bob.com"), length * exact[:, 2].T, atol=TRAJECTORY)


def spatial_double_pendulum(kinds, form="CAR"):
    """Two bodies without symmetry: a spherical joint to the ground and a skew revolute joint between them."""
    model = Model(gravity=[0, 0, -9.81])
    upper = model.body("upper", solid(), kind=kinds[0],
                       axes=Rotation.from_euler("xyz", [0.3, 0.5, -0.2]).as_matrix())
    lower = model.body("lower", solid(), kind=kinds[1], at=[0.4, 0.9, -0.3],
                       axes=Rotation.from_euler("xyz", [-0.7, 0.1, 0.9]).as_matrix())
    model.join(spherical(model.ground.point(), upper.point()), name="shoulder")
    hinge = [0.2, 0.5, -0.1]
    model.join(revolute(upper.point_at(hinge), lower.point_at(hinge), axis=[1, 2, -1], form=form),
               name="elbow")
    upper.set_velocity(angular_velocity=[0.5, -0.4, 1.0])
    lower.set_velocity(np.cross([0.5, -0.4, 1.0], [0.4, 0.9, -0.3]), [0.5, -0.4, 1.0])
    return model


@pytest.mark.parametrize("kinds, form", [(("reduced", "reduced"), "CAR"), (("full", "reduced"), "CAR"),
                                         (("full", "full"), "CV"), (("reduced", "reduced"), "CV")])
def test_full_and_reduced_bodies_move_alike(kinds, form):
    """A double spatial pendulum:
    trajectories and reactions are the same for every kind of body and form of joint."""
    runs = [spatial_double_pendulum(*case).simulate(1.0, samples=11, rtol=1e-11)
            for case in ((("full", "full"), "CAR"), (kinds, form))]
    for point in ("upper.com", "lower.com"):
        np.testing.assert_allclose(runs[1].position(point), runs[0].position(point), atol=TWO_KINDS)
    for joint in ("shoulder", "elbow"):
        first, second = (run.reaction(joint) for run in runs)
        np.testing.assert_allclose(second.force, first.force, atol=1e-6)
        np.testing.assert_allclose(second.moment, first.moment, atol=1e-6)


def test_planar_bodies_need_only_their_moment_of_inertia():
    """Full planar bodies with the same J11 + J22 move alike, however it is split (theory section 5)."""
    ends = []
    for tensor in ([0.1, 0.4, 0.5], [0.25, 0.25, 0.5], [0.0, 0.5, 0.5]):
        model = Model(gravity=[0, -9.81])
        bar = model.body("bar", from_inertia(1.0, tensor, com=[0.4, 0.1, 0]), angular_velocity=1.0)
        model.join(revolute(model.ground.point(), bar.point()))
        ends.append(model.simulate(1.0, samples=2).position("bar.com")[-1])
    np.testing.assert_allclose(ends[1:], [ends[0]] * 2, atol=TRAJECTORY)


# -------------------------------------------------------------------- energy, momentum, power


@pytest.mark.parametrize("dimension", [2, 3])
@pytest.mark.parametrize("kinds", [("full", "full"), ("reduced", "full")])
def test_momentum_of_bodies(dimension, kinds):
    """Against m v_C and r_C x m v_C + I omega of each body, at one instant."""
    model, i, j, rng = two_bodies(dimension, *kinds)
    linear, angular = np.zeros(dimension), 0.0
    for body in (i, j):
        omega = rng.normal(size=3) if dimension == 3 else rng.normal()
        body.set_velocity(rng.normal(size=dimension), omega)
        r, v = body.point("com").at_start(), body.point("com").rate_at_start()
        linear = linear + 1.7 * v
        I = body.solid.inertia
        spin = body.axes @ I @ body.axes.T @ omega if dimension == 3 else I[2, 2] * omega
        angular = angular + 1.7 * (np.cross(r, v) if dimension == 3 else r[0] * v[1] - r[1] * v[0]) + spin
    found = dynamics.momentum(model.system, *model.system.layout.start())
    np.testing.assert_allclose(found[0], linear, atol=ROUNDING)
    np.testing.assert_allclose(found[1], angular, atol=10 * ROUNDING)


def driven_and_damped(kind):
    """A crank with a motor by a driver, a rod hinged to it with a torsional spring and damper,
    a spring with damper and actuator to the ground, a drag."""
    model = Model(gravity=[0, -9.81], kind=kind)
    crank = model.body("crank", rod(1.0, 0.5), along=([0, 0], [0.5, 0]))
    link = model.body("link", rod(2.0, 0.8), along=([0.5, 0], [0.5, 0.8]))
    model.join(revolute(model.ground.point(), crank.point("start")), name="main")
    model.join(revolute(crank.point("end"), link.point("start")), name="pin")
    model.join(rotated_AR(*angle_vectors(model.ground, crank), Motion.polynomial(0, 2.0, 1.5)), name="motor")
    model.apply(torsional_spring(model.dial(crank, link), 3.0, angle=0.2, damping=0.1))
    model.apply(spring(model.ground.point(1, 1), link.point("end"), 20.0, damping=2.0,
                       actuator=lambda t: 3 * np.cos(t)))
    model.apply(moment(link, lambda t: 0.7 * t))
    model.assemble()
    return model


@pytest.mark.parametrize("kind", ["full", "reduced"])
def test_energy_changes_by_the_power_of_drivers_and_forces(kind):
    """dE/dt = driver power + power of dampers, actuators and motors:
    by the accelerations at one instant, and over a run."""
    run = driven_and_damped(kind).simulate(1.0, samples=401, rtol=1e-10)
    power = run.driver_power() + run.applied_power()
    h = run.t[1]
    energy = run.energy()
    slope = (energy[:-4] - 8 * energy[1:-3] + 8 * energy[3:-1] - energy[4:]) / (12 * h)
    np.testing.assert_allclose(slope, power[2:-2], atol=1e-5)
    assert np.ptp(energy) > 1.0
    assert np.abs(run.driver_power()).max() > 1.0 and np.abs(run.applied_power()).max() > 1.0


def test_driver_power_is_effort_times_speed():
    run = driven_and_damped("full").simulate(0.5, samples=6)
    np.testing.assert_allclose(run.driver_power(), run.effort("motor") * (2.0 + 3.0 * run.t), rtol=1e-9)


def test_applied_power_leaves_conservative_forces_out():
    model = Model(gravity=[0, -9.81])
    bob = model.body("bob", point_mass(2.0), kind="point", at=[1, 0], velocity=[3, 4])
    model.apply(spring(model.ground.point(), bob.point(), 5.0, length=0.2))
    model.apply(point_force(bob.point(), [1.0, 2.0]))
    q, qd = model.system.layout.start()
    assert dynamics.applied_power(model.system, q, qd) == pytest.approx(0, abs=ROUNDING)
    model.apply(point_force(bob.point(), lambda t: np.array([0.5, t])))
    assert dynamics.applied_power(model.system, q, qd, 2.0) == pytest.approx(0.5 * 3 + 2.0 * 4)


def test_energy_and_baumgarte_terms():
    """Energy is T + U; alpha and beta enter with gamma - 2 alpha (Phi_q qd - nu) - beta^2 Phi."""
    model = spatial_double_pendulum(("full", "reduced"))
    system, (q, qd) = model.system, model.system.layout.start()
    rng = np.random.default_rng(0)
    q, qd = q + 0.01 * rng.normal(size=q.size), qd + 0.01 * rng.normal(size=q.size)
    qdd, p = dynamics.accelerations(system, model.solver, q, qd, alpha=3.0, beta=5.0)
    J = system.phi_q(q)
    gamma = system.gamma(q, qd) - 6.0 * (J @ qd - system.nu(q)) - 25.0 * system.phi(q)
    np.testing.assert_allclose(J @ qdd, gamma, atol=1e-8)
    np.testing.assert_allclose(dynamics.constraint_force(system, q, qd, qdd), p, atol=1e-6)
    assert dynamics.energy(system, q, qd) == system.kinetic_energy(q, qd) + system.potential_energy(q)


def test_each_baumgarte_term_by_itself():
    model = spatial_double_pendulum(("full", "reduced"))
    system, (q, qd) = model.system, model.system.layout.start()
    rng = np.random.default_rng(0)
    q, qd = q + 0.01 * rng.normal(size=q.size), qd + 0.01 * rng.normal(size=q.size)
    J = system.phi_q(q)
    for alpha, beta in ((3.0, 0.0), (0.0, 5.0), (0.0, 0.0)):
        terms = {name: value for name, value in (("alpha", alpha), ("beta", beta)) if value}
        for qdd, _ in (dynamics.accelerations(system, model.solver, q, qd, **terms),
                       dynamics.accelerations_of(system.state(q, qd), model.solver, **terms)):
            np.testing.assert_allclose(J @ qdd, system.gamma(q, qd) - 2 * alpha * (J @ qd)
                                       - beta**2 * system.phi(q), atol=1e-8)


def test_time_is_zero_unless_given():
    """Drivers and forces that depend on time: without t, everything is said of t = 0."""
    model = driven_and_damped("full")
    model.apply(Force([model.bodies["link"].point()], lambda t, x, xd: 0 * x, potential=lambda t, x: 7.0 * t))
    system, (q, qd) = model.system, model.system.layout.start()
    qdd, p = dynamics.accelerations(system, model.solver, q, qd)
    lam = dynamics.multipliers(system, q, p)
    np.testing.assert_allclose(qdd, dynamics.accelerations(system, model.solver, q, qd, 0.0)[0])
    np.testing.assert_allclose(lam, dynamics.multipliers(system, q, p, 0.0))
    np.testing.assert_allclose(dynamics.constraint_force(system, q, qd, qdd), p, atol=1e-6)
    for what in (lambda *t: dynamics.energy(system, q, qd, *t),
                 lambda *t: dynamics.applied_power(system, q, qd, *t),
                 lambda *t: dynamics.driver_power(system, q, lam, *t),
                 lambda *t: dynamics.efforts(system, "motor", q, lam, *t)):
        assert what() == pytest.approx(what(0.0), rel=ROUNDING) != pytest.approx(what(1.0))


# -------------------------------------------------------------------- inverse dynamics


@pytest.mark.parametrize("dimension, kind", [(2, "full"), (2, "reduced"), (3, "full"), (3, "reduced")])
def test_inverse_dynamics_of_a_driven_pendulum(dimension, kind):
    """Motor torque = I theta'' + m g l/2 cos(theta), for a rod about its end."""
    model = Model(gravity=[0, -9.81, 0][:dimension], kind=kind)
    z, end = [0, 0, 1], [0.8, 0, 0][:dimension]
    bar = model.body("bar", rod(3.0, 0.8), along=(np.zeros(dimension), end))
    model.join(revolute(model.ground.point(), bar.point("start"), axis=z))
    model.join(rotated_AR(*angle_vectors(model.ground, bar, z), Motion.polynomial(0.3, -1.0, 2.0)),
               name="motor")
    times = np.linspace(0, 2, 21)
    torque = model.inverse_dynamics(times)
    theta = 0.3 - times + 2 * times**2
    assert list(torque) == ["motor"]
    np.testing.assert_allclose(torque["motor"], 3.0 * 0.64 / 3 * 4.0 + 3.0 * 9.81 * 0.4 * np.cos(theta),
                               atol=1e-11)


def test_inverse_and_forward_dynamics_agree():
    """The torque that a driver needs, applied as a motor torque in its place, makes the same motion."""
    angle = Motion.polynomial(0.0, 1.0, 0.5)
    driven = two_link_arm()
    driven.join(rotated_AR(*angle_vectors(driven.ground, driven.bodies["upper"]), angle),
                name="shoulder motor")
    driven.join(rotated_AR(*angle_vectors(driven.bodies["upper"], driven.bodies["fore"]),
                           Motion.polynomial(0, -2.0, 0.3)), name="elbow motor")
    driven.assemble()
    times = np.linspace(0, 1, 201)
    torque = {name: Motion.samples(times, values).value
              for name, values in driven.inverse_dynamics(times).items()}
    free = two_link_arm()
    free.apply(point_force(free.dial(free.ground, free.bodies["upper"]),
                           lambda t: np.array([torque["shoulder motor"](t), 0])))
    free.apply(point_force(free.dial(free.bodies["upper"], free.bodies["fore"]),
                           lambda t: np.array([torque["elbow motor"](t), 0])))
    for name, body in free.bodies.items():
        if name in driven.bodies:
            body.blocks, body.block_rates = driven.bodies[name].blocks, driven.bodies[name].block_rates
    free.assemble()
    end = free.simulate(1.0, samples=2).position("fore.end")[-1]
    np.testing.assert_allclose(end, driven.last_run.position("fore.end")[-1], atol=1e-5)


def two_link_arm():
    model = Model(gravity=[0, -9.81])
    upper = model.body("upper", rod(2.0, 0.5), along=([0, 0], [0.5, 0]))
    fore = model.body("fore", rod(1.0, 0.4), along=([0.5, 0], [0.9, 0]))
    model.join(revolute(model.ground.point(), upper.point("start")))
    model.join(revolute(upper.point("end"), fore.point("start")))
    return model


def test_momentum_in_free_flight():
    """The horizontal momentum is kept, the vertical one falls by m g t."""
    model = Model(gravity=[0, -9.81])
    model.body("disc", disc(2.0, 0.3), velocity=[1, 2], angular_velocity=5.0)
    model.body("box", box(1.0, [0.1, 0.2, 0.3]), at=[3, 0], velocity=[0, 1])
    run = model.simulate(0.5, samples=3)
    np.testing.assert_allclose(run.momentum()[:, 0], 2.0, atol=1e-8)
    np.testing.assert_allclose(run.momentum()[:, 1], 5.0 - 3 * 9.81 * run.t, atol=1e-6)
