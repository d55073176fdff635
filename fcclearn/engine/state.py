"""What the equations of a model say at one position, velocity and time."""

import numpy as np


class once:
    """A property that is computed when first asked for, and kept: a `cached_property` without its lock."""

    def __init__(self, func):
        self.func, self.name, self.__doc__ = func, func.__name__, func.__doc__

    def __get__(self, state, owner):
        if state is None:
            return self
        value = state.__dict__[self.name] = self.func(state)
        return value


class State:
    """Phi, Phi_q, nu, gamma, M and g at (q, qd, t): each is computed when first asked for, and once.

        y = y(q),  V = dy/dq           yd = V qd,    ydd = V qdd + Vdot qd
        p = p(y)                       products of elements; Phi itself where nothing is driven
        Phi_q = G p_y V                G: drivers mix products by functions (module `mixing`)
        pdd = p_y V qdd + po,          po = convective_p(yd) + p_y Vdot qd; gamma = -po if undriven
        M = V' M3 V,    g = V'(g3 - M3 Vdot qd)

    Parameters
    ----------
    system : System
    q, qd : (n,) arrays
        qd may be left out for what does not depend on it.
    t : float [s]
    """

    def __init__(self, system, q, qd=None, t=0.0):
        self.system, self.q, self.qd, self.t = system, q, qd, t

    # ---------------------------------------------------------------- position

    @once
    def V(self):
        """V = dy/dq, a `Matrix` (ny, n) (Paper A, Eqs. (18), (21))."""
        return self.system.extension.jacobian(self.q)

    @once
    def y(self):
        """Extended coordinates, (ny,)."""
        return self.system.extension.value(self.q, self.V)

    @once
    def products_y(self):
        """Jacobian of the products by the extended coordinates, a `Matrix`."""
        return self.system.products.jacobian(self.y)

    @once
    def products(self):
        """Products of elements, of which the rows of Phi are made."""
        return self.system.products.value(self.y, self.products_y)

    @once
    def mixture(self):
        """How drivers mix the products now."""
        return self.system.mixing.at(self)

    @property
    def phi(self):
        """Constraint equations Phi(q, t), (m,)."""
        return self.mixture.value

    @once
    def phi_q(self):
        """Jacobian of the constraints, a `Matrix` (m, n)."""
        return self.system.phi_q_product(self.mixture.gradient, self.products_y, self.V)

    @property
    def nu(self):
        """``nu = -Phi_t``, (m,) (Paper A, Eqs. (3), (4))."""
        return self.mixture.nu

    @once
    def M(self):
        """Mass matrix ``V' M3 V``, a `Matrix` (n, n) (Paper A, Eqs. (100)-(107))."""
        return self.system.mass_product(self.V.T, self.system.M3, self.V)

    # ---------------------------------------------------------------- velocity

    @once
    def yd(self):
        """Rates of the extended coordinates, V qd."""
        return self.V @ self.qd

    @once
    def Vdot_qd(self):
        """What ydd holds beside V qdd: 2 ud x vd for each w (Paper A, Eqs. (22), (23))."""
        return self.system.extension.convective(self.qd)

    @once
    def convective(self):
        """What the second rates of the products hold beside p_y V qdd."""
        return self.system.products.convective(self.yd) + self.products_y @ self.Vdot_qd

    @once
    def gamma(self):
        """Right-hand side of the accelerations, (m,) (Paper A, Eqs. (5), (6), with Phi_qt)."""
        return self.mixture.gamma

    @once
    def velocity_error(self):
        """``Phi_q qd - nu``, (m,)."""
        return self.phi_q @ self.qd - self.nu

    @once
    def applied(self):
        """Applied forces without weight on the extended coordinates, (ny,)."""
        total = np.zeros(self.system.ny, dtype=self.y.dtype)
        for force in self.system.forces:
            total[force.columns] += force.local(self.t, self.y, self.yd)
        return total

    @once
    def g(self):
        """Generalised force with the velocity-dependent part of reduced bodies, (n,).

        Paper A, Eqs. (108)-(115); Eq. (108) prints that part with a plus, virtual power gives
        ``-V' M3 Vdot qd``.
        """
        return self.V.T @ (self.system.weight + self.applied - self.system.M3 @ self.Vdot_qd)

    def power(self, p):
        """Power of the applied forces and of the drivers, for the constraint force ``p = Phi_q' lam`` [W]."""
        return float(self.applied @ self.yd - p @ self.qd)
