"""Tasks of lesson 25: before the project."""

from functools import cache

import numpy as np

from fcclearn.course.task import Choice, Property, Value, Words
from fcclearn.examples.peaucellier import BARS, Lengths, places

OWN = Lengths(0.6, 0.25, 0.3)
WEIGHTS = {-2: 1, -1: -8, 1: 8, 2: -1}
SHORT = ("question", "mobility", "roads", "planted", "limit", "figures", "claims", "not tested")
POINTS, LOSSES = 11, {"roads", "planted"}
PEAK = 7.453087
SLIPS = {
    3.013745: "The weight is missing.",
    23.869731: "Every bar has 1 kg here; they have 1 kg per metre.",
    2.895536: "This is the torque at t = 0.1 s; the largest of the period is asked for.",
    1.425597: "This is the smallest torque.",
    4.587916: "This is the mean; the largest size is asked for.",
    5.050639: "This is the root mean square; the largest size is asked for.",
}


@cache
def one_angle(phi):
    """I(phi) and U(phi) of the linkage of the exercise, from the ends of its bars."""
    at, I, U = places(phi + 1e-30j, OWN), 0.0, 0.0
    for first, last in BARS.values():
        P, Q = at[first], at[last]
        m, v, w = np.linalg.norm((Q - P).real), P.imag / 1e-30, Q.imag / 1e-30
        I += m / 3 * (v @ v + v @ w + w @ w)
        U += m * 9.81 * (P + Q).real[1] / 2
    return np.array([I, U])


@cache
def slopes(phi):
    """I' and U' by a difference of fourth order."""
    return sum(w * one_angle(phi + 1e-3 * k) for k, w in WEIGHTS.items()) / 12e-3


def torque(t=0.1):
    """Torque of the crank: I phi_dd + I' phi_d^2 / 2 + U'."""
    omega = 2 * np.pi
    phi = 0.6 * np.sin(omega * t)
    phi_d = 0.6 * omega * np.cos(omega * t)
    phi_dd = -0.6 * omega**2 * np.sin(omega * t)
    inertia = one_angle(phi)[0]
    I_slope, U_slope = slopes(phi)
    return inertia * phi_dd + I_slope * phi_d**2 / 2 + U_slope


def line(a=0.6, b=0.25, c=0.3):
    """Place of the straight line, m."""
    power = a**2 - b**2
    return power / (2 * c)


def flat(a=0.6, b=0.25, c=0.3):
    """Largest crank angle in degrees: OB = a - b."""
    shortest = a - b
    half = np.arccos(shortest / (2 * c))
    return np.degrees(2 * half)


def without_crank(answer):
    """What is wrong with [coordinates, rank, freedoms] of the linkage without its crank."""
    if np.shape(answer) != (3,):
        return "A list of three is expected: coordinates, rank, freedoms."
    answer = [int(x) for x in answer]
    known = {
        (42, 41, 1): "This is the linkage with its crank.",
        (36, 26, 10): "Three bars at a pin are two joints, and two bars on the ground as well.",
        (36, 28, 8): "Three bars at a pin are two joints.",
        (18, 16, 2): "A bar has six coordinates here: a point and two unit vectors.",
        (36, 16, 20): "Each bar has three rigid-body rows besides its joints.",
    }
    if answer == [36, 34, 2]:
        return ""
    if tuple(answer) in known:
        return known[tuple(answer)]
    if answer[0] != 36:
        return "Six bars are left, each with six coordinates."
    if answer[0] - answer[1] != answer[2]:
        return "Freedoms are coordinates minus rank."
    return "Joints without the crank: O two, A two, E two, B one, D one."


