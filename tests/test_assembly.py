"""Assembly: given velocities are met, the others follow, what changed is told; one set in motion; poses."""

import warnings

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy.spatial.transform import Rotation

from fcclearn import (
    CP,
    Model,
    Motion,
    box,
    cylinder,
    disc,
    massless,
    point_mass,
    point_on_line,
    prismatic,
    revolute,
    rod,
    rotated_AR,
    spherical,
    translational,
    weld,
)
from fcclearn.formulation.joints import angle_vectors

FITTED = 1e-9
"""Velocities from least squares of equations of size one."""


def at_rest_rod(kind, dimension, **velocity):
    model = Model(gravity=[0, -9.81, 0][:dimension], kind=kind)
    y = np.eye(dimension)[1]
    bar = model.body("bar", cylinder(1.0, 0.05, 1.0), along=(0 * y, -y), **velocity)
    model.join(revolute(model.ground.point(), bar.point("start"), axis=[0, 0, 1]), name="pin")
    return model, bar


def vector(omega, dimension):
    """An angular velocity about z."""
    return omega if dimension == 2 else [0.0, 0.0, omega]


CASES = [(kind, dimension) for kind in ("full", "reduced") for dimension in (2, 3)]


@pytest.mark.parametrize("kind, dimension", CASES)
def test_a_velocity_that_was_not_given_is_free(kind, dimension):
    """A rod pinned at its start, only its angular velocity given: it is met (2.5 was found for 10 before)."""
    model, bar = at_rest_rod(kind, dimension, angular_velocity=vector(10.0, dimension))
    change = model.assemble()
    assert change < 1e-12 and not change.missed
    assert_allclose(bar.angular_velocity, vector(10.0, dimension), atol=FITTED)
    assert_allclose(bar.block_rates[0], [5.0, 0, 0][:dimension], atol=FITTED)
    assert_allclose(change.sped["bar"], [5.0, 0.0], atol=FITTED)
    other, rod_only = at_rest_rod(kind, dimension, velocity=[5.0, 0, 0][:dimension])
    other.assemble()
    assert_allclose(rod_only.angular_velocity, vector(10.0, dimension), atol=FITTED)


def four_bar(kind, **crank):
    model = Model(gravity=[0, -9.81], kind=kind)
    corners = np.array([[0, 0], [0.4, 0.8], [1.8, 1.1], [2.0, 0]])
    bars = [
        model.body(
            name, rod(1.0, float(np.linalg.norm(b - a))), along=(a, b), **(crank if name == "crank" else {})
        )
        for name, a, b in zip(("crank", "coupler", "rocker"), corners[:-1], corners[1:])
    ]
    left = [model.ground.point(0, 0), *(bar.point("end") for bar in bars)]
    right = [*(bar.point("start") for bar in bars), model.ground.point(2, 0)]
    for k, (P, Q) in enumerate(zip(left, right)):
        model.join(revolute(P, Q), name=f"pin {k}")
    return model, bars, np.diff(corners, axis=0)


def loop_rates(sides, omega):
    """Rates of coupler and rocker from ``sum of w_k Q d_k = 0``."""
    turned = np.array([[-y, x] for x, y in sides])
    return np.append(omega, np.linalg.solve(turned[1:].T, -omega * turned[0]))


@pytest.mark.parametrize("kind", ["full", "reduced"])
def test_a_four_bar_follows_its_crank(kind):
    """By assembly, and in one line; the loop equation by hand."""
    for in_one_line in (False, True):
        model, bars, sides = four_bar(kind, **({} if in_one_line else {"angular_velocity": 10.0}))
        if in_one_line:
            bars[2].set_velocity([3, 4], 5.0)                                       # is forgotten
            model.set_in_motion("crank", angular_velocity=10.0)
        else:
            model.assemble()
        assert_allclose([bar.angular_velocity for bar in bars], loop_rates(sides, 10.0), atol=1e-8)
        run = model.simulate(0.1, samples=3)
        assert run.angular_velocity("crank")[0] == pytest.approx(10.0)
    change = model.set_in_motion(bars[2], angular_velocity=-2.0)
    rates = loop_rates(sides, 1.0)
    assert_allclose([bar.angular_velocity for bar in bars], -2.0 / rates[2] * rates, atol=1e-8)
    assert change.sped["rocker"][1] == pytest.approx(abs(-2.0 - 10.0 * rates[2]))
    model.assemble()                                                                # nothing is lost
    assert bars[2].angular_velocity == pytest.approx(-2.0, abs=FITTED)


