"""Tasks of lesson 01: coordinates without angles."""

import numpy as np

from fcclearn.course.task import Choice, Function, Value
from fcclearn.formulation.algebra import Q
from fcclearn.formulation.coordinates import C_point, C_vector, V, rates

R_O, U = np.array([1.0, 2.0]), np.array([0.6, 0.8])
AXES = np.column_stack([U, Q @ U])
PLATE = np.concatenate([R_O, U, Q @ U])
POINT = [2.0, -1.0]
RATES = rates(AXES, [0.5, 0.0], 3.0)


def turned(degrees, quarter=Q):
    """Coordinates of the plate of task 1 for an angle of u."""
    u = np.array([np.cos(np.radians(degrees)), np.sin(np.radians(degrees))])
    return np.concatenate([R_O, u, quarter @ u])


def components(q, r_P):
    """Components of a place along u and v."""
    return np.column_stack([q[2:4], q[4:6]]).T @ (r_P - q[:2])


def reduced_matrix(c1, c2):
    """C V of the reduced planar body."""
    return C_point([c1, c2]) @ V(np.zeros(4), 2, "reduced")


SAMPLE_BODY = np.concatenate([[0.3, -1.2], [0.28, 0.96], [-0.96, 0.28]])

TASKS = {
    "1": Value(
        expected=turned(-60), done="Six numbers, no angle left in them.",
        hint="r first, then u = (cos, sin) of -60 degrees, then v = Q u.",
        mistakes={
            "u points above the x axis here: 60 degrees below is a negative angle.": turned(60),
            "v is turned the wrong way: a quarter turn ahead of u is Q u; this triad is left-handed.": turned(-60, Q.T),
            "This looks like an angle in degrees given to a function that wants radians.":
                np.concatenate([R_O, [np.cos(-60), np.sin(-60)], [-np.sin(-60), np.cos(-60)]]),
            "This is the reduced body, r and u; the full body stores v as well.": turned(-60)[:4],
        },
        wrong={"above the x axis": turned(60), "left-handed": turned(-60, Q.T), "radians": np.concatenate(
            [R_O, [np.cos(-60), np.sin(-60)], [-np.sin(-60), np.cos(-60)]]), "reduced body": turned(-60)[:4]}),
    "2": Value(
        expected=C_point(POINT), done="Two rows, six columns, constant.",
        hint="C = [I, c1 I, c2 I] with I the 2 x 2 identity.",
        mistakes={
            "This is the matrix of a vector: a point moves with r as well, so its first block is I.": C_vector(POINT),
            "c1 and c2 are exchanged: 2 m belongs to u.": C_point(POINT[::-1]),
            "The sign of c2 is lost: P lies at -1 m along v.": C_point(np.abs(POINT)),
        },
        wrong={"matrix of a vector": C_vector(POINT), "exchanged": C_point(POINT[::-1]), "sign of c2": C_point(np.abs(POINT)),
               "transposed": C_point(POINT).T}),
    "3": Value(
        expected=C_point(POINT) @ PLATE, done="It is r_O + 2 u - v.",
        hint="Multiply the matrix by all six coordinates.",
        mistakes={
            "This is the vector from O to P; the place of P includes r_O.": C_vector(POINT) @ PLATE,
            "These are the components along the global axes: turn them with u and v first.": R_O + POINT,
            "P is on the wrong side of u: c2 = -1 m, and v is u turned ahead.": C_point(np.abs(POINT)) @ PLATE,
        },
        wrong={"vector from O": C_vector(POINT) @ PLATE, "global axes": R_O + POINT, "wrong side of u": C_point(np.abs(POINT)) @ PLATE,
               "1000 times too large": 1000 * C_point(POINT) @ PLATE}),
    "4": Function(
        expected=components, samples=[(PLATE, np.array([3.0, -0.5])), (SAMPLE_BODY, np.array([-1.0, 2.0]))],
        done="A transposed is the inverse, because u and v are perpendicular unit vectors.",
        hint="Subtract r_O first; then take the scalar products with u and with v.",
        mistakes={
            "This uses A instead of its transpose: it turns the wrong way.": lambda q, r: np.column_stack([q[2:4], q[4:6]]) @ (r - q[:2]),
            "r_O is not subtracted: components count from the reference point.": lambda q, r: np.column_stack([q[2:4], q[4:6]]).T @ r,
            "This vector points from P to O; it should point from O to P.": lambda q, r: -components(q, r),
            "c1 and c2 are exchanged.": lambda q, r: components(q, r)[::-1],
        },
        wrong={"instead of its transpose": lambda q, r: np.column_stack([q[2:4], q[4:6]]) @ (r - q[:2]),
               "not subtracted": lambda q, r: np.column_stack([q[2:4], q[4:6]]).T @ r,
               "from P to O": lambda q, r: -components(q, r), "exchanged": lambda q, r: components(q, r)[::-1],
               "returns nothing": lambda q, r: None}),
    "5": Value(
        expected=RATES, done="u and v turn, r_O moves.",
        hint="ud = omega Q u, and the same for v.",
        mistakes={
            "u and v turn the wrong way: omega is positive, counter-clockwise.": rates(AXES, [0.5, 0.0], -3.0),
            "omega is missing in the rates of u and v.": rates(AXES, [0.5, 0.0], 1.0),
            "These rates point along u and v; a vector that turns moves at right angles to itself.": np.concatenate([[0.5, 0.0], 3 * U, 3 * Q @ U]),
            "This is the reduced body; the full body has the rate of v as well.": RATES[:4],
        },
        wrong={"wrong way": rates(AXES, [0.5, 0.0], -3.0), "omega is missing": rates(AXES, [0.5, 0.0], 1.0),
               "right angles": np.concatenate([[0.5, 0.0], 3 * U, 3 * Q @ U]), "reduced body": RATES[:4]}),
    "6": Value(
        expected=C_point(POINT) @ RATES, done="The same C as for the place.",
        hint="Multiply the matrix of P by the six rates.",
        mistakes={
            "This is the velocity of P relative to O; O moves too.": C_vector(POINT) @ RATES,
            "This is the place of P, not its velocity: use the rates.": C_point(POINT) @ PLATE,
            "This is the velocity for omega = -3 rad/s.": C_point(POINT) @ rates(AXES, [0.5, 0.0], -3.0),
            "This is a speed; a velocity has two components.": np.linalg.norm(C_point(POINT) @ RATES),
        },
        wrong={"relative to O": C_vector(POINT) @ RATES, "place of P": C_point(POINT) @ PLATE,
               "-3 rad/s": C_point(POINT) @ rates(AXES, [0.5, 0.0], -3.0), "speed": np.linalg.norm(C_point(POINT) @ RATES)}),
    "7": Function(
        expected=reduced_matrix, samples=[(2.0, -1.0), (0.3, 0.7)],
        done="v has become Q u: two blocks instead of three.",
        hint="Put v = Q u into r_O + c1 u + c2 v and collect what multiplies u.",
        mistakes={
            "Q is transposed: with Q' the point lands on the other side of u.": lambda c1, c2: np.hstack([np.eye(2), c1 * np.eye(2) + c2 * Q.T]),
            "This is C of the full body, 2 x 6; the reduced body has four coordinates.": lambda c1, c2: C_point([c1, c2]),
            "The part along v is missing.": lambda c1, c2: np.hstack([np.eye(2), c1 * np.eye(2)]),
            "c1 and c2 are exchanged.": lambda c1, c2: reduced_matrix(c2, c1),
        },
        wrong={"Q is transposed": lambda c1, c2: np.hstack([np.eye(2), c1 * np.eye(2) + c2 * Q.T]),
               "full body": lambda c1, c2: C_point([c1, c2]), "along v is missing": lambda c1, c2: np.hstack([np.eye(2), c1 * np.eye(2)]),
               "exchanged": lambda c1, c2: reduced_matrix(c2, c1)}),
    "8": Choice(
        expected="second", options=("first", "second", "third"), done="Its determinant is -1: a mirror image.",
        mistakes={
            "The first one is right-handed: its determinant is +1.": "first",
            "The third one is right-handed: u points up, v to the left.": "third",
        },
        wrong={"first one is right-handed": "first", "third one is right-handed": "third", "Choose one of": "fourth", "first, second, third": 2}),
}
