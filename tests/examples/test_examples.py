"""The example mechanisms keep what they must, and full and reduced bodies move alike."""

import numpy as np
import pytest

from fcclearn import Model, Motion, SimulationError, box, revolute
from fcclearn.examples import (
    four_bar,
    peaucellier,
    pendulum_chain,
    printed_sign,
    recorded_angle,
    slider_crank,
    two_link_arm,
    workshop,
)

KEPT = 1e-7
"""Largest deviation of an invariant at the default tolerance of 1e-9, over two seconds [J, m or kg m2/s]."""

ALIKE = 1e-6
"""Largest difference between full and reduced bodies over two seconds [m]."""


@pytest.mark.parametrize("build, invariants, point", [
    (slider_crank.build, slider_crank.invariants, "slider"),
    (lambda kind: pendulum_chain.build(1, kind), pendulum_chain.invariants, "link 1.end"),
    (lambda kind: pendulum_chain.build(3, kind), pendulum_chain.invariants, "link 3.end")],
                         ids=["slider-crank", "one link", "three links"])
def test_invariants_hold_and_kinds_agree(build, invariants, point):
    runs = [build(kind).simulate(2.0) for kind in ("full", "reduced")]
    for run in runs:
        for name, deviation in invariants(run).items():
            assert deviation < KEPT, name
    full, reduced = (run.position(point) for run in runs)
    np.testing.assert_allclose(full, reduced, atol=ALIKE)
    assert np.ptp(full, axis=0).max() > 0.1                # it did move


@pytest.mark.parametrize("links", [1, 2, 5])
def test_chain_has_three_freedoms_for_each_link(links):
    assert pendulum_chain.build(links).mobility().degrees_of_freedom == 3 * links


@pytest.mark.parametrize("links", [0, -1, 1.5])
def test_chain_refuses_a_number_of_links(links):
    with pytest.raises(ValueError, match="whole number of links"):
        pendulum_chain.build(links)


def test_the_workshop_s_four_bar_is_locked_by_one_crooked_hinge():
    """A degree in one of four axes takes the freedom that the straight loop has."""
    assert workshop.workshop_four_bar().mobility().degrees_of_freedom == 0
    assert workshop.loop(revolute).mobility().degrees_of_freedom == 1


def test_the_workshop_s_shafts_run_evenly_once_the_yoke_is_turned_back():
    """Two Cardan joints of equal angles cancel only if the yokes of the middle shaft lie in one plane."""
    for turn, even in ((workshop.OFF, True), (0.0, False)):
        run = workshop.workshop_shafts(turn).kinematic_analysis(np.linspace(0, 2 * np.pi, 61))
        assert (np.ptp(run.angular_velocity("output")[:, 0]) < KEPT) == even


def test_the_derived_sign_is_the_packages_and_the_printed_one_is_not():
    """Paper A, Eq. (108): both keep energy and constraints, one keeps the angular momentum."""
    model = Model(gravity=[0, 0, 0], kind="reduced")
    model.body("box", box(1.0, [0.3, 0.2, 0.1]), angular_velocity=[0.5, 4.0, 2.0])
    run = model.simulate(1.0, samples=21, rtol=1e-11)
    derived, printed = (printed_sign.float_freely(model, 1.0, 21, sign) for sign in (+1, -1))
    np.testing.assert_allclose(derived.q, run.q, atol=1e-8)
    for each in (derived, printed):
        assert each.energy_drift() < KEPT and each.violation().max() < 1e-8
    change = [np.abs(np.diff(each.angular_momentum(), axis=0)).max() for each in (derived, printed)]
    assert change[0] < KEPT < 1e-4 < change[1]


def test_the_record_is_the_swing_with_noise_of_the_size_that_is_said():
    """At rest the readings scatter by the noise; over the swing they leave the true angle by as much."""
    t, angles = recorded_angle.record()
    off = angles - recorded_angle.angle(t)
    for part in (t < recorded_angle.REST, t >= recorded_angle.REST):
        assert np.std(off[part]) == pytest.approx(recorded_angle.NOISE, rel=0.1)
    assert recorded_angle.angle(t)[t < recorded_angle.REST].max() == 0.0


