"""Equilibria against closed forms: found from any start, stable or not, at rest and in steady rotation."""

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy.optimize import brentq, fsolve

from fcclearn import (
    Force,
    Model,
    Motion,
    box,
    cylinder,
    disc,
    massless,
    point_force,
    point_mass,
    point_on_line,
    prismatic,
    revolute,
    rod,
    rotated_AR,
    spherical,
    spring,
    torsional_spring,
    weld,
)
from fcclearn.benchmarks.a05_governor import build as governor
from fcclearn.engine.balance import NoEquilibrium
from fcclearn.formulation.joints import angle_vectors

FOUND = 1e-9
"""Newton's last step is shorter than 1e-8 and squares its error; what is left is rounding."""

G = 9.81


def chain(kind, directions, end, length=1.0, mass=1.0):
    """Links laid one after the other along directions, then held at the origin and at `end`."""
    d = len(end)
    model = Model(gravity=[0, -G, 0][:d], kind=kind)
    place, before = np.zeros(d), model.ground.point()
    for k, u in enumerate(directions):
        solid = rod(mass, length) if d == 2 else cylinder(mass, 0.02 * length, length)
        link = model.body(f"link {k}", solid, along=(place, place + length * u))
        joint = revolute if d == 2 else spherical
        model.join(joint(before, link.point("start")), name=f"joint {k}")
        place, before = place + length * u, link.point("end")
    model.join(joint(before, model.ground.point(*end)), name="right")
    return model


def catenary(n, end, length=1.0, weight=G):
    """Ends of the links, and the left support's force: each link points along the tension in its middle."""
    def angles(x):
        return np.arctan((x[1] + (np.arange(n) + 0.5) * weight) / np.exp(x[0]))

    def gap(x):
        return length * np.array([np.cos(angles(x)).sum(), np.sin(angles(x)).sum()]) - end[:2]
    x = fsolve(gap, [np.log(n * weight / 2), -n * weight / 2], xtol=1e-13)
    steps = length * np.column_stack([np.cos(angles(x)), np.sin(angles(x))])
    return np.vstack([[0, 0], steps.cumsum(axis=0)]), np.array([-np.exp(x[0]), -x[1]])


def random_directions(n, d, seed):
    u = np.random.default_rng(seed).normal(size=(n, d))
    return u / np.linalg.norm(u, axis=1)[:, None]


def arch(n, span):
    """Half a regular polygon that stands up: near the highest of all shapes."""
    angle = np.linspace(np.pi / 2, -np.pi / 2, n + 1)[1:] + np.pi / (2 * n)
    return np.column_stack([np.cos(angle), np.sin(angle)])


@pytest.mark.parametrize("kind", ["full", "reduced"])
@pytest.mark.parametrize("start", ["level", "arch", *range(8)])
def test_a_hanging_chain_of_ten_links_from_any_start(start, kind):
    end = np.array([6.0, 1.0])
    laid = {"level": np.tile([1.0, 0.0], (10, 1)), "arch": arch(10, 6.0)}
    model = chain(kind, laid[start] if start in laid else random_directions(10, 2, start), end)
    rest = model.equilibrium()
    places, left = catenary(10, end)
    assert rest.kind == "stable"
    for k in range(10):
        assert_allclose(rest.position(f"link {k}.end"), places[k + 1], atol=FOUND)
    assert_allclose(rest.reaction("joint 0").force[0], left, atol=1e-7)
    assert_allclose(rest.reaction("right").force[0], [-left[0], 10 * G - left[1]], atol=1e-7)


@pytest.mark.parametrize("seed", range(3))
def test_a_chain_in_space_hangs_in_a_plane(seed):
    """Ball joints at all links: the shape is the planar one, in the vertical plane through the supports."""
    end = np.array([4.0, 1.0, 3.0])
    rest = chain("reduced", random_directions(7, 3, seed), end).equilibrium()
    places, _ = catenary(7, np.array([5.0, 1.0]))
    for k in range(7):
        x, y, z = rest.position(f"link {k}.end")
        assert_allclose(
            [x, y, z], [0.8 * places[k + 1, 0], places[k + 1, 1], 0.6 * places[k + 1, 0]], atol=1e-7
        )


