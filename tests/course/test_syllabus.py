"""The syllabus and the plan of a term, read from the lessons and exercises."""

from itertools import combinations

import pytest

from fcclearn.__main__ import main
from fcclearn.course.check import tasks_of
from fcclearn.course.syllabus import Lesson, chosen, lessons, plan, syllabus, term, total
from fcclearn.course.task import Words

EVERY = lessons()


def test_every_lesson_says_its_time_and_its_points():
    assert len(EVERY) >= 10
    for lesson in EVERY:
        assert lesson.minutes and lesson.exercise and 3 <= len(lesson.goals) <= 5
        words = sum(isinstance(task, Words) for task in tasks_of(lesson.number).values())
        assert lesson.checks == len(tasks_of(lesson.number)) - words and lesson.texts >= words
        assert lesson.points == lesson.checks + 2 * lesson.texts > 5


def test_the_fullest_week_is_as_light_as_can_be():
    """Against all ways to cut ten lessons into five weeks."""
    load = [lesson.minutes + lesson.exercise for lesson in EVERY]
    weeks = term(EVERY, 5)
    assert [lesson for week in weeks for lesson in week] == EVERY
    cuts = ((0, *cut, len(EVERY)) for cut in combinations(range(1, len(EVERY)), 4))
    lightest = min(max(sum(load[a:b]) for a, b in zip(cut, cut[1:])) for cut in cuts)
    assert max(sum(lesson.minutes + lesson.exercise for lesson in week) for week in weeks) == lightest


def test_the_hours_of_a_project_are_counted():
    (capstone,) = chosen(EVERY, "25")
    assert capstone.project == (6, 10)
    for text in (total(EVERY), plan(EVERY[-3:], 1), syllabus([capstone])):
        assert text.splitlines()[-1].endswith("points; and 6 to 10 hours for a project")
    assert "project" in plan(EVERY[-3:], 3).splitlines()[2] and "project" not in total(EVERY[:9])


def test_a_long_term_ends_with_free_weeks():
    weeks = term(EVERY[:3], 5)
    assert [len(week) for week in weeks] == [1, 1, 1, 0, 0]
    assert "free" in plan(EVERY[:3], 5).splitlines()[-2]


def test_the_plan_adds_up(capsys):
    assert main(["syllabus", "--weeks", "3", "--lessons", "00-02, 05"]) == 0
    head, *rows, last = capsys.readouterr().out.splitlines()
    assert len(rows) == 3 and head.startswith("week") and last.startswith("4 lessons: ")
    points = [int(row.split()[7]) for row in rows]
    assert sum(points) == sum(lesson.points for lesson in chosen(EVERY, "00-02,05")) and last.endswith(
        f"{sum(points)} points"
    )


@pytest.mark.parametrize(
    "text, numbers", [("00", ["00"]), ("01-03,00", ["00", "01", "02", "03"]), ("03,03", ["03"])]
)
def test_chosen(text, numbers):
    assert [lesson.number for lesson in chosen(EVERY, text)] == numbers


@pytest.mark.parametrize(
    "arguments, sentence",
    [
        (["--lessons", "99"], "there is no lesson '99'"),
        (["--weeks", "0"], "a term has one week or more"),
        (["--lessons", ""], "there is no lesson ''"),
    ],
)
def test_a_mistake_gets_one_sentence(arguments, sentence, capsys):
    assert main(["syllabus", *arguments]) == 2
    assert sentence in capsys.readouterr().err


def test_total():
    assert total([Lesson("00", "", 65, [], 20, 3, 1)]) == "1 lessons: 1 h 05, exercises 0 h 20, 5 points"
