"""The list of lessons, read from the lessons themselves: title, goals, minutes."""

import re
from pathlib import Path
from typing import NamedTuple

from fcclearn.course import notebook
from fcclearn.course.files import COURSE


class Lesson(NamedTuple):
    """What the first cell of a lesson says."""

    number: str
    title: str
    minutes: int
    goals: list


def first_cell(text):
    """
    Read the first cell of a lesson.

    >>> first_cell("# 07 The reduced body\\n\\n* build V;\\n* and S.\\n\\n**Time** 60 minutes.")
    Lesson(number='07', title='The reduced body', minutes=60, goals=['build V', 'and S'])
    """
    number, title = re.match(r"# (\w+) (.+)", text).groups()
    minutes = re.search(r"\*\*Time\*\* (\d+) minutes", text)
    goals = re.findall(r"^\* (.+?)[;.]?$", text, re.MULTILINE)
    return Lesson(number, title, int(minutes[1]) if minutes else 0, goals)


def lessons(course=COURSE):
    """Return all lessons of a course folder, in order; none if the folder is not there."""
    return [first_cell(notebook.read(path).cells[0].source)
            for path in sorted(Path(course).glob("notebooks/*.ipynb"))]


def syllabus(course=COURSE):
    """Return the syllabus as text: each lesson with its minutes and goals."""
    lines = []
    for lesson in lessons(course):
        lines.append(f"{lesson.number}  {lesson.title} ({lesson.minutes} minutes)")
        lines += [f"      - {goal}" for goal in lesson.goals]
    return "\n".join(lines)
