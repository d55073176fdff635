"""The student's folder is whole whenever copying stops: killed at 30 moments, disk full, disk read-only."""

import json
import os
import shutil
import signal
import subprocess
import sys

import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

from fcclearn.course import notebook
from fcclearn.course.files import CHECKOUT
from fcclearn.course.student import MANIFEST, fingerprint, prepare

NAMES = [f"{folder}/{k:02}_lesson.ipynb" for folder in ("notebooks", "exercises") for k in range(4)]
TOUCHED = NAMES[2]
MOMENTS = 30


def publish(course, text):
    for name in NAMES:
        cells = [new_markdown_cell(f"{text} {name}", id="text"), new_code_cell("x = ...", id="code")]
        notebook.write(new_notebook(cells=cells), course / name)


def answer(my):
    """The student works on one notebook."""
    nb = notebook.read(my / TOUCHED)
    nb.cells[1].source = "x = 42"
    notebook.write(nb, my / TOUCHED)


def copy(course, my, n=None):
    """Copy in a process that kills itself before its n-th step on the disk; return the number of steps."""
    counted, tell = os.pipe()
    child = os.fork()
    if child == 0:
        steps = 0

        def step(event, arguments):
            nonlocal steps
            if event in ("open", "os.mkdir", "os.rename", "os.remove"):
                steps += 1
                if steps == n:
                    os.kill(os.getpid(), signal.SIGKILL)

        sys.addaudithook(step)
        prepare(course, my)
        os.write(tell, str(steps).encode())
        os._exit(0)
    os.close(tell)
    status = os.waitpid(child, 0)[1]
    with open(counted) as told:
        text = told.read()
    assert bool(text) == (n is None) and os.WIFSIGNALED(status) == (n is not None)
    return int(text or 0)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system cannot fork a process")
@pytest.mark.parametrize("update", [False, True], ids=["first copy", "update"])
def test_killed_at_30_moments(tmp_path, update):
    """After a kill and an update every untouched notebook is updated, and the student's own is kept."""
    course, before, dry = tmp_path / "course", tmp_path / "before", tmp_path / "dry"
    publish(course, "first")
    before.mkdir()
    if update:
        prepare(course, before)
        answer(before)
        publish(course, "second")
    shutil.copytree(before, dry)
    steps = copy(course, dry)
    assert steps > MOMENTS
    for k in range(MOMENTS):
        my = tmp_path / f"my{k}"
        shutil.copytree(before, my)
        copy(course, my, 1 + k * (steps - 2) // (MOMENTS - 1))       # the first copy may take a step more
        for path in my.glob("*/*.ipynb"):
            assert fingerprint(path), "half a notebook"
        if not update and (my / TOUCHED).exists():
            answer(my)
        check_healed(course, my, fingerprint(my / TOUCHED))


def check_healed(course, my, worked):
    """The next copy of a newer course leaves nothing behind."""
    newer = my.parent / f"{my.name} newer"
    publish(newer, "third")
    report = prepare(newer, my)
    mine = [TOUCHED] if worked else []
    assert report.kept == report.broken == [] and report.outdated == mine
    for name in NAMES:
        assert fingerprint(my / name) == (worked if name in mine else fingerprint(newer / name))
    assert set(json.loads((my / MANIFEST).read_text())) == set(NAMES)


def run_on_disk(tmp_path, options, lines):
    """Run Python with a small disk of its own mounted at `my`, where this system allows it."""
    if not shutil.which("unshare"):
        pytest.skip("needs unshare (Linux) to mount a small disk")
    (tmp_path / "my").mkdir()
    script = f"mount -t tmpfs -o {options} none {tmp_path}/my && exec {sys.executable} -c '{lines}'"
    done = subprocess.run(
        ["unshare", "-rm", "sh", "-c", script], capture_output=True, text=True, cwd=CHECKOUT
    )
    if "unshare" in done.stderr or "mount" in done.stderr:
        pytest.skip("this system does not let a user mount a disk")
    return done


def test_a_full_disk_gets_a_sentence_and_goes_on(tmp_path):
    publish(tmp_path / "course", "first")
    done = run_on_disk(
        tmp_path,
        "size=20k",
        f"""
from pathlib import Path
from fcclearn.course.files import refusal
from fcclearn.course.student import fingerprint, prepare
course, my = Path("{tmp_path}/course"), Path("{tmp_path}/my")
filler = my / "filler"
filler.write_bytes(bytes(8000))
try:
    prepare(course, my)
except OSError as error:
    print(refusal(error))
print(all(fingerprint(path) for path in my.glob("*/*.ipynb")), list(my.glob("**/.*.part")))
filler.unlink()
import subprocess
subprocess.run(["mount", "-o", "remount,size=1m", str(my)], check=True)
print(len(prepare(course, my).new) > 0, len(list(my.glob("*/*.ipynb"))), prepare(course, my))
""",
    )
    sentence, whole, after = done.stdout.splitlines()
    assert "the disk is full: make room and start again." in sentence
    assert whole == "True []" and after == f"True {len(NAMES)} Everything in my/ is up to date."


def test_a_read_only_disk_gets_a_sentence(tmp_path):
    publish(tmp_path / "course", "first")
    done = run_on_disk(
        tmp_path,
        "ro",
        f"""
from pathlib import Path
from fcclearn.course import lab
lab.importlib.util.find_spec = lambda name: True
print(lab.lab(["--my", "{tmp_path}/my"], Path("{tmp_path}/course")))
""",
    )
    sentence, code = done.stdout.splitlines()
    assert "read-only" in sentence and "--my DIR" in sentence and code == "1"
