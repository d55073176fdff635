"""An answer that does not end is stopped, and an interrupt is one sentence."""

import threading
import time
from _thread import interrupt_main

import pytest

from fcclearn.course.check import check
from fcclearn.course.task import Function
from fcclearn.course.watchdog import Endless, watched


def hanging(x):
    while x > 0:
        x = x + 1


def deep(x):
    return [hanging(k) for k in (0, x)]


def test_a_loop_without_an_end_is_named():
    with pytest.raises(Endless,
                       match=r"within 0.2 s: the loop `while x > 0:` was still running. .* stop button"):
        watched(lambda: hanging(1), 0.2)
    task = Function(reference=lambda_square, samples=[(2.0,), (3.0,)], seconds=0.2)
    result = task.judge(deep)
    assert result.status == "wrong" and "while x > 0" in result.text
    assert "the line" in task.judge(lambda x: time.sleep(0.5)).text


def lambda_square(x):
    """x^2."""
    return x**2


def test_nothing_is_left_behind():
    """Neither a late interrupt nor a thread."""
    for _ in range(40):
        try:
            watched(lambda: time.sleep(0.0199), 0.02)
        except Endless:
            pass
    time.sleep(0.05)
    assert threading.active_count() < 10
    assert watched(lambda: 3, 10.0) == 3


def test_errors_pass():
    with pytest.raises(ZeroDivisionError):
        watched(lambda: 1 / 0, 5.0)


def test_another_thread_is_not_watched():
    found = []
    thread = threading.Thread(target=lambda: found.append(watched(lambda: time.sleep(0.1) or 1, 0.01)))
    thread.start()
    thread.join()
    assert found == [1]


def test_the_students_own_interrupt_is_one_sentence(capsys):
    def stopped(q, r_P):
        interrupt_main()
        time.sleep(1.0)

    assert check("01.4", stopped) is None
    said = "01.4: Stopped by you. Nothing is lost: change your answer and run the cell again.\n"
    assert capsys.readouterr().out == said
