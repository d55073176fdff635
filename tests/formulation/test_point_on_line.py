"""A point on a line: what it lets pass is in test_joints; here its motion and its force, by closed forms."""

import numpy as np
import pytest
from motions import two_bodies
from test_acting_points import SLOTS, scotch_yoke

from fcclearn import Model, Motion, box, massless, point_mass, point_on_line, revolute, rod, rotated_AR
from fcclearn.formulation.joints import angle_vectors

INTEGRATED = 1e-7
"""Closed forms against a run at the default tolerance 1e-9, over a second."""


def axis_of(dimension, *c):
    return list(c)[:dimension]


@pytest.mark.parametrize("dimension", [2, 3])
@pytest.mark.parametrize("kind", ["full", "reduced", "point"])
def test_a_bead_on_an_inclined_wire(dimension, kind):
    """It slides with g sin, and the wire carries m g cos across; as a point mass or as a body."""
    down = np.eye(dimension)[1] * -9.81
    along = np.array([0.8, -0.6, 0.0])[:dimension]
    model = Model(gravity=down)
    bead = model.body("bead", point_mass(2.0) if kind == "point" else box(2.0, [0.1, 0.2, 0.3]), kind=kind)
    joint = model.join(point_on_line(model.ground.point(), bead.point(), 5 * along), name="wire")
    assert joint.bodies == [model.ground, bead] and len(joint.equations) == dimension - 1
    run = model.simulate(1.0, samples=6)
    way, weight = 0.5 * 9.81 * 0.6 * run.t**2, 2 * 9.81
    np.testing.assert_allclose(run.position("bead"), np.outer(way, along), atol=INTEGRATED)
    across = np.array([0.6, 0.8, 0.0])[:dimension]
    np.testing.assert_allclose(run.reaction("wire").force, [0.8 * weight * across] * 6, atol=INTEGRATED)
    np.testing.assert_allclose(run.reaction("wire").moment, 0, atol=INTEGRATED)
    on_ground = run.reaction("wire", on="ground")
    np.testing.assert_allclose(on_ground.force, [-0.8 * weight * across] * 6, atol=INTEGRATED)


@pytest.mark.parametrize("dimension, kind", [(2, "full"), (2, "reduced"), (3, "full"), (3, "reduced")])
def test_a_bead_on_a_turning_rod(dimension, kind):
    """``x = x0 cosh(w t)``, and the rod pushes across with ``2 m w xd``; no moment at the bead, on both."""
    w, x0, m = 3.0, 0.1, 0.5
    z = None if dimension == 2 else [0, 0, 1]
    model = Model(gravity=np.zeros(dimension), kind=kind)
    wire = model.body("wire", rod(1.0, 2.0), along=(axis_of(dimension, 0, 0, 0), axis_of(dimension, 2, 0, 0)))
    bead = model.body("bead", point_mass(m), kind="point", at=axis_of(dimension, x0, 0, 0),
                      velocity=axis_of(dimension, 0, w * x0, 0))
    model.join(revolute(model.ground.point(), wire.point("start"), axis=z))
    model.join(rotated_AR(*angle_vectors(model.ground, wire, z), Motion.polynomial(0, w)), name="motor")
    model.join(point_on_line(wire.point("start"), bead.point(), axis_of(dimension, 1, 0, 0)), name="guide")
    wire.set_velocity(axis_of(dimension, 0, w, 0), w if dimension == 2 else [0, 0, w])
    run = model.simulate(0.6, samples=7)
    x, xd = x0 * np.cosh(w * run.t), x0 * w * np.sinh(w * run.t)
    np.testing.assert_allclose(np.linalg.norm(run.position("bead"), axis=1), x, atol=INTEGRATED)
    local = run.reaction("guide", axes="wire")
    np.testing.assert_allclose(local.force[:, :2], np.column_stack([0 * x, 2 * m * w * xd]), atol=1e-6)
    np.testing.assert_allclose(run.reaction("guide", on="wire").moment, 0, atol=1e-6)
    torque = 2 * m * w * x * xd
    np.testing.assert_allclose(run.effort("motor"), torque, atol=1e-6)
    at_pin = run.reaction("guide", on="wire", about="wire.start").moment
    np.testing.assert_allclose(at_pin if dimension == 2 else at_pin[:, 2], -torque, atol=1e-6)


@pytest.mark.parametrize("kind", ["full", "reduced"])
def test_the_slot_of_a_scotch_yoke(kind):
    """The joint of the library and a bare PP carry the same; a line has no preferred end."""
    run = scotch_yoke(lambda n, P, Q: point_on_line(P, Q, [0, 1]), kind)
    bare = scotch_yoke(SLOTS["PP"], kind)
    for body in ("yoke", "crank"):
        one, other = run.reaction("slot", on=body), bare.reaction("slot", on=body)
        np.testing.assert_allclose(one.force, other.force, atol=1e-8)
        np.testing.assert_allclose(one.moment, 0, atol=1e-8)


def test_it_is_drawn_and_written():
    model = Model(gravity=[0, -9.81])
    bead = model.body("bead", point_mass(1.0), kind="point", at=[1, 0])
    joint = model.join(point_on_line(model.ground.point(0, 0), bead.point(), [1, 0]))
    assert joint.name == "point on line ground-bead"
    bead.set_velocity([1.0, 0])
    scene, _ = model.simulate(1.0, samples=3).scene()
    assert [s.body for s in scene.segments] == ["ground"]                               # a rail
    moving = model.body("wire", massless(), at=[0, 1])
    model.join(point_on_line(moving.point(), bead.point(), moving.vector(0, 1)), name="slider")
    for part in (r"x &= (0,\,1)", r"y &= r_{\text{bead}}", r"\Phi &= x^T y = 0"):
        assert part in joint._repr_latex_()


@pytest.mark.parametrize("call, error, message", [
    (lambda P, Q: point_on_line(P, Q, [0, 0, 0]), ValueError,
     "the axis of a line of first must be a finite vector"),
    (lambda P, Q: point_on_line(P, Q, [0, 1]), ValueError,
     "the axis of a line of first must have 3 components"),
    (lambda P, Q: point_on_line(P.body, Q, [0, 1, 0]), TypeError, "point on line takes points"),
])
def test_bad_lines_are_named(call, error, message):
    _, i, j, _ = two_bodies(3, "full", "reduced")
    with pytest.raises(error, match=message):
        call(i.point_at([0, 0, 0]), j.point_at([1, 2, 3]))
