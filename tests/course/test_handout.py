"""Numbers of one's own: picked by a secret, written into the exercise, followed by every task."""

import csv
import hashlib
import hmac

import numpy as np
import pytest
from nbformat.v4 import new_code_cell, new_notebook
from test_task_numbers import ALLOWED, coincidences

from fcclearn.__main__ import main
from fcclearn.course import notebook, variants
from fcclearn.course.check import check, choices_of, lessons, tasks_of
from fcclearn.course.files import COURSE
from fcclearn.course.handout import hand_out, secret_of, sets_of
from fcclearn.course.task import Numerical
from fcclearn.course.variants import groups, numbers, parameters_cell, pick, with_numbers, written

STUDENTS = [f"s{k:03}" for k in range(200)]
VARIED = [lesson for lesson in lessons() if choices_of(lesson)]
SECRET = b"a secret of the tests"


@pytest.fixture(autouse=True)
def closed():
    """No exercise is open before or after a test."""
    variants.OPEN.clear()
    yield
    variants.OPEN.clear()


def path_of(lesson):
    return next((COURSE / "exercises").glob(f"{lesson}_*.ipynb"))


# Picking


def test_the_pick_is_that_of_the_recipe():
    """HMAC-SHA256 of id/lesson seeds PCG64, written out once more."""
    seed = hmac.new(SECRET, b"s1/05", hashlib.sha256).hexdigest()
    source = np.random.PCG64(int(seed, 16))
    expected = {"a": [1, 2, 3][source.random_raw() % 3], "b": [4, 5][source.random_raw() % 2]}
    assert pick(SECRET, "s1", "05", [[{"a": a} for a in (1, 2, 3)], [{"b": b} for b in (4, 5)]]) == expected


def test_a_pick_never_changes():
    """The same numbers on every system and in every version: a handout of last week can be graded."""
    groups = [[{"m": m} for m in (10, 20, 30, 40, 50)], [{"L": L} for L in range(1, 8)]]
    assert {s: tuple(pick(b"k", s, "05", groups).values()) for s in ("s1", "s2", "s3")} == {
        "s1": (10, 3), "s2": (40, 7), "s3": (40, 1)}


def test_secret_student_and_lesson_count():
    groups = [[{"x": x} for x in range(1000)]]
    one = pick(SECRET, "s1", "05", groups)
    others = (pick(b"other", "s1", "05", groups), pick(SECRET, "s2", "05", groups),
              pick(SECRET, "s1", "06", groups))
    assert one == pick(SECRET, "s1", "05", groups) and one not in others


def test_givens_that_meet_in_a_task_go_together():
    choices = {"a": (1, 2), "b": (3, 4), "c": (5, 6, 7), "d": (8, 9)}
    sets = groups(choices, [{"a", "b", "g"}, {"b", "c"}, {"d"}, {"g"}])
    assert sets == [[{"a": 1, "b": 3, "c": 5}, {"a": 2, "b": 4, "c": 6}, {"a": 2, "b": 4, "c": 7}],
                    [{"d": 8}, {"d": 9}]]


# Tasks


def cases():
    """Every set of every group of every lesson, beside the first of the others."""
    for lesson in VARIED:
        first = {name: values[0] for name, values in choices_of(lesson).items()}
        for group in sets_of(lesson):
            for k, chosen in enumerate(group):
                yield pytest.param(lesson, first | chosen, set(chosen), id=f"{lesson}-{'-'.join(chosen)}-{k}")


@pytest.mark.parametrize("lesson, picked, names", cases())
def test_every_set_can_be_solved_and_told_apart(lesson, picked, names):
    """A task has givens of one group only, so these are all the tasks that any student can get."""
    for key, task in tasks_of(lesson, picked).items():
        if not names & task.givens.keys():
            continue
        assert task.judge(task.expected).status == "right", key
        unnamed = [s for s, wrong in task.mistakes.items() if not task.judge(wrong).text.startswith(s)]
        assert unnamed == [], key
        if isinstance(task, Numerical):
            allowed = ALLOWED.get(f"{lesson}.{key}", ())
            assert [f for f in coincidences(task) if not any(words in f for words in allowed)] == [], key


@pytest.mark.parametrize("lesson", VARIED)
def test_a_task_has_givens_of_one_group(lesson):
    for key, task in tasks_of(lesson).items():
        assert sum(bool(task.givens.keys() & group[0].keys()) for group in sets_of(lesson)) <= 1, key


