"""Reactions about named points, in a body's axes, on the ground, and of joints made of bare equations."""

import numpy as np
import pytest
from motions import two_bodies
from test_reactions import JOINTS

from fcclearn import OV, TP, Model, Motion, box, point_force, revolute, rod, translational

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
