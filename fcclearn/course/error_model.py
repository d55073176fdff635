"""Errors made from a reference: the ordinary slips of a task, without anyone writing them down.

After R. Singh, S. Gulwani, A. Solar-Lezama, "Automated feedback generation for introductory programming assignments",
PLDI 2013. The syntax tree of a task's reference, and of its helpers in the same file, is changed by one rule of
`error_rules` at one place at a time; each variant is run once at the samples. If a student's numbers are those of a
variant, the sentence of its rule is said.
"""

import ast
import copy
import functools
import inspect
import textwrap
import time
import warnings
from contextlib import ExitStack, contextmanager
from typing import NamedTuple

import numpy as np

from fcclearn.course.diagnoses import differs
from fcclearn.course.error_rules import FACTOR, RULES, SIGN, WEAK, Change, entries

SECONDS = 2.0           # for making the variants of one level
MOST = 3                # sentences that are said at once
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
        One or more ways to the right answer.
    samples : list of tuple
        The arguments of some calls; [()] for a value.
    givens : dict
        By name, in the place of defaults.
    others : list of dict
        Givens that a student may have kept.
    """

    def __init__(self, references, samples=((),), givens=(), others=()):
        self.programs = [Program(f, samples, dict(givens)) for f in references]
        self.samples, self.others, self.made = samples, others, {}

    def level(self, k):
        """The variants with one change (0), with the same change at all like places (1), with two changes (2)."""
        if k not in self.made:
            self.made[k] = [v for program in self.programs for v in (*program.variants(k), *(self.frozen(program) if k == 0 else ()))]
        return self.made[k]

    def frozen(self, program):
        """Variants in which an argument of the samples has no effect, or other givens were kept."""
        for j in range(len(self.samples[0])) if len(self.samples) > 1 else ():
            calls = [(*sample[:j], self.samples[0][j], *sample[j + 1:]) for sample in self.samples]
            sentence = f"{program.arguments[j]} has no effect in your function, or only in part: does it use numbers from outside?"
            yield from program.run(sentence, samples=calls)
        for given in self.others:
            words = ", ".join(f"{name} = {value}" for name, value in given.items())
            yield from program.run(f"This is for {words}, not for the numbers of this task.", givens=given)

    def explain(self, answers, expected, rtol, atol=None):
        """
        Return the sentences that fit, at most three, from the plainest level.

        Parameters
        ----------
        answers, expected : list of numpy.ndarray
        rtol, atol : float
            See `fcclearn.course.diagnoses.close`; the smaller of the variant and the right answer sets the scale.
        """
        for k in (0, 1, 2):
            fitting = [v for v in self.level(k) if explains(v, answers, expected, rtol, atol, 3 if k == 2 else 1)]
            if fitting:
                return list(dict.fromkeys(v.sentence for v in sorted(fitting, key=lambda v: ORDER.get(v.rule, -1))))[:MOST]
        return []


def explains(variant, answers, expected, rtol, atol, needed):
    """Say whether a variant has a student's numbers, is not all but zero, and changes enough numbers to be believed."""
    if any(v.shape != a.shape for v, a in zip(variant.values, answers)):
        return False
    sizes = [(np.abs(v).max(initial=0.0), np.abs(e).max(initial=0.0)) for v, e in zip(variant.values, expected)]
    if not any(v > 1e-6 * e for v, e in sizes):
        return False
    for a, v, size in zip(answers, variant.values, sizes):
        if differs(a, v, rtol, 1e-3 * rtol * min(size) if atol is None else atol).any():
            return False
    changed = sum(v.size if v.shape != e.shape else np.count_nonzero(differs(v, e, rtol)) for v, e in zip(variant.values, expected))
    return changed >= max(needed, min(WEAK.get(variant.rule, 1), 2 if len(answers) > 1 else 3))


class Program:
    """A reference and its helpers as a syntax tree that can be changed and run."""

    def __init__(self, reference, samples, givens):
        self.name, self.space, self.samples = reference.__name__, {"np": np, **reference.__globals__}, samples
        self.arguments = list(inspect.signature(reference).parameters)
        self.givens = {name: value for name, value in givens.items() if name in self.arguments}
        self.tree = ast.Module(definitions(reference), [])

    def run(self, sentence, rule="", samples=None, givens=()):
        """Yield the variant that the tree is at present, if it runs and its numbers are finite."""
        space = dict(self.space)
        try:
            with warnings.catch_warnings(), np.errstate(all="ignore"):
                warnings.simplefilter("ignore")
                exec(compile(ast.fix_missing_locations(self.tree), "<variant>", "exec"), space)
                calls = [copy.deepcopy(sample) for sample in samples or self.samples]
                values = [np.asarray(space[self.name](*call, **{**self.givens, **dict(givens)}), float) for call in calls]
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
        if level == 2:
            for first in self.found(SIGN):
                with first.made():
                    for second in self.found(FACTOR):
                        with second.made():
                            yield f"{first.sentence} And: {second.sentence}", first.rule
            return
        for same in alike(self.found(RULES)) if level == 1 else ([one] for one in self.found(RULES)):
            with ExitStack() as stack:
                for one in same:
                    stack.enter_context(one.made())
                yield ("In several places: " if level else "") + same[0].sentence, same[0].rule

    def found(self, rules):
        """All changes by some rules that the tree offers as it is."""
        return [Place(holder, key, node, rule, action, change, self.sentence(rule, change))
                for definition in list(self.tree.body) for names in [names_of(definition)]
                for holder, key, node in list(places(self.tree, definition))
                for rule in rules for action in RULES[rule] for change in changes(action, node, names)]

    def sentence(self, rule, change):
        """A rule's sentence; names that a student does not know are left out."""
        if change.a in self.arguments and change.b in ("", *self.arguments) or "\"{a}\"" in rule:
            return rule.format(a=change.a, b=change.b)
        return rule.replace("{a} and {b} are", "Two quantities are").replace("{a}", "One quantity")


