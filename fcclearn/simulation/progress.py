"""The progress line of long computations."""

import sys
import time as clock


class ProgressLine:
    """A line on standard error that says how far a run is, once it has taken a second."""

    def __init__(self, end, wanted):
        self.end, self.wanted = end, sys.stderr.isatty() if wanted is None else wanted
        self.next, self.shown = clock.perf_counter() + 1.0, False

    def show(self, t):
        now = clock.perf_counter()
        if self.wanted and now >= self.next:
            done = int(30 * t / self.end)
            bar = "#" * done + "." * (30 - done)
            print(f"\r[{bar}] t = {t:.4g} of {self.end:g} s ", end="", file=sys.stderr, flush=True)
            self.next, self.shown = now + 0.2, True

    def close(self):
        if self.shown:
            print("\r" + " " * 70 + "\r", end="", file=sys.stderr, flush=True)
