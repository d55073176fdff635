"""The task whose answer is a model: judged by what every joint holds and where, not by how it is written."""

from functools import partial

import numpy as np

from fcclearn.course.base import BLANK, Task, dotted
from fcclearn.course.compare import shown
from fcclearn.course.description import describe
from fcclearn.course.diagnoses import IGNORED
from fcclearn.course.watchdog import Endless, watched

SAME = 1e-6             # relative; positions of a student may come from a solver


class Machine(Task):
    """
    A model, or a function that returns one.

    Bodies have the names of the reference. Joints too, if they are `named`; otherwise they may have any
    names, and may be split or written with other equations, as long as all of them together hold the same.

    Parameters
    ----------
    reference : function
        Returns the right model; its first arguments are those of the samples, the others the givens.
    samples : list of tuple
        Arguments of some calls, if the answer is a function; without samples the answer is the model itself.
    named : bool
        Whether the joints are asked for by name.
    mistakes : dict
        {sentence: function that returns the wrong model, or givens for the reference}.
    """

    def __init__(self, *, samples=None, named=False, **task):
        super().__init__(**task)
        self.samples, self.named, self.arguments = samples, named, len(samples[0]) if samples else 0

    def answer(self, function, **givens):
        """A model, or the function that makes it."""
        function = self.filled(function, **givens)
        return function if self.samples else function()

    def made(self, wrong):
        """A wrong answer: a function that builds the model, or other givens for the reference."""
        if isinstance(wrong, dict):
            return self.answer(self.references[0], **self.changed | wrong)
        return self.answer(wrong) if callable(wrong) else wrong

    def problem(self, answer):
        """Return what is wrong with a model, or an empty string."""
        if self.samples and not callable(answer):
            return "A function is expected: give its name without parentheses, so that it can be called."
        try:
            if self.samples and dotted(watched(partial(answer, *self.samples[0]), self.seconds)):
                return f"{BLANK}: your function returns nothing. Is there a return?"
            found = watched(partial(self.described, answer), self.seconds)
        except Endless:
            raise
        except Exception as error:
            return f"This model cannot be read: {type(error).__name__}: {error}"
        wanted = self.described(self.expected)
        problems = [difference(f, w, self.named) for f, w in zip(found, wanted)]
        if not any(problems):
            return ""
        for sentence, wrong in self.mistakes.items():
            if not any(difference(f, w, self.named) for f, w in zip(found, self.described(wrong))):
                return sentence
        if len(found) > 1 and difference(*wanted[:2]) and not difference(*found[:2]):
            return IGNORED
        k = next(k for k, problem in enumerate(problems) if problem)
        where = f"For ({shown(self.samples[k])}): " if len(found) > 1 and not all(problems) else ""
        return f"{where}{problems[k]} {self.hint}".strip()

    def described(self, answer):
        """The descriptions of a model, or of the models that a function returns for the samples."""
        return [data(answer(*sample)) for sample in self.samples] if self.samples else [data(answer)]


def data(model):
    """
    Return the description of a model; a description is taken as it is.

    Raises
    ------
    TypeError
        Something else.
    """
    if isinstance(model, dict):
        return model
    if not hasattr(model, "joints"):
        kind = type(model).__name__
        raise TypeError(f"a model is expected, not {kind} (does the function lack its return?)")
    return describe(model)


def same(a, b):
    """Say whether two lists of numbers agree."""
    a, b = np.asarray(a, float), np.asarray(b, float)
    return a.shape == b.shape and bool(np.all(np.abs(a - b) <= SAME * max(1.0, np.abs(b).max(initial=0.0))))


def difference(found, wanted, named=False):
    """Return one sentence on the first difference of two descriptions, or an empty string."""
    if not same(found["gravity"], wanted["gravity"]):
        return f"Gravity is {found['gravity']}: look at its size, direction, and number of components."
    if missing := names(found["bodies"], wanted["bodies"], "body", "bodies"):
        return missing
    sentences = (body(name, found["bodies"][name], wanted["bodies"][name]) for name in wanted["bodies"])
    return (next(filter(None, sentences), "") or joints(found, wanted, named)
            or forces(found["forces"], wanted["forces"]))


