"""Joint forces and moments against closed forms,
and every free body against Newton's and Euler's equations."""

import numpy as np
import pytest
from motions import two_bodies

from fcclearn import (
    AR,
    CV,
    PP,
    TP,
    Model,
    Motion,
    box,
    cylindrical,
    disc,
    moment,
    planar_joint,
    point_force,
    prismatic,
    revolute,
    rod,
    rod_joint,
    rotated_AR,
    spherical,
    spring,
    translational,
    universal,
    weld,
)
from fcclearn.benchmarks import a02_n_four_bar
from fcclearn.engine.reactions import joint_force
from fcclearn.formulation.joints import angle_vectors

EXACT = 1e-8
"""Forces of size up to a hundred: the rounding of the penalty solve, about 1e-10 of the largest force."""


def at(*c, dimension):
    return list(c)[:dimension]


@pytest.mark.parametrize("dimension, kind", [(2, "full"), (2, "reduced"), (3, "full"), (3, "reduced")])
def test_simple_pendulum(dimension, kind):
    """Paper A, Eqs. (116)-(119) with the corrected sign (erratum 2):
    the pin carries m (g cos + L/2 w^2) along the rod and the rest across."""
    model = Model(gravity=at(0, -9.81, 0, dimension=dimension), kind=kind)
    angle, speed, mass, length = 0.6, 2.0, 3.0, 0.8                       # from the x axis
    tip = length * np.array([np.cos(angle), np.sin(angle), 0])[:dimension]
    bar = model.body("bar", rod(mass, length), along=(np.zeros(dimension), tip))
    bar.set_velocity(speed * length / 2 * np.array([-np.sin(angle), np.cos(angle), 0])[:dimension],
                     speed if dimension == 2 else [0, 0, speed])
    model.join(revolute(model.ground.point(), bar.point("start"), axis=[0, 0, 1]), name="pin")
    run = model.simulate(1.0, samples=11)
    tips = run.position("bar.end")[:, :2] / length
    cos, sin = tips.T
    speeds = run.angular_velocity("bar") if dimension == 2 else run.angular_velocity("bar")[:, 2]
    alpha = -mass * 9.81 * length / 2 * cos / (mass * length**2 / 3)
    # acceleration of the centre of mass
    along, across = -length / 2 * speeds**2, length / 2 * alpha
    expected = mass * (np.outer(along, [1, 1]) * tips + np.column_stack([-sin, cos]) * across[:, None]
                       + [0, 9.81])
    reaction = run.reaction("pin")
    np.testing.assert_allclose(reaction.force[:, :2], expected, atol=1e-6)
    np.testing.assert_allclose(reaction.moment, 0, atol=1e-6)
    assert (reaction.body, reaction.joint) == ("bar", "pin") and reaction.t is run.t


def skew_pendulum(kind, form):
    """An unsymmetric body on a skew revolute joint, in motion."""
    model, ground, body, _ = two_bodies(3, "ground", kind)
    place, axis = np.array([0.3, -0.2, 0.4]), np.array([2.0, -1.0, 2.0]) / 3
    body.set_velocity(np.cross(1.7 * axis, body.blocks[0] - place), 1.7 * axis)
    model.join(revolute(ground.point(place), body.point_at(place), axis=axis, form=form), name="hinge")
    return model, body, place, axis


@pytest.mark.parametrize("form", ["CAR", "CV"])
@pytest.mark.parametrize("kind", ["full", "reduced"])
def test_skew_hinge_against_newton_and_euler(kind, form):
    """Theory section 7: one freedom theta, all six components of the reaction."""
    model, body, place, axis = skew_pendulum(kind, form)
    arm = body.point("com").at_start() - place
    I = body.axes @ body.solid.inertia @ body.axes.T + 1.7 * (arm @ arm * np.eye(3) - np.outer(arm, arm))
    weight = 1.7 * model.gravity
    omega = 1.7 * axis
    # the axis is the only freedom; w x I w is not along it
    alpha = axis @ np.cross(arm, weight) / (axis @ I @ axis) * axis
    alpha = alpha - axis @ np.cross(omega, I @ omega) / (axis @ I @ axis) * axis
    acceleration = np.cross(alpha, arm) + np.cross(omega, np.cross(omega, arm))
    run = model.simulate(1e-3, samples=2)
    reaction = run.reaction("hinge")
    np.testing.assert_allclose(reaction.force[0], 1.7 * acceleration - weight, atol=EXACT)
    moment = I @ alpha + np.cross(omega, I @ omega) - np.cross(arm, weight)
    np.testing.assert_allclose(reaction.moment[0], moment, atol=EXACT)
    assert abs(reaction.moment[0] @ axis) < EXACT and np.linalg.norm(moment) > 0.1


