"""The student's folder: nothing of the student's is lost, everything else is kept up to date."""

import json

import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output

from fcclearn.course import notebook, student
from fcclearn.course.files import COURSE
from fcclearn.course.student import fingerprint, prepare

LESSON, EXERCISE = "notebooks/00_start.ipynb", "exercises/00_start.ipynb"


def version(text):
    """Return an executed notebook with some text in it."""
    code = new_code_cell("1 + 1", id="code", execution_count=1,
                         outputs=[new_output("execute_result", {"text/plain": "2"}, execution_count=1)])
    return new_notebook(cells=[new_markdown_cell(text, id="text"), code])


def edit(path, change):
    """Change the cells of a stored notebook."""
    nb = notebook.read(path)
    change(nb.cells)
    notebook.write(nb, path)


def answer(cells):
    """What a student does: write something into a cell."""
    cells[1].source = "1 + 2  # möglich"


def run(cells):
    """What JupyterLab does: store results, and add an empty cell after Shift+Enter in the last one."""
    cells[1].outputs, cells[1].execution_count = [new_output("stream", text="2")], 17
    cells[1].metadata = {"scrolled": True}
    cells.append(new_code_cell("\n"))


@pytest.fixture
def course(tmp_path):
    for name in (LESSON, EXERCISE):
        notebook.write(version("first"), tmp_path / "course" / name)
    return tmp_path / "course"


@pytest.fixture
def my(tmp_path):
    return tmp_path / "mine" / "my"


def publish(course, text, name=LESSON):
    """The course gets a new version of a notebook."""
    notebook.write(version(text), course / name)


def text_of(my, name=LESSON):
    return notebook.read(my / name).cells[0].source


def test_the_first_time_everything_is_new(course, my):
    report = prepare(course, my)
    assert report.new == [EXERCISE, LESSON]
    assert str(report) == f"New in my/: {EXERCISE}, {LESSON}"
    assert text_of(my) == "first"
    code = notebook.read(my / LESSON).cells[1]
    assert code.outputs == [] and code.execution_count is None


def test_the_second_time_nothing_happens(course, my):
    prepare(course, my)
    before = {path: path.read_bytes() for path in my.rglob("*.*")}
    assert str(prepare(course, my)) == "Everything in my/ is up to date."
    assert before == {path: path.read_bytes() for path in my.rglob("*.*")}


def test_an_untouched_notebook_is_updated(course, my):
    prepare(course, my)
    publish(course, "second")
    assert str(prepare(course, my)) == f"Updated: {LESSON}"
    assert text_of(my) == "second" and text_of(my, EXERCISE) == "first"


def test_a_notebook_that_was_only_run_is_untouched(course, my):
    prepare(course, my)
    edit(my / LESSON, run)
    ran = (my / LESSON).read_bytes()
    assert str(prepare(course, my)) == "Everything in my/ is up to date."
    assert (my / LESSON).read_bytes() == ran          # the results stay as long as there is nothing newer
    publish(course, "second")
    assert prepare(course, my).updated == [LESSON]
    assert text_of(my) == "second"


def test_a_changed_notebook_is_kept(course, my):
    prepare(course, my)
    edit(my / LESSON, answer)
    mine = (my / LESSON).read_bytes()
    assert str(prepare(course, my)) == f"Kept, with your changes: {LESSON}"
    for text in ("second", "third"):
        publish(course, text)
        report = prepare(course, my)
        assert report.outdated == [LESSON] and report.updated == report.new == report.kept == []
        assert "newer version" in str(report) and "rename or delete your copy" in str(report)
        assert (my / LESSON).read_bytes() == mine


def test_the_way_to_a_newer_version(course, my):
    prepare(course, my)
    edit(my / LESSON, answer)
    publish(course, "second")
    prepare(course, my)
    (my / LESSON).rename(my / "notebooks" / "00_mine.ipynb")
    assert prepare(course, my).new == [LESSON]
    assert text_of(my) == "second" and (my / "notebooks" / "00_mine.ipynb").exists()
    publish(course, "third")
    assert prepare(course, my).updated == [LESSON]


@pytest.mark.parametrize(
    "change",
    [
        lambda cells: cells.append(new_markdown_cell("a note")),
        lambda cells: cells.pop(),
        lambda cells: cells.reverse(),
        lambda cells: cells[0].update(cell_type="raw"),
        lambda cells: cells[1].update(source="1+1"),
    ],
)
def test_every_change_of_text_counts(course, my, change):
    prepare(course, my)
    edit(my / LESSON, change)
    publish(course, "second")
    assert prepare(course, my).outdated == [LESSON]


@pytest.mark.parametrize("content, why", [
    ("not a notebook", "cut off or damaged: Expecting value"),
    ('{"cells": [],\n<<<<<<< mine\n=======\n>>>>>>> theirs\n}', "line 2 is a merge mark, <<<<<<<"),
    ("\ufffd", "cut off or damaged"),
    ("[]", "no list of cells"), ('{"cells": 3}', "no list of cells"), ('{"cells": [{}]}', "no list of cells"),
])
def test_a_file_that_is_no_notebook_is_kept_and_named(course, my, content, why):
    prepare(course, my)
    data = content.encode("latin-1", errors="replace")
    (my / LESSON).write_bytes(data)
    publish(course, "second")
    report = prepare(course, my)
    assert report.outdated == report.kept == [] and (my / LESSON).read_bytes() == data
    assert f"No notebook any more, and left as it is: {LESSON} (" in str(report) and why in str(report)
    assert "rename or delete it" in str(report)