@pytest.mark.parametrize("lesson", VARIED)
def test_200_students(lesson):
    """Every set is used, in about equal shares, and neighbours have the same numbers by chance only."""
    every = [pick(SECRET, student, lesson, sets_of(lesson)) for student in STUDENTS]
    for group in sets_of(lesson):
        counts = [sum(chosen.items() <= values.items() for values in every) for chosen in group]
        assert min(counts) > 0 and max(counts) < 2 * len(STUDENTS) / len(group)
    different = np.prod([len(group) for group in sets_of(lesson)])
    assert sum(a == b for a, b in zip(every, every[1:])) < 2 * len(STUDENTS) / different + 5


# Exercises


@pytest.mark.parametrize("lesson", VARIED)
def test_the_cell_of_a_handout_has_the_numbers_and_tells_the_checks(lesson):
    values = pick(SECRET, "s1", lesson, sets_of(lesson))
    cell = parameters_cell(with_numbers(notebook.read(path_of(lesson)), lesson, values))
    assert written(cell.source) == values
    exec(cell.source, {})
    assert variants.OPEN == {lesson: values}
    common = parameters_cell(notebook.read(path_of(lesson))).source
    changed = [line for line in cell.source.splitlines() if line not in common.splitlines() and line]
    assert len(changed) <= len(values) + 2


def test_check_judges_by_the_numbers_of_the_exercise(capsys):
    choices = choices_of("05")
    x, y = choices["lam_x"][1], choices["lam_y"][1]
    check("05.1a", [-x, -y])
    numbers("05", lam_x=x, lam_y=y)
    check("05.1a", [-x, -y])
    before, after = capsys.readouterr().out.splitlines()
    assert "Right" not in before and after.startswith("05.1a: Right.")


def test_numbers_that_make_no_sense_are_a_sentence(capsys):
    numbers("05", lam_x="heavy", unknown=1)
    check("05.1a", [1, 2])
    assert "This answer cannot be checked" in capsys.readouterr().out


@pytest.mark.parametrize("strange", ["p = 3(", "m = __import__('os')", "(" * 500, "m, L = 1, 2", "m.x = 3"])
def test_a_cell_that_cannot_be_read_has_no_numbers(strange):
    assert written(strange) == {}


# Handing out


@pytest.fixture
def roster(tmp_path):
    (tmp_path / "class.csv").write_text("id,name\n" + "".join(f"{s},x\n" for s in STUDENTS[:5]))
    return tmp_path / "class.csv"


def test_a_handout(roster, tmp_path, capsys):
    assert main(["exercises", "05", "--roster", str(roster), "--out", str(tmp_path / "out")]) == 0
    assert "5 exercises" in capsys.readouterr().out
    secret = roster.with_suffix(".secret")
    assert secret.stat().st_mode & 0o077 == 0 and len(secret.read_text().strip()) == 64
    common = notebook.read(path_of("05"))
    with open(tmp_path / "out" / "numbers.csv", newline="") as file:
        rows = {row["id"]: row for row in csv.DictReader(file)}
    for student in STUDENTS[:5]:
        own = notebook.read(tmp_path / "out" / student / path_of("05").name)
        values = written(parameters_cell(own).source)
        assert values == pick(secret_of(roster), student, "05", sets_of("05"))
        assert all(rows[student][name] == str(value) for name, value in values.items())
        assert [a.id for a, b in zip(own.cells, common.cells) if a != b] == [parameters_cell(own).id]
    again = [path.read_bytes() for path in sorted((tmp_path / "out").rglob("*.ipynb"))]
    assert main(["exercises", "05", "--roster", str(roster), "--out", str(tmp_path / "out")]) == 0
    assert again == [path.read_bytes() for path in sorted((tmp_path / "out").rglob("*.ipynb"))]


def test_a_lesson_without_variants_is_a_sentence(roster, tmp_path):
    lesson = next(lesson for lesson in lessons() if lesson not in VARIED)
    with pytest.raises(ValueError, match=f"lesson {lesson} has no variants"):
        hand_out(path_of(lesson), lesson, roster, tmp_path)


# Versions


def test_an_old_text_is_not_judged_by_a_new_task(monkeypatch, capsys):
    task = tasks_of("05")["1a"]
    monkeypatch.setattr(task, "version", 2)
    check("05.1a", task.expected)
    check("05.1a", task.expected, version=2)
    old, new = capsys.readouterr().out.splitlines()
    assert "has changed since your copy" in old and "Right" not in old and new.startswith("05.1a: Right.")
    monkeypatch.setenv("FCCLEARN_STRICT", "1")
    with pytest.raises(AssertionError, match="changed"):
        check("05.1a", task.expected)


def test_parameters_cell():
    cell = new_code_cell("x", metadata={"tags": ["parameters"]})
    assert parameters_cell(new_notebook(cells=[new_code_cell("y"), cell])) is cell
    assert parameters_cell(new_notebook(cells=[])) is None
