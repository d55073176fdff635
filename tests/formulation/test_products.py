"""The kinds of equation answer for themselves: numbers at an instant, and a polynomial to compile."""

import numpy as np
import pytest
from motions import ROUNDING, check_derivatives, rank, two_bodies

from fcclearn import Model
from fcclearn.formulation.constraints import rigid_body


def test_triad_by_the_cross_product():
    """Theory section 1.4: w - u x v = 0 and three products:
    the same rank and motions, and no mirror image."""
    model, _, plain, rng = two_bodies(3, "ground", "full")
    other = Model(gravity=model.gravity)
    body = other.body("second", plain.solid, at=plain.blocks[0], axes=plain.axes, triad="cross")
    assert other.system.m == 6 == rank(other)
    assert [c.kind for c in rigid_body(body)] == ["unit module", "unit module", "constant angle", "triad"]
    check_derivatives(other)
    q, motion = body.q, rng.normal(size=12)
    u, v, w = (q + motion).reshape(4, 3)[1:]
    np.testing.assert_allclose(other.system.phi(q + motion)[3:], w - np.cross(u, v), atol=ROUNDING)
    # motions that the products allow
    rigid = np.linalg.svd(model.system.phi_q(q).toarray())[2][6:]
    np.testing.assert_allclose(other.system.phi_q(q) @ rigid.T, 0, atol=ROUNDING)
    q[9:] *= -1
    assert np.abs(model.system.phi(q)).max() < ROUNDING and np.abs(other.system.phi(q)).max() > 0.1
    assert r"(w - u \times v)_y = 0" in rigid_body(body)[-1]._repr_latex_()
    for dimension, kind, triad in ((3, "reduced", "cross"), (2, "full", "cross"), (3, "full", "crossed")):
        words = (f"the triad of b is kept by 'products', or of a full body in space by 'cross', "
                 f"not by '{triad}'")
        with pytest.raises(ValueError, match=words):
            Model(gravity=np.zeros(dimension)).body("b", plain.solid, kind=kind, triad=triad)
