"""Grade a folder of submissions; a second call goes on where the first was stopped."""

import hashlib
import importlib
import json
import os
import threading
import time
from concurrent.futures import ProcessPoolExecutor, as_completed
from datetime import datetime
from pathlib import Path

from fcclearn.course import notebook, variants
from fcclearn.course.check import tasks_of
from fcclearn.course.files import COURSE, write_whole
from fcclearn.course.grading import guard, pages
from fcclearn.course.grading.collect import collect
from fcclearn.course.grading.judge import Limits, judge
from fcclearn.course.grading.restore import parts, words
from fcclearn.course.grading.roster import ID, read_roster
from fcclearn.course.handout import exercise_for, secret_of

NOTHING = {"status": {}, "text": {}, "words": {}, "notes": [], "seconds": 0.0}


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
        The table; beside it come `feedback/LESSON/ID.md`, the answers in words in one file, and a hidden
        folder by which a second call goes on. A submission that has changed is graded again.
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
    path = exercise_of(lesson)
    found = collect(folder, notebook.read(path), read_roster(roster) if roster else (), due)
    secret = secret_of(roster) if roster else None
    work = out.parent / f".{out.stem}.work"
    records, open_ = {}, {}
    for submission in found:
        exercise, values = exercise_for(submission.id, path, lesson, secret)
        known = read_record(work, submission.id, key(submission, exercise, lesson))
        if known or submission.cells is None:
            records[submission.id] = known or NOTHING
        else:
            open_[submission.id] = submission, exercise, values
    taken = sum(record is not NOTHING for record in records.values())
    say(f"{len(found)} students, {len(open_)} submissions to grade"
        + f", {taken} graded before" * bool(taken))
    try:
        for student, record in run_all(open_, lesson, jobs, limits):
            write_whole(work / f"{safe(student)}.json", json.dumps(record))
            records[student] = record
            right = sum(status == "right" for status in record["status"].values())
            note = f"; {pages.printable(record['notes'][0])}" if record["notes"] else ""
            say(f"{student}: {right} right of {len(record['status'])}, {record['seconds']:.1f} s{note}")
    finally:
        rows = write(out, found, records, lesson)
    return rows


def write(out, found, records, lesson):
    """Write the table, the pages and the answers in words of all that are graded; return the rows."""
    done = [submission for submission in found if submission.id in records]
    rows = [pages.row(submission, records[submission.id], lesson, list(tasks_of(lesson)))
            for submission in done]
    write_whole(out, pages.table(rows))
    for row in rows:
        page = pages.feedback(row["points"], records[row["id"]], lesson)
        write_whole(out.parent / "feedback" / lesson / f"{safe(row['id'])}.md", page)
    text = pages.answers_in_words({submission.id: records[submission.id] for submission in done})
    write_whole(out.with_name(f"{out.stem}_words.md"), text)
    return rows


def key(submission, exercise, lesson):
    """Return what a record depends on: the cells, the exercise, the tasks."""
    tasks = Path(importlib.import_module(f"fcclearn.course.tasks.lesson_{lesson}").__file__).read_bytes()
    text = json.dumps(submission.cells).encode() + notebook.to_bytes(exercise) + tasks
    return hashlib.sha256(text).hexdigest()


def safe(student):
    """Return a name of a file for an id."""
    return student if ID.fullmatch(student) else "_" + hashlib.sha256(student.encode()).hexdigest()[:16]


def read_record(work, student, key):
    """Return what an earlier call has found for the same submission, or None."""
    try:
        record = json.loads((work / f"{safe(student)}.json").read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    return record if record.get("key") == key else None


def run_all(submissions, lesson, jobs, limits):
    """Yield id and record of every submission as it is done."""
    if not submissions:
        return
    with ProcessPoolExecutor(min(jobs, len(submissions)), initializer=leave_with_the_parent) as pool:
        waiting = {pool.submit(one, *work, lesson, limits): student for student, work in submissions.items()}
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


def one(submission, exercise, values, lesson, limits):
    """Return the record of one submission."""
    start = time.perf_counter()
    try:
        tasks = tasks_of(lesson, values)
        verdicts, notes = judge(parts(exercise, submission.cells), lesson, tasks, limits)
        notes = [*other_numbers(submission, exercise, values), *notes]
    except Exception as error:
        verdicts, notes = {}, [f"could not be graded: {type(error).__name__}: {str(error)[:200]}"]
    written = {f"{lesson}.{k}": v.answer for k, v in verdicts.items() if v.status == "words"}
    return {"key": key(submission, exercise, lesson), "seconds": round(time.perf_counter() - start, 2),
            "variant": " ".join(f"{name}={value}" for name, value in values.items()),
            "notes": notes, "status": {k: v.status for k, v in verdicts.items()},
            "text": {k: v.text for k, v in verdicts.items()},
            "words": words(exercise, submission.cells) | written}


def other_numbers(submission, exercise, values):
    """Return a remark if a submission was written for other numbers than those handed out."""
    cell = variants.parameters_cell(exercise)
    sources = [c["source"] for c in submission.cells if values and c["id"] == cell.id]
    had = variants.written(sources[0]) if sources else {}
    if any(had.get(name, value) != value for name, value in values.items()):
        return ["has other numbers than those handed out to this id"]
    return []


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
    if min(arguments.jobs, arguments.seconds, arguments.memory) <= 0:
        raise ValueError("jobs, seconds and memory must be positive")
    due = parse_due(arguments.due) if arguments.due else None
    walls = guard.choose(arguments.sandbox)
    if walls == "none":
        print("Without walls every submission runs with your rights: do this only where nothing can be lost.")
    else:
        print(f"Submissions run behind walls ({walls}), which stood their test.")
    os.umask(0o077)                             # what is written is for the lecturer alone
    rows = grade(arguments.folder, arguments.lesson, arguments.out, arguments.roster, due, arguments.jobs,
                 Limits(walls, arguments.seconds, arguments.memory), say=lambda text: print(text, flush=True))
    pages_in = Path(arguments.out).parent / "feedback" / arguments.lesson
    print(f"{arguments.out} has {len(rows)} rows; feedback is in {pages_in}")
