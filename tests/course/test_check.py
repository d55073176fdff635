"""The checker: every task of the course, every diagnosis, and the three ways to run it."""

import sys

import numpy as np
import pytest
import sample_lesson
from scipy.sparse import csr_array

from fcclearn.course import check as checker
from fcclearn.course.base import Task
from fcclearn.course.check import check, find
from fcclearn.course.task import Choice, Function, Property, Value, Words

EVERY_TASK = {f"98.{key}": task for key, task in sample_lesson.TASKS.items()}
EVERY_TASK |= {f"{lesson}.{key}": task for lesson in checker.lessons()
               for key, task in checker.tasks_of(lesson).items()}
WRONG = [
    pytest.param(task, answer, words, id=f"{number}-{words[:24]}")
    for number, task in EVERY_TASK.items()
    for words, answer in [*task.wrong.items(),
                          *((sentence, answer) for sentence, answer in task.mistakes.items())]
]


@pytest.fixture
def lesson_98(monkeypatch):
    """Make the sample lesson known to the checker."""
    real = checker.lessons()
    monkeypatch.setitem(sys.modules, "fcclearn.course.tasks.lesson_98", sample_lesson)
    monkeypatch.setattr(checker, "lessons", lambda: [*real, "98"])


# Every task of the course


@pytest.mark.parametrize("task", EVERY_TASK.values(), ids=EVERY_TASK)
def test_the_expected_answer_is_right(task):
    assert task.judge(task.expected).status == ("words" if isinstance(task, Words) else "right")


@pytest.mark.parametrize("task", EVERY_TASK.values(), ids=EVERY_TASK)
def test_a_task_knows_four_wrong_answers_and_not_attempted(task):
    assert len(task.mistakes) + len(task.wrong) >= 4 or isinstance(task, Words) and len(task.mentions) >= 2
    assert task.judge(...).status == task.judge(None).status == "blank"


@pytest.mark.parametrize("task, answer, words", WRONG)
def test_a_wrong_answer_is_named(task, answer, words):
    result = task.judge(answer)
    assert result.status != "right" and words in result.text


# Every diagnosis. The matrix has no symmetry, no zero, and no two equal entries.

A = np.array([[1.0, -2.0, 3.5], [4.0, 0.7, -6.0]])

SLIPS = [
    (-A, "sign is wrong throughout"),
    (A.T, "transposed"),
    (2 * A, "twice too large"),
    (A / 2, "half"),
    (A * 180 / np.pi, "in degrees"),
    (A * np.pi / 180, "in radians"),
    (1000 * A, "mm for m"),
    (A / 1000, "m for mm"),
    (A[::-1], "reversed"),
    (A[:, [1, 2, 0]], "columns are right"),
    (np.abs(A), "some signs"),
    (-3 * A, "one common factor"),
    (A.round(0) + 0.005 * A, "entries are right"),
    (1.01 * A + [[0.001, 0, 0], [0, 0, 0]], "rounded"),
    (A + [[0, 0, 0], [0, 1, 0]], "5 of 6 entries are right; look at entry [1, 1]"),
    (A.ravel(), "shape (2, 3) is expected. The numbers in it are right."),
    (A[:, :2], "shape (2, 2), and an array of shape (2, 3) is expected."),
    (5.0, "a single number"),
    ("A", "text"),
    ([[1, 2, 3], [4, 5]], "different lengths"),
    ({"a": 1}, "This dict cannot be compared"),
    (A > 0, "True or False"),
    (A + 1j, "complex"),
    (np.where(A > 3, np.nan, A), "2 of 6 numbers are NaN"),
    (np.array, "a function, not its result"),
    ([1.0, ..., 2.0], "dots"),
    ([[1, 2, None], [3, 4, 5]], "dots"),
    (np.array([1, ...]), "dots"),
]


@pytest.mark.parametrize("answer, words", SLIPS, ids=[words[:24] for _, words in SLIPS])
def test_diagnosis(answer, words):
    assert words in Value(expected=A).judge(answer).text


