"""What a lecturer and the students get to read: the table, a page of sentences, the answers in words."""

import csv
import io

FORMULA = ("=", "+", "-", "@", "\t", "\r")      # a spreadsheet takes a cell that begins so for a formula


def row(submission, record, lesson, keys):
    """
    Return the row of one student.

    Parameters
    ----------
    submission : collect.Submission
    record : dict
        What `grade.one` has found.
    lesson : str
    keys : list of str
        The tasks of the lesson.
    """
    status = {key: record["status"].get(key, "missing") for key in keys}
    return {"id": submission.id, "lesson": lesson, "variant": record.get("variant", ""),
            **{f"{lesson}.{key}": status[key] for key in keys},
            "points": sum(s == "right" for s in status.values()), "points for words": "",
            "words": len(record["words"]), "seconds": record["seconds"],
            "note": "; ".join([*submission.notes, *record["notes"]])}


def table(rows):
    """Return rows as CSV."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(rows[0] if rows else ["id", "lesson"])
    writer.writerows([[shown(value) for value in row.values()] for row in rows])
    return text.getvalue()


def shown(value):
    """
    Return a cell that no spreadsheet takes for a formula.

    >>> shown("=1+1")
    "'=1+1"
    """
    if not isinstance(value, str):
        return value
    text = printable(value)[:500]
    return f"'{text}" if text.startswith(FORMULA) else text


def printable(text):
    """Return a text on one line, without characters that steer a terminal."""
    return "".join(c if c.isprintable() else " " for c in text)


def plain(text):
    """
    Return text that Markdown shows as it is, on one line.

    >>> print(plain("[x](y) <b>"))
    \\[x\\](y) \\<b\\>
    """
    return "".join(f"\\{c}" if c in "\\`*_<>[]|#" else c for c in printable(text))


def quoted(text):
    """
    Return a line of a student's text for a quotation in Markdown: formulas stay, links and HTML do not.

    >>> quoted("$a_1$ [x](y) <b>")
    '$a_1$ &#91;x&#93;(y) &lt;b&gt;'
    """
    for mark, entity in (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ("[", "&#91;"), ("]", "&#93;")):
        text = text.replace(mark, entity)
    return printable(text)


def feedback(points, record, lesson):
    """Return the page of a student: what was said of every task."""
    lines = [f"# Exercise {lesson}", "",
             f"{points} points for the checked tasks. Answers in words are read by a person.", ""]
    lines += [f"* **{lesson}.{number}** {status}: {plain(record['text'].get(number, ''))}"
              for number, status in record["status"].items()]
    lines += [f"* Remark: {plain(note)}" for note in record["notes"]]
    return "\n".join(lines) + "\n"


def answers_in_words(records):
    """Return the answers in words of all students, question by question, to be read in one go."""
    lines = ["# Answers in words", ""]
    for question in dict.fromkeys(question for record in records.values() for question in record["words"]):
        lines += [f"## {plain(question)}", ""]
        for student, record in records.items():
            if text := record["words"].get(question):
                quotes = (f"> {quoted(line)}" for line in text.splitlines()[:60])
                lines += [f"**{plain(student)}**", "", *quotes, ""]
    return "\n".join(lines) + "\n"
