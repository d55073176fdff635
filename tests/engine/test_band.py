"""A matrix stored by its diagonals, against the dense one."""

import numpy as np
import pytest
import scipy

from fcclearn.benchmarks.a02_n_four_bar import build
from fcclearn.engine.band import Band, solve_general
from fcclearn.engine.matrices import Pattern

ROUNDING = 1e-9
"""Share of the largest entry: solutions of systems with a condition of up to a million."""


def chain(n, seed=0):
    """M, and X and Y of one pattern, of a chain whose links are numbered at random: its band is narrow only
    after renumbering."""
    rng = np.random.default_rng(seed)
    number = rng.permutation(n)
    entries = sorted((k, number[k + side]) for k in range(n - 1) for side in (0, 1))
    Phi_q = Pattern(*np.array(entries).T, (n - 1, n))
    M = Pattern(np.arange(n), np.arange(n), (n, n))
    X, Y = (Phi_q.matrix(rng.normal(size=len(entries))) for _ in range(2))
    return M.matrix(rng.uniform(1, 2, size=n)), X, Y


@pytest.mark.parametrize("n", [2, 7, 40])
def test_the_band_of_a_chain_is_narrow_and_holds_the_matrix(n):
    M, X, _ = chain(n)
    band = Band(M.pattern, X.pattern)
    assert band.width <= 1 and sorted(band.order) == list(range(n))
    dense = M.toarray() + X.toarray().T @ X.toarray()
    turned = dense[np.ix_(band.order, band.order)]
    stored = band.assemble(M, X, X)
    assert stored.shape == (band.width + 1, n)
    for k in range(band.width + 1):
        np.testing.assert_allclose(stored[k, : n - k], turned.diagonal(-k), atol=1e-13)


@pytest.mark.parametrize("n", [2, 7, 40])
def test_general_solve_of_band_and_dense_matrix(n):
    """``M + X' Y`` with X unlike Y is not symmetric: its transposed one would give another answer."""
    M, X, Y = chain(n)
    dense, right = M.toarray() + X.toarray().T @ Y.toarray(), np.random.default_rng(1).normal(size=n)
    expected = np.linalg.solve(dense, right)
    band = Band(M.pattern, X.pattern, symmetric=False)
    kept = right.copy()
    found = solve_general(band.assemble(M, X, Y), right, band)
    scale = np.abs(expected).max()
    np.testing.assert_allclose(found, expected, atol=ROUNDING * scale)
    np.testing.assert_allclose(solve_general(dense, right), expected, atol=ROUNDING * scale)
    np.testing.assert_array_equal(right, kept)
    assert np.abs(np.linalg.solve(dense.T, right) - expected).max() > 1e-3 * scale


def test_a_mechanism_of_many_windows_has_a_band_that_does_not_grow():
    widths = [Band(*build("full", 2, windows).system.patterns).width for windows in (5, 20)]
    assert widths[0] == widths[1] < 40


def test_a_mechanism_in_its_band_is_its_dense_matrix():
    system = build("reduced", 3, 2).system
    q, _ = system.layout.start()
    M, Phi_q, band = system.mass(q), system.phi_q(q), Band(*system.patterns)
    right = np.random.default_rng(2).normal(size=system.n)
    dense = M.toarray() + 10.0 * Phi_q.toarray().T @ Phi_q.toarray() + 1e-3 * np.eye(system.n)
    stored = band.assemble(M, 10.0 * Phi_q, Phi_q)
    stored[0] += 1e-3
    found = np.empty(system.n)
    found[band.order] = scipy.linalg.solveh_banded(stored, right[band.order], lower=True)
    np.testing.assert_allclose(found, np.linalg.solve(dense, right), atol=ROUNDING * np.abs(found).max())


@pytest.mark.parametrize("K", [np.zeros((2, 2)), np.ones((2, 2)), np.full((2, 2), np.nan)])
def test_a_singular_matrix_has_no_solution(K):
    assert solve_general(K, np.ones(2)) is None
