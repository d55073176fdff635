"""How the error of a method falls: one benchmark with a known motion, for a row of steps or of tolerances."""

import numpy as np


def distances(case, run, **options):
    """Distance of the reported point from the exact solution at the times of a run, (k,) [m].

    Parameters
    ----------
    case : Benchmark
        One that has an exact solution: A01, A02, A04.
    run : Result
    **options
        Of the case, such as windows.
    """
    exact = case.exact(run.t, **options)
    return np.sqrt(sum((of(run) - exact[name]) ** 2 for name, of in case.reported.items()))


def convergence(case, method, setting, values, samples=51, duration=None, **settings):
    """Largest error for each step or tolerance, and how much smaller it is than the one before.

    A method of order p divides its error by ``2^p`` when a small step is halved.

    Parameters
    ----------
    case : Benchmark
    method : str
        Of `Model.simulate`.
    setting : "step" or "rtol"
    values : sequence of float
        Steps that divide the distance of the samples [s], or tolerances.
    samples : int
        Times at which the error is looked at, evenly spaced.
    duration : float, by default the benchmark's [s]
    **settings
        Other settings of the method.

    Returns
    -------
    dict of lists
        value, error [m], ratio (NaN for the first), steps, evaluations.
    """
    model, duration = case.build("full", case.dimensions[0], **case.options), duration or case.duration
    runs = [model.simulate(duration, method, samples, **{setting: value}, **settings)
            for value in values]
    errors = [float(distances(case, run, **case.options).max()) for run in runs]
    ratios = [np.nan, *(before / after for before, after in zip(errors, errors[1:]))]
    return {"value": list(values), "error": errors, "ratio": ratios,
            "steps": [run.counts.steps for run in runs],
            "evaluations": [run.counts.evaluations for run in runs]}


def richardson(coarse, fine, order):
    """The value at step zero from those at the steps h and h / 2: ``fine + (fine - coarse) / (2^p - 1)``.

    Examples
    --------
    A value 1 with the errors 0.16 and 0.04 of order 2:

    >>> richardson(1.16, 1.04, 2)
    1.0
    """
    return fine + (fine - coarse) / (2**order - 1)
