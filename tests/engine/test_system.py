"""The compiled equations and the plain ones of `formulation.equations` are the same,
on every model of the project."""

import numpy as np
import pytest

from fcclearn import AR, Model, Motion, box, rod, rotated_AR, spherical, spring
from fcclearn.benchmarks import BENCHMARKS
from fcclearn.engine.dynamics import accelerations
from fcclearn.engine.linear import WAYS, Solver
from fcclearn.formulation import equations as written

ROUNDING = 1e-11
"""Share of the largest entry by which two evaluations of the same formulas may differ."""

SINGULAR = 1e-6
"""Share by which accelerations may differ:
a minimum-norm solve of a redundant system loses half of the digits."""


def shared_axis(kind):
    """A double pendulum in space whose revolute joint is a shared vector, driven and sprung."""
    model = Model(gravity=[0.3, -1.0, -9.81], kind=kind)
    first = model.body("first", rod(1.0, 1.0), along=([0, 0, 0], [1, 0, 0]))
    second = model.body("second", rod(2.0, 1.0), along=([1, 0, 0], [2, 0, 0]))
    model.join(spherical(model.ground.point(), first.point("start")))
    model.join(spherical(first.point("end"), second.point("start")))
    model.share(first, "v", second)
    model.join(AR(first.vector(0, 1, 0), model.ground.vector(0, 0, 1), Motion.polynomial(1.2, 0.3)))
    model.apply(spring(model.ground.point(0.5, 1, 0), second.point("end"), 100.0, damping=3.0))
    return model


def crossed(kind):
    """A free box whose triad is kept by w = u x v."""
    model = Model(gravity=[0, 0, -9.81], kind=kind)
    model.body("box", box(1.0, [1.0, 0.6, 0.2]), angular_velocity=[1.0, 2.0, 3.0],
               triad="cross" if kind == "full" else "products")
    return model


def turned_bar(kind):
    """A planar bar whose angle is prescribed for all angles."""
    model = Model(gravity=[0, -9.81], kind=kind)
    bar = model.body("bar", rod(1.0, 1.0), along=([0, 0], [0.6, 0.8]))
    ground = model.ground
    model.join(rotated_AR(bar.vector(1, 0), ground.vector(1, 0), ground.vector(0, 1),
                          Motion.polynomial(0.1, 2.0, 1.0)))
    return model


MODELS = {name: case.build for name, case in BENCHMARKS.items()} | {"shared axis": shared_axis,
                                                                    "turned bar": turned_bar,
                                                                    "crossed": crossed}

CASES = [(name, kind) for name in MODELS for kind in ("full", "reduced")]


def moved(model, seed=0):
    """A position and velocity off the start and off the constraints, where nothing is zero by chance."""
    rng = np.random.default_rng(seed)
    q, qd = model.system.layout.start()
    return q + 0.05 * rng.normal(size=len(q)), qd + 0.5 * rng.normal(size=len(q))


def close(a, b, tolerance):
    assert np.abs(a - b).max() <= tolerance * max(1.0, np.abs(b).max())


@pytest.mark.parametrize("name, kind", CASES)
def test_compiled_and_plain_equations_agree(name, kind):
    model, t = MODELS[name](kind), 0.37
    q, qd = moved(model)
    plain, state = written.equations(model, q, qd, t), model.system.state(q, qd, t)
    close(model.system.mass(q).toarray(), plain.M, ROUNDING)
    close(state.g, plain.g, ROUNDING)
    if not model.shared:                       # the equations of a shared vector are compiled once
        for compiled, expected in ((state.phi, plain.Phi), (model.system.phi_q(q, t).toarray(), plain.Phi_q),
                                  (state.nu, plain.nu), (state.gamma, plain.gamma)):
            close(compiled, expected, ROUNDING)


@pytest.mark.parametrize("name, kind", CASES)
def test_compiled_and_plain_accelerations_agree(name, kind):
    model = MODELS[name](kind)
    q, qd = model.system.layout.start()
    expected, _ = written.accelerations(model, q, qd)
    for way in WAYS:
        solver = Solver(*model.system.patterns, way)
        found, p = accelerations(model.system, solver, q, qd)
        close(found, expected, SINGULAR)
        state = model.system.state(q, qd)
        close(model.system.mass(q) @ found + p, state.g, SINGULAR)


@pytest.mark.parametrize("kind", ["full", "reduced"])
def test_shared_vector_leaves_the_equations_of_one_body(kind):
    model = shared_axis(kind)
    q, qd = moved(model)
    plain = written.equations(model, q, qd, 0.37)
    dropped = 1                                            # |v| = 1 of the second body
    assert model.system.m == len(plain.Phi) - dropped
    assert np.linalg.matrix_rank(model.system.phi_q(q, 0.37).toarray()) == np.linalg.matrix_rank(plain.Phi_q)
