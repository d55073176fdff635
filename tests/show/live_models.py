"""Mechanisms for the tests of the live page: every joint, driver and force, in the plane and in space."""

from math import dist

import numpy as np

from fcclearn import Model, Motion, box, disc, massless, rod
from fcclearn.benchmarks import a04_bricard
from fcclearn.examples import slider_crank as spatial_slider_crank
from fcclearn.formulation import drivers, forces, joints, length_drivers, own_joints
from fcclearn.formulation.inertia import bar, point_mass
from fcclearn.formulation.point_on_line import point_on_line

G = 9.81


def four_bar(kind="full", A=(0, 0), B=(0, 0.6), C=(1.6, 1.4), D=(2.0, 0)):
    model = Model(gravity=[0, -G], kind=kind)
    crank = model.body("crank", rod(1.0, dist(A, B)), along=(A, B))
    coupler = model.body("coupler", rod(2.0, dist(B, C)), along=(B, C))
    rocker = model.body("rocker", rod(1.5, dist(D, C)), along=(D, C))
    model.join(joints.revolute(model.ground.point(A), crank.point("start")), name="A")
    model.join(joints.revolute(crank.point("end"), coupler.point("start")), name="B")
    model.join(joints.revolute(coupler.point("end"), rocker.point("end")), name="C")
    model.join(joints.revolute(model.ground.point(D), rocker.point("start")), name="D")
    return model


def flat_four_bar():
    """A parallelogram: singular when flat, where two motions are free."""
    return four_bar(A=(0, 0), B=(0, 0.5), C=(1.0, 0.5), D=(1.0, 0))


def driven_four_bar(kind="full", motion=None):
    model, angle = four_bar(kind), motion or Motion.polynomial(np.pi / 2, 1.5, -0.4)
    crank, ground = model.bodies["crank"], model.ground
    x, y = ground.vector(1, 0), ground.vector(0, 1)
    model.join(drivers.rotated_AR(crank.vector(1, 0), x, y, angle), "motor")
    return model


def sprung_four_bar(kind="full"):
    """With a spring and damper, a force, a force that turns with its body, and a moment."""
    model = four_bar(kind)
    crank, coupler, rocker = (model.bodies[name] for name in ("crank", "coupler", "rocker"))
    hook = model.ground.point(1.0, -0.5)
    model.apply(forces.spring(hook, coupler.point(0.2, 0.3), 40.0, 0.9, damping=3.0))
    model.apply(forces.point_force(rocker.point(0.1, 0.2), [3.0, -4.0]))
    model.apply(forces.point_force(coupler.point("end"), [5.0, 2.0], frame="body"), "follower")
    model.apply(forces.moment(crank, 1.7))
    return model


def slider_crank(kind="full"):
    model = Model(gravity=[0, -G], kind=kind)
    pin = np.array([0.3 * np.cos(1), 0.3 * np.sin(1)])
    end = np.array([pin[0] + np.sqrt(0.8**2 - pin[1] ** 2), 0.0])
    crank = model.body("crank", rod(1.0, 0.3), along=((0, 0), pin))
    link = model.body("rod", rod(1.0, 0.8), along=(pin, end))
    slider = model.body("slider", box(2.0, [0.16, 0.1, 0.1]), at=end)
    model.join(joints.revolute(model.ground.point(0, 0), crank.point("start")), "O")
    model.join(joints.revolute(crank.point("end"), link.point("start")), "P")
    model.join(joints.revolute(link.point("end"), slider.point("com")), "S")
    model.join(joints.translational(model.ground.point(0, 0), slider.point("com"), [1, 0]), "guide")
    return model


def double_pendulum(kind="full"):
    model = Model(gravity=[0, -G], kind=kind)
    upper = model.body("upper", rod(1.0, 1.0), along=((0, 0), (1, 0)))
    lower = model.body("lower", rod(1.0, 0.8), along=((1, 0), (1.8, 0)))
    model.join(joints.revolute(model.ground.point(0, 0), upper.point("start")), "O")
    model.join(joints.revolute(upper.point("end"), lower.point("start")), "E")
    return model


def spatial_four_bar(kind="full", form="CAR"):
    """With bodies in space: three redundant equations."""
    model = Model(gravity=[0, 0, -G], kind=kind)
    P = np.array([[0, 0, 0], [0, 0, 0.5], [1.6, 0, 1.2], [1.8, 0, 0]], float)
    links = [model.body(name, bar(mass, dist(P[k], P[k + 1]), 0.06, 0.06), along=(P[k], P[k + 1]))
             for k, (name, mass) in enumerate((("crank", 1.0), ("coupler", 2.0), ("rocker", 1.5)))]
    ends = [model.ground.point(P[0]), *(link.point("end") for link in links)]
    starts = [*(link.point("start") for link in links), model.ground.point(P[3])]
    for name, p, q in zip("ABCD", ends, starts):
        model.join(joints.revolute(p, q, [0, 1, 0], form=form), name)
    return model


def bricard(kind="full"):
    return a04_bricard.build(kind=kind)