@pytest.mark.parametrize("scale", [1e-4, 1e2])
def test_the_size_of_the_chain_does_not_matter(scale):
    end = scale * np.array([4.0, -1.0])
    rest = chain("full", random_directions(6, 2, 1), end, length=scale, mass=1e-3).equilibrium()
    places, _ = catenary(6, end, scale)
    assert_allclose(rest.position("link 2.end"), places[3], atol=FOUND * scale)


# -------------------------------------------------------------------- one freedom


@pytest.mark.parametrize("dimension", [2, 3])
@pytest.mark.parametrize("kind", ["full", "reduced"])
def test_a_pendulum_has_two_equilibria(kind, dimension):
    """From nearly or exactly upright: downhill to the lower one, by Newton's method to the upper one."""
    for start, stable, end in (
        ([0.6, 0.8], True, -1),
        ([0.6, 0.8], False, 1),
        ([0, 1.0], True, -1),
        ([0, 1.0], False, 1),
    ):
        model = Model(gravity=[0, -G, 0][:dimension], kind=kind)
        tip = np.append(start, 0.0)[:dimension]
        bar = model.body(
            "bar",
            rod(2.0, 1.0),
            along=(0 * tip, tip),
            angular_velocity=3.0 if dimension == 2 else [0, 0, 3.0],
        )
        model.join(revolute(model.ground.point(), bar.point("start"), axis=[0, 0, 1]), name="pin")
        rest = model.equilibrium(stable=stable)
        assert rest.kind == ("stable" if end < 0 else "unstable") and rest.stable == (end < 0)
        assert_allclose(rest.position("bar.end")[:2], [0, end], atol=FOUND)
        assert_allclose(rest.reaction("pin").force[0, :2], [0, 2 * G], atol=1e-7)
        assert_allclose(bar.point("end").at_start()[:2], [0, end], atol=FOUND)  # the body stands there now
        assert_allclose(bar.qd, 0)
        assert rest.moved == pytest.approx(0.5 * np.hypot(start[0], end - start[1]), abs=FOUND)


def column(stiffness, kind="full"):
    """An upright rod of 1 kg and 0.5 m on a torsional spring."""
    model = Model(gravity=[0, -G], kind=kind)
    bar = model.body("rod", rod(1.0, 0.5), along=([0, 0], [0, 0.5]))
    model.join(revolute(model.ground.point(), bar.point("start")))
    model.apply(torsional_spring(model.dial(model.ground, bar), stiffness))
    return model


@pytest.mark.parametrize("kind", ["full", "reduced"])
def test_an_inverted_pendulum_on_a_spring_buckles(kind):
    """``k theta = m g L/2 sin theta``: upright below the load m g L/2 = k, bent to either side beyond it."""
    critical = G * 0.25
    assert column(1.001 * critical, kind).equilibrium().kind == "stable"
    assert column(0.999 * critical, kind).equilibrium(stable=False).kind == "unstable"
    assert column(critical, kind).equilibrium().kind == "indifferent"
    bent = column(2.0, kind).equilibrium()
    angle = brentq(lambda a: 2.0 * a - critical * np.sin(a), 0.5, 2.0)
    u = bent.run.axes("rod")[0, :, 0]
    assert bent.kind == "stable" and abs(np.arctan2(*u)) == pytest.approx(angle, abs=FOUND)
    assert np.degrees(angle) == pytest.approx(62.08, abs=0.005)


def test_a_wheel_stays_where_it_is_put():
    model = Model(gravity=[0, -G])
    wheel = model.body("wheel", disc(1.0, 0.2), axes=[[0.6, -0.8], [0.8, 0.6]])
    model.join(revolute(model.ground.point(), wheel.point("com")))
    rest = model.equilibrium()
    assert rest.kind == "indifferent" and rest.moved < FOUND and wheel.axes[0, 0] == 0.6


