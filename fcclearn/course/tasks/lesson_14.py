"""Tasks of lesson 14: the pendulum against a closed form."""

from functools import cache

import numpy as np
from scipy.special import ellipk, ellipkinc

from fcclearn.course.task import Choice, Property, Value, Words

G = 9.81
WANTED, WASTED = 1e-3, 0.25e-3                         # errors that task 7 asks for, and that are a waste [m]


def period_of_a_swing(start=140.0, length=1.3, gravity=G):
    """Period of a point mass let go at an angle from the lower vertical [deg, m, m/s2 -> s]."""
    rate = np.sqrt(gravity / length)
    k = np.sin(np.radians(start) / 2)
    return 4 * ellipk(k**2) / rate


def time_to_an_angle(speed=7.0, end=120.0, length=1.3, gravity=G):
    """Time from the bottom to an angle, from the angular velocity at the bottom [SI, degrees]."""
    rate = np.sqrt(gravity / length)
    k = 2 * rate / speed
    phi = np.radians(end) / 2
    return 2 * ellipkinc(phi, k**2) / speed


def by_points(speed=7.0, end=120.0, length=1.3, gravity=G, points=20000):
    """The same by the midpoint rule."""
    rate = np.sqrt(gravity / length)
    psi = (np.arange(points) + 0.5) * np.radians(end) / points
    psid = np.sqrt(speed**2 - 4 * rate**2 * np.sin(psi / 2) ** 2)
    return np.radians(end) * np.mean(1 / psid)


def with_loss(loss, end=120.0, speed=7.0, half=0.5):
    """The same for a loss of one's own under the root [1/s2]."""
    psi = (np.arange(20000) + 0.5) * np.radians(end) / 20000
    return np.radians(end) * np.mean(1 / np.sqrt(speed**2 - loss * np.sin(half * psi) ** 2))


def over_the_mean_speed(speed, end, length, gravity):
    """The way over the mean of the angular velocity."""
    psi = (np.arange(20000) + 0.5) * np.radians(end) / 20000
    return np.radians(end) / np.mean(np.sqrt(speed**2 - 4 * gravity / length * np.sin(psi / 2) ** 2))


def order_of_two(coarse=0.03, fine=0.01, error_coarse=2.43e-4, error_fine=3.2e-6):
    """Order that two errors show."""
    ratio = error_coarse / error_fine
    return np.log(ratio) / np.log(coarse / fine)


def order_of_three(coarse=0.84573, middle=0.81771, fine=0.81420):
    """Order that three runs show, each with half the step of the one before."""
    first, second = coarse - middle, middle - fine
    return round(np.log2(abs(first / second)))


def correction(middle=0.81771, fine=0.81420, order=3):
    """What Richardson adds to the best run [m]."""
    share = 2**order - 1
    return (fine - middle) / share


def force_of_a_club(start=100.0, rod=2.0, ball=0.8, length=1.5, gravity=G):
    """Pin force at the bottom of a slender rod with a ball at its tip [deg, kg, kg, m, m/s2 -> N]."""
    inertia = rod * length**2 / 3 + ball * length**2
    first_moment = rod * length / 2 + ball * length
    fall = 1 - np.cos(np.radians(start))
    rate_squared = 2 * gravity * first_moment * fall / inertia
    weight = (rod + ball) * gravity
    return weight + first_moment * rate_squared


def club(inertia, first_moment, weight=2.8 * G):
    """The same with parts of one's own."""
    fall = 1 - np.cos(np.radians(100.0))
    return weight + 2 * G * first_moment**2 * fall / inertia


def inertia_behind(force=41.903, mass=2.3, length=1.5, gravity=G):
    """Moment of inertia about the pin behind a force at the bottom, let go from the horizontal [kg m2]."""
    arm = length / 2
    weight = mass * gravity
    return 2 * mass * arm**2 / (force / weight - 1)


@cache
def error_with(step):
    """Largest error of benchmark A01 by energy-momentum [m]."""
    from fcclearn.benchmarks import A01
    from fcclearn.benchmarks.convergence import convergence
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


