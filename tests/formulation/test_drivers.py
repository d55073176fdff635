"""Drivers: prescribed points, directions, angles and lengths;
where they hold and where they say that they do not.

Their derivatives are among those of test_constraints.py.
"""

import numpy as np
import pytest
from models import crank
from motions import ROUNDING, two_bodies

from fcclearn import (
    AR,
    COS,
    OV,
    SIN,
    TP,
    AR_star,
    Dot,
    Driven,
    Lin,
    Model,
    Motion,
    driven_distance,
    rod,
    rotated_AR,
    stroke,
    translational,
)
from fcclearn.engine.kinematics import project_position
from fcclearn.formulation.drivers import SingularDriver
from fcclearn.formulation.joints import angle_vectors
from fcclearn.formulation.motion import TIME

FOLLOWED = 1e-10
"""A position found by Newton's method against the prescribed one."""


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


@pytest.mark.parametrize("call, words", [
    (lambda P, s: TP(P, Motion.constant(1.0)), "TP has 2 equations, but 1 right-hand sides are given"),
    (lambda P, s: TP(P, 1.0, 2.0, 3.0), "TP has 2 equations, but 3 right-hand sides"),
    (lambda P, s: OV(s, Motion.constant(1.0)), "OV has 2 equations, but 1 right-hand sides"),
    (lambda P, s: Lin(P, A=[[0, 1]], f=[1, 2]), "Lin has 1 equations, but 2 right-hand sides"),
    (lambda P, s: Lin(P, A=[[0, 1, 0]]), r"A of Lin must have rows of 2 numbers, but has shape \(1, 3\)"),
    (lambda P, s: Lin(P, A=[0, 1]), r"A of Lin must have rows of 2 numbers, but has shape \(2,\)"),
    (lambda P, s: AR_star(s, [1.0, 0.0, 0.0], Motion.constant(1.0)),
     "2 components of a direction, not .1.0, 0.0, 0.0"),
    (lambda P, s: AR_star(s, [2.0, 0.0], Motion.constant(1.0)), "must keep the length 1 of s"),
    (lambda P, s: Driven([], [COS], None, TIME), "driver has 0 products, but 1 weights"),
])
def test_counts_are_checked(call, words):
    _, _, body, _ = two_bodies(2, "ground", "full")
    with pytest.raises(ValueError, match=words):
        call(body.point(), body.vector(1, 0))


@pytest.mark.parametrize("make", [
    lambda i, j, angle: AR(i.axis("u"), j.axis("v"), angle),
    lambda i, j, angle: AR_star(j.axis("v"), [1.0, 0.0], angle),
    lambda i, j, angle: rotated_AR(j.axis("u"), i.axis("u"), i.axis("v"), angle),
    lambda i, j, angle: driven_distance(i.point(), j.point(), angle),
    lambda i, j, angle: stroke(i.axis("u"), i.point(), j.point(), angle),
    lambda i, j, angle: TP(j.point(), angle, angle),
])
def test_a_number_is_held_and_a_bare_function_is_refused(make):
    """What a beginner gives first: a number, which stands still, and a function without derivatives."""
    values = []
    for angle in (0.9, Motion.constant(0.9)):
        model, i, j, _ = two_bodies(2, "full", "reduced")
        model.join(make(i, j, angle))
        values.append(model.system.phi(model.system.layout.start()[0] + 0.1, 0.4))
    np.testing.assert_array_equal(*values)
    words = r"takes a Motion, such as Motion.polynomial\(0, 2\), or a number, not <function"
    with pytest.raises(TypeError, match=words):
        make(i, j, lambda t: 0.9)


def test_products_of_a_driver_do_not_move_by_themselves():
    _, i, j, _ = two_bodies(2, "full", "full")
    moving, still = (Dot(i.point(), j.axis("u"), f) for f in (TIME, 0.2))
    for dots, phase in (([moving], TIME), ([still], moving)):
        with pytest.raises(ValueError, match="f is a number in a product that screw is made of"):
            Driven(dots, [COS], None, phase, "screw")
