"""What the methods share to step: the motion between the ends of a step."""

import numpy as np
import pytest

from fcclearn.simulation.stepping import hermite

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
