"""The same mechanisms from 10 micrometres to 1000 km, from 1e-12 to 1e9 kg, in metres or in millimetres.

A mechanism that is L times as long and m times as heavy moves in the same way in times sqrt(L / g):
whatever a run, an analysis or an assembly tells, in units of L, m and g, must not depend on them.
"""

import warnings

import numpy as np
import pytest

from fcclearn import Model, Motion, box, cylinder, prismatic, revolute, rod, rotated_AR, spherical, spring
from fcclearn.engine.units import power_of_two
from fcclearn.formulation.joints import angle_vectors
from fcclearn.simulation.methods import METHODS

ONE = (1.0, 1.0, 9.81)
SCALES = {                                                                # length, mass, gravity
    "10 micrometres": (1e-5, 1.0, 9.81), "0.1 mm, 1e-12 kg": (1e-4, 1e-12, 9.81),
    "0.3 mm": (3e-4, 1e-3, 9.81), "1 m in millimetres and tonnes": (1e3, 1e-3, 9.81e3),
    "100 km": (1e5, 1.0, 9.81), "1000 km, 1e9 kg": (1e6, 1e9, 9.81), "weak gravity": (1e-6, 1e9, 1e-3)}

each_scale = pytest.mark.parametrize("scale", SCALES.values(), ids=SCALES)


def pendulum(L, m, g):
    model = Model(gravity=[0, -g])
    bar = model.body("bar", rod(m, L), along=([0, 0], [L, 0]))
    model.join(revolute(model.ground.point(), bar.point("start")), name="pin")
    return model, "bar.end"


def four_bar(L, m, g, off=0.0, driven=False):
    """Reduced bodies with a damped spring, or a motor; `off` moves the coupler away from its place."""
    model = Model(gravity=[0, -g], kind="reduced")
    P = L * np.array([[0, 0], [0.3, 0.4], [1.2, 0.7], [1.0, 0]])
    away = L * off * np.array([[0, 0], [0.1, -0.2], [0, 0]])
    a, b, c = (model.body(name, rod(m * share, np.linalg.norm(q - p)), along=(p + d, q + d))
               for name, share, p, q, d in zip("abc", (1, 2, 1.5), P, P[1:], away))
    ground = model.ground.point(*P[3])
    model.join(revolute(model.ground.point(), a.point("start")), name="pin")
    model.join(revolute(a.point("end"), b.point("start")))
    model.join(revolute(b.point("end"), c.point("start")))
    model.join(revolute(ground, c.point("end")))
    if driven:
        turn = Motion.polynomial(0.0, 0.5 * np.sqrt(g / L))
        model.join(rotated_AR(*angle_vectors(model.ground, a), turn), name="motor")
    else:
        model.apply(spring(a.point("end"), ground, 5 * m * g / L, damping=0.1 * m * np.sqrt(g / L)))
    return model, "b.end"


def slider_crank(L, m, g):
    """In space, with balls on both ends of the rod and bodies that have thickness."""
    model = Model(gravity=[0, 0, -g])
    knee, end = L * np.array([[0, 0, 0.5], [1.0, 0.4, 0.1]])
    crank = model.body("crank", cylinder(m, 0.05 * L, 0.5 * L), along=([0, 0, 0], knee))
    length = np.linalg.norm(end - knee)
    link = model.body("link", cylinder(m, 0.03 * L, length), along=(knee, end))
    slider = model.body("slider", box(m, L * np.array([0.2, 0.1, 0.1])), at=end)
    model.join(revolute(model.ground.point(), crank.point("start"), axis=[1, 0, 0]), name="pin")
    model.join(spherical(crank.point("end"), link.point("start")))
    model.join(spherical(link.point("end"), slider.point("com")))
    model.join(prismatic(model.ground.point(*end), slider.point("com"), axis=[1, 0, 0]))
    return model, "slider.com"


FAMILIES = {"pendulum": pendulum, "four-bar": four_bar, "slider-crank in space": slider_crank}
ACCURACY = {"projection": 1e-8, "baumgarte": 1e-7, "augmented-lagrangian": 1e-8, "energy-momentum": 1e-8,
            "power-series": 1e-8, "stiff": 2e-6}                      # LSODA's errors add up in another order
FORCES = 100                                                          # they follow accelerations: less exact


def motion(make, method, L, m, g):
    """Place of a point in L and force of the pin in m g, over four times sqrt(L / g), and the run."""
    model, point = make(L, m, g)
    T = np.sqrt(L / g)
    settings = {"step": 0.02 * T} if method in ("augmented-lagrangian", "energy-momentum") else {}
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        run = model.simulate(4 * T, method, samples=9, **settings)
    return run.position(point) / L, run.reaction("pin").force / (m * g), run


@each_scale
@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("make", FAMILIES.values(), ids=FAMILIES)
def test_the_same_motion_at_every_scale(make, method, scale):
    place, force, usual = motion(make, method, *ONE)
    scaled_place, scaled_force, run = motion(make, method, *scale)
    assert np.abs(scaled_place - place).max() < ACCURACY[method]
    assert np.abs(scaled_force - force).max() < FORCES * ACCURACY[method]
    assert run.counts.warnings == usual.counts.warnings == []
    assert run.counts.steps < 10 * usual.counts.steps


