"""Every joint: how many equations, of what rank, which motions it lets pass and which it stops."""

import numpy as np
import pytest
from motions import CASES, ROUNDING, check_derivatives, joint_residual, rank, rotation, two_bodies
from scipy.spatial.transform import Rotation

from fcclearn import (
    cylindrical,
    planar_joint,
    point_on_line,
    prismatic,
    revolute,
    rod_joint,
    spherical,
    translational,
    universal,
    weld,
)
from fcclearn.formulation.joints import both_axes

MOVED = 1e-3
"""A motion that a joint must stop changes some equation by more than this; the motions are of size one."""

AXIS = np.array([2.0, -1.0, 2.0]) / 3
ACROSS = np.array([1.0, 2.0, 0.0]) / np.sqrt(5)
IN_PLANE = np.array([0.6, 0.8])

#: name: dimension, maker (P, Q), equations = rank, equations of the CV form
JOINTS = {
    "spherical": (3, lambda P, Q, **o: spherical(P, Q), 3, None),
    "revolute": (3, lambda P, Q, **o: revolute(P, Q, AXIS, **o), 5, 6),
    "universal": (3, lambda P, Q, **o: universal(P, Q, (AXIS, ACROSS)), 4, None),
    "cylindrical": (3, lambda P, Q, **o: cylindrical(P, Q, AXIS, **o), 4, 5),
    "prismatic": (3, lambda P, Q, **o: prismatic(P, Q, AXIS, **o), 5, 8),
    "planar": (3, lambda P, Q, **o: planar_joint(P, Q, AXIS, **o), 3, 4),
    "weld": (3, lambda P, Q, **o: weld(P, Q, **o), 6, 9),
    "revolute 2-D": (2, lambda P, Q, **o: revolute(P, Q), 2, None),
    "translational": (2, lambda P, Q, **o: translational(P, Q, IN_PLANE), 2, None),
    "weld 2-D": (2, lambda P, Q, **o: weld(P, Q), 3, None),
    "point on line": (3, lambda P, Q, **o: point_on_line(P, Q, AXIS), 2, None),
    "point on line 2-D": (2, lambda P, Q, **o: point_on_line(P, Q, IN_PLANE), 1, None),
}
FORMS = [(name, {}) for name in JOINTS] + [(name, {"form": "CV"}) for name, row in JOINTS.items() if row[3]]
CASES_OF = {d: [case for case in CASES if case[0] == d] for d in (2, 3)}
EVERY = [(name, form, first, second) for name, form in FORMS
         for _, first, second in CASES_OF[JOINTS[name][0]]]


def joined(name, form, first, second):
    """Two bodies in random poses, joined at a random place; and that place."""
    dimension, maker, *_ = JOINTS[name]
    model, i, j, rng = two_bodies(dimension, first, second)
    place = rng.normal(size=dimension)
    model.join(maker(i.point_at(place), j.point_at(place), **form), name="joint")
    return model, place


@pytest.mark.parametrize("name, form, first, second", EVERY)
def test_equations_and_rank(name, form, first, second):
    """Theory section 3: the default sets have full rank,
    the CV sets one redundant equation for each coincident vector."""
    model, _ = joined(name, form, first, second)
    _, _, removed, cv = JOINTS[name]
    own = sum(row.owner == "joint" for row in model.system.rows)
    assert own == (cv if form else removed)
    assert rank(model) == model.system.m - own + removed
    assert np.abs(model.system.phi(model.system.layout.start()[0])).max() < ROUNDING


@pytest.mark.parametrize("name, form, first, second", EVERY)
def test_derivatives(name, form, first, second):
    model, _ = joined(name, form, first, second)
    check_derivatives(model)


I3 = np.eye(3)
ABOUT = Rotation.from_rotvec(0.8 * AXIS).as_matrix()
ASIDE = Rotation.from_rotvec(0.8 * ACROSS).as_matrix()
THIRD = np.cross(AXIS, ACROSS)
ABOUT_THIRD = Rotation.from_rotvec(0.8 * THIRD).as_matrix()
TURN = rotation(2, 0.8, None)
NORMAL = np.array([-0.8, 0.6])
NONE = np.zeros(3)

