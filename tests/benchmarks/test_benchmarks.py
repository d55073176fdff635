"""The IFToMM benchmarks against their references, and each reference road walked a second way."""

from importlib import resources

import numpy as np
import pytest
from scipy.integrate import solve_ivp

from fcclearn.benchmarks import A01, A02, A03, A04, A05, BENCHMARKS, experiment
from fcclearn.benchmarks import a03_andrews as andrews
from fcclearn.benchmarks.figure import comparison_figure

KINDS = ("full", "reduced")
TIGHT = {"A01": 1e-9, "A02": 1e-6, "A03": 1e-10, "A04": 1e-9, "A05": 1e-8}
"""Largest error of a reported coordinate over the whole time at the tight settings [m]."""

BALANCE = 1e-6
"""Largest energy balance over the energy exchanged."""


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", BENCHMARKS)
def test_tight_settings_reach_the_reference(name, kind):
    comparison = BENCHMARKS[name].run(kind, tight=True)
    assert comparison.largest_error() < TIGHT[name]
    assert np.abs(comparison.run.energy_balance()).max() < BALANCE * comparison.run.energy_exchanged()
    assert comparison.run.violation().max() < 1e-9


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("case", [A01, A02, A03], ids=lambda case: case.name)
def test_spatial_models_of_planar_mechanisms(case, kind):
    comparison = case.run(kind, dimension=3)
    assert comparison.largest_error() < 1e-6
    assert np.abs(comparison.run.energy_balance()).max() < BALANCE * comparison.run.energy_exchanged()


@pytest.mark.parametrize("case", BENCHMARKS.values(), ids=BENCHMARKS)
def test_references_state_source_and_accuracy(case):
    lines = resources.files("fcclearn.benchmarks").joinpath(f"ref_{case.name}.csv").read_text().splitlines()
    assert lines[0].startswith(f"# IFToMM benchmark {case.name}") and "accurate to" in lines[0]
    reference = case.reference(**case.options)
    assert list(reference) == ["t", *case.reported]
    assert 100 <= len(reference["t"]) <= 120 and reference["t"][-1] == pytest.approx(case.duration)


@pytest.mark.parametrize("case", [A01, A02, A04], ids=lambda case: case.name)
def test_references_are_the_exact_solutions(case):
    """Computed by SciPy in double precision, independently of the file."""
    reference = case.reference(**case.options)
    for name, values in case.exact(reference["t"], **case.options).items():
        np.testing.assert_allclose(values, reference[name], rtol=0, atol=1e-11)


def test_other_windows_and_sections_are_compared_with_their_own_solutions():
    assert A02.run("reduced", options={"windows": 1}).largest_error() < 1e-6
    assert A04.run("full", options={"section": 0.0}).largest_error() < 1e-6
    slender, square = (A04.reference(section=s)["P3x"] for s in (0.0, 0.1))
    assert np.abs(slender - square).max() > 1e-3


@pytest.mark.parametrize("kind, dimension, size", [
    ("full", 2, (42, 41)), ("reduced", 2, (28, 27)), ("full", 3, (84, 83)), ("reduced", 3, (63, 62))])
def test_andrews_has_one_freedom(kind, dimension, size):
    mobility = A03.build(kind, dimension).mobility()
    assert (mobility.coordinates, mobility.rank, mobility.degrees_of_freedom) == (*size, 1)


def test_bricard_moves_because_one_of_its_thirty_joint_equations_is_redundant():
    model = A04.build()
    mobility = model.mobility()
    assert sum(len(joint.equations) for joint in model.joints.values()) == 30
    assert (mobility.rows - mobility.rank, mobility.degrees_of_freedom) == (1, 1)


def test_governor_has_four_freedoms():
    assert A05.build().mobility().degrees_of_freedom == 4


PUBLISHED = {"beta": 15.81077119629904, "Theta": -15.75637105984298, "gamma": 0.04082224013073101,
             "Phi": -0.5347301163226948, "delta": 0.5244099658805304, "Omega": 0.5347301163226948,
             "epsilon": 1.048080741042263}
