"""Positions, velocities and accelerations of driven mechanisms against closed forms,
and the words about mobility."""

import numpy as np
import pytest
from motions import ROUNDING, joint_residual, two_bodies

from fcclearn import (
    PP,
    Lin,
    Model,
    Motion,
    SimulationError,
    box,
    disc,
    revolute,
    rod,
    rotated_AR,
    spherical,
    translational,
)
from fcclearn.benchmarks import a02_n_four_bar
from fcclearn.engine.kinematics import NotAssembled, newton_raphson, project_position, project_velocity
from fcclearn.engine.mobility import free_motions, redundant_rows
from fcclearn.formulation.joints import angle_vectors
from fcclearn.formulation.own_joints import gears, screw

CLOSED_FORM = 2e-14
"""Driven positions against closed forms, in units of the largest value:
the rounding of a few dozen operations."""

CONSISTENT = 1e-9
"""|Phi| and |Phi_q qd - nu| after a projection: rounding over the solver's penalty."""

SPEED = 3.0
CRANK, ROD = 0.4, 1.1


def slider_crank(dimension=2, kind="full", angle=Motion.polynomial(0.2, SPEED)):
    """Crank on the origin, connecting rod, slider on the x axis;
    the crank is driven by a rotated angle relation."""
    model = Model(gravity=[0, -9.81, 0][:dimension], kind=kind)
    z = [0, 0, 1]

    def at(x, y):
        return [x, y, 0][:dimension]

    crank = model.body("crank", rod(1.0, CRANK), along=(at(0, 0), at(CRANK, 0)))
    link = model.body("link", rod(2.0, ROD), along=(at(CRANK, 0), at(CRANK + ROD, 0)))
    model.join(revolute(model.ground.point(), crank.point("start"), axis=z), name="main")
    model.join(revolute(crank.point("end"), link.point("start"), axis=z), name="crank pin")
    slide = PP(model.ground.vector(at(0, 1)), model.ground.point(), link.point("end"))
    model.join(slide, name="slide")
    model.join(rotated_AR(*angle_vectors(model.ground, crank, z), angle), name="motor")
    return model


def closed_form(angle, rate):
    """Slider position, velocity and acceleration for a crank at constant speed."""
    s, c = np.sin(angle), np.cos(angle)
    root = np.sqrt(ROD**2 - (CRANK * s) ** 2)
    x = CRANK * c + root
    root1 = -CRANK**2 * s * c / root                                          # d root / d angle
    root2 = -(CRANK**2 * (c * c - s * s) + root1**2) / root
    return x, (-CRANK * s + root1) * rate, (-CRANK * c + root2) * rate**2


@pytest.mark.parametrize("dimension", [2, 3])
@pytest.mark.parametrize("kind", ["full", "reduced"])
def test_slider_crank_through_full_turns(dimension, kind):
    """Paper A, Eqs. (2)-(6), section 2.1.1:
    two and a half turns, through the singular angles of a cosine driver."""
    model = slider_crank(dimension, kind)
    run = model.kinematic_analysis(np.linspace(0, 5.0, 101))
    x, v, a = closed_form(0.2 + SPEED * run.t, SPEED)
    np.testing.assert_allclose(run.position("link.end")[:, 0], x, atol=CLOSED_FORM)
    np.testing.assert_allclose(run.velocity("link.end")[:, 0], v, atol=CLOSED_FORM * SPEED)
    np.testing.assert_allclose(run.acceleration("link.end")[:, 0], a, atol=CLOSED_FORM * 10 * SPEED**2)
    np.testing.assert_allclose(run.position("link.end")[:, 1:], 0, atol=CLOSED_FORM)
    assert run.complete and run.method == "kinematic analysis" and run.violation().max() < CLOSED_FORM


