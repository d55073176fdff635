"""Change a function at one place of its syntax tree, by rules that are texts or functions."""

import ast
import copy
import functools
import inspect
import textwrap
from contextlib import contextmanager
from typing import NamedTuple

from fcclearn.course.error_rules import Change, entries


class Place(NamedTuple):
    """A place in a tree where a rule may make a change."""

    holder: object          # a list, or a node
    key: object             # an index, or the name of a field
    node: ast.AST
    rule: str
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
    """Group the changes of the same words into the same words, at two places or more."""
    groups = {}
    for one in found:
        words = one.change.like or (ast.dump(one.node), ast.dump(one.change.new))
        groups.setdefault((one.rule, words), []).append(one)
    return [same for same in groups.values() if len(same) > 1]


class Everywhere(ast.NodeTransformer):
    """Make the change of a text at all places of a tree; `count` says at how many."""

    def __init__(self, action):
        self.action, self.count, self.names = action, 0, []

    def generic_visit(self, node):
        node = super().generic_visit(node)
        for change in changes(self.action, node, self.names):
            self.count += 1
            return change.new
        return node

    @contextmanager
    def made(self, tree):
        """The tree with all changes, put back afterwards."""
        bodies = [definition.body for definition in tree.body]
        for definition in tree.body:
            self.names = Names(definition)
            definition.body = [self.visit(statement) for statement in copy.deepcopy(definition.body)]
        try:
            yield self.count
        finally:
            for definition, body in zip(tree.body, bodies):
                definition.body = body


class Names(list):
    """The arguments of a function, which are `givens`, and the names that it assigns."""

    def __init__(self, definition):
        self.givens = [a.arg for a in definition.args.args]
        names = [node for node in ast.walk(definition) if isinstance(node, ast.Name)]
        super().__init__(dict.fromkeys(self.givens + [n.id for n in names if isinstance(n.ctx, ast.Store)]))


def definitions(reference):
    """The definitions of a reference, which comes last, and of the plain functions of its file."""
    trees, seen = [], [reference]
    for function in seen:
        tree = ast.parse(textwrap.dedent(inspect.getsource(function))).body[0]
        tree.decorator_list = []
        trees.insert(0, tree)
        used = (function.__globals__.get(node.id) for node in ast.walk(tree) if isinstance(node, ast.Name))
        helpers = (f for f in used if inspect.isfunction(f) and f.__module__ == reference.__module__)
        seen += [f for f in dict.fromkeys(helpers) if f not in seen]
    return trees


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
            if field in ("targets", "target", "ctx", "op", "slice"):
                continue
            if field == "func" and not on_a_value(value):
                continue
            if isinstance(value, ast.AST):
                stack.append((node, field))
            elif isinstance(value, list):
                stack += [(value, k) for k in range(len(value))]


def on_a_value(function):
    """Say whether a called function is the method of a value, as in path[:, 1].min(), and not np.cos."""
    return isinstance(function, ast.Attribute) and not isinstance(function.value, ast.Name)


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
            new = tree_of(after, x=node.elts[k])
            yield Change(ast.List([*node.elts[:k], new, *node.elts[k + 1:]], ast.Load()))
    elif match(before, node, parts, names):
        yield Change(tree_of(after, **parts), a=getattr(parts.get("g"), "id", ""))


def match(form, node, parts, names):
    """Say whether a tree has the form of a pattern; what its letters stand for is put into `parts`."""
    if isinstance(form, ast.Name) and len(form.id) == 1:
        parts[form.id] = node
        is_given = isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and node.id in names.givens
        return is_given if form.id == "g" else isinstance(node, ast.expr)
    if type(form) is not type(node):
        return False
    if isinstance(form, ast.Constant):
        return type(form.value) is type(node.value) and form.value == node.value
    if isinstance(form, ast.Call) and isinstance(form.func, ast.Name):
        parts["f"] = node.func
        named = form.func.id in ("f", getattr(node.func, "attr", getattr(node.func, "id", "")))
        alike = named and not node.keywords and len(node.args) == len(form.args)
        return alike and all(match(f, n, parts, names) for f, n in zip(form.args, node.args))
    pairs = [(getattr(form, field), getattr(node, field)) for field in form._fields if field != "ctx"]
    return all(match(f, n, parts, names) if isinstance(f, ast.AST) else f == n for f, n in pairs)
