"""The equations that all orders share: both ways to solve them satisfy them, and each other."""

import numpy as np
import pytest

from fcclearn.benchmarks import a02_n_four_bar
from fcclearn.simulation.orders import OneMatrix, Solves
from fcclearn.simulation.series import Twin

ROUNDED = 1e-10
"""What a penalty of 1e6 and rounding leave of right sides of size 1."""

NEAR = 1e-8
"""As far off the constraints as a long step may end."""

LEFT = 0.1
"""Share of it that one solve may leave, with the penalty and the matrix of the position before."""


@pytest.mark.parametrize("way", [OneMatrix, Solves])
@pytest.mark.parametrize("kind", ["full", "reduced"])
def test_answers_satisfy_equations_of_which_some_say_the_same(way, kind):
    twin, rng = Twin(a02_n_four_bar.build(kind, 3, 1).system), np.random.default_rng(2)
    system, M = twin.system, twin.M.toarray()
    y = system.y(system.layout.start()[0])
    _, _, solved = way(twin.M, twin.F).at(y, 0 * y)
    J = twin.F.jacobian(y).toarray()
    assert np.linalg.matrix_rank(J) < len(J)
    right, gamma = rng.normal(size=system.ny), J @ rng.normal(size=system.ny)
    a, lam = np.split(solved(np.concatenate([right, gamma])), [system.ny])
    assert np.abs(J @ a - gamma).max() < ROUNDED
    assert np.abs(M @ a + J.T @ lam - right).max() < ROUNDED
    other = (Solves if way is OneMatrix else OneMatrix)(twin.M, twin.F).at(y, 0 * y)[2]
    b, nu = np.split(other(np.concatenate([right, gamma])), [system.ny])
    assert np.abs(a - b).max() < ROUNDED and np.abs(J.T @ (lam - nu)).max() < ROUNDED


@pytest.mark.parametrize("way", [OneMatrix, Solves])
def test_a_start_is_brought_onto_the_constraints(way):
    """Position and velocity, by the shortest ways: M dy and M dv are some J' lam."""
    twin, rng = Twin(a02_n_four_bar.build("full", 3, 1).system), np.random.default_rng(3)
    exact = twin.system.y(twin.system.layout.start()[0])
    y, v = exact + NEAR * rng.normal(size=len(exact)), NEAR * rng.normal(size=len(exact))
    y1, v1, _ = way(twin.M, twin.F).at(y, v)
    M, J = twin.M.toarray(), twin.F.jacobian(y1).toarray()
    assert np.abs(twin.F.value(y)).max() > NEAR > NEAR * LEFT > np.abs(twin.F.value(y1)).max()
    assert np.abs(J @ v).max() > NEAR > NEAR * LEFT > np.abs(J @ v1).max()
    for change in (y1 - y, v1 - v):
        multipliers, *_ = np.linalg.lstsq(J.T, M @ change, rcond=1e-9)
        assert np.abs(J.T @ multipliers - M @ change).max() < NEAR * LEFT
