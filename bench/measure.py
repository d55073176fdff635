"""Times and tables: what all benches share."""

import statistics
import time

import numpy as np


def cpu(function):
    """CPU seconds of one call, and its result."""
    start = time.process_time()
    result = function()
    return time.process_time() - start, result


def microseconds(function, repeats=7):
    """CPU microseconds of one call: the median of some batches of about a twentieth of a second."""
    seconds, _ = cpu(function)
    number = max(1, int(0.05 / max(seconds, 1e-6)))
    batches = [cpu(lambda: [function() for _ in range(number)])[0] for _ in range(repeats)]
    return 1e6 * statistics.median(batches) / number


def to_reach(target, curve):
    """CPU seconds to an error, between the points (error, seconds) of a work-precision curve, logarithmic.

    Only points count that no other beats in both. NaN where the curve does not come so far.

    Examples
    --------
    >>> round(to_reach(1e-3, [(1e-2, 1.0), (1e-4, 100.0), (1e-3, 1000.0)]), 9)
    10.0
    """
    best = []
    for error, seconds in sorted((e, s) for e, s in curve if np.isfinite(e) and e > 0):
        if not best or seconds < best[-1][1]:
            best.append((error, seconds))
    errors, seconds = np.array(best).T if best else (np.array([np.inf]), np.array([np.nan]))
    if target < errors[0]:
        return np.nan
    if target > errors[-1]:
        return seconds[-1]                                # the cheapest setting is better than asked for
    return float(np.exp(np.interp(np.log(target), np.log(errors), np.log(seconds))))


def markdown(header, rows):
    lines = ["| " + " | ".join(map(str, row)) + " |" for row in (header, *rows)]
    return "\n".join([lines[0], "|" + "---|" * len(header), *lines[1:]])


def number(value):
    """Three figures, or a dash for what was not reached."""
    return "-" if np.isnan(value) else f"{value:.3g}"
