"""Gears with tooth forces against statics by hand."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

from fcclearn import (
    Model,
    Motion,
    box,
    disc,
    load,
    moment,
    revolute,
    rotated_AR,
)
from fcclearn.formulation.joints import angle_vectors
from fcclearn.formulation.own_joints import gears

EXACT = 1e-7
"""Forces of size up to a hundred: the rounding of the penalty solve, about 1e-10 of the largest force."""

Z = [0, 0, 1]


def planetary(kind, dimension, held="ring"):
    """Sun 18, planet 12, ring 42 teeth of module 10 mm: pitch radii 90, 60, 210 mm; sun driven at 1 rad/s."""
    zero = np.zeros(dimension)
    model = Model(gravity=zero, kind=kind)
    x = np.eye(dimension)[0]
    sun = model.body("sun", disc(2.0, 0.09))
    carrier = model.body("carrier", box(1.0, [0.15, 0.02, 0.02]), at=0.075 * x)
    planet = model.body("planet", disc(1.0, 0.06), at=0.15 * x)
    model.join(revolute(model.ground.point(*zero), sun.point("com"), Z), name="sun pin")
    model.join(revolute(model.ground.point(*zero), carrier.point_at(zero), Z), name="carrier pin")
    model.join(revolute(carrier.point_at(0.15 * x), planet.point("com"), Z), name="planet pin")
    model.gear_pair(sun.point("com"), planet.point("com"), teeth=(18, 12), axis=Z, name="outer")
    model.gear_pair(
        planet.point("com"), model.ground.point(*zero), teeth=(12, 42), axis=Z, internal=True, name="inner"
    )
    model.join(rotated_AR(*angle_vectors(model.ground, sun, Z), Motion.polynomial(0, 1.0)), name="motor")
    return model


@pytest.mark.parametrize("kind, dimension", [(k, d) for k in ("full", "reduced") for d in (2, 3)])
def test_a_planetary_gear(kind, dimension):
    """10 N m on the carrier: speeds 0.3 and -0.75, sun torque 3, planet pin 66.67 N, teeth 33.33 N."""
    model = planetary(kind, dimension)
    model.apply(moment(model.bodies["carrier"], -10.0 if dimension == 2 else [0, 0, -10.0]))
    t = np.linspace(0, 12, 25)
    run = model.kinematic_analysis(t)
    speed = {
        name: np.reshape(run.angular_velocity(name), (len(t), -1))[:, -1]
        for name in ("sun", "carrier", "planet")
    }
    assert_allclose(speed["carrier"], 0.3, atol=1e-9)
    assert_allclose(speed["planet"], -0.75, atol=1e-9)
    assert_allclose(run.effort("motor"), 3.0, atol=EXACT)
    pins = {
        name: np.linalg.norm(run.reaction(name).force, axis=1)
        for name in ("planet pin", "sun pin", "carrier pin")
    }
    assert_allclose(pins["sun pin"], 10 / 0.15 / 2, atol=EXACT)
    inertial = 1.0 * 0.15 * 0.3**2  # planet towards the centre
    assert_allclose(pins["planet pin"], np.hypot(10 / 0.15, inertial), atol=EXACT)
    teeth = run.reaction("outer", on="planet")
    assert_allclose(np.linalg.norm(teeth.force, axis=1), 10 / 0.15 / 2, atol=EXACT)
    pitch = 0.09 / 0.15 * run.position("planet.com")
    at_pitch = run.reaction("outer", on="planet", about=pitch)
    assert_allclose(at_pitch.moment, 0, atol=EXACT)
    assert_allclose((teeth.force * run.position("planet.com")).sum(axis=1), 0, atol=EXACT)       # tangential
    other = run.reaction("outer", on="sun", about=pitch)
    assert_allclose(other.force, -teeth.force, atol=EXACT)
    ground = run.reaction("inner", on="ground")
    torque = np.reshape(ground.moment, (len(t), -1))[:, -1]
    assert_allclose(torque, -10 / 0.15 / 2 * 0.21, atol=EXACT)                      # of the ring: 7 = 10 - 3
    for name in ("sun", "planet", "carrier"):
        for part in run.imbalance(name):
            assert_allclose(part, 0, atol=EXACT)


@pytest.mark.parametrize("kind", ["full", "reduced"])
@pytest.mark.parametrize("internal, sign", [(False, -1), (True, 1)])
def test_a_pair_over_full_turns(kind, internal, sign):
    """Fixed centres: the angles go as the teeth, over many turns; energy is kept when it runs free."""
    model = Model(gravity=[0, -9.81], kind=kind)
    a = model.body("a", disc(1.0, 0.1), at=[0.1, 0.2], angular_velocity=20.0)
    b = model.body("b", disc(4.0, 0.25), at=[0.1 + (0.15 if internal else 0.35), 0.2])
    for wheel in (a, b):
        model.join(revolute(model.ground.point(*wheel.blocks[0]), wheel.point("com")))
    model.gear_pair(a.point("com"), b.point("com"), teeth=(20, 50), internal=internal)
    assert model.mobility().degrees_of_freedom == 1 and model.mobility().redundant == 0
    model.assemble()
    assert_allclose(b.angular_velocity, sign * 20.0 * 20 / 50, atol=1e-9)
    model.apply(moment(a, 0.05))
    run = model.simulate(5.0, samples=11)
    assert run.angle("a")[-1] > 30 * np.pi
    assert_allclose(run.angle("b"), sign * 20 / 50 * run.angle("a"), atol=1e-6)
    work = 0.05 * (run.angle("a") - run.angle("a")[0])
    assert_allclose(run.kinetic_energy() - run.kinetic_energy()[0], work, atol=1e-6)


def test_a_coupling_of_angles_has_the_torques_but_no_tooth_forces():
    """The joint of one's own says so; speeds agree."""
    assert "no tooth forces" in gears.__doc__
    turned = []
    for with_teeth in (True, False):
        model = Model(gravity=[0, 0])
        a, b = (model.body(name, disc(1.0, 0.1), at=[x, 0]) for name, x in (("a", 0.0), ("b", 0.3)))
        for wheel in (a, b):
            model.join(
                revolute(model.ground.point(*wheel.blocks[0]), wheel.point("com")), name=f"pin {wheel.name}"
            )
        if with_teeth:
            model.gear_pair(a.point("com"), b.point("com"), teeth=(0.1, 0.2))
        else:
            model.join(gears(model.dial(model.ground, a), model.ground, b, ratio=-0.5))
        model.apply(moment(a, 1.0))
        run = model.simulate(1.0, samples=3)
        turned.append(run.angle("b"))
        pin = np.abs(run.reaction("pin b").force).max()
        I = 0.5 * 0.01
        torque_on_b = 0.5 * I * 1.0 / (I + 0.25 * I)                                # I alpha_b
        assert pin == pytest.approx(torque_on_b / 0.2 if with_teeth else 0.0, abs=1e-6)
    assert_allclose(*turned, atol=1e-7)


