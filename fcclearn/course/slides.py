"""Make a lesson into slides that need no network: python -m fcclearn slides 05 --out slides/

nbconvert makes the pages, reveal.js shows them. Here the lesson is cut into slides: a new one at every
heading, and where a slide is full. The code is hidden, unless its cell is tagged `project`.
"""

import base64
import re
import struct
from pathlib import Path

import nbformat
from nbformat.v4 import new_code_cell, new_markdown_cell

from fcclearn.course import notebook
from fcclearn.course.assets import copy_mathjax, copy_reveal, not_installed
from fcclearn.course.files import COURSE, write_whole

WIDTH, HEIGHT, MARGIN = 1280, 720, 48  # px
PIXELS = 38  # height of a line of text
ROOM = 16  # lines on a slide
LINE = 80  # letters in a line
TEMPLATES = Path(__file__).parent
SHOWN = "project"  # the tag of a cell whose code is projected
NEEDS = {
    "nbconvert": "nbconvert",
    "sphinx_revealjs": "sphinx-revealjs",
    "sphinx-mathjax-offline": "sphinx-mathjax-offline",
}


def lines_of(block):
    """
    Return how many lines a paragraph, list, table or formula takes on a slide.

    >>> lines_of("a" * 100), lines_of("# Title"), lines_of("* one\\n* two")
    (2.5, 2.5, 2.5)
    """
    if block.startswith("#"):
        return 2.5
    if block.startswith("$$"):
        return 2.5 + 1.2 * block.count("\\\\")
    if block.startswith("```"):
        return 0.7 * block.count("\n") + 1
    return 0.5 + sum(
        1.0 + len(re.sub(r"\]\([^)]*\)|\$[^$]*\$", "1234", line)) // LINE for line in block.splitlines()
    )


def blocks(text):
    """
    Return the paragraphs, lists, tables, formulas and listings of a text; none of them is cut.

    >>> blocks("# A\\n\\none\\ntwo\\n\\n* x\\n* y\\n\\n$$\\na\\n\\nb\\n$$")
    ['# A', 'one\\ntwo', '* x\\n* y', '$$\\na\\n\\nb\\n$$']
    """
    found, open_ = [], ""
    for part in re.split(r"\n\s*\n", text.strip()):
        open_ = f"{open_}\n\n{part}" if open_ else part
        if open_.count("$$") % 2 == 0 and open_.count("```") % 2 == 0:
            found.append(open_)
            open_ = ""
    return found + [open_] * bool(open_)


def pieces(text):
    """Return a text in pieces that stay together: the blocks, and the points of a list that is too long."""
    return [
        point
        for block in blocks(text)
        for point in (re.split(r"\n(?=[*-] |\d+\. )", block) if lines_of(block) > ROOM else [block])
    ]


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
    cells, used, section = [], 0.0, ""
    for shown, need in (item for cell in lesson.cells for item in items(cell, there)):
        heading = re.match(r"#{1,3} +(.+)", shown.source)
        if heading or not cells or used + need > ROOM:
            if not heading and section:
                cells.append(typed(new_markdown_cell(f'<div class="section">{section}</div>'), "subslide"))
                shown = typed(shown, "-")
            section = heading[1] if heading else section
            cells.append(
                shown
                if "slideshow" in shown.metadata
                else typed(shown, "slide" if re.match("##? ", shown.source) else "subslide")
            )
            used = need
        else:
            cells.append(typed(shown, "-"))
            used += need
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
                shown = new_code_cell("", outputs=[output], metadata={"tags": ["remove_input"]})
                yield shown, lines_of_output(output)


def listings(text, code):
    """Yield a text with listings as it is, or only the lines outside of them."""
    if not code:
        text = re.sub(r"```.*?```", "", text, flags=re.DOTALL)
    for piece in pieces(text):
        yield new_markdown_cell(piece), lines_of(piece)


def lines_of_output(output):
    """Return how many lines an output takes on a slide: a player nearly all, a figure by its size."""
    page = output.get("data", {}).get("text/html", "")
    if "<iframe" in page:
        return ROOM - 0.5
    if found := re.search(r"data:image/png;base64,([\w+/]{40})", page):
        width, height = struct.unpack(">II", base64.b64decode(found[1])[16:24])
        return 0.5 + height * min(1.0, (WIDTH - 2 * MARGIN) / width, 600 / height) / PIXELS
    text = output.get("text") or output.get("data", {}).get("text/plain", "")
    return lines_of(page) if page else 0.5 + 0.7 * sum(1 + len(line) // 95 for line in text.splitlines())


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
