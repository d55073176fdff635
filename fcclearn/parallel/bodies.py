"""The 24 bodies with mass, one by one, placed by the pins of a pose: a road to M without limb angles."""
from typing import NamedTuple

import numpy as np

from .geometry import REFERENCE, Solid
from .position import points

DOWN = np.array([0.0, 0.0, 1.0])


class Body(NamedTuple):
    """Kind, solid, place of the centre of mass (mm) and its principal axes as columns, in {B}."""

    name: str
    solid: Solid
    centre: np.ndarray
    axes: np.ndarray


def unit(x):
    """x / |x| without an absolute value, so that complex steps pass."""
    return x / np.sqrt(x @ x)


def link(name, solid, start, end, along, y):
    """A body with z from one pin to another and y along the normal of its limb's plane.

    Its centre lies `along` mm from the first pin.
    """
    z = unit(end - start)
    return Body(name, solid, start + along * z, np.column_stack([np.cross(y, z), y, z]))


def bodies(chi, p=REFERENCE):
    """All bodies with mass at a pose; couplers are massless.

    Parameters
    ----------
    chi : (4,) pose in mm, rad; complex steps pass through

    Returns
    -------
    list of Body: "platform", then for each limb "bars", "upper links", "lower links", "actuators"

    Examples
    --------
    >>> from collections import Counter
    >>> dict(Counter(body.name for body in bodies([0.0, 0.0, 110.0, 0.1])))
    {'platform': 1, 'bars': 3, 'upper links': 6, 'lower links': 6, 'actuators': 8}
    """
    chi = np.asarray(chi)
    at, cos, sin = points(chi, p), np.cos(chi[3]), np.sin(chi[3])
    found = [Body("platform", p.platform, at["D"], np.array([[cos, -sin, 0], [sin, cos, 0], [0, 0, 1]]))]
    for i in "123":
        R = {name[2:]: place for name, place in at.items() if name[:2] == f"R{i}"}
        away = unit(R["1"] - R["3"])
        y = np.cross(DOWN, away)
        found.append(Body("bars", p.base_bar, R["3"], np.column_stack([away, y, DOWN])))
        for start, elbow, end in ("468", "579"):
            found.append(link("upper links", p.upper, R[start], R[elbow], p.l21, y))
            found.append(link("lower links", p.lower, R[elbow], R[end], p.l31, y))
        ends = [(R["1"], R["2"])] + [(at["R41"], at["R42"])] * (i == "1")
        for foot, head in ends:
            found.append(link("actuators", p.barrel, foot, head, p.l41, y))
            found.append(link("actuators", p.piston, head, foot, p.l42, y))
    return found


def mass_matrix_of(chi, names=None, p=REFERENCE):
    """Sum of m J_v.T J_v + J_w.T I J_w over the bodies with some names (all by default): Paper B, Eq. (38).

    Velocities and angular velocities for unit rates come by complex steps, w = 1/2 sum e x e_d; the axes of I
    are those of the body.

    Returns
    -------
    (4, 4) in kg, kg mm, kg mm2

    Examples
    --------
    >>> mass_matrix_of([0.0, 0.0, 110.0, 0.1], ["platform"]).diagonal().round(4).tolist()
    [0.6884, 0.6884, 0.6884, 966.8824]
    """
    step = 1e-30
    moved = [bodies(chi + 1j * step * e, p) for e in np.eye(4)]
    M = np.zeros((4, 4))
    for k, body in enumerate(bodies(chi, p)):
        if names is None or body.name in names:
            J_v = np.column_stack([m[k].centre.imag for m in moved]) / step
            spins = [np.cross(body.axes.T, m[k].axes.imag.T).sum(axis=0) / 2 for m in moved]
            J_w = np.column_stack(spins) / step
            inertia = body.axes @ np.diag(body.solid.inertia) @ body.axes.T
            M += body.solid.mass * J_v.T @ J_v + J_w.T @ inertia @ J_w
    return M
