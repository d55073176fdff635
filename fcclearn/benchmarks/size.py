"""What the size of a mechanism costs, counted on the N windows of benchmark A02: no time is measured here.

The matrix of a step is ``K = M + mu Phi_q' Phi_q``: two coordinates stand together in it if they share a body
or an equation. In a good order of the coordinates all its numbers lie near the diagonal: a band is enough.
"""

import numpy as np
from scipy.sparse import csr_array
from scipy.sparse.csgraph import reverse_cuthill_mckee

ARRANGEMENTS = ("chain", "cranks first", "shuffled", "reverse Cuthill-McKee")
COORDINATES = {(2, "full"): 6, (2, "reduced"): 4, (3, "full"): 12, (3, "reduced"): 9}
"""Stored coordinates of a body, by dimension and kind."""


def counts(windows, dimension=2, kind="full"):
    """Size of N windows: 2 N + 1 bodies, 3 N + 1 hinges, one freedom; in space 3 N equations are redundant.

    Examples
    --------
    One window in space: 36 coordinates, 18 equations of rigid bodies and 20 of hinges, of rank 35.

    >>> counts(1, dimension=3)
    {'coordinates': 36, 'equations': 38, 'rank': 35, 'redundant': 3}
    """
    bodies, hinges = 2 * windows + 1, 3 * windows + 1
    n = COORDINATES[dimension, kind] * bodies
    rigid = n - (3 if dimension == 2 else 6) * bodies
    equations = rigid + (2 if dimension == 2 else 5) * hinges
    return {"coordinates": n, "equations": equations, "rank": n - 1, "redundant": equations - n + 1}


def connections(system):
    """Which coordinates stand together in K: a (n, n) array of True and False.

    Taken from Phi_q and M in two positions that nothing aligns, so that no number is zero by accident.
    """
    rng, together = np.random.default_rng(0), np.zeros((system.n, system.n), dtype=bool)
    for q in rng.normal(size=(2, system.n)):
        Phi_q, M = (abs(matrix.toarray()) > 0 for matrix in (system.phi_q(q), system.mass(q)))
        together |= (Phi_q.T.astype(float) @ Phi_q > 0) | M
    return together


def half_width(K, order=None):
    """Largest distance of a number of K from the diagonal, for an order of the coordinates.

    Parameters
    ----------
    K : (n, n) array
        What is zero in it counts, not how large the rest is.
    order : (n,) array of int, optional
        Which coordinate is the k-th; by default as they are.

    Examples
    --------
    A chain of three, and the same with its middle at the end:

    >>> K = np.array([[1, 1, 0], [1, 1, 1], [0, 1, 1]])
    >>> half_width(K), half_width(K, [0, 2, 1])
    (1, 2)
    """
    i, j = np.nonzero(K)
    place = np.argsort(np.arange(len(K)) if order is None else order)
    return int(np.abs(place[i] - place[j]).max())


def arranged(windows, arrangement, K):
    """An order of the coordinates of N windows, which are built as crank, coupler, crank, ...

    Parameters
    ----------
    arrangement : one of `ARRANGEMENTS`
        The last is computed from K alone, starting from the shuffled bodies.
    K : (n, n) array
        Connections of the coordinates.
    """
    bodies = np.arange(2 * windows + 1)
    if arrangement == "cranks first":
        bodies = np.concatenate([bodies[::2], bodies[1::2]])
    elif arrangement != "chain":
        bodies = np.random.default_rng(1).permutation(bodies)
    own = len(K) // len(bodies)
    order = (own * bodies[:, None] + np.arange(own)).ravel()
    if arrangement == "reverse Cuthill-McKee":
        seen = csr_array(np.asarray(K)[np.ix_(order, order)].astype(float))
        order = order[reverse_cuthill_mckee(seen, symmetric_mode=True)]
    return order


def operations(n, width=None):
    """Multiplications and additions of a Cholesky factorisation, without the terms of lower order.

    ``n^3 / 3`` for a full matrix; ``n w^2 - 2/3 w^3`` for a band, which is about ``n w^2`` while w is small.

    Examples
    --------
    >>> operations(30), operations(30, width=3), operations(30, width=30)
    (9000.0, 252.0, 9000.0)
    """
    width = n if width is None else width
    return float(n * width**2 - 2 * width**3 / 3)
