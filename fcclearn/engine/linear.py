"""One redundancy-safe solve for accelerations, velocities and positions alike.

    M a + Phi_q' lam = g,      Phi_q a = gamma                                   (Paper A, Eq. (9))

The rows of Phi_q may be redundant and M may be singular: a and the constraint force p = Phi_q' lam are
unique all the same. A `Solver` knows the patterns of one model and finds both in one of four ways:

    "dense", "band"     augmented Lagrangian on one symmetric factor of K = M + mu Phi_q' Phi_q; the band has
                        the coordinates renumbered once by reverse Cuthill-McKee
    "minimum norm"      Eq. (9) by its singular values: slow, and what the fast ways are tested against
    "row selection"     Eq. (9) with as many rows as its rank, chosen by a pivoted QR factorisation

The first two go smoothly through singular positions; the last two decide there how large the rank is.
"""

import numpy as np

from ..formulation.body import suggest
from .quadratic import Terms

DENSE_BELOW = 60
"""Number of coordinates under which a dense factor is faster than a band."""

PENALTY = 1e7
"""mu over the largest diagonal term of M. On the constraints any value between 1e6 and 1e9 gives the same
accelerations; off them, near a redundant position, a larger one follows contradicting rows more stiffly."""

WAYS = ("dense", "band", "minimum norm", "row selection")

RANK_TOLERANCE = 1e-10
"""Singular values, or pivots, below this share of the largest count as zero."""


class SingularSystem(ArithmeticError):
    """M + mu Phi_q' Phi_q is not positive definite: a freedom without mass, or numbers that are not finite."""


class Solver:
    """The solve for one model: patterns are analysed once.

    Parameters
    ----------
    M_pattern, J_pattern : Pattern
        Of the mass matrix (n, n) and of Phi_q (m, n).
    way : one of `WAYS`, by default "dense" for small models and "band" for large ones

    Examples
    --------
    Two unit masses on a line, held together by the same equation twice; a force of 4 N on the first:

    >>> from .quadratic import Pattern
    >>> solver = Solver(Pattern([0, 1], [0, 1], (2, 2)), Pattern([0, 0, 1, 1], [0, 1, 0, 1], (2, 2)))
    >>> factor = solver.factor(np.ones(2), np.array([1.0, -1.0, 1.0, -1.0]))
    >>> a, p = factor.solve(np.array([4.0, 0.0]), np.zeros(2))
    >>> a.round(12), p.round(12)
    (array([2., 2.]), array([ 2., -2.]))
    """

    def __init__(self, M_pattern, J_pattern, way=None):
        from . import factors                # its LAPACK routines take a fifth of a second to import
        self.M_pattern, self.J_pattern = M_pattern, J_pattern
        self.n = M_pattern.shape[0]
        self.way = way or ("dense" if self.n < DENSE_BELOW else "band")
        if self.way not in WAYS:
            raise ValueError(suggest(way, WAYS, "way to solve"))
        self.diagonal = np.flatnonzero(M_pattern.rows == M_pattern.columns)
        self.band = Band(M_pattern, J_pattern) if self.way == "band" else None
        self._Factor = dict(zip(WAYS, (factors.DenseFactor, factors.BandFactor, factors.MinimumNorm, factors.RowSelection)))[self.way]

    def factor(self, M, J, penalty=PENALTY):
        """Factor the equations for the given nonzeros of M and Phi_q.

        Returns
        -------
        object with ``solve(g, gamma) -> a, p``

        Raises
        ------
        SingularSystem
            K is singular although a small multiple of the identity is added: numbers are not finite.
        """
        return self._Factor(self, M, J, penalty)


class Band:
    """A matrix ``M + X' Y`` with X and Y of the pattern of Phi_q, stored diagonal by diagonal as LAPACK wants it.

    The coordinates are renumbered by reverse Cuthill-McKee, which keeps the diagonals few.

    Parameters
    ----------
    M_pattern, J_pattern : Pattern
    symmetric : bool
        Store the lower triangle only; otherwise both, below as many free diagonals as an LU factorisation fills.

    Attributes
    ----------
    order : (n,) array
        Which coordinate is the k-th of the band.
    width : int
        Number of diagonals on either side of the main one.
    """

    def __init__(self, M_pattern, J_pattern, symmetric=True):
        from scipy.sparse.csgraph import reverse_cuthill_mckee
        connected = abs(J_pattern.matrix(np.ones(len(J_pattern.rows))))
        connected = connected.T @ connected + M_pattern.matrix(np.ones(len(M_pattern.rows)))
        self.order = reverse_cuthill_mckee(connected.tocsr(), symmetric_mode=True)
        new = np.argsort(self.order)

        def wanted(i, j):
            return new[i] >= new[j] if symmetric else np.full(len(i), True)

        self._product = Terms(J_pattern.T, J_pattern, keep=wanted)
        self._of_M = np.flatnonzero(wanted(M_pattern.rows, M_pattern.columns))
        i = new[np.concatenate([self._product.rows, M_pattern.rows[self._of_M]])]
        j = new[np.concatenate([self._product.columns, M_pattern.columns[self._of_M]])]
        self.width = int((i - j).max(initial=0))
        main = 0 if symmetric else 2 * self.width          # the row of the main diagonal
        self._shape = (main + self.width + 1, M_pattern.shape[0])
        self._places = j * self._shape[0] + main + i - j

    def assemble(self, M, X, Y):
        """The band, for the nonzeros of M, X and Y."""
        terms = np.concatenate([self._product.values(X, Y), M[self._of_M]])
        return np.bincount(self._places, terms, self._shape[0] * self._shape[1]).reshape(self._shape, order="F")


def minimum_norm(M, J, g, gamma, rcond=RANK_TOLERANCE):
    """Accelerations and multipliers of Eq. (9) of smallest norm, from dense M (n, n) and Phi_q (m, n).

    Examples
    --------
    >>> minimum_norm(np.eye(1), np.array([[1.0], [1.0]]), np.array([3.0]), np.zeros(2))[1].round(12)
    array([1.5, 1.5])
    """
    n, m = len(M), len(J)
    K = np.block([[M, J.T], [J, np.zeros((m, m))]])
    x = np.linalg.lstsq(K, np.concatenate([g, gamma]), rcond=rcond)[0]
    return x[:n], x[n:]


def minimum_norm_multipliers(J, p, rcond=RANK_TOLERANCE):
    """Multipliers of smallest norm with ``Phi_q' lam = p``, from a dense Phi_q (m, n)."""
    return np.linalg.lstsq(J.T, p, rcond=rcond)[0]
