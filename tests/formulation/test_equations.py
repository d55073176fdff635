"""The derivation as it is written, against the compiled path and against plain statics:
every joint, driver, force and kind of body."""

import numpy as np
import pytest
from motions import CASES, complex_step, rotation, solid, two_bodies
from test_constraints import CONSTRAINTS, SPATIAL
from test_joints import EVERY, joined

from fcclearn import (
    AR,
    TP,
    AR_star,
    Force,
    Model,
    Motion,
    cylinder,
    moment,
    point_force,
    point_mass,
    revolute,
    spherical,
    spring,
    torsional_spring,
)
from fcclearn.formulation.constraints import rigid_body
from fcclearn.formulation.coordinates import full_coordinates
from fcclearn.formulation.equations import Instant, accelerations, equations, minimum_norm, numbering
from fcclearn.formulation.forces import couple
from fcclearn.formulation.own_joints import gears, screw

ROUNDING = 1e-13
"""Share of the largest entry by which two evaluations of the same formulas may differ:
some dozen operations in another order."""


def general_state(model, seed=4):
    """A position, velocity and time far off the constraints, where nothing is zero by chance."""
    rng = np.random.default_rng(seed)
    q, _ = model.system.layout.start()
    return q + 0.3 * rng.normal(size=len(q)), rng.normal(size=len(q)), 0.37


def close(a, b, what):
    np.testing.assert_allclose(a, b, rtol=0, atol=ROUNDING * max(1.0, np.abs(b).max(initial=0.0)),
                               err_msg=what)


def compare(model):
    """M, Phi, Phi_q, nu, gamma and g of both roads, of a model without shared vectors."""
    q, qd, t = general_state(model)
    plain, state = equations(model, q, qd, t), model.system.state(q, qd, t)
    compiled = {"M": state.M.toarray(), "Phi": state.phi, "Phi_q": state.phi_q.toarray(), "nu": state.nu,
                "gamma": state.gamma, "g": state.g}
    for name, value in compiled.items():
        close(value, getattr(plain, name), name)


# -------------------------------------------------------------------- the compiled path


@pytest.mark.parametrize("name", CONSTRAINTS)
@pytest.mark.parametrize("dimension, first, second", CASES)
def test_every_constraint_and_driver_is_compiled_as_written(name, dimension, first, second):
    if dimension == 2 and name in SPATIAL:
        pytest.skip("needs an axis in space")
    model, i, j, rng = two_bodies(dimension, first, second)
    model.join(CONSTRAINTS[name](i, j, rng, model))
    compare(model)


@pytest.mark.parametrize("name, form, first, second", EVERY)
def test_every_joint_is_compiled_as_written(name, form, first, second):
    compare(joined(name, form, first, second)[0])


def vector(body, rng):
    return rng.normal(size=body.dimension)


FORCES = {
    "point force": lambda i, j, rng, model: point_force(j.point(vector(j, rng)), vector(j, rng)),
    "point force of time": lambda i, j, rng, model: point_force(
        j.point(vector(j, rng)), lambda t, f=vector(j, rng): np.cos(3 * t) * f),
    "point force in the body": lambda i, j, rng, model: point_force(
        j.point(vector(j, rng)), vector(j, rng), "body"),
    "moment": lambda i, j, rng, model: moment(j, rng.normal(size=3) if j.dimension == 3 else 2.3),
    "moment of time": lambda i, j, rng, model: moment(
        j, lambda t, tau=rng.normal(size=3 if j.dimension == 3 else 1): np.cos(3 * t) * tau),
    "moment in the body": lambda i, j, rng, model: moment(
        j, rng.normal(size=3) if j.dimension == 3 else 2.3, "body"),
    "couple": lambda i, j, rng, model: couple(j, rng.normal(size=3)),
    "spring, damper, actuator": lambda i, j, rng, model: spring(
        i.point(vector(i, rng)), j.point(vector(j, rng)), 20.0, length=0.3, damping=4.0, actuator=np.cos),
    "torsional spring": lambda i, j, rng, model: torsional_spring(
        model.dial(i, j, vector(i, rng)), 7.0, angle=0.4, damping=0.9),
    "a law of one's own": lambda i, j, rng, model: Force(
        [i.point() - j.point(vector(j, rng)), j.vector(vector(j, rng)) + i.vector(vector(i, rng))],
        lambda t, x, xd: np.sin(t) * x[::-1] - 0.3 * xd * (x * x).sum()),
}
IN_SPACE = {"couple"}


