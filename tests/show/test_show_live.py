"""The live mechanism: its script against the package, runs, pulls, limits, and what is written on the page.

What needs Node is skipped, with a sentence, where it is missing. A real browser: tests_browser.
"""

import json
import re
import runpy
import shutil
import subprocess
from importlib import resources
from pathlib import Path

import live_models
import numpy as np
import pytest
from scipy.linalg import null_space

from fcclearn import Model, Motion, disc, revolute, rod
from fcclearn.engine import dynamics
from fcclearn.engine.kinematics import project_position, project_velocity
from fcclearn.engine.reactions import joint_force
from fcclearn.examples import peaucellier
from fcclearn.formulation.drivers import OV, AR_star
from fcclearn.formulation.forces import Force, point_force, spring
from fcclearn.parallel.animation import live as platform
from fcclearn.parallel.multibody import build as parallel_mechanism
from fcclearn.parallel.simulation import START
from fcclearn.parallel.singularity import squared_radius
from fcclearn.show import live_data
from fcclearn.show.live import SHOWN, live

NODE = shutil.which("node")
needs_node = pytest.mark.skipif(not NODE, reason="Node is missing: the page's script is not tested")
CHECK = Path(__file__).with_name("live_check.js")
CASES = dict(live_models.cases())

EXACT = 1e-9            # script against package, relative
ROUNDING = 1e-11        # of equations that hold exactly
RUN = 1e-6              # positions after 2 s in steps of 1/480 s, against a run with rtol = 1e-11 [m]


def ask(data, *questions):
    """Answers of the page's script."""
    script = resources.files("fcclearn.show").joinpath("live_mechanics.js")
    done = subprocess.run([NODE, CHECK, script], input=json.dumps({"data": data, "ask": questions}),
                          capture_output=True, text=True, encoding="utf-8")
    assert done.returncode == 0, done.stderr[-2000:]
    return json.loads(done.stdout)


def page_data(page):
    return json.loads(re.search(r'id="scene">(.*?)</script>', page.page, re.S)[1])


class Twin:
    """A model and its full twin in the page's order of coordinates."""

    def __init__(self, model):
        self.model, self.full = model, live_data.full_twin(model)
        self.data, self.element = live_data.mechanism_data(model)
        self.data |= {"size": 1.0, "strokes": [], "free": 0}
        self.new = live_data.ModelNumbers(self.full).new_numbers()
        self.old = np.argsort(self.new)

    def of(self, y):
        """Extended coordinates (or their rates) of the model as coordinates of the page."""
        q = np.zeros(len(self.new))
        for body in self.model.bodies.values():
            index, sign = self.model.system.layout.place[body]
            own = live_data.ModelNumbers(self.full).place[body.name]
            q[self.new[own]] = (sign * y[index])[: len(own)]
        return q

    def state(self, t, away):
        """A position and velocity at some distance from the start, of the model."""
        random, system, solver = np.random.default_rng(1), self.model.system, self.model.solver
        q = system.layout.start()[0] + away * random.standard_normal(system.n)
        q = project_position(system, solver, q, t)
        return q, project_velocity(system, solver, q, random.standard_normal(system.n), t)


def close(found, expected, tolerance=EXACT):
    """Equal to a share of the largest number."""
    expected = np.asarray(expected, float)
    size = max(np.abs(expected).max(initial=0.0), 1.0)
    np.testing.assert_allclose(found, expected, rtol=0, atol=tolerance * size)


# ---------------------------------------------------------------- script against package

@needs_node
@pytest.mark.parametrize("name", CASES)
def test_the_script_says_what_the_package_says(name):
    compare(Twin(CASES[name]), away=0.03)


@needs_node
def test_the_script_says_what_the_package_says_of_thirty_bodies():
    compare(Twin(parallel_mechanism(START)), away=1e-3)