JOINTS = {
    "spherical": lambda P, Q, a, b: spherical(P, Q), "revolute": lambda P, Q, a, b: revolute(P, Q, a),
    "revolute CV": lambda P, Q, a, b: revolute(P, Q, a, form="CV"),
    "universal": lambda P, Q, a, b: universal(P, Q, (a, b)),
    "cylindrical": lambda P, Q, a, b: cylindrical(P, Q, a),
    "cylindrical CV": lambda P, Q, a, b: cylindrical(P, Q, a, form="CV"),
    "prismatic": lambda P, Q, a, b: prismatic(P, Q, a),
    "prismatic CV": lambda P, Q, a, b: prismatic(P, Q, a, form="CV"),
    "planar": lambda P, Q, a, b: planar_joint(P, Q, a),
    "weld": lambda P, Q, a, b: weld(P, Q),
    "weld CV": lambda P, Q, a, b: weld(P, Q, form="CV")}


@pytest.mark.parametrize("kinds", [("full", "full"), ("reduced", "reduced"), ("reduced", "full")])
@pytest.mark.parametrize("name", JOINTS)
def test_free_bodies_are_in_balance(name, kinds):
    """Every joint between two bodies that fly, spin and are pulled:
    each body's Newton and Euler equations, action and reaction."""
    model, i, j, rng = two_bodies(3, *kinds)
    place = rng.normal(size=3)
    axis, across = np.array([2.0, -1.0, 2.0]) / 3, np.array([1.0, 2.0, 0.0]) / np.sqrt(5)
    joint = model.join(JOINTS[name](i.point_at(place), j.point_at(place), axis, across), name="joint")
    model.apply(point_force(i.point(1, 2, 3), rng.normal(size=3)))
    model.apply(spring(model.ground.point(3, 3, 3), j.point(0, 1, 1), 5.0, length=1.0))
    for body in (i, j):
        body.set_velocity(rng.normal(size=3), rng.normal(size=3))
    model.assemble()
    run = model.simulate(1e-3, samples=2)
    for body in ("first", "second"):
        force, moment = run.imbalance(body)
        np.testing.assert_allclose(force, 0, atol=EXACT)
        np.testing.assert_allclose(moment, 0, atol=EXACT)
    on_first, on_second = run.reaction("joint", on="first"), run.reaction("joint", on=j)
    P, Q = (run.position(p) for p in joint.points)
    np.testing.assert_allclose(on_first.force, -on_second.force, atol=EXACT)
    np.testing.assert_allclose(on_first.moment, -(on_second.moment + np.cross(Q - P, on_second.force)),
                               atol=EXACT)
    assert np.abs(on_second.force).max() > 0.01


def test_what_each_joint_cannot_carry():
    """Theory section 7: the components along the freedoms of a joint are zero."""
    axis, across = np.array([2.0, -1.0, 2.0]) / 3, np.array([1.0, 2.0, 0.0]) / np.sqrt(5)
    free = {"spherical": ((), (axis, across)), "revolute": ((), (axis,)), "universal": ((), (axis, across)),
            "cylindrical": ((axis,), (axis,)),
            "prismatic": ((axis,), ()), "planar": ((across, np.cross(axis, across)), (axis,))}
    for name, (forces, moments) in free.items():
        model, i, j, rng = two_bodies(3, "full", "reduced")
        place = rng.normal(size=3)
        model.join(JOINTS[name](i.point_at(place), j.point_at(place), axis, across), name="joint")
        model.apply(point_force(i.point(1, 2, 3), [3.0, 1.0, 2.0]))
        reaction = model.simulate(1e-4, samples=2).reaction("joint")
        for direction in forces:
            assert abs(reaction.force[0] @ direction) < EXACT, name
        for direction in moments:
            assert abs(reaction.moment[0] @ direction) < EXACT, name


