"""Tasks of lesson 05: multipliers are reactions."""

from functools import cache

import numpy as np

from fcclearn.course.task import Choice, Function, Value, Words
from fcclearn.formulation.inertia import rod
from fcclearn.formulation.joints import revolute
from fcclearn.model import Model

G = 9.81


def on_bar(lam_x=3.0, lam_y=-12.5):
    """Force of the pin on the bar."""
    return np.array([-lam_x, -lam_y])


def printed(lam_x=3.0, lam_y=-12.5):
    """Multipliers of the rows times 1000."""
    lam = np.array([lam_x, lam_y])
    return lam / 1000


def cross(a, b):
    """Cross product in the plane."""
    return a[0] * b[1] - a[1] * b[0]


def wrench_at(q, G_k, c):
    """Force, and moment about the point with components c."""
    u, v = q[2:4], q[4:6]
    F, G_u, G_v = G_k[0:2], G_k[2:4], G_k[4:6]
    about_O = cross(u, G_u) + cross(v, G_v)
    arm = c[0] * u + c[1] * v
    return np.array([F[0], F[1], about_O - cross(arm, F)])


def body(x, y, degrees):
    """Coordinates of a planar body."""
    c, s = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    return np.array([x, y, c, s, -s, c])


SAMPLES = [(body(0.4, -1.0, 35), np.array([2.0, -3.0, 0.7, 1.1, -0.4, 0.9]), np.array([0.5, -0.2])),
           (body(-2.0, 0.3, 200), np.array([-1.5, 0.8, 1.2, -0.6, 0.3, 2.1]), np.array([-0.7, 0.4]))]


def scalar_products(q, G_k, c):
    """Scalar products in the place of cross products."""
    u, v = q[2:4], q[4:6]
    return np.array([*G_k[:2], u @ G_k[2:4] + v @ G_k[4:6] - cross(c[0] * u + c[1] * v, G_k[:2])])


@cache
def run():
    """Two bars in a row, let go horizontally: 0, 0.1, 0.2, ... s."""
    model = Model(gravity=[0, -G])
    upper = model.body("upper", rod(1.2, 0.9), along=([0, 0], [0.9, 0]))
    lower = model.body("lower", rod(2.1, 0.8), along=([0.9, 0], [1.7, 0]))
    model.join(revolute(upper.point("start"), model.ground.point(0, 0)), name="shoulder")
    model.join(revolute(upper.point("end"), lower.point("start")), name="elbow")
    return model.simulate(1.0, samples=11)


def elbow(t=0.3, step=0.1):
    """Force on the upper bar, in the row of the time."""
    return run().reaction("elbow", on="upper").force[round(t / step)]


def shoulder(t=0.3, step=0.1, m1=1.2, m2=2.1, g0=G):
    """Force of the shoulder: sum of m a minus the weights."""
    a1 = run().acceleration("upper.com")[round(t / step)]
    a2 = run().acceleration("lower.com")[round(t / step)]
    weight = np.array([0.0, -(m1 + m2) * g0])
    return m1 * a1 + m2 * a2 - weight


def shoulder_bar_by_bar(t=0.3, step=0.1, m1=1.2, m2=2.1, g0=G):
    """The same with the weight as an acceleration of each bar."""
    g = np.array([0.0, -g0])
    a1 = run().acceleration("upper.com")[round(t / step)]
    a2 = run().acceleration("lower.com")[round(t / step)]
    return m1 * (a1 - g) + m2 * (a2 - g)


def beam(rigid=3, pins=2, rows=2, coordinates=6):
    """Rows, rank and redundant rows of a beam that cannot move."""
    total = rigid + rows * pins
    return [total, coordinates, total - coordinates]


def torque(m=2.8, L=1.2, factor=0.35, t=1.4, g0=G):
    """Torque about the pin by Euler's law, the angle is factor t^2."""
    theta = factor * t**2
    thetadd = 2 * factor
    inertia = m * L**2 / 3
    weight = m * g0 * L / 2 * np.cos(theta)
    return inertia * thetadd + weight


CHOICES = {
    "lam_x": (3.0, 4.2, 2.6, 3.5, 2.8, 2.8, 3.3, 3.7, 4.0),
    "lam_y": (-12.5, -11.0, -14.5, -12.1, -14.1, -13.2, -14.5, -12.2, -13.7),
    "m": (2.8, 2.5, 3.4, 2.9, 3.1, 2.6, 2.7, 3.3, 2.6),
    "L": (1.2, 1.5, 0.8, 1.1, 1.5, 0.8, 1.1, 0.9, 1.2),
    "factor": (0.35, 0.3, 0.45, 0.37, 0.32, 0.38, 0.45, 0.38, 0.43),
}

