"""Tasks of lesson 05: multipliers are reactions."""

import numpy as np

from fcclearn.course.task import Choice, Function, Value
from fcclearn.formulation.algebra import Q
from fcclearn.formulation.inertia import rod
from fcclearn.formulation.joints import revolute
from fcclearn.model import Model

G = 9.81
LAM = np.array([3.0, -12.0])


def cross(a, b):
    """Cross product in the plane."""
    return a[0] * b[1] - a[1] * b[0]


def wrench_at(q, G_k, c):
    """Force, and moment about the point with components c."""
    u, v = q[2:4], q[4:6]
    about_reference = cross(u, G_k[2:4]) + cross(v, G_k[4:6])
    arm = c[0] * u + c[1] * v
    return np.array([G_k[0], G_k[1], about_reference - cross(arm, G_k[:2])])


def body(x, y, degrees):
    """Coordinates of a planar body."""
    u = np.array([np.cos(np.radians(degrees)), np.sin(np.radians(degrees))])
    return np.concatenate([[x, y], u, Q @ u])


SAMPLES = [(body(0.4, -1.0, 35), np.array([2.0, -3.0, 0.7, 1.1, -0.4, 0.9]), np.array([0.5, -0.2])),
           (body(-2.0, 0.3, 200), np.array([-1.5, 0.8, 1.2, -0.6, 0.3, 2.1]), np.array([-0.7, 0.4]))]


def about_wrong_side(q, G_k, c):
    """The shift of the moment with the wrong sign."""
    u, v = q[2:4], q[4:6]
    F, M = G_k[:2], cross(u, G_k[2:4]) + cross(v, G_k[4:6])
    return np.array([*F, M + cross(c[0] * u + c[1] * v, F)])


def global_arm(q, G_k, c):
    """The components used as if they were global."""
    return np.array([*G_k[:2], wrench_at(q, G_k, [0, 0])[2] - cross(c, G_k[:2])])


def scalar_products(q, G_k, c):
    """Scalar products in the place of cross products."""
    u, v = q[2:4], q[4:6]
    return np.array([*G_k[:2], u @ G_k[2:4] + v @ G_k[4:6] - cross(c[0] * u + c[1] * v, G_k[:2])])


class Wrench(Function):
    """A function of force and moment; says that they belong into one array."""

    def problem(self, answer):
        text = super().problem(answer)
        return "Put three numbers in one array: F_x, F_y and the moment. Yours come in pieces." if "different lengths" in text else text


def double_pendulum():
    """Two bars in a row, let go horizontally."""
    model = Model(gravity=[0, -G])
    upper = model.body("upper", rod(1.0, 1.0), along=([0, 0], [1, 0]))
    lower = model.body("lower", rod(2.0, 0.8), along=([1, 0], [1.8, 0]))
    model.join(revolute(upper.point("start"), model.ground.point(0, 0)), name="shoulder")
    model.join(revolute(upper.point("end"), lower.point("start")), name="elbow")
    return model


RUN = double_pendulum().simulate(1.0, samples=11)
ELBOW = RUN.reaction("elbow", on="upper").force[3]
INERTIA = sum(m * RUN.acceleration(f"{name}.com")[3] for name, m in (("upper", 1.0), ("lower", 2.0)))
WEIGHT = np.array([0.0, -3.0 * G])
SHOULDER = INERTIA - WEIGHT

THETA, SPEED_UP = 0.5, 1.0                              # rad, rad/s2 at t = 1 s
TORQUE = 3.0 * 1.0**2 / 3 * SPEED_UP + 3.0 * G * 0.5 * np.cos(THETA)

