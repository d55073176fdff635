"""Applied forces: their power is that of the force on the moving point,
their wrench is the one given, for every body."""

import numpy as np
import pytest
from motions import ROUNDING, two_bodies

from fcclearn import (
    Force,
    Model,
    box,
    couple,
    disc,
    moment,
    point_force,
    point_mass,
    revolute,
    rod,
    spring,
    torsional_spring,
)
from fcclearn.engine.dynamics import accelerations
from fcclearn.engine.reactions import wrench
from fcclearn.formulation.body import Ground
from fcclearn.formulation.coordinates import rates

BODIES = [(2, "full"), (2, "reduced"), (3, "full"), (3, "reduced")]


def one_body(dimension, kind, force):
    """A body in a general pose and rigid motion, without weight; a force made for it;
    q, qd, velocity, angular velocity."""
    model, _, body, rng = two_bodies(dimension, "ground", kind)
    model.gravity[:] = 0
    model.apply(force(body))
    velocity, omega = rng.normal(size=dimension), rng.normal(size=3) if dimension == 3 else rng.normal()
    body.set_velocity(velocity, omega)
    return model, body, *model.system.layout.start(), velocity, omega


def applied(model, q, qd, t=0.0):
    """Generalised force without weight and velocity terms: ``V' E' f``."""
    system = model.system
    g3 = system.applied(q, qd, t) - system.weight
    return system.state(q).V.T @ g3


def power_and_wrench(model, body, q, qd, t=0.0):
    g = applied(model, q, qd, t)
    return g @ qd, *wrench(model.system.layout, body, q, g)


def cross(a, b):
    return a[0] * b[1] - a[1] * b[0] if len(a) == 2 else np.cross(a, b)


C = np.array([0.3, -0.7, 0.5])
F = np.array([2.0, -1.0, 3.0])


@pytest.mark.parametrize("frame", ["global", "body"])
@pytest.mark.parametrize("varying", [False, True])
@pytest.mark.parametrize("dimension, kind", BODIES)
def test_point_force(dimension, kind, frame, varying):
    """Paper A, Eqs. (109), (110), (114): virtual power, force and moment about the reference point."""
    c, given = C[:dimension], F[:dimension]
    model, body, q, qd, velocity, omega = one_body(
        dimension, kind, lambda body: point_force(body.point(c), (lambda t: given * t) if varying else given,
                                                  frame))
    t = 0.5
    f = (0.5 if varying else 1.0) * (given if frame == "global" else body.axes @ given)
    arm = body.axes @ c
    speed = velocity + (omega * np.array([-arm[1], arm[0]]) if dimension == 2 else np.cross(omega, arm))
    power, force, torque = power_and_wrench(model, body, q, qd, t)
    assert power == pytest.approx(f @ speed, rel=ROUNDING)
    np.testing.assert_allclose(force, f, atol=ROUNDING)
    np.testing.assert_allclose(torque, cross(arm, f), atol=ROUNDING)


@pytest.mark.parametrize("frame", ["global", "body"])
@pytest.mark.parametrize("kind", ["full", "reduced"])
def test_moment_in_space(kind, frame):
    """The frame-free couple (theory section 6): power tau . omega, no force."""
    model, body, q, qd, _, omega = one_body(3, kind, lambda body: moment(body, F, frame))
    tau = F if frame == "global" else body.axes @ F
    power, force, torque = power_and_wrench(model, body, q, qd)
    assert power == pytest.approx(tau @ omega, rel=ROUNDING)
    np.testing.assert_allclose(force, 0, atol=ROUNDING)
    np.testing.assert_allclose(torque, tau, atol=ROUNDING)


@pytest.mark.parametrize("kind", ["full", "reduced"])
def test_moment_in_the_plane(kind):
    model, body, q, qd, _, omega = one_body(2, kind, lambda body: moment(body, lambda t: 3.0 + t))
    power, force, torque = power_and_wrench(model, body, q, qd, t=0.5)
    assert power == pytest.approx(3.5 * omega, rel=ROUNDING) and torque == pytest.approx(3.5, rel=ROUNDING)
    np.testing.assert_allclose(force, 0, atol=ROUNDING)