@pytest.mark.parametrize("kind", ["full", "reduced"])
def test_what_is_free_takes_the_least_energy(kind):
    """A double pendulum, its upper rod at 2 rad/s: ``M_21 w_1 + M_22 w_2 = 0``, w_2 = -(1/2) / (1/3) w_1."""
    model = Model(gravity=[0, -9.81], kind=kind)
    upper = model.body("upper", rod(1.0, 1.0), along=([0, 0], [0, -1]), angular_velocity=2.0)
    lower = model.body("lower", rod(1.0, 1.0), along=([0, -1], [0, -2]))
    model.join(revolute(model.ground.point(), upper.point("start")))
    model.join(revolute(upper.point("end"), lower.point("start")))
    model.assemble()
    assert_allclose([upper.angular_velocity, lower.angular_velocity], [2.0, -3.0], atol=FITTED)
    lower.set_velocity(angular_velocity=1.0)                                        # now both are known
    model.assemble()
    assert_allclose([upper.angular_velocity, lower.angular_velocity], [2.0, 1.0], atol=FITTED)


@pytest.mark.parametrize("kind", ["full", "reduced"])
def test_a_slider_crank_from_the_slider(kind):
    """The slider's velocity is known: the crank turns by the instantaneous centre."""
    model = Model(gravity=[0, -9.81], kind=kind)
    crank = model.body("crank", rod(1.0, 1.0), along=([0, 0], [0.6, 0.8]))
    link = model.body("link", rod(1.0, 2.0), along=([0.6, 0.8], [0.6 + np.sqrt(4 - 0.64), 0.0]))
    slider = model.body("slider", box(1.0, [0.2, 0.1, 0.1]), at=[0.6 + np.sqrt(4 - 0.64), 0.0])
    model.join(revolute(model.ground.point(), crank.point("start")))
    model.join(revolute(crank.point("end"), link.point("start")))
    model.join(revolute(link.point("end"), slider.point("com")))
    model.join(translational(model.ground.point(), slider.point("com"), axis=[1, 0]))
    model.set_in_motion("slider", velocity=[-1.5, 0.0])
    x, y = 0.6, 0.8
    slope = np.sqrt(4 - y**2)
    assert crank.angular_velocity == pytest.approx(1.5 / (y + x * y / slope), abs=1e-9)


@pytest.mark.parametrize("kind", ["full", "reduced"])
def test_drivers_come_first(kind):
    """A motor at 4 rad/s: the rocker's own wish is told as missed, or refused where it was the only one."""
    model, bars, sides = four_bar(kind)
    model.join(rotated_AR(*angle_vectors(model.ground, bars[0]), Motion.polynomial(0, 4.0)), name="motor")
    model.assemble()
    assert_allclose([bar.angular_velocity for bar in bars], loop_rates(sides, 4.0), atol=1e-8)
    bars[2].set_velocity(angular_velocity=7.0)
    w = loop_rates(sides, 4.0)[2]
    with pytest.warns(
        UserWarning,
        match="velocities given contradict the joints or each other: rocker misses its own by 0 m/s and",
    ):
        change = model.assemble()
    assert_allclose(change.missed["rocker"], [0.0, abs(7.0 - w)], atol=1e-8) and "rocker: misses" in str(
        change
    )
    bars[2].set_velocity([1.0, 2.0], 3.0)
    with pytest.raises(ValueError, match="rocker cannot move like that: the joints and drivers miss it by"):
        model.set_in_motion("rocker", angular_velocity=7.0)
    assert_allclose(bars[2].block_rates[0], [1.0, 2.0]) and bars[2].given == (True, True)         # as it was


