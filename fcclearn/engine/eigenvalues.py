"""The s of small motions ``y exp(s t)``:  ``(s^2 M + s C + K) y = 0``  (module `steady`).

With symmetric matrices and without damping s = +-i omega, ``omega^2 M y = K y``; otherwise the s come from
the equivalent first-order equations, in conjugate pairs, of which one is kept. A freedom without mass,
damping and stiffness, such as the spin of a slender rod, has no s and is left out.
"""

import numpy as np
import scipy

NOTHING = 1e-10
"""Share of the largest entry below which mass, damping and stiffness of a freedom are none."""

SLOW = 1e-6
"""An s smaller than this share of the largest one drowns in its rounding and is called zero."""


def eigenvalues(linear):
    """The s of a linearisation and their shapes y, the slowest first.

    Returns
    -------
    s : (k,) complex array
    y : (f, k) complex array

    Examples
    --------
    A mass of 1 kg on a spring of 25 N/m and a damper of 6 N s/m: s = -3 + 4i.

    >>> from fcclearn.engine.steady import Linear
    >>> one = np.eye(1)
    >>> eigenvalues(Linear(one, np.zeros(1), np.zeros(0), one, 6 * one, 25 * one, 1.0, 1e-15))[0].round(9)
    array([-3.+4.j])
    """
    B = _with_some_effect(linear.M, linear.C, linear.K)
    M, C, K = (B.T @ X @ B for X in (linear.M, linear.C, linear.K))
    if not len(M):
        return np.zeros(0, dtype=complex), np.zeros((len(B), 0), dtype=complex)
    undamped = np.abs(C).max() <= 100 * linear.noise * np.sqrt(np.abs(M).max() * np.abs(K).max())
    heavy = np.linalg.eigvalsh(M)[[0, -1]] @ [1, -NOTHING] > 0
    s, y = _undamped(M, K) if undamped and heavy and linear.is_symmetric else _general(M, C, K)
    order = np.argsort(np.abs(s), kind="stable")
    return s[order], B @ y[:, order]


def _with_some_effect(*matrices):
    """A basis of the freedoms that have mass, damping or stiffness."""
    parts = [part / np.abs(X).max() for X in matrices for part in (X, X.T) if X.any()]
    if not parts:
        return np.zeros((len(matrices[0]), 0))
    _, values, V = np.linalg.svd(np.vstack(parts))
    return V[: np.sum(values > NOTHING * values[0])].T


def _undamped(M, K):
    squares, y = scipy.linalg.eigh(0.5 * (K + K.T), M)
    zero = SLOW**2 * np.abs(squares).max()
    return np.sqrt(np.where(np.abs(squares) <= zero, 0.0, -squares) + 0j), y.astype(complex)


def _general(M, C, K):
    """Finite s of ``[[0, 1], [-K, -C]] z = s [[1, 0], [0, M]] z``, of each pair the upper one."""
    f, unit = len(M), np.sqrt(np.abs(K).max() / np.abs(M).max()) if M.any() and K.any() else 1.0       # 1/s
    I, O = np.eye(f), np.zeros((f, f))
    scale = max(np.abs(M).max() * unit**2, np.abs(C).max() * unit, np.abs(K).max())
    A = np.block([[O, I], [-K / scale, -C * unit / scale]])
    B = np.block([[I, O], [O, M * unit**2 / scale]])
    (above, below), z = scipy.linalg.eig(A, B, homogeneous_eigvals=True)
    finite = np.abs(below) > NOTHING * np.abs(above)
    s, y = unit * above[finite] / below[finite], z[:f, finite]
    still = np.abs(s) <= SLOW * np.abs(s).max(initial=0.0)
    kept = ~still & (s.imag > -1e-9 * np.abs(s))
    rigid = _independent(y[:, still])
    s = np.where(np.abs(s.imag) <= 1e-9 * np.abs(s), s.real, s)
    return np.append(np.zeros(rigid.shape[1]), s[kept]), np.hstack([rigid, y[:, kept]])


def _independent(y):
    """Shapes of s = 0, each once: a free motion has it twice, as a place and as a rate."""
    largest = y[np.abs(y).argmax(axis=0), np.arange(y.shape[1])]
    U, values, _ = np.linalg.svd(np.real(y / largest), full_matrices=False)
    return U[:, values > 1e-3 * values.max(initial=0.0)]
