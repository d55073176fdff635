"""Tasks of lesson 17: Bricard's mechanism."""

import numpy as np

from fcclearn.course.explorers.bricard import AXES, POINTS, bricard
from fcclearn.course.task import Choice, Function, Value


def loop_matrix(points, axes):
    """One column for each hinge: the axis, and its moment about the origin."""
    return np.vstack([axes.T, np.cross(points, axes).T])


BOX = POINTS * [1.0, 1.5, 2.0]


def null_rates(points):
    """Hinge rates that close the loop, the first one 1."""
    null = np.linalg.svd(loop_matrix(points, AXES))[2][-1]
    return null / null[0]


RATES = null_rates(BOX)
SKEW = np.array([[0.3, -1.1, 0.7], [1.9, 0.4, -0.6], [-0.8, 1.3, 2.1], [0.5, 2.2, -1.4]])
DIRECTIONS = np.array([[0.6, 0.0, 0.8], [0.28, 0.96, 0.0], [-0.48, 0.6, 0.64], [0.36, -0.48, 0.8]])


def even(a):
    """Turn of the even hinges of the cube."""
    return np.arcsin(-np.sin(a) / (1 + np.sin(a)))


def height(a):
    """y of P3 [m]."""
    return -np.cos(even(a))


RUN = bricard().simulate(0.1, samples=3)
P1, P4 = (RUN.reaction(name).force[0] for name in ("P1", "P4"))
EXTRA = 40.0 - P1[1]                                    # the self-stress is this much times (1, 1, 1)

TASKS = {
    "1": Value(
        expected=np.array([-2, 1, 3]), done="38 rows, rank 35, and one crank that turns.",
        hint="Count 6 for a body and 5 for a hinge; then ask the model for its mobility.",
        mistakes={
            "The count is right; the mechanism itself has one freedom, its crank turns. What does mobility() say?": [-2, -2, 0],
            "The first number counts with 3 and 2, as in the plane; in space a body has 6 freedoms and a hinge takes 5.": [1, 1, 3],
            "Redundant are rows minus rank, 38 minus 35.": [-2, 1, 2],
            "A redundancy is not negative: it is rows minus rank.": [-2, 1, -3],
            "The ground is no moving body: count three bodies.": [4, 1, 3],
            "The first number is the bare count 6 * 3 - 5 * 4; it may be negative, and nothing is cut off at zero.": [0, 1, 3],
            "The first number is the bare count, not the truth: 6 for each of three bodies, minus 5 for each of four hinges.": [1, 1, 0],
        },
        wrong={"order": [1, -2, 3], "twice": [-4, 2, 6]}),
    "2": Function(
        expected=loop_matrix, samples=[(POINTS, AXES), (SKEW, DIRECTIONS)], done="Its rank says what sixty rows say.",
        hint="np.cross works on rows; transpose, so that each hinge becomes a column.",
        mistakes={
            "The cross product is turned round: below the axis stands r x a.": lambda r, a: np.vstack([a.T, np.cross(a, r).T]),
            "The lower half holds the places themselves; it should hold r x a.": lambda r, a: np.vstack([a.T, r.T]),
            "The two halves are exchanged: the axes stand above.": lambda r, a: np.vstack([np.cross(r, a).T, a.T]),
            "There is one row for each hinge; one column is wanted.": lambda r, a: np.hstack([a, np.cross(r, a)]),
        },
        wrong={"Not attempted": lambda r, a: None, "shape": lambda r, a: a.T}),
    "3": Value(
        expected=RATES, done="Longer rods, other rates: 4/3 and 2/3.",
        hint="The right null vector is the last row of V' in U, s, V' = svd(matrix); divide by its first entry.",
        mistakes={
            "These are the rates of the cube; take the places of the box.": null_rates(POINTS),
            "The null vector is not scaled: the first rate should be 1.": np.linalg.svd(loop_matrix(BOX, AXES))[2][-1],
            "The odd and the even hinges turn in opposite senses; here all signs are the same.": np.abs(RATES),
            "This is a left null vector, a wrench; the rates are a right null vector.":
                (lambda left: left / left[0])(np.linalg.svd(loop_matrix(BOX, AXES))[0][:, -1]),
        },
        wrong={"twice": 2 * RATES, "order": RATES[::-1]}),
    "4": Function(
        expected=height, samples=[(0.7,), (2.3,)], done="Rod 2 hangs from P2 at the angle b, and P2 stays at y = 0.",
        hint="P2 stays at height 0. Rod 2 points down at the start and turns by b.",
        mistakes={
            "The sign: P3 is below P2, so its height is negative.": lambda a: -height(a),
            "This is -cos(a): the rod that carries P3 turns by b out of the vertical, not by a.": lambda a: -np.cos(a),
            "This is sin b, not the height: take the angle b first, then its cosine.": lambda a: np.sin(even(a)),
            "This is the angle b itself.": even,
            "The angle a was taken in degrees; it comes in radians, and np.sin expects radians.": lambda a: height(np.radians(a)),
            "cos b was taken of an angle in degrees: np.cos expects radians.": lambda a: -np.cos(np.degrees(even(a))),
            "You took sin b for b; the arcsine is missing.": lambda a: -np.cos(np.sin(a) / (1 + np.sin(a))),
        },
        wrong={"Not attempted": lambda a: None, "twice": lambda a: 2 * height(a)}),
    "5": Choice(
        expected="instant", options=("motion", "instant", "structure"), done="A freedom of first order, and no motion.",
        mistakes={
            "The report has one freedom, but how far did the middle sink in half a second?": "motion",
            "A structure has no null vector; this position has one, up and down.": "structure",
        },
        wrong={"Choose one of": "moves", "motion, instant": 1}),
    "6": Choice(
        expected="box", options=("box", "twins", "lifted"), done="Opposite edges are equal: the loop closes at every angle.",
        mistakes={
            "At the start it has a freedom. Now fold it by 60 degrees: how large is the gap?": "twins",
            "Its rank is 60 at the start: no freedom at all.": "lifted",
        },
        wrong={"Choose one of": "none", "box, twins, lifted": 3}),
    "7": Value(
        expected=P4 + EXTRA, rtol=1e-4, done="One missing number, one sensor.",
        hint="How much has to be added at P1 vertically? The self-stress adds the same force in every hinge.",
        mistakes={
            "This is the force of smallest norm; the sensor says how much self-stress comes to it.": P4,
            "40 N is the whole force at P1, not what is added to the one of smallest norm.": P4 + 40.0,
            "The self-stress has three components: it is not vertical.": P4 + [0, EXTRA, 0],
            "The self-stress is taken away instead of added.": P4 - EXTRA,
            "This is the force on rod 3; on rod 4 it is the opposite one.": -(P4 + EXTRA),
            "The sensor is in P1: it does not say that P4 has 40 N vertically.": [P4[0], 40.0, P4[2]],
            "This is only what the self-stress adds; the force without it comes to this.": np.full(3, EXTRA),
            "At P1 the self-stress acts on rod 1, at P4 on rod 4: use the factor kappa from P1, not 40 N over the whole force there.": P4 * 40.0 / P1[1],
            "This is the force of P1; P4 is asked for.": P1 + EXTRA,
        },
        wrong={"twice": 2 * (P4 + EXTRA), "order": (P4 + EXTRA)[::-1]}),
}
