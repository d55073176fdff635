"""Numbers of one's own for every student: the same tasks, other givens.

A lesson with variants has `CHOICES` in its tasks file, the values that were tested for every given, and in
its exercise a cell tagged `parameters` with one `name = value` in a line. Givens that meet in a task go
together: the k-th value of one with the k-th of the other, since numbers that were not tested together may
let a slip pass.

A handout (`fcclearn.course.handout`) writes other values into the cell, and tells the checks of them
(`numbers`). Which ones follows from a secret of the lecturer's, the student and the lesson, and from nothing
else.
"""

import ast
import hashlib
import hmac
import re

TAG = "parameters"
OPEN = {}           # lesson -> numbers of the exercise that runs in this kernel


def numbers(lesson, **values):
    """Say which numbers an exercise has; its checks then judge by them."""
    OPEN[lesson] = values


def groups(choices, givens):
    """
    Return the sets of numbers to pick from: one list for all names that meet in a task, directly or not.

    Parameters
    ----------
    choices : dict of str -> tuple
        The tested values of every given.
    givens : list of set of str
        The names of the givens of every task.

    >>> groups({"m": (1, 2), "L": (3, 4, 5), "t": (6, 7)}, [{"m", "L", "g"}, {"t"}])
    [[{'m': 1, 'L': 3}, {'m': 2, 'L': 4}, {'m': 2, 'L': 5}], [{'t': 6}, {'t': 7}]]
    """
    rest, found = list(choices), []
    while rest:
        names = {rest[0]}
        while more := {n for task in givens if task & names for n in task & choices.keys()} - names:
            names |= more
        names = [name for name in rest if name in names]
        rest = [name for name in rest if name not in names]
        most = max(len(choices[name]) for name in names)
        found.append([{n: choices[n][min(k, len(choices[n]) - 1)] for n in names} for k in range(most)])
    return found


def pick(secret, student, lesson, sets):
    """
    Return the numbers of a student: one set of every group.

    Parameters
    ----------
    secret : bytes
    student, lesson : str
    sets : list of list of dict
        See `groups`.

    Returns
    -------
    dict
        HMAC-SHA256 of "student/lesson" seeds PCG64; its raw numbers choose, the same on every system.

    >>> sets = [[{"m": 1}, {"m": 2}, {"m": 3}], [{"L": 4}, {"L": 5}]]
    >>> pick(b"secret", "s1", "05", sets) == pick(b"secret", "s1", "05", sets)
    True
    """
    import numpy as np

    seed = hmac.new(secret, f"{student}/{lesson}".encode(), hashlib.sha256).digest()
    source = np.random.PCG64(int.from_bytes(seed, "big"))
    chosen = [group[int(source.random_raw()) % len(group)] for group in sets]
    return {name: value for part in chosen for name, value in part.items()}


def parameters_cell(exercise):
    """Return the cell of an exercise with its numbers, or None."""
    return next((cell for cell in exercise.cells if TAG in cell.metadata.get("tags", [])), None)


def written(source):
    """
    Return the numbers that stand in a cell, or nothing if it cannot be read.

    >>> written("m = 2.8      # mass [kg]\\nL = 1.2")
    {'m': 2.8, 'L': 1.2}
    """
    try:
        lines = [line for line in ast.parse(source).body if isinstance(line, ast.Assign)]
        return {line.targets[0].id: ast.literal_eval(line.value) for line in lines}
    except (SyntaxError, ValueError, AttributeError, RecursionError, MemoryError):
        return {}


def with_numbers(exercise, lesson, values):
    """Change the numbers of an exercise, in place, tell its checks of them, and return it."""
    cell = parameters_cell(exercise)
    for name, value in values.items():
        cell.source = re.sub(rf"^{name} = [^\s#]+", f"{name} = {value!r}", cell.source, count=1,
                             flags=re.MULTILINE)
    told = ", ".join(f"{name}={name}" for name in values)
    cell.source += ("\n\nfrom fcclearn.course.variants import numbers\n\n"
                    f"numbers(\"{lesson}\", {told})          # for check")
    return exercise
