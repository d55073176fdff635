"""Matrices of constant pattern and quadratic maps against dense arrays and differences."""

import numpy as np
import pytest

from fcclearn.engine.quadratic import Pattern, Product, QuadraticMap

ROUNDING = 1e-13


def random_pattern(m, n, rng):
    """A pattern that may have empty rows and columns, with data."""
    rows, columns = np.nonzero(rng.random((m, n)) < 0.4)
    return Pattern(rows, columns, (m, n)), rng.normal(size=len(rows))


@pytest.mark.parametrize("seed", range(5))
def test_pattern_and_product_agree_with_dense_arrays(seed):
    rng = np.random.default_rng(seed)
    (X, x), (D, d), (Y, y) = (random_pattern(*shape, rng) for shape in ((4, 6), (4, 5), (5, 7)))
    dense = X.dense(x)
    v, w = rng.normal(size=6), rng.normal(size=4)
    np.testing.assert_allclose(X.times(x, v), dense @ v, atol=ROUNDING)
    np.testing.assert_allclose(X.transposed_times(x, w), dense.T @ w, atol=ROUNDING)
    np.testing.assert_allclose(X.matrix(x).toarray(), dense, atol=0)
    triple = Product(X.T, D, Y)
    np.testing.assert_allclose(triple.pattern.dense(triple.data(x, d, y)), dense.T @ D.dense(d) @ Y.dense(y),
                               atol=ROUNDING)


def test_pattern_refuses_another_order():
    with pytest.raises(ValueError, match="row by row"):
        Pattern([1, 0], [0, 0], (2, 1))


def test_quadratic_map_is_its_own_taylor_series():
    rng = np.random.default_rng(1)
    linear = [(0, 1, 2.0), (1, 0, -1.0), (1, 0, 0.5)]
    quadratic = [(0, 0, 2, 3.0), (1, 1, 1, -2.0), (1, 2, 0, 1.5)]
    f = QuadraticMap((2, 3), [0.5, -1.0], linear, quadratic)
    q, v, a = rng.normal(size=(3, 3))
    J = f.jacobian(q).toarray()
    np.testing.assert_allclose(f.value(q + v), f.value(q) + J @ v + 0.5 * f.convective(v), atol=ROUNDING)
    # the discrete gradient
    np.testing.assert_allclose(f.value(q + v) - f.value(q), f.jacobian(q + v / 2) @ v, atol=ROUNDING)
    np.testing.assert_allclose(f.value(q, f.data(q)), f.value(q), atol=0)
    assert np.iscomplexobj(f.value(q + 1j * a))
