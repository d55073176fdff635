"""Variants: the same exercise with other givens for other students, each as good as the first."""

import ast
from pathlib import Path

import pytest
from test_task_numbers import ALLOWED, coincidences

from fcclearn.course import check as checker
from fcclearn.course import notebook
from fcclearn.course.task import Numerical

COURSE = Path(__file__).resolve().parents[2]


def picks(lesson):
    """Every value of every given once: the k-th of each, and the last where there are fewer."""
    choices = checker.choices_of(lesson)
    most = max((len(values) for values in choices.values()), default=0)
    return [{name: values[min(k, len(values) - 1)] for name, values in choices.items()} for k in range(most)]


VARIANTS = [pytest.param(lesson, picked, id=f"{lesson}-{k}") for lesson in checker.lessons()
            for k, picked in enumerate(picks(lesson))]


@pytest.mark.parametrize("lesson, picked", VARIANTS)
def test_a_variant_is_told_apart_like_the_first(lesson, picked):
    """The right answer is right, every mistake gets its sentence, and no slip collides."""
    own, first = checker.tasks_of(lesson, picked), checker.tasks_of(lesson)
    for key, task in own.items():
        if not picked.keys() & task.givens.keys():
            continue
        assert task.judge(task.expected).status == "right", key
        unnamed = [s for s, wrong in task.mistakes.items() if not task.judge(wrong).text.startswith(s)]
        assert unnamed == [], key
        if isinstance(task, Numerical):
            allowed = ALLOWED.get(f"{lesson}.{key}", ())
            assert not [f for f in coincidences(task) if not any(words in f for words in allowed)], key
        if any(picked[name] != first[key].givens[name] for name in picked.keys() & task.givens.keys()):
            assert first[key].judge(task.expected).status == "wrong", key


def test_the_first_values_are_those_of_the_text():
    for lesson in checker.lessons():
        for name, values in checker.choices_of(lesson).items():
            having = [task for task in checker.tasks_of(lesson).values() if name in task.givens]
            assert having and all(task.givens[name] == values[0] for task in having), name


# The text


def solution(lesson):
    """The solution of a lesson, and its cell with the numbers."""
    (path,) = (COURSE / "solutions").glob(f"{lesson}_*.ipynb")
    cells = [cell for cell in notebook.read(path).cells if cell.cell_type == "code"]
    return cells, next((cell for cell in cells if "parameters" in cell.metadata.get("tags", [])), None)


@pytest.mark.parametrize("lesson", checker.lessons())
def test_the_cell_of_parameters_holds_the_first_values(lesson):
    cells, cell = solution(lesson)
    lines = ast.parse(cell.source).body if cell else []
    written = {line.targets[0].id: ast.literal_eval(line.value) for line in lines}
    assert written == {name: values[0] for name, values in checker.choices_of(lesson).items()}


@pytest.mark.parametrize("lesson", [lesson for lesson in checker.lessons() if checker.choices_of(lesson)])
def test_the_solution_solves_another_variant(lesson, monkeypatch):
    """Its numbers come from the cell of parameters alone."""
    picked = picks(lesson)[1]
    tasks, found = checker.tasks_of(lesson, picked), {}
    monkeypatch.setattr(checker, "check", lambda number,
                        answer: found.update({number: tasks[number[3:]].judge(answer)}))
    cells, parameters = solution(lesson)
    space = {"__name__": "__main__"}
    for cell in cells:
        source = "\n".join(f"{name} = {value}" for name,
                           value in picked.items()) if cell is parameters else cell.source
        exec(compile(source, f"cell of {lesson}", "exec"), space)
    assert {number: result.text for number,
            result in found.items() if result.status not in ("right", "words")} == {}
    assert len(found) == len(tasks)