def test_the_arm_with_a_motor_on_the_ground_moves_as_it_should_and_lacks_the_elbow_s_torque():
    """Same motion, same elbow torque, same power; the shoulder lacks what the elbow's motor leans on."""
    times = np.linspace(0, two_link_arm.DURATION, 31)
    wrong, right = (two_link_arm.two_link_arm(on).kinematic_analysis(times) for on in ("ground", "upper arm"))
    np.testing.assert_allclose(wrong.position("forearm.end"), right.position("forearm.end"), atol=KEPT)
    np.testing.assert_allclose(wrong.driver_power(), right.driver_power(), atol=KEPT)
    elbow = wrong.effort("elbow motor")
    np.testing.assert_allclose(elbow, right.effort("elbow motor"), atol=KEPT)
    lacking = right.effort("shoulder motor") - wrong.effort("shoulder motor")
    np.testing.assert_allclose(lacking, elbow, atol=KEPT)
    (m1, m2), (L1, L2) = two_link_arm.MASSES, two_link_arm.LENGTHS
    assert right.effort("shoulder motor")[0] == pytest.approx(9.81 * (m1 * L1 / 2 + m2 * (L1 + L2 / 2)))


# Peaucellier's linkage


@pytest.mark.parametrize("lengths", [peaucellier.Lengths(), peaucellier.Lengths(0.6, 0.25, 0.3)])
@pytest.mark.parametrize("angle", [-0.9, 0.0, 0.5])
def test_peaucellier_draws_a_straight_line(lengths, angle):
    """D by circles that meet, by the model, and by OB OD = a^2 - b^2."""
    at = peaucellier.places(angle, lengths)
    a, b, c, _ = lengths
    assert at["D"][0] == pytest.approx((a**2 - b**2) / (2 * c), abs=1e-14)
    assert np.linalg.norm(at["B"]) * np.linalg.norm(at["D"]) == pytest.approx(a**2 - b**2, rel=1e-13)
    for first, last in peaucellier.BARS.values():
        size = {"OA": a, "OE": a, "CB": c}.get(first + last, b)
        assert np.linalg.norm(at[last] - at[first]) == pytest.approx(size, abs=1e-14)
    for kind in ("full", "reduced"):
        model = peaucellier.build(angle, lengths, kind)
        assert model.mobility().degrees_of_freedom == 1 and model.mobility().redundant == 0
        assert np.abs(model.system.phi(model.system.layout.start()[0])).max() < 1e-14


def test_a_bar_too_long_bends_the_line_in_the_model_as_by_circles():
    wrong = peaucellier.Lengths(too_long=0.001)
    drive = Motion.polynomial(0.0, 0.5)
    t = np.linspace(0, 1, 6)
    D = peaucellier.build(0.0, wrong, motion=drive).kinematic_analysis(t).position("AD.end")
    np.testing.assert_allclose(D, [peaucellier.places(0.5 * s, wrong)["D"] for s in t], atol=1e-12)
    assert np.ptp(D[:, 0]) > 1e-4


@pytest.mark.filterwarnings("ignore:.*")
def test_a_short_crank_turns_and_a_long_one_stops_at_its_limit():
    turn = four_bar.build(crank=0.4).kinematic_analysis(np.linspace(0, 2, 61))
    np.testing.assert_allclose(turn.q[-1], turn.q[0], atol=1e-10)
    limit = np.degrees(four_bar.limit(1.2))
    with pytest.raises(SimulationError) as stopped:
        four_bar.build(crank=1.2).kinematic_analysis(np.linspace(0, 0.2, 145))   # a quarter degree each
    last = 90 + 180 * stopped.value.result.t[-1]
    assert limit - 0.25 < last < limit


def test_the_driven_four_bar_loses_its_grip_at_the_limit():
    limit = four_bar.limit(1.2)
    smallest = []
    for off in (1e-2, 1e-4):
        system = four_bar.build(1.2, angle=limit - off).system
        J = system.phi_q(system.layout.start()[0], 0.0).toarray()
        smallest.append(np.linalg.svd(J, compute_uv=False)[-1])
    np.testing.assert_allclose(smallest[0] / smallest[1], 10, rtol=0.05)    # like the root of the distance
