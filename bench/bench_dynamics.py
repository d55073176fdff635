"""Speed of the dynamics: python bench/bench_dynamics.py [--quick] writes docs/performance.md.

Times are CPU seconds of one thread; everything is measured in one run, alternating, and the medians are kept:
only ratios within one run mean anything. Peers (Exudyn, MuJoCo, Pinocchio: `pip install exudyn mujoco pin`)
take part where they are installed, and are left out with a message where they are not.
"""

import os

os.environ.update(OPENBLAS_NUM_THREADS="1", OMP_NUM_THREADS="1")       # before NumPy is loaded

import argparse
import importlib
import platform
import statistics
import subprocess
import sys
import time
import tracemalloc
from pathlib import Path

import numpy as np
import scipy

sys.path.insert(0, str(Path(__file__).parent))

from fcclearn import Model, revolute, rod
from fcclearn.benchmarks.a02_n_four_bar import build, closed_form
from fcclearn.engine.dynamics import accelerations
from fcclearn.engine.linear import Solver

DURATION = 10.0
TARGET = Path(__file__).parent.parent / "docs" / "performance.md"


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


# ------------------------------------------------------------------ the N-four-bar against peers

def crank_angle(x, y):
    """Angle of the first crank from the upper vertical."""
    return np.arctan2(x, y)


def fcclearn_run(method, **settings):
    """A run of this package: prepared outside the time that is measured, as with the peers."""
    def prepare(windows):
        model = build("full", 3, windows)
        model.system, model.solver
        return lambda: model.simulate(DURATION, method, samples=101, progress=False, **settings)

    def judge(run, windows):
        energy = run.energy()
        x, y = run.position("crank 0.end")[-1, :2]
        return np.abs(energy - energy[0]).max() / windows, crank_angle(x, y)
    return prepare, judge


def peer(name):
    """A peer of the folder `peers`, or None with a message when its package is not installed."""
    try:
        module = importlib.import_module(f"peers.{name}")
    except ImportError as error:
        print(f"left out: {name} ({error})")
        return None
    return module.prepare, lambda result, windows: result


def four_bar(sizes, repeats):
    """Table of CPU time, energy drift and phase error over the number of windows."""
    peers = {"Exudyn, h = 0.01, redundancy removed by hand": peer("exudyn_four_bar"),
             "MuJoCo, RK4, h = 0.002": peer("mujoco_four_bar"),
             "Pinocchio, proximal, RK4, h = 0.02": peer("pinocchio_four_bar")}
    runners = {"energy-momentum, h = 0.02": fcclearn_run("energy-momentum", step=0.02),
               "energy-momentum, h = 0.033": fcclearn_run("energy-momentum", step=1 / 30),
               "projection, rtol 1e-5": fcclearn_run("projection", rtol=1e-5),
               "projection, rtol 1e-9": fcclearn_run("projection"),
               **{label: found for label, found in peers.items() if found}}
    table = {}
    for windows in sizes:
        exact = closed_form(np.array([DURATION]), windows)
        angle = crank_angle(exact["B0x"][0], exact["B0y"][0])
        prepared = {name: prepare(windows) for name, (prepare, _) in runners.items()}
        seconds = {name: [] for name in runners}
        for k in range(repeats if windows < 100 else 1):        # in turn, so that all meet the same machine
            for name, (_, judge) in runners.items():
                taken, result = cpu(prepared[name])
                seconds[name].append(taken)
                if k == 0:
                    drift, found = judge(result, windows)
                    table[name, windows] = [taken, drift, abs((found - angle + np.pi) % (2 * np.pi) - np.pi)]
        for name in runners:
            table[name, windows][0] = statistics.median(seconds[name])
            taken, drift, angle_error = table[name, windows]
            print(f"N = {windows}: {name}: {taken:.3f} s, dE/N {drift:.1e} J, angle {angle_error:.1e}")
    return table


# ------------------------------------------------------------------ one acceleration, growth, memory

def chain(kind, bodies):
    """A spatial chain of rods on revolute joints with axes along y."""
    model = Model(gravity=[0, 0, -9.81], kind=kind)
    last = model.ground.point(0, 0, 0)
    for k in range(bodies):
        link = model.body(f"link {k}", rod(1.0, 1.0), along=([k, 0, 0], [k + 1, 0, 0]))
        model.join(revolute(last, link.point("start"), axis=[0, 1, 0]))
        last = link.point("end")
    return model


def acceleration(model, way=None):
    """Microseconds of one constrained acceleration."""
    q, qd = model.system.layout.start()
    solver = Solver(*model.system.patterns, way)
    return microseconds(lambda: accelerations(model.system, solver, q, qd))


def full_and_reduced(sizes):
    """One acceleration of full and of reduced bodies, with the dense and with the banded factor."""
    makers = {"N-four-bar, plane": lambda kind, n: build(kind, 2, n),
              "N-four-bar, space": lambda kind, n: build(kind, 3, n),
              "chain, space": chain}
    return {(name, n, way): [acceleration(make(kind, n), way) for kind in ("full", "reduced")]
            for name, make in makers.items() for n in sizes
            for way in ("dense", "band") if way == "band" or n <= 20}


