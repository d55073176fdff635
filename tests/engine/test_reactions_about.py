"""Reactions about named points, in a body's axes, on the ground, and of joints made of bare equations."""

import numpy as np
import pytest
from motions import two_bodies
from test_reactions import JOINTS

from fcclearn import (AR, CP, CV, OV, PP, TP, Dot, Lin, Model, Motion, box, disc, massless, point_force,
                      revolute, rod, rotated_AR, stroke, translational)
from fcclearn.formulation.joints import angle_vectors

EXACT = 1e-8
"""Forces of size up to a hundred: the rounding of the penalty solve, about 1e-10 of the largest force."""


def drawer(kind="full"):
    """A drawer of 3 kg, pulled out by 0.9 m, its centre of mass 0.3 m before its runner; 20 N lift it."""
    model = Model(gravity=[0, -9.81], kind=kind)
    body = model.body("drawer", box(3.0, [0.8, 0.2, 0.4]), at=[1.2, 0])
    model.join(translational(model.ground.point(0, 0), body.point(-0.3, 0), axis=[1, 0]), name="guide")
    model.apply(point_force(body.point(0.4, 0), [0, 20.0]))
    return model.simulate(0.1, samples=2)


@pytest.mark.parametrize("kind", ["full", "reduced"])
def test_a_drawer_s_guide_about_either_point_and_on_the_ground(kind):
    """Statics by hand: force 29.43 - 20 N up at the runner, moment of weight (arm 0.3) and pull (arm 0.7)."""
    run = drawer(kind)
    F, M = 3 * 9.81 - 20.0, 0.3 * 3 * 9.81 - 0.7 * 20.0               # about the drawer's point at x = 0.9
    on_drawer, on_ground = run.reaction("guide"), run.reaction("guide", on="ground")
    np.testing.assert_allclose(on_drawer.force[0], [0, F], atol=EXACT)
    np.testing.assert_allclose(on_drawer.moment[0], M, atol=EXACT)
    np.testing.assert_allclose(on_ground.force[0], [0, -F], atol=EXACT)
    np.testing.assert_allclose(on_ground.moment[0], -M - 0.9 * F, atol=EXACT)           # about the origin
    assert abs(on_ground.moment[0] + M) > 1                             # "the opposite" would be wrong
    np.testing.assert_allclose(run.reaction("guide", on="ground", about="drawer.reference").moment[0],
                               -M + 0.3 * F, atol=EXACT)
    np.testing.assert_allclose(run.reaction("guide", about=[0, 5]).moment, -on_ground.moment, atol=EXACT)
    assert "on ground" in repr(on_ground) and "about ground[0.0, 0.0]" in repr(on_ground)


@pytest.mark.parametrize("kinds", [("full", "full"), ("reduced", "full")])
@pytest.mark.parametrize("name", JOINTS)
def test_action_and_reaction_about_one_point(name, kinds):
    """Both bodies of every joint, about one place: force and moment are opposite."""
    model, i, j, rng = two_bodies(3, *kinds)
    axis, across = np.array([2.0, -1.0, 2.0]) / 3, np.array([1.0, 2.0, 0.0]) / np.sqrt(5)
    place = rng.normal(size=3)
    model.join(JOINTS[name](i.point_at(place), j.point_at(place), axis, across), name="joint")
    model.apply(point_force(i.point(1, 2, 3), rng.normal(size=3)))
    run = model.simulate(1e-3, samples=2)
    for about in (i.point(0.3, 0.2, 0.1), "second.com", [1.0, 2.0, 3.0]):
        one, other = (run.reaction("joint", on=body, about=about) for body in (i, j))
        np.testing.assert_allclose(one.force, -other.force, atol=EXACT)
        np.testing.assert_allclose(one.moment, -other.moment, atol=EXACT)


