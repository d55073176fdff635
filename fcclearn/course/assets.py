"""Files that the slides and the book carry with them, so that they need no network: reveal.js and MathJax."""

import importlib.util
import shutil
from pathlib import Path


def not_installed(needs):
    """Return the packages that are not installed of {module: package}."""
    return [package for module, package in needs.items() if importlib.util.find_spec(module) is None]


def folder_of(module):
    """Return the folder of an installed package that only carries files."""
    return Path(importlib.util.find_spec(module).submodule_search_locations[0])


def copy_mathjax(folder):
    """Copy MathJax, which is one file."""
    folder.mkdir(parents=True, exist_ok=True)
    shutil.copy(folder_of("sphinx-mathjax-offline") / "static" / "mathjax" / "tex-svg.js", folder)


def copy_reveal(folder):
    """Copy reveal.js with its white theme and the fonts of it."""
    installed = folder_of("sphinx_revealjs") / "_static" / "revealjs" / "dist"
    for name in ("reveal.js", "reveal.css", "theme/white.css"):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(installed / name, folder / name)
    fonts = Path("theme", "fonts", "source-sans-pro")
    shutil.copytree(installed / fonts, folder / fonts, dirs_exist_ok=True)
