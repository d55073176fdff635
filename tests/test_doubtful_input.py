"""Arguments that are foreign, doubled or degenerate: one clear sentence each."""

import numpy as np
import pytest

from fcclearn import (
    CP,
    Event,
    Model,
    Motion,
    box,
    composite,
    cylinder,
    from_inertia,
    moment,
    point_force,
    revolute,
    rod,
    spherical,
    spring,
    torsional_spring,
    universal,
)
from fcclearn.formulation.joints import both_axes

Z = [0, 0, 1]


def plane():
    model = Model(gravity=[0, -9.81])
    return model, model.body("bar", rod(1.0, 1.0), along=([0, 0], [1, 0]))


def test_a_pair_of_axes_is_one_of_each_body():
    model = Model(gravity=[0, 0, 0])
    a, b = model.body("a", box(1, [1, 1, 1])), model.body("b", box(1, [1, 1, 1]))
    for pair in (
        (a.vector(Z), a.vector(Z)),
        (b.vector(Z), a.vector(Z)),
        (a.vector(Z), b.vector(Z), b.vector(Z)),
    ):
        with pytest.raises(ValueError, match="a pair of axes has one of a and one of b, in order"):
            revolute(a.point(), b.point(), pair)
    assert [v.body for v in both_axes((a.vector(Z), b.vector(Z)), a, b)] == [a, b]
    with pytest.raises(
        ValueError, match="the axes of a universal joint must be of a and of b, in this order"
    ):
        universal(a.point(), b.point(), (a.vector(1, 0, 0), a.vector(0, 1, 0)))
    with pytest.raises(ValueError, match="a universal joint needs two axes, one of a and one of b, not"):
        universal(a.point(), b.point(), Z)


def test_a_torsional_spring_takes_a_reading():
    model, bar = plane()
    with pytest.raises(ValueError, match="takes the reading of a dial, .* not the place of bar.end"):
        torsional_spring(bar.point("end"), 1.0)
    with pytest.raises(TypeError, match="torsional_spring takes points"):
        torsional_spring(bar, 1.0)
    model.apply(torsional_spring(model.dial(model.ground, bar), 1.0))


def test_shared_axes_are_of_this_model():
    model, bar = plane()
    _, stranger = plane()
    with pytest.raises(ValueError, match="share takes bodies of this model, and 'bar' is none"):
        model.share(bar, "u", stranger)


def test_a_dial_needs_two_bodies():
    model, bar = plane()
    with pytest.raises(
        ValueError, match="a dial reads the angle of one body from another, not of bar from itself"
    ):
        model.dial(bar, bar)
    assert list(model.bodies) == ["bar"]


@pytest.mark.parametrize(
    "ask, words",
    [
        (
            lambda run: run.angular_momentum(about=[np.nan, 0]),
            "a place of 2 numbers is asked for, not .nan, 0",
        ),
        (lambda run: run.angular_momentum(about=3.0), "a place of 2 numbers is asked for, not 3.0"),
        (lambda run: run.reaction("pin", about=[1, 2, 3]), "a place of 2 numbers is asked for"),
        (lambda run: run.to_csv("x.csv", {"x": "abc"}), "column 'x' must hold numbers, not 'abc'"),
        (lambda run: run.to_csv("x.csv", [1, 2]), "the columns of a table have names"),
        (
            lambda run: run.save("no/such/folder/run"),
            "run.npz cannot be written: there is no folder 'no/such/folder'",
        ),
        (lambda run: run.model.equilibrium(t=np.nan),
         "the time of an equilibrium must be a finite number, not nan"),
        (lambda run: Model(gravity=[0, 0]).modes(), "the model has no bodies yet"),
        (lambda run: run.model.modes().animate(7), "there is no mode 7: this model has 1, counted from 0"),
        (
            lambda run: run.model.modes().motion(0, amplitude=np.nan),
            "with a positive amplitude in two frames or more",
        ),
        (
            lambda run: run.model.modes().motion(0, frames=1),
            "with a positive amplitude in two frames or more",
        ),
        (
            lambda run: run.model.gear_pair(*ends(run), (1, 0)),
            "the numbers of teeth of a gear pair must be positive",
        ),
        (
            lambda run: run.model.gear_pair(*ends(run), 3),
            "the numbers of teeth of a gear pair must have 2 components",
        ),
        (
            lambda run: run.model.gear_pair(*ends(run), ("a", "b")),
            "the numbers of teeth of a gear pair must be 2 numbers",
        ),
        (lambda run: Motion.smoothed("a", "b", 1.0), "a sampled motion needs numbers, not 'a' and 'b'"),
        (lambda run: Motion.smoothed(range(9), range(9), "x"), "must be a positive number, not 'x'"),
    ],
)
def test_questions_get_a_sentence(ask, words):
    model, bar = plane()
    bar.place(along=([0, 0], [0, -1]))
    model.join(revolute(model.ground.point(), bar.point("start")), name="pin")
    run = model.simulate(0.1, samples=3)
    with pytest.raises((ValueError, TypeError, FileNotFoundError), match=words):
        ask(run)
    assert list(run.model.bodies) == ["bar"]  # nothing half made is left
    assert not run.angular_velocity("ground").any() and run.angular_acceleration("ground").shape == (3,)


