"""What the lessons of part 3 show of the benchmarks: each number by a second road."""

from pathlib import Path

import numpy as np
import pytest
from scipy.integrate import DOP853, quad

from fcclearn.benchmarks import A01, A02, A03, A05, steady_spin, tables
from fcclearn.benchmarks import a03_andrews as andrews
from fcclearn.benchmarks import a05_governor as governor
from fcclearn.benchmarks.a01_pendulum import G, closed_form, period
from fcclearn.benchmarks.convergence import convergence, distances, richardson
from fcclearn.benchmarks.readings import END, PUBLISHED, READINGS, crank_angle, mirrored, row, simulate
from fcclearn.benchmarks.size import (
    ARRANGEMENTS,
    COORDINATES,
    arranged,
    connections,
    counts,
    half_width,
    operations,
)
from fcclearn.benchmarks.stiffness import (
    damped,
    effective_inertia,
    stability_limit,
    steps_by_tolerance,
    steps_with_damper,
)
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


# A02: counts, bands


@pytest.mark.parametrize("dimension, kind", COORDINATES)
@pytest.mark.parametrize("windows", [1, 2, 5])
def test_counts_are_those_of_the_model(windows, dimension, kind):
    found = A02.build(kind, dimension, windows).mobility()
    said = counts(windows, dimension, kind)
    assert (found.coordinates, found.rows, found.rank, found.redundant) == tuple(said.values())


@pytest.mark.parametrize("dimension, kind", COORDINATES)
def test_connections_hold_every_number_of_K(dimension, kind):
    """K along a motion has no number outside the pattern, and the pattern is not larger than K somewhere."""
    model = A02.build(kind, dimension, 2)
    K, seen = connections(model.system), 0.0
    run = model.simulate(0.5, samples=3)
    for q in [*run.q, *np.random.default_rng(3).normal(size=(3, model.system.n))]:
        J = model.system.phi_q(q).toarray()
        seen = seen + np.abs(model.system.mass(q).toarray()) + np.abs(J.T) @ np.abs(J)
    assert np.array_equal(K, seen > 1e-14)


def test_the_band_of_a_chain_does_not_grow():
    widths = {name: [] for name in ARRANGEMENTS}
    for windows in (2, 5, 10):
        K = connections(A02.build("full", 3, windows).system)
        for name in ARRANGEMENTS:
            order = arranged(windows, name, K)
            assert sorted(order) == list(range(len(K)))
            widths[name].append(half_width(K, order))
    assert widths["chain"] == [15, 15, 15] and max(widths["reverse Cuthill-McKee"]) < 36
    assert widths["cranks first"] == [39, 75, 135] and widths["shuffled"][2] > 200


def test_half_width_by_moving_the_matrix():
    rng = np.random.default_rng(4)
    K = np.eye(9) + (rng.random((9, 9)) < 0.15)
    K = K + K.T
    order = rng.permutation(9)
    i, j = np.nonzero(K[np.ix_(order, order)])
    assert half_width(K, order) == np.abs(i - j).max()


def test_operations_are_those_of_a_factorisation_counted_one_by_one():
    """Column k of a band Cholesky changes a triangle of w (w + 1) / 2 numbers; leading terms only."""
    n, w = 400, 20
    counted = sum(min(w, n - 1 - k) ** 2 for k in range(n))
    assert operations(n, w) == pytest.approx(counted, rel=0.01)
    full = sum((n - 1 - k) ** 2 for k in range(n))
    assert operations(n) == pytest.approx(full, rel=0.01)


# A03: readings of the data

RIGHT = 15.810771195153713
"""beta at 0.03 s by two programs in extended precision, see the reference file [rad]."""


def test_the_reference_file_holds_the_same_beta_and_the_published_one_is_near():
    reference = A03.reference()
    k = np.abs(reference["t"] - END).argmin()
    assert np.arctan2(reference["Fy"][k], reference["Fx"][k]) + 6 * np.pi == pytest.approx(RIGHT, abs=1e-14)
    assert 1e-10 < abs(PUBLISHED - RIGHT) < 2e-9


def test_two_bodies_answer_for_the_first_acceleration():
    """Effective inertia of OF about O and FE about E, by hand; nothing else moves at the start."""
    model = andrews.build()
    (q, qd), system = model.system.layout.start(), model.system
    v = np.linalg.svd(system.phi_q(q).toarray())[2][-1]
    v = v / (v[2:4] @ [-q[3], q[2]])
    by_hand = 2.194e-6 + 0.04325 * 0.00092**2 + (4.410e-7 + 0.00365 * (0.028 - 0.0115) ** 2) / 16
    assert v @ system.mass(q).toarray() @ v == pytest.approx(by_hand, rel=1e-12)
    assert v @ system.force(q, qd) == pytest.approx(andrews.TORQUE, rel=1e-12)


