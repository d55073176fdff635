"""Errors made from a reference: the ordinary slips of a task, without anyone writing them down.

After R. Singh, S. Gulwani, A. Solar-Lezama, "Automated feedback generation for introductory programming
assignments", PLDI 2013. The syntax tree of a task's reference, and of its helpers in the same file, is
changed by one rule of `error_rules` at one place at a time; each variant is run once at the samples. If a
student's numbers are those of a variant, the sentence of its rule is said.
"""

import ast
import copy
import inspect
import time
import warnings
from contextlib import ExitStack
from typing import NamedTuple

import numpy as np

from fcclearn.course.diagnoses import differs
from fcclearn.course.error_rules import COUNTS, FACTOR, FAMILIES, RULES, SIGN, WEAK, Change
from fcclearn.course.error_tree import Everywhere, Names, Place, alike, changes, definitions, places

SECONDS = 2.0           # for making the variants of one level
MOST = 3                # sentences that are said at once
NEEDED = (1, 1, 3)      # how many numbers must change on each level for a variant to be believed
ORDER = {rule: k for k, rule in enumerate(RULES)}


class Variant(NamedTuple):
    """The numbers of a changed reference, one array for each sample."""

    sentence: str
    values: list
    rule: str = ""


class ErrorModel:
    """
    The variants of a task; they are made when they are first asked for.

    Parameters
    ----------
    references : tuple of functions
        One or more ways to the right answer; what is no plain function (`functools.cache`) is opaque.
    samples : list of tuple
        The arguments of some calls; [()] for a value.
    givens : dict
        By name, in the place of defaults.
    others : list of dict
        Givens that a student may have kept.
    """

    def __init__(self, references, samples=((),), givens=(), others=()):
        self.programs = [Program(f, samples, dict(givens)) for f in references if inspect.isfunction(f)]
        self.samples, self.others, self.made = samples, others, {}

    def level(self, k):
        """The variants with one change (0), the same change at all like places (1), two changes (2)."""
        if k not in self.made:
            self.made[k] = [v for program in self.programs for v in program.variants(k)]
            if k == 0:
                self.made[k] += [v for program in self.programs for v in self.frozen(program)]
        return self.made[k]

    def frozen(self, program):
        """Variants in which an argument of the samples has no effect, or other givens were kept."""
        for j in range(len(self.samples[0])) if len(self.samples) > 1 else ():
            calls = [(*sample[:j], self.samples[0][j], *sample[j + 1:]) for sample in self.samples]
            yield from program.run(f"{program.arguments[j]} has no effect in your function, or only in part: "
                                   "does it use numbers from outside?", samples=calls)
        for given in self.others:
            words = ", ".join(f"{name} = {value}" for name, value in given.items())
            yield from program.run(f"This is for {words}, not for the numbers of this task.", givens=given)

    def explain(self, answers, expected, rtol, atol=None, counts=False):
        """
        Return the sentences that fit, at most three, from the plainest level.

        Parameters
        ----------
        answers, expected : list of numpy.ndarray
        rtol, atol : float
            See `fcclearn.course.diagnoses.close`.
        counts : bool
            Whether they are whole numbers: these agree with almost anything, so few rules are believed.
        """
        for k in (0,) if counts else (0, 1, 2):
            fitting = [v for v in self.level(k) if (v.rule in COUNTS or not counts)
                       and explains(v, answers, expected, rtol, atol, NEEDED[k])]
            if fitting:
                fitting.sort(key=lambda v: ORDER.get(v.rule, -1))
                return one_of_a_family(v.sentence for v in fitting)[:MOST]
        return []


def one_of_a_family(sentences):
    """The sentences without those that say in other words what one before them says."""
    kept, seen = [], set()
    for sentence in dict.fromkeys(sentences):
        family = next((words for words in FAMILIES if any(word in sentence for word in words)), sentence)
        if family not in seen:
            kept.append(sentence)
            seen.add(family)
    return kept


