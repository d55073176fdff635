"""Vectors of which only the direction counts."""

import numpy as np
import pytest
from motions import two_bodies

from fcclearn import AR, PP, AR_star, Model, Motion, point_mass, revolute, rod, rotated_AR, stroke


@pytest.mark.parametrize("kind", ["full", "reduced"])
@pytest.mark.parametrize("driver", [
    lambda g, b, angle: rotated_AR(b.vector(3, 0), g.vector(1, 0), g.vector(0, 1), angle),
    lambda g, b, angle: rotated_AR(b.vector(1, 0), g.vector(3, 0), g.vector(0, 1), angle),
    lambda g, b, angle: rotated_AR(b.vector(1, 0), g.vector(2, 0), g.vector(0, 5), angle),
    lambda g, b, angle: AR(b.vector(2, 0), g.vector(1, 0), angle),
    lambda g, b, angle: AR(b.vector(1, 0), g.vector(3, 0), angle),
    lambda g, b, angle: AR_star(b.vector(2, 0), [1.0, 0.0], angle)])
def test_only_the_direction_of_a_vector_counts(driver, kind):
    """60 degrees are 60 degrees, whatever the vectors' lengths (75.5 and 27.4 for 57.3 were held before)."""
    model = Model(gravity=[0, -9.81], kind=kind)
    bar = model.body("bar", rod(1.0, 1.0), axes=[[0.6, -0.8], [0.8, 0.6]])
    model.join(revolute(model.ground.point(), bar.point()))
    model.join(driver(model.ground, bar, Motion.constant(np.radians(60))), name="angle")
    model.assemble()
    assert np.degrees(np.arctan2(*bar.axes[::-1, 0])) == pytest.approx(60)


def test_a_stroke_is_in_metres_whatever_the_axis():
    model = Model(gravity=[0, 0])
    bead = model.body("bead", point_mass(1.0), kind="point", at=[0.1, 0])
    model.join(stroke(model.ground.vector(2, 0), model.ground.point(), bead.point(), Motion.constant(0.5)))
    model.join(PP(model.ground.vector(0, 3), model.ground.point(), bead.point(), distance=0.2))
    model.assemble()
    np.testing.assert_allclose(bead.blocks[0], [0.5, 0.2], atol=1e-12)


def test_a_vector_that_spans_bodies_has_no_direction_of_its_own():
    model, i, j, _ = two_bodies(2, "full", "full")
    between = i.point(1, 0) - j.point(0, 1)
    with pytest.raises(ValueError, match="this vector is not fixed in one body but spans first, second"):
        AR(between, i.vector(1, 0), Motion.constant(1.0))
    with pytest.raises(ValueError, match="a vector of AR is a zero vector and points nowhere"):
        AR(i.vector(0, 0), j.vector(1, 0), Motion.constant(1.0))
    x = model.ground.vector(1, 0)
    rotated_AR(between, x, x.turned(), Motion.constant(1.0))                           # a line may turn
