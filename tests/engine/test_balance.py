"""The way down to an equilibrium, and Newton's way to the next one."""

import numpy as np
import pytest
from models import pendulum
from numpy.testing import assert_allclose

from fcclearn import Force, moment
from fcclearn.engine.balance import NoEquilibrium, _step, downhill, is_negative, newton, work, zero
from fcclearn.engine.steady import Linear, Steady

FOUND = 1e-9
"""Newton's last step is shorter than 1e-8 and squares its error."""


def linear(K, unbalanced=(0.0,)):
    return Linear(np.eye(len(K)), np.asarray(unbalanced), np.zeros(0), np.eye(len(K)), None, K, 1.0, 1e-15)


def test_a_step_goes_down_whatever_the_curvature():
    """``force / |curvature|``, along the force in either case; the radius shortens soft directions first."""
    curvatures, force, at = np.array([-4.0, 0.5, 2.0]), np.array([0.2, 0.1, -0.3]), linear(np.eye(3))
    assert_allclose(_step(force, curvatures, at, 10.0), force / np.abs(curvatures))
    short = _step(force, curvatures, at, 0.05)
    assert np.linalg.norm(short) == pytest.approx(0.05) and (short * force > 0).all()
    shares = short / (force / np.abs(curvatures))
    assert shares[1] < shares[2] < shares[0] < 1                            # 0.5 is softer than 2 than 4


def test_what_counts_as_a_negative_curvature():
    at = linear(np.eye(1))
    assert zero(np.array([-1e-13, 5.0]), at) == pytest.approx(5e-12)
    assert not is_negative(np.array([-1e-13, 5.0]), at) and is_negative(np.array([-1e-9, 5.0]), at)
    assert not is_negative(np.zeros(0), at)


def level_pendulum(*forces):
    model = pendulum()
    for force in forces:
        model.apply(force(model.bodies["bar"]))
    return model, Steady(model.system, length=2.0), model.system.layout.start()[0]


@pytest.mark.parametrize("search, up", [(downhill, -1.0), (newton, None)])
@pytest.mark.parametrize("start", [[0.8, -0.6, 0.8, -0.6, 0.6, 0.8], [1, 0, 1, 0, 0, 1]])
def test_a_pendulum_finds_an_equilibrium(search, up, start):
    """Downhill to the one that hangs, Newton's method to some one, from the level too, without stiffness."""
    model, steady, q = level_pendulum()
    q[:] = start
    found, at = search(steady, q)
    assert at.is_balanced and np.abs(model.system.phi(found)).max() < FOUND
    assert found[2] == pytest.approx(0.0, abs=FOUND)
    assert found[3] == pytest.approx(up if up else np.sign(found[3]), abs=FOUND)


def test_downhill_leaves_a_saddle_and_newton_stays():
    model, steady, q = level_pendulum()
    upright = q.copy()
    upright[[0, 1, 2, 3, 4, 5]] = [0, 1, 0, 1, -1, 0]
    assert newton(steady, upright)[0][3] == pytest.approx(1.0, abs=FOUND)
    assert downhill(steady, upright)[0][3] == pytest.approx(-1.0, abs=FOUND)


def test_work_between_two_positions():
    """With a potential the fall of the energy; without one the mean force, exact where it is linear."""
    model, steady, q = level_pendulum()
    lower = q + np.array([0, -0.5, 0, -0.5, 0, 0])
    assert work(steady, q, lower) == pytest.approx(9.81 * 0.5)
    _, pushed, _ = level_pendulum(lambda bar: Force([bar.point("com")], lambda t, x, xd: 4.0 * x))
    by_weight, by_push = 9.81 * 0.5, 2.0 * (0.5**2)                           # 4 x from (1, 0) to (1, -0.5)
    assert work(pushed, q, lower) == pytest.approx(by_weight + by_push)


def test_who_is_still_pushed_is_named():
    """A motor that never stops: no position is an equilibrium, and the model is left unjudged."""
    _, steady, q = level_pendulum(lambda bar: moment(bar, 50.0))
    with pytest.raises(NoEquilibrium, match="bar is still pushed"):
        newton(steady, q)
