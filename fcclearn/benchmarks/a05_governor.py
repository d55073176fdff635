"""IFToMM benchmark A05: the stiff flyball governor.

A shaft turns freely about the vertical z axis. A slider moves along it and turns with it. Two rods, hinged to
the shaft near its top, carry a ball of 5 kg each; a stiff spring with a strong damper runs from the slider to
the middle of each rod. All starts in rigid rotation at one turn a second, the rods 30 degrees below the
horizontal; 10 s; reported is the height s of the slider. Bodies have the density 3000 kg/m3.
"""

import numpy as np

from ..formulation.forces import spring
from ..formulation.inertia import bar, box, composite, point_mass
from ..formulation.joints import prismatic, revolute
from ..model import Model
from .case import Benchmark

G, OMEGA = 9.81, 2 * np.pi
STIFFNESS, DAMPING = 8e5, 4e4                          # of each spring [N/m, N s/m]


def build(kind="full", dimension=3):
    """The governor with full or reduced bodies."""
    model = Model(gravity=[0, 0, -G], kind=kind)

    def rotating(name, solid, along):
        spin = np.array([0, 0, OMEGA])
        return model.body(name, solid, along=along, velocity=np.cross(spin, np.mean(along, axis=0)),
                          angular_velocity=spin)

    slim = bar(0.3, 1.0, 0.01, 0.01)
    arm = composite(slim, point_mass(5.0, at=[0.5, 0, 0])).with_points(middle=[0, 0, 0], ball=[0.5, 0, 0])
    shaft = rotating("shaft", slim, ([0, 0, 0], [0, 0, 1]))
    slider = model.body("slider", box(3.0, [0.1, 0.1, 0.1]), at=[0, 0, 0.5], angular_velocity=[0, 0, OMEGA])
    model.join(revolute(model.ground.point("origin"), shaft.point("start"), axis=[0, 0, 1]))
    model.join(prismatic(shaft.point("start"), slider.point("com"), axis=[0, 0, 1]))
    for name, side in (("rod AC", 1), ("rod BD", -1)):
        hinge = np.array([0.05 * side, 0, 1])
        rod = rotating(name, arm, (hinge, hinge + [side * np.cos(np.pi / 6), 0, -np.sin(np.pi / 6)]))
        model.join(revolute(shaft.point_at(hinge), rod.point("start"), axis=[0, 1, 0]))
        model.apply(spring(slider.point(0.05 * side, 0, 0), rod.point("middle"), STIFFNESS,
                           length=0.5, damping=DAMPING))
    return model


A05 = Benchmark(
    name="A05", title="stiff flyball governor", build=build, duration=10.0, dimensions=(3,),
    default=dict(method="stiff", rtol=1e-10), tight=dict(method="stiff", rtol=1e-12),
    reported={"s": lambda run: run.position("slider.com")[:, 2]})
