"""The explorers of lessons 24, A and 25 without a browser: set a value, read the data of the artists."""

import itertools

import numpy as np
import pytest

from fcclearn.course.explorers.plant import LOADS, NOTHING, TESTS, PlantExplorer, board
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