@pytest.mark.parametrize("name", FORCES)
@pytest.mark.parametrize("dimension, first, second", CASES)
def test_every_force_is_compiled_as_written(name, dimension, first, second):
    if dimension == 2 and name in IN_SPACE:
        pytest.skip("needs a moment in space")
    model, i, j, rng = two_bodies(dimension, first, second)
    model.apply(FORCES[name](i, j, rng, model))
    compare(model)


def mixed_bag(dimension):
    """Bodies of every kind and several drivers at once, of time and of an angle that another body reads."""
    model, i, j, rng = two_bodies(dimension, "full", "reduced")
    bob = model.body("bob", point_mass(0.7), kind="point", at=rng.normal(size=dimension))
    if dimension == 3:
        model.body("crossed", solid(), axes=rotation(3, 1.4, rng), triad="cross")
    z = np.eye(3)[2]
    model.join(AR(i.axis("u"), j.axis("v"), Motion.polynomial(1.0, 0.5, 0.1)))
    model.join(gears(model.dial(model.ground, i, z), model.ground, j, z, ratio=-1.7))
    model.join(TP(bob.point(), *[Motion.polynomial(0.1, 0.2, 0.3)] * dimension))
    model.join(AR_star(j.axis("u"), [np.cos(0.3), np.sin(0.3), 0.0][:dimension], Motion.polynomial(0.9, 1.0)))
    model.join(gears(model.dial(i, j, z), i, j, z, ratio=0.6))
    if dimension == 3:
        model.join(screw(i.point(), j.point(), z, 0.7))
    model.apply(spring(bob.point(), j.point(), 3.0, damping=0.2))
    return model


@pytest.mark.parametrize("dimension", [2, 3])
def test_bodies_of_every_kind_and_several_drivers_together(dimension):
    compare(mixed_bag(dimension))


@pytest.mark.parametrize("kind, axis", [("full", "u"), ("full", "w"), ("reduced", "u"), ("reduced", "v")])
def test_shared_vectors_are_compiled_as_written(kind, axis):
    """The compiled model leaves out what a shared vector would say twice, and nothing else."""
    model = Model(gravity=[0.3, -1.0, -9.81], kind=kind)
    first = model.body("first", cylinder(1.0, 0.1, 1.0), along=([0, 0, 0], [1, 0, 0]))
    second = model.body("second", cylinder(2.0, 0.2, 1.0), at=[1, 0.5, 0], axes=first.axes)
    model.join(spherical(first.point("end"), second.point("start")))
    model.join(AR(first.axis("u"), model.ground.vector(0, 1, 0), Motion.polynomial(1.2, 0.3)))
    model.share(first, axis, second)
    q, qd, t = general_state(model)
    plain, state = equations(model, q, qd, t), model.system.state(q, qd, t)
    close(state.M.toarray(), plain.M, "M")
    close(state.g, plain.g, "g")
    labels = [(body, e.label) for body in (first, second) for c in rigid_body(body) for e in c.equations]
    twice = labels.index((second, f"|{axis}| = 1"))
    for name, value in (("Phi", state.phi), ("Phi_q", state.phi_q.toarray()), ("nu", state.nu),
                        ("gamma", state.gamma)):
        close(value, np.delete(getattr(plain, name), twice, axis=0), name)


# -------------------------------------------------------------------- the derivation by itself


def test_numbering_gives_a_shared_vector_the_place_of_the_first():
    model = Model(gravity=[0, 0, 0])
    full, reduced = model.body("full", solid()), model.body("reduced", solid(), kind="reduced")
    bob = model.body("bob", point_mass(1.0), kind="point")
    columns, n = numbering([full, reduced, bob])
    assert n == 12 + 9 + 3
    assert np.concatenate([c.ravel() for c in columns.values()]).tolist() == list(range(n))
    columns, n = numbering([full, reduced, bob], [((full, "w"), (reduced, "u"))])
    assert n == 21 and columns[reduced].tolist() == [[12, 13, 14], [9, 10, 11], [15, 16, 17]]
    assert columns[bob].tolist() == [[18, 19, 20]]


def test_an_instant_starts_where_the_bodies_do():
    model, i, j, rng = two_bodies(3, "full", "reduced")
    for body in (i, j):
        body.set_velocity(*rng.normal(size=(2, 3)))
    now, P, s = Instant([i, j]), j.point(rng.normal(size=3)), i.vector(rng.normal(size=3))
    for element in (P, s, P - i.point(), model.ground.point(1, 2, 3) - P):
        here = now.element(element)
        close(here.x, element.at_start(), "x")
        close(here.xd, element.rate_at_start(), "xd")
    assert (now.n, now.t) == (21, 0.0)


