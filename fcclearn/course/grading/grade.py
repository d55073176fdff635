"""Grade a folder of submissions: a table for the lecturer, a page of sentences for each student; it goes on where it was stopped."""

import csv
import hashlib
import io
import json
import os
import threading
import time
from concurrent.futures import ProcessPoolExecutor, as_completed
from datetime import datetime
from pathlib import Path

from fcclearn.course import notebook
from fcclearn.course.check import tasks_of
from fcclearn.course.files import COURSE, write_whole
from fcclearn.course.grading import guard
from fcclearn.course.grading.collect import collect
from fcclearn.course.grading.judge import Limits, judge
from fcclearn.course.grading.restore import parts, words
from fcclearn.course.grading.roster import ID, read_roster

POINTS = {"right": 1}
FORMULA = "=+-@\t\r"        # a spreadsheet takes a cell that begins so for a formula


def exercise_of(lesson, course=COURSE):
    """
    Return the file of an exercise.

    Raises
    ------
    ValueError
        No such lesson.
    """
    paths = sorted(Path(course, "exercises").glob(f"{lesson}_*.ipynb"))
    if not paths:
        there = sorted(path.name.partition("_")[0] for path in Path(course, "exercises").glob("*.ipynb"))
        raise ValueError(f"there is no exercise {lesson!r}; there are {', '.join(there)}")
    return paths[0]


def grade(folder, lesson, out, roster=None, due=None, jobs=2, limits=Limits(), say=print):
    """
    Grade the submissions of an exercise.

    Parameters
    ----------
    folder : path
    lesson : str
    out : path
        The table; beside it `feedback/LESSON/ID.md`, the answers in words in one file, and a folder `.work` by which
        a second call goes on. A submission that has changed is graded again.
    roster : path
        A CSV file with a column id.
    due : datetime
    jobs : int
        Submissions that run at the same time.
    limits : Limits

    Returns
    -------
    list of dict
        The rows.
    """
    folder, out = Path(folder), Path(out)
    if not folder.is_dir():
        raise ValueError(f"there is no folder {folder}")
    exercise = notebook.read(exercise_of(lesson))
    found = collect(folder, exercise, read_roster(roster) if roster else (), due)
    work = out.parent / f".{out.stem}.work"
    records, open_ = {}, {}
    for submission in found:
        known = read_record(work, submission, key(submission, exercise, lesson))
        if submission.cells is None or known:
            records[submission.id] = known or {"status": {}, "text": {}, "words": [], "notes": [], "seconds": 0.0}
        else:
            open_[submission.id] = submission
    taken = sum(record["seconds"] > 0 for record in records.values())
    say(f"{len(found)} students, {len(open_)} submissions to grade" + (f", {taken} graded before" if taken else ""))
    try:
        for student, record in run_all(open_, exercise, lesson, jobs, limits):
            write_whole(work / f"{safe(student)}.json", json.dumps(record))
            records[student] = record
            right = sum(status == "right" for status in record["status"].values())
            say(f"{student}: {right} right of {len(record['status'])}, {record['seconds']:.1f} s" + "".join(f"; {n}" for n in record["notes"][:1]))
    finally:
        rows = [row(submission, records[submission.id], lesson) for submission in found if submission.id in records]
        write_table(out, rows, lesson)
        for line in rows:
            write_whole(out.parent / "feedback" / lesson / f"{safe(line['id'])}.md", feedback(line, records[line["id"]], lesson))
        write_whole(out.with_name(f"{out.stem}_words.md"), all_words(rows, records, exercise))
    return rows


def key(submission, exercise, lesson):
    """Return what a record depends on: the cells, the exercise, the tasks."""
    source = Path(__import__(f"fcclearn.course.tasks.lesson_{lesson}", fromlist=["TASKS"]).__file__).read_bytes()
    text = json.dumps(submission.cells).encode() + notebook.to_bytes(exercise) + source
    return hashlib.sha256(text).hexdigest()


def safe(student):
    """Return a name of a file for an id."""
    return student if ID.fullmatch(student) else "_" + hashlib.sha256(student.encode()).hexdigest()[:16]


