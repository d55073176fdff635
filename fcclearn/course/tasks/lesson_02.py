"""Tasks of lesson 02: rigid-body constraints."""

import numpy as np

from fcclearn.course.task import Choice, Function, Value

DRAWN_U, DRAWN_V = np.array([0.6, 0.9]), np.array([-0.8, 0.5])
VALUES = np.array([DRAWN_U @ DRAWN_U - 1, DRAWN_V @ DRAWN_V - 1, DRAWN_U @ DRAWN_V])
GUESS = np.array([1.0, 2.0, 1.2, 0.3, -0.1, 0.8])
OTHER = np.array([0.0, -1.0, -0.5, 0.9, -1.1, -0.4])


def rows(q, factor=2.0, swapped=False):
    """Jacobian of the rigid-body equations of a full planar body, or one with a slip."""
    u, v, o = q[2:4], q[4:6], np.zeros(2)
    last = [*o, *u, *v] if swapped else [*o, *v, *u]
    return np.array([[*o, *(factor * u), *o], [*o, *o, *(factor * v)], last])


def phi(q):
    """Rigid-body equations of a full planar body."""
    u, v = q[2:4], q[4:6]
    return np.array([u @ u - 1, v @ v - 1, u @ v])


def shortest(value, J):
    """Shortest solution of J x = value."""
    return np.linalg.lstsq(J, value, rcond=None)[0]


def gamma(qd, factor=-2.0, mixed=None, first=2):
    """Right-hand side of the accelerations, or one with a slip."""
    a, b = qd[first:first + 2], qd[first + 2:first + 4]
    return np.array([factor * a @ a, factor * b @ b, (factor if mixed is None else mixed) * a @ b])


def two_bodies_rank(*extra):
    """Rank of the rigid-body rows of two parallel bodies and of extra rows, by complex step."""
    def equations(q):
        _, u1, v1, _, u2, v2 = q.reshape(6, 2)
        rigid = [u1 @ u1, v1 @ v1, u1 @ v1, u2 @ u2, v2 @ v2, u2 @ v2]
        return np.array(rigid + [row(u1, v1, u2, v2) for row in extra])
    q = np.array([0, 0, 1, 0, 0, 1] * 2, dtype=float)
    J = np.column_stack([np.imag(equations(q + 1e-30j * e)) / 1e-30 for e in np.eye(12)])
    return int(np.linalg.matrix_rank(J))


def cosine(u1, v1, u2, v2):
    return u1 @ u2


def sine(u1, v1, u2, v2):
    return u1 @ v2


def other_sine(u1, v1, u2, v2):
    return v1 @ u2


class Step(Function):
    """A Newton step; says what the errors of NumPy mean here."""

    def problem(self, answer):
        text = super().problem(answer)
        if "square" in text:
            return f"{text}. J is 3 x 6 and np.linalg.solve wants a square matrix; np.linalg.lstsq finds the shortest solution."
        if "inhomogeneous" in text or "tuple" in text or "different lengths" in text:
            return "np.linalg.lstsq returns four things in a tuple; the solution is the first of them: write [0] after the call."
        return text


class Three(Value):
    """Three numbers in the order A, B, C."""

    def problem(self, answer):
        return "Give the three numbers alone, in a list in the order A, B, C." if isinstance(answer, dict) else super().problem(answer)


RANKS = np.array([two_bodies_rank(cosine), two_bodies_rank(sine), two_bodies_rank(sine, other_sine)])
STEPS = [(GUESS, phi(GUESS), rows(GUESS)), (OTHER, phi(OTHER), rows(OTHER))]

