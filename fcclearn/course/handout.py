"""Hand an exercise out with numbers of one's own: python -m fcclearn exercises 05 --roster class.csv"""

import csv
import io
import os
import secrets
from pathlib import Path

from fcclearn.course import notebook
from fcclearn.course.check import choices_of, tasks_of
from fcclearn.course.files import write_whole
from fcclearn.course.grading.pages import shown
from fcclearn.course.grading.roster import read_roster
from fcclearn.course.variants import groups, pick, with_numbers


def secret_of(roster, make=False):
    """
    Return the lecturer's secret, which lies beside the roster; None if there is none and none is to be made.

    Parameters
    ----------
    roster : path
    make : bool
    """
    path = Path(roster).with_suffix(".secret")
    if path.exists():
        return path.read_bytes().strip()
    if not make:
        return None
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with open(handle, "w") as file:
        file.write(secrets.token_hex(32) + "\n")
    return path.read_bytes().strip()


def sets_of(lesson):
    """Return the sets of numbers of a lesson to pick from, see `variants.groups`; empty without variants."""
    return groups(choices_of(lesson), [set(task.givens) for task in tasks_of(lesson).values()])


def exercise_for(student, path, lesson, secret):
    """Return the exercise of a student, and its numbers: the common one without secret or variants."""
    exercise, sets = notebook.read(path), sets_of(lesson)
    if not secret or not sets:
        return exercise, {}
    values = pick(secret, student, lesson, sets)
    return with_numbers(exercise, lesson, values), values


def hand_out(path, lesson, roster, out):
    """
    Write one exercise for each student, and a table of who has which numbers.

    Parameters
    ----------
    path : path
        The common exercise.
    lesson : str
    roster : path
    out : path
        A folder: it gets a folder for each id, and `numbers.csv`.

    Returns
    -------
    int
        The number of exercises.

    Raises
    ------
    ValueError
        The lesson has no variants.
    """
    if not choices_of(lesson):
        raise ValueError(f"lesson {lesson} has no variants: its exercise is the same for all")
    students, secret = read_roster(roster), secret_of(roster, make=True)
    text = io.StringIO()
    table = csv.writer(text, lineterminator="\n")
    table.writerow(["id", "lesson", *choices_of(lesson)])
    for student in students:
        exercise, values = exercise_for(student, path, lesson, secret)
        notebook.write(exercise, Path(out, student, Path(path).name))
        table.writerow([shown(student), lesson, *(values[name] for name in choices_of(lesson))])
    write_whole(Path(out, "numbers.csv"), text.getvalue())
    return len(students)
