"""Runs ONE submission, behind walls, and answers questions about it. It holds neither tasks nor solutions.

The parts to run come on standard input as one line; what is found leaves through standard output as lines
of JSON; then calls of the student's functions come in. The student's own prints go nowhere.
"""

import json
import os
import re
import resource
import signal
import sys
import types
import warnings


class TooLong(BaseException):
    """A cell or a call was stopped; a student's `except Exception` does not catch it."""


def limit(seconds, memory, processes):
    """Set what the system enforces: CPU time [s], memory [GB], files [20 MB], number of processes."""
    for name, value in (
        ("CPU", seconds),
        ("AS", memory * 2**30),
        ("FSIZE", 20 * 2**20),
        ("NOFILE", 256),
        ("CORE", 0),
        ("NPROC", processes),
    ):
        kind, value = getattr(resource, f"RLIMIT_{name}"), int(value)
        hard = resource.getrlimit(kind)[1]
        value = value if hard == resource.RLIM_INFINITY else min(value, hard)
        resource.setrlimit(kind, (value, value))


def timed(function, seconds):
    """Return what a function without arguments returns; stop it after some seconds."""

    def stop(*_):
        raise TooLong

    signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, seconds, 0.5)  # again, for code that swallows every exception
    try:
        return function()
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


class Child:
    """A shell that runs the parts, and notes what given code checks."""

    def __init__(self, out, seconds):
        from fcclearn.course.grading.data import pack

        self.out, self.seconds, self.pack = out, seconds, pack
        self.functions, self.counts, self.cell = [], False, 0
        module = types.ModuleType("fcclearn.course.check")
        module.check = self.check
        sys.modules["fcclearn.course.check"] = module
        import fcclearn.course

        fcclearn.course.check = module

    def send(self, **message):
        self.out.write(json.dumps(message) + "\n")
        self.out.flush()

    def check(self, number, answer, **_):
        """What stands in the place of `fcclearn.course.check.check`."""
        if self.counts:
            try:
                self.send(answer=str(number), data=self.pack(answer, self.functions, describe))
            except Exception as error:
                self.send(answer=str(number), error=f"{type(error).__name__}: {error}"[:300])

    def run(self, parts):
        """Run all parts; what fails is reported, and the next part runs."""
        from IPython.core.interactiveshell import InteractiveShell

        shell = InteractiveShell.instance()
        shell.history_manager.enabled = False
        shell.showtraceback = shell.showsyntaxerror = lambda *_, **__: None
        for part in parts:
            self.counts, self.cell = part["given"], part["cell"]
            shell.user_ns["check"] = self.check
            try:
                done = timed(lambda: shell.run_cell(part["source"]), self.seconds)
                error = done.error_before_exec or done.error_in_exec
            except TooLong as stopped:
                error = stopped
            if error is not None:
                self.report(error, part)
        self.send(done=True)

    def report(self, error, part):
        text = (
            f"stopped after {self.seconds:g} s"
            if isinstance(error, TooLong)
            else f"{type(error).__name__}: {error}"[:300]
        )
        self.send(error=text, cell=part["cell"])
        for number in (
            re.findall(r"^check\([\"']([^\"']+)", part["source"], re.MULTILINE) if part["given"] else ()
        ):
            self.send(answer=number, error=text)

    def unreachable(self, number):
        """Stand for a function of the judge's, which cannot be called from here."""
        raise TypeError("a function of the judge cannot be called from inside")

    def serve(self, lines):
        """Call the student's functions for the judge."""
        import numpy as np

        from fcclearn.course.grading.data import unpack

        for line in lines:
            call = json.loads(line)
            try:
                arguments = [unpack(data, self.unreachable) for data in call["arguments"]]
                value = timed(lambda: self.functions[call["function"]](*arguments), call["seconds"])
                found = self.pack(value, self.functions, describe)
            except TooLong:
                self.send(stopped=f"it did not come to an end within {call['seconds']:g} s")
            except BaseException as error:
                self.send(raised=[type(error).__name__[:80], str(error)[:300]])
            else:
                changed = [
                    isinstance(a, np.ndarray) and not np.array_equal(a, unpack(d, self.unreachable))
                    for a, d in zip(arguments, call["arguments"])
                ]
                self.send(value=found, changed=changed)


def describe(answer):
    """Return the description of a model, or None for what is no model."""
    from fcclearn.model import Model

    if not isinstance(answer, Model):
        return None
    from fcclearn.course.description import describe as of_model

    return json.loads(json.dumps(of_model(answer)))


def main():
    """Run what stands in the first line of standard input."""
    work = json.loads(sys.stdin.readline())
    out = os.fdopen(os.dup(1), "w")
    questions = os.fdopen(os.dup(0))
    nowhere = os.open(os.devnull, os.O_RDWR)
    os.dup2(nowhere, 0)
    os.dup2(nowhere, 1)
    os.dup2(nowhere, 2)
    limit(work["cpu"], work["memory"], work["processes"])
    warnings.simplefilter("ignore")
    child = Child(out, work["seconds"])
    child.run(work["parts"])
    child.serve(questions)
