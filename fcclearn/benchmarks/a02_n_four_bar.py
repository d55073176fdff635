"""IFToMM benchmark A02: the N-four-bar mechanism.

N + 1 cranks stand upright on the pins A_k = (k, 0), N couplers join their tips B_k = (k, 1); every link is
a slender rod of 1 m and 1 kg. All B_k start with 1 m/s in x under g = 9.81 m/s2; 10 s; reported is B_0.
The mechanism passes singular positions, all links in one line, ten times with N = 2, and has 3 N redundant
equations in space.
"""

import numpy as np
from scipy.special import ellipj

from ..formulation.inertia import rod
from ..formulation.joints import revolute
from ..model import Model
from .case import Benchmark, place, spin

G = 9.81


def build(kind="full", dimension=2, windows=2):
    """The mechanism with N windows, planar or spatial, full or reduced bodies.

    Raises
    ------
    ValueError
        Fewer than one window.
    """
    if windows < 1 or windows != int(windows):
        raise ValueError(f"the N-four-bar needs a whole number of windows, one or more, not {windows}")
    model = Model(gravity=place(0, -G, 0, dimension=dimension), kind=kind)

    def at(x, y):
        return place(x, y, 0, dimension=dimension)

    cranks, couplers = [], []
    # in the order of the chain, which keeps the equations banded
    for k in range(windows + 1):
        cranks.append(model.body(f"crank {k}", rod(1.0, 1.0), along=(at(k, 0), at(k, 1)), velocity=at(0.5, 0),
                                 angular_velocity=spin(-1.0, dimension)))
        if k < windows:
            couplers.append(model.body(f"coupler {k}", rod(1.0, 1.0), along=(at(k, 1), at(k + 1, 1)),
                                       velocity=at(1, 0)))

    z = place(0, 0, 1, dimension=3)
    for k, crank in enumerate(cranks):
        model.join(revolute(model.ground.point(at(k, 0)), crank.point("start"), axis=z))
    for k, coupler in enumerate(couplers):
        model.join(revolute(cranks[k].point("end"), coupler.point("start"), axis=z))
        model.join(revolute(coupler.point("end"), cranks[k + 1].point("end"), axis=z))
    return model


def closed_form(t, windows=2):
    """``sin(theta / 2) = sn(t / 2 | -4 a)``, theta from the upper vertical, ``theta'' = a sin(theta)``.

    ``a = 3 (3 N + 1) g / (2 (4 N + 1) L)``. SciPy's functions want a parameter between 0 and 1: with
    ``k = sqrt(1 + m)``, ``sn(u | -m) = sd(k u | m / k^2) / k`` and ``cn(u | -m) = cd(k u | m / k^2)``.
    """
    m = 4 * 3 * (3 * windows + 1) * G / (2 * (4 * windows + 1))
    k = np.sqrt(1 + m)
    sn, cn, dn, _ = ellipj(k * np.asarray(t) / 2, m / k**2)
    sine, cosine = sn / dn / k, cn / dn                          # of theta / 2
    return {"B0x": 2 * sine * cosine, "B0y": 1 - 2 * sine**2}


SETTINGS = dict(method="projection", rtol=1e-10)
"""Larger steps interpolate badly through a singular position, smaller ones end too near to it:
neither is as accurate."""

A02 = Benchmark(
    name="A02", title="N-four-bar", build=build, duration=10.0, dimensions=(2, 3), options={"windows": 2},
    exact=closed_form, default=SETTINGS, tight=SETTINGS,
    reported={"B0x": lambda run: run.position("crank 0.end")[:, 0],
              "B0y": lambda run: run.position("crank 0.end")[:, 1]})
