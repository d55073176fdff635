"""What the equations say at one instant, asked in any order."""

import numpy as np
import pytest
from models import oscillator, slider_crank
from motions import ROUNDING, TAYLOR, complex_step, taylor, two_bodies

from fcclearn import AR, Motion, revolute, spring
from fcclearn.engine.state import State

NAMES = ("V", "y", "products", "phi", "nu", "gamma", "phi_q", "M", "yd", "Vdot_qd", "applied", "g",
         "velocity_error")


def general(first="reduced", second="full"):
    """A model with a joint, a driver and a spring, and a state off its constraints."""
    model, i, j, rng = two_bodies(3, first, second)
    model.join(revolute(i.point_at([0, 0, 0]), j.point_at([0, 0, 0]), axis=[1, 2, 2]))
    model.join(AR(i.axis("u"), j.axis("v"), Motion.polynomial(1.0, 0.5)))
    model.apply(spring(i.point(1, 0, 0), j.point(0, 1, 0), 30.0, damping=2.0))
    system = model.system
    return model, system.layout.start()[0] + 0.2 * rng.normal(size=system.n), rng.normal(size=system.n), 0.3


def as_array(value):
    return value.toarray() if hasattr(value, "toarray") else value


@pytest.mark.parametrize("name", NAMES)
def test_what_is_asked_first_does_not_matter(name):
    """Each quantity of a fresh state, and of one that has been asked for all the others before."""
    model, *now = general()
    asked = State(model.system, *now)
    for other in reversed(NAMES):
        getattr(asked, other)
    fresh = State(model.system, *now)
    np.testing.assert_array_equal(as_array(getattr(fresh, name)), as_array(getattr(asked, name)))


@pytest.mark.parametrize("kinds", [("reduced", "full"), ("ground", "reduced"), ("full", "full")])
def test_extended_coordinates_and_their_rates(kinds):
    """V by complex step of y; yd and Vdot qd by the Taylor series of y along a motion."""
    model, q, qd, t = general(*kinds)
    state, system = model.system.state(q, qd, t), model.system
    if system.ny > system.n:
        np.testing.assert_allclose(state.V.toarray(), complex_step(system.y, q), atol=ROUNDING)
    qdd = np.random.default_rng(5).normal(size=len(q))
    value, rate, acceleration = taylor(lambda s: system.y(q + s * qd + s * s / 2 * qdd))
    np.testing.assert_allclose(state.y, value, atol=TAYLOR)
    np.testing.assert_allclose(state.yd, rate, atol=TAYLOR)
    np.testing.assert_allclose(state.V @ qdd + state.Vdot_qd, acceleration, atol=TAYLOR)
    np.testing.assert_allclose(system.ydd(q, qd, qdd), acceleration, atol=TAYLOR)


def test_velocity_error_and_power():
    """At a state that moves against its constraints: Phi's rate, and force times speed of all that acts."""
    model, q, qd, t = general()
    system, state = model.system, model.system.state(q, qd, t)
    rate = taylor(lambda s: system.phi(q + s * qd, t + s))[1]
    np.testing.assert_allclose(state.velocity_error, rate, atol=TAYLOR)
    p = np.random.default_rng(6).normal(size=len(q))
    spring_power = sum(force.power(t, state.y, state.yd) for force in system.forces)
    assert state.power(p) == pytest.approx(spring_power - p @ qd)


def test_the_generalised_force_by_virtual_power():
    """``g . dq = (weight + applied - M3 Vdot qd) . dy`` for any dq; Eq. (108) has the last sign wrong."""
    model, q, qd, t = general()
    system, state = model.system, model.system.state(q, qd, t)
    dq = np.random.default_rng(7).normal(size=len(q))
    dy = np.imag(system.y(q + 1e-30j * dq)) / 1e-30
    inertia = system.M3.toarray() @ state.Vdot_qd
    assert state.g @ dq == pytest.approx((system.weight + state.applied - inertia) @ dy)
    assert abs(inertia @ dy) > 0.01


def test_a_position_needs_no_velocity():
    """Phi, Phi_q, nu and M of a state without qd."""
    model = slider_crank(3, "reduced")
    system, q = model.system, model.system.layout.start()[0]
    at_rest, moving = system.state(q, t=0.2), system.state(q, np.ones_like(q), 0.2)
    for name in ("phi", "nu", "phi_q", "M"):
        np.testing.assert_array_equal(as_array(getattr(at_rest, name)), as_array(getattr(moving, name)))


def test_time_is_zero_unless_given():
    model, q, qd, _ = general()
    for name in ("phi", "nu", "gamma"):
        np.testing.assert_array_equal(getattr(State(model.system, q, qd), name),
                                      getattr(State(model.system, q, qd, 0.0), name))
    assert np.abs(State(model.system, q, qd, 0.5).phi - State(model.system, q, qd).phi).max() > 0.1


def test_the_oscillator_by_hand():
    """2 kg at x = 1 on a spring of 8 N/m that is free at 0: the force is -8 x, with the weight beside it."""
    model = oscillator()
    state = model.system.state(*model.system.layout.start())
    np.testing.assert_allclose(state.g[:2], [-8.0, -19.62], atol=ROUNDING)
    np.testing.assert_allclose(state.M.toarray()[:2, :2], 2.0 * np.eye(2), atol=ROUNDING)
    np.testing.assert_allclose(state.phi_q.toarray()[-1], [0, 1, 0, 0, 0, 0], atol=ROUNDING)
