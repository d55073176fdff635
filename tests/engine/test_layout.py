"""Where the vectors of bodies stand in q and in y."""

import numpy as np
import pytest
from motions import ROUNDING, two_bodies

from fcclearn import Model, massless, point_mass, rod
from fcclearn.engine.layout import Layout
from fcclearn.engine.quadratic import Same
from fcclearn.formulation.coordinates import V, full_coordinates
from fcclearn.formulation.equations import Instant


def bodies(dimension):
    model = Model(gravity=np.zeros(dimension))
    return [model.body(kind, massless() if kind == "point" else rod(1.0, 1.0), kind=kind)
            for kind in ("reduced", "point", "full")]


@pytest.mark.parametrize("dimension, n, ny", [(2, 4 + 2 + 6, 12), (3, 9 + 3 + 12, 24 + 3)])
def test_sizes_and_labels(dimension, n, ny):
    """A computed w of a reduced body in space stands behind q; in the plane v = Q u needs no place."""
    layout = Layout(bodies(dimension), dimension)
    assert (layout.n, layout.ny, len(layout.labels)) == (n, ny, n)
    assert isinstance(layout.extension, Same) == (ny == n)
    names = [f"{body}.{vector}.{x}" for body, vectors in (("reduced", "ruv"[:dimension]), ("point", "r"),
                                                          ("full", "ruvw"[:dimension + 1]))
             for vector in vectors for x in "xyz"[:dimension]]
    assert layout.labels == names


@pytest.mark.parametrize("dimension", [2, 3])
def test_the_extension_holds_the_full_coordinates(dimension):
    """Entries and signs of y make q3 of each body, and rows of V its Jacobian, at any q."""
    all_of_them = bodies(dimension)
    layout, q = Layout(all_of_them, dimension), np.random.default_rng(1).normal(size=24)
    q = q[: layout.n]
    y, dense = layout.extension.value(q), np.eye(layout.n)
    if layout.ny > layout.n:
        dense = layout.extension.jacobian(q).toarray()
    for body in all_of_them:
        index, sign = layout.place[body]
        stored = index[: body.n_stored].ravel()
        if body.kind != "point":
            q3 = full_coordinates(q[stored], dimension, body.kind)
            np.testing.assert_allclose((sign * y[index]).ravel(), q3, atol=ROUNDING)
            np.testing.assert_allclose((sign.ravel()[:, None] * dense[index.ravel()])[:, stored],
                                       V(q[stored], dimension, body.kind), atol=ROUNDING)
        else:
            np.testing.assert_array_equal(y[index[0]], q[stored])


@pytest.mark.parametrize("dimension, first, second", [(2, "reduced", "full"), (3, "reduced", "full"),
                                                      (3, "ground", "reduced")])
def test_an_element_in_terms_of_y(dimension, first, second):
    """Constant and terms give what the derivation gives, for a sum over bodies and the ground."""
    model, i, j, rng = two_bodies(dimension, first, second)
    layout = model.system.layout
    element = 2 * i.vector(rng.normal(size=dimension)) + (j.point(rng.normal(size=dimension)) - i.point())
    q = layout.start()[0] + 0.3 * rng.normal(size=layout.n)
    constant, terms = layout.affine(element)
    x, y = constant.copy(), layout.extension.value(q)
    for k, column, coefficient in terms:
        x[k] += coefficient * y[column]
    np.testing.assert_allclose(x, Instant(layout.bodies, q).element(element).x, atol=ROUNDING)


def test_shared_vectors_have_one_place_and_the_first_one_s_name():
    model = Model(gravity=[0, 0, 0])
    one, two = (model.body(name, rod(1.0, 1.0), kind="reduced") for name in ("one", "two"))
    layout = Layout([one, two], 3, [((one, "v"), (two, "u"))])
    assert layout.n == 15 and layout.ny == 21
    np.testing.assert_array_equal(layout.place[two][0][1], layout.place[one][0][2])
    assert "one.v.x" in layout.labels and not any(label.startswith("two.u") for label in layout.labels)


def test_the_start_is_that_of_the_bodies():
    model = Model(gravity=[0, 0])
    bob = model.body("bob", point_mass(1.0), kind="point", at=[1, 2], velocity=[3, 4])
    bar = model.body("bar", rod(1.0, 2.0), kind="reduced", along=([0, 0], [0, 2]), angular_velocity=5.0)
    q, qd = Layout([bar, bob], 2).start()
    np.testing.assert_allclose(q, [0, 1, 0, 1, 1, 2], atol=ROUNDING)
    np.testing.assert_allclose(qd, [0, 0, -5, 0, 3, 4], atol=ROUNDING)