@pytest.mark.parametrize("kind", ["full", "reduced"])
def test_couple_of_the_paper(kind):
    """Paper A, Eqs. (111)-(113), (115): a body-fixed moment by a force at the tip of a vector,
    with the right order (erratum 3)."""
    model, body, q, qd, _, omega = one_body(3, kind, lambda body: couple(body, F))
    power, force, torque = power_and_wrench(model, body, q, qd)
    tau = body.axes @ F
    assert power == pytest.approx(tau @ omega, rel=ROUNDING)
    np.testing.assert_allclose(force, 0, atol=ROUNDING)
    np.testing.assert_allclose(torque, tau, atol=ROUNDING)


@pytest.mark.parametrize("dimension, kind", BODIES)
def test_weight_acts_at_the_centre_of_mass(dimension, kind):
    """Paper A, Eq. (110) with P the centre of mass; its potential energy has the weight as its slope."""
    model, _, body, rng = two_bodies(dimension, "ground", kind)
    q, qd = body.q, body.qd
    force, torque = wrench(model.system.layout, body, q, model.system.force(q, qd))
    weight = 1.7 * model.gravity
    np.testing.assert_allclose(force, weight, atol=ROUNDING)
    np.testing.assert_allclose(torque, cross(body.axes @ body.solid.com[:dimension], weight), atol=ROUNDING)
    com = body.point("com").at_start()
    assert model.system.potential_energy(q) == pytest.approx(-weight @ com, rel=ROUNDING)


def spring_pair(dimension, **options):
    model, i, j, rng = two_bodies(dimension, "full", "reduced")
    P, Q = i.point(rng.normal(size=dimension)), j.point(rng.normal(size=dimension))
    model.gravity[:] = 0
    for body in (i, j):
        body.set_velocity(rng.normal(size=dimension), rng.normal(size=3) if dimension == 3 else rng.normal())
    force = model.apply(spring(P, Q, **options))
    d, dd = Q.at_start() - P.at_start(), Q.rate_at_start() - P.rate_at_start()
    return model, i, j, force, d, dd


@pytest.mark.parametrize("dimension", [2, 3])
def test_spring_damper_actuator(dimension):
    """Tension k (l - l0) + c ld + fa pulls P towards Q and Q towards P (theory section 6)."""
    model, i, j, force, d, dd = spring_pair(dimension, stiffness=7.0, length=0.4, damping=0.9,
                                            actuator=lambda t: 2.0 * t)
    q, qd = model.system.layout.start()
    length, rate = np.linalg.norm(d), d @ dd / np.linalg.norm(d)
    tension = 7.0 * (length - 0.4) + 0.9 * rate + 2.0 * 0.3
    g = applied(model, q, qd, 0.3)
    np.testing.assert_allclose(wrench(model.system.layout, i, q, g)[0], tension * d / length, atol=ROUNDING)
    np.testing.assert_allclose(wrench(model.system.layout, j, q, g)[0], -tension * d / length, atol=ROUNDING)
    assert g @ qd == pytest.approx(-tension * rate, rel=1e-11)
    energy = force.potential(0.3, np.array([np.zeros(dimension), d]))
    assert energy == pytest.approx(0.5 * 7.0 * (length - 0.4) ** 2)


def test_spring_is_free_at_its_initial_length():
    model, i, j, force, d, dd = spring_pair(3, stiffness=7.0)
    assert force.potential(0.0, np.array([np.zeros(3), d])) == pytest.approx(0, abs=ROUNDING)
    q, qd = model.system.layout.start()
    np.testing.assert_allclose(applied(model, q, qd), 0, atol=ROUNDING)


