"""A class of submissions of exercise 05: honest, hostile, broken, renamed and late ones.

python tests/course/grading/a_class.py FOLDER 120         makes the folder and its roster
"""

import json
import os
import random
import shutil
import sys
from pathlib import Path

from hostile import HOSTILE
from nbformat.v4 import new_code_cell

from fcclearn.course import notebook
from fcclearn.course.files import COURSE

STEM = "05_multipliers_are_reactions"
TASKS = 9                   # that are judged right in the solution; one more is answered in words
RIGHT = {
    "05.1a": "[-3.0, 12.5]",
    "05.1b": "[0.003, -0.0125]",
    "05.6a": "[7, 6, 1]",
    "05.6b": "'along'",
    "05.8": "'D'",
}

def solution():
    return notebook.read(COURSE / "solutions" / f"{STEM}.ipynb")


def exercise():
    return notebook.read(COURSE / "exercises" / f"{STEM}.ipynb")


def answered(numbers):
    """The exercise with the right answers to some of the tasks that have short ones."""
    nb = exercise()
    for cell in nb.cells:
        for number in numbers:
            if f'check("{number}"' in cell.source:
                cell.source = cell.source.replace("...", RIGHT[number], 1)
    return nb


def hostile(name, **places):
    """The exercise with a hostile cell at its start."""
    nb = exercise()
    given = "\n".join(f"{place.upper()} = {value!r}" for place, value in places.items())
    nb.cells.insert(1, new_code_cell(f"{given}\n{HOSTILE[name]}"))
    return nb


def make(folder, count, seed=0, **places):
    """
    Write a class of `count` students.

    Returns
    -------
    dict of str -> int or None
        How many tasks of each student must be right; None for those of whom nothing can be read.
    """
    folder, chance, right = Path(folder), random.Random(seed), {}
    special = [*(("hostile", name) for name in HOSTILE), *(("odd", name) for name in ODD)]
    for k in range(count):
        student = f"s{k:03}"
        kind, name = special[k] if k < len(special) else ("honest", "")
        place = folder / f"Student Nr {k}_{student}_assignsubmission_file" if k % 2 else folder / student
        place.mkdir(parents=True)
        path = place / f"{STEM}.ipynb"
        if kind == "hostile":
            notebook.write(hostile(name, **places), path)
            right[student] = 0
        elif kind == "odd":
            right[student] = ODD[name](path)
        else:
            numbers = chance.sample(sorted(RIGHT), chance.randint(0, len(RIGHT)))
            full = chance.random() < 0.3
            notebook.write(solution() if full else answered(numbers), path)
            right[student] = TASKS if full else len(numbers)
    names = "".join(f"{student},Student {student}\n" for student in [*right, "absent"])
    (folder.parent / "class.csv").write_text(f"id,name\n{names}", encoding="utf-8")
    return right | {"absent": None}


# Submissions that are odd in another way. Each writes its file and returns how many tasks must be right.


def renamed(path):
    notebook.write(solution(), path.with_name("Homework (final) 2.ipynb"))
    return TASKS


def without_ids(path):
    """As some editors store it."""
    nb = json.loads(notebook.to_bytes(solution()))
    for cell in nb["cells"]:
        del cell["id"]
    path.write_text(json.dumps(nb | {"nbformat_minor": 4}))
    return TASKS


def reordered(path):
    nb = answered(["05.1a", "05.6a"])
    nb.cells[2:6] = nb.cells[5:1:-1]
    notebook.write(nb, path)
    return 2


def without_checks(path):
    nb = answered(RIGHT)
    for cell in nb.cells:
        cell.source = "\n".join(line for line in cell.source.splitlines() if not line.startswith("check("))
    notebook.write(nb, path)
    return len(RIGHT)


def given_cells_changed(path):
    """The model of task 4 is another one; the answers are read from it."""
    nb = solution()
    for cell in nb.cells:
        cell.source = cell.source.replace("rod(2.1, 0.8)", "rod(9.0, 0.8)")
    notebook.write(nb, path)
    return TASKS


def given_cells_deleted(path):
    nb = solution()
    nb.cells = [cell for cell in nb.cells if "BEGIN SOLUTION" in cell.source or cell.cell_type == "markdown"]
    notebook.write(nb, path)
    return TASKS


