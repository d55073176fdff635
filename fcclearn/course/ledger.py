"""The equation ledger: which function implements an equation of the two papers,
where it is taught, what tests it.

    python -m fcclearn.course.ledger          writes docs/ledger.md

Nothing is entered by hand but `EXCUSED`: docstrings of the package and of its tests name the equations,
as "Paper A, Eqs. (64)-(68)", and so do the notebooks.
"""

import ast
import json
import re
from itertools import groupby
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
STORED = ROOT / "docs" / "ledger.md"

EQUATIONS = {"A": [str(n) for n in range(1, 120)],
             "B": [*(str(n) for n in range(1, 68)), *(f"A{n}" for n in range(1, 6)),
                   *(f"B{n}" for n in range(1, 14))]}

PAPERS = {"A": "Fully Cartesian coordinates with a generic rigid body (2025)",
          "B": "The 4-DOF parallel mechanism"}

EXCUSED = {
    ("A", 24, 63): ("these pages are missing from the text that the package was written from; by their "
                    "places they hold unit module and constant angle (24-35), generic point and vector "
                    "(36-43), CP and CV (44-63), rebuilt in `formulation.constraints` and "
                    "`formulation.elements`",
                    ["test_constraints.test_rigid_body",
                     "test_constraints.test_rigid_body_constraints_by_name",
                     "test_coordinates.test_generic_point_and_vector",
                     "test_constraints.test_values", "test_constraints.test_derivatives"]),
    ("B", 51, 51): ("abbreviations for the rates of the direction (a_i1, a_i2), written out where they are "
                    "used, in `parallel.links`", []),
}
"""Equations without a function of their own: (paper, first, last) -> why, and what tests the substitute."""

CITED = re.compile(r"Paper ([AB])\b|\bEqs?\.\s*(\([AB]?\d+\)(?:\s*(?:-|,|and|, and|to)\s*\([AB]?\d+\))*)")
PART = re.compile(r"\(([AB]?)(\d+)\)(?:\s*(?:-|to)\s*\([AB]?(\d+)\))?")


def cited(text, paper="A"):
    """Equations that a text names, as pairs (paper, number);
    the paper is the one named last, or the given one.

    Examples
    --------
    >>> sorted(cited("Paper A, Eqs. (3)-(5), (7); Paper B, Eq. (A1)"))
    [('A', '3'), ('A', '4'), ('A', '5'), ('A', '7'), ('B', 'A1')]
    """
    found = set()
    for match in CITED.finditer(text):
        if match[1]:
            paper = match[1]
            continue
        for letter, first, last in PART.findall(match[2]):
            found |= {(paper, f"{letter}{n}") for n in range(int(first), int(last or first) + 1)}
    return found


def docstrings(path):
    """Names and docstrings of a file: the module itself, its classes, functions and methods."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    yield None, ast.get_docstring(tree) or ""
    for node in tree.body:
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            yield node.name, ast.get_docstring(node) or ""
        if isinstance(node, ast.ClassDef):
            for method in node.body:
                if isinstance(method, ast.FunctionDef):
                    yield f"{node.name}.{method.name}", ast.get_docstring(method) or ""


def implemented():
    """Equation -> names of functions and classes; of modules where nothing in them names the equation."""
    package, names = ROOT / "fcclearn", {}
    for path in sorted(package.rglob("*.py")):
        module = ".".join(path.relative_to(package).with_suffix("").parts)
        if module.startswith(("course", "show")):
            continue
        found, whole = {}, set()
        for name, text in docstrings(path):
            for equation in cited(text, "B" if module.startswith("parallel") else "A"):
                if name is None:
                    whole.add(equation)
                else:
                    found.setdefault(equation, []).append(f"{module}.{name}")
        for equation in whole | set(found):
            names.setdefault(equation, []).extend(found.get(equation, [module]))
    return names


def tested():
    """Equation -> tests whose docstring names it."""
    names = {}
    for path in sorted((ROOT / "tests").rglob("test_*.py")):
        for name, text in docstrings(path):
            if name and name.startswith("test"):
                for equation in cited(text, "B" if path.parent.name == "parallel" else "A"):
                    names.setdefault(equation, []).append(f"{path.stem}.{name}")
    return names


def taught():
    """Equation -> numbers of the notebooks that name it."""
    names = {}
    for path in sorted((ROOT / "notebooks").glob("*.ipynb")):
        cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
        for equation in cited("\n".join("".join(cell["source"]) for cell in cells)):
            names.setdefault(equation, []).append(path.name[:2])
    return names


def excuse(paper, equation):
    """Why an equation has no function of its own, and the tests of what replaces it: "" and [] for others."""
    return next((excuse for (of, first, last), excuse in EXCUSED.items()
                 if of == paper and equation.isdigit() and first <= int(equation) <= last), ("", []))


def rows():
    """(paper, equation, implemented, taught, tested) of every numbered equation; the last three as text."""
    parts = implemented(), taught(), tested()
    for paper, equations in EQUATIONS.items():
        for equation in equations:
            by, where, test = (", ".join(dict.fromkeys(part.get((paper, equation), []))) for part in parts)
            why, tests = excuse(paper, equation)
            yield paper, equation, by or why, where, test or ", ".join(tests)


def table():
    """The ledger as Markdown; neighbours that have everything in common share a line."""
    lines = ["# The equation ledger", "",
             "Made by `python -m fcclearn.course.ledger` from docstrings, tests and notebooks.", ""]
    for paper, of_paper in groupby(rows(), key=lambda row: row[0]):
        lines += [f"## Paper {paper}: {PAPERS[paper]}", "",
                  "| equation | implemented by | taught in | tested by |", "|---|---|---|---|"]
        for same, group in groupby(of_paper, key=lambda row: row[2:]):
            numbers = [equation for _, equation, *_ in group]
            label = numbers[0] if len(numbers) == 1 else f"{numbers[0]}-{numbers[-1]}"
            lines.append(f"| {label} | {' | '.join(same)} |")
        lines.append("")
    return "\n".join(lines)


def main():
    """Write the ledger and name the equations that nothing implements and no reason excuses."""
    STORED.write_text(table(), encoding="utf-8")
    missing = [f"{paper} ({equation})" for paper, equation, by, *_ in rows() if not by]
    print(f"{STORED.relative_to(ROOT)} written; without implementation or reason: "
          f"{', '.join(missing) or 'none'}")
    untested = [f"{paper} ({equation})" for paper, equation, *_, test in rows() if not test]
    print(f"without a test that names them: {', '.join(untested) or 'none'}")


if __name__ == "__main__":
    main()
