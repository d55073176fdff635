"""Mass without angles: a rigid mass distribution is one symmetric matrix.

A body's mass distribution enters the formulation only through its pseudo-inertia matrix,

    P = integral of (1, c)(1, c)' dm = [[m, m cbar'], [m cbar, J]],      J = integral of c c' dm,

with c the coordinates along u, v, w from the reference point. The mass matrix of the body is
``kron(P, I_d)``. A planar body uses the leading 3 x 3 part of the same matrix. Moving and turning a solid
is one line, since (1, c) transforms by a homogeneous matrix; adding solids is adding matrices.
"""

from dataclasses import dataclass, field

import numpy as np

from .algebra import as_vector, check_frame

ROUNDED = 1e-2
"""An inertia that misses the triangle inequality by less than this share may have been rounded."""


@dataclass(frozen=True)
class Solid:
    """A rigid mass distribution with named points and an outline to draw.

    Attributes
    ----------
    P : (4, 4) array
        Pseudo-inertia matrix about the solid's own origin and axes [kg, kg m, kg m2].
    points : dict of str -> (3,) array
        Named points in the solid's own axes [m].
    outline : tuple of (k, 3) arrays
        Polylines that show the solid in pictures [m].

    Raises
    ------
    ValueError
        Mass not positive, or an inertia that no distribution of mass can have.

    Examples
    --------
    >>> from fcclearn import rod
    >>> rod(2.0, 3.0).inertia.diagonal()
    array([0. , 1.5, 1.5])
    """

    P: np.ndarray
    points: dict = field(default_factory=dict)
    outline: tuple = ()

    def __post_init__(self):
        m = self.P[0, 0]
        if not np.isfinite(self.P).all():
            raise ValueError("mass, centre of mass and inertia must be finite numbers")
        if m == 0 and not self.P.any():
            return                                        # massless, said so on purpose
        if m <= 0:
            raise ValueError(f"the mass of a solid must be positive, not {m:g} kg "
                             "(use massless() for a part without mass)")
        smallest = np.linalg.eigvalsh(self.J - m * np.outer(self.com, self.com))[0]
        if smallest < -1e-9 * np.trace(self.J):
            excess = -2 * smallest
            share = excess / np.trace(self.J - m * np.outer(self.com, self.com))
            why = (f"; that is {share:.1g} of their sum, perhaps the rounding of printed numbers: round the "
                   "largest down" if 0 < share < ROUNDED else
                   "; is it about the centre of mass?" if self.com.any() else "")
            raise ValueError("no distribution of mass has this inertia: one moment of inertia exceeds the "
                             f"sum of the other two by {excess:.3g} kg m2 (triangle inequality){why}")

    @property
    def mass(self):
        """Mass m [kg]."""
        return float(self.P[0, 0])

    @property
    def com(self):
        """Centre of mass in the solid's axes [m]; the origin for a massless solid."""
        return self.P[0, 1:] / self.mass if self.mass else np.zeros(3)

    @property
    def J(self):
        """Euler tensor, the integral of c c' dm about the origin [kg m2] (Paper A, Eq. (100))."""
        return self.P[1:, 1:]

    @property
    def inertia(self):
        """Inertia tensor about the centre of mass [kg m2], ``tr(J) I - J`` after Steiner."""
        central = self.J - self.mass * np.outer(self.com, self.com)
        return np.trace(central) * np.eye(3) - central

    def moved(self, shift, axes=None):
        """The same solid in other axes: every point c becomes ``shift + axes @ c``.

        Examples
        --------
        >>> from fcclearn import rod
        >>> rod(1.0, 2.0).moved([1, 0, 0]).com
        array([1., 0., 0.])
        """
        r = as_vector(shift, 3, "the shift of a solid")
        A = np.eye(3) if axes is None else check_frame(axes, 3, "a moved solid")
        T = np.block([[np.ones((1, 1)), np.zeros((1, 3))], [r[:, None], A]])
        return Solid(T @ self.P @ T.T,
                     {name: r + A @ c for name, c in self.points.items()},
                     tuple(r + line @ A.T for line in self.outline))

    def principal(self):
        """Principal form (Paper A, Eqs. (101), (102)).

        Returns
        -------
        moments : (3,) array
            Iu >= Iv >= Iw, the integrals of c_k^2 dm about the centre of mass [kg m2].
        axes : (3, 3) array
            Right-handed principal axes as columns, in the solid's axes.

        Examples
        --------
        >>> from fcclearn import box
        >>> moments, axes = box(12.0, [1.0, 3.0, 2.0]).principal()
        >>> moments.round(12)
        array([9., 4., 1.])
        """
        values, vectors = np.linalg.eigh(self.J - self.mass * np.outer(self.com, self.com))
        axes = vectors[:, ::-1].copy()
        axes[:, 2] *= np.sign(np.linalg.det(axes))
        return values[::-1], axes

    def with_points(self, **points):
        """The same solid with further named points.

        Examples
        --------
        >>> from fcclearn import rod
        >>> rod(1.0, 2.0).with_points(pin=[0.5, 0, 0]).points["pin"]
        array([0.5, 0. , 0. ])
        """
        named = {name: as_vector(c, 3, f"point {name!r}") for name, c in points.items()}
        return Solid(self.P, {**self.points, **named}, self.outline)


def pseudo_inertia(mass, J, com=(0, 0, 0)):
    """The matrix P from a mass, the Euler tensor about the centre of mass and the centre of mass.

    Examples
    --------
    >>> pseudo_inertia(2.0, np.zeros((3, 3)), [1, 0, 0])[:2, :2]
    array([[2., 2.],
           [2., 2.]])
    """
    one_c = np.array([1.0, *as_vector(com, 3, "the centre of mass")])
    P = float(mass) * np.outer(one_c, one_c)
    P[1:, 1:] += np.asarray(J, dtype=float)
    return P
