"""Tasks of lesson 02: rigid-body constraints."""

from functools import cache

import numpy as np

from fcclearn.course.task import Choice, Function, Property, Value, Words

GUESS = np.array([1.0, 2.0, 1.2, 0.3, -0.1, 0.8])
OTHER = np.array([0.0, -1.0, -0.5, 0.9, -1.1, -0.4])


def equations(ux=0.6, uy=0.9, vx=-0.8, vy=0.5):
    """The three rigid-body equations of a drawing."""
    u, v = np.array([ux, uy]), np.array([vx, vy])
    return np.array([u @ u - 1, v @ v - 1, u @ v])


def phi_q(q):
    """Jacobian of the rigid-body equations of a planar body, at any angle of its axes."""
    u, v, o = q[2:4], q[4:6], np.zeros(2)
    return np.vstack([np.hstack([o, 2 * u, o]), np.hstack([o, o, 2 * v]), np.hstack([o, v, u])])


def phi(q):
    """Rigid-body equations of a body with perpendicular axes."""
    return equations(*q[2:6])


def shortest(J, b):
    """Shortest solution of J x = b."""
    return np.linalg.lstsq(J, b, rcond=None)[0]


def newton_step(q, value, J):
    """q after one step."""
    step = shortest(J, -value)
    return q + step


def iterated(q, steps):
    """q after some steps towards a body with perpendicular axes."""
    for _ in range(steps):
        q = newton_step(q, phi(q), phi_q(q))
    return q


def gamma(qd):
    """Right-hand side of the accelerations for the bar between two bodies, and for parallel bodies."""
    r1d, u1d, v1d, r2d, u2d, v2d = qd.reshape(6, 2)
    between = r1d - r2d
    return np.array([-2 * between @ between, -2 * u1d @ v2d])


def with_rates(products):
    """A wrong gamma: minus twice some products of the rates r1d, u1d, v1d, r2d, u2d, v2d."""
    return lambda qd: -2 * np.array(products(*qd.reshape(6, 2)))


@cache
def rank(*extra):
    """Rank of the rigid-body rows of two parallel bodies and of extra rows, by complex step."""
    def rows(q):
        _, u1, v1, _, u2, v2 = q.reshape(6, 2)
        products = {"u1u1": u1 @ u1, "v1v1": v1 @ v1, "u1v1": u1 @ v1, "u2u2": u2 @ u2, "v2v2": v2 @ v2,
                    "u2v2": u2 @ v2,
                    "u1u2": u1 @ u2, "u1v2": u1 @ v2, "v1u2": v1 @ u2}
        return np.array([products[name] for name in (*list(products)[:6], *extra)])
    q = np.array([0, 0, 1, 0, 0, 1] * 2, dtype=float)
    J = np.column_stack([np.imag(rows(q + 1e-30j * e)) / 1e-30 for e in np.eye(12)])
    return int(np.linalg.matrix_rank(J))


def freedoms(coordinates=12):
    """What is left in the cases A, B, C."""
    return [coordinates - rank("u1u2"), coordinates - rank("u1v2"), coordinates - rank("u1v2", "v1u2")]


RATES = np.array([0.3, -0.2, 0.5, 1.1, -0.7, 0.4, 1.3, 2.1, -0.9, 0.15, 0.6, 1.7])
STEPS = [(q, phi(q) - [0, 0, 0.4], phi_q(q)) for q in (GUESS, OTHER)]          # a plate with skew axes

CHOICES = {
    "ux": (0.6, 0.65, 0.55, 0.58, 0.59, 0.59, 0.59, 0.56, 0.61),
    "uy": (0.9, 0.7, 0.85, 0.8, 0.85, 0.8, 0.7, 0.85, 0.7),
    "vx": (-0.8, -0.7, -0.95, -0.8, -0.75, -0.9, -0.95, -0.95, -0.95),
    "vy": (0.5, 0.4, 0.65, 0.4, 0.4, 0.6, 0.6, 0.5, 0.65),
}

RIGHT_ENTRIES = {2: ("ux", "vx"), 4: ("vx", "ux"), 5: ("vy", "uy")}


