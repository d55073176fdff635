"""The matrix of an implicit step: masses, and what forces change with the position at its end.

    V_m' (M3 - h^2/2 dF/dy1) V_1,      dF/dy1 = E' (1/2 df/dx + 1/h df/dxd) E

of the mean force F of a step from y0 to y1, with rates (y1 - y0) / h. Without the second term a stiff spring
or damper lets Newton's iterations diverge however close the guess.
"""

import numpy as np

from ..engine.matrices import Matrix, Pattern
from ..engine.terms import Product


class Tangent:
    """Masses and force derivatives in one matrix of constant pattern.

    Parameters
    ----------
    time : float
        Unit of time in which laws are differentiated [s].

    Attributes
    ----------
    pattern : Pattern
        (n, n): of the mass matrix, and of what forces connect.
    """

    def __init__(self, system, time=1.0):
        self.system, self.time = system, time
        mass = system.M3.pattern
        blocks = [np.meshgrid(f.columns, f.columns, indexing="ij") for f in system.forces]
        places = [(mass.rows, mass.columns), *((i.ravel(), j.ravel()) for i, j in blocks)]
        keys = [np.asarray(i, dtype=np.int64) * system.ny + j for i, j in places]
        known = np.unique(np.concatenate(keys))
        self._of_mass, *self._of_forces = (np.searchsorted(known, k) for k in keys)
        self._pattern = Pattern(known // system.ny, known % system.ny, (system.ny, system.ny))
        self._product = Product(system.extension.pattern.T, self._pattern, system.extension.pattern)
        self.pattern = self._product.pattern

    def measured(self, matrix):
        """The matrix for coordinates in their units."""
        columns = self.system.units.columns
        return Matrix(self.pattern, matrix.data * columns[self.pattern.rows] * columns[self.pattern.columns])

    def of_forces(self, t, y, yd, h):
        """``1/2 df/dx + 1/h df/dxd`` of each force on its own coordinates, in the middle of a step."""
        found = []
        for force in self.system.forces:
            place = self.system.units.of_elements(force)
            by_place, by_rate = force.derivatives(t, y, yd, place, place / self.time)
            found.append(force.E.T @ (0.5 * by_place + by_rate / h) @ force.E)
        return found

    def matrix(self, middle, here, h, slopes):
        """The matrix for the states in the middle and at the end, and the slopes of the forces."""
        data = np.zeros(len(self._pattern.rows))
        data[self._of_mass] = self.system.M3.data
        for places, slope in zip(self._of_forces, slopes):
            data[places] -= h**2 / 2 * slope.ravel()
        return self._product(middle.V.T, self._pattern.matrix(data), here.V)
