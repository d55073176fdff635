"""The explorer of lesson 13 without a browser."""

import itertools

import numpy as np
import pytest

from fcclearn import PP, Model, box, point_force
from fcclearn.course.explorers.table_legs import (
    CORNERS,
    GRAVITY,
    LOAD,
    STIFFNESS,
    THREE,
    TOP,
    TableLegs,
    leg_forces,
    weights,
)


def by_model(feet, load):
    """The same table by the package: points of a top on a plane, forces of smallest norm."""
    model = Model(gravity=[0, 0, -GRAVITY])
    top = model.body("top", box(TOP, [1.2, 0.9, 0.03]))
    model.apply(point_force(top.point(*load, 0), [0, 0, -LOAD * GRAVITY]))
    for k, (x, y) in enumerate(feet):
        foot = PP(model.ground.vector(0, 0, 1), model.ground.point(0, 0, 0), top.point(x, y, 0))
        model.join(foot, name=f"{k}")
    rest = model.equilibrium(stable=False)
    return np.array([rest.reaction(name, on="top").force[0, 2] for name in model.joints])


@pytest.mark.parametrize("feet", [THREE, CORNERS], ids=["three", "four"])
def test_equal_legs_are_those_of_the_model(feet):
    for load in ([0.25, 0.1], [-0.4, 0.3]):
        found = leg_forces(feet, weights(load), STIFFNESS)
        np.testing.assert_allclose(found, by_model(feet, load), atol=1e-6)


def test_all_corners_keep_what_is_certain():
    """Whatever legs are made of: the sum, two moments; three legs do not notice."""
    table = TableLegs()
    corners = itertools.product((3, 4), (-0.5, 0.5), (-0.35, 0.35), (-3.0, 3.0), (0.1, 1.0))
    for legs, x, y, short, soft in corners:
        table.legs.value, table.x.value, table.y.value = legs, x, y
        table.short.value, table.soft.value = short, soft
        E = np.vstack([np.ones(legs), table.feet().T])
        np.testing.assert_allclose(E @ table.forces(), weights((x, y)), rtol=1e-9)
        if legs == 3:
            expected = leg_forces(THREE, weights((x, y)), STIFFNESS)
            np.testing.assert_allclose(table.forces(), expected, atol=1e-8)
        assert ("rocks" in table.image.value) == bool((table.forces() < -1e-9).any())


def test_a_stiffer_leg_takes_more():
    k = STIFFNESS * np.array([1, 1, 2, 1])
    assert leg_forces(CORNERS, weights((0, 0)), k)[2] > leg_forces(CORNERS, weights((0, 0)), STIFFNESS)[2]


def test_static_picture_of_the_table():
    equal, rocking, difference = TableLegs.picture().axes
    numbers = [[float(t.get_text().split(": ")[1].split()[0]) for t in axes.texts if ": " in t.get_text()]
               for axes in (equal, rocking, difference)]
    np.testing.assert_allclose(numbers[2], [-75, 75, -75, 75])
    np.testing.assert_allclose(np.subtract(numbers[1], numbers[0]), numbers[2], atol=1.0)
