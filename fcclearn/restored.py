"""A saved result read again: the same questions, the same answers, without the program that made it."""

import json
import os
import zipfile

import numpy as np

from .archive import FORMAT, NAMED
from .engine.linear import Solver
from .formulation.body import Body
from .formulation.constraints import Constraint
from .formulation.drivers import Driven
from .formulation.elements import Element, Point
from .formulation.joints import Joint
from .formulation.products import Cross, Dot
from .formulation.solid import Solid
from .formulation.tables import table, tabulated_force
from .model import Model
from .result import Result
from .simulation.stepping import Counts


def load(path):
    """Read a result that `Result.save` wrote.

    It answers all questions of a `Result` at its times, and its `model` those about the mechanism. What it
    cannot do is to go on: motions and forces that were functions are known at the times of the run only.

    Parameters
    ----------
    path : str or Path

    Returns
    -------
    Result

    Raises
    ------
    ValueError
        The file is no result, or one of a later version.

    Examples
    --------
    >>> import tempfile, pathlib
    >>> from fcclearn import Model, point_mass
    >>> model = Model(gravity=[0, -9.0])
    >>> stone = model.body("stone", point_mass(1.0), kind="point")
    >>> run = model.simulate(2.0, samples=3)
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     again = load(run.save(pathlib.Path(folder) / "fall"))
    >>> again.position("stone")[:, 1].round(9)
    array([  0. ,  -4.5, -18. ])
    """
    if not isinstance(path, (str, os.PathLike)):
        raise TypeError(f"load takes the path of a file, not {path!r}")
    if not os.path.isfile(path):
        raise FileNotFoundError(f"there is no file {os.fspath(path)!r} to load")
    try:
        with np.load(path, allow_pickle=False) as file:
            arrays = {name: file[name] for name in file.files}
        data = json.loads(str(arrays["description"]))
    except (zipfile.BadZipFile, KeyError, ValueError) as error:
        raise ValueError(f"{path} holds no result that was saved by fcclearn") from error
    if data.get("format") != FORMAT:
        raise ValueError(f"{path} is a {data.get('format')!r}; this version reads {FORMAT!r}")
    model, about = _Reader(arrays).model(data["model"]), data["run"]
    counts = about["counts"] and Counts(**about["counts"])
    run = Result(model, arrays["t"], arrays["q"], arrays["qd"], about["method"], counts, about["seconds"],
                 about["complete"], arrays["qdd"], arrays.get("work"), map(tuple, about["events"]),
                 arrays["multipliers"])
    run.solver = Solver(*model.system.patterns, about["solver"], model.system.units)
    return run


class _Reader:
    """The way back from a description to a model; see `archive.description`."""

    def __init__(self, arrays):
        self.arrays = arrays

    def model(self, data):
        self.made = model = Model(data["gravity"], data["kind"])
        for item in data["bodies"]:
            model.bodies[item["name"]] = self.body(item)
        self.carriers = {"ground": model.ground, **model.bodies}
        for item in data["joints"]:
            model.joints[item["name"]] = self.joint(item)
        for item in data["forces"]:
            model.forces[item["name"]] = self.force(item)
        bodies = model.bodies
        model.shared = [((bodies[a], axis), (bodies[b], other)) for a, axis, b, other in data["shared"]]
        return model

    def body(self, item):
        points = {name: np.array(c) for name, c in item["points"].items()}
        solid = Solid(np.array(item["P"]), points, tuple(np.array(line) for line in item["outline"]))
        body = Body(item["name"], solid, self.made.dimension, item["kind"], triad=item["triad"])
        body.is_reading = item["is_reading"]
        body.blocks, body.block_rates = np.array(item["blocks"]), np.array(item["block_rates"])
        return body

    def joint(self, item):
        points = tuple(Point(self.carriers[p["body"]], p["local"], p["name"]) for p in item["points"])
        constraints = [Constraint(c["kind"], [self.equation(e, item["name"]) for e in c["equations"]])
                       for c in item["constraints"]]
        acts_at = None if item["acts_at"] is None else points[item["acts_at"]]
        aligned = tuple(tuple(map(self.element, pair)) for pair in item.get("aligned", ()))
        return Joint(item["kind"], constraints, points, item["name"], acts_at, aligned)

    def element(self, terms):
        return Element({self.carriers[name]: np.array(c) for name, c in terms})

    def equation(self, item, owner):
        if item["is"] == "cross":
            return Cross(self.carriers[item["body"]], item["k"])
        if item["is"] == "dot":
            f = self.function(item["f"], owner) if isinstance(item["f"], dict) else item["f"]
            return Dot(self.element(item["x"]), self.element(item["y"]), f, item["label"])
        phase = (self.equation if "is" in item["phase"] else self.function)(item["phase"], owner)
        dots = [self.equation(dot, owner) for dot in item["dots"]]
        weights = [self.function(weight, owner) for weight in item["weights"]]
        offset = item["offset"] and self.function(item["offset"], owner)
        return Driven(dots, weights, offset, phase, item["label"])

    def function(self, item, owner):
        if "named" in item:
            return NAMED[item["named"]]
        arguments, values = self.arrays[item["arguments"]], self.arrays[item["values"]]
        return table(arguments, values, f"what {owner!r} prescribes")

    def force(self, item):
        elements = [self.point_or_element(x) for x in item["elements"]]
        kept = {name: self.arrays[item[name]] for name in ("forces", "energies", "rates") if name in item}
        return tabulated_force(elements, item["name"], self.arrays["t"], **kept)

    def point_or_element(self, terms):
        """A point where it is one, which is what pictures of springs look for."""
        (name, c), *others = terms
        return Point(self.carriers[name], c[1:]) if not others and c[0] == 1.0 else self.element(terms)
