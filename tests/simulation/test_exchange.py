"""The energy balance speaks up where energy is lost, and only there."""

import numpy as np
import pytest
from models import oscillator, pendulum

from fcclearn import Model, disc, revolute, rod, spring, weld
from fcclearn.simulation.exchange import unbalanced
from fcclearn.simulation.methods import METHODS


def resting(what, method):
    """A disc on its axle, a welded bar, a body between two stretched springs: nothing moves."""
    model = Model(gravity=[0, -9.81 * (what != "springs")])
    if what == "bar":
        bar = model.body("bar", rod(1.0, 1.0), along=([0, 0], [1, 0]))
        model.join(weld(model.ground.point(), bar.point("start")))
    else:
        wheel = model.body("wheel", disc(1.0, 0.1))
        model.join(revolute(model.ground.point(), wheel.point("com")))
    if what == "springs":
        for side in (-1, 1):
            model.apply(spring(model.ground.point(side, 0), wheel.point(0.1 * side, 0), 1e4, length=0.5))
    return model.simulate(1.0, method, samples=5)


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("what", ["disc", "bar", "springs"])
def test_what_rests_is_no_fault(what, method):
    assert unbalanced(resting(what, method)) == []


def test_lost_energy_is_told():
    run = pendulum().simulate(1.0, samples=51)
    assert unbalanced(run) == []
    run.qd[25] *= 1.02
    (said,) = unbalanced(run)
    assert said.startswith("the energy balance is off by") and "were exchanged: take a smaller step" in said
    slow = oscillator().simulate(1.0, samples=51)
    slow.qd[25:] *= np.linspace(1.0, 1.1, 26)[:, None]
    assert unbalanced(slow)
