"""All ways to solve Eq. (9) agree, whatever is redundant or massless."""

import numpy as np
import pytest
from models import parallel_hinges, spinning_rod

from fcclearn import Model, point_mass, revolute, rod
from fcclearn.benchmarks.a02_n_four_bar import build
from fcclearn.engine.dynamics import accelerations
from fcclearn.engine.linear import WAYS, SingularSystem, Solver
from fcclearn.engine.mobility import free_motions
from fcclearn.formulation.equations import minimum_norm

AGREE = 1e-9
"""Share of the largest acceleration by which two ways may differ:
minimum norm and row selection lose some digits."""

ONE_SOLVE = 1e-5
"""Share that one solve with a penalty leaves: about 1e-7 over a singular value squared."""

MODELS = {"hinges": lambda: parallel_hinges("CAR"), "hinges, six equations": lambda: parallel_hinges("CV"),
          "four-bar": lambda: build("full", 3, 2), "four-bar, reduced": lambda: build("reduced", 3, 2)}


@pytest.mark.parametrize("name", MODELS)
@pytest.mark.parametrize("way", WAYS)
def test_redundant_rows_change_nothing(name, way):
    model = MODELS[name]()
    q, qd = model.system.layout.start()
    state = model.system.state(q, qd)
    expected, lam = minimum_norm(model.system.mass(q).toarray(), model.system.phi_q(q).toarray(), state.g,
                                 state.gamma)
    a, p = accelerations(model.system, Solver(*model.system.patterns, way), q, qd)
    scale = np.abs(expected).max()
    assert np.abs(a - expected).max() < AGREE * scale
    assert np.abs(p - model.system.phi_q(q).T @ lam).max() < 1e-7 * np.abs(p).max()
    assert np.abs(model.system.phi_q(q) @ a - state.gamma).max() < AGREE * scale


@pytest.mark.parametrize("name", MODELS)
@pytest.mark.parametrize("way", WAYS)
def test_the_nearest_change_is_the_shortest_that_meets_the_rows(name, way):
    """It meets what redundant rows agree on, and ``M x`` does no work on any motion that they allow."""
    system, rng = MODELS[name]().system, np.random.default_rng(4)
    q, _ = system.layout.start()
    M, Phi_q = system.mass(q), system.phi_q(q)
    error = Phi_q @ rng.normal(size=system.n)
    x = Solver(*system.patterns, way).factor(M, Phi_q).nearest(error)
    assert np.abs(Phi_q @ x - error).max() < ONE_SOLVE * np.abs(error).max()
    motions, _ = free_motions(Phi_q.toarray())
    assert np.abs(motions @ (M @ x)).max() < ONE_SOLVE * np.abs(M @ x).max()


@pytest.mark.parametrize("way", ["dense", "band", "minimum norm"])
def test_a_freedom_without_mass_stays_where_it_is(way):
    model = spinning_rod()
    q, qd = model.system.layout.start()
    a, _ = accelerations(model.system, Solver(*model.system.patterns, way), q, qd)
    # start + u, for a rod of 1 m about its middle
    tip = model.system.state(q, a).yd[:3] + model.system.state(q, a).yd[3:6]
    middle = a[model.system.layout.place[model.bodies["bar"]][0][0]]
    np.testing.assert_allclose(middle, [0, 0, -0.75 * 9.81], atol=1e-7)             # 3 g / (2 L) at L / 2
    assert np.isfinite(tip).all()


@pytest.mark.parametrize("way", WAYS)
def test_numbers_that_are_not_finite_are_refused(way):
    model = parallel_hinges("CAR")
    q, qd = model.system.layout.start()
    q[:] = np.nan
    solver = Solver(*model.system.patterns, way)
    with pytest.raises(SingularSystem, match="not finite"):
        accelerations(model.system, solver, q, qd)


def test_an_unknown_way_names_the_nearest():
    model = parallel_hinges("CAR")
    with pytest.raises(ValueError, match="did you mean 'minimum norm'"):
        Solver(*model.system.patterns, "minimal norm")


def test_light_and_heavy_bodies_together():
    model = Model(gravity=[0, -9.81])
    heavy = model.body("heavy", rod(1e3, 1.0), along=([0, 0], [1, 0]))
    light = model.body("light", rod(1e-3, 1.0), along=([1, 0], [2, 0]))
    model.join(revolute(model.ground.point(), heavy.point("start")))
    model.join(revolute(heavy.point("end"), light.point("start")))
    q, qd = model.system.layout.start()
    state = model.system.state(q, qd)
    expected, _ = minimum_norm(model.system.mass(q).toarray(), model.system.phi_q(q).toarray(), state.g,
                               state.gamma, rcond=1e-15)
    for way in ("dense", "band"):
        a, _ = accelerations(model.system, Solver(*model.system.patterns, way), q, qd)
        assert np.abs(a - expected).max() < 1e-7 * np.abs(expected).max()


def test_a_mass_at_the_joint_alone():
    model = Model(gravity=[0, -9.81])
    bob = model.body("bob", point_mass(1.0, at=[0, 0, 0]))
    model.join(revolute(model.ground.point(), bob.point("reference")))
    q, qd = model.system.layout.start()
    a, p = accelerations(model.system, model.solver, q, qd)
    np.testing.assert_allclose(a, 0, atol=1e-9)
    np.testing.assert_allclose(p[:2], [0, -9.81], atol=1e-6)
