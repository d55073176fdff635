"""Studies of the integration methods: work against precision, drift, and the choice of a stabilisation.

Each returns a table as a dict of lists, one entry a run; the function named ``plot_...`` beside it draws it.
Errors are those of a benchmark against its reference, times are CPU seconds of this process.
"""

import time

import numpy as np

from .run import SimulationError

TOLERANCES = (1e-3, 1e-5, 1e-7, 1e-9, 1e-11)
STEPS = (0.02, 0.01, 0.005, 0.0025)

WORK_PRECISION = {
    "projection": ("rtol", TOLERANCES), "baumgarte": ("rtol", TOLERANCES), "stiff": ("rtol", TOLERANCES),
    "power-series": ("rtol", TOLERANCES),
    "augmented-lagrangian": ("step", STEPS), "energy-momentum": ("step", STEPS)}
"""Setting of each method that trades time for accuracy, and its values; steps are for 10 s simulated."""


def measured(case, duration=None, **settings):
    """One run of a benchmark: CPU time, errors and quality, NaN where the run could not finish.

    Parameters
    ----------
    case : Benchmark
    duration : float, by default the benchmark's [s]
    **settings
        Of `Benchmark.run`: kind, dimension, options, method and the method's own.

    Returns
    -------
    dict
        seconds, error [m], energy [J] (range of the energy balance), violation, evaluations.
    """
    start = time.process_time()
    try:
        comparison = case.run(duration=duration, progress=False, **settings)
    except SimulationError:
        return dict.fromkeys(("seconds", "error", "energy", "violation", "evaluations"), np.nan)
    seconds, run = time.process_time() - start, comparison.run
    return {"seconds": seconds, "error": comparison.largest_error(),
            "energy": float(np.ptp(run.energy_balance())), "violation": float(run.violation().max()),
            "evaluations": run.counts.evaluations}


def work_precision(case, duration=None, methods=WORK_PRECISION, **settings):
    """Error against CPU time for several methods, each over its tolerances or steps.

    Returns
    -------
    dict of lists
        method, setting, value, and what `measured` returns.
    """
    scale = (duration or case.duration) / 10.0
    rows = []
    for method, (setting, values) in methods.items():
        for value in values:
            value = value * scale if setting == "step" else value
            rows.append({"method": method, "setting": setting, "value": value,
                         **measured(case, duration, method=method, **{setting: value}, **settings)})
    return _table(rows)


def plot_work_precision(table, axes=None):
    """Error over CPU time, one line a method, both logarithmic."""
    from matplotlib.ticker import LogLocator
    axes = axes or _axes()
    for marker, method in zip("os^DvP", dict.fromkeys(table["method"])):
        own = [k for k, name in enumerate(table["method"]) if name == method]
        seconds, error = ([table[name][k] for k in own] for name in ("seconds", "error"))
        axes.loglog(seconds, error, marker=marker, label=method)
    axes.set(xlabel="CPU time [s]", ylabel="largest error [m]")
    axes.xaxis.set_major_locator(LogLocator(subs=(1.0, 2.0, 5.0)))
    axes.xaxis.set_major_formatter("{x:g}")
    axes.xaxis.set_minor_formatter("")
    _legend_below(axes)
    return axes


def drift(case, duration=None, methods=("projection", "baumgarte", "energy-momentum"), **settings):
    """Violation of the constraints and energy balance along a run, for several methods as they are.

    Returns
    -------
    dict of method -> dict
        t [s], violation, energy (change of the energy balance [J]); arrays (k,).
    """
    table = {}
    for method in methods:
        run = case.run(duration=duration, method=method, progress=False, **settings).run
        table[method] = {"t": run.t, "violation": run.violation(), "energy": np.abs(run.energy_balance())}
    return table


def plot_drift(table, figure=None):
    import matplotlib.pyplot as plt
    figure = figure or plt.figure(figsize=(7, 5), layout="constrained")
    styles = "-", "--", ":", "-.", (0, (5, 1, 1, 1))
    shown = {"violation": "largest |Phi|", "energy": "energy error [J]"}
    for axes, (quantity, label) in zip(figure.subplots(2, 1, sharex=True), shown.items()):
        for style, (method, history) in zip(styles, table.items()):
            positive = history[quantity] + 1e-17                             # zero has no logarithm
            axes.semilogy(history["t"], positive, linestyle=style, label=method)
        axes.set_ylabel(label)
    axes.set_xlabel("t [s]")
    _legend_below(axes)
    return figure


def stabilisation(case, duration=None, rates=(0.0, 1.0, 5.0, 20.0, 50.0, 200.0), **settings):
    """Baumgarte's method with several alpha = beta [1/s]: too little drifts, too much is stiff and costs.

    Returns
    -------
    dict of lists
        rate [1/s], and what `measured` returns.
    """
    def row(rate):
        run = measured(case, duration, method="baumgarte", alpha=rate, beta=rate, **settings)
        return {"rate": rate, **run}
    return _table([row(rate) for rate in rates])


def plot_stabilisation(table, axes=None):
    """Violation, energy error and evaluations over the stabilisation rate."""
    axes = axes or _axes()
    shown = {"violation": "largest |Phi|", "energy": "energy error [J]", "error": "error [m]"}
    for marker, (quantity, label) in zip("os^", shown.items()):
        axes.plot(table["rate"], table[quantity], marker=marker, label=label)
    axes.set(xlabel="alpha = beta [1/s]", yscale="log")
    axes.set_xscale("symlog", linthresh=1.0)
    evaluations = axes.twinx()
    evaluations.plot(table["rate"], table["evaluations"], "k--", label="evaluations")
    evaluations.set_ylabel("evaluations (black)")
    _legend_below(axes)
    return axes


def _legend_below(axes):
    axes.figure.legend(*axes.get_legend_handles_labels(), loc="outside lower center", ncols=3)


def _table(rows):
    return {name: [row[name] for row in rows] for name in rows[0]}


def _axes():
    import matplotlib.pyplot as plt
    return plt.figure(figsize=(7.5, 4.8), layout="constrained").subplots()
