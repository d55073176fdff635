"""A project of one's own: mechanisms to choose from, a template for the report, a check of its formal part.

    python -m fcclearn.course.capstone my_report.ipynb          writes the template

`formal` looks at mobility, closure, energy and two roads; `report_check.check_report` also at what is blank,
what was not run, and which functions both roads call. What they cannot judge is whether the roads share an
idea and whether the question is answered: that is what the rubric is for.
"""

import json
import sys
from pathlib import Path
from typing import NamedTuple

import numpy as np
from IPython.display import Markdown

from fcclearn.course.report_template import start_report

STORED = Path(__file__).with_name("mechanisms.json")
FREEDOMS = {"revolute": 1, "prismatic": 1, "universal": 2, "spherical": 3}
CLOSED = 1e-9
"""Largest |Phi| of a mechanism that is closed, m or 1."""

RUBRIC = {
    "question and data, with a source": 2,
    "model, and mobility explained": 3,
    "two roads that are independent": 5,
    "a planted error that each test sees": 3,
    "a limit or singular pose, found and shown": 2,
    "figures with units": 2,
    "claims as numbers with tolerances": 2,
    "what was not tested": 1,
}
"""Points of a report, 20 together."""

class Finding(NamedTuple):
    """One line of the formal check."""

    part: str
    right: bool
    sentence: str


def gruebler(mechanism):
    """Gruebler's count of a mechanism of the list, in the plane or in space.

    >>> [gruebler(m) for m in mechanisms()]
    [1, 1, -5, -2, 0, 2, 2, 0, -2, 6, 9, -3]
    """
    d = 3 if mechanism["planar"] else 6
    joints = mechanism["joints"]
    return d * (mechanism["links"] - 1 - sum(joints.values())) + sum(
        n * FREEDOMS[kind] for kind, n in joints.items()
    )


def mechanisms():
    """The twelve mechanisms to choose from: name, source, links, joints, freedoms, question, difficulty."""
    return json.loads(STORED.read_text(encoding="utf-8"))


def show_mechanisms():
    """The list as a table: Gruebler's count, freedoms, redundant rows by their difference."""
    rows = [
        "| mechanism | source | Gruebler | freedoms | redundant | a question | expect |",
        "|---|---|---|---|---|---|---|",
    ]
    for m in mechanisms():
        count = f"{gruebler(m)}{' (plane)' if m['planar'] else ''}"
        rows.append(
            f"| {m['name']} | {m['source']} | {count} | {m['freedoms']} | {m['freedoms'] - gruebler(m)} | "
            f"{m['question']} | {m['difficulty']} |"
        )
    return Markdown("\n".join(rows))


def show_rubric():
    """The rubric as a table."""
    rows = [f"| {what} | {points} |" for what, points in RUBRIC.items()]
    return Markdown(
        "\n".join(["| part | points |", "|---|---|", *rows, f"| together | {sum(RUBRIC.values())} |"])
    )


def mobility(model, freedoms):
    """Whether the claimed number of freedoms is the model's."""
    found = model.mobility()
    count = found.degrees_of_freedom
    right = count == freedoms
    names = ", ".join(sorted(drives(model.system)))
    driven = f"; the model is driven ({names}): ask it without" if names else ""
    extra = f"; explain the {found.redundant} redundant rows" if found.redundant else ""
    return Finding(
        "mobility",
        right,
        f"rank {found.rank} of {found.coordinates} coordinates: "
        f"{count} freedom{'' if count == 1 else 's'}, you claim {freedoms}{extra}{driven}",
    )


def drives(system):
    """Names of the joints that prescribe a motion."""
    return {system.rows[row].owner for row in system.mixing.prescribed}


def free(mechanism):
    """Names of the bodies, and of the joints that drive nothing, of a model or of a run."""
    model = getattr(mechanism, "model", mechanism)
    return [*model.bodies, *(joint for joint in model.joints if joint not in drives(mechanism.system))]


