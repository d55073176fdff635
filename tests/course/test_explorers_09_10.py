"""Explorer of lesson 10 without a browser: set a value, read the data of the artists."""

import itertools

import numpy as np
import pytest

from fcclearn import Model, Motion, angle_vectors, point_on_line, rotated_AR, spherical
from fcclearn.course.explorers import balance
from fcclearn.course.explorers.balance import ARM, BALL, SCALE, SPAN, Balance, bearing_forces, rotor


@pytest.fixture(scope="module")
def explorer():
    return Balance()


@pytest.mark.parametrize("lean, shift", [(30, 0), (0, 10), (-45, -7), (20, 12)])
def test_the_forces_are_those_of_the_multibody_model(lean, shift):
    """A shaft on two bearings, driven at a steady speed; the rotor's plane is x, y at the start."""
    solid, omega, x = rotor(np.radians(lean), shift / 1000), 50.0, np.array([1.0, 0, 0])
    model = Model(gravity=[0, 0, 0])
    body = model.body("rotor", solid)
    left, right = ((model.ground.point(end * x), body.point_at(end * x)) for end in (-SPAN / 2, SPAN / 2))
    model.join(spherical(*left), name="left")
    model.join(point_on_line(*right, x), name="right")
    model.join(rotated_AR(*angle_vectors(model.ground, body, x), Motion.polynomial(0, omega)))
    run = model.kinematic_analysis([0.0, 1e-3])
    forces = [run.reaction(name).force[0] for name in ("left", "right")]
    np.testing.assert_allclose(np.transpose(forces)[1], bearing_forces(solid.P, omega), atol=1e-8)
    np.testing.assert_allclose(np.transpose(forces)[[0, 2]], 0, atol=1e-8)


def test_by_hand():
    """m omega^2 s for a shift, and omega^2 2 m a^2 sin cos over the span for a lean."""
    left, right = bearing_forces(rotor(0.0, 0.004).P, 10.0)
    assert left == pytest.approx(right) and left + right == pytest.approx(-2 * BALL * 0.004 * 100)
    left, right = bearing_forces(rotor(np.radians(40), 0.0).P, 10.0)
    assert left == pytest.approx(-right)
    expected = 100 * 2 * BALL * ARM**2 * np.sin(np.radians(40)) * np.cos(np.radians(40)) / SPAN
    assert left == pytest.approx(expected)


def test_corners(explorer):
    """Arrows stand at the bearings, as long as the forces, and stay inside; entries not zero are lit."""
    for lean, shift, rpm in itertools.product((-60, 0, 60), (-15, 0, 15), (0, 3000)):
        explorer.lean.value, explorer.shift.value, explorer.speed.value = lean, shift, rpm
        for end, force, arrow, label in zip((-SPAN / 2, SPAN / 2), explorer.forces(), explorer.side.arrows,
                                            explorer.side.labels):
            assert arrow.get_visible() == (abs(force) > 1)
            np.testing.assert_allclose(arrow.xy, (end, SCALE * force * (abs(force) > 1)), atol=1e-12)
            assert abs(arrow.xy[1]) < 0.16 and abs(label.get_position()[1]) < 0.175
        lit = {cell for cell, patch in explorer.patches.items() if patch.get_facecolor()[2] < 0.9}
        assert lit == {cell for cell in explorer.patches if abs(explorer.P[cell]) > 1e-12}
        assert f"{lean} degrees" in explorer.image.value


def test_the_entries_that_pull_are_marked_and_no_others(explorer):
    assert set(explorer.patches) == {(0, 2), (2, 0), (1, 2), (2, 1)}
    explorer.lean.value, explorer.shift.value, explorer.speed.value = 30, 0, 3000
    assert explorer.texts[1, 2].get_text() == "4.33" and explorer.texts[0, 0].get_text() == "1"


def test_static_picture():
    """A static imbalance pulls both bearings one way, a dynamic one opposite ways, a balanced rotor none."""
    static, dynamic, balanced = balance.Balance.picture().axes
    forces = [[float(text.get_text().split()[0]) for text in axes.texts if text.get_text()]
              for axes in (static, dynamic, balanced)]
    assert forces[0][0] == forces[0][1] == -493
    assert forces[1] == [1425, -1425] and forces[2] == [0, 0]
