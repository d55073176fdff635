"""A `State` with what accelerations need put into it, against one that computes each number by itself."""

import numpy as np
import pytest
from models import crank, oscillator, parallel_hinges, pendulum, slider_crank, spinning_rod

from fcclearn import Model, box
from fcclearn.benchmarks import BENCHMARKS
from fcclearn.engine.at_once import at_once
from fcclearn.engine.dynamics import accelerations, accelerations_of
from fcclearn.examples import peaucellier, pendulum_chain
from fcclearn.examples import slider_crank as steady_crank

ROUNDING = 1e-14
"""Share of the largest number by which sums in another order may differ."""

ASKED = ("V", "y", "yd", "Vdot_qd", "products_y", "phi_q", "M", "gamma", "g", "phi", "nu", "velocity_error")


def free_box(kind):
    model = Model(gravity=[0, 0, 0], kind=kind)
    model.body("box", box(1.0, [0.2, 0.1, 0.05]), angular_velocity=[0.01, 5.0, 0.02])
    return model


MODELS = {f"{name}, {kind}": lambda case=case, kind=kind: case.build(kind)
          for name, case in BENCHMARKS.items() for kind in ("full", "reduced")}
MODELS |= {f"{make.__module__}, {kind}": lambda make=make, kind=kind: make(kind=kind)
           for make in (peaucellier.build, pendulum_chain.build, steady_crank.build, free_box)
           for kind in ("full", "reduced")}
MODELS |= {f"crank {d}, {kind}": lambda d=d, kind=kind: crank(d, kind)[0] for d in (2, 3)
           for kind in ("full", "reduced")}
MODELS |= {f"driven {d}, {kind}": lambda d=d, kind=kind: slider_crank(d, kind) for d in (2, 3)
           for kind in ("full", "reduced")}
MODELS |= {"damped": lambda: oscillator(0.4), "hinges": lambda: parallel_hinges("CV"),
           "pendulum": pendulum, "spinning rod": spinning_rod}


def numbers(value):
    """Numbers of a vector or a `Matrix`, none of what is an identity or zero."""
    return getattr(value, "data", value) if hasattr(value, "shape") else np.zeros(0)


@pytest.mark.parametrize("turn", [1.0, 1 + 0.1j])
@pytest.mark.parametrize("name", MODELS)
def test_all_that_is_put_in_is_what_a_state_computes(name, turn):
    """Off the constraints, real and complex."""
    system, rng = MODELS[name]().system, np.random.default_rng(3)
    q = turn * (system.layout.start()[0] + 0.1 * rng.normal(size=system.n))
    qd = rng.normal(size=system.n)
    expected, found = system.state(q, qd, 0.3), at_once(system, np.concatenate([q, qd]), 0.3)
    for asked in ASKED:
        right = numbers(getattr(expected, asked))
        np.testing.assert_allclose(numbers(getattr(found, asked)), right, rtol=0, err_msg=asked,
                                   atol=ROUNDING * np.abs(right).max(initial=1.0))


@pytest.mark.parametrize("name", MODELS)
def test_accelerations_are_those_of_a_state_that_computes_each_number_by_itself(name):
    model = MODELS[name]()
    q, qd = model.system.layout.start()
    a, p = accelerations(model.system, model.solver, q, qd)
    expected = accelerations_of(model.system.state(q, qd), model.solver, exact=True)
    for found, right in zip((a, p), expected):
        np.testing.assert_allclose(found, right, rtol=0, atol=1e-9 * np.abs(right).max(initial=1.0))


def test_what_is_put_in_may_not_be_changed_by_the_next():
    """Two states of one model side by side: neither takes over the other's numbers."""
    system, rng = pendulum().system, np.random.default_rng(4)
    x, other = rng.normal(size=(2, 2 * system.n))
    first = at_once(system, x)
    kept = first.phi_q.toarray(), first.gamma.copy()
    at_once(system, other)
    np.testing.assert_array_equal(first.phi_q.toarray(), kept[0])
    np.testing.assert_array_equal(first.gamma, kept[1])
