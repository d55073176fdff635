"""Small vibrations against closed forms: undamped, damped, circulatory, gyroscopic; and their pictures."""

import numpy as np
import pytest
from numpy.testing import assert_allclose
from test_statics import G, column, governor

from fcclearn import (
    Force,
    Model,
    cylinder,
    disc,
    massless,
    point_force,
    point_mass,
    point_on_line,
    revolute,
    rod,
    spherical,
    spring,
    torsional_spring,
)

CLOSED = 1e-8
"""Eigenvalues of small matrices whose entries are exact to rounding, against closed forms."""


def double_pendulum(kind, dimension, solid=None):
    model = Model(gravity=[0, -G, 0][:dimension], kind=kind)
    x, y = np.eye(dimension)[:2]
    z = [0, 0, 1]
    upper = model.body("upper", rod(1.0, 1.0), along=(0 * x, -y))
    lower = model.body("lower", rod(1.0, 1.0), along=(-y, -2 * y))
    model.join(revolute(model.ground.point(), upper.point("start"), z), name="hook")
    model.join(revolute(upper.point("end"), lower.point("start"), z), name="elbow")
    return model


@pytest.mark.parametrize("dimension", [2, 3])
@pytest.mark.parametrize("kind", ["full", "reduced"])
def test_a_double_pendulum_of_rods(kind, dimension):
    """``M = m L^2 [[4/3, 1/2], [1/2, 1/3]]``, ``K = m g L diag(3/2, 1/2)``: 2.6801 and 7.1887 rad/s."""
    model = double_pendulum(kind, dimension)
    modes = model.modes()
    M, K = np.array([[4 / 3, 1 / 2], [1 / 2, 1 / 3]]), G * np.diag([1.5, 0.5])
    squares, shapes = np.linalg.eig(np.linalg.solve(M, K))
    order = squares.argsort()
    assert_allclose(modes.angular_frequencies, np.sqrt(squares[order]), atol=CLOSED)
    assert_allclose(modes.angular_frequencies, [2.68011, 7.18867], atol=5e-6)
    assert_allclose(modes.frequencies, modes.angular_frequencies / (2 * np.pi))
    assert_allclose(modes.damping_ratios, 0, atol=CLOSED)
    for k, column_of in enumerate(order):
        turn = [np.atleast_1d(modes.shape(k)[name][1])[-1] for name in ("upper", "lower")]
        assert turn[1] / turn[0] == pytest.approx(shapes[1, column_of] / shapes[0, column_of], abs=CLOSED)


@pytest.mark.parametrize("kind", ["full", "reduced"])
def test_a_chain_of_masses_and_springs(kind):
    """n masses between n + 1 springs: ``2 sqrt(k/m) sin(j pi / 2 / (n + 1))``; as points and as bodies."""
    n, m, k = 6, 2.0, 50.0
    model = Model(gravity=[0, -G], kind=kind)
    before = model.ground.point()
    for j in range(n):
        mass = model.body(f"mass {j}", point_mass(m), kind="point", at=[j + 1.0, 0])
        model.join(point_on_line(model.ground.point(), mass.point(), [1, 0]))
        model.apply(spring(before, mass.point(), k))
        before = mass.point()
    model.apply(spring(before, model.ground.point(n + 1.0, 0), k))
    expected = 2 * np.sqrt(k / m) * np.sin(np.arange(1, n + 1) * np.pi / 2 / (n + 1))
    assert_allclose(model.modes().angular_frequencies, expected, atol=CLOSED)


@pytest.mark.parametrize("c, expected", [(6.0, [-3 + 4j]), (10.0, [-5, -5]), (26.0, [-1, -25])])
def test_a_damped_mass(c, expected):
    """``s^2 + c s + 25 = 0``: it swings, just does not, creeps; critical damping costs half of the digits."""
    model = Model(gravity=[0, -G])
    mass = model.body("mass", point_mass(1.0), kind="point", at=[0, -1])
    model.join(point_on_line(model.ground.point(), mass.point(), [0, 1]))
    model.apply(spring(model.ground.point(), mass.point(), 25.0, length=1.0, damping=c))
    rest = model.equilibrium()
    assert rest.position("mass")[1] == pytest.approx(-1 - G / 25)
    modes = rest.modes()
    both = (
        modes.eigenvalues
        if len(modes.eigenvalues) == 2
        else [*modes.eigenvalues, *np.conj(modes.eigenvalues)]
    )
    assert_allclose(np.poly(both), [1, c, 25], atol=1e-6)
    if c != 10.0:
        assert_allclose(np.sort_complex(modes.eigenvalues), np.sort_complex(expected), atol=CLOSED)
    assert modes.damping_ratios[0] == pytest.approx(min(c / 10, 1), abs=1e-6)


