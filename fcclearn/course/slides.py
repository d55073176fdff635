"""Make a lesson into slides that need no network: python -m fcclearn slides 05 --out slides/

nbconvert makes the pages, reveal.js shows them. Here the lesson is cut into slides: a new one at every
heading, and where a slide is full. The code is hidden, unless its cell is tagged `project`. Below a
prediction that is asked for, and in "Your turn", the answer waits for a click.
"""

import re
from pathlib import Path

import nbformat
from nbformat.v4 import new_code_cell, new_markdown_cell

from fcclearn.course import notebook
from fcclearn.course.assets import copy_mathjax, copy_reveal, not_installed
from fcclearn.course.files import COURSE, write_whole
from fcclearn.course.slide_lines import HEIGHT, LABEL, ROOM, WIDTH, lines_of, lines_of_output, pieces, printed

SPARE = 2  # lines by which a slide may be overfull, where the next one would be nearly empty; it shrinks
ASKED = re.compile(r"\*\*Predict|^#+ Your turn")  # what is computed below comes with the next click
TEMPLATES = Path(__file__).parent
SHOWN = "project"  # the tag of a cell whose code is projected
NEEDS = {
    "nbconvert": "nbconvert",
    "sphinx_revealjs": "sphinx-revealjs",
    "sphinx-mathjax-offline": "sphinx-mathjax-offline",
}


def linked(text, there):
    """
    Return a text whose links to notebooks lead to slides that are there; the others become plain text.

    >>> linked("[a](05_x.ipynb), [b](../exercises/05_x.ipynb) and [c](https://x.org)", {"05_x"})
    '[a](05_x.html), b and [c](https://x.org)'
    """

    def change(match):
        words, target = match.groups()
        stem = Path(target.split("#")[0]).stem
        if re.match(r"\w+:", target):
            return match[0]
        return f"[{words}]({stem}.html)" if stem in there and "exercises" not in target else words

    return re.sub(r"(?<!!)\[([^\]]*)\]\(([^)\s]+)\)", change, text)


def cut(lesson, there=()):
    """
    Return a notebook whose cells are slides.

    Parameters
    ----------
    lesson : NotebookNode
        As it is stored, executed.
    there : set of str
        Names of lessons that have slides, for the links.
    """
    cells, used, section, bare, asked = [], 0.0, "", False, False
    shown = [item for cell in lesson.cells for item in items(cell, there)]
    headings = [re.match(r"#{1,3} +(.+)", cell.source) for cell, _ in shown]
    for (cell, need), heading, next_heading in zip(shown, headings, [*headings[1:], True]):
        room = ROOM + SPARE * (bare or bool(next_heading))
        if heading or not cells or used + need > room:
            if not heading and section:
                cells.append(typed(new_markdown_cell(f'<div class="section">{section}</div>'), "subslide"))
                kind, used = "-", LABEL
            else:
                kind, used = "slide" if re.match("##? ", cell.source) else "subslide", 0.0
            section = heading[1] if heading else section
            cells.append(typed(cell, kind))
        else:
            cells.append(typed(cell, "fragment" if asked and cell.cell_type == "code" else "-"))
        used, bare = used + need, bool(heading)
        asked = bool(ASKED.search(cell.source)) or (asked and cell.cell_type != "code")
    for k, cell in enumerate(cells):
        cell.id = f"slide-{k}"
    return nbformat.v4.new_notebook(cells=cells, metadata=lesson.metadata)


def items(cell, there):
    """Yield what a cell of the lesson shows, as cells, each with the lines that it takes."""
    if cell.cell_type == "markdown":
        for piece in pieces(linked(cell.source, there)):
            yield new_markdown_cell(piece), lines_of(piece)
    elif cell.cell_type == "code":
        code = SHOWN in cell.metadata.get("tags", [])
        if code:
            listing = f"```python\n{cell.source}\n```"
            yield new_markdown_cell(listing), lines_of(listing)
        for output in cell.outputs:
            data = output.get("data", {})
            # a listing of the package: its place is enough, unless code is shown
            if "text/markdown" in data:
                yield from listings(data["text/markdown"], code)
            elif data.get("text/plain") != notebook.WIDGET_NOTE:        # a slider works in a notebook only
                for part in printed(output):
                    shown = new_code_cell("", outputs=[part], metadata={"tags": ["remove_input"]})
                    yield shown, lines_of_output(part)


def listings(text, code):
    """Yield a text with listings as it is, or only the lines outside of them."""
    if not code:
        text = re.sub(r"```.*?```", "", text, flags=re.DOTALL)
    for piece in pieces(text):
        yield new_markdown_cell(piece), lines_of(piece)


def typed(cell, kind):
    """Give a cell the type of its slide: "slide" and "subslide" begin one, "-" goes on."""
    cell.metadata["slideshow"] = nbformat.from_dict({"slide_type": kind})
    return cell


def convert(lesson, title):
    """Return the page of a lesson that was cut."""
    from nbconvert.exporters import SlidesExporter
    from traitlets.config import Config

    config = Config()
    config.TagRemovePreprocessor.remove_input_tags = {"remove_input"}
    config.TagRemovePreprocessor.enabled = True
    config.SlidesExporter.preprocessors = ["nbconvert.preprocessors.TagRemovePreprocessor"]
    exporter = SlidesExporter(
        config=config,
        extra_template_basedirs=[str(TEMPLATES)],
        template_name="slides_template",
        reveal_url_prefix="assets/reveal",
        reveal_theme="white",
        reveal_width=str(WIDTH),
        reveal_height=str(HEIGHT),
    )
    lesson.metadata["title"] = title
    page, _ = exporter.from_notebook_node(lesson)
    return page.replace("assets/reveal/dist/", "assets/reveal/")


def missing():
    """Return the names of the packages that are not installed."""
    return not_installed(NEEDS)


def copy_assets(out):
    """Copy what the pages load."""
    copy_reveal(Path(out, "assets", "reveal"))
    copy_mathjax(Path(out, "assets", "mathjax"))


def make(numbers, out, course=COURSE):
    """
    Write the slides of some lessons.

    Parameters
    ----------
    numbers : list of str
        For example ["05"]; empty for all lessons.
    out : path
        A folder; it holds all that is needed.

    Returns
    -------
    list of Path
        The pages.

    Raises
    ------
    ValueError
        A package is missing, or there is no such lesson.
    """
    if lacking := missing():
        raise ValueError(f"slides need {', '.join(lacking)}: python -m pip install {' '.join(lacking)}")
    paths = {path.name.partition("_")[0]: path for path in sorted(Path(course).glob("notebooks/*.ipynb"))}
    for number in numbers:
        if number not in paths:
            raise ValueError(f"there is no lesson {number!r}; there are {', '.join(paths)}")
    chosen = [paths[number] for number in numbers or paths]
    out = Path(out)
    there = {path.stem for path in chosen} | {page.stem for page in out.glob("*.html")}
    copy_assets(out)
    pages = []
    for path in chosen:
        lesson = notebook.read(path)
        pages.append(out / f"{path.stem}.html")
        write_whole(
            pages[-1], convert(cut(lesson, there), lesson.cells[0].source.partition("\n")[0].lstrip("# "))
        )
    return pages
