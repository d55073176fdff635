"""The actuators' forces taken apart: what inertia, velocities, weight and load ask of each of them."""
import numpy as np

from .arrays import finite
from .dynamics import coriolis_matrix, gravity, mass_matrix
from .geometry import FORCE_UNIT, REFERENCE
from .velocity import inverse_jacobian, times

TERMS = ("M", "C", "G", "f")


def force_terms(chi, chi_d, chi_dd, f=0.0, p=REFERENCE):
    """The four parts of tau = J^-T (M chi_dd + C chi_d + G + f): Paper B, Eq. (62), term by term.

    Their sum is `dynamics.inverse_dynamics`, which gets there without M and C.

    Parameters
    ----------
    chi, chi_d, chi_dd : (..., 4) in mm, rad, s
    f : (4,) or (..., 4) load that the platform delivers, in N, N mm

    Returns
    -------
    dict "M", "C", "G", "f" -> (..., 4) forces of the actuators in N

    Raises
    ------
    PoseError, SingularPose

    Examples
    --------
    At rest and without load only the weight is left:

    >>> parts = force_terms([0.0, 0.0, 110.0, 0.3], np.zeros(4), np.zeros(4))
    >>> [name for name, part in parts.items() if np.abs(part).max() > 0]
    ['G']
    """
    chi, chi_d, chi_dd = np.asarray(chi), np.asarray(chi_d), np.asarray(chi_dd)
    load = np.broadcast_to(finite(f, "load"), np.broadcast_shapes(chi.shape, np.shape(f)))
    asked = (FORCE_UNIT * times(mass_matrix(chi, p), chi_dd),
             FORCE_UNIT * times(coriolis_matrix(chi, chi_d, p), chi_d), gravity(chi, p), load)
    to_actuators = np.swapaxes(inverse_jacobian(chi, p), -1, -2)
    return {name: times(to_actuators, part) for name, part in zip(TERMS, asked)}
