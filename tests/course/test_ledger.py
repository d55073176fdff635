"""The equation ledger is complete and up to date."""

import pytest

from fcclearn.course import ledger


def test_the_stored_ledger_is_up_to_date():
    stored = ledger.STORED.read_text(encoding="utf-8")
    assert stored == ledger.table(), "docs/ledger.md is stale: run python -m fcclearn.course.ledger"


def test_every_equation_is_implemented_or_excused():
    numbers = [(paper, equation) for paper, equation, *_ in ledger.rows()]
    assert len(numbers) == 119 + 67 + 5 + 13 and len(set(numbers)) == len(numbers)
    assert [(paper, equation) for paper, equation, by, *_ in ledger.rows() if not by] == []


def test_every_equation_of_paper_A_is_tested():
    """Those on the lost pages too: what was rebuilt in their place is."""
    assert [equation for paper, equation, *_, test in ledger.rows() if paper == "A" and not test] == []


def test_every_equation_of_paper_A_is_taught():
    """By the lesson that names it; those on the lost pages with the section they belong to."""
    assert [equation for paper, equation, _, where, _ in ledger.rows() if paper == "A" and not where] == []


def test_the_tests_of_excused_equations_exist():
    there = {f"{path.stem}.{name}" for path in (ledger.ROOT / "tests").rglob("test_*.py")
             for name, _ in ledger.docstrings(path)}
    named = {test for _, tests in ledger.EXCUSED.values() for test in tests}
    assert named and named <= there


@pytest.mark.parametrize("text, expected", [
    ("Eq. (9)", {("A", "9")}), ("Paper B, Eqs. (A1)-(A3)", {("B", "A1"), ("B", "A2"), ("B", "A3")}),
    ("Eqs. (3), (5) and (7)-(8)", {("A", n) for n in "3578"}),
    ("Paper B, Eq. (B3). Paper A, Eq. (3)", {("B", "B3"), ("A", "3")}), ("(5)", set())])
def test_citations(text, expected):
    assert ledger.cited(text) == expected