"""Angles of Andrews' mechanism at t = 0.03 s from the Test Set for IVP Solvers; 10 of their digits hold."""


@pytest.mark.parametrize("kind", KINDS)
def test_andrews_reaches_the_published_angles(kind):
    run = A03.run(kind, duration=0.03, tight=True).run
    angle = {}
    for name, body in run.model.bodies.items():
        u = run.position(body.vector(1, 0))
        angle[name] = np.unwrap(np.arctan2(u[:, 1], u[:, 0]))
        angle[name] += andrews.BODIES[name][-1] - angle[name][0]       # the branch of the definition
    end = {name: history[-1] for name, history in angle.items()}
    found = {"beta": end["OF"], "Theta": end["FE"] - np.pi - end["OF"], "gamma": end["BDE"] + np.pi / 2,
             "delta": end["AG"], "Phi": end["GE"] + np.pi / 2 - end["AG"],
             "epsilon": end["AH"] + np.pi / 2, "Omega": end["HE"] - end["AH"] - np.pi / 2}
    for name, value in PUBLISHED.items():
        assert found[name] == pytest.approx(value, rel=1e-8), name


# ------------------------------------------------------------------ second roads


def meeting(P, p, Q, q, side):
    """Where the circles of radius p about P and q about Q meet, for many places (2, k)."""
    d = Q - P
    square = np.sum(d * d, axis=0)
    along = (p * p - q * q + square) / (2 * square)
    across = side * np.sqrt(p * p / square - along**2)
    return P + along * d + across * np.array([-d[1], d[0]])


def andrews_points(beta):
    """All points by circles that meet, from the crank angle alone."""
    O, A, B = (np.array(andrews.FIXED[name])[:, None] + 0 * beta for name in "OAB")
    F = 0.007 * np.array([np.cos(beta), np.sin(beta)])
    E = meeting(F, 0.028, B, 0.035, 1)
    return dict(O=O, A=A, B=B, F=F, E=E, G=meeting(A, 0.04, E, 0.02, 1), H=meeting(A, 0.04, E, 0.02, -1))


def andrews_energies(beta):
    """Reduced inertia 2 T / betad^2 and spring energy at crank angles; rates by the complex step."""
    step = 1e-30
    points, inertia = andrews_points(beta + 1j * step), 0.0
    for name, (length, com, mass, central, _) in andrews.BODIES.items():
        e = (points[name[-1]] - points[name[0]]) / length
        n = np.array([-e[1], e[0]])
        centre = points[name[0]] + com[0] * e + com[1] * n
        inertia = (inertia + mass * np.sum((centre.imag / step) ** 2, axis=0)
                   + central * np.sum((e.imag / step) ** 2, axis=0))
        if name == "BDE":
            D = points["B"] + andrews.D[0] * e + andrews.D[1] * n
    length = np.linalg.norm(D.real - np.array(andrews.FIXED["C"])[:, None], axis=0)
    return inertia, 0.5 * andrews.STIFFNESS * (length - andrews.FREE_LENGTH) ** 2


def andrews_time(beta):
    """Time at which the crank reaches an angle, from the energy alone: ``dt = dbeta sqrt(m / (2 W))``.

    ``beta = beta0 + x^2`` takes away the infinite slope at the start.
    """
    x, weight = np.polynomial.legendre.leggauss(20)
    panels = np.linspace(0, np.sqrt(beta - andrews.BETA), 201)
    half = np.diff(panels) / 2
    x = (panels[:-1] + half)[:, None] + half[:, None] * x
    inertia, spring = (y.reshape(x.shape) for y in andrews_energies((andrews.BETA + x**2).ravel()))
    work = andrews.TORQUE * x**2 - spring + andrews_energies(np.array([andrews.BETA]))[1]
    return np.sum(half[:, None] * weight * 2 * x * np.sqrt(inertia / (2 * work)))


@pytest.mark.parametrize("kind", KINDS)
def test_andrews_arrives_when_its_energy_says(kind):
    run = A03.run(kind, duration=0.03, tight=True).run
    F = run.position("OF.F")
    beta = np.unwrap(np.arctan2(F[:, 1], F[:, 0]))
    assert andrews_time(beta[-1]) == pytest.approx(0.03, abs=1e-11)
    E = andrews_points(beta)["E"].T
    np.testing.assert_allclose(run.position("BDE.E"), E, atol=1e-10)