TASKS = {
    "1": Value(
        expected=VALUES, done="u is too long, v too short, and they are almost perpendicular.",
        hint="A scalar product of a vector with itself is the square of its length.",
        mistakes={
            "The 1 is not subtracted: these are the squares of the lengths, not the equations.": VALUES + [1, 1, 0],
            "These are lengths minus one. The equation has no square root: u.u, not |u|.":
                [np.linalg.norm(DRAWN_U) - 1, np.linalg.norm(DRAWN_V) - 1, DRAWN_U @ DRAWN_V],
            "The third value is a cross product; perpendicular is said by the scalar product.":
                [VALUES[0], VALUES[1], DRAWN_U[0] * DRAWN_V[1] - DRAWN_U[1] * DRAWN_V[0]],
            "Nothing is subtracted from u.v: cos 90 degrees is zero.": VALUES - [0, 0, 1],
        },
        wrong={"1 is not subtracted": VALUES + [1, 1, 0], "no square root": [np.sqrt(1.17) - 1, np.sqrt(0.89) - 1, -0.03],
               "cross product": [0.17, -0.11, 1.02], "sign": -VALUES, "not their order": VALUES[[1, 0, 2]]}),
    "2": Function(
        expected=rows, samples=[(GUESS,), (OTHER,)], done="cos(angle) is a constant: it has no derivative.",
        hint="Product rule: the derivative of u.v with respect to u is v.",
        mistakes={
            "The factor 2 is missing: the derivative of u.u is 2 u.": lambda q: rows(q, factor=1.0),
            "u and v are exchanged in the third row: below u stands v, below v stands u.": lambda q: rows(q, swapped=True),
            "The columns of r_O are missing; they are zero, but they are there.": lambda q: rows(q)[:, 2:],
            "The third row has a factor 2 too many: the derivative of u.v with respect to u is v.":
                lambda q: rows(q) * [[1], [1], [2]],
            "This is Phi, not its derivative.": phi,
        },
        wrong={"factor 2 is missing": lambda q: rows(q, factor=1.0), "exchanged in the third": lambda q: rows(q, swapped=True),
               "columns of r_O": lambda q: rows(q)[:, 2:], "transposed": lambda q: rows(q).T, "not its derivative": phi,
               "sign": lambda q: -rows(q)}),
    "3": Step(
        expected=lambda q, value, J: q - shortest(value, J), samples=STEPS, done="The shortest of all steps that zero the tangent.",
        hint="Solve J dq = -value, then add dq to q.",
        mistakes={
            "The step goes the wrong way: J dq = -value has a minus.": lambda q, value, J: q + shortest(value, J),
            "This is the step only; add it to q.": lambda q, value, J: -shortest(value, J),
            "J' stands in the place of the solution of J dq = -value: this is a gradient step.": lambda q, value, J: q - J.T @ value,
            "This is half a step; Newton-Raphson takes the whole one.": lambda q, value, J: q - shortest(value, J) / 2,
        },
        wrong={"wrong way": lambda q, value, J: q + shortest(value, J), "step only": lambda q, value, J: -shortest(value, J),
               "gradient step": lambda q, value, J: q - J.T @ value, "half a step": lambda q, value, J: q - 0.5 * shortest(value, J),
               "wants a square matrix": lambda q, value, J: q - np.linalg.solve(J, value),
               "in a tuple": lambda q, value, J: q - np.linalg.lstsq(J, value, rcond=None),
               "the solution is the first": lambda q, value, J: q + np.linalg.lstsq(J, -value, rcond=None),
               "write [0] after the call": lambda q, value, J: np.linalg.lstsq(J, -value, rcond=None),
               "stops for": lambda q, value, J: q - value}),
    "4": Choice(
        expected="third", options=("first", "second", "third"), done="Its determinant is negative, and the steps keep the sign.",
        mistakes={
            "The first one is right-handed: ux vy - uy vx = 0.72 + 0.35.": "first",
            "The second one is right-handed, although u points down and v to the right: the determinant is +0.97.": "second",
        },
        wrong={"0.72": "first", "0.97": "second", "Choose one of": "none", "first, second, third": 3, "right-handed": ["first"]}),
    "5": Function(
        expected=gamma, samples=[(np.array([0.3, -0.2, 0.5, 1.1, -0.7, 0.4]),), (np.array([1.0, 2.0, -0.9, 0.2, 0.6, 1.3]),)],
        done="It holds for every angle between u and v.",
        hint="Twice differentiated, u.v holds ud.vd twice; what has no qdd goes to the right.",
        mistakes={
            "The sign: gamma stands on the right of Phi_q qdd = gamma, so what was on the left changes its sign.": lambda qd: gamma(qd, 2.0),
            "The factor 2 is missing: differentiate u.ud once more.": lambda qd: gamma(qd, -1.0),
            "The mixed term comes twice as well: from ud.v and from u.vd.": lambda qd: gamma(qd, -2.0, mixed=-1.0),
            "These are the rates of r_O and u; u's begin at qd[2].": lambda qd: gamma(qd, first=0),
        },
        wrong={"sign": lambda qd: gamma(qd, 2.0), "factor 2": lambda qd: gamma(qd, -1.0), "comes twice": lambda qd: gamma(qd, -2.0, -1.0),
               "begin at qd[2]": lambda qd: gamma(qd, first=0), "returns nothing": lambda qd: None}),
    "6": Three(
        expected=12 - RANKS, done="A holds nothing, B one angle, and C says B twice.",
        hint="12 coordinates minus the rank of all rows.",
        mistakes={
            "You counted rows. Compute the rank: a row can be a combination of others.": [5, 5, 4],
            "A holds nothing: its row is half the sum of two unit-module rows.": [5, 5, 5],
            "C says the same twice: v1.u2 changes as -u1.v2 does.": [6, 5, 4],
            "These are ranks; freedoms are 12 minus the rank.": RANKS,
            "These are the ranks gained; how many freedoms are left of 12?": RANKS - 6,
        },
        wrong={"counted rows": [5, 5, 4], "A holds nothing": [5, 5, 5], "same twice": [6, 5, 4], "12 minus": RANKS,
               "ranks gained": RANKS - 6, "in the order A, B, C": dict(zip("ABC", 12 - RANKS))}),
    "7": Value(
        expected=np.array([2, 3]), done="The derivative of u.v with respect to uy is vy.",
        hint="Subtract the colleague's Jacobian from a complex step of colleague_phi: which entry is not zero?",
        mistakes={
            "Row and column are exchanged: the row is the equation.": [3, 2],
            "Counted from 1; Python counts from 0.": [3, 4],
            "There is no row 3: the three rows are counted 0, 1, 2, as the columns are from 0.": [3, 3],
            "This entry is right: the derivative of u.v with respect to vy is uy.": [2, 5],
            "This entry is right: the derivative of u.v with respect to ux is vx.": [2, 2],
            "This entry is right: the derivative of u.v with respect to vx is ux.": [2, 4],
        },
        wrong={"exchanged: the row": [3, 2], "Counted from 1": [3, 4], "ux is vx": [2, 2], "vx is ux": [2, 4], "no row 3": [3, 3], "shape": 2}),
}
