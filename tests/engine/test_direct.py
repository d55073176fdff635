"""Eq. (9) solved directly: what its rank decides. That all ways agree is tested in `test_linear`."""

import pytest
from models import parallel_hinges, spinning_rod

from fcclearn.engine.direct import RowSelection, SingularSystem
from fcclearn.engine.dynamics import accelerations
from fcclearn.engine.linear import Solver


def test_row_selection_says_that_a_freedom_has_no_mass():
    model = spinning_rod()
    q, qd = model.system.layout.start()
    with pytest.raises(SingularSystem, match="has no mass"):
        accelerations(model.system, Solver(*model.system.patterns, "row selection"), q, qd)


def test_row_selection_keeps_as_many_rows_as_the_rank():
    model = parallel_hinges("CV")
    q, _ = model.system.layout.start()
    state = model.system.state(q)
    chosen = RowSelection(Solver(*model.system.patterns, "row selection"), state.M, state.phi_q)
    assert len(chosen.rows) == model.mobility().rank < model.system.m
