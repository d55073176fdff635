"""Tasks of lesson 09: prescribed motion."""

from functools import cache

import numpy as np

from fcclearn.course.task import Choice, Function, Property, Value, Words
from fcclearn.examples.recorded_angle import DURATION, NOISE, REST, SWING, record
from fcclearn.formulation.motion import Motion

# A gate that is driven by its cosine


def effort(lam=7.3, theta=130.0):
    """Torque of a drive by the cosine relation AR; angle in degrees."""
    slope = np.sin(np.radians(theta))
    return lam * slope


# A point on a plane that moves


def deck_nu(q, c, n, d):
    """nu of n . (r - d); n and d are three rows, value, rate and acceleration."""
    r = np.kron([1.0, *c], np.eye(3)) @ q
    turning = n[1] @ (r - d[0])
    heaving = n[0] @ d[1]
    return heaving - turning


def deck_gamma(q, qd, c, n, d):
    """gamma of the same."""
    C = np.kron([1.0, *c], np.eye(3))
    r, rd = C @ q, C @ qd
    mixed = 2 * n[1] @ (rd - d[1])
    bending = n[2] @ (r - d[0])
    heaving = n[0] @ d[2]
    return heaving - mixed - bending


def other_gamma(q, qd, c, n, d, mixed=1.0, carried=1.0, moving=1.0, heaving=1.0):
    """The same with some of its terms weighted otherwise."""
    C = np.kron([1.0, *c], np.eye(3))
    r, rd = C @ q, C @ qd
    return (heaving * n[0] @ d[2] - mixed * 2 * n[1] @ (rd - carried * d[1])
            - moving * n[2] @ (r - carried * d[0]))


RNG = np.random.default_rng(9)
DECKS = [(*RNG.normal(size=(2, 12)).round(2), RNG.normal(size=3).round(1),
          *RNG.normal(size=(2, 3, 3)).round(2)) for _ in range(2)]


# From rest to rest


def law(t, turns=2.5, T=1.6):
    """Angle, rate and acceleration of some turns in the time T."""
    p, A = t / T, 2 * np.pi * turns
    angle = A * (10 * p**3 - 15 * p**4 + 6 * p**5)
    rate = A * (30 * p**2 - 60 * p**3 + 30 * p**4) / T
    acceleration = A * (60 * p - 180 * p**2 + 120 * p**3) / T**2
    return [angle, rate, acceleration]


# The needle bar


def needle(theta=70.0, speed=6.0, r=0.09, d=0.14, l=0.35):                        # noqa: E741
    """Acceleration of the bar for a steady crank; angle in degrees."""
    a = np.radians(theta)
    z = np.sqrt(l**2 - r**2 - d**2 + 2 * r * d * np.cos(a))
    slope = -r * d * np.sin(a) / z
    second = -(r * d * np.cos(a) + slope**2) / z
    return second * speed**2


def needle_slope(theta=70.0, r=0.09, d=0.14, l=0.35):                             # noqa: E741
    """Slope of the bar's height over the crank angle."""
    a = np.radians(theta)
    z = np.sqrt(l**2 - r**2 - d**2 + 2 * r * d * np.cos(a))
    return -r * d * np.sin(a) / z


# Who drives a slider-crank


def dead_centre(y=0.1, z=0.12):
    """Crank angle at which the slider stands still, from upright about x; centre of the crank at (y, z)."""
    near = -np.degrees(np.arctan(y / z))
    return near + 180.0


# A measured swing


def noise(answer):
    """What is wrong with a standard deviation of one reading."""
    t, angles = record()
    if not 0 < float(answer):
        return "A positive number is expected: the size of the noise, in rad."
    near = [(NOISE, ""), (1000 * NOISE, "This is in mrad; radians are asked for."),
            (np.degrees(NOISE), "This is in degrees; radians are asked for."),
            (NOISE**2, "This is the variance; its root is the standard deviation."),
            (np.ptp(angles[t < REST]), "This is the whole range of the readings at rest; the standard "
             "deviation is asked for."),
            (np.std(angles), "Over the whole record the swing itself is counted too: take the time in "
             "which nothing moves."),
            (np.sqrt(2) * NOISE, "The difference of two readings has two errors in it: divide by the root "
             "of 2.")]
    for value, sentence in near:
        if abs(float(answer) / value - 1) < 0.15:
            return sentence
    return "np.std of the readings of the first second, in which the true angle is 0."


