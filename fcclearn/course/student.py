"""The student's own folder `my/`: copy the course into it, and update it with care.

What counts as the student's work is the text of the cells. Running a notebook changes outputs and counts,
and Shift+Enter in the last cell adds an empty one; a notebook with only such changes is untouched and gets
updates. A notebook whose text the student changed is never written again. To have a new version of it, the
student renames or deletes the own copy.

`my/.course.json` remembers every version that was copied, and it remembers a version *before* the notebook
is written: whenever the copying is stopped, what lies in the folder is known. Folders of the time before
that are known from `former_versions.json`.

The copies have no outputs: a lesson asks for a prediction before a cell is run, and a stored animation or
slider would not work before that either.
"""

import hashlib
import json
import re
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from fcclearn.course import notebook
from fcclearn.course.files import sweep, write_whole

FOLDERS = (
    "notebooks",
    "exercises",
)  # the same names in my/, so that links between notebooks work in both places
MANIFEST = ".course.json"
FORMER = Path(__file__).parent / "former_versions.json"


@dataclass
class Report:
    """What `prepare` did, as lists of names such as `notebooks/00_start_here.ipynb`."""

    folder: str = "my"
    new: list = field(default_factory=list)
    updated: list = field(default_factory=list)
    kept: list = field(default_factory=list)  # changed by the student; the course has nothing newer
    outdated: list = field(default_factory=list)  # changed by the student; the course has a newer version
    broken: list = field(default_factory=list)  # no notebook any more, with the reason

    def __str__(self):
        lines = [
            listed(f"New in {self.folder}/", self.new),
            listed("Updated", self.updated),
            listed("Kept, with your changes", self.kept),
            listed("Kept, with your changes, although the course has a newer version", self.outdated),
        ]
        if self.outdated:
            lines.append("  To get the newer version, rename or delete your copy and start again.")
        lines += [f"No notebook any more, and left as it is: {name} ({why})." for name, why in self.broken]
        if self.broken:
            lines.append(
                "  Mend it in a text editor; or rename or delete it and start again for a fresh copy."
            )
        return "\n".join(line for line in lines if line) or f"Everything in {self.folder}/ is up to date."


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

    Raises
    ------
    OSError
        The disk refuses. Everything that is there is whole, and the next call goes on.
    """
    course, my = Path(course), Path(my)
    my.mkdir(parents=True, exist_ok=True)
    sweep(my)
    known = read_manifest(my)
    report = Report(my.name)
    for source in sorted(path for folder in FOLDERS for path in (course / folder).glob("*.ipynb")):
        name = source.relative_to(course).as_posix()
        versions = known.setdefault(name, [])
        found = state(my / name, source, versions, former_versions().get(name, ()))
        if found == "broken":
            report.broken.append((name, fault(my / name)))
        elif found != "same":
            getattr(report, found).append(name)
        if found in ("same", "new", "updated"):
            remember(my, known, versions, fingerprint(source))
        if found in ("new", "updated"):
            notebook.write(fresh(source), my / name)
    return report


def state(mine, source, versions, former=()):
    """
    Return what is to be said of a notebook of the student's: "new" if it is not there yet, "same" as the
    course's, "updated" if it is a version of the course's own that has a follower, "kept" or "outdated" if
    the student changed it, "broken".
    """
    own, newest = fingerprint(mine), fingerprint(source)
    if own == newest:
        return "same"
    if not mine.exists():
        return "new"
    if own in versions or own in former or (own is None and half_written(mine, source)):
        return "updated"
    if own is None:
        return "broken"
    return "kept" if versions[-1:] == [newest] else "outdated"


def fresh(source):
    """Return a notebook of the course as a student gets it: without outputs."""
    return notebook.tidy(notebook.read(source), outputs=False)


def remember(my, known, versions, version):
    """Enter a version of a notebook into the manifest, as the last one, before the notebook is written."""
    if versions[-1:] != [version]:
        versions[:] = [v for v in versions if v != version] + [version]
        write_whole(my / MANIFEST, json.dumps(known, indent=1, sort_keys=True) + "\n")


def read_manifest(my):
    """Return {name: fingerprints of the versions copied, the last one last}; empty if it cannot be read."""
    try:
        copied = json.loads((my / MANIFEST).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    if not isinstance(copied, dict):
        return {}
    return {
        name: [versions] if isinstance(versions, str) else list(versions) for name, versions in copied.items()
    }


@cache
def former_versions():
    """Return {name: fingerprints} of the versions given out before the manifest could be trusted."""
    return json.loads(FORMER.read_text(encoding="utf-8"))


def half_written(mine, source):
    """Say whether a file is the beginning of what would be copied, or empty: nobody's work is in it."""
    try:
        return notebook.to_bytes(fresh(source)).startswith(mine.read_bytes().strip())
    except OSError:
        return False


def fault(mine):
    """Return in a few words why a file cannot be read as a notebook."""
    try:
        text = mine.read_bytes().decode("utf-8", errors="replace")
        json.loads(text)
    except OSError as error:
        return error.strerror
    except ValueError as error:
        mark = re.search(r"^(<{7}|={7}|>{7})", text, re.MULTILINE)
        if mark:
            return f"line {text.count(chr(10), 0, mark.start()) + 1} is a merge mark, {mark[0]}"
        return f"it is cut off or damaged: {error}"
    return "it holds no list of cells"
