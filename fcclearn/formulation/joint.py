"""What a joint is: constraints with points, that can be asked for their formulas and for their numbers."""

from dataclasses import dataclass

import numpy as np

from .acting_points import acting_points
from .equations import Instant
from .notation import latex


@dataclass(eq=False)
class Joint:
    """Constraints between two bodies, with the points that it is drawn and reported at.

    Attributes
    ----------
    points : tuple of Point
        One of each body.
    acts_at : Point or None
        The one of them at which the joint touches both bodies, where they slide on each other.
    aligned : tuple of (Vector, Vector)
        Axes of both bodies that point the same way where the bodies stand as they are meant to; equations by
        perpendicular vectors hold for opposite axes too.
    """

    kind: str
    constraints: list
    points: tuple = ()
    name: str = ""
    acts_at: object = None
    aligned: tuple = ()

    @property
    def bodies(self):
        """The bodies joined, the ground included, in order of appearance."""
        named = [p.body for p in self.points]
        return list(dict.fromkeys(named + [b for c in self.constraints for b in c.bodies if b.moves]))

    @property
    def equations(self):
        return [e for c in self.constraints for e in c.equations]

    def point_on(self, body):
        """The point about which the moment on a body is told: the body's own, or the one that acts on both.

        Returns
        -------
        Point or None
            None for a joint that carries moments only, which are the same about every point.
        """
        points = [self.acts_at] if self.acts_at else self.points or acting_points(self.equations)
        own = [p for p in points if p.body is body]
        return own[0] if own else points[0] if len(points) == 1 else None

    def is_reversed(self, value_of):
        """Whether axes that are meant to point the same way point away from each other.

        Parameters
        ----------
        value_of : callable ``value_of(vector) -> (d,) array``
        """
        return any(value_of(a) @ value_of(b) < 0 for a, b in self.aligned)

    def at(self, model, q=None, qd=None, t=0.0):
        """The joint in numbers at one position, velocity and time, equation by equation.

        Parameters
        ----------
        model : Model
            That the joint belongs to.
        q, qd : (n,) arrays, by default those of the initial poses and velocities
        t : float [s]

        Returns
        -------
        JointNow

        Examples
        --------
        A slider that is pulled out of its guide by 0.1 m:

        >>> from fcclearn import Model, PP, point_mass
        >>> model = Model(gravity=[0, -9.81])
        >>> slider = model.body("slider", point_mass(1.0), kind="point", at=[3, 0.1])
        >>> plane = PP(model.ground.vector(0, 1), model.ground.point(), slider.point())
        >>> guide = model.join(plane, name="guide")
        >>> print(guide.at(model))
        guide: 1 equation at t = 0 s
        equation         Phi          nu       gamma
        PP               0.1           0           0
        Phi_q, slider
        [[0. 1.]]
        """
        now = Instant(list(model.bodies.values()), q, qd, t, model.shared)
        Phi, Phi_q, nu, gamma = (np.array(part) for part in zip(*(e.at(now) for e in self.equations)))
        blocks = {body.name: Phi_q[:, now.columns[body].ravel()] for body in self.bodies if body.moves}
        return JointNow(self.name, t, tuple(e.label for e in self.equations), Phi, blocks, nu, gamma)

    def _repr_latex_(self):
        """Equations, Jacobian blocks, nu and gamma, where a notebook shows the joint."""
        return f"$${latex(self.equations)}$$"


@dataclass(frozen=True)
class JointNow:
    """The equations of a joint at an instant; print it.

    Attributes
    ----------
    labels : tuple of str, one for each equation
    Phi, nu, gamma : (m,) arrays
    Phi_q : dict of str -> (m, n_b) array
        The block of each body, by the body's name; its columns are the stored r, u, v, (w).
    """

    name: str
    t: float
    labels: tuple
    Phi: np.ndarray
    Phi_q: dict
    nu: np.ndarray
    gamma: np.ndarray

    def __str__(self):
        count = len(self.labels)
        lines = [f"{self.name}: {count} equation{'s' * (count != 1)} at t = {self.t:g} s",
                 f"{'equation':<8}{'Phi':>12}{'nu':>12}{'gamma':>12}"]
        lines += [f"{label:<8}{Phi:12.4g}{nu:12.4g}{gamma:12.4g}"
                  for label, Phi, nu, gamma in zip(self.labels, self.Phi, self.nu + 0.0, self.gamma + 0.0)]
        for body, block in self.Phi_q.items():
            lines += [f"Phi_q, {body}", np.array2string(block + 0.0, precision=4, suppress_small=True)]
        return "\n".join(lines)
