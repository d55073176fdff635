"""Judge one submission: run it behind walls, take its answers as data, ask the tasks."""

import contextlib
import copy
import itertools
import json
import os
import select
import subprocess
import tempfile
import time
from typing import NamedTuple

import numpy as np

from fcclearn.course.error_model import ErrorModel
from fcclearn.course.grading import data, guard, sandbox

LONGEST_LINE = 8_000_000  # bytes: one answer
MOST_BYTES = 64_000_000  # all that a submission may say
WATCH = 0.2  # s between two looks at its processes and memory


class Limits(NamedTuple):
    """What a submission may use."""

    walls: str = "bubblewrap"
    seconds: float = 120.0  # in all
    memory: float = 3.0  # GB, all its processes together


class Stopped(Exception):
    """The submission's process is gone, or was ended; the sentence says why."""


class Verdict(NamedTuple):
    """
    What is said of a task: right, wrong, blank, words, missing (not asked), error (its code failed), by hand.
    """

    status: str
    text: str = ""
    answer: str = ""        # in words


class Conversation:
    """Lines of JSON to and from a submission's process, with an end."""

    def __init__(self, process, limits):
        self.process, self.limits, self.until = process, limits, time.monotonic() + limits.seconds
        self.waiting, self.said = b"", 0
        self.by_hand = False            # something came by that does not travel as data
        os.set_blocking(process.stdin.fileno(), True)

    def tell(self, message):
        try:
            self.process.stdin.write((json.dumps(message) + "\n").encode())
            self.process.stdin.flush()
        except (BrokenPipeError, OSError):
            raise Stopped("its process ended") from None

    def hear(self):
        """
        Return the next line, a dictionary.

        Raises
        ------
        Stopped
            No time or memory left, the process ended, or this is no line of JSON.
        """
        out = self.process.stdout.fileno()
        while b"\n" not in self.waiting:
            if time.monotonic() > self.until:
                self.stop(f"stopped after {self.limits.seconds:g} s")
            if select.select([out], [], [], WATCH)[0]:
                some = os.read(out, 1 << 16)
                if not some:
                    self.stop("its process ended")
                self.waiting, self.said = self.waiting + some, self.said + len(some)
            elif why := guard.excess(self.process.pid, self.limits.memory):
                self.stop(why)
            if len(self.waiting) > LONGEST_LINE or self.said > MOST_BYTES:
                self.stop("stopped: its answers are too long")
        line, _, self.waiting = self.waiting.partition(b"\n")
        try:
            message = json.loads(line)
            assert isinstance(message, dict)
            return message
        except (ValueError, AssertionError, RecursionError):
            self.stop("stopped: its answers are no data")

    def stop(self, why):
        guard.end(self.process)
        raise Stopped(why)

    def receive(self, packed):
        """Return an answer, and note whether it holds something that does not travel as data."""
        self.by_hand |= '"other":' in json.dumps(packed)
        return data.unpack(packed, self.proxy)

    def proxy(self, number):
        """Return a function that calls a function of the submission's."""
        seconds = min(10.0, self.limits.seconds / 3)

        def call(*arguments):
            packed = [data.pack(argument, []) for argument in arguments]
            self.by_hand |= any(kind in json.dumps(packed) for kind in ('"function":', '"other":'))
            self.tell({"function": number, "arguments": packed, "seconds": seconds})
            reply = self.hear()
            if "raised" in reply:
                raise raised(*map(str, reply["raised"]))
            if "value" not in reply:
                raise TimeoutError(str(reply.get("stopped", "it gives no value"))[:200])
            for argument, changed in zip(arguments, reply.get("changed", ())):
                if changed is True and isinstance(argument, np.ndarray):
                    argument += 1.0  # the judge sees that it was changed
            return self.receive(reply["value"])

        return call


def raised(name, text):
    """Return an exception with the name and the text of the student's."""
    return type(name[:80] if name.isidentifier() else "Error", (Exception,), {})(text[:300])