def test_prediction_is_of_second_order(monkeypatch):
    """The predictor q + h qd + h^2/2 qdd misses by h^3: halving the step divides its |Phi| by eight."""
    from fcclearn.engine import kinematics
    misses = {}

    def watched(system, q, t=0.0, iterations=30):
        misses[t] = np.abs(system.phi(q, t)).max()
        return newton_raphson(system, q, t, iterations)

    monkeypatch.setattr(kinematics, "newton_raphson", watched)
    for h in (0.02, 0.01):
        slider_crank().kinematic_analysis([0, 0.5 - h, 0.5, 0.5 + h])
    assert misses[0.5 + 0.02] / misses[0.5 + 0.01] == pytest.approx(8, rel=0.1)


def test_newton_raphson_bears_redundant_rows():
    """Least squares: a redundant spatial four-bar, with one coordinate too few prescribed,
    is assembled from a rough guess."""
    model = a02_n_four_bar.build("full", 3, windows=1)
    q = model.system.layout.start()[0] + 0.02 * np.random.default_rng(0).normal(size=model.system.n)
    assert np.abs(model.system.phi(newton_raphson(model.system, q))).max() < ROUNDING


def test_contradicting_rows_are_reported():
    """Corrections die out, yet |Phi| stays: least squares alone would call this assembled."""
    model, _, body, _ = two_bodies(2, "ground", "full")
    P = body.point(0.3, 0.1)
    for k, place in enumerate((0.0, 0.5)):
        model.join(Lin(P, f=[place, 0.0]), name=f"pin {k}")
    words = (r"no position satisfies the constraints at t = 0 s near the guess: "
             r"after \d+ iterations pin \d: Lin x is still off by 0.25")
    for find in (lambda q: newton_raphson(model.system, q),
                 lambda q: project_position(model.system, model.solver, q)):
        with pytest.raises(NotAssembled, match=words):
            find(body.q)


def test_a_driver_out_of_reach_keeps_the_history():
    model = slider_crank(angle=Motion.polynomial(0.0, 0.1))
    model.join(PP(model.ground.vector(1, 0), model.ground.point(), model.bodies["link"].point("end"),
                  Motion.polynomial(CRANK + ROD, 1.0)), name="pull")
    words = r"no position satisfies the constraints at t = 1 s .*; the history up to t = 0 s is kept"
    with pytest.raises(SimulationError, match=words) as caught:
        model.kinematic_analysis([0.0, 1.0])
    assert model.last_run is caught.value.result
    assert len(model.last_run.t) == 1 and not model.last_run.complete


def test_a_freedom_without_driver_is_reported():
    model = slider_crank()
    model.remove("motor")
    words = "at t = 0 s the constraints and drivers leave 1 of 12 coordinates free: drive every freedom"
    with pytest.raises(ValueError, match=words):
        model.kinematic_analysis([0.0, 1.0])


@pytest.mark.parametrize("times", [[0.0, 0.0], [1.0, 0.5], [], [0.0, np.nan], 3.0])
def test_bad_times_are_reported(times):
    with pytest.raises(ValueError, match="the times of a kinematic analysis must be finite and increase"):
        slider_crank().kinematic_analysis(times)


@pytest.mark.parametrize("kind", ["full", "reduced"])
def test_projections(kind):
    """The nearest position and velocity in the metric of M satisfy the constraints;
    a second projection changes nothing."""
    model = a02_n_four_bar.build(kind, 2, windows=1)
    rng = np.random.default_rng(1)
    q, qd = model.system.layout.start()
    q = project_position(model.system, model.solver, q + 0.01 * rng.normal(size=q.size))
    assert np.abs(model.system.phi(q)).max() < ROUNDING
    qd = project_velocity(model.system, model.solver, q, qd + rng.normal(size=q.size))
    assert np.abs(model.system.phi_q(q) @ qd).max() < CONSISTENT
    np.testing.assert_allclose(project_velocity(model.system, model.solver, q, qd), qd, atol=CONSISTENT)


