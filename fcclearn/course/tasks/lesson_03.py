"""Tasks of lesson 03: planar joints and drivers."""

import numpy as np

from fcclearn.course.machine import Machine
from fcclearn.course.task import Choice, Function, Value, Words
from fcclearn.formulation.constraints import PP
from fcclearn.formulation.inertia import rod
from fcclearn.formulation.joints import revolute
from fcclearn.model import Model

A, D = np.array([0.0, 0.0]), np.array([0.0, -0.5])
R, ARM, SPEED = 0.2, 0.9, 2.0
BELOW = 0.5                                     # D below A [m]
STATES = np.random.default_rng(13).standard_normal((2, 12))


def count(bodies=2, numbers=6, rigid=3, pins=2, rows=2, slot=1):
    """Coordinates, equations, and what is left."""
    coordinates = numbers * bodies
    equations = rigid * bodies + rows * pins + slot
    return [coordinates, equations, coordinates - equations]


def quick_return(theta, R=R, slot="arm", masses=(1.0, 2.0), side=1.0, pin=A):
    """The mechanism of the exercise, or one with a slip."""
    B = R * np.array([np.cos(theta), np.sin(theta)])
    model = Model(gravity=[0, -9.81])
    crank = model.body("crank", rod(masses[0], R), along=(A, B))
    along = side * (B - D) / np.linalg.norm(B - D)
    arm = model.body("arm", rod(masses[1], ARM), along=(D, D + ARM * along))
    model.join(revolute(model.ground.point_at(pin), crank.point_at(pin)), name="A")
    model.join(revolute(model.ground.point(D), arm.point("start")), name="D")
    normal, end = arm.axes[:, 1], crank.point("end")
    joints = {
        "arm": lambda: PP(arm.vector(0, 1), arm.point("start"), end),
        "pin": lambda: revolute(arm.point_at(B), end),
        "u": lambda: PP(arm.vector(1, 0), arm.point("start"), end),
        "along": lambda: PP(arm.vector(1, 0), arm.point("start"), end, side * np.linalg.norm(B - D)),
        "crank": lambda: PP(crank.vector_along(normal), end, arm.point("start")),
        "ground normal": lambda: PP(model.ground.vector_along(normal), arm.point("start"), end),
        "ground": lambda: PP(model.ground.vector_along(normal), model.ground.point(D), end),
    }
    model.join(joints[slot](), name="slot")
    return model


def slot_row(q, R=R, arm=ARM):
    """Row of the slot."""
    r1, u1, v1, r2, u2, v2 = q.reshape(6, 2)
    d = r1 + R / 2 * u1 - (r2 - arm / 2 * u2)
    return np.concatenate([v2, R / 2 * v2, np.zeros(2), -v2, arm / 2 * v2, d])


def turned_row(q, R=R):
    """The row with u2 in the place of v2."""
    return slot_row(np.r_[q[:10], q[8:10]], R)


def slot_gamma(qd, R=R, arm=ARM):
    """Right-hand side of the slot."""
    r1d, u1d, v1d, r2d, u2d, v2d = qd.reshape(6, 2)
    dd = r1d + R / 2 * u1d - (r2d - arm / 2 * u2d)
    return -2 * v2d @ dd


def swing(R=R, AD=BELOW):
    """The whole swing: at its ends the arm touches the circle of the pin."""
    half = np.arcsin(R / AD)
    return 2 * half


def time_ratio(R=R, AD=BELOW):
    """Angles of the crank in the slow and in the quick direction."""
    half = np.arcsin(R / AD)
    slow = np.pi + 2 * half
    quick = np.pi - 2 * half
    return slow / quick


def rates(R=R, AD=BELOW, speed=SPEED):
    """Angular velocities of the arm above and below."""
    pin = speed * R
    return np.array([pin / (AD + R), -pin / (AD - R)])


def of_121_positions(R, AD):
    """The ratio by counting; the arm turns anticlockwise while sin(theta) > -R / AD."""
    forward = np.sin(np.pi / 2 + np.linspace(0, 2 * np.pi, 121)) > -R / AD
    return np.sum(forward) / np.sum(~forward)


CHOICES = {
    "R": (0.2, 0.24, 0.27, 0.23, 0.27, 0.21, 0.2),
    "speed": (2.0, 1.7, 2.6, 1.7, 2.3, 2.6, 2.3),
}