def test_order_of_rows_and_entries():
    B = np.vstack([A, [9.0, 8.0, 7.0]])
    assert "rows are right" in Value(expected=B).judge(B[[1, 2, 0]]).text
    assert "entries are right, but not their order" in Value(expected=B[0]).judge(B[0, [1, 2, 0]]).text


@pytest.mark.parametrize("answer",
                         [A, A.tolist(), csr_array(A), A.astype(complex), A + 1e-9, np.asfortranarray(A)])
def test_right_answers_of_many_kinds(answer):
    assert Value(expected=A).judge(answer).status == "right"


def test_tolerance():
    assert Value(expected=A, rtol=1e-3).judge(A * (1 + 9e-4)).status == "right"
    assert Value(expected=A, rtol=1e-3).judge(A * (1 + 2e-3)).status == "wrong"
    assert Value(expected=[1.0, 0.0]).judge([1.0, 1e-10]).status == "right"
    assert Value(expected=[1.0, 0.0]).judge([1.0, 1e-7]).status == "wrong"
    assert Value(expected=[1e3, 1e-3]).judge([1e3, 1.1e-3]).status == "wrong"
    assert Value(expected=[1.0, 0.0], atol=1e-3).judge([1.0, 9e-4]).status == "right"
    assert Value(expected=[1e3, 0.0]).judge([1e3, 5e-7]).status == "right"
    assert Value(expected=[1e-3, 0.0]).judge([1e-3, 5e-11]).status == "wrong"
    assert Value(expected=0.0).judge(5e-10).status == "right"
    assert Value(expected=0.0).judge(5e-9).status == "wrong"


def test_close_is_not_enough():
    assert "close" in Value(expected=9.80665).judge(9.81).text
    assert "close" not in Value(expected=9.80665).judge(10.3).text
    near_zero = Value(expected=[1.0, 0.0], atol=1e-3)
    assert "close" in near_zero.judge([1.0, 9e-3]).text and "close" not in near_zero.judge([1.0, 2e-2]).text
    assert "close" in Value(expected=5.0, rtol=0.01).judge(5.14).text
    assert "close" not in Value(expected=5.0, rtol=0.01).judge(5.4).text           # eight per cent off
    assert "close" in Value(expected=[1.0, 2.0]).judge([1.01, 2.02]).text          # rounded, not a factor


def test_a_common_factor_needs_two_numbers():
    assert "common factor" in Value(expected=[1.0, 2.0]).judge([7.0, 14.0]).text
    assert "common factor" not in Value(expected=[1.0, 0.0]).judge([7.0, 0.0]).text
    assert "common factor" not in Value(expected=[1.0, 2.0]).judge([0.0, 0.0]).text


def test_right_numbers_in_a_wrong_shape():
    assert Value(expected=A).judge(A.ravel()).text.endswith("The numbers in it are right.")
    assert "numbers in it" not in Value(expected=A).judge(1.1 * A.ravel()).text


def test_a_diagnosis_needs_a_difference():
    """The transpose of a symmetric matrix is no mistake, and zero has no sign."""
    symmetric = np.array([[2.0, 1.0], [1.0, 2.0]])
    assert Value(expected=symmetric).judge(symmetric.T).status == "right"
    assert "transposed" not in Value(expected=symmetric).judge(symmetric + 1).text
    for answer in (0.5, -2.0):
        assert Value(expected=0.0).judge(answer).text == "Not right yet."
    assert "factor" not in Value(expected=2.5).judge(7.1).text


def test_a_count_has_no_factors_and_units():
    assert Value(expected=2).judge(1).text == "Not right yet. This is too small."
    assert Value(expected=2).judge(4).text == "Not right yet. This is too large."
    assert "twice" in Value(expected=2.0).judge(4).text


def test_a_long_wrong_answer_is_judged_quickly():
    t = np.linspace(0, 10, 100_000)
    assert "99999 of 100000" in Value(expected=np.sin(t)).judge(np.sin(t) + 5 * (t == 10)).text


# Functions

square = Function(expected=lambda x: x**2, samples=[(2.0,), (0.5,)])