def test_velocity_projection_is_the_nearest_in_kinetic_energy():
    """Gauss: the correction is M-orthogonal to every motion that the constraints allow."""
    model = slider_crank(kind="reduced")
    model.remove("motor")
    model.assemble()
    system, (q, _) = model.system, model.system.layout.start()
    wish = np.random.default_rng(2).normal(size=system.n)
    qd = project_velocity(system, model.solver, q, wish)
    motions, _ = free_motions(system.phi_q(q).toarray())
    np.testing.assert_allclose(motions @ (system.mass(q) @ (qd - wish)), 0, atol=1e-7)


# -------------------------------------------------------------------- mobility in words


def test_free_motions_are_free():
    """Velocities of a spherical joint's three freedoms, applied as small finite rotations."""
    model, _, body, _ = two_bodies(3, "ground", "reduced")
    place = np.array([0.1, 0.2, 0.3])
    model.join(spherical(model.ground.point(place), body.point_at(place)))
    freedoms = model.free_motions()
    omegas = np.array([motion["second"][1] for motion in freedoms])
    assert len(freedoms) == 3 and np.linalg.matrix_rank(omegas) == 3
    for motion in freedoms:
        velocity, omega = motion["second"]
        np.testing.assert_allclose(velocity, np.cross(omega, body.blocks[0] - place), atol=ROUNDING)
        body.set_velocity(velocity, omega)
        assert np.abs(model.system.phi_q(body.q) @ body.qd).max() < ROUNDING


def test_free_motions_of_a_free_space():
    motions, independent = free_motions(np.zeros((0, 3)))
    np.testing.assert_array_equal(motions[:, independent], np.eye(3))
    motions, independent = free_motions(np.eye(3))
    assert motions.shape == (0, 3) and independent == []


def test_redundant_rows_follow_from_rows_before():
    rng = np.random.default_rng(3)
    A = rng.normal(size=(4, 7))
    J = np.vstack([A[0], 2 * A[0], A[1], A[0] - 3 * A[1], A[2], 1e-12 * A[3], A[3]])
    assert redundant_rows(J) == [1, 3, 5]


def test_mobility_of_a_redundant_four_bar_in_words():
    """A planar four-bar in space: 3 redundant rows;
    force z and the moments about x and y of each joint are not unique."""
    report = a02_n_four_bar.build("full", 3, windows=1).mobility()
    assert (report.coordinates, report.rows, report.rank, report.degrees_of_freedom,
            report.redundant) == (36, 38, 35, 1, 3)
    assert [row.kind for row in report.redundant_rows] == ["CP", "CAR", "CAR"]
    assert len(report.not_unique) == 4
    assert set(report.not_unique.values()) == {("force z", "moment x", "moment y")}
    words = report.report()
    counts, free, *_ = words.splitlines()
    assert counts == "36 coordinates, 38 equations of rank 35: 1 degree of freedom, 3 redundant equations"
    assert free.startswith("free to choose: the rates of ")
    assert "redundant: revolute coupler 0-crank 1: CP z; " in words
    assert "not unique: revolute ground-crank 0 (force z, moment x, moment y)" in words


def test_mobility_of_coincident_vectors():
    """The CV form has a redundant row that changes no joint's force or moment."""
    model, i, j, _ = two_bodies(3, "full", "reduced")
    place = [0.1, 0.2, 0.3]
    model.join(revolute(i.point_at(place), j.point_at(place), axis=[0, 0, 1], form="CV"))
    report = model.mobility()
    assert report.redundant == 1 and report.not_unique == {}
    assert report.degrees_of_freedom == len(report.independent) == 7
    assert report.report().endswith("redundant: revolute first-second: CV z\n"
                                    "all joint reactions are unique all the same")


def test_mobility_without_redundancy():
    model = slider_crank()
    report = model.mobility()
    assert report.report() == ("12 coordinates, 12 equations of rank 12: "
                               "0 degrees of freedom, 0 redundant equations")
    assert report.redundant_rows == () and model.free_motions() == []


