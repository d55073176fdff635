"""Answers as plain data of limited size: what leaves the child process, and what the judge makes of it again.

Never pickle: whoever writes a pickle decides what runs where it is read.

| data | answer |
|---|---|
| {"dots": None} | `...`, or None |
| {"plain": x} | a number, a word, True or False |
| {"list": [...]} | a list or tuple |
| {"dict": [[key, value], ...]} | a dictionary |
| {"array": [...], "kind": "f"} | an array of numbers, its imaginary parts beside it |
| {"function": k} | a function of the child's, number k: the judge calls back |
| {"model": {...}} | what a model's joints hold, see `fcclearn.course.description` |
| {"other": "..."} | something else, by the name of its type |
"""

import numpy as np

MOST_NUMBERS = 200_000
LONGEST_TEXT = 20_000
DEEPEST = 8


class Other:
    """Stands for an answer that is no number, text, function or model; the judge says so."""

    def __init__(self, kind):
        self.kind = kind

    def __repr__(self):
        return f"<{self.kind}>"


def pack(answer, functions, describe=None, depth=0):
    """
    Return an answer as data.

    Parameters
    ----------
    answer : object
    functions : list
        Functions found in the answer are appended.
    describe : function
        Returns the description of a model as plain data, or None for what is no model.

    Raises
    ------
    ValueError
        It is too large.
    """
    if depth > DEEPEST:
        raise ValueError("the answer is a list of lists of lists ...")
    if answer is None or answer is ...:
        return {"dots": "None" if answer is None else "..."}
    if isinstance(answer, (bool, str, int, float)):
        return {"plain": limited(answer)}
    if callable(answer):
        functions.append(answer)
        return {"function": len(functions) - 1}
    if describe and (model := describe(answer)) is not None:
        return {"model": model}
    if isinstance(answer, dict):
        return {
            "dict": [
                [pack(part, functions, describe, depth + 1) for part in pair]
                for pair in list(answer.items())[:1000]
            ]
        }
    if isinstance(answer, (list, tuple, set)) and not numerical(answer):
        return {"list": [pack(part, functions, describe, depth + 1) for part in list(answer)[:10_000]]}
    return pack_array(answer, functions, describe, depth)


def numerical(parts):
    """Say whether a list is a table of numbers, which travels as an array."""
    try:
        return np.asarray(parts).dtype.kind in "fc"
    except Exception:
        return False


def pack_array(answer, functions, describe, depth):
    """Return an array, or what can be read as one, as data."""
    array = np.asarray(answer.toarray() if hasattr(answer, "toarray") else answer)
    if array.size > MOST_NUMBERS:
        raise ValueError(f"the answer has {array.size} numbers")
    if array.dtype.kind in "biuf":
        return {"array": array.tolist(), "kind": array.dtype.kind}
    if array.dtype.kind == "c":
        return {"array": array.real.tolist(), "imaginary": array.imag.tolist(), "kind": "c"}
    if array.dtype.kind == "U" or array.dtype == object and array.ndim:
        return {"list": [pack(part, functions, describe, depth + 1) for part in array.tolist()]}
    return {"other": type(answer).__name__[:80]}


def limited(plain):
    """Return a number or text, or raise ValueError if it is too long."""
    if (
        isinstance(plain, str)
        and len(plain) > LONGEST_TEXT
        or isinstance(plain, int)
        and abs(plain) > 10**300
    ):
        raise ValueError("the answer is too long")
    return plain.item() if isinstance(plain, np.generic) else plain


def unpack(data, proxy):
    """
    Return what the judge gets for some data.

    Parameters
    ----------
    data : dict
        Of `pack`, or anything that a hostile program has written in its place.
    proxy : function
        Returns a function that calls number k of the child's.

    Raises
    ------
    ValueError, TypeError, KeyError, RecursionError
        This is no data of `pack`.
    """
    if "dots" in data:
        return None if data["dots"] == "None" else ...
    if "plain" in data:
        if not isinstance(data["plain"], (bool, str, int, float)):
            raise ValueError("no plain value")
        return data["plain"]
    if "list" in data:
        return [unpack(part, proxy) for part in data["list"]]
    if "dict" in data:
        return {unpack(key, proxy): unpack(value, proxy) for key, value in data["dict"]}
    if "function" in data:
        return proxy(int(data["function"]))
    if "model" in data:
        return dict(data["model"])
    if "array" in data:
        array = np.array(
            data["array"], dtype={"b": bool, "i": np.int64, "u": np.int64}.get(data["kind"], float)
        )
        return array + 1j * np.array(data["imaginary"], dtype=float) if data["kind"] == "c" else array
    return Other(str(data["other"])[:80])
