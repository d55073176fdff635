"""Driver equations: products of elements mixed by functions of a phase, all rows at once.

    Phi   = W p - w0                                          p: the products, Phi without drivers
    Phi_q = G p_q,            G = W + e s_p                   e = W' p - w0'
    nu    = -e s_t
    gamma = -(G po + 2 sd (W' pd) + (W'' p - w0'') sd^2 + e s_tt)

A row of W holds the weights w_k(s) of its products, W' and W'' their derivatives by the phase s of the row,
which is a Motion s(t) or one of the products (s_p is 1 there). pd is the rate of the products, po their
second rate without qdd (the convective term). The mixed term 2 Phi_qt qd, which Eq. (6) of Paper A omits, is
the one with W'. A row that is not driven has one product, of weight 1.
"""

from functools import cached_property

import numpy as np

from .matrices import Identity, Matrix, Pattern


class Mixing:
    """Which products each row of Phi mixes, by which functions.

    Parameters
    ----------
    rows : list of (products, driver or None, phase or None)
        Of each row the numbers of its products; what has the weights, offset and phase; the number of the
        product that is the phase.
    count : int
        Number of products.
    """

    def __init__(self, rows, count):
        self.driven = [(row, driver, phase) for row, (_, driver, phase) in enumerate(rows) if driver]
        columns = [dict.fromkeys(products + [phase] * (phase is not None)) for products, _, phase in rows]
        places = sorted((row, k) for row, of_row in enumerate(columns) for k in of_row)
        self.pattern = Pattern(*np.array(places, dtype=int).reshape(-1, 2).T, (len(rows), count))
        entry = {place: e for e, place in enumerate(places)}
        self.entries = {row: [entry[row, k] for k in products] for row, (products, _, _) in enumerate(rows)}
        following = [(entry[row, p], row, p) for row, _, p in self.driven if p is not None]
        self.following = np.array(following, dtype=int).reshape(-1, 3)     # entry, row, product of each phase
        self.undriven = np.ones(len(places))
        for row, _, _ in self.driven:
            self.undriven[[entry[row, k] for k in columns[row]]] = 0.0

    @property
    def prescribed(self):
        """Rows whose phase is a function of time."""
        return [row for row, _, phase in self.driven if phase is None]

    def at(self, state):
        """The weights in one `State`: its time t and the values of its products count."""
        return Mixture(self, state)


class Mixture:
    """Weights, offset and phase of all rows at one moment, each function evaluated once."""

    def __init__(self, mixing, state):
        self.mixing, self.state, self.p, t = mixing, state, state.products, state.t
        m, dtype = mixing.pattern.shape[0], np.result_type(self.p, t)
        weights = np.zeros((3, len(mixing.undriven)), dtype)
        weights[0] = mixing.undriven
        self.w0, self.s_t, self.s_tt = np.zeros((3, m), dtype), np.zeros(m, dtype), np.zeros(m, dtype)
        for row, driver, phase in mixing.driven:
            if phase is None:
                s, self.s_t[row], self.s_tt[row] = self._prescribed(driver.phase, row)
            else:
                s = self.p[phase]
            for entry, weight in zip(mixing.entries[row], driver.weights):
                weights[:, entry] += weight(s)
            if driver.offset:
                self.w0[:, row] = driver.offset(s)
        self.W, self.W1, self.W2 = (Matrix(mixing.pattern, data) for data in weights)

    def _prescribed(self, motion, row):
        """Value, rate and acceleration of a motion, or a sentence that names the driver."""
        try:
            return motion(self.state.t)
        except Exception as error:
            owner, t = self.state.system.rows[row].owner, np.real(self.state.t)
            kind = "" if isinstance(error, ValueError) else f"{type(error).__name__}: "
            raise ValueError(f"what {owner} prescribes failed at t = {t:g} s: {kind}{error}") from error

    @property
    def value(self):
        """Phi, (m,)."""
        return self.W @ self.p - self.w0[0]

    @cached_property
    def slope(self):
        """Derivative e of Phi by the phase, (m,): lam e is the effort that goes with the phase."""
        return self.W1 @ self.p - self.w0[1]

    @cached_property
    def gradient(self):
        """G, which makes Phi_q of the Jacobian of the products."""
        data = self.W.data.copy()
        entries, rows, _ = self.mixing.following.T
        data[entries] += self.slope[rows]
        return Matrix(self.mixing.pattern, data)

    @property
    def nu(self):
        return -self.slope * self.s_t

    @property
    def gamma(self):
        """Right-hand side of the accelerations, (m,)."""
        pd, po = self.state.products_y @ self.state.yd, self.state.convective
        sd = self.s_t.astype(np.result_type(self.s_t, pd))
        _, rows, products = self.mixing.following.T
        sd[rows] = pd[products]
        bend = self.W2 @ self.p - self.w0[2]
        return -(self.gradient @ po + 2 * sd * (self.W1 @ pd) + bend * sd**2 + self.slope * self.s_tt)


class Undriven:
    """The products are Phi: what `Mixing` and its `Mixture` come to where nothing is driven."""

    pattern = gradient = Identity()
    driven = prescribed = ()

    def __init__(self, state=None):
        self.state = state

    def at(self, state):
        return Undriven(state)

    @property
    def value(self):
        return self.state.products

    @property
    def slope(self):
        return np.zeros(self.state.system.m)

    nu = slope

    @property
    def gamma(self):
        return -self.state.convective
