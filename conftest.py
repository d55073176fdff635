"""Surroundings of the tests: no window, no settings of the user,
and the right strictness in the notebooks."""

import os
import tempfile

# matrices are small: threads cost more than they save, above all on a busy machine
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import pytest

from fcclearn.course import notebook

STRICT = {"solutions": "1", "exercises": "blank"}


def pytest_configure(config):
    """Keep the user's Jupyter settings out, and draw without a window."""
    settings = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
    config.add_cleanup(settings.cleanup)
    notebook.isolate(settings.name)
    os.environ["MPLBACKEND"] = "Agg"


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item):
    """Set what a kernel inherits: nbval starts it in the setup of a notebook's first cell, after this."""
    in_notebook = item.path.suffix == ".ipynb"
    os.environ["MPLBACKEND"] = "module://matplotlib_inline.backend_inline" if in_notebook else "Agg"
    os.environ["FCCLEARN_STRICT"] = STRICT.get(item.path.parent.name, "") if in_notebook else ""
