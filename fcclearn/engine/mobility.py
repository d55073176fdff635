"""Rank, degrees of freedom and redundancy of the constraints."""

from dataclasses import dataclass

import numpy as np

RANK_TOLERANCE = 1e-9
"""A singular value below this share of the largest one counts as zero."""


@dataclass(frozen=True)
class Mobility:
    """Rows, rank and degrees of freedom at one position."""

    coordinates: int
    rows: int
    rank: int

    @property
    def freedoms(self):
        """Coordinates minus rank."""
        return self.coordinates - self.rank

    @property
    def redundant(self):
        """Rows minus rank."""
        return self.rows - self.rank

    def __str__(self):
        def plural(n, word):
            return f"{n} {word}{'s' * (n != 1)}"
        return (f"{plural(self.coordinates, 'coordinate')}, {plural(self.rows, 'equation')} of rank {self.rank}: "
                f"{plural(self.freedoms, 'degree')} of freedom, {plural(self.redundant, 'redundant equation')}")


def mobility(system, q, t=0.0):
    """Rank of Phi_q by singular values, and what follows from it.

    Examples
    --------
    >>> str(Mobility(coordinates=60, rows=65, rank=59))
    '60 coordinates, 65 equations of rank 59: 1 degree of freedom, 6 redundant equations'
    """
    values = np.linalg.svd(system.phi_q(q, t).toarray(), compute_uv=False) if system.m else np.zeros(0)
    rank = int(np.sum(values > RANK_TOLERANCE * values.max(initial=0.0)))
    return Mobility(system.n, system.m, rank)
