"""Taylor coefficients of applied forces, from those of the points and vectors that they act on.

With x(s) = sum x_k s^k, the force is f(s) = sum f_k s^k. A product of two series has the coefficients

    (a b)_k = sum_(i=0..k) a_i b_(k-i)

from which root and quotient follow, one coefficient after the other (Moore 1966; Jorba & Zou 2005). Which law
a force follows is said by `Force.data`. Coefficients are scaled: x_k stands for x_k rho^k, rho a time.
"""

import numpy as np

from .stepping import StepFailed


def series_of(force):
    """The series of a compiled force: an object with ``coefficient(k, x, rho) -> f_k``.

    f_k needs the coefficients of x up to k + 1, and is asked for in the order k = 0, 1, ...

    Raises
    ------
    StepFailed
        The force is a function of its own, of which nothing but its values is known.
    """
    kind, *numbers = force.force.data or ("unknown",)
    if kind not in KINDS:
        raise StepFailed("the method 'power-series' takes weight, constant and linear forces, springs and "
                         f"dampers between points; {force.force.name!r} is a law of its own: "
                         "take the method 'projection'")
    return KINDS[kind](force, *numbers)


class Linear:
    """``f = f0 + K x``: found by asking the law once for each component."""

    def __init__(self, force, *numbers):
        shape = force.constants.shape
        zero = np.zeros(shape)

        def law(x):
            return force.force.checked_law(0.0, x, zero).ravel()

        self.f0 = law(zero)
        self.K = np.array([law(e) - self.f0 for e in np.eye(zero.size).reshape(-1, *shape)]).T

    def coefficient(self, k, x, rho):
        return self.K @ x[k] + (self.f0 if k == 0 else 0.0)


class Quadratic:
    """``f_a = sum B_abc x_b x_c``: a moment that turns with its body."""

    def __init__(self, force, *numbers):
        shape = force.constants.shape

        def law(x):
            return force.force.checked_law(0.0, x, 0 * x).ravel()

        units = np.eye(force.constants.size).reshape(-1, *shape)
        self.B = np.array([[(law(e + d) - law(e - d)) / 4 for d in units] for e in units]).transpose(2, 0, 1)

    def coefficient(self, k, x, rho):
        return np.einsum("abc,ib,ic->a", self.B, x[: k + 1], x[k::-1])


class Spring:
    """Tension ``T = k (l - l0) + c ld`` along ``d = Q - P``: l by ``l l = d . d``, the pull ``T / l d``."""

    def __init__(self, force, stiffness, free, damping):
        self.stiffness, self.free, self.damping = stiffness, free, damping

    def coefficient(self, k, x, rho):
        if k == 0:
            self.d, self.l, self.tension, self.density = [], [], [], []
            self._lengthen(x[0])
        self._lengthen(x[k + 1])
        l, tension, density = self.l, self.tension, self.density
        tension.append(self.stiffness * (l[k] - (self.free if k == 0 else 0.0))
                       + self.damping * l[k + 1] * (k + 1) / rho)
        density.append((tension[k] - sum(density[i] * l[k - i] for i in range(k))) / l[0])      # T / l
        pull = sum(density[i] * self.d[k - i] for i in range(k + 1))
        return np.concatenate([pull, -pull])

    def _lengthen(self, x):
        """The next coefficients of d and l."""
        P, Q = x.reshape(2, -1)
        d, l, k = self.d, self.l, len(self.d)
        d.append(Q - P)
        square = sum(d[i] @ d[k - i] for i in range(k + 1))
        if k == 0:
            l.append(np.sqrt(square))
        else:
            l.append((square - sum(l[i] * l[k - i] for i in range(1, k))) / (2 * l[0]))


KINDS = {"affine": Linear, "body moment": Quadratic, "spring": Spring}
