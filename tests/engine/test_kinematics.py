"""Newton-Raphson and the projections onto the constraints."""

import numpy as np
import pytest
from models import slider_crank
from motions import ROUNDING, two_bodies

from fcclearn import Lin
from fcclearn.benchmarks import a02_n_four_bar
from fcclearn.engine.kinematics import (
    NotAssembled,
    newton_raphson,
    project_position,
    project_state,
    project_velocity,
)
from fcclearn.engine.mobility import free_motions

CONSISTENT = 1e-9
"""|Phi| and |Phi_q qd - nu| after a projection: rounding over the solver's penalty."""


def test_newton_raphson_bears_redundant_rows():
    """Least squares: a redundant spatial four-bar, with one coordinate too few prescribed,
    is assembled from a rough guess."""
    model = a02_n_four_bar.build("full", 3, windows=1)
    q = model.system.layout.start()[0] + 0.02 * np.random.default_rng(0).normal(size=model.system.n)
    assert np.abs(model.system.phi(newton_raphson(model.system, q))).max() < ROUNDING


def test_contradicting_rows_are_reported():
    """Corrections die out, yet |Phi| stays: least squares alone would call this assembled."""
    model, _, body, _ = two_bodies(2, "ground", "full")
    P = body.point(0.3, 0.1)
    for k, place in enumerate((0.0, 0.5)):
        model.join(Lin(P, f=[place, 0.0]), name=f"pin {k}")
    words = (r"no position satisfies the constraints at t = 0 s near the guess: "
             r"after \d+ iterations pin \d: Lin x is still off by 0.25")
    for find in (lambda q: newton_raphson(model.system, q),
                 lambda q: project_position(model.system, model.solver, q)):
        with pytest.raises(NotAssembled, match=words):
            find(body.q)


@pytest.mark.parametrize("kind", ["full", "reduced"])
def test_projections(kind):
    """The nearest position and velocity in the metric of M satisfy the constraints;
    a second projection changes nothing."""
    model = a02_n_four_bar.build(kind, 2, windows=1)
    rng = np.random.default_rng(1)
    q, qd = model.system.layout.start()
    q = project_position(model.system, model.solver, q + 0.01 * rng.normal(size=q.size))
    assert np.abs(model.system.phi(q)).max() < ROUNDING
    qd = project_velocity(model.system, model.solver, q, qd + rng.normal(size=q.size))
    assert np.abs(model.system.phi_q(q) @ qd).max() < CONSISTENT
    np.testing.assert_allclose(project_velocity(model.system, model.solver, q, qd), qd, atol=CONSISTENT)


def test_velocity_projection_is_the_nearest_in_kinetic_energy():
    """Gauss: the correction is M-orthogonal to every motion that the constraints allow."""
    model = slider_crank(kind="reduced")
    model.remove("motor")
    model.assemble()
    system, (q, _) = model.system, model.system.layout.start()
    wish = np.random.default_rng(2).normal(size=system.n)
    qd = project_velocity(system, model.solver, q, wish)
    motions, _ = free_motions(system.phi_q(q).toarray())
    np.testing.assert_allclose(motions @ (system.mass(q) @ (qd - wish)), 0, atol=1e-7)


@pytest.mark.parametrize("kind", ["full", "reduced"])
@pytest.mark.parametrize("distance", [0.0, 1e-9, 1e-7, 1e-3])
def test_both_at_once(kind, distance):
    """With one factor where the state is almost there, and the same as one after the other."""
    rng = np.random.default_rng(3)
    model = slider_crank(3, kind)
    system, solver, t = model.system, model.solver, 0.1                   # the motor turns: nu is not zero
    q, qd = system.layout.start()
    q = project_position(system, solver, q, t)
    qd = project_velocity(system, solver, q, qd, t)
    q, qd = (x + distance * rng.normal(size=x.size) for x in (q, qd))
    place, rate = project_state(system, solver, q, qd, t)
    other = project_position(system, solver, q, t)
    assert np.abs(system.phi(place, t)).max() < CONSISTENT
    assert np.abs(system.state(place, rate, t).velocity_error).max() < CONSISTENT
    assert np.abs(place - other).max() <= 10 * distance**2 + 1e-12
    assert np.abs(rate - project_velocity(system, solver, other, qd, t)).max() <= 100 * distance**2 + 1e-9
