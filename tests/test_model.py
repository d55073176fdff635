"""What a user builds and asks: names, places, assembly, and one clear sentence for every mistake."""

import time

import numpy as np
import pytest
from models import pendulum
from motions import ROUNDING

from fcclearn import (
    CP,
    CV,
    PP,
    Dot,
    Model,
    Motion,
    box,
    disc,
    from_inertia,
    moment,
    point_mass,
    prismatic,
    revolute,
    rod,
    rotated_AR,
    spherical,
    spring,
    translational,
)
from fcclearn.engine.kinematics import NotAssembled
from fcclearn.formulation.joints import angle_vectors


@pytest.mark.parametrize("kind", ["full", "reduced"])
def test_assembly_closes_a_loop(kind):
    """A four-bar whose coupler was guessed centimetres away."""
    model = Model(gravity=[0, -9.81], kind=kind)
    a = model.body("a", rod(1.0, 1.0), along=([0, 0], [0, 1]))
    b = model.body("b", rod(1.0, 2.0), along=([0.03, 1.05], [2.03, 1.05]))
    c = model.body("c", rod(1.0, 1.0), along=([2, 0], [2, 1]), angular_velocity=0.2)
    for name, P, Q in (("A", model.ground.point(0, 0), a.point("start")),
                       ("B", a.point("end"), b.point("start")),
                       ("C", b.point("end"), c.point("end")),
                       ("D", model.ground.point(2, 0), c.point("start"))):
        model.join(revolute(P, Q), name=name)
    moved = model.assemble()
    assert 0.005 < moved < 0.1
    q, qd = model.system.layout.start()
    assert np.abs(model.system.phi(q)).max() < ROUNDING
    assert np.abs(model.system.phi_q(q) @ qd).max() < 1e-9
    np.testing.assert_allclose(a.point("end").at_start(), b.point("start").at_start(), atol=ROUNDING)
    assert model.assemble() < 1e-9


def test_assembly_at_a_time_of_the_drivers():
    model = pendulum()
    bar = model.bodies["bar"]
    model.join(rotated_AR(*angle_vectors(model.ground, bar), Motion.polynomial(0, 0.5)), name="motor")
    model.assemble(t=0.6)
    np.testing.assert_allclose(bar.axes[:, 0], [np.cos(0.3), np.sin(0.3)], atol=ROUNDING)
    np.testing.assert_allclose(bar.point("end").rate_at_start(), [-np.sin(0.3), np.cos(0.3)], atol=1e-9)


def test_a_point_body_is_assembled():
    model = Model(gravity=[0, 0, 0])
    bob = model.body("bob", point_mass(1.0), kind="point", at=[0.2, 0, 0], velocity=[1, 1, 1])
    model.join([Dot(bob.point(), bob.point(), 1.0)], name="shell")
    with pytest.warns(UserWarning, match="bob misses its own by 1 m/s"):
        model.assemble()
    np.testing.assert_allclose(bob.blocks[0], [1, 0, 0], atol=ROUNDING)
    np.testing.assert_allclose(bob.block_rates[0], [0, 1, 1], atol=1e-9)


def test_a_mirror_image_is_refused():
    """Full rigid-body equations hold for left-handed triads too (trap 13):
    w is guessed the wrong way round."""
    model = Model(gravity=[0, 0, 0])
    body = model.body("brick", box(1.0, [1, 2, 3]))
    body.blocks[3] = [0.05, 0.02, -0.9]
    with pytest.raises(ValueError, match=r"brick was assembled as its mirror image \(left-handed axes\)"):
        model.assemble()


def test_what_cannot_be_assembled_is_named():
    model = pendulum()
    model.join(CP(model.bodies["bar"].point("end"), model.ground.point(0, 3)), name="too far")
    with pytest.raises(NotAssembled, match="no position satisfies the constraints .* is still off by"):
        model.assemble()


def test_names_are_given_and_kept_apart():
    model = pendulum()
    bar = model.bodies["bar"]
    assert model.join([Dot(bar.vector(1, 0), bar.vector(1, 0), 1.0)]).name == "joint bar"
    assert model.join(CV(bar.vector(1, 0), model.ground.vector(1, 0))).name == "CV bar"
    springs = [model.apply(spring(model.ground.point(1, 1), bar.point("end"), 1.0)).name for _ in range(2)]
    assert springs == ["spring", "spring (2)"]
    assert model.join(PP(bar.vector(0, 1), bar.point(), model.ground.point(), 0.0),
                      name="plane").name == "plane"
    assert model.element("bar.end").label == "bar.end" and model.element("bar").name == "reference"
    assert model.element("ground.origin").body is model.ground
    assert bar.point(0.5, 0).label == "bar[0.5, 0.0]"
    assert model.joint("pin") is model.joints["pin"] is model.joint(model.joints["pin"])
    assert model.body_of_joint(model.joints["pin"]) is bar


