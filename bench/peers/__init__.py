"""The N-four-bar in other packages: each module has ``prepare(windows, step) -> run``, step [s],
``run() -> (dE / N, crank angle at the end)``."""

LENGTH, MASS, G, DURATION = 1.0, 1.0, 9.81, 10.0
INERTIA = MASS * LENGTH**2 / 12
SLIM = 1e-6
"""Moment of inertia about a rod's own axis, where a package wants one; nothing turns about it [kg m2]."""


def energy_drift(energies, windows):
    """Largest change of the energy for each window [J]."""
    return max(abs(e - energies[0]) for e in energies) / windows
