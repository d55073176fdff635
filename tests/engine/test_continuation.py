"""Steps of a driven motion that are halved until each end predicts the other."""

from types import SimpleNamespace

import numpy as np
import pytest

from fcclearn.engine.continuation import LostBranch, Moving, follow, misses, turned_round

UNITS = SimpleNamespace(columns=np.ones(2))
START = Moving(0.0, np.array([1.0, 0.0]), np.array([0.0, 1.0]), np.array([-1.0, 0.0]), np.eye(2))


def circling(found):
    """A point on the unit circle at 1 rad/s; `found` collects the times that were asked for."""
    def find(q, t):
        found.append(t)
        q = np.array([np.cos(t), np.sin(t)])
        return Moving(t, q, np.array([-q[1], q[0]]), -q, np.eye(2))
    return find


def test_a_short_step_is_one_step():
    found, kinks = [], []
    assert follow(circling(found), START, 0.2, UNITS, kinks).t == 0.2
    assert found == [0.2] and kinks == []


def test_a_long_way_is_taken_in_steps():
    """Twenty turns; each end misses the other by h^3/6 where the way is h: steps of 0.7 rad at most."""
    found, kinks = [], []
    end = follow(circling(found), START, 40 * np.pi, UNITS, kinks)
    np.testing.assert_allclose(end.q, START.q, atol=1e-12)
    assert end.t == 40 * np.pi and kinks == [] and 150 < len(found) < 1000


def test_misses_fall_with_the_third_power():
    find = circling([])
    (one, _), (half, way) = (misses(START, find(None, h), UNITS) for h in (0.1, 0.05))
    assert one / half == pytest.approx(8, rel=0.1) and way == pytest.approx(0.05, rel=0.01)


def test_a_jacobian_that_turned_round():
    assert turned_round(START, START._replace(J=np.diag([1.0, -1.0])))
    assert not turned_round(START, START._replace(J=np.array([[0.5, -1.0], [1.0, 0.5]])))


@pytest.mark.parametrize("J", [[[1.0, 0.0]], [[1.0, 0.0], [2.0, 0.0]]])
def test_a_freedom_that_is_not_driven_does_not_turn_round(J):
    one, J = START._replace(J=np.array(J)), np.array(J)
    assert not turned_round(one, START._replace(J=J + 0.1)) and turned_round(one, START._replace(J=-J))


def test_what_the_search_says_is_passed_on():
    def find(q, t):
        if t > 0.5:
            raise ArithmeticError("out of reach")
        return circling([])(q, t)
    with pytest.raises(ArithmeticError, match="out of reach"):
        follow(find, START, 1.0, UNITS, [])


def test_a_jump_is_refused():
    def find(q, t):
        return START._replace(t=t, q=START.q + (t > 0.5), qd=np.zeros(2), qdd=np.zeros(2))
    with pytest.raises(LostBranch, match="the position jumps at t = 0.5 s"):
        follow(find, START._replace(qd=np.zeros(2), qdd=np.zeros(2)), 1.0, UNITS, [])
