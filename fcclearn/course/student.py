"""The student's own folder `my/`: copy the course into it, update it with care, open JupyterLab there.

What counts as the student's work is the text of the cells. Running a notebook changes outputs and counts, and
Shift+Enter in the last cell adds an empty one; a notebook with only such changes is untouched and gets updates.
A notebook whose text the student changed is never written again. To have a new version of it, the student renames
or deletes the own copy. `my/.course.json` remembers which version was copied.

The copies have no outputs: a lesson asks for a prediction before a cell is run, and a stored animation or slider
would not work before that either.
"""

import hashlib
import json
import os
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path

from fcclearn.course import notebook

COURSE = Path(__file__).resolve().parents[2]
FOLDERS = ("notebooks", "exercises")    # the same names in my/, so that links between notebooks work in both places
MANIFEST = ".course.json"
SETTINGS = Path(__file__).parent / "jupyterlab"     # defaults for JupyterLab: no news and updates from the network


@dataclass
class Report:
    """What `prepare` did, as lists of names such as `notebooks/00_start_here.ipynb`."""

    new: list = field(default_factory=list)
    updated: list = field(default_factory=list)
    kept: list = field(default_factory=list)        # changed by the student; the course has nothing newer
    outdated: list = field(default_factory=list)    # changed by the student; the course has a newer version

    def __str__(self):
        lines = [
            listed("New in my/", self.new),
            listed("Updated", self.updated),
            listed("Kept, with your changes", self.kept),
            listed("Kept, with your changes, although the course has a newer version", self.outdated),
        ]
        if self.outdated:
            lines.append("  To get the newer version, rename or delete your copy and start again.")
        return "\n".join(line for line in lines if line) or "Everything in my/ is up to date."


def listed(title, names, most=6):
    """Return one line with a title and some names, or an empty string without names."""
    if not names:
        return ""
    more = f" and {len(names) - most} more" if len(names) > most else ""
    return f"{title}: " + ", ".join(names[:most]) + more


def fingerprint(path):
    """Return a hash of the text of a notebook's cells, or None if the file cannot be read as a notebook."""
    try:
        cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
        texts = [(cell["cell_type"], "".join(cell["source"]).rstrip()) for cell in cells]
    except (OSError, ValueError, KeyError, TypeError):
        return None
    return hashlib.sha256(json.dumps([t for t in texts if t[1]]).encode()).hexdigest()


def prepare(course, my):
    """
    Bring the notebooks of the course into the student's folder.

    Parameters
    ----------
    course : path
        The folder with `notebooks/` and `exercises/`.
    my : path
        The student's folder; it is made when it is missing.

    Returns
    -------
    Report
    """
    course, my = Path(course), Path(my)
    copied = read_manifest(my)
    report = Report()
    for source in sorted(path for folder in FOLDERS for path in (course / folder).glob("*.ipynb")):
        name = source.relative_to(course).as_posix()
        newest, own = fingerprint(source), fingerprint(my / name)
        if not (my / name).exists():
            report.new.append(name)
        elif own == newest:
            copied[name] = newest
            continue
        elif own is None or own != copied.get(name):
            (report.kept if copied.get(name) == newest else report.outdated).append(name)
            continue
        else:
            report.updated.append(name)
        notebook.write(notebook.tidy(notebook.read(source), outputs=False), my / name)
        copied[name] = newest
    my.mkdir(parents=True, exist_ok=True)
    (my / MANIFEST).write_text(json.dumps(copied, indent=1, sort_keys=True) + "\n", encoding="utf-8")
    return report


def read_manifest(my):
    """Return {name: fingerprint of the version copied}; empty if there is none or it cannot be read."""
    try:
        copied = json.loads((my / MANIFEST).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return copied if isinstance(copied, dict) else {}


def lab_command(my, extra=()):
    """Return the command that starts JupyterLab in the student's folder, on the first lesson if there is one."""
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
            except KeyboardInterrupt:       # Ctrl+C reaches JupyterLab too, which asks whether to stop
                continue


def lab(arguments, course=COURSE):
    """
    Prepare `my/` and open JupyterLab on the first lesson.

    Parameters
    ----------
    arguments : list of str
        Passed on to JupyterLab, for example `--no-browser`.
    course : path

    Returns
    -------
    int
        The exit code.
    """
    if not (course / "notebooks").is_dir():
        print(f"The lessons are not in {course}: run this from a copy of the whole course, not from the package alone.")
        return 1
    print(prepare(course, course / "my"))
    print("Opening JupyterLab. To stop it, press Ctrl+C in this window.", flush=True)
    return open_lab(course / "my", arguments)
