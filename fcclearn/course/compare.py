"""Compare numbers with what is expected, and find the sentence for what is wrong, plainest cause first."""

import numpy as np

from fcclearn.course.diagnoses import diagnose, first_difference, fits, kind, plain

TUPLE = "np.linalg.lstsq returns a tuple of four things; the solution is the first of them: write [0] after the call."


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
    if any(a.shape != e.shape for a, e in zip(answers, expected)):
        return wrong_shape(task, answers, expected, mistakes, counts)
    problem = named(task, answers, expected, mistakes, counts)
    if problem is None and counts:
        return task.fallback(too_large(answers[0], expected[0]))
    if problem is None:
        problem = diagnose(answers, expected, task.rtol, task.atol)
    return task.fallback(first_difference(answers, expected, task.rtol, task.atol)) if problem is None else problem


def named(task, answers, expected, mistakes, counts):
    """Return the sentence of a mistake, of a plain slip or of the error model, an empty string if all is right, or None."""
    if fits(answers, expected, task.rtol, task.atol):
        return ""
    if sentence := listed(task, answers, mistakes):
        return sentence
    if counts and expected[0].ndim == 0:
        return None                                     # a small whole number agrees with anything
    if not counts and (sentence := plain(answers, expected, task.rtol, task.atol)):
        return sentence
    if sentences := task.model.explain(answers, expected, task.rtol, task.atol, counts):
        return f"{' Or: '.join(sentences)} {first_difference(answers, expected, task.rtol, task.atol)}".strip()
    return None


def listed(task, answers, mistakes):
    """Return the sentence of the mistake that has these numbers, or an empty string."""
    return next((sentence for sentence, wrong in mistakes.items() if fits(answers, wrong, task.rtol, task.atol)), "")


def wrong_shape(task, answers, expected, mistakes, counts):
    """Return a sentence on the first answer whose shape is wrong, and on its numbers, if they would fit."""
    if sentence := listed(task, answers, mistakes):
        return sentence
    a, e = next((a, e) for a, e in zip(answers, expected) if a.shape != e.shape)
    if fits(answers, [e.T for e in expected], task.rtol, task.atol):
        return plain(answers, expected, task.rtol, task.atol)
    sentence = f"The shape is wrong: this is {kind(a)}, and {kind(e)} is expected."
    if all(a.size == e.size for a, e in zip(answers, expected)):
        problem = named(task, [a.reshape(e.shape) for a, e in zip(answers, expected)], expected, mistakes, counts)
        problem = "The numbers in it are right." if problem == "" else problem
    else:
        problem = " Or: ".join(task.model.explain(answers, expected, task.rtol, task.atol, counts))
    return f"{sentence} {problem or ''}".strip()


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
    return f"{expected.size - len(wrong)} of {expected.size} are right; entry [{', '.join(map(str, place))}] is {size}."


def shown(sample):
    """Return the arguments of a call as a short text."""
    text = ", ".join(np.array2string(np.asarray(x), precision=3, separator=", ").replace("\n", "") for x in sample)
    return text if len(text) < 80 else text[:77] + "..."


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
    if isinstance(answer, tuple) and len(answer) == 4 and np.ndim(answer[2]) == 0 and np.ndim(answer[0]) > 0:
        raise ValueError(TUPLE)
    if isinstance(answer, (dict, set)):
        raise ValueError(f"This is a {type(answer).__name__}; give the numbers alone, in a list, in the order of the text.")
    try:
        array = np.asarray(answer)
    except (TypeError, ValueError):
        raise ValueError(f"This {type(answer).__name__} has pieces of different lengths; {wanted}: put all numbers in one.") from None
    if array.dtype.kind in "US":
        raise ValueError(f"This is text; {wanted}.")
    try:
        real = array.real.astype(float)
    except (TypeError, ValueError):
        raise ValueError(f"This {type(answer).__name__} cannot be read as numbers; {wanted}.") from None
    if array.dtype == bool:
        raise ValueError(f"This is True or False; {wanted}.")
    if np.iscomplexobj(array) and array.imag.any():
        raise ValueError(f"This is complex; {wanted}.")
    if not np.isfinite(real).all():
        bad = np.count_nonzero(~np.isfinite(real))
        raise ValueError(f"{bad} of {real.size} numbers are NaN or infinite: was something divided by zero?")
    return real
