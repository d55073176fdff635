"""Tasks of lesson 15: what size costs."""

import numpy as np

from fcclearn.benchmarks.a02_n_four_bar import G
from fcclearn.benchmarks.size import counts
from fcclearn.course.task import Choice, Function, Property, Value

BODIES = 12                                             # of the ring in task 7


def size_of(windows=9):
    """Coordinates, equations, rank and redundant equations of the row in space with reduced bodies."""
    return list(counts(windows, 3, "reduced").values())


def rate_of(windows=7, crank=1.0, coupler=3.0, length=0.8, gravity=G):
    """lambda of the one equation, for cranks and couplers of their own masses [kg, m, m/s2 -> 1/s2]."""
    turning = (windows + 1) * crank / 3 + windows * coupler
    falling = (windows + 1) * crank / 2 + windows * coupler
    return falling * gravity / (turning * length)


def rate_with(turning, falling, length=0.8):
    """The same with parts of one's own [kg]."""
    return falling * G / (turning * length)


def reaches(K, order):
    """How many places each row of K reaches back in an order."""
    P = np.asarray(K)[np.ix_(order, order)]
    return np.array([max(k - np.flatnonzero(P[k])[0], 0) for k in range(len(P))])


def skyline(K, order):
    """Operations of a factorisation that keeps the skyline of K."""
    return float(np.sum(reaches(K, order) ** 2))


def with_inverse(K, order):
    """The order taken for its inverse."""
    return skyline(K, np.argsort(order))


def as_band(K, order):
    """Every row as long as the longest."""
    return float(len(order) * reaches(K, order).max() ** 2)


def net_width(side=20, own=12):
    """Half width of a square net numbered row by row."""
    return own * side + own - 1


def net_growth(small=20, large=40):
    """How the operations n w^2 of a net grow."""
    widths = net_width(large) / net_width(small)
    return (large / small) ** 2 * widths**2


def folded(answer):
    """What is wrong with an order of the ring, or an empty string."""
    order = [int(k) for k in answer]
    if sorted(order) != list(range(BODIES)):
        missing = sorted(set(range(BODIES)) - set(order))
        return f"The list must hold each of the numbers 0 to 11 once; {missing or 'one too many'} is amiss."
    place = np.argsort(order)
    apart = [abs(int(place[k] - place[(k + 1) % BODIES])) for k in range(BODIES)]
    worst = int(np.argmax(apart))
    if apart[worst] > 2:
        return (f"Bodies {worst} and {(worst + 1) % BODIES} are joined, and {apart[worst]} places apart in "
                "your order; two are allowed. Think of a ring that is folded flat.")
    return ""


RNG = np.random.default_rng(15)


def sample(n, links):
    """A symmetric pattern with a diagonal and some links, and an order that is not its own inverse."""
    K = np.eye(n)
    for i, j in links:
        K[i, j] = K[j, i] = 0.5
    return K, RNG.permutation(n)


SAMPLES = [sample(7, [(0, 1), (1, 4), (2, 6), (3, 4), (5, 6), (0, 6)]),
           sample(9, [(0, 3), (3, 5), (1, 2), (2, 8), (7, 8), (4, 6), (6, 0)])]
