"""Driver equations: constant rows R_k mixed by functions of a phase.

    Phi   = sum w_k(s) R_k - w_0(s)
    Phi_q = sum w_k R_k,q + e s_q                       e = sum w_k' R_k - w_0'
    nu    = -e s_t
    gamma = -(sum w_k h_k + 2 sum w_k' sd Rd_k + (sum w_k'' R_k - w_0'') sd^2 + e h_s)

with s = s(t) a Motion, or s one of the rows; h is the second time derivative without qdd, and
``h_s = s_tt`` for a Motion. The mixed term 2 Phi_qt qd, which Eq. (6) of Paper A omits, is the one with w_k'.
"""

import numpy as np

from ..formulation.motion import Function

NONE = Function(lambda s: 0.0, lambda s: 0.0, lambda s: 0.0)


class Mixer:
    """One driver equation over constant rows.

    Parameters
    ----------
    rows : list of int
        The constant rows R_k that the equation mixes.
    weights : list of Function
    offset : Function or None
    phase : Motion, or int (a constant row)
    """

    def __init__(self, rows, weights, offset, phase):
        self.rows, self.weights, self.offset, self.phase = rows, weights, offset or NONE, phase

    @property
    def follows_row(self):
        return isinstance(self.phase, (int, np.integer))

    @property
    def columns(self):
        """Constant rows whose gradients enter the equation's gradient, without repetition."""
        return list(dict.fromkeys(self.rows + [self.phase] * self.follows_row))

    def _functions(self, s):
        """Weights and offset with two derivatives: arrays (3, K) and (3,)."""
        return np.array([w(s) for w in self.weights]).T, np.array(self.offset(s))

    def _phase(self, t, R):
        return R[self.phase] if self.follows_row else self.phase.value(t)

    def value(self, t, R):
        (w, _, _), (w0, _, _) = self._functions(self._phase(t, R))
        return w @ R[self.rows] - w0

    def gradient(self, t, R):
        """Coefficients of the gradients of the rows `columns`."""
        (w, w1, _), (_, w01, _) = self._functions(self._phase(t, R))
        total = dict.fromkeys(self.columns, 0.0)
        for row, weight in zip(self.rows, w):
            total[row] += weight
        if self.follows_row:
            total[self.phase] += w1 @ R[self.rows] - w01
        return list(total.values())

    def slope(self, t, R):
        """Derivative of Phi with respect to the phase, e: the multiplier times e is the effort that goes with the phase."""
        (_, w1, _), (_, w01, _) = self._functions(self._phase(t, R))
        return w1 @ R[self.rows] - w01

    def nu(self, t, R):
        return 0.0 if self.follows_row else -self.slope(t, R) * self.phase.rate(t)

    def gamma(self, t, R, Rd, h):
        (w, w1, w2), (_, w01, w02) = self._functions(self._phase(t, R))
        r, rd, hr = R[self.rows], Rd[self.rows], h[self.rows]
        sd, hs = (Rd[self.phase], h[self.phase]) if self.follows_row else (self.phase.rate(t), self.phase.acceleration(t))
        return -(w @ hr + 2 * sd * (w1 @ rd) + (w2 @ r - w02) * sd**2 + (w1 @ r - w01) * hs)
