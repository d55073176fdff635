"""Tasks of lesson 14: the pendulum against a closed form."""

from functools import lru_cache

import numpy as np
from scipy.special import ellipk, ellipkinc

from fcclearn.benchmarks.a01_pendulum import A01, G
from fcclearn.benchmarks.convergence import convergence
from fcclearn.course.task import Choice, Property, Value

WANTED, WASTED = 1e-3, 0.25e-3                       # errors that task 7 asks for, and that are a waste [m]


def period_of_a_swing(start=140.0, length=1.3, gravity=G):
    """Period of a point mass let go at an angle from the lower vertical [deg, m, m/s2 -> s]."""
    rate = np.sqrt(gravity / length)
    k = np.sin(np.radians(start) / 2)
    return 4 / rate * ellipk(k**2)


def time_to_an_angle(speed=7.0, end=120.0, length=1.3, gravity=G):
    """Time from the bottom to an angle, from the angular velocity at the bottom [SI, degrees]."""
    twice_the_rate = 2 * np.sqrt(gravity / length)
    k = twice_the_rate / speed
    return 2 / speed * ellipkinc(np.radians(end) / 2, k**2)


def by_points(loss, end=120.0, speed=7.0, half=0.5):
    """The same by the midpoint rule, for a loss of one's own under the root [1/s2]."""
    psi = (np.arange(20000) + 0.5) * np.radians(end) / 20000
    return np.radians(end) * np.mean(1 / np.sqrt(speed**2 - loss * np.sin(half * psi) ** 2))


def mean_speed():
    """Mean of the angular velocity over the angle [rad/s]."""
    psi = (np.arange(20000) + 0.5) * np.radians(120) / 20000
    return np.mean(np.sqrt(49 - 4 * G / 1.3 * np.sin(psi / 2) ** 2))


def order_of_two(coarse=0.03, fine=0.01, error_coarse=2.43e-4, error_fine=3.2e-6):
    """Order that two errors show."""
    return np.log(error_coarse / error_fine) / np.log(coarse / fine)


def correction(middle=0.81771, fine=0.81420, order=3):
    """What Richardson adds to the best run [m]."""
    share = 2**order - 1
    return (fine - middle) / share


def force_of_a_club(start=100.0, rod=2.0, ball=0.8, length=1.5, gravity=G):
    """Pin force at the bottom of a slender rod with a ball at its tip [deg, kg, kg, m, m/s2 -> N]."""
    inertia = rod * length**2 / 3 + ball * length**2
    first_moment = rod * length / 2 + ball * length
    rate_squared = 2 * gravity * first_moment * (1 - np.cos(np.radians(start))) / inertia
    return (rod + ball) * gravity + first_moment * rate_squared


def club(inertia=None, first=None, drop=1 - np.cos(np.radians(100)), weight=2.8 * G, factor=2.0):
    """The same with parts of one's own."""
    inertia = 2.0 * 1.5**2 / 3 + 0.8 * 1.5**2 if inertia is None else inertia
    first = 2.0 * 1.5 / 2 + 0.8 * 1.5 if first is None else first
    return weight + factor * G * first**2 * drop / inertia


def inertia_behind(force=36.437, mass=2.0, length=1.5, gravity=G):
    """Moment of inertia about the pin behind a force at the bottom, let go from the horizontal [kg m2]."""
    arm = length / 2
    weight = mass * gravity
    return 2 * mass * arm**2 / (force / weight - 1)


@lru_cache(maxsize=None)
def error_with(step):
    """Largest error of benchmark A01 by energy-momentum [m]."""
    return convergence(A01, "energy-momentum", "step", [step])["error"][0]


def fits(step):
    """What is wrong with a step, or an empty string."""
    step = float(step)
    if not 0 < step < 1:
        return f"A step of {step:g} s? It is asked for in seconds, and must be positive and below 1 s."
    if step < 1e-3:
        return ("This is far smaller than it needs to be (or is it in other units?). "
                "The error goes with the square of the step.")
    error = error_with(round(step, 7))
    if error > WANTED:
        return (f"The mass is off by {1000 * error:.2f} mm; 1 mm is allowed. "
                "The error goes with the square of the step.")
    if error < WASTED:
        return (f"The mass is off by {1000 * error:.2g} mm only: a step twice as large would do. "
                "Use the order, C h^2.")
    return ""


