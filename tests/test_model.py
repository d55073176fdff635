"""What a user builds and asks: names, places, assembly, and one clear sentence for every mistake."""

import numpy as np
import pytest
from motions import ROUNDING, two_bodies

from fcclearn import (
    AR,
    CP,
    CV,
    PP,
    TP,
    Dot,
    Model,
    Motion,
    SimulationError,
    box,
    cylindrical,
    disc,
    from_inertia,
    massless,
    moment,
    planar,
    point_mass,
    prismatic,
    revolute,
    rod,
    rotated_AR,
    spherical,
    spring,
    translational,
    weld,
)
from fcclearn.engine.kinematics import NotAssembled
from fcclearn.formulation.joints import angle_vectors


def pendulum(**pose):
    model = Model(gravity=[0, -9.81])
    bar = model.body("bar", rod(1.0, 2.0), **(pose or dict(along=([0, 0], [2, 0]))))
    model.join(revolute(model.ground.point(), bar.point("start")), name="pin")
    return model


# -------------------------------------------------------------------- poses


@pytest.mark.parametrize("dimension", [2, 3])
def test_a_body_lies_along_two_points(dimension):
    rng = np.random.default_rng(0)
    start, direction = rng.normal(size=dimension), rng.normal(size=dimension)
    end = start + 2.0 * direction / np.linalg.norm(direction)
    body = Model(gravity=np.zeros(dimension)).body("bar", rod(1.0, 2.0), along=(start, end))
    np.testing.assert_allclose(body.point("start").at_start(), start, atol=ROUNDING)
    np.testing.assert_allclose(body.point("end").at_start(), end, atol=ROUNDING)
    assert np.linalg.det(body.axes) == pytest.approx(1)


def test_along_works_for_ends_that_are_not_on_u():
    solid = planar(1.0, 0.1, start=[0.1, 0.2], end=[0.1, 1.2])
    body = Model(gravity=[0, 0]).body("plate", solid, along=([3, 4], [4, 4]))
    np.testing.assert_allclose([body.point(p).at_start() for p in ("start", "end")], [[3, 4], [4, 4]],
                               atol=ROUNDING)


@pytest.mark.parametrize("kind, n", [("full", 12), ("reduced", 9), ("point", 3)])
def test_kinds_of_bodies(kind, n):
    model = Model(gravity=[0, 0, 0], kind=kind)
    assert model.body("a", massless()).q.size == n
    assert model.body("b", massless(), kind="full").q.size == 12


def test_initial_velocities_are_rigid_motions():
    _, _, body, rng = two_bodies(3, "ground", "reduced")
    v, w = rng.normal(size=(2, 3))
    body.set_velocity(v, w)
    tip = body.point(1, 2, 3)
    np.testing.assert_allclose(tip.rate_at_start(), v + np.cross(w, tip.at_start() - body.blocks[0]),
                               atol=ROUNDING)
    body.set_velocity()
    np.testing.assert_array_equal(body.qd, 0)


# -------------------------------------------------------------------- assembly


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


# -------------------------------------------------------------------- names


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
     "the angular velocity of b is one number in the plane"),
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


# -------------------------------------------------------------------- what a simulation starts from


@pytest.mark.parametrize("change, options, message", [
    (lambda m: None, dict(duration=-1.0), "the duration must be positive, not -1 s"),
    (lambda m: None, dict(duration=np.nan), "the duration must be positive, not nan s"),
    (lambda m: None, dict(duration=1.0, step=-0.1), "step must be .*positive.*, not -0.1"),
    (lambda m: None, dict(duration=1.0, rtol=0.0), "rtol must be .*positive.*, not 0"),
    (lambda m: None, dict(duration=1.0, method="projektion"),
     "there is no method 'projektion'; did you mean 'projection'"),
    (lambda m: None, dict(duration=1.0, samples=1), "samples must be two or more"),
    (lambda m: m.bodies["bar"].set_velocity([0.0, 1.5], 1.0), dict(duration=1.0),
     "the initial velocity is inconsistent: pin: CP y changes at 0.5 per second"),
    (lambda m: m.bodies["bar"].blocks.__setitem__(0, [1.3, 0.4]), dict(duration=1.0),
     r"the points of pin \(ground.reference and bar.start\) are 0.5 m apart; move the bodies "
     r"or call model.assemble"),
    (lambda m: m.bodies["bar"].blocks.__setitem__(1, [1.0, 0.1]), dict(duration=1.0),
     "the bodies are not assembled|are 0.1 m apart"),
])
def test_a_bad_start_is_named(change, options, message):
    model = pendulum()
    change(model)
    with pytest.raises(ValueError, match=message):
        model.simulate(**options)


