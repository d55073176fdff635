"""Parameter study: one function on every point of a grid, serially or on any executor."""

from itertools import product


def parameter_study(function, grid, executor=None):
    """Evaluate a function for all combinations of parameters.

    Parameters
    ----------
    function : callable ``function(**parameters)``
        For processes, and for other machines, it must be defined in a module, not in a notebook's cell.
    grid : dict of str -> sequence, or list of dict
        Values of each parameter, all combinations of which are taken (the last varies fastest); or the
        points themselves.
    executor : optional
        Anything with the ``map`` of `concurrent.futures`: a ThreadPoolExecutor, a ProcessPoolExecutor, or a
        Dask client's ``get_executor()`` (``pip install fcclearn[cluster]``). Without one the points are done
        one after the other.

    Returns
    -------
    list of (dict, result)
        In the order of the grid.

    Raises
    ------
    ValueError
        No grid points.
    RuntimeError
        The function failed at some point; the message names it.

    Examples
    --------
    >>> parameter_study(lambda a, b: a * b, {"a": [1, 2], "b": [10, 20]})
    [({'a': 1, 'b': 10}, 10), ({'a': 1, 'b': 20}, 20), ({'a': 2, 'b': 10}, 20), ({'a': 2, 'b': 20}, 40)]
    """
    if isinstance(grid, dict):
        points = [dict(zip(grid, values)) for values in product(*grid.values())]
    else:
        points = list(grid)
    if not points:
        raise ValueError("the grid has no points")
    results = (map if executor is None else executor.map)(_Call(function), points)
    return list(zip(points, results))


class _Call:
    """A function of a dict of parameters, which processes can be sent."""

    def __init__(self, function):
        self.function = function

    def __call__(self, point):
        try:
            return self.function(**point)
        except Exception as error:
            where = ", ".join(f"{name} = {value!r}" for name, value in point.items())
            raise RuntimeError(f"the parameter study failed at {where}: "
                               f"{type(error).__name__}: {error}") from error
