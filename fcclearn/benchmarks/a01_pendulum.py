"""IFToMM benchmark A01: the planar simple pendulum.

A point mass of 1 kg on a massless link of 1 m, pinned at the origin, starts at rest from (-1, 0) under
g = 9.81 m/s2; 10 s; reported are x and y of the mass. The reference point of the body is the pin, so
that the massless link needs no further constraint.
"""

import numpy as np
from scipy.special import ellipj, ellipk

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
                        axis=place(0, 0, 1, dimension=3)), name="pin")
    return model


def period(start=np.pi / 2, length=LENGTH):
    """Period of a pendulum let go at rest, ``T = 4 K(k^2) sqrt(L / g)`` with ``k = sin(start / 2)`` [s].

    SciPy's argument of K is ``m = k^2``, not k.

    Parameters
    ----------
    start : float
        Angle from the lower vertical [rad].
    length : float [m]

    Examples
    --------
    A small swing takes ``2 pi sqrt(L / g)``, one of 180 degrees never ends:

    >>> float(round(period(1e-4) * np.sqrt(G) / (2 * np.pi), 6)), float(period(np.pi))
    (1.0, inf)
    """
    return 4 * ellipk(np.sin(start / 2) ** 2) * np.sqrt(length / G)


def closed_form(t, start=np.pi / 2, length=LENGTH):
    """``sin(psi / 2) = k cd(sqrt(g / L) t | k^2)``, ``k = sin(start / 2)``; psi from below to the left.

    Parameters
    ----------
    t : (k,) array [s]
    start : float
        Angle at which the mass is let go, below 180 degrees [rad].
    length : float [m]

    Returns
    -------
    dict of (k,) arrays
        x and y of the mass [m].
    """
    k = np.sin(start / 2)
    sn, cn, dn, _ = ellipj(np.sqrt(G / length) * np.asarray(t), k**2)
    psi = 2 * np.arcsin(k * cn / dn)
    return {"x": -length * np.sin(psi), "y": -length * np.cos(psi)}


A01 = Benchmark(
    name="A01", title="simple pendulum", build=build, duration=10.0, dimensions=(2, 3), exact=closed_form,
    reported={"x": lambda run: run.position("pendulum.com")[:, 0],
              "y": lambda run: run.position("pendulum.com")[:, 1]})