def test_a_driver_that_fails_on_the_way_keeps_the_history():
    """The cosine driver reaches 180 degrees at t = 1 s: the run says so and keeps what it has."""
    model = pendulum(along=([0, 0], [0, 2]))
    bar = model.bodies["bar"]
    model.join(AR(model.ground.vector(1, 0), bar.vector(1, 0), Motion.polynomial(np.pi / 2, np.pi / 2)),
               name="motor")
    model.assemble()
    words = ("AR prescribes its angle by a cosine and cannot hold .* use rotated_AR.*; "
             "the history up to t = ")
    with pytest.raises(SimulationError, match=words) as caught:
        model.simulate(2.0, samples=21)
    assert 0 < caught.value.result.t[-1] < 1.0 and not model.last_run.complete


# -------------------------------------------------------------------- structure and notation


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


def test_constraints_show_themselves_in_the_notation_of_the_paper():
    """Equation, Jacobian blocks, nu and gamma in LaTeX, of every form an equation has."""
    model, i, j, _ = two_bodies(3, "reduced", "full")
    point = CP(i.point(0.5, 0, 2), j.point())._repr_latex_()
    assert (r"\Phi &= r_{\text{first}} + 0.5\,u_{\text{first}} + 2\,w_{\text{first}} "
            r"- r_{\text{second}} = 0") in point
    assert r"\Phi_{q_{\text{first}}} &= [\,I\;\;0.5\,I\;\;0\;\;2\,I\,]\,V_{\text{first}}" in point
    assert r"\gamma &= -[\,I\;\;0.5\,I\;\;0\;\;2\,I\,]\,\dot V_{\text{first}}\,\dot q_{\text{first}}" in point
    plane = PP(i.vector(0, 0, 1), i.point(), j.point(), 0.3)._repr_latex_()
    assert r"\Phi &= x^T y - 0.3 = 0" in plane and r"- 2\,\dot x^T \dot y" in plane
    driven = TP(j.point(), *(Motion.constant(k) for k in range(3)))._repr_latex_()
    assert r"- x^*(t) = 0" in driven and r"\nu &= \dot x^*" in driven and r"\gamma &= \ddot x^*" in driven
    stroke = PP(model.ground.vector(1, 0, 0), model.ground.point(), j.point(),
                Motion.polynomial(0, 1))._repr_latex_()
    assert r"x^T y - f(t)" in stroke and r"\gamma &= \ddot f" in stroke
    motor = rotated_AR(*angle_vectors(i, j, [0, 0, 1]), Motion.polynomial(0, 1))._repr_latex_()
    assert "s &= s(t)" in motor and r"\nu = -\Phi_s\, s_t" in motor
    hinge = revolute(i.point_at([0, 0, 0]), j.point_at([0, 0, 0]), axis=[1, 0, 0])._repr_latex_()
    assert hinge.count(r"\Phi &=") == 3 and hinge.startswith("$$\\begin{aligned}")
    bob = model.body("bob", point_mass(1.0), kind="point")
    assert r"\Phi_{q_{\text{bob}}} &= [\,I\,]" in CP(bob.point(), model.ground.point(1, 2, 3))._repr_latex_()
    dial = model.dial(i, j, [0, 0, 1])
    reading = model.joints["angle first-second"]._repr_latex_()
    assert r"s &= \left(r_{\text{angle first-second}}\right)^T \left((1,\,0,\,0)\right)" in reading
    assert dial.dimension == 3


def test_every_joint_can_show_itself():
    model, i, j, _ = two_bodies(3, "reduced", "full")
    P, Q = i.point_at([0, 0, 0]), j.point_at([0, 0, 0])
    for joint in (spherical(P, Q), cylindrical(P, Q, [1, 1, 0]), weld(P, Q)):
        assert r"\Phi" in joint._repr_latex_()
    plane, a, b, _ = two_bodies(2, "full", "reduced")
    assert r"\Phi" in translational(a.point_at([0, 0]), b.point_at([0, 0]), [1, 0])._repr_latex_()


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


def test_an_unknown_name_reads_as_a_sentence():
    model = Model(gravity=[0, -9.81])
    with pytest.raises(KeyError) as error:
        model.element("bar.end")
    assert str(error.value) == "there is no body 'bar'. Known: none"


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
     "the axis between bar and bar must be numbers, such as .*not 'z'"),
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
     "is one number in the plane"),
])
def test_what_a_beginner_gets_wrong_is_one_sentence(wrong, message):
    with pytest.raises((TypeError, ValueError), match=message):
        wrong()
