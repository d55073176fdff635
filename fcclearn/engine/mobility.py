"""Rank, degrees of freedom and redundancy of the constraints, in numbers and in words.

Three spaces of Phi_q say everything: its rank r leaves n - r freedoms, the null space holds the motions
that are free, and the null space of the transposed the combinations of multipliers that nothing
determines (theory section 8).
"""

from dataclasses import dataclass

import numpy as np
import scipy

from ..formulation.algebra import RANK_TOLERANCE
from ..formulation.coordinates import angular_velocity


@dataclass(frozen=True)
class Mobility:
    """Rows, rank and degrees of freedom at one position.

    Attributes
    ----------
    coordinates, rows, rank : int
    redundant_rows : tuple of Row
        Rows that follow from rows before them.
    not_unique : dict of str -> tuple of str
        Joint reactions that no motion determines: joint -> components such as "force z", "moment x".
    independent : tuple of str
        Stored coordinates whose rates determine all others.
    """

    coordinates: int
    rows: int
    rank: int
    redundant_rows: tuple = ()
    not_unique: object = None
    independent: tuple = ()

    @property
    def degrees_of_freedom(self):
        """Coordinates minus rank."""
        return self.coordinates - self.rank

    @property
    def redundant(self):
        """Rows minus rank."""
        return self.rows - self.rank

    def __str__(self):
        def plural(n, word):
            return f"{n} {word}{'s' * (n != 1)}"

        coordinates, equations = plural(self.coordinates, "coordinate"), plural(self.rows, "equation")
        free = plural(self.degrees_of_freedom, "degree")
        redundant = plural(self.redundant, "redundant equation")
        return f"{coordinates}, {equations} of rank {self.rank}: {free} of freedom, {redundant}"

    def report(self):
        """All of it in words, a few lines."""
        lines = [str(self)]
        if self.independent:
            lines.append(f"free to choose: the rates of {', '.join(self.independent)}")
        if self.redundant_rows:
            lines.append(f"redundant: {'; '.join(map(str, self.redundant_rows))}")
            not_unique = (self.not_unique or {}).items()
            lines += [f"not unique: {name} ({', '.join(components)})" for name, components in not_unique]
            if not self.not_unique:
                lines.append("all joint reactions are unique all the same")
        return "\n".join(lines)


def mobility(system, q, t=0.0):
    """Rank of Phi_q by singular values, and what follows from it.

    Examples
    --------
    >>> str(Mobility(coordinates=60, rows=65, rank=59))
    '60 coordinates, 65 equations of rank 59: 1 degree of freedom, 6 redundant equations'
    """
    J = system.units.jacobian(system.phi_q(q, t)).toarray()
    values = np.linalg.svd(J, compute_uv=False) if system.m else np.zeros(0)
    rank = int(np.sum(values > RANK_TOLERANCE * values.max(initial=0.0)))
    return Mobility(system.n, system.m, rank)


def redundant_rows(J, tolerance=RANK_TOLERANCE):
    """Numbers of the rows of a matrix that follow from rows before them.

    Examples
    --------
    >>> redundant_rows(np.array([[1.0, 0.0], [0.0, 0.0], [1.0, 1.0], [3.0, 5.0]]))
    [1, 3]
    """
    scale = np.linalg.norm(J, axis=1).max(initial=0.0)
    basis, found = np.zeros((0, J.shape[1])), []
    for k, row in enumerate(J):
        rest = row
        for _ in range(2):                       # twice is enough (Gram and Schmidt, with rounding)
            rest = rest - basis.T @ (basis @ rest)
        length = np.linalg.norm(rest)
        if length <= tolerance * scale:
            found.append(k)
        else:
            basis = np.vstack([basis, rest / length])
    return found


def free_motions(J, units=1.0):
    """Motions that the constraints leave free, and the coordinates that choose among them.

    Parameters
    ----------
    J : (m, n) array
        Jacobian by coordinates in their `units` (n,).

    Returns
    -------
    motions : (f, n) array
        Rates of all coordinates; in motion k the k-th independent coordinate has the rate 1, the others 0.
    independent : list of int
        Chosen to be the coordinates that move most; among equals the first.

    Examples
    --------
    A point on a line of slope two:

    >>> motions, independent = free_motions(np.array([[2.0, -1.0]]))
    >>> motions.round(12), independent
    (array([[0.5, 1. ]]), [1])
    """
    Z = scipy.linalg.null_space(J, rcond=RANK_TOLERANCE) if J.size else np.eye(J.shape[1])
    freedoms = Z.shape[1]
    if not freedoms:
        return Z.T, []
    first = 1 - 1e-6 * np.arange(len(Z)) / len(Z)
    order = scipy.linalg.qr(Z.T * first, pivoting=True, mode="r")[1]
    independent = [int(k) for k in order[:freedoms]]
    units = np.broadcast_to(units, len(Z))
    return units[independent][:, None] ** -1 * np.linalg.solve(Z[independent].T, Z.T) * units, independent


def velocities(system, q, qd):
    """Rates of the stored coordinates as motions of the bodies.

    Returns
    -------
    dict
        Body name -> (velocity of the reference point, angular velocity or None for a mere point).
    """
    y, yd, found = system.y(q), system.yd(q, qd), {}
    for body, (index, sign) in system.layout.place.items():
        blocks, rates = y[index] * sign, yd[index] * sign
        turn = None if body.kind == "point" else angular_velocity(blocks, rates, body.dimension)
        found[body.name] = rates[0], turn
    return found


def undetermined_multipliers(J):
    """Combinations of multipliers that make no force, ``Phi_q' lam = 0``, as rows (r, m)."""
    return scipy.linalg.null_space(J.T, rcond=RANK_TOLERANCE).T if J.size else np.zeros((0, J.shape[0]))
