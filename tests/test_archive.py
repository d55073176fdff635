"""A saved result says the same when it is read again, and a result says the same when its model changes."""

import json
import subprocess
import sys

import numpy as np
import pytest
from numpy.testing import assert_allclose

from fcclearn import (
    AR,
    COS,
    OV,
    PP,
    SIN,
    TP,
    AR_star,
    Dot,
    Driven,
    Force,
    Model,
    Motion,
    box,
    couple,
    cylinder,
    disc,
    driven_distance,
    load,
    moment,
    planar,
    point_force,
    point_mass,
    point_on_line,
    prismatic,
    revolute,
    rod,
    rotated_AR,
    spring,
    stroke,
    torsional_spring,
    universal,
)
from fcclearn.formulation.own_joints import gears, screw

G = 9.81


def swinging(t):
    return 0.3 * np.sin(2 * t)


SWING = Motion(swinging, lambda t: 0.6 * np.cos(2 * t), lambda t: -1.2 * np.sin(2 * t))


def planar_machine(kind):
    """A four-bar with a spring and a damper, a wheel on a torsional spring, gears, and a user's force."""
    model = Model(gravity=[0, -G], kind=kind)
    corners = np.array([[0, 0], [0.4, 0.8], [1.8, 1.1], [2.0, 0]])
    bars = [model.body(name, rod(1.0, float(np.linalg.norm(b - a))), along=(a, b))
            for name, a, b in zip(("crank", "coupler", "rocker"), corners[:-1], corners[1:])]
    ends = [model.ground.point(0, 0), *(bar.point("start") for bar in bars[1:]), model.ground.point(2, 0)]
    starts = [bars[0].point("start"), *(bar.point("end") for bar in bars)]
    for k, (P, Q) in enumerate(zip(ends, starts)):
        model.join(revolute(P, Q), name=f"pin {k}")
    wheel, other = (
        model.body("wheel", disc(2.0, 0.2), at=[0, 3]),
        model.body("other", disc(1.0, 0.1), at=[0.3, 3]),
    )
    model.join(revolute(model.ground.point(0, 3), wheel.point("com")), name="axle")
    model.join(revolute(model.ground.point(0.3, 3), other.point("com")))
    reading = model.dial(model.ground, wheel, name="dial")
    model.join(gears(reading, model.ground, other, ratio=-2.0), name="gears")
    model.apply(torsional_spring(reading, 3.0, angle=1.0, damping=0.1))
    model.apply(spring(model.ground.point(1, 2), bars[1].point("end"), 20.0, damping=1.0, actuator=np.cos))
    model.apply(moment(bars[2], lambda t: 0.1 * t), name="torque")
    model.apply(Force([bars[0].point("end")], lambda t, x, xd: -0.3 * xd), name="drag")
    return model


def driven_plane(kind):
    """Every kind of driver in the plane, each on a body of its own."""
    model = Model(gravity=[0, -G], kind=kind)
    g, x = model.ground, model.ground.vector(1, 0)
    bodies = [
        model.body(
            f"b{k}",
            planar(1.0 + k, 0.1, com=[0.1, 0.2], start=[0, 0], tip=[1, 0.5]),
            at=[3.0 * k, 0],
            axes=[[0.6, -0.8], [0.8, 0.6]],
        )
        for k in range(6)
    ]
    start = np.arctan2(0.8, 0.6)
    for body in bodies[:4]:
        model.join(revolute(g.point(*body.blocks[0]), body.point("start")))
    angle = Motion(lambda t: start + swinging(t), SWING.rate, SWING.acceleration)
    model.join(rotated_AR(bodies[0].vector(1, 0), x, x.turned(), angle), name="motor")
    model.join(AR(bodies[1].vector(1, 0), x, Motion.polynomial(start, 0.2)), name="AR")
    model.join(AR_star(bodies[2].vector(1, 0), [COS, SIN], Motion.polynomial(start, -0.1)), name="AR*")
    far = g.point(20, 5)
    gap = np.linalg.norm(bodies[3].point("tip").at_start() - far.at_start())
    model.join(driven_distance(far, bodies[3].point("tip"), Motion.polynomial(gap, 0.1)), name="actuator")
    turned = SIN.of(Motion.polynomial(np.pi / 2 + start, 0.3)), SIN.of(Motion.polynomial(start, 0.3))
    model.join(OV(bodies[4].vector(1, 0), *turned), name="OV")
    model.join(TP(bodies[4].point("start"), Motion.polynomial(12.0, 1.0), 0.0), name="TP")
    on_line = PP(g.vector(0, 1), g.point(), bodies[5].point("start")).equations
    model.join([Dot(bodies[5].vector(1, 0), x, 0.6), *on_line])
    model.join(
        stroke(x, g.point(), bodies[5].point("start"), Motion.polynomial(15.0, 0.0, 1.0)), name="stroke"
    )
    return model