def compare(twin, away, t=0.3):
    """Phi and Phi_q off the constraints, nu, gamma, accelerations, forces, efforts, energies in motion."""
    model, full, S = twin.model, twin.full, twin.full.system
    q, qd = twin.state(t, away)
    state = model.system.state(q, qd, t)
    qdd, _ = model.solver.factor(state.M, state.phi_q).solve(state.g, state.gamma)
    y, yd = twin.of(state.y), twin.of(state.yd)
    off = y + 0.1 * np.random.default_rng(2).standard_normal(S.n)
    drives = dict.fromkeys(drive.phase for _, drive, phase in S.mixing.driven if phase is None)
    given = {"q": y.tolist(), "v": yd.tolist(), "off": off.tolist(),
             "phases": [list(map(float, phase(t))) for phase in drives]}
    found, = ask(twin.data, ["instant", given])

    y, yd, off = y[twin.new], yd[twin.new], off[twin.new]                     # in the twin's own order
    close(found["phi"], S.phi(off, t))
    close(found["jacobian"], S.phi_q(off, t).toarray()[:, twin.old])
    close(found["nu"], S.nu(y, t))
    close(found["gamma"], S.gamma(y, yd, t))
    close(found["a"], twin.of(model.system.ydd(q, qd, qdd)))
    close(found["energy"], [S.kinetic_energy(y, yd), S.potential_energy(y, t)])

    p = S.force(y, yd, t) - S.mass(y) @ np.array(found["a"])[twin.new]
    lam = np.linalg.lstsq(S.phi_q(y, t).toarray().T, p, rcond=1e-10)[0]       # of smallest norm
    for (joint, *_), force in zip(twin.data["joints"], found["forces"]):
        body = full.body_of_joint(full.joints[joint])
        close(force, joint_force(S, joint, y, lam, t)[S.layout.place[body][0][0]], 10 * EXACT)
    owners = dict.fromkeys(S.rows[row].owner for row in S.mixing.prescribed)
    efforts = [dynamics.efforts(S, owner, y, lam, t) for owner in owners]
    close(np.sort(found["efforts"]), np.sort(np.concatenate([*efforts, []])), 10 * EXACT)


@needs_node
@pytest.mark.parametrize("make", [
    live_models.four_bar, live_models.sprung_four_bar, live_models.slider_crank, live_models.double_pendulum,
    live_models.spatial_four_bar, live_models.spatial_crank, live_models.bricard])
@pytest.mark.parametrize("kind", ["full", "reduced"])
def test_two_seconds_against_simulate(make, kind):
    twin = Twin(make(kind))
    # the spatial crank of 80 mm is fast, and it nearly stops on top, where errors grow a hundredfold
    h = 1 / 1920 if make is live_models.spatial_crank else 1 / 480
    assert largest_difference(twin, 2.0, h) < RUN


def largest_difference(twin, duration, h, laws=None):
    """Largest difference of a coordinate between the script's run and the package's."""
    run = twin.model.simulate(duration, samples=9, rtol=1e-11)
    times = run.t.tolist()
    found, = ask(twin.data, ["run", {"times": times, "h": h, "laws": laws, "damping": 0}])
    return np.abs(np.array(found) - [twin.of(twin.model.system.y(q)) for q in run.q[1:]]).max()


@needs_node
@pytest.mark.parametrize("kind", ["full", "reduced"])
def test_a_driver_in_motion_against_simulate(kind):
    model = live_models.driven_four_bar(kind)
    model.assemble()                                    # the velocities that the driver asks for
    assert largest_difference(Twin(model), 2.0, 1 / 480, laws=[[np.pi / 2, 1.5, -0.4]]) < RUN


@needs_node
def test_a_torsional_spring_and_gears_against_simulate():
    model = live_models.pair(live_models.winding)
    model.assemble()
    assert largest_difference(Twin(model), 1.0, 1 / 480) < RUN


# ---------------------------------------------------------------- pulls and limits

PULLED = {
    "four-bar": live_models.four_bar, "parallelogram": live_models.flat_four_bar,
    "slider-crank": live_models.slider_crank, "double pendulum": live_models.double_pendulum,
    "sprung four-bar, reduced": lambda: live_models.sprung_four_bar("reduced"),
    "spatial four-bar": live_models.spatial_four_bar, "Bricard": live_models.bricard,
    "spatial crank": live_models.spatial_crank,
}


@needs_node
@pytest.mark.parametrize("name", PULLED)
def test_500_random_pulls_never_leave_the_constraints(name):
    """Also by targets far outside, and through flat positions: |Phi|, mirror images, jumps, steps away."""
    model = PULLED[name]()
    found, = ask(page_data(live(model, alt="pulled")), ["pulls", {"count": 500}])
    assert found["phi"] < 1e-9
    assert found["mirrors"] == 0 and found["rising"] == 0
    assert found["jump"] < 6 * 0.18                     # six steps of at most 0.12, and half as much beside
    # in space a pull leaves one coordinate of three to chance, and has local minima
    assert found["reached"] >= {2: 0.97, 3: 0.6}[model.dimension] * found["possible"]


@needs_node
def test_the_platform_is_pulled_within_its_strokes():
    found, = ask(page_data(platform()), ["pulls", {"count": 6, "frames": 12}])
    assert found["phi"] < 1e-9 and found["mirrors"] == 0 and found["rising"] == 0
    assert found["stroke"] < 1e-6


