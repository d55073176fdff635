"""Errors planted in the closed form, to see which comparison of forces notices them."""
from dataclasses import replace

import numpy as np

from .coriolis import mass_gradient
from .dynamics import inverse_dynamics
from .geometry import FORCE_UNIT, REFERENCE, Solid
from .terms import force_terms
from .validation import error_ratio, misprinted_gravity
from .velocity import inverse_jacobian, times

SEEN = 0.91
"""Per cent that Paper B reports between its forces and the commercial code's (Table 4)."""

LIGHT_LOAD = np.array([2.0, 2.0, 4.0, 100.0])
"""A load, in N and N mm, under which no term of the actuators' forces hides the others."""


def other_order(chi, chi_d, p=REFERENCE):
    """C chi_d with the sums of Paper B, Eq. (64), in the other order: half of M_d chi_d, in N, N mm."""
    return FORCE_UNIT * np.einsum("...k,...kij,...j->...i", chi_d, mass_gradient(chi, p), chi_d) / 2


def planted(chi, chi_d, chi_dd, f=0.0, p=REFERENCE):
    """The actuators' forces along a motion, by closed forms with one error each.

    Parameters
    ----------
    chi, chi_d, chi_dd : (..., 4) in mm, rad, s
    f : (4,) load that the platform delivers, in N, N mm

    Returns
    -------
    dict, name of the error -> (..., 4) forces in N

    Raises
    ------
    PoseError, SingularPose

    Examples
    --------
    At rest only weight, load and lengths can be wrong:

    >>> from fcclearn.parallel.simulation import START
    >>> rest = np.zeros(4)
    >>> right = inverse_dynamics(START, rest, rest)
    >>> [name for name, F in planted(START, rest, rest).items() if np.abs(F - right).max() > 1e-9]
    ... # doctest: +NORMALIZE_WHITESPACE
    ['lower links: mass 10 mm off', 'platform 10 % heavier', '(52) as printed', 'gravity off',
     'sign of G', 'l20 1 % too long']
    """
    chi, chi_d, chi_dd = (np.asarray(x, float) for x in (chi, chi_d, chi_dd))
    parts = force_terms(chi, chi_d, chi_dd, f, p)
    F = inverse_dynamics(chi, chi_d, chi_dd, f, p)
    to_actuators = np.swapaxes(inverse_jacobian(chi, p), -1, -2)
    turn = FORCE_UNIT * p.platform.inertia[2] * chi_dd * [0.0, 0.0, 0.0, 1.0]
    heavier = Solid(1.1 * p.platform.mass, tuple(1.1 * I for I in p.platform.inertia))

    def with_data(**changes):
        return inverse_dynamics(chi, chi_d, chi_dd, f, replace(p, **changes))

    return {
        "M halved": F - parts["M"] / 2,
        "M left out": F - parts["M"],
        "C left out": F - parts["C"],
        "other order in (64)": F - parts["C"] + times(to_actuators, other_order(chi, chi_d, p)),
        "I_zz of the platform doubled": F + times(to_actuators, turn),
        "lower links: mass 10 mm off": with_data(l31=p.l31 + 10.0),
        "platform 10 % heavier": with_data(platform=heavier),
        "(52) as printed": F + times(to_actuators, misprinted_gravity(chi, p)),
        "gravity off": F - parts["G"],
        "sign of G": F - 2 * parts["G"],
        "sign of f": F - 2 * parts["f"],
        "l20 1 % too long": with_data(l20=1.01 * p.l20),
    }


def per_cents(F, wrong):
    """One error in four ways, in per cent, for each actuator.

    Parameters
    ----------
    F, wrong : (n, 4) forces along a motion

    Returns
    -------
    dict of (4,): over the actuator's own peak, over the largest force of all, by Paper B, Eq. (67),
    and root mean square over root mean square

    Examples
    --------
    >>> F = np.array([[1.0], [4.0]])
    >>> {way: value.round(1).tolist() for way, value in per_cents(F, F + [[1.0], [0.0]]).items()}
    {'own peak': [25.0], 'largest of all': [25.0], 'Eq. (67)': [100.0], 'rms': [24.3]}
    """
    difference, size = np.abs(wrong - F), np.abs(F)
    return {"own peak": 100 * difference.max(0) / size.max(0),
            "largest of all": 100 * difference.max(0) / size.max(),
            "Eq. (67)": 100 * error_ratio(wrong, F),
            "rms": 100 * np.sqrt((difference**2).mean(0) / (size**2).mean(0))}


def seen(F, wrong):
    """Largest change of a force in per cent of its actuator's own peak: what a comparison reports at best.

    Examples
    --------
    >>> seen(np.array([[2.0, 8.0]]), np.array([[2.0, 6.0]]))
    25.0
    """
    return float(per_cents(F, wrong)["own peak"].max())


def columns(chi, chi_d, chi_dd, p=REFERENCE):
    """What M, C and G ask of the actuators along a motion, as columns (4 n, 3) in N."""
    parts = force_terms(chi, chi_d, chi_dd, p=p)
    return np.column_stack([parts[name].ravel() for name in "MCG"])


def fingerprint(residual, chi, chi_d, chi_dd, p=REFERENCE):
    """(a, b, c) with residual = a M-part + b C-part + c G-part, by least squares.

    Parameters
    ----------
    residual : (n, 4) forces with the error minus forces without, N
    chi, chi_d, chi_dd : (n, 4)

    Returns
    -------
    (3,) and what is left over, as a part of the residual

    Examples
    --------
    >>> from fcclearn.parallel.simulation import swing
    >>> motion = swing(np.linspace(0, 0.5, 21), 2.0)
    >>> halved = planted(*motion)["M halved"] - inverse_dynamics(*motion)
    >>> factors, left = fingerprint(halved, *motion)
    >>> (factors.round(6) + 0.0).tolist(), bool(left < 1e-12)
    ([-0.5, 0.0, 0.0], True)
    """
    A, b = columns(chi, chi_d, chi_dd, p), np.ravel(residual)
    factors = np.linalg.lstsq(A, b, rcond=None)[0]
    return factors, float(np.linalg.norm(A @ factors - b) / np.linalg.norm(b))
