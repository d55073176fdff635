"""Make the exercises from the solutions: python -m fcclearn.course.exercises [--check]

A solution notebook marks what a student is to write:

* in a code cell, the lines from `# BEGIN SOLUTION` to `# END SOLUTION` become a blank (see `blank`);
* a markdown cell tagged `solution` becomes "*Your words here.*";
* a cell tagged `solution-only` is left out.
"""

import ast
import re
import sys
import textwrap
from pathlib import Path

from fcclearn.course import notebook
from fcclearn.course.files import COURSE, write_whole

BEGIN, END = "# BEGIN SOLUTION", "# END SOLUTION"
YOUR_WORDS = "*Your words here.*"


def strip(solution):
    """
    Return the exercise of a solution notebook.

    Parameters
    ----------
    solution : NotebookNode

    Returns
    -------
    NotebookNode
        Cell ids are those of the solution; there are no outputs.

    Raises
    ------
    ValueError
        If a marker has no partner, or a code cell is tagged `solution`.
    """
    exercise = notebook.tidy(solution, outputs=False)
    exercise.cells = [strip_cell(cell) for cell in exercise.cells if "solution-only" not in tags(cell)]
    return exercise


def tags(cell):
    """Return the tags of a cell."""
    return cell.metadata.get("tags", [])


def strip_cell(cell):
    """Blank the solution in one cell, in place, and return the cell."""
    if cell.cell_type == "code":
        if "solution" in tags(cell):
            raise ValueError(f"cell {cell.id}: the tag 'solution' is for text; use {BEGIN} and {END} in code")
        try:
            cell.source = strip_code(cell.source)
        except (ValueError, SyntaxError) as error:
            raise ValueError(f"cell {cell.id}: {error}") from error
    elif "solution" in tags(cell):
        cell.source = YOUR_WORDS
        cell.pop("attachments", None)
        cell.metadata["tags"] = [tag for tag in tags(cell) if tag != "solution"]
        if not cell.metadata["tags"]:
            del cell.metadata["tags"]
    return cell


def strip_code(source):
    """
    Replace every marked region of a code cell by its blank.

    >>> print(strip_code('L = 2.0\\n# BEGIN SOLUTION\\nm = 3 * L\\n# END SOLUTION\\nprint(m)'))
    L = 2.0
    m = ...
    print(m)
    """
    lines, region = [], None
    for line in source.splitlines():
        if line.strip() == BEGIN:
            if region is not None:
                raise ValueError(f"{BEGIN} inside a region")
            region = []
        elif line.strip() == END:
            if region is None:
                raise ValueError(f"{END} without {BEGIN}")
            lines += blank(region)
            region = None
        elif region is not None:
            region.append(line)
        else:
            lines.append(line)
    if region is not None:
        raise ValueError(f"{BEGIN} without {END}")
    return "\n".join(lines)


def blank(region):
    """
    Return the lines that stand for a region in the exercise.

    An indented region (the body of a function or of a loop) becomes one `...`. A region at the left margin
    becomes `name = ...` for every name that it assigns or defines, in order; a name that starts with an
    underscore is the author's own help and is left out. Without such names it becomes one `...`.
    """
    code = textwrap.dedent("\n".join(region))
    statements = ast.parse(code).body
    first = next((line for line in region if line.strip()), "")
    indent = first[: len(first) - len(first.lstrip())]
    if indent:
        return [indent + "..."]
    names = dict.fromkeys(name for s in statements for name in assigned(s) if not name.startswith("_"))
    return [f"{name} = ..." for name in names] or ["..."]


def assigned(statement):
    """Return the names that a statement assigns or defines; nested blocks are not searched."""
    if isinstance(statement, (ast.FunctionDef, ast.ClassDef)):
        return [statement.name]
    if isinstance(statement, ast.Assign):
        targets = statement.targets
    elif isinstance(statement, ast.AnnAssign):
        targets = [statement.target]
    else:
        return []
    return [node.id for t in targets for node in ast.walk(t) if isinstance(node, ast.Name)
            and isinstance(node.ctx, ast.Store)]


def leaks(solution, exercise):
    """
    Return what an exercise gives away.

    This reads the solution in its own way, not through `strip`, so that a fault there is seen here.

    Parameters
    ----------
    solution, exercise : NotebookNode

    Returns
    -------
    list of str
        One sentence for each surviving marker, tag or output, and for each line of a solution that the
        exercise contains. Short lines, imports, and headers of loops and functions do not count.
    """
    found = []
    for cell in exercise.cells:
        if re.search(r"(begin|end)[\s_-]*solution", cell.source, re.IGNORECASE):
            found.append(f"cell {cell.id}: a marker survived")
        if any("solution" in tag for tag in tags(cell)):
            found.append(f"cell {cell.id}: a solution tag survived")
        if cell.get("outputs"):
            found.append(f"cell {cell.id}: an output is stored")
    given = squeeze(" ".join(cell.source for cell in exercise.cells))
    for line in solution_lines(solution):
        if squeeze(line) in given:
            found.append(f"the exercise contains this line of the solution: {line.strip()}")
    return found


def solution_lines(solution):
    """Return the lines of a solution notebook that give an answer away."""
    lines = []
    for cell in solution.cells:
        if {"solution", "solution-only"} & set(tags(cell)):
            lines += cell.source.splitlines()
        elif cell.cell_type == "code":
            regions = re.findall(r"BEGIN SOLUTION\n(.*?)# END SOLUTION", cell.source, re.DOTALL)
            lines += [line for region in regions for line in region.splitlines()]
    return [line for line in lines if telling(line.strip())]


def telling(line):
    """Say whether a line would help somebody who looks for the answer."""
    return (len(squeeze(line)) >= 8 and not line.endswith(":")
            and not line.startswith(("import ", "from ", "#")))


def squeeze(text):
    """Return a text without white space."""
    return "".join(text.split())


def generate(course):
    """Return {path of an exercise: its bytes} for every solution of a course folder."""
    result = {}
    for path in sorted((Path(course) / "solutions").glob("*.ipynb")):
        try:
            exercise = strip(notebook.read(path))
        except ValueError as error:
            raise ValueError(f"{path.name}, {error}") from error
        result[Path(course) / "exercises" / path.name] = notebook.to_bytes(exercise)
    return result


def out_of_step(course):
    """Return one sentence for each exercise that is missing, differs from its solution, or has none."""
    expected = generate(course)
    there = set((Path(course) / "exercises").glob("*.ipynb"))
    problems = [f"{path.name} is missing" for path in sorted(set(expected) - there)]
    problems += [f"{path.name} has no solution" for path in sorted(there - set(expected))]
    problems += [f"{path.name} differs from its solution" for path in sorted(there & set(expected))
                 if path.read_bytes() != expected[path]]
    return problems


def main(arguments, course=COURSE):
    """Write the exercises, or with --check only compare; return 0, or 1 if they are out of step."""
    if arguments not in ([], ["--check"]):
        print("usage: python -m fcclearn.course.exercises [--check]")
        return 2
    if arguments:
        problems = out_of_step(course)
        print("\n".join(problems + ["Run make exercises."] if problems
                        else ["The exercises are in step with the solutions."]))
        return 1 if problems else 0
    for path, content in generate(course).items():
        write_whole(path, content)
        print(f"wrote exercises/{path.name}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
