"""The table of symbols in CONTRIBUTING.md names code that exists."""

import re
from pathlib import Path

import pytest

from fcclearn.engine.layout import Layout
from fcclearn.engine.system import System
from fcclearn.formulation import algebra, coordinates
from fcclearn.formulation.inertia import Solid
from fcclearn.result import Result

HOMES = {"Layout": Layout, "System": System, "Solid": Solid, "Result": Result, "algebra": algebra,
         "coordinates": coordinates}
TEXT = (Path(__file__).parents[1] / "CONTRIBUTING.md").read_text(encoding="utf-8")
ROWS = [line for line in TEXT.splitlines() if line.startswith("| $")]
NAMES = [name for row in ROWS for name in re.findall(r"`(\w+\.\w+)`", row)]


def test_the_table_is_there():
    assert len(ROWS) >= 15 and all(re.search(r"`\w+\.\w+`", row) for row in ROWS)


@pytest.mark.parametrize("name", NAMES)
def test_a_symbol_of_the_table_exists(name):
    home, attribute = name.split(".")
    assert hasattr(HOMES[home], attribute) or attribute in getattr(HOMES[home], "__annotations__", {})
