"""The Coriolis and centrifugal terms by three more roads, to check `dynamics.coriolis_matrix`.

All of them differentiate by complex steps: f'(x) = Im f(x + i h) / h is exact to rounding for h = 1e-30.
"""
import numpy as np

from .dynamics import kinetic_energies, mass_matrix
from .geometry import FORCE_UNIT, REFERENCE

STEP = 1e-30


def mass_gradient(chi, p=REFERENCE):
    """dM/dchi_k, shape (..., 4 (k), 4, 4), by complex steps:
    what Paper B, Eqs. (B1), (B2), (B5)-(B13), are for.

    Examples
    --------
    >>> mass_gradient([-5.5491, 12.7839, 110.0, -0.2654]).shape
    (4, 4, 4)
    """
    return np.stack([mass_matrix(chi + 1j * STEP * e, p).imag / STEP for e in np.eye(4)], axis=-3)


def from_paper(chi, chi_d, p=REFERENCE):
    """C = (M_d + U' - U) / 2, U = (I x chi_d') dM/dchi: Paper B, Eq. (64).

    U_kj = sum_i chi_d_i dM_ij/dchi_k, with the blocks dM/dchi_k stacked below each other.
    (chi_d' x I) in its place would be wrong (erratum).
    """
    chi_d = np.asarray(chi_d)
    dM = mass_gradient(chi, p)
    M_d = np.einsum("...k,...kij->...ij", chi_d, dM)
    U = np.einsum("...i,...kij->...kj", chi_d, dM)
    return (M_d + np.swapaxes(U, -1, -2) - U) / 2


def christoffel(chi, chi_d, p=REFERENCE):
    """C_ij = 1/2 sum_k (dM_ij/dchi_k + dM_ik/dchi_j - dM_jk/dchi_i) chi_d_k, the textbook definition."""
    dM = mass_gradient(chi, p)
    symbols = np.einsum("...kij->...ijk", dM) + np.einsum("...jik->...ijk", dM) - dM
    return np.einsum("...ijk,...k->...ij", symbols, np.asarray(chi_d)) / 2


def automatic(chi, chi_d, p=REFERENCE):
    """The vector C chi_d = d/dt (dK/dchi_d) - dK/dchi at chi_dd = 0, from the kinetic energy alone:
    Paper B, Eq. (36).

    K is quadratic in chi_d, so dK/dchi_d_i = K(chi_d + e_i) - K(chi_d) - K(e_i) exactly.
    Returns kg mm/s2, kg mm2/s2.
    """
    chi, chi_d = np.asarray(chi), np.asarray(chi_d, float)

    def K(pose, velocity):
        return sum(kinetic_energies(pose, velocity, p).values()) / FORCE_UNIT

    along = chi + 1j * STEP * chi_d
    ahead = [K(along, chi_d + e) - K(along, chi_d) - K(along, np.broadcast_to(e, chi_d.shape))
             for e in np.eye(4)]
    slope = [K(chi + 1j * STEP * e, chi_d) for e in np.eye(4)]
    return np.stack([(a - s).imag / STEP for a, s in zip(ahead, slope)], axis=-1)
