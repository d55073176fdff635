"""The ordinary slips: a table of rules that change a reference in one place, and what is said to each.

A rule is a text "before -> after", or a function of a part of the syntax tree. In a text a and b stand for
anything, g for a given, f for a function, [x] for one entry of a list that is written out; sin(a) is
np.sin(a) too. A function takes the part and the names in use and yields changes. Plainer rules come first.
"""

import ast
import copy
import itertools
from typing import NamedTuple


class Change(NamedTuple):
    """What comes in the place of a part; two names it is about; what it shares with like changes."""

    new: ast.AST
    a: str = ""
    b: str = ""
    like: object = None


def load(name):
    """The tree of a name."""
    return ast.Name(name, ast.Load())


def renamed(tree, names):
    """A copy of a function in which names stand for others, except where they are assigned."""
    tree = copy.deepcopy(tree)
    for node in ast.walk(ast.Module(tree.body, [])):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
            node.id = names.get(node.id, node.id)
    return tree


def exchanged(node, names):
    """Two names in the place of each other everywhere in a function."""
    if isinstance(node, ast.FunctionDef):
        for a, b in itertools.combinations(names, 2):
            yield Change(renamed(node, {a: b, b: a}), a, b)


def taken_as(value):
    """A rule: an argument of the function is zero, or one."""
    def rule(node, names):
        for argument in node.args.args if isinstance(node, ast.FunctionDef) else ():
            new = copy.deepcopy(node)
            new.body.insert(0, ast.parse(f"{argument.arg} = {value} + 0 * {argument.arg}").body[0])
            yield Change(new, argument.arg)
    return rule


def on_the_way(node, names):
    """An argument, or a value on the way, as the result."""
    if isinstance(node, ast.Return):
        yield from (Change(ast.Return(load(name))) for name in names)


def neighbour(node, names):
    """An index one further or one before; a slice one further or before, or the block beside it."""
    if isinstance(node, ast.Subscript):
        parts = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
        for k, part in enumerate(parts):
            for new, step in shifted(part):
                index = ast.Tuple([*parts[:k], new, *parts[k + 1:]], ast.Load()) if len(parts) > 1 else new
                yield Change(ast.Subscript(node.value, index, ast.Load()), like=("index", step))


def shifted(part):
    """(index, step) of the neighbours of an index or a slice that is written as numbers."""
    if isinstance(part, ast.Call):                      # round(t / step)
        yield from ((ast.BinOp(part, ast.Add(), ast.Constant(s)), s) for s in (1, -1))
    low, high = (part.lower, part.upper) if isinstance(part, ast.Slice) else (part, None)
    try:
        low, high = ast.literal_eval(low or "0"), ast.literal_eval(high or "None")
    except ValueError:
        return
    if isinstance(part, ast.Slice):
        if high is None:
            return
        steps = [s for s in {1, -1, high - low, low - high} if low + s >= 0]
        yield from ((ast.Slice(ast.Constant(low + s), ast.Constant(high + s)), s) for s in steps)
    elif isinstance(low, int):
        yield from ((ast.Constant(low + s), s) for s in (1, -1) if low < 0 or low + s >= 0)


def entries(node):
    """Positions of the entries of a list that are numbers or arrays, and not zero or text."""
    def nothing(e):
        constant = isinstance(e, ast.Constant) and (isinstance(e.value, str) or not e.value)
        return constant or isinstance(e, (ast.List, ast.Starred))
    return [k for k, e in enumerate(node.elts) if not nothing(e)] if isinstance(node, ast.List) else []


def left_out(node, names):
    """A list without one of its entries."""
    for k in range(len(node.elts)) if isinstance(node, ast.List) and len(node.elts) > 1 else ():
        yield Change(ast.List([*node.elts[:k], *node.elts[k + 1:]], ast.Load()))


def two_exchanged(node, names):
    """A list with two entries exchanged."""
    for i, j in itertools.combinations(range(len(node.elts)), 2) if isinstance(node, ast.List) else ():
        new = list(node.elts)
        new[i], new[j] = new[j], new[i]
        yield Change(ast.List(new, ast.Load()))


POINTS = ("start", "end", "com")


