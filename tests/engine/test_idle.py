"""What is driven is analysed, what idles is named, what counts and is not driven is refused."""

import numpy as np
import pytest

from fcclearn import (
    Model,
    Motion,
    bar,
    box,
    cylinder,
    point_force,
    revolute,
    rod,
    rotated_AR,
    spherical,
    spring,
    universal,
)
from fcclearn.engine.idle import NotDriven, idle_bodies
from fcclearn.formulation.joints import angle_vectors

TURN = Motion.polynomial(0.0, 0.8, 0.3)
TORQUE = 1e-7
"""Torques of size ten, by least squares here and by the penalty solve of a simulation there."""


def spatial_four_bar(kind, solid, last=spherical):
    """Crank about z, a coupler between two balls, a rocker about x."""
    model = Model(gravity=[0, 0, -9.81], kind=kind)
    A, B, C, D = np.array([[0, 0, 0], [0.3, 0, 0], [0.9, 0.5, 0.7], [0.9, 1.0, 0.0]])
    crank, link, rocker = (model.body(name, s(np.linalg.norm(Q - P)), along=(P, Q)) for name, s, P, Q in
                           (("crank", lambda x: cylinder(1, 0.02, x), A, B), ("link", solid, B, C),
                            ("rocker", lambda x: cylinder(2, 0.02, x), C, D)))
    model.join(revolute(model.ground.point(*A), crank.point("start"), axis=[0, 0, 1]), name="axle")
    model.join(spherical(crank.point("end"), link.point("start")), name="ball")
    model.join(last(link.point("end"), rocker.point("start")), name="ball 2")
    model.join(revolute(rocker.point("end"), model.ground.point(*D), axis=[1, 0, 0]), name="axle 2")
    model.join(rotated_AR(*angle_vectors(model.ground, crank, [0, 0, 1]), TURN), name="motor")
    return model


def hooke(P, Q):
    return universal(P, Q, ([1, 0, 0], [0, 1, 0]))


@pytest.mark.parametrize("kind", ["full", "reduced"])
@pytest.mark.parametrize("solid", [lambda x: rod(1.5, x), lambda x: cylinder(1.5, 0.03, x)],
                         ids=["rod", "tube"])
def test_a_coupler_between_two_balls(kind, solid):
    """Its spin idles; positions and torque are those of a simulation that the motor leads."""
    model = spatial_four_bar(kind, solid)
    model.assemble()
    led = model.simulate(0.6, samples=7)
    run = model.kinematic_analysis(led.t)
    assert run.counts.warnings[0].startswith("link may turn freely; that moves no mass")
    assert "link may turn freely" in run.summary()
    np.testing.assert_allclose(run.position("rocker.start"), led.position("rocker.start"), atol=1e-9)
    np.testing.assert_allclose(run.effort("motor"), led.effort("motor"), atol=TORQUE)
    np.testing.assert_allclose(run.reaction("axle 2").force, led.reaction("axle 2").force, atol=10 * TORQUE)
    force, moment = run.imbalance("link")
    assert max(np.abs(force).max(), np.abs(moment).max()) < TORQUE
    np.testing.assert_allclose(model.inverse_dynamics(led.t)["motor"], run.effort("motor"))


def test_a_joint_that_stops_the_spin_changes_no_torque():
    """Of a rod: it has no inertia about its axis."""
    idle, held = (spatial_four_bar("full", lambda x: rod(1.5, x), last) for last in (spherical, hooke))
    times = np.linspace(0, 0.6, 7)
    runs = [model.kinematic_analysis(times) for model in (idle, held)]
    assert idle_bodies(held.system, held.system.layout.start()[0]) == [] == runs[1].counts.warnings
    np.testing.assert_allclose(runs[0].effort("motor"), runs[1].effort("motor"), atol=TORQUE)


def delta_robot(kind="full"):
    """Three driven arms, six rods between balls, a platform that only translates."""
    model = Model(gravity=[0, 0, -9.81], kind=kind)
    platform = model.body("platform", box(0.5, [0.1, 0.1, 0.02]), at=[0, 0, -0.5])
    for k in range(3):
        angle = 2 * np.pi * k / 3
        out, side = np.array([np.cos(angle), np.sin(angle), 0]), np.array([-np.sin(angle), np.cos(angle), 0])
        hip, knee, foot = 0.15 * out, 0.15 * out + 0.25 * out, np.array([0, 0, -0.5]) + 0.05 * out
        arm = model.body(f"arm {k}", bar(0.4, 0.25, 0.02, 0.02), along=(hip, knee))
        model.join(revolute(model.ground.point(*hip), arm.point("start"), axis=side), name=f"hip {k}")
        motion = Motion.polynomial(0.0, 0.3 * (k + 1), 0.1)
        model.join(rotated_AR(*angle_vectors(model.ground, arm, side), motion), name=f"motor {k}")
        for s, name in ((-0.04, "left"), (0.04, "right")):
            ends = knee + s * side, foot + s * side
            link = model.body(f"{name} {k}", rod(0.05, np.linalg.norm(ends[1] - ends[0])), along=ends)
            model.join(spherical(arm.point_at(ends[0]), link.point("start")))
            model.join(spherical(link.point("end"), platform.point_at(ends[1])))
    return model


@pytest.mark.parametrize("kind", ["full", "reduced"])
def test_a_delta_robot_with_six_rods(kind):
    """Six spins idle; the drivers' power is the rate of the energy."""
    run = delta_robot(kind).kinematic_analysis(np.linspace(0, 0.5, 201))
    names = ["left 0", "right 0", "left 1", "right 1", "left 2", "right 2"]
    (said,) = run.counts.warnings
    assert said.startswith(f"{', '.join(names)} may turn freely; that moves no mass and no point of a force")
    rate = np.gradient(run.energy(), run.t, edge_order=2)
    np.testing.assert_allclose(run.driver_power()[1:-1], rate[1:-1], atol=1e-4 * np.abs(rate).max())
    assert np.abs(run.axes("platform") - np.eye(3)).max() < 1e-10
    assert all(np.isfinite(run.effort(name)).all() for name in run.drivers())


def test_what_counts_is_refused():
    """A pendulum on a driven crank, a body that is not round, a force beside the axis."""
    model = spatial_four_bar("full", lambda x: bar(1.5, x, 0.02, 0.06))
    with pytest.raises(NotDriven, match="leave 1 freedom that nothing drives: link.* can move, and masses"):
        model.kinematic_analysis([0.0, 0.1])
    model = spatial_four_bar("full", lambda x: cylinder(1.5, 0.03, x))
    link = model.bodies["link"]
    model.apply(spring(model.ground.point(0, 0, 0), link.point(0, 0.03, 0), 100.0), name="spring")
    with pytest.raises(NotDriven, match="nothing drives: link.*drive every freedom, or simulate"):
        model.kinematic_analysis([0.0])
    model.remove("spring")
    model.apply(point_force(link.point("end"), [0, 0, 1.0]))
    model.kinematic_analysis([0.0, 0.1])                      # on the axis: nothing depends on the spin
    bob = model.body("bob", rod(1.0, 0.2), along=([0.3, 0, 0], [0.3, 0, -0.2]))
    model.join(revolute(model.bodies["crank"].point("end"), bob.point("start"), axis=[0, 1, 0]))
    with pytest.raises(NotDriven, match="leave 1 freedom that nothing drives: bob"):
        model.kinematic_analysis([0.0, 0.1])