@pytest.mark.parametrize("kind", ["full", "reduced"])
@pytest.mark.parametrize("name", JOINTS)
def test_the_ground_holds_what_the_joint_carries(name, kind):
    """The ground's reaction about a place is the opposite of the body's about that place, for every joint."""
    model, ground, body, rng = two_bodies(3, "ground", kind)
    axis, across = np.array([2.0, -1.0, 2.0]) / 3, np.array([1.0, 2.0, 0.0]) / np.sqrt(5)
    place = rng.normal(size=3)
    model.join(JOINTS[name](ground.point_at(place), body.point_at(place), axis, across), name="joint")
    run = model.simulate(0.05, samples=2)
    on_ground, on_body = (run.reaction("joint", on=b, about=[0.3, 0.2, 0.1]) for b in ("ground", "second"))
    np.testing.assert_array_equal(on_ground.force, -on_body.force)
    np.testing.assert_allclose(on_ground.moment, -on_body.moment, atol=EXACT)
    own = run.reaction("joint", on=ground)
    r = place - np.array([0.3, 0.2, 0.1])
    np.testing.assert_allclose(own.moment, on_ground.moment - np.cross(r, on_ground.force), atol=EXACT)


def test_components_in_a_body_s_axes():
    """A spinning arm: in its own axes the pin's force is constant, m w^2 r along u."""
    model = Model(gravity=[0, 0, 0], kind="reduced")
    arm = model.body("arm", box(2.0, [1.0, 0.1, 0.2]), at=[0.5, 0, 0])
    arm.set_velocity([0, 1.5, 0], [0, 0, 3.0])
    model.join(revolute(model.ground.point(), arm.point(-0.5, 0, 0), axis=[0, 0, 1]), name="pin")
    model.apply(point_force(arm.point("com"), [0.0, 0, -4.0]))
    run = model.simulate(1.0, samples=5)
    local = run.reaction("pin", axes="arm")
    np.testing.assert_allclose(local.force, [[-2 * 9 * 0.5, 0, 4.0]] * 5, atol=1e-6)
    np.testing.assert_allclose(local.moment, [[0, -4.0 * 0.5, 0]] * 5, atol=1e-6)
    assert np.ptp(run.reaction("pin").force[:, 0]) > 1
    assert local.axes == "arm" and "in axes of arm" in repr(local)
    np.testing.assert_allclose(run.reaction("pin", axes=arm).force, local.force)
    np.testing.assert_allclose(run.reaction("pin", axes="ground").force, run.reaction("pin").force)
    with pytest.raises(KeyError, match="there is no body 'amr'; did you mean 'arm'"):
        run.reaction("pin", axes="amr")


def scotch_yoke(slot, kind):
    """A crank of radius 0.2 m at 0.7 rad, driven; its pin runs in the slot of a yoke that slides along x."""
    model = Model(gravity=[0, -9.81], kind=kind)
    pin = 0.2 * np.array([np.cos(0.7), np.sin(0.7)])
    crank = model.body("crank", disc(1.0, 0.25))
    yoke = model.body("yoke", box(0.5, [0.4, 0.3, 0.1]), at=[pin[0] + 0.15, 0.03])
    model.join(revolute(model.ground.point(), crank.point("com")), name="axle")
    model.join(translational(model.ground.point(1, 0), yoke.point(0.2, -0.03), axis=[1, 0]), name="guide")
    motor = rotated_AR(*angle_vectors(model.ground, crank), Motion.polynomial(0, 6.0))
    model.join(motor, name="motor")
    model.join(slot(yoke.vector(1, 0), yoke.point(-0.15, 0), crank.point_at(pin)), name="slot")
    return model.kinematic_analysis(np.linspace(0, 1, 11))


SLOTS = {
    "PP": lambda n, P, Q: PP(n, P, Q),
    "PP with a length": lambda n, P, Q: [Dot(2 * n, Q - P)],
    "own": lambda n, P, Q: [Dot(n, Q - P)],
    "own, the other way round": lambda n, P, Q: [Dot(P - Q, n)],
    "stroke": lambda n, P, Q: stroke(n, P, Q, 0.0)}


