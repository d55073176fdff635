"""The list of a class: a CSV file with a column `id`."""

import csv
import re

ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9._@-]{0,63}")


def read_roster(path):
    """
    Return the ids of a class, in the order of the file.

    Parameters
    ----------
    path : path
        A CSV file, separated by commas or semicolons. Its column `id` counts (capitals do not matter), or
        its only one.

    Raises
    ------
    ValueError
        No column `id`, an id twice, or one that cannot be the name of a file; the sentence names the line.
    """
    with open(path, newline="", encoding="utf-8-sig") as file:
        text = file.read()
    lines = list(csv.reader(text.splitlines(), delimiter=";" if ";" in text.partition("\n")[0] else ","))
    head = [name.strip().lower() for name in lines[0]] if lines else []
    if "id" not in head:
        raise ValueError(f"{path} has no column named id in its first line")
    column, ids = head.index("id"), []
    for number, row in enumerate(lines[1:], 2):
        value = row[column].strip() if column < len(row) else ""
        if not any(cell.strip() for cell in row):
            continue
        if not ID.fullmatch(value):
            raise ValueError(
                f"{path}, line {number}: {value!r} is no id: letters, digits, and . _ @ - after the first"
            )
        if value.lower() in map(str.lower, ids):
            raise ValueError(f"{path}, line {number}: the id {value} is there twice")
        ids.append(value)
    if not ids:
        raise ValueError(f"{path} names nobody")
    return ids
