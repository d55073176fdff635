"""Run lessons and solutions and store them: python -m fcclearn.course.refresh [NOTEBOOK.ipynb ...]

Without arguments it executes all of them. An exercise is made from its solution and never run here.
"""

import os
import sys
import tempfile
import time
from pathlib import Path

from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError

from fcclearn.course import notebook
from fcclearn.course.files import COURSE


def execute(path, timeout=120):
    """
    Run a notebook from top to bottom in a new kernel and store it with its outputs.

    Parameters
    ----------
    path : path
    timeout : float
        The longest time for one cell, in seconds.

    Raises
    ------
    nbclient.exceptions.CellExecutionError
        If a cell fails; the file is then left as it was.
    """
    path = Path(path)
    lesson = notebook.tidy(notebook.read(path), outputs=False)
    client = NotebookClient(
        lesson,
        kernel_name="python3",
        timeout=timeout,
        resources={"metadata": {"path": str(path.parent)}},
        coalesce_streams=True,
        store_widget_state=False,
        record_timing=False,
    )
    client.execute()
    notebook.write(notebook.tidy(lesson), path)


def main(arguments):
    """Refresh the named notebooks, or the course; return 0, or 1 if one fails, 2 if one is an exercise."""
    paths = [Path(name) for name in arguments]
    for path in paths:
        if path.resolve().parent.name == "exercises":
            print(f"{path.name} is an exercise: run its solution, then python -m fcclearn.course.exercises")
            return 2
    paths = paths or sorted([*COURSE.glob("notebooks/*.ipynb"), *COURSE.glob("solutions/*.ipynb")])
    os.environ.pop("MPLBACKEND", None)          # the kernel then draws inline
    os.environ.pop("FCCLEARN_STRICT", None)
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as settings:
        notebook.isolate(settings)
        for path in paths:
            start = time.perf_counter()
            try:
                execute(path)
            except CellExecutionError as error:
                print(f"{path.name} failed and is left as it was:\n{error}")
                return 1
            name = f"{path.resolve().parent.name}/{path.name}"
            print(f"{name}: {time.perf_counter() - start:.1f} s, {path.stat().st_size / 1000:.0f} kB")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
