"""Sweeps give the same on every executor, in the order of the grid."""

import os
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import nullcontext

import pytest

from fcclearn.benchmarks import BENCHMARKS
from fcclearn.parameter_study import StudyError, parameter_study

GRID = {"windows": [1, 2], "kind": ["full", "reduced"]}


def size(windows, kind):
    return BENCHMARKS["A02"].build(kind, windows=windows).system.n


def reciprocal(x):
    return 1 / x


EXPECTED = [18, 12, 30, 20]
"""Six coordinates for each of the 2 N + 1 full planar bodies, four for each reduced one."""


def results(executor=None):
    return [result for _, result in parameter_study(size, GRID, executor)]


def test_serial_sweep_follows_the_grid():
    pairs = parameter_study(size, GRID)
    assert [result for _, result in pairs] == EXPECTED
    assert pairs[1][0] == {"windows": 1, "kind": "reduced"}


def test_threads_and_processes_give_the_same():
    with ThreadPoolExecutor(2) as threads:
        assert results(threads) == EXPECTED
    with ProcessPoolExecutor(2) as processes:
        assert results(processes) == EXPECTED


def test_a_cluster_gives_the_same():
    distributed = pytest.importorskip("distributed",
                                      reason="pip install fcclearn[cluster] adds Dask's distributed")
    with distributed.LocalCluster(n_workers=1, threads_per_worker=1, processes=False,
                                  dashboard_address=None) as cluster:
        with distributed.Client(cluster) as client:
            assert results(client.get_executor()) == EXPECTED


@pytest.mark.parametrize("pool", [nullcontext, lambda: ThreadPoolExecutor(2), lambda: ProcessPoolExecutor(2)],
                         ids=["serial", "threads", "processes"])
def test_a_failure_is_named_and_the_others_are_kept(pool):
    with pool() as executor:
        with pytest.raises(StudyError, match="at x = 0: ZeroDivisionError: .*; the 2 finished") as caught:
            parameter_study(reciprocal, {"x": [1, 0, 2]}, executor)
    assert caught.value.finished == [({"x": 1}, 1.0), ({"x": 2}, 0.5)]
    ((point, error),) = caught.value.failed
    assert point == {"x": 0} and isinstance(error, ZeroDivisionError)
    with pytest.raises(StudyError, match="failed at x = 0 and at 1 other point: "):
        parameter_study(reciprocal, {"x": [0, 0, 2]})


def dying(x):
    if x == 3:
        os._exit(1)
    return x


def test_a_worker_that_dies_is_told_and_what_was_finished_is_kept():
    """What the pool had in hand is lost with it: the first of these points is named."""
    with ProcessPoolExecutor(1) as processes:
        with pytest.raises(StudyError, match="failed at x = [123].*BrokenProcessPool") as caught:
            parameter_study(dying, {"x": [1, 2, 3, 4]}, processes)
    points = caught.value.finished + caught.value.failed
    assert sorted(point["x"] for point, _ in points) == [1, 2, 3, 4]


def stopping(x):
    if x == 3:
        raise KeyboardInterrupt
    return x


def test_an_interruption_returns_what_is_finished(capsys):
    assert parameter_study(stopping, {"x": [1, 2, 3, 4]}) == [({"x": 1}, 1), ({"x": 2}, 2)]
    assert "interrupted; 2 of 4 points are finished and returned" in capsys.readouterr().err


@pytest.mark.parametrize("arguments, words", [
    ((reciprocal, {"x": 3}), "the values of 'x' in a grid must be a list, not 3"),
    ((reciprocal, {"x": "abc"}), "must be a list, not 'abc'"), ((reciprocal, 3), "a grid is a dictionary of"),
    ((reciprocal, [1, 2]), "a grid is a dictionary of lists, or a list of dictionaries"),
    ((3, {"x": [1]}), "takes a function of the parameters, not 3"),
    ((reciprocal, {"x": [1]}, 4), "the executor of a parameter study must have submit"),
])
def test_bad_studies_are_named(arguments, words):
    with pytest.raises(TypeError, match=words):
        parameter_study(*arguments)


def test_points_may_be_listed_and_must_exist():
    assert parameter_study(reciprocal, [{"x": 2}, {"x": 4}]) == [({"x": 2}, 0.5), ({"x": 4}, 0.25)]
    with pytest.raises(ValueError, match="no points"):
        parameter_study(reciprocal, {"x": []})
    with pytest.raises(ValueError, match="no points"):
        parameter_study(reciprocal, {})
