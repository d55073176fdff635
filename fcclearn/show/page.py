"""A page of its own, without a kernel and without a network: HTML, scripts and data in one text."""

import html
import json
from importlib import resources
from pathlib import Path
from string import Template


class Page:
    """A self-contained page with something that moves; a notebook displays it by itself.

    Attributes
    ----------
    page : str
        The complete HTML page.
    html : str
        The same page in an iframe, so that nothing can clash, as an HTML fragment for a notebook.
    alt : str
        What it shows, in words.
    """

    what = "Page"

    def __init__(self, page, alt, width, height):
        self.page = page
        self.alt = alt
        self.html = (
            f'<div style="max-width:{width}px"><iframe title="{html.escape(alt)}" sandbox="allow-scripts" '
            f'width="100%" height="{height}" style="border:1px solid #ccc;border-radius:4px" '
            f'srcdoc="{html.escape(page)}"></iframe>'
            f'<div style="font-size:90%">{self.what}: {html.escape(alt)}</div></div>'
        )

    def save(self, path):
        """Write it as a page of its own that opens in any browser."""
        Path(path).write_text(self.page, encoding="utf-8")

    def _repr_html_(self):
        return self.html

    def __repr__(self):
        return f"{self.what}: {self.alt}"


def fill(body, scripts, data, alt, **fields):
    """The text of a page.

    Parameters
    ----------
    body : str
        Name of the file with the part of the page that differs.
    scripts : list of str
        Names of the scripts, in order.
    data : dict
        What the scripts read, written as JSON.
    alt : str
        What the page shows, in words; not empty.
    **fields
        What else is filled in where the body says $name.

    Raises
    ------
    ValueError
        No description in words.
    """
    if not alt.strip():
        raise ValueError("alt is empty: say in one sentence what the page shows.")
    here = resources.files(__package__)
    fields |= {"alt": html.escape(alt)}
    parts = {
        "body": _template(here, body).substitute(fields),
        "data": json.dumps(data, separators=(",", ":")).replace("<", "\\u003c"),
        "script": "\n".join(here.joinpath(name).read_text(encoding="utf-8") for name in scripts),
    }
    return _template(here, "page.html").substitute({"keys": "", **fields, **parts})


def _template(folder, name):
    return Template(folder.joinpath(name).read_text(encoding="utf-8"))
