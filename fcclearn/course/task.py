"""The kinds of task that `check` knows: value, function, choice, property, words; `machine` adds a model.

A lesson's tasks stand in `fcclearn/course/tasks/lesson_NN.py`, in a dictionary `TASKS = {"1": Value(...)}`.
"""

import copy
import inspect
from functools import cached_property, partial

import numpy as np

from fcclearn.course.base import BLANK, Result, Task, dotted
from fcclearn.course.compare import TUPLE, compare, shown
from fcclearn.course.error_model import ErrorModel
from fcclearn.course.watchdog import Endless, watched

MEANINGS = {
    "square": "np.linalg.solve wants a square matrix; np.linalg.lstsq finds the shortest solution.",
    "inhomogeneous": f"A scalar product is a @ b; a * b is an array of the products. Or: {TUPLE}",
    "tuple": TUPLE,
    "Singular matrix": "Some of its rows repeat each other; np.linalg.lstsq does not mind.",
    "not callable": "Is a name written directly before a bracket, without a * between?",
}
SENTENCE = 5            # words; an answer in words that is shorter is no sentence


class Numerical(Task):
    """
    A number, an array, or a function that returns one.

    Parameters
    ----------
    rtol, atol : float
        See `fcclearn.course.diagnoses.close`.
    """

    def __init__(self, *, rtol=1e-6, atol=None, **task):
        super().__init__(**task)
        self.rtol, self.atol = rtol, atol

    @cached_property
    def model(self):
        """The ordinary slips, made from the references."""
        return ErrorModel(self.references, self.samples, self.changed, self.others)

    def made(self, wrong):
        """A wrong answer: itself, a function of the givens, or other givens for the reference."""
        if self.references and isinstance(wrong, dict):
            return self.answer(self.references[0], **self.changed | wrong)
        return self.answer(wrong) if inspect.isfunction(wrong) else wrong


class Value(Numerical):
    """
    A number or an array of numbers.

    Parameters
    ----------
    reference : function or tuple of functions
        Its arguments are the givens. If it returns a Python int, or a list of them, these are counts: factors
        and units are then no diagnosis.
    others : list of dict
        Givens that a student may have kept, such as those of the lesson.
    """

    samples = [()]

    def __init__(self, *, others=(), **task):
        super().__init__(**task)
        self.others = others

    def problem(self, answer):
        """Return what is wrong with an answer, or an empty string."""
        mistakes = {sentence: [wrong] for sentence, wrong in self.mistakes.items()}
        return compare(self, [answer], [self.expected], mistakes)


class Function(Numerical):
    """
    A function that the student writes; it returns a number or an array.

    Parameters
    ----------
    reference : function or tuple of functions
        Its first arguments are those of the samples, the others the givens. `mistakes` are functions too.
    samples : list of tuple
        The arguments of some calls, at least two, without special angles, zeros and equal lengths.
    """

    others = ()

    def __init__(self, *, samples, **task):
        super().__init__(**task)
        self.samples, self.arguments = samples, len(samples[0])

    def answer(self, function, **givens):
        """A function of the arguments of the samples alone."""
        return self.filled(function, **givens)

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
                values.append(watched(partial(answer, *copy.deepcopy(sample)), self.seconds))
            except Endless:
                raise
            except Exception as error:
                what = f"{type(error).__name__}: {error}{meaning(error)}"
                return f"Your function stops for ({shown(sample)}) with {what}"
        if all(dotted(value) for value in values):
            return f"{BLANK}: your function returns nothing. Is there a return?"
        mistakes = {sentence: self.values(wrong) for sentence, wrong in self.mistakes.items()}
        return compare(self, values, self.values(self.expected), mistakes)

    def judge(self, answer):
        """Return the `Result` for a function, with a warning if it is right but spoils its arguments."""
        result = super().judge(answer)
        spoilt = result.status == "right" and self.changes_arguments(answer)
        warning = (" But it changes its arguments, and so spoils the caller's numbers: work on a copy "
                   "(x = x.copy()).")
        return Result(result.status, result.text + warning * spoilt)

    def changes_arguments(self, function):
        """Say whether a function writes into the arrays it is given."""
        given = copy.deepcopy(self.samples[0])
        function(*given)
        return any(not np.array_equal(a, b) for a, b in zip(given, self.samples[0]))


def meaning(error):
    """What some errors of NumPy mean, as the end of a sentence."""
    return next((f". {sentence}" for words, sentence in MEANINGS.items() if words in str(error)), "")


class Choice(Task):
    """
    One of some words; True and False count as words, capitals do not matter.

    Parameters
    ----------
    expected : str or bool
    options : tuple
        All that can be chosen. Give every wrong option its sentence in `mistakes`.
    """

    def __init__(self, *, options, **task):
        super().__init__(**task)
        self.options = options

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


class Property(Task):
    """
    An answer that is not unique; a test says what it must satisfy.

    Parameters
    ----------
    test : callable
        Takes the answer, and by name any givens; returns a sentence on what is wrong, or an empty string.
    reference : function, or expected : object
        One right answer, for the tests.
    """

    def __init__(self, *, test, **task):
        super().__init__(**task)
        self.test = test

    def problem(self, answer):
        """Return what is wrong with an answer, or an empty string."""
        try:
            return watched(partial(self.filled(self.test), answer), self.seconds)
        except Endless:
            raise
        except Exception as error:
            return f"This answer cannot be used: {type(error).__name__}: {error}"


class Words(Task):
    """
    An answer in words: read by people, never judged; it is compared with what a full answer mentions.

    Parameters
    ----------
    mentions : list of str
        Two to four points, each a phrase that goes on after "A full answer mentions".
    """

    def __init__(self, *, mentions, **task):
        super().__init__(expected=f"{'; '.join(mentions)}.", **task)
        self.mentions = mentions

    def judge(self, answer):
        """Return the points of a full answer, once there is a sentence."""
        if not isinstance(answer, str) and not dotted(answer):
            return Result("wrong", 'A text is expected, between quotation marks, """like this""".')
        if dotted(answer) or len(answer.split()) < SENTENCE:
            return Result("blank", f"{BLANK}: write a sentence at least, to see what a full answer mentions.")
        points = "\n".join(f"  - {point}" for point in self.mentions)
        return Result("words", f"No program grades this. A full answer mentions\n{points}")