def closure(model, run=None):
    """Whether every joint holds where the bodies were placed, and all along a run of the same mechanism."""
    start = float(np.abs(model.system.phi(model.system.layout.start()[0])).max(initial=0.0))
    if start >= CLOSED:
        said = f"a row of Phi is {start:.2g}: call model.assemble(), or place the bodies where they belong"
        return Finding("closure", False, said)
    if run is None:
        return Finding("closure", True, "all joints are closed at the start")
    if free(run) != free(model):
        return Finding("closure", False, "the run has other bodies or joints than the model")
    drift = np.array([np.abs(run.system.phi(q, t)).max(initial=0.0) for q, t in zip(run.q, run.t)])
    if drift.max() >= CLOSED:
        when = run.t[drift.argmax()]
        said = f"closed at the start, but a row of Phi is {drift.max():.2g} at t = {when:.3g} s of the run"
        return Finding("closure", False, said)
    return Finding("closure", True, "all joints are closed, at the start and along the run")


def energy(run, share=1e-4):
    """Whether the energy of a run is balanced, beside what was exchanged."""
    if run.drivers():
        return Finding("energy", False, "the run has drives; let the mechanism move by itself")
    exchanged, off = run.energy_exchanged(), float(np.abs(run.energy_balance()).max())
    right = 0 < exchanged and off < share * exchanged
    if right:
        return Finding("energy", True, f"balanced to {share:g} of what is exchanged")
    return Finding(
        "energy",
        False,
        f"off by {off:.1g} J of {exchanged:.1g} J: tighten rtol, or find the error"
        if exchanged
        else "nothing moved, so nothing was tested",
    )


def roads(one, other, tolerance, planted=None):
    """Whether two roads to a history agree within a tolerance, and a planted error is outside of it.

    Examples
    --------
    >>> t = np.linspace(0, 1, 11)
    >>> [f.right for f in roads(np.sin(t), np.sin(t) + 1e-9, 1e-6, np.sin(t) + 1e-3)]
    [True, True]
    >>> roads(np.sin(t), np.sin(t), 1e-6)[0].sentence
    'the difference is exactly zero: do the roads share a function?'
    """
    one, other = np.asarray(one, float), np.asarray(other, float)
    if one.shape != other.shape or one.size < 5:
        return [
            Finding(
                "two roads",
                False,
                f"shapes {one.shape} and {other.shape}: give two histories of at least "
                "five values; agreement at one pose proves little",
            )
        ]
    off = float(np.abs(one - other).max())
    if not (np.isfinite(off) and tolerance > 0):
        said = f"tolerance {tolerance:g}: it must be positive" if np.isfinite(off) else "a road holds NaN"
        return [Finding("two roads", False, said)]
    sentence = (
        "the difference is exactly zero: do the roads share a function?"
        if off == 0
        else f"they agree within {tolerance:g}"
        if off <= tolerance
        else f"they differ by {off:.1g}, the tolerance is {tolerance:g}"
    )
    found = [Finding("two roads", 0 < off <= tolerance, sentence)]
    if planted is None or planted is ...:
        return [*found, Finding("planted error", False, "none: a test that cannot fail is none")]
    planted = np.asarray(planted, float)
    if planted.shape != other.shape:
        said = f"shape {planted.shape}, but the roads have {other.shape}: plant it in all of road 1"
        return [*found, Finding("planted error", False, said)]
    change = float(np.abs(planted - other).max())
    return [
        *found,
        Finding(
            "planted error",
            change > 10 * tolerance,
            f"it changes {change:.1g}, {change / tolerance:.0e} times the tolerance"
            + ("" if change > 10 * tolerance else ": the comparison does not see it"),
        ),
    ]


def show(found):
    """Print findings, one a line, and return them."""
    for part, right, sentence in found:
        print(f"{'ok ' if right else 'NO '} {part:14} {sentence}")
    return found


def formal(model, freedoms, run, road_1, road_2, planted, tolerance):
    """Print what the formal part of a report lacks; return the findings.

    Parameters
    ----------
    model : Model
    freedoms : int, the claimed number
    run : Result of a simulation without drives
    road_1, road_2, planted : arrays of the same quantity, road 1 once more with a planted error
    tolerance : float, in the unit of the quantity
    """
    if any(x is ... for x in (model, freedoms, run, road_1, road_2, tolerance)):
        print("There are blanks left: fill in every ... of the template.")
        return []
    found = [
        mobility(model, freedoms),
        closure(model, run),
        energy(run),
        *roads(road_1, road_2, tolerance, planted),
    ]
    return show(found)


if __name__ == "__main__":
    print(f"{start_report(*sys.argv[1:2])} written")
