"""Installed without a clone: the package with lessons, exercises and JupyterLab's settings in it."""

import os
import subprocess
import sys

import pytest

from fcclearn.course.files import CHECKOUT


@pytest.fixture(scope="module")
def installed(tmp_path_factory):
    """A folder with the package as a wheel would install it, and an environment that finds only that one."""
    pytest.importorskip("setuptools", minversion="68", reason="needs setuptools, which builds the wheel")
    build = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "setup.py", "--quiet", "build_py", "--build-lib", str(build)]
    subprocess.run(command, cwd=CHECKOUT, check=True, capture_output=True)
    return build


def run(installed, cwd, *arguments):
    environment = {**os.environ, "PYTHONPATH": str(installed)}
    return subprocess.run(
        [sys.executable, *arguments], cwd=cwd, env=environment, capture_output=True, text=True
    )


def test_copy_needs_no_clone(installed, tmp_path):
    done = run(installed, tmp_path, "-m", "fcclearn", "copy", "my")
    assert done.returncode == 0 and "New in my/" in done.stdout
    for folder in ("notebooks", "exercises"):
        assert {p.name for p in (CHECKOUT / folder).glob("*.ipynb")} == {
            p.name for p in (tmp_path / "my" / folder).glob("*.ipynb")
        }
    assert not list(installed.glob("**/solutions"))


def test_syllabus_and_settings_are_there(installed, tmp_path):
    assert run(installed, tmp_path, "-m", "fcclearn", "syllabus").stdout.startswith("00  Start here")
    asked = "from fcclearn.course.lab import SETTINGS; print((SETTINGS / 'overrides.json').exists())"
    assert run(installed, tmp_path, "-c", asked).stdout.strip() == "True"


def test_the_package_loads_no_jupyterlab(installed, tmp_path):
    asked = "import sys, fcclearn, fcclearn.course.check; print('jupyterlab' in sys.modules)"
    assert run(installed, tmp_path, "-c", asked).stdout.strip() == "False"