def test_a_balanced_lamp_is_indifferent():
    """A spring of free length zero from above the hinge carries a bar in every pose: ``k h b = m g L/2``."""
    for angle in (0.3, 1.2, 2.5):
        model = Model(gravity=[0, -G])
        bar = model.body("bar", rod(2.0, 1.0), along=([0, 0], [np.cos(angle), np.sin(angle)]))
        model.join(revolute(model.ground.point(), bar.point("start")))
        model.apply(
            spring(model.ground.point(0, 0.4), bar.point(-0.2, 0), 2 * G * 0.5 / (0.4 * 0.3), length=0.0)
        )
        rest = model.equilibrium()
        assert rest.kind == "indifferent" and rest.moved < FOUND


@pytest.mark.parametrize("kind", ["full", "reduced"])
def test_a_force_without_a_potential(kind):
    """A follower force across a pendulum's tip: ``F L = m g L/2 sin theta``; beyond m g/2 it goes round."""
    for F, found in ((3.0, True), (5.5, False)):
        model = Model(gravity=[0, -G], kind=kind)
        bar = model.body("bar", rod(1.0, 1.0), along=([0, 0], [0, -1]))
        model.join(revolute(model.ground.point(), bar.point("start")))
        model.apply(point_force(bar.point("end"), [0, F], frame="body"))
        if not found:
            with pytest.raises(NoEquilibrium, match="bar is still pushed"):
                model.equilibrium()
            continue
        rest = model.equilibrium()
        assert rest.kind == "stable" and rest.position("bar.end")[0] == pytest.approx(2 * F / G, abs=FOUND)


def test_a_law_that_takes_no_complex_numbers():
    """The same spring written with a norm: derivatives by differences find the same place and kind."""
    def law(t, x, xd):
        d = x[1] - x[0]
        pull = 40.0 * (np.linalg.norm(d) - 0.5) * d / np.linalg.norm(d)
        return np.array([pull, -pull])
    places = []
    for own in (True, False):
        model = Model(gravity=[0, -G])
        bar = model.body("bar", rod(1.0, 1.0), along=([0, 0], [0.6, -0.8]))
        model.join(revolute(model.ground.point(), bar.point("start")))
        ends = model.ground.point(1, 0), bar.point("end")
        model.apply(Force(list(ends), law) if own else spring(*ends, 40.0, length=0.5))
        rest = model.equilibrium()
        places.append(rest.position("bar.end"))
        assert rest.kind == "stable"
    assert_allclose(*places, atol=1e-8)


# -------------------------------------------------------------------- reactions, drivers, redundancy


@pytest.mark.parametrize("kind", ["full", "reduced"])
def test_reactions_at_rest_hold_every_body(kind):
    """A door on two hinges, one too many: forces balance body by body, the two hinges carry the weight."""
    model = Model(gravity=[0, 0, -G], kind=kind)
    door = model.body("door", box(30.0, [0.9, 0.04, 2.0]), at=[0.45, 0, 1.0])
    for name, z in (("lower", 0.2), ("upper", 1.8)):
        model.join(
            revolute(model.ground.point(0, 0, z), door.point_at([0, 0, z]), axis=[0.02, 0, 1]), name=name
        )
    rest = model.equilibrium()
    total = sum(rest.reaction(name).force[0] for name in ("lower", "upper"))
    assert_allclose(total, [0, 0, 30 * G], atol=1e-6)
    for part in rest.run.imbalance("door"):
        assert_allclose(part, 0, atol=1e-6)


