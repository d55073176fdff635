"""Tasks of lesson 08: spatial joints."""

from functools import cache

import numpy as np
from scipy.linalg import null_space

from fcclearn.course.task import Choice, Function, Property, Value, Words
from fcclearn.examples.workshop import FAULT, OFF, loop, turned, workshop_shafts
from fcclearn.formulation.constraints import CAR, CP, PP, Constraint
from fcclearn.formulation.inertia import box, rod
from fcclearn.formulation.joints import revolute, spherical, weld
from fcclearn.model import Model

X, Y, Z = np.eye(3)


# A loop of three bars, closed by different joints

CLOSINGS = (lambda P, Q, axis: spherical(P, Q), revolute, lambda P, Q, axis: weld(P, Q))


@cache
def found():
    """Counts of the loop closed by a sphere, a hinge and a weld."""
    return [loop(closing).mobility() for closing in CLOSINGS]


def counts():
    """Rows, rank and freedoms of each."""
    return [[m.rows, m.rank, m.degrees_of_freedom] for m in found()]


# A point in a plane


def matrices(*components):
    """A matrix C (3 x 12) for each (c0, c1, c2, c3)."""
    return [np.kron(c, np.eye(3)) for c in components]


def plane_row(q_i, q_j, n, c_P, c_Q):
    """Row of n . (r_Q - r_P) for two full bodies."""
    C_n, C_P, C_Q = matrices([0.0, *n], [1.0, *c_P], [1.0, *c_Q])
    normal = C_n @ q_i
    way = C_Q @ q_j - C_P @ q_i
    of_i = way @ C_n - normal @ C_P
    of_j = normal @ C_Q
    return np.concatenate([of_i, of_j])


def plane_gamma(qd_i, qd_j, n, c_P, c_Q):
    """Its gamma."""
    C_n, C_P, C_Q = matrices([0.0, *n], [1.0, *c_P], [1.0, *c_Q])
    normal_rate = C_n @ qd_i
    way_rate = C_Q @ qd_j - C_P @ qd_i
    return -2 * normal_rate @ way_rate


RNG = np.random.default_rng(8)
SAMPLES = [(*RNG.normal(size=(2, 12)).round(2), *RNG.normal(size=(3, 3)).round(1)) for _ in range(2)]


# A universal joint


def speed_ratio(beta=25.0, theta=40.0):
    """Speed ratio of a universal joint; angles in degrees."""
    b, t = np.radians(beta), np.radians(theta)
    denominator = 1 - np.sin(b)**2 * np.sin(t)**2
    return np.cos(b) / denominator


# A knife edge on a table


def table_and_knife(kind, degrees):
    """Two bodies; a normal and a point of the table, two points of the knife in the plane."""
    model = Model(gravity=[0, 0, 0], kind=kind)
    table = model.body("table", box(5.0, [1.0, 0.7, 0.1]), axes=turned(degrees, [1, 2, -1]))
    n = table.axes @ [0.6, 0.0, 0.8]
    e, P = np.cross(n, X) / np.linalg.norm(np.cross(n, X)), np.array([0.1, -0.2, 0.3])
    A, B = P + 0.3 * e + 0.2 * np.cross(n, e), P - 0.1 * e + 0.4 * np.cross(n, e)
    knife = model.body("knife", box(0.2, [0.3, 0.05, 0.02]), at=A + 0.1 * n,
                       axes=turned(2 * degrees, [0.5, -1, 1]))
    return model, (table.vector_along(n), table.point_at(P), knife.point_at(A), knife.point_at(B))


def edge_on_plane(n, P, A, B):
    """Both points of the edge stay in the plane."""
    return [*PP(n, P, A).equations, *PP(n, P, B).equations]


def held(model):
    """Relative motions that the joint forbids: an orthonormal basis, as columns."""
    rigid = {"full": 12, "reduced": 6}[model.kind]
    Phi_q = model.system.phi_q(model.system.layout.start()[0]).toarray()
    free = null_space(Phi_q[:rigid])
    U, sizes, _ = np.linalg.svd(free.T @ Phi_q[rigid:].T, full_matrices=False)
    return U[:, sizes > 1e-9]


