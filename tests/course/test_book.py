"""The book: its contents come from the syllabus, its links are checked, what is missing gets one sentence."""

import io

import pytest

from fcclearn.course import book
from fcclearn.course.files import COURSE


def test_contents_hold_every_lesson_and_exercise_once_in_order():
    text = book.contents(COURSE)
    for folder in ("notebooks", "exercises"):
        lines = [line for line in text.splitlines() if line.startswith(f"{folder}/")]
        assert lines == [f"{folder}/{path.stem}" for path in sorted((COURSE / folder).glob("*.ipynb"))]
    assert text.index("Part 1") < text.index("notebooks/05") < text.index("Part 2") < text.index("Exercises")


def test_links_that_lead_nowhere_are_named(tmp_path):
    (tmp_path / "sub").mkdir()
    (tmp_path / "a.html").write_text(
        '<h1 id="top">A</h1><a href="sub/b%20c.html#here">1</a><a href="https://x.org">2</a>'
        '<a href="#top">3</a>'
        '<a href="sub/b%20c.html#gone">4</a><img src="no.png"><a href="mailto:a@b.c">5</a>'
    )
    (tmp_path / "sub" / "b c.html").write_text('<p id="here"><a href="../a.html">back</a>')
    assert book.broken_links(tmp_path) == [
        "a.html: sub/b%20c.html#gone names no place of that page",
        "a.html: no.png leads nowhere",
    ]


def test_a_folder_with_something_else_is_left_alone(tmp_path, monkeypatch):
    monkeypatch.setattr(book, "missing", lambda: [])
    (tmp_path / "thesis.tex").touch()
    with pytest.raises(ValueError, match="holds something else"):
        book.make(tmp_path)
    assert (tmp_path / "thesis.tex").exists()


def test_what_is_missing_gets_one_sentence(tmp_path, monkeypatch):
    monkeypatch.setattr(book, "missing", lambda: ["sphinx", "myst-nb"])
    with pytest.raises(
        ValueError, match="the book needs sphinx, myst-nb: python -m pip install sphinx myst-nb"
    ):
        book.make(tmp_path)


def test_the_book_is_built_without_a_doubt_and_a_broken_link(tmp_path):
    if lacking := book.missing():
        pytest.skip(f"needs {', '.join(lacking)}: make book installs them")
    doubts = io.StringIO()
    assert book.make(tmp_path / "site", warnings=doubts) == [] and doubts.getvalue() == ""
    page = (tmp_path / "site" / "notebooks" / "05_multipliers_are_reactions.html").read_text(encoding="utf-8")
    assert "../exercises/05_multipliers_are_reactions.html" in page and "<iframe" in page