def spatial_crank(kind="full"):
    return spatial_slider_crank.build(kind=kind)


AXES = {2: np.array([[0.6, -0.8], [0.8, 0.6]]), 3: np.array([[2, -2, -1], [1, 2, -2], [2, 1, 2]]) / 3}


def pair(join, kind="full", dimension=2, triad="products"):
    """Two bodies: the first hangs on the ground, the second on the first by the joint of the case."""
    model = Model(gravity={2: [0, -G], 3: [0, 1.0, -G]}[dimension], kind=kind)
    axes = AXES[dimension]
    options = {"triad": triad} if dimension == 3 and kind == "full" else {}
    places = np.array([[0.2, -0.3, 0.1], [0.9, 0.1, -0.4]])[:, :dimension]
    first = model.body("first", box(1.0, [0.9, 0.4, 0.2]), at=places[0], axes=axes, **options)
    second = model.body("second", box(2.0, [0.5, 0.7, 0.3]), at=places[1], axes=axes.T, **options)
    hook = np.array([-0.1, 0.2, 0.3])[:dimension]
    hang = joints.revolute if dimension == 2 else joints.spherical
    model.join(hang(model.ground.point(hook), first.point_at(hook)), "hook")
    join(model, first, second)
    return model


HERE = {2: np.array([0.5, 0.0]), 3: np.array([0.5, 0.0, -0.2])}
AXIS = np.array([2.0, 3.0, 6.0]) / 7


def at_joint(make):
    """A case whose joint is made of one point of each body."""
    def join(model, first, second):
        where = HERE[model.dimension]
        model.join(make(first.point_at(where), second.point_at(where)), "joint")
    return join


def prescribed(make):
    """A case whose second body hangs on the first by a pin and is driven."""
    def join(model, first, second):
        axis = None if model.dimension == 2 else AXIS
        at_joint(lambda P, Q: joints.revolute(P, Q, axis))(model, first, second)
        model.join(make(model, first, second), "driver")
    return join


def winding(model, first, second):
    """A pin with a dial, a torsional spring, and a gear that follows the dial."""
    axis = None if model.dimension == 2 else AXIS
    at_joint(lambda P, Q: joints.revolute(P, Q, axis))(model, first, second)
    reading = model.dial(first, second, axis, name="turn")
    model.apply(forces.torsional_spring(reading, 7.0, 0.4, damping=0.3))
    wheel = model.body("wheel", disc(1.5, 0.2), at=HERE[model.dimension])
    model.join(joints.revolute(first.point_at(HERE[model.dimension]), wheel.point("com"), axis), "axle")
    model.join(own_joints.gears(reading, first, wheel, axis, ratio=-0.7), "gears")


def shared(model, first, second):
    """The second body, turned as the first, shares its u."""
    second.blocks[1:] = first.blocks[1:]
    at_joint(joints.revolute if model.dimension == 2 else joints.spherical)(model, first, second)
    model.share(first, "u", second)


def particle(model, first, second):
    """A point with mass and without axes, on a rod of the second body."""
    at_joint(joints.revolute if model.dimension == 2 else joints.spherical)(model, first, second)
    ball = model.body("ball", point_mass(0.7), kind="point", at=HERE[model.dimension] + 0.3)
    model.join(joints.rod_joint(second.point("com"), ball.point()), "rod")


def loaded(model, first, second):
    """Every force of the library that a page can know."""
    at_joint(joints.revolute if model.dimension == 2 else joints.spherical)(model, first, second)
    d = model.dimension
    hook = model.ground.point(np.ones(d))
    model.apply(forces.spring(hook, second.point_at(HERE[d] + 0.1), 30.0, 0.5, damping=2.0))
    model.apply(forces.point_force(first.point_at(HERE[d]), [1.0, 2.0, -3.0][:d]), "force")
    tip = second.point_at(HERE[d] - 0.2)
    model.apply(forces.point_force(tip, [1.0, -2.0, 0.5][:d], frame="body"), "follower")
    torque = 1.3 if d == 2 else [1.0, -0.4, 0.8]
    model.apply(forces.moment(first, torque), "moment")
    model.apply(forces.moment(second, torque, frame="body"), "body moment")
    if d == 3:
        model.apply(forces.couple(first, [0.5, 0.2, -0.9]), "couple")


def moving(start):
    """A law of time that starts here."""
    return Motion.polynomial(float(start), 0.4, -0.3)


def turned(a, b, b_turned):
    """The second body turns about the pin (theory section 4)."""
    cosine, sine = (a.at_start() @ c.at_start() for c in (b, b_turned))
    return drivers.rotated_AR(a, b, b_turned, moving(np.arctan2(sine, cosine)))


def opened(a, b):
    """The angle between two vectors changes, by its cosine."""
    return drivers.AR(a, b, moving(np.arccos(a.at_start() @ b.at_start())))


def carried(point):
    """A point is carried along."""
    return drivers.TP(point, *(Motion.polynomial(float(x), -0.4, 0.3) for x in point.at_start()))