@pytest.mark.parametrize("dimension, first, second", CASES)
def test_an_element_knows_its_jacobian(dimension, first, second):
    """X by complex step of x alone; xo from a second derivative of x, exact for a quadratic function."""
    model, i, j, rng = two_bodies(dimension, first, second)
    bodies, element = list(model.bodies.values()), i.point(vector(i, rng)) - 2 * j.vector(vector(j, rng))
    q, qd, _ = general_state(model)

    columns, _ = numbering(bodies)

    def x(q):
        return sum(c @ full_coordinates(q[columns[body].ravel()], dimension, body.kind).reshape(-1, dimension)
                   for body, c in element.moving.items())

    here = Instant(bodies, q, qd).element(element)
    close(here.X, complex_step(x, q), "X")
    close(here.xo, x(q + qd) - 2 * x(q) + x(q - qd), "xo")


def test_equation_9_of_a_pendulum():
    """A bob of 2 kg, 3 m from its pin, level, at 4 rad/s: it falls with g, the pin pulls by m L omega^2."""
    model = Model(gravity=[0, -10.0])
    bob = model.body("bob", point_mass(2.0, at=[3, 0, 0]), angular_velocity=4.0)
    model.join(revolute(model.ground.point(), bob.point("reference")))
    qdd, lam = accelerations(model, bob.q, bob.qd)
    r, u, _ = qdd.reshape(3, 2)
    np.testing.assert_allclose(r + 3 * u, [-3 * 16.0, -10.0], atol=1e-9)
    np.testing.assert_allclose(lam[-2:], [-2 * 3 * 16.0, 0.0], atol=1e-9)           # r_ground - r_bob = 0


def test_the_smallest_multipliers_of_redundant_rows():
    """One equation written three times, once with a factor: lam is along the factors."""
    rows = np.array([[1.0, 0.0], [1.0, 0.0], [-2.0, 0.0]])
    a, lam = minimum_norm(np.diag([2.0, 4.0]), rows, np.array([6.0, 8.0]), np.array([5.0, 5.0, -10.0]))
    np.testing.assert_allclose(a, [5.0, 2.0], atol=1e-12)
    np.testing.assert_allclose(lam, (6.0 - 10.0) / 6 * np.array([1.0, 1.0, -2.0]), atol=1e-12)


@pytest.mark.parametrize("scale", [1e-12, 1e-3, 1.0, 1e6])
def test_rows_may_be_written_in_any_unit(scale):
    """Millimetres or light years: rank and accelerations stay, multipliers go with one over the unit."""
    rng = np.random.default_rng(6)
    M, g, rows, gamma = np.diag(rng.uniform(1, 2, size=5)), *(rng.normal(size=s) for s in (5, (3, 5), 3))
    rows, gamma = np.vstack([rows, rows[0] - 2 * rows[1]]), np.append(gamma, gamma[0] - 2 * gamma[1])
    expected = minimum_norm(M, rows, g, gamma)
    a, lam = minimum_norm(M, scale * rows, g, scale * gamma)
    np.testing.assert_allclose(a, expected[0], atol=1e-12)
    np.testing.assert_allclose(scale * lam, expected[1], atol=1e-12)
    np.testing.assert_allclose(rows @ a, gamma, atol=1e-12)
    np.testing.assert_allclose(M @ a + scale * rows.T @ lam, g, atol=1e-12)


def test_without_rows_a_model_is_free():
    a, lam = minimum_norm(np.diag([2.0, 4.0]), np.zeros((0, 2)), np.array([6.0, 8.0]), np.zeros(0))
    np.testing.assert_allclose(a, [3.0, 2.0])
    assert lam.shape == (0,)


def test_time_is_zero_unless_given():
    model, i, j, _ = two_bodies(2, "full", "reduced")
    model.join(AR(i.axis("u"), j.axis("v"), Motion.polynomial(1.0, 0.5, 0.1)))
    q, qd, _ = general_state(model)
    for function in (equations, accelerations):
        for a, b in zip(function(model, q, qd), function(model, q, qd, 0.0)):
            np.testing.assert_array_equal(a, b)
    assert np.abs(equations(model, q, qd, 0.9).nu - equations(model, q, qd).nu).max() > 0.1