def test_a_driver_holds_what_it_prescribes():
    """A door closer at 60 degrees: the holding motor by hand."""
    model = Model(gravity=[0, 0])
    door = model.body("door", rod(20.0, 0.9), along=([0, 0], [0.9, 0]))
    model.join(revolute(model.ground.point(), door.point("start")))
    turn = rotated_AR(*angle_vectors(model.ground, door), Motion.polynomial(0.0, np.radians(30)))
    model.join(turn, name="motor")
    model.apply(spring(model.ground.point(-0.10, 0.25), door.point(-0.10, 0), 120.0, length=0.25))
    rest = model.equilibrium(t=2.0)
    tip = 0.35 * np.array([0.5, np.sqrt(0.75)])
    d = np.array([-0.10, 0.25]) - tip
    pull = 120.0 * (np.linalg.norm(d) - 0.25) * d / np.linalg.norm(d)
    assert rest.run.effort("motor")[0] == pytest.approx(-(tip[0] * pull[1] - tip[1] * pull[0]), abs=1e-9)
    assert rest.kind == "stable"                                                    # nothing is free to move
    assert_allclose(rest.position("door.end"), 0.9 * np.array([0.5, np.sqrt(0.75)]), atol=FOUND)


@pytest.mark.parametrize("kind", ["full", "reduced"])
def test_a_four_bar_of_space_joints_hangs(kind):
    """Three redundant equations; the parallelogram's lowest place is with the crank down."""
    model = Model(gravity=[0, -G, 0], kind=kind)
    z = [0, 0, 1]
    bars = [
        model.body(name, cylinder(1.0, 0.02, 1.0), along=(a, b))
        for name, a, b in (
            ("crank", [0, 0, 0], [0.6, 0.8, 0]),
            ("coupler", [0.6, 0.8, 0], [1.6, 0.8, 0]),
            ("rocker", [1.6, 0.8, 0], [1, 0, 0]),
        )
    ]
    model.join(revolute(model.ground.point(), bars[0].point("start"), z), name="O")
    for a, b in zip(bars[:-1], bars[1:]):
        model.join(revolute(a.point("end"), b.point("start"), z))
    model.join(revolute(bars[-1].point("end"), model.ground.point(1, 0, 0), z))
    rest = model.equilibrium()
    assert rest.kind == "stable"
    assert_allclose(rest.position("crank.end"), [0, -1, 0], atol=1e-8)


def test_it_stays_there_when_it_is_let_go():
    model = chain("full", random_directions(4, 2, 3), np.array([2.0, 0.5]))
    model.equilibrium()
    run = model.simulate(0.5, samples=3)
    assert np.ptp(run.position("link 1.end"), axis=0).max() < 1e-9


# -------------------------------------------------------------------- steady rotation


@pytest.mark.parametrize("kind", ["full", "reduced"])
def test_the_governor_in_steady_spin(kind):
    """Vertical balance of sleeve and balls by hand: values of minimal coordinates, with springs."""
    model = governor(kind)
    held = model.equilibrium(spin=[0, 0, 2 * np.pi])
    assert held.position("slider.com")[2] == pytest.approx(0.692165, abs=5e-7) and held.kind == "stable"

    def momentum(omega):
        return model.equilibrium(spin=[0, 0, omega]).run.angular_momentum()[0, 2] - 53.868999
    omega = brentq(momentum, 5.0, 6.2, xtol=1e-10)
    rest = model.equilibrium(spin=[0, 0, omega])
    assert omega == pytest.approx(5.587194, abs=5e-7)
    assert rest.position("slider.com")[2] == pytest.approx(0.611428, abs=5e-7)
    run = model.simulate(0.3, method="stiff", samples=4)                             # it was left turning
    assert np.ptp(run.position("slider.com")[:, 2]) < 1e-7
    assert_allclose(run.angular_velocity("shaft")[:, 2], omega, atol=1e-6)
    assert_allclose(
        rest.reaction("axle").force[0], [0, 0, model_weight(model) * G], atol=1e-5
    )


def model_weight(model):
    return sum(body.solid.mass for body in model.bodies.values())


