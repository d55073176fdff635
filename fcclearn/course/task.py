"""The kinds of task that `check` knows: a value, a function, a choice, a property.

A lesson's tasks stand in `fcclearn/course/tasks/lesson_NN.py`, in a dictionary `TASKS = {"1": Value(...), ...}`.
"""

import copy
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from fcclearn.course.diagnoses import close, diagnose, first_difference, kind

BLANK = "Not attempted yet"


class Result(NamedTuple):
    """What the checker found: `status` is "right", "wrong" or "blank"."""

    status: str
    text: str


@dataclass(frozen=True, kw_only=True)
class Task:
    """
    What all tasks have.

    Parameters
    ----------
    done : str
        Said after "Right."; one sentence that confirms the idea.
    hint : str
        Said after a wrong answer that no diagnosis names.
    mistakes : dict
        {sentence: wrong answer}; the sentence is said to a student who gives this answer.
    wrong : dict
        {words: wrong answer}, for the tests: the words must be in what the checker says to this answer.
    """

    done: str = ""
    hint: str = ""
    mistakes: dict = field(default_factory=dict)
    wrong: dict = field(default_factory=dict)

    def judge(self, answer):
        """Return the `Result` for an answer."""
        missing = "it is None. Does your function lack its return?" if answer is None else "replace the dots by your answer."
        problem = f"{BLANK}: {missing}" if dotted(answer) else self.problem(answer)
        if not problem:
            return Result("right", f"Right. {self.done}".strip())
        return Result("blank" if problem.startswith(BLANK) else "wrong", problem)

    def problem(self, answer):
        """Return what is wrong with an answer, or an empty string."""
        raise NotImplementedError

    def fallback(self, more=""):
        """Return what is said when no diagnosis fits."""
        return " ".join(part for part in ("Not right yet.", more, self.hint) if part)


def dotted(answer):
    """Say whether an answer is missing, or has dots left in it."""
    if isinstance(answer, np.ndarray) and answer.dtype == object:
        answer = answer.tolist()
    if isinstance(answer, (list, tuple)):
        return any(dotted(part) for part in answer)
    return answer is None or answer is ...


@dataclass(frozen=True, kw_only=True)
class Value(Task):
    """
    A number or an array of numbers.

    Parameters
    ----------
    expected : int, float or array_like
        Computed, never typed in. A Python int is a count: factors and units are then no diagnosis.
    rtol, atol : float
        See `fcclearn.course.diagnoses.close`.
    """

    expected: object
    rtol: float = 1e-6
    atol: float | None = None

    def problem(self, answer):
        """Return what is wrong with an answer, or an empty string."""
        return compare(self, [answer], [self.expected], {s: [w] for s, w in self.mistakes.items()})


@dataclass(frozen=True, kw_only=True)
class Function(Task):
    """
    A function that the student writes; it returns a number or an array.

    Parameters
    ----------
    expected : callable
        The reference. `mistakes` are functions too.
    samples : list of tuple
        The arguments of some calls. Choose them without special angles, zeros and equal lengths.
    rtol, atol : float
        See `fcclearn.course.diagnoses.close`.
    """

    expected: object
    samples: list
    rtol: float = 1e-6
    atol: float | None = None

    def values(self, function):
        """Call a function with every sample; it gets copies, so it cannot change them."""
        return [function(*copy.deepcopy(sample)) for sample in self.samples]

    def problem(self, answer):
        """Return what is wrong with a function, or an empty string."""
        if not callable(answer):
            return "A function is expected: give its name without parentheses, so that it can be called."
        values = []
        for sample in self.samples:
            try:
                values.append(answer(*copy.deepcopy(sample)))
            except Exception as error:
                return f"Your function stops for ({shown(sample)}) with {type(error).__name__}: {error}"
        if all(dotted(value) for value in values):
            return f"{BLANK}: your function returns nothing. Is there a return?"
        mistakes = {sentence: self.values(wrong) for sentence, wrong in self.mistakes.items()}
        return compare(self, values, self.values(self.expected), mistakes)


