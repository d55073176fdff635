"""How long a lesson takes, counted: python -m fcclearn.course.standard [LESSON.ipynb ...]

Only the main path counts, up to the heading "Going further". A student needs a minute for 100 words or for
4 code lines, 2 minutes for a prediction and 5 for a "your turn". A formula within a sentence is read as one
word, a displayed one as ten. Empty lines and comments are no code lines.
"""

import re
import sys
from pathlib import Path
from typing import NamedTuple

from fcclearn.course import notebook
from fcclearn.course.files import COURSE

WORDS, LINES, CELLS = 1500, 220, 45     # at most, on the main path
SHORT, LONG = 5, 10                     # minutes that the announced may be less, or more, than the counted


class Count(NamedTuple):
    """What the main path of a lesson holds, and the minutes that its first cell announces."""

    words: int
    lines: int
    cells: int
    predictions: int
    turns: int
    announced: int
    now_read: bool
    exercise: bool

    @property
    def minutes(self):
        """Minutes for the main path."""
        return self.words / 100 + self.lines / 4 + 2 * self.predictions + 5 * self.turns


def words(text):
    """
    Return the number of words of a markdown text.

    >>> words("Walk $c_1$ along **u**, then [read on](08_spatial_joints.ipynb). $$r = C q$$")
    17
    """
    text = re.sub(r"\$\$.*?\$\$", " word" * 10 + " ", text, flags=re.DOTALL)
    text = re.sub(r"\$[^$]+\$", "formula", text)
    text = re.sub(r"\]\([^)\s]*\)", "]", text)
    return len([part for part in text.split() if re.search(r"\w", part)])


def code_lines(source):
    """
    Return the number of code lines of a cell.

    >>> code_lines("# a remark\\n\\nx = 1\\nx  # its value")
    2
    """
    return sum(bool(line.strip()) and not line.strip().startswith("#") for line in source.splitlines())


def main_path(lesson):
    """Return the cells of a lesson before the heading "Going further"."""
    for k, cell in enumerate(lesson.cells):
        if cell.cell_type == "markdown" and re.search(r"^## Going further", cell.source, re.MULTILINE):
            return lesson.cells[:k]
    return lesson.cells


def count(path):
    """Return the `Count` of the lesson stored at `path`."""
    cells = main_path(notebook.read(path))
    text = "\n\n".join(cell.source for cell in cells if cell.cell_type == "markdown")
    announced = re.search(r"\*\*Time\*\* (\d+) minutes", text)
    return Count(
        words=words(text),
        lines=sum(code_lines(cell.source) for cell in cells if cell.cell_type == "code"),
        cells=len(cells),
        predictions=text.count("**Predict"),
        turns=len(re.findall(r"^#+ Your turn", text, re.MULTILINE)),
        announced=int(announced[1]) if announced else 0,
        now_read=bool(re.search(r"^## Now read it", text, re.MULTILINE)),
        exercise=f"](../exercises/{Path(path).name})" in text,
    )


def faults(found):
    """Return one sentence for each point in which a `Count` does not meet the standard."""
    limits = [("words", found.words, WORDS), ("code lines", found.lines, LINES),
              ("cells", found.cells, CELLS)]
    sentences = [f"{number} {what}, at most {most}" for what, number, most in limits if number > most]
    if not -SHORT <= found.announced - found.minutes <= LONG:
        sentences.append(f"{found.announced} minutes announced, {found.minutes:.0f} counted")
    if not found.now_read:
        sentences.append('no "Now read it"')
    if not found.exercise:
        sentences.append("no link to the exercise on the main path")
    return sentences


def main(arguments):
    """Print the table of the named lessons, or of all; return 0, or 1 if one does not meet the standard."""
    print("lesson                                  words lines cells predict turns minutes announced")
    failed = False
    for path in [Path(name) for name in arguments] or sorted(COURSE.glob("notebooks/*.ipynb")):
        found = count(path)
        row = (f"{path.stem:38} {found.words:6} {found.lines:5} {found.cells:5} {found.predictions:7} "
               f"{found.turns:5} {found.minutes:7.0f} {found.announced:9}  {'; '.join(faults(found))}")
        print(row.rstrip())
        failed = failed or bool(faults(found))
    return int(failed)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
