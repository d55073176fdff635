"""The desk lamp of lesson 11: springs of length zero balance it everywhere, others in one pose."""

import numpy as np
import pytest

from fcclearn import Model, spring
from fcclearn.examples.desk_lamp import ARM, ARM_MASS, HEAD_MASS, HOOK, POST, POST_MASS, desk_lamp, direction

G = 9.81
BEYOND = POST_MASS + ARM_MASS + HEAD_MASS                       # carried by the end of the lower arm [kg]
BALANCE = G / (HOOK * POST) * np.array([ARM_MASS * ARM / 2 + BEYOND * ARM,
                                        ARM_MASS * ARM / 2 + HEAD_MASS * ARM])


def lamp(pose, free=0.0, factor=1.0):
    """A lamp balanced at 60 and -20 degrees; the stiffness of its lower spring times a factor."""
    model = Model(gravity=[0, -G])
    for k, home, (P, Q) in zip(BALANCE * [factor, 1.0], (60, -20), desk_lamp(model, 0.0, pose)):
        length = np.linalg.norm([0, POST] - HOOK * direction(home))
        model.apply(spring(P, Q, k / (1 - free / length), free))
    return model


@pytest.mark.parametrize("pose", [(60, -20), (100, -30), (20, 70)])
def test_springs_of_length_zero_hold_it_anywhere(pose):
    assert lamp(pose).equilibrium(stable=False).kind == "indifferent"
    head = lamp(pose).simulate(1.0, samples=3).position("lamp: upper.end")
    np.testing.assert_allclose(head[-1], head[0], atol=1e-9)


def test_springs_with_a_free_length_hold_it_in_one_pose():
    assert lamp((60, -20), free=0.03).equilibrium().moved < 1e-9
    assert lamp((60, 10), free=0.03).simulate(1.0, samples=11).kinetic_energy().max() > 0.01


def test_a_lower_spring_that_does_not_carry_the_post_lets_it_fall():
    """The term of the post alone is seen: without it the balance is gone."""
    less = 1 - G * POST_MASS * ARM / (HOOK * POST) / BALANCE[0]
    assert lamp((60, -20), factor=less).simulate(0.5, samples=3).kinetic_energy()[-1] > 1e-3


def test_the_hooks_are_where_they_are_said_to_be():
    model = Model(gravity=[0, -G])
    ways = [(Q - P).at_start() for P, Q in desk_lamp(model, 0.3, (40, 10))]
    for way, angle in zip(ways, (40, 10)):
        np.testing.assert_allclose(way, HOOK * direction(angle) - [0, POST], atol=1e-12)