@dataclass(frozen=True, kw_only=True)
class Choice(Task):
    """
    One of some words; True and False count as words, capitals do not matter.

    Parameters
    ----------
    expected : str or bool
    options : tuple
        All that can be chosen. Give every wrong option its sentence in `mistakes`.
    """

    expected: object
    options: tuple

    def problem(self, answer):
        """Return what is wrong with a choice, or an empty string."""
        chosen = word(answer)
        if chosen not in map(word, self.options):
            return f"Choose one of: {', '.join(map(str, self.options))}."
        if chosen == word(self.expected):
            return ""
        return next((s for s, wrong in self.mistakes.items() if word(wrong) == chosen), self.fallback())


def word(answer):
    """Return a choice in the form that is compared; a list of one choice is this choice."""
    if isinstance(answer, (list, tuple)) and len(answer) == 1:
        answer = answer[0]
    return str(answer).strip().lower()


@dataclass(frozen=True, kw_only=True)
class Property(Task):
    """
    An answer that is not unique; a test says what it must satisfy.

    Parameters
    ----------
    test : callable
        Takes the answer; returns a sentence on what is wrong, or an empty string.
    expected : object
        One right answer, for the tests.
    """

    test: object
    expected: object

    def problem(self, answer):
        """Return what is wrong with an answer, or an empty string."""
        try:
            return self.test(answer)
        except Exception as error:
            return f"This answer cannot be used: {type(error).__name__}: {error}"


def shown(sample):
    """Return the arguments of a call as a short text."""
    text = ", ".join(np.array2string(np.asarray(x), precision=3, separator=", ").replace("\n", "") for x in sample)
    return text if len(text) < 80 else text[:77] + "..."


def compare(task, answers, expected, mistakes):
    """
    Return what is wrong with numerical answers, or an empty string.

    Parameters
    ----------
    task : Value or Function
    answers, expected : list
        One entry for each call of a function; one entry for a value.
    mistakes : dict
        {sentence: list of wrong answers}
    """
    is_count = all(isinstance(e, int) for e in expected)
    expected = [np.asarray(e, float) for e in expected]
    try:
        answers = [numbers(a, e) for a, e in zip(answers, expected)]
    except ValueError as error:
        return str(error)

    def same(targets):
        return all(close(a, np.asarray(t, float), task.rtol, task.atol) for a, t in zip(answers, targets))

    if same(expected):
        return ""
    for sentence, wrong in mistakes.items():
        if same(wrong):
            return sentence
    if is_count:
        return task.fallback("This is too large." if answers[0] > expected[0] else "This is too small.")
    sentence = diagnose(answers, expected, task.rtol, task.atol)
    return sentence or task.fallback(first_difference(answers, expected, task.rtol, task.atol))


def numbers(answer, expected):
    """
    Return an answer as an array of finite real numbers.

    Raises
    ------
    ValueError
        With the sentence for the student if it is something else.
    """
    wanted = f"{kind(expected)} is expected"
    if isinstance(answer, str):
        raise ValueError(f"This is text; {wanted}.")
    if callable(answer):
        raise ValueError(f"This is a function, not its result; {wanted}.")
    if hasattr(answer, "toarray"):
        answer = answer.toarray()
    try:
        array = np.asarray(answer)
        real = array.real.astype(float)
    except (TypeError, ValueError):
        what = f"This {type(answer).__name__} cannot be read as numbers"
        raise ValueError(f"{what} (rows of different lengths?); {wanted}.") from None
    if array.dtype == bool:
        raise ValueError(f"This is True or False; {wanted}.")
    if np.iscomplexobj(array) and array.imag.any():
        raise ValueError(f"This is complex; {wanted}.")
    if not np.isfinite(real).all():
        bad = np.count_nonzero(~np.isfinite(real))
        raise ValueError(f"{bad} of {real.size} numbers are NaN or infinite: was something divided by zero?")
    return real
