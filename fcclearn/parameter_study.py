"""Parameter study: one function on every point of a grid, serially or on any executor."""

import sys
from itertools import product


class StudyError(RuntimeError):
    """A study of which some points failed.

    Attributes
    ----------
    finished : list of (dict, result)
        What was computed, in the order of the grid.
    failed : list of (dict, Exception)
    """

    def __init__(self, finished, failed):
        self.finished, self.failed = finished, failed
        (point, error), *others = failed
        more = f" and at {len(others)} other point{'s' * (len(others) > 1)}" * bool(others)
        super().__init__(f"the parameter study failed at {in_words(point)}{more}: {type(error).__name__}: "
                         f"{error or 'no words'}; the {len(finished)} finished points are kept in "
                         "error.finished")


def parameter_study(function, grid, executor=None):
    """Evaluate a function for all combinations of parameters.

    A point that fails does not stop the others. Ctrl-C returns what is finished.

    Parameters
    ----------
    function : callable ``function(**parameters)``
        For processes, and for other machines, it must be defined in a module, not in a notebook's cell.
    grid : dict of str -> sequence, or list of dict
        Values of each parameter, all combinations of which are taken (the last varies fastest); or the
        points themselves.
    executor : optional
        Anything with the ``submit`` of `concurrent.futures`: a ThreadPoolExecutor, a ProcessPoolExecutor, or
        a Dask client's ``get_executor()`` (``pip install fcclearn[cluster]``). Without one the points are
        done one after the other.

    Returns
    -------
    list of (dict, result)
        In the order of the grid.

    Raises
    ------
    ValueError, TypeError
        No grid points, a grid that is none, a function that is none.
    StudyError
        The function failed at some points, or the worker died that had them; the message names the first,
        `finished` holds the others.

    Examples
    --------
    >>> parameter_study(lambda a, b: a * b, {"a": [1, 2], "b": [10, 20]})
    [({'a': 1, 'b': 10}, 10), ({'a': 1, 'b': 20}, 20), ({'a': 2, 'b': 10}, 20), ({'a': 2, 'b': 20}, 40)]
    """
    points = grid_points(grid)
    if not callable(function):
        raise TypeError(f"a parameter study takes a function of the parameters, not {function!r}")
    if not hasattr(executor, "submit") and executor is not None:
        raise TypeError("the executor of a parameter study must have submit, as those of concurrent.futures "
                        f"do, not {executor!r}")
    finished, failed = [], []
    waiting = [executor and executor.submit(function, **point) for point in points]
    try:
        for point, future in zip(points, waiting):
            try:
                finished.append((point, future.result() if executor else function(**point)))
            except Exception as error:
                failed.append((point, error))
    except KeyboardInterrupt:
        for future in waiting if executor else ():
            future.cancel()
        print(f"interrupted; {len(finished)} of {len(points)} points are finished and returned",
              file=sys.stderr)
        return finished
    if failed:
        raise StudyError(finished, failed) from failed[0][1]
    return finished


def grid_points(grid):
    """The points of a grid, as dictionaries.

    Raises
    ------
    ValueError, TypeError
        What is no grid, or has no points.
    """
    if isinstance(grid, dict):
        for name, values in grid.items():
            if isinstance(values, (str, bytes)) or not hasattr(values, "__iter__"):
                raise TypeError(f"the values of {name!r} in a grid must be a list, not {values!r}")
        points = [dict(zip(grid, values)) for values in product(*grid.values())]
    else:
        points = list(grid) if hasattr(grid, "__iter__") else [grid]
        if not all(isinstance(point, dict) for point in points):
            raise TypeError("a grid is a dictionary of lists, or a list of dictionaries, such as "
                            f"{{\"length\": [1.0, 2.0]}}, not {grid!r}")
    if not points or grid == {}:
        raise ValueError("the grid has no points")
    return points


def in_words(point):
    """A point of a grid, such as "a = 1, b = 20"."""
    return ", ".join(f"{name} = {value!r}" for name, value in point.items()) or "its only point"
