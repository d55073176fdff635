"""The walls stand, the class is graded right and nobody is hurt, and a grading that was killed goes on."""

import csv
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import a_class
import pytest
from hostile import HOSTILE

from fcclearn.course import notebook
from fcclearn.course.check import tasks_of
from fcclearn.course.files import CHECKOUT, COURSE
from fcclearn.course.grading import guard, sandbox
from fcclearn.course.grading.grade import grade
from fcclearn.course.grading.judge import Limits, judge
from fcclearn.course.grading.restore import parts
from fcclearn.course.handout import hand_out
from fcclearn.course.variants import parameters_cell, with_numbers, written

SECONDS = 9.0


@pytest.fixture(scope="module")
def walls():
    """The strongest walls that stand here."""
    try:
        return guard.choose("auto")
    except ValueError as error:
        pytest.skip(str(error))


@pytest.fixture(scope="module", params=["bubblewrap", "unshare"])
def each_walls(request):
    """All walls that stand here."""
    could = guard.test_walls(request.param)
    return request.param if not could else pytest.skip(f"{request.param}: {guard.describe(could)}")


@pytest.fixture
def loss(tmp_path):
    """A folder of the lecturer's that hostile submissions try to reach."""
    (tmp_path / "loss").mkdir()
    (tmp_path / "loss" / "outside").write_text("mine")
    return tmp_path / "loss" / "outside"


@pytest.fixture
def victim():
    """A process of the lecturer's."""
    process = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(300)"])
    yield process
    process.kill()
    process.wait()


def test_a_class_with_hostile_broken_and_odd_submissions(tmp_path, loss, victim, walls):
    special = len(HOSTILE) + len(a_class.ODD)
    right = a_class.make(
        tmp_path / "in", special + 3, outside=str(loss), pid=victim.pid, tasks=str(sandbox.TASKS)
    )
    rows = grade(
        tmp_path / "in",
        "05",
        tmp_path / "grades.csv",
        roster=tmp_path / "class.csv",
        limits=Limits(walls, SECONDS),
        say=lambda text: None,
    )
    names = dict(zip(right, [*HOSTILE, *a_class.ODD]))
    assert {(row["id"], names.get(row["id"])): row["points"] for row in rows} == {
        (s, names.get(s)): n or 0 for s, n in right.items()
    }
    assert loss.read_text() == "mine" and victim.poll() is None
    assert not [p for p in guard.descendants(os.getpid()) if p not in (os.getpid(), victim.pid) and alive(p)]
    with open(tmp_path / "grades.csv", newline="") as file:
        table = {row["id"]: row for row in csv.DictReader(file)}
    assert set(table) == set(right) and table["absent"]["note"] == "nothing handed in"
    for student, name in names.items():
        note, row = table[student]["note"], table[student]
        if name in NOTES:
            assert NOTES[name] in note, name
        assert not any(cell.startswith(tuple("=+-@")) for cell in row.values())
        page = re.sub(
            r"\\.", "", (tmp_path / "feedback" / "05" / f"{student}.md").read_text()
        )  # without what is escaped
        assert "<script>" not in page and "](" not in page and page.startswith("# Exercise 05")
        assert "No program grades" not in page          # a lecturer may
    words = (tmp_path / "grades_words.md").read_text()
    assert "## 05.3" in words and "> " in words


NOTES = {
    "exit": "its process ended",
    "quit": "SystemExit",
    "endless": "stopped after",
    "stubborn": "stopped after",
    "swallows": "stopped after",
    "network": "URLError",
    "fork_bomb": "more than 64 processes",
    "expected": "cannot import name 'find'",
    "tasks": "ModuleNotFoundError",
    "forged_lines": "no data",
    "flood": "too long",
    "disk": "No space left",
    "limits": "ValueError",
    "two_files": "2 notebooks; the newest",
    "formula": "ValueError: =cmd|calc [x](http://x)<script>",
    "empty": "(empty)",
    "merge_marks": "cannot be read",
    "nested": "lists in lists",
    "large": "too large (6 MB)",
    "link": "is a link",
    "pipe": "is no ordinary file",
    "no_notebook": "among: 05_multipliers_are_reactions.pdf",
    "linked_folder": "no notebook of this exercise",
    "syntax_error": "SyntaxError",
}


def alive(pid):
    try:
        return open(f"/proc/{pid}/stat").read().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def judged(path, source, walls):
    """Grade one notebook as a submission of an exercise."""
    lesson, exercise = path.stem.partition("_")[0], notebook.read(COURSE / "exercises" / path.name)
    return judge(parts(exercise, notebook.read(source).cells), lesson, tasks_of(lesson), Limits(walls))


@pytest.mark.parametrize(
    "path", sorted((COURSE / "solutions").glob("*.ipynb")), ids=lambda path: path.stem[:2]
)
def test_solutions_get_full_marks_and_untouched_exercises_none(path, walls):
    exercise = COURSE / "exercises" / path.name
    for source, wanted in ((path, {"right", "words"}), (exercise, {"blank", "wrong"})):
        verdicts, notes = judged(path, source, walls)
        other = {k: v for k, v in verdicts.items() if v.status not in wanted | {"by hand"}}
        assert other == {} and notes == []


def test_both_kinds_of_walls_let_an_honest_submission_pass(each_walls):
    path = next((COURSE / "solutions").glob("01_*.ipynb"))
    verdicts, notes = judged(path, path, each_walls)
    assert {v.status for v in verdicts.values()} <= {"right", "words"} and notes == []


