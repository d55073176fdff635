"""Inputs in time are not jumped over: a push, a bump of a motor; what does not change costs nothing."""

import functools

import numpy as np
import pytest

from fcclearn import Model, Motion, angle_vectors, point_force, revolute, rod, rotated_AR, spring
from fcclearn.simulation.inputs import changes

SEEN = 1e-6
"""Metres by which the answer to a push may be off, against a run of short steps."""


def hanging(push=None):
    model = Model(gravity=[0, -9.81])
    bar = model.body("bar", rod(1.0, 1.0), along=([0, 0], [0, -1]))
    model.join(revolute(model.ground.point(0, 0), bar.point("start")), name="pin")
    if push:
        model.apply(point_force(bar.point("com"), push), name="push")
    return model


def half_sine(t):
    """10 N at most, for a fifth of a second, five seconds after the start."""
    return [10 * np.sin(np.pi * (t - 5) / 0.2), 0.0] if 5 < t < 5.2 else [0.0, 0.0]


@functools.cache
def swing_in_short_steps():
    return swing(hanging(half_sine).simulate(6.0, step=0.004))


def swing(run):
    return np.abs(run.position("bar.end")[:, 0]).max()


@pytest.mark.parametrize("method", ["projection", "baumgarte", "stiff"])
def test_a_push_on_a_pendulum_at_rest(method):
    """From the linear pendulum: swing 0.475 m; from a run in steps of 4 ms the rest."""
    assert swing_in_short_steps() == pytest.approx(0.475, abs=5e-4)
    run = hanging(half_sine).simulate(6.0, method=method)
    assert abs(swing(run) - swing_in_short_steps()) < SEEN


def test_breakpoints_allow_long_steps():
    run = hanging(half_sine).simulate(8.0, step=1.0, breakpoints=[5.0, 5.2])
    assert swing(run) == pytest.approx(0.475, abs=5e-4) and run.counts.steps < 100


@pytest.mark.parametrize("breakpoints", [[-1.0], [9.0], "now", [np.nan]])
def test_breakpoints_are_times_of_the_run(breakpoints):
    with pytest.raises(ValueError, match="breakpoints must be times"):
        hanging().simulate(8.0, breakpoints=breakpoints)


def test_a_bump_of_a_motor_is_followed():
    """The crank is back where it was; in between it stood half a radian aside."""
    s = np.polynomial.Polynomial([0.0, 1.0])                         # 0 to 1 between 5 and 5.2 s
    p = 32 * s**3 * (1 - s) ** 3

    def inside(f, factor=1.0):
        return lambda t: factor * float(f((t - 5) / 0.2)) if 5 < t < 5.2 else 0.0
    model = hanging()
    motion = Motion(inside(p), inside(p.deriv(1), 5.0), inside(p.deriv(2), 25.0))
    model.join(rotated_AR(*angle_vectors(model.ground, model.bodies["bar"]), motion), name="motor")
    run = model.simulate(6.0)
    assert swing(run) == pytest.approx(np.sin(0.5), rel=0.01)          # the samples may miss the very top


def test_what_depends_on_time():
    times = np.linspace(0, 8, 501)
    assert changes(hanging(half_sine), times) and not changes(hanging([1.0, 0.0]), times)
    assert not changes(hanging(), times)
    model = hanging()
    model.apply(spring(model.ground.point(1, 0), model.bodies["bar"].point("end"), 10.0))
    assert not changes(model, times)
    model.join(rotated_AR(*angle_vectors(model.ground, model.bodies["bar"]), Motion.polynomial(0, 1, 2)))
    assert not changes(model, times)


@pytest.mark.parametrize("method", ["energy-momentum", "augmented-lagrangian"])
def test_samples_do_not_cut_the_steps(method):
    """Order two by halving, whatever the samples are; as many steps as were asked for."""
    errors = []
    for step in (0.04, 0.02, 0.01):
        model = hanging()
        model.bodies["bar"].set_velocity([1.5, 0], 3.0)
        run = model.simulate(2.0, method=method, step=step, samples=1001)
        exact = model.simulate(2.0, samples=1001, rtol=1e-12)
        assert run.counts.steps == round(2.0 / step)
        errors.append(np.abs(run.q[-1] - exact.q[-1]).max())
        assert run.violation().max() < 1e-9
    assert 3.8 < errors[0] / errors[1] < 4.3 and 3.9 < errors[1] / errors[2] < 4.1


def test_a_long_run_is_no_fault():
    """More than 300,000 even steps are allowed: only steps that shrink are given up."""
    from fcclearn.simulation.adaptive import WINDOW, Pace
    from fcclearn.simulation.stepping import StepFailed
    even = Pace(1e5)
    for k in range(1, 3 * WINDOW):
        even.check(0.1 * k)
    shrinking, t = Pace(1e5), 0.0
    with pytest.raises(StepFailed, match="dry friction by a sign"):
        for k in range(1, 9 * WINDOW):
            t += 0.1 if k < 2 * WINDOW else 1e-6
            shrinking.check(t)
