"""Functions that are known at some arguments only: what a saved result keeps of a user's functions."""

import numpy as np

from .forces import Force
from .motion import Function

NEAR = 1e-9
"""An argument off by less than this share of their range is one of the table: machines round differently."""

STEP = 1e-30
"""Imaginary part with which the rate of a potential is asked for (module `engine.dynamics`)."""


class UnknownThere(ValueError):
    """A function is asked for at an argument at which it was not recorded."""


def place_in(arguments, x, what):
    """Index of x among the recorded arguments.

    Raises
    ------
    UnknownThere
        It is none of them.

    Examples
    --------
    >>> place_in(np.array([0.0, 0.5]), 0.5, "the force 'push'")
    1
    """
    k = int(np.abs(arguments - np.real(x)).argmin())
    if abs(arguments[k] - np.real(x)) > NEAR * (np.ptp(arguments) or 1.0):
        raise UnknownThere(f"{what} of a loaded result is known at the times of its run only, "
                           f"not at {np.real(x):g}")
    return k


def table(arguments, values, what):
    """A function of one scalar from its value and two derivatives at some arguments.

    Parameters
    ----------
    arguments : (k,) array
    values : (k, 3) array

    Examples
    --------
    >>> table(np.array([0.0, 2.0]), np.array([[0.0, 0.0, 2.0], [4.0, 4.0, 2.0]]), "a motion")(2.0)
    (4.0, 4.0, 2.0)
    """
    def column(c):
        return lambda s: float(values[place_in(arguments, s, what), c])
    return Function(column(0), column(1), column(2))


def tabulated_force(elements, name, t, forces, energies=None, rates=None):
    """A force from what it was at some times.

    Parameters
    ----------
    t : (k,) array [s]
    forces : (k, e, d) array
        On each of the elements [N].
    energies, rates : (k,) arrays or None
        Potential energy and its rate, of a force that has one [J, W].
    """
    def law(time, x, xd):
        return forces[place_in(t, time, f"the force {name!r}")]

    def potential(time, x):
        k = place_in(t, time, f"the potential of {name!r}")
        return energies[k] + (1j * STEP * rates[k] if np.iscomplexobj(x) else 0.0)
    return Force(elements, law, None if energies is None else potential, name)
