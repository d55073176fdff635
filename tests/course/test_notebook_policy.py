"""What every notebook of the course must be like. Each rule is tested on a notebook that breaks it."""

import json
import re
from pathlib import Path

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output

from fcclearn.course import notebook
from fcclearn.course.check import find, lessons, tasks_of
from fcclearn.course.task import Words

COURSE = Path(__file__).resolve().parents[2]
LONGEST_CELL = 30           # lines; aim at 25
LARGEST_LESSON = 700_000    # bytes
HOST = r"/home/|/Users/|/root/|/tmp/|[A-Z]:\\+Users|site-packages|ipykernel_\d| at 0x[0-9a-f]"
FORBIDDEN = r"nbval[-_](skip|ignore|raises)|raises[-_]exception"


def notebooks(folder):
    return sorted((COURSE / folder).glob("*.ipynb"))


def stem(path):
    return path.stem


# Rules for every notebook: a function yields one sentence for each fault.


def well_formed(nb, path):
    """Ids are there and unique; a title comes first; cells are short and not empty."""
    if (nb.nbformat, nb.nbformat_minor) < (4, 5):
        yield "it is older than nbformat 4.5 and has no cell ids"
    ids = [cell.get("id") for cell in nb.cells]
    if None in ids or len(set(ids)) < len(ids):
        yield "a cell id is missing or used twice"
    if nb.cells[0].cell_type != "markdown" or not nb.cells[0].source.startswith("# "):
        yield "the first cell is not a title"
    for k, cell in enumerate(nb.cells):
        lines = len(cell.source.splitlines())
        if lines > LONGEST_CELL:
            yield f"cell {k} has {lines} lines"
        if not cell.source.strip():
            yield f"cell {k} is empty"
        if re.search(FORBIDDEN, cell.source + str(cell.metadata), re.IGNORECASE):
            yield f"cell {k} is hidden from the tests"


def clean(nb, path):
    """Nothing is stored that `tidy` would remove, and nothing that tells of the author's machine."""
    if path.read_bytes() != notebook.to_bytes(notebook.tidy(nb, outputs=path.parent.name != "exercises")):
        yield "it is not tidy: run make notebooks"
    text = re.sub(r"base64,[\w+/=]*", "", json.dumps(nb.cells))
    if found := re.search(HOST, text):
        yield f"it holds a path or an address: {text[max(0, found.start() - 20):found.end() + 20]}"


def described(nb, path):
    """Every picture and every frame says in words what it shows."""
    shown = [cell.source for cell in nb.cells if cell.cell_type == "markdown"]
    for data in (output.get("data", {}) for cell in nb.cells for output in cell.get("outputs", [])):
        shown.append(data.get("text/html", ""))
        if any(kind.startswith("image/") for kind in data):
            yield "a figure has no description: use show(figure, alt=...)"
    html = "\n".join(shown)
    for tag in re.findall(r"<img\b[^>]*>", html):
        if not re.search(r"\balt=([\"'])\s*[^\s\"']", tag):
            yield f"no alt text: {tag[:60]}"
    for tag in re.findall(r"<iframe\b[^>]*>", html):
        if not re.search(r"\btitle=([\"'])\s*[^\s\"']", tag):
            yield f"no title: {tag[:60]}"
    if re.search(r"!\[\s*\]", html):
        yield "no alt text: a picture in the text"


def linked(nb, path):
    """Links lead to notebooks that exist, and that a student has too."""
    text = "\n".join(cell.source for cell in nb.cells if cell.cell_type == "markdown")
    for target in re.findall(r"\]\(([^)#\s]+)", text):
        if re.match(r"\w+:", target):
            continue
        file = (path.parent / target).resolve()
        if not file.exists():
            yield f"a link leads nowhere: {target}"
        elif path.parent.name != "solutions" and file.parent.name not in ("notebooks", "exercises"):
            yield f"a link leads out of the student's folder: {target}"


def targets(cell):
    """Return the names of files that a cell links to."""
    return {target.split("#")[0] for target in re.findall(r"\]\(([^)\s]+)", cell.source)}


def leads_back(nb, path):
    """An exercise names its lesson with a link, in the first cell."""
    if f"../notebooks/{path.name}" not in targets(nb.cells[0]):
        yield f"the first cell has no link to its lesson: ../notebooks/{path.name}"


# Rules for lessons


def leads_on(nb, path):
    """The last cell of the main path leads to the exercise and, if there is one, to a later lesson."""
    found = set().union(*map(targets, nb.cells))
    later = {other.name for other in path.parent.glob("*.ipynb") if other.name > path.name}
    if f"../exercises/{path.name}" not in found:
        yield f"it has no link to its exercise: ../exercises/{path.name}"
    if later and not later & found:
        yield f"it has no link to a later lesson, such as {min(later)}"


def introduced(nb, path):
    """The first cell says what is learnt, and how long it takes."""
    first = nb.cells[0].source
    goals = len(re.findall(r"^[-*] ", first, re.MULTILINE))
    if not 3 <= goals <= 5:
        yield f"the first cell lists {goals} goals, not 3 to 5"
    if not re.search(r"\b\d+ minutes\b", first):
        yield "the first cell does not say how many minutes the lesson takes"


