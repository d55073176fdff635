"""The numbers of every task tell its slips apart.

A given that happens to be 1, or twice another, lets a wrong formula give the right number, or gives it the look of another
mistake. Each reference is changed by every rule of the error model and run with the task's givens and with others beside
them: what holds for one set of numbers only is a coincidence. Such a task gets other numbers.
"""

import inspect

import numpy as np
import pytest

from fcclearn.course import check as checker
from fcclearn.course.diagnoses import PLAIN, SLIPS, fits
from fcclearn.course.error_model import Program
from fcclearn.course.task import Numerical

NUMERICAL = {f"{lesson}.{key}": task for lesson in checker.lessons() for key, task in checker.tasks_of(lesson).items()
             if isinstance(task, Numerical) and task.references}
MARGIN = 10                     # times the tolerance of the task
GENERAL = [*PLAIN[:2], *SLIPS]

ALLOWED = {"03.5b": ("twice",), "07.5": ("transposed", "exchanged")}
"""Coincidences that are none: number -> words of the sentence. 03.5b: 1.6 % apart, and its tolerance is
0.3 %. 07.5: a mass matrix is symmetric."""


def beside(value, rng):
    """A given, or a sample, near another one; whole numbers and texts stay what they are."""
    if isinstance(value, (list, tuple)):
        return type(value)(beside(v, rng) for v in value)
    if isinstance(value, (float, np.floating)) or isinstance(value, np.ndarray) and value.dtype.kind == "f":
        return value * (1 + 0.1 * rng.uniform(-1, 1, np.shape(value)))
    return value


def program_beside(task, reference):
    """How many samples are the task's own, and the program of a reference with the task's own samples and givens, and twice with others beside them."""
    rng = np.random.default_rng(4)
    defaults = {p.name: task.givens[p.name] for p in task.parameters(reference)}
    own = [(*sample, *defaults.values()) for sample in task.samples]
    return len(own), Program(reference, own + [beside(sample, rng) for _ in range(2) for sample in own], {})


def coincidences(task):
    """Yield a sentence for every variant that has the right numbers, or those of a general slip, by coincidence."""
    for reference in filter(inspect.isfunction, task.references):
        n, program = program_beside(task, reference)
        right = next(program.run("")).values

        def agree(values, slip=lambda e: e, rows=slice(None)):
            return fits(values[rows], [slip(e) for e in right[rows]], MARGIN * task.rtol, task.atol and MARGIN * task.atol)

        for variant in program.variants(0):
            if agree(variant.values, rows=slice(n)) and not agree(variant.values):
                yield f"right by coincidence: {variant.sentence}"
            if agree(variant.values, rows=slice(n)):
                continue
            for sentence, slip in GENERAL:
                kin = any(word in sentence and word in variant.sentence for word in ("half", "twice", "sign", "transposed"))
                if not kin and agree(variant.values, slip, slice(n)) and not agree(variant.values, slip):
                    yield f"{variant.sentence} looks like: {sentence}"


@pytest.mark.parametrize("number", NUMERICAL)
def test_no_slip_is_right_or_misnamed_by_coincidence(number):
    found = [f for f in dict.fromkeys(coincidences(NUMERICAL[number])) if not any(words in f for words in ALLOWED.get(number, ()))]
    assert not found, "\n".join(found)


@pytest.mark.parametrize("number", [n for n, task in NUMERICAL.items() if len(task.references) > 1])
def test_all_ways_lead_to_the_same_answer(number):
    task = NUMERICAL[number]
    assert all(task.judge(task.answer(reference)).status == "right" for reference in task.references)


@pytest.mark.parametrize("number", NUMERICAL)
def test_an_authors_mistake_is_wrong_without_its_sentence(number):
    """The mistakes are told apart by the numbers, not by their order; nothing is right because nobody listed it."""
    task = NUMERICAL[number]
    for sentence, wrong in task.mistakes.items():
        task.__dict__["mistakes"] = {}
        try:
            assert task.judge(wrong).status != "right", sentence
        finally:
            del task.__dict__["mistakes"]