TASKS = {
    "1": Value(
        expected=np.array(size_of()),
        done="Three redundant equations for each window, whatever the bodies are.",
        hint="19 bodies and 28 hinges; one freedom is left.",
        mistakes={
            "These are full bodies; reduced ones have 9 coordinates and 3 equations.":
                list(counts(9, 3).values()),
            "These are planar bodies.": list(counts(9, 2, "reduced").values()),
            "These are planar full bodies.": list(counts(9, 2).values()),
            "N windows have 2 N + 1 bodies: N + 1 cranks and N couplers.": [162, 194, 161, 33],
            "N windows have 3 N + 1 hinges: N + 1 on the ground and two for each coupler.":
                [171, 192, 170, 22],
            "One freedom is left, so the rank is one less than the number of coordinates.":
                [171, 197, 171, 26],
            "The rank is the number of equations that count; it cannot exceed the number of coordinates.":
                [171, 197, 197, 0],
            "The equations of the bodies are missing.": [171, 140, 140, 0],
            "A reduced body has 3 equations of its own, not 6.": [171, 254, 170, 84],
            "A hinge has 5 equations in space.": [171, 225, 170, 55],
            "The rank is right; the redundant equations are those beyond it.": [171, 197, 170, 0],
            "With one freedom the rank is n - 1, so one more equation is redundant.": [171, 197, 170, 26],
            "Look at the rank: one freedom is left.": [171, 197, 171, 27],
        },
        wrong={"shape": 27}),
    "2": Value(
        expected=rate_of(), done="Heavy couplers make it a little more like a point mass, g0 / L.",
        hint="Eight cranks turn about their ends, seven couplers shift; the cranks fall with their middles.",
        mistakes={
            "The cranks turn about their ends: m L^2 / 3, not m L^2 / 12.": rate_with(8 / 12 + 21, 25),
            "The couplers have 3 kg (the formula of the lesson is for equal masses).": rate_of(coupler=1.0),
            "The cranks have 1 kg, the couplers 3 kg; these are exchanged.": rate_of(crank=3.0, coupler=1.0),
            "The length is missing: the unit is that of g0 / L.": rate_of(length=1.0),
            "The couplers are missing in the kinetic energy.": rate_with(8 / 3, 25),
            "The couplers are missing in the potential energy: they fall with the tips.":
                rate_with(8 / 3 + 21, 4),
            "The couplers are missing.": rate_with(8 / 3, 4),
            "The couplers do not turn; they only shift.": rate_with(8 / 3 + 21 + 7, 25),
            "The couplers do not turn at all; they only shift.": rate_with(8 / 3 + 21 + 21 / 12, 25),
            "The couplers shift with the tips, all of their mass; this has them turning about their ends "
            "instead.":
                rate_with(8 / 3 + 7, 25),
            "The cranks fall with their middles, half as far as the tips.": rate_with(8 / 3 + 21, 29),
            "The couplers fall as far as the tips, not half as far.": rate_with(8 / 3 + 21, 4 + 10.5),
            "Cranks and couplers are not equally many: N + 1 cranks, N couplers.":
                rate_with(7 / 3 + 21, 3.5 + 21),
            "This is the lesson's row: links of 1 m, and equal masses.": rate_of(coupler=1.0, length=1.0),
            "The length is on the wrong side: the unit is that of g0 / L.": rate_of() * 0.8**2,
        },
        wrong={"half": rate_of() / 2, "sign": -rate_of()}),
    "3": Function(
        expected=skyline, samples=SAMPLES, done="One long row does not make all rows long.",
        hint="P = K[np.ix_(order, order)]; row k reaches back to the first place where P[k] is not zero.",
        mistakes={
            "order[k] is the coordinate that becomes the k-th; this takes it for the place where "
            "coordinate k goes.":
                with_inverse,
            "This is a band: every row as long as the longest.": as_band,
            "This is the sum of the reaches; their squares are asked for.":
                lambda K, order: float(reaches(K, order).sum()),
            "This is the square of the sum; the sum of the squares is asked for.":
                lambda K, order: float(reaches(K, order).sum() ** 2),
            "The order is not used: these are the coordinates as they are.":
                lambda K, order: skyline(K, np.arange(len(order))),
            "This counts the diagonal as one more place: a row that reaches back by r has r places before "
            "it.":
                lambda K, order: float(np.sum((reaches(K, order) + 1) ** 2)),
            "This is the longest reach alone.": lambda K, order: float(reaches(K, order).max()),
            "This is the square of the longest reach alone; every row counts with its own.":
                lambda K, order: float(reaches(K, order).max() ** 2),
            "Only the rows are put into the new order; the columns must be too.":
                lambda K, order: float(sum((k - np.flatnonzero(np.asarray(K)[order][k])[0]) ** 2
                                           for k in range(len(order)))),
            "This is how far the rows reach forward, to their last number; what lies before the diagonal "
            "counts.":
                lambda K, order: skyline(np.asarray(K)[::-1, ::-1], len(order) - 1 - np.asarray(order)[::-1]),
            "This counts the numbers that are not zero; a skyline keeps the zeros in between too.":
                lambda K, order: float(sum(np.count_nonzero(np.asarray(K)[np.ix_(order, order)][k][:k]) ** 2
                                           for k in range(len(order)))),
        },
        wrong={"returns nothing": lambda K, order: None}),
    "4a": Value(
        expected=net_width(), done="From the first coordinate of a body to the last of the one below it.",
        hint="A body and the one below it are 20 bodies apart.",
        mistakes={
            "This is the distance of equal coordinates; the first of one body and the last of the other "
            "are further apart.":
                240,
            "Near: the last coordinate of a body is 11 places after its first, and the half width is a "
            "distance.":
                252,
            "This is a chain: in a net a body is joined to the one below it, a whole row of bodies later.":
                23,
            "This counts bodies; each has 12 coordinates.": 20,
            "This is the full width, both sides and the diagonal.": 503,
            "This is the whole matrix.": 4799,
        },
        wrong={"too large": 4800}),
    "4b": Value(
        expected=net_growth(), rtol=1e-3,
        done="Nearly sixteen: four times the coordinates, twice the width, squared.",
        hint="n grows by 4, and w from 251 to 491.",
        mistakes={
            "The width grows from 12 * 20 + 11 to 12 * 40 + 11, a little less than twice.": 16.0,
            "The width grows too.": 4.0,
            "The width enters squared.": 4 * 491 / 251,
            "n is the number of coordinates of k^2 bodies: it grows by 4, not by 2.": 2 * (491 / 251) ** 2,
            "This is the growth of w^2 alone; n grows too.": (491 / 251) ** 2,
            "This is the growth of a dense solve, n^3.": 64.0,
            "This is upside down.": 1 / net_growth(),
        },
        wrong={"Not right yet": 8.0}),
    "5": Value(
        expected=np.array([0, 7]), done="Eight cranks, one of them held.",
        hint="In the flat position each crank may begin to turn by itself.",
        mistakes={
            "This is the row without the weld.": [1, 8],
            "The order is upright, flat.": [7, 0],
            "The weld takes the one freedom of the upright row.": [1, 7],
            "In the flat position each of the other cranks may begin to turn.": [0, 0],
            "In the flat position N + 1 cranks are free, and the weld takes one of them.": [0, 8],
            "There are N + 1 = 8 cranks; one of them is held.": [0, 6],
            "The couplers hold the horizontal distances only: every crank has a freedom of its own.": [0, 1],
        },
        wrong={"shape": 7}),
    "6": Choice(
        expected="d", options=tuple("abcd"), done="Put it where it belongs: result[order] = x.",
        mistakes={
            "Line a is right: rows and columns in the new order.": "a",
            "Line b is right: row k of the band is the k-th diagonal below the main one.": "b",
            "Line c is right: the right-hand side is taken in the new order. And its answer?": "c",
        },
        wrong={"Choose one of": "e"}),
    "7": Property(
        test=folded, expected=[0, 11, 1, 10, 2, 9, 3, 8, 4, 7, 5, 6],
        done="A ring folded flat: a loop doubles the width, no more.",
        wrong={"11 places apart": list(range(12)), "each of the numbers": list(range(11)),
               "[0] is amiss": list(range(1, 13)),
               "folded flat": [0, 6, 1, 7, 2, 8, 3, 9, 4, 10, 5, 11], "cannot be used": 12}),
}
