"""IFToMM benchmark A03: Andrews' squeezer mechanism.

Seven planar bodies between the fixed points O, A, B and C, without gravity. A torque of 0.033 N m on
OF and a spring from C to the point D of the body BDE move them from rest; 0.05 s; reported is F.
A body has its origin at the first point of its name and its u axis towards the last. The angles of the
bodies follow from the seven of the definition, beta ... epsilon, given to more digits than a float holds.
"""

import numpy as np

from ..formulation.forces import moment, spring
from ..formulation.inertia import planar
from ..formulation.joints import revolute
from ..model import Model
from .case import Benchmark, place, spin, turned

FIXED = {"O": (0, 0), "A": (-0.06934, -0.00227), "B": (-0.03635, 0.03273), "C": (0.014, 0.072)}
D = (0.018, 0.020)                                     # on BDE
BETA, THETA, GAMMA = -0.0617138900142764496, 0.0, 0.455279819163070380
PHI, DELTA = 0.222668390165885885, 0.487364979543842550
OMEGA, EPSILON = -0.222668390165885885, 1.23054744454982119
TORQUE = 0.033                                         # on OF [N m]
STIFFNESS, FREE_LENGTH = 4530.0, 0.07785               # of the spring C-D [N/m, m]

BODIES = {  # length [m], centre of mass [m], mass [kg], moment of inertia about it [kg m2], angle
    "OF": (0.007, (0.00092, 0), 0.04325, 2.194e-6, BETA),
    "FE": (0.028, (0.0115, 0), 0.00365, 4.410e-7, BETA + THETA + np.pi),
    "BDE": (0.035, (0.01874, 0.01043), 0.02373, 5.255e-6, GAMMA - np.pi / 2),
    "AG": (0.040, (0.02308, 0.00916), 0.07050, 1.169e-5, DELTA),
    "GE": (0.020, (0.00579, 0), 0.00706, 5.667e-7, PHI + DELTA - np.pi / 2),
    "AH": (0.040, (0.01228, -0.00449), 0.05498, 1.912e-5, EPSILON - np.pi / 2),
    "HE": (0.020, (0.00579, 0), 0.00706, 5.667e-7, OMEGA + EPSILON)}
JOINTS = ["O ground OF", "F OF FE", "B ground BDE", "E FE BDE", "A ground AG", "G AG GE", "E BDE GE",
          "A ground AH", "H AH HE", "E BDE HE"]


def build(kind="full", dimension=2, bodies=None, torque=TORQUE, stiffness=STIFFNESS,
          free_length=FREE_LENGTH, gravity=0.0):
    """The mechanism as a planar or spatial model, with full or reduced bodies; its data may be changed.

    Parameters
    ----------
    bodies : dict, optional
        Rows of `BODIES` to be used instead.
    torque, stiffness, free_length : float
        On OF [N m], of the spring [N/m, m].
    gravity : float
        Along -y; the benchmark has none [m/s2].
    """
    model = Model(gravity=place(0, -gravity, 0, dimension=dimension), kind=kind)
    where = {name: place(*xy, 0, dimension=dimension) for name, xy in FIXED.items()}
    for name, (length, com, mass, inertia, angle) in {**BODIES, **(bodies or {})}.items():
        first, last, axes = name[0], name[-1], turned(angle, dimension)
        solid = planar(mass, inertia, com, **{first: [0, 0], last: [length, 0]})
        model.body(name, solid, at=where[first], axes=axes)
        where.setdefault(last, where[first] + length * axes[:, 0])

    def point(name, body):
        return model.ground.point(where[name]) if body == "ground" else model.bodies[body].point(name)

    for joint in JOINTS:                               # "A ground AG" is the joint "A AG"
        name, first, second = joint.split()
        model.join(revolute(point(name, first), point(name, second), axis=[0, 0, 1]),
                   name=joint.replace("ground ", ""))
    bde = model.bodies["BDE"]
    model.apply(spring(point("C", "ground"), bde.point(place(*D, 0, dimension=dimension)), stiffness,
                       free_length))
    model.apply(moment(model.bodies["OF"], spin(torque, dimension)))
    return model


RATE = 1000.0
"""Baumgarte's alpha and beta [1/s]: about ten over the characteristic time of 0.01 s."""

A03 = Benchmark(
    name="A03", title="Andrews' squeezer", build=build, duration=0.05, dimensions=(2, 3),
    default=dict(method="baumgarte", alpha=RATE, beta=RATE, rtol=1e-7),
    tight=dict(method="baumgarte", alpha=RATE, beta=RATE, rtol=1e-11),
    reported={"Fx": lambda run: run.position("OF.F")[:, 0], "Fy": lambda run: run.position("OF.F")[:, 1]})