def test_bricard_is_described_by_one_angle():
    run = A04.run("full", duration=3.0).run
    P2, P4, P5 = (run.position(point) for point in ("rod 1.end", "rod 3.end", "rod 5.start"))
    a, b = np.arctan2(-P2[:, 2], P2[:, 0]), np.arctan2(P5[:, 2] - 1, -P5[:, 1])
    np.testing.assert_allclose(np.sin(a) + np.sin(b) + np.sin(a) * np.sin(b), 0, atol=1e-7)
    np.testing.assert_allclose(P4, np.column_stack([np.cos(a), -np.cos(b) * (1 + np.sin(a)), 1 - np.sin(a)]),
                               atol=1e-7)


def governor_rates(t, x):
    """Minimal coordinates: angle of the rods below the horizontal, height of the slider;
    the spin from its momentum."""
    alpha, s, alphad, sd = x
    sine, cosine = np.sin(alpha), np.cos(alpha)
    section = 0.01**2 / 12

    def spin_inertia(sine, cosine):
        balls = 2 * 5 * (0.05 + cosine) ** 2
        rods = 2 * 0.3 * (0.05**2 + 0.05 * cosine + cosine**2 / 3 + section * (1 + sine**2))
        return 0.3 * 2 * section + 3 * 0.1**2 / 6 + balls + rods

    momentum = spin_inertia(0.5, np.sqrt(0.75)) * 2 * np.pi
    omega = momentum / spin_inertia(sine, cosine)
    slope = (-2 * sine * (2 * 5 * (0.05 + cosine))
             + 2 * 0.3 * (-0.05 * sine - 2 * cosine * sine / 3 + 2 * section * sine * cosine))
    across, up = 0.5 * cosine, 1 - 0.5 * sine - s
    length = np.hypot(across, up)
    by_alpha, by_s = (-0.5 * sine * across - 0.5 * cosine * up) / length, -up / length
    tension = 8e5 * (length - 0.5) + 4e4 * (by_alpha * alphad + by_s * sd)
    weight = 9.81 * cosine * (2 * 5 + 0.3)
    turning = 0.5 * slope * omega**2 + weight - 2 * tension * by_alpha
    return [alphad, sd, turning / (2 * (5 + 0.1 + 0.3 * section)), -9.81 - 2 * tension * by_s / 3]


def test_governor_in_minimal_coordinates():
    reference = A05.reference()
    t = reference["t"][:31]                                # 3 s
    s = solve_ivp(governor_rates, (0, t[-1]), [np.pi / 6, 0.5, 0, 0], "Radau", t_eval=t,
                  rtol=1e-9, atol=1e-11).y[1]
    np.testing.assert_allclose(s, reference["s"][:31], atol=1e-8)


# ------------------------------------------------------------------ pictures and the experiment


def test_picture_shows_motion_error_and_balance():
    figure = comparison_figure(A01.run(duration=0.5))
    labels = [axes.get_ylabel().split("\n")[0] for axes in figure.axes]
    assert labels == ["coordinate [m]", "error [m]", "E(t) - E(0) - W(t) [J]"]


def test_experiment_measures_and_draws():
    times = experiment.computing_times(windows=(1, 2), dimensions=(2,), duration=0.1)
    assert set(times) == {(2, "full"), (2, "reduced")}
    assert all((x > 0).all() and x.shape == (2, 2) for x in times.values())
    assert [len(axes.lines) for axes in experiment.figure_of_times((1, 2), times).axes] == [2, 2]
    runs = {kind: experiment.histories(kind, names=["A03"], duration=0.01) for kind in KINDS}
    t, balance, violation = runs["full"]["A03"]
    assert t[-1] == pytest.approx(0.2) and balance.max() < BALANCE and violation.max() < 1e-6
    assert len(experiment.figure_of_histories(runs, 1, "energy").axes) == 2
