"""The tables of docs/benchmarks.md that the lessons of part 3 show too.

    python -m fcclearn.benchmarks.tables docs/benchmarks.md

writes them again between two marks of the page. They hold errors, counts, widths, eigenvalues, and no time.
"""

import sys
from pathlib import Path

import numpy as np

from . import A01, A02, A05, steady_spin
from .convergence import convergence
from .readings import PINS, READINGS, simulate, witnesses
from .size import ARRANGEMENTS, arranged, connections, counts, half_width, operations
from .stiffness import steps_by_tolerance, steps_with_damper
from .witnesses import MISTAKES, pendulum
from .witnesses import witnesses as pendulum_witnesses

BEGIN, END = "<!-- tables: begin -->", "<!-- tables: end -->"
RIGHT = 15.810771195153713
"""beta of A03 at 0.03 s, by two programs in extended precision [rad]."""


def table(head, rows):
    """A table in Markdown."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(map(str, line)) + " |" for line in lines)


def orders():
    """A01: errors when the step is halved, and errors over the tolerance."""
    steps = {"energy-momentum": (0.04, 0.02, 0.01, 0.005), "projection": (0.2, 0.1, 0.05, 0.025)}
    rows = []
    for method, values in steps.items():
        found = convergence(A01, method, "step", values, **({"rtol": 1.0} if method == "projection" else {}))
        ratios = ", ".join(f"{ratio:.3g}" for ratio in found["ratio"][1:])
        errors = ", ".join(f"{error:.1e}" for error in found["error"])
        rows.append([method, f"{values[0]} to {values[-1]}", errors, ratios])
    halving = table(["A01, method", "steps [s]", "largest error [m]", "ratios"], rows)
    tolerances = (1e-4, 1e-6, 1e-8)
    rows = []
    for method in ("projection", "baumgarte", "stiff"):
        errors = convergence(A01, method, "rtol", tolerances)["error"]
        rows.append([method, *(f"{error / tol:.2g}" for error, tol in zip(errors, tolerances))])
    return f"{halving}\n\n{table(['error / rtol', *(f'{tol:.0e}' for tol in tolerances)], rows)}"


def blind():
    """A01: what sees a wrong model."""
    rows = []
    for name, what in MISTAKES.items():
        seen = pendulum_witnesses(pendulum(**what))
        rows.append([name, f"{seen['energy']:.0e}", f"{seen['violation']:.0e}", f"{seen['ratio']:.1f}",
                     f"{seen['force']:.3f}", f"{seen['error']:.0e}"])
    head = ["A01, model", "energy [J]", "\\|Phi\\|", "halving", "pin force at the bottom [N]", "error [m]"]
    return table(head, rows)


def sizes(several=(2, 10, 40)):
    """A02 in space: counts, and half widths of K in four orders."""
    rows = [[N, *counts(N, 3).values()] for N in several]
    size = table(["A02, N", "coordinates", "equations", "rank", "redundant"], rows)
    patterns = {N: connections(A02.build("full", 3, N).system) for N in several}
    rows = []
    for name in ARRANGEMENTS:
        widths = [half_width(K, arranged(N, name, K)) for N, K in patterns.items()]
        n = len(patterns[several[-1]])
        rows.append([name, *widths, f"{operations(n, widths[-1]) / operations(n):.4f}"])
    head = ["half width of K", *(f"N = {N}" for N in several), f"band / dense operations, N = {several[-1]}"]
    return f"{size}\n\n{table(head, rows)}"


def readings():
    """A03: readings of the data, and who sees them."""
    rows = []
    for name in READINGS:
        seen = witnesses(simulate(name))
        off = seen["beta"] - RIGHT
        shown = "0" if abs(off) < 1e-7 else f"{off:+.1e}"
        rows.append([name, shown, *(f"{seen[pin]:.1f}" for pin in PINS)])
    head = ["A03, data", "beta(0.03 s) is off by [rad]", *(f"largest force at {pin} [N]" for pin in PINS)]
    return table(head, rows)


def stiffness(constants=(1e-3, 1e-2, 1e-1, 1.0)):
    """A03: steps over tolerance, and over a damper."""
    plain = table(["A03, rtol", "1e-4", "1e-6", "1e-8"], [["steps in 0.03 s", *steps_by_tolerance()]])
    rows = []
    for c in constants:
        predicted, explicit, stiff = steps_with_damper(c)
        rows.append([f"{c:g}", f"{predicted:.0f}", explicit, stiff])
    head = ["A03, damper [N m s]", "steps in 0.01 s, predicted", "explicit", "stiff"]
    return f"{plain}\n\n{table(head, rows)}"


def governor():
    """A05: steady spin, its eigenvalues, what dampers reach, and the throttle."""
    model, angle, height, omega = steady_spin.steady()
    spin = table(["A05, steady spin", "height [m]", "arms [deg]", "speed [rad/s]"],
                 [["free shaft", f"{height:.6f}", f"{np.degrees(angle):.3f}", f"{omega:.6f}"]])
    found = [x for x in steady_spin.eigenvalues(model, omega) if x.imag >= 0 and abs(x) > 1e-3]
    fast = ", ".join(f"{x.real:.4g}" for x in found if not x.imag)
    slow = steady_spin.slow_swing(found)
    named = f"{slow.real:.2e} +- {slow.imag:.5f} i"
    rows = []
    for c in (4e3, 4e4, 1.3e5, 4e5, 4e6):
        other = A05.build(angle=angle, height=height, speed=omega, damping=c)
        decay = -steady_spin.slow_swing(steady_spin.eigenvalues(other, omega)).real
        rows.append([f"{c:.1e}", f"{1 / decay / 3600:.0f}"])
    dampers = table(["damper [N s/m]", "the swing falls to 1/e in [hours]"], rows)
    rows = [[f"{throttle:g}", f"{friction:g}", eigenvalue(steady_spin.regulated(throttle, friction))]
            for throttle, friction in ((10, 0), (20, 0), (50, 0), (20, 20), (20, 100), (20, 1000))]
    throttles = table(["throttle [N m/m]", "friction [N s/m]", "slowest eigenvalue that swings [1/s]"], rows)
    return (f"{spin}\n\nEigenvalues [1/s]: {fast}; the swing {named}; 0, 0.\n\n{dampers}\n\n{throttles}")


def eigenvalue(spinning):
    """The slowest swing of a model in a spin, in words if there is none."""
    swings = [x for x in steady_spin.eigenvalues(*spinning) if x.imag > 1e-3]
    if not swings:
        return "none swings"
    slow = steady_spin.slow_swing(swings)
    return f"{slow.real:+.3f} +- {slow.imag:.3f} i"


PARTS = (orders, blind, sizes, readings, stiffness, governor)


def main(page):
    """Write all tables into a page, between its marks."""
    page = Path(page)
    before, rest = page.read_text(encoding="utf-8").split(BEGIN)
    after = rest.split(END)[1]
    made = "\n\n".join(part() for part in PARTS)
    page.write_text(f"{before}{BEGIN}\n\n{made}\n\n{END}{after}", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1])