def held_by(joint, kind="full", degrees=40.0):
    """What a joint of the knife on the table forbids, and whether its equations hold at the start."""
    model, parts = table_and_knife(kind, degrees)
    model.join(joint(*parts))
    return held(model), np.abs(model.system.phi(model.system.layout.start()[0])).max() < 1e-9


def same(one, other):
    """Whether two bases span one space."""
    both = np.hstack([one, other])
    return one.shape == other.shape and np.linalg.matrix_rank(both, tol=1e-6) == one.shape[1]


def one_point(n, P, A, B):
    return PP(n, P, A).equations


def knife_point(n, P, A, B):
    return CP(P, A)


def normal_of_the_knife(n, P, A, B):
    own = A.body.vector_along(n.at_start())
    return [*PP(own, A, P).equations, *PP(own, B, P).equations]


def edge_and_angle(n, P, A, B):
    side = A.body.vector_along(np.cross(n.at_start(), (B - A).at_start()))
    return [*edge_on_plane(n, P, A, B), *CAR(n, side).equations]


def ends_on_a_line(n, P, A, B):
    side = P.body.vector_along(np.cross(n.at_start(), (B - A).at_start()))
    return [*PP(n, P, A).equations, *PP(side, P, A, float(side.at_start() @ (A - P).at_start())).equations]


HOLDS = {
    "A single point in the plane, which leaves five freedoms: the edge may still tip about it, into the "
    "table.":
        one_point,
    "This pins one point of the knife to one point of the table (CP). The edge may slide.": knife_point,
    "The normal turns with the knife here. The plane belongs to the table, so its normal does.":
        normal_of_the_knife,
    "The knife may not roll about its edge any more: one row too many.": edge_and_angle,
    "This holds one point on a line. The edge has two points, and each stays in the plane.": ends_on_a_line,
}


def edge(answer):
    """What is wrong with a function that makes the joint of a straight edge on a plane."""
    if not callable(answer):
        return "A function is expected: give its name without parentheses."
    for kind, degrees in (("full", 40.0), ("reduced", 75.0)):
        given = answer(*table_and_knife(kind, degrees)[1])
        if given is None:
            return "Not attempted yet: your function returns nothing. Is there a return?"
        if isinstance(given, (list, tuple)) and any(isinstance(part, Constraint) for part in given):
            return ("This is a list of constraints; put their equations in it: *PP(...).equations, one "
                    "star for each.")
        mine, satisfied = held_by(answer, kind, degrees)
        right, _ = held_by(edge_on_plane, kind, degrees)
        for sentence, wrong in HOLDS.items():
            if same(mine, held_by(wrong, kind, degrees)[0]):
                return sentence
        if not satisfied:
            return ("The edge lies in the plane at the start, and your equations do not hold there: look "
                    "at distances and at which point is which.")
        if mine.shape[1] != 2:
            return (f"Freedoms that are gone: {mine.shape[1]}. An edge on a plane takes two: it may slide "
                    "both ways, turn about the normal, and roll about itself.")
        if not same(mine, right):
            return ("Two freedoms are gone, but not these two: normal and point P belong to the table, A "
                    "and B to the knife.")
    return ""


# Sarrus' linkage

LEFT = np.array([[1.2, 0, 0], [1.8, 0, 0.7], [1.2, 0, 1.4]])
BACK = np.array([[0, 0.9, 0], [0, 1.5, 0.7], [0, 0.9, 1.4]])


@cache
def sarrus(tilt=0.0):
    """Count of Sarrus' linkage; the axis of the last hinge is tilted [deg]."""
    model = Model(gravity=[0, 0, -9.81])
    top = model.body("top", box(2.0, [1.0, 1.0, 0.1]), at=[0, 0, 1.4])
    for name, (foot, knee, head), axis in (("left", LEFT, Y), ("back", BACK, X)):
        lower = model.body(f"{name} lower", rod(1.0, np.linalg.norm(knee - foot)), along=(foot, knee))
        upper = model.body(f"{name} upper", rod(1.0, np.linalg.norm(head - knee)), along=(knee, head))
        model.join(revolute(model.ground.point(foot), lower.point("start"), axis))
        model.join(revolute(lower.point("end"), upper.point("start"), axis))
        last = turned(tilt, Y) @ axis if name == "back" else axis
        model.join(revolute(upper.point("end"), top.point_at(head), last))
    return model.mobility()