@pytest.mark.parametrize("kind", ["full", "reduced"])
def test_translational_and_rod_joints_in_the_plane(kind):
    model = Model(gravity=[0, -9.81], kind=kind)
    block = model.body("block", box(2.0, [0.4, 0.2, 0.1]))
    model.join(translational(model.ground.point(), block.point("com"), axis=[3, 4]), name="guide")
    reaction = model.simulate(0.5, samples=3).reaction("guide")
    np.testing.assert_allclose(reaction.force, [2 * 9.81 * 0.6 * np.array([-0.8, 0.6])] * 3, atol=EXACT)
    hanging = Model(gravity=[0, -9.81], kind=kind)
    wheel = hanging.body("wheel", disc(2.0, 0.1), at=[0, -1])
    hanging.join(rod_joint(hanging.ground.point(), wheel.point("com")), name="rod")
    np.testing.assert_allclose(hanging.simulate(0.1, samples=2).reaction("rod").force, [[0, 19.62]] * 2,
                               atol=EXACT)


@pytest.mark.parametrize("kind", ["full", "reduced"])
def test_a_beam_on_two_supports(kind):
    """Each joint's own share: a load at a quarter of the length goes three to one."""
    model = Model(gravity=[0, 0], kind=kind)
    beam = model.body("beam", rod(2.0, 4.0), along=([0, 0], [4, 0]))
    model.join(revolute(model.ground.point(), beam.point("start")), name="pin")
    model.join(PP(model.ground.vector(0, 1), model.ground.point(), beam.point("end")), name="roller")
    model.apply(point_force(beam.point_at([1, 0]), [5.0, -8.0]))
    run = model.simulate(0.1, samples=2)
    np.testing.assert_allclose(run.reaction("pin").force, [[-5, 6]] * 2, atol=EXACT)
    np.testing.assert_allclose(run.reaction("roller").force, [[0, 2]] * 2, atol=EXACT)


@pytest.mark.parametrize("kind", ["full", "reduced"])
def test_planar_bodies_are_in_balance(kind):
    """Swinging fast about an excentric pin: m a_C and I alpha both matter."""
    model, _, body, _ = two_bodies(2, "ground", kind)
    pin = np.array([0.3, -0.2])
    arm = body.blocks[0] - pin
    body.set_velocity(2.0 * np.array([-arm[1], arm[0]]), 2.0)
    model.join(revolute(model.ground.point(pin), body.point_at(pin)), name="pin")
    model.apply(moment(body, 1.5))
    run = model.simulate(0.1, samples=3)
    force, torque = run.imbalance("second")
    np.testing.assert_allclose(force, 0, atol=EXACT)
    np.testing.assert_allclose(torque, 0, atol=EXACT)
    assert np.ptp(run.angular_velocity("second")) > 0.01


# -------------------------------------------------------------------- drivers


@pytest.mark.parametrize("cosine", [False, True])
@pytest.mark.parametrize("dimension, kind", [(2, "full"), (2, "reduced"), (3, "full"), (3, "reduced")])
def test_a_driver_is_a_moment_about_its_axis(dimension, kind, cosine):
    """Rotated AR: the moment on the driven body is -lam about the axis;
    AR by its cosine: lam sin(angle) (theory section 7)."""
    model = Model(gravity=at(0, -9.81, 0, dimension=dimension), kind=kind)
    bar = model.body("bar", rod(3.0, 0.8), along=(np.zeros(dimension), at(0.8, 0, 0, dimension=dimension)))
    z = [0, 0, 1]
    model.join(revolute(model.ground.point(), bar.point("start"), axis=z), name="pin")
    a, b, b_turned = angle_vectors(model.ground, bar, z)
    angle = Motion.polynomial(0.7, 1.0, 0.5)
    model.join(AR(a, b, angle) if cosine else rotated_AR(a, b, b_turned, angle), name="motor")
    # which of the two angles it means, the start must say
    if cosine:
        bar.blocks[:] = np.vstack([0.4 * np.eye(dimension)[0], np.eye(dimension)]) @ turn(0.7, dimension).T
    run = model.kinematic_analysis([0.0, 0.4])
    theta = 0.7 + run.t + 0.5 * run.t**2
    torque = 3.0 * 0.64 / 3 + 3.0 * 9.81 * 0.4 * np.cos(theta)
    moment = run.reaction("motor").moment
    np.testing.assert_allclose(moment if dimension == 2 else moment[:, 2], torque, atol=EXACT)
    np.testing.assert_allclose(run.reaction("motor").force, 0, atol=EXACT)
    np.testing.assert_allclose(run.effort("motor"), torque, atol=EXACT)
    row = next(k for k, r in enumerate(run.system.rows) if r.owner == "motor")
    expected = torque / np.sin(theta) if cosine else -torque
    np.testing.assert_allclose(run.multipliers()[:, row], expected, atol=EXACT)


