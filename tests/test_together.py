"""Variants in one run: each moves as it does alone, and nothing of one is felt by another."""

import numpy as np
import pytest
from models import pendulum

from fcclearn import Model, bar, disc, revolute, simulate_together, spring
from fcclearn.simulation.methods import METHODS
from fcclearn.together import side_by_side

CLOSE = 1e-7
"""Runs with other steps at rtol 1e-9, after a second; second-order methods take the same steps."""


def hanging(length, stiffness=0.0, kind="full"):
    model = Model(gravity=[0, -9.81, 0], kind=kind)
    link = model.body("link", bar(1.0, length, 0.1, 0.1), along=([0, 0, 0], [length, 0, 0]))
    model.join(revolute(model.ground.point(), link.point("start"), axis=[0, 0, 1]), name="pin")
    if stiffness:
        model.apply(spring(model.ground.point(0, 2, 0), link.point("end"), stiffness, length=1.0))
    return model


def variants(kind="full"):
    return [hanging(1.0, kind=kind), hanging(0.7, 20.0, kind=kind), hanging(1.3, kind=kind)]


@pytest.mark.parametrize("kind", ["full", "reduced"])
@pytest.mark.parametrize("method", METHODS)
def test_each_moves_as_alone(method, kind):
    alone = [model.simulate(1.0, method, samples=11) for model in variants(kind)]
    models = variants(kind)
    for model, run, one in zip(models, simulate_together(models, 1.0, method, samples=11), alone):
        assert run.model is not None and model.last_run is run and run.complete
        assert np.abs(run.q - one.q).max() < CLOSE and np.abs(run.qd - one.qd).max() < 30 * CLOSE
        assert run.reaction("pin").force == pytest.approx(one.reaction("pin").force, abs=1e-4)


def test_the_blocks_do_not_touch():
    models = [*variants(), *variants("reduced")]
    system = side_by_side(models).system
    q = system.layout.start()[0]
    J, M, column = system.phi_q(q).toarray(), system.mass(q).toarray(), 0
    for model in models:
        own, start = model.system, model.system.layout.start()[0]
        block = slice(column, column + own.n)
        rows = J[:, block].any(axis=1)                                   # no row holds coordinates of two
        assert np.array_equal(J[rows][:, block], own.phi_q(start).toarray())
        assert np.array_equal(M[block, block], own.mass(start).toarray())
        J[rows, block], M[block, block] = 0.0, 0.0
        column += own.n
    assert column == system.n and not J.any() and not M.any()


def test_shared_axes_stay_shared():
    def model():
        one = Model(gravity=[0, -9.81])
        first, second = (one.body(name, disc(1.0, 0.1)) for name in ("first", "second"))
        one.share(first, "u", second)
        return one
    models = [model(), model()]
    assert models[0].system.n == 10
    assert side_by_side(models).system.n == 20


@pytest.mark.parametrize("models, message", [
    (lambda: [], "there are no models"),
    (lambda: [Model(gravity=[0, -9.81]), Model(gravity=[0, -1.62])], "one gravity"),
    (lambda: [pendulum()] * 2, "bodies of their own")])
def test_bad_variants(models, message):
    with pytest.raises(ValueError, match=message):
        simulate_together(models(), 1.0)