def spatial_machine(kind):
    """A universal joint, a screw, a slider, a cross triad, moments fixed in space and in the body."""
    model = Model(gravity=[0, 0, -G], kind=kind)
    z = [0, 0, 1]
    shaft = model.body("shaft", cylinder(2.0, 0.1, 1.0), along=([0, 0, 0], [1, 0, 0]))
    arm = model.body("arm", box(1.0, [1.0, 0.2, 0.1]), at=[1.5, 0, 0], kind="full", triad="cross")
    nut = model.body("nut", box(1.0, [0.3, 0.3, 0.2]), at=[0, 2, 0])
    bob = model.body("bob", point_mass(0.5), kind="point", at=[2, 0, -1.0])
    leaf = model.body("leaf", box(1.0, [0.5, 0.4, 0.3]), at=[0, 2, 1.0])
    model.join(universal(model.ground.point(), shaft.point("start"), ([0, 1, 0], z)), name="universal")
    model.join(revolute(shaft.point("end"), arm.point(-0.5, 0, 0), axis=z), name="hinge")
    model.join(screw(model.ground.point(0, 2, 0), nut.point("com"), z, pitch=0.4), name="screw")
    model.join(prismatic(nut.point("com"), leaf.point("com"), z, form="CV"), name="slider")
    model.join(point_on_line(arm.point(0.5, 0, 0), bob.point(), z), name="wire")
    model.apply(spring(arm.point(0.5, 0, 0), bob.point(), 40.0, length=0.8))
    model.apply(spring(nut.point("com"), leaf.point("com"), 60.0, length=1.0, damping=1.0))
    model.apply(moment(arm, [0.1, 0.2, 0.3]))
    model.apply(couple(nut, [0, 0, 0.2]))
    model.apply(point_force(arm.point("com"), lambda t: [np.sin(t), 0, 0], frame="body"))
    return model


MACHINES = {
    "planar": (planar_machine, lambda m: m.simulate(0.3, samples=7)),
    "drivers": (driven_plane, lambda m: m.kinematic_analysis(np.linspace(0, 0.3, 7))),
    "spatial": (spatial_machine, lambda m: m.simulate(0.2, samples=5)),
    "baumgarte": (planar_machine, lambda m: m.simulate(0.1, samples=4, method="baumgarte"))}


def answers(run):
    """All that a run tells, by name."""
    model = run.model
    found = {name: getattr(run, name)() for name in (
        "accelerations", "multipliers", "kinetic_energy", "potential_energy", "energy", "applied_power",
        "driver_power", "momentum", "angular_momentum", "violation")}
    if run.work is not None:
        found["balance"] = run.energy_balance()
    for name, body in model.bodies.items():
        found |= {
            f"{name} {what}": getattr(run, what)(name) for what in ("position", "velocity", "acceleration")
        }
        if body.kind != "point":
            turning = ("axes", "angular_velocity", "angular_acceleration")
            found |= {f"{name} {what}": getattr(run, what)(name) for what in turning}
            found |= {f"{name} point": run.position(body.point(*np.arange(1.0, 1 + model.dimension)))}
            found |= {f"{name} imbalance {k}": part for k, part in enumerate(run.imbalance(name))}
    for name, joint in model.joints.items():
        for body in joint.bodies:
            reaction = run.reaction(name, on=body.name)
            found |= {
                f"{name} on {body.name}": reaction.force,
                f"{name} on {body.name}, moment": reaction.moment,
            }
            found |= {f"{name} about": np.array(0.0) if reaction.about else np.array(1.0)}
    found |= {f"effort {name}": run.effort(name) for name in run.drivers()}
    return found