def ends(run):
    return run.model.ground.point(), run.model.bodies["bar"].point("end")


def test_nothing_is_added_twice():
    model, bar = plane()
    pin = model.join(revolute(model.ground.point(), bar.point("start")), name="pin")
    push = model.apply(point_force(bar.point("end"), [1.0, 0.0]))
    for again in (pin, pin.constraints[0]):
        with pytest.raises(ValueError, match="is in the model already"):
            model.join(again, name="again")
    with pytest.raises(ValueError, match="the force 'force' is in the model already"):
        model.apply(push, name="again")
    assert list(model.joints) == ["pin"] and list(model.forces) == ["force"]
    model.join(CP(model.ground.point(), bar.point("start")))  # another one of the same kind may be


@pytest.mark.parametrize("value", [np.nan, np.inf, [1.0, 2.0], "no"])
def test_an_event_gives_a_number(value):
    model, bar = plane()
    with pytest.raises(
        (ValueError, ArithmeticError),
        match="the function of event 'touch' must give one finite number at t = 0",
    ):
        model.simulate(0.1, events=[Event(lambda now: value, name="touch")])


@pytest.mark.parametrize("torque", [[0.1, 0, 0], lambda t: [0.1 * (t > 0.5), 0, 0]])
def test_a_torque_about_the_axis_of_a_slender_rod_is_refused(torque):
    """Nothing resists it; it was lost. A cylinder takes it, and a rod takes any other."""
    for solid, refused in ((rod(1.0, 1.0), True), (cylinder(1.0, 0.02, 1.0), False)):
        model = Model(gravity=[0, 0, 0])
        bar = model.body("bar", solid, along=([0, 0, 0], [1, 0, 0]))
        model.join(spherical(model.ground.point(), bar.point("start")))
        model.apply(moment(bar, torque))
        if refused:
            with pytest.raises(
                ValueError,
                match="is pushed at t = .* s, but what moves with it has no mass to resist",
            ):
                model.simulate(1.0, samples=11)
        else:
            assert np.abs(model.simulate(1.0, samples=11).angular_velocity("bar")[-1, 0]) > 1
    model = Model(gravity=[0, 0, -9.81])
    bar = model.body("bar", rod(1.0, 1.0), along=([0, 0, 0], [1, 0, 0]))
    model.join(spherical(model.ground.point(), bar.point("start")))
    model.apply(moment(bar, [0, 0.1, 0]))
    model.apply(spring(model.ground.point(1, 0, 1), bar.point("end"), 1.0))
    model.simulate(0.1, samples=3)


def _solid(run, solid):
    run.model.bodies["bar"].solid = solid
    run.model.simulate(0.1, samples=2)


@pytest.mark.parametrize(
    "ask, words",
    [
        (lambda run: _solid(run, 5), "the solid of bar must be one, such as rod.mass, length., not 5"),
        (lambda run: _solid(run, rod(1.0, 2.0)), "the new solid of bar has its start, end elsewhere"),
        (lambda run: spring(*[run.model.bodies["bar"].point("end")] * 2, 1.0), "has both ends on bar: it"),
        (lambda run: run.model.share(*[run.model.bodies["bar"], "u"], run.model.bodies["bar"]), "bar twice"),
        (lambda run: run.model.equilibrium(stable="no"), "stable is True or False, not 'no'"),
        (lambda run: run.save(5), "a file is named by text or a Path, not 5"),
        (lambda run: run.to_csv("no/such/folder/run.csv", {}), "run.csv cannot be written: there is no"),
        (lambda run: run.model.apply(revolute(*ends(run))), "not the joint revolute; join takes joints"),
        (lambda run: run.model.body(rod(1.0, 1.0), "a"), "text without a dot, not Solid.P=.*: .crank.end"),
        (lambda run: composite(rod(1.0, 1.0), 5), "composite takes solids, .*, 5$"),
        (lambda run: from_inertia(1.0, [-1.0, 1.0, 1.0]), "cannot be negative: .* principal moment -1 kg m2"),
        (lambda run: from_inertia(1.0, [0.0001, 0.0833, 0.0835]), "perhaps the rounding of printed numbers"),
        (lambda run: from_inertia(1.0, [1, 1, 5], com=[1, 0, 0]), "is it about the centre of mass"),
    ],
)
def test_careless_input_gets_a_sentence(ask, words):
    model, bar = plane()
    model.join(revolute(model.ground.point(), bar.point("start")), name="pin")
    with pytest.raises((ValueError, TypeError, FileNotFoundError), match=words):
        ask(model.simulate(0.1, samples=2))
