"""What is taken, and what is refused in one sentence; `tests/test_public_api.py` holds who asks."""

import numpy as np
import pytest

from fcclearn.formulation import checks
from fcclearn.formulation.body import Ground


@pytest.mark.parametrize("value", [3, 2.5, np.float64(1.0), np.int64(2)])
def test_numbers_are_numbers(value):
    assert checks.is_number(value) and checks.number(value, "x") == float(value)


@pytest.mark.parametrize("value", [True, np.bool_(False), "3", None, 1j, [1.0], np.nan, np.inf])
def test_what_is_no_number(value):
    with pytest.raises(ValueError, match="x must be a finite number, not"):
        checks.number(value, "x")


def test_limits():
    with pytest.raises(ValueError, match="x must be 0 or more, not -1"):
        checks.number(-1, "x", least=0)
    with pytest.raises(ValueError, match="x must be positive, not 0"):
        checks.number(0, "x", positive=True)


def test_the_others():
    assert checks.text("a", "x") == "a" and checks.pair((1, 2), "x") == (1, 2)
    checks.bodies("x", Ground(2))
    checks.function_or_none(None, "x"), checks.function_or_none(abs, "x")
    for bad, error, words in ((lambda: checks.text("", "x"), TypeError, "x must be text, not ''"),
                              (lambda: checks.pair([1], "x"), ValueError, "x are two places, .start, end."),
                              (lambda: checks.bodies("x", "bar"), TypeError, "x takes bodies, .* not 'bar'"),
                              (lambda: checks.function_or_none(3, "x"), TypeError, "x must be a function"),
                              (lambda: checks.numbers({}, "x"), ValueError, "x must be numbers, not {}")):
        with pytest.raises(error, match=words):
            bad()