def read_record(work, submission, key):
    """Return what an earlier call has found for the same submission, or None."""
    try:
        record = json.loads((work / f"{safe(submission.id)}.json").read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    return record if record.get("key") == key else None


def run_all(submissions, exercise, lesson, jobs, limits):
    """Yield id and record of every submission as it is done."""
    if not submissions:
        return
    with ProcessPoolExecutor(min(jobs, len(submissions)), initializer=leave_with_the_parent) as pool:
        waiting = {pool.submit(one, submission, exercise, lesson, limits): submission.id for submission in submissions.values()}
        try:
            for done in as_completed(waiting):
                yield waiting[done], done.result()
        finally:
            pool.shutdown(cancel_futures=True)


def leave_with_the_parent():
    """End this process when its parent has ended, however that came about."""
    parent = os.getppid()

    def wait():
        while os.getppid() == parent:
            time.sleep(0.5)
        os._exit(1)

    threading.Thread(target=wait, daemon=True).start()


def one(submission, exercise, lesson, limits):
    """Return the record of one submission."""
    start = time.perf_counter()
    try:
        verdicts, notes = judge(parts(exercise, submission.cells), lesson, tasks_of(lesson), limits)
    except Exception as error:
        verdicts, notes = {}, [f"could not be graded: {type(error).__name__}: {str(error)[:200]}"]
    return {"key": key(submission, exercise, lesson), "seconds": round(time.perf_counter() - start, 2), "notes": notes,
            "status": {k: v.status for k, v in verdicts.items()}, "text": {k: v.text for k, v in verdicts.items()},
            "words": words(exercise, submission.cells)}


def row(submission, record, lesson):
    """Return the row of one student."""
    keys = list(tasks_of(lesson))
    status = {key: record["status"].get(key, "missing") for key in keys}
    answered = sum(text is not None for text in record["words"]) + sum(s == "words" for s in status.values())
    return {"id": submission.id, "lesson": lesson, **{f"{lesson}.{key}": status[key] for key in keys},
            "points": sum(POINTS.get(s, 0) for s in status.values()), "points for words": "", "words": answered,
            "seconds": record["seconds"], "note": "; ".join([*submission.notes, *record["notes"]])}


def write_table(out, rows, lesson):
    """Write the rows as CSV."""
    text = io.StringIO()
    table = csv.writer(text, lineterminator="\n")
    table.writerow(rows[0] if rows else ["id", "lesson"])
    table.writerows([[shown(value) for value in line.values()] for line in rows])
    write_whole(out, text.getvalue())


def shown(value):
    """
    Return a cell that no spreadsheet takes for a formula.

    >>> shown("=1+1")
    "'=1+1"
    """
    if not isinstance(value, str):
        return value
    text = "".join(c if c.isprintable() else " " for c in value)[:500]
    return f"'{text}" if text.startswith(tuple(FORMULA)) else text


def feedback(line, record, lesson):
    """Return the page of a student: what was said of every task."""
    lines = [f"# Exercise {lesson}", "", f"{line['points']} points for the checked tasks; the answers in words are read by a person.", ""]
    for number, status in record["status"].items():
        lines.append(f"* **{lesson}.{number}** {status}: {plain(record['text'].get(number, ''))}")
    lines += [f"* Remark: {plain(note)}" for note in record["notes"]]
    return "\n".join(lines) + "\n"


def plain(text):
    """Return text that Markdown shows as it is, on one line."""
    return "".join(f"\\{c}" if c in "\\`*_<>[]|#" else c if c.isprintable() else " " for c in text)


def all_words(rows, records, exercise):
    """Return the answers in words of all students, question by question, to be read in one go."""
    lines = ["# Answers in words", ""]
    count = max((len(records[line["id"]]["words"]) for line in rows), default=0)
    for k in range(count):
        lines += [f"## Question {k + 1}", ""]
        for line in rows:
            given = records[line["id"]]["words"]
            if k < len(given) and given[k]:
                lines += [f"**{plain(line['id'])}**", "", *(f"> {plain(text)}" for text in given[k].splitlines()[:60]), ""]
    return "\n".join(lines) + "\n"


def parse_due(text):
    """
    Return a date and time.

    Raises
    ------
    ValueError
        The text is none.
    """
    try:
        return datetime.fromisoformat(text)
    except ValueError:
        raise ValueError(f"{text!r} is no date and time; write 2026-05-04 23:59") from None


def run(arguments):
    """The command ``grade``."""
    walls = guard.choose(arguments.sandbox)
    if walls == "none":
        print("Without walls every submission runs with your rights: do this only where nothing can be lost.")
    else:
        print(f"Submissions run behind walls ({walls}), which stood their test.")
    limits = Limits(walls, arguments.seconds, arguments.memory)
    if min(arguments.jobs, arguments.seconds, arguments.memory) <= 0:
        raise ValueError("jobs, seconds and memory must be positive")
    due = parse_due(arguments.due) if arguments.due else None
    os.umask(0o077)
    rows = grade(arguments.folder, arguments.lesson, arguments.out, arguments.roster, due, arguments.jobs, limits,
                 say=lambda text: print(text, flush=True))
    print(f"{arguments.out} has {len(rows)} rows; feedback is in {Path(arguments.out).parent / 'feedback' / arguments.lesson}")
