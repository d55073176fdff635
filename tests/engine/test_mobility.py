"""Rank, freedoms and redundancy, in numbers and in words."""

import numpy as np
from models import slider_crank
from motions import ROUNDING, two_bodies

from fcclearn import Model, revolute, rod, spherical
from fcclearn.benchmarks import a02_n_four_bar
from fcclearn.engine.mobility import free_motions, redundant_rows


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