def turn(angle, dimension):
    R = np.eye(dimension)
    R[:2, :2] = [[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]]
    return R


def test_time_is_zero_unless_given():
    """The force of a driver depends on time: without t it is that of t = 0."""
    model = Model(gravity=[0, -9.81])
    bar = model.body("bar", rod(3.0, 0.8), along=([0, 0], [0.8, 0]))
    model.join(rotated_AR(*angle_vectors(model.ground, bar), Motion.polynomial(0.0, 1.0)), name="motor")
    system, q = model.system, bar.q
    now, later = (joint_force(system, "motor", q, np.ones(system.m), t) for t in (0.0, 1.0))
    np.testing.assert_array_equal(joint_force(system, "motor", q, np.ones(system.m)), now)
    assert np.abs(now - later).max() > 0.1


@pytest.mark.parametrize("kind", ["full", "reduced"])
def test_a_carried_body_weighs_on_its_driver(kind):
    """TP and OV together: force m (a - g), no moment about the centre of mass."""
    model = Model(gravity=[0, -9.81], kind=kind)
    block = model.body("block", box(2.0, [0.4, 0.2, 0.1]))
    model.join(TP(block.point("com"), Motion.polynomial(0, 0, 1.5), Motion.polynomial(0, 1.0)), name="hand")
    model.join(CV(block.vector(1, 0), model.ground.vector(1, 0)), name="level")
    run = model.kinematic_analysis([0.0, 0.5])
    np.testing.assert_allclose(run.reaction("hand").force, [[6.0, 19.62]] * 2, atol=EXACT)
    np.testing.assert_allclose(run.effort("hand"), [[6.0, 19.62]] * 2, atol=EXACT)
    np.testing.assert_allclose(run.reaction("level").moment, 0, atol=EXACT)


# -------------------------------------------------------------------- redundancy and shared vectors


@pytest.mark.parametrize("kind", ["full", "reduced"])
def test_unique_reactions_of_a_redundant_mechanism(kind):
    """A planar four-bar in space and in the plane: the in-plane forces agree, and each body is in balance."""
    spatial, plane = (a02_n_four_bar.build(kind, dimension, windows=1).simulate(0.4, samples=3)
                      for dimension in (3, 2))
    for joint in spatial.model.joints:
        np.testing.assert_allclose(spatial.reaction(joint).force[:, :2], plane.reaction(joint).force,
                                   atol=1e-6)
    for body in spatial.model.bodies:
        for part in spatial.imbalance(body):
            np.testing.assert_allclose(part, 0, atol=EXACT)


def two_bars(shared, kind="full", axis="u"):
    """Two unsymmetric bodies hinged about a common vector:
    by a revolute joint, or by a shared vector and a spherical joint."""
    model, i, j, rng = two_bodies(3, kind, kind)
    e = np.eye(3)["uvw".index(axis)]
    common = i.axes @ e
    # same axes, then turned about the common one
    j.blocks[1:] = i.blocks[1:]
    from scipy.spatial.transform import Rotation
    j.blocks[1:] = j.blocks[1:] @ Rotation.from_rotvec(0.9 * common).as_matrix().T
    place = rng.normal(size=3)
    model.join(spherical(model.ground.point_at([0, 0, 0]), i.point_at([0, 0, 0])), name="shoulder")
    if shared:
        model.share(i, axis, j)
        model.join(spherical(i.point_at(place), j.point_at(place)), name="elbow")
    else:
        model.join(revolute(i.point_at(place), j.point_at(place), axis=common), name="elbow")
    omega = np.array([0.4, -0.3, 0.8])
    i.set_velocity(np.cross(omega, i.blocks[0]), omega)
    j.set_velocity(np.cross(omega, j.blocks[0]), omega)
    return model


