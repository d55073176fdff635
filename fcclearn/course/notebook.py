"""Read, tidy and write notebooks, so that equal content has equal bytes."""

import os
from pathlib import Path

import nbformat

from fcclearn.course.files import write_whole

KERNEL = {
    "kernelspec": {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"},
    "language_info": {"name": "python"},
}
KEPT_CELL_METADATA = ("tags", "slideshow")
WIDGET = "application/vnd.jupyter.widget-view+json"
WIDGET_NOTE = "Interactive: run this cell to use it."


def read(path):
    """Return the notebook stored at `path`."""
    return nbformat.read(path, as_version=4)


def to_bytes(notebook):
    """Return the bytes of a notebook as they are stored: UTF-8, sorted keys, one newline at the end."""
    return (nbformat.writes(notebook, version=nbformat.NO_CONVERT).rstrip("\n") + "\n").encode("utf-8")


def write(notebook, path):
    """Store a notebook at `path`, whole or not at all; the folder is made when it is missing."""
    write_whole(path, to_bytes(notebook))


def tidy(notebook, outputs=True):
    """
    Return a copy without what differs from run to run or from machine to machine.

    Parameters
    ----------
    notebook : NotebookNode
    outputs : bool
        False removes outputs and execution counts too.

    Returns
    -------
    NotebookNode
        Cell ids, sources and tags are kept. A widget in an output becomes a sentence:
        its state lives in the kernel, so a stored view could only say "Loading widget...".
    """
    notebook = nbformat.from_dict(notebook)
    notebook.metadata = nbformat.from_dict(KERNEL)
    for cell in notebook.cells:
        cell.metadata = nbformat.from_dict({k: cell.metadata[k] for k in KEPT_CELL_METADATA
                                            if cell.metadata.get(k)})
        if cell.cell_type != "code":
            continue
        if not outputs:
            cell.outputs, cell.execution_count = [], None
        for output in cell.outputs:
            if WIDGET in output.get("data", {}):
                output.data = nbformat.from_dict({"text/plain": WIDGET_NOTE})
    return notebook


def isolate(folder):
    """
    Keep the user's own Jupyter and IPython settings out of kernels started from this process.

    Parameters
    ----------
    folder : path
        An empty folder for the settings, history and connection files of this run.
    """
    for name in ("JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR", "IPYTHONDIR"):
        os.environ[name] = str(Path(folder) / name.lower())
    os.environ["JUPYTER_PREFER_ENV_PATH"] = "1"
    os.environ.pop("PYTHONSTARTUP", None)
