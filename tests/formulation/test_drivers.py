"""Drivers: prescribed points, directions, angles and lengths;
where they hold and where they say that they do not.

Their derivatives are among those of test_constraints.py.
"""

import numpy as np
import pytest
from motions import ROUNDING, taylor, two_bodies

from fcclearn import (
    AR,
    COS,
    IDENTITY,
    MINUS_SIN,
    ONE,
    OV,
    SIN,
    TP,
    AR_star,
    Model,
    Motion,
    box,
    driven_distance,
    point_mass,
    revolute,
    rod,
    rotated_AR,
    stroke,
    translational,
)
from fcclearn.engine.kinematics import project_position
from fcclearn.formulation.drivers import SingularDriver
from fcclearn.formulation.joints import angle_vectors
from fcclearn.formulation.motion import SQUARE, TIME

FOLLOWED = 1e-10
"""A position found by Newton's method against the prescribed one."""


@pytest.mark.parametrize("function", [ONE, IDENTITY, SQUARE, COS, SIN, MINUS_SIN, TIME,
                                      Motion.polynomial(1, 2, 3, 4), Motion.constant(3),
                                      COS.of(Motion.polynomial(0.3, 2.0, -1.0)), SQUARE.of(SIN),
                                      MINUS_SIN.of(COS)])
def test_functions_know_their_derivatives(function):
    """Value, rate and acceleration against the Taylor series of the value, at several times."""
    for t in (-0.7, 0.0, 1.3):
        values = taylor(lambda s: np.asarray(function.value(t + s), dtype=complex) + 0 * s)
        np.testing.assert_allclose(function(t), values, atol=1e-9)


def test_values_of_the_functions():
    assert (COS.value(0.3), SIN.value(0.3), MINUS_SIN.value(0.3)) == (np.cos(0.3), np.sin(0.3), -np.sin(0.3))
    assert (ONE.value(0.3), IDENTITY.value(0.3), SQUARE.value(3.0), TIME.value(0.3)) == (1.0, 0.3, 9.0, 0.3)
    assert Motion.constant(2)(5.0) == (2.0, 0.0, 0.0)


def test_samples_are_a_smooth_motion():
    """A spline of a sine, and its derivatives."""
    t = np.linspace(0, 3, 61)
    motion = Motion.samples(t, np.sin(t))
    np.testing.assert_allclose(motion(1.234), [np.sin(1.234), np.cos(1.234), -np.sin(1.234)], atol=1e-3)
    assert motion.value(0.0) == 0.0 and motion.value(3.0) == pytest.approx(np.sin(3.0))


@pytest.mark.parametrize("call, message", [
    (lambda: Motion.samples([0, 1, 1], [0, 1, 2]), "strictly increasing"),
    (lambda: Motion.samples([0, 1, 2], [0, np.nan, 2]), "finite"),
    (lambda: Motion.samples([0, 1, 2], [0, 1, 2]).value(-0.1), "known from 0 to 2 s, not at -0.1 s"),
    (lambda: Motion.samples([0, 1, 2], [0, 1, 2]).rate(2.1), "known from 0 to 2 s, not at 2.1 s"),
])
def test_bad_samples_are_named(call, message):
    with pytest.raises(ValueError, match=message):
        call()


def crank(dimension=3, kind="full"):
    """A crank on a pin at the origin, along x at the start."""
    model = Model(gravity=[0, -9.81, 0][:dimension], kind=kind)
    body = model.body("crank", rod(1.0, 1.0), along=(np.zeros(dimension), np.eye(dimension)[0]))
    model.join(revolute(model.ground.point(), body.point("start"), axis=[0, 0, 1]))
    return model, body


def follow(model, angles):
    """Positions of the crank's tip when the driver's angle takes these values (as its times) in turn."""
    q, tips = model.system.layout.start()[0], []
    for angle in angles:
        q = project_position(model.system, model.solver, q, angle)
        tips.append(model.system.value_of(model.element("crank.end"), q)[:2])
    return np.array(tips)