@pytest.mark.parametrize("about", [[0.0, 0.0], [3.0, -2.0]])
def test_a_bead_on_a_turning_wire(about):
    """``k (r - r0) = m w^2 r`` as long as m w^2 < k; about any place, free to turn or held by a motor."""
    c = np.array(about)
    for motor in (False, True):
        model = Model(gravity=[0, 0])
        wire = model.body("wire", rod(1.0, 2.0), along=(c, c + [2, 0]))
        bead = model.body("bead", point_mass(0.5), kind="point", at=c + [0.7, 0])
        model.join(revolute(model.ground.point(*c), wire.point("start")))
        model.join(point_on_line(wire.point("start"), bead.point(), [1, 0]), name="guide")
        model.apply(spring(wire.point("start"), bead.point(), 8.0, length=0.6))
        if motor:
            model.join(
                rotated_AR(*angle_vectors(model.ground, wire), Motion.polynomial(0, 2.0)), name="motor"
            )
        rest = model.equilibrium(spin=2.0, about=c)
        assert_allclose(rest.position("bead"), c + [0.6 / (1 - 0.5 * 4 / 8), 0], atol=FOUND)
        assert rest.kind == "stable"
        assert_allclose(rest.run.acceleration("bead")[0], [-4 * 0.8, 0], atol=1e-8)
        if not motor:
            with pytest.raises(
                NoEquilibrium, match="there is no equilibrium within reach: bead is still pushed"
            ):
                model.equilibrium(spin=5.0, about=c)


@pytest.mark.parametrize(
    "joint, words",
    [
        (
            lambda ground, bar: revolute(ground.point(), bar.point("start"), axis=[0, 1, 0]),
            "model cannot turn as a whole",
        ),
        (
            lambda ground, bar: revolute(ground.point(), bar.point("start"), axis=[0, 0, 1]),
            "the rotation is not steady",
        ),
        (
            lambda ground, bar: prismatic(ground.point(), bar.point("start"), axis=[0, 1, 0]),
            "no equilibrium within reach",
        ),
    ],
)
def test_rotations_that_cannot_be_steady(joint, words):
    model = Model(gravity=[0, -G, 0])
    bar = model.body("bar", cylinder(1.0, 0.1, 1.0), along=([0, 0, 0], [0, -1, 0]))
    model.join(joint(model.ground, bar))
    with pytest.raises(NoEquilibrium, match=words):
        model.equilibrium(spin=[0, 0, 1.0])


# -------------------------------------------------------------------- what has none


@pytest.mark.parametrize("stable", [True, False])
def test_where_there_is_none(stable):
    """A free body, and a bead on an incline: who is pushed, how much is left, how far it went."""
    falling = Model(gravity=[0, -G])
    falling.body("stone", rod(1.0, 1.0))
    with pytest.raises(NoEquilibrium, match="stone is still pushed .9.81 of 9.81 J are not balanced."):
        falling.equilibrium(stable=stable)
    incline = Model(gravity=[0, -G])
    bead = incline.body("bead", point_mass(1.0), kind="point")
    incline.join(point_on_line(incline.ground.point(), bead.point(), [1, 1]))
    with pytest.raises(NoEquilibrium, match="bead is still pushed"):
        incline.equilibrium(stable=stable)
    assert_allclose(bead.blocks[0], 0)                                              # it was left where it was
    with pytest.raises(ValueError, match="the model has no bodies yet"):
        Model(gravity=[0, 0]).equilibrium()


def test_everything_held():
    model = Model(gravity=[0, -G])
    block = model.body("block", box(2.0, [1, 1, 1]))
    model.join(weld(model.ground.point(), block.point()), name="weld")
    rest = model.equilibrium()
    assert repr(rest) == "stable equilibrium; the bodies have moved by up to 0 m"
    assert_allclose(rest.reaction("weld").force, [[0, 2 * G]], atol=1e-9)


def test_bad_spins_are_named():
    model = Model(gravity=[0, 0, -G])
    model.body("top", massless(tip=[1, 0, 0]))
    with pytest.raises(ValueError, match="the spin must have 3 components"):
        model.equilibrium(spin=2.0)
    with pytest.raises(ValueError, match="a place on the axis of the spin must have 3 components"):
        model.equilibrium(spin=[0, 0, 1], about=[0, 0])
