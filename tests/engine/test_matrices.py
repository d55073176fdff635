"""Matrices of constant pattern against dense arrays."""

import sys
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from fcclearn.benchmarks import BENCHMARKS
from fcclearn.engine.matrices import FEW, Pattern

ROUNDING = 1e-13


def random_matrix(m, n, rng):
    """A matrix that may have empty rows and columns."""
    rows, columns = np.nonzero(rng.random((m, n)) < 0.4)
    return Pattern(rows, columns, (m, n)).matrix(rng.normal(size=len(rows)))


@pytest.mark.parametrize("shape", [(4, 6), (1, 3), (5, 1), (40, 60)])
@pytest.mark.parametrize("turn", [1.0, 0.6 + 0.8j])
def test_pattern_agrees_with_dense_arrays(shape, turn):
    """Few numbers and many, real and complex."""
    rng = np.random.default_rng(shape[0])
    X, v, w = random_matrix(*shape, rng), rng.normal(size=shape[1]), turn * rng.normal(size=shape[0])
    assert X.pattern.few == (shape != (40, 60)) == (len(X.data) <= FEW)
    dense = X.toarray()
    np.testing.assert_allclose(X @ (turn * v), dense @ (turn * v), atol=ROUNDING)
    np.testing.assert_allclose(X.T @ w, dense.T @ w, atol=ROUNDING)
    several, others = rng.normal(size=(shape[1], 3)), rng.normal(size=(shape[0], 2))
    np.testing.assert_allclose(X @ several, dense @ several, atol=ROUNDING)
    np.testing.assert_allclose(X.T @ others, dense.T @ others, atol=ROUNDING)
    for left, right in ((X, v), (X.T, w)):
        with pytest.raises(ValueError, match="mismatch"):
            left @ np.append(right, 1.0)
    turned = X.pattern.matrix(turn * X.data)
    np.testing.assert_allclose(turned @ v, turn * dense @ v, atol=ROUNDING)
    np.testing.assert_allclose(turned.toarray(), turn * dense, atol=0)
    np.testing.assert_allclose((np.float64(3.0) * X).toarray(), 3.0 * dense, atol=0)
    np.testing.assert_allclose(X.T.toarray(), dense.T, atol=0)
    np.testing.assert_allclose(X.tosparse().toarray(), dense, atol=0)


def test_a_matrix_without_numbers_is_zero():
    X = Pattern([], [], (2, 3)).matrix(np.zeros(0))
    np.testing.assert_array_equal(X @ np.ones(3), np.zeros(2))
    np.testing.assert_array_equal(X.T @ np.ones(2), np.zeros(3))
    assert (X @ np.ones(3)).dtype == (X.T @ np.ones(2)).dtype == float


def test_matrices_of_one_pattern_keep_their_own_numbers():
    """A matrix is an object of its own: making and using a second one does not change the first."""
    rng = np.random.default_rng(7)
    first = random_matrix(3, 4, rng)
    v, before = rng.normal(size=4), first.toarray()
    second = first.pattern.matrix(rng.normal(size=len(first.data)))
    sparse = first.tosparse()
    np.testing.assert_allclose(second @ v + first @ v, (second.toarray() + before) @ v, atol=ROUNDING)
    np.testing.assert_array_equal(sparse.toarray(), before)


def test_pattern_refuses_another_order():
    with pytest.raises(ValueError, match="row by row"):
        Pattern([1, 0], [0, 0], (2, 1))


def test_threads_may_share_a_model():
    """A pattern lends its numbers to one SciPy array: threads that change places in between must not meet."""
    model = BENCHMARKS["A02"].build("reduced", windows=20)

    def end(_):
        return model.simulate(0.1, samples=2).q[-1]

    alone, usual = end(0), sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        with ThreadPoolExecutor(4) as threads:
            together = list(threads.map(end, range(4)))
    finally:
        sys.setswitchinterval(usual)
    for q in together:
        np.testing.assert_array_equal(q, alone)