J, ROD = inertia_behind(), 2.0 * 1.5**2
TASKS = {
    "1": Value(
        expected=period_of_a_swing(), done="A swing of 140 degrees takes 1.6 times as long as a small one.",
        hint="T = 4 K(k^2) / w with k = sin(start / 2) and w = sqrt(g0 / L).",
        mistakes={
            "SciPy's ellipk takes k^2, not k.": 4 * ellipk(np.sin(np.radians(70))) * np.sqrt(1.3 / G),
            "This is the period of a small swing.": 2 * np.pi * np.sqrt(1.3 / G),
            "k is the sine of half the angle.": 4 * ellipk(np.sin(np.radians(140))**2) * np.sqrt(1.3 / G),
            "The sine was given degrees; it wants radians.": 4 * ellipk(np.sin(70)**2) * np.sqrt(1.3 / G),
            "L and g0 are exchanged under the root.": period_of_a_swing(length=G, gravity=1.3),
            "The length is missing: w = sqrt(g0 / L).": period_of_a_swing(length=1.0),
            "This is a quarter of the period.": period_of_a_swing() / 4,
            "This is for 90 degrees, as in the lesson.": period_of_a_swing(90.0),
            "The angle counts from the lower vertical; this is for 40 degrees.": period_of_a_swing(40.0),
            "This is the frequency, one over the period.": 1 / period_of_a_swing(),
            "The root of w = sqrt(g0 / L) is missing.": period_of_a_swing() / np.sqrt(G / 1.3),
        },
        wrong={"half of": period_of_a_swing() / 2, "rounded": 3.6}),
    "2": Value(
        expected=time_to_an_angle(),
        done="No turning point, no trouble: the integrand is smooth as it stands.",
        hint="psid^2 = 7^2 - 4 w^2 sin(psi / 2)^2, and psi runs from 0 to 120 degrees.",
        mistakes={
            "This is with the speed of the bottom; on the way up it loses speed.": np.radians(120) / 7,
            "This is with the speed at 120 degrees all the way.": np.radians(120) / np.sqrt(49 - 3 * G / 1.3),
            "One half of the energy is missing: psid^2 / 2 loses w^2 (1 - cos psi), which is 2 w^2 sin(psi "
            "/ 2)^2.":
                by_points(2 * G / 1.3),
            "A factor 4 is missing: psid^2 loses 4 w^2 sin(psi / 2)^2.": by_points(G / 1.3),
            "This has the sine of psi; 1 - cos(psi) is 2 sin(psi / 2)^2.": by_points(4 * G / 1.3, half=1.0),
            "SciPy's elliptic functions take k^2, not k.":
                2 / 7 * ellipkinc(np.pi / 3, 2 * np.sqrt(G / 1.3) / 7),
            "phi is half of psi, so F runs to 60 degrees.":
                2 / 7 * ellipkinc(2 * np.pi / 3, 4 * G / 1.3 / 49),
            "The length is missing: w^2 = g0 / L.": time_to_an_angle(length=1.0),
            "The weight does not speed it up on the way to the top: is the sign under the root right?":
                by_points(-4 * G / 1.3),
            "This is the way over the mean speed; wanted is the mean of 1 / psid, times the way.":
                np.radians(120) / mean_speed(),
            "This is the time to 60 degrees.": time_to_an_angle(end=60.0),
            "This is the time to the top, 180 degrees.": time_to_an_angle(end=180.0),
            "The mean of 1 / psid is to be multiplied by the way, 120 degrees in radians.":
                time_to_an_angle() / np.radians(120),
            "The mean of 1 / psid is multiplied by the way in degrees; it wants radians.":
                120 * time_to_an_angle() / np.radians(120),
        },
        wrong={"half of": time_to_an_angle() / 2, "twice": 2 * time_to_an_angle(), "rounded": 0.34}),
    "3": Value(
        expected=order_of_two(), done="About 4: a Runge-Kutta method of order 4 would do this.",
        hint="Divide the two errors, C h1^p / C h2^p, and take logarithms.",
        mistakes={
            "log2 is for a halved step; here the step is divided by three.": np.log2(2.43e-4 / 3.2e-6),
            "The logarithm of the steps is missing: p ln(h1 / h2) = ln(e1 / e2).": np.log(2.43e-4 / 3.2e-6),
            "The logarithm (base 10) of the ratio of the errors is not the order yet: divide by that of "
            "the steps.":
                np.log10(2.43e-4 / 3.2e-6),
            "This compares ratios without logarithms.": 2.43e-4 / 3.2e-6 / 3,
            "This is the ratio of the errors.": 2.43e-4 / 3.2e-6,
            "This is the inverse of the order.": 1 / order_of_two(),
        },
        wrong={"sign": -order_of_two(), "rounded": 3.95}),
    "4a": Value(
        expected=3, done="The answer drops out of the differences.",
        hint="Each halving divides the change by 2^p.",
        mistakes={
            "This is the ratio of the changes, 2^p; the order is p.": 8,
            "Look at the ratio of the two changes: order 2 would give 4.": 2,
            "Look at the ratio of the two changes: order 4 would give 16.": 4,
        },
        wrong={"too small": 1}),
    "4b": Value(
        expected=correction(), rtol=5e-3, done="Half a millimetre less than the best run.",
        hint="The last change over 2^p - 1.",
        mistakes={
            "The last change is divided by 3 (the 2^p - 1 of order 2, or the order itself?); here p is "
            "larger.":
                correction(order=2),
            "This divides by 2^p; it is 2^p - 1.": -0.00351 / 8,
            "This is the last change as it stands: the answer lies further on, by a share of it.": -0.00351,
            "This goes away from the answer: the runs fall, so the answer lies below the best of them.":
                0.00351 / 7,
            "This belongs to the middle run (from the two worse ones?); the best run needs less.":
                correction(0.84573, 0.81771),
            "This is the value itself; what is to be added to the best run?": 0.81420 - 0.00351 / 7,
            "The 15 belongs to order 4.": correction(order=4),
            "This is the change from the first run to the last, over 2^p - 1.": (0.81420 - 0.84573) / 7,
        },
        wrong={"Not right yet": -0.00351 / 6}),
    "5": Value(
        expected=force_of_a_club(), done="The length drops out of it.",
        hint="J about the pin is m L^2 / 3 + M L^2; the first moment m L / 2 + M L stands in the fall and "
             "in Newton's law.",
        mistakes={
            "The rod's moment of inertia is that about its middle; it turns about its end.":
                club(2.0 * 1.5**2 / 12 + 0.8 * 1.5**2),
            "The rod's arm is L / 2, to its middle.": club(first=2.0 * 1.5 + 0.8 * 1.5),
            "The ball is missing in J.": club(2.0 * 1.5**2 / 3),
            "The ball is missing in the first moment: it falls too, and has to be pulled round.":
                club(first=1.5),
            "The ball is missing.": club(2.0 * 1.5**2 / 3, 1.5, weight=2 * G),
            "The ball's weight is missing.": club(weight=2 * G),
            "The rod is missing in J.": club(0.8 * 1.5**2),
            "The weight is missing: R - (m + M) g0 turns the masses round.": club(weight=0.0),
            "The weight has the wrong sign: at the bottom the pin carries it, and pulls the masses round "
            "besides.":
                club(weight=-2.8 * G),
            "They fall by 1 - cos, not cos.": club(drop=np.cos(np.radians(100))),
            "The cosine was given degrees; it wants radians.": club(drop=1 - np.cos(100)),
            "This is for a start from the horizontal.": force_of_a_club(start=90.0),
            "This takes both for a point mass in their common centre of mass: a rod is harder to turn.":
                club(2.7**2 / 2.8),
            "3 m g0 is for a point mass that is let go horizontally.": 3 * 2.8 * G,
            "The 2 of the energy is missing: J psid^2 / 2 is what the fall gives.": club(factor=1.0),
        },
        wrong={"rounded": 1.01 * force_of_a_club()}),
    "6a": Value(
        expected=J, rtol=1e-4, done="1.5 would be right for a rod. What is the difference made of?",
        hint="R = m g0 (1 + 2 m a^2 / J) with a = L / 2; solve for J.",
        mistakes={
            "This is what a rod has about its end. What does the force say?": ROD / 3,
            "This is what a rod has about its middle. What does the force say?": ROD / 12,
            "The arm is L / 2: the weight acts in the middle.": 4 * J,
            "The weight is to be taken off first: R / (m g0) - 1.": 2 * 2.0 * 0.75**2 / (36.437 / (2 * G)),
            "The 2 of 2 m a^2 / J is missing.": J / 2,
        },
        wrong={"What does the force say": ROD / 3}),
    "6b": Choice(
        expected="a", options=tuple("abcd"), done="The program added m (L / 2)^2 by itself.",
        mistakes={
            "Then J would be m L^2 / 12 + m L^2 and the force 55.8 N. Look at J less 1.5.": "b",
            "Then J would be too small, m L^2 / 12, and the force 98.1 N.": "c",
            "Then the force would be 5/2 of a moon weight, 8.1 N.": "d",
        },
        wrong={"Choose one of": "x"}),
    "7": Property(
        test=fits, expected=0.0045, done="One run told the constant, the order told the rest.",
        wrong={"1 mm is allowed": 0.01, "twice as large": 0.002, "in seconds": 4.5,
               "other units": 4.5e-6, "cannot be used": "small"}),
}
