"""A result as a file that lasts: NumPy's npz, the model as a text (JSON), histories as arrays; no pickle.

The model is data: bodies, joints and their equations are elements and numbers. What is not data are the
functions that a user wrote. Of those is kept what they were at the times of the run: a motion's value, rate
and acceleration, a force on each of its elements, its potential energy (module `formulation.tables`).
"""

import json
import os
from pathlib import Path

import numpy as np

from .engine.dynamics import STEP
from .formulation import motion
from .formulation.checks import checked_path
from .formulation.motion import Function
from .formulation.products import Cross, Dot

FORMAT = "fcclearn result 1"

NAMED = {name: getattr(motion, name)
         for name in ("ONE", "IDENTITY", "SQUARE", "COS", "SIN", "MINUS_SIN", "TIME")}
"""Functions that are kept by their names."""


def save(run, path):
    """Write a result to a file that `fcclearn.load` reads, without the program that made it.

    A loaded result answers everything at its times; it cannot go on, since motions and forces that are
    functions are kept as what they were at these times. The file is complete or not there: it is written
    beside its place and moved.

    Returns
    -------
    Path
        Of the file, which ends in .npz.
    """
    named = str(path) if isinstance(path, os.PathLike) else path
    path = checked_path(named + ".npz" if isinstance(named, str) and Path(named).suffix != ".npz" else named)
    tables = Tables(run)
    arrays = dict(t=run.t, q=run.q, qd=run.qd, qdd=run.accelerations(), multipliers=run.multipliers())
    if run.work is not None:
        arrays["work"] = run.work
    counts = run.counts
    about = {"method": run.method, "seconds": run.seconds, "complete": bool(run.complete),
             "solver": run.solver.way, "events": [[float(t), name] for t, name in run.events],
             "counts": counts and {"steps": counts.steps, "rejected": counts.rejected,
                                   "evaluations": counts.evaluations, "warnings": list(counts.warnings)}}
    text = json.dumps({"format": FORMAT, "model": description(run.model, tables), "run": about})
    part = path.with_name(path.name + ".part")
    try:
        with open(part, "wb") as file:
            np.savez_compressed(file, description=np.array(text), **arrays, **tables.arrays)
        os.replace(part, path)
    finally:
        part.unlink(missing_ok=True)
    return path


def description(model, tables):
    """A model as dictionaries, lists, texts and numbers."""
    return {
        "gravity": model.gravity.tolist(), "kind": model.kind,
        "bodies": [_body(body) for body in model.bodies.values()],
        "joints": [_joint(joint, tables) for joint in model.joints.values()],
        "forces": [{"name": force.name, "elements": [_element(x) for x in force.elements], **tables.force(k)}
                   for k, force in enumerate(model.forces.values())],
        "shared": [[first.name, axis, second.name, other] for (first, axis), (second, other) in model.shared]}


def _body(body):
    solid = body.solid
    return {"name": body.name, "kind": body.kind, "triad": body.triad, "is_reading": body.is_reading,
            "blocks": body.blocks.tolist(), "block_rates": body.block_rates.tolist(), "P": solid.P.tolist(),
            "points": {name: c.tolist() for name, c in solid.points.items()},
            "outline": [line.tolist() for line in solid.outline]}


def _joint(joint, tables):
    return {"name": joint.name, "kind": joint.kind, "points": [_point(p) for p in joint.points],
            "acts_at": joint.acts_at and joint.points.index(joint.acts_at),
            "aligned": [[_element(axis) for axis in pair] for pair in joint.aligned],
            "constraints": [{"kind": c.kind, "equations": [_equation(e, tables) for e in c.equations]}
                            for c in joint.constraints]}


def _point(point):
    return {"body": point.body.name, "local": point.local.tolist(), "name": point.name}


def _element(element):
    return [[body.name, np.asarray(c, dtype=float).tolist()] for body, c in element.terms.items()]


def _equation(e, tables):
    if isinstance(e, Cross):
        return {"is": "cross", "body": e.body.name, "k": e.k}
    if isinstance(e, Dot):
        f = tables.function(e.f, tables.run.t) if isinstance(e.f, Function) else float(e.f)
        return {"is": "dot", "x": _element(e.x), "y": _element(e.y), "f": f, "label": e.label}
    phase = tables.phase(e.phase)
    return {"is": "driven", "label": e.label, "dots": [_equation(dot, tables) for dot in e.dots],
            "weights": [tables.function(w, phase) for w in e.weights],
            "offset": e.offset and tables.function(e.offset, phase),
            "phase": (_equation(e.phase, tables) if isinstance(e.phase, Dot)
                      else tables.function(e.phase, tables.run.t))}


class Tables:
    """The arrays that stand for functions, each with a name by which the description refers to it."""

    def __init__(self, run):
        self.run, self.arrays = run, {}

    def keep(self, array):
        name = f"table{len(self.arrays)}"
        self.arrays[name] = np.asarray(array, dtype=float)
        return name

    def function(self, function, arguments):
        """A function by its name, or by what it was at the arguments."""
        for name, known in NAMED.items():
            if function is known:
                return {"named": name}
        return {"arguments": self.keep(arguments), "values": self.keep([function(s) for s in arguments])}

    def phase(self, phase):
        """Values of a phase at the times of the run, (k,)."""
        if isinstance(phase, Dot):
            x, y = (self.run.system.value_of(element, self.run.q) for element in phase.elements)
            return (x * y).sum(axis=1) - phase.f
        return np.array([phase.value(t) for t in self.run.t])

    def force(self, k):
        """What a force of the model was at the times of the run."""
        compiled, system, rows = self.run.system.forces[k], self.run.system, []
        for t, q, qd in zip(self.run.t, self.run.q, self.run.qd):
            y, yd = system.y(q), system.yd(q, qd)
            f = compiled.force.checked_law(t, compiled.elements(y), compiled.rates(yd))
            energy = compiled.potential(t, y), np.imag(compiled.potential(t, y + 1j * STEP * yd)) / STEP
            rows.append((f, *energy))
        forces, energies, rates = zip(*rows)
        kept = {"forces": forces}
        if compiled.force.potential:
            kept.update(energies=energies, rates=rates)
        return {name: self.keep(array) for name, array in kept.items()}
