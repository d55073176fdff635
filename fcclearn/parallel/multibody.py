"""The mechanism once more, from the package's own bodies and joints:
it plays the part of the commercial code.

30 bodies (the platform; three limbs of one bar, four links and two massless couplers; four actuators of
two parts) and 42 joints, 38 revolute and 4 prismatic. Nothing here knows the closed forms of the other
modules except to place the bodies at the start, where the assembly proves them: the joints sit at the links'
own lengths, and coincide only if the closed-form position is right.

SI units inside; poses, lengths and forces go in and out in mm, rad, N, N mm as everywhere in this folder.
"""

import numpy as np

from ..engine.kinematics import project_position
from ..formulation import inertia
from ..formulation.drivers import TP, rotated_AR
from ..formulation.forces import Force, moment, point_force
from ..formulation.joints import prismatic, revolute, rod_joint
from ..formulation.motion import Motion
from ..model import Model
from .geometry import REFERENCE
from .held import held_multipliers
from .position import points

MM = 1e-3
"""Metres in a millimetre: the one place where the two systems of units meet in this module."""

DOWN = np.array([0.0, 0.0, 1.0])

FOLLOW = 0.02
"""Largest step along a motion [s]."""


def build(chi, p=REFERENCE, kind="full"):
    """The mechanism in a pose, without drivers and loads: 360 coordinates (full), 390 equations, rank 356.

    Parameters
    ----------
    chi : (4,) pose in mm, rad
    kind : "full" or "reduced"

    Returns
    -------
    Model
        Bodies "platform", "bar i", "upper i s", "lower i s", "coupler i", "tip coupler i", "barrel i",
        "piston i"; s = 1 is the side of R_i5, s = 2 that of R_i4.
    """
    model = Model(gravity=p.g * DOWN, kind=kind)
    at = {name: MM * place for name, place in points(chi, p).items()}
    c, s = np.cos(chi[3]), np.sin(chi[3])
    platform = model.body("platform", _solid(p.platform), at=at["D"],
                          axes=np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]]))
    for i in (1, 2, 3):
        _limb(model, platform, i, at, p)
    _actuator(model, 4, at["R41"], at["R42"],
              model.bodies["upper 1 1"].point(0, 0, MM * (p.l2 - p.l20 - p.l21)),
              model.bodies["lower 1 1"].point(0, 0, MM * (p.l30 - p.l31)), at["R11"] - at["R15"], p)
    return model


def _solid(solid):
    """A solid of this folder (kg, kg mm2, axes x, y, z) as a solid of the package."""
    return inertia.from_inertia(solid.mass, MM**2 * np.array(solid.inertia))


def _axes_along(direction, away):
    """Axes of a link: z along it, y along the normal of its limb plane."""
    z = direction / np.linalg.norm(direction)
    y = np.cross(DOWN, away / np.linalg.norm(away))
    return np.column_stack([np.cross(y, z), y, z])


def _limb(model, platform, i, at, p):
    """One limb: bar, two parallelograms, two couplers, and the actuator between bar and upper link."""
    def R(j):
        return at[f"R{i}{j}"]

    away = R(1) - R(5)
    normal = np.cross(DOWN, away)
    upright = _axes_along(DOWN, away)
    half, short = MM * p.l1 / 2, MM * p.l10
    bar = model.body(f"bar {i}", _solid(p.base_bar), at=R(3), axes=upright)
    pin_4, pin_5 = bar.point(-half + short, 0, 0), bar.point(-half, 0, 0)
    coupler = model.body(f"coupler {i}", inertia.massless(), at=R(7), axes=upright)
    tip = model.body(f"tip coupler {i}", inertia.massless(), at=R(9), axes=upright)
    model.join(revolute(model.ground.point(*(MM * p.r0 * p.e0[:, i - 1]), 0.0), bar.point(0, 0, 0), DOWN),
               f"R{i}3")
    for s, pin, x, names in ((1, pin_5, 0.0, "579"), (2, pin_4, short, "468")):
        start, elbow, end = (R(j) for j in names)
        upper = model.body(f"upper {i} {s}", _solid(p.upper), at=start + p.l21 / p.l2 * (elbow - start),
                           axes=_axes_along(elbow - start, away))
        lower = model.body(f"lower {i} {s}", _solid(p.lower), at=elbow + p.l31 / p.l3 * (end - elbow),
                           axes=_axes_along(end - elbow, away))
        model.join(revolute(pin, upper.point(0, 0, -MM * p.l21), normal), f"R{i}{names[0]}")
        model.join(revolute(upper.point(0, 0, MM * (p.l2 - p.l21)), coupler.point(x, 0, 0), normal),
                   f"R{i}{names[1]} upper")
        model.join(revolute(coupler.point(x, 0, 0), lower.point(0, 0, -MM * p.l31), normal),
                   f"R{i}{names[1]} lower")
        model.join(revolute(lower.point(0, 0, MM * (p.l3 - p.l31)), tip.point(x, 0, 0), normal),
                   f"R{i}{names[2]}")
    model.join(revolute(tip.point(short / 2, 0, 0), platform.point(*(MM * p.r * p.e0[:, i - 1]), 0.0), DOWN),
               f"R{i}10")
    _actuator(model, i, R(1), R(2), bar.point(half, 0, 0),
              model.bodies[f"upper {i} 2"].point(0, 0, MM * (p.l20 - p.l21)), away, p)


