"""Explorers of lessons 06 and 08 without a browser: set a value, read the data of the artists."""

import itertools

import numpy as np
import pytest
from scipy.integrate import solve_ivp

from fcclearn.course.explorers import thrown_book
from fcclearn.course.explorers.joint_pull import JOINTS, WAYS, JointPull, gives, held_box
from fcclearn.course.explorers.thrown_book import CORNER, SIDES, SPIN, ThrownBook, flight


@pytest.fixture(scope="module")
def thrown():
    return ThrownBook()


# A thrown book


def test_the_flight_is_that_of_eulers_equations():
    """A road that knows nothing of u, v, w: I Omegad = (I Omega) x Omega, in the book's axes."""
    a2, b2, c2 = np.square(SIDES)
    inertia = thrown_book.MASS / 12 * np.array([b2 + c2, a2 + c2, a2 + b2])
    flown = flight("u", 0.05)
    ours = np.einsum("kij,kj->ki", flown.axes, flown.omega)
    euler = solve_ivp(lambda t, W: np.cross(inertia * W, W) / inertia, flown.t[[0, -1]],
                      SPIN * np.array([1, 0.05, 0]), "DOP853", flown.t, rtol=1e-11, atol=1e-11).y.T
    np.testing.assert_allclose(ours, euler, atol=1e-5 * SPIN)
    np.testing.assert_allclose(flown.L, flown.L[:1].repeat(len(flown.t), axis=0), atol=1e-8)
    np.testing.assert_allclose(flown.T, 0.5 * np.sum(flown.omega * flown.L, axis=1), rtol=1e-8)


def test_only_the_spin_about_u_turns_over():
    tilts = {edge: flight(edge, 0.01).tilt(edge).max() for edge in "uvw"}
    assert tilts["u"] > 170 and max(tilts["v"], tilts["w"]) < 5


def test_all_corners_of_the_thrown_book(thrown):
    """The triad is the flight's, L does not move, the mirror image has six zeros and the determinant -1."""
    for edge, unclean, time, mirror in itertools.product("uvw", (0.5, 20.0), (0.0, 2.0), (False, True)):
        thrown.edge.value, thrown.unclean.value = edge, unclean
        thrown.time.value, thrown.mirror.value = time, mirror
        assert thrown.flight.t[thrown.now] == pytest.approx(time)
        assert thrown.residuals().max() < 1e-9 and thrown.determinant() == pytest.approx(-1 if mirror else 1)
        for name, e in zip("uvw", thrown.triad()):
            np.testing.assert_allclose(thrown.arrows[name].xy, 0.15 * thrown_book.FRONT[:2] @ e)
        L = thrown.flight.L[0]
        tip = 0.21 * thrown_book.FRONT[:2] @ L / np.linalg.norm(L)
        np.testing.assert_allclose(thrown.arrows["L"].xy, tip, atol=1e-6)
        for arrow in thrown.arrows.values():
            assert np.abs(arrow.xy).max() < 0.26                      # inside the picture
        assert f"determinant {-1 if mirror else 1:+d}" in thrown.numbers.value
        assert thrown.image.value.count("mirror image") == mirror


def test_the_path_of_omega_is_drawn_in_front_and_behind(thrown):
    thrown.edge.value, thrown.unclean.value, thrown.time.value = "u", 10.0, 0.5
    seen = thrown.flight.spin_in_body @ CORNER.T
    front, behind = (np.transpose(line.get_data()) for line in thrown.path)
    np.testing.assert_array_equal(np.isfinite(front[:, 0]), seen[:, 2] >= 0)
    np.testing.assert_array_equal(np.isfinite(behind[:, 0]), seen[:, 2] < 0)
    np.testing.assert_allclose(np.ravel(thrown.dot.get_data()), seen[thrown.now, :2])
    np.testing.assert_allclose(np.linalg.norm(thrown.flight.spin_in_body, axis=1), 1.0)


def test_the_picture_of_the_thrown_book_changes(thrown):
    thrown.edge.value, thrown.time.value, thrown.mirror.value = "v", 0.1, False
    before = thrown.image.value, thrown.numbers.value
    thrown.time.value = 0.3
    assert thrown.image.value != before[0] and thrown.numbers.value != before[1]
    assert "long edge" in thrown.image.value