def growth(sizes, step=0.02, duration=2.0):
    """CPU seconds and peak memory of an energy-momentum run over the number of windows."""
    rows = []
    for windows in sizes:
        model = build("full", 3, windows)
        settings = dict(method="energy-momentum", step=step, progress=False)
        seconds = statistics.median(cpu(lambda: model.simulate(duration, samples=101, **settings))[0]
                                    for _ in range(3))
        fresh = build("full", 3, windows)
        tracemalloc.start()
        fresh.simulate(2 * step, samples=3, **settings)
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        rows.append((windows, seconds, peak / 1e6))
    return rows


def building(windows=100):
    """CPU seconds to build and compile the spatial N-four-bar."""
    def make():
        model = build("full", 3, windows)
        model.system, model.solver
    return statistics.median(cpu(make)[0] for _ in range(5))


def importing():
    """Seconds of ``import fcclearn`` beyond an empty interpreter's, and which heavy packages it loads."""
    def seconds(code):
        start = time.perf_counter()
        subprocess.run([sys.executable, "-c", code], check=True)
        return time.perf_counter() - start
    taken = statistics.median(seconds("import fcclearn") - seconds("pass") for _ in range(5))
    heavy = ["matplotlib", "IPython", "ipywidgets", "scipy.interpolate", "scipy.integrate", "scipy.linalg"]
    code = f"import fcclearn, sys; print(*[name for name in {heavy} if name in sys.modules])"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return taken, loaded.stdout.split()


# ------------------------------------------------------------------ report

def exponent(rows, column):
    """Slope of a column over the size, logarithmic."""
    x, y = np.log([r[0] for r in rows]), np.log([r[column] for r in rows])
    return np.polyfit(x, y, 1)[0]


def markdown(header, rows):
    lines = ["| " + " | ".join(map(str, row)) + " |" for row in (header, *rows)]
    return "\n".join([lines[0], "|" + "---|" * len(header), *lines[1:]])


def report(quick):
    sizes, repeats = ([1, 5], 1) if quick else ([1, 5, 20, 40, 100], 3)
    table = four_bar(sizes, repeats)
    names = list(dict.fromkeys(name for name, _ in table))
    own, largest = names[0], sizes[-1]
    times = markdown(
        ["CPU s for 10 s", *(f"N = {n}" for n in sizes),
         f"dE/N at {largest} [J]", f"angle at {largest} [rad]"],
        [[name, *(f"{table[name, n][0]:.3g}" for n in sizes), *(f"{v:.1e}" for v in table[name, largest][1:])]
         for name in names])
    ratios = [f"* {name}: "
              + ", ".join(f"{table[own, n][0] / table[name, n][0]:.2f} at N = {n}" for n in sizes)
              for name in names[1:]]
    grown = growth([5, 10] if quick else [20, 50, 100, 200])
    kinds = full_and_reduced([1, 5] if quick else [1, 5, 20, 40])
    taken, heavy = importing()
    accelerated = [(name, n, way, f"{full:.0f}", f"{reduced:.0f}", f"{reduced / full:.2f}")
                   for (name, n, way), (full, reduced) in kinds.items()]
    at_40 = "" if quick else (f"One acceleration of the spatial mechanism with N = 40: "
                              f"{kinds['N-four-bar, space', 40, 'band'][0]:.0f} microseconds.\n")
    return f"""# Performance

Written by `make bench` on {platform.machine()}, Python {platform.python_version()}, NumPy {np.__version__},
SciPy {scipy.__version__}; one thread, CPU time, medians. Only ratios within one run mean anything.

## The N-four-bar in space, redundant as modelled, against other packages

2 N + 1 bodies, 3 N redundant equations, 10 s with about twelve singular positions. dE/N is the largest energy
error for each window, the angle that of the first crank at the end against the closed form.

{times}

CPU time of this package's first method over that of the others:

{chr(10).join(ratios)}

## Growth

Energy-momentum, h = 0.02, 2 s. CPU time grows as N^{exponent(grown, 1):.2f}, peak memory of building and
running as N^{exponent(grown, 2):.2f}.

{markdown(["N", "CPU s", "peak MB"], [(n, f"{s:.2f}", f"{m:.1f}") for n, s, m in grown])}

## Full and reduced bodies

Microseconds of one acceleration. A reduced body has fewer coordinates, which pays with a dense factor (cost
of the third power) and in the plane, where its equations stay quadratic. In space with a band the smaller
factor is paid for by w = u x v, the products V' M V and J V: about a draw.

{markdown(["model", "N", "factor", "full", "reduced", "reduced / full"], accelerated)}

{at_40}
## Start

Building and compiling the spatial mechanism with N = 100: {building():.2f} s.
`import fcclearn`: {taken:.2f} s; of the heavy packages it loads {", ".join(heavy) or "none"}.
"""


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="small sizes only, printed and not written")
    quick = parser.parse_args().quick
    text = report(quick)
    print(text)
    if not quick:
        TARGET.write_text(text, encoding="utf-8")
        print(f"written to {TARGET}")
