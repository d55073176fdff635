"""A submission is put together again: given cells by id, the student's code only where a blank was."""

import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

from fcclearn.course import notebook
from fcclearn.course.exercises import YOUR_WORDS
from fcclearn.course.files import COURSE
from fcclearn.course.grading.restore import check_calls, checked, has_blank, parts, words

EXERCISE = new_notebook(
    cells=[
        new_markdown_cell("# 98", id="title"),
        new_code_cell("from fcclearn.course.check import check\nm = 2.0", id="given"),
        new_code_cell('a = ...\ncheck("98.1", a)', id="one"),
        new_markdown_cell(YOUR_WORDS, id="why"),
        new_code_cell("def f(x):\n    ...", id="two"),
        new_code_cell('check("98.2", f)\ncheck("98.3", f(2))', id="ask"),
    ]
)


def submitted(change=lambda cells: None):
    cells = [dict(id=cell.id, cell_type=cell.cell_type, source=cell.source) for cell in EXERCISE.cells]
    change(cells)
    return cells


def run(change=lambda cells: None):
    return [(part.given, part.source) for part in parts(EXERCISE, submitted(change))]


GIVEN = (True, "from fcclearn.course.check import check\nm = 2.0")
CHECK = (True, 'check("98.1", a)')
ASK = (True, 'check("98.2", f)\ncheck("98.3", f(2))')
BLANK, BODY = (False, 'a = ...\ncheck("98.1", a)'), (False, "def f(x):\n    ...")


def test_untouched():
    assert run() == [GIVEN, BLANK, CHECK, BODY, ASK]


def test_answers_stand_in_the_blanks_and_the_given_check_asks():
    def answer(cells):
        cells[2]["source"] = "a = m + 1"
        cells[4]["source"] = "def f(x):\n    return x"

    assert run(answer) == [GIVEN, (False, "a = m + 1"), CHECK, (False, "def f(x):\n    return x"), ASK]


def test_given_cells_are_put_back():
    def change(cells):
        cells[1]["source"] = "m = 3.0"
        cells[5]["source"] = 'print("right")'

    assert run(change) == run()


def test_deleted_cells_are_put_back_where_they_were():
    assert run(lambda cells: cells.pop(1)) == run()
    assert run(lambda cells: cells.pop(5)) == run()
    assert run(lambda cells: cells.__delitem__(slice(1, 6))) == run()
    assert run(lambda cells: cells.clear()) == run()


def test_own_cells_stay_in_their_places():
    own = dict(id="mine", cell_type="code", source="b = 1")
    assert run(lambda cells: cells.insert(2, own)) == [GIVEN, (False, "b = 1"), BLANK, CHECK, BODY, ASK]


def test_the_students_order_is_kept():
    assert run(lambda cells: cells.reverse()) == [ASK, BODY, BLANK, CHECK, GIVEN]


def test_cells_without_ids_are_known_by_their_text_and_their_checks():
    def strip(cells):
        for cell in cells:
            cell["id"] = "None"
        cells[2]["source"] = 'a = 7\ncheck("98.1", a)'

    assert run(strip) == [GIVEN, (False, 'a = 7\ncheck("98.1", a)'), CHECK, BODY, ASK]


def test_a_copied_cell_is_the_students_own():
    def twice(cells):
        cells.insert(3, dict(cells[2], source="a = 8"))

    assert run(twice) == [GIVEN, BLANK, CHECK, (False, "a = 8"), BODY, ASK]


def test_words():
    def write(text):
        return lambda cells: cells[3].update(source=text)

    assert words(EXERCISE, submitted()) == words(EXERCISE, submitted(write(" "))) == {}
    assert words(EXERCISE, submitted(write(" Since it turns. "))) == {"98": "Since it turns."}
    assert words(EXERCISE, submitted(lambda cells: cells.pop(3))) == {}


@pytest.mark.parametrize("path", sorted((COURSE / "exercises").glob("*.ipynb")), ids=lambda path: path.stem)
def test_every_check_of_the_course_is_found(path):
    """A check inside a loop or a function would not be asked for the student's answer."""
    for cell in notebook.read(path).cells:
        if cell.cell_type == "code":
            calls = check_calls(cell.source)
            assert len(calls) == cell.source.count("check(") == len(checked(cell.source))
            assert not calls or has_blank(cell.source) or "..." not in cell.source