# What came from the workshop


@cache
def output_speed(turn=0.0):
    """Angular velocity of the output shaft over a turn of the input [rad/s]."""
    run = workshop_shafts(turn).kinematic_analysis(np.linspace(0, 2 * np.pi, 181))
    return run.angular_velocity("output")[:, 0]


def swing():
    """Smallest and largest speed of the output."""
    speed = output_speed()
    return np.array([speed.min(), speed.max()])


def straightened(answer):
    """What is wrong with an angle by which the yoke is turned."""
    turn = float(np.ravel(answer)[0])
    speed = output_speed(round(turn, 3))
    if np.ptp(speed) < 4e-3:
        return ""
    if abs((turn - 90 - OFF + 45) % 180 - 45) < 3:
        return ("A quarter turn off: now the output swings as much as it can. The yokes of the middle "
                "shaft must lie in one plane.")
    if abs((turn + OFF + 90) % 180 - 90) < 1:
        return "Turned the wrong way round."
    if abs(turn) < 3.2 and np.ptp(output_speed(round(np.degrees(turn), 3))) < 4e-3:
        return "This is in radians; degrees are expected."
    return (f"With {turn:g} degrees the output still swings between {speed.min():.3f} and {speed.max():.3f} "
            "rad/s.")


def other_row(q_i, q_j, n, c_P, c_Q, normal=0.0, turns=1.0, moves=1.0):
    """The row with another first block of the normal's C, or without the part of the normal or of P."""
    C_n, C_P, C_Q = matrices([normal, *n], [1.0, *c_P], [1.0, *c_Q])
    s, d = C_n @ q_i, C_Q @ q_j - C_P @ q_i
    return np.concatenate([turns * d @ C_n - moves * s @ C_P, s @ C_Q])


def still_normal(q_i, q_j, n, c_P, c_Q):
    """The row with the components of the normal taken as a vector that stands still in space."""
    C_P, C_Q = matrices([1.0, *c_P], [1.0, *c_Q])
    return np.concatenate([-n @ C_P, n @ C_Q])


def other_gamma(qd_i, qd_j, n, c_P, c_Q, normal=0.0, moves=1.0):
    """gamma with another first block of the normal's C, or without the rate of P."""
    C_n, C_P, C_Q = matrices([normal, *n], [1.0, *c_P], [1.0, *c_Q])
    return -2 * (C_n @ qd_i) @ (C_Q @ qd_j - moves * C_P @ qd_i)


def counts_by_hand():
    """What `counts` finds, as numbers."""
    return [[36, 35, 1], [38, 35, 1], [39, 36, 0]]


def sarrus_counts():
    """Gruebler's number, rows, rank, freedoms."""
    found = sarrus()
    bodies, hinges = 5, 6
    return [6 * bodies - 5 * hinges, found.rows, found.rank, found.degrees_of_freedom]


def sarrus_tilted():
    """Rank and freedoms with the last axis tilted by one degree."""
    found = sarrus(1.0)
    return [found.rank, found.degrees_of_freedom]


