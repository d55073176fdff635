"""A run on paper: a small table of its size, cost and quality, and histories as a file of numbers."""

import csv

import numpy as np

from .engine.mobility import mobility
from .engine.uniqueness import not_unique
from .formulation.checks import checked_path

NAMED = 8
"""Joints that the summary names one by one."""


def summary(run):
    """The run in a small table: size, cost and quality."""
    at_start = mobility(run.system, run.q[0], run.t[0])
    rows = [("bodies", len(run.model.bodies)), ("coordinates", at_start.coordinates),
            ("equations", at_start.rows), ("rank", at_start.rank),
            ("degrees of freedom", at_start.degrees_of_freedom), ("method", run.method),
            ("simulated", f"{run.t[-1]:g} s" + ("" if run.complete else " (stopped early)")),
            ("steps", run.counts.steps),
            ("rejected steps", "not told" if run.counts.rejected is None else run.counts.rejected),
            ("computing time", f"{run.seconds:.2f} s"), *_energy(run),
            ("largest |Phi|", f"{run.violation().max():.1e}"), *_not_unique(run, at_start.redundant),
            *(("warning", text) for text in run.counts.warnings)]
    return "\n".join(f"{name:<20}{value}" for name, value in rows)


def _energy(run):
    """Drift and balance of the energy; of a motion that was not integrated neither says anything."""
    if run.work is None:
        return []
    balance = np.abs(run.energy_balance()).max()
    return [("energy drift", f"{run.energy_drift():.1e} J"),
            ("energy balance", f"{balance:.1e} J of {run.energy_exchanged():.3g} J exchanged")]


def _not_unique(run, redundant):
    """Joints whose reactions nothing determines, at the start."""
    if not redundant:
        return []
    found = list(not_unique(run.model, run.system, run.unshared, run.q[0], run.t[0]).items())
    rest = len(found) - NAMED
    return [("not unique", f"reaction of {joint} ({', '.join(words)})") for joint, words in found[:NAMED]] + (
        [("", f"and of {rest} more, which model.mobility().not_unique names")] if rest > 0 else [])


def to_csv(run, path, columns):
    """Write t and named histories to a file.

    Parameters
    ----------
    columns : dict of str -> (k,) array

    Raises
    ------
    ValueError
        A history that has not one number for each time.

    Examples
    --------
    >>> from types import SimpleNamespace
    >>> to_csv(SimpleNamespace(t=np.array([0.0, 0.1, 0.2])), "unwritten.csv", {"x": [1.0, 2.0]})
    Traceback (most recent call last):
    ValueError: column 'x' must hold one number for each of the 3 times, but has shape (2,)
    """
    if not isinstance(columns, dict):
        raise TypeError(f"the columns of a table have names: {{\"x\": history}}, not {columns!r}")
    columns = {"t": run.t, **columns}
    for name, x in columns.items():
        try:
            columns[name] = x = np.asarray(x, dtype=float)
        except (TypeError, ValueError):
            raise ValueError(f"column {name!r} must hold numbers, not {x!r}") from None
        if x.shape != run.t.shape:
            raise ValueError(f"column {name!r} must hold one number for each of the {len(run.t)} times, "
                             f"but has shape {x.shape}")
    with open(checked_path(path), "w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(columns)
        writer.writerows(zip(*(map(repr, x.tolist()) for x in columns.values())))
