"""Sweeps give the same on every executor, in the order of the grid."""

from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor

import pytest

from fcclearn.benchmarks import BENCHMARKS
from fcclearn.parameter_study import parameter_study

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


def test_a_failure_names_its_point():
    with pytest.raises(RuntimeError, match="the parameter study failed at x = 0: ZeroDivisionError"):
        parameter_study(reciprocal, {"x": [1, 0]})


def test_points_may_be_listed_and_must_exist():
    assert parameter_study(reciprocal, [{"x": 2}, {"x": 4}]) == [({"x": 2}, 0.5), ({"x": 4}, 0.25)]
    with pytest.raises(ValueError, match="no points"):
        parameter_study(reciprocal, {"x": []})
