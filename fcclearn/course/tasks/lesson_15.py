"""Tasks of lesson 15: what size costs."""

import numpy as np

from fcclearn.course.task import Choice, Function, Property, Value, Words

G = 9.81
BODIES = 12                                            # of the ring in task 7


def size_of(windows=9, own=9, rigid=3, hinge=5):
    """Coordinates, equations, rank and redundant equations of the row in space with reduced bodies."""
    bodies = 2 * windows + 1
    hinges = 3 * windows + 1
    coordinates = own * bodies
    equations = rigid * bodies + hinge * hinges
    rank = coordinates - 1
    return [coordinates, equations, rank, equations - rank]


def rate_of(windows=7, crank=1.1, coupler=3.2, length=0.8, gravity=G):
    """lambda of the one equation, for cranks and couplers of their own masses [kg, m, m/s2 -> 1/s2]."""
    turning = (windows + 1) * crank / 3 + windows * coupler
    falling = (windows + 1) * crank / 2 + windows * coupler
    return falling * gravity / (turning * length)


def rate_with(turning, falling, length=0.8):
    """The same with parts of one's own [kg, m -> 1/s2]."""
    return falling * G / (turning * length)


def reaches(K, order):
    """How many places each row of K reaches back in an order."""
    P = np.asarray(K)[np.ix_(order, order)]
    return np.array([max(k - np.flatnonzero(P[k])[0], 0) for k in range(len(P))])


def skyline(K, order):
    """Operations of a factorisation that keeps the skyline of K."""
    r = reaches(K, order)
    return float(np.sum(r**2))


def of_rows(K, order, count):
    """Sum of the squares of what a function counts in each row of the matrix in its new order."""
    P = np.asarray(K)[np.ix_(order, order)]
    return float(sum(count(P[k], k) ** 2 for k in range(len(P))))


def net_width(side=20, own=12):
    """Half width of a net of side x side bodies: the last coordinate of a body below, seen from the first."""
    below = own * side
    return below + own - 1


def freedoms_with_weld(windows=7, welded=1):
    """Freedoms of the row with one crank welded, upright and flat."""
    cranks = windows + 1
    upright = 1 - welded
    flat = cranks - welded
    return [upright, flat]


def net_growth(small=20, large=40, own=12):
    """How the operations n w^2 of a net grow."""
    width_small = own * small + own - 1
    width_large = own * large + own - 1
    n_small, n_large = own * small**2, own * large**2
    return n_large * width_large**2 / (n_small * width_small**2)


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


def sample(n, links, seed):
    """A symmetric pattern with a diagonal and some links, and an order that is not its own inverse."""
    K = np.eye(n)
    for i, j in links:
        K[i, j] = K[j, i] = 0.5 * (-1) ** (i + j)      # numbers of both signs
    return K, np.random.default_rng(seed).permutation(n)


SAMPLES = [sample(7, [(0, 1), (1, 4), (2, 6), (3, 4), (5, 6), (0, 6)], 15),
           sample(9, [(0, 3), (3, 5), (1, 2), (2, 8), (7, 8), (4, 6), (6, 0)], 16)]
