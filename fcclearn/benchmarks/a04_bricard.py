"""IFToMM benchmark A04: Bricard's mechanism.

Five rods of 1 m and 1 kg with square section make a closed chain P1 ... P6 along the edges of a cube, with
revolute joints at all six points, their axes y, z, x, y, z, x at the start; P1 and P6 are on the ground.
Gravity acts along -y; at rest at the start; 10 s; reported is P3. Counting gives 30 equations for 30
freedoms; one of them is redundant, so the mechanism moves.
"""

import numpy as np

from ..formulation.inertia import bar, rod
from ..formulation.joints import revolute
from ..model import Model
from .case import Benchmark

G, LENGTH, MASS = 9.81, 1.0, 1.0
POINTS = np.array([[0, 0, 0], [1, 0, 0], [1, -1, 0], [1, -1, 1], [0, -1, 1], [0, 0, 1]], dtype=float)
AXES = np.eye(3)[[1, 2, 0, 1, 2, 0]]


def build(kind="full", dimension=3, section=0.1):
    """The mechanism with full or reduced bodies.

    Parameters
    ----------
    section : float
        Side of the square section [m]; 0 for slender rods.
    """
    model = Model(gravity=[0, -G, 0], kind=kind)
    solid = bar(MASS, LENGTH, section, section) if section else rod(MASS, LENGTH)
    rods = [model.body(f"rod {k + 1}", solid, along=(POINTS[k], POINTS[k + 1])) for k in range(5)]
    ends = [model.ground.point(POINTS[0]), *(r.point("end") for r in rods)]
    starts = [*(r.point("start") for r in rods), model.ground.point(POINTS[5])]
    for P, Q, axis in zip(ends, starts, AXES):
        model.join(revolute(P, Q, axis))
    return model


def one_angle(t, section=0.1):
    """The exact reduction to one angle, for rods of unit mass and length.

    All odd joints turn by a, all even ones by b with ``sin(a) + sin(b) + sin(a) sin(b) = 0``. With ``s =
    sin(a)`` the energy is ``1/2 m(s) a'^2 - g ((3 + s) sqrt(1 + 2 s) / (1 + s) - 3)``, zero at the start. a
    swings between 0 and 180 degrees; ``sin(a) = sin(x)^2`` makes it the smooth, never resting motion x(t).
    """
    from scipy.integrate import solve_ivp  # here, since importing it takes as long as the package

    def rate(_, x):
        s = np.sin(x) ** 2
        mass = ((15 + 30 * s + 19 * s**2 + 4 * s**3 - 2 * s**4) / 3
                + section**2 / 6 * (6 + 12 * s + 10 * s**2 + 4 * s**3 + s**4)) / ((1 + s) ** 2 * (1 + 2 * s))
        # height / s
        fall = 2 * (3 + 2 * s + s**2) / ((3 + s) * np.sqrt(1 + 2 * s) + 3 * (1 + s)) / (1 + s)
        return 0.5 * np.sqrt(2 * G * fall * (1 + s) / mass)

    x = solve_ivp(rate, (0, max(t)), [0.0], "DOP853", t_eval=t, rtol=1e-13, atol=1e-13).y[0]
    s = np.sin(x) ** 2
    return {"P3x": np.cos(x) / np.sqrt(1 + s), "P3y": -np.sqrt(1 + 2 * s) / (1 + s), "P3z": -s / (1 + s)}


A04 = Benchmark(
    name="A04", title="Bricard's mechanism", build=build, duration=10.0, dimensions=(3,),
    options={"section": 0.1}, exact=one_angle,
    default=dict(method="baumgarte", rtol=1e-7), tight=dict(method="baumgarte", rtol=1e-10),
    reported={f"P3{c}": lambda run, k=k: run.position("rod 2.end")[:, k] for k, c in enumerate("xyz")})
