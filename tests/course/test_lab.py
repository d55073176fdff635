"""Opening the course in JupyterLab."""

import errno
import os
import sys

import pytest
from nbformat.v4 import new_markdown_cell, new_notebook

from fcclearn.course import lab as module
from fcclearn.course import notebook
from fcclearn.course.files import MATERIAL
from fcclearn.course.lab import lab, lab_command, open_lab
from fcclearn.course.student import prepare

LESSON, EXERCISE = "notebooks/00_start.ipynb", "exercises/00_start.ipynb"


@pytest.fixture
def course(tmp_path):
    for name in (LESSON, EXERCISE):
        notebook.write(new_notebook(cells=[new_markdown_cell("# 00", id="a")]), tmp_path / "course" / name)
    return tmp_path / "course"


@pytest.fixture
def opened(monkeypatch):
    """What JupyterLab would have been started with; it counts as installed."""
    calls = []
    monkeypatch.setattr(module, "open_lab", lambda my, extra: calls.append((my, extra)) or 7)
    monkeypatch.setattr(module.importlib.util, "find_spec", lambda name: object())
    return calls


def test_the_command_opens_the_first_lesson(course, tmp_path):
    my = tmp_path / "my"
    assert "--LabApp.default_url=/lab" in lab_command(my)
    prepare(course, my)
    command = lab_command(my, ["--no-browser"])
    assert command[:3] == [sys.executable, "-m", "jupyterlab"] and command[-1] == "--no-browser"
    assert f"--ServerApp.root_dir={my.resolve()}" in command
    assert "--LabApp.default_url=/lab/tree/notebooks/00_start.ipynb" in command


def test_lab_prepares_and_passes_arguments_on(course, opened, capsys):
    assert lab(["--no-browser", "--port", "9000"], course) == 7
    assert opened == [(course / "my", ["--no-browser", "--port", "9000"])]
    assert f"New in my/: {EXERCISE}, {LESSON}" in capsys.readouterr().out


def test_lab_works_in_another_folder(course, opened, tmp_path, capsys):
    assert lab(["--no-browser", "--my", str(tmp_path / "mine")], course) == 7
    assert opened == [(tmp_path / "mine", ["--no-browser"])] and not (course / "my").exists()
    assert (tmp_path / "mine" / LESSON).exists() and "New in mine/" in capsys.readouterr().out


def test_an_installed_package_works_where_the_command_is_given(opened, tmp_path, monkeypatch, course):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(module, "MATERIAL", course)
    assert lab([], course) == 7 and (tmp_path / "my" / LESSON).exists() and not (course / "my").exists()
    assert MATERIAL.name == "material"


def test_lab_without_lessons_says_so(tmp_path, capsys):
    assert lab([], tmp_path) == 1
    assert "install it again" in capsys.readouterr().out
    assert not (tmp_path / "my").exists()


def test_lab_without_jupyterlab_says_what_to_do(course, monkeypatch, capsys):
    monkeypatch.setattr(module.importlib.util, "find_spec", lambda name: None)
    assert lab([], course) == 1
    printed = capsys.readouterr().out
    assert "pip install jupyterlab" in printed and "python -m fcclearn copy my" in printed


def test_a_disk_that_refuses_gets_a_sentence(course, opened, monkeypatch, capsys):
    (course / "my").write_text("a file in the way")
    assert lab([], course) == 1 and opened == []
    printed = capsys.readouterr().out
    assert str(course / "my") in printed and "--my DIR" in printed and printed.count("\n") == 1


def test_a_home_that_cannot_be_written_moves_jupyters_own_files(
    course, opened, tmp_path, monkeypatch, capsys
):
    (tmp_path / "home").write_text("no folder")
    monkeypatch.setattr(
        os, "environ", {**os.environ, "JUPYTER_RUNTIME_DIR": str(tmp_path / "home" / "runtime")}
    )
    assert lab([], course) == 7
    assert os.environ["JUPYTER_RUNTIME_DIR"] == str(
        (course / "my").resolve() / ".jupyter" / "jupyter_runtime_dir"
    )
    assert "Jupyter keeps its settings in" in capsys.readouterr().out


def test_open_lab_returns_the_exit_code(monkeypatch, tmp_path):
    monkeypatch.setattr(
        module, "lab_command", lambda my, extra: [sys.executable, "-c", "raise SystemExit(3)"]
    )
    assert open_lab(tmp_path) == 3


def test_every_refusal_is_a_sentence():
    from fcclearn.course.files import REFUSALS, refusal

    for code in REFUSALS:
        assert refusal(OSError(code, "", "my/a.ipynb")).startswith("my/a.ipynb: ")
    assert refusal(OSError(errno.EIO, "Input/output error")) == "Input/output error."