@pytest.mark.parametrize("kind", ["full", "reduced"])
@pytest.mark.parametrize("name", MACHINES)
def test_a_loaded_result_says_the_same(name, kind, tmp_path):
    """Every answer, with the same bits but for sums in another order; the table word for word; pictures."""
    build, run_it = MACHINES[name]
    run = run_it(build(kind))
    path = run.save(tmp_path / "run")
    assert path == tmp_path / "run.npz" and list(tmp_path.iterdir()) == [path]
    again = load(path)
    here, there = answers(run), answers(again)
    assert here.keys() == there.keys() and len(here) > 50
    for question, answer in here.items():
        scale = max(1.0, np.abs(answer).max(initial=0.0))
        assert_allclose(there[question], answer, rtol=0, atol=1e-12 * scale, err_msg=question)
    assert again.summary() == run.summary() and repr(again) == repr(run)
    first = next(iter(run.model.joints))
    assert again.reaction(first).about == run.reaction(first).about
    scenes = [r.scene()[0] for r in (run, again)]
    assert [len(s.segments) for s in scenes] == [len(scenes[0].segments)] * 2 and len(scenes[0].segments) > 2
    assert again.animate(alt="again").page == run.animate(alt="again").page
    assert str(again.model.mobility()) == str(run.model.mobility())
    twice = load(again.save(tmp_path / "twice.npz"))  # a loaded result can be saved
    assert_allclose(twice.multipliers(), run.multipliers(), rtol=0, atol=0)


def test_shared_vectors_are_kept(tmp_path):
    model = Model(gravity=[0, -G])
    first = model.body("first", rod(1.0, 1.0), along=([0, 0], [1, 0]))
    second = model.body("second", rod(1.0, 1.0), along=([1, 0], [2, 0]))
    model.join(revolute(model.ground.point(), first.point("start")))
    model.share(first, "u", second)
    model.share(first, "v", second)
    model.join(revolute(first.point("end"), second.point("start")))
    run = model.simulate(0.2, samples=3)
    again = load(run.save(tmp_path / "shared"))
    assert again.q.shape == run.q.shape
    here, there = (r.shared_reaction("second", "first").moment for r in (run, again))
    assert_allclose(there, here, atol=1e-12)


def test_a_product_as_phase_with_functions_of_one_s_own(tmp_path):
    """A cam: the follower's height is a function of a place, kept at the places of the run."""
    model = Model(gravity=[0, -G])
    cam = model.body("cam", point_mass(1.0), kind="point", at=[0.2, 0], velocity=[1, 0])
    follower = model.body("follower", point_mass(1.0), kind="point", at=[0, np.sin(0.4)])
    follower.set_velocity([0, 2 * np.cos(0.4)])
    x, y = model.ground.vector(1, 0), model.ground.vector(0, 1)
    model.join(point_on_line(model.ground.point(), cam.point(), [1, 0]))
    model.join(point_on_line(model.ground.point(), follower.point(), [0, 1]))
    double = Motion(lambda s: np.sin(2 * s), lambda s: 2 * np.cos(2 * s), lambda s: -4 * np.sin(2 * s))
    one = Motion(lambda s: 1.0, lambda s: 0.0, lambda s: 0.0)
    model.join([Driven([Dot(follower.point(), y)], [one], double, Dot(cam.point(), x), "cam")], name="cam")
    run = model.simulate(0.3, samples=4)
    again = load(run.save(tmp_path / "cam"))
    assert_allclose(
        again.reaction("cam", on="follower").force, run.reaction("cam", on="follower").force, atol=1e-12
    )


