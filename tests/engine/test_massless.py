"""A freedom without mass is found, whatever the storage of the matrices."""

import pytest
from test_linear import parallel_hinges, spinning_rod

from fcclearn.engine.linear import Solver
from fcclearn.engine.massless import without_mass


@pytest.mark.parametrize("way", ["dense", "band"])
def test_the_freedom_without_mass_is_found(way):
    for model, spins in ((spinning_rod(), True), (parallel_hinges("CAR"), False)):
        q, _ = model.system.layout.start()
        state = model.system.state(q)
        found = without_mass(Solver(*model.system.patterns, way), state.M, state.phi_q)
        assert (found is not None) == spins


def test_it_is_the_spin_about_the_rod_s_own_axis():
    model = spinning_rod()
    q, _ = model.system.layout.start()
    state = model.system.state(q)
    label = model.system.layout.labels[without_mass(model.solver, state.M, state.phi_q)]
    assert label in ("bar.v.y", "bar.v.z", "bar.w.y", "bar.w.z")        # the rod lies along x