def executed(nb, path):
    """The notebook was run once from top to bottom, without errors and warnings."""
    code = [cell for cell in nb.cells if cell.cell_type == "code"]
    if [cell.execution_count for cell in code] != list(range(1, len(code) + 1)):
        yield "it was not run once from top to bottom: run make notebooks"
    for output in (output for cell in code for output in cell.outputs):
        if output.output_type == "error":
            yield f"an error is stored: {output.ename}"
        if output.get("name") == "stderr":
            yield f"a warning is stored: {output.text[:60]}"


def pictured(nb, path):
    """The lesson has a figure, and is not too large for the web."""
    if not any("<img" in output.get("data", {}).get("text/html", "") for cell in nb.cells
               for output in cell.get("outputs", [])):
        yield "it has no figure"
    if path.stat().st_size > LARGEST_LESSON:
        yield f"it has {path.stat().st_size / 1000:.0f} kB"


def solved(nb, path):
    """A solution that is stored with outputs shows answers that are right."""
    for k, cell in enumerate(nb.cells):
        text = "".join(output.get("text", "") for output in cell.get("outputs", []))
        if re.search("Not right yet|Not attempted", text):
            yield f"cell {k}: the answer that is stored is not right"
    if path.stat().st_size > LARGEST_LESSON:
        yield f"it has {path.stat().st_size / 1000:.0f} kB"


EVERY = (well_formed, clean, described, linked)
LESSON = (*EVERY, introduced, executed, pictured, leads_on)
EXERCISE = (*EVERY, leads_back)
SOLUTION = (*EXERCISE, executed, solved)


def faults(path, rules):
    # as it is stored: nbformat.read would mend cell ids
    nb = nbformat.v4.reads(path.read_text(encoding="utf-8"))
    return [fault for rule in rules for fault in rule(nb, path)]


# The course as it is


@pytest.mark.parametrize("path", notebooks("notebooks"), ids=stem)
def test_lesson(path):
    assert faults(path, LESSON) == []


@pytest.mark.parametrize("path", notebooks("exercises"), ids=stem)
def test_exercise(path):
    assert faults(path, EXERCISE) == []


@pytest.mark.parametrize("path", notebooks("solutions"), ids=stem)
def test_solution(path):
    assert faults(path, SOLUTION) == []


def test_every_lesson_has_an_exercise_and_a_solution():
    lesson, exercise, solution = ([path.stem for path in notebooks(folder)]
                                  for folder in ("notebooks", "exercises", "solutions"))
    assert lesson == exercise == solution


@pytest.mark.parametrize("path", notebooks("solutions"), ids=stem)
def test_every_task_is_asked(path):
    lesson = path.stem.split("_")[0]
    asked = checked(path)
    assert len(asked) >= 3
    asked |= checked(COURSE / "notebooks" / path.name)
    assert asked == {f"{lesson}.{key}" for key in (tasks_of(lesson) if lesson in lessons() else ())}


@pytest.mark.parametrize("path", notebooks("solutions"), ids=stem)
def test_a_check_names_the_version_of_its_task(path):
    code = "\n".join(cell.source for cell in notebook.read(path).cells if cell.cell_type == "code")
    calls = re.findall(r"\bcheck\(\s*[\"']([^\"']+).*?(?:version=(\d+))?\)\s*$", code, re.MULTILINE)
    for number, version in calls:
        assert find(number).version == int(version or 1), number


@pytest.mark.parametrize("path", notebooks("solutions"), ids=stem)
def test_one_task_asks_for_words(path):
    lesson = path.stem.split("_")[0]
    asked = any("solution" in cell.metadata.get("tags", []) for cell in notebook.read(path).cells)
    assert asked or any(isinstance(task, Words) for task in tasks_of(lesson).values())


def checked(path):
    """Return the numbers that a notebook checks."""
    code = "\n".join(cell.source for cell in notebook.read(path).cells if cell.cell_type == "code")
    return set(re.findall(r"\bcheck\(\s*[\"']([^\"']+)", code))


# The rules themselves


def good():
    """Return a small lesson that keeps all rules."""
    picture = new_output("display_data", {
        "text/html": '<figure><img alt="a rod" src="data:image/png;base64,A/tmp/A"></figure>'})
    player = new_output("display_data",
                        {"text/html": '<div><iframe title="a rod turns" srcdoc="&lt;p&gt;"></iframe></div>'})
    return new_notebook(
        metadata=notebook.KERNEL,
        cells=[
            new_markdown_cell("# 98 · Sample\n\n- one\n- two\n- three\n\n45 minutes", id="title"),
            new_code_cell("show(figure)", id="show", execution_count=1, outputs=[picture]),
            new_markdown_cell("![a rod](../exercises/98.ipynb) and [more](99.ipynb#part), "
                              "[there](https://example.org)", id="text"),
            new_code_cell("run.animate()", id="play", execution_count=2,
                          outputs=[player, new_output("stream", text="fine")]),
        ],
    )