@pytest.mark.parametrize("kind", ["full", "reduced"])
@pytest.mark.parametrize("slot", SLOTS)
def test_a_bare_plane_knows_where_it_touches(slot, kind):
    """The slot pushes along x at the pin: no moment about it on either body; force by Newton, ``m xdd``."""
    run = scotch_yoke(SLOTS[slot], kind)
    xdd = -0.2 * 36 * np.cos(0.7 + 6 * run.t)
    for body, sign in (("yoke", 1), ("crank", -1)):
        reaction = run.reaction("slot", on=body)
        np.testing.assert_allclose(reaction.force, np.outer(sign * 0.5 * xdd, [1, 0]), atol=EXACT)
        np.testing.assert_allclose(reaction.moment, 0, atol=EXACT)
        assert reaction.about.startswith("crank[")
    arm = run.position("crank") - 0.2 * np.column_stack([np.cos(0.7 + 6 * run.t), np.sin(0.7 + 6 * run.t)])
    force = run.reaction("slot", on="crank").force
    np.testing.assert_allclose(run.reaction("slot", on="crank", about="crank.com").moment,
                               arm[:, 1] * force[:, 0] - arm[:, 0] * force[:, 1], atol=EXACT)


def test_points_at_which_bare_equations_act():
    model = Model(gravity=[0, 0, 0])
    a, b = (model.body(name, massless(tip=[1, 2, 3])) for name in "ab")
    n, P, Q = a.vector(0, 0, 1), a.point("tip"), b.point(0, 1, 0)

    def where(*constraints):
        joint = model.join([e for c in constraints for e in c.equations])
        on = [joint.point_on(body) for body in (a, b)]
        return [p and (p.body.name, p.local.tolist()) for p in on]
    own, other = ("a", [1, 2, 3]), ("b", [0, 1, 0])
    assert where(CP(P, Q)) == [own, other]
    assert where(PP(n, P, Q)) == [other, other]
    assert where(PP(b.vector(1, 0, 0), Q, P), CV(n, b.vector(0, 0, 1))) == [own, own]
    assert where(CV(n, b.vector(0, 0, 1))) == [None, None]
    assert where(AR(n, b.vector(1, 0, 0), Motion.constant(1.5))) == [None, None]
    assert where(CP(P, Q), CP(a.point(0, 0, 0), b.point(1, 1, 1))) == [None, None]     # neither is its
    assert where(TP(Q, 0.0, 1.0, 2.0)) == [other, other] and where(Lin(Q)) == [other, other]


@pytest.mark.parametrize("kind", ["full", "reduced"])
def test_drivers_push_off_from_the_ground(kind):
    """A prescribed direction gives the ground the opposite torque, a prescribed path the opposite force."""
    model = Model(gravity=[0, -9.81], kind=kind)
    bar = model.body("bar", rod(2.0, 1.0), along=([0, 0], [1, 0]))
    model.join(TP(bar.point("start"), Motion.polynomial(0, 0, 0.5), 0.0), name="path")
    model.join(OV(bar.vector(1, 0), Motion(np.cos, lambda t: -np.sin(t), lambda t: -np.cos(t)),
                  Motion(np.sin, np.cos, lambda t: -np.sin(t))), name="direction")
    run = model.kinematic_analysis([0.0, 0.4])
    for name in ("path", "direction"):
        np.testing.assert_allclose(run.reaction(name, on="ground", about=[0, 0]).moment,
                                   -run.reaction(name, about=[0, 0]).moment, atol=EXACT)
        force = run.reaction(name).force
        np.testing.assert_allclose(run.reaction(name, on="ground").force, -force, atol=EXACT)
    np.testing.assert_allclose(run.reaction("path").force[0], [2 * (1 - 0.5), 2 * 9.81], atol=EXACT)
    assert abs(run.reaction("direction", on="ground").moment[0] + 9.81) < EXACT
