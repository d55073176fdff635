"""The house: rooms import only from rooms above them, never in a circle; no file is long; ruff is content."""

import ast
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import pytest

COURSE = Path(__file__).resolve().parents[1]
PACKAGE = COURSE / "fcclearn"

ROOMS = ["formulation", "engine", "history, report, archive, carried", "result", "simulation",
         "model, compiled, mechanism, inventory, assembly, statics, vibrations, restored, parameter_study, "
         "together",
         "show", "benchmarks, parallel, examples", "course", "__main__"]
"""From the ground floor up. Those that share a line do not import each other, but for the files of the sixth
entry: what a user writes and gets is one room. `fcclearn/__init__.py`, its front door, belongs to it."""

LONGEST = 250
"""Lines of a file. Lists of tasks may be longer."""

DRAWN_WHEN_WANTED = {("model", "show"), ("result", "show")}
"""The one arrow that runs up: drawing is loaded inside the methods that draw, when a picture is wanted."""

# What is not finished yet, each entry with what is to become of it. The aim is three empty tables: nothing is
# added to them, and an entry that is not needed any more fails the last test but one.
HOMELESS = {
}
UNFINISHED = {
}
TOO_LONG = {
}


def name_of(path):
    """Dotted name of a file of the package, without the package's own: "" for `fcclearn/__init__.py`."""
    parts = path.relative_to(PACKAGE).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


FILES = {name_of(path): path for path in sorted(PACKAGE.rglob("*.py"))}


def imports(module):
    """(imported module, whether inside a function) for every import of a module from the package."""
    path = FILES[module]
    tree = ast.parse(path.read_text(encoding="utf-8"))
    inside = {id(node) for function in ast.walk(tree) if isinstance(function, (ast.FunctionDef, ast.Lambda))
              for node in ast.walk(function)}
    folder = path.relative_to(COURSE).parts[:-1]
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            targets = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            base = folder[: len(folder) + 1 - node.level] if node.level else ()
            source = ".".join([*base, *filter(None, [node.module])])
            targets = [f"{source}.{alias.name}" for alias in node.names]
        else:
            continue
        for target in targets:
            root, _, name = target.partition(".")
            if root == "fcclearn":
                yield name if name in FILES else name.rpartition(".")[0], id(node) in inside


def room(module):
    """Place in `ROOMS`, and the neighbour that a module belongs to there."""
    first = module.partition(".")[0] or "model"
    first = HOMELESS.get(first, (first,))[0]
    floor = next((k for k, line in enumerate(ROOMS) if first in line.split(", ")), None)
    assert floor is not None, f"fcclearn.{module} stands in no room of the house"
    return floor, "model" if "model" in ROOMS[floor] else first


def runs_up(module, target):
    """Whether an import leads to a later room, or to a neighbour."""
    (floor, name), (other, neighbour) = room(module), room(target)
    return other > floor or (other == floor and name != neighbour)


def excused(module, target, inside, excuses):
    """Whether an import is one that a table names, as (module, the room or module that it loads)."""
    parts = (target.rsplit(".", k)[0] for k in range(target.count(".") + 1))
    return any((module, part) in excuses and (inside or excuses is UNFINISHED) for part in parts)


ARROWS = [(module, target, inside) for module in FILES for target, inside in imports(module)]
UPWARD = [arrow for arrow in ARROWS if runs_up(*arrow[:2])]
KEPT = [arrow for arrow in ARROWS
        if not excused(*arrow, DRAWN_WHEN_WANTED) and not excused(*arrow, UNFINISHED)]


def test_no_import_runs_up():
    assert [arrow for arrow in UPWARD if arrow in KEPT] == []


def circles(arrows):
    """Modules that come back to themselves, each with the modules on the way."""
    graph = {module: {target for source, target in arrows if source == module} for module in FILES}
    for start in FILES:
        way = {target: [start, target] for target in graph[start]}
        todo = list(way)
        while todo and start not in way:
            here = todo.pop(0)
            new = graph[here] - way.keys()
            way |= {target: way[here] + [target] for target in new}
            todo += new
        if start in way:
            yield way[start]


def test_no_import_goes_in_a_circle():
    assert list(circles({arrow[:2] for arrow in KEPT})) == []


@pytest.mark.parametrize("arrows, expected", [
    ({("model", "result")}, []),
    ({("model", "result"), ("result", "model")},
     [["model", "result", "model"], ["result", "model", "result"]]),
])
def test_circles_are_found(arrows, expected):
    assert list(circles(arrows)) == expected


@pytest.mark.parametrize("module, target, expected", [
    ("engine.system", "formulation.joints", False), ("formulation.joints", "engine.system", True),
    ("model", "result", False), ("benchmarks.case", "", False),
    ("parallel.links", "benchmarks", True), ("show.scene", "course", True),
])
def test_what_runs_up(module, target, expected):
    assert runs_up(module, target) is expected


def long_files():
    names = {path.relative_to(PACKAGE).as_posix(): path for path in FILES.values()}
    return [name for name, path in names.items() if not name.startswith("course/tasks/")
            and len(path.read_text(encoding="utf-8").splitlines()) > LONGEST]


def test_no_file_is_long():
    assert [name for name in long_files() if name not in TOO_LONG] == []


def test_nothing_is_excused_without_need():
    in_circles = [pair for way in circles({arrow[:2] for arrow in ARROWS}) for pair in pairwise(way)]
    needy = [arrow[:2] for arrow in UPWARD] + in_circles
    assert [pair for pair in UNFINISHED if not any(excused(*arrow, True, {pair}) for arrow in needy)] == []
    assert [name for name in HOMELESS if name not in FILES] == []
    assert [name for name in TOO_LONG if name not in long_files()] == []


def test_ruff():
    """Long lines, imports and unused names, by the settings in pyproject.toml."""
    command = [sys.executable, "-m", "ruff", "check", "--no-cache", "--output-format=concise"]
    done = subprocess.run(command, cwd=COURSE, capture_output=True, text=True, encoding="utf-8")
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("room", ["formulation", "engine", "simulation"])
def test_every_module_has_a_test_of_its_name(room):
    """In the folder of the same name; names are unique in all of tests/, since they are modules too."""
    modules = {path.stem for path in (PACKAGE / room).glob("*.py")} - {"__init__"}
    tests = {path.stem.removeprefix("test_") for path in (COURSE / "tests" / room).glob("test_*.py")}
    assert sorted(modules - tests) == []
    names = [path.name for path in (COURSE / "tests").rglob("*.py")]
    assert sorted({name for name in names if names.count(name) > 1}) == []
