"""What of a reaction nothing determines: by directions, for every kind of joint and driver, in any axes."""

import warnings

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from fcclearn import PP, Lin, Model, Motion, box, point_mass, revolute, rod, rotated_AR
from fcclearn.benchmarks import a02_n_four_bar
from fcclearn.engine.uniqueness import in_words, span
from fcclearn.formulation.joints import angle_vectors

TURN = Rotation.from_rotvec([0.3, -0.7, 0.5]).as_matrix()


def four_bar(kind, turn=np.eye(3)):
    """A planar four-bar in space, turned as a whole; its weight acts in its plane."""
    model = Model(gravity=turn @ [0, -9.81, 0], kind=kind)
    places = np.array([[0, 0, 0], [0, 1, 0], [2, 2, 0], [3, 0, 0.0]]) @ turn.T
    for name, start, end in zip("abc", places, places[1:]):
        model.body(name, rod(1.0, np.linalg.norm(end - start)), along=(start, end))
    a, b, c = model.bodies.values()
    pairs = ((model.ground.point(*places[0]), a.point("start")), (a.point("end"), b.point("start")),
             (b.point("end"), c.point("start")), (c.point("end"), model.ground.point(*places[3])))
    for k, (P, Q) in enumerate(pairs):
        model.join(revolute(P, Q, axis=turn[:, 2]), name=f"pin {k}")
    return model


@pytest.mark.parametrize("kind", ["full", "reduced"])
def test_what_is_unique_does_not_depend_on_the_axes(kind):
    """Out of its plane a planar four-bar is held three times too often: one force and two moments."""
    assert set(four_bar(kind).mobility().not_unique.values()) == {("force z", "moment x", "moment y")}
    turned = four_bar(kind, TURN)
    n = ", ".join(f"{x:.3g}" for x in TURN[:, 2])
    assert set(turned.mobility().not_unique.values()) == {(f"force along [{n}]", f"moment across [{n}]")}
    run = turned.simulate(0.1, samples=3)
    with pytest.warns(UserWarning, match="the reaction of pin 1 .* is not unique: some equations are redun"):
        reaction = run.reaction("pin 1")
    assert reaction.not_unique == turned.mobility().not_unique["pin 1"]
    flat = four_bar(kind).simulate(0.1, samples=3)
    with pytest.warns(UserWarning, match="force z, moment x, moment y"):
        in_plane = flat.reaction("pin 1").force * [1, 1, 0]
    np.testing.assert_allclose((reaction.force @ TURN) * [1, 1, 0], in_plane, atol=1e-8)


def test_a_run_says_it_once_and_its_summary_always():
    run = four_bar("full").simulate(0.1, samples=3)
    with pytest.warns(UserWarning) as said:
        for name in run.model.joints:
            reaction = run.reaction(name)
    assert len(said) == 1 and said[0].filename == __file__
    assert "not unique: force z, moment x, moment y" in repr(reaction)
    lines = [line for line in run.summary().splitlines() if line.startswith("not unique")]
    assert len(lines) == 4 and lines[0].endswith("reaction of pin 0 (force z, moment x, moment y)")


def test_a_body_s_axes_make_it_one_component():
    """Three parallel cranks: along each crank the force is open, and nothing across it."""
    model = Model(gravity=[0, -9.81])
    tip = np.array([0.6, 0.8])
    side = model.body("side", rod(3.0, 2.0), along=(tip, tip + [2, 0]))
    for k in range(3):
        crank = model.body(f"crank {k}", rod(1.0, 1.0), along=([k, 0], tip + [k, 0]))
        model.join(revolute(crank.point("start"), model.ground.point(k, 0)), name=f"axle {k}")
        model.join(revolute(side.point_at(tip + [k, 0]), crank.point("end")), name=f"pin {k}")
    assert set(model.mobility().not_unique.values()) == {("force along [0.6, 0.8]",)}
    run = model.simulate(0.5, samples=3)
    with pytest.warns(UserWarning):
        assert run.reaction("pin 1").not_unique == ("force x", "force y")             # as the cranks turn
    for on in ("crank 1", "side"):
        assert run.reaction("pin 1", on=on, axes="crank 1").not_unique == ("force x",)
    assert run.reaction("axle 1", on="ground", axes="crank 1").not_unique == ("force x",)
    about = run.reaction("axle 1", axes="crank 1", about=[0, 0])
    assert about.not_unique == ("force x", "moment")                              # off the line it has an arm


