"""Re-execute lessons in place and strip the noise: python -m fcclearn.course.refresh [LESSON.ipynb ...]

Without arguments it executes every lesson and tidies every solution, which is stored without outputs.
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
    """Refresh the named lessons, or the whole course; return 0, or 1 if a lesson fails."""
    os.environ.pop("MPLBACKEND", None)          # the kernel then draws inline
    os.environ.pop("FCCLEARN_STRICT", None)
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as settings:
        notebook.isolate(settings)
        for path in [Path(name) for name in arguments] or sorted(COURSE.glob("notebooks/*.ipynb")):
            start = time.perf_counter()
            try:
                execute(path)
            except CellExecutionError as error:
                print(f"{path.name} failed and is left as it was:\n{error}")
                return 1
            print(f"{path.name}: {time.perf_counter() - start:.1f} s, {path.stat().st_size / 1000:.0f} kB")
    if not arguments:
        for path in sorted(COURSE.glob("solutions/*.ipynb")):
            notebook.write(notebook.tidy(notebook.read(path), outputs=False), path)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