def own_cells(path):
    """A helper in a cell of the student's own; a guess checked after the answer."""
    nb = answered(["05.6a"])
    nb.cells.insert(1, new_code_cell("lam = [3.0, -12.5]"))
    for cell in nb.cells:
        cell.source = cell.source.replace("on_bar = ...", "on_bar = [-x for x in lam]")
    nb.cells.append(new_code_cell('check("05.1a", 7)'))
    notebook.write(nb, path)
    return 2


def syntax_error(path):
    nb = answered(["05.1a", "05.6a"])
    for cell in nb.cells:
        cell.source = cell.source.replace("not_unique = ...", "not_unique = (")
    notebook.write(nb, path)
    return 2


def endless_function(path):
    nb = answered(["05.1a", "05.8"])
    for cell in nb.cells:
        if "def wrench_at" in cell.source:
            cell.source = cell.source.replace("    ...", "    while True:\n        pass")
    notebook.write(nb, path)
    return 2


def growing_function(path):
    nb = answered(["05.1a", "05.8"])
    for cell in nb.cells:
        if "def wrench_at" in cell.source:
            cell.source = cell.source.replace("    ...", "    return [q] * 10**7")
    notebook.write(nb, path)
    return 2


def strange_answers(path):
    nb = answered(["05.8"])
    strange = [
        "type('A', (), {'__array__': lambda *a, **k: 1 / 0})()",
        "10**5000",
        "'x' * 10**7",
        "[[]] * 10**6",
        "{1: {2: 3}}",
        "np.zeros((3000, 3000))",
        "np.array([{}, None], dtype=object)",
        "1j",
        "float('nan')",
    ]
    for cell in nb.cells:
        for number, answer in zip(["05.1a", "05.1b", "05.4", "05.5", "05.6a", "05.6b", "05.7"], strange):
            if f'check("{number}"' in cell.source:
                cell.source = cell.source.replace("...", answer, 1)
    notebook.write(nb, path)
    return 1


def two_files(path):
    notebook.write(exercise(), path.with_name("old.ipynb"))
    os.utime(path.with_name("old.ipynb"), (1.7e9, 1.7e9))
    notebook.write(solution(), path)
    return TASKS


def late(path):
    notebook.write(solution(), path)
    os.utime(path, (4e9, 4e9))
    return TASKS


def formula(path):
    """A message that a spreadsheet would run, and a page would show as a link."""
    nb = exercise()
    nb.cells.insert(1, new_code_cell("raise ValueError('=cmd|calc\\n[x](http://x)<script>')"))
    notebook.write(nb, path)
    return 0


def empty(path):
    path.touch()


def merge_marks(path):
    path.write_text("<<<<<<< mine\n{}\n")


def nested(path):
    path.write_text('{"cells": ' + "[" * 100_000)


def large(path):
    path.write_bytes(b" " * 6_000_000)


def link(path):
    path.symlink_to(COURSE / "solutions" / f"{STEM}.ipynb")


def pipe(path):
    os.mkfifo(path)


def no_notebook(path):
    path.with_suffix(".pdf").write_bytes(b"%PDF")


def not_cells(path):
    path.write_text('{"cells": [{"cell_type": "code", "source": {"a": 1}}, 3]}')


def linked_folder(path):
    path.parent.rmdir()
    path.parent.symlink_to(COURSE / "solutions", target_is_directory=True)


ODD = {
    f.__name__: f
    for f in (
        renamed,
        without_ids,
        reordered,
        without_checks,
        given_cells_changed,
        given_cells_deleted,
        own_cells,
        syntax_error,
        endless_function,
        growing_function,
        strange_answers,
        two_files,
        late,
        formula,
        empty,
        merge_marks,
        nested,
        large,
        link,
        pipe,
        no_notebook,
        not_cells,
        linked_folder,
    )
}


if __name__ == "__main__":
    shutil.rmtree(sys.argv[1], ignore_errors=True)
    beside = Path(sys.argv[1]).resolve().parent
    (beside / "loss").mkdir(exist_ok=True)
    (beside / "loss" / "outside").touch()
    wanted = make(
        sys.argv[1],
        int(sys.argv[2]),
        outside=str(beside / "loss" / "outside"),
        pid=2**22 + 1,
        tasks=str(COURSE / "fcclearn/course/tasks"),
    )
    (beside / "wanted.json").write_text(json.dumps(wanted))
