"""Find the submissions of an exercise in a folder, whatever the students called them.

A file belongs to a student if the id stands in its name or in the name of a folder around it, as learning
platforms make them. It belongs to the exercise by what is in it, not by its name.
"""

import json
import os
import re
import stat
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

LARGEST = 5_000_000  # bytes
MOST_CELLS = 500
IGNORED = {".ipynb_checkpoints", "__MACOSX"}


class Submission(NamedTuple):
    """What came from one student: the cells of a notebook, or none; the file; remarks for the lecturer."""

    id: str
    cells: list | None
    path: Path | None
    notes: tuple


def collect(folder, exercise, ids=(), due=None):
    """
    Return one submission for each student.

    Parameters
    ----------
    folder : path
    exercise : NotebookNode
        As it was handed out.
    ids : list of str
        The class. Without it every file at the top, and every folder, is a student.
    due : datetime
        A file that was changed later gets a remark.

    Returns
    -------
    list of Submission
        First the class, in its order, with or without a file; then those who are not in it.
    """
    files, notes = {}, {}
    for path in walk(Path(folder)):
        student, doubt = owner(path.relative_to(folder), ids)
        files.setdefault(student, []).append(path)
        if doubt:
            notes.setdefault(student, []).append(doubt)
    strangers = sorted(files.keys() - set(ids))
    found = [
        choose(student, files.get(student, []), exercise, due, notes.get(student, []))
        for student in [*ids, *strangers]
    ]
    return [
        s._replace(notes=(*s.notes, "not in the roster")) if ids and s.id in strangers else s for s in found
    ]


def walk(folder):
    """Yield the files of a folder, links too, but never what a link leads to."""
    for place, folders, names in os.walk(folder, followlinks=False):
        links = [name for name in folders if Path(place, name).is_symlink()]
        folders[:] = sorted(name for name in folders if name not in IGNORED and name not in links)
        yield from (Path(place, name) for name in sorted([*names, *links]) if not name.startswith("."))


def owner(path, ids):
    """Return whose file this is, and a doubt in words or an empty string."""
    if not ids:
        return (path.parts[0] if len(path.parts) > 1 else path.stem), ""
    text = path.as_posix()
    named = [
        i for i in ids if re.search(rf"(?<![A-Za-z0-9]){re.escape(i)}(?![A-Za-z0-9])", text, re.IGNORECASE)
    ]
    if not named:
        return path.parts[0], ""
    longest = max(named, key=len)
    others = [i for i in named if i.lower() not in longest.lower()]
    return longest, f"the name of {path.name} holds the id {others[0]} too" if others else ""


def choose(student, paths, exercise, due, notes):
    """Return the submission of a student: the newest of the notebooks that belong to the exercise."""
    notes, readable, broken = list(notes), [], []
    for path in paths:
        if path.suffix.lower() != ".ipynb":
            continue
        try:
            cells = read_cells(path)
        except (OSError, ValueError) as error:
            broken.append((path, f"{path.name} {error if isinstance(error, ValueError) else error.strerror}"))
            continue
        if belongs(cells, exercise):
            readable.append((path.lstat().st_mtime, path.name, path, cells))
    notes += [sentence for path, sentence in broken]
    if not readable:
        others = [path.name for path in paths if path not in [p for p, _ in broken]]
        why = (
            f"no notebook of this exercise among: {', '.join(others[:5])}"
            if others
            else ""
            if broken
            else "nothing handed in"
        )
        return Submission(student, None, None, (*notes, *filter(None, [why])))
    changed, _, path, cells = max(readable)
    if len(readable) > 1:
        notes.append(f"{len(readable)} notebooks; the newest was graded, {path.name}")
    if due and datetime.fromtimestamp(changed) > due:
        notes.append(f"late by {delay(datetime.fromtimestamp(changed) - due)}")
    return Submission(student, cells, path, tuple(notes))


def delay(time):
    """Return a time in words."""
    minutes = int(time.total_seconds() // 60)
    return (
        f"{minutes // 1440} d {minutes // 60 % 24} h"
        if minutes >= 1440
        else f"{minutes // 60} h {minutes % 60} min"
    )


def read_cells(path):
    """
    Return the cells of a stranger's notebook: a list of dictionaries with id, cell_type and source.

    Raises
    ------
    ValueError, OSError
        A link, no ordinary file, too large, or no notebook.
    """
    if path.is_symlink():
        raise ValueError("is a link, and was not followed")
    handle = os.open(path, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0))
    with open(handle, "rb") as file:
        status = os.fstat(handle)
        if not stat.S_ISREG(status.st_mode):
            raise ValueError("is no ordinary file")
        if status.st_size > LARGEST:
            raise ValueError(f"is too large ({status.st_size / 1e6:.0f} MB)")
        text = file.read().decode("utf-8", errors="replace")
    try:
        cells = json.loads(text)["cells"]
        return [
            {"id": str(cell.get("id")), "cell_type": str(cell["cell_type"]), "source": source(cell["source"])}
            for cell in cells[:MOST_CELLS]
        ]
    except RecursionError:
        raise ValueError("cannot be read as a notebook (lists in lists in lists ...)") from None
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        raise ValueError(
            f"cannot be read as a notebook ({'empty' if not text.strip() else type(error).__name__})"
        ) from None


def source(lines):
    """Return the text of a cell, which may be stored as a list of lines."""
    return lines if isinstance(lines, str) else "".join(map(str, lines))


def belongs(cells, exercise, least=0.25):
    """Say whether a notebook is an answer to this exercise: it has its title or its checks."""
    title = exercise.cells[0].source.partition("\n")[0]
    asked = set(re.findall(r"check\([\"']([^\"']+)", "\n".join(cell.source for cell in exercise.cells)))
    text = "\n".join(cell["source"] for cell in cells)
    asks = [number for number in asked if f'"{number}"' in text or f"'{number}'" in text]
    return title in text.splitlines() or len(asks) > least * len(asked)