def test_joints_and_forces_can_be_taken_out():
    model = pendulum()
    model.apply(spring(model.ground.point(1, 1), model.bodies["bar"].point("end"), 1.0))
    model.remove("spring")
    assert model.mobility().degrees_of_freedom == 1 and not model.forces
    model.remove("pin")
    assert model.mobility().degrees_of_freedom == 3 and not model.joints
    with pytest.raises(KeyError, match="there is no joint or force 'pin'. Known: none"):
        model.remove("pin")


@pytest.mark.parametrize("call, error, message", [
    (lambda m: m.body("bar", rod(1, 1)), ValueError, "there is a body named 'bar' already"),
    (lambda m: m.body("ground", rod(1, 1)), ValueError, "there is a body named 'ground' already"),
    (lambda m: m.body("b", rod(1, 1), kind="reducd"), ValueError,
     "there is no kind of body 'reducd'; did you mean 'reduced'"),
    (lambda m: m.body("b", rod(1, 1), at=[0, 0, 0]), ValueError,
     "the reference point of b must have 2 components"),
    (lambda m: m.body("b", rod(1, 1), at=[0, np.nan]), ValueError, "the reference point of b must be finite"),
    (lambda m: m.body("b", rod(1, 1), axes=np.eye(3)), ValueError,
     "the axes of b must be a finite 2 x 2 matrix"),
    (lambda m: m.body("b", rod(1, 1), axes=[[1, 0], [0, -1]]), ValueError, "the axes of b are left-handed"),
    (lambda m: m.body("b", rod(1, 1), axes=[[1, 0.1], [0, 1]]), ValueError,
     "the axes of b are not orthonormal"),
    (lambda m: m.body("b", rod(1, 1), along=([0, 0], [2, 0])), ValueError,
     "b is 1 m long, but the places given for its ends are 2 m apart"),
    (lambda m: m.body("b", rod(1, 1), along=([0, 0], [1, 0]), at=[0, 0]), ValueError,
     "give b either along=.* or at=... and axes=..., not both"),
    (lambda m: m.body("b", disc(1, 1), along=([0, 0], [1, 0])), ValueError,
     "b has no points 'start' and 'end' to lay along a line"),
    (lambda m: m.body("b", rod(1, 1), along=([0, 0, 0], [1, 0])), ValueError,
     "an end of b must have 2 components"),
    (lambda m: m.body("b", rod(1, 1), velocity=[1]), ValueError, "the velocity of b must have 2 components"),
    (lambda m: m.body("b", rod(1, 1), angular_velocity=[0, 0, 1]), ValueError,
     "the angular velocity of b in the plane must be a finite number"),
    (lambda m: m.bodies["bar"].point("edn"), KeyError, "there is no point of bar 'edn'; did you mean 'end'"),
    (lambda m: m.element("bra.end"), KeyError, "there is no body 'bra'; did you mean 'bar'"),
    (lambda m: m.joint("pni"), KeyError, "there is no joint 'pni'; did you mean 'pin'"),
    (lambda m: m.find_body("abr"), KeyError, "there is no body 'abr'; did you mean 'bar'"),
    (lambda m: m.join(revolute(m.ground.point(), m.bodies["bar"].point("end")), name="pin"), ValueError,
     "there is a joint named 'pin' already"),
    (lambda m: [m.apply(spring(m.ground.point(1, 1), m.bodies["bar"].point("end"), 1.0), name="s")
                for _ in "ab"], ValueError,
     "there is a force named 's' already"),
    (lambda m: m.join(revolute(m.bodies["bar"].point("start"), m.bodies["bar"].point("end"))), ValueError,
     "revolute joins bar with itself"),
    (lambda m: m.join(revolute(m.ground.point(), Model(gravity=[0, 0]).body("bar", rod(1, 1)).point())),
     ValueError,
     "revolute holds the body 'bar', which is not one of this model"),
    (lambda m: m.share(m.bodies["bar"], "u", m.body("reduced", rod(1, 1), kind="reduced"), "v"), ValueError,
     "reduced does not store its vector v, so it cannot share it"),
    (lambda m: m.share(m.bodies["bar"], "u", m.body("other", rod(1, 1), axes=[[0, -1], [1, 0]])), ValueError,
     "u of bar and u of other are not the same vector at the start"),
    (lambda m: Model(gravity=[0, 0, 0, 0]), ValueError,
     "gravity has 2 components for a planar model and 3 for a spatial one, not 4"),
    (lambda m: Model(gravity=[0, np.inf]), ValueError, "gravity must be finite"),
    (lambda m: Model(gravity=[0, 0], kind="fulll"), ValueError,
     "there is no kind of body 'fulll'; did you mean 'full'"),
    (lambda m: from_inertia(1.0, [1, 1, 5]), ValueError, "triangle inequality"),
    (lambda m: rod(-1.0, 1.0), ValueError, "mass must be positive, not -1"),
])
def test_mistakes_are_named(call, error, message):
    with pytest.raises(error, match=message):
        call(pendulum())


