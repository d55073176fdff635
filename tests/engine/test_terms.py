"""Products of matrices of constant pattern against dense arrays."""

import numpy as np
import pytest

from fcclearn.engine.matrices import Identity, Pattern
from fcclearn.engine.terms import Product, Terms

ROUNDING = 1e-13


def random_matrix(m, n, rng):
    """A matrix that may have empty rows and columns."""
    rows, columns = np.nonzero(rng.random((m, n)) < 0.4)
    return Pattern(rows, columns, (m, n)).matrix(rng.normal(size=len(rows)))


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("turn", [1.0, 0.6 + 0.8j])
def test_product_agrees_with_dense_arrays(seed, turn):
    rng = np.random.default_rng(seed)
    X, D, Y = (random_matrix(*shape, rng) for shape in ((4, 6), (4, 5), (5, 7)))
    D = D.pattern.matrix(turn * D.data)
    triple = Product(X.pattern.T, D.pattern, Y.pattern)(X.T, D, Y)
    np.testing.assert_allclose(triple.toarray(), X.toarray().T @ D.toarray() @ Y.toarray(), atol=ROUNDING)


def test_identities_are_left_out_of_products():
    X = random_matrix(3, 4, np.random.default_rng(8))
    one = Identity()
    product = Product(one.pattern.T, X.pattern, one.pattern)
    assert product.pattern is X.pattern
    np.testing.assert_array_equal(product(one.T, X, one).toarray(), X.toarray())


def test_terms_may_be_wanted_in_part():
    """The lower triangle of X' X."""
    X = random_matrix(5, 4, np.random.default_rng(9))
    terms, square = Terms(X.pattern.T, X.pattern, keep=lambda i, j: i >= j), np.zeros((4, 4))
    np.add.at(square, (terms.rows, terms.columns), terms.values(X.data, X.data))
    np.testing.assert_allclose(square, np.tril(X.toarray().T @ X.toarray()), atol=ROUNDING)
