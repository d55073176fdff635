"""Functions that a saved result keeps as tables: known at its times and places, and nowhere else."""

import numpy as np
import pytest

from fcclearn.formulation.tables import UnknownThere, place_in, table, tabulated_force


def test_a_place_is_found_up_to_rounding():
    times = np.array([0.0, 0.1, 0.2])
    assert place_in(times, 0.1 + 1e-17, "the time") == 1
    with pytest.raises(UnknownThere):
        place_in(times, 0.15, "the time")


def test_a_table_is_the_function_at_its_arguments():
    times = np.linspace(0, 1, 5)
    values = np.stack([np.sin(times), np.cos(times), -np.sin(times)], axis=1)
    recorded = table(times, values, "a motion")
    np.testing.assert_allclose(recorded(0.75), [np.sin(0.75), np.cos(0.75), -np.sin(0.75)])
    with pytest.raises(UnknownThere, match="known at the times of its run only"):
        recorded.value(0.3)


def test_a_force_from_a_table_tells_its_power_by_the_complex_step():
    times = np.array([0.0, 1.0])
    forces = np.array([[[1.0, 2.0]], [[3.0, 4.0]]])
    force = tabulated_force([], "push", times, forces, np.array([5.0, 6.0]), np.array([0.5, 0.7]))
    np.testing.assert_array_equal(force.law(1.0, None, None), [[3.0, 4.0]])
    assert force.potential(1.0, np.zeros((1, 2))) == 6.0
    assert np.imag(force.potential(0.0, np.zeros((1, 2), complex))) / 1e-30 == pytest.approx(0.5)