def other_point(node, names):
    """Another point of a body, "rod.end" for "rod.com"."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        body, dot, point = node.value.rpartition(".")
        if point in POINTS:
            yield from (Change(ast.Constant(body + dot + p), point, p) for p in POINTS if p != point)


RULES = {
    "One term of a sum has the other sign.":
        ("a + b -> a - b", "a - b -> a + b", "-a -> a", "a + b -> -a + b", "a - b -> -a - b"),
    "One entry, or one block, has the other sign.": ("[x] -> -x",),
    "One term of a sum is missing.": ("a + b -> a", "a + b -> b", "a - b -> a", "a - b -> -b"),
    "A divisor is missing.": ("a / b -> a",),
    "A factor is missing.": ("a * b -> a", "a * b -> b", "a @ b -> a", "a @ b -> b", "-2 * a -> -a"),
    "{a} and {b} are exchanged.": (exchanged,),
    "The order of a product, or of two arguments, is exchanged: a x b, A @ B and kron(A, B) depend on it.":
        ("a @ b -> b @ a", "f(a, b) -> f(b, a)"),
    "A difference is taken the wrong way round.": ("a - b -> b - a",),
    "A matrix stands transposed in a product (or its .T is missing).":
        ("a.T -> a", "a @ b -> a.T @ b", "a @ b -> a @ b.T"),
    "Sine and cosine (or two of their inverses) are exchanged.":
        ("sin(a) -> np.cos(a)", "cos(a) -> np.sin(a)", "sin(a) -> np.tan(a)", "cos(a) -> np.tan(a)",
         "arcsin(a) -> np.arccos(a)", "arccos(a) -> np.arcsin(a)",
         "arcsin(a) -> np.arctan(a)", "arctan(a) -> np.arcsin(a)"),
    "Degrees were given to a function that wants radians.":
        ("radians(a) -> a", *(f"{f}(a) -> np.{f}(np.degrees(a))" for f in ("sin", "cos", "tan"))),
    "An angle that is in radians already was converted.":
        tuple(f"{f}(a) -> np.{f}(np.radians(a))" for f in ("sin", "cos", "tan")),
    "One term, or one entry, is twice as large as it should be.":
        ("a + b -> 2 * a + b", "a + b -> a + 2 * b", "a - b -> 2 * a - b", "a - b -> a - 2 * b",
         "[x] -> 2 * x"),
    "One term, or one entry, is half as large as it should be: is a 2 missing?":
        ("a + b -> a / 2 + b", "a + b -> a + b / 2", "a - b -> a / 2 - b", "a - b -> a - b / 2",
         "[x] -> x / 2"),
    "A multiplication stands for a division, or the other way round.": ("a * b -> a / b", "a / b -> a * b"),
    "A fraction is upside down.": ("a / b -> b / a",),
    "A square is missing: look at the units.": ("a**2 -> a", "a**2 -> 2 * a"),
    "A function is missing (a root, a sine, an inverse): look at what it is to be taken of.":
        tuple(f"{f}(a) -> a" for f in "sqrt arcsin arccos arctan sin cos exp abs degrees norm inv".split()),
    "A neighbouring index, row or block was taken.": (neighbour,),
    "This is the largest where the smallest is asked for, or the other way round.":
        ("a.min() -> a.max()", "a.max() -> a.min()", "min(a) -> np.max(a)", "max(a) -> np.min(a)"),
    "This is for the point \"{b}\"; \"{a}\" is asked for.": (other_point,),
    "A product of another kind: cross, scalar and elementwise products differ.":
        ("cross(a, b) -> a * b", "cross(a, b) -> a @ b", "a @ b -> a * b", "outer(a, b) -> a @ b"),
    "An inverse (or a solve) stands where the matrix itself belongs, or the other way round.":
        ("a @ b -> np.linalg.inv(a) @ b", "solve(a, b) -> a @ b", "inv(a) @ b -> a @ b"),
    "One entry, or one block, is zero that should not be.": ("[x] -> 0 * x",),
    "One entry, or one block, is left out.": (left_out,),
    "Two entries, or two blocks, are exchanged.": (two_exchanged,),
    "This is a quantity on the way to the answer, or a given, not the answer itself.": (on_the_way,),
    "{a} is missing, or was taken as 0 or 1.": (taken_as(0.0), taken_as(1.0)),
    "{a} has the other sign, or has lost it.": ("g -> -g", "g -> abs(g)"),
}

WEAK = {"{a} has the other sign, or has lost it.": 3, "{a} and {b} are exchanged.": 2}
"""How many numbers a rule must change to be believed, if it agrees by chance too easily; others need one."""

SIGN, FACTOR = list(RULES)[:2], [rule for rule in RULES if "twice as" in rule or "half as" in rule]
"""Rules that are tried together, one of either kind."""

COUNTS = ("One term of a sum is missing.", "One term of a sum has the other sign.", "A factor is missing.",
          "Two entries, or two blocks, are exchanged.", "One entry, or one block, is left out.")
"""The only rules for whole numbers, which agree too easily."""

FAMILIES = (("sign", "wrong way round"), ("half as large", "missing", "left out"), ("exchanged",), ("twice",),
            ("zero",))
"""Words of sentences that mean the same; of each family one sentence is said."""
