"""Matrices of constant pattern against dense arrays."""

import sys
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from fcclearn.benchmarks import BENCHMARKS
from fcclearn.engine.matrices import Identity, Pattern, Product

ROUNDING = 1e-13


def random_matrix(m, n, rng):
    """A matrix that may have empty rows and columns."""
    rows, columns = np.nonzero(rng.random((m, n)) < 0.4)
    return Pattern(rows, columns, (m, n)).matrix(rng.normal(size=len(rows)))


@pytest.mark.parametrize("seed", range(5))
def test_pattern_and_product_agree_with_dense_arrays(seed):
    rng = np.random.default_rng(seed)
    X, D, Y = (random_matrix(*shape, rng) for shape in ((4, 6), (4, 5), (5, 7)))
    dense, v, w = X.toarray(), rng.normal(size=6), rng.normal(size=4)
    np.testing.assert_allclose(X @ v, dense @ v, atol=ROUNDING)
    np.testing.assert_allclose(X.T @ w, dense.T @ w, atol=ROUNDING)
    np.testing.assert_allclose((np.float64(3.0) * X).toarray(), 3.0 * dense, atol=0)
    np.testing.assert_allclose(X.T.toarray(), dense.T, atol=0)
    np.testing.assert_allclose(X.tosparse().toarray(), dense, atol=0)
    triple = Product(X.pattern.T, D.pattern, Y.pattern)(X.T, D, Y)
    np.testing.assert_allclose(triple.toarray(), dense.T @ D.toarray() @ Y.toarray(), atol=ROUNDING)


def test_matrices_of_one_pattern_keep_their_own_numbers():
    """A matrix is an object of its own: making and using a second one does not change the first."""
    rng = np.random.default_rng(7)
    first = random_matrix(3, 4, rng)
    v, before = rng.normal(size=4), first.toarray()
    second = first.pattern.matrix(rng.normal(size=len(first.data)))
    sparse = first.tosparse()
    np.testing.assert_allclose(second @ v + first @ v, (second.toarray() + before) @ v, atol=ROUNDING)
    np.testing.assert_array_equal(sparse.toarray(), before)


def test_identities_are_left_out_of_products():
    X = random_matrix(3, 4, np.random.default_rng(8))
    one = Identity()
    product = Product(one.pattern.T, X.pattern, one.pattern)
    assert product.pattern is X.pattern
    np.testing.assert_array_equal(product(one.T, X, one).toarray(), X.toarray())


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
