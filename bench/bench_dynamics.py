"""Speed of the dynamics: python bench/bench_dynamics.py [--quick] writes docs/performance.md and its picture.

Times are CPU seconds of one thread; everything is measured in one run: only ratios within one run mean
anything. Peers (Exudyn, MuJoCo, Pinocchio: `pip install exudyn mujoco pin`) take part where they are
installed, the release 0.1.0 where the history is at hand; who is left out is said.
"""

import os

os.environ.update(OPENBLAS_NUM_THREADS="1", OMP_NUM_THREADS="1")       # before NumPy is loaded

import argparse
import importlib
import platform
import statistics
import subprocess
import sys
import tempfile
import time
import tracemalloc
from pathlib import Path

import numpy as np
import scipy

sys.path.insert(0, str(Path(__file__).parent))

from four_bars import TARGETS, costs, curves, picture
from measure import cpu, markdown, microseconds, number
from released import released
from students import students

from fcclearn import Model, revolute, rod
from fcclearn.benchmarks.a02_n_four_bar import build
from fcclearn.engine.dynamics import accelerations
from fcclearn.engine.linear import Solver

DOCS = Path(__file__).parent.parent / "docs"


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
    system = model.system                                       # which is looked at for changes each time
    q, qd = system.layout.start()
    solver = Solver(*system.patterns, way)
    return microseconds(lambda: accelerations(system, solver, q, qd))


def against_release(old, sizes=(1, 40)):
    """N -> microseconds of one acceleration, today and in the release, alternating."""
    def module(name):
        return importlib.import_module(f"{old.__name__}.{name}")

    table = {}
    for windows in sizes:
        model = module("benchmarks.a02_n_four_bar").build("full", 3, windows)
        system, solver, before = model.system, model.solver, module("engine.dynamics").accelerations
        q, qd = system.layout.start()
        new = build("full", 3, windows)
        pairs = [(acceleration(new), microseconds(lambda: before(system, solver, q, qd))) for _ in range(3)]
        table[windows] = [statistics.median(side) for side in zip(*pairs)]
    return table


def sampling(windows=1):
    """CPU seconds of a default call with its 501 samples, and with two, alternating."""
    def run(samples):
        model = build("full", 3, windows)
        model.system, model.solver
        return cpu(lambda: model.simulate(10.0, samples=samples, progress=False))[0]
    return [statistics.median(side) for side in zip(*((run(501), run(2)) for _ in range(3)))]


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
    """Seconds of ``import fcclearn`` beyond an empty interpreter's, and which heavy packages it loads.

    The second import counts, of files that the first one has compiled.
    """
    with tempfile.TemporaryDirectory() as compiled:
        environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
        environment["PYTHONPYCACHEPREFIX"] = compiled

        def seconds(code):
            start = time.perf_counter()
            subprocess.run([sys.executable, "-c", code], check=True, env=environment)
            return time.perf_counter() - start
        seconds("import fcclearn")
        taken = statistics.median(seconds("import fcclearn") - seconds("pass") for _ in range(5))
    heavy = ["matplotlib", "IPython", "ipywidgets", "scipy.interpolate", "scipy.integrate", "scipy.linalg",
             "scipy.sparse"]
    code = f"import fcclearn, sys; print(*[name for name in {heavy} if name in sys.modules])"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return taken, loaded.stdout.split()


# ------------------------------------------------------------------ report

def exponent(rows, column):
    """Slope of a column over the size, logarithmic."""
    x, y = np.log([r[0] for r in rows]), np.log([r[column] for r in rows])
    return np.polyfit(x, y, 1)[0]


def cost_table(found, target, sizes):
    names = list(dict.fromkeys(name for _, name, _ in found))
    rows = [[name, *(number(found.get((target, name, n), np.nan)) for n in sizes)] for name in names]
    return markdown([f"CPU s to {target:g} rad", *(f"N = {n}" for n in sizes)], rows)


def ratio_lines(found, target, sizes):
    """What this package's fastest method costs, over each of the others."""
    names = list(dict.fromkeys(name for _, name, _ in found))
    own = "power-series"
    return "\n".join(f"* {name}: " + ", ".join(
        f"{number(found[target, own, n] / found.get((target, name, n), np.nan))} at N = {n}" for n in sizes)
        for name in names if name != own)


def report(quick):
    sizes, repeats = ([1, 5], 1) if quick else ([1, 5, 40, 100], 3)
    old = released()
    table = curves(sizes, repeats, old)
    found = costs(table)
    if not quick:
        picture(table, 5, DOCS / "performance.png")
    loose, tight = TARGETS
    by_hand = [(name, *(f"{1e3 * s:.0f}" for s in row)) for name, row in students(1 if quick else 3).items()]
    grown = growth([5, 10] if quick else [20, 50, 100, 200])
    kinds = full_and_reduced([1, 5] if quick else [1, 5, 20, 40])
    taken, heavy = importing()
    accelerated = [(name, n, way, f"{full:.0f}", f"{reduced:.0f}", f"{reduced / full:.2f}")
                   for (name, n, way), (full, reduced) in kinds.items()]
    beside = [(n, f"{new:.0f}", f"{before:.0f}", f"{new / before:.2f}")
              for n, (new, before) in (against_release(old) if old else {}).items()]
    many, few = sampling()
    return f"""# Performance

Written by `make bench` on {platform.machine()}, Python {platform.python_version()}, NumPy {np.__version__},
SciPy {scipy.__version__}; one thread, CPU time. Only ratios within one run mean anything.

## The N-four-bar in space, redundant as modelled, against other packages

2 N + 1 bodies, 3 N redundant equations, 10 s with about twelve singular positions. What it costs to know
the angle of the first crank at the end to an error, from each one's curve of error over CPU time; a dash
where the curve does not come so far with the settings tried.

{cost_table(found, loose, sizes)}

{cost_table(found, tight, sizes)}

![Error over CPU time for N = 5: this package's methods with full lines, others dashed](performance.png)

CPU time of the power series over that of the others, to {tight:g} rad:

{ratio_lines(found, tight, sizes)}

The energy-momentum method is not made for small errors of position; what it is for, energy over a long run,
is in [the studies](studies.md).

## Students' models

CPU milliseconds to an error of 1e-6 m after 10 s, beside the same written by hand in minimal coordinates for
SciPy's `solve_ivp` (DOP853).

{markdown(["model", "by hand", "projection", "power-series"], by_hand)}

## Against release 0.1.0

Microseconds of one acceleration of the spatial four-bar; runs are in the tables above.

{markdown(["N", "now", "0.1.0", "now / 0.1.0"], beside)}

A default call keeps 501 samples: {many:.2f} s for 10 s of the spatial four-bar, with two samples {few:.2f} s.

## Growth

Energy-momentum, h = 0.02, 2 s. CPU time grows as N^{exponent(grown, 1):.2f}, peak memory of building and
running as N^{exponent(grown, 2):.2f}.

{markdown(["N", "CPU s", "peak MB"], [(n, f"{s:.2f}", f"{m:.1f}") for n, s, m in grown])}

## Full and reduced bodies

Microseconds of one acceleration. A reduced body has fewer coordinates, which pays with a dense factor (cost
of the third power) and in the plane, where its equations stay quadratic. In space with a band the smaller
factor is paid for by w = u x v, the products V' M V and J V: about a draw.

{markdown(["model", "N", "factor", "full", "reduced", "reduced / full"], accelerated)}

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
        (DOCS / "performance.md").write_text(text, encoding="utf-8")