def test_a_compromise_is_weighed_by_mass():
    """Two welded bodies with different wishes: momentum is kept, as in an impact."""
    model = Model(gravity=[0, 0])
    for name, mass, v in (("heavy", 3.0, 1.0), ("light", 1.0, -1.0)):
        body = model.body(name, point_mass(mass), kind="point", velocity=[v, 0])
    model.join(CP(model.bodies["heavy"].point(), body.point()))
    with pytest.warns(UserWarning, match="misses its own"):
        model.assemble()
    assert_allclose(body.block_rates[0], [0.5, 0.0], atol=FITTED)


def test_massless_bodies_can_be_given_velocities():
    model = Model(gravity=[0, -9.81])
    link = model.body("link", massless(tip=[1, 0, 0]))
    bob = model.body("bob", point_mass(1.0), kind="point", at=[1, 0])
    model.join(revolute(model.ground.point(), link.point()))
    model.join(CP(link.point("tip"), bob.point()))
    model.set_in_motion("link", angular_velocity=2.0)
    assert_allclose(bob.block_rates[0], [0.0, 2.0], atol=FITTED)
    model.set_in_motion("bob", velocity=[0, -3.0])
    assert link.angular_velocity == pytest.approx(-3.0)


@pytest.mark.parametrize(
    "call, error, words",
    [
        (
            lambda m: m.set_in_motion("crnak", angular_velocity=1.0),
            KeyError,
            "there is no body 'crnak'; did you mean 'crank'",
        ),
        (
            lambda m: m.set_in_motion("crank"),
            ValueError,
            "say how crank moves: its velocity or its angular velocity",
        ),
        (
            lambda m: m.set_in_motion("crank", velocity=[1.0]),
            ValueError,
            "the velocity of crank must have 2 components",
        ),
        (
            lambda m: m.set_in_motion("crank", angular_velocity=[0, 0, 1]),
            ValueError,
            "in the plane must be a finite number",
        ),
        (lambda m: m.set_in_motion("crank", velocity=[0.4, 0.8]), ValueError, "crank cannot move like that"),
    ],
)
def test_bad_motions_are_named(call, error, words):
    with pytest.raises(error, match=words):
        call(four_bar("full")[0])


def test_a_steady_spin_is_not_forgotten():
    """After model.equilibrium(spin=...) the velocities are known."""
    model = Model(gravity=[0, 0, -9.81])
    top = model.body("top", cylinder(1.0, 0.1, 1.0), along=([0, 0, 0], [0, 0, 1]))
    model.join(spherical(model.ground.point(), top.point("start")))
    model.equilibrium(stable=False, spin=[0, 0, 50.0])
    model.assemble()
    assert_allclose(top.angular_velocity, [0, 0, 50.0], atol=1e-8)


@pytest.mark.parametrize("kind", ["full", "reduced"])
def test_a_spin_without_mass_stays_small(kind):
    """A rod on two balls: the least energy says nothing about its spin (5e14 rad/s was found)."""
    model = Model(gravity=[0, 0, -9.81], kind=kind)
    places = np.array([[0, 0, 0], [0.3, 0, 0], [0.9, 0.5, 0.7]])
    crank, link = (model.body(name, rod(1.0, np.linalg.norm(b - a)), along=(a, b))
                   for name, a, b in zip(("crank", "link"), places, places[1:]))
    model.join(revolute(model.ground.point(), crank.point("start"), axis=[0, 0, 1]))
    model.join(spherical(crank.point("end"), link.point("start")))
    model.join(spherical(link.point("end"), model.ground.point(*places[2])))
    model.set_in_motion("crank", angular_velocity=[0, 0, 0.0])
    assert np.abs(model.system.layout.start()[1]).max() < FITTED
    model.join(rotated_AR(*angle_vectors(model.ground, crank, [0, 0, 1]), Motion.constant(0.0)))
    model.assemble()
    assert np.abs(model.system.layout.start()[1]).max() < FITTED


# -------------------------------------------------------------------- what is told


@pytest.mark.parametrize("kind", ["full", "reduced"])
def test_what_changed_is_told(kind):
    model = Model(gravity=[0, -9.81], kind=kind)
    bar = model.body("bar", rod(1.0, 1.0), along=([0.03, 0.04], [1.03, 0.04]))
    model.join(weld(model.ground.point(), bar.point("start")))
    model.body("far", rod(1.0, 1.0))
    change = model.assemble()
    assert change.moved["bar"][0] == pytest.approx(0.05) and change.moved["far"] == (0.0, 0.0)
    assert str(change) == "bar: moved by 0.05 m"
    assert float(change) == pytest.approx(0.04) and f"{change:.2f}" == "0.04"
    assert str(model.assemble()) == "nothing had to change"