TASKS = {
    "1": Value(
        reference=period_of_a_swing, others=[dict(start=90.0), dict(length=1.0)],
        done="A swing of 140 degrees takes 1.6 times as long as a small one.",
        hint="T = 4 K(k^2) / w with k = sin(start / 2) and w = sqrt(g0 / L).",
        mistakes={
            "SciPy's ellipk takes k^2, not k.":
                lambda start, length, gravity: 4 * ellipk(np.sin(np.radians(70))) * np.sqrt(length / gravity),
            "This is the period of a small swing.":
                lambda start, length, gravity: 2 * np.pi * np.sqrt(length / gravity),
            "k is the sine of half the angle.":
                lambda start, length, gravity: 4 * ellipk(np.sin(np.radians(start)) ** 2) * np.sqrt(
                    length / gravity),
            "L and g0 are exchanged under the root.":
                lambda start, length, gravity: period_of_a_swing(start, gravity, length),
            "This is a quarter of the period.": lambda start, length, gravity: period_of_a_swing() / 4,
            "The angle counts from the lower vertical; this is for 40 degrees.": dict(start=40.0),
            "This is the frequency, one over the period.":
                lambda start, length, gravity: 1 / period_of_a_swing(),
        },
        wrong={"half": lambda: period_of_a_swing() / 2, "rounded": 3.6}),
    "2": Value(
        reference=(time_to_an_angle, by_points), others=[dict(length=1.0)],
        done="No turning point, no trouble: the integrand is smooth as it stands.",
        hint="psid^2 = 7^2 - 4 w^2 sin(psi / 2)^2, and psi runs from 0 to 120 degrees.",
        mistakes={
            "This is with the speed of the bottom; on the way up it loses speed.":
                lambda speed, end, length, gravity: np.radians(end) / speed,
            "This is with the speed at 120 degrees all the way.":
                lambda speed, end, length, gravity: (
                    np.radians(end) / np.sqrt(speed**2 - 3 * gravity / length)),
            "One half of the energy is missing: psid^2 / 2 loses w^2 (1 - cos psi) = 2 w^2 sin(psi / 2)^2.":
                lambda speed, end, length, gravity: with_loss(2 * gravity / length),
            "A factor 4 is missing: psid^2 loses 4 w^2 sin(psi / 2)^2.":
                lambda speed, end, length, gravity: with_loss(gravity / length),
            "This has the sine of psi; 1 - cos(psi) is 2 sin(psi / 2)^2.":
                lambda speed, end, length, gravity: with_loss(4 * gravity / length, half=1.0),
            "SciPy's elliptic functions take k^2, not k.":
                lambda speed, end, length, gravity: 2 / speed * ellipkinc(
                    np.radians(end) / 2, 2 * np.sqrt(gravity / length) / speed),
            "phi is half of psi, so F runs to 60 degrees.":
                lambda speed, end, length, gravity: 2 / speed * ellipkinc(
                    np.radians(end), 4 * gravity / length / speed**2),
            "The weight does not speed it up on the way to the top: is the sign under the root right?":
                lambda speed, end, length, gravity: with_loss(-4 * gravity / length),
            "This is the way over the mean speed; wanted is the mean of 1 / psid, times the way.":
                over_the_mean_speed,
            "This is the time to 60 degrees.": dict(end=60.0),
            "This is the time to the top, 180 degrees.": dict(end=180.0),
            "The mean of 1 / psid is to be multiplied by the way, 120 degrees in radians.":
                lambda speed, end, length, gravity: time_to_an_angle() / np.radians(end),
            "The mean of 1 / psid is multiplied by the way in degrees; it wants radians.":
                lambda speed, end, length, gravity: end * time_to_an_angle() / np.radians(end),
            **{f"This is the midpoint rule with {n} points. Take twice as many: which digits stay?":
                by_points(points=n) for n in (1, 2, 4, 8, 10, 16, 20, 32, 50, 64, 100)},
        },
        wrong={"factor is missing": lambda: time_to_an_angle() / 2, "rounded": 0.34}),
    "3": Value(
        reference=order_of_two, done="About 4: a Runge-Kutta method of order 4 would do this.",
        hint="Divide the two errors, C h1^p / C h2^p, and take logarithms.",
        mistakes={
            "log2 is for a halved step; here the step is divided by three.":
                lambda error_coarse, error_fine: np.log2(error_coarse / error_fine),
            "The logarithm of the steps is missing: p ln(h1 / h2) = ln(e1 / e2).":
                lambda error_coarse, error_fine: np.log(error_coarse / error_fine),
            "The logarithm (base 10) of the ratio of the errors is not the order yet: divide by that of the "
            "steps.":
                lambda error_coarse, error_fine: np.log10(error_coarse / error_fine),
            "This compares ratios without logarithms.":
                lambda coarse, fine, error_coarse, error_fine: error_coarse / error_fine / (coarse / fine),
            "This is the ratio of the errors.": lambda error_coarse, error_fine: error_coarse / error_fine,
        },
        wrong={"upside down": lambda: 1 / order_of_two(), "rounded": 3.95}),
    "4a": Value(
        reference=order_of_three, done="The answer drops out of the differences.",
        hint="Each halving divides the change by 2^p.",
        mistakes={
            "This is the ratio of the changes, 2^p; the order is p.": 8,
            "Look at the ratio of the two changes: order 2 would give 4.": 2,
            "Look at the ratio of the two changes: order 4 would give 16.": 4,
            "That is what the runs show; the method's own order is the whole number next to it.":
                float(np.log2((0.84573 - 0.81771) / (0.81771 - 0.81420))),
        },
        wrong={"too small": 1}),
    "4b": Value(
        reference=correction, rtol=5e-3, done="Half a millimetre less than the best run.",
        hint="The last change over 2^p - 1.",
        mistakes={
            "The last change is divided by 3 (the 2^p - 1 of order 2, or the order itself?); here p is "
            "larger.":
                dict(order=2),
            "This divides by 2^p; it is 2^p - 1.": lambda middle, fine: (fine - middle) / 8,
            "This is the last change as it stands: the answer lies further on, by a share of it.":
                lambda middle, fine: fine - middle,
            "This goes away from the answer: the runs fall, so the answer lies below the best of them.":
                lambda middle, fine: (middle - fine) / 7,
            "This belongs to the middle run (from the two worse ones?); the best run needs less.":
                dict(middle=0.84573, fine=0.81771),
            "This is the value itself; what is to be added to the best run?":
                lambda fine: fine + correction(),
            "The 15 belongs to order 4.": dict(order=4),
            "This is the change from the first run to the last, over 2^p - 1.": dict(middle=0.84573),
        },
        wrong={"half": lambda: correction() / 2}),
    "5": Value(
        reference=force_of_a_club, others=[dict(start=90.0)], done="The length drops out of it.",
        hint="J about the pin is m L^2 / 3 + M L^2; m L / 2 + M L stands in the fall and in Newton's law.",
        mistakes={
            "The rod's moment of inertia is that about its middle; it turns about its end.":
                lambda: club(2.0 * 1.5**2 / 12 + 0.8 * 1.5**2, 2.7),
            "The rod's arm is L / 2, to its middle.": lambda: club(3.3, 4.2),
            "The ball is missing in J.": lambda: club(1.5, 2.7),
            "The ball is missing in the first moment: it falls too, and has to be pulled round.":
                lambda: club(3.3, 1.5),
            "The ball is missing.": dict(ball=0.0),
            "The ball's weight is missing.": lambda: club(3.3, 2.7, 2.0 * G),
            "The rod is missing in J.": lambda: club(1.8, 2.7),
            "The weight is missing: R - (m + M) g0 turns the masses round.": lambda: club(3.3, 2.7, 0.0),
            "The weight has the wrong sign: at the bottom the pin carries it, and pulls the masses round "
            "besides.": lambda: club(3.3, 2.7, -2.8 * G),
            "This takes both for a point mass in their common centre of mass: a rod is harder to turn.":
                lambda: club(2.7**2 / 2.8, 2.7),
            "They fall by 1 - cos, not cos.":
                lambda gravity: 2.8 * gravity + 2 * gravity * 2.7**2 * np.cos(np.radians(100)) / 3.3,
            "3 m g0 is for a point mass that is let go horizontally.": 3 * 2.8 * G,
        },
        wrong={"rounded": lambda: 1.01 * force_of_a_club()}),
    "6a": Value(
        reference=inertia_behind, rtol=1e-4,
        done="1.725 would be right for a rod. What is the difference made of?",
        hint="R = m g0 (1 + 2 m a^2 / J) with a = L / 2; solve for J.",
        mistakes={
            "This is what a rod has about its end. What does the force say?":
                lambda mass, length: mass * length**2 / 3,
            "This is what a rod has about its middle. What does the force say?":
                lambda mass, length: mass * length**2 / 12,
            "The arm is L / 2: the weight acts in the middle.": dict(length=3.0),
            "The weight is to be taken off first: R / (m g0) - 1.":
                lambda force, mass, length, gravity: 2 * mass * length**2 / 4 / (force / mass / gravity),
        },
        wrong={"factor is missing": lambda: inertia_behind() / 2}),
    "6b": Choice(
        expected="a", options=tuple("abcd"), done="The program added m (L / 2)^2 by itself.",
        mistakes={
            "Then J would be m L^2 / 12 + m L^2 and the force 64.2 N. Look at J less 1.725.": "b",
            "Then J would be too small, m L^2 / 12, and the force 157.9 N.": "c",
            "Then the force would be 5/2 of a moon weight, 9.3 N.": "d",
        },
        wrong={"Choose one of": "x"}),
    "7": Property(
        test=fits, expected=0.0045, done="One run told the constant, the order told the rest.",
        wrong={"1 mm is allowed": 0.01, "twice as large": 0.002, "in seconds": 4.5, "other units": 4.5e-6,
               "cannot be used": "small"}),
    "8": Words(mentions=[
        "the phase: it is free, though the energy is kept",
        "a second run with half the step (or a closed form), and how far the two are apart",
        "that halving shows how well the equations are solved, and cannot see a wrong model",
        "a quantity in which the data stand alone, a force or a period, by a second road or measured"]),
}
