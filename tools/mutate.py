"""Mutation run: does some test notice when a formula is changed?

    python tools/mutate.py [file ...] [--every N]

Every operator, sign, factor, transpose, index, condition and order of a cross product in the formula
files is changed in turn (in memory; nothing is written), and the tests are run until one fails.
Printed are the survivors with their place, and the share that was killed. What the general tools
change most, words and keyword arguments, is of no interest here, and what matters here, transposes,
signs and orders, they do not change.

Left alone: text, `raise` statements, and small numbers (tolerances).
"""

import argparse
import ast
import copy
import importlib.abc
import importlib.util
import os
import signal
import sys
import time
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]

TARGETS = {                                   # formula file -> tests that know it best, run first
    "formulation/coordinates": "coordinates", "formulation/elements": "elements constraints",
    "formulation/products": "products constraints", "formulation/equations": "equations system",
    "formulation/solid": "solid inertia", "formulation/inertia": "inertia",
    "formulation/mass": "mass errata",
    "formulation/constraints": "constraints joints", "formulation/joints": "joints drivers",
    "formulation/motion": "motion", "formulation/drivers": "drivers constraints",
    "formulation/forces": "forces",
    "engine/quadratic": "quadratic", "engine/mixing": "mixing constraints",
    "engine/state": "state constraints",
    "engine/dynamics": "dynamics", "engine/reactions": "reactions",
}
ALL_TESTS = ["coordinates", "solid", "inertia", "mass", "elements", "products", "constraints", "motion",
             "joints", "drivers", "directions", "forces", "equations", "mixing", "state", "system",
             "mobility", "kinematics", "kinematic_analysis", "dynamics", "reactions", "reactions_about",
             "errata", "model"]

SECONDS = 120
"""A mutant that runs longer is one that a test noticed: it does not come to an end."""

SMALL = 1e-2
"""Numbers below are tolerances."""

SWAPPED = {ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Div, ast.Div: ast.Mult, ast.Pow: ast.Mult,
           ast.And: ast.Or, ast.Or: ast.And, ast.Lt: ast.Gt, ast.Gt: ast.Lt, ast.LtE: ast.Gt, ast.GtE: ast.Lt,
           ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
           ast.In: ast.NotIn, ast.NotIn: ast.In}
ORDERED = ("cross", "outer", "kron")


def variants(node):
    """Changed copies of one node of the syntax tree."""
    if isinstance(node, (ast.BinOp, ast.BoolOp)) and type(node.op) in SWAPPED:
        yield changed(node, op=SWAPPED[type(node.op)]())
    elif isinstance(node, ast.Compare) and type(node.ops[0]) in SWAPPED:
        yield changed(node, ops=[SWAPPED[type(node.ops[0])](), *node.ops[1:]])
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, (ast.USub, ast.Not)):
        yield node.operand
    elif is_number(node) and (node.value == 0 or abs(node.value) >= SMALL):
        yield changed(node, value=node.value + 1 if type(node.value) is int else 2 * node.value or 1.0)
    elif isinstance(node, ast.Attribute) and node.attr == "T":
        yield node.value
    elif isinstance(node, ast.Attribute) and node.attr in ("sin", "cos"):
        yield changed(node, attr="cos" if node.attr == "sin" else "sin")
    elif is_ordered(node) and len(node.args) > 1 and ast.dump(node.args[0]) != ast.dump(node.args[1]):
        yield changed(node, args=[node.args[1], node.args[0], *node.args[2:]])
    elif isinstance(node, (ast.If, ast.IfExp)) and not isinstance(node.test, ast.Compare):
        yield changed(node, test=ast.UnaryOp(ast.Not(), node.test))


def is_number(node):
    return isinstance(node, ast.Constant) and type(node.value) in (int, float)


def is_ordered(node):
    """Whether a call depends on the order of its first two arguments."""
    return isinstance(node, ast.Call) and getattr(node.func, "attr", getattr(node.func, "id", "")) in ORDERED


def changed(node, **fields):
    new = copy.copy(node)
    for name, value in fields.items():
        setattr(new, name, value)
    return new


def mutants(source):
    """(line, what was changed into what, changed source) for every change."""
    def walk(node):
        for name, value in ast.iter_fields(node):
            for place, child in enumerate(value) if isinstance(value, list) else [(None, value)]:
                if not isinstance(child, ast.AST) or isinstance(child, (ast.Raise, ast.JoinedStr)):
                    continue
                for new in variants(child):
                    put(node, name, place, new)
                    changed_source = ast.unparse(ast.fix_missing_locations(tree))
                    yield child.lineno, f"{short(child)}  ->  {short(new)}", changed_source
                    put(node, name, place, child)
                yield from walk(child)

    def put(node, name, place, new):
        if place is None:
            setattr(node, name, new)
        else:
            getattr(node, name)[place] = new

    tree = ast.parse(source)
    yield from walk(tree)


def short(node):
    text = ast.unparse(node).splitlines()[0]
    return text if len(text) < 60 else text[:57] + "..."


class Changed(importlib.abc.MetaPathFinder, importlib.abc.InspectLoader):
    """Imports one module of the package from a changed source."""

    def __init__(self, module, source):
        self.module, self.source = module, source

    def find_spec(self, name, path, target=None):
        return importlib.util.spec_from_loader(name, self, origin="changed") if name == self.module else None

    def get_source(self, name):
        return self.source


def survives(module, source, tests):
    """Whether all tests pass with the changed source; in a process of its own."""
    child = os.fork()
    if child:
        return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    signal.alarm(SECONDS)
    sys.meta_path.insert(0, Changed(module, source))
    null = os.open(os.devnull, os.O_WRONLY)
    os.dup2(null, 1)
    os.dup2(null, 2)
    files = [str(next((ROOT / "tests").rglob(f"test_{name}.py"))) for name in tests]
    options = ["-x", "-q", "--tb=no", "-p", "no:cacheprovider", "-p", "no:nbval", "-o", "addopts="]
    os._exit(int(pytest.main([*options, *files]) != 0))


def load_libraries():
    """Load what the package and its tests stand on, once, before the processes fork;
    the package itself is forgotten again."""
    for needed in ("fcclearn.course.notebook", "matplotlib.pyplot", "IPython.display"):
        importlib.import_module(needed)
    for name in [name for name in sys.modules if name.partition(".")[0] == "fcclearn"]:
        del sys.modules[name]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("files", nargs="*", help="such as formulation/forces; all of them by default")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="take every N-th change only")
    chosen = parser.parse_args()
    os.chdir(ROOT)
    load_libraries()
    started, killed, total = time.perf_counter(), 0, 0
    for name in chosen.files or TARGETS:
        module, path = "fcclearn." + name.replace("/", "."), ROOT / "fcclearn" / f"{name}.py"
        first = TARGETS[name].split()
        rest = [test for test in ALL_TESTS if test not in first]
        if not survives(module, path.read_text(encoding="utf-8"), first + rest):
            sys.exit(f"the tests fail before {name} is changed")
        changes = list(mutants(path.read_text(encoding="utf-8")))[:: chosen.every]
        left = [change for change in changes
                if survives(module, change[2], first) and survives(module, change[2], rest)]
        killed, total = killed + len(changes) - len(left), total + len(changes)
        print(f"{name}: {len(changes) - len(left)} of {len(changes)} killed", flush=True)
        for line, what, _ in left:
            print(f"    survives: line {line}: {what}", flush=True)
    print(f"all: {killed} of {total} killed, {100 * killed / max(total, 1):.1f} %, in "
          f"{(time.perf_counter() - started) / 60:.0f} minutes")


if __name__ == "__main__":
    main()