def test_structure_is_drawn_with_labels():
    figures = pendulum().show_structure()
    texts = [" ".join(t.get_text() for axes in figure.axes
                      for t in [*axes.get_xticklabels(), *axes.get_yticklabels(), axes.title])
             for figure in figures]
    assert "pin: CP" in texts[0] and "bar.u" in texts[0] and "Jacobian" in texts[0]
    assert "bar.r" in texts[1] and "mass matrix" in texts[1]
    free = Model(gravity=[0, 0])
    free.body("bob", point_mass(1.0), kind="point")
    assert len(free.show_structure()) == 1


@pytest.mark.parametrize("wrong, message", [
    (lambda m, bar: m.join(bar),
     "join takes a joint, such as revolute.*not the body bar; apply takes forces"),
    (lambda m, bar: m.join(None), "join takes a joint.*not None"),
    (lambda m, bar: m.apply(revolute(m.ground.point(0, 0), bar.point("start"))),
     "apply takes a force.*join takes joints"),
    (lambda m, bar: m.element(bar), "a point is asked for, such as .*not the body bar"),
])
def test_things_in_the_wrong_place_are_named(wrong, message):
    model = Model(gravity=[0, -9.81])
    bar = model.body("bar", rod(1.0, 1.0), along=([0, 0], [1, 0]))
    with pytest.raises(TypeError, match=message):
        wrong(model, bar)


@pytest.mark.parametrize("name", ["", "a.b", 3])
def test_names_of_bodies(name):
    with pytest.raises(ValueError, match="the name of a body must be text without a dot"):
        Model(gravity=[0, -9.81]).body(name, rod(1.0, 1.0))


def planar_bar():
    return Model(gravity=[0, -9.81]).body("bar", rod(1.0, 1.0))


def spatial_bar():
    return Model(gravity=[0, 0, -9.81]).body("bar", rod(1.0, 1.0))


@pytest.mark.parametrize("wrong, message", [
    (lambda: rod("1 kg", 1.0), "mass must be a number in SI units, not '1 kg'"),
    (lambda: revolute(planar_bar(), planar_bar()), "revolute takes points, such as .*, not <Body bar>"),
    (lambda: spherical([0, 0], spatial_bar().point("end")),
     r"spherical takes points, such as .*, not \[0, 0\]"),
    (lambda: revolute(planar_bar().point("end"), spatial_bar().point("end")),
     "revolute mixes points of a planar and of a spatial model"),
    (lambda: prismatic(planar_bar().point("end"), planar_bar().point("end"), [1, 0]),
     "prismatic is a joint for space; the other one is called translational"),
    (lambda: translational(spatial_bar().point("end"), spatial_bar().point("end"), [1, 0, 0]),
     "translational is a joint for the plane; the other one"),
    (lambda: revolute(spatial_bar().point("end"), spatial_bar().point("end"), axis="z"),
     "the axis between bar and bar must be 3 numbers, not 'z'"),
    (lambda: spring(planar_bar().point("end"), planar_bar().point("start"), 50.0, damping=-2.0),
     "the damping of 'spring' must be .* zero or more, not -2.0"),
    (lambda: spring(planar_bar().point("end"), planar_bar().point("start"), np.nan),
     "the stiffness of 'spring' must be a finite number of N/m"),
    (lambda: moment(planar_bar().point("end"), 1.0), "a moment acts on a body"),
    (lambda: Model(gravity=[0, -9.81]).body("bar", 1.0), "bar needs a solid, such as rod"),
    (lambda: Model(gravity=[0, -9.81]).body("bar", rod(1.0, 1.0), angle=30),
     "there is no argument of body 'angle'"),
    (lambda: Model(gravity=[0, -9.81]).body("bar", rod(1.0, 1.0), angular_velcity=1),
     "did you mean 'angular_velocity'"),
    (lambda: Model(gravity=[0, -9.81]).body("bar", rod(1.0, 1.0), angular_velocity=[0, 0, 1]),
     "in the plane must be a finite number"),
])
def test_what_a_beginner_gets_wrong_is_one_sentence(wrong, message):
    with pytest.raises((TypeError, ValueError), match=message):
        wrong()


def test_building_and_compiling_is_linear_in_the_bodies():
    """Four times the bodies take four times as long, give or take; once it was sixteen times."""
    def seconds(n):
        begun = time.process_time()
        model = Model(gravity=[0, -9.81])
        last = model.ground.point()
        for k in range(n):
            bar = model.body(f"bar {k}", rod(1.0, 1.0), along=([k, 0], [k + 1, 0]))
            model.join(revolute(last, bar.point("start")))
            last = bar.point("end")
        assert model.system.m == 5 * n and model.solver.way == "band"
        return time.process_time() - begun
    seconds(50)
    assert min(seconds(800) for _ in range(2)) < 8 * min(seconds(200) for _ in range(2))