def twice(make):
    """A mass point whose height is held twice, by bare equations without points of their own."""
    model = Model(gravity=[0, -9.81])
    b = model.body("b", point_mass(1.0), kind="point")
    for name in ("one", "two"):
        model.join(make(model, b), name=name)
    return model


@pytest.mark.parametrize("make", [
    lambda model, b: PP(model.ground.vector(0, 1), model.ground.point(0, 0), b.point()),
    lambda model, b: Lin(b.point(), A=[[0, 1]], f=[0.0]),
    lambda model, b: Lin(b.point(), A=[[0, 1]], f=[Motion.constant(0.0)]),
])
def test_joints_without_points_are_looked_at(make):
    model = twice(make)
    assert model.mobility().not_unique == {"one": ("force y",), "two": ("force y",)}
    assert "unique all the same" not in model.mobility().report()
    run = model.simulate(0.1, samples=2)
    with pytest.warns(UserWarning, match="not unique"):
        forces = [run.reaction(name) for name in ("one", "two")]
    assert all(force.not_unique == ("force y",) for force in forces)
    np.testing.assert_allclose(sum(force.force[0, 1] for force in forces), 9.81)      # the sum is known


def test_two_motors_on_one_crank():
    """Each might hold the 4.905 N m alone: only the sum is known."""
    model = Model(gravity=[0, -9.81])
    bar = model.body("bar", rod(1.0, 1.0), along=([0, 0], [1, 0]))
    model.join(revolute(model.ground.point(), bar.point("start")), name="pin")
    for k in (1, 2):
        model.join(rotated_AR(*angle_vectors(model.ground, bar), Motion.constant(0.0)), name=f"motor {k}")
    assert model.mobility().not_unique == {"motor 1": ("moment",), "motor 2": ("moment",)}
    run = model.kinematic_analysis([0.0, 1.0])
    with pytest.warns(UserWarning, match="the effort of motor 1 is not unique"):
        efforts = [run.effort(f"motor {k}") for k in (1, 2)]
    np.testing.assert_allclose(sum(efforts), 4.905)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert model.kinematic_analysis([0.0, 1.0]).reaction("pin").not_unique == ()


@pytest.mark.parametrize("kind", ["full", "reduced"])
@pytest.mark.parametrize("size", [1.0, 1e-3])
def test_a_door_on_two_hinges(kind, size):
    """Its weight and the moments across the axis may be split at will, in metres and in millimetres."""
    model = Model(gravity=[0, 0, -9.81], kind=kind)
    door = model.body("door", box(20.0, [0.8 * size, 0.04 * size, 2.0 * size]))
    for name, z in (("low", -0.8), ("high", 0.8)):
        place = size * np.array([-0.4, 0, z])
        model.join(revolute(model.ground.point(*place), door.point_at(place), axis=[0, 0, 1]), name=name)
    run = model.simulate(0.01, samples=2)
    with pytest.warns(UserWarning):
        parts = [run.reaction(name) for name in ("low", "high")]
    assert all(part.not_unique == ("force x", "force y", "force z", "moment x", "moment y") for part in parts)
    np.testing.assert_allclose(sum(part.force[0, 2] for part in parts), 20 * 9.81)


def test_words():
    assert in_words(np.zeros((0, 3)), np.zeros((0, 3))) == ()
    assert in_words(np.eye(2), [0.0, 1.0]) == ("force x", "force y", "moment")
    assert in_words([[0, 1.0, 1]], [[1.0, 0, 0], [0, 1, 1]]) == (
        "force along [0, 0.707, 0.707]", "moment across [0, 0.707, -0.707]")
    assert in_words([[0, -1e-9, -1.0]], [[1e-9, 0, 0]]) == ("force z",)
    assert span(np.zeros((3, 3))).shape == (0, 3)


def test_a_long_chain_is_summed_up_in_few_lines():
    run = a02_n_four_bar.build("full", 3, 4).simulate(0.01, samples=2)
    lines = run.summary().splitlines()
    assert len([line for line in lines if line.startswith("not unique")]) == 8
    assert any("and of 5 more, which model.mobility().not_unique names" in line for line in lines)
