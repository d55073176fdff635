"""The template of a report: eight parts, each with one question and a cell to fill in."""

from pathlib import Path

from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

from fcclearn.course import notebook

TEMPLATE = (
    (
        "1 Question",
        "One sentence that ends with a question mark. One number that will answer it, unit, tolerance.",
        "tolerance = ...",
    ),
    (
        "2 Sketch and data",
        "Bodies, joints, lengths, masses, each with its source. Units of the source!",
        "lengths = ...",
    ),
    (
        "3 Mobility",
        "Your count first, then the rank. If they differ: which rows are redundant, which freedom is idle?",
        "model = ...\nfreedoms = ...",
    ),
    (
        "4 Road 1 and road 2: position",
        "Which formula does each use? They may share data, no function.",
        "road_1 = ...\nroad_2 = ...",
    ),
    (
        "5 Forces or motion",
        "The same for a force, a torque or a motion in time. Energy over a free run.",
        "run = ...                  # a run without drives",
    ),
    (
        "6 A planted error",
        "Change one thing on purpose. Does each test see it?",
        "planted = ...              # road 1 with the error",
    ),
    (
        "7 Limits",
        "Where is it singular, where does it stop? Show it.",
        "limit = ...                # a pose or an angle: say its unit\n# assert something about it",
    ),
    (
        "8 Answer",
        "The number with its error. Then one paragraph: what was not tested.",
        "from fcclearn.course.report_check import check_report\n\nfound = check_report(globals())",
    ),
)
"""Heading, question and code of each part of a report."""


def template(title="My mechanism"):
    """The report as a notebook: a heading, a question and a cell to fill in for each of the eight parts."""
    cells = [new_markdown_cell(f"# {title}\n\nAuthor, date. Lesson 25 has the rubric.", id="title")]
    for k, (heading, question, code) in enumerate(TEMPLATE, 1):
        cells += [
            new_markdown_cell(f"## {heading}\n\n*{question}*", id=f"text-{k}"),
            new_code_cell(code, id=f"code-{k}"),
        ]
    return new_notebook(metadata=notebook.KERNEL, cells=cells)


def start_report(path="my_report.ipynb"):
    """Write the template to a new file.

    Raises
    ------
    FileExistsError
        The file is there already: nothing is overwritten.
    """
    path = Path(path)
    if path.exists():
        raise FileExistsError(f"{path} is there already, and is left as it is")
    notebook.write(template(), path)
    return path
