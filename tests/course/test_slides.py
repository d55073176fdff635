"""A lesson is cut into slides: nothing is lost, links lead somewhere, code is shown where it is asked for."""

import re

import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output

from fcclearn.course import notebook, slides
from fcclearn.course.files import COURSE
from fcclearn.course.slide_lines import ROOM, lines_of, pieces, printed
from fcclearn.course.slides import cut, linked

LESSONS = sorted((COURSE / "notebooks").glob("*.ipynb"))
PLAYER = '<div><iframe srcdoc="x"></iframe></div>'


def lesson(*cells):
    return new_notebook(cells=list(cells))


def kinds(nb):
    return [(cell.metadata.slideshow.slide_type, cell.source.partition("\n")[0]) for cell in cut(nb).cells]


def test_a_heading_begins_a_slide():
    nb = lesson(
        new_markdown_cell("# 98 Title\n\n* goal"),
        new_markdown_cell("Text.\n\n## Part\n\nMore."),
        new_markdown_cell("### Small\n\nLess."),
    )
    assert kinds(nb) == [
        ("slide", "# 98 Title"),
        ("-", "* goal"),
        ("-", "Text."),
        ("slide", "## Part"),
        ("-", "More."),
        ("subslide", "### Small"),
        ("-", "Less."),
    ]


def test_a_full_slide_goes_on_under_its_heading():
    long = new_markdown_cell("## Part\n\n" + "\n\n".join(f"{k} " + "word " * 40 for k in range(9)))
    shown = kinds(lesson(long))
    starts = [text for kind, text in shown if kind != "-"]
    assert (
        starts[0] == "## Part" and set(starts[1:]) == {'<div class="section">Part</div>'} and len(starts) > 1
    )


def test_a_player_takes_a_slide_nearly_alone_and_a_slider_none():
    note = new_output("display_data", {"text/plain": notebook.WIDGET_NOTE})
    player = new_output("display_data", {"text/html": PLAYER})
    nb = lesson(new_markdown_cell("## Part\n\n" + "Text. " * 30),
                new_code_cell("run.animate()", outputs=[player, note]))
    assert [kind for kind, _ in kinds(nb)] == ["slide", "-", "subslide", "-"]
    assert sum(len(cell.outputs) for cell in cut(nb).cells if cell.cell_type == "code") == 1


def test_the_answer_waits_below_a_prediction():
    first, second = (new_code_cell(outputs=[new_output("stream", text=f"{k}\n")]) for k in "23")
    nb = lesson(new_markdown_cell("## Part\n\n**Predict** it.\n\n$$x$$"), first, new_markdown_cell("Two."),
                second)
    assert [kind for kind, _ in kinds(nb)] == ["slide", "-", "-", "fragment", "-", "-"]
    turn = lesson(new_markdown_cell("### Your turn\n\nTry."), first)
    assert [kind for kind, _ in kinds(turn)] == ["subslide", "-", "fragment"]


def test_a_last_line_and_a_bare_heading_get_no_slide_of_their_own():
    player = new_output("display_data", {"text/html": PLAYER})
    nb = lesson(new_markdown_cell("## Part"), new_code_cell("run.animate()", outputs=[player]),
                new_markdown_cell("One line.\n\n## Next"))
    assert [kind for kind, _ in kinds(nb)] == ["slide", "-", "-", "slide"]


def test_code_is_hidden_unless_it_is_tagged():
    cells = [
        new_markdown_cell("# T"),
        new_code_cell("hidden = 1"),
        new_code_cell("shown = 2", metadata={"tags": ["project"]}),
    ]
    text = "\n".join(cell.source for cell in cut(lesson(*cells)).cells)
    assert "hidden" not in text and "```python\nshown = 2\n```" in text


def test_a_listing_of_the_package_is_named_or_shown():
    listing = new_output("execute_result",
                         {"text/markdown": "`f.py`, line 3\n\n```python\ndef f():\n    ...\n```"})
    for tags, shown in (([], False), (["project"], True)):
        cell = new_code_cell("show_source(f)", outputs=[listing], metadata={"tags": tags})
        text = "\n".join(c.source for c in cut(lesson(new_markdown_cell("# T"), cell)).cells)
        assert "`f.py`, line 3" in text and ("def f()" in text) == shown


def test_blocks_stay_whole():
    assert pieces("a\n\n$$\nx\n\ny\n$$\n\n```\nb\n\nc\n```") == ["a", "$$\nx\n\ny\n$$", "```\nb\n\nc\n```"]
    assert len(pieces("\n".join(f"* point {k}" for k in range(40)))) == 40


def test_links_to_what_is_not_there_become_text():
    text = "[a](02_x.ipynb#part), [b](03_y.ipynb), ![c](d.png), [e](../exercises/02_x.ipynb)"
    assert linked(text, {"02_x"}) == "[a](02_x.html), b, ![c](d.png), e"


@pytest.mark.parametrize("path", LESSONS, ids=lambda path: path.stem)
def test_nothing_of_a_lesson_is_lost(path):
    """Every word of the text and every output is on some slide, in order; slides are not overfull."""
    nb = notebook.read(path)
    for cell in nb.cells:               # listings of the package have a test of their own
        if cell.cell_type == "code":
            cell.outputs = [o for o in cell.outputs if "text/markdown" not in o.get("data", {})]
    made = cut(nb)
    words = " ".join(linked(cell.source, ()) for cell in nb.cells if cell.cell_type == "markdown").split()
    assert (
        " ".join(
            c.source for c in made.cells if c.cell_type == "markdown" and "class=\"section\"" not in c.source
        ).split()
        == words
    )
    outputs = [
        o
        for cell in nb.cells
        if cell.cell_type == "code"
        for o in cell.outputs
        if o.get("data", {}).get("text/plain") != notebook.WIDGET_NOTE
    ]
    outputs = [part for output in outputs for part in printed(output)]
    assert [o for cell in made.cells if cell.cell_type == "code" for o in cell.outputs] == outputs
    used = 0.0
    for cell in made.cells:
        used = 0.0 if cell.metadata.slideshow.slide_type != "-" else used
        used += lines_of(cell.source) if cell.cell_type == "markdown" else 0.0
        assert used <= max(ROOM, lines_of(cell.source)) + 2


def test_what_is_missing_gets_one_sentence(tmp_path, monkeypatch):
    monkeypatch.setattr(slides, "missing", lambda: ["nbconvert", "sphinx-revealjs"])
    with pytest.raises(
        ValueError,
        match="slides need nbconvert, sphinx-revealjs: python -m pip install nbconvert sphinx-revealjs",
    ):
        slides.make(["05"], tmp_path)


def test_a_page_asks_for_nothing_from_outside(tmp_path):
    if lacking := slides.missing():
        pytest.skip(f"needs {', '.join(lacking)}: make slides installs them")
    with pytest.raises(ValueError, match="there is no lesson '99'"):
        slides.make(["99"], tmp_path)
    page = slides.make(["01"], tmp_path)[0].read_text(encoding="utf-8")
    sources = re.findall(r'<(?:script|link|img)[^>]*?(?:src|href)="([^"]+)"', page)
    assert sources and all(source.startswith("data:") or (tmp_path / source).is_file() for source in sources)
