"""Open the course in JupyterLab: python -m fcclearn lab [--my DIR] [options of JupyterLab]"""

import argparse
import importlib.util
import os
import subprocess
import sys
from pathlib import Path

from fcclearn.course import notebook
from fcclearn.course.files import COURSE, MATERIAL, refusal
from fcclearn.course.student import prepare

SETTINGS = (
    Path(__file__).parent / "jupyterlab"
)  # defaults for JupyterLab: no news and updates from the network


def lab(arguments, course=COURSE):
    """
    Prepare the student's folder and open JupyterLab on the first lesson.

    Parameters
    ----------
    arguments : list of str
        `--my DIR` chooses the folder; the rest is passed on to JupyterLab, for example `--no-browser`.
    course : path
        The folder is by default `my/` in it; of an installed package, `my/` where the command is given.

    Returns
    -------
    int
        The exit code.
    """
    words = argparse.ArgumentParser(prog="python -m fcclearn lab", add_help=False, allow_abbrev=False)
    words.add_argument(
        "--my", metavar="DIR", type=Path, default=Path() / "my" if course == MATERIAL else course / "my"
    )
    own, passed_on = words.parse_known_args(arguments)
    if not (course / "notebooks").is_dir():
        print(f"The lessons are not in {course}: they came with the package and are gone; install it again.")
        return 1
    if importlib.util.find_spec("jupyterlab") is None:
        print(
            "JupyterLab is not installed here: python -m pip install jupyterlab. Or open the notebooks in an "
            "editor that knows them: python -m fcclearn copy my"
        )
        return 1
    try:
        print(prepare(course, own.my))
    except OSError as error:
        print(
            f"{refusal(error)} Nothing of yours is lost. To work in another folder: "
            "python -m fcclearn lab --my DIR"
        )
        return 1
    keep_settings_in(own.my)
    print("Opening JupyterLab. To stop it, press Ctrl+C in this window.", flush=True)
    return open_lab(own.my, passed_on)


def keep_settings_in(my):
    """Let Jupyter keep its own files in the student's folder where the home folder cannot be written."""
    from jupyter_core.paths import jupyter_config_dir, jupyter_runtime_dir

    try:
        for folder in map(Path, (jupyter_runtime_dir(), jupyter_config_dir())):
            folder.mkdir(parents=True, exist_ok=True)
            (folder / f".writable.{os.getpid()}").touch()
            (folder / f".writable.{os.getpid()}").unlink()
    except OSError as error:
        print(f"{refusal(error)} Jupyter keeps its settings in {my}/.jupyter instead.")
        notebook.isolate(Path(my).resolve() / ".jupyter")


def lab_command(my, extra=()):
    """Return the command that starts JupyterLab in the student's folder, on the first lesson."""
    lessons = sorted(Path(my).glob("notebooks/*.ipynb"))
    page = f"/lab/tree/notebooks/{lessons[0].name}" if lessons else "/lab"
    return [
        sys.executable, "-m", "jupyterlab",
        f"--ServerApp.root_dir={Path(my).resolve()}",
        f"--LabApp.default_url={page}",
        f"--LabApp.app_settings_dir={SETTINGS}",
        *(["--allow-root"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []),        # in a container
        *extra,
    ]  # fmt: skip


def open_lab(my, extra=()):
    """Run JupyterLab in the student's folder until the student stops it; return its exit code."""
    with subprocess.Popen(lab_command(my, extra)) as server:
        while True:
            try:
                return server.wait()
            except KeyboardInterrupt:  # Ctrl+C reaches JupyterLab too, which asks whether to stop
                continue