def test_mobility_in_the_plane_names_planar_components():
    """A bar welded down by two pins on the ground: their forces along the bar are not unique."""
    model = Model(gravity=[0, -9.81])
    bar = model.body("bar", rod(1.0, 1.0), along=([0, 0], [1, 0]))
    model.join(revolute(model.ground.point(0, 0), bar.point("start")), name="left")
    model.join(revolute(model.ground.point(1, 0), bar.point("end")), name="right")
    assert model.mobility().not_unique == {"left": ("force x",), "right": ("force x",)}


# -------------------------------------------------------------------- joints of one's own


@pytest.mark.parametrize("kind", ["full", "reduced"])
def test_screw_advances_by_its_pitch(kind):
    """Two and a quarter turns about a skew axis, by the screw's own equations:
    finite motions pass, others do not."""
    from scipy.spatial.transform import Rotation
    model, i, j, rng = two_bodies(3, kind, "full")
    axis, place = np.array([2.0, -1.0, 2.0]) / 3, rng.normal(size=3)
    model.join(screw(i.point_at(place), j.point_at(place + 0.3 * axis), axis, pitch=0.4))
    for turns in (0.0, 0.25, 2.25, -1.5):
        R = Rotation.from_rotvec(2 * np.pi * turns * axis).as_matrix()
        assert joint_residual(model, second=(place, R, 0.4 * turns * axis)) < ROUNDING
        assert joint_residual(model, second=(place, R, (0.4 * turns + 0.03) * axis)) > 1e-3
    assert model.mobility().degrees_of_freedom == 7


@pytest.mark.parametrize("dimension, kind", [(2, "full"), (2, "reduced"), (3, "full"), (3, "reduced")])
def test_gears_turn_in_their_ratio(dimension, kind):
    """The small wheel makes three turns, the large one one and a half the other way."""
    model = Model(gravity=np.zeros(dimension), kind=kind)
    z = [0, 0, 1]
    small = model.body("small", disc(1.0, 0.1))
    large = model.body("large", disc(4.0, 0.2), at=[0.3, 0, 0][:dimension])
    for wheel, x in ((small, 0.0), (large, 0.3)):
        model.join(revolute(model.ground.point([x, 0, 0][:dimension]), wheel.point("com"), axis=z))
    reading = model.dial(model.ground, small, z)
    model.join(gears(reading, model.ground, large, z, ratio=-0.5), name="mesh")
    model.join(rotated_AR(*angle_vectors(model.ground, small, z), Motion.polynomial(0, 2 * np.pi)),
               name="motor")
    run = model.kinematic_analysis(np.linspace(0, 3.0, 61))
    np.testing.assert_allclose(run.position(reading)[:, 0], 2 * np.pi * run.t, atol=1e-11)
    rim = run.position(large.point([0.2, 0, 0][:dimension]))
    angle = -np.pi * run.t
    np.testing.assert_allclose(rim[:, :2], np.column_stack([0.3 + 0.2 * np.cos(angle), 0.2 * np.sin(angle)]),
                               atol=1e-11)


def test_a_translational_joint_sweeps_with_a_stroke():
    model = Model(gravity=[0, -9.81])
    block = model.body("block", box(1.0, [0.1, 0.1, 0.1]))
    model.join(translational(model.ground.point(), block.point("com"), axis=[3, 4]))
    model.join(PP(model.ground.vector(0.6, 0.8), model.ground.point(), block.point("com"),
                  Motion.polynomial(0, 0, 0.5)), name="stroke")
    run = model.kinematic_analysis([0.0, 1.0, 2.0])
    np.testing.assert_allclose(run.position("block"), np.outer(0.5 * run.t**2, [0.6, 0.8]), atol=CLOSED_FORM)
    np.testing.assert_allclose(run.acceleration("block"), [[0.6, 0.8]] * 3, atol=CLOSED_FORM)