@contextlib.contextmanager
def running(parts, limits):
    """Run the parts of a submission behind walls, and talk with its process."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as scratch:
        code = "from fcclearn.course.grading.child import main; main()"
        streams = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL}
        process = sandbox.start(limits.walls, code, scratch, **streams)
        try:
            talk = Conversation(process, limits)
            with contextlib.suppress(Stopped):
                talk.tell({"parts": [part._asdict() for part in parts], "seconds": limits.seconds / 3,
                           "cpu": limits.seconds + 5, "memory": limits.memory,
                           "processes": own_processes() + guard.MOST_PROCESSES})
            yield talk
        finally:
            guard.end(process)
            process.stdin = None
            process.stdout.close()


def own_processes():
    """Return how many processes and threads this user runs: the system's limit counts them too."""
    count = 0
    for entry in os.listdir("/proc") if os.path.isdir("/proc/self") else ():
        with contextlib.suppress(OSError):
            if entry.isdigit() and os.stat(f"/proc/{entry}").st_uid == os.getuid():
                count += len(os.listdir(f"/proc/{entry}/task"))
    return count


def judge(parts, lesson, tasks, limits):
    """
    Return what is said of every task of a lesson.

    Parameters
    ----------
    parts : list of `restore.Part`
    lesson : str
    tasks : dict of str -> Task
    limits : Limits

    Returns
    -------
    dict of str -> Verdict, list of str
        And remarks: what failed, and why it was stopped.
    """
    answers, notes = {}, []
    with running(parts, limits) as talk:
        try:
            while not (message := talk.hear()).get("done"):
                if "answer" in message:
                    answers[str(message["answer"])] = message
                elif len(notes) < 3:
                    notes.append(f"cell {str(message.get('cell'))[:4]}: {str(message.get('error'))[:120]}")
        except Stopped as stopped:
            notes.append(str(stopped))
        verdicts = {}
        for key, task in tasks.items():
            try:
                verdicts[key] = verdict(task, answers.get(f"{lesson}.{key}"), talk)
            except Stopped as stopped:
                verdicts[key] = Verdict("error", str(stopped))
            if note := only_for_the_samples(task, verdicts[key], answers.get(f"{lesson}.{key}"), talk):
                notes.append(f"{lesson}.{key}: {note}")
    return verdicts, notes


def verdict(task, message, talk):
    """Return what is said of one answer."""
    if message is None:
        return Verdict("missing", "This task was not reached: its cell is gone, or was not run.")
    if "data" not in message:
        return Verdict("error", str(message.get("error"))[:300])
    try:
        talk.by_hand = False
        answer = talk.receive(message["data"])
        result = task.judge(answer)
        if talk.by_hand and result.status == "wrong":
            return Verdict("by hand", "It cannot be judged from outside the notebook; a person reads it.")
        if result.status == "words":
            return Verdict("words", f"A full answer mentions {'; '.join(task.mentions)}."[:600], str(answer))
        return Verdict(result.status, result.text[:600])
    except Stopped:
        raise
    except Exception as error:
        return Verdict("wrong", f"This answer cannot be checked: {type(error).__name__}: {str(error)[:200]}")


def only_for_the_samples(task, found, message, talk):
    """
    Return a remark on a function that is right for the samples of the exercise and not for a mixture of them.

    The samples are public, so a function may hold a table of their results. The arguments of a mixture come
    from different samples; they need not belong together, so this is a remark and no judgement.
    """
    if found.status != "right" or not hasattr(task, "samples") or "function" not in message.get("data", {}):
        return ""
    other = mixed(task)
    if not other:
        return ""
    try:
        changed = copy.copy(task)
        changed.__dict__.update(samples=other, mistakes={}, model=ErrorModel(()))
        result = changed.judge(data.unpack(message["data"], talk.proxy))
    except Exception:
        return ""
    if result.status == "right":
        return ""
    return "right for the samples of the exercise, not for a mixture of them"


def mixed(task, most=3):
    """Return samples made of the arguments of different samples, where the reference gives numbers."""
    found = []
    for sample in itertools.product(*zip(*task.samples)):
        if len(found) < most and not any(
            sample is s or all(a is b for a, b in zip(sample, s)) for s in task.samples
        ):
            try:
                if np.isfinite(np.asarray(task.expected(*copy.deepcopy(sample)), float)).all():
                    found.append(sample)
            except Exception:
                continue
    return found
