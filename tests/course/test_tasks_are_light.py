"""Importing a lesson's tasks computes nothing and loads nothing that takes long; task k is check "NN.k"."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from fcclearn.course import notebook
from fcclearn.course.check import lessons, tasks_of
from fcclearn.course.task import Words

COURSE = Path(__file__).resolve().parents[2]
HEAVY = ("matplotlib", "IPython", "ipywidgets", "scipy.integrate", "scipy.optimize", "fcclearn.show")

COUNT = """
import json, sys
import fcclearn.model, fcclearn.engine.system
calls = []
def counted(name):
    def stop(*args, **kwargs):
        calls.append(name)
        raise RuntimeError(name)
    return stop
for name in ("simulate", "assemble", "kinematic_analysis", "mobility"):
    setattr(fcclearn.model.Model, name, counted(name))
fcclearn.engine.system.System.__init__ = counted("System")
import importlib
importlib.import_module("fcclearn.course.tasks.lesson_" + sys.argv[1])
print(json.dumps([calls, sorted(sys.modules)]))
"""


@pytest.mark.parametrize("lesson", lessons())
def test_importing_tasks_simulates_nothing(lesson):
    run = subprocess.run([sys.executable, "-c", COUNT, lesson], capture_output=True, text=True, cwd=COURSE,
                         check=True)
    calls, modules = json.loads(run.stdout)
    assert calls == []
    assert [name for name in HEAVY if name in modules] == []


@pytest.mark.parametrize("path", sorted((COURSE / "solutions").glob("*.ipynb")), ids=lambda path: path.stem)
def test_the_number_of_a_check_is_that_of_its_task(path):
    task = None
    for cell in notebook.read(path).cells:
        if heading := re.match(r"## Task (\d+)\b", cell.source):
            task = heading[1]
        for lesson, number in re.findall(r"\bcheck\(\s*[\"'](\w+)\.(\d+)[a-z]?[\"']", cell.source):
            assert (lesson, number) == (path.stem.split("_")[0], task), cell.source


@pytest.mark.parametrize("lesson", lessons())
def test_a_task_in_words_names_two_to_four_points(lesson):
    assert all(2 <= len(task.mentions) <= 4 for task in tasks_of(lesson).values() if isinstance(task, Words))
