"""The example mechanisms keep what they must, and full and reduced bodies move alike."""

import numpy as np
import pytest

from fcclearn.examples import pendulum_chain, slider_crank

KEPT = 1e-7
"""Largest deviation of an invariant at the default tolerance of 1e-9, over two seconds [J, m or kg m2/s]."""

ALIKE = 1e-6
"""Largest difference between full and reduced bodies over two seconds [m]."""


@pytest.mark.parametrize("build, invariants, point", [
    (slider_crank.build, slider_crank.invariants, "slider"),
    (lambda kind: pendulum_chain.build(1, kind), pendulum_chain.invariants, "link 1.end"),
    (lambda kind: pendulum_chain.build(3, kind), pendulum_chain.invariants, "link 3.end")],
                         ids=["slider-crank", "one link", "three links"])
def test_invariants_hold_and_kinds_agree(build, invariants, point):
    runs = [build(kind).simulate(2.0) for kind in ("full", "reduced")]
    for run in runs:
        for name, deviation in invariants(run).items():
            assert deviation < KEPT, name
    full, reduced = (run.position(point) for run in runs)
    np.testing.assert_allclose(full, reduced, atol=ALIKE)
    assert np.ptp(full, axis=0).max() > 0.1                # it did move


@pytest.mark.parametrize("links", [1, 2, 5])
def test_chain_has_three_freedoms_for_each_link(links):
    assert pendulum_chain.build(links).mobility().degrees_of_freedom == 3 * links


@pytest.mark.parametrize("links", [0, -1, 1.5])
def test_chain_refuses_a_number_of_links(links):
    with pytest.raises(ValueError, match="whole number of links"):
        pendulum_chain.build(links)
