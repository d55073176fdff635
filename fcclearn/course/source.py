"""The source of a function of the package, shown in a notebook: what a lesson's "Now read it" opens."""

import inspect
from pathlib import Path

from IPython.display import Markdown

PACKAGE = Path(__file__).resolve().parents[1]


def show_source(*things):
    """Show functions, methods or classes as they stand in the package, each with its file and first line.

    Parameters
    ----------
    *things : function, method, property or class

    Returns
    -------
    IPython.display.Markdown
        The last expression of a cell is shown, coloured as the notebook colours code.

    Examples
    --------
    >>> from fcclearn.formulation.coordinates import C_vector
    >>> print(show_source(C_vector).data.splitlines()[0].rpartition(",")[0])
    `fcclearn/formulation/coordinates.py`
    """
    return Markdown("\n\n".join(_listing(thing) for thing in things))


def _listing(thing):
    code = getattr(thing, "fget", None) or getattr(thing, "func", thing)      # of a property, of a cached one
    lines, first = inspect.getsourcelines(code)
    file = Path(inspect.getsourcefile(code)).resolve()
    place = file.relative_to(PACKAGE.parent).as_posix() if PACKAGE in file.parents else file.name
    return f"`{place}`, line {first}\n\n```python\n{inspect.cleandoc(chr(10) + ''.join(lines))}\n```"
