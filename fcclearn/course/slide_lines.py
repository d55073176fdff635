"""How many lines of a slide a text, a table or an output takes, and where it may be cut.

The numbers are those of the style sheet in `slides_template`. An estimate is enough: what is still too high
is made a little smaller in the browser, and a test there measures by how much.
"""

import base64
import copy
import re
import struct

WIDTH, HEIGHT, MARGIN = 1280, 720, 48  # px
PIXELS = 38  # height of a line of text
ROOM = 17  # lines on a slide
LINE = 80  # letters in a line
CELLS = 88  # letters in a row of a table
PRINTED = 92  # letters in a line of what a program prints
LABEL = 1.0  # lines of the small heading on a slide that goes on
FIGURE = 600  # largest height of a figure [px]


def lines_of(block):
    """
    Return how many lines a paragraph, list, table or formula takes on a slide.

    >>> lines_of("a" * 100), lines_of("# Title"), lines_of("* one\\n* two")
    (2.5, 2.0, 2.5)
    """
    if block.startswith("#"):
        return 2.0
    if block.startswith("$$"):
        return 2.5 + 1.2 * block.count("\\\\")
    if block.startswith("```"):
        return 0.7 * block.count("\n") + 1
    if block.startswith("|"):
        return 0.5 + sum(rows_of(block))
    return 0.5 + sum(
        1.0 + len(re.sub(r"\]\([^)]*\)|\$[^$]*\$", "1234", line)) // LINE for line in block.splitlines()
    )


def rows_of(table):
    """
    Return how many lines each row of a Markdown table takes, the line below its head left out.

    A table that is too wide gives every column room in proportion to its longest cell.

    >>> rows_of("| a | b |\\n|---|---|\\n| 1 | 2 |")
    [1.0, 1.0]
    """
    rows = [
        [letters(cell) for cell in re.split(r"(?<!\\)\|", line.strip().strip("|"))]
        for line in table.splitlines()
        if not re.fullmatch(r"[|\s:-]+", line)
    ]
    widths = [max(column, default=1) for column in zip(*rows)]
    squeeze = min(1.0, (CELLS - 2 * len(widths)) / max(1, sum(widths)))
    lines = [max(-(-cell // max(1.0, squeeze * w)) for cell, w in zip(row, widths)) for row in rows]
    return [0.2 + 0.8 * max(1.0, n) for n in lines]


def letters(text):
    """Return how many letters wide a text is, its formulas as they are set."""
    return len(re.sub(r"\\([a-zA-Z]+|.)", "x", re.sub(r"[{}$_*`^]", "", text.strip())))


def blocks(text):
    """
    Return the paragraphs, lists, tables, formulas and listings of a text; none of them is cut.

    >>> blocks("# A\\n\\none\\ntwo\\n\\n* x\\n* y\\n\\n$$\\na\\n\\nb\\n$$")
    ['# A', 'one\\ntwo', '* x\\n* y', '$$\\na\\n\\nb\\n$$']
    """
    found, open_ = [], ""
    for part in re.split(r"\n\s*\n", text.strip()):
        open_ = f"{open_}\n\n{part}" if open_ else part
        if open_.count("$$") % 2 == 0 and open_.count("```") % 2 == 0:
            found.append(open_)
            open_ = ""
    return found + [open_] * bool(open_)


def pieces(text):
    """Return a text in pieces that stay together: the blocks, and the parts of a list or table too long."""
    return [part for block in blocks(text) for part in (parts(block) if lines_of(block) > ROOM else [block])]


def parts(block):
    """
    Return the points of a list, or tables of a few rows that have the head of the whole; else the block.

    >>> parts("* a\\n* b"), len(parts("| a |\\n|---|\\n" + "| 1 |\\n" * 20))
    (['* a', '* b'], 2)
    """
    if not block.startswith("|"):
        return re.split(r"\n(?=[*-] |\d+\. )", block)
    (head, line, *rows), (first, *heights) = block.splitlines(), rows_of(block)
    tables, used = [[]], first
    for row, height in zip(rows, heights):
        if tables[-1] and used + height > ROOM - LABEL - 1:
            tables.append([])
            used = first
        tables[-1].append(row)
        used += height
    return ["\n".join([head, line, *table]) for table in tables]


def printed(output):
    """Return an output as one or more: what a program prints is cut where a slide is full."""
    text, most = output.get("text", ""), int((ROOM - LABEL - 1) / 0.72)
    lines = text.splitlines(keepends=True)
    if len(lines) <= most:
        return [output]
    found = []
    for start in range(0, len(lines), most):
        found.append(copy.deepcopy(output))
        found[-1]["text"] = "".join(lines[start : start + most])
    return found


def lines_of_output(output):
    """Return how many lines an output takes on a slide: a player nearly all, a figure by its size."""
    page = output.get("data", {}).get("text/html", "")
    if "<iframe" in page:
        return ROOM - 1.5
    if found := re.search(r"data:image/png;base64,([\w+/]{40})", page):
        width, height = struct.unpack(">II", base64.b64decode(found[1])[16:24])
        return 0.5 + height * min(1.0, (WIDTH - 2 * MARGIN) / width, FIGURE / height) / PIXELS
    lines = (output.get("text") or output.get("data", {}).get("text/plain", "")).splitlines()
    return lines_of(page) if page else 0.8 + 0.72 * sum(1 + len(line) // PRINTED for line in lines)
