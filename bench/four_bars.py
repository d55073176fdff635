"""The spatial N-four-bar, redundant as modelled: error against CPU time, beside other packages.

Each package runs at several settings of what trades time for accuracy; the error is that of the first crank's
angle at the end against the closed form. From these curves follows what a given error costs.
"""

import importlib
import statistics

import numpy as np
from measure import cpu, to_reach

from fcclearn.benchmarks import a02_n_four_bar
from fcclearn.benchmarks.a02_n_four_bar import closed_form

DURATION = 10.0
TOLERANCES = (1e-4, 1e-5, 1e-6, 1e-7, 1e-8, 1e-9)
TARGETS = (1e-3, 1e-5)

OWN = {"projection": ("projection", "rtol", TOLERANCES),
       "power-series": ("power-series", "rtol", (1e-2, 1e-3, *TOLERANCES)),
       "energy-momentum": ("energy-momentum", "step", (0.04, 0.02, 0.01, 0.005))}
PEERS = {"MuJoCo, implicitfast": ("mujoco_four_bar", "implicitfast", (0.004, 0.002, 0.001, 0.0005, 0.00025)),
         "MuJoCo, RK4": ("mujoco_four_bar", "RK4", (0.008, 0.004, 0.002, 0.001, 0.0005)),
         "Pinocchio, proximal, RK4": ("pinocchio_four_bar", None, (0.04, 0.02, 0.01, 0.005)),
         "Exudyn, redundancy removed by hand": ("exudyn_four_bar", None, (0.02, 0.01, 0.005, 0.0025))}


def crank_angle(x, y):
    """Angle of the first crank from the upper vertical."""
    return np.arctan2(x, y)


def own_run(build, method, setting, value, windows):
    """A run of this package: prepared outside the time that is measured, as with the peers."""
    model = build("full", 3, windows)
    model.system, model.solver

    def run():
        done = model.simulate(DURATION, method, samples=2, progress=False, **{setting: value})
        energy = done.energy()
        return np.abs(energy - energy[0]).max() / windows, crank_angle(*done.position("crank 0.end")[-1, :2])
    return run


def runners(released=None):
    """Name -> (values of the setting, ``prepare(value, windows) -> run``)."""
    found = {name: (values, lambda value, windows, m=method, s=setting:
                    own_run(a02_n_four_bar.build, m, s, value, windows))
             for name, (method, setting, values) in OWN.items()}
    if released:
        old = importlib.import_module(f"{released.__name__}.benchmarks.a02_n_four_bar")
        found["projection, release 0.1.0"] = (TOLERANCES, lambda value, windows: own_run(
            old.build, "projection", "rtol", value, windows))
    for name, (module, kind, values) in PEERS.items():
        try:
            peer = importlib.import_module(f"peers.{module}")
        except ImportError as error:
            print(f"left out: {name} ({error})")
            continue
        found[name] = (values, lambda value, windows, peer=peer, kind=kind:
                       peer.prepare(windows, value, **({"integrator": kind} if kind else {})))
    return found


def curves(sizes, repeats, released=None):
    """(name, windows) -> list of (error of the angle, CPU seconds, energy error for each window)."""
    table = {}
    for windows in sizes:
        exact = closed_form(np.array([DURATION]), windows)
        angle = crank_angle(exact["B0x"][0], exact["B0y"][0])
        for name, (values, prepare) in runners(released).items():
            for value in values:
                try:
                    run = prepare(value, windows)
                    taken, (drift, found) = cpu(run)
                    seconds = [taken] + [cpu(run)[0] for _ in range(repeats - 1 if taken < 2.0 else 0)]
                except ArithmeticError as error:                      # a tolerance too large to get through
                    print(f"N = {windows}: {name}, {value:g}: {error}")
                    continue
                error = abs((found - angle + np.pi) % (2 * np.pi) - np.pi)
                point = (error, statistics.median(seconds), drift)
                table.setdefault((name, windows), []).append(point)
                print(f"N = {windows}: {name}, {value:g}: {point[1]:.3f} s, angle {error:.1e}, "
                      f"dE/N {drift:.1e} J", flush=True)
    return table


def costs(table):
    """(target, name, windows) -> CPU seconds."""
    return {(target, *key): to_reach(target, [point[:2] for point in curve])
            for key, curve in table.items() for target in TARGETS}


def picture(table, windows, path):
    """Error over CPU time, one line for each package and method."""
    import matplotlib.pyplot as plt
    figure, axes = plt.subplots(figsize=(8, 5), layout="constrained")
    marks = iter("os^DvP*Xph")
    for (name, n), curve in table.items():
        if n == windows:
            own = name.split(",")[0] in OWN
            errors, seconds, _ = zip(*curve)
            axes.loglog(seconds, errors, marker=next(marks), label=name, linestyle="-" if own else "--")
    axes.set(xlabel="CPU time for 10 s [s]", ylabel="error of the crank's angle at the end [rad]",
             title=f"N-four-bar in space, N = {windows}")
    axes.legend(fontsize=8, loc="center left", bbox_to_anchor=(1.0, 0.5))
    figure.savefig(path, dpi=110)
    plt.close(figure)
