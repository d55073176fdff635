"""Good calls of what a user calls, one for each public name, whose arguments are then spoiled one by one."""

import numpy as np

import fcclearn as f
from fcclearn.formulation.joints import angle_vectors

Z, X = [0, 0, 1], [1, 0, 0]


class Plane:
    """A bar on a pin, and a second one, in the plane; what is made of them is made anew for each call."""

    def __init__(self):
        self.model = f.Model(gravity=[0, -9.81])
        self.a = self.model.body("a", f.rod(1.0, 1.0), along=([0, 0], [1, 0]))
        self.b = self.model.body("b", f.rod(1.0, 1.0), along=([1, 0], [2, 0]))
        self.model.join(f.revolute(self.model.ground.point(0, 0), self.a.point("start")), name="pin")
        self.model.join(f.revolute(self.a.point("end"), self.b.point("start")), name="elbow")
        self.ground, self.P, self.Q = self.model.ground, self.a.point("end"), self.b.point("start")
        self.angle = angle_vectors(self.ground, self.a)

    @property
    def run(self):
        return self.model.simulate(0.1, samples=3)

    @property
    def hanging(self):
        self.model.equilibrium()
        return self.model


class Space:
    """Two boxes in space."""

    def __init__(self):
        self.model = f.Model(gravity=[0, 0, -9.81])
        self.a, self.b = (self.model.body(name, f.box(1.0, [1.0, 0.5, 0.2])) for name in "ab")
        self.ground, self.P, self.Q = self.model.ground, self.a.point(), self.b.point()
        self.angle = angle_vectors(self.ground, self.a, Z)


TURN = f.Motion.polynomial(0.0, 1.0)

