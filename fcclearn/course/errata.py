"""The errata of both papers as data: read from docs/theory, with the tests that fail for what is printed.

    python -m fcclearn.course.errata          writes fcclearn/course/errata.json

Nothing is entered here: the tables of docs/theory are the one place where an erratum is written down.
"""

import json
import re
from pathlib import Path
from typing import NamedTuple

from IPython.display import Markdown

from fcclearn.course.ledger import ROOT, cited, docstrings

STORED = Path(__file__).with_suffix(".json")
TEXT = {"A": "docs/theory/fcc_grb.md", "B": "docs/theory/parallel_mechanism.md"}
TESTS = {"A": "tests/formulation/test_errata.py", "B": "tests/parallel/test_parallel_errata.py"}


class Erratum(NamedTuple):
    """One place of a paper: what is printed, what is right, what was measured, which tests hold it.

    For Paper A the three are one text, in `correct`.
    """

    paper: str
    where: str
    printed: str
    correct: str
    evidence: str
    tests: tuple


def equations(where, paper):
    """Equations of a place such as "Eq. 44-45, i=1" or "A1, B2": a set of (paper, number).

    >>> sorted(equations("Eq. 17, A5", "B")), sorted(equations("B4 (2,4)", "B")), equations("Sec. 4.2", "B")
    ([('B', '17'), ('B', 'A5')], [('B', 'B4')], set())
    """
    places = re.sub(r"\$[^$]*\$|i=\d|\(\d,\d\)|(?:row|line|col) \d|(?:§|Sec\.)[\d., §vs/]*", "", where)
    numbers = re.sub(
        r"\b([AB]?\d+)(?:[-\u2013]([AB]?\d+))?",
        lambda m: f"({m[1]})-({m[2]})" if m[2] else f"({m[1]})",
        places,
    )
    return cited(
        f"Paper {paper}, Eqs. " + ", ".join(re.findall(r"\([AB]?\d+\)(?:-\([AB]?\d+\))?", numbers)), paper
    )


def places(paper):
    """(where, printed, correct, evidence) of every erratum, as docs/theory has it."""
    text = (ROOT / TEXT[paper]).read_text(encoding="utf-8")
    if paper == "A":
        part = text.split("**Errors in the paper**")[1].split("**Suspected")[0]
        for item in re.findall(r"^\d+\. (.+)$", part, re.MULTILINE):
            where = re.search(r"(?:\*\*)?((?:Eqs?\.|§)\s*[\d./§]+)", item)
            yield where[1], "", item, ""
    else:
        part = text.split("## 8. Errata")[1].split("\n## ")[0]
        rows = [line.strip("| ").split(" | ") for line in part.splitlines() if line.startswith("| ")]
        yield from (row for row in rows[1:] if row[0] != "right as printed")


def collect():
    """All errata, with the tests whose docstring names one of their equations."""
    found = []
    for paper in TEXT:
        named = [
            (name, cited(text, paper))
            for name, text in docstrings(ROOT / TESTS[paper])
            if name and name.startswith("test") and "right_as" not in name
        ]
        for where, *rest in places(paper):
            own = equations(where.replace("/", ", "), paper)
            found.append(Erratum(paper, where, *rest, tuple(name for name, of in named if of & own)))
    return found


def errata(paper=None):
    """The stored errata of one paper, or of both.

    >>> errata("B")[5].where
    'Eq. 22'
    """
    stored = [Erratum(*row[:-1], tuple(row[-1])) for row in json.loads(STORED.read_text(encoding="utf-8"))]
    return [erratum for erratum in stored if paper in (None, erratum.paper)]


def show_errata(paper, *where):
    """A table of errata for a notebook: those at some places, such as "Eq. 22", or all of a paper."""
    chosen = [erratum for erratum in errata(paper) if not where or erratum.where in where]
    if paper == "A":
        return Markdown("\n".join(f"* {erratum.correct}" for erratum in chosen))
    head = ["| Paper B | printed | correct | measured |", "|---|---|---|---|"]
    return Markdown("\n".join(head + [f"| {' | '.join(erratum[1:5])} |" for erratum in chosen]))


def text():
    """The data as they are stored."""
    return json.dumps(collect(), indent=1, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    STORED.write_text(text(), encoding="utf-8")
    print(f"{STORED.relative_to(ROOT)} written")