def test_row_changes_one_entry():
    assert row("GE", angle=1.0)["GE"] == (*andrews.BODIES["GE"][:4], 1.0)
    assert mirrored("AH")["AH"][1] == (0.01228, 0.00449)


def test_joints_have_names_of_their_own():
    model = andrews.build()
    assert list(model.joints)[:3] == ["O OF", "F OF FE", "B BDE"]
    assert "A AG" in model.joints and "A AH" in model.joints


def test_what_beta_sees_and_what_it_does_not():
    """The moment of inertia about a fixed pin is what counts: the side of the centre of mass does not."""
    assert crank_angle(simulate("right"))[-1] == pytest.approx(RIGHT, abs=1e-7)
    for body in ("AG", "AH", "BDE"):
        assert crank_angle(simulate(f"com of {body} mirrored"))[-1] == pytest.approx(RIGHT, abs=1e-7)
    for reading in set(READINGS) - {"right"}:
        if "mirrored" not in reading:
            assert abs(crank_angle(simulate(reading, samples=61))[-1] - RIGHT) > 1e-4


# A05: steady spin, eigenvalues, throttle


def by_lagrange(y, momentum=None, damping=governor.DAMPING):
    """Rates of ``{alpha, s, alphad, sd}``: both arms together, symmetric, with the angular momentum kept."""
    momentum = steady_spin.MOMENTUM if momentum is None else momentum
    a, s, ad, sd = y
    cos, sin, rise = np.cos(a), np.sin(a), 1 - np.sin(a) / 2 - s
    length = np.sqrt(cos**2 / 4 + rise**2)
    l_a, l_s = -(cos * sin / 4 + rise * cos / 2) / length, -rise / length
    across, own = 0.3 / 12 * (1 + 1e-4), 0.3 / 6 * 1e-4
    J = governor.moment_of_inertia(a)
    dJ = -2 * sin * (10 * (0.05 + cos) + 0.3 * (0.05 + cos / 2) + 2 * (across - own) * cos)
    F = governor.STIFFNESS * (length - 0.5) + damping * (l_a * ad + l_s * sd)
    inertia = 2 * (0.3 / 4 + across + 5.0)               # of both arms about their hinges
    add = (dJ / 2 * (momentum / J) ** 2 + 10.3 * governor.G * cos - 2 * F * l_a) / inertia
    return np.array([ad, sd, add, -governor.G - 2 * F * l_s / 3])


def test_the_steady_spin_by_minimal_coordinates_and_its_turning_frame():
    model, angle, height, omega = steady_spin.steady()
    assert np.abs(by_lagrange([angle, height, 0.0, 0.0])).max() < 1e-8
    y = np.concatenate(model.system.layout.start())
    turned = steady_spin.turning(len(y), omega) @ y
    assert np.abs(steady_spin.rates(model.system, y) - turned).max() < 1e-9
    assert governor.moment_of_inertia(angle) * omega == pytest.approx(steady_spin.MOMENTUM)
    assert height == pytest.approx(1 - np.sin(angle), abs=2e-4)      # the springs give a tenth of a mm


def test_moment_of_inertia_is_that_of_the_model():
    """Angular momentum about z over the speed, from the twelve coordinates of each body."""
    for angle in (0.1, 0.9):
        run = governor.build(angle=angle, speed=2.0).simulate(1e-3, "stiff", samples=2)
        about_z = run.angular_momentum()[0, 2]
        assert about_z == pytest.approx(2.0 * governor.moment_of_inertia(angle), rel=1e-9)


def test_eigenvalues_of_the_symmetric_motion_are_those_of_minimal_coordinates():
    model, angle, height, omega = steady_spin.steady()
    found = steady_spin.eigenvalues(model, omega)
    second = np.linalg.eigvals(steady_spin.complex_step(by_lagrange, np.array([angle, height, 0.0, 0.0])))
    for value in second:
        assert np.abs(found - value).min() < 1e-6 * abs(value) + 1e-8
    slow = steady_spin.slow_swing(found)
    assert slow.imag == pytest.approx(6.13573, abs=1e-5) and -1e-5 < slow.real < -8e-6
    assert np.sort(np.abs(found))[:2].max() < 1e-4            # turn all by an angle; spin a little faster


