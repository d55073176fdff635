"""Parts that stand the wrong way round although every equation holds."""

import warnings

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from fcclearn import (
    Model,
    Motion,
    box,
    cylindrical,
    load,
    planar_joint,
    prismatic,
    revolute,
    rod,
    rotated_AR,
    translational,
    weld,
)
from fcclearn.formulation.joints import angle_vectors

X = [1, 0, 0]
JOINTS = {
    "revolute": lambda P, Q: revolute(P, Q, axis=X),
    "cylindrical": lambda P, Q: cylindrical(P, Q, X),
    "prismatic": lambda P, Q: prismatic(P, Q, X),
    "planar": lambda P, Q: planar_joint(P, Q, X),
    "weld": weld,
}


def pair(joint, kind, about, angle):
    """Two free bodies, one guessed at an angle from the other, which assembly shares between both."""
    model = Model(gravity=[0, 0, 0], kind=kind)
    a, b = (model.body(name, box(1.0, [0.3, 0.2, 0.1])) for name in "ab")
    model.join(JOINTS[joint](a.point(), b.point()), name="joint")
    turn = Rotation.from_euler(about, angle, degrees=True).as_matrix()
    b.place(axes=turn)
    return model


@pytest.mark.parametrize("kind", ["full", "reduced"])
@pytest.mark.parametrize("joint", JOINTS)
def test_a_part_that_is_turned_over_is_told(joint, kind):
    """A guess off by 170 degrees: each body turns little, and they end up half a turn from what is meant."""
    about = "x" if joint == "prismatic" else "y"
    model = pair(joint, kind, about, 170)
    with pytest.warns(UserWarning, match="joint holds, but with a and b turned over: their axes point away"):
        change = model.assemble()
    assert all(turn < 45 for _, turn in change.moved.values())
    with pytest.warns(UserWarning, match="turned over"):
        run = model.simulate(0.01, samples=2)
    assert any("turned over" in words for words in run.counts.warnings) and "turned over" in run.summary()
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        right = pair(joint, kind, about, 10)
        right.assemble()
        right.simulate(0.01, samples=2)


@pytest.mark.parametrize("joint", [weld, lambda P, Q: translational(P, Q, axis=[1, 0])])
def test_in_the_plane(joint):
    model = Model(gravity=[0, 0])
    a, b = (model.body(name, box(1.0, [0.3, 0.2, 0.1])) for name in "ab")
    model.join(joint(a.point(), b.point()), name="joint")
    b.place(axes=-np.eye(2))
    with pytest.warns(UserWarning, match="joint holds, but with a and b turned over"):
        model.simulate(0.01, samples=2)


@pytest.mark.parametrize("dimension", [2, 3])
def test_a_motor_half_a_turn_off(dimension):
    """It prescribes 180 degrees, the body stands at 0, and sin(180) = 0."""
    model = Model(gravity=[0, 0, 0][:dimension])
    bar = model.body("bar", box(1.0, [1, 0.1, 0.1]))
    model.join(revolute(model.ground.point(), bar.point(), axis=[0, 0, 1]))
    vectors = angle_vectors(model.ground, bar, axis=[0, 0, 1])
    model.join(rotated_AR(*vectors, Motion.polynomial(np.pi, 1.0)), name="motor")
    model.set_in_motion("bar", angular_velocity=[0, 0, 1.0] if dimension == 3 else 1.0)
    for run in (lambda: model.simulate(0.1, samples=2), lambda: model.kinematic_analysis([0.0, 0.1])):
        with pytest.warns(UserWarning, match="motor prescribes an angle, and the bodies stand half a turn"):
            done = run()
        assert "half a turn" in done.summary()
    bar.place(axes=np.diag([-1.0, -1.0, 1.0])[:dimension, :dimension])
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        model.assemble()
        model.simulate(0.1, samples=2)
        model.kinematic_analysis([0.0, 0.1])


def test_a_saved_run_remembers_which_axes_belong_together(tmp_path):
    model = Model(gravity=[0, 0, -9.81])
    bar = model.body("bar", rod(1.0, 1.0), along=([0, 0, 0], [1, 0, 0]))
    model.join(revolute(model.ground.point(), bar.point("start"), axis=[0, 1, 0]), name="pin")
    again = load(model.simulate(0.1, samples=2).save(tmp_path / "run"))
    ((a, b),) = again.model.joint("pin").aligned
    np.testing.assert_allclose([a.at_start(), b.at_start()], [[0, 1, 0]] * 2, atol=1e-15)