def entry(answer):
    """Say what is wrong with the place of the wrong entry."""
    place = np.ravel(answer)
    if place.shape != (2,) or place.dtype.kind not in "if":
        return "Two whole numbers are expected, row and column: [row, column]."
    row, column = place
    if (row, column) == (3, 2):
        return "Row and column are exchanged: the row is the equation."
    if (row, column) == (3, 4):
        return "Counted from 1; Python counts from 0."
    if row not in (0, 1, 2):
        return f"There is no row {row:g}: the three rows are counted 0, 1, 2, as the columns are from 0."
    if row < 2:
        return "The first two rows are right: 2u and 2v. Compare with a complex step of colleague_phi."
    if column in RIGHT_ENTRIES:
        by, right = RIGHT_ENTRIES[column]
        return f"This entry is right: the derivative of u.v with respect to {by} is {right}."
    return "" if column == 3 else "Columns are counted from 0, with r_O: u has columns 2 and 3, v 4 and 5."


TASKS = {
    "1": Value(
        reference=equations, done="Three numbers say how far it is from a body.",
        hint="A scalar product of a vector with itself is the square of its length.",
        mistakes={
            "The 1 is not subtracted: these are the squares of the lengths, not the equations.":
                lambda right: right + [1, 1, 0],
            "These are lengths minus one. The equation has no square root: u.u, not |u|.":
                lambda right: [*np.sqrt(right[:2] + 1) - 1, right[2]],
            "The third value is a cross product; perpendicular is said by the scalar product.":
                lambda right, ux, uy, vx, vy: [*right[:2], ux * vy - uy * vx],
            "Nothing is subtracted from u.v: cos 90 degrees is zero.": lambda right: right - [0, 0, 1],
            "The sign of v's x component is lost in u.v.":
                lambda right, ux, uy, vx, vy: equations(ux, uy, -vx, vy),
            "These are lengths; the equations hold their squares, minus one.":
                lambda right: [*np.sqrt(right[:2] + 1), right[2]],
            "A component squared is never negative: (-0.8)^2 is +0.64.":
                lambda right, vx, vy: [right[0], vy**2 - vx**2 - 1, right[2]],
            "The components were added without squaring them.":
                lambda right, ux, uy, vx, vy: [ux + uy - 1, vx + vy - 1, right[2]],
            "The third equation is u.v itself: it is not divided by the lengths.":
                lambda right: right / [1, 1, np.sqrt((right[0] + 1) * (right[1] + 1))],
            "The third equation is u.v, not the angle between them.":
                lambda right: [*right[:2], np.degrees(np.arccos(
                    right[2] / np.sqrt((right[0] + 1) * (right[1] + 1))))],
            "This is rounded to one decimal; the squares are exact with four.":
                lambda right: right.round(1),
        },
        wrong={"sign": lambda right: -right, "exchanged": lambda right: right[[1, 0, 2]]}),
    "2": Function(
        reference=phi_q, samples=[(GUESS,), (OTHER,)], done="cos(angle) is a constant: it has no derivative.",
        hint="Product rule: the derivative of u.v with respect to u is v.",
        mistakes={
            "The factor 2 is missing: the derivative of u.u is 2 u.": lambda q: phi_q(q) / [[2], [2], [1]],
            "u and v are exchanged in the third row: below u stands v, below v stands u.":
                lambda q: np.vstack([phi_q(q)[:2], np.r_[0, 0, q[2:6]]]),
            "The columns of r_O are missing; they are zero, but they are there.": lambda q: phi_q(q)[:, 2:],
            "The third row has a factor 2 too many: the derivative of u.v with respect to u is v.":
                lambda q: phi_q(q) * [[1], [1], [2]],
            "This is Phi, not its derivative.": phi,
            "The derivative of u.u is 2 u, without a square.": lambda q:
                np.vstack([np.r_[0, 0, 2 * q[2:4]**2, 0, 0], np.r_[0, 0, 0, 0, 2 * q[4:6]**2], phi_q(q)[2]]),
            "cos(angle) is a constant: nothing of it stays in the Jacobian.":
                lambda q: phi_q(q) - 0.5 * np.outer([0, 0, 1], [0, 0, 1, 1, 0, 0]),
            "u.v has a part for u and one for v: below u stands v alone, below v stands u alone.":
                lambda q: np.vstack([phi_q(q)[:2], np.r_[0, 0, q[2:4] + q[4:6], q[2:4] + q[4:6]]]),
            "u.u does not depend on v, nor v.v on u.":
                lambda q: np.vstack([np.r_[0, 0, 2 * q[2:4], 2 * q[2:4]], phi_q(q)[1:]]),
            "Shape does not depend on place: the columns of r_O are zero in all rows.":
                lambda q: phi_q(q) + np.outer([0, 0, 1], [*q[:2], 0, 0, 0, 0]),
            "The axes are skew: v is not Q u, the derivative by u is v as it stands in q.":
                lambda q: np.vstack([phi_q(q)[:2], np.r_[0, 0, -q[3], q[2], q[2:4]]]),
        },
        wrong={"transposed": lambda q: phi_q(q).T, "sign": lambda q: -phi_q(q),
               "same for all": lambda q: phi_q(GUESS)}),
    "3": Function(
        reference=newton_step, samples=STEPS, done="The shortest of all steps that zero the tangent.",
        hint="Solve J dq = -value, then add dq to q.",
        mistakes={
            "The step goes the wrong way: J dq = -value has a minus.":
                lambda q, value, J: q + shortest(J, value),
            "This is the step only; add it to q.": lambda q, value, J: -shortest(J, value),
            "J.T stands in the place of the solution of J dq = -value: this is a gradient step.":
                lambda q, value, J: q - J.T @ value,
            "This is half a step; Newton-Raphson takes the whole one.":
                lambda q, value, J: q - shortest(J, value) / 2,
            "Phi is given to your function as `value`; here it was computed once more, for perpendicular "
            "axes.":
                lambda q, value, J: q - shortest(J, phi(q)),
            "This is the step alone, and with the other sign: J dq = -value, then q + dq.":
                lambda q, value, J: shortest(J, value),
            "One step is asked for, not five.": lambda q, value, J: q - 5 * shortest(J, value),
            "One step is asked for; here Newton-Raphson ran on, with the phi of perpendicular axes.":
                lambda q, value, J: iterated(q, 5),
            "The step is to be the shortest, not the new q: solve for dq and add it.":
                lambda q, value, J: shortest(J, J @ q - value),
            "This uses a guess from outside: take the q that is given.":
                lambda q, value, J: np.array([0.0, 0.0, 0.9, -0.5, 0.7, 0.8]) - shortest(J, value),
        },
        wrong={"wants a square matrix": lambda q, value, J: q - np.linalg.solve(J, value),
               "returns a tuple": lambda q, value, J: q - np.linalg.lstsq(J, value, rcond=None),
               "the solution is the first": lambda q, value, J: q + np.linalg.lstsq(J, -value, rcond=None),
               "write [0] after the call": lambda q, value, J: np.linalg.lstsq(J, -value, rcond=None),
               "stops for": lambda q, value, J: q - value}),
    "4a": Words(mentions=[
        "what the sign of the determinant of [u v] says",
        "what Newton's steps do to this sign",
        "which quantities Phi measures, and what a mirror does to them"]),
    "4b": Choice(
        expected="third", options=("first", "second", "third"),
        done="Its determinant is negative, and the steps keep the sign.",
        mistakes={
            "The first one is right-handed: ux vy - uy vx = 0.72 + 0.35.": "first",
            "The second one is right-handed, although u points down and v to the right: the determinant is "
            "+0.97.":
                "second",
        },
        wrong={"Choose one of": "none", "first, second, third": 3, "right-handed": ["first"]}),
    "5": Function(
        reference=gamma, samples=[(RATES,), (RATES[::-1] + 0.25,)],
        done="Each product leaves twice the product of its rates.",
        hint="Twice differentiated, a.b holds ad.bd twice; what has no qdd goes to the right.",
        mistakes={
            "The sign: gamma stands on the right of Phi_q qdd = gamma, so what was on the left changes its "
            "sign.":
                lambda qd: -gamma(qd),
            "The factor 2 is missing: differentiate the first derivative once more.":
                lambda qd: gamma(qd) / 2,
            "The mixed term comes twice as well: from u1d.v2 and from u1.v2d.": lambda qd: gamma(qd) / [1, 2],
            "The square of a difference: the rates of r1 and r2 are subtracted before they are squared.":
                with_rates(lambda r1, u1, v1, r2, u2, v2: [r1 @ r1 + r2 @ r2, u1 @ v2]),
            "The second row speaks of u of the first body and v of the second.":
                with_rates(lambda r1, u1, v1, r2, u2, v2: [(r1 - r2) @ (r1 - r2), u1 @ v1]),
            "The second row holds v of the second body, not its u.":
                with_rates(lambda r1, u1, v1, r2, u2, v2: [(r1 - r2) @ (r1 - r2), u1 @ u2]),
            "The second row holds u of the first body and v of the second, not the other way round.":
                with_rates(lambda r1, u1, v1, r2, u2, v2: [(r1 - r2) @ (r1 - r2), v1 @ u2]),
            "In the second row both halves of the 2 are u1d.v2d; there is no v1 and no u2 in it.":
                with_rates(lambda r1, u1, v1, r2, u2, v2: [(r1 - r2) @ (r1 - r2), (u1 @ v2 + v1 @ u2) / 2]),
            "In the first row the whole difference r1d - r2d is squared.":
                with_rates(lambda r1, u1, v1, r2, u2, v2: [r1 @ r1 - r2 @ r2, u1 @ v2]),
            "The first row is (r1 - r2).(r1 - r2), not r1.r2.":
                with_rates(lambda r1, u1, v1, r2, u2, v2: [r1 @ r2, u1 @ v2]),
            "The first equation holds the square of the distance: no root.":
                with_rates(lambda r1, u1, v1, r2, u2, v2: [np.linalg.norm(r1 - r2), u1 @ v2]),
            "The second row is a scalar product, not a cross product.":
                with_rates(lambda r1, u1, v1, r2, u2, v2:
                           [(r1 - r2) @ (r1 - r2), u1[0] * v2[1] - u1[1] * v2[0]]),
            "Only one component was squared: a scalar product adds both.":
                with_rates(lambda r1, u1, v1, r2, u2, v2: [(r1 - r2)[0]**2, u1 @ v2]),
            "The order of the twelve is r1, u1, v1, r2, u2, v2, body by body.":
                with_rates(lambda r1, r2, u1, u2, v1, v2: [(r1 - r2) @ (r1 - r2), u1 @ v2]),
        },
        wrong={"returns nothing": lambda qd: None}),
    "6": Value(
        reference=freedoms, done="A holds nothing, B one angle, and C says B twice.",
        hint="12 coordinates minus the rank of all rows.",
        mistakes={
            "You counted rows. Compute the rank: a row can be a combination of others.": [5, 5, 4],
            "A holds nothing: its row is half the sum of two unit-module rows.": [5, 5, 5],
            "C says the same twice: v1.u2 changes as -u1.v2 does.": [6, 5, 4],
            "These are ranks; freedoms are 12 minus the rank.":
                lambda coordinates: coordinates - np.array(freedoms()),
            "These are the ranks gained; how many freedoms are left of 12?": lambda: 6 - np.array(freedoms()),
            "The order is A, B, C.": [5, 6, 5],
            "These are the freedoms of one body; two bodies have 12 coordinates.": [3, 2, 2],
            "The six rigid-body equations take freedoms away as well: put them into the Jacobian.":
                [12, 11, 11],
            "The rigid-body equations are missing, and rows were counted.": [11, 11, 10],
            "The rigid-body equations are missing: with them v1.u2 changes as -u1.v2 does.": [12, 11, 10],
            "B and C do hold an angle: to first order the sine row feels it.": [6, 6, 6],
            "These are the numbers of rows; freedoms are 12 minus the rank.": [7, 7, 8],
            "These are ranks, and C says the same twice; freedoms are 12 minus the rank.": [6, 7, 8],
            "B holds an angle by its one row; C repeats it.": [6, 6, 5],
            "The r of both bodies are coordinates too: 12, not 8.": dict(coordinates=8),
            "These are the numbers of rows added; how many freedoms are left of 12?": [1, 1, 2],
        },
        wrong={"text": "6, 5, 5"}),
    "7a": Words(mentions=[
        "how the sizes fall: by a factor that grows, or stays",
        "what this says about the Jacobian",
        "what decides about the place that is reached"]),
    "7b": Property(
        expected=[2, 3], test=entry, done="The derivative of u.v with respect to uy is vy.",
        wrong={"Row and column are exchanged": [3, 2], "Counted from 1": [3, 4], "no row 3": [3, 3],
               "vy is uy": [2, 5], "ux is vx": [2, 2], "vx is ux": [2, 4], "counted from 0": [2, 1],
               "first two rows are right": [0, 2], "row and column": 2}),
}
