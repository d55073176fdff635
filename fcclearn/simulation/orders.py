"""The linear equations that all orders of a power series share: one factor of them serves a whole step.

    M a + J' lam = right,     J a = gamma,       asked = {right, gamma},  found = {a, lam}

J is taken where the step starts, brought onto the constraints by one correction of position and velocity.
"""

import numpy as np
import scipy

from ..engine.linear import Solver

PENALTY = 1e6
"""mu over the largest diagonal term of M: less than the engine's, as each order multiplies what the last one
rounded."""

CORRECTIONS = 8
"""At most so many solves after the first, for each order."""

ROUNDING = 1e-12
"""After a smaller correction, in units of the model, the next would be rounding."""

SQUARINGS = 4
"""Of the error that 1 / mu leaves in the inverse: enough where constraints are weak."""


class OneMatrix:
    """The inverse of the equations, whose rows may be redundant.

        E = [M J'; J 0],     X = [M J'; J -1/mu]^-1,     X <- X E X,     then four times  X <- 2 X - X E X

    The first product takes out the large multipliers that add up to no force, the others square the error
    that 1/mu has left (Schulz 1933).
    """

    def __init__(self, M, F):
        m, n = F.pattern.shape
        self.F, self.E, self.y, self.lam = F, np.zeros((n + m, n + m)), slice(n), slice(n, None)
        self.E[self.y, self.y] = M.toarray()
        self.soft = -np.eye(m) / (PENALTY * self.E.diagonal().max())

    def at(self, y, v):
        """y and v on the constraints, and the function that finds what is asked for."""
        X = _inverse(self._equations(self.F.jacobian(y), self.soft))
        y = y - X[self.y, self.lam] @ self.F.value(y)
        J = self.F.jacobian(y)
        E = self._equations(J, 0.0)
        X = X @ (E @ X)
        for _ in range(SQUARINGS):
            X = 2 * X - X @ (E @ X)
        return y, v - X[self.y, self.lam] @ (J @ v), X.dot

    def _equations(self, J, corner):
        E = self.E
        E[self.lam, self.y] = J.toarray()
        E[self.y, self.lam], E[self.lam, self.lam] = E[self.lam, self.y].T, corner
        return E


class Solves:
    """Augmented Lagrangian on one factor, each answer corrected until only rounding is left."""

    def __init__(self, M, F):
        self.M, self.F, self.solver = M, F, Solver(M.pattern, F.pattern, "band")

    def at(self, y, v):
        """y and v on the constraints, and the function that finds what is asked for."""
        factor = self.solver.factor(self.M, self.F.jacobian(y), PENALTY)
        inverse, mu = factor.inverse, factor.mu
        y = y - inverse(mu * (factor.Phi_q.T @ self.F.value(y)))
        J = self.F.jacobian(y)
        v = v - inverse(mu * (J.T @ (J @ v)))
        return y, v, lambda asked: self._found(inverse, mu, J, asked)

    def _found(self, inverse, mu, J, asked):
        M, right, gamma = self.M, asked[: J.shape[1]], asked[J.shape[1]:]
        a = inverse(right + mu * (J.T @ gamma))
        lam = mu * (J @ a - gamma)
        for _ in range(CORRECTIONS):
            error = gamma - J @ a
            correction = inverse(right - M @ a - J.T @ (lam - mu * error))
            a = a + correction
            lam = lam + mu * (J @ correction - error)
            if np.abs(correction).max() <= ROUNDING:
                break
        return np.concatenate([a, lam])


def _inverse(E):
    LU, pivots, _ = scipy.linalg.lapack.dgetrf(E)
    return scipy.linalg.lapack.dgetri(LU, pivots)[0]
