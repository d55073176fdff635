"""Axes, angles over full turns, angular accelerations and momenta of a run, each by a second road."""

import warnings

import numpy as np
import pytest
from motions import two_bodies

from fcclearn import CP, Model, Motion, box, disc, massless, point_mass, revolute, rod, rotated_AR, spring
from fcclearn.formulation.joints import angle_vectors

INTEGRATED = 1e-7
"""Two roads from one run at the default tolerance 1e-9, over some seconds."""

DIFFERENCE = 1e-5
"""Central differences over 1e-3 s of motions with rates up to ten: the third derivative times h^2 / 6."""


def flying(kind, seed=3):
    """A body without symmetry that flies and tumbles."""
    model, _, body, rng = two_bodies(3, "ground", kind, seed)
    body.set_velocity(rng.normal(size=3), 2 * rng.normal(size=3))
    return model, body


@pytest.mark.parametrize("kind", ["full", "reduced"])
def test_axes_are_the_rotation_of_the_points(kind):
    model, body = flying(kind)
    run = model.simulate(0.5, samples=6)
    A = run.axes("second")
    np.testing.assert_allclose(A[0], body.axes, atol=1e-12)
    np.testing.assert_allclose(np.einsum("kji,kjl->kil", A, A), [np.eye(3)] * 6, atol=INTEGRATED)
    c = np.array([0.3, -0.5, 0.7])
    np.testing.assert_allclose(run.position(body.point(c)), run.position("second") + A @ c, atol=1e-12)
    np.testing.assert_array_equal(run.axes("ground"), [np.eye(3)] * 6)


@pytest.mark.parametrize("kind", ["full", "reduced"])
def test_angular_acceleration_is_the_rate_of_the_angular_velocity_and_euler_s(kind):
    model, body = flying(kind)
    h = 1e-3
    run = model.simulate(2 * h, samples=3, rtol=1e-12)
    omega, alpha = run.angular_velocity("second"), run.angular_acceleration("second")
    np.testing.assert_allclose(alpha[1], (omega[2] - omega[0]) / (2 * h), atol=DIFFERENCE)
    A = run.axes("second")[1]
    I = A @ body.solid.inertia @ A.T
    np.testing.assert_allclose(I @ alpha[1], -np.cross(omega[1], I @ omega[1]), atol=1e-8)    # no moment
    assert np.abs(alpha).max() > 0.1


@pytest.mark.parametrize("kind", ["full", "reduced"])
def test_angular_acceleration_in_the_plane(kind):
    model = Model(gravity=[0, -9.81], kind=kind)
    bar = model.body("bar", rod(1.0, 2.0), along=([0, 0], [2, 0]))
    model.join(revolute(model.ground.point(), bar.point("start")))
    assert model.simulate(0.1, samples=2).angular_acceleration("bar")[0] == pytest.approx(-9.81 / (4 / 3))


@pytest.mark.parametrize("kind", ["full", "reduced"])
def test_angle_counts_full_turns_of_a_pendulum_that_goes_over_the_top(kind):
    """The integral of the angular velocity on a fine grid; 150 degrees between coarse samples."""
    def run(samples):
        model = Model(gravity=[0, -9.81], kind=kind)
        bar = model.body("bar", rod(1.0, 1.0), along=([0, 0], [0, -1]))
        bar.set_velocity([6.0, 0], 12.0)
        model.join(revolute(model.ground.point(), bar.point("start")))
        return model.simulate(4.0, samples=samples)
    fine, coarse = run(4001), run(21)
    rate = fine.angular_velocity("bar")
    turned = np.sum(rate[1:] + rate[:-1]) / 2 * 1e-3
    angle = fine.angle("bar")
    assert angle[0] == pytest.approx(-np.pi / 2) and turned > 6 * np.pi
    assert angle[-1] - angle[0] == pytest.approx(turned, abs=1e-4)
    np.testing.assert_allclose(coarse.angle("bar"), angle[::200], atol=INTEGRATED)
    falls = run(3)
    with pytest.warns(UserWarning, match="full turns is in doubt near t = .*: ask for more samples"):
        falls.angle("bar")


def driven_pair(dimension, kind="full"):
    """A crank driven at 2 rad/s, on its end a wheel driven at -15 rad/s; in space about a skew axis."""
    axis = None if dimension == 2 else np.array([2.0, -1.0, 2.0]) / 3
    model = Model(gravity=np.zeros(dimension), kind=kind)
    crank = model.body("crank", box(1.0, [1.0, 0.1, 0.1]))
    wheel = model.body("wheel", disc(1.0, 0.2), at=np.eye(dimension)[0])
    for first, second, speed, place in ((model.ground, crank, 2.0, 0.0), (crank, wheel, -15.0, 1.0)):
        place = place * np.eye(dimension)[0]
        model.join(revolute(first.point_at(place), second.point_at(place), axis=axis))
        model.join(rotated_AR(*angle_vectors(first, second, axis), Motion.polynomial(0, speed)))
    return model, axis


