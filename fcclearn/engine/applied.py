"""Applied forces on the extended coordinates."""

import numpy as np

GAUSS_POINTS, GAUSS_WEIGHTS = (np.polynomial.legendre.leggauss(4) + np.array([[1.0], [0.0]])) / 2
"""On the interval from 0 to 1."""

DIFFERENCE = 1e-7
"""Step of forward differences, in units of the model: about the square root of the rounding error."""


class CompiledForce:
    """A force of the model: its elements as one small linear map of their coordinates, its law as given.

        x = x0 + E y[columns],      g3[columns] = E' f(t, x, xd)               (Paper A, Eqs. (110), (114))

    Attributes
    ----------
    columns : (c,) array
        Extended coordinates that the elements depend on.
    E : (k d, c) array
    """

    def __init__(self, force, layout):
        self.force, d = force, layout.dimension
        constants, terms = zip(*(layout.affine(element) for element in force.elements))
        self.constants = np.array(constants)
        entries = [(k * d + i, j, c) for k, of_element in enumerate(terms) for i, j, c in of_element]
        self.columns = np.unique([j for _, j, _ in entries]).astype(int)
        self.E = np.zeros((self.constants.size, len(self.columns)))
        for i, j, c in entries:
            self.E[i, np.searchsorted(self.columns, j)] += c

    def gradient(self, ny):
        """Jacobian of the elements by all extended coordinates, (k d, ny)."""
        full = np.zeros((len(self.E), ny))
        full[:, self.columns] = self.E
        return full

    def elements(self, y):
        """Values of the elements, (k, d)."""
        return self.constants + (self.E @ y[self.columns]).reshape(self.constants.shape)

    def rates(self, yd):
        """Rates of the elements, (k, d)."""
        return (self.E @ yd[self.columns]).reshape(self.constants.shape)

    def local(self, t, y, yd):
        """Generalised force on the coordinates `columns`, (c,)."""
        return self.force.checked_law(t, self.elements(y), self.rates(yd)).ravel() @ self.E

    def mean(self, t, y0, y1, yd):
        """Mean generalised force along the chord from y0 to y1, at fixed time and rates, (c,).

        ``mean . (y1 - y0)`` is the work of a force that depends on position exactly, up to the quadrature:
        the averaged discrete gradient (McLachlan, Quispel & Robidoux 1999), here with four Gauss points.
        """
        return sum(w * self.local(t, y0 + s * (y1 - y0), yd) for s, w in zip(GAUSS_POINTS, GAUSS_WEIGHTS))

    def derivatives(self, t, y, yd, place=1.0, rate=1.0):
        """Derivatives of the forces on the elements by their places and rates, two (k d, k d) arrays.

        Forward differences: good enough for the iterations of an implicit method.

        Parameters
        ----------
        place, rate : (k d,) arrays
            Units of the places and of the rates.
        """
        def force(x, xd):
            return self.force.checked_law(t, x, xd).ravel()

        x, xd = self.elements(y), self.rates(yd)
        f, (by_place, by_rate) = force(x, xd), np.empty((2, x.size, x.size))
        place, rate = (np.broadcast_to(unit, x.size) for unit in (place, rate))
        for k, direction in enumerate(DIFFERENCE * np.eye(x.size).reshape(-1, *x.shape)):
            by_place[:, k] = (force(x + place[k] * direction, xd) - f) / (DIFFERENCE * place[k])
            by_rate[:, k] = (force(x, xd + rate[k] * direction) - f) / (DIFFERENCE * rate[k])
        return by_place, by_rate

    def power(self, t, y, yd):
        """Power of the force [W]."""
        return float(self.local(t, y, yd) @ yd[self.columns])

    def potential(self, t, y):
        """Potential energy, zero for a force that has none [J]."""
        return self.force.potential(t, self.elements(y)) if self.force.potential else 0.0