def test_a_diagnosis_of_a_function_holds_for_all_calls():
    assert "twice" in square.judge(lambda x: 2 * x**2).text
    assert "twice" not in square.judge(lambda x: x**3).text       # twice at x = 2, half at x = 0.5
    assert square.judge(lambda x: x * x).status == "right"
    assert square.judge(lambda x: 4.0).status == "wrong"          # right in the first call only


def test_the_first_wrong_call_is_explained():
    task = Function(expected=lambda n: np.arange(n) + 0.5, samples=[(2,), (4,)])
    assert "shape (3,), and an array of shape (4,)" in task.judge(lambda n: np.arange(min(n, 3)) + 0.5).text
    words = task.judge(lambda n: np.arange(n) + 0.5 + 5 * (np.arange(n) == 3)).text
    assert "3 of 4 entries are right; look at entry [3]" in words


def test_a_function_that_fails_is_a_message():
    text = square.judge(lambda x: 1 / 0).text
    assert text == "Your function stops for (2.) with ZeroDivisionError: division by zero"
    assert square.judge(lambda x: ...).status == "blank"


def test_a_function_cannot_change_the_samples():
    def careless(x):
        x *= 0
        return x

    task = Function(expected=lambda x: 3 * x, samples=[(np.array([1.0, 2.0]),)])
    assert task.judge(careless).status == "wrong"
    assert task.judge(lambda x: 3 * x).status == "right"


# Choices and properties


def test_choice():
    yes = Choice(expected=True, options=(True, False), mistakes={"Count again.": False})
    assert yes.judge(np.bool_(True)).status == yes.judge(" true").status == "right"
    assert yes.judge(False).text == "Count again."
    assert yes.judge("perhaps").text == "Choose one of: True, False."
    assert Choice(expected="a", options=("a", "b"), hint="Look.").judge("B").text == "Not right yet. Look."
    assert Choice(expected="a", options=("a", "b")).judge(["A"]).status == "right"
    assert yes.judge([False]).text == "Count again."
    assert yes.judge([True, False]).text.startswith("Choose one of")


def test_property_turns_an_exception_into_a_message():
    assert "ZeroDivisionError" in Property(test=lambda x: 1 / x, expected=1).judge(0).text


# The function that a notebook calls


def test_check_prints_and_never_raises(lesson_98, capsys):
    assert check("98.6", 3) is None
    check("98.6", 4)
    check("98.6", ...)
    check("98.9", 1)
    assert capsys.readouterr().out.splitlines() == [
        "98.6: Right.",
        "98.6: Not right yet. This is too large.",
        "98.6: Not attempted yet: replace the dots by your answer.",
        '98.9: There is no task 98.9. Do you mean "98.6"?',
    ]


def test_check_survives_an_answer_that_cannot_be_compared(lesson_98, capsys):
    class Odd:
        def __array__(self, *args, **kwargs):
            raise RuntimeError("no numbers here")

    check("98.1", Odd())
    assert "This answer cannot be checked: no numbers here" in capsys.readouterr().out


def test_strict_demands_right_answers(lesson_98, monkeypatch):
    monkeypatch.setenv("FCCLEARN_STRICT", "1")
    check("98.6", 3)
    for number, answer in [("98.6", 4), ("98.6", ...), ("98.9", 3)]:
        with pytest.raises(AssertionError, match=number):
            check(number, answer)


def test_strict_blank_demands_that_none_is_right(lesson_98, monkeypatch):
    monkeypatch.setenv("FCCLEARN_STRICT", "blank")
    check("98.6", ...)
    check("98.6", 4)
    for number, answer in [("98.6", 3), ("98.9", ...)]:
        with pytest.raises(AssertionError, match=number):
            check(number, answer)


@pytest.mark.parametrize("number, near", [("98.22", "98.2"), ("89.2", "98.2"), (98.0, "98."), ("98", "98.")])
def test_an_unknown_number_suggests_the_nearest(lesson_98, number, near):
    with pytest.raises(LookupError, match=f'There is no task {number}.* Do you mean "{near}'):
        find(number)


def test_find(lesson_98):
    assert isinstance(find("98.2"), Task)
    assert find(98.2) is find("98.2")
