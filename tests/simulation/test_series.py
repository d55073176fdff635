"""Coefficients of known motions, the equations of y, and how long a step may be."""

from dataclasses import replace

import numpy as np
import pytest
from models import oscillator

from fcclearn import Model, disc
from fcclearn.benchmarks import BENCHMARKS
from fcclearn.simulation.series import Twin, equations


def test_coefficients_of_a_free_fall_and_of_a_swing():
    """A thrown body: r, v and g / 2, then nothing. A mass on a spring: the series of cos 2 t."""
    model = Model(gravity=[0, -9.81])
    model.body("stone", disc(1.0, 0.1), velocity=[3.0, 4.0])
    series, rho = Twin(model.system).expand(*model.system.layout.start(), 0.5), 0.5
    y = series.y
    height = y[:, 1] / rho**series.k
    assert height[:3] == pytest.approx([0.0, 4.0, -9.81 / 2], abs=1e-13)
    assert np.abs(y[3:]).max() < 1e-13

    system = oscillator().system
    series = Twin(system).expand(*system.layout.start(), rho)
    y, work = series.y, series.work
    k = series.k[::2]
    cosine = np.cumprod(np.append(1.0, -4.0 / (k[1:] * (k[1:] - 1))))
    assert y[k, 0] / rho**k == pytest.approx(cosine, rel=1e-9, abs=1e-15)
    assert np.abs(y[1::2, 0]).max() < 1e-13
    x = y[:, 0].sum()                                                    # at s = rho; 2 kg, 8 N/m
    assert work.sum() == pytest.approx(0.5 * 8 * (1 - x**2), rel=1e-8)   # its terms end two before


@pytest.mark.parametrize("kind", ["full", "reduced"])
def test_equations_hold_products_and_computed_vectors(kind):
    system = BENCHMARKS["A04"].build(kind).system
    rng = np.random.default_rng(1)
    q, F = rng.normal(size=system.n), equations(system)
    y = system.y(q)
    assert np.abs(F.value(y)[: system.m] - system.phi(q)).max() < 1e-13
    assert np.abs(F.value(y)[system.m:]).max(initial=0.0) < 1e-13
    y[system.n:] += 1.0
    assert F.value(y)[system.m:] == pytest.approx(np.ones(system.ny - system.n))


def test_a_step_refused_is_halved():
    system = BENCHMARKS["A01"].build("full", 2).system
    twin = Twin(system)
    series = twin.expand(*system.layout.start(), 0.1)
    h = twin.length(series, np.inf, 1e-9)
    assert 0 < h and np.abs(twin.F.value(series.at(h)[0])).max() <= 1e-9
    assert twin.length(replace(series, y=np.full_like(series.y, np.nan)), 1.0, 1e-9) == 0.0
    wrong = series.y.copy()
    wrong[5] += 1e-3                                   # one order that fits nothing: no halving is enough
    assert twin.length(replace(series, y=wrong), h, 1e-9) == 0.0
    wrong[5] = series.y[5] + 1e-7 * (0.1 / h) ** 5     # too large for h, not for h / 4
    assert h / 16 <= twin.length(replace(series, y=wrong), h, 1e-9) < h


def test_a_step_that_gains_energy_is_refused():
    """The series of a pendulum in another gravity keeps its constraints; only the energy can tell."""
    system = BENCHMARKS["A01"].build("full", 2).system
    twin = Twin(system)
    series = twin.expand(*system.layout.start(), 0.1)
    assert twin.length(series, np.inf, 1e-9) > 0
    twin.weight = twin.weight * (1 + 1e-6)
    assert twin.length(series, np.inf, 1e-9) == 0.0