#: name: motions of the second body that pass, and those that are stopped,
#: each as (rotation about the joint's place, shift)
MOTIONS = {
    "spherical": ([(ABOUT, NONE), (ASIDE, NONE), (ABOUT_THIRD, NONE)],
                  [(I3, 0.1 * AXIS), (I3, 0.1 * ACROSS), (I3, 0.1 * THIRD)]),
    "revolute": ([(ABOUT, NONE)], [(ASIDE, NONE), (ABOUT_THIRD, NONE), (I3, 0.1 * AXIS), (I3, 0.1 * ACROSS),
                                   (I3, 0.1 * THIRD)]),
    "universal": ([(ABOUT, NONE), (ASIDE, NONE)],
                  [(ABOUT_THIRD, NONE), (I3, 0.1 * AXIS), (I3, 0.1 * ACROSS), (I3, 0.1 * THIRD)]),
    "cylindrical": ([(ABOUT, 0.3 * AXIS)],
                    [(ASIDE, NONE), (ABOUT_THIRD, NONE), (I3, 0.1 * ACROSS), (I3, 0.1 * THIRD)]),
    "prismatic": ([(I3, 0.3 * AXIS)], [(ABOUT, NONE), (ASIDE, NONE), (ABOUT_THIRD, NONE), (I3, 0.1 * ACROSS),
                                       (I3, 0.1 * THIRD)]),
    "planar": ([(ABOUT, 0.3 * ACROSS), (I3, 0.3 * THIRD)],
               [(ASIDE, NONE), (ABOUT_THIRD, NONE), (I3, 0.1 * AXIS)]),
    "weld": ([], [(R, NONE) for R in (ABOUT, ASIDE, ABOUT_THIRD)]
             + [(I3, 0.1 * s) for s in (AXIS, ACROSS, THIRD)]),
    "revolute 2-D": ([(TURN, np.zeros(2))], [(np.eye(2), 0.1 * IN_PLANE), (np.eye(2), 0.1 * NORMAL)]),
    "translational": ([(np.eye(2), 0.3 * IN_PLANE)], [(TURN, np.zeros(2)), (np.eye(2), 0.1 * NORMAL)]),
    "weld 2-D": ([], [(TURN, np.zeros(2)), (np.eye(2), 0.1 * IN_PLANE), (np.eye(2), 0.1 * NORMAL)]),
    "point on line": ([(ABOUT, 0.3 * AXIS), (ASIDE, -0.2 * AXIS), (ABOUT_THIRD, NONE)],
                      [(I3, 0.1 * ACROSS), (I3, 0.1 * THIRD), (ASIDE, 0.1 * ACROSS)]),
    "point on line 2-D": ([(TURN, 0.3 * IN_PLANE)], [(np.eye(2), 0.1 * NORMAL), (TURN, 0.1 * NORMAL)]),
}


@pytest.mark.parametrize("name, form, first, second", EVERY)
def test_finite_motions(name, form, first, second):
    """The second body is moved by finite motions:
    no linearisation is involved, so no derivative can be wrong with it."""
    model, place = joined(name, form, first, second)
    pass_, stopped = MOTIONS[name]
    for R, shift in pass_:
        assert joint_residual(model, second=(place, R, shift)) < ROUNDING
    for R, shift in stopped:
        assert joint_residual(model, second=(place, R, shift)) > MOVED
    if first != "ground":                                               # both together, as one rigid body
        dimension = JOINTS[name][0]
        together = (np.zeros(dimension), rotation(dimension, 1.1, np.random.default_rng(5)),
                    np.ones(dimension))
        assert joint_residual(model, first=together, second=together) < ROUNDING


def test_universal_turns_about_the_axis_of_either_body():
    """Turning the first body about its own axis, or the second about its own, keeps a universal joint."""
    model, place = joined("universal", {}, "full", "full")
    assert joint_residual(model, first=(place, ABOUT, NONE)) < ROUNDING
    assert joint_residual(model, second=(place, ASIDE, NONE)) < ROUNDING
    assert joint_residual(model, first=(place, ABOUT, NONE), second=(place, ASIDE, NONE)) < ROUNDING
    # one turn by itself is both
    assert joint_residual(model, first=(place, ASIDE, NONE)) < ROUNDING
    assert joint_residual(model, first=(place, ASIDE, NONE), second=(place, ABOUT, NONE)) > MOVED


@pytest.mark.parametrize("angle", [60.0, 90.0, 120.0])
def test_universal_keeps_the_angle_that_it_starts_with(angle):
    model, i, j, _ = two_bodies(3, "full", "reduced")
    b = np.cos(np.radians(angle)) * AXIS + np.sin(np.radians(angle)) * ACROSS
    place = [0.1, 0.2, 0.3]
    model.join(universal(i.point_at(place), j.point_at(place), (i.vector_along(AXIS), b)), name="joint")
    assert np.abs(model.system.phi(model.system.layout.start()[0])).max() < ROUNDING