def check_potential(force, x, t=0.2):
    """Without damping, a force is minus the gradient of its potential energy (complex step)."""
    gradient = np.zeros_like(x)
    for index in np.ndindex(*x.shape):
        step = np.zeros_like(x, dtype=complex)
        step[index] = 1e-30j
        gradient[index] = np.imag(force.potential(t, x + step)) / 1e-30
    np.testing.assert_allclose(force.law(t, x, 0 * x), -gradient, atol=ROUNDING)


def test_forces_are_slopes_of_their_potentials():
    model, i, j, rng = two_bodies(3, "full", "reduced")
    x = rng.normal(size=(2, 3))
    check_potential(spring(i.point(), j.point(), 3.0, length=0.5), x)
    check_potential(point_force(i.point(), F), x[:1])
    reading = model.dial(model.ground, i, axis=[0, 0, 1])
    check_potential(torsional_spring(reading, 4.0, angle=0.7), x[:1])
    assert point_force(i.point(), lambda t: F).potential is None and moment(i, F).potential is None
    assert point_force(i.point(), F, frame="body").potential is None


@pytest.mark.parametrize("dimension, kind", BODIES)
def test_torsional_spring_acts_on_both_bodies(dimension, kind):
    """Two discs on one axis with a torsional spring and damper:
    after many turns both get k theta + c thetad, with opposite signs."""
    model = Model(gravity=np.zeros(dimension), kind=kind)
    z = [0, 0, 1]
    a, b = model.body("a", disc(1.0, 1.0)), model.body("b", disc(1.0, 1.0))
    for wheel in (a, b):
        model.join(revolute(model.ground.point(), wheel.point("com"), axis=z))
    reading = model.dial(a, b, axis=z)
    spin = 9.0 if dimension == 2 else [0, 0, 9.0]
    b.set_velocity(angular_velocity=spin)
    model.assemble()
    # 9 rad: more than one turn, still without a spring
    run = model.simulate(1.0, samples=2)
    model.apply(torsional_spring(reading, 0.2, angle=1.0, damping=0.05))
    q, qd = run.q[-1], run.qd[-1]
    qdd, _ = accelerations(model.system, model.solver, q, qd)
    torque = 0.2 * (9.0 - 1.0) + 0.05 * 9.0
    for wheel, sign in ((a, 1), (b, -1)):
        u = model.system.layout.place[wheel][0][1]
        alpha = cross(q[u], qdd[u])
        np.testing.assert_allclose(alpha if dimension == 2 else alpha[2], sign * torque / 0.5, atol=1e-6)


def test_torsional_spring_is_free_at_the_start_and_undamped_unless_told():
    model, i, _, _ = two_bodies(2, "full", "full")
    force = torsional_spring(model.dial(model.ground, i), 3.0)
    np.testing.assert_array_equal(force.law(0.0, np.array([[0.0, 0.0]]), np.array([[5.0, 0.0]])), 0)
    assert force.law(0.0, np.array([[2.0, 0.0]]), np.zeros((1, 2)))[0, 0] == -6.0


def test_motor_torque_by_a_dial():
    """A force on the reading of a dial is a torque about its axis:
    3 N m on a rod of 1 kg and 1 m give 9 rad/s2."""
    model = Model(gravity=[0, 0])
    crank = model.body("crank", rod(1.0, 1.0), along=([0, 0], [1, 0]))
    model.join(revolute(model.ground.point(), crank.point("start")))
    model.apply(point_force(model.dial(model.ground, crank), [3.0, 0.0]))
    run = model.simulate(0.1, samples=2)
    assert run.angular_velocity("crank")[-1] == pytest.approx(0.9, rel=1e-6)


def test_user_force_on_any_elements():
    """A drag on a point, c |v| v, by its law alone."""
    model = Model(gravity=[0, 0])
    bob = model.body("bob", point_mass(2.0), kind="point", velocity=[3, 4])
    model.apply(Force([bob.point()], lambda t, x, xd: -0.5 * np.sqrt(np.sum(xd**2)) * xd, name="drag"))
    np.testing.assert_allclose(model.system.force(*model.system.layout.start()), [-7.5, -10], atol=ROUNDING)