def peak(A=SWING, T=DURATION):
    """Largest acceleration of A (10 p^3 - 15 p^4 + 6 p^5): its rate is zero at 6 p^2 - 6 p + 1 = 0."""
    p = (3 - np.sqrt(3)) / 6
    return A * (60 * p - 180 * p**2 + 120 * p**3) / T**2


@cache
def through():
    """Largest acceleration of the curve through the record, and by second differences."""
    t, angles = record()
    curve = Motion.samples(t, angles)
    inside = (t > REST) & (t < REST + DURATION)
    differences = np.diff(angles, 2) / (t[1] - t[0]) ** 2
    return max(curve.acceleration(s) for s in t[inside]), differences[inside[1:-1]].max()


def acceleration(answer):
    """What is wrong with the largest acceleration of the swing."""
    if np.ndim(answer):
        return "One number is expected: the largest of them."
    answer, (spline, differences) = float(answer), through()
    near = [(peak(), 0.03, ""),
            (-peak(), 0.05, "The sign: the largest is asked for, and it speeds up first."),
            (spline, 0.1, "This is the curve through the record: it makes 6 sigma/h^2 of the noise."),
            (differences, 0.1, "These are second differences of the record: the noise divided by h^2."),
            (15 / 8 * SWING / DURATION, 0.05, "This is the largest rate; the acceleration is asked for."),
            (np.degrees(peak()), 0.05, "This is in degrees; radians are asked for.")]
    return next((sentence for value, share, sentence in near if abs(answer / value - 1) < share),
                "Motion.smoothed(t, angles, noise) with the noise of 6a; its largest acceleration between 1 "
                "and 2.2 s.")


# An arm with two motors


def shoulder(m1=3.2, m2=2.3, L1=0.55, L2=0.38, g0=9.81):
    """Torque that holds two links stretched out horizontally."""
    upper = m1 * L1 / 2
    fore = m2 * (L1 + L2 / 2)
    return g0 * (upper + fore)