@pytest.mark.parametrize("dimension", [2, 3])
@pytest.mark.parametrize("kind", ["full", "reduced"])
def test_rotated_AR_holds_every_angle(dimension, kind):
    """Two full turns forward and one back, through 0, 90 and 180 degrees; positive is counterclockwise."""
    model, body = crank(dimension, kind)
    model.join(rotated_AR(*angle_vectors(model.ground, body, [0, 0, 1]), TIME))
    angles = np.radians(np.concatenate([np.arange(0, 721, 30), np.arange(720, 350, -30)]))
    np.testing.assert_allclose(follow(model, angles), np.column_stack([np.cos(angles), np.sin(angles)]),
                               atol=FOLLOWED)


def test_AR_holds_half_a_turn():
    """Paper A, Eqs. (88)-(92): between 0 and 180 degrees it follows."""
    model, body = crank(2)
    body.blocks[1:] = [[np.cos(0.5), np.sin(0.5)], [-np.sin(0.5), np.cos(0.5)]]
    model.join(AR(model.ground.vector(1, 0), body.vector(1, 0), TIME))
    angles = np.linspace(0.5, 3.0, 11)
    np.testing.assert_allclose(follow(model, angles), np.column_stack([np.cos(angles), np.sin(angles)]),
                               atol=FOLLOWED)


@pytest.mark.parametrize("make", [lambda a, b, angle: AR(a, b, angle),
                                  lambda a, b, angle: AR_star(b, [1, 0], angle)], ids=["AR", "AR*"])
@pytest.mark.parametrize("start, end",
                         [(0.5, 0.0), (0.5, -0.3), (3.0, np.pi), (3.0, 4.0), (4.0, 3.0), (4.0, 2 * np.pi)])
def test_AR_says_that_it_loses_its_grip(make, start, end):
    model, body = crank(2)
    model.join(make(model.ground.vector(1, 0), body.vector(1, 0), Motion.polynomial(start, end - start)))
    q = model.system.layout.start()[0]
    model.system.phi(q, 0.0)
    words = r"AR\*? prescribes its angle by a cosine and cannot hold .* degrees.* use rotated_AR"
    with pytest.raises(SingularDriver, match=words):
        model.system.phi(q, 1.0)


def test_AR_grip_is_the_sine_of_its_angle():
    """Theory section 4: the smallest singular value goes with sin(angle), for the rotated one it stays."""
    grips = []
    for angle in (np.pi / 2, 0.01):
        model, body = crank(2)
        turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
        body.blocks[1:] = turn.T
        model.join(AR(model.ground.vector(1, 0), body.vector(1, 0), Motion.constant(angle)))
        grips.append(np.linalg.svd(model.system.phi_q(model.system.layout.start()[0]).toarray(),
                                   compute_uv=False)[-1])
    assert grips[1] / grips[0] == pytest.approx(0.01, rel=0.5)


def test_OV_turns_a_body():
    """Paper A, Eqs. (84)-(87): both components of a direction."""
    model, body = crank(2)
    model.join(OV(body.vector(1, 0), COS, SIN))
    angles = np.linspace(0, 7, 29)
    np.testing.assert_allclose(follow(model, angles), np.column_stack([np.cos(angles), np.sin(angles)]),
                               atol=FOLLOWED)


@pytest.mark.parametrize("motions, message", [
    ((Motion.constant(1.1), Motion.constant(0.0)), r"\|s\*\| - \|s\| = 0.1"),
    ((Motion.polynomial(1, 0.2), Motion.constant(0.0)), r"s\*.s\*' = 0.2"),
    ((Motion.constant(1.0), Motion.polynomial(0, 0.5)), r"s\*.s\*'' \+ s\*'.s\*' = 0.25"),
])
def test_OV_data_must_be_a_direction(motions, message):
    model, body = crank(2)
    with pytest.raises(ValueError, match=message):
        OV(body.vector(1, 0), *motions)


def test_OV_takes_numbers_for_what_stands_still():
    model, body = crank(3)
    assert [e.f for e in OV(body.vector(0, 0, 1), 0.0, 0.0, 1.0).equations] == [0.0, 0.0, 1.0]