def test_an_inverted_pendulum_on_a_spring():
    """``omega^2 = (k - m g L/2) / (m L^2/3)``: positive above the buckling load, negative below."""
    I = 0.25 / 3
    for k in (2.0, 2.4525, 3.0):
        s = column(k).equilibrium(stable=False).modes().eigenvalues[0]
        assert (s**2).real == pytest.approx(-(k - G * 0.25) / I, abs=1e-7) and abs((s**2).imag) < CLOSED
    bent = column(2.0).equilibrium().modes()
    assert bent.angular_frequencies[0] == pytest.approx(3.197, abs=5e-4)
    standing = column(2.0).equilibrium(stable=False).modes()
    assert repr(standing).startswith("mode 0: grows, twice as large after 0.297 s")


def two_bar_column(load, follower, kind):
    """Masses 2 m and m on massless links of length L with torsional springs k; the load at the top."""
    L, k, m = 0.5, 10.0, 1.0
    model = Model(gravity=[0, 0], kind=kind)
    lower, upper = (
        model.body(
            name,
            point_mass(mass, [L, 0, 0]).with_points(start=[0, 0, 0], end=[L, 0, 0]),
            along=([0, y], [0, y + L]),
        )
        for name, mass, y in (("lower", 2 * m, 0), ("upper", m, L))
    )
    model.join(revolute(model.ground.point(), lower.point("start")))
    model.join(revolute(lower.point("end"), upper.point("start")))
    for first, second in ((model.ground, lower), (lower, upper)):
        model.apply(torsional_spring(model.dial(first, second), k))
    P = load * k / L
    along_link, down = ([-P, 0], "body"), ([0, -P], "global")
    model.apply(point_force(upper.point("end"), *(along_link if follower else down)))
    return model.equilibrium(stable=False)


@pytest.mark.parametrize("kind", ["full", "reduced"])
def test_dead_load_buckles_and_follower_load_flutters(kind):
    """Ziegler's column: (3 - sqrt 5)/2 = 0.382 k/L, and (7/2 - sqrt 2) k/L = 2.086 by flutter."""
    buckling, flutter = (3 - np.sqrt(5)) / 2, 3.5 - np.sqrt(2)
    for critical, follower in ((buckling, False), (flutter, True)):
        assert two_bar_column(0.999 * critical, follower, kind).kind == "stable"
        assert two_bar_column(1.001 * critical, follower, kind).kind == "unstable"
    squares = -two_bar_column(2.00, True, kind).modes().eigenvalues ** 2
    assert_allclose(np.sort(squares.real), [20, 40], atol=1e-6)
    s = two_bar_column(2.09, True, kind).modes().eigenvalues
    assert_allclose(-(s**2).real, 28.2, atol=0.05)
    assert_allclose(np.abs((s**2).imag), 2.18, atol=0.005)


@pytest.mark.parametrize("kind", ["full", "reduced"])
def test_the_governor_hardly_damps(kind):
    """Eight values in the turning frame: arms together and against each other, and the free spin."""
    model = governor(kind)
    modes = model.equilibrium(spin=[0, 0, 5.587194254886811]).modes()
    real = np.sort(modes.eigenvalues[modes.angular_frequencies == 0].real)
    assert_allclose(real, [-5013.36, -984.90, -20.44, -20.09, 0.0], atol=5e-3)
    slow = modes.eigenvalues[modes.angular_frequencies > 0]
    assert len(slow) == 1 and slow[0].imag == pytest.approx(6.13573, abs=5e-6)
    assert slow[0].real == pytest.approx(-8.73e-6, abs=1e-8)
    assert repr(modes).startswith("mode 0: moves freely, without a frequency\nmode 1: 0.9765 Hz, dies out")


@pytest.mark.parametrize("spin", [0.5, 3.0])
def test_a_mass_on_a_spring_seen_from_a_turning_frame(spin):
    """It swings with omega; seen from a turning frame with omega + Omega and |omega - Omega|."""
    model = Model(gravity=[0, 0])
    mass = model.body("mass", point_mass(1.0), kind="point")
    model.apply(Force([mass.point()], lambda t, x, xd: -4.0 * x, lambda t, x: 2.0 * x[0] @ x[0]))
    found = np.sort(model.modes(spin=spin).angular_frequencies)
    assert_allclose(found, np.sort([2 + spin, abs(2 - spin)]), atol=CLOSED)


# -------------------------------------------------------------------- degenerate masses and freedoms


