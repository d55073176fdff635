"""What all tasks have: a reference with its givens, mistakes, and the judgement of an answer."""

import copy
import inspect
from functools import cached_property, partial
from typing import NamedTuple

import numpy as np

from fcclearn.course.watchdog import Endless

BLANK = "Not attempted yet"


class Result(NamedTuple):
    """What the checker found: `status` is "right", "wrong", "blank", or "words", for a reader to judge."""

    status: str
    text: str


class Task:
    """
    What all tasks have.

    Parameters
    ----------
    reference : function or tuple of functions
        The way to the right answer, or several ways. Its parameters with defaults are the givens of the task.
    expected : object, instead of a reference
        The right answer itself, where it is no number.
    done : str
        Said after "Right."; one sentence that confirms the idea.
    hint : str
        Said after a wrong answer that no diagnosis names.
    mistakes : dict, or function without arguments that returns it
        {sentence: wrong answer}; the sentence is said to a student who gives this answer.
    wrong : dict, or function without arguments that returns it
        {words: wrong answer}, for the tests: the words must be in what the checker says to this answer.
    seconds : float
        An answer that needs longer is stopped.
    version : int
        Raised when the right answer changes; the exercise then says `check(number, answer, version=2)`.
    """

    arguments = 0           # how many parameters of a reference come before its givens

    def __init__(self, *, reference=(), expected=None, done="", hint="", mistakes=(), wrong=(), seconds=10.0,
                 version=1):
        self.references = reference if isinstance(reference, tuple) else (reference,)
        self.done, self.hint, self.seconds, self.changed = done, hint, seconds, {}
        self.version = version
        self._expected, self._mistakes, self._wrong = expected, mistakes, wrong

    @cached_property
    def givens(self):
        """Name and value of every given."""
        parameters = [p for f in self.references for p in self.parameters(f)]
        return {p.name: p.default for p in parameters if p.default is not p.empty} | self.changed

    @cached_property
    def expected(self):
        """The right answer, made when it is first asked for."""
        return self.answer(self.references[0], **self.changed) if self.references else self._expected

    @cached_property
    def mistakes(self):
        """{sentence: wrong answer}."""
        return self._made(self._mistakes)

    @cached_property
    def wrong(self):
        """{words: wrong answer}, for the tests."""
        return self._made(self._wrong)

    def with_givens(self, givens):
        """The same task for other values of its givens; all that is made of them follows."""
        known = {name: value for name, value in givens.items() if name in self.givens}
        other = copy.copy(self)
        for made in ("givens", "expected", "mistakes", "wrong", "model"):
            other.__dict__.pop(made, None)
        other.changed = self.changed | known
        return other

    def _made(self, answers):
        answers = dict(answers() if callable(answers) else answers)
        return {words: self.made(wrong) for words, wrong in answers.items()}

    def made(self, wrong):
        """A wrong answer as the student gives it."""
        return wrong

    def answer(self, function, **givens):
        """What a function without arguments but givens returns."""
        return self.filled(function, **givens)()

    def filled(self, function, **givens):
        """
        A function with some givens, and with the task's own where its parameters have no defaults.

        A parameter `right` without a default gets the right answer.
        """
        parameters = self.parameters(function)
        bare = [p.name for p in parameters if p.default is p.empty]
        own = {name: self.givens[name] for name in bare if name in self.givens}
        own |= {"right": self.expected} if "right" in bare else {}
        return partial(function, **own | {p.name: givens[p.name] for p in parameters if p.name in givens})

    def parameters(self, function):
        """The parameters of a function that are givens."""
        return list(inspect.signature(function).parameters.values())[self.arguments:]

    def judge(self, answer):
        """Return the `Result` for an answer."""
        lacks = "it is None. Does your function lack its return?"
        missing = lacks if answer is None else "replace the dots by your answer."
        try:
            problem = f"{BLANK}: {missing}" if dotted(answer) else self.problem(answer)
        except Endless as stopped:
            problem = str(stopped)
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
    return answer is None or answer is ... or isinstance(answer, str) and not answer.strip(" .\n")
