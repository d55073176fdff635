"""Stop an answer that does not come to an end, and say which loop it was in."""

import ast
import inspect
import linecache
import os
import textwrap
import threading
import time
import traceback
from _thread import interrupt_main
from contextlib import suppress

ELSEWHERE = ("site-packages", os.path.dirname(os.__file__), os.path.dirname(os.path.dirname(__file__)))
STOP = "If a cell hangs, the stop button (the square above the notebook) ends it."


class Endless(Exception):
    """An answer was stopped; its sentence is for the student."""


def watched(function, seconds):
    """
    Return what a function without arguments returns; stop it after some seconds.

    It interrupts as the stop button does, on every system: a loop in Python ends at once, a long call into a
    compiled library when it returns. Outside the main thread, and where there are no threads (Python in a
    browser), nothing is watched.

    Raises
    ------
    Endless

    Examples
    --------
    >>> watched(lambda: 1 + 1, seconds=5.0)
    2
    """
    over, fired, one_at_a_time = threading.Event(), threading.Event(), threading.Lock()

    def bite():
        if not over.wait(seconds):
            with one_at_a_time:
                if not over.is_set():
                    fired.set()
                    interrupt_main()

    try:
        if threading.current_thread() is threading.main_thread():
            with suppress(RuntimeError):
                threading.Thread(target=bite, daemon=True).start()
        try:
            return function()
        finally:
            with one_at_a_time:
                over.set()
            if fired.is_set():
                time.sleep(0.05)                        # an interrupt a moment too late arrives here
    except KeyboardInterrupt as stopped:
        if not fired.is_set():
            raise
        raise Endless(f"This did not come to an end within {seconds:g} s{where(stopped)}. {STOP}") from None


def where(stopped):
    """Say in which loop, or at which line, an interrupt met the student's function."""
    for frame, line in reversed(list(traceback.walk_tb(stopped.__traceback__))):
        if not any(place in frame.f_code.co_filename for place in ELSEWHERE):
            loop = loop_around(frame.f_code, line)
            text = loop or linecache.getline(frame.f_code.co_filename, line).strip()
            kind = "the loop" if loop else "the line"
            return f": {kind} `{text}` was still running" if text else ""
    return ""


def loop_around(code, line):
    """Return the first line of the innermost loop around a line of some code, or an empty string."""
    try:
        lines, first = inspect.getsourcelines(code)
        tree = ast.parse(textwrap.dedent("".join(lines)))
    except (OSError, TypeError, SyntaxError):
        return ""
    inside = line - max(first, 1) + 1
    loops = [n for n in ast.walk(tree) if isinstance(n, (ast.While, ast.For))]
    loops = [n for n in loops if n.lineno <= inside <= n.end_lineno]
    return lines[max(loops, key=lambda n: n.lineno).lineno - 1].strip() if loops else ""
