"""What the lessons of part 3 show of the benchmarks: each number by a second road."""

import numpy as np
import pytest
from scipy.integrate import quad

from fcclearn.benchmarks import A01
from fcclearn.benchmarks.a01_pendulum import G, closed_form, period
from fcclearn.benchmarks.convergence import convergence, distances, richardson
from fcclearn.benchmarks.witnesses import MISTAKES, force_at_the_bottom, pendulum, witnesses

# A01: closed form, orders, witnesses


@pytest.mark.parametrize("start, length", [(0.4, 1.0), (np.pi / 2, 1.0), (2.7, 0.3)])
def test_period_is_the_integral_and_brings_the_mass_back(start, length):
    """``4 int d phi / sqrt(1 - k^2 sin(phi)^2)``; half a period later the mass is on the other side."""
    k = np.sin(start / 2)
    quarter = quad(lambda phi: 1 / np.sqrt(1 - (k * np.sin(phi)) ** 2), 0, np.pi / 2, epsabs=1e-13)[0]
    quarter *= np.sqrt(length / G)
    T = period(start, length)
    assert T == pytest.approx(4 * quarter, rel=1e-12)
    there = closed_form(np.array([0, T / 2, T]), start, length)
    np.testing.assert_allclose(there["x"], length * np.sin(start) * np.array([-1, 1, -1]), atol=1e-12)
    np.testing.assert_allclose(there["y"], -length * np.cos(start), atol=1e-12)


def test_closed_form_satisfies_the_equation_of_motion():
    """``psidd = -(g / L) sin(psi)``, psidd by central differences of 1e-3 s (error h^2 psi / 12)."""
    h, t = 1e-3, np.linspace(0.1, 3.0, 7)
    places = [closed_form(t + s, 2.0, 0.7) for s in (-h, 0, h)]
    psi = [np.arctan2(place["x"], -place["y"]) for place in places]
    np.testing.assert_allclose((psi[0] - 2 * psi[1] + psi[2]) / h**2, -G / 0.7 * np.sin(psi[1]), atol=1e-3)


def test_energy_momentum_is_of_order_two_and_its_cost_is_counted():
    table = convergence(A01, "energy-momentum", "step", [0.04, 0.02, 0.01], samples=11, duration=2.0)
    assert np.isnan(table["ratio"][0]) and np.abs(np.log2(table["ratio"][1:]) - 2).max() < 0.05
    assert table["steps"] == [50, 100, 200] and table["evaluations"][2] > table["evaluations"][0]


def test_tolerances_are_not_errors():
    table = convergence(A01, "projection", "rtol", [1e-4, 1e-6, 1e-8])
    shares = np.array(table["error"]) / table["value"]
    assert shares.min() > 5 and shares.max() < 100


def test_richardson_takes_the_leading_term_away():
    h = 0.1
    values = [3.0 + 2.0 * h**3, 3.0 + 2.0 * (h / 2) ** 3]
    assert richardson(*values, order=3) == pytest.approx(3.0, abs=1e-15)


def test_three_witnesses_are_blind_and_the_force_sees():
    seen = {name: witnesses(pendulum(**what)) for name, what in MISTAKES.items()}
    for name, what in MISTAKES.items():
        inertia = 1.0 + what.get("inertia", 0.0)
        force = force_at_the_bottom(inertia, gravity=what.get("gravity", G))
        assert seen[name]["force"] == pytest.approx(force, rel=1e-8)
        assert seen[name]["energy"] < 1e-6 and seen[name]["violation"] < 1e-11
        assert abs(seen[name]["ratio"] - 4) < 0.2
        assert (name == "right") == (seen[name]["error"] < 1e-6) == (abs(force - 3 * G) < 1e-9)


def test_distances_are_those_of_the_reported_point():
    run = A01.build().simulate(1.0, samples=5)
    exact = closed_form(run.t)
    place = run.position("pendulum.com")
    by_hand = np.hypot(place[:, 0] - exact["x"], place[:, 1] - exact["y"])
    np.testing.assert_allclose(distances(A01, run), by_hand, atol=1e-16)
