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


RNG = np.random.default_rng(14)                         # nu and gamma of both signs
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


def needle_with(change, theta, speed, r, d, l):                                    # noqa: E741
    """The acceleration with another way to put its parts together: change(first, slope, z)."""
    a = np.radians(theta)
    z = np.sqrt(l**2 - r**2 - d**2 + 2 * r * d * np.cos(a))
    return speed**2 * change(-r * d * np.cos(a), -r * d * np.sin(a) / z, z)


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
    if np.ndim(answer):
        return "One number is expected: the standard deviation of the readings at rest."
    if not 0 < float(answer):
        return "A positive number is expected: the size of the noise, in rad."
    if abs(float(answer) - 1e-3) < 1e-9:
        return "1 mrad is the noise of the lesson; this record has its own."
    near = [(NOISE, ""), (1000 * NOISE, "This is in mrad; radians are asked for."),
            (np.degrees(NOISE), "This is in degrees; radians are asked for."),
            (NOISE**2, "This is the variance, whose root is the standard deviation; or the mean, which says "
             "nothing of the noise."),
            (np.ptp(angles[t < REST]), "This is the whole range of the readings at rest; the standard "
             "deviation is asked for."),
            (np.std(angles), "Over the whole record the swing itself is counted too: take the time in "
             "which nothing moves."),
            (np.sqrt(2) * NOISE, "The difference of two readings has two errors in it: divide by the root "
             "of 2."),
            (np.sqrt(2 / np.pi) * NOISE, "This is the mean size of the readings at rest, or the spread of a "
             "few of them: take the standard deviation of a whole second."),
            (np.sqrt(6) * NOISE, "The second difference of three readings holds 1 + 4 + 1 errors: divide by "
             "the root of 6."),
            (3 * NOISE, "This is the largest reading at rest, or three standard deviations; one is asked "
             "for.")]
    for value, sentence in near:
        if abs(float(answer) / value - 1) < 0.15:
            return sentence
    if 0.005 < float(answer) < 0.5:
        return "Part of the swing is in this: the hinge rests for the first second only, 200 readings."
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
            (np.degrees(peak()), 0.05, "This is in degrees; radians are asked for."),
            (SWING / DURATION**2, 0.02, "This is the swing over the square of its time: only the size is "
             "right. Ask the record.")]
    for value, share, sentence in near:
        if abs(answer / value - 1) < share:
            return sentence
    if answer > 20:
        return ("Most of this is noise: let Motion.smoothed(t, angles, noise) pass the samples at the "
                "distance of 6a, rather a little more than less.")
    if answer > peak():
        return ("Too large: some noise is left, or it was given in another unit than rad. Motion.smoothed("
                "t, angles, noise) with the noise of 6a, or a little more; the largest between 1 and 2.2 s.")
    return ("Too small: was the record smoothed too much, by averages or with a noise in another unit than "
            "rad? Or is it a mean, not the largest?")


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
            "The slope of - cos(theta) is a sine.": lambda lam, theta: -lam * np.cos(np.radians(theta)),
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
            "c counts along u, v, w of the body: r_P is C q, not r_O + c.":
                lambda q, c, n, d: n[0] @ d[1] - n[1] @ (q[:3] + c - d[0]),
            "u, v, w are the blocks of q: r_P = r_O + c1 u + c2 v + c3 w; here c met their entries.":
                lambda q, c, n, d: n[0] @ d[1] - n[1] @ (q[:3] + q[3:].reshape(3, 3) @ c - d[0]),
            "The rows of n and d are value, rate, acceleration; here their columns were taken.":
                lambda q, c, n, d: deck_nu(q, c, n.T, d.T),
            "Accelerations belong to gamma; nu takes the rates, the second rows.":
                lambda q, c, n, d: n[0] @ d[2] - n[2] @ (np.kron([1.0, *c], np.eye(3)) @ q - d[0]),
            "This is Phi itself, not what its change in time asks of the rates.":
                lambda q, c, n, d: n[0] @ (np.kron([1.0, *c], np.eye(3)) @ q - d[0]),
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
            "The rate of P is C qd; here it is that of the reference point O.":
                lambda q, qd, c, n, d: (n[0] @ d[2] - 2 * n[1] @ (qd[:3] - d[1])
                                        - n[2] @ (np.kron([1.0, *c], np.eye(3)) @ q - d[0])),
            "The rate of P is C qd with the C of a point; here the first block has no 1.":
                lambda q, qd, c, n, d: (n[0] @ d[2] - 2 * n[1] @ (np.kron([0.0, *c], np.eye(3)) @ qd - d[1])
                                        - n[2] @ (np.kron([1.0, *c], np.eye(3)) @ q - d[0])),
            "The mixed term needs the rates: C qd, not C q.":
                lambda q, qd, c, n, d: deck_gamma(q, q, c, n, d),
            "c counts along u, v, w of the body: r_P is C q, not r_O + c.":
                lambda q, qd, c, n, d: (n[0] @ d[2] - 2 * n[1] @ (qd[:3] - d[1])
                                        - n[2] @ (q[:3] + c - d[0])),
            "This is nu; gamma is asked for.": lambda q, qd, c, n, d: deck_nu(q, c, n, d),
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
            "These are the lesson's three turns in 2 s.": lambda t: law(t, 3.0, 2.0),
            "T is 1.6 s here; 2 s are the lesson's.": lambda t, turns: law(t, turns, 2.0),
            "Two turns and a half; three are the lesson's.": lambda t, T: law(t, 3.0, T),
            "This is the cubic law 3 p^2 - 2 p^3: its acceleration jumps at both ends.":
                lambda t, turns, T: [2 * np.pi * turns * (3 * (t / T)**2 - 2 * (t / T)**3),
                                     2 * np.pi * turns * (6 * t / T - 6 * (t / T)**2) / T,
                                     2 * np.pi * turns * (6 - 12 * t / T) / T**2],
            "The factor of the angle, 5 pi, stands before rate and acceleration too.":
                lambda t, turns, T: [law(t, turns, T)[0], *(x / (2 * np.pi * turns)
                                                            for x in law(t, turns, T)[1:])],
            "p = t/T: the derivative by t divides by T, it does not multiply.":
                lambda t, turns, T: [law(t, turns, T)[k] * T**(2 * k) for k in range(3)],
            "This is a motion at a constant rate.":
                lambda t, turns, T: [2 * np.pi * turns * t / T, 2 * np.pi * turns / T, 0.0],
        },
        wrong={"returns nothing": lambda t: None}),
    "4": Value(
        reference=needle, others=[dict(r=0.1, d=0.15, l=0.4), dict(l=0.4), dict(speed=1.0)],
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
            "The divisor is the height z at this angle, not the length of the rod.":
                lambda theta, speed, r, d, l: needle_with(
                    lambda first, slope, z: (first - (slope * z / l)**2) / l, theta, speed, r, d, l),
            "z z'' = ...: the cosine's part is divided by z too.":
                lambda theta, speed, r, d, l: needle_with(
                    lambda first, slope, z: first - slope**2 / z, theta, speed, r, d, l),
            "z'^2 is divided by z once, not twice.":
                lambda theta, speed, r, d, l: needle_with(
                    lambda first, slope, z: first / z - slope**2 / z**2, theta, speed, r, d, l),
            "z' is divided by z before it is squared.":
                lambda theta, speed, r, d, l: needle_with(
                    lambda first, slope, z: first / z - (slope * z)**2 / z, theta, speed, r, d, l),
            "2 z z' is the derivative of z^2: the 2 of 2 r d is gone in z'.":
                lambda theta, speed, r, d, l: needle_with(
                    lambda first, slope, z: (2 * first - (2 * slope)**2) / z, theta, speed, r, d, l),
            "In z' the 2 of 2 r d is gone: (z^2)' = 2 z z'.":
                lambda theta, speed, r, d, l: needle_with(
                    lambda first, slope, z: (first - (2 * slope)**2) / z, theta, speed, r, d, l),
            "Sine and cosine stand in each other's place: at theta = 0 the bar is highest.":
                lambda speed, r, d, l: needle(20.0, speed, r, d, l),
            "6 rad/s is no number of turns: no 2 pi/60 with it.":
                lambda theta, speed, r, d, l: needle(theta, speed * 2 * np.pi / 60, r, d, l),
            "This is the acceleration of the crank's pin along x; the bar gets its own through the rod.":
                lambda theta, speed, r: -r * np.cos(np.radians(theta)) * speed**2,
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
            "There the slider is fastest; look where it stands still.": 37.4,
            "The other dead centre; the one between 0 and 180 degrees is asked for.":
                lambda y, z: -np.degrees(np.arctan(y / z)),
            "This is the dead centre of the other half of the turn; the first half is asked for.":
                lambda right: right + 180.0,
            "This is the index of the sample; its angle is asked for.": 1402,
        },
        wrong={"radians": lambda: np.radians(dead_centre())}),
    "6a": Property(
        test=noise, expected=NOISE,
        done="Known from a record at rest, within a tenth.",
        wrong={"mrad": 0.8, "degrees": float(np.degrees(NOISE)), "variance": NOISE**2,
               "whole record": 0.595, "positive": -0.0008,
               "Part of the swing": 0.02, "two readings": 0.00113, "of the lesson": 0.001,
               "mean size": 0.00063, "1 + 4 + 1": 0.0019, "first second": 0.0001,
               "whole range": 0.0043}),
    "6b": Property(
        test=acceleration, reference=peak,
        done="A curve that may pass the samples at the distance of the noise.",
        wrong={"through the record": 521.0, "largest rate": 2.03, "degrees": 298.0, "sign": -5.2,
               "One number": [5.2, 5.1], "some noise is left": 6.1, "Too small": 4.4, "Most of": 46.0,
               "second differences": 190.0}),
    "7a": Value(
        reference=shoulder, rtol=2e-4,
        done="The model gives 21.04 N m: the elbow's 4.29 are missing.",
        hint="Both weights about the shoulder, the arms stretched out: where are the centres of mass?",
        mistakes={
            "This is what the model gives, and what the forearm's weight gives at the elbow; it acts in the "
            "middle of the forearm.":
                lambda m1, m2, L1, L2, g0: g0 * (m1 * L1 / 2 + m2 * L1),
            "The forearm's centre of mass is half its length beyond the elbow, not at its end.":
                lambda m1, m2, L1, L2, g0: g0 * (m1 * L1 / 2 + m2 * (L1 + L2)),
            "The upper arm's weight acts at its middle.":
                lambda m1, m2, L1, L2, g0: g0 * (m1 * L1 + m2 * (L1 + L2 / 2)),
            "This is the upper arm alone; the forearm hangs on it.":
                lambda m1, L1, g0: g0 * m1 * L1 / 2,
            "The two arms together have their centre of mass elsewhere than half-way: they differ in mass.":
                lambda m1, m2, L1, L2, g0: g0 * (m1 + m2) * (L1 + L2) / 2,
            "The masses are exchanged: 3.2 kg is the upper arm.":
                lambda m1, m2, L1, L2: shoulder(m2, m1, L1, L2),
            "The lengths are exchanged: 0.55 m is the upper arm.":
                lambda m1, m2, L1, L2: shoulder(m1, m2, L2, L1),
            "This is the weight of both; a torque needs an arm for each.":
                lambda m1, m2, g0: g0 * (m1 + m2),
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
