"""Tasks of lesson 04: planar dynamics."""

import numpy as np

from fcclearn.course.task import Choice, Function, Value
from fcclearn.formulation.algebra import Q
from fcclearn.formulation.coordinates import C_point
from fcclearn.formulation.inertia import composite, point_mass, rod

G = 9.81
HAMMER = composite(rod(2.0, 1.0).moved([0.5, 0, 0]), point_mass(1.0, [1.0, 0, 0])).P[:3, :3]


def hammer(a, b, J):
    """P with the entries m c1, the same again, and J11."""
    return np.array([[3.0, a, 0], [b, J, 0], [0, 0, 0]])


def mass_of_points(masses, places):
    """Mass matrix of a body of point masses."""
    return sum(m * C_point(c).T @ C_point(c) for m, c in zip(masses, places))


def weight(m, com):
    """Generalised force of the weight of a full planar body."""
    return C_point(com).T @ [0.0, -m * G]


def gamma(qd):
    """gamma of the three rigid-body rows."""
    ud, vd = qd[2:4], qd[4:6]
    return np.array([-2 * ud @ ud, -2 * vd @ vd, -2 * ud @ vd])


def angular_acceleration(mass_moment, J):
    """Of a body that is let go horizontally, its pin at the reference point."""
    return -mass_moment * G / J


RELEASE = angular_acceleration(2.0, HAMMER[1, 1])
POINTS = ([2.0, 0.5, 1.5], [[0.3, -0.2], [1.1, 0.4], [-0.6, 0.9]])
RATES = np.array([0.2, -0.3, 1.2, 0.7, -0.4, 1.1])
DRIFT = 4e-3 / 8                                        # m/s
LARGEST = DRIFT / (4 * np.e)                            # m

