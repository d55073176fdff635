"""IFToMM benchmark A01: the planar simple pendulum.

A point mass of 1 kg on a massless link of 1 m, pinned at the origin, starts at rest from (-1, 0) under
g = 9.81 m/s2; 10 s; reported are x and y of the mass. The reference point of the body is the pin, so
that the massless link needs no further constraint.
"""

import numpy as np
from scipy.special import ellipj

from ..formulation.inertia import point_mass
from ..formulation.joints import revolute
from ..model import Model
from .case import Benchmark, place

G, LENGTH, MASS = 9.81, 1.0, 1.0


def build(kind="full", dimension=2):
    """The pendulum as a planar or spatial model, with a full or reduced body."""
    model = Model(gravity=place(0, -G, 0, dimension=dimension), kind=kind)
    pendulum = model.body("pendulum", point_mass(MASS, at=place(-LENGTH, 0, 0, dimension=dimension)))
    model.join(revolute(model.ground.point("origin"), pendulum.point("reference"),
                        axis=place(0, 0, 1, dimension=3)))
    return model


def closed_form(t):
    """``sin(psi / 2) = sin(45 deg) cd(sqrt(g / L) t | 1/2)``, psi from the lower vertical."""
    sn, cn, dn, _ = ellipj(np.sqrt(G / LENGTH) * np.asarray(t), 0.5)
    psi = -2 * np.arcsin(np.sqrt(0.5) * cn / dn)
    return {"x": LENGTH * np.sin(psi), "y": -LENGTH * np.cos(psi)}


A01 = Benchmark(
    name="A01", title="simple pendulum", build=build, duration=10.0, dimensions=(2, 3), exact=closed_form,
    reported={"x": lambda run: run.position("pendulum.com")[:, 0],
              "y": lambda run: run.position("pendulum.com")[:, 1]})