@pytest.mark.parametrize("kind, axis", [("full", "u"), ("full", "w"), ("reduced", "u"), ("reduced", "v")])
def test_shared_vectors_are_an_implicit_joint(kind, axis):
    """Paper A, Eq. (104); theory section 3: the motion, the forces and the moment of the hinge,
    without any redundant equation."""
    explicit, implicit = (two_bars(shared, kind, axis).simulate(0.2, samples=3, rtol=1e-11)
                          for shared in (False, True))
    assert implicit.model.mobility().redundant == 0
    assert implicit.system.n == explicit.system.n - 3
    for point in ("first.com", "second.com"):
        np.testing.assert_allclose(implicit.position(point), explicit.position(point), atol=1e-9)
    for joint, body in (("shoulder", "first"), ("elbow", "first"), ("elbow", "second")):
        np.testing.assert_allclose(implicit.reaction(joint, body).force, explicit.reaction(joint, body).force,
                                   atol=1e-6)
    moment = explicit.reaction("elbow", "second").moment
    shared = implicit.shared_reaction("second", "first")
    np.testing.assert_allclose(shared.moment, moment, atol=1e-6)
    np.testing.assert_allclose(implicit.shared_reaction("first", "second").moment, -moment, atol=1e-6)
    np.testing.assert_allclose(shared.force, 0)
    assert shared.joint == "shared with first" and np.abs(moment).max() > 0.01
    force, missing = implicit.imbalance("second")
    np.testing.assert_allclose(force, 0, atol=EXACT)
    np.testing.assert_allclose(missing, shared.moment, atol=1e-6)


def test_two_shared_vectors_weld_the_directions():
    """Sharing u and v repeats their angle equation too; it is dropped, and nothing is redundant."""
    model, i, j, rng = two_bodies(3, "full", "reduced")
    j.blocks[1:] = i.blocks[1:]
    model.share(i, "u", j)
    model.share(i, "v", j)
    place = rng.normal(size=3)
    model.join(spherical(i.point_at(place), j.point_at(place)), name="ball")
    mobility = model.mobility()
    assert (mobility.degrees_of_freedom, mobility.redundant) == (6, 0)
    i.set_velocity(angular_velocity=[1.0, 2.0, 0.5])
    j.set_velocity(np.cross([1.0, 2.0, 0.5], j.blocks[0] - i.blocks[0]), [1.0, 2.0, 0.5])
    run = model.simulate(0.01, samples=2)
    np.testing.assert_allclose(run.shared_reaction("second", "first").moment, run.imbalance("second")[1],
                               atol=1e-6)


@pytest.mark.parametrize("call, error, message", [
    (lambda run: run.reaction("elbwo"), KeyError, "there is no joint 'elbwo'; did you mean 'elbow'"),
    (lambda run: run.reaction("elbow", on="ground"), ValueError,
     "the reaction of elbow on the ground is the opposite of that on"),
    (lambda run: run.shared_reaction("first", "third"), KeyError,
     "there is no body 'third'. Known: first, second"),
    (lambda run: run.shared_reaction("first", "second"), ValueError, "first and second share no vector"),
    (lambda run: run.effort("elbow"), ValueError, "elbow prescribes nothing: it is no driver"),
    (lambda run: run.imbalance("secnod"), KeyError, "there is no body 'secnod'; did you mean 'second'"),
    (lambda run: run.angular_velocity("frist"), KeyError, "there is no body 'frist'; did you mean 'first'"),
])
def test_unknown_names_are_named(call, error, message):
    run = two_bars(False).simulate(1e-3, samples=2)
    with pytest.raises(error, match=message):
        call(run)
