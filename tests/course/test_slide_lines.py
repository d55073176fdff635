"""The room that texts, tables and outputs take; tables and printed lines are cut, and nothing is lost."""

import pytest
from nbformat.v4 import new_output

from fcclearn.course.slide_lines import ROOM, letters, lines_of, lines_of_output, pieces, printed, rows_of

HEAD = "| name | what |\n|---|---|\n"


@pytest.mark.parametrize("text, wide", [("plain", 5), (r"$\dot q$", 3), (r"a\|b", 3), ("**bold** `x`", 6)])
def test_letters(text, wide):
    assert letters(text) == wide


def test_a_long_row_takes_lines_and_a_bar_inside_a_cell_is_none():
    assert rows_of(HEAD + r"| a \| b | $\|x\|$ |") == [1.0, 1.0]
    short, long = rows_of(HEAD + "| a | b |\n| a | " + "word " * 60 + "|")[1:]
    assert short == 1.0 and 3.0 < long < 5.0


def test_a_long_table_is_cut_at_its_rows_and_each_part_has_the_head():
    rows = [f"| {k} | {'word ' * (k % 30)}|" for k in range(60)]
    found = pieces(HEAD + "\n".join(rows))
    assert len(found) > 4 and all(part.startswith(HEAD) and lines_of(part) <= ROOM for part in found)
    assert [row for part in found for row in part.splitlines()[2:]] == rows


def test_a_short_table_stays_whole():
    assert pieces(HEAD + "| a | b |") == [HEAD + "| a | b |"]


def test_what_is_printed_is_cut_where_a_slide_is_full():
    output = new_output("stream", name="stdout", text="".join(f"{k}\n" for k in range(50)))
    parts = printed(output)
    assert "".join(part["text"] for part in parts) == output["text"] and len(parts) == 3
    assert all(lines_of_output(part) <= ROOM - 1 for part in parts)
    picture = new_output("display_data", {"image/png": ""})
    assert printed(picture) == [picture]