CALLS = {
    # name: (world, callable of the world, good arguments)
    "Model": (Plane, lambda w: f.Model, dict(gravity=[0, -9.81], kind="full")),
    "Model.body": (Plane, lambda w: w.model.body, dict(
        name="new", solid=f.rod(1, 1), kind="full", at=[0, 0], axes=np.eye(2), velocity=[0, 0],
        angular_velocity=0.0)),
    "Model.body along": (Plane, lambda w: w.model.body, dict(name="new", solid=f.rod(1, 1),
                                                             along=([0, 0], [1, 0]))),
    "Body.place": (Plane, lambda w: w.a.place, dict(at=[0, 0], axes=np.eye(2))),
    "Body.set_velocity": (Space, lambda w: w.a.set_velocity, dict(velocity=X, angular_velocity=Z)),
    "Body.point": (Plane, lambda w: lambda where: w.a.point(where), dict(where=[0, 1])),
    "Body.point_at": (Plane, lambda w: w.a.point_at, dict(where=[0, 1])),
    "Body.vector_along": (Plane, lambda w: w.a.vector_along, dict(direction=[0, 1])),
    "Model.join": (Plane, lambda w: w.model.join, lambda w: dict(joint=f.revolute(w.P, w.Q), name="new")),
    "Model.apply": (Plane, lambda w: w.model.apply,
                    lambda w: dict(force=f.point_force(w.P, [1, 0]), name="new")),
    "Model.remove": (Plane, lambda w: w.model.remove, dict(name="pin")),
    "Model.share": (Plane, lambda w: w.model.share,
                    lambda w: dict(first=w.a, axis="u", second=w.b, other="u")),
    "Model.dial": (Space, lambda w: w.model.dial, lambda w: dict(first=w.a, second=w.b, axis=Z, name="new")),
    "Model.gear_pair": (Space, lambda w: w.model.gear_pair,
                        lambda w: dict(P=w.P, Q=w.b.point(1, 0, 0), teeth=(10, 20), axis=Z, name="new")),
    "Model.simulate": (Plane, lambda w: w.model.simulate, dict(
        duration=0.1, method="baumgarte", samples=3, rtol=1e-6, step=0.1, alpha=1.0, beta=1.0,
        breakpoints=[0.05], events=[], solver="dense")),
    "Model.simulate implicit": (Plane, lambda w: w.model.simulate, dict(
        duration=0.1, method="energy-momentum", samples=3, step=0.05, tolerance=1e-9)),
    "Model.assemble": (Plane, lambda w: w.model.assemble, dict(t=0.0)),
    "Model.mobility": (Plane, lambda w: w.model.mobility, dict(t=0.0)),
    "Model.free_motions": (Plane, lambda w: w.model.free_motions, dict(t=0.0)),
    "Model.kinematic_analysis": (Plane, lambda w: w.model.kinematic_analysis, dict(times=[0.0, 0.1])),
    "Model.inverse_dynamics": (Plane, lambda w: w.model.inverse_dynamics, dict(times=[0.0, 0.1])),
    "Model.set_in_motion": (Plane, lambda w: w.model.set_in_motion, lambda w: dict(
        body=w.a, velocity=[0, 0.5], angular_velocity=1.0, t=0.0)),
    "Model.equilibrium": (Plane, lambda w: w.model.equilibrium, dict(t=0.0, spin=0.0, about=[0, 0])),
    "Model.modes": (Plane, lambda w: w.hanging.modes, dict(t=0.0, spin=0.0, about=[0, 0])),
    "Result.position": (Plane, lambda w: w.run.position, dict(point="a.end")),
    "Result.velocity": (Plane, lambda w: w.run.velocity, dict(point="a.end")),
    "Result.acceleration": (Plane, lambda w: w.run.acceleration, dict(point="a.end")),
    "Result.angle": (Plane, lambda w: w.run.angle, dict(body="a", relative_to="b")),
    "Result.axes": (Plane, lambda w: w.run.axes, dict(body="a")),
    "Result.angular_velocity": (Plane, lambda w: w.run.angular_velocity, dict(body="a")),
    "Result.reaction": (Plane, lambda w: w.run.reaction, dict(joint="pin", on="a", about=[0, 0], axes="a")),
    "Result.effort": (Plane, lambda w: w.run.effort, dict(driver="pin")),
    "Result.imbalance": (Plane, lambda w: w.run.imbalance, dict(body="a")),
    "Result.angular_momentum": (Plane, lambda w: w.run.angular_momentum, dict(about=[0, 0])),
    # solids
    "rod": (Plane, lambda w: f.rod, dict(mass=1.0, length=1.0)),
    "bar": (Plane, lambda w: f.bar, dict(mass=1.0, length=1.0, width=0.1, height=0.1)),
    "box": (Plane, lambda w: f.box, dict(mass=1.0, sides=[1, 2, 3])),
    "cylinder": (Plane, lambda w: f.cylinder, dict(mass=1.0, radius=0.1, length=1.0)),
    "disc": (Plane, lambda w: f.disc, dict(mass=1.0, radius=0.1)),
    "sphere": (Plane, lambda w: f.sphere, dict(mass=1.0, radius=0.1)),
    "point_mass": (Plane, lambda w: f.point_mass, dict(mass=1.0, at=[0, 0, 0])),
    "planar": (Plane, lambda w: f.planar, dict(mass=1.0, Izz=0.1, com=[0, 0])),
    "from_inertia": (Plane, lambda w: f.from_inertia, dict(mass=1.0, inertia=[1, 1, 1], com=[0, 0, 0])),
    "massless": (Plane, lambda w: f.massless, dict(tip=[1, 0, 0])),
    "composite": (Plane, lambda w: lambda solids: f.composite(solids), dict(solids=f.rod(1, 1))),
    # joints
    **{name: (Space, lambda w, name=name: getattr(f, name), lambda w: dict(P=w.P, Q=w.Q, axis=Z))
       for name in ("revolute", "cylindrical", "prismatic")},
    "planar_joint": (Space, lambda w: f.planar_joint, lambda w: dict(P=w.P, Q=w.Q, normal=Z, form="CAR")),
    "universal": (Space, lambda w: f.universal, lambda w: dict(P=w.P, Q=w.Q, axes=(X, Z))),
    "spherical": (Space, lambda w: f.spherical, lambda w: dict(P=w.P, Q=w.Q)),
    "weld": (Space, lambda w: f.weld, lambda w: dict(P=w.P, Q=w.Q, form="CV")),
    "point_on_line": (Space, lambda w: f.point_on_line, lambda w: dict(P=w.P, Q=w.Q, axis=X)),
    "rod_joint": (Space, lambda w: f.rod_joint, lambda w: dict(P=w.P, Q=w.b.point(1, 0, 0), length=1.0)),
    "translational": (Plane, lambda w: f.translational, lambda w: dict(P=w.P, Q=w.Q, axis=[1, 0])),
    # constraints and drivers
    "CP": (Space, lambda w: f.CP, lambda w: dict(P=w.P, Q=w.Q)),
    "CV": (Space, lambda w: f.CV, lambda w: dict(a=w.a.vector(X), b=w.b.vector(X))),
    "CAR": (Space, lambda w: f.CAR, lambda w: dict(a=w.a.vector(X), b=w.b.vector(Z), cosine=0.1)),
    "PP": (Space, lambda w: f.PP, lambda w: dict(normal=w.a.vector(X), P=w.P, Q=w.Q, distance=0.1)),
    "Lin": (Space, lambda w: f.Lin, lambda w: dict(x=w.P, f=[0.0, TURN, 1.0], A=np.eye(3))),
    "constant_distance": (Space, lambda w: f.constant_distance, lambda w: dict(P=w.P, Q=w.Q, length=1.0)),
    "AR": (Space, lambda w: f.AR, lambda w: dict(a=w.a.vector(X), b=w.b.vector(X), angle=1.0)),
    "AR_star": (Space, lambda w: f.AR_star, lambda w: dict(s=w.a.vector(X), direction=[1, 0, 0], angle=1.0)),
    "rotated_AR": (Space, lambda w: f.rotated_AR,
                   lambda w: dict(zip(("a", "b", "b_turned", "angle"), (*w.angle, TURN)))),
    "driven_distance": (Space, lambda w: f.driven_distance, lambda w: dict(P=w.P, Q=w.Q, length=TURN)),
    "stroke": (Space, lambda w: f.stroke, lambda w: dict(axis=w.a.vector(X), P=w.P, Q=w.Q, length=TURN)),
    # motions
    "Motion": (Plane, lambda w: f.Motion, dict(value=np.sin, rate=np.cos, acceleration=np.sin)),
    "Motion.constant": (Plane, lambda w: f.Motion.constant, dict(value=1.0)),
    "Motion.samples": (Plane, lambda w: f.Motion.samples, dict(t=[0, 1], values=[0, 1])),
    "Motion.smoothed": (Plane, lambda w: f.Motion.smoothed, dict(t=range(9), values=range(9), noise=0.1)),
    # forces
    "point_force": (Space, lambda w: f.point_force, lambda w: dict(P=w.P, force=X, frame="body", name="f")),
    "moment": (Space, lambda w: f.moment, lambda w: dict(body=w.a, torque=X, frame="body", name="f")),
    "couple": (Space, lambda w: f.couple, lambda w: dict(body=w.a, torque=X, name="f")),
    "spring": (Space, lambda w: f.spring, lambda w: dict(
        P=w.P, Q=w.b.point(1, 0, 0), stiffness=1.0, length=1.0, damping=1.0, actuator=np.sin, name="f")),
    "torsional_spring": (Space, lambda w: f.torsional_spring, lambda w: dict(
        reading=w.model.dial(w.a, w.b, Z), stiffness=1.0, angle=0.0, damping=0.0, name="f")),
    "Event": (Plane, lambda w: f.Event, dict(function=abs, stop=True, direction=0, name="event")),
    "Dot": (Space, lambda w: f.Dot, lambda w: dict(x=w.a.vector(X), y=w.b.vector(X), f=0.0, label="Dot")),
    "load": (Plane, lambda w: f.load, dict(path="nowhere.npz")),
    "simulate_together": (Plane, lambda w: f.simulate_together,
                          lambda w: dict(models=[w.model], duration=0.1, method="projection", samples=3)),
    "parameter_study": (Plane, lambda w: f.parameter_study,
                        dict(function=dict, grid=[{"a": 1}], executor=None)),
}