def faults_after(tmp_path, change, folder="notebooks"):
    for name in ("notebooks", "exercises", "solutions"):
        (tmp_path / name).mkdir()
        for number in (98, 99):
            (tmp_path / name / f"{number}.ipynb").write_text("{}", encoding="utf-8")
    nb = good()
    change(nb)
    path = tmp_path / folder / "98.ipynb"
    text = json.dumps(nb) if "untidy" in nb.metadata else notebook.to_bytes(nb).decode()
    path.write_text(text, encoding="utf-8", newline="\n")
    return faults(path, LESSON)


def replace(k, **what):
    return lambda nb: nb.cells[k].update(what)


def output(**data):
    data = {kind.replace("_", "/"): text for kind, text in data.items()}
    return lambda nb: nb.cells[1].outputs.append(new_output("display_data", data))


BROKEN = {
    "id is missing": lambda nb: (nb.cells[1].pop("id"), nb.metadata.update(untidy=1)),
    "used twice": lambda nb: (nb.cells[1].update(id="text"), nb.metadata.update(untidy=1)),
    "older than nbformat": lambda nb: nb.update(nbformat_minor=4),
    "not a title": lambda nb: nb.cells.insert(0, nb.cells.pop(2)),
    "has 31 lines": replace(3, source="\n".join("abcdefghijklmnopqrstuvwxyzabcde")),
    "cell 3 is empty": replace(3, source=" "),
    "hidden from the tests": replace(3, metadata={"tags": ["nbval-skip"]}),
    "cell 1 is hidden": replace(1, source="# NBVAL_IGNORE_OUTPUT"),
    "cell 3 is hidden": replace(3, metadata={"tags": ["raises-exception"]}),
    "not tidy": replace(3, metadata={"execution": {"x": "y"}}),
    "is not tidy": lambda nb: nb.metadata.update(widgets={}),
    "path or an address": output(text_plain="/home/me/x.py"),
    "an address: ": output(text_plain="<Body at 0x7f00>"),
    "C:": output(text_plain=r"C:\Users\me"),
    "no description": output(image_png="AAAA"),
    "no alt text: <img src": output(text_html="<img src='x'>"),
    "no alt text: <img alt": output(text_html="<img alt=' ' src='x'>"),
    "no title": output(text_html="<iframe srcdoc='x'></iframe>"),
    "a picture in the text": replace(2, source="![](98.ipynb)"),
    "leads nowhere: 97.ipynb": replace(2, source="[x](97.ipynb)"),
    "no link to its exercise": replace(2, source="[x](99.ipynb)"),
    "no link to a later lesson, such as 99.ipynb": replace(2, source="[x](../exercises/98.ipynb)"),
    "leads out": replace(2, source="[x](../solutions/98.ipynb)"),
    "lists 2 goals": replace(0, source="# T\n- one\n- two\n45 minutes"),
    "lists 6 goals": replace(0, source="# T\n- 1\n- 2\n- 3\n- 4\n- 5\n- 6\n45 minutes"),
    "how many minutes": replace(0, source="# T\n- one\n- two\n- three"),
    "not run once": replace(3, execution_count=5),
    "run once": replace(1, execution_count=None),
    "an error is stored": lambda nb: nb.cells[1].outputs.append(new_output("error", ename="ValueError",
                                                                           evalue="", traceback=[])),
    "a warning is stored": lambda nb: nb.cells[1].outputs.append(new_output("stream", name="stderr",
                                                                            text="Deprecated")),
    "no figure": replace(1, outputs=[]),
    "800 kB": output(text_plain="x" * 798_000),
}


def test_a_good_lesson_has_no_faults(tmp_path):
    assert faults_after(tmp_path, lambda nb: None) == []


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("words, change", BROKEN.items(), ids=BROKEN)
def test_a_broken_rule_is_named(tmp_path, words, change):
    assert any(words in fault for fault in faults_after(tmp_path, change))


def test_an_exercise_leads_back_to_its_lesson(tmp_path):
    faults_after(tmp_path, lambda nb: nb.cells[0].update(source="# T"), folder="exercises")
    found = faults(tmp_path / "exercises" / "98.ipynb", EXERCISE)
    assert any("no link to its lesson" in fault for fault in found)
    replace(0, source="# T [x](../notebooks/98.ipynb)")(nb := good())
    assert not list(leads_back(nb, tmp_path / "exercises" / "98.ipynb"))


@pytest.mark.parametrize("folder, untidy", [("exercises", True), ("solutions", False)])
def test_outputs_do_not_belong_into_exercises(tmp_path, folder, untidy):
    found = faults_after(tmp_path, lambda nb: None, folder)
    assert any("not tidy" in fault for fault in found) == untidy


@pytest.mark.parametrize("said", ["98.1: Not right yet. Look again.", "98.1: Not attempted yet"])
def test_a_solution_shows_right_answers(tmp_path, said):
    nb = good()
    (path := tmp_path / "98.ipynb").write_text("{}", encoding="utf-8")
    assert list(solved(nb, path)) == []
    nb.cells[3].outputs.append(new_output("stream", text=said))
    assert len(list(solved(nb, path))) == 1
