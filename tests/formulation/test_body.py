"""Poses and velocities of bodies of every kind, and what can be fixed in them."""

import numpy as np
import pytest
from motions import ROUNDING, two_bodies

from fcclearn import Model, box, massless, planar, point_mass, rod


def test_a_point_body_holds_nothing_but_its_point():
    model = Model(gravity=[0, -9.81])
    bob = model.body("bob", point_mass(2.0), kind="point", at=[1, 0])
    assert bob.q.tolist() == [1, 0] and model.system.m == 0
    np.testing.assert_array_equal(model.system.mass(bob.q).toarray(), 2 * np.eye(2))
    np.testing.assert_allclose(model.system.force(bob.q, bob.qd), [0, -19.62])
    for call in (lambda: bob.point(1, 0), lambda: bob.vector(1, 0), lambda: bob.point_at([0, 0]),
                 lambda: bob.vector_along([1, 0])):
        with pytest.raises(ValueError, match="bob is a mere point: it has no axes"):
            call()
    words = "plate has an inertia, or its mass away from its origin, and cannot be a mere point"
    with pytest.raises(ValueError, match=words):
        model.body("plate", box(1.0, [1, 1, 1]), kind="point")


@pytest.mark.parametrize("dimension", [2, 3])
def test_a_body_lies_along_two_points(dimension):
    rng = np.random.default_rng(0)
    start, direction = rng.normal(size=dimension), rng.normal(size=dimension)
    end = start + 2.0 * direction / np.linalg.norm(direction)
    body = Model(gravity=np.zeros(dimension)).body("bar", rod(1.0, 2.0), along=(start, end))
    np.testing.assert_allclose(body.point("start").at_start(), start, atol=ROUNDING)
    np.testing.assert_allclose(body.point("end").at_start(), end, atol=ROUNDING)
    assert np.linalg.det(body.axes) == pytest.approx(1)


def test_along_works_for_ends_that_are_not_on_u():
    solid = planar(1.0, 0.1, start=[0.1, 0.2], end=[0.1, 1.2])
    body = Model(gravity=[0, 0]).body("plate", solid, along=([3, 4], [4, 4]))
    np.testing.assert_allclose([body.point(p).at_start() for p in ("start", "end")], [[3, 4], [4, 4]],
                               atol=ROUNDING)


@pytest.mark.parametrize("kind, n", [("full", 12), ("reduced", 9), ("point", 3)])
def test_kinds_of_bodies(kind, n):
    model = Model(gravity=[0, 0, 0], kind=kind)
    assert model.body("a", massless()).q.size == n
    assert model.body("b", massless(), kind="full").q.size == 12


def test_initial_velocities_are_rigid_motions():
    _, _, body, rng = two_bodies(3, "ground", "reduced")
    v, w = rng.normal(size=(2, 3))
    body.set_velocity(v, w)
    tip = body.point(1, 2, 3)
    np.testing.assert_allclose(tip.rate_at_start(), v + np.cross(w, tip.at_start() - body.blocks[0]),
                               atol=ROUNDING)
    body.set_velocity()
    np.testing.assert_array_equal(body.qd, 0)