def test_planar_joint_keeps_its_distance():
    """Q need not lie on the plane's own point: the distance at the start is kept."""
    model, i, j, rng = two_bodies(3, "full", "full")
    P, Q = i.point_at([0, 0, 0]), j.point_at(0.7 * AXIS + 0.2 * ACROSS)
    joint = model.join(planar_joint(P, Q, AXIS))
    assert joint.equations[-1].f == pytest.approx(0.7)
    assert np.abs(model.system.phi(model.system.layout.start()[0])).max() < ROUNDING


@pytest.mark.parametrize("dimension, first, second", CASES)
def test_rod_joint_holds_the_distance(dimension, first, second):
    """One equation: the distance at the start, or the one given."""
    model, i, j, rng = two_bodies(dimension, first, second)
    P, Q = (body.point(rng.normal(size=dimension)) for body in (i, j))
    joint = model.join(rod_joint(P, Q))
    gap = np.linalg.norm(P.at_start() - Q.at_start())
    assert len(joint.equations) == 1 and joint.equations[0].f == pytest.approx(gap**2)
    assert rod_joint(P, Q, 2.0).equations[0].f == 4.0
    assert rank(model) == model.system.m
    check_derivatives(model)


def test_axes_may_be_given_in_three_ways():
    model, i, j, _ = two_bodies(3, "full", "reduced")
    for axis in (3 * AXIS, i.vector_along(2 * AXIS), j.vector_along(AXIS),
                 (i.vector_along(AXIS), j.vector_along(4 * AXIS))):
        a, b = both_axes(axis, i, j)
        assert a.body is i and b.body is j
        np.testing.assert_allclose([a.at_start(), b.at_start()], [AXIS, AXIS], atol=ROUNDING)


def test_axes_that_are_not_yet_aligned_are_taken():
    """A pair 60 degrees apart is a rough guess that assembly aligns; which way it points is clear."""
    _, i, j, _ = two_bodies(3, "full", "full")
    b = Rotation.from_rotvec(np.radians(60) * ACROSS).as_matrix() @ AXIS
    one, two = both_axes((i.vector_along(AXIS), j.vector_along(b)), i, j)
    np.testing.assert_allclose([one.at_start(), two.at_start()], [AXIS, b], atol=ROUNDING)


def test_names_and_bodies_of_a_joint():
    model, i, j, _ = two_bodies(3, "full", "reduced")
    place = [0, 0, 0]
    joint = model.join(revolute(i.point_at(place), j.point_at(place), AXIS))
    assert joint.name == "revolute first-second" and joint.bodies == [i, j]
    other = model.join(revolute(i.point_at(place), j.point_at(place), AXIS))
    assert other.name == "revolute first-second (2)"
    ground = model.join(spherical(model.ground.point(0, 0, 0), i.point_at(place)), name="pin")
    assert ground.name == "pin" and ground.bodies == [model.ground, i]


@pytest.mark.parametrize("call, message", [
    (lambda P, Q: revolute(P, Q), "a joint in space between first and second needs an axis"),
    (lambda P, Q: revolute(P, Q, [0, 0, 0]),
     "the axis between first and second must be a finite vector other than zero"),
    (lambda P, Q: revolute(P, Q, [0, np.nan, 1]),
     "the axis between first and second must be finite, not .0.0, nan, 1.0"),
    (lambda P, Q: revolute(P, Q, [0, 1]), "the axis between first and second must have 3 components"),
    (lambda P, Q: revolute(P, Q, (P.body.vector_along(AXIS), Q.body.vector_along(-AXIS))),
     "90 degrees or more apart at the start"),
    (lambda P, Q: universal(P, Q, (AXIS, AXIS)), "cosine 1 holds no angle"),
    (lambda P, Q: revolute(P, Q, AXIS, form="cv"), "there is no form 'cv'; did you mean 'CV'"),
    (lambda P, Q: rod_joint(P, Q, -1.0), "must be positive, not -1 m"),
])
def test_bad_joints_are_named(call, message):
    _, i, j, rng = two_bodies(3, "full", "full")
    with pytest.raises((ValueError, KeyError), match=message):
        call(i.point_at([0, 0, 0]), j.point_at([0, 0, 0]))
