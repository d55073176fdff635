"""What the methods share to step: the motion between the ends of a step, and steps that are halved."""

import numpy as np
import pytest

from fcclearn.benchmarks.a02_n_four_bar import build
from fcclearn.simulation.stepping import Counts, NotConverged, StepFailed, controlled, hermite

STATE = (np.zeros(1),)
"""q alone; these steps change nothing."""

ROUNDING = 1e-13
"""A handful of operations on numbers of size one to ten."""


@pytest.mark.parametrize("share", [0.0, 0.2, 0.7, 1.0])
def test_hermite_follows_any_cubic_and_its_rate(share):
    """Places and rates at both ends determine a cubic, so any cubic must come back; here two coordinates."""
    motion = np.polynomial.Polynomial([1.0, -2.0, 3.0, -0.7]), np.polynomial.Polynomial([0.4, 1.5, -0.6, 0.9])
    start, end = 0.3, 1.1

    def place(t):
        return np.array([x(t) for x in motion])

    def rate(t):
        return np.array([x.deriv()(t) for x in motion])

    at = hermite(start, place(start), rate(start), 5.0, end, place(end), rate(end), 7.0)
    t = start + share * (end - start)
    q, v, work = at(t)
    np.testing.assert_allclose(q, place(t), rtol=0, atol=ROUNDING)
    np.testing.assert_allclose(v, rate(t), rtol=0, atol=ROUNDING)
    assert work == pytest.approx(5.0 + 2.0 * share)


def test_steps_are_halved_and_recover():
    lengths = []

    def advance(t, h, state):
        if 0.3 < t < 0.35 and h > 0.03:
            raise NotConverged("too long")
        lengths.append(h)
        return state, None
    counts = Counts()
    steps = list(controlled(advance, np.array([0.0, 1.0, 2.0]), 0.1, counts, STATE, lambda t, x: x))
    assert steps[-1].end == 2.0 and counts.rejected == 2 and counts.steps == len(steps)
    assert min(lengths) == pytest.approx(0.025) and lengths[-1] == pytest.approx(0.1)
    assert [s.start for s in steps[1:]] == [s.end for s in steps[:-1]]


def test_steps_that_stay_short_are_given_up_if_they_are_too_many():
    """Six minutes went by with a spring of 1e12 N/m."""
    def advance(t, h, state):
        if h > 1.1e-3:
            raise NotConverged("too stiff")
        return state, None

    def steps(end):
        return list(controlled(advance, np.array([0.0, end]), 0.1, Counts(), STATE, lambda t, x: x))

    assert len(steps(2.0)) == pytest.approx(2560, rel=0.1)                          # few enough to go on
    with pytest.raises(StepFailed, match="1000 steps in a row .* take the method 'stiff' or step=0.0008"):
        steps(30.0)


def test_a_step_that_is_much_too_large():
    coarse = build("full", 2, 1).simulate(5.0, "augmented-lagrangian", samples=2, step=5.0)
    assert coarse.counts.rejected > 0
    assert any("the energy balance is off by" in warning for warning in coarse.counts.warnings)
    kept = build("full", 2, 1).simulate(5.0, "energy-momentum", samples=2, step=5.0)
    assert kept.counts.rejected > 0 and kept.energy_drift() < 1e-6
