"""The instructor's guide: its links lead somewhere, its commands can be given, its files are there."""

import re
import shlex

import pytest

from fcclearn.__main__ import parser
from fcclearn.course.files import CHECKOUT
from fcclearn.course.syllabus import chosen, lessons, total

GUIDE = sorted((CHECKOUT / "docs" / "instructor").glob("*.md"))
PAGES = [CHECKOUT / "README.md", CHECKOUT / "LICENSE-TEXTS.md", *GUIDE]
COMMANDS = sorted({line.split("-m fcclearn ")[1].partition("  ")[0].strip()
                   for page in PAGES for line in page.read_text(encoding="utf-8").splitlines()
                   if re.match(r" {4,8}[\w./\\]*python -m fcclearn ", line)})


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page):
    for target in re.findall(r"\]\(([^)#\s]+)", page.read_text(encoding="utf-8")):
        assert re.match(r"\w+:", target) or (page.parent / target).exists(), target


@pytest.mark.parametrize("command", COMMANDS)
def test_commands_can_be_given(command):
    words = shlex.split(command.partition(">")[0], comments=True)
    assert words[0] == "lab" or "--help" in words or parser().parse_args(words).run


def test_the_guide_has_the_commands_of_the_lecturer():
    named = {command.split()[0] for command in COMMANDS}
    assert {"lab", "copy", "syllabus", "exercises", "grade", "slides", "book"} <= named


@pytest.mark.parametrize("page", [page for page in GUIDE if re.match(r"\d\d|A", page.stem)],
                         ids=lambda page: page.name)
def test_notes_announce_the_minutes_of_the_lesson_and_of_its_exercise(page):
    text = page.read_text(encoding="utf-8")
    lesson = next(lesson for lesson in lessons(CHECKOUT) if lesson.number == page.stem)
    assert int(re.search(r"(\d+) (?:minutes )?(?:in class or )?alone", text)[1]) == lesson.minutes
    assert int(re.search(r"exercise (?:takes )?(\d+)", text)[1]) == lesson.exercise
    if in_class := re.search(r"(\d+) minutes in class or alone", text):
        ends = [int(end) for end in re.findall(r"^\| \d+-(\d+) \|", text, re.MULTILINE)]
        assert not ends or ends[-1] == int(in_class[1]), "the timing fills the minutes"


def test_the_table_of_terms_has_the_hours_that_the_command_counts():
    index = (CHECKOUT / "docs" / "instructor" / "README.md").read_text(encoding="utf-8")
    rows = [line for line in index.splitlines() if line.startswith("| ")]
    plans = [command.split() for command in COMMANDS if command.startswith("syllabus --weeks")]
    assert len(plans) == 3
    for _, _, weeks, _, some in plans:
        said = re.search(r"lessons: (.+), exercises (.+?), ", total(chosen(lessons(), some)))
        (row,) = (row for row in rows if row.startswith(f"| {weeks} |"))
        assert row.split(" | ")[2:4] == list(said.groups())


def test_binder_asks_for_what_is_there():
    folder = CHECKOUT / ".binder"
    assert (folder / "requirements.txt").read_text().strip() == ".[lab]"
    assert "python -m fcclearn copy my" in (folder / "postBuild").read_text()
    assert (CHECKOUT / "fcclearn" / "course" / "jupyterlab" / "overrides.json").exists()