@needs_node
def test_a_pull_and_a_fall_stop_at_the_limits_of_a_stroke():
    model = live_models.double_pendulum()
    strokes = {"reach": (model.ground.point(0.5, 1.0), "lower.end", 0.8, 1.7)}
    data = page_data(live(model, alt="held", strokes=strokes))
    pulls, fall = ask(data, ["pulls", {"count": 200}], ["fall", {"seconds": 3.0}])
    assert pulls["phi"] < 1e-9 and pulls["stroke"] < 1e-6
    assert not fall["failed"] and fall["phi"] < 1e-9 and fall["beyond"] < 1e-6


@needs_node
def test_a_hand_that_holds_the_crank_does_the_work_of_the_weights():
    twin = Twin(live_models.four_bar())
    B, system = twin.model.bodies["crank"].point("end"), twin.model.system
    found, = ask(twin.data, ["holding", {"q": twin.data["q"], "point": twin.element(B)}])
    assert np.abs(found["acceleration"]).max() < 1e-6
    q = system.layout.start()[0]
    z = null_space(system.phi_q(q).toarray())[:, 0]     # virtual work along the one free motion
    work = np.dot(found["force"], system.rate_of(B, q, z)) + system.force(q, 0 * q) @ z
    assert work == pytest.approx(0.0, abs=1e-6)


# ---------------------------------------------------------------- what is shown

@needs_node
@pytest.mark.parametrize("make", [live_models.four_bar, live_models.flat_four_bar, live_models.bricard,
                                  live_models.spatial_four_bar])
def test_free_motions_and_the_gauge_are_those_of_the_singular_values(make):
    model = make()
    data, S = page_data(live(model, alt="soft")), model.system
    new = live_data.ModelNumbers(model).new_numbers()
    q = S.layout.start()[0]
    found, = ask(data, ["softest", {"q": q[np.argsort(new)].tolist()}])
    J, values = S.phi_q(q).toarray(), np.zeros(S.n)
    values[: min(J.shape)] = np.linalg.svd(J, compute_uv=False)
    free = int((values < 1e-9).sum())
    assert len(found["motions"]) == data["free"] == free
    assert found["gauge"] == pytest.approx(values[S.n - free - 1], rel=1e-3)
    Z = np.array(found["motions"])[:, new].T
    assert np.abs(J @ Z).max() < 1e-6
    np.testing.assert_allclose(Z.T @ Z, np.eye(free), atol=1e-9)


@needs_node
def test_strokes_that_are_held_hold_the_free_motions_by_their_smallest_singular_value():
    model = live_models.double_pendulum()
    strokes = {"upper": (model.ground.point(1.5, 1.0), "upper.end", None, None),
               "lower": (model.ground.point(-0.5, 1.5), "lower.end", None, None)}
    data, S = page_data(live(model, alt="held", strokes=strokes)), model.system
    q = S.layout.start()[0]
    old = np.argsort(live_data.ModelNumbers(model).new_numbers())
    found, = ask(data, ["softest", {"q": q[old].tolist()}])
    Z = null_space(S.phi_q(q).toarray())
    rates = []
    for P, Q, _, _ in strokes.values():
        d = model.element(Q) - P
        e = S.value_of(d, q) / np.linalg.norm(S.value_of(d, q))
        rates.append([e @ S.rate_of(d, q, z) for z in Z.T])
    assert found["held"] == pytest.approx(np.linalg.svd(np.array(rates), compute_uv=False)[-1], rel=1e-6)


@needs_node
@pytest.mark.parametrize("chi, singular", [([0.0, 0.0, 120.0, 0.3], False), ([10.0, 0.5, 120.0, 0.0], True),
                                           ([0.0, np.sqrt(squared_radius(0.3)), 130.0, 0.3], True)])
def test_held_actuators_lose_the_platform_on_sheet_and_cylinder(chi, singular):
    data = page_data(platform(np.array(chi)))
    found, = ask(data, ["softest", {"q": data["q"]}])
    assert (found["held"] < 1e-6) == singular           # 1e-3 and 1e-9: what Newton leaves of the position


@needs_node
def test_the_gauge_is_zero_where_the_parallelogram_is_flat():
    model = live_models.flat_four_bar()
    flat = live_models.four_bar(A=(0, 0), B=(-0.5, 0), C=(0.5, 0), D=(1.0, 0)).system.layout.start()[0]
    old = np.argsort(live_data.ModelNumbers(model).new_numbers())
    found, = ask(page_data(live(model, alt="flat")), ["softest", {"q": flat[old].tolist()}])
    assert found["gauge"] < 1e-6 and len(found["motions"]) == 2


