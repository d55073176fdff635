"""Stiffness of the platform against its actuators, and what the paper's index cannot see."""
import numpy as np

from .geometry import REFERENCE
from .velocity import jacobian, scaling


def stiffness(chi, k=1.0, p=REFERENCE):
    """K = J' k J, the load that displaces the platform by one unit: Paper B, Eq. (34).

    Parameters
    ----------
    chi : (..., 4) poses
    k : stiffness of the actuators in N/mm, one value or (4,)

    Returns
    -------
    (..., 4, 4) in N/mm, N (last row and column), N mm/rad (last entry)

    Examples
    --------
    A turn is free at a singularity: K_44 = 0 on the axis at alpha = 0.

    >>> bool(abs(stiffness([0.0, 0.0, 110.0, 0.0])[3, 3]) < 1e-20)
    True
    """
    if not np.all((np.asarray(k) > 0) & np.isfinite(k)):
        raise ValueError(f"the stiffness of an actuator must be positive, not {k} N/mm")
    J = jacobian(chi, p)
    return np.swapaxes(J, -1, -2) @ (np.broadcast_to(k, 4)[:, None] * J)


def paper_index(chi, k=1.0, p=REFERENCE):
    """S_tl = tr(K) / 4: Paper B, Eq. (35).

    It adds N/mm and N mm/rad, so it depends on the unit of length, and a trace does not see a vanishing
    eigenvalue: Paper B says S_tl -> 0 at the singularity, which is true of K_44 on the axis only (erratum).

    Examples
    --------
    >>> paper_index([[0.0, 0.0, 110.0, 0.0], [15.0, -20.0, 110.0, 0.0]]).round(2).tolist()
    [0.15, 14.91]
    """
    return np.trace(stiffness(chi, k, p), axis1=-2, axis2=-1) / 4


def weakest(chi, k=1.0, p=REFERENCE):
    """The smallest eigenvalue of S K S, S = diag(1, 1, 1, 1/r), in N/mm: zero exactly at the singular poses.

    It is the stiffness in the weakest direction,
    an angle counting as the arc it makes at the platform's radius r.

    Examples
    --------
    >>> bool(abs(weakest([15.0, -20.0, 110.0, 0.0])) < 1e-12)
    True
    """
    S = scaling(p)
    return np.linalg.eigvalsh(S @ stiffness(chi, k, p) @ S)[..., 0]
