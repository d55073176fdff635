"""What the equations of a model say at one position, velocity and time."""

from functools import cached_property

import numpy as np


class State:
    """Phi, Phi_q, nu, gamma, M and g at (q, qd, t): each is computed when first asked for, and once.

        y = y(q),  V = dy/dq,  J = dPhi/dy,  Phi_q = J V
        gamma = -(convective_Phi(V qd) + J convective_y(qd))
        M = V' M3 V,    g = V'(g3 - M3 convective_y(qd))

    Matrices are the nonzeros in the places of `system.J_pattern` and `system.M_pattern`. R are the
    constant rows (polynomials of y) that drivers mix by functions of time; without drivers they are Phi.

    Parameters
    ----------
    system : System
    q, qd : (n,) arrays
        qd may be left out for what does not depend on it.
    t : float [s]
    """

    def __init__(self, system, q, qd=None, t=0.0):
        self.system, self.q, self.qd, self.t = system, q, qd, t
        self.extension, self.polynomials = system.extension, system.polynomials

    # ---------------------------------------------------------------- position

    @cached_property
    def V(self):
        """Nonzeros of V = dy/dq."""
        return self.extension.data(self.q)

    @cached_property
    def y(self):
        """Extended coordinates, (ny,)."""
        return self.extension.value(self.q, self.V) if self.extension else self.q

    @cached_property
    def R_y(self):
        """Nonzeros of dR/dy."""
        return self.polynomials.data(self.y)

    @cached_property
    def R(self):
        """Constant rows."""
        return self.polynomials.value(self.y, self.R_y)

    def _mixed(self, plain, mixed):
        """Rows of Phi: constant rows as they are, the others by their mixers."""
        if not self.system.mixers:
            return plain
        out = np.zeros(self.system.m, dtype=plain.dtype)
        out[self.system.plain[:, 0]] = plain[self.system.plain[:, 1]]
        for row, mixer in self.system.mixers:
            out[row] = mixed(mixer)
        return out

    @cached_property
    def phi(self):
        """Constraint equations Phi(q, t), (m,)."""
        return self._mixed(self.R, lambda mixer: mixer.value(self.t, self.R))

    @cached_property
    def J(self):
        """Nonzeros of Phi_q."""
        data = self.R_y
        if self.system.mixers:
            gradients = (mixer.gradient(self.t, self.R) for _, mixer in self.system.mixers)
            data = self.system.mix.data(np.concatenate([np.ones(len(self.system.plain)), *gradients]), data)
        return self.system.chain.data(data, self.V) if self.extension else data

    @cached_property
    def nu(self):
        """``nu = -Phi_t``, (m,) (Paper A, Eqs. (3), (4))."""
        if not self.system.mixers:
            return np.zeros(self.system.m)
        return self._mixed(np.zeros_like(self.R), lambda mixer: mixer.nu(self.t, self.R))

    @cached_property
    def M(self):
        """Nonzeros of the mass matrix ``V' M3 V`` (Paper A, Eqs. (100)-(107))."""
        return self.system.congruence.data(self.V, self.system.M3.data, self.V) if self.extension else self.system.M3.data

    # ---------------------------------------------------------------- velocity

    @cached_property
    def yd(self):
        """Rates of the extended coordinates, V qd."""
        return self.extension.pattern.times(self.V, self.qd) if self.extension else self.qd

    @cached_property
    def _bend(self):
        """What ydd holds beside V qdd: 2 ud x vd for each w."""
        return self.extension.convective(self.qd)

    @cached_property
    def gamma(self):
        """Right-hand side of the accelerations, (m,) (Paper A, Eqs. (5), (6), with Phi_qt)."""
        h = self.polynomials.convective(self.yd)
        if self.extension:
            h = h + self.polynomials.pattern.times(self.R_y, self._bend)
        if not self.system.mixers:
            return -h
        rates = self.polynomials.pattern.times(self.R_y, self.yd)
        return self._mixed(-h, lambda mixer: mixer.gamma(self.t, self.R, rates, h))

    @cached_property
    def slip(self):
        """Error of the velocities, ``Phi_q qd - nu``, (m,)."""
        return self.system.J_pattern.times(self.J, self.qd) - self.nu

    @cached_property
    def applied(self):
        """Applied forces without weight on the extended coordinates, (ny,)."""
        total = np.zeros(self.system.ny, dtype=self.y.dtype)
        for force in self.system.forces:
            total[force.columns] += force.local(self.t, self.y, self.yd)
        return total

    @cached_property
    def g(self):
        """Generalised force with the velocity-dependent part of reduced bodies, (n,) (Paper A, Eqs. (108)-(115)).

        Eq. (108) prints that part with a plus; virtual power gives ``-V' M3 Vdot qd``.
        """
        g3 = self.system.weight + self.applied if self.system.forces else self.system.weight
        return self.extension.pattern.transposed_times(self.V, g3 - self.system.M3 @ self._bend) if self.extension else g3

    def power(self, p):
        """Power of the applied forces and of the drivers, for the constraint force ``p = Phi_q' lam`` [W]."""
        return float(self.applied @ self.yd - p @ self.qd)