@pytest.mark.parametrize("share", [0.0, 0.01, 0.5, 0.99])
def test_a_half_written_copy_is_written_again(course, my, share):
    """What a kill or a full disk left behind while files were not yet written whole."""
    prepare(course, my)
    data = (my / LESSON).read_bytes()
    (my / LESSON).write_bytes(data[: int(share * len(data))])
    assert prepare(course, my).updated == [LESSON]
    assert (my / LESSON).read_bytes() == data


def test_a_file_that_cannot_be_read_does_not_stop_the_others(course, my):
    (my / LESSON).mkdir(parents=True)
    report = prepare(course, my)
    assert report.new == [EXERCISE] and report.broken == [(LESSON, "Is a directory")]


@pytest.mark.parametrize("content", [None, "", "[1]", "{"])
def test_a_lost_manifest_loses_no_work(course, my, content):
    prepare(course, my)
    edit(my / LESSON, answer)
    manifest = my / student.MANIFEST
    manifest.unlink() if content is None else manifest.write_text(content, encoding="utf-8")
    publish(course, "second", EXERCISE)
    mine = [(my / name).read_bytes() for name in (LESSON, EXERCISE)]
    # nothing tells whether the exercise was touched
    assert prepare(course, my).outdated == [EXERCISE, LESSON]
    assert mine == [(my / name).read_bytes() for name in (LESSON, EXERCISE)]


def test_a_folder_without_manifest_is_known_from_the_former_versions(course, my, monkeypatch):
    """A first copy was killed before its manifest was written, and the course has gone on since."""
    prepare(course, my)
    (my / student.MANIFEST).unlink()
    former = {LESSON: [fingerprint(course / LESSON)]}
    monkeypatch.setattr(student, "former_versions", lambda: former)
    publish(course, "second")
    publish(course, "second", EXERCISE)
    report = prepare(course, my)
    assert report.updated == [LESSON] and report.outdated == [EXERCISE]


def test_former_versions_are_fingerprints_of_notebooks():
    former = student.former_versions()
    assert {"notebooks/00_start_here.ipynb", "exercises/00_start_here.ipynb"} <= set(former)
    assert all(len(version) == 64 for versions in former.values() for version in versions)


def test_a_manifest_of_the_first_kind_is_read(course, my):
    """It held one fingerprint for each notebook, not a list."""
    prepare(course, my)
    manifest = json.loads((my / student.MANIFEST).read_text(encoding="utf-8"))
    old = {name: versions[-1] for name, versions in manifest.items()}
    (my / student.MANIFEST).write_text(json.dumps(old))
    publish(course, "second")
    assert prepare(course, my).updated == [LESSON]


def test_every_version_that_was_copied_is_known(course, my):
    """A student who brings an old untouched copy back gets the newest version."""
    prepare(course, my)
    first = (my / LESSON).read_bytes()
    publish(course, "second")
    prepare(course, my)
    publish(course, "third")
    (my / LESSON).write_bytes(first)
    assert prepare(course, my).updated == [LESSON]
    assert text_of(my) == "third"


def test_a_lost_manifest_is_found_again_where_nothing_changed(course, my):
    prepare(course, my)
    (my / student.MANIFEST).unlink()
    prepare(course, my)
    publish(course, "second")
    assert prepare(course, my).updated == [LESSON]


def test_a_notebook_that_left_the_course_stays(course, my):
    prepare(course, my)
    (course / LESSON).unlink()
    assert str(prepare(course, my)) == "Everything in my/ is up to date."
    assert text_of(my) == "first"


def test_fingerprint_reads_text_and_nothing_else(tmp_path):
    path = tmp_path / "a.ipynb"
    notebook.write(version("a"), path)
    first = fingerprint(path)
    edit(path, run)
    assert fingerprint(path) == first
    edit(path, answer)
    assert fingerprint(path) != first
    nb = json.loads(path.read_text(encoding="utf-8"))
    for cell in nb["cells"]:
        cell["source"] = "".join(cell["source"])        # a source may be a list of lines or one text
    second = fingerprint(path)
    path.write_text(json.dumps(nb), encoding="utf-8")
    assert fingerprint(path) == second


def test_a_course_without_notebooks(tmp_path, my):
    assert str(prepare(tmp_path, my)) == "Everything in my/ is up to date."


def test_the_course_is_the_folder_of_this_checkout():
    assert (COURSE / "pyproject.toml").exists() and (COURSE / "notebooks").is_dir()


def test_a_long_report_is_short():
    report = student.Report(new=[f"notebooks/{i:02}.ipynb" for i in range(54)])
    assert str(report).endswith("notebooks/05.ipynb and 48 more")
