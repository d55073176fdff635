"""Compare numbers with what is expected, and find the sentence for what is wrong, plainest cause first."""

from dataclasses import dataclass, replace

import numpy as np

from fcclearn.course.diagnoses import diagnose, first_difference, fits, kind, plain

TUPLE = "np.linalg.lstsq returns a tuple of four things; the solution is the first: write [0] after the call."


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
    counts = all(count(e) for e in expected)
    expected = [np.asarray(e, float) for e in expected]
    mistakes = {sentence: [np.asarray(w, float) for w in wrong] for sentence, wrong in mistakes.items()}
    try:
        answers = [numbers(a, e) for a, e in zip(answers, expected)]
    except ValueError as error:
        return str(error)
    comparison = Comparison(task, answers, expected, mistakes, counts)
    if any(a.shape != e.shape for a, e in zip(answers, expected)):
        return comparison.wrong_shape()
    problem = comparison.named()
    if problem is None and counts:
        return task.fallback(too_large(answers[0], expected[0]))
    if problem is None:
        problem = diagnose(answers, expected, task.rtol, task.atol)
    return task.fallback(comparison.where()) if problem is None else problem


@dataclass
class Comparison:
    """Answers, what is expected, and wrong answers by their sentences; whether all are counts."""

    task: object
    answers: list
    expected: list
    mistakes: dict
    counts: bool

    def fits(self, targets):
        """Say whether the answers are these, within the tolerance of the task."""
        return fits(self.answers, targets, self.task.rtol, self.task.atol)

    def where(self):
        """How many entries are right, and where the first wrong one is."""
        return first_difference(self.answers, self.expected, self.task.rtol, self.task.atol)

    def listed(self):
        """The sentence of the task's mistake that has these numbers, or an empty string."""
        return next((sentence for sentence, wrong in self.mistakes.items() if self.fits(wrong)), "")

    def modelled(self):
        """The sentences of the error model, or an empty string."""
        task = self.task
        found = task.model.explain(self.answers, self.expected, task.rtol, task.atol, self.counts)
        return " Or: ".join(found)

    def plain(self):
        """The sentence of what is plainly wrong with all numbers, or None."""
        return plain(self.answers, self.expected, self.task.rtol, self.task.atol)

    def named(self):
        """The sentence of a mistake, of a plain slip or of the error model, "" if all is right, or None."""
        if self.fits(self.expected):
            return ""
        if sentence := self.listed():
            return sentence
        if self.counts and self.expected[0].ndim == 0:
            return None                                 # a small whole number agrees with anything
        if not self.counts and (sentence := self.plain()):
            return sentence
        sentences = self.modelled()
        return f"{sentences} {self.where()}".strip() if sentences else None

    def wrong_shape(self):
        """A sentence on the first answer whose shape is wrong, and on its numbers, if they would fit."""
        if sentence := self.listed():
            return sentence
        if self.fits([e.T for e in self.expected]):
            return self.plain()
        a, e = next((a, e) for a, e in zip(self.answers, self.expected) if a.shape != e.shape)
        sentence = f"The shape is wrong: this is {kind(a)}, and {kind(e)} is expected."
        if any(a.size != e.size for a, e in zip(self.answers, self.expected)):
            return f"{sentence} {self.modelled()}".strip()
        reshaped = [a.reshape(e.shape) for a, e in zip(self.answers, self.expected)]
        problem = replace(self, answers=reshaped).named()
        return f"{sentence} {'The numbers in it are right.' if problem == '' else problem or ''}".strip()


def count(value):
    """Say whether a value is a Python int, or a list of them."""
    return all(count(v) for v in value) if isinstance(value, (list, tuple)) and value else type(value) is int


def too_large(answer, expected):
    """Return in words where a count is wrong, and whether it is too large."""
    wrong = np.argwhere(answer != expected)
    place = tuple(wrong[0])
    size = "too large" if answer[place] > expected[place] else "too small"
    if not place:
        return f"This is {size}."
    entry = ", ".join(map(str, place))
    return f"{expected.size - len(wrong)} of {expected.size} are right; entry [{entry}] is {size}."


def shown(sample):
    """Return the arguments of a call as a short text."""
    arrays = (np.array2string(np.asarray(x), precision=3, separator=", ") for x in sample)
    text = ", ".join(arrays).replace("\n", "")
    return text if len(text) < 80 else text[:77] + "..."


def numbers(answer, expected):
    """
    Return an answer as an array of finite real numbers.

    Raises
    ------
    ValueError
        With the sentence for the student if it is something else.
    """
    wanted, this = f"{kind(expected)} is expected", f"This {type(answer).__name__}"
    if isinstance(answer, str):
        raise ValueError(f"This is text; {wanted}.")
    if callable(answer):
        raise ValueError(f"This is a function, not its result; {wanted}.")
    if hasattr(answer, "toarray"):
        answer = answer.toarray()
    if isinstance(answer, tuple) and len(answer) == 4 and np.ndim(answer[2]) == 0 and np.ndim(answer[0]) > 0:
        raise ValueError(TUPLE)
    if isinstance(answer, (dict, set)):
        raise ValueError(f"{this} cannot be compared: give the numbers alone, in a list, in their order.")
    try:
        array = np.asarray(answer)
    except (TypeError, ValueError):
        raise ValueError(f"{this} has pieces of different lengths; {wanted}, all in one.") from None
    if array.dtype.kind in "US":
        raise ValueError(f"This is text; {wanted}.")
    try:
        real = array.real.astype(float)
    except (TypeError, ValueError):
        raise ValueError(f"{this} cannot be read as numbers; {wanted}.") from None
    if array.dtype == bool:
        raise ValueError(f"This is True or False; {wanted}.")
    if np.iscomplexobj(array) and array.imag.any():
        raise ValueError(f"This is complex; {wanted}.")
    if not np.isfinite(real).all():
        bad = np.count_nonzero(~np.isfinite(real))
        raise ValueError(f"{bad} of {real.size} numbers are NaN or infinite: was something divided by zero?")
    return real
