"""Exercises come from solutions: the generator, its leak test, and the state of the course."""

from pathlib import Path

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output

from fcclearn.course import notebook
from fcclearn.course.exercises import YOUR_WORDS, generate, leaks, main, out_of_step, strip, strip_code

COURSE = Path(__file__).resolve().parents[2]
STEMS = sorted(path.stem for path in (COURSE / "solutions").glob("*.ipynb"))


# The course as it is


def test_exercises_are_in_step_with_the_solutions():
    assert out_of_step(COURSE) == []


@pytest.mark.parametrize("stem", STEMS)
def test_no_exercise_leaks_its_solution(stem):
    solution, exercise = (notebook.read(COURSE / folder / f"{stem}.ipynb")
                          for folder in ("solutions", "exercises"))
    assert leaks(solution, exercise) == []


# Regions in code


def region(*lines, before="", after=""):
    parts = [before, "# BEGIN SOLUTION", *lines, "# END SOLUTION", after]
    return "\n".join(part for part in parts if part)


BLANKS = {
    "one name": (region("m = 3 * L"), "m = ..."),
    "names in order, once": (region("b = 1", "a = b", "b = 2"), "b = ...\na = ..."),
    "several targets": (region("x, (y, *z) = t", "p = q = 0"), "x = ...\ny = ...\nz = ...\np = ...\nq = ..."),
    "annotated": (region("n: int = 3"), "n = ..."),
    "private help": (region("_c = 3", "answer = _c + 1"), "answer = ..."),
    "a whole function": (region("def f(x):", "    inner = x", "    return inner"), "f = ..."),
    "nothing assigned": (region("print(3)"), "..."),
    "item and attribute": (region("M[0, 0] = 1", "body.mass = 2"), "..."),
    "nothing at all": (region(), "..."),
    "a body": (region("    s = x**2", "    return s", before="def f(x):"), "def f(x):\n    ..."),
    "an empty line first": (region("", "    s = 1", "", "    return s", before="def f(x):"),
                            "def f(x):\n    ..."),
    "a deeper body": (region("        y = 1", before="for i in r:\n    if i:"),
                      "for i in r:\n    if i:\n        ..."),
    "around": (region("m = 1", before="import numpy", after="print(m)"), "import numpy\nm = ...\nprint(m)"),
    "two regions": (region("a = 1", after="b = 2\n" + region("c = 3")), "a = ...\nb = 2\nc = ..."),
    "a statement over lines": (region("m = sum([", "    1,", "    2,", "])"), "m = ..."),
}


@pytest.mark.parametrize("source, expected", BLANKS.values(), ids=BLANKS)
def test_blank(source, expected):
    assert strip_code(source) == expected
    compile(expected, "exercise", "exec")


@pytest.mark.parametrize(
    "source, words",
    [
        ("# BEGIN SOLUTION\na = 1", "without # END"),
        ("a = 1\n# END SOLUTION", "without # BEGIN"),
        ("# BEGIN SOLUTION\n# BEGIN SOLUTION\n# END SOLUTION\n# END SOLUTION", "inside a region"),
        ("# BEGIN SOLUTION\na = (\n# END SOLUTION", "never closed"),
    ],
)
def test_faulty_regions_name_the_cell(source, words):
    with pytest.raises(ValueError, match=f"cell faulty: .*{words}"):
        strip(new_notebook(cells=[new_code_cell(source, id="faulty")]))


# Whole notebooks


def sample():
    """Return a small solution notebook with every kind of cell, executed."""
    return new_notebook(
        metadata={"kernelspec": {"name": "mine", "display_name": "Mine"}, "widgets": {"state": 1}},
        cells=[
            new_markdown_cell("# Exercises 98", id="title"),
            new_markdown_cell("The reasoning in long.", id="why", metadata={"tags": ["solution-only"]}),
            new_markdown_cell("Write down what you expect.", id="ask"),
            new_markdown_cell("The rod turns, since nothing holds it.", id="say",
                              metadata={"tags": ["solution"]}, attachments={"a.png": {"image/png": "AA"}}),
            new_code_cell(
                "L = 2.0\n" + region("_third = 1 / 3", "inertia = _third * L**2",
                                     after="check('98.1', inertia)"),
                id="code",
                execution_count=3,
                outputs=[new_output("stream", text="98.1: Right.")],
                metadata={"tags": ["long"], "collapsed": True},
            ),
            new_code_cell("plot(inertia)", id="only", metadata={"tags": ["solution-only"]}),
        ],
    )