def lengthened(P, Q):
    return length_drivers.driven_distance(P, Q, moving(dist(P.at_start(), Q.at_start())))


def pushed(axis, P, Q):
    return length_drivers.stroke(axis, P, Q, moving(axis.at_start() @ (Q - P).at_start()))


def sphere(P, Q):
    return own_joints.on_sphere(P, Q, dist(P.at_start(), Q.at_start()))


PLANAR = {
    "revolute": at_joint(joints.revolute), "weld": at_joint(joints.weld),
    "translational": at_joint(lambda P, Q: joints.translational(P, Q, [0.6, 0.8])),
    "rod": lambda m, a, b: m.join(joints.rod_joint(a.point("com"), b.point("com")), "joint"),
    "rotated AR": prescribed(lambda m, a, b: turned(b.vector(1, 0), a.vector(1, 0), a.vector(0, 1))),
    "AR": prescribed(lambda m, a, b: opened(b.vector(1, 0), a.vector(1, 0))),
    "TP": prescribed(lambda m, a, b: carried(b.point("com"))),
    "driven distance": prescribed(lambda m, a, b: lengthened(m.ground.point(1, 1), b.point("com"))),
    "stroke": prescribed(lambda m, a, b: pushed(m.ground.vector(0.6, 0.8), m.ground.point(), b.point("com"))),
    "point on line": at_joint(lambda P, Q: point_on_line(P, Q, [0.6, 0.8])),
    "dial, gears, torsional spring": winding, "shared vector": shared, "particle": particle, "forces": loaded,
}
SPATIAL = {
    "spherical": at_joint(joints.spherical), "revolute": at_joint(lambda P, Q: joints.revolute(P, Q, AXIS)),
    "revolute CV": at_joint(lambda P, Q: joints.revolute(P, Q, AXIS, form="CV")),
    "universal": at_joint(lambda P, Q: joints.universal(P, Q, ([1, 0, 0], [0, 0.6, 0.8]))),
    "cylindrical": at_joint(lambda P, Q: joints.cylindrical(P, Q, AXIS)),
    "cylindrical CV": at_joint(lambda P, Q: joints.cylindrical(P, Q, AXIS, form="CV")),
    "prismatic": at_joint(lambda P, Q: joints.prismatic(P, Q, AXIS)),
    "prismatic CV": at_joint(lambda P, Q: joints.prismatic(P, Q, AXIS, form="CV")),
    "planar": at_joint(lambda P, Q: joints.planar_joint(P, Q, AXIS)),
    "planar CV": at_joint(lambda P, Q: joints.planar_joint(P, Q, AXIS, form="CV")),
    "weld": at_joint(joints.weld), "weld CV": at_joint(lambda P, Q: joints.weld(P, Q, form="CV")),
    "rod": lambda m, a, b: m.join(joints.rod_joint(a.point("com"), b.point("com")), "joint"),
    "screw": at_joint(lambda P, Q: own_joints.screw(P, Q, AXIS, 0.3)),
    "on a sphere": lambda m, a, b: m.join(sphere(a.point("com"), b.point("com")), "joint"),
    "point on line": at_joint(lambda P, Q: point_on_line(P, Q, AXIS)),
    "rotated AR": prescribed(lambda m, a, b: turned(*joints.angle_vectors(a, b, AXIS))),
    "AR": prescribed(lambda m, a, b: opened(b.vector(1, 0, 0), a.vector(1, 0, 0))),
    "TP": lambda m, a, b: (at_joint(joints.spherical)(m, a, b), m.join(carried(b.point("com")), "driver")),
    "driven distance": prescribed(lambda m, a, b: lengthened(m.ground.point(1, 1, 1), b.point("com"))),
    "dial, gears, torsional spring": winding, "shared vector": shared, "particle": particle, "forces": loaded,
}


def cases():
    """Every case as (words, model)."""
    for kind in ("full", "reduced"):
        for dimension, table in ((2, PLANAR), (3, SPATIAL)):
            for name, join in table.items():
                yield f"{dimension}-D {name}, {kind}", pair(join, kind, dimension)
    yield "3-D triad by the cross product", pair(SPATIAL["revolute"], "full", 3, triad="cross")
    for make in (four_bar, driven_four_bar, sprung_four_bar, slider_crank, spatial_four_bar, bricard,
                 spatial_crank):
        for kind in ("full", "reduced"):
            yield f"{make.__name__}, {kind}", make(kind)
    yield "spatial_four_bar CV", spatial_four_bar(form="CV")
    yield "massless", massless_link()


def massless_link():
    """A crank without mass between two bodies."""
    model = double_pendulum()
    link = model.body("link", massless(), at=[1.8, 0.0])
    model.join(joints.revolute(model.bodies["lower"].point("end"), link.point("reference")), "F")
    ball = model.body("ball", disc(1.0, 0.1), at=[2.2, 0.3])
    model.join(joints.revolute(link.point(0.4, 0.3), ball.point("com")), "H")
    return model
