"""IFToMM benchmark A05: the stiff flyball governor.

A shaft turns freely about the vertical z axis. A slider moves along it and turns with it. Two rods, hinged to
the shaft near its top, carry a ball of 5 kg each; a stiff spring with a strong damper runs from the slider to
the middle of each rod. All starts in rigid rotation at one turn a second, the rods 30 degrees below the
horizontal; 10 s; reported is the height s of the slider. Bodies have the density 3000 kg/m3.
"""

import numpy as np

from ..formulation.forces import Force, axes_of, spring
from ..formulation.inertia import bar, box, composite, point_mass
from ..formulation.joints import prismatic, revolute
from ..model import Model
from .case import Benchmark

G, OMEGA, ANGLE = 9.81, 2 * np.pi, np.pi / 6
STIFFNESS, DAMPING = 8e5, 4e4                          # of each spring [N/m, N s/m]


def build(kind="full", dimension=3, angle=ANGLE, height=None, speed=OMEGA, damping=DAMPING, friction=0.0,
          throttle=0.0, wanted=0.0):
    """The governor with full or reduced bodies, in rigid rotation; its start and its forces may be changed.

    Parameters
    ----------
    angle : float
        Of both rods below the horizontal [rad].
    height : float, optional
        Of the slider; by default that at which the springs have their free length [m].
    speed : float [rad/s]
    damping : float
        Of each spring [N s/m].
    friction : float
        Of the slider on the shaft, against its velocity along it [N s/m].
    throttle, wanted : float
        A motor turns the shaft with the torque ``-throttle (s - wanted)`` [N m/m, m].
    """
    model = Model(gravity=[0, 0, -G], kind=kind)
    spin, z = np.array([0, 0, speed]), np.array([0.0, 0.0, 1.0])

    def rotating(name, solid, along):
        return model.body(name, solid, along=along, velocity=np.cross(spin, np.mean(along, axis=0)),
                          angular_velocity=spin)

    slim = bar(0.3, 1.0, 0.01, 0.01)
    arm = composite(slim, point_mass(5.0, at=[0.5, 0, 0])).with_points(middle=[0, 0, 0], ball=[0.5, 0, 0])
    shaft = rotating("shaft", slim, ([0, 0, 0], [0, 0, 1]))
    height = 1 - np.sin(angle) if height is None else height
    slider = model.body("slider", box(3.0, [0.1, 0.1, 0.1]), at=[0, 0, height], angular_velocity=spin)
    model.join(revolute(model.ground.point("origin"), shaft.point("start"), axis=z), name="axle")
    model.join(prismatic(shaft.point("start"), slider.point("com"), axis=z), name="guide")
    for name, side in (("rod AC", 1), ("rod BD", -1)):
        hinge = np.array([0.05 * side, 0, 1])
        rod = rotating(name, arm, (hinge, hinge + [side * np.cos(angle), 0, -np.sin(angle)]))
        model.join(revolute(shaft.point_at(hinge), rod.point("start"), axis=[0, 1, 0]),
                   name=f"hinge {name}")
        model.apply(spring(slider.point(0.05 * side, 0, 0), rod.point("middle"), STIFFNESS,
                           length=0.5, damping=damping))
    if friction:
        guide = [slider.point("com"), shaft.point("start")]
        model.apply(Force(guide, lambda t, x, xd: np.outer([-1, 1], friction * (xd[0] - xd[1]) * z),
                          name="friction"))
    if throttle:
        model.apply(Force([slider.point("com"), *axes_of(shaft)], motor(throttle, wanted), name="motor"))
    return model


def motor(throttle, wanted):
    """The law of a motor about z that is throttled by the height of the slider, the first of its elements."""
    def law(t, x, xd):
        torque = -throttle * (x[0, 2] - wanted) * np.array([0, 0, 1])
        return np.vstack([0 * x[:1], 0.5 * np.cross(torque, x[1:])])
    return law


def moment_of_inertia(angle):
    """J_z of everything that turns, arms at an angle below the horizontal [rad -> kg m2].

    Balls of 5 kg at ``0.05 + cos`` m, rods of 0.3 kg with their middles at ``0.05 + cos / 2`` m.

    Examples
    --------
    >>> float(round(moment_of_inertia(np.pi / 6), 6))
    8.573517
    """
    across, along = 0.3 / 12 * (1 + 1e-4), 0.3 / 6 * 1e-4            # of a rod or the shaft
    cos, sin = np.cos(angle), np.sin(angle)
    arm = 5 * (0.05 + cos) ** 2 + 0.3 * (0.05 + cos / 2) ** 2 + across * cos**2 + along * sin**2
    return along + 3.0 * 0.1**2 / 6 + 2 * arm


A05 = Benchmark(
    name="A05", title="stiff flyball governor", build=build, duration=10.0, dimensions=(3,),
    default=dict(method="stiff", rtol=1e-10), tight=dict(method="stiff", rtol=1e-12),
    reported={"s": lambda run: run.position("slider.com")[:, 2]})