def test_strip():
    solution = sample()
    before = notebook.to_bytes(solution)
    exercise = strip(solution)
    assert notebook.to_bytes(solution) == before
    assert [cell.id for cell in exercise.cells] == ["title", "ask", "say", "code"]
    say, code = exercise.cells[2:]
    assert say.source == YOUR_WORDS and say.metadata == {} and "attachments" not in say
    assert code.source == "L = 2.0\ninertia = ...\ncheck('98.1', inertia)"
    assert code.outputs == [] and code.execution_count is None and code.metadata == {"tags": ["long"]}
    assert exercise.metadata == notebook.KERNEL
    assert leaks(solution, exercise) == []
    nbformat.validate(exercise)


def test_strip_is_deterministic_and_stable():
    exercise = strip(sample())
    for again in (strip(sample()), strip(exercise)):
        assert notebook.to_bytes(exercise) == notebook.to_bytes(again)


def test_a_code_cell_cannot_be_tagged_solution():
    with pytest.raises(ValueError, match="the tag 'solution' is for text"):
        strip(new_notebook(cells=[new_code_cell("a = 1", metadata={"tags": ["solution"]})]))


def leak(cell, change):
    exercise = strip(sample())
    change(next(c for c in exercise.cells if c.id == cell))
    return leaks(sample(), exercise)


@pytest.mark.parametrize(
    "cell, addition, words",
    [
        ("code", "\n# BEGIN SOLUTION", "marker"),
        ("code", "\n#begin_solution", "marker"),
        ("code", "\n_third=1/3", "_third = 1 / 3"),
        ("ask", " Hint: `inertia = _third * L**2`", "inertia = _third"),
        ("ask", " The rod turns, since nothing holds it.", "The rod turns"),
        ("ask", " The reasoning in long.", "The reasoning"),
        ("code", "\nplot(inertia)", "plot(inertia)"),
    ],
)
def test_leaks_in_the_text(cell, addition, words):
    def add(c):
        c.source += addition

    found = leak(cell, add)
    assert len(found) == 1 and words in found[0]


def test_leaks_beside_the_text():
    assert "output" in leak("code", lambda c: c.outputs.append(new_output("stream", text="3")))[0]
    assert "tag" in leak("say", lambda c: c.metadata.update(tags=["solution"]))[0]


def test_a_misspelt_marker_is_a_leak():
    solution = new_notebook(cells=[new_code_cell("#BEGIN SOLUTION\nm = 3 * 0.5 ** 2\n#END SOLUTION")])
    assert "marker survived" in leaks(solution, strip(solution))[0]


def test_short_lines_and_headers_are_no_leak():
    solution = new_notebook(cells=[new_code_cell(region("import numpy as np", "for i in range(3):",
                                                        "    k = 0", "# a remark"))])
    exercise = new_notebook(
        cells=[new_code_cell("import numpy as np\nk = 0\nfor i in range(3):\n    # a remark\n    k += 1")])
    assert leaks(solution, exercise) == []


# A course folder


@pytest.fixture
def course(tmp_path):
    (tmp_path / "solutions").mkdir()
    notebook.write(sample(), tmp_path / "solutions" / "98_sample.ipynb")
    return tmp_path


def test_an_empty_course(tmp_path):
    assert generate(tmp_path) == {} and out_of_step(tmp_path) == []
    assert main([], tmp_path) == main(["--check"], tmp_path) == 0


def test_writing_and_checking(course, capsys):
    path = course / "exercises" / "98_sample.ipynb"
    assert main(["--check"], course) == 1 and "98_sample.ipynb is missing" in capsys.readouterr().out
    assert main([], course) == 0 and main(["--check"], course) == 0
    assert path.read_bytes() == notebook.to_bytes(strip(sample()))
    path.write_bytes(path.read_bytes() + b"\n")
    assert out_of_step(course) == ["98_sample.ipynb differs from its solution"]
    main([], course)
    path.with_name("99_alone.ipynb").write_bytes(path.read_bytes())
    assert out_of_step(course) == ["99_alone.ipynb has no solution"]
    assert main(["--chekc"], course) == 2


def test_a_faulty_solution_names_the_notebook(course):
    notebook.write(new_notebook(cells=[new_code_cell("# END SOLUTION", id="x")]),
                   course / "solutions" / "97_faulty.ipynb")
    with pytest.raises(ValueError, match="97_faulty.ipynb, cell x: # END SOLUTION without"):
        generate(course)
