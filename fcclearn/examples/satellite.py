"""A satellite with a reaction wheel as it comes from a workshop, with a fault that counts and energy hide.

The exercise of lesson 11 measures it. A submission that is graded sees no tasks, so the model stands here.
"""

from ..formulation.forces import moment
from ..formulation.inertia import box, cylinder
from ..formulation.joints import revolute
from ..model import Model

TORQUE = 0.12
"""What the motor exerts along the wheel's axis [N m]."""


def workshop_satellite():
    """A tumbling satellite; its motor turns a wheel about the satellite's axis w.

    Bodies are "satellite" and "wheel". The wheel's own axis u lies along w of the satellite.
    """
    model = Model(gravity=[0, 0, 0])
    spin = [0.5, -0.3, 0.2]                                     # rad/s, of both bodies
    satellite = model.body("satellite", box(14.0, [0.4, 0.5, 0.3]), angular_velocity=spin)
    wheel = model.body("wheel", cylinder(2.5, 0.12, 0.04), along=([0, 0, -0.02], [0, 0, 0.02]),
                       angular_velocity=spin)
    model.join(revolute(satellite.point(0, 0, 0), wheel.point("com"), [0, 0, 1]), name="axle")
    model.apply(moment(wheel, [TORQUE, 0, 0], frame="body"), name="motor")
    return model