def test_it_is_read_without_the_program_that_made_it(tmp_path):
    """Another process, which has no functions of the user."""
    run = planar_machine("full").simulate(0.1, samples=3)
    path = run.save(tmp_path / "run.npz")
    program = f"import fcclearn; print(fcclearn.load({str(path)!r}).reaction('pin 0').force[-1].tolist())"
    said = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout
    assert_allclose(json.loads(said), run.reaction("pin 0").force[-1], atol=1e-12)


def test_what_a_loaded_result_cannot(tmp_path):
    """It cannot go on where there are functions; without them its model can be simulated."""
    again = load(planar_machine("full").simulate(0.1, samples=3).save(tmp_path / "machine"))
    with pytest.raises((ValueError, ArithmeticError), match="of a loaded result is known at the times of"):
        again.model.simulate(0.1)
    free = Model(gravity=[0, -G])
    bar = free.body("bar", rod(1.0, 1.0), along=([0, 0], [1, 0]))
    free.join(revolute(free.ground.point(), bar.point("start")))
    run = free.simulate(0.5, samples=3)
    assert_allclose(load(run.save(tmp_path / "free")).model.simulate(0.5, samples=3).q, run.q, atol=1e-12)


@pytest.mark.parametrize(
    "write, words",
    [
        (lambda path: path.write_text("nothing"), "holds no result that was saved by fcclearn"),
        (lambda path: np.savez(path, t=np.zeros(3)), "holds no result that was saved by fcclearn"),
        (
            lambda path: np.savez(path, description=np.array("{")),
            "holds no result that was saved by fcclearn",
        ),
        (
            lambda path: np.savez(path, description=np.array('{"format": "fcclearn result 9"}')),
            "this version reads",
        ),
        (
            lambda path: np.savez(path, description=np.array([object()], dtype=object)),
            "holds no result that was",
        ),
    ],
)
def test_other_files_are_refused(write, words, tmp_path):
    path = tmp_path / "x.npz"
    write(path)
    with pytest.raises(ValueError, match=words):
        load(path)
    with pytest.raises(FileNotFoundError):
        load(tmp_path / "y.npz")


def test_a_failed_write_leaves_the_old_file(tmp_path, monkeypatch):
    model = Model(gravity=[0, 0])
    model.body("stone", point_mass(1.0), kind="point")
    run = model.simulate(1.0, samples=2)
    path = run.save(tmp_path / "run.npz")
    before = path.read_bytes()

    def fail(file, **arrays):
        file.write(b"half")
        raise OSError("disk full")
    monkeypatch.setattr("numpy.savez_compressed", fail)
    with pytest.raises(OSError, match="disk full"):
        run.save(path)
    assert path.read_bytes() == before and list(tmp_path.iterdir()) == [path]


# -------------------------------------------------------------------- a result and its living model


def test_a_result_stays_what_it_was():
    """Removed, added, replaced, moved: none of it is seen by a run that is over."""
    model = planar_machine("full")
    run = model.simulate(0.1, samples=3)
    before = answers(run)
    picture = run.animate(alt="before").page
    model.remove("pin 1")
    model.remove("drag")
    model.remove("gears")
    model.join(revolute(model.ground.point(0, 0), model.bodies["rocker"].point("end")), name="pin 1")
    model.bodies["crank"].solid = rod(50.0, 1.0)
    model.gravity[:] = 0.0
    model.gravity = np.array([0.0, -1.62])
    model.body("late", rod(1.0, 1.0))
    model.bodies["coupler"].set_velocity([9, 9], 9)
    after = answers(run)
    assert before.keys() == after.keys()
    for question, answer in before.items():
        assert_allclose(after[question], answer, rtol=0, atol=0, err_msg=question)
    assert run.animate(alt="before").page == picture
    assert len(run.model.bodies) == 6 and "late" not in run.model.bodies
    assert "last_run" not in vars(run.model)
