"""Put a submission together again: the given cells as they were, the student's code where a blank was."""

import ast
import re
from typing import NamedTuple

from fcclearn.course.exercises import YOUR_WORDS


class Part(NamedTuple):
    """Some code to run: the student's, or given. Only what given code checks counts."""

    given: bool
    source: str
    cell: int  # place in the submission, from 1; 0 for a cell that the student deleted


def parts(exercise, cells):
    """
    Return what is to be run, in order.

    Parameters
    ----------
    exercise : NotebookNode
        As it was handed out.
    cells : list of dict
        Of the submission, see `collect.read_cells`.

    Returns
    -------
    list of Part
        The student's order, and the student's own cells in their places; a given cell that was deleted
        stands behind the one that it followed.
    """
    partners = match(exercise, cells)
    there = {given.id for given in partners.values()}
    run = []
    for number, cell in enumerate(cells, 1):
        given = partners.get(number - 1)
        if given is not None:
            run += cell_parts(given, cell["source"], number)
            run += deleted_after(exercise, given, there)
        elif cell["cell_type"] == "code":
            run.append(Part(False, cell["source"], number))
    return deleted_after(exercise, None, there) + run


def cell_parts(given, source, number):
    """Return the parts of one given cell: as it was, or the student's code and then the given checks."""
    if given.cell_type != "code":
        return []
    if not has_blank(given.source):
        return [Part(True, given.source, number)]
    return [Part(False, source, number), *(Part(True, call, number) for call in check_calls(given.source))]


def deleted_after(exercise, given, there):
    """Return the parts of the deleted cells that followed a given cell (None: the start)."""
    found = []
    start = 0 if given is None else exercise.cells.index(given) + 1
    for cell in exercise.cells[start:]:
        if cell.id in there:
            break
        found += cell_parts(cell, cell.source, 0)
    return found


def match(exercise, cells):
    """Return {place in the submission: given cell}: by id, else by its text, else by what it checks."""
    rest, partners = {cell.id: cell for cell in exercise.cells}, {}
    for same in (by_id, by_text, by_check):
        for k, cell in enumerate(cells):
            given = (
                None
                if k in partners
                else next(
                    (g for g in rest.values() if g.cell_type == cell["cell_type"] and same(g, cell)), None
                )
            )
            if given is not None:
                partners[k] = rest.pop(given.id)
    return partners


def by_id(given, cell):
    return given.id == cell["id"]


def by_text(given, cell):
    return given.source.strip() == cell["source"].strip()


def by_check(given, cell):
    return bool(checked(given.source) & checked(cell["source"]))


def checked(source):
    """Return the numbers that some code checks."""
    return set(re.findall(r"^check\([\"']([^\"']+)", source, re.MULTILINE))


def has_blank(source):
    """Say whether a given cell has dots for the student to replace."""
    return any(isinstance(node, ast.Constant) and node.value is ... for node in ast.walk(ast.parse(source)))


def check_calls(source):
    """Return the statements of a given cell that check an answer."""
    return [
        ast.get_source_segment(source, statement)
        for statement in ast.parse(source).body
        if isinstance(statement, ast.Expr)
        and isinstance(statement.value, ast.Call)
        and getattr(statement.value.func, "id", "") == "check"
    ]


def words(exercise, cells):
    """Return {heading of the question: answer in words} of the answers that were written."""
    texts = {given.id: cells[k]["source"].strip() for k, given in match(exercise, cells).items()}
    found, heading = {}, ""
    for cell in exercise.cells:
        if cell.source == YOUR_WORDS and texts.get(cell.id, YOUR_WORDS) not in (YOUR_WORDS, ""):
            found[f"{heading} ({len(found) + 1})" if heading in found else heading] = texts[cell.id]
        text = cell.source if cell.cell_type == "markdown" else ""
        for title in re.findall(r"^#+ +(.+)", text, re.MULTILINE):
            heading = title
    return found
