"""A model is judged by what its joints hold and where, however it is written."""

import numpy as np
import pytest

from fcclearn import (
    PP,
    Dot,
    Model,
    Motion,
    box,
    cylindrical,
    moment,
    prismatic,
    revolute,
    rod,
    rod_joint,
    rotated_AR,
    spring,
    translational,
)
from fcclearn.course.description import describe
from fcclearn.course.machine import Machine, difference
from fcclearn.course.tasks.lesson_00 import four_bar
from fcclearn.course.tasks.lesson_03 import quick_return

B, C = np.array([0.0, 0.3]), np.array([0.4, 0.0])


def slider(guide="joint", kind="full", along=True, speed=None, gravity=(0, -9.81), mass=1.5, pin=C,
           turned=0.0):
    """A slider-crank, its guide written in several ways."""
    model = Model(gravity=gravity, kind=kind)
    ground = model.ground
    crank = model.body("crank", rod(1.0, 0.3), along=([0, 0], B) if along else (B, [0, 0]))
    link = model.body("link", rod(0.7, 0.5), along=(B, C))
    block = model.body("block", box(mass, [0.2, 0.1, 0.1]), at=C)
    pins = ("A", ground, crank, [0, 0]), ("B", crank, link, B), ("C", link, block, pin)
    for name, one, other, place in pins:
        model.join(revolute(one.point_at(place), other.point_at(place)), name=name)
    if guide == "joint":
        model.join(translational(ground.point(0.1, 0.0), block.point_at(C), [1, 0]), name="guide")
    elif guide == "by hand":
        model.join([Dot(block.point_at(C) - ground.point(0, 0), 3 * ground.vector(0, 1)),
                    Dot(block.vector(0, -1), ground.vector(1, 0))], name="guide")
    elif guide == "in two":
        model.join(PP(ground.vector(0, 1), ground.point(0, 0), block.point("com")))
        model.join([Dot(block.vector(1, 0), ground.vector(0, 1))])
    elif guide == "on the block":
        model.join(translational(block.point_at(C), ground.point(0.1, 0.0), [1, 0]), name="guide")
    elif guide == "line only":
        model.join(PP(ground.vector(0, 1), ground.point(0, 0), block.point("com")), name="guide")
    if speed is not None:
        x = ground.vector(1, 0)
        model.join(rotated_AR(crank.vector(1, 0), x, x.turned(),
                              Motion.polynomial(np.pi / 2 + turned, *speed)), name="motor")
    return model


@pytest.mark.parametrize("other", [
    dict(guide="by hand"), dict(kind="reduced"), dict(along=False), dict(guide="on the block"),
    dict(guide="in two")])
def test_the_same_in_other_words(other):
    assert difference(describe(slider(**other)), describe(slider())) == ""


@pytest.mark.parametrize("other, words", [
    (dict(guide="line only"), "freedom"),
    (dict(gravity=(0, 9.81)), "Gravity is [0.0, 9.81]"),
    (dict(mass=2.0), "\"block\" has a mass of 2 kg"),
    (dict(pin=B), "its points are at (0, 0.3)"),
    (dict(guide="none"), "missing between block and ground"),
])
def test_another_model_is_named(other, words):
    assert words in difference(describe(slider(**other)), describe(slider()))


def test_a_driver():
    right = describe(slider(speed=(2.0,)))
    assert difference(describe(slider(speed=(2.0,), guide="by hand")), right) == ""
    assert "motor\" holds the right thing, but moves" in difference(describe(slider(speed=(3.0,))), right)
    assert "with which acceleration" in difference(describe(slider(speed=(2.0, 0.5))), right)
    assert "open at the start" in difference(describe(slider(speed=(2.0,), turned=0.1)), right)
    assert "missing" in difference(describe(slider()), right)
    assert "one joint too many: \"motor\"" in difference(right, describe(slider()))


