"""What all benchmarks share: a model to build, a reference to compare with, a table to print."""

import csv
from dataclasses import dataclass, field
from importlib import resources

import numpy as np

PICKED = 10
"""Sampled times between two rows of a reference."""

HEAD = ("                 bodies coordinates equations  method       steps     s  "
        "   error [m]: largest final   energy balance  |Phi|")
"""Head of a table of `Comparison.row`; the energy balance is relative to the energy exchanged."""


@dataclass(frozen=True)
class Benchmark:
    """One classical problem.

    Attributes
    ----------
    name, title : str
    build : callable ``build(kind, dimension, **options) -> Model``
    reported : dict of str -> callable(run) -> (k,) array
        The reported coordinates under the names of the reference [m].
    duration : float [s]
    dimensions : tuple
        In which the problem can be modelled, the usual one first.
    options : dict of str -> default
        What `build` takes besides, such as the number of windows.
    exact : callable ``(t, **options) -> dict of columns`` or None
        Exact solution for options that the reference file does not hold.
    default, tight : dict
        Method and settings that are enough for a picture, and those that come close to rounding.
    """

    name: str
    title: str
    build: object
    reported: dict
    duration: float
    dimensions: tuple
    options: dict = field(default_factory=dict)
    exact: object = None
    default: dict = field(default_factory=lambda: dict(method="projection"))
    tight: dict = field(default_factory=lambda: dict(method="projection", rtol=1e-12))

    def reference(self, **options):
        """Reference history: t and the reported coordinates, about 100 rows.

        The file's first line states its source and accuracy.
        """
        if options != self.options:
            t = self.reference(**self.options)["t"]
            return {"t": t, **self.exact(t, **options)}
        with resources.files(__package__).joinpath(f"ref_{self.name}.csv").open(encoding="utf-8") as file:
            lines = [line for line in file if not line.startswith("#")]
        columns = zip(*csv.reader(lines))
        return {name: np.array(values, dtype=float) for name, *values in columns}

    def run(self, kind="full", dimension=None, duration=None, tight=False, progress=None,
            options=None, **settings):
        """Simulate; the sampled times hold those of the reference.

        Parameters
        ----------
        kind : "full" or "reduced"
        dimension : int, by default the usual one
        duration : float, by default the benchmark's [s]
        tight : bool
            Take the settings that come close to rounding.
        options : dict
            Of `build`.
        **settings
            Method and its settings, instead of the benchmark's own.

        Returns
        -------
        Comparison
        """
        chosen = {**self.options, **(options or {})}
        model = self.build(kind, dimension or self.dimensions[0], **chosen)
        duration = self.duration if duration is None else duration
        reference = self.reference(**chosen)
        fine = np.linspace(0.0, self.duration, PICKED * (len(reference["t"]) - 1) + 1)
        times = np.append(fine[fine < duration * (1 - 1e-12)], duration) if duration > 0 else np.zeros(1)
        own = self.tight if tight else self.default
        if settings.get("method", own["method"]) != own["method"]:
            own = {}                                   # settings of one method mean nothing to another
        return Comparison(self, model.simulate(duration, samples=times, progress=progress,
                                               **{**own, **settings}), reference)


@dataclass(frozen=True)
class Comparison:
    """A run of a benchmark beside its reference."""

    benchmark: Benchmark
    run: object
    reference: dict

    def reported(self):
        """The reported coordinates of the run, dict of (k,) arrays [m]."""
        return {name: of(self.run) for name, of in self.benchmark.reported.items()}

    @property
    def compared_until(self):
        """Last time at which there is both a state of the run and one of the reference [s]."""
        return float(min(self.run.t[-1], self.reference["t"][-1]))

    def errors(self):
        """Differences from the reference at its times within the run, dict of arrays [m]."""
        common = np.flatnonzero(self.reference["t"] <= self.run.t[-1] * (1 + 1e-12))
        rows = np.abs(self.run.t[None, :] - self.reference["t"][common, None]).argmin(axis=1)
        return {name: values[rows] - self.reference[name][common] for name, values in self.reported().items()}

    def largest_error(self):
        """Largest error of a reported coordinate [m]."""
        return max(np.abs(e).max() for e in self.errors().values())

    def final_error(self):
        """Largest error at the last common time [m]."""
        return max(abs(e[-1]) for e in self.errors().values())

    def table(self):
        """Size, cost, quality and error in a small table."""
        end = self.compared_until
        beyond = ", where the reference ends" if end < self.run.t[-1] else ""
        rows = [("largest error", f"{self.largest_error():.1e} m"),
                ("final error", f"{self.final_error():.1e} m at t = {end:g} s{beyond}")]
        return "\n".join([f"{self.benchmark.name} {self.benchmark.title}", self.run.summary(),
                          *(f"{name:<20}{value}" for name, value in rows)])

    def row(self):
        """The same in one line under `HEAD`, with a remark if the run has not the benchmark's duration."""
        model, run = self.run.model, self.run
        balance = np.abs(run.energy_balance()).max() / run.energy_exchanged()
        end, whole, remark = run.t[-1], self.benchmark.duration, ""
        if end != whole:
            remark = f"  {end:.3g} of {whole:g} s" if end < whole else f"  errors of the first {whole:g} s"
        if not run.complete:
            remark += ", stopped"
        return (f"{self.benchmark.name:<5}{model.dimension}-D  {model.kind:<8}"
                f"{len(model.bodies):6}{run.system.n:12}{run.system.m:10}  "
                f"{run.method:<12}{run.counts.steps:6}{run.seconds:8.2f}"
                f"{self.largest_error():11.1e}{self.final_error():9.1e}{balance:13.1e}{run.violation().max():9.1e}"
                f"{remark}")

    def to_csv(self, path):
        """Write t, the reported coordinates and the energy."""
        self.run.to_csv(path, {**self.reported(), "energy": self.run.energy()})


def place(*xyz, dimension):
    """A place or vector given in space, cut to the dimension of the model."""
    return np.array(xyz[:dimension], dtype=float)


def spin(about_z, dimension):
    """An angular velocity or moment about the z axis, a number in the plane."""
    return about_z if dimension == 2 else np.array([0.0, 0.0, about_z])


def turned(angle, dimension):
    """Axes turned by an angle about z, as columns."""
    axes = np.eye(dimension)
    axes[:2, :2] = [[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]]
    return axes