def failing(t, x, xd):
    raise ZeroDivisionError("no wind today")


@pytest.mark.parametrize("force, message", [
    (lambda b: Force([b.point()], failing, name="wind"),
     "force 'wind' failed at t = 0.5 s: ZeroDivisionError: no wind today"),
    (lambda b: Force([b.point()], lambda t, x, xd: [1.0, 2.0, 3.0], name="wind"),
     r"force 'wind' must give an array of shape \(1, 3\), not \(3,\)"),
    (lambda b: Force([b.point()], lambda t, x, xd: x * np.nan, name="wind"),
     "force 'wind' gave a value that is not finite at t = 0.5 s"),
    (lambda b: spring(Ground(3).point(*b.q[:3]), b.point(), 1.0, name="coil"),
     "force 'coil' failed at t = 0.5 s: ValueError: its two points have met"),
])
def test_a_force_that_fails_is_named(force, message):
    model, _, body, _ = two_bodies(3, "ground", "full")
    model.apply(force(body))
    with pytest.raises(ValueError, match=message):
        model.system.force(body.q, body.qd, 0.5)


@pytest.mark.parametrize("call, message", [
    (lambda b: point_force(b.point(), [1, 2], name="push"), "'push' must have 3 components"),
    (lambda b: point_force(b.point(), F, frame="local"),
     "there is no frame 'local'; (did you mean 'global'. )?Known: global, body"),
    (lambda b: moment(b, F, frame="bodies"), "there is no frame 'bodies'; did you mean 'body'"),
    (lambda b: moment(b, [1, np.nan, 0]), "'moment' must be finite"),
    (lambda b: couple(b, [1, 2]), "the moment 'couple' must have 3 components"),
    (lambda b: couple(b, [0, 0, 0]), "must be a finite vector other than zero"),
])
def test_bad_forces_are_named(call, message):
    _, _, body, _ = two_bodies(3, "ground", "full")
    with pytest.raises(ValueError, match=message):
        call(body)


def test_rates_of_a_rigid_motion_are_what_the_body_stores():
    _, _, body, rng = two_bodies(3, "ground", "reduced")
    velocity, omega = rng.normal(size=(2, 3))
    body.set_velocity(velocity, omega)
    np.testing.assert_allclose(body.qd, rates(body.axes, velocity, omega)[:9], atol=ROUNDING)


def flying_box(dimension=2):
    model = Model(gravity=np.zeros(dimension))
    return model, model.body("box", box(1.0, [1.0, 1.0, 1.0]))


@pytest.mark.parametrize("apply, words", [
    (lambda b: moment(b, lambda t: [0, 0, 10.0]), r"array of shape \(1,\), not \(3,\)"),
    (lambda b: point_force(b.point(), lambda t: [1.0, 2.0, 3.0]), r"array of shape \(2,\), not \(3,\)"),
    (lambda b: point_force(b.point(), lambda t: 1.0), r"array of shape \(2,\), not \(1,\)"),
    (lambda b: spring(Ground(2).point(3, 0), b.point(1, 1), 1.0, actuator=lambda t: np.array([1.0, -1.0])),
     r"its actuator must give one number, not shape \(2,\)"),
    (lambda b: point_force(b.point(), lambda t: [1.0, 2.0, 3.0], "body"), r"of shape \(2,\), not \(3,\)"),
])
def test_shapes_of_forces(apply, words):
    model, body = flying_box()
    model.apply(apply(body))
    with pytest.raises((ValueError, ArithmeticError), match=words):
        model.simulate(0.1)


def test_a_moment_of_time_in_the_plane_is_a_number():
    """A number or an array of one; both act."""
    for torque in (lambda t: 10.0, lambda t: np.array([10.0]), 10.0):
        model, body = flying_box()
        model.apply(moment(body, torque))
        assert model.simulate(0.6, samples=2).angular_velocity("box")[-1] == pytest.approx(6 / (1 / 6))