def names(found, wanted, one, many):
    """Say which name is missing, or too many."""
    for name in sorted(wanted.keys() - found.keys()):
        return f"There is no {one} \"{name}\"; the {many} should be called {', '.join(sorted(wanted))}."
    for name in sorted(found.keys() - wanted.keys()):
        return f"There is one {one} too many: \"{name}\"."
    return ""


def body(name, found, wanted):
    """One sentence on a body, or an empty string."""
    if not same(found["mass"], wanted["mass"]):
        return f"\"{name}\" has a mass of {found['mass']:g} kg: is that its mass?"
    if not same(found["com"], wanted["com"]):
        return f"\"{name}\" is in another place: its centre of mass starts at {place(found['com'])}."
    if not same(found["euler"], wanted["euler"]):
        return f"\"{name}\" has its mass in the right place, but another length, shape or direction."
    if not (same(found["rates"], wanted["rates"]) and same(found["spin"], wanted["spin"])):
        return f"\"{name}\" starts with another velocity or angular velocity."
    return ""


def place(x):
    """A place in words."""
    return f"({', '.join(f'{c:.4g}' for c in np.round(x, 6) + 0.0)})"


def joints(found, wanted, named):
    """One sentence on the joints, or an empty string."""
    if named and (missing := names(found["joints"], wanted["joints"], "joint", "joints")):
        return missing
    if not named and holds_the_same(found["all"], wanted["all"]):
        return ""
    left, due = dict(found["joints"]), dict(wanted["joints"])
    if not named:
        left = {name: j for name, j in left.items() if not any(holds_the_same(j, w) for w in due.values())}
        all_found = found["joints"].values()
        due = {name: w for name, w in due.items() if not any(holds_the_same(j, w) for j in all_found)}
    for name, w in due.items():
        near = [name] * (name in left) + [n for n, j in left.items() if j["bodies"] == w["bodies"]]
        near += list(left)
        if not near:
            return f"A joint is missing between {' and '.join(w['bodies'])}."
        if not holds_the_same(left[near[0]], w):
            return joint(near[0], left[near[0]], w)
    return f"There is one joint too many: \"{next(iter(left))}\"." if left and not named else ""


def holds_the_same(found, wanted):
    """Say whether two joints hold the same to second order."""
    return all(same(found[key], wanted[key]) for key in ("gap", "space", "rate", "acceleration"))


def joint(name, found, wanted):
    """One sentence on a joint that does not hold what it should."""
    places = " and ".join(dict.fromkeys(place(p) for p in found["places"].values()))
    at = f"; its points are at {places}" if places else ""
    if found["bodies"] != wanted["bodies"]:
        return f"Joint \"{name}\" joins {' and '.join(found['bodies'])}: which two bodies meet there?"
    if not same(found["gap"], wanted["gap"]):
        return f"Joint \"{name}\" is open at the start: its equations are off by {found['gap']:.3g}{at}."
    if found["rank"] != wanted["rank"]:
        freedoms = f"{found['rank']} freedom{'s' * (found['rank'] != 1)}"
        return f"Joint \"{name}\" takes away {freedoms}, which is not the number that it should."
    if not same(found["space"], wanted["space"]):
        return (f"Joint \"{name}\" holds the right bodies in a wrong place or direction, or by an axis or "
                f"normal of the wrong body{at}.")
    if not same(found["rate"], wanted["rate"]):
        return f"Joint \"{name}\" holds the right thing, but moves it with another velocity."
    return (f"Joint \"{name}\" is right at the start, but not when the bodies have moved: which body carries "
            "its axis or normal, and with which acceleration is it driven?")


def forces(found, wanted):
    """One sentence on the forces, or an empty string."""
    sums = [sum(np.array(force["wrench"]) for force in forces.values()) for forces in (found, wanted)]
    if same(*sums):
        return ""
    if len(found) != len(wanted):
        number = "is 1 force" if len(found) == 1 else f"are {len(found)} forces"
        return f"There {number} besides gravity, which is not the right number."
    for (name, f), w in zip(found.items(), wanted.values()):
        if f["bodies"] != w["bodies"]:
            return f"Force \"{name}\" acts between {' and '.join(f['bodies'])}: which bodies should it be?"
        if not same(f["wrench"], w["wrench"]):
            return (f"Force \"{name}\" acts between the right bodies: look at its points, its size, its "
                    "constants and its sign.")
    return ""
