"""What is said of a name or a word that is not known: one sentence, with the nearest known one."""

import difflib


class UnknownName(KeyError):
    """A name that is not known; unlike a KeyError it prints its sentence without quotes."""

    def __str__(self):
        return self.args[0]


def suggest(name, known, what):
    """One sentence for an unknown name, with the nearest known one.

    Examples
    --------
    >>> suggest("crnak", ["crank", "rocker"], "body")
    "there is no body 'crnak'; did you mean 'crank'? Known: crank, rocker"
    """
    lower_case = {k.lower(): k for k in known}
    near = difflib.get_close_matches(str(name).lower(), lower_case, n=1, cutoff=0.5)
    hint = f"; did you mean {lower_case[near[0]]!r}?" if near else "."
    return f"there is no {what} {name!r}{hint} Known: {', '.join(known) or 'none'}"


def shown(thing, longest=60):
    """A thing as it prints, cut short and in one line.

    Examples
    --------
    >>> shown(list(range(100)))
    '[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16...'
    """
    text = " ".join(repr(thing).split())
    return text if len(text) <= longest else text[: longest - 3] + "..."


def one_of(word, known, what):
    """The word, if it is one of the known ones.

    Raises
    ------
    ValueError
        It is not; with the nearest known one.

    Examples
    --------
    >>> one_of("CV", ["CAR", "CV"], "form")
    'CV'
    """
    if not isinstance(word, str) or word not in known:
        raise ValueError(suggest(word, known, what))
    return word


def look_up(name, things, what):
    """What goes by a name in a dictionary.

    Raises
    ------
    KeyError
        Unknown name, with the nearest known one (an `UnknownName`).

    Examples
    --------
    >>> look_up("b", {"a": 1, "b": 2}, "letter")
    2
    """
    if not isinstance(name, str) or name not in things:
        raise UnknownName(suggest(name, things, what))
    return things[name]