@pytest.mark.parametrize("dimension, kind", [(2, "full"), (2, "reduced"), (3, "full"), (3, "reduced")])
def test_angle_from_another_body(dimension, kind):
    model, axis = driven_pair(dimension, kind)
    t = np.linspace(0, 3, 31)
    run = model.kinematic_analysis(t)
    np.testing.assert_allclose(run.angle("crank", axis), 2 * t, atol=1e-9)
    np.testing.assert_allclose(run.angle("wheel", axis), -13 * t, atol=1e-9)
    np.testing.assert_allclose(run.angle("wheel", axis, relative_to="crank"), -15 * t, atol=1e-9)
    crank, wheel = model.bodies.values()
    np.testing.assert_allclose(run.angle(crank, axis, relative_to=wheel), 15 * t, atol=1e-9)
    if dimension == 3:
        own = crank.vector_along(3 * axis)               # an axis may be a vector of a body, of any length
        np.testing.assert_allclose(run.angle("wheel", own, relative_to="crank"), -15 * t, atol=1e-9)
        np.testing.assert_allclose(run.angle("crank", -axis), -2 * t, atol=1e-9)


def test_what_has_no_angle_is_told():
    model, axis = driven_pair(3)
    dot = model.body("dot", massless(), kind="point")
    model.join(CP(dot.point(), model.ground.point()))
    run = model.kinematic_analysis([0.0, 0.1])
    with pytest.raises(ValueError, match="an angle in space needs an axis"):
        run.angle("crank")
    with pytest.raises(ValueError, match="crank does not turn about this axis alone: it leans away from"):
        run.angle("crank", [0, 0, 1])
    for ask in (run.axes, run.angle, run.angular_velocity, run.angular_acceleration):
        with pytest.raises(ValueError, match="dot is a mere point and does not turn"):
            ask(dot)
        with pytest.raises(KeyError, match="there is no body 'crnak'; did you mean 'crank'"):
            ask("crnak")


@pytest.mark.parametrize("kind", ["full", "reduced"])
def test_angular_momentum_about_a_point(kind):
    """Of one body ``I omega + m (r_C - r_P) x v_C``; about its own centre of mass it stays in free flight."""
    model, body = flying(kind)
    run = model.simulate(1.0, samples=5)
    m, C, v = body.solid.mass, run.position("second.com"), run.velocity("second.com")
    I = run.axes("second") @ body.solid.inertia @ run.axes("second").transpose(0, 2, 1)
    own = np.einsum("kij,kj->ki", I, run.angular_velocity("second"))
    place = np.array([0.4, -2.0, 1.0])
    expected = own + m * np.cross(C - place, v)
    np.testing.assert_allclose(run.angular_momentum(about=place), expected, atol=INTEGRATED)
    np.testing.assert_allclose(run.angular_momentum(), own + m * np.cross(C, v), atol=INTEGRATED)
    about_com = run.angular_momentum(about="second.com")
    np.testing.assert_allclose(about_com, own, atol=INTEGRATED)
    np.testing.assert_allclose(about_com, [about_com[0]] * 5, atol=INTEGRATED)
    np.testing.assert_allclose(run.angular_momentum(about=C), about_com, atol=1e-12)
    with pytest.raises(ValueError, match="a place of 3 numbers is asked for"):
        run.angular_momentum(about=[0, 1])


def test_kepler_keeps_the_moment_about_the_sun_only():
    """A planar stone on a spring from (1, 0): its moment of momentum stays about the foot, not the origin."""
    model = Model(gravity=[0, 0])
    stone = model.body("stone", point_mass(2.0), at=[2, 0], velocity=[0, 3], kind="point")
    model.apply(spring(model.ground.point(1, 0), stone.point(), 5.0, length=0.5))
    run = model.simulate(2.0, samples=9)
    np.testing.assert_allclose(run.angular_momentum(about=[1, 0]), 6.0, atol=INTEGRATED)
    assert np.ptp(run.angular_momentum()) > 1


def test_no_warning_where_turns_are_certain():
    model, axis = driven_pair(2)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        model.kinematic_analysis(np.linspace(0, 3, 31)).angle("wheel")


def test_a_table_takes_whole_histories_only(tmp_path):
    """Two numbers for three times are refused, and no file is begun."""
    run = Model(gravity=[0, 0])
    run.body("stone", point_mass(1.0), kind="point")
    run = run.simulate(1.0, samples=3)
    with pytest.raises(ValueError, match="column 'x' must hold one number for each of the 3 times, but has"):
        run.to_csv(tmp_path / "x.csv", {"x": [1, 2]})
    assert not (tmp_path / "x.csv").exists()
    run.to_csv(tmp_path / "x.csv", {"x": [1, 2, 3]})
    assert (tmp_path / "x.csv").read_text().split() == ["t,x", "0.0,1.0", "0.5,2.0", "1.0,3.0"]
