"""Studies: tables of the right shape whose trends are those of the theory. No time is ever compared."""

import matplotlib.pyplot as plt
import numpy as np
import pytest

from fcclearn.benchmarks import BENCHMARKS
from fcclearn.simulation.studies import (
    drift,
    measured,
    plot_drift,
    plot_stabilisation,
    plot_work_precision,
    stabilisation,
    work_precision,
)

A01 = BENCHMARKS["A01"]


def test_smaller_tolerances_and_steps_are_more_accurate():
    table = work_precision(A01, 1.0,
                           {"projection": ("rtol", (1e-4, 1e-9)), "energy-momentum": ("step", (0.1, 0.025))})
    assert table["method"] == ["projection"] * 2 + ["energy-momentum"] * 2
    assert table["error"][1] < table["error"][0] and table["error"][3] < table["error"][2] / 10
    axes = plot_work_precision(table)
    assert len(axes.lines) == 2 and axes.get_xlabel() == "CPU time [s]"
    plt.close("all")


def test_drift_of_methods():
    table = drift(A01, 1.0)
    assert table["projection"]["violation"].max() < 1e-11 < table["baumgarte"]["violation"].max()
    assert table["energy-momentum"]["energy"].max() < 1e-7
    assert len(plot_drift(table).axes) == 2
    plt.close("all")


def test_stabilisation_holds_the_constraints():
    table = stabilisation(A01, 2.0, rates=(0.0, 20.0))
    assert table["violation"][1] < table["violation"][0] and table["rate"] == [0.0, 20.0]
    assert plot_stabilisation(table).get_xlabel() == "alpha = beta [1/s]"
    plt.close("all")


def test_a_run_that_fails_is_nan(monkeypatch):
    monkeypatch.setattr("fcclearn.simulation.stepping.SMALLEST", 2.0)
    monkeypatch.setattr("fcclearn.simulation.energy_momentum.ITERATIONS", 1)
    assert np.isnan(measured(A01, 1.0, method="energy-momentum")["error"])


@pytest.mark.parametrize("kind", ["full", "reduced"])
def test_measured_takes_the_settings_of_a_benchmark(kind):
    assert measured(A01, 0.5, kind=kind, method="projection", rtol=1e-9)["error"] < 1e-6
