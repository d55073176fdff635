"""The progress line: nothing in the first second, then a bar that is wiped at the end."""

import pytest

from fcclearn.simulation import progress
from fcclearn.simulation.progress import ProgressLine


class Clock:
    now = 100.0

    def perf_counter(self):
        return self.now


@pytest.fixture
def clock(monkeypatch):
    clock = Clock()
    monkeypatch.setattr(progress, "clock", clock)
    return clock


def test_a_short_run_shows_nothing(clock, capsys):
    line = ProgressLine(10.0, True)
    clock.now += 0.9
    line.show(9.0)
    line.close()
    assert capsys.readouterr() == ("", "")


def test_a_long_run_shows_its_share_five_times_a_second(clock, capsys):
    line = ProgressLine(10.0, True)
    for passed, t in ((1.1, 2.5), (0.1, 3.0), (0.15, 5.0)):
        clock.now += passed
        line.show(t)
    shown = capsys.readouterr().err
    assert shown.count("\r") == 2 and "t = 3 of" not in shown
    assert "[" + 7 * "#" + 23 * "." + "] t = 2.5 of 10 s" in shown
    assert "[" + 15 * "#" + 15 * "." + "] t = 5 of 10 s" in shown
    line.close()
    wiped = capsys.readouterr().err
    assert wiped.startswith("\r") and wiped.endswith("\r") and not wiped.strip()


@pytest.mark.parametrize("wanted, terminal, expected", [(False, True, False), (True, False, True),
                                                        (None, True, True), (None, False, False)])
def test_by_default_it_is_for_a_terminal(monkeypatch, wanted, terminal, expected):
    monkeypatch.setattr(progress.sys.stderr, "isatty", lambda: terminal)
    assert ProgressLine(1.0, wanted).wanted is expected