TASKS = {
    "1": Value(
        expected=HAMMER, done="Mass, first moment, second moment: three numbers are the whole hammer.",
        hint="P is a sum: the handle's matrix plus that of the head, both about the end of the handle.",
        mistakes={
            "The head is missing: P adds up all the mass, the point mass too.": np.array([[2.0, 1, 0], [1, 2 / 3, 0], [0, 0, 0]]),
            "J11 counts about the middle of the handle; P belongs to the reference point (Steiner).": hammer(2, 2, 2 / 12 + 1),
            "Beside m stand the first moments, mass times place of the centre of mass; you have its place alone.": hammer(2 / 3, 2 / 3, 5 / 3),
            "J22 is not zero here: but nothing of this hammer lies beside u.": np.array([[3.0, 2, 0], [2, 5 / 3, 0], [0, 0, 5 / 3]]),
        },
        wrong={"head is missing": np.array([[2.0, 1, 0], [1, 2 / 3, 0], [0, 0, 0]]), "Steiner": hammer(2, 2, 2 / 12 + 1),
               "place alone": hammer(2 / 3, 2 / 3, 5 / 3), "shape": np.kron(HAMMER, np.eye(2)), "1000 times too large": 1000 * HAMMER}),
    "2": Function(
        expected=mass_of_points, samples=[POINTS, ([1.0, 4.0], [[0.5, 0.2], [-0.3, 0.8]])],
        done="The integral of C' C, for mass in points.",
        hint="Each point adds m C' C, with C the 2 x 6 matrix of lesson 01.",
        mistakes={
            "The masses are missing: every C' C counts with its m.": lambda m, c: mass_of_points(np.ones(len(m)), c),
            "This is P, 3 x 3; the mass matrix is P with every entry times I, 6 x 6.":
                lambda m, c: sum(a * np.outer([1, *x], [1, *x]) for a, x in zip(m, c)),
            "The Kronecker product is the wrong way round: it is P times I in blocks of 2 x 2, since q lists x and y of r first.":
                lambda m, c: np.kron(np.eye(2), sum(a * np.outer([1, *x], [1, *x]) for a, x in zip(m, c))),
            "This is C C', 2 x 2; the transposed matrix comes first.": lambda m, c: sum(a * C_point(x) @ C_point(x).T for a, x in zip(m, c)),
            "One half belongs to the kinetic energy, not to the mass matrix.": lambda m, c: mass_of_points(m, c) / 2,
        },
        wrong={"masses are missing": lambda m, c: mass_of_points(np.ones(len(m)), c), "wrong way round":
               lambda m, c: np.kron(np.eye(2), sum(a * np.outer([1, *x], [1, *x]) for a, x in zip(m, c))),
               "the transposed matrix comes first": lambda m, c: sum(a * C_point(x) @ C_point(x).T for a, x in zip(m, c)),
               "One half": lambda m, c: mass_of_points(m, c) / 2, "returns nothing": lambda m, c: None}),
    "3": Function(
        expected=weight, samples=[(3.0, [0.2, -0.1]), (1.2, [-0.4, 0.7])],
        done="The weight acts at the centre of mass, and acts on u and v too.",
        hint="g = C' f with the matrix of the centre of mass and f = (0, -m g0).",
        mistakes={
            "This weight acts at the reference point; it acts at the centre of mass.": lambda m, com: weight(m, [0, 0]),
            "The weight points up: f = (0, -m g0).": lambda m, com: -weight(m, com),
            "This is with g0 = 1: a force is needed, not a mass.": lambda m, com: weight(m, com) / G,
            "x and y are exchanged: the weight acts along y.": lambda m, com: C_point(com).T @ [-m * G, 0.0],
            "The reduced body has four entries; the full body six.": lambda m, com: np.r_[weight(m, com)[:2], C_point(com)[:, 2:4].T @ [0, -m * G]],
        },
        wrong={"acts at the reference point": lambda m, com: weight(m, [0, 0]), "points up": lambda m, com: -weight(m, com),
               "not a mass": lambda m, com: weight(m, com) / G, "exchanged": lambda m, com: C_point(com).T @ [-m * G, 0.0],
               "shape": lambda m, com: np.array([0.0, -m * G])}),
    "4": Function(
        expected=gamma, samples=[(RATES,), (np.array([1.0, 0.5, -0.6, 0.9, 0.8, 0.2]),)],
        done="Only squares of velocities: gamma is what a curved path needs.",
        hint="Differentiate u . u - 1 = 0 twice, and move everything without an acceleration to the right.",
        mistakes={
            "The sign is wrong throughout: these terms have moved to the other side of the equation.": lambda qd: -gamma(qd),
            "A factor 2 is missing: the second derivative of u . u is 2 u . udd + 2 ud . ud.": lambda qd: gamma(qd) / 2,
            "The last row also needs its 2: ud . vd appears twice when u . v is differentiated twice.": lambda qd: gamma(qd) * [1, 1, 0.5],
            "These are the rates of r and u; u and v are wanted.": lambda qd: np.array([-2 * qd[:2] @ qd[:2], -2 * qd[2:4] @ qd[2:4], -2 * qd[:2] @ qd[2:4]]),
        },
        wrong={"other side": lambda qd: -gamma(qd), "factor 2": lambda qd: gamma(qd) / 2, "last row": lambda qd: gamma(qd) * [1, 1, 0.5],
               "order": lambda qd: gamma(qd)[[0, 2, 1]], "shape": lambda qd: np.r_[gamma(qd), 0, 0]}),
    "5": Value(
        expected=RELEASE, rtol=1e-6, done="Newton's law gives it in one line: the moment of the weight over J11 about the pin.",
        hint="Solve Eq. (9) with 5 rows; udd is perpendicular to u, its component along Q u is the angular acceleration.",
        mistakes={
            "The hammer falls clockwise: with u to the right the angular acceleration is negative.": -RELEASE,
            "This is the angular acceleration of a plain rod: the head is missing.": angular_acceleration(1.0, 2 / 3),
            "Steiner is missing: J11 belongs to the pin.": angular_acceleration(2.0, 2 / 12 + 1),
            "Nothing turns: the weight acts at the centre of mass, not at the reference point.": 0.0,
            "This is the acceleration of the end, or the angular acceleration of a point mass at the end: g0 / L.": -G,
        },
        wrong={"clockwise": -RELEASE, "plain rod": angular_acceleration(1.0, 2 / 3), "Steiner": angular_acceleration(2.0, 2 / 12 + 1),
               "Nothing turns": 0.0, "in degrees": np.degrees(RELEASE), "shape": RELEASE * (Q @ [1.0, 0.0])}),
    "6": Value(
        expected=DRIFT, rtol=1e-3, done="The violation grows with the velocity error, for ever.",
        hint="Eq. (9) holds only the second derivative at zero; integrate it twice.",
        mistakes={
            "This is in mm/s; m/s are asked for.": 1e3 * DRIFT,
            "This would be an acceleration at work: the growth is linear, not quadratic.": 2 * 4e-3 / 64,
            "Multiplied instead of divided: a distance over a time is a velocity.": 4e-3 * 8,
            "This is the distance itself.": 4e-3,
        },
        wrong={"mm/s": 0.5, "not quadratic": 2 * 4e-3 / 64, "Multiplied": 4e-3 * 8, "distance itself": 4e-3, "twice too large": 1e-3}),
    "7": Value(
        expected=LARGEST, rtol=1e-2, done="Its place is t = 1 / alpha; after a few of these times nothing is left.",
        hint="With alpha = beta the violation is (velocity error) t exp(-alpha t). Where is it largest?",
        mistakes={
            "exp(-1) is missing: at t = 1 / alpha the error has been damped already.": DRIFT / 4,
            "The factor 1 / alpha is missing: the velocity error times exp(-1) is still a velocity. At which time is the violation largest?": DRIFT / np.e,
            "This is the time at which it is largest, not how large it is.": 0.25,
            "This is in mm; metres are asked for.": 1e3 * LARGEST,
        },
        wrong={"exp(-1)": DRIFT / 4, "still a velocity": DRIFT / np.e, "is the time": 0.25, "in mm": 1e3 * LARGEST, "half": LARGEST / 2}),
    "8": Choice(
        expected="gamma", options=("mass matrix", "weight", "Jacobian", "gamma"),
        done="The first row needs its 2. At rest gamma is zero, so the release could not show it.",
        mistakes={
            "The mass matrix is right: at the release the accelerations agree, and M does not change with speed.": "mass matrix",
            "The weight is right: it acts at the centre of mass, and at the release the accelerations agree.": "weight",
            "The Jacobian is right: compare it with differences of phi over a small step.": "Jacobian",
        },
        wrong={"mass matrix is right": "mass matrix", "weight is right": "weight", "Jacobian is right": "Jacobian", "Choose one of": "phi"}),
}