TASKS = {
    "1": Value(
        reference=counts, done="One freedom, one freedom, none; one, three and three redundant rows.",
        hint="18 rows keep the three bars rigid, 15 make the hinges A, B, D; then those of C. Rank and "
             "freedoms from `mobility()`.",
        mistakes={
            "These are Gruebler's freedoms; 36 coordinates less the rank are asked for.":
                [[36, 35, 0], [38, 35, -2], [39, 36, -3]],
            "The rows that keep the bars rigid are missing: six for each.":
                [[18, 17, 1], [20, 17, 1], [21, 18, 0]],
            "The rank is not the number of rows: some follow from others.":
                [[36, 36, 0], [38, 38, -2], [39, 39, -3]],
            "The rank is not the number of rows, and it cannot exceed 36, the number of coordinates.":
                [[36, 36, 0], [38, 36, 0], [39, 36, 0]],
            "The sphere takes three rows here, the hinge five, the weld six: hinge and weld are exchanged.":
                [[36, 35, 1], [39, 36, 0], [38, 35, 1]],
            "The order is sphere, hinge, weld.": [[38, 35, 1], [36, 35, 1], [39, 36, 0]],
            "With a sphere the loop still moves: the three hinges keep it in its plane, once too often.":
                [[36, 36, 0], [38, 35, 1], [39, 36, 0]],
            "The form with CV has more rows; the package's hinge and weld are those with right angles.":
                [[36, 35, 1], [39, 35, 1], [42, 36, 0]],
            "A weld at C lets nothing turn there: the three bars are a frame, and the rank says so.":
                [[36, 35, 1], [38, 35, 1], [39, 35, 1]],
            "These are redundant rows in the last place; freedoms are asked for.":
                [[36, 35, 1], [38, 35, 3], [39, 36, 3]],
        },
        wrong={"are right": np.transpose(counts_by_hand()), "shape": [36, 35, 1]}),
    "2a": Function(
        reference=plane_row, samples=SAMPLES,
        done="A product of two: the rate of the normal times the way, and the normal times the rate of the "
             "way.",
        hint="Phi = s . d with s = C_n q_i and d = C_Q q_j - C_P q_i: d^T C_n - s^T C_P under the first "
             "body, s^T C_Q under the second.",
        mistakes={
            "The normal turns with its body: the term with C_n is missing.":
                lambda *given: other_row(*given, turns=0.0),
            "P moves with the first body: the term with C_P is missing.":
                lambda *given: other_row(*given, moves=0.0),
            "n was used as a global vector; its components count along u, v, w, and it turns.": still_normal,
            "The normal is a vector: its matrix C has 0 in the first block, not 1.":
                lambda *given: other_row(*given, normal=1.0),
            "These are 12 numbers of one body; 24 are asked for, first body first.":
                lambda *given: plane_row(*given)[:12],
            "The two bodies are exchanged: the one with the normal comes first.":
                lambda *given: np.roll(plane_row(*given), 12),
        },
        wrong={"sign": lambda *given: -plane_row(*given), "returns nothing": lambda *given: None}),
    "2b": Function(
        reference=plane_gamma, samples=[(q_i, q_j, n, P, Q) for q_i, q_j, n, P, Q in SAMPLES],
        done="Of the second rate of a product only 2 sd . dd has no qdd: C is constant.",
        hint="d2/dt2 (s . d) = sdd . d + 2 sd . dd + s . ddd; full bodies: the first and the last hold qdd "
             "only. It goes to the right with a minus.",
        mistakes={
            "The 2 is missing: sd . dd comes from both factors.": lambda *given: plane_gamma(*given) / 2,
            "The sign: what has no qdd goes to the right-hand side.": lambda *given: -plane_gamma(*given),
            "Only the second body's point moves here; P moves too.":
                lambda *given: other_gamma(*given, moves=0.0),
            "The normal is a vector: no rate of r_O in it.": lambda *given: other_gamma(*given, normal=1.0),
        },
        wrong={"returns nothing": lambda *given: None}),
    "3": Value(
        reference=speed_ratio, others=[dict(beta=30.0)],
        done="Below one: it is nearer to the slow place than to the fast one.",
        hint="cos b / (1 - sin^2 b sin^2 theta), theta from where the first yoke stands across the plane "
             "of the shafts.",
        mistakes={
            "theta counts from where the yoke stands ACROSS the plane of the shafts; this is for the other "
            "zero.":
                dict(theta=50.0),
            "This is omega1/omega2; the second shaft's speed over the first one's is asked for.":
                lambda: 1 / speed_ratio(),
            "The factor cos b is missing above the line.": lambda: speed_ratio() / np.cos(np.radians(25.0)),
            "This is the angle of the second shaft; the ratio of the speeds is asked for.":
                lambda beta, theta:
                np.degrees(np.arctan(np.cos(np.radians(beta)) * np.tan(np.radians(theta)))),
            "b and theta are exchanged.": lambda beta, theta: speed_ratio(theta, beta),
            "This is the ratio of the angles, not of the speeds.": lambda beta, theta:
                np.degrees(np.arctan(np.cos(np.radians(beta)) * np.tan(np.radians(theta)))) / theta,
            "This is the smallest ratio, at theta = 0.": dict(theta=0.0),
            "This is the largest ratio, at theta = 90 degrees.": dict(theta=90.0),
            "1 is the mean over a whole turn; the ratio at one angle is asked for.": 1.0,
        },
        wrong={"rounded": 0.97}),
    "4": Property(
        test=edge, expected=edge_on_plane,
        done="Two rows, four freedoms: two slides, a turn about the normal, a roll about the edge.",
        wrong={**{sentence[:40]: function for sentence, function in HOLDS.items()},
               "returns nothing": lambda n, P, A, B: None,
               "cannot be used": lambda n, P, A: None,
               "put their equations": lambda n, P, A, B: [PP(n, P, A), PP(n, P, B)], "A function": 2}),
    "5a": Value(
        reference=sarrus_counts, done="A structure by Gruebler, and it goes up and down.",
        hint="5 bodies, 6 hinges; then model.mobility().",
        mistakes={
            "The top counts as a body too: five bodies.": [-6, 54, 53, 1],
            "Gruebler is wrong here; the rank decides. What does mobility() say?": [0, 60, 60, 0],
            "The order is Gruebler's number, rows, rank, freedoms.": [0, 59, 60, 1],
            "30 rows are those of the hinges; those that keep five bodies rigid come first.": [0, 30, 29, 1],
            "The ground is no body of Gruebler's count.": [6, 60, 59, 1],
            "60 coordinates less the rank: one freedom is left.": [0, 60, 59, 0],
        },
        wrong={"are right": [1, 60, 59, 1]}),
    "5b": Value(
        reference=sarrus_tilted, done="One degree, and it is a frame: the redundant row was an alignment.",
        hint="The same model with that one axis turned; rank and freedoms from mobility().",
        mistakes={
            "This is the linkage without the tilt, or with an axis tilted sideways; upwards is meant, "
            "towards z.":
                [59, 1],
            "The order is rank, freedoms.": [0, 60],
            "60 coordinates less the rank: none is left.": [60, 1],
        },
        wrong={"shape": 0, "too small": [59, 0]}),
    "6": Choice(
        expected=FAULT, options=tuple("ABCD"),
        done="Without it the other three axes are parallel, and everything turns about one direction.",
        mistakes={
            "Without A the other three hinges still do not agree: some body turns about another direction.":
                "A",
            "Without B the other three hinges still do not agree: some body turns about another direction.":
                "B",
            "Without D the other three hinges still do not agree: some body turns about another direction.":
                "D",
        },
        wrong={"Choose one of": "crank"}),
    "7a": Value(
        reference=swing, rtol=2e-3, done="A good pair of joints would give 1.000 all the time.",
        hint="angular_velocity(\"output\") over one turn, along x; its smallest and its largest.",
        mistakes=lambda: {
            "This is a single universal joint, or the middle shaft: cos b and 1/cos b. Look at the output "
            "shaft.":
                [np.cos(np.radians(25)), 1 / np.cos(np.radians(25))],
            "These are the extremes for yokes a full quarter turn apart, cos^2 b and 1/cos^2 b. Measure "
            "this line.":
                [np.cos(np.radians(25))**2, 1 / np.cos(np.radians(25))**2],
            "This is a line that is right; measure the one from the workshop.": [1.0, 1.0],
        },
        wrong={"exchanged": lambda: swing()[::-1], "shape": lambda: swing()[0]}),
    "7b": Property(
        test=straightened, expected=OFF,
        done="Yokes of the middle shaft in one plane: what the first joint adds, the second takes away.",
        wrong={"Turned the wrong way": -OFF, "quarter turn": OFF + 90, "still swings": 10.0,
               "radians": float(np.radians(OFF))}),
    "8": Words(mentions=[
        "that a half turn keeps right angles",
        "that there are four answers, and why the equations cannot tell them apart",
        "that the start decides, from 90 degrees on for another answer",
        "two ways to be safe with their price: a look at a sign, or CV with redundant rows",
    ]),
}
