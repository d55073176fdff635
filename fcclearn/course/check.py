"""Check an answer and say what is wrong with it.

    >>> from fcclearn.course.check import check

In an exercise `check("07.2", answer)` prints a sentence and never stops the notebook. The environment
variable FCCLEARN_STRICT turns it into a test: with 1 every answer must be right, or in words (the solutions);
with `blank` none may be (the exercises, before a student touches them).
"""

import difflib
import importlib
import json
import os
import pkgutil
import warnings
from functools import cache

from fcclearn.course import tasks, variants

CHANGED = ("This task has changed since your copy of the exercise was made, so your answer is not judged. "
           "To get the new text, rename your copy and start the course again.")


def check(number, answer, version=1):
    """
    Print what is right or wrong about an answer.

    Parameters
    ----------
    number : str
        Lesson and task, for example "07.2".
    answer : object
    version : int
        Of the task that the text was written for: an old text is not judged by a new task.

    Raises
    ------
    AssertionError
        Only if the environment variable FCCLEARN_STRICT is set; see the module.
    """
    strict = os.environ.get("FCCLEARN_STRICT")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")                # of the task's own runs: the answer is what counts
            task = find(number)
            status, text = task.judge(answer) if task.version == version else ("changed", CHANGED)
    except KeyboardInterrupt:
        print(f"{number}: Stopped by you. Nothing is lost: change your answer and run the cell again.")
        return
    except Exception as error:
        if strict:
            raise AssertionError(f"{number}: {error}") from error
        known = isinstance(error, LookupError)
        status, text = "wrong", str(error) if known else f"This answer cannot be checked: {error}"
    print(f"{number}: {text}")
    if strict and (status in ("right", "words")) == (strict == "blank"):
        raise AssertionError(f"{number} is {status}: {text}")


def find(number):
    """
    Return the task with a number such as "07.2".

    Raises
    ------
    LookupError
        With the nearest number, if there is no such task.
    """
    lesson, _, task = str(number).partition(".")
    known = lessons()
    if lesson in known and task in tasks_of(lesson):
        return tasks_of(lesson)[task]
    every = [f"{name}.{key}" for name in ([lesson] if lesson in known else known) for key in tasks_of(name)]
    near = difflib.get_close_matches(str(number), every, n=1, cutoff=0)
    raise LookupError(f"There is no task {number}." + (f' Do you mean "{near[0]}"?' if near else ""))


def lessons():
    """Return the lessons that have tasks, for example ["00", "01", "A"]."""
    names = [module.name for module in pkgutil.iter_modules(tasks.__path__)]
    return sorted(name.removeprefix("lesson_") for name in names if name.startswith("lesson_"))


def tasks_of(lesson, picked=None):
    """
    Return the tasks of one lesson, {"1": Task, ...}.

    Parameters
    ----------
    picked : dict
        Values of givens, each one of those in `choices_of`: the tasks of one student's variant. By default
        the numbers of the exercise that runs in this kernel, see `variants.numbers`.
    """
    picked = variants.OPEN.get(lesson) if picked is None else picked
    own = importlib.import_module(f"fcclearn.course.tasks.lesson_{lesson}").TASKS
    return varied(lesson, json.dumps(picked, sort_keys=True)) if picked else own


@cache
def varied(lesson, picked):
    """The tasks of a variant, made once: their error models take time."""
    return {key: task.with_givens(json.loads(picked)) for key, task in tasks_of(lesson, {}).items()}


def choices_of(lesson):
    """Return the givens of a lesson that may differ from student to student, {name: tested values}."""
    return getattr(importlib.import_module(f"fcclearn.course.tasks.lesson_{lesson}"), "CHOICES", {})