TASKS = {
    "1": Value(
        reference=effort,
        done="Effort is multiplier times slope; near 180 degrees the same torque needs a huge multiplier.",
        hint="Derive s1 . s2 - cos(theta) by theta: that is the slope. Effort = multiplier times slope.",
        mistakes={
            "This is the multiplier itself; its row has the slope sin(theta).": lambda lam: lam,
            "Divided by the sine: that leads from the torque to the multiplier, not back.":
                lambda lam, theta: lam / np.sin(np.radians(theta)),
            "The sign: -lambda is for rotated AR. The slope of - cos(theta) is + sin(theta).":
                lambda lam, theta: -lam * np.sin(np.radians(theta)),
            "This is -lambda, the effort of rotated AR; the gate has the cosine relation.": lambda lam: -lam,
        },
        wrong={"Sine and cosine": lambda lam, theta: lam * np.cos(np.radians(theta)),
               "rounded": 5.6}),
    "2a": Function(
        reference=deck_nu, samples=[(q, c, n, d) for q, _, c, n, d in DECKS],
        done="A deck that heels lifts what is far out: nd . (r - d) belongs to it.",
        hint="Phi_t holds what changes while q stands still: nd . (r - d) - n . dd. And nu = -Phi_t.",
        mistakes={
            "This is Phi_t; nu has the other sign.": lambda *given: -deck_nu(*given),
            "Only the heave of the deck is here; its normal turns too.":
                lambda q, c, n, d: n[0] @ d[1],
            "Only the turning of the deck is here; its point d moves too.":
                lambda q, c, n, d: -n[1] @ (np.kron([1.0, *c], np.eye(3)) @ q - d[0]),
            "The arm counts from the deck's point d, not from the origin.":
                lambda q, c, n, d: n[0] @ d[1] - n[1] @ (np.kron([1.0, *c], np.eye(3)) @ q),
            "P is a point: its C has a 1 in the first block.":
                lambda q, c, n, d: n[0] @ d[1] - n[1] @ (np.kron([0.0, *c], np.eye(3)) @ q - d[0]),
        },
        wrong={"returns nothing": lambda *given: None}),
    "2b": Function(
        reference=deck_gamma, samples=DECKS,
        done="All that d2/dt2 leaves beside n . C qdd, with a minus.",
        hint="d2/dt2 of n . (r - d) is ndd . (r - d) + 2 nd . (rd - dd) + n . (rdd - ddd).",
        mistakes={
            "The term with Phi_qt is missing, 2 nd . (rd - dd): Eq. (6) as printed.":
                lambda *given: other_gamma(*given, mixed=0.0),
            "The 2 is missing: the mixed term comes from both factors.":
                lambda *given: other_gamma(*given, mixed=0.5),
            "ndd . (r - d) is missing; it is zero on no deck that heels, unless r is d.":
                lambda *given: other_gamma(*given, moving=0.0),
            "The acceleration of the deck's point d is missing.":
                lambda *given: other_gamma(*given, heaving=0.0),
            "d is taken as fixed at the origin in the other terms: way and velocity count from the deck's "
            "point.":
                lambda *given: other_gamma(*given, carried=0.0),
            "The sign: what has no qdd goes to the right-hand side.": lambda *given: -deck_gamma(*given),
        },
        wrong={"returns nothing": lambda *given: None}),
    "3": Function(
        reference=law, samples=[(0.37,), (0.93,), (1.31,)],
        done="Three functions that belong together: each derivative brings a 1/T.",
        hint="p = t / T, so d/dt = (1/T) d/dp: once for the rate, twice for the acceleration.",
        mistakes={
            "The chain rule: d/dt is (1/T) d/dp, and here the 1/T is missing.":
                lambda t, turns, T: [law(t, turns, T)[k] * T**k for k in range(3)],
            "The acceleration needs 1/T twice.":
                lambda t, turns, T: [*law(t, turns, T)[:2], law(t, turns, T)[2] * T],
            "This is in turns; the angle is asked for in radians.":
                lambda t, turns, T: [x / (2 * np.pi) for x in law(t, turns, T)],
            "This is one turn; two and a half are asked for.": lambda t, turns, T: law(t, 1.0, T),
            "This is in degrees.": lambda t, turns, T: [np.degrees(x) for x in law(t, turns, T)],
            "This is a motion at a constant rate.":
                lambda t, turns, T: [2 * np.pi * turns * t / T, 2 * np.pi * turns / T, 0.0],
        },
        wrong={"returns nothing": lambda t: None}),
    "4": Value(
        reference=needle, others=[dict(r=0.1, d=0.15, l=0.4), dict(speed=1.0)],
        done="z z'' = -r d cos(theta) - z'^2, times the square of the speed.",
        hint="Differentiate z^2 = l^2 - r^2 - d^2 + 2 r d cos(theta) twice by theta; divide by z; times "
             "the square of the speed.",
        mistakes={
            "This is the velocity of the bar.":
                lambda theta, speed, r, d, l: needle_slope(theta, r, d, l) * speed,
            "The part of z'^2 is missing: (z z')' = z'^2 + z z''.":
                lambda theta, speed, r, d, l: (needle(theta, speed, r, d, l)
                                               + needle_slope(theta, r, d, l)**2 * speed**2
                                               / np.sqrt(l**2 - r**2 - d**2
                                                         + 2 * r * d * np.cos(np.radians(theta)))),
            "This is z'', for one radian per second; times the square of the speed.": dict(speed=1.0),
            "The speed enters as its square.":
                lambda theta, speed, r, d, l: needle(theta, 1.0, r, d, l) * speed,
            "This is the acceleration in the plane, with d = 0: the guide stands beside the axle.":
                lambda theta, speed, r, d, l: needle(theta, speed, r, 1e-12, l),
        },
        wrong={"sign": lambda *given: -needle(), "rounded": -0.63}),
    "5": Value(
        reference=dead_centre, rtol=8e-4,
        done="Where the slider stands still while the crank turns, it says nothing about the crank.",
        hint="kinematic_analysis over half a turn in steps of 0.1 degree; then the place of the smallest "
             "|velocity(\"slider\")|.",
        mistakes={
            "This angle lies on the other side: a turn about +x leads z to -y, so the centre's direction "
            "counts negative.":
                lambda y, z: np.degrees(np.arctan(y / z)) + 180.0,
            "This is the angle without its sign; which one lies between 0 and 180 degrees?":
                lambda y, z: np.degrees(np.arctan(y / z)),
            "The angle counts from the vertical; this counts from y.":
                lambda y, z: np.degrees(np.arctan(z / y)),
            "This is for a guide that meets the crank's axis; it passes beside it. Look where the slider "
            "stands still.": 180.0,
            "At 90 degrees the slider moves fast. Look where it stands still.": 90.0,
            "The other dead centre; the one between 0 and 180 degrees is asked for.":
                lambda y, z: -np.degrees(np.arctan(y / z)),
            "This is the index of the sample; its angle is asked for.": 1402,
        },
        wrong={"radians": lambda: np.radians(dead_centre())}),
    "6a": Property(
        test=noise, expected=NOISE,
        done="Known from a record at rest, within a tenth.",
        wrong={"mrad": 0.8, "degrees": float(np.degrees(NOISE)), "variance": NOISE**2,
               "whole record": 0.595, "positive": -0.0008,
               "first second": 0.02, "two readings": 0.00113,
               "whole range": 0.0043}),
    "6b": Property(
        test=acceleration, reference=peak,
        done="A curve that may pass the samples at the distance of the noise.",
        wrong={"through the record": 521.0, "largest rate": 2.03, "degrees": 298.0, "sign": -5.2,
               "number": [5.2, 5.1], "Motion.smoothed": 6.1, "second differences": 190.0}),
    "7a": Value(
        reference=shoulder, rtol=2e-4,
        done="The model gives 21.04 N m: the elbow's 4.29 are missing.",
        hint="Both weights about the shoulder, the arms stretched out: where are the centres of mass?",
        mistakes={
            "This is what the model gives; a sum of weights times arms is asked for.":
                lambda m1, m2, L1, L2, g0: g0 * (m1 * L1 / 2 + m2 * L1),
            "The forearm's centre of mass is half its length beyond the elbow, not at its end.":
                lambda m1, m2, L1, L2, g0: g0 * (m1 * L1 / 2 + m2 * (L1 + L2)),
            "The upper arm's weight acts at its middle.":
                lambda m1, m2, L1, L2, g0: g0 * (m1 * L1 + m2 * (L1 + L2 / 2)),
            "This is the upper arm alone; the forearm hangs on it.":
                lambda m1, L1, g0: g0 * m1 * L1 / 2,
            "The two arms together have their centre of mass elsewhere than half-way: they differ in mass.":
                lambda m1, m2, L1, L2, g0: g0 * (m1 + m2) * (L1 + L2) / 2,
            "This is the elbow's torque.": lambda m2, L2, g0: g0 * m2 * L2 / 2,
            "The forearm's arm counts from the shoulder, not from the elbow.":
                lambda m1, m2, L1, L2, g0: g0 * (m1 * L1 / 2 + m2 * L2 / 2),
            "Masses times arms: the weight of a mass is m g0.":
                lambda m1, m2, L1, L2: m1 * L1 / 2 + m2 * (L1 + L2 / 2),
        },
        wrong={"rounded": 25.3, "sign": lambda: -shoulder()}),
    "7b": Choice(
        expected="elbow motor", options=("gravity", "masses", "shoulder motor", "elbow motor", "elbow"),
        done="It turns the forearm against the ground, not against the upper arm: its reaction is lost.",
        mistakes={
            "Gravity is 9.81 downwards; the elbow motor's 4.29 N m are just its forearm's weight.": "gravity",
            "The masses are right: the elbow motor's 4.29 N m are just its forearm's weight.": "masses",
            "The shoulder motor holds the ground and the upper arm, as it should.": "shoulder motor",
            "The hinge holds upper arm and forearm, as it should. And its motor?": "elbow",
        },
        wrong={"Choose one of": "time"}),
    "8": Words(mentions=[
        "that one of the two rows is redundant, and only the sum of the torques is determined",
        "that the halves are the solution of smallest norm: a choice, no law of nature",
        "that stiffness and control decide, and the motors may work against each other",
    ]),
}