def two_numbers(answer):
    """What is wrong with [peak torque, largest difference of the two roads]."""
    if np.shape(answer) != (2,):
        return "A list of two is expected: the largest torque, and the largest difference of the roads."
    peak, off = (float(x) for x in answer)
    if abs(peak - 4.749298) < 1e-3:
        return "This is the torque of the lesson's lengths."
    for slip, words in SLIPS.items():
        if abs(peak - slip) < 1e-2:
            return words
    if not np.isfinite(off):
        return "The difference is no number: look at the shapes of the two histories."
    if abs(peak + PEAK) < 1e-2 or abs(peak - 4.7415) < 1e-2:
        return "The largest size of the torque over the whole period is asked for."
    if abs(peak - PEAK) > 2e-3 * PEAK:
        return "The largest torque of a whole period is another. Enough instants, the right lengths?"
    if off == 0:
        return "A difference of exactly zero: the two roads share a function, or are one road."
    if off < 0:
        return "A largest difference is a size; it is not negative."
    return (
        "" if off < 1e-6 else f"The roads differ by {off:.1g} N m: one of them is wrong. Try each term alone."
    )


def short(name):
    """The short name of a part of the rubric: "a planted error that each test sees" is "planted"."""
    return next((part for part in SHORT if part in name), name)


def referee(answer):
    """What is wrong with a mark and its two largest losses."""
    if not isinstance(answer, (list, tuple)) or len(answer) != 3 or not isinstance(answer[0], (int, float)):
        return "A list of three is expected: points, and the names of the two parts that lose most."
    points, named = answer[0], {short(str(x).strip().lower()) for x in answer[1:]}
    if not named <= set(SHORT):
        return f"Name parts of the rubric: {', '.join(SHORT)}."
    if "mobility" in named:
        return "Mobility is counted, ranked and explained in this report."
    if named != LOSSES:
        missing = sorted(LOSSES - named)[0]
        return {
            "roads": "Two tolerances of one program: how many roads are that?",
            "planted": "Which error did the authors make on purpose, to see whether a test finds it?",
        }[missing]
    if abs(points - POINTS) > 2:
        return f"{points} points are too {'many' if points > POINTS else 'few'}: add up what each part shows."
    return ""