TASKS = {
    "1": Value(
        reference=size_of, done="Three redundant equations for each window, whatever the bodies are.",
        hint="19 bodies and 28 hinges; one freedom is left.",
        mistakes={
            "These are full bodies; reduced ones have 9 coordinates and 3 equations.": dict(own=12, rigid=6),
            "These are planar bodies.": dict(own=4, rigid=1, hinge=2),
            "These are planar full bodies.": dict(own=6, rigid=3, hinge=2),
            "N windows have 2 N + 1 bodies: N + 1 cranks and N couplers.": [162, 194, 161, 33],
            "N windows have 3 N + 1 hinges: N + 1 on the ground and two for each coupler.":
                [171, 192, 170, 22],
            "One freedom is left, so the rank is one less than the number of coordinates.":
                [171, 197, 171, 26],
            "The rank is the number of equations that count; it cannot exceed the number of coordinates.":
                [171, 197, 197, 0],
            "The equations of the bodies are missing.": [171, 140, 140, 0],
            "The rank is right; the redundant equations are those beyond it.": [171, 197, 170, 0],
            "With one freedom the rank is n - 1, so one more equation is redundant.": [171, 197, 170, 26],
            "Look at the rank: one freedom is left.": [171, 197, 171, 27],
            "A reduced body has 3 equations of its own, not 6.": dict(rigid=6),
            "A hinge has 5 equations in space.": dict(hinge=6),
        },
        wrong={"shape": 27}),
    "2": Value(
        reference=rate_of, others=[dict(crank=1.0), dict(coupler=3.0), dict(length=1.0)],
        done="Heavy couplers make it a little more like a point mass, g0 / L.",
        hint="Eight cranks turn about their ends, seven couplers shift; the cranks fall with their middles.",
        mistakes={
            "The cranks turn about their ends: m L^2 / 3, not m L^2 / 12.":
                lambda windows, crank, coupler: (
                    rate_with(8 * crank / 12 + 7 * coupler, 4 * crank + 7 * coupler)),
            "The formula of the lesson is for equal masses.": lambda length: rate_of(crank=1.0, coupler=1.0),
            "There are seven windows, with eight cranks and seven couplers.": dict(windows=8),
            "Six couplers are those of six windows; there are seven.": dict(windows=6),
            "The masses of cranks and couplers are exchanged.":
                lambda crank, coupler: rate_of(crank=coupler, coupler=crank),
            "The couplers are missing in the kinetic energy.":
                lambda crank, coupler: rate_with(8 * crank / 3, 4 * crank + 7 * coupler),
            "The couplers are missing in the potential energy: they fall with the tips.":
                lambda crank, coupler: rate_with(8 * crank / 3 + 7 * coupler, 4 * crank),
            "The couplers are missing.": dict(coupler=0.0),
            "The couplers do not turn; they only shift.":
                lambda crank, coupler: (
                    rate_with(8 * crank / 3 + 7 * coupler * 4 / 3, 4 * crank + 7 * coupler)),
            "The couplers do not turn at all; they only shift.":
                lambda crank, coupler: (
                    rate_with(8 * crank / 3 + 7 * coupler * 13 / 12, 4 * crank + 7 * coupler)),
            "The couplers shift with the tips, all of their mass; this has them turning about their ends.":
                lambda crank, coupler: rate_with(8 * crank / 3 + 7 * coupler / 3, 4 * crank + 7 * coupler),
            "The cranks fall with their middles, half as far as the tips.":
                lambda crank, coupler: rate_with(8 * crank / 3 + 7 * coupler, 8 * crank + 7 * coupler),
            "The couplers fall as far as the tips, not half as far.":
                lambda crank, coupler: rate_with(8 * crank / 3 + 7 * coupler, 4 * crank + 3.5 * coupler),
            "Cranks and couplers are not equally many: N + 1 cranks, N couplers.":
                lambda crank, coupler: rate_with(7 * crank / 3 + 7 * coupler, 3.5 * crank + 7 * coupler),
            "This is the lesson's row: links of 1 m, and equal masses.":
                lambda: rate_of(crank=1.0, coupler=1.0, length=1.0),
            "The length is on the wrong side: the unit is that of g0 / L.":
                lambda length: rate_of() * length**2,
        },
        wrong={"half": lambda: rate_of() / 2}),
    "3": Function(
        reference=skyline, samples=SAMPLES, done="One long row does not make all rows long.",
        hint="P = K[np.ix_(order, order)]; row k reaches back to the first place where P[k] is not zero.",
        mistakes={
            "order[k] is the coordinate that becomes the k-th; this takes it for where coordinate k goes.":
                lambda K, order: skyline(K, np.argsort(order)),
            "This is a band: every row as long as the longest.":
                lambda K, order: float(len(order) * reaches(K, order).max() ** 2),
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
            "Only the rows stand in the new order; the columns have to as well.":
                lambda K, order: float(sum(max(k - np.flatnonzero(row)[0], 0) ** 2
                                           for k, row in enumerate(np.asarray(K)[order]))),
            "This looks for numbers larger than zero; negative ones count too.":
                lambda K, order: skyline(np.asarray(K) > 0, order),
            "A row reaches back to its first number that is not zero, not to the last one before the "
            "diagonal.":
                lambda K, order: of_rows(
                    K, order, lambda row, k: k - max(np.flatnonzero(row[:k]), default=k)),
            "This is the longer of both sides of each row; what lies before the diagonal counts.":
                lambda K, order: of_rows(K, order, lambda row, k: np.abs(np.flatnonzero(row) - k).max()),
            "This is how far the rows reach forward, to their last number; what lies before the diagonal "
            "counts.":
                lambda K, order: of_rows(K, order, lambda row, k: np.flatnonzero(row)[-1] - k),
            "This counts the numbers that are not zero; a skyline keeps the zeros in between too.":
                lambda K, order: of_rows(K, order, lambda row, k: np.count_nonzero(row[:k])),
            "This is from the first to the last number of each row; what lies behind the diagonal is not "
            "kept.":
                lambda K, order: of_rows(K, order, lambda row, k: np.ptp(np.flatnonzero(row))),
        },
        wrong={"returns nothing": lambda K, order: None}),
    "4a": Value(
        reference=net_width, done="From the first coordinate of a body to the last of the one below it.",
        hint="A body and the one below it are 20 bodies apart.",
        mistakes={
            "This is the distance of equal coordinates; the first of one body and the last of the other are "
            "further apart.": 240,
            "Near: the last coordinate of a body is 11 places after its first, and the half width is a "
            "distance.": 252,
            "This is a chain: in a net a body is joined to the one below it, a whole row of bodies later.":
                23,
            "This counts bodies; each has 12 coordinates.": 20,
            "This is the full width, both sides and the diagonal.": 503,
            "This is the whole matrix.": 4799,
        },
        wrong={"too large": 4800}),
    "4b": Value(
        reference=net_growth, rtol=1e-3,
        done="Nearly sixteen: four times the coordinates, twice the width, squared.",
        hint="n grows by 4, and w from 251 to 491.",
        mistakes={
            "The width grows from 12 * 20 + 11 to 12 * 40 + 11, a little less than twice.": 16.0,
            "The width grows too.": 4.0,
            "The width enters squared.": 4 * 491 / 251,
            "n is the number of coordinates of k^2 bodies: it grows by 4, not by 2.": 2 * (491 / 251) ** 2,
            "This is the growth of w^2 alone; n grows too.": (491 / 251) ** 2,
            "This is the growth of a dense solve, n^3.": 64.0,
            "This is upside down.": lambda: 1 / net_growth(),
        },
        wrong={"Not right yet": 8.7}),
    "5": Value(
        reference=freedoms_with_weld, done="Eight cranks, one of them held.",
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
               "[0] is amiss": list(range(1, 13)), "folded flat": [0, 6, 1, 7, 2, 8, 3, 9, 4, 10, 5, 11],
               "cannot be used": 12}),
    "8": Words(mentions=[
        "numbers of coordinates and of operations, not opinions",
        "the border, where n^3 / 3 and n w^2 (or some 60 coordinates) meet",
        "that building M and Phi_q may cost more than solving, above all with reduced bodies in space",
        "that it is measured in the end"]),
}
