"""The last cell of a report: what is blank or was not run, functions that both roads call, the formal part.

    check_report(globals())

reads the names of the notebook and, in Jupyter, the cells that were run (`In`).
"""

import ast
import inspect

import numpy as np

from fcclearn import Model, Motion
from fcclearn.course.capstone import Finding, formal, show
from fcclearn.course.report_template import TEMPLATE
from fcclearn.result import Result

JUDGED = ("model", "freedoms", "run", "road_1", "road_2", "planted", "tolerance")
"""Names of the template in the order in which `formal` takes them."""


def parts():
    """The name of every blank of the template and the heading of its part.

    >>> parts()["road_2"], parts()["limit"]
    ('4 Road 1 and road 2: position', '7 Limits')
    """
    return {
        statement.targets[0].id: heading
        for heading, _, code in TEMPLATE
        for statement in ast.parse(code).body
        if isinstance(statement, ast.Assign) and ast.unparse(statement.value) == "..."
    }


def missing(names):
    """What is not there, or still a blank, among the names of a report.

    >>> missing({name: 1 for name in parts() if name != "run"} | {"limit": ...})
    ['run is not there: was the cell of "5 Forces or motion" run?', 'limit is still blank: "7 Limits"']
    """
    found = []
    for name, heading in parts().items():
        if name not in names:
            found.append(f'{name} is not there: was the cell of "{heading}" run?')
        elif names[name] is ...:
            found.append(f'{name} is still blank: "{heading}"')
    return found


def shared_functions(names, one, other):
    """Functions of the report, and of the package, that the ways to two of its values both call.

    The cells that were run are read (`In`), the last assignment of a name counts. A Motion is data. Functions
    of the report come first.
    """
    uses = {}
    for cell in names.get("In", ()):
        try:
            statements = ast.parse(cell).body
        except SyntaxError:                                   # that cell did not run either
            continue
        for statement in statements:
            note(statement, uses)
    both = calls(one, uses, names) & calls(other, uses, names)
    return sorted(both, key=lambda name: (name not in uses, name))


def note(statement, uses):
    """Enter what a statement says about the names that it defines or changes."""
    if isinstance(statement, ast.FunctionDef):
        uses[statement.name] = [statement]
    elif isinstance(statement, (ast.Assign, ast.AnnAssign)):
        targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
        for target in targets:
            for name in names_in(target):
                new = isinstance(target, (ast.Name, ast.Tuple)) and name not in names_in(statement.value)
                kept = [] if new else uses.get(name, [])
                uses[name] = [*kept, statement.value]
    elif not isinstance(statement, (ast.Import, ast.ImportFrom)):
        for name in names_in(statement) & set(uses):
            if changes(statement, name):
                uses[name] = [*uses[name], statement]


def names_in(part):
    """Names in a part of a program: of a target those that it writes to, a, (a, b), a[k], a.b."""
    return {n.id for n in ast.walk(part) if isinstance(n, ast.Name)}


def changes(statement, name):
    """Whether a loop or a call such as a.append(...) changes a name."""
    for node in ast.walk(statement):
        targets = {ast.Assign: lambda: node.targets, ast.AugAssign: lambda: [node.target]}.get(type(node))
        if targets and any(name in names_in(t) for t in targets()):
            return True
        call = isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)
        if call and isinstance(node.func.value, ast.Name) and node.func.value.id == name:
            return node.func.attr in ("append", "extend", "insert")
    return False


def calls(name, uses, names):
    """Functions that are called on the way to a name, also within the report's own functions."""
    found, seen, left = set(), set(), [name]
    while left:
        name = left.pop()
        if name in seen:
            continue
        seen.add(name)
        for part, node in ((part, n) for part in uses.get(name, ()) for n in ast.walk(part)):
            if isinstance(node, ast.Name) and node.id not in own_names(part):
                left.append(node.id)
            if isinstance(node, ast.Call) and counts(node.func, names):
                found.add(node.func.id if isinstance(node.func, ast.Name) else node.func.attr)
    return found


def own_names(part):
    """Arguments and local names of a function, what a comprehension runs through: not the report's names."""
    stored = {n.id for n in ast.walk(part) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}
    return stored | {n.arg for n in ast.walk(part) if isinstance(n, ast.arg)}


def counts(function, names):
    """Whether a function that is called is the report's or the package's, not one of NumPy or Python."""
    if isinstance(function, ast.Attribute):
        return any(hasattr(kind, function.attr) for kind in (Model, Result)) and not any(
            hasattr(kind, function.attr) for kind in (np.ndarray, list, dict)
        )
    value = names.get(function.id) if isinstance(function, ast.Name) else None
    if value is Motion or not (inspect.isfunction(value) or inspect.isclass(value)):
        return False
    return value.__module__.partition(".")[0] in ("fcclearn", names.get("__name__", "__main__"))


def check_report(names):
    """Print what a report lacks in its formal part; return the findings.

    Parameters
    ----------
    names : dict, the notebook's globals()
    """
    blanks = missing(names)
    if blanks:
        return show([Finding("template", False, blank) for blank in blanks])
    found = formal(*(names[name] for name in JUDGED))
    both = shared_functions(names, "road_1", "road_2")
    if "In" in names:
        more = f" and {len(both) - 3} more" if len(both) > 3 else ""
        sentence = (
            f"both roads call {', '.join(both[:3])}{more}: share data, no function"
            if both
            else "the roads call no function in common; whether they share an idea, ask a reader"
        )
        found += show([Finding("independence", not both, sentence)])
    return found
