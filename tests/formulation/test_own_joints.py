"""Joints of one's own move as what they are named after."""

import numpy as np
import pytest
from motions import ROUNDING, joint_residual, two_bodies

from fcclearn import Model, Motion, disc, point_mass, revolute, rotated_AR
from fcclearn.formulation.joints import angle_vectors
from fcclearn.formulation.own_joints import gears, on_sphere, screw


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


@pytest.mark.parametrize("dimension", [2, 3])
def test_a_point_on_a_sphere_keeps_its_radius(dimension):
    """A pendulum without a rod: its string stays as long as it was, and pulls as that of a pendulum does."""
    model = Model(gravity=[0, -9.81, 0][:dimension])
    bob = model.body("bob", point_mass(2.0), kind="point", at=[0.6, -0.8, 0][:dimension])
    model.join(on_sphere(model.ground.point(), bob.point(), 1.0), name="string")
    run = model.simulate(1.0, samples=11)
    np.testing.assert_allclose(np.linalg.norm(run.position("bob"), axis=1), 1.0, atol=1e-9)
    speed2 = (run.velocity("bob") ** 2).sum(axis=1)
    pull = 2.0 * (speed2 - 9.81 * run.position("bob")[:, 1])                        # m (v^2 / L + g cos)
    np.testing.assert_allclose(np.linalg.norm(run.reaction("string").force, axis=1), pull, atol=1e-6)