TASKS = {
    "1": Property(
        test=without_crank,
        expected=[36, 34, 2],
        done="The crank takes one: B may go anywhere.",
        wrong={
            "with its crank": [42, 41, 1],
            "are two joints.": [36, 28, 8],
            "six coordinates here": [18, 16, 2],
            "list of three": [36, 34],
            "Joints without": [36, 33, 3],
            "coordinates minus rank": [36, 34, 1],
            "Six bars": [30, 28, 2],
        },
    ),
    "2": Value(
        reference=line,
        others=[dict(a=0.5, b=0.2, c=0.2)],
        done="From the geometry alone.",
        hint="OB OD = a^2 - b^2, and B runs on a circle through O with the diameter 2c.",
        mistakes={
            "The diameter of the circle is 2c.": lambda a, b, c: (a**2 - b**2) / c,
            "O, B, D lie on the diagonal of a rhombus: a^2 minus b^2.": lambda a, b, c: (
                (a**2 + b**2) / (2 * c)
            ),
            "This is OB in the flat position.": lambda a, b: a - b,
            "The line cuts the axis at phi = 0; this is the distance OD, or OB, of another crank angle.": (
                lambda a, b, c: (a**2 - b**2) / (2 * c) / np.cos(0.3)
            ),
            "This is D's greatest distance from O.": lambda a, b: a + b,
            "This is the side of a square of OB OD; divide OB OD by the diameter.": lambda a, b: (
                np.sqrt(a**2 - b**2)
            ),
            "B runs on a circle of the radius c, not b.": lambda a, b: (a**2 - b**2) / (2 * b),
            "a^2 - b^2 is not (a - b)^2.": lambda a, b, c: (a - b) ** 2 / (2 * c),
            "The rhombus has the side b; c is the crank.": lambda a, b, c: (a**2 - c**2) / (2 * b),
            "This is the middle of the rhombus: half of OB + OD.": lambda a, b, c: (
                c + (a**2 - b**2) / (4 * c)
            ),
            "The squares are missing.": lambda a, b, c: (a - b) / (2 * c),
        },
    ),
    "3": Value(
        reference=flat,
        others=[dict(a=0.5, b=0.2, c=0.2)],
        done="There A, E and the diagonal meet.",
        hint="OB = 2c cos(phi/2) becomes a - b.",
        mistakes={
            "This is half of the crank angle: OB is 2c cos(phi/2).": lambda right: right / 2,
            "This is in rad.": lambda right: np.radians(right),
            "This is the angle where OB is c.": lambda: 120.0,
            "The lesson's linkage is flat there; this one has other lengths.": 82.819,
            "This is where OB is b; in the flat position it is a - b.": lambda b, c: (
                2 * np.degrees(np.arccos(b / (2 * c)))
            ),
            "This is how far the drive turns; the linkage could go further.": np.degrees(0.6),
            "OB is 2c cos(phi/2): the angle is an arccosine, not an arctangent.": lambda a, b, c: (
                2 * np.degrees(np.arctan((a - b) / (2 * c)))
            ),
            "OB is a - b there; the root of a^2 - b^2 is where OB = OD.": lambda a, b, c: (
                2 * np.degrees(np.arccos(np.sqrt(a**2 - b**2) / (2 * c)))
            ),
        },
        wrong={"1000": lambda: flat() / 1000, "sign": lambda: -flat()},
    ),
    "4": Value(
        reference=torque,
        others=[dict(t=0.0)],
        rtol=1e-6,
        done="Two roads, one number.",
        hint="The effort of the drive, or I phi_dd + I' phi_d^2 / 2 + U'.",
        mistakes={
            "I' is missing: the moment of inertia changes with the angle.": 2.8779636,
            "I' stands without its half.": lambda right: 2 * right - 2.8779636,
            "The weight is missing.": lambda right: right - slopes(0.6 * np.sin(0.2 * np.pi))[1],
            "I phi_dd is missing.": lambda right: (
                right
                - one_angle(0.6 * np.sin(0.2 * np.pi))[0] * -0.6 * (2 * np.pi) ** 2 * np.sin(0.2 * np.pi)
            ),
            "These are the lengths of the lesson.": 2.1601795,
            "Every bar has 1 kg here; they have 1 kg per metre.": 8.8690261,
            "g is 10 here; take 9.81.": 2.9852335,
            "g is 9.8 here; take 9.81.": 2.8908155,
            "The amplitude was taken for 0.6 degrees; it is 0.6 rad.": 4.7110269,
            "The largest torque is not asked for here.": PEAK,
        },
        wrong={"sign": lambda: -torque()},
    ),
    "5": Property(
        test=two_numbers,
        expected=[PEAK, 3e-12],
        done="They agree, and not by being the same.",
        wrong={
            "exactly zero": [PEAK, 0.0],
            "whole period": [4.7415, 1e-11],
            "lesson's": [4.749298, 1e-11],
            "one of them is wrong": [PEAK, 0.05],
            "no number": [PEAK, np.nan],
            "weight": [3.013745, 1e-11],
            "list of two": 7.45,
        },
    ),
    "6": Choice(
        expected="D",
        options=("O", "B", "D", "difference"),
        done="It is the model's own place of D, twice.",
        mistakes={
            "O is the origin in both; the roads may share data.": "O",
            "B by the crank angle is geometry, and no function of the model.": "B",
            "The largest difference over the period is what it should be. Of what?": "difference",
        },
        wrong={"Choose one of": "spread"},
    ),
    "7": Property(
        test=referee,
        expected=[11, "roads", "planted"],
        done="Nothing is wrong in it, and little is shown.",
        wrong={
            "too many": [18, "roads", "planted"],
            "too few": [5, "planted", "roads"],
            "Mobility is counted": [10, "roads", "mobility"],
            "how many roads": [10, "planted", "limit"],
            "on purpose": [10, "roads", "limit"],
            "list of three": 10,
            "Name parts": [10, "energy", "roads"],
            "18 points are too many": [18, "two roads", "a planted error that each test sees"],
        },
    ),
    "8": Words(
        mentions=[
            "which data both roads share",
            "which idealisation is in both: play, friction, rigid bars",
            "the range of poses, speeds or loads that was covered",
        ]
    ),
}