TASKS = {
    "1": Value(
        expected=-LAM, done="Minus lambda is the force on the first body.",
        hint="The constraints put -Phi_q' lam on the bodies, and the rows of the pin are C of its point.",
        mistakes={
            "This is the force that the bar exerts on the ground. The force on the bar is -lambda.": LAM,
            "x and y are exchanged.": -LAM[::-1],
            "Only the size is left: a force has two components.": np.linalg.norm(LAM),
            "Both components change their sign, not one.": LAM * [1, -1],
        },
        wrong={"exerts on the ground": LAM, "exchanged": -LAM[::-1], "Only the size": np.linalg.norm(LAM), "Both components": LAM * [1, -1],
               "twice": -2 * LAM}),
    "2": Value(
        expected=LAM / 1000, done="The row is a thousand times larger, so its multiplier is a thousand times smaller.",
        hint="The force on the bar is what it was: row times multiplier stays the same.",
        mistakes={
            "The force did not change, but its row did: row times multiplier is the force.": LAM,
            "The multiplier goes the other way: a larger row needs a smaller multiplier.": 1000 * LAM,
            "This is the multiplier with the sign of the force; the row was made larger, not turned round.": -LAM / 1000,
            "This is the force on the bar; the multiplier of the larger row is asked for.": -LAM,
        },
        wrong={"did not change": LAM, "the other way": 1000 * LAM, "not turned round": -LAM / 1000, "force on the bar": -LAM,
               "reversed": LAM[::-1] / 1000}),
    "3": Wrench(
        expected=wrench_at, samples=SAMPLES, done="One rule for every joint, drive and force.",
        hint="M_P = M_O - (r_P - r_O) x F, and r_P - r_O = c1 u + c2 v.",
        mistakes={
            "This is the moment about the reference point; it is wanted about the point c.": lambda q, g, c: wrench_at(q, g, [0, 0]),
            "The shift has the wrong sign: M_P = M_O - (r_P - r_O) x F.": about_wrong_side,
            "The components c count along u and v; you used them as global ones.": global_arm,
            "Scalar products in the place of cross products: e x G_e is e_x G_y - e_y G_x.": scalar_products,
            "The sign of the moment is wrong: it is e x G_e, not G_e x e.": lambda q, g, c: wrench_at(q, g, c) * [1, 1, -1],
        },
        wrong={"about the reference point": lambda q, g, c: wrench_at(q, g, [0, 0]), "wrong sign": about_wrong_side, "global ones": global_arm,
               "Scalar products": scalar_products, "returns nothing": lambda q, g, c: None,
               "three numbers in one array": lambda q, g, c: (wrench_at(q, g, c)[:2], wrench_at(q, g, c)[2]), "shape": lambda q, g, c: wrench_at(q, g, c)[:2]}),
    "4": Value(
        expected=ELBOW, rtol=1e-4, done="The lower bar hangs on the upper one.",
        hint="run.reaction(name, on=body).force has a row for each time; take the one at 0.3 s.",
        mistakes={
            "This is the force on the lower bar; the upper one feels the opposite.": -ELBOW,
            "This is the force in the shoulder; the elbow is asked for.": RUN.reaction("shoulder", on="upper").force[3],
            "This is the force at the start; 0.3 s is asked for.": RUN.reaction("elbow", on="upper").force[0],
            "This is the size; two components are asked for.": np.linalg.norm(ELBOW),
        },
        wrong={"lower bar": -ELBOW, "shoulder": RUN.reaction("shoulder", on="upper").force[3], "at the start": RUN.reaction("elbow", on="upper").force[0],
               "two components": np.linalg.norm(ELBOW), "reversed": ELBOW[::-1]}),
    "5": Value(
        expected=SHOULDER, rtol=1e-4, done="The same as the multiplier says, without a multiplier.",
        hint="Both bars together: the shoulder and the weight are the only outer forces. Sum of m a = F + weight.",
        mistakes={
            "The weight is missing: sum of m a is the shoulder force plus the weight.": INERTIA,
            "The weight has the wrong sign: F = sum of m a - weight, and the weight points down.": INERTIA + WEIGHT,
            "This is the force on the ground; the force on the bars is asked for.": -SHOULDER,
            "The elbow force is an inner one: cut both bars free together, or add it to the upper bar alone.":
                RUN.acceleration("upper.com")[3] + [0, G],
        },
        wrong={"weight is missing": INERTIA, "wrong sign": INERTIA + WEIGHT, "on the ground": -SHOULDER,
               "inner one": RUN.acceleration("upper.com")[3] + [0, G], "reversed": SHOULDER[::-1]}),
    "6": Value(
        expected=np.array([7, 6, 1]), done="One row says what others say already.",
        hint="Three rows for the body and two for each pin; the rank cannot be larger than the number of coordinates.",
        mistakes={
            "The three rigid-body rows are missing: count all rows.": [4, 3, 1],
            "The rank is the number of rows that count; a beam with two pins cannot move, and has 6 coordinates.": [7, 7, 0],
            "The order is rows, rank, redundant rows.": [6, 7, 1],
            "There is one redundant row, not two: across the beam both pins are needed.": [7, 5, 2],
        },
        wrong={"are missing": [4, 3, 1], "cannot move": [7, 7, 0], "order": [6, 7, 1], "not two": [7, 5, 2], "shape": 1}),
    "7": Choice(
        expected="along", options=("along", "across", "both", "none"), done="The pins can pull against each other, and nothing moves.",
        mistakes={
            "Across the beam two laws (force and moment) fix two forces: these are unique.": "across",
            "Across the beam the forces are unique: half of the weight each.": "both",
            "One row is redundant, so something is not unique: which pair of forces could the two pins make without moving anything?": "none",
        },
        wrong={"two laws": "across", "half of the weight": "both", "pair of forces": "none", "Choose one of": "x"}),
    "8": Value(
        expected=TORQUE, rtol=5e-4, done="Two roads: the multiplier, and Euler's law about the pin.",
        hint="About the pin: torque - m g0 (L/2) cos(theta) = (m L^2 / 3) thetadd.",
        mistakes={
            "The sign: the weight pulls the bar clockwise, so the motor has to pull anticlockwise, positive. "
            "On which side of Euler's law does the weight stand? (In a model, the torque on the bar is minus lambda.)": -TORQUE,
            "The weight is missing.": 3.0 / 3 * SPEED_UP,
            "The inertia is missing: this torque only holds the bar.": 3.0 * G * 0.5 * np.cos(THETA),
            "The moment of inertia is that about the middle; the bar turns about its end.": 3.0 / 12 * SPEED_UP + 3.0 * G * 0.5 * np.cos(THETA),
            "The weight helps here instead of resisting: it turns the bar clockwise.": 3.0 / 3 * SPEED_UP - 3.0 * G * 0.5 * np.cos(THETA),
        },
        wrong={"minus lambda": -TORQUE, "weight is missing": 1.0, "only holds": 3.0 * G * 0.5 * np.cos(THETA),
               "about the middle": 0.25 + 3.0 * G * 0.5 * np.cos(THETA), "twice": 2 * TORQUE}),
    "9": Choice(
        expected="D", options=tuple("ABCD"), done="Crank and coupler satisfy Newton, so C is right, and the rocker fails because of D.",
        mistakes={
            "The crank satisfies Newton's law with A and B as they are.": "A",
            "Crank and coupler both satisfy Newton's law with this force.": "B",
            "The coupler satisfies Newton's law with C, and the rocker has its exact opposite.": "C",
        },
        wrong={"The crank satisfies": "A", "Crank and coupler": "B", "exact opposite": "C", "Choose one of": "rocker"}),
}
