"""What all benchmarks share: a model to build, a reference to compare with, a table to print."""

import csv
from dataclasses import dataclass
from importlib import resources

import numpy as np

PICKED = 10
"""Sampled times between two rows of a reference."""


@dataclass(frozen=True)
class Benchmark:
    """One classical problem.

    Attributes
    ----------
    name, title : str
    build : callable ``build(kind, dimension, **options) -> Model``
    reported : dict of str -> callable(run) -> (k,) array
        The reported coordinates under the names of the reference.
    duration : float [s]
    dimensions : tuple
        In which the problem can be modelled, the usual one first.
    options : dict of str -> default
        What `build` takes besides, such as the number of windows.
    closed_form : callable ``(t, **options) -> dict of columns`` or None
        Exact solution for options that the reference file does not hold.
    """

    name: str
    title: str
    build: object
    reported: dict
    duration: float
    dimensions: tuple
    options: dict
    closed_form: object = None

    def reference(self, **options):
        """Reference history: t and the reported coordinates, about 100 rows.

        The file's first line states its source and accuracy.
        """
        if options != self.options and self.closed_form:
            t = self.reference(**self.options)["t"]
            return {"t": t, **self.closed_form(t, **options)}
        with resources.files(__package__).joinpath(f"ref_{self.name}.csv").open(encoding="utf-8") as file:
            lines = [line for line in file if not line.startswith("#")]
        columns = zip(*csv.reader(lines))
        return {name: np.array(values, dtype=float) for name, *values in columns}

    def run(self, kind="full", dimension=None, duration=None, method="projection", progress=None, build_options=None, **settings):
        """Simulate; the sampled times hold those of the reference.

        Returns
        -------
        Comparison
        """
        chosen = {**self.options, **(build_options or {})}
        model = self.build(kind, dimension or self.dimensions[0], **chosen)
        duration = self.duration if duration is None else duration
        reference = self.reference(**chosen)
        fine = np.linspace(0.0, self.duration, PICKED * (len(reference["t"]) - 1) + 1)
        times = np.append(fine[fine < duration * (1 - 1e-12)], duration) if duration > 0 else np.zeros(1)
        run = model.simulate(duration, method=method, samples=times, progress=progress, **settings)
        return Comparison(self, run, reference)


@dataclass(frozen=True)
class Comparison:
    """A run of a benchmark beside its reference."""

    benchmark: Benchmark
    run: object
    reference: dict

    def reported(self):
        """The reported coordinates of the run, dict of (k,) arrays."""
        return {name: of(self.run) for name, of in self.benchmark.reported.items()}

    def errors(self):
        """Differences from the reference at its times within the run, dict of arrays."""
        common = np.flatnonzero(self.reference["t"] <= self.run.t[-1] * (1 + 1e-12))
        rows = np.abs(self.run.t[None, :] - self.reference["t"][common, None]).argmin(axis=1)
        return {name: values[rows] - self.reference[name][common] for name, values in self.reported().items()}

    def table(self):
        """Size, cost, quality and error in a small table."""
        errors = self.errors()
        largest = max(np.abs(e).max() for e in errors.values())
        final = max(abs(e[-1]) for e in errors.values())
        return (f"{self.benchmark.name} {self.benchmark.title}\n{self.run.summary()}\n"
                f"{'largest error':<20}{largest:.1e} m\n{'final error':<20}{final:.1e} m")

    def to_csv(self, path):
        """Write t, the reported coordinates and the energy."""
        self.run.to_csv(path, {**self.reported(), "energy": self.run.energy()})


def place(*xyz, dimension):
    """A place or vector given in space, cut to the dimension of the model."""
    return np.array(xyz[:dimension], dtype=float)


def spin(rate, dimension):
    """Angular velocity about the z axis, a number in the plane."""
    return rate if dimension == 2 else np.array([0.0, 0.0, rate])
