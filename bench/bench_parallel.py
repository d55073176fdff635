"""Speed of the parallel mechanism's closed forms, by CPU time: python bench/bench_parallel.py

Goals: 1e6 positions/s, 1e5 inverse dynamics/s, the workspace's volume on a grid of 0.5 mm in less than 5 s.
"""

from time import process_time

import numpy as np

from fcclearn.parallel.dynamics import inverse_dynamics
from fcclearn.parallel.multibody import Inverse
from fcclearn.parallel.position import inverse
from fcclearn.parallel.simulation import START, fast_motion, paper_load
from fcclearn.parallel.velocity import jacobian
from fcclearn.parallel.workspace import volume

BLOCK = 8000        # poses in one call: they fit the processor's cache
REPEATS = 5


def rate(function, count):
    """Evaluations per second of CPU time, the best of some."""
    function()
    times = []
    for _ in range(REPEATS):
        start = process_time()
        function()
        times.append(process_time() - start)
    return count / min(times)


def parallel():
    """Rows (what, value, unit, goal); a goal is a lower bound for a rate, an upper bound for a time."""
    poses = START + np.random.default_rng(0).uniform(-1, 1, (BLOCK, 4)) * [5.0, 5.0, 5.0, 0.1]
    motion = fast_motion(np.linspace(0.0, 1 / 3, BLOCK))
    load, times = paper_load("N.mm"), np.linspace(0.0, 0.2, 11)

    def cartesian(kind):
        model = Inverse(fast_motion, load, kind=kind)
        return lambda: [model.at(t) for t in times]

    start = process_time()
    volume(0.0, 0.5)
    workspace = process_time() - start
    return [
        ("inverse positions", rate(lambda: inverse(poses), BLOCK), "1/s", 1e6),
        ("Jacobians", rate(lambda: jacobian(poses), BLOCK), "1/s", None),
        ("inverse dynamics", rate(lambda: inverse_dynamics(*motion, load), BLOCK), "1/s", 1e5),
        ("inverse dynamics, one pose a call",
         rate(lambda: inverse_dynamics(*(x[0] for x in motion), load), 1), "1/s", None),
        ("Cartesian model, full bodies", rate(cartesian("full"), len(times)), "1/s", None),
        ("Cartesian model, reduced bodies", rate(cartesian("reduced"), len(times)), "1/s", None),
        ("workspace, grid of 0.5 mm", workspace, "s", 5.0),
    ]


def main():
    """Print the table."""
    for what, value, unit, goal in parallel():
        print(f"{what:<36}{value:>10.3g} {unit:<5}" + ("" if goal is None else f"goal {goal:g} {unit}"))


if __name__ == "__main__":
    main()