class Place(NamedTuple):
    """A place in a tree where a rule may make a change."""

    holder: object          # a list, or a node
    key: object             # an index, or the name of a field
    node: ast.AST
    rule: str
    action: object
    change: Change
    sentence: str

    @contextmanager
    def made(self):
        """The tree with this change, put back afterwards."""
        put(self.holder, self.key, self.change.new)
        try:
            yield
        finally:
            put(self.holder, self.key, self.node)


def put(holder, key, node):
    """Replace a part of a tree."""
    holder.__setitem__(key, node) if isinstance(key, int) else setattr(holder, key, node)


def alike(found):
    """Group the changes that are the same: by the same words, or by the same text of a rule, at two places or more."""
    groups = {}
    for one in found:
        words = one.change.like or (ast.dump(one.node), ast.dump(one.change.new))
        groups.setdefault((one.rule, words), []).append(one)
        if isinstance(one.action, str):
            groups.setdefault((one.rule, one.action), []).append(one)
    return [same for same in groups.values() if len(same) > 1]


def definitions(reference):
    """The definitions of a reference and of the plain functions of the same file that it uses; the reference comes last."""
    trees, seen = [], [reference]
    for function in seen:
        tree = ast.parse(textwrap.dedent(inspect.getsource(function))).body[0]
        tree.decorator_list = []
        trees.insert(0, tree)
        used = (function.__globals__.get(node.id) for node in ast.walk(tree) if isinstance(node, ast.Name))
        seen += [g for g in used if inspect.isfunction(g) and g.__module__ == reference.__module__ and g not in seen]
    return trees


def names_of(definition):
    """The arguments of a function and the names that it assigns."""
    assigned = [node.id for node in ast.walk(definition) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)]
    return list(dict.fromkeys([a.arg for a in definition.args.args] + assigned))


def places(tree, definition):
    """Yield (list or node, index or field, node) for every part of a function that a rule may replace."""
    yield tree.body, tree.body.index(definition), definition
    stack = [(definition.body, k) for k in range(len(definition.body))]
    while stack:
        holder, key = stack.pop()
        node = holder[key] if isinstance(key, int) else getattr(holder, key)
        if isinstance(node, ast.Expr):
            continue                                # a docstring
        yield holder, key, node
        for field, value in ast.iter_fields(node):
            method = field == "func" and isinstance(value, ast.Attribute) and isinstance(value.value, ast.Call)
            if field in ("targets", "target", "ctx", "op", "slice") or field == "func" and not method:
                continue
            stack += [(node, field)] if isinstance(value, ast.AST) else [(value, k) for k in range(len(value))] if isinstance(value, list) else []


@functools.cache
def pattern(text):
    """A rule's text as (whether it is for an entry of a list, the tree before, the text after)."""
    before, after = text.split(" -> ")
    return before == "[x]", tree_of(before), after


def tree_of(text, **parts):
    """The tree of a text, with its letters replaced by parts."""
    class Put(ast.NodeTransformer):
        def visit_Name(self, node):
            return parts.get(node.id, node)
    return Put().visit(ast.parse(text, mode="eval").body)


def changes(action, node, names):
    """Yield the changes that a rule makes of a node."""
    if callable(action):
        yield from action(node, names)
        return
    in_list, before, after = pattern(action)
    parts = {}
    if in_list:
        for k in entries(node):
            yield Change(ast.List([*node.elts[:k], tree_of(after, x=node.elts[k]), *node.elts[k + 1:]], ast.Load()))
    elif match(before, node, parts, names):
        yield Change(tree_of(after, **parts), a=getattr(parts.get("n"), "id", ""))


def match(form, node, parts, names):
    """Say whether a tree has the form of a pattern; what its letters stand for is put into `parts`."""
    if isinstance(form, ast.Name) and len(form.id) == 1:
        parts[form.id] = node
        return isinstance(node, ast.expr) if form.id != "n" else isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and node.id in names
    if type(form) is not type(node):
        return False
    if isinstance(form, ast.Constant):
        return type(form.value) is type(node.value) and form.value == node.value
    if isinstance(form, ast.Call) and isinstance(form.func, ast.Name):
        called = getattr(node.func, "attr", getattr(node.func, "id", "")) == form.func.id
        return called and len(node.args) == len(form.args) and all(match(f, n, parts, names) for f, n in zip(form.args, node.args))
    return all(match(f, n, parts, names) if isinstance(f, ast.AST) else f == n
               for f, n in ((getattr(form, field), getattr(node, field)) for field in form._fields if field != "ctx"))