def test_names_are_asked_for_if_they_are_named():
    other = slider(guide="in two")
    assert "no joint \"guide\"" in difference(describe(other), describe(slider()), named=True)
    assert "no body \"block\"" in difference(describe(four_bar()), describe(slider()))


def test_a_normal_in_the_wrong_body():
    found, wanted = (describe(quick_return(1.1, slot=slot)) for slot in ("ground normal", "arm"))
    assert "normal of the wrong body" in difference(found, wanted)


def test_what_is_the_same_for_an_instant_shows_at_second_order():
    """A point on a line, and on a circle that touches it."""
    def bead(joint):
        model = Model(gravity=[0, -9.81])
        body = model.body("bead", rod(1.0, 0.4), along=([0.3, 0.5], [0.7, 0.5]))
        model.join(joint(model.ground, body.point("start")), name="guide")
        return describe(model)

    line = bead(lambda ground, P: PP(ground.vector(0, 1), ground.point(0, 0.5), P))
    assert "not when the bodies have moved" in difference(bead(lambda ground,
                                                               P: rod_joint(ground.point(0.3, 0.0), P)), line)
    assert difference(bead(lambda ground, P: PP(ground.vector(0, -2), ground.point(3, 0.5), P)), line) == ""


def spatial(kind="full", form="CAR", stiffness=30.0, at=(0, 0, 1), axis=(1, 2, 2), torque=2.0,
            joint=revolute):
    """Two bodies in space, a spring and a moment."""
    model = Model(gravity=[0, 0, -9.81], kind=kind)
    one = model.body("one", box(1.0, [1, 2, 3]), at=[1, 2, 3], angular_velocity=[0.1, 0.2, 0.3])
    two = model.body("two", box(2.0, [1, 2, 3]), at=[1, 3, 3])
    model.join(joint(one.point(0.5, 0.5, 0), two.point_at([1.5, 2.5, 3]), axis=axis, form=form))
    model.join(prismatic(model.ground.point(0, 0, 0), two.point_at([0, 0, 0]), axis=[1, 0, 2], form=form))
    model.apply(spring(one.point(*at), model.ground.point(0, 0, 0), stiffness, damping=0.2))
    model.apply(moment(two, [1, torque, 3]))
    return model


@pytest.mark.parametrize("other, words", [
    (dict(kind="reduced"), ""), (dict(form="CV"), ""), (dict(kind="reduced", form="CV"), ""),
    (dict(axis=(1, 2, 2.1)), "wrong place or direction"), (dict(joint=cylindrical), "takes away 4 freedoms"),
    (dict(stiffness=31.0), ""), (dict(at=(0, 0.1, 1)), "right bodies: look at its points"),
    (dict(torque=-2.0), "its sign"),
])
def test_in_space(other, words):
    said = difference(describe(spatial(**other)), describe(spatial()))
    assert words in said and bool(words) == bool(said) or "stiffness" in other


def test_a_function_that_returns_a_model():
    task = Machine(reference=quick_return, samples=[(1.0,), (2.3,), (4.0,)], hint="Look again.")
    assert task.judge(quick_return).status == "right"
    assert "same for all arguments" in task.judge(lambda theta: quick_return(1.0)).text
    assert task.judge(lambda theta: quick_return(theta if theta < 3 else 1.0)).text.startswith("For (4.): ")
    assert "without parentheses" in task.judge(quick_return(1.0)).text
    assert task.judge(lambda theta: None).status == "blank"
    assert "TypeError: a model is expected, not float" in task.judge(lambda theta: theta).text


def test_a_description_is_an_answer_too():
    """A grader asks the student's process for plain data, not for a model."""
    assert Machine(reference=four_bar).judge(describe(four_bar())).status == "right"
    assert "kg" in Machine(reference=four_bar,
                           mistakes={"Too heavy, 5 kg.": dict(crank=5.0)}).judge(
        describe(four_bar(crank=5.0))).text
