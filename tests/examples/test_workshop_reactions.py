"""What the exercise of lesson 13 measures: released rows, and a moment that only Euler's law sees."""

import numpy as np
import pytest

from fcclearn import cylindrical, point_on_line, revolute, spherical
from fcclearn.examples.workshop_reactions import (
    ABOVE,
    HALF_WIDTH,
    MASS,
    four_bar,
    workshop_door,
    workshop_reading,
)


def ball(P, Q, axis):
    return spherical(P, Q)


@pytest.mark.parametrize("joints, redundant, freedoms", [
    ((revolute, revolute, revolute, revolute), 3, 1),
    ((revolute, ball, cylindrical, revolute), 0, 1),
    ((revolute, revolute, point_on_line, revolute), 0, 1),
    ((revolute, revolute, ball, revolute), 1, 1),
    ((revolute, ball, ball, revolute), 0, 2)])
def test_a_four_bar_with_released_rows(joints, redundant, freedoms):
    model = four_bar(joints)
    count = model.mobility()
    assert (count.redundant, count.degrees_of_freedom) == (redundant, freedoms)
    assert bool(count.not_unique) == bool(redundant)


def test_four_hinges_know_all_in_their_plane():
    not_unique = four_bar([revolute] * 4).mobility().not_unique
    assert set(not_unique) == set("ABCD")
    for parts in not_unique.values():
        assert set(parts) <= {"force y", "moment x", "moment z"}


def test_only_euler_s_law_sees_the_fault():
    run = workshop_door().simulate(0.5, samples=11)
    force, moment = workshop_reading(run)
    weight = np.array([0, 0, -9.81 * MASS])
    np.testing.assert_allclose(force + weight, MASS * run.acceleration("leaf.com"), atol=1e-6)
    to_hinge = run.axes("leaf") @ [-HALF_WIDTH, 0, ABOVE]
    left = moment + np.cross(to_hinge, force)                # at the start omega is along a principal axis
    np.testing.assert_allclose(left[0], 2 * moment[0], atol=1e-9)
    assert np.linalg.norm(left[0]) > 100
    assert np.abs(-moment[0] + np.cross(to_hinge[0], force[0])).max() < 1e-9