def test_static_picture_of_the_thrown_book():
    """A factor of ten in cleanness buys ln 10 / kappa, with kappa by hand."""
    sphere, tilts = ThrownBook.picture().axes
    drawn = [np.hypot(*line.get_data()) for line in sphere.lines]
    assert max(np.nanmax(radius) for radius in drawn if np.isfinite(radius).any()) < 1 + 1e-9
    a2, b2, c2 = np.square(SIDES)
    kappa = SPIN * np.sqrt((a2 - c2) * (b2 - a2) / ((a2 + c2) * (a2 + b2)))
    over = [line.get_xdata()[np.argmax(line.get_ydata() > 90)] for line in tilts.lines[:3]]
    np.testing.assert_allclose(np.diff(over), np.log(10) / kappa, atol=0.01)
    assert tilts.lines[3].get_ydata().max() < 5


# A joint that is pulled

FREE = {"spherical": "turn x, turn y, turn z", "revolute": "turn z", "universal": "turn x, turn y",
        "cylindrical": "shift z, turn z", "prismatic": "shift z", "planar": "shift x, shift y, turn z",
        "weld": "", "rod": "shift x, shift y, turn x, turn y, turn z"}


@pytest.fixture(scope="module")
def pulled():
    return JointPull()


@pytest.mark.parametrize("name", JOINTS)
def test_what_gives_is_all_that_is_free(name):
    """The ways that are free are as many as the rank leaves."""
    assert ", ".join(way for way, free in zip(WAYS, gives(name)) if free) == FREE[name]
    assert sum(gives(name)) == held_box(name)[0].mobility().degrees_of_freedom


def start(pulled, name):
    pulled.joint.value = name
    for control in pulled.pull.values():
        control.value = 0


@pytest.mark.parametrize("name", JOINTS)
def test_a_free_way_is_followed_and_a_held_one_is_not(pulled, name):
    """Pulled one way at a time: all of it, or nothing; Phi is satisfied in any case."""
    for k, (way, free) in enumerate(zip(WAYS, gives(name))):
        start(pulled, name)
        pulled.pull[way].value = amount = 0.1 if k < 3 else 40
        shift, turn = pulled.went()
        r, axes = pulled.reached()
        model = pulled.models[name][0]
        assert np.abs(model.system.phi(np.concatenate([r, axes.T.ravel()]))).max() < 1e-9
        if name not in ("rod", "planar") and free:              # the rod's end goes on a sphere
            np.testing.assert_allclose(np.ravel([shift, turn])[k], amount, rtol=1e-5)
        if name == "weld" or (not free and name in ("prismatic", "revolute", "cylindrical")):
            np.testing.assert_allclose(np.ravel([shift, turn])[k], 0, atol=1e-6)


def test_pulled_to_a_position_that_cannot_be_reached_it_stops_nearest(pulled):
    """No small free motion brings the box nearer: the rest stands across them, in the sense of its mass."""
    start(pulled, "universal")
    for way, value in zip(WAYS, (0.1, -0.1, 0.1, 30, -20, 40)):
        pulled.pull[way].value = value
    model = pulled.models["universal"][0]
    (r, axes), (wish, turned) = pulled.reached(), pulled.wish()
    rest = np.concatenate([wish, turned.T.ravel()]) - np.concatenate([r, axes.T.ravel()])
    q = np.concatenate([r, axes.T.ravel()])
    Phi_q, M = model.system.phi_q(q).toarray(), model.system.mass(q).toarray()
    across = np.linalg.lstsq(Phi_q.T, M @ rest, rcond=None)[0]
    np.testing.assert_allclose(Phi_q.T @ across, M @ rest, atol=1e-3 * np.abs(M @ rest).max())


def test_corners_of_all_pulls(pulled):
    for name, low in itertools.product(JOINTS, (True, False)):
        start(pulled, name)
        for control in pulled.pull.values():
            control.value = control.min if low else control.max
        for line in (*pulled.moved, *pulled.wished, *pulled.fixed, pulled.link):
            assert np.isfinite(line.get_data()).all()
        assert name in pulled.image.value and "rows of rank" in pulled.numbers.value


def test_the_picture_of_the_joints_has_an_arrow_for_every_freedom():
    """Every free way is one line with a white rim: arrows and arcs."""
    for axes, name in zip(JointPull.picture().axes, JOINTS):
        assert axes.get_title().startswith(name)
        assert sum(bool(line.get_path_effects()) for line in axes.lines) == sum(gives(name))
