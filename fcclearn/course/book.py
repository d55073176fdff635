"""Make a static book of the course: python -m fcclearn book --out site/

Sphinx builds it, myst-nb reads the notebooks as they are stored (nothing is run), the theme gives contents
and search. Everything is in the folder: it opens from a disk, and works on any web server without a network
behind it.
"""

import shutil
import tempfile
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

from fcclearn.course import notebook
from fcclearn.course.assets import copy_mathjax, not_installed
from fcclearn.course.files import COURSE
from fcclearn.course.syllabus import lessons

NEEDS = {
    "sphinx": "sphinx",
    "myst_nb": "myst-nb",
    "sphinx_book_theme": "sphinx-book-theme",
    "sphinx-mathjax-offline": "sphinx-mathjax-offline",
}
PARTS = (
    ("Start", "00", "00"),
    ("Part 1: in the plane", "01", "05"),
    ("Part 2: in space", "06", "13"),
    ("Part 3: benchmarks", "14", "18"),
    ("Part 4: a parallel mechanism", "19", "25"),
    ("Reading", "A", "Z"),
)
PAGES = {"docs/theory": "The mathematics"}  # folders of Markdown that a checkout has

CONFIGURATION = {
    "project": "fcclearn",
    "copyright": "the fcclearn maintainers; texts and figures CC BY 4.0, code BSD 3-Clause",
    "language": "en",
    "extensions": ["myst_nb", "sphinx.ext.mathjax"],
    "exclude_patterns": ["_static"],
    "html_theme": "sphinx_book_theme",
    "html_title": "fcclearn",
    "html_context": {"default_mode": "auto"},
    "html_theme_options": {
        "use_download_button": True,
        "use_fullscreen_button": False,
        "show_toc_level": 2,
        "navigation_with_keys": False,
    },
    "html_static_path": ["_static"],
    "html_css_files": ["book.css"],
    "mathjax_path": "mathjax/tex-svg.js",
    "nb_execution_mode": "off",
    "nb_ipywidgets_js": {},  # else a script is asked for from the network
    "nb_number_source_lines": False,
    "nb_output_stderr": "show",
    "myst_enable_extensions": ["dollarmath", "amsmath"],
    "myst_heading_anchors": 3,
    "myst_dmath_double_inline": True,
    "suppress_warnings": ["mystnb.unknown_mime_type", "myst.header"],
}

STYLE = """
iframe { max-width: 100%; }
.cell_output img { max-width: 100%; height: auto; }
.bd-article table { font-size: 0.9em; }
"""

INDEX = """# fcclearn

Multibody dynamics with fully Cartesian coordinates and a generic rigid body, from one bar to a robot with
four freedoms. You can read everything here, play the animations and pull the mechanisms. To compute, change
and have your answers checked, open the notebooks with Python: `python -m fcclearn lab`.

{contents}

Texts and figures are under [CC BY 4.0](https://creativecommons.org/licenses/by/4.0/), the code under
BSD 3-Clause.
"""


def contents(course):
    """Return the table of contents: the lessons of every part, then the exercises, then more pages."""
    every, text = lessons(course), []
    stems = {path.name.partition("_")[0]: path.stem for path in Path(course).glob("notebooks/*.ipynb")}
    for title, first, last in PARTS:
        here = [stems[lesson.number] for lesson in every if first <= lesson.number <= last]
        text.append(tree(title, [f"notebooks/{stem}" for stem in here]))
    text.append(
        tree(
            "Exercises", [f"exercises/{path.stem}" for path in sorted(Path(course).glob("exercises/*.ipynb"))]
        )
    )
    for folder, title in PAGES.items():
        text.append(
            tree(title, [f"{folder}/{path.stem}" for path in sorted(Path(course, folder).glob("*.md"))])
        )
    return "\n\n".join(filter(None, text))


def tree(title, names):
    """Return one table of contents as MyST writes it, or an empty string without pages."""
    return (
        "\n".join(["```{toctree}", f":caption: \"{title}\"", ":maxdepth: 1", "", *names, "```"])
        if names
        else ""
    )


def sources(course, folder):
    """Lay out what Sphinx reads: notebooks, pages, contents, MathJax."""
    for name in ("notebooks", "exercises"):
        shutil.copytree(Path(course, name), folder / name, ignore=shutil.ignore_patterns(".*"))
    for name in PAGES:
        if Path(course, name).is_dir():
            shutil.copytree(Path(course, name), folder / name)
    for path in folder.glob("notebooks/*.ipynb"):
        notebook.write(readable(notebook.read(path)), path)
    (folder / "index.md").write_text(INDEX.format(contents=contents(course)), encoding="utf-8")
    copy_mathjax(folder / "_static" / "mathjax")
    (folder / "_static" / "book.css").write_text(STYLE, encoding="utf-8")


def readable(lesson):
    """Return a lesson for reading: a slider's place says where it works."""
    for cell in lesson.cells:
        for output in cell.get("outputs", []):
            if output.get("data", {}).get("text/plain") == notebook.WIDGET_NOTE:
                output["data"] = {
                    "text/markdown": "*Interactive: open the lesson in JupyterLab "
                                     "and run the cell to move the sliders.*"
                }
    return lesson


def missing():
    """Return the names of the packages that are not installed."""
    return not_installed(NEEDS)


def make(out, course=COURSE, warnings=None):
    """
    Write the book.

    Parameters
    ----------
    out : path
        A folder; what is in it is replaced. It must be new, empty, or a book.
    warnings : text stream
        Where Sphinx writes what it doubts.

    Returns
    -------
    list of str
        One sentence for each link that leads nowhere.

    Raises
    ------
    ValueError
        A package is missing, the folder holds something else, or Sphinx fails.
    """
    if lacking := missing():
        raise ValueError(f"the book needs {', '.join(lacking)}: python -m pip install {' '.join(lacking)}")
    out = Path(out)
    if out.exists() and any(out.iterdir()) and not (out / "searchindex.js").exists():
        raise ValueError(f"{out} holds something else: name a new folder")
    from sphinx.application import Sphinx

    with tempfile.TemporaryDirectory() as scratch:
        folder, made = Path(scratch, "source"), Path(scratch, "made")
        folder.mkdir()
        sources(course, folder)
        app = Sphinx(
            folder,
            None,
            made,
            Path(scratch, "doctrees"),
            "html",
            confoverrides=dict(CONFIGURATION),
            status=None,
            warning=warnings,
        )
        app.build()
        if app.statuscode:
            raise ValueError("Sphinx could not build the book")
        shutil.rmtree(out, ignore_errors=True)
        shutil.copytree(made, out)
    return broken_links(out)


class Links(HTMLParser):
    """The links of a page, and the names of its places."""

    def __init__(self, text):
        super().__init__()
        self.links, self.places = [], set()
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        self.places |= {attributes[name] for name in ("id", "name") if attributes.get(name)}
        self.links += [attributes[name] for name in ("href", "src") if attributes.get(name)]


def broken_links(site):
    """Return one sentence for each link inside a site that leads to no file, or to no place in its page."""
    paths = [path for path in Path(site).rglob("*.html") if "_static" not in path.parts]
    pages = {path.resolve(): Links(path.read_text(encoding="utf-8")) for path in paths}
    found = []
    for path, page in pages.items():
        for link in page.links:
            parts = urlsplit(link)
            if parts.scheme or parts.netloc:
                continue
            target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            place = unquote(parts.fragment)
            if not target.exists():
                found.append(f"{path.name}: {link} leads nowhere")
            elif place and target in pages and place not in pages[target].places:
                found.append(f"{path.name}: {link} names no place of that page")
    return found
