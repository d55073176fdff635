"""A constraint counts however weak it is: a bar pinned twice, a slider-crank beside its dead centre."""

import numpy as np
import pytest

from fcclearn import Model, Motion, box, revolute, rod, stroke, translational

HELD = 1e-6
"""Share by which a force may be off that the weak constraint makes 1e5 times as large as the weight."""

STILL = 1e-7
"""A locked bar may move by as much [m]: steps are as long as the run, so rounding counts by their square."""


def pinned_twice(apart, kind="full"):
    """A level bar of 1 kg and 1 m, pinned at its start and once more a little further on: locked."""
    model = Model(gravity=[0, -9.81], kind=kind)
    bar = model.body("bar", rod(1.0, 1.0), along=([0, 0], [1, 0]))
    model.join(revolute(model.ground.point(0, 0), bar.point("start")), name="pin")
    model.join(revolute(model.ground.point(apart, 0), bar.point_at([apart, 0])), name="second")
    return model


@pytest.mark.parametrize("kind", ["full", "reduced"])
@pytest.mark.parametrize("apart", [1e-2, 3e-4, 1e-4, 1e-5])
def test_the_second_pin_carries_the_moment_of_the_weight(apart, kind):
    run = pinned_twice(apart, kind).simulate(0.2, samples=3)
    np.testing.assert_allclose(run.reaction("second").force[:, 1], 4.905 / apart, rtol=HELD)
    assert np.abs(run.position("bar.end") - [1, 0]).max() < STILL


@pytest.mark.parametrize("way", ["dense", "band", "row selection", "minimum norm"])
def test_every_solver_gives_the_reaction(way):
    """Asked for by name, the soft ways too are exact where a result is read off."""
    run = pinned_twice(3e-4).simulate(0.01, samples=3, solver=way)
    np.testing.assert_allclose(run.reaction("second").force[0, 1], 4.905 / 3e-4, rtol=HELD)


def test_a_weak_start_is_told():
    run = pinned_twice(1e-4).simulate(0.1, samples=3)
    assert any("almost redundant" in text for text in run.counts.warnings)
    assert not any("redundant" in text for text in pinned_twice(0.5).simulate(0.1, samples=3).counts.warnings)


@pytest.mark.parametrize("angle", [1e-2, 1e-4])
def test_a_slider_crank_held_beside_its_dead_centre(angle):
    """Crank 1 m, rod 2 m, both of 1 kg, slider held: virtual work gives the force, about 1 / angle."""
    model = Model(gravity=[0, -9.81])
    pin = np.array([np.cos(angle), np.sin(angle)])
    slope = np.arcsin(np.sin(angle) / 2)
    end = pin + 2 * np.array([np.cos(slope), -np.sin(slope)])
    crank = model.body("crank", rod(1.0, 1.0), along=([0, 0], pin))
    coupler = model.body("rod", rod(1.0, 2.0), along=(pin, end))
    slider = model.body("slider", box(1.0, [0.1, 0.1, 0.1]), at=end)
    model.join(revolute(model.ground.point(0, 0), crank.point("start")))
    model.join(revolute(crank.point("end"), coupler.point("start")))
    model.join(revolute(coupler.point("end"), slider.point("com")))
    model.join(translational(model.ground.point(0, 0), slider.point("com"), axis=[1, 0]))
    place, held = slider.point("com"), Motion.constant(float(end[0]))
    model.join(stroke(model.ground.vector(1, 0), model.ground.point(0, 0), place, held), name="hold")
    # d(height of the centres of mass)/d(angle) against dx/d(angle) of the slider
    turn = np.cos(angle) / (2 * np.cos(slope))                       # d(slope)/d(angle)
    lift = 0.5 * np.cos(angle) + np.cos(angle) - np.cos(slope) * turn
    advance = -np.sin(angle) - 2 * np.sin(slope) * turn
    expected = 9.81 * lift / advance
    run = model.simulate(0.01, samples=3)
    np.testing.assert_allclose(run.effort("hold")[0], expected, rtol=1e-5)