@pytest.mark.parametrize("kind", ["full", "reduced"])
def test_the_spin_of_a_slender_rod_has_no_mode(kind):
    """A rod on a ball joint has three freedoms and two modes; a cylinder has all three."""
    for solid, count in ((rod(1.0, 1.0), 2), (cylinder(1.0, 0.05, 1.0), 3)):
        model = Model(gravity=[0, 0, -G], kind=kind)
        bar = model.body("bar", solid, along=([0, 0, 0], [0, 0, -1]))
        model.join(spherical(model.ground.point(), bar.point("start")))
        modes = model.modes()
        assert len(modes.eigenvalues) == count
        expected = np.sqrt(0.5 * G / (0.25 + solid.inertia[1, 1]))
        assert_allclose(modes.angular_frequencies[-2:], expected, atol=CLOSED)


def test_two_springs_with_nothing_between_them():
    """A massless point between two springs: they act in series, and have one mode."""
    model = Model(gravity=[0, 0])
    for name, solid, x in (("knot", massless(), 1.0), ("mass", point_mass(2.0), 2.0)):
        body = model.body(name, solid, kind="point", at=[x, 0])
        model.join(point_on_line(model.ground.point(), body.point(), [1, 0]))
    model.apply(spring(model.ground.point(), model.element("knot"), 30.0))
    model.apply(spring(model.element("knot"), model.element("mass"), 60.0))
    assert_allclose(model.modes().angular_frequencies, np.sqrt(20.0 / 2.0), atol=CLOSED)


def test_a_free_body_has_three_modes_without_a_frequency():
    model = Model(gravity=[0, 0])
    model.body("disc", disc(1.0, 0.1))
    modes = model.modes()
    assert_allclose(modes.eigenvalues, np.zeros(3)) and np.isnan(modes.damping_ratios).all()
    assert repr(modes).count("moves freely, without a frequency") == 3


# -------------------------------------------------------------------- pictures, and a second road


def test_a_mode_is_what_a_simulation_does():
    """Pushed by one milliradian along its second mode, a double pendulum comes back after one period."""
    model = double_pendulum("full", 2)
    modes = model.modes()
    period = 1 / modes.frequencies[1]
    run = modes.motion(1, amplitude=1e-3)
    model.move_to(run.q[0], 0 * run.q[0])
    back = model.simulate(period, samples=2)
    assert_allclose(back.q[1], back.q[0], atol=2e-8)  # second order in the amplitude
    assert np.abs(model.simulate(period / 2, samples=2).q[1] - run.q[0]).max() > 1e-3


@pytest.mark.parametrize("kind", ["full", "reduced"])
def test_motion_and_animation_of_a_mode(kind):
    """One period on the constraints, large enough to see; the animation takes a second or two."""
    modes = double_pendulum(kind, 2).modes()
    run = modes.motion(0)
    assert run.t[-1] == pytest.approx(1 / modes.frequencies[0]) and run.violation().max() < 1e-12
    assert_allclose(run.position("lower.end")[0], run.position("lower.end")[-1], atol=1e-9)
    reach = np.ptp(run.position("lower.end")[:, 0])
    assert 0.3 < reach < 1.5
    animation = modes.animate(1, trace=["lower.end"])
    assert "Mode 1 of upper, lower: 1.144 Hz." in animation.alt and len(animation.page) > 1000
    assert modes.animate(0, alt="The slow mode").alt == "The slow mode"


def test_modes_that_grow_or_creep_can_be_drawn():
    run = column(2.0).equilibrium(stable=False).modes().motion(0)
    tip = run.position("rod.end")[:, 0]
    assert abs(tip[-1]) > 5 * abs(tip[0]) and run.violation().max() < 1e-12
    free = Model(gravity=[0, 0])
    free.body("disc", disc(1.0, 0.1))
    assert free.modes().motion(2).violation().max() < 1e-12


@pytest.mark.parametrize(
    "start, words",
    [
        (
            ([0, 0], [1, 0]),
            r"the bodies are not in equilibrium \(4.9 of 9.81 J are not balanced\): call model.equilibrium",
        ),
        (([0.1, 0], [0.1, -1]), "the bodies are off the constraints by 0.1: call model.equilibrium"),
    ],
)
def test_modes_need_an_equilibrium(start, words):
    model = Model(gravity=[0, -G])
    bar = model.body("bar", rod(1.0, 1.0), along=start)
    model.join(revolute(model.ground.point(), bar.point("start")))
    with pytest.raises(ValueError, match=words.replace("4.9 ", ".* ")):
        model.modes()
