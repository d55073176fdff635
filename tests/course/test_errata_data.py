"""The errata as data: in step with the texts and the tests, and complete."""

from fcclearn.course import errata
from fcclearn.course.ledger import cited, docstrings


def test_the_stored_errata_are_up_to_date():
    stored = errata.STORED.read_text(encoding="utf-8")
    assert stored == errata.text(), "run python -m fcclearn.course.errata"


def test_every_erratum_of_both_texts_is_there():
    assert len(errata.errata("A")) == 10 and len(errata.errata("B")) == 33
    assert all(e.where and e.correct for e in errata.errata())
    assert all(e.printed and e.evidence for e in errata.errata("B"))


def test_every_erratum_of_a_numbered_equation_has_a_test_but_for_a_reference_in_the_text():
    untested = [
        e.where
        for e in errata.errata()
        if errata.equations(e.where.replace("/", ", "), e.paper) and not e.tests
    ]
    assert untested == ["text before (26)"]  # which equation goes into which: nothing to compute


def test_every_test_of_an_erratum_is_found_by_one():
    """A test of the errata that names an equation belongs to at least one place of the texts."""
    found = {name for e in errata.errata() for name in e.tests}
    for paper, path in errata.TESTS.items():
        for name, text in docstrings(errata.ROOT / path):
            of = cited(text, paper)
            if (
                name
                and name.startswith(("test_erratum", "test_eq", "test_A", "test_B"))
                and of
                and (
                    any(
                        of & errata.equations(e.where.replace("/", ", "), paper) for e in errata.errata(paper)
                    )
                )
            ):
                assert name in found, name


def test_a_table_for_a_notebook():
    assert errata.show_errata("B", "Eq. 22").data.splitlines()[2].startswith("| Eq. 22 | $J_V")
    assert errata.show_errata("B").data.count("\n") == 34
    assert errata.show_errata("A").data.startswith("* **Eq. 108 sign.**")