def test_a_course_that_lies_below_tmp_is_seen_and_stays_as_it_is(each_walls, tmp_path, monkeypatch):
    with tempfile.TemporaryDirectory(dir="/tmp") as course:
        Path(course, "page").write_text("read")
        seen = [*sandbox.visible(), course]
        monkeypatch.setattr(sandbox, "visible", lambda: seen)
        code = f"print(open('{course}/page').read(), flush=True); open('{course}/page', 'w')"
        process = sandbox.start(each_walls, code, tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        said, failed = process.communicate(timeout=60)
        assert said.split() == [b"read"] and b"Read-only" in failed


def test_a_python_that_was_called_by_a_detour_is_found_inside(monkeypatch):
    monkeypatch.setattr(sys, "executable", "/tmp/elsewhere/../course/bin/python")
    assert sandbox.program("pass")[0] == os.path.abspath("/tmp/course/bin/python")


def test_a_table_of_results_is_remarked(walls):
    """A function that knows the results for the public samples only."""
    task = tasks_of("05")["2"]
    table = [
        ([[float(x) for x in a] for a in sample], [float(x) for x in task.expected(*sample)])
        for sample in task.samples
    ]
    nb = a_class.exercise()
    for cell in nb.cells:
        if "def wrench_at" in cell.source:
            cell.source = cell.source.replace(
                "    ...",
                f"    table = {table!r}\n    return next(r for a, r in table if np.allclose(a[0], q))",
            )
    verdicts, notes = judge(parts(a_class.exercise(), nb.cells), "05", tasks_of("05"), Limits(walls))
    assert verdicts["2"].status == "right" and notes == [
        "05.2: right for the samples of the exercise, not for a mixture of them"
    ]


def test_a_class_with_numbers_of_its_own(tmp_path, walls):
    """Code is right with everybody's numbers; an answer for a neighbour's is not, and is remarked."""
    roster, name = tmp_path / "class.csv", f"{a_class.STEM}.ipynb"
    roster.write_text("id\nanna\nbert\ncarl\n")
    roster.with_suffix(".secret").write_text("a secret of the tests 0")
    hand_out(COURSE / "exercises" / name, "05", roster, tmp_path / "out")
    own = {who: notebook.read(tmp_path / "out" / who / name) for who in ("anna", "bert")}
    solved = a_class.solution()
    notebook.write(solved, tmp_path / "in" / "anna" / name)         # with the common numbers in its cell
    for cell in own["bert"].cells:
        cell.source = cell.source.replace("on_bar = ...", "on_bar = [-lam_x, -lam_y]")
        cell.source = cell.source.replace("printed = ...", "printed = 1")
    notebook.write(own["bert"], tmp_path / "in" / "bert" / name)
    neighbours = written(parameters_cell(own["anna"]).source)
    theirs = with_numbers(a_class.answered(["05.1a"]), "05", neighbours)
    notebook.write(theirs, tmp_path / "in" / "carl" / name)
    limits = Limits(walls, SECONDS)
    rows = grade(tmp_path / "in", "05", tmp_path / "grades.csv", roster=roster, limits=limits,
                 say=lambda text: None)
    anna, bert, carl = rows
    assert anna["points"] == a_class.TASKS and "has other numbers than those handed out" in anna["note"]
    assert bert["05.1a"] == "right" and bert["05.1b"] == "wrong" and bert["note"] == ""
    assert carl["05.1a"] == "wrong" and "has other numbers" in carl["note"]
    assert len({row["variant"] for row in rows}) == 3 and "m=" in anna["variant"]


def test_killed_and_gone_on(tmp_path, walls):
    """A grading that is killed leaves whole records, no process, and a second call takes them over."""
    a_class.make(tmp_path / "in", 4, outside=str(tmp_path / "x"), pid=2**22 + 1, tasks=str(sandbox.TASKS))
    command = [
        sys.executable,
        "-m",
        "fcclearn",
        "grade",
        str(tmp_path / "in"),
        "--lesson",
        "05",
        "--roster",
        str(tmp_path / "class.csv"),
        "--out",
        str(tmp_path / "grades.csv"),
        "--jobs",
        "1",
        "--seconds",
        str(SECONDS),
        "--sandbox",
        walls,
    ]
    process = subprocess.Popen(
        command, cwd=CHECKOUT, stdout=subprocess.PIPE, text=True, start_new_session=True
    )
    printed = ""
    while ": 0 right" not in printed:
        printed += process.stdout.readline()
    family = guard.descendants(process.pid)
    os.kill(process.pid, signal.SIGKILL)
    process.wait()
    until = time.monotonic() + 10
    while any(map(alive, family)) and time.monotonic() < until:
        time.sleep(0.1)
    assert not any(map(alive, family))
    again = subprocess.run(command, cwd=CHECKOUT, capture_output=True, text=True)
    assert "5 students, 3 submissions to grade, 1 graded before" in again.stdout
    with open(tmp_path / "grades.csv", newline="") as file:
        assert [row["points"] for row in csv.DictReader(file)] == ["0"] * 5


def test_walls_that_do_not_stand_are_named(monkeypatch):
    assert {"reach the network", "read a file of yours", "write a file of yours", "read the tasks"} <= set(
        guard.test_walls("none")
    )
    monkeypatch.setattr(
        guard,
        "test_walls",
        lambda kind: (
            ["bwrap is not installed"] if kind == "bubblewrap" else ["reach the network", "outlive its end"]
        ),
    )
    with pytest.raises(
        ValueError,
        match="bubblewrap: bwrap is not installed; unshare: a program inside could reach the network, out",
    ):
        guard.choose("auto")
    assert guard.choose("none") == "none"


def test_auto_takes_the_strongest_that_stand(monkeypatch):
    monkeypatch.setattr(guard, "test_walls", lambda kind: ["x"] if kind == "bubblewrap" else [])
    assert guard.choose("auto") == "unshare"
    with pytest.raises(ValueError, match="bubblewrap"):
        guard.choose("bubblewrap")