def explains(variant, answers, expected, rtol, atol, needed):
    """
    Say whether a variant has a student's numbers, and can be believed.

    It must not be all but zero, since many slips lead there, and it must change enough numbers. Near zero the
    smaller of the variant and the right answer sets the scale.
    """
    if any(v.shape != a.shape for v, a in zip(variant.values, answers)):
        return False
    sizes = [[np.abs(x).max(initial=0.0) for x in pair] for pair in zip(variant.values, expected)]
    if not any(v > 1e-6 * e for v, e in sizes):
        return False
    for a, v, size in zip(answers, variant.values, sizes):
        if differs(a, v, rtol, 1e-3 * rtol * min(size) if atol is None else atol).any():
            return False
    pairs = [(v, e) for v, e in zip(variant.values, expected)]
    changed = sum(v.size if v.shape != e.shape else np.count_nonzero(differs(v, e, rtol)) for v, e in pairs)
    return changed >= max(needed, min(WEAK.get(variant.rule, 1), 2 if len(answers) > 1 else 3))


class Program:
    """A reference and its helpers as a syntax tree that can be changed and run."""

    def __init__(self, reference, samples, givens):
        self.name, self.samples = reference.__name__, samples
        self.space = {"np": np, **reference.__globals__}
        self.arguments = list(inspect.signature(reference).parameters)
        self.givens = {name: value for name, value in givens.items() if name in self.arguments}
        self.tree = ast.Module(definitions(reference), [])

    def run(self, sentence, rule="", samples=None, givens=()):
        """Yield the variant that the tree is at present, if it runs and its numbers are finite."""
        space, givens = dict(self.space), {**self.givens, **dict(givens)}
        try:
            with warnings.catch_warnings(), np.errstate(divide="raise", invalid="raise", over="raise"):
                warnings.simplefilter("ignore")
                exec(compile(ast.fix_missing_locations(self.tree), "<variant>", "exec"), space)
                calls = [copy.deepcopy(sample) for sample in samples or self.samples]
                values = [np.asarray(space[self.name](*call, **givens), float) for call in calls]
        except Exception:
            return
        if all(np.isfinite(v).all() for v in values):
            yield Variant(sentence, values, rule)

    def variants(self, level):
        """Yield the variants of a level, as many as the time allows."""
        end = time.perf_counter() + SECONDS
        for sentence, rule in self.states(level):
            yield from self.run(sentence, rule)
            if time.perf_counter() > end:
                return

    def states(self, level):
        """Change the tree; yield the sentence and the rule while it is changed, and put it back."""
        if level == 0:
            for one in self.found(RULES):
                with one.made():
                    yield one.sentence, one.rule
        elif level == 1:
            for same in alike(self.found(RULES)):
                with ExitStack() as stack:
                    for one in same:
                        stack.enter_context(one.made())
                    yield f"In several places: {same[0].sentence}", same[0].rule
            for rule, action in ((rule, action) for rule in RULES for action in RULES[rule]):
                with Everywhere(action).made(self.tree) as count:
                    if count > 1 and isinstance(action, str):
                        yield f"In several places: {self.sentence(rule, Change(None))}", rule
        else:
            for first in self.found(SIGN):
                with first.made():
                    for second in self.found(FACTOR):
                        with second.made():
                            yield f"{first.sentence} And: {second.sentence}", first.rule

    def found(self, rules):
        """All changes by some rules that the tree offers as it is."""
        return [Place(holder, key, node, rule, change, self.sentence(rule, change))
                for definition in list(self.tree.body)
                for names in [Names(definition)]
                for holder, key, node in list(places(self.tree, definition))
                for rule in rules
                for action in RULES[rule]
                for change in changes(action, node, names)]

    def sentence(self, rule, change):
        """A rule's sentence; names that a student does not know are left out."""
        known = change.a in self.arguments and change.b in ("", *self.arguments) or '"{a}"' in rule
        if not known:
            return rule.replace("{a} and {b} are", "Two quantities are").replace("{a}", "One quantity")
        return rule.format(a=change.a, b=change.b)