TASKS = {
    "1": Value(
        reference=count, done="One freedom: the crank angle.",
        hint="Six coordinates and three rigid-body equations for each body, two for each revolute joint, one "
             "for the slot.",
        mistakes={
            "You counted joint equations only: every full body adds three rigid-body equations.":
                dict(rigid=0),
            "A pin in a slot is one equation, not two (or did you count a motor? there is none yet).":
                dict(slot=2),
            "The ground is not counted: it has no coordinates.": dict(bodies=3),
            "These are three coordinates for each body, as with an angle; full bodies have six.":
                dict(numbers=3, rigid=0),
            "These are reduced bodies: 4 coordinates and one equation each. Full ones are asked for.":
                dict(numbers=4, rigid=1),
            "These are the numbers of the slider-crank; here two bodies move.": [18, 17, 1],
            "The motor comes later: degrees of freedom are coordinates minus these equations.": [12, 11, 0],
            "Degrees of freedom are what the equations leave of the coordinates: the first number minus the "
            "second.": [12, 11, 2],
        },
        wrong={"exchanged": [11, 12, 1]}),
    "2": Machine(
        reference=quick_return, samples=[(1.0,), (4.0,), (2.3,)], named=True, done="Two pins and a slot.",
        mistakes={
            "Crank: it turns the wrong way. Anticlockwise is positive, so B is at R (cos, sin)(theta).":
                lambda theta, R: quick_return(-theta, R),
            "Crank: sine and cosine are exchanged. The angle counts from the x axis.":
                lambda theta, R: quick_return(np.pi / 2 - theta, R),
            "Crank: theta is in radians already; here it was taken for degrees and converted.":
                lambda theta, R: quick_return(np.radians(theta), R),
            "Crank: theta was converted into degrees, but sin and cos want radians.":
                lambda theta, R: quick_return(np.degrees(theta), R),
            "Crank: it is a quarter turn ahead. The angle counts from the x axis.":
                lambda theta, R: quick_return(theta + np.pi / 2, R),
            "Crank: it is a quarter turn behind. The angle counts from the x axis.":
                lambda theta, R: quick_return(theta - np.pi / 2, R),
            "Crank: it is half a turn away. The angle counts from the x axis, and along=(A, B) goes from A "
            "to B.":
                lambda theta, R: quick_return(theta + np.pi, R),
            "Crank: this is that of the lesson, 0.3 m; the R of this exercise is another one.":
                lambda theta: quick_return(theta, 0.3),
            "Arm: it points from its tip to D. Its u must point from D through B.": dict(side=-1.0),
            "The slot holds B at one point of the arm. A pin in a slot is PP: one equation, so that B can "
            "slide.":
                dict(slot="pin"),
            "The slot: its normal points along the arm, and B could not slide. The normal stands at right "
            "angles to the slot.":
                dict(slot="u"),
            "The slot: its normal points along the arm, and B could slide only across it.":
                dict(slot="along"),
            "The slot: its normal is a vector of the crank. The slot is cut into the arm and turns with it.":
                dict(slot="crank"),
            "The slot: its normal is a vector of the ground. The slot is cut into the arm and turns with it.":
                dict(slot="ground normal"),
            "The slot does not know the arm: the normal, and the point P, must belong to the arm.":
                dict(slot="ground"),
        },
        wrong={"without parentheses": 1.0, "same for all": lambda theta, R: quick_return(1.0, R),
               "in another place": lambda theta, R: quick_return(2 * theta, R),
               "\"arm\" has a mass of 1":
                   dict(masses=(1.0, 1.0)), "\"crank\" has a mass of 2": dict(masses=(2.0, 2.0)),
               "Joint \"A\" holds the right bodies in a wrong place":
                   dict(pin=np.array([0.1, 0.1])), "cannot be read": lambda: 1}),
    "3": Function(
        reference=slot_row, samples=[(STATES[0],), (STATES[1],)],
        done="All five places where the coordinates enter.",
        hint="Product rule: v2 times the change of r_B - r_D, plus r_B - r_D times the change of v2.",
        mistakes={
            "The last two entries are missing: the line turns with v2, so v2's columns hold r_B - r_D.":
                lambda q, right: right(q) * [*[1] * 10, 0, 0],
            "The part of the arm has the wrong sign: r_D is subtracted.":
                lambda q, right: right(q) * [*[1] * 6, -1, -1, -1, -1, 1, 1],
            "The columns of u are missing: B and D are not the reference points.":
                lambda q, right: right(q) * [1, 1, 0, 0, 0, 0, 1, 1, 0, 0, 1, 1],
            "This is for the whole length: B and D are half a length away from the middles.":
                lambda q, R: slot_row(q, 2 * R, 2 * ARM),
            "The last block belongs to v2, the vector that turns: it stands below u2, or is added there.":
                lambda q, right: np.r_[right(q)[:8], right(q)[8:10] + right(q)[10:], 0, 0],
            "Arm and crank are exchanged: the crank's six columns come first.":
                lambda q, right: np.roll(right(q), 6),
            "r_D lies behind the middle of the arm, at r_2 - 0.45 u_2: two minus signs make a plus.":
                dict(arm=-ARM),
            "The normal of the slot is v2, at right angles to it; u2 points along it.":
                lambda q, R: turned_row(q, R),
            "The last block is r_B - r_D, from pin to pin; r_1 and r_2 are the middles.":
                lambda q, right: np.r_[right(q)[:10], q[:2] - q[6:8]],
            "The last block is r_B - r_D with all its parts: the middles r_1 and r_2 are missing.":
                lambda q, right: right(q) - np.r_[np.zeros(10), q[:2] - q[6:8]],
            "v2 has columns of its own, the last two: r_B - r_D stands there, not below u2.":
                lambda q, right: np.r_[right(q)[:8], right(q)[10:], 0, 0],
        },
        wrong={"sign is wrong throughout": lambda q, right: -right(q)}),
    "4a": Function(
        reference=slot_gamma, samples=[(STATES[0],), (STATES[1],)],
        done="A product of two rates: nothing else can be left.",
        hint="Differentiate v2 . d twice, d = r_B - r_D; what has no qdd goes to the right.",
        mistakes={
            "The sign: the mixed term goes to the right-hand side.": lambda qd, right: -right(qd),
            "The factor 2 is missing: the mixed term comes from both factors.":
                lambda qd, right: right(qd) / 2,
            "The velocity of D is missing: the rate of r_B - r_D is relative.":
                lambda qd, right: right(np.r_[qd[:6], np.zeros(4), qd[10:]]),
            "D moves with a plus here: the rate of r_B - r_D is a difference.":
                lambda qd, right: right(np.r_[qd[:6], -qd[6:10], qd[10:]]),
            "These are the rates of the middles; B and D are half a length away from them.":
                lambda qd: -2 * qd[10:] @ (qd[:2] - qd[6:8]),
            "The normal of the slot is v2; u2 points along it.":
                lambda qd, R: slot_gamma(np.r_[qd[:10], qd[8:10]], R),
            "v2d is multiplied by the rate of r_B - r_D, not by itself.": lambda qd: -2 * qd[10:] @ qd[10:],
            "The rate of v2 is multiplied by that of r_B - r_D; here the latter was squared.":
                lambda qd, R: -2 * np.sum((qd[:2] + R / 2 * qd[2:4] - qd[6:8] + ARM / 2 * qd[8:10])**2),
        },
        wrong={"a single number is expected": lambda qd: qd[:3]}),
    "4b": Words(mentions=[
        "how points and vectors depend on q",
        "where the terms with qdd go",
        "what is left of a product that is differentiated twice"]),
    "5a": Words(mentions=[
        "how crank and arm stand to each other at the ends of the swing",
        "where these two places lie, and why",
        "which way round the pin has the longer way",
        "in which direction the arm is quick"]),
    "5b": Value(
        reference=swing, rtol=1e-4,
        done="At the ends the arm touches the circle of the pin: sin(swing / 2) = R / |AD|.",
        hint="Angle of the vector from D to the tip by arctan2; largest minus smallest.",
        mistakes={
            "This is the swing to one side; the whole swing is asked for.": lambda R, AD: np.arcsin(R / AD),
            "This is the largest angle from the x axis; subtract the smallest.":
                lambda R, AD: np.pi / 2 + np.arcsin(R / AD),
            "This is how far the tip moves in x [m], not an angle.": lambda R, AD: 2 * ARM * R / AD,
            "arctan was taken where the arm touches the circle: there sin(swing / 2) = R / |AD|.":
                lambda R, AD: 2 * np.arctan(R / AD),
            "This is a whole turn: measure the angle of the arm, not that of the crank.": 2 * np.pi,
            "This is the smallest angle from the x axis; the largest minus this one is asked for.":
                lambda R, AD: np.pi / 2 - np.arcsin(R / AD),
            "The arm touches the circle of the pin: the hypotenuse is AD, not the length of the arm.":
                lambda R: 2 * np.arcsin(R / ARM),
            "This is for the crank of the lesson, 0.3 m.": lambda AD: 2 * np.arcsin(0.3 / AD),
        },
        wrong={"in degrees": lambda right: np.degrees(right)}),
    "5c": Value(
        reference=time_ratio, rtol=3e-3,
        done="(pi + swing) / (pi - swing): the crank has to go further in the slow direction.",
        hint="Count the positions in which the arm's angular velocity is positive, and those in which it is "
             "negative.",
        mistakes={
            "This is the quick time over the slow one.": lambda right: 1 / right,
            "Equal times would be a crank pin with D at infinity; the arm is quicker where the pin is near "
            "D.":
                1.0,
            "This is the slow direction's share of the whole turn; divide by the time of the other "
            "direction.":
                lambda right: right / (1 + right),
            "This is the quick direction's share of the whole turn; divide the two times.":
                lambda right: 1 / (1 + right),
            "This is the ratio of the largest speeds, the wrong way up; times are asked for.":
                lambda R, AD: (AD - R) / (AD + R),
            "A ratio is asked for, not per cent.": lambda right: 100 * right,
            "This is the ratio of the largest speeds, not of the times.": lambda R, AD: (AD + R) / (AD - R),
            "Close: with only 121 positions the count is off by a percent. Take at least 2000.":
                of_121_positions,
        }),
    "6": Value(
        reference=rates, rtol=1e-2, done="The speed of the pin over its distance from D, above and below.",
        hint="In both positions the pin moves at right angles to the arm: speed of the pin over its distance "
             "from D.",
        mistakes={
            "At 270 degrees the pin moves to the right and the arm turns clockwise: negative.":
                lambda right: np.abs(right),
            "The distance from D to the pin is not R: it is AD + R above and AD - R below.":
                lambda speed: [speed, -speed],
            "These are the speeds of the pin [m/s]; divide by its distance from D.":
                lambda R, speed: [R * speed, -R * speed],
            "The distance is counted to A in both positions. The pin is above A, then below.":
                lambda R, speed, AD: [R * speed / AD, -R * speed / AD],
            "This is the speed of the pin over the length of the arm; the pin is not at the tip.":
                lambda R, speed: [R * speed / ARM, -R * speed / ARM],
            "At 90 degrees the pin is far from D, at 270 degrees near it: here they are exchanged.":
                lambda right: -right[::-1],
            "The other way up: speed of the pin over its distance from D.":
                lambda R, AD, speed: [speed * (AD + R) / R, -speed * (AD - R) / R],
            "This is for the crank of the lesson, 0.3 m.":
                lambda AD, speed: [0.3 * speed / (AD + 0.3), -0.3 * speed / (AD - 0.3)],
            "At 0 and 180 degrees the pin stands beside A; 90 and 270 degrees are above and below it.":
                lambda R, AD, speed: [speed * R**2 / (R**2 + AD**2)] * 2,
            "This is the speed of the arm's tip [m/s]; its angular velocity is asked for.":
                lambda right: ARM * right,
        },
        wrong={"exchanged": lambda right: right[::-1]}),
    "7": Choice(
        expected="guide 2", options=("A", "B", "C", "guide 1", "guide 2"),
        done="A cosine at zero degrees is flat: it holds nothing.",
        mistakes={
            "A holds: without it the mechanism has two freedoms more.": "A",
            "B holds: without it the mechanism has two freedoms more.": "B",
            "C holds: without it the mechanism has two freedoms more.": "C",
            "The first guide holds C on the x axis: without it there is one freedom more.": "guide 1",
        },
        wrong={"Choose one of": "guide"}),
}
