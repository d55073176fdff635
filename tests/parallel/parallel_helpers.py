"""Poses, tolerances and complex steps shared by the tests of the parallel mechanism."""
import numpy as np

from fcclearn.parallel.geometry import REFERENCE

ROUNDING = 1e-12        # relative: some thousands of roundings, for closed forms compared with closed forms
# the reference numbers are printed with 10 digits; half a unit of the last is 5e-10 of it
REFERENCE_DIGITS = 1e-9
STEP = 1e-30

START = np.array([-5.5491, 12.7839, 110.0, -0.2654])
POSES = np.array([START, [12.0, -7.0, 118.0, 0.21], [-20.0, 15.0, 105.0, 0.4], [3.0, 25.0, 130.0, -0.5],
                  [0.0, 0.0, 120.0, 0.15]])
SPEEDS = np.array([[30.0, -40.0, 50.0, 1.0], [-10.0, 25.0, 5.0, -2.0], [60.0, 0.0, -30.0, 0.5],
                   [0.0, 0.0, 0.0, 3.0], [7.0, 9.0, -80.0, -0.3]])
P = REFERENCE


def gradient(function, chi):
    """Derivatives of function (values at the end) with respect to the pose, last axis: exact to rounding."""
    return np.stack([np.imag(function(chi + 1j * STEP * e)) / STEP for e in np.eye(4)], axis=-1)


def rate(function, chi, chi_d):
    """Time derivative of function along chi_d."""
    return np.imag(function(chi + 1j * STEP * chi_d)) / STEP


def relative(a, b):
    """Largest difference relative to the largest value of b."""
    return np.abs(np.asarray(a) - b).max() / np.abs(b).max()


def Rz(angle):
    c, s = np.cos(angle), np.sin(angle)
    return np.array([[c, -s, 0 * c], [s, c, 0 * c], [0 * c, 0 * c, 1 + 0 * c]])


def Ry(angle):
    c, s = np.cos(angle), np.sin(angle)
    return np.array([[c, 0 * c, s], [0 * c, 1 + 0 * c, 0 * c], [-s, 0 * c, c]])
