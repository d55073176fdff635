"""The numbers of every task tell its slips apart.

A given that happens to be 1, or twice another, lets a wrong formula give the right number, or gives it the
look of another mistake. Each reference is changed by every rule of the error model and run with the task's
givens, and with others beside them: what holds for one set of numbers only is a coincidence. So is a mistake
of the author's that looks like a general slip with these numbers only. Such a task gets other numbers.
"""

import inspect

import numpy as np
import pytest

from fcclearn.course import check as checker
from fcclearn.course.diagnoses import IGNORED, PLAIN, SLIPS, fits
from fcclearn.course.error_model import Program
from fcclearn.course.task import Function, Numerical

NUMERICAL = {f"{lesson}.{key}": task
             for lesson in checker.lessons() for key, task in checker.tasks_of(lesson).items()
             if isinstance(task, Numerical) and task.references}
MARGIN = 10                     # times the tolerance of the task
GENERAL = [*PLAIN[:2], *SLIPS]
KIN = ("half", "twice", "sign", "transposed")       # a rule and a general slip that say the same

ALLOWED = {"03.5c": ("twice", "inverse"), "07.5": ("transposed", "exchanged"),
           "14.4a": ("middle and fine are exchanged", "was taken as 0 or 1"), "16.7": ("pin_A", "One term")}
"""Coincidences that are none: number -> words of the sentence.
03.5c: 1.6 % apart, and its tolerance is 0.3 %, as by counting. 07.5: a mass matrix is symmetric.
14.4a: an order is a whole number, and rounding swallows slips of the runs.
16.7: the force at A makes 0.4 %, and the tolerance is 0.1 %."""


def beside(value, rng):
    """A given, or a sample, near another one; whole numbers and texts stay what they are."""
    if isinstance(value, (list, tuple)):
        return type(value)(beside(v, rng) for v in value)
    if isinstance(value, (float, np.floating)) or isinstance(value, np.ndarray) and value.dtype.kind == "f":
        return value * (1 + 0.1 * rng.uniform(-1, 1, np.shape(value)))
    return value


def arguments(task, reference):
    """How many samples a task has; its samples with the givens, and twice as many beside them."""
    rng = np.random.default_rng(4)
    own = [(*sample, *(task.givens[p.name] for p in task.parameters(reference))) for sample in task.samples]
    return len(own), own + [beside(sample, rng) for _ in range(2) for sample in own]


def by_coincidence(task, n, values, right, slip=lambda e: e):
    """Whether values are what a slip makes of the right ones at the n samples of the task only."""
    def agree(rows):
        targets = [slip(e) for e in right[rows]]
        return fits(values[rows], targets, MARGIN * task.rtol, task.atol and MARGIN * task.atol)

    return agree(slice(n)) and not agree(slice(None))


def coincidences(task):
    """Yield a sentence for every variant that looks right, or like a general slip, by coincidence."""
    for reference in filter(inspect.isfunction, task.references):
        n, samples = arguments(task, reference)
        program = Program(reference, samples, {})
        right = next(program.run("")).values
        for variant in program.variants(0):
            if by_coincidence(task, n, variant.values, right):
                yield f"right by coincidence: {variant.sentence}"
            if fits(variant.values[:n], right[:n], task.rtol, task.atol):
                continue
            for sentence, slip in GENERAL:
                kin = any(word in sentence and word in variant.sentence for word in KIN)
                if not kin and by_coincidence(task, n, variant.values, right, slip):
                    yield f"{variant.sentence} looks like: {sentence}"


@pytest.mark.parametrize("number", NUMERICAL)
def test_no_slip_is_right_or_misnamed_by_coincidence(number):
    allowed = ALLOWED.get(number, ())
    found = [f for f in coincidences(NUMERICAL[number]) if not any(words in f for words in allowed)]
    assert not found, "\n".join(dict.fromkeys(found))


@pytest.mark.parametrize("number", [n for n, task in NUMERICAL.items() if len(task.references) > 1])
def test_all_ways_lead_to_the_same_answer(number):
    task = NUMERICAL[number]
    assert all(task.judge(task.answer(reference)).status == "right" for reference in task.references)


@pytest.mark.parametrize("number", NUMERICAL)
def test_an_authors_mistake_is_wrong_without_its_sentence(number):
    """Nothing is right because nobody listed it."""
    task = NUMERICAL[number]
    mistakes = dict(task.mistakes)
    task.__dict__["mistakes"] = {}
    try:
        assert [sentence for sentence, wrong in mistakes.items() if task.judge(wrong).status == "right"] == []
    finally:
        task.__dict__["mistakes"] = mistakes


@pytest.mark.parametrize("number", [n for n, task in NUMERICAL.items() if isinstance(task, Function)])
def test_an_authors_mistake_does_not_look_like_another(number):
    """Without its sentence, a mistake in a function is not taken for a general slip by coincidence."""
    task = NUMERICAL[number]
    rng = np.random.default_rng(4)
    n, samples = len(task.samples), task.samples + [beside(s, rng) for _ in range(2) for s in task.samples]

    def values(function):
        return [np.asarray(function(*sample), float) for sample in samples]

    right = values(task.expected)
    for sentence, wrong in task.mistakes.items():
        found = values(wrong)
        ignored = n > 1 and all(np.array_equal(v, found[0]) for v in found[:n])
        assert not ignored, f"{sentence} looks like: {IGNORED}"
        for general, slip in GENERAL:
            assert not by_coincidence(task, n, found, right, slip), f"{sentence} looks like: {general}"