@pytest.mark.parametrize("kind", ["full", "reduced"])
@pytest.mark.parametrize("angle", [30.0, 60.0, 80.0, 120.0])
def test_a_part_that_turned_over_is_told(angle, kind):
    """A slider turned about its rail by an angle is straightened, or ends upside down beyond 90 degrees."""
    model = Model(gravity=[0, 0, -9.81], kind=kind)
    block = model.body("block", box(1.0, [0.3, 0.2, 0.1]), at=[0.5, 0, 0])
    model.join(prismatic(model.ground.point(), block.point(), axis=[1, 0, 0]))
    block.place(axes=Rotation.from_euler("x", angle, degrees=True).as_matrix())
    if angle < 45:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            change = model.assemble()
    else:
        with pytest.warns(
            UserWarning, match=r"assembly turned block by \d+ degrees: it may stand the wrong way round"
        ):
            change = model.assemble()
    turned = angle if angle < 90 else 180 - angle                              # to the nearer of both ways
    assert change.moved["block"][1] == pytest.approx(turned, abs=25.0)


# -------------------------------------------------------------------- poses


@pytest.mark.parametrize("kind", ["full", "reduced"])
def test_a_body_is_placed_again(kind):
    """What is not given stays: place, axes, velocities; points go with the body."""
    model = Model(gravity=[0, 0, 0], kind=kind)
    bar = model.body(
        "bar",
        rod(1.0, 2.0),
        along=([0, 0, 0], [2, 0, 0]),
        velocity=[1, 2, 3],
        angular_velocity=[0.1, 0.2, 0.3],
    )
    tip, side = bar.point("end"), bar.vector(0, 1, 0)
    bar.place(at=[5, 5, 5])
    assert_allclose([tip.at_start(), side.at_start()], [[6, 5, 5], [0, 1, 0]], atol=1e-12)
    bar.place(along=([0, 0, 0], [0, 0, 2]))
    assert_allclose([bar.point("start").at_start(), tip.at_start()], [[0, 0, 0], [0, 0, 2]], atol=1e-12)
    turn = Rotation.from_euler("xyz", [0.3, -0.2, 0.5]).as_matrix()
    bar.place(axes=turn)
    assert_allclose([tip.at_start(), side.at_start()], [[0, 0, 1] + turn[:, 0], turn[:, 1]], atol=1e-12)
    assert_allclose([bar.block_rates[0], bar.angular_velocity], [[1, 2, 3], [0.1, 0.2, 0.3]], atol=1e-12)
    run = model.simulate(1.0, samples=2)  # the model starts from there
    assert_allclose(run.position("bar")[1], [1, 2, 4], atol=1e-7)
    with pytest.raises(ValueError, match="give bar either along"):
        bar.place(at=[0, 0, 0], along=([0, 0, 0], [2, 0, 0]))
    with pytest.raises(ValueError, match="the axes of bar are not orthonormal"):
        bar.place(axes=2 * np.eye(3))
    assert_allclose(tip.at_start(), [0, 0, 1] + turn[:, 0], atol=1e-12)             # nothing half done


@pytest.mark.parametrize("kind", ["full", "reduced"])
def test_a_mechanism_starts_from_another_pose(kind):
    """The crank is placed at another angle, the rest is assembled around it."""
    model, bars, _ = four_bar(kind)
    length = np.linalg.norm([0.4, 0.8])
    bars[0].place(along=([0, 0], length * np.array([np.cos(1.4), np.sin(1.4)])))
    model.assemble()
    assert model.simulate(0.1, samples=2).violation().max() < 1e-9
    wheel = model.body("wheel", disc(1.0, 0.1))
    model.join(point_on_line(model.ground.point(), wheel.point("com"), [1, 0]))
    wheel.place(at=[3.0, 0.0])
    assert model.assemble() < 1e-9