def test_TP_carries_a_point():
    """Paper A, Eqs. (76)-(83): with its velocity and acceleration."""
    model, _, body, rng = two_bodies(3, "ground", "reduced")
    path = [Motion.polynomial(*c) for c in rng.normal(size=(3, 4))]
    P = body.point(0.2, -0.4, 0.7)
    model.join(TP(P, *path))
    q = project_position(model.system, model.solver, body.q, 0.6)
    np.testing.assert_allclose(model.system.value_of(P, q), [m.value(0.6) for m in path], atol=FOLLOWED)
    rows = [row.kind == "TP" for row in model.system.rows]
    np.testing.assert_allclose(model.system.nu(q, 0.6)[rows], [m.rate(0.6) for m in path], atol=ROUNDING)


@pytest.mark.parametrize("kind", ["full", "reduced"])
def test_stroke_has_a_sign_and_passes_zero(kind):
    """A slider on x: the advance from the pin, through zero."""
    model = Model(gravity=[0, -9.81], kind=kind)
    slider = model.body("crank", rod(1.0, 2.0), at=[1.0, 0])
    ground = model.ground.point()
    model.join(translational(ground, slider.point("com"), axis=[1, 0]))
    model.join(stroke(model.ground.vector(1, 0), ground, slider.point("com"), TIME))
    lengths = np.array([1.0, 0.3, 0.0, -0.5])
    np.testing.assert_allclose(follow(model, lengths)[:, 0], lengths + 1.0, atol=FOLLOWED)


def test_driven_distance_is_a_length():
    model, body = crank(2)
    model.join(driven_distance(model.ground.point(0, 2), body.point("end"), TIME))
    tips = follow(model, [2.0, 1.5, 1.2])
    np.testing.assert_allclose(np.linalg.norm(tips - [0, 2], axis=1), [2.0, 1.5, 1.2], atol=FOLLOWED)


def test_rotated_AR_needs_a_quarter_turn():
    model, i, j, _ = two_bodies(3, "full", "full")
    a, b = i.vector(1, 0, 0), j.vector(1, 0, 0)
    for wrong in (i.vector(0, 1, 0), j.vector(0.6, 0.8, 0)):
        with pytest.raises(ValueError, match="two perpendicular vectors of one body"):
            rotated_AR(a, b, wrong, TIME)


@pytest.mark.parametrize("dimension, kind", [(2, "full"), (2, "reduced"), (3, "full"), (3, "reduced")])
def test_a_dial_counts_full_turns(dimension, kind):
    """A dial's point moves by the angle: a free spin of ten radians, well past one turn."""
    model, body = crank(dimension, kind)
    reading = model.dial(model.ground, body, axis=[0, 0, 1])
    model.gravity[:] = 0
    body.set_velocity(np.array([0, 2.5, 0])[:dimension], 5.0 if dimension == 2 else [0, 0, 5.0])
    model.assemble()
    run = model.simulate(2.0, samples=5)
    np.testing.assert_allclose(run.position(reading)[:, 0], 5 * run.t, atol=1e-6)
    np.testing.assert_allclose(run.position(reading)[:, 1:], 0, atol=1e-9)
    assert model.joints["angle ground-crank"].kind == "dial"


def test_a_point_body_holds_nothing_but_its_point():
    model = Model(gravity=[0, -9.81])
    bob = model.body("bob", point_mass(2.0), kind="point", at=[1, 0])
    assert bob.q.tolist() == [1, 0] and model.system.m == 0
    np.testing.assert_array_equal(model.system.mass(bob.q).toarray(), 2 * np.eye(2))
    np.testing.assert_allclose(model.system.force(bob.q, bob.qd), [0, -19.62])
    for call in (lambda: bob.point(1, 0), lambda: bob.vector(1, 0), lambda: bob.point_at([0, 0]),
                 lambda: bob.vector_along([1, 0])):
        with pytest.raises(ValueError, match="bob is a mere point: it has no axes"):
            call()
    words = "plate has an inertia, or its mass away from its origin, and cannot be a mere point"
    with pytest.raises(ValueError, match=words):
        model.body("plate", box(1.0, [1, 1, 1]), kind="point")