@pytest.mark.parametrize("method", ["augmented-lagrangian", "energy-momentum"])    # SciPy's first step: in s
def test_units_of_two_round_nothing(method):
    """Two models that differ by powers of two, both far from 1 m: the same digits."""
    small, large = (motion(four_bar, method, L, m, g) for L, m, g in
                    [(2.0**-14, 2.0**-20, 2.0**-4), (2.0**20, 2.0**30, 2.0**10)])
    np.testing.assert_array_equal(small[0], large[0])
    np.testing.assert_array_equal(small[1], large[1])


@each_scale
@pytest.mark.parametrize("method", ["augmented-lagrangian", "energy-momentum"])
def test_the_usual_step_suits_every_scale(method, scale):
    L, _, g = scale
    model, _ = pendulum(*scale)
    steps = model.simulate(4 * np.sqrt(L / g), method, samples=9).counts.steps
    assert 100 < steps < 1000


@each_scale
def test_a_driven_mechanism_at_every_scale(scale):
    def analysed(L, m, g):
        model, point = four_bar(L, m, g, driven=True)
        T = np.sqrt(L / g)
        run = model.kinematic_analysis(np.linspace(0, 4 * T, 41))
        return run.position(point) / L, run.acceleration(point) / g, run.effort("motor") / (m * g * L)
    for scaled, usual in zip(analysed(*scale), analysed(*ONE)):
        np.testing.assert_allclose(scaled, usual, rtol=0, atol=1e-10)


@each_scale
def test_assembly_at_every_scale(scale):
    def assembled(L, m, g):
        model, point = four_bar(L, m, g, off=1.0)
        with pytest.raises(ValueError, match="apart"):
            model.simulate(1.0)
        change = model.assemble()
        rate = np.sqrt(g / L)
        model.set_in_motion("a", angular_velocity=rate)
        return (model.element(point).at_start() / L, change.moved["b"][0] / L, change.moved["b"][1],
                model.bodies["b"].angular_velocity / rate, model.bodies["b"].block_rates[0] / (L * rate))
    for scaled, usual in zip(assembled(*scale), assembled(*ONE)):
        np.testing.assert_allclose(scaled, usual, rtol=0, atol=1e-9)


@each_scale
def test_equilibrium_and_vibrations_at_every_scale(scale):
    def rest(L, m, g):
        model, point = four_bar(L, m, g)
        found = model.equilibrium()
        return (found.position(point) / L, found.reaction("pin").force / (m * g),
                found.modes().eigenvalues * np.sqrt(L / g)), found.kind
    (scaled, kind), (usual, usual_kind) = rest(*scale), rest(*ONE)
    assert kind == usual_kind == "stable"
    for a, b in zip(scaled, usual):
        np.testing.assert_allclose(a, b, rtol=0, atol=1e-8)


@each_scale
@pytest.mark.parametrize("make", FAMILIES.values(), ids=FAMILIES)
def test_mobility_at_every_scale(make, scale):
    scaled, usual = make(*scale)[0], make(*ONE)[0]
    assert str(scaled.mobility()) == str(usual.mobility())
    if usual.dimension == 2:                           # one freedom; its speed is a matter of the coordinate
        body = next(iter(usual.bodies))
        (v, omega), (usual_v, usual_omega) = (m.free_motions()[0][body] for m in (scaled, usual))
        np.testing.assert_allclose(v / (omega * scale[0]), usual_v / usual_omega, atol=1e-12)


def test_every_way_to_solve_at_an_unusual_scale():
    for way in ("dense", "band", "minimum norm", "row selection"):
        model, point = four_bar(1e-5, 1.0, 9.81)
        run = model.simulate(4e-3, samples=5, solver=way)
        if way == "dense":
            expected = run.position(point)
        np.testing.assert_allclose(run.position(point), expected, rtol=0, atol=1e-13)


def test_angles_that_are_read_have_no_length():
    model, _ = pendulum(1e-4, 1.0, 9.81)
    model.dial(model.ground, model.bodies["bar"], name="turn")
    units = model.system.units
    places = model.system.layout.place
    assert (units.columns[places[model.bodies["turn"]][0][0]] == 1.0).all()
    assert (units.columns[places[model.bodies["bar"]][0][0]] == units.length).all() and units.length < 1e-4


def test_units():
    assert [power_of_two(x) for x in (0.0, 1 / 16, 16.0, np.inf)] == [1.0, 1.0, 1.0, 1.0]
    assert power_of_two(1e-5) == 2.0**-17
    model, _ = pendulum(1.0, 1.0, 9.81)
    assert model.system.units.usual and (model.system.units.rows == 1.0).all()
    assert model.system.units.time(np.zeros(6)) == 1.0
    assert model.system.units.time(np.full(6, 300.0)) == 1 / 256            # 300 rad/s
