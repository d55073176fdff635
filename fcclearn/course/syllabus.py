"""The list of lessons, read from themselves: goals, minutes, points; and a plan for a term."""

import re
from pathlib import Path
from typing import NamedTuple

from fcclearn.course import notebook
from fcclearn.course.check import find
from fcclearn.course.exercises import YOUR_WORDS
from fcclearn.course.files import COURSE
from fcclearn.course.task import Words

FOR_WORDS = 2       # points for an answer in words; every checked task has one point


class Lesson(NamedTuple):
    """What a lesson and its exercise say of themselves."""

    number: str
    title: str
    minutes: int
    goals: list
    exercise: int = 0  # minutes
    checks: int = 0  # tasks that `check` judges
    texts: int = 0  # answers in words
    project: tuple = (0, 0)  # hours of own work besides, at least and at most

    @property
    def points(self):
        return self.checks + FOR_WORDS * self.texts


def first_cell(text):
    """
    Read the first cell of a lesson.

    >>> first_cell("# 07 The reduced body\\n\\n* build V;\\n* and S.\\n\\n**Time** 60 minutes.")[:4]
    ('07', 'The reduced body', 60, ['build V', 'and S'])
    """
    number, title = re.match(r"# (\w+) (.+)", text).groups()
    minutes = re.search(r"\*\*Time\*\* (\d+) minutes", text)
    project = re.search(r"your own work (\d+) to (\d+) hours", text)
    goals = re.findall(r"^\* (.+?)[;.]?$", text, re.MULTILINE)
    return Lesson(number, title, int(minutes[1]) if minutes else 0, goals,
                  project=tuple(map(int, project.groups())) if project else (0, 0))


def of_exercise(path):
    """Return minutes, checked tasks and answers in words of an exercise; nothing if it is not there."""
    if not path.exists():
        return {}
    cells = [cell.source for cell in notebook.read(path).cells]
    minutes = re.search(r"About (\d+) minutes", cells[0])
    asked = {number for source in cells for number in re.findall(r"^check\(\"([^\"]+)", source, re.MULTILINE)}
    texts = {number for number in asked if isinstance(find(number), Words)}
    return {"exercise": int(minutes[1]) if minutes else 0, "checks": len(asked - texts),
            "texts": len(texts) + cells.count(YOUR_WORDS)}


def lessons(course=COURSE):
    """Return all lessons of a course folder, in order; none if the folder is not there."""
    paths = sorted(Path(course).glob("notebooks/*.ipynb"))
    return [
        first_cell(notebook.read(path).cells[0].source)._replace(
            **of_exercise(Path(course, "exercises", path.name))
        )
        for path in paths
    ]


def chosen(every, text):
    """
    Return the lessons that a text such as "00-05,12" names.

    Raises
    ------
    ValueError
        A part of the text names no lesson.
    """
    order = [lesson.number for lesson in every]
    picked = []
    for part in text.replace(" ", "").split(","):
        first, _, last = part.partition("-")
        here = [number for number in order if first <= number <= (last or first)]
        if not here:
            raise ValueError(f"there is no lesson {part!r}; there are {', '.join(order)}")
        picked += here
    return [lesson for lesson in every if lesson.number in picked]


def syllabus(every):
    """Return the syllabus as text: each lesson with its minutes, goals and points."""
    lines = []
    for lesson in every:
        words = f", {lesson.texts} in words" if lesson.texts else ""
        tasks = (
            f"; exercise {lesson.exercise} minutes, {lesson.checks} checked{words}: {lesson.points} points"
        )
        lines.append(
            f"{lesson.number}  {lesson.title} ({lesson.minutes} minutes{tasks if lesson.exercise else ''}"
            f"{own_work([lesson])})"
        )
        lines += [f"      - {goal}" for goal in lesson.goals]
    return "\n".join([*lines, total(every)])


def total(some):
    """Return one line with the sums over some lessons."""
    return (
        f"{len(some)} lessons: {hours(sum(s.minutes for s in some))}, exercises "
        f"{hours(sum(s.exercise for s in some))}, {sum(s.points for s in some)} points{own_work(some)}"
    )


def own_work(some):
    """
    Return what the projects of some lessons take besides, as text; empty without a project.

    >>> own_work([Lesson("25", "", 60, [], project=(6, 10))])
    '; and 6 to 10 hours for a project'
    """
    least, most = (sum(lesson.project[k] for lesson in some) for k in (0, 1))
    return f"; and {least} to {most} hours for a project" if most else ""


def hours(minutes):
    """
    Return a time as text.

    >>> hours(125)
    '2 h 05'
    """
    return f"{minutes // 60} h {minutes % 60:02}"


def term(every, weeks):
    """
    Spread lessons over the weeks of a term, in order, so that the fullest week is as light as can be.

    Parameters
    ----------
    every : list of Lesson
    weeks : int

    Returns
    -------
    list of list of Lesson
        One list for each week; the last weeks are empty if there are fewer lessons.

    >>> lessons = [Lesson(str(k), "", minutes, []) for k, minutes in enumerate([50, 10, 10, 40])]
    >>> [[lesson.minutes for lesson in week] for week in term(lessons, 3)]
    [[50], [10, 10], [40]]
    """
    if weeks < 1:
        raise ValueError(f"a term has one week or more, not {weeks}")
    load = [lesson.minutes + lesson.exercise for lesson in every]
    filled = min(weeks, len(every))
    best = {
        (0, 0): ((), ())
    }  # (lessons, weeks used) -> (loads of the weeks, largest first; ends of the weeks)
    for used in range(1, filled + 1):
        for end in range(used, len(every) + 1):
            plans = []
            for start in range(used - 1, end):
                if (start, used - 1) in best:
                    loads, ends = best[start, used - 1]
                    plans.append((tuple(sorted((*loads, sum(load[start:end])), reverse=True)), (*ends, end)))
            best[end, used] = min(plans)
    ends = best[len(every), filled][1]
    return [every[start:end] for start, end in zip((0, *ends), ends)] + [[]] * (weeks - filled)


def plan(every, weeks):
    """Return the plan of a term as a table: lessons, time for them, time for the exercises, points."""
    lines = ["week  lesson   exercise  points  lessons"]
    for k, week in enumerate(term(every, weeks), 1):
        names = (
            "; ".join(f"{lesson.number} {lesson.title}" for lesson in week)
            or "free: a project, or what needs more time"
        ) + own_work(week)
        minutes, exercise, points = (
            sum(getattr(lesson, n) for lesson in week) for n in ("minutes", "exercise", "points")
        )
        lines.append(f"{k:>4}  {hours(minutes):>6}     {hours(exercise):>6}  {points:>6}  {names}")
    return "\n".join([*lines, total(every)])