def test_the_space_of_changes_is_kept_by_the_turning_frame():
    """``(F_y - G) N`` lies in the space of N: what starts on the constraints stays there."""
    model, _, _, omega = steady_spin.steady()
    system, y = model.system, np.concatenate(model.system.layout.start())
    F_y = steady_spin.complex_step(lambda y: steady_spin.rates(system, y), y)
    A = F_y - steady_spin.turning(len(y), omega)
    N = steady_spin.along_the_constraints(system, y)
    assert N.shape == (96, 8) and np.abs(A @ N - N @ (N.T @ A @ N)).max() < 1e-8
    assert np.abs(A @ N).max() > 1e3


def test_critical_friction_is_proportional_to_the_throttle():
    shares = [steady_spin.critical_friction(throttle) / throttle for throttle in (10.0, 30.0)]
    assert shares[0] == pytest.approx(shares[1], rel=1e-3) == pytest.approx(0.0973, abs=1e-4)


def test_the_best_damper_still_takes_hours():
    """The damper of the benchmark falls to 1/e in 32 hours; a tenth and ten times of the best are worse."""
    _, angle, height, omega = steady_spin.steady()
    decay = {c: -steady_spin.slow_swing(steady_spin.eigenvalues(
        governor.build(angle=angle, height=height, speed=omega, damping=c), omega)).real
        for c in (1.3e4, 4e4, 1.3e5, 1.3e6)}
    assert 1 / decay[4e4] == pytest.approx(114517, rel=1e-3)
    assert decay[1.3e5] == max(decay.values()) and 1 / decay[1.3e5] > 6e4


def test_builders_start_is_the_benchmark_s():
    """Other arguments change what they name, and the defaults nothing."""
    assert A05.build().mobility().degrees_of_freedom == 4
    model = governor.build(friction=5.0, throttle=3.0, wanted=0.5)
    assert {"friction", "motor"} <= set(model.forces)
    slider = model.bodies["slider"]
    force = model.forces["motor"].law(0.0, np.array([[0, 0, 0.7], [1, 0, 0], [0, 1, 0], [0, 0, 1.0]]), None)
    moments = sum(np.cross(e, f) for e, f in zip(np.eye(3), force[1:]))
    np.testing.assert_allclose(moments, [0, 0, -3.0 * 0.2], atol=1e-15)
    assert slider.block_rates[1:, :].any()


# A03: stiffness


def test_the_limit_of_stability_is_where_a_long_run_begins_to_grow():
    """``y' = -y`` with steps of 6.3 and of 6.5: a hundred of them die away, or grow."""
    def after(h, steps=100):
        y = 1.0
        for _ in range(steps):
            one = DOP853(lambda t, y: -y, 0.0, [y], h, first_step=h, rtol=1.0, atol=1e9)
            one.step()
            y = one.y[0]
        return abs(y)

    assert 6.3 < stability_limit() < 6.5 and after(6.3) < 1e-3 < 1e2 < after(6.5)


def test_accuracy_rules_without_a_damper_and_stability_with_one():
    loose, middle, tight = steps_by_tolerance()
    assert 1.5 < middle / loose < 2.1 and 1.5 < tight / middle < 2.1         # 100^(1/8) = 1.78
    predicted, explicit, stiff = steps_with_damper(0.3)
    assert abs(explicit / predicted - 1) < 0.05 and stiff < 0.6 * explicit


def test_the_damper_s_moment_is_minus_c_omega():
    """The crank is let go with 2 rad/s: the damper changes v' g by -c omega."""
    model = damped(0.05)
    system, (q, _) = model.system, model.system.layout.start()
    v = np.linalg.svd(system.phi_q(q).toarray())[2][-1]
    v = v / (v[2:4] @ [-q[3], q[2]])
    assert v @ system.force(q, 2.0 * v) == pytest.approx(andrews.TORQUE - 0.05 * 2.0, rel=1e-12)
    assert effective_inertia(model) == pytest.approx(2.320276e-6, rel=1e-6)


# The page


@pytest.mark.parametrize("part", [tables.sizes, tables.governor], ids=lambda part: part.__name__)
def test_the_page_holds_the_tables(part):
    """Those that are the same on every computer, word for word."""
    page = (Path(__file__).resolve().parents[2] / "docs" / "benchmarks.md").read_text(encoding="utf-8")
    for line in part().splitlines():
        assert line in page


def test_tables_are_written_between_their_marks(tmp_path, monkeypatch):
    page = tmp_path / "page.md"
    page.write_text(f"before\n\n{tables.BEGIN}\nold\n{tables.END}\n\nafter\n", encoding="utf-8")
    monkeypatch.setattr(tables, "PARTS", (lambda: tables.table(["a", "b"], [[1, 2]]),))
    tables.main(page)
    assert page.read_text(encoding="utf-8") == (
        f"before\n\n{tables.BEGIN}\n\n| a | b |\n| --- | --- |\n| 1 | 2 |\n\n{tables.END}\n\nafter\n")
