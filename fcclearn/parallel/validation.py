"""What a comparison of forces along a motion can see, and what it cannot: the paper's own test, examined."""
from typing import NamedTuple

import numpy as np

from .dynamics import coriolis_matrix, gravity, inverse_dynamics, mass_matrix
from .geometry import FORCE_UNIT, REFERENCE
from .links import directions
from .simulation import fast_motion, paper_load, paper_motion
from .velocity import inverse_jacobian, times


class Row(NamedTuple):
    """One line of the table: the largest change of a force, and two measures of it in per cent.

    `percent` is of the largest force of the actuator that changes most; `sigma` is the paper's own, Eq.
    (67), of the worst actuator: the change over the force at the instant of the largest change.
    """

    motion: str
    moment_unit: str
    change: str
    newton: float
    percent: float
    sigma: float


def error_ratio(theory, reference):
    """sigma_h = |Delta_h|max / |h| at the instant of the largest error, per column: Paper B, Eqs. (66)-(67).

    Examples
    --------
    >>> error_ratio(np.array([[1.0], [2.0]]), np.array([[1.0], [4.0]])).tolist()
    [0.5]
    """
    difference = np.abs(theory - reference)
    worst = np.argmax(difference, axis=0), np.arange(difference.shape[1])
    return difference[worst] / np.abs(reference[worst])


def misprinted_gravity(chi, p=REFERENCE):
    """G as the printed line 3 of Paper B, Eq. (52), gives it minus the correct G, in N and N mm.

    Printed is b_44sz = -l_s4 c_12 b_12 - ..., correct +l_s4 c_12 b_12 - ...,
    with l_14 = l2 - l20 and l_24 = l2.
    """
    upper = directions(chi, np.zeros_like(chi), p)[2].of(slice(0, 1))
    mass_arm = p.barrel.mass * (p.l2 - p.l20) + p.piston.mass * p.l2
    return np.moveaxis(2 * p.g * mass_arm * (upper.e[0] * upper.b)[:, 0], 0, -1)


def what_the_test_sees(p=REFERENCE, samples=81):
    """By how much the actuator forces change when part of the model is left out or misprinted.

    The paper reports 0.91 % between its forces and the commercial code's: a change whose sigma is below that
    would have passed. With its own load of 25 N m that is true even of a model without gravity.

    Returns
    -------
    list of Row, for the paper's motion (0..2 s, three readings of its load)
    and a fast one (one period, no load)
    """
    rows = []
    cases = [("paper", unit, paper_motion(np.linspace(0, 2, samples))) for unit in ("N.m", "N.mm", "none")]
    cases.append(("fast", "none", fast_motion(np.linspace(0, 1 / 3, samples))))
    for name, unit, (chi, chi_d, chi_dd) in cases:
        load = np.asarray(paper_load(unit), dtype=float)
        F = inverse_dynamics(chi, chi_d, chi_dd, load, p)
        inertia = FORCE_UNIT * times(mass_matrix(chi, p), chi_dd)
        coriolis = FORCE_UNIT * times(coriolis_matrix(chi, chi_d, p), chi_d)
        to_actuators = np.swapaxes(inverse_jacobian(chi, p), -1, -2)
        changes = {"without M and C": -inertia - coriolis, "without M": -inertia, "without C": -coriolis,
                   "without gravity": -gravity(chi, p),
                   "sign misprinted in Eq. (52)": misprinted_gravity(chi, p)}
        if load.any():
            changes["f with the other sign"] = np.broadcast_to(-2 * load, chi.shape)
        for change, missing in changes.items():
            difference = times(to_actuators, missing)
            delta = np.abs(difference).max(0)
            worst = np.argmax(delta / np.abs(F).max(0))
            rows.append(Row(name, unit, change, float(delta.max()),
                            float(100 * delta[worst] / np.abs(F[:, worst]).max()),
                            float(100 * error_ratio(F + difference, F).max())))
    return rows