TASKS = {
    "1a": Value(
        reference=on_bar, done="Minus lambda is the force on the first body.",
        hint="The constraints put -Phi_q.T lam on the bodies, and the rows of the pin are C of its point.",
        mistakes={
            "This is the force that the bar exerts on the ground. The force on the bar is -lambda.":
                lambda right: -right,
            "x and y are exchanged.": lambda right: right[::-1],
            "Only the size is left: a force has two components.": lambda right: np.linalg.norm(right),
            "Both components change their sign, not one.": lambda right: right * [-1, 1],
            "Both components change their sign, not only x.": lambda right: right * [1, -1],
            "lambda is in newtons already: the rows are written in metres.": lambda right: 1000 * right,
            "This is the pin of the lesson, at half a second.": [14.992, 43.177],
        },
        wrong={"twice": lambda right: 2 * right}),
    "1b": Value(
        reference=printed,
        done="The row is a thousand times larger, so its multiplier is a thousand times smaller.",
        hint="The force on the bar is what it was: row times multiplier stays the same.",
        mistakes={
            "The force did not change, but its row did: row times multiplier is the force.":
                lambda right: 1000 * right,
            "The multiplier goes the other way: a larger row needs a smaller multiplier.":
                lambda right: 1e6 * right,
            "This is the multiplier with the sign of the force; the row was made larger, not turned round.":
                lambda right: -right,
            "This is the force on the bar; the multiplier of the larger row is asked for.":
                lambda right: -1000 * right,
            "A larger row needs a smaller multiplier, and its sign stays: divide, and leave the minus out.":
                lambda right: -1e6 * right,
            "Both rows are written in millimetres, not y alone.": lambda right: right * [1000, 1],
            "1000 counts once: the row has it, and the multiplier makes up for it.":
                lambda right: right / 1000,
        },
        wrong={"exchanged": lambda right: right[::-1]}),
    "2": Function(
        reference=wrench_at, samples=SAMPLES, done="One rule for every joint, drive and force.",
        hint="M_P = M_O - (r_P - r_O) x F, and r_P - r_O = c1 u + c2 v.",
        mistakes={
            "This is the moment about the reference point; it is wanted about the point c.":
                lambda q, g, c: wrench_at(q, g, [0, 0]),
            "The shift has the wrong sign: M_P = M_O - (r_P - r_O) x F.": lambda q, g, c: wrench_at(q, g, -c),
            "The components c count along u and v; you used them as global ones.":
                lambda q, g, c: wrench_at(q, g, [0, 0]) - [0, 0, cross(c, g)],
            "The arm goes from O to P, not from the origin to P: r_O has no part in it.":
                lambda q, g, c: wrench_at(q, g, c) - [0, 0, cross(q, g)],
            "Scalar products in the place of cross products: e x G_e is e_x G_y - e_y G_x.": scalar_products,
            "The sign of the moment is wrong: it is e x G_e, not G_e x e.":
                lambda q, g, c: wrench_at(q, g, c) * [1, 1, -1],
            "F is G_r alone: the parts at u and v are moments, they push nothing.":
                lambda q, g, c: wrench_at(q, np.r_[g[:2] + g[2:4] + g[4:], g[2:]], c),
            "The force of the shift is G_r alone; G_u is in M_O already.":
                lambda q, g, c: wrench_at(q, g, c) - [0, 0, cross(c[0] * q[2:4] + c[1] * q[4:], g[2:4])],
            "c1 and c2 are exchanged: c1 belongs to u.": lambda q, g, c: wrench_at(q, g, c[::-1]),
            "G_u belongs to u and G_v to v: here they are exchanged.":
                lambda q, g, c: wrench_at(q, g[[0, 1, 4, 5, 2, 3]], c),
        },
        wrong={"returns nothing": lambda q, g, c: None, "shape": lambda q, g, c: wrench_at(q, g, c)[:2],
               "pieces of different lengths":
                   lambda q, g, c: (wrench_at(q, g, c)[:2], wrench_at(q, g, c)[2])}),
    "3": Words(mentions=[
        "the right half: the pin's two rows are points in metres, so their multipliers are its force in "
        "newtons",
        "the unit: u.u has none, so its multiplier is in N m, an energy and no force",
        "the meaning: the coordinates of a rigid body do not know its inner stress; the multiplier keeps u "
        "at its length, and depends on where the reference point lies and on how the row is written"]),
    "4": Value(
        reference=elbow, rtol=1e-4, done="The lower bar hangs on the upper one.",
        hint="run.reaction(name, on=body).force has a row for each time; take the one at 0.3 s.",
        mistakes={
            "This is the force on the lower bar; the upper one feels the opposite.": lambda: -elbow(),
            "This is the force in the shoulder; the elbow is asked for.":
                lambda: run().reaction("shoulder", on="upper").force[3],
            "This is the force at the start; 0.3 s is asked for.": dict(t=0.0),
            "This is the force at the end of the run; 0.3 s is asked for.": dict(t=1.0),
            "This is the size; two components are asked for.": lambda: np.linalg.norm(elbow()),
            "This is the whole history; the row of 0.3 s is asked for.":
                lambda: run().reaction("elbow", on="upper").force,
            "This is the force of the shoulder on the ground; the elbow is asked for.":
                lambda: -run().reaction("shoulder", on="upper").force[3],
            "The samples are 0.1 s apart: row 1 is at 0.1 s.": dict(t=0.1),
            "This is a mean over the run; the force at 0.3 s is asked for.":
                lambda: run().reaction("elbow", on="upper").force.mean(axis=0),
            "This would hold at rest: but the lower bar falls, and its weight makes acceleration.":
                [0.0, -2.1 * G],
            "This is the sum of both pins on the upper bar; the elbow alone is asked for.":
                lambda: elbow() + run().reaction("shoulder", on="upper").force[3],
        },
        wrong={"neighbouring": dict(t=0.4), "neighbouring index": dict(t=0.2),
               "reversed": lambda: elbow()[::-1]}),
    "5": Value(
        reference=(shoulder, shoulder_bar_by_bar), rtol=1e-4,
        done="The same as the multiplier says, without a multiplier.",
        hint="Both bars together: the shoulder and the weight are the only outer forces. Sum of m a = F + "
             "weight.",
        mistakes={
            "The weight is missing: sum of m a is the shoulder force plus the weight.": dict(g0=0.0),
            "The weight has the wrong sign: F = sum of m a - weight, and the weight points down.":
                dict(g0=-G),
            "This is the force on the ground; the force on the bars is asked for.": lambda: -shoulder(),
            "The elbow force is an inner one: cut both bars free together, or add it to the upper bar alone.":
                dict(m2=0.0),
            "Both bars have their own acceleration: take that of each centre of mass.":
                lambda m1, m2, g0: (m1 + m2) * (run().acceleration("upper.com")[3] + [0, g0]),
            "This is for the start; 0.3 s is asked for.": dict(t=0.0),
            "This is for 0.2 s: the rows are counted from 0.": dict(t=0.2),
            "This is for 0.4 s: the rows are counted from 0.": dict(t=0.4),
            "Both bars accelerate: m a of the upper one is missing.":
                lambda m1, m2, g0: m2 * run().acceleration("lower.com")[3] + [0, (m1 + m2) * g0],
            "Each bar has its own acceleration and its own mass: here all moves like the lower one.":
                lambda m1, m2, g0: (m1 + m2) * (run().acceleration("lower.com")[3] + [0, g0]),
            "The masses differ: the mean of the two accelerations is not that of the common centre of mass.":
                lambda m1, m2, g0: (m1 + m2) * (np.mean(
                    [run().acceleration(f"{bar}.com")[3] for bar in ("upper", "lower")], axis=0) + [0, g0]),
            "These are accelerations; each counts with its mass, and the weight is missing.":
                lambda: run().acceleration("upper.com")[3] + run().acceleration("lower.com")[3],
            "This is the force in the elbow; the shoulder is asked for.": elbow,
            "This would hold at rest: the bars fall, so m a is missing.":
                lambda m1, m2, g0: [0.0, (m1 + m2) * g0],
            "The upper bar counts with the acceleration of its middle; that of its end is twice as large.":
                lambda m1, m2, g0: m1 * run().acceleration("upper.end")[3] + m2 * run().acceleration(
                    "lower.com")[3] + [0, (m1 + m2) * g0],
        },
        wrong={"reversed": lambda: shoulder()[::-1]}),
    "6a": Value(
        reference=beam, done="One row says what others say already.",
        hint="Three rows for the body and two for each pin; the rank cannot be larger than the number of "
             "coordinates.",
        mistakes={
            "The three rigid-body rows are missing: count all rows.": [4, 3, 1],
            "The three rigid-body rows are missing, and the rank is not the number of rows: count all rows "
            "first.":
                [4, 4, 0],
            "The rank is the number of rows that count; a beam with two pins cannot move, and has 6 "
            "coordinates.":
                [7, 7, 0],
            "The order is rows, rank, redundant rows.": [6, 7, 1],
            "Redundant rows are rows minus rank; a beam that cannot move has rank 6.": [7, 6, 0],
            "Redundant rows are rows minus rank, a number that is not negative.": [7, 6, -1],
            "This is the reduced beam; a full one has 6 coordinates and three rigid-body rows.": [5, 4, 1],
            "The rows are counted first: three of the body and two of each pin; the coordinates are the 6.":
                [6, 6, 0],
            "A pin has two rows, and both pins count; the beam cannot move, so the rank is 6.": [6, 5, 1],
            "A pin leaves the beam free to turn: it has two rows, not three or more.": [8, 6, 2],
            "Pins to the ground: the ground is no body and has no coordinates.": [10, 9, 1],
            "Rank and freedoms are two things: a beam that cannot move has as much rank as coordinates.":
                [7, 3, 4],
            "Only the pins' rows are counted here; three more keep the beam rigid.": [4, 2, 2],
            "There is one redundant row, not two: across the beam both pins are needed.": [7, 5, 2],
        },
        wrong={"shape": 1}),
    "6b": Choice(
        expected="along", options=("along", "across", "both", "none"),
        done="The pins can pull against each other, and nothing moves.",
        mistakes={
            "Across the beam two laws (force and moment) fix two forces: these are unique.": "across",
            "Across the beam the forces are unique: half of the weight each.": "both",
            "One row is redundant, so something is not unique: which pair of forces could the two pins make "
            "without moving anything?":
                "none",
        },
        wrong={"Choose one of": "x"}),
    "7": Value(
        reference=torque, rtol=5e-4, done="Two roads: the multiplier, and Euler's law about the pin.",
        hint="About the pin: torque - m g0 (L/2) cos(theta) = (m L^2 / 3) thetadd.",
        mistakes={
            "The sign: the weight pulls the bar clockwise, so the motor has to pull anticlockwise, positive. "
            "On which side of Euler's law does the weight stand? (In a model, the torque on the bar is minus "
            "lambda.)":
                lambda right: -right,
            "The weight is missing.": dict(g0=0.0),
            "The inertia is missing: this torque only holds the bar.":
                lambda m, L, factor, t, g0: m * g0 * L / 2 * np.cos(factor * t**2),
            "The moment of inertia is that about the middle; the bar turns about its end.":
                lambda right, m, L, factor: right - m * L**2 / 4 * 2 * factor,
            "The weight helps here instead of resisting: it turns the bar clockwise.": dict(g0=-G),
            "This is the torque of a horizontal bar: the cosine of the angle is missing, or its radians were "
            "taken for degrees.":
                dict(t=0.0),
            "This is the power; the torque is asked for.":
                lambda right, factor, t: right * 2 * factor * t,
            "The angular velocity stands in the place of the angular acceleration.":
                lambda m, L, factor, t, g0:
                    m * L**2 / 3 * 2 * factor * t + m * g0 * L / 2 * np.cos(factor * t**2),
            "The angular velocity squared stands in the place of the angular acceleration.":
                lambda m, L, factor, t, g0:
                    m * L**2 / 3 * (2 * factor * t)**2 + m * g0 * L / 2 * np.cos(factor * t**2),
            "The second derivative of factor t^2 has no t.":
                lambda m, L, factor, t, g0:
                    m * L**2 / 3 * 2 * factor * t**2 + m * g0 * L / 2 * np.cos(factor * t**2),
            "The angle is factor t^2; twice that was put into the cosine.":
                lambda m, L, factor, t, g0:
                    m * L**2 / 3 * 2 * factor + m * g0 * L / 2 * np.cos(2 * factor * t**2),
            "The angle is factor t^2; half of that was put into the cosine.":
                lambda m, L, factor, t, g0:
                    m * L**2 / 3 * 2 * factor + m * g0 * L / 2 * np.cos(factor * t**2 / 2),
            "This is for the bar of the lesson; m and L stand in the second cell.": dict(m=2.0, L=1.5),
            "This is the torque at 1 s.": dict(t=1.0),
        },
        wrong={"twice": lambda right: 2 * right}),
    "8": Choice(
        expected="D", options=tuple("ABCD"),
        done="Crank and coupler satisfy Newton, so C is right, and the rocker fails because of D.",
        mistakes={
            "The crank satisfies Newton's law with A and B as they are.": "A",
            "Crank and coupler both satisfy Newton's law with this force.": "B",
            "The coupler satisfies Newton's law with C, and the rocker has its exact opposite.": "C",
        },
        wrong={"Choose one of": "rocker"}),
}
