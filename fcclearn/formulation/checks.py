"""What a user gives, looked at before it is used: the value, or one sentence with the argument's name."""

import os
from numbers import Real
from pathlib import Path

import numpy as np


def is_number(value):
    """Whether a value is one real number; a truth value is none."""
    return isinstance(value, Real) and not isinstance(value, (bool, np.bool_))


def number(value, what, least=-np.inf, positive=False):
    """A finite real number.

    Raises
    ------
    ValueError
        Anything else, or one below the least.

    Examples
    --------
    >>> number(3, "the length")
    3.0
    >>> number("3", "the length")
    Traceback (most recent call last):
    ValueError: the length must be a finite number, not '3'
    """
    if not (is_number(value) and np.isfinite(value)):
        raise ValueError(f"{what} must be a finite number, not {value!r}")
    if value < least:
        raise ValueError(f"{what} must be {least:g} or more, not {value!r}")
    if positive and not value > 0:
        raise ValueError(f"{what} must be positive, not {value!r}")
    return float(value)


def numbers(value, what):
    """Numbers as an array of floats.

    Raises
    ------
    ValueError
        Anything else.

    Examples
    --------
    >>> numbers([1, 2], "the times")
    array([1., 2.])
    """
    try:
        return np.asarray(value, dtype=float)
    except (TypeError, ValueError):
        raise ValueError(f"{what} must be numbers, not {value!r}") from None


def text(value, what):
    """A name.

    Raises
    ------
    TypeError
        No text, or an empty one.

    Examples
    --------
    >>> text(3, "the name of a joint")
    Traceback (most recent call last):
    TypeError: the name of a joint must be text, not 3
    """
    if not isinstance(value, str) or not value:
        raise TypeError(f"{what} must be text, not {value!r}")
    return value


def pair(value, what):
    """Two things.

    Raises
    ------
    ValueError
        Anything else.

    Examples
    --------
    >>> pair([[0, 0], [1, 0]], "the ends of bar")
    [[0, 0], [1, 0]]
    """
    if not isinstance(value, (list, tuple, np.ndarray)) or len(value) != 2:
        raise ValueError(f"{what} are two places, (start, end), not {value!r}")
    return value


def bodies(kind, *values):
    """Bodies, or the ground.

    Raises
    ------
    TypeError
        Something else, such as a body's name.
    """
    for value in values:
        if not hasattr(value, "named_points"):
            raise TypeError(f"{kind} takes bodies, or model.ground, not {value!r}")


def function_or_none(value, what):
    """A function, or nothing.

    Raises
    ------
    TypeError
        Something else.
    """
    if value is not None and not callable(value):
        raise TypeError(f"{what} must be a function, not {value!r}")


def checked_path(path):
    """A path whose folder is there.

    Raises
    ------
    TypeError, FileNotFoundError
    """
    if not isinstance(path, (str, os.PathLike)):
        raise TypeError(f"a file is named by text or a Path, not {path!r}")
    path = Path(path)
    if not path.parent.is_dir():
        raise FileNotFoundError(f"{path.name} cannot be written: there is no folder {str(path.parent)!r}")
    return path