@needs_node
def test_a_torn_plate_is_mended_by_newtons_shortest_steps():
    model = Model(gravity=[0, -9.81])
    model.body("plate", disc(1.0, 0.5))
    data = page_data(live(model, alt="torn", loose=True))
    assert data["labels"] == ["|u| = 1", "|v| = 1", "u . v"]
    new, q = live_data.ModelNumbers(model).new_numbers(), np.array([1.0, 2.0, 1.2, 0.3, -0.1, 0.8])
    for _ in range(5):
        found, = ask(data, ["newton", {"q": q[np.argsort(new)].tolist()}])
        q = q - np.linalg.lstsq(model.system.phi_q(q).toarray(), model.system.phi(q), rcond=None)[0]
        np.testing.assert_allclose(np.array(found)[new], q, atol=1e-9)
    assert np.abs(model.system.phi(q)).max() < ROUNDING


# ---------------------------------------------------------------- what is written

def test_the_coordinates_are_renumbered_to_a_narrow_factor():
    """The parallel mechanism: much less to fill than in the stored order, and far less than the whole."""
    compiled = live_data.ModelNumbers(parallel_mechanism(START))
    new = compiled.new_numbers()
    assert sorted(new) == list(range(360))
    Phi_q = compiled.Phi_q.sparse(np.ones(len(compiled.Phi_q.rows)))
    K, order = (Phi_q.T @ Phi_q).tocsr(), np.argsort(new)
    assert live_data.envelope(K[order][:, order]) < 0.7 * live_data.envelope(K) < 0.25 * 360**2


def test_a_reduced_model_stays_what_it_was():
    model = live_models.four_bar("reduced")
    live(model, alt="a four-bar")
    assert {body.kind for body in model.bodies.values()} == {"reduced"}
    assert model.system.n == 12


def end(model):
    return model.bodies["crank"].point("end")


@pytest.mark.parametrize("force, name", [
    (lambda m: Force([end(m)], lambda t, x, xd: 0 * x, name="wind"), "wind"),
    (lambda m: point_force(end(m), lambda t: [t, 0.0], name="gust"), "gust"),
    (lambda m: spring(m.ground.point(1, 1), end(m), 1.0, actuator=np.sin, name="muscle"), "muscle"),
])
def test_what_a_page_cannot_know_is_refused_in_one_sentence(force, name):
    model = live_models.four_bar()
    model.apply(force(model))
    with pytest.raises(live_data.NotExportable, match=f"the force '{name}' is a Python function"):
        model.live(alt="a four-bar")


@pytest.mark.parametrize("driver, kind", [
    (lambda s: OV(s, Motion.constant(1.0), Motion.constant(0.0)), "OV"),
    (lambda s: AR_star(s, [0, 1], Motion.constant(1.0)), "AR*"),
])
def test_a_driver_that_follows_laws_of_time_is_refused_in_one_sentence(driver, kind):
    model = Model(gravity=[0, -9.81])
    model.join(driver(model.body("bar", rod(1, 1)).vector(1, 0)), "law")
    with pytest.raises(live_data.NotExportable, match=re.escape(f"'law' ({kind}) follows laws of time")):
        model.live(alt="a bar")


@pytest.mark.parametrize("options, sentence", [
    ({"alt": " "}, "alt is empty"), ({"show": ["force"]}, "did you mean 'forces'"),
    ({"drivers": {"moter": (0, 1)}}, "there is no driver 'moter'"),
    ({"drivers": {"motor": (1, 1)}}, "the slider of 'motor' needs a lower and a higher limit"),
])
def test_bad_input_is_refused_in_one_sentence(options, sentence):
    with pytest.raises(ValueError, match=sentence):
        live_models.driven_four_bar().live(**{"alt": "a four-bar", **options})


def test_bodies_that_are_not_assembled_are_refused_unless_they_are_loose():
    model = Model(gravity=[0, -9.81])
    bar = model.body("bar", rod(1, 1), at=[0.5, 0.1])
    model.join(revolute(model.ground.point(0, 0), bar.point("start")), "pin")
    with pytest.raises(ValueError, match="the bodies are not assembled: pin: CP y is off by 0.1; correct"):
        model.live(alt="a bar")
    model.live(alt="a bar", loose=True)


