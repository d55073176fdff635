"""The explorers of lessons 24, A and 25 without a browser: set a value, read the data of the artists."""

import itertools

import numpy as np
import pytest

from fcclearn.course.explorers.lamps import LampExplorer
from fcclearn.course.explorers.plant import LOADS, NOTHING, TESTS, PlantExplorer, board
from fcclearn.course.explorers.top import ERRORS, by_euler, lamps, mass_matrix, momentum, run, start
from fcclearn.course.explorers.top import TESTS as TESTS_OF_A
from fcclearn.parallel.planted import SEEN


@pytest.fixture
def plant():
    return PlantExplorer(seed=3)


def test_plant_at_all_controls(plant):
    for error, motion, load in itertools.product(plant.error.options, ("the paper's", "swing"), LOADS):
        plant.error.value, plant.motion.value, plant.load.value = error, motion, load
        _, _, right, wrong = plant.forces()
        drawn = np.array([line.get_ydata() for line in plant.lines])
        np.testing.assert_allclose(drawn, (wrong - right).T)
        low, high = plant.right.get_ylim()
        assert low < drawn.min() + 1e-9 and drawn.max() - 1e-9 < high
        assert ("not explained" in plant.numbers.value) == (np.abs(drawn).max() > 0)
    assert np.abs(drawn).max() > 0


def test_nothing_planted_is_not_seen(plant):
    plant.error.value = NOTHING
    assert "not seen" in plant.numbers.value and "fingerprint" not in plant.numbers.value


def test_the_quiz_plants_an_error_and_knows_its_name(plant):
    plant.motion.value, plant.load.value = "swing", "none"
    plant.quiz.value = True
    assert plant.hidden in plant.error.options[1:] and "not this one" in plant.numbers.value
    plant.guess.value = plant.hidden
    assert "not this one" not in plant.numbers.value
    first, plants = plant.hidden, set()
    for _ in range(20):
        plant.quiz.value = not plant.quiz.value
        plants.add(plant.hidden)
    assert len(plants | {first}) > 3


def test_the_board_has_a_light_for_every_test_and_only_the_light_load_sees_all():
    rows = board()
    assert {len(values) for values in rows.values()} == {len(TESTS)}
    columns = np.array(list(rows.values())).T > SEEN
    assert [bool(column.all()) for column in columns] == [False] * 5 + [True]
    axes = PlantExplorer.picture().axes[0]
    filled = [line.get_markerfacecolor() != "white" for line in axes.lines]
    assert sum(filled) == columns.sum() and len(filled) == columns.size


# Lesson A


def test_the_right_top_lights_no_lamp_with_a_wide_margin():
    for name, (measure, border) in TESTS_OF_A.items():
        assert measure(()) < border / 10, name


@pytest.mark.parametrize("error", ERRORS)
def test_every_error_moves_the_top_and_lamps_stand_far_from_their_borders(error):
    for name, (measure, border) in TESTS_OF_A.items():
        value = measure((error,))
        assert (
            value > 1.5 * border or value < border
            if name == "halving"
            else not border / 10 < value < 10 * border
        )
    assert lamps((error,))[-1]  # a measurement sees everything


def test_the_mass_matrix_is_that_of_the_kinetic_energy():
    """V against the polar form of T, which knows w only; both orders of the product."""
    q, qd = np.split(start(), 2)
    for errors in ((), ("w = v x u",), ("w without inertia",)):
        np.testing.assert_allclose(mass_matrix(q, errors) @ qd, momentum(q, qd, errors), rtol=1e-12)


def test_euler_and_the_reduced_coordinates_agree():
    """Two derivations, two integrators: 1e-7 is what Runge-Kutta leaves at its step."""
    np.testing.assert_allclose(run(())[-1, :6], by_euler(), atol=1e-7)


def test_two_wrong_signs_cancel_in_the_motion_but_not_in_the_energy():
    pair = ("weight with the wrong sign", "w = v x u")
    lit = dict(zip(TESTS_OF_A, lamps(pair)))
    assert (
        not lit["a measurement"] and not lit["another derivation"] and lit["energy"] and lit["complex step"]
    )


def test_lamps_at_all_controls():
    explorer = LampExplorer()
    for error in explorer.first.options:
        explorer.first.value = error
        lit = [line.get_markerfacecolor() != "white" for line in explorer.board.lines]
        assert f"<div>{sum(lit)} of 9" in explorer.numbers.value and tuple(lit) == lamps(explorer.errors)
    explorer.second.value = explorer.first.value = ERRORS[0]
    assert explorer.errors == (ERRORS[0],)
    axes = LampExplorer.picture().axes[0]
    assert len(axes.lines) == len(ERRORS) * len(TESTS_OF_A)