def _actuator(model, i, foot, head, foot_point, head_point, away, p):
    """Barrel and piston between two pins, sliding in each other."""
    axes = _axes_along(head - foot, away)
    barrel = model.body(f"barrel {i}", _solid(p.barrel), at=foot + MM * p.l41 * axes[:, 2], axes=axes)
    piston = model.body(f"piston {i}", _solid(p.piston), at=head - MM * p.l42 * axes[:, 2], axes=axes)
    model.join(revolute(foot_point, barrel.point(0, 0, -MM * p.l41), axes[:, 1]), f"foot {i}")
    model.join(revolute(head_point, piston.point(0, 0, MM * p.l42), axes[:, 1]), f"head {i}")
    model.join(prismatic(barrel.point(0, 0, 0), piston.point(0, 0, 0), axes[:, 2]), f"slide {i}")


def ends(model, i, p=REFERENCE):
    """The two pins of an actuator, on its barrel and on its piston."""
    barrel, piston = model.bodies[f"barrel {i}"], model.bodies[f"piston {i}"]
    return barrel.point(0, 0, -MM * p.l41), piston.point(0, 0, MM * p.l42)


def drive_platform(model, motion):
    """Prescribe the pose of the platform: three coordinates of D and the angle alpha.

    Parameters
    ----------
    motion : callable of t, giving chi, chi_d, chi_dd, each (4,) in mm, rad, s
    """
    platform, ground = model.bodies["platform"], model.ground
    scale = np.array([MM, MM, MM, 1.0])
    X, Y, Z, alpha = (Motion(*(lambda t, k=k, order=order: float(scale[k] * motion(t)[order][k])
                               for order in range(3))) for k in range(4))
    model.join(TP(platform.point(0, 0, 0), X, Y, Z), "position of the platform")
    model.join(rotated_AR(platform.vector(1, 0, 0), ground.vector(1, 0, 0), ground.vector(0, 1, 0), alpha),
               "angle of the platform")


def apply_load(model, f):
    """The load f that the platform delivers, as the wrench -f on the platform (Paper B, Eq. (61));
    N and N mm."""
    platform = model.bodies["platform"]
    model.apply(point_force(platform.point(0, 0, 0), -np.asarray(f[:3], dtype=float)), "load")
    model.apply(moment(platform, [0.0, 0.0, -MM * f[3]]), "load moment")


class Inverse:
    """Kinematics and inverse dynamics along a motion of the platform.

    Two models with the same bodies: one is driven at the platform, which gives positions, velocities and
    accelerations; the other holds its actuators' lengths, and the multipliers of those four rows are the
    actuators' forces: the constraint ``d . d = L^2`` with multiplier lam pushes its ends apart with -2 lam L.

    Parameters
    ----------
    motion : callable of t, giving chi, chi_d, chi_dd
    f : (4,) load delivered by the platform, N and N mm
    p : Parameters
    kind : "full" or "reduced"
    start : float [s]
    """

    def __init__(self, motion, f=(0.0, 0.0, 0.0, 0.0), p=REFERENCE, kind="full", start=0.0):
        self.p = p
        self.driven, self.held = (build(motion(start)[0], p, kind) for _ in range(2))
        drive_platform(self.driven, motion)
        apply_load(self.held, f)
        for i in (1, 2, 3, 4):
            self.held.join(rod_joint(*ends(self.held, i, p)), f"actuator {i}")
        self.t, self.q = start, self.driven.system.layout.start()[0]

    def at(self, t):
        """Lengths [mm], velocities [mm/s], accelerations [mm/s2] and forces [N] of the actuators,
        four arrays (4,)."""
        state = self.state(t)
        return (*self._actuators(*state), self._forces(t, *state))

    def state(self, t):
        """Position, velocity and acceleration (q, qd, qdd) of all bodies,
        from the constraints alone; SI units."""
        system, solver = self.driven.system, self.driven.solver
        q = self._follow(t)
        zero = np.zeros_like(q)
        factor = solver.factor(system.mass(q), system.phi_q(q, t))
        qd = factor.solve(zero, system.nu(q, t))[0]
        qdd = factor.solve(zero, system.gamma(q, qd, t))[0]
        return q, qd, qdd

    def _follow(self, t):
        """The position at t, found from the last one in small steps, so that no other branch is taken."""
        for between in np.linspace(self.t, t, 2 + int(abs(t - self.t) / FOLLOW))[1:]:
            self.q = project_position(self.driven.system, self.driven.solver, self.q, between)
        self.t = t
        return self.q

    def _actuators(self, q, qd, qdd):
        system, rows = self.driven.system, []
        for i in (1, 2, 3, 4):
            P, Q = ends(self.driven, i, self.p)
            d, dd = system.value_of(Q - P, q), system.rate_of(Q - P, q, qd)
            ddd = system.acceleration_of(Q - P, q, qd, qdd)
            L = np.linalg.norm(d)
            L_d = d @ dd / L
            rows.append((L, L_d, (dd @ dd + d @ ddd - L_d**2) / L))
        return np.array(rows).T / MM

    def _forces(self, t, q, qd, qdd):
        system = self.held.system
        force = system.force(q, qd) - system.mass(q) @ qdd                  # Phi_q' lam (Paper A, Eq. (7))
        lam = held_multipliers(self.held, q, force, t)
        lengths = [np.linalg.norm(system.value_of(Q - P, q))
                   for P, Q in (ends(self.held, i, self.p) for i in (1, 2, 3, 4))]
        own = [k for i in (1, 2, 3, 4) for k, row in enumerate(system.rows) if row.owner == f"actuator {i}"]
        return -2 * lam[own] * lengths


def push(model, i, law, p=REFERENCE):
    """A force law in actuator i: ``law(t, L, L_d) -> force`` pushing the pins apart; mm, mm/s, N."""
    def on_ends(t, x, xd):
        d, dd = x[1] - x[0], xd[1] - xd[0]
        L = np.linalg.norm(d)
        force = law(t, L / MM, d @ dd / L / MM) * d / L
        return np.array([-force, force])
    return model.apply(Force(list(ends(model, i, p)), on_ends), f"actuator {i}")
