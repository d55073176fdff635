"""The table of symbols in CONTRIBUTING.md names code that exists, with the shapes that it has."""

import re
from pathlib import Path

import pytest

from fcclearn import Model, Motion, revolute, rod, rotated_AR
from fcclearn.engine import dynamics
from fcclearn.engine.layout import Layout
from fcclearn.engine.mixing import Mixture
from fcclearn.engine.state import State
from fcclearn.engine.system import System
from fcclearn.formulation import algebra, coordinates
from fcclearn.formulation.joints import angle_vectors
from fcclearn.formulation.solid import Solid
from fcclearn.result import Result

HOMES = {"Layout": Layout, "System": System, "State": State, "Mixture": Mixture, "Solid": Solid,
         "Result": Result, "algebra": algebra, "coordinates": coordinates, "dynamics": dynamics}
MADE_WHEN_BORN = ["Solid.P", "System.M3", "Mixture.W", "Mixture.W1", "Mixture.W2"]
"""Attributes that only an object has, not its class: the test of shapes finds them."""

TEXT = (Path(__file__).parents[1] / "CONTRIBUTING.md").read_text(encoding="utf-8")
ROWS = [line for line in TEXT.splitlines() if line.startswith("| $")]
NAMES = [name for row in ROWS for name in re.findall(r"`(\w+\.\w+)`", row)]
SHAPES = {name: row.split(" | ")[3] for row in ROWS
          for name in re.findall(r"`((?:State|Mixture)\.\w+)`", row)}


def test_the_table_is_there():
    assert len(ROWS) >= 25 and all(re.search(r"`\w+\.\w+`", row) for row in ROWS)


@pytest.mark.parametrize("name", NAMES)
def test_a_symbol_of_the_table_exists(name):
    home, attribute = name.split(".")
    assert name in MADE_WHEN_BORN or hasattr(HOMES[home], attribute)


def driven_bar():
    """A reduced bar in space, turned by three motors: no two of n, ny, m and k are equal."""
    model = Model(gravity=[0, 0, -9.81], kind="reduced")
    bar = model.body("bar", rod(1.0, 1.0), along=([0, 0, 0], [1, 0, 0]))
    model.join(revolute(model.ground.point(), bar.point("start"), axis=[0, 0, 1]))
    vectors = angle_vectors(model.ground, bar, [0, 0, 1])
    for _ in range(3):
        model.join(rotated_AR(*vectors, Motion.polynomial(0.0, 1.0)))
    return model


@pytest.mark.parametrize("name", SHAPES)
def test_a_symbol_has_the_shape_of_the_table(name):
    system = driven_bar().system
    state = system.state(*system.layout.start(), t=0.0)
    sizes = {"n": system.n, "ny": system.ny, "m": system.m, "k": len(state.products)}
    assert len(set(sizes.values())) == 4
    home, attribute = name.split(".")
    value = getattr(state if home == "State" else state.mixture, attribute)
    assert value.shape == tuple(sizes[size] for size in re.findall(r"\w+", SHAPES[name]))
    assert system.M3.shape == (sizes["ny"], sizes["ny"])