def test_the_page_is_small_and_self_contained(tmp_path):
    page = live_models.four_bar().live(alt='pull <b> & "quotes"', show=list(SHOWN))
    page.save(tmp_path / "page.html")
    assert (tmp_path / "page.html").read_text(encoding="utf-8") == page.page
    assert len(page.page) - len(json.dumps(page_data(page))) < 60_000
    assert not re.search(r"https?:|//cdn|@import", page.page)
    assert page._repr_html_() == page.html and page.html.startswith("<div")
    assert 'sandbox="allow-scripts"' in page.html
    assert page.page.count("</script>") == 2 and "<b>" not in page.page
    assert repr(page) == 'Mechanism to pull: pull <b> & "quotes"'


def test_the_page_of_the_readme_is_the_one_that_the_package_writes_now():
    """Else: python docs/pictures.py"""
    docs = Path(__file__).parents[2] / "docs"
    stored = (docs / "live_four_bar.html").read_text(encoding="utf-8")
    now = runpy.run_path(docs / "pictures.py")["live"]().page
    number = re.compile(r"-?\d+\.?\d*(?:e-?\d+)?")
    assert number.sub("", stored) == number.sub("", now)
    close([float(x) for x in number.findall(stored)], [float(x) for x in number.findall(now)])


def test_sliders_of_drivers_have_ranges_and_units():
    driver, = page_data(live_models.driven_four_bar().live(alt="driven"))["drivers"]
    assert driver["name"] == "motor" and driver["shown"] == "\u00b0"
    assert (driver["low"], driver["high"]) == pytest.approx((-np.pi / 2, 3 * np.pi / 2))
    page = live_models.driven_four_bar().live(alt="driven", drivers={"motor": (0, 1)})
    assert [(d["low"], d["high"]) for d in page_data(page)["drivers"]] == [(0.0, 1.0)]


@pytest.mark.parametrize("kind, low, high", [("AR", 0.02, np.pi - 0.02), ("driven distance", 0.4528, 1.3583)])
def test_the_range_of_a_slider_follows_from_what_it_drives(kind, low, high):
    driver, = page_data(live_models.pair(live_models.PLANAR[kind]).live(alt="driven"))["drivers"]
    assert (driver["low"], driver["high"]) == pytest.approx((low, high), abs=1e-4)


def test_points_of_ones_choice_and_mass_points_are_marked():
    page = live_models.four_bar().live(alt="a four-bar", points={"M": "coupler.com"})
    data = page_data(page)
    assert [h["name"] for h in data["handles"]] == ["M"] and data["markers"][0]["label"] == "M"
    data = page_data(live_models.pair(live_models.PLANAR["particle"]).live(alt="a particle"))
    assert "ball" in [m["label"] for m in data["markers"]]


def test_points_to_choose_are_joints_off_the_ground_and_free_ends():
    data = page_data(live_models.four_bar().live(alt="a four-bar"))
    assert [h["name"] for h in data["handles"]] == ["B", "C"]
    data = page_data(live_models.double_pendulum().live(alt="a pendulum"))
    assert [h["name"] for h in data["handles"]] == ["E", "lower.end"]


def test_a_rail_lies_along_the_slide_and_a_rod_between_its_points():
    data = page_data(live_models.slider_crank().live(alt="a slider-crank"))
    rail, = (s for s in data["segments"] if s["body"] < 0)
    (_, x0, y0), (_, x1, y1) = rail["points"]
    assert y0 == pytest.approx(y1) and x1 > x0
    data = page_data(live_models.pair(live_models.PLANAR["rod"]).live(alt="a rod"))
    own = [group["name"] for group in data["groups"]].index("joint")
    line, = (s for s in data["segments"] if s["body"] == own)
    assert sorted(point[0] for point in line["points"]) == [0, 1]


def test_a_mechanism_that_hangs_down_is_drawn_upright():
    model = Model(gravity=[0, 0, 9.81])
    bar = model.body("bar", rod(1, 1), along=([0, 0, 0], [0, 0, 1]))
    model.join(revolute(model.ground.point(0, 0, 0), bar.point("start"), [1, 0, 0]))
    assert page_data(model.live(alt="a bar"))["flip"] == [1, -1, -1]
    model.gravity[2] = -9.81
    assert page_data(model.live(alt="a bar"))["flip"] == [1, 1, 1]


def test_a_traced_point_that_has_a_name_already_gets_no_second_one():
    """Two labels on one spot cannot be read."""
    data = page_data(live(peaucellier.build(0.3), alt="a linkage", trace=["AD.end", "AD.start"]))
    assert [trace["label"] for trace in data["traces"]] == ["", ""]
    bar = Model(gravity=[0, -9.81])
    bar.body("bar", rod(1.0, 2.0), along=([0, 0], [2, 0]))
    assert page_data(live(bar, alt="a bar", trace=["bar.end"]))["traces"][0]["label"] == "bar.end"
