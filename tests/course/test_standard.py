"""The standard of a lesson: words, lines, cells and minutes are counted, not wished."""

from pathlib import Path

import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

from fcclearn.course import notebook, standard

COURSE = Path(__file__).resolve().parents[2]
LESSONS = sorted((COURSE / "notebooks").glob("*.ipynb"))


@pytest.mark.parametrize("path", LESSONS, ids=lambda path: path.stem)
def test_a_lesson_meets_the_standard(path):
    assert standard.faults(standard.count(path)) == []


def lesson(tmp_path, *further):
    """Return the path of a lesson of 3 + 10 + 4 + 5 minutes: 300 words, 40 lines, 2 predictions, a turn."""
    text = ("# 98 Sample\n\n**Time** 22 minutes. **Predict** this. **Predict** that.\n\n"
            "### Your turn (5 minutes)\n\n[exercise](../exercises/98_sample.ipynb)\n\n## Now read it\n\n")
    text += "word " * (300 - standard.words(text))
    code = "# a remark\n\n" + "x = 1\n" * 40
    cells = [new_markdown_cell(text, id="text"), new_code_cell(code, id="code"), *further]
    notebook.write(new_notebook(cells=cells), path := tmp_path / "98_sample.ipynb")
    return path


def test_minutes_by_hand(tmp_path):
    further = [new_markdown_cell("## Going further (5 minutes)\n\n**Predict** more.", id="f"),
               new_code_cell("y = 2", id="g")]
    found = standard.count(lesson(tmp_path, *further))
    assert found == standard.Count(300, 40, 2, 2, 1, 22, True, True)
    assert found.minutes == 22 and standard.faults(found) == []


@pytest.mark.parametrize(
    "change, words",
    [
        (dict(words=1501, announced=37), "1501 words, at most 1500"),
        (dict(lines=221, announced=70), "221 code lines"),
        (dict(cells=46), "46 cells"),
        (dict(announced=16), "16 minutes announced, 22 counted"),
        (dict(announced=33), "33 minutes announced"),
        (dict(announced=0), "0 minutes announced"),
        (dict(now_read=False), "Now read it"),
        (dict(exercise=False), "no link to the exercise"),
    ],
)
def test_each_fault_is_named_alone(tmp_path, change, words):
    (sentence,) = standard.faults(standard.count(lesson(tmp_path))._replace(**change))
    assert words in sentence


def test_formulas_and_links_are_not_taken_for_words():
    assert standard.words("$a + b + c$ is small") == standard.words("$a$ is small") == 3
    assert standard.words("so\n\n$$\\int_0^1 x\n\\, dx = \\frac12$$\n\n* holds") == 12
    assert standard.words("[the exercise](../exercises/98 – a.ipynb)") >= 2
    assert standard.words("## A – b | c |\n|---|---|") == 3


def test_the_table(tmp_path, capsys):
    path = lesson(tmp_path)
    assert standard.main([str(path)]) == 0
    assert capsys.readouterr().out.splitlines()[1].split() == "98_sample 300 40 2 2 1 22 22".split()
    path.write_text(path.read_text().replace("22 minutes", "60 minutes"))
    assert standard.main([str(path)]) == 1
    assert "60 minutes announced" in capsys.readouterr().out
