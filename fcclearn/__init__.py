"""Learn multibody dynamics with fully Cartesian coordinates and a generic rigid body (FCC-GRB).

    from fcclearn import Model, rod, revolute

    model = Model(gravity=[0, -9.81])
    crank = model.body("crank", rod(mass=1.0, length=1.0), along=([0, 0], [0, 1]))
    model.join(revolute(model.ground.point(0, 0), crank.point("start")))
    run = model.simulate(10.0)
"""

from .engine.balance import NoEquilibrium
from .formulation.constraints import CAR, CP, CV, PP, Constraint, Lin, constant_distance
from .formulation.drivers import AR, OV, TP, AR_star, Driven, rotated_AR
from .formulation.forces import Force, couple, moment, point_force, spring, torsional_spring
from .formulation.inertia import (bar, box, composite, cylinder, disc, from_inertia, massless, planar,
                                  point_mass, rod, sphere)
from .formulation.joint import Joint
from .formulation.joints import (angle_vectors, cylindrical, planar_joint, prismatic, revolute, rod_joint,
                                 spherical, translational, universal, weld)
from .formulation.length_drivers import driven_distance, stroke
from .formulation.motion import COS, IDENTITY, MINUS_SIN, ONE, SIN, Function, Motion
from .formulation.point_on_line import point_on_line
from .formulation.products import Dot
from .formulation.solid import Solid
from .model import Model
from .parameter_study import StudyError, parameter_study
from .restored import load
from .simulation.events import Event
from .simulation.run import SimulationError
from .together import simulate_together

__version__ = "0.1.0"