def test_gears_are_saved_and_analysed(tmp_path):
    model = planetary("full", 2)
    run = model.kinematic_analysis([0.0, 0.5])
    again = load(run.save(tmp_path / "gears"))
    assert_allclose(again.reaction("outer").force, run.reaction("outer").force, atol=1e-12)
    model.remove("motor")
    rest = model.equilibrium()
    assert rest.kind == "indifferent" and rest.reaction("outer").body == "planet"   # not the reading


@pytest.mark.parametrize(
    "make, words",
    [
        (
            lambda m, a, b: m.gear_pair(a.point(), a.point(), (1, 1)),
            "the centres a.reference and a.reference of a gear pair",
        ),
        (
            lambda m, a, b: m.gear_pair(a.point(), b.point(), (1, 2), axis=[1, 0, 0]),
            "must be perpendicular to the axis",
        ),
        (lambda m, a, b: m.gear_pair(a.point(), b.point(), (1, 2)), "needs an axis"),
    ],
)
def test_bad_gears_are_named(make, words):
    model = Model(gravity=[0, 0, 0])
    a, b = model.body("a", disc(1.0, 0.1)), model.body("b", disc(1.0, 0.1), at=[0.3, 0, 0])
    with pytest.raises(ValueError, match=words):
        make(model, a, b)
