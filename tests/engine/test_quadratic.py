"""A quadratic map against its own Taylor series."""

import numpy as np

from fcclearn.engine.quadratic import QuadraticMap, Same

ROUNDING = 1e-13


def test_same_is_the_quadratic_map_without_quadratic_terms():
    rng = np.random.default_rng(9)
    written = QuadraticMap((3, 3), np.zeros(3), [(i, i, 1.0) for i in range(3)], [])
    q, v = rng.normal(size=(2, 3))
    for a, b in ((Same().value(q), written.value(q)), (Same().jacobian(q) @ v, written.jacobian(q) @ v),
                 (Same().jacobian(q).T @ v, written.jacobian(q).T @ v),
                 (q + Same().convective(v), q + written.convective(v))):
        np.testing.assert_allclose(a, b, atol=ROUNDING)


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
    np.testing.assert_allclose(f.value(q, f.jacobian(q)), f.value(q), atol=0)
    assert np.iscomplexobj(f.value(q + 1j * a))
