"""Time integration of the equations of motion: six methods behind one name.

    "projection"             SciPy's adaptive Runge-Kutta method of order 8; after each accepted step position
                             and velocity are brought back onto the constraints
    "baumgarte"              the same method on gamma - 2 alpha (Phi_q qd - nu) - beta^2 Phi
    "augmented-lagrangian"   trapezoidal rule in the positions, then projected velocities and accelerations
    "energy-momentum"        midpoint rule with discrete gradients: keeps energy and constraints exactly
    "power-series"           Taylor series of the motion, long steps of high order where nothing is driven
    "stiff"                  SciPy's LSODA on the equations of "baumgarte", with a Jacobian of the forces
Each is a generator of `Step` objects, so that whatever stops a run leaves everything up to that time.
"""

from inspect import signature

from ..formulation.words import one_of
from .adaptive import baumgarte, projection, stiff
from .augmented_lagrangian import augmented_lagrangian
from .energy_momentum import energy_momentum
from .power_series import power_series

METHODS = {"projection": projection, "baumgarte": baumgarte, "augmented-lagrangian": augmented_lagrangian,
           "energy-momentum": energy_momentum, "power-series": power_series, "stiff": stiff}

COMMON = ("system", "solver", "q", "qd", "ends", "counts")
"""Parameters that every method has; what else it has are its options."""


def options(method):
    """Names and defaults of the options of a method; None is found from the model's unit of time.

    Raises
    ------
    ValueError
        Unknown method, with the nearest one.

    Examples
    --------
    >>> options("projection")
    {'rtol': 1e-09, 'step': inf}
    """
    method = METHODS[one_of(method, METHODS, "method")]
    return {name: p.default for name, p in signature(method).parameters.items() if name not in COMMON}


def integrate(system, solver, q, qd, ends, method, counts, **settings):
    """Accepted steps from the first to the last of the increasing `ends` [s], each as soon as it is known.

    At each of the ends a step ends; what is asked for in between is interpolated.

    Raises
    ------
    StepFailed
        A step did not converge (with time and reason).
    """
    return METHODS[method](system, solver, q, qd, ends, counts, **settings)
