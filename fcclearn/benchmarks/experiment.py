"""The experiment of Paper A: what full and reduced bodies cost,
and how well each keeps energy and constraints.

    python -m fcclearn.benchmarks.experiment docs

draws its three figures. Computing times are those of the machine it runs on:
only their ratios mean something.
"""

import sys
import time as clock
from functools import partial
from pathlib import Path
from timeit import timeit

import numpy as np
from matplotlib import rc_context
from matplotlib.figure import Figure

from ..engine.dynamics import accelerations
from . import BENCHMARKS
from .case import PICKED

KINDS = ("full", "reduced")
ROUNDING = 1e-16            # the smallest value that is drawn
WINDOWS = (1, 2, 5, 10, 20, 40)

ROUNDS = 50
"""All are timed in turn, so often; the shortest time is the one that nothing else disturbed."""


def computing_times(windows=WINDOWS, dimensions=(2, 3), duration=1.0, **settings):
    """Computing time of A02 over the number of windows.

    Parameters
    ----------
    duration : float
        Simulated time; the first singular position comes after 0.7 s [s].
    **settings
        Method and its settings, instead of the benchmark's own.

    Returns
    -------
    dict of (dimension, kind) -> (len(windows), 2) array
        Processor time of the whole run, and shortest time of one evaluation of the accelerations [s].
    """
    cases = [(d, kind, n) for d in dimensions for kind in KINDS for n in windows]
    whole, one, evaluate = {}, {}, {}
    for d, kind, n in cases:
        started = clock.process_time()
        run = BENCHMARKS["A02"].run(kind, d, duration, options={"windows": n}, **settings).run
        whole[d, kind, n] = clock.process_time() - started
        evaluate[d, kind, n] = partial(accelerations, run.system, run.model.solver, run.q[0], run.qd[0])
    for _ in range(ROUNDS):
        for case in cases:
            one[case] = min(one.get(case, np.inf), timeit(evaluate[case], number=10) / 10)
    return {(d, kind): np.array([(whole[d, kind, n], one[d, kind, n]) for n in windows]) for d in dimensions
            for kind in KINDS}


def histories(kind, names=tuple(BENCHMARKS), **settings):
    """Energy balance, relative to the energy exchanged, and constraint violation of some benchmarks,
    by default all.

    Returns
    -------
    dict of name -> (t, balance, violation)
        Times over the benchmark's duration, between 0 and 1; J / J; m or 1.
    """
    result = {}
    for name in names:
        case = BENCHMARKS[name]
        run = case.run(kind, **settings).run
        balance = np.abs(run.energy_balance()) / run.energy_exchanged()
        result[name] = run.t / case.duration, balance, run.violation()
    return result


def figure_of_times(windows, times):
    """Time of a whole run and of each acceleration over the number of windows, all axes logarithmic."""
    from ..show.figures import STYLE
    with rc_context(STYLE):
        figure = Figure(figsize=(9.5, 4.4))
        run, one = figure.subplots(1, 2)
        for (dimension, kind), seconds in times.items():
            run.loglog(windows, seconds[:, 0], marker="o", label=f"{dimension}-D, {kind}")
            one.loglog(windows, 1e6 * seconds[:, 1], marker="o", label=f"{dimension}-D, {kind}")
        run.set(ylabel="whole run [s]")
        one.set(ylabel="one acceleration [µs]")
        for axes in (run, one):
            axes.set(xlabel="windows N")
            axes.minorticks_off()
            axes.set_xticks(windows, windows)
            ticks = [digit * 10.0**power for power in range(-2, 4) for digit in (1, 2, 5)]
            low, high = axes.get_ylim()
            axes.set_yticks(ticks, [f"{tick:g}" for tick in ticks])
            axes.set_ylim(low, high)
        one.legend(loc="center left", bbox_to_anchor=(1, 0.5))
    return figure


def figure_of_histories(by_kind, which, ylabel):
    """One quantity of `histories` for full and for reduced bodies, side by side:
    the largest value of each few samples."""
    from ..show.figures import STYLE
    with rc_context(STYLE):
        figure = Figure(figsize=(9.5, 4.4))
        columns = figure.subplots(1, len(by_kind), sharey=True)
        for axes, (kind, runs) in zip(columns, by_kind.items()):
            for name, values in runs.items():
                groups = np.arange(1, len(values[0]), PICKED)
                largest = np.maximum.reduceat(values[which], groups)
                axes.semilogy(values[0][groups], np.maximum(largest, ROUNDING), label=name, linewidth=1.8)
            axes.set(title=f"{kind} bodies", xlabel="time / duration")
        columns[0].set_ylabel(ylabel)
        columns[-1].legend(loc="center left", bbox_to_anchor=(1, 0.5))
    return figure


def draw(folder):
    """Run the whole experiment and write its figures into a folder."""
    from ..show.figures import png
    runs = {kind: histories(kind) for kind in KINDS}
    figures = {"benchmark_times": figure_of_times(WINDOWS, computing_times()),
               "benchmark_energy": figure_of_histories(runs, 1, "|energy balance| / energy exchanged"),
               "benchmark_violation": figure_of_histories(runs, 2, "largest |Phi|")}
    for name, figure in figures.items():
        (Path(folder) / f"{name}.png").write_bytes(png(figure))


if __name__ == "__main__":
    draw(sys.argv[1])
