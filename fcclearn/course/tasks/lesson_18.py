"""Tasks of lesson 18: the flyball governor."""

from functools import cache

import numpy as np

from fcclearn.course.task import Choice, Function, Property, Value, Words

G = 9.81
ACROSS, ALONG = 0.3 / 12 * (1 + 1e-4), 0.3 / 6 * 1e-4  # of a rod about its middle [kg m2]
REST = ALONG + 3 * 0.1**2 / 6                          # shaft and slider about the axis [kg m2]
STRONGEST, WITHIN = 100.0, 1.5                         # throttle of task 6 [N m/m], time to 1/e [s]


def inertia_about_axis(degrees=50.0, ball=7.0, hinge=0.05, rod=0.3, rest=REST):
    """Moment of inertia of the governor about its axis [kg m2]."""
    cos, sin = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    own = ACROSS * cos**2 + ALONG * sin**2
    middle = rod * (hinge + cos / 2) ** 2
    tip = ball * (hinge + cos) ** 2
    return rest + 2 * (tip + middle + own)


def slope_of_inertia(angle):
    """dJ_z / d alpha, with alpha below the horizontal [rad -> kg m2]."""
    cos, sin = np.cos(angle), np.sin(angle)
    arm = 10 * (0.05 + cos) + 0.3 * (0.05 + cos / 2) + 2 * (ACROSS - ALONG) * cos
    return -2 * sin * arm


def speed_of(degrees=38.0, balls=10.0, rods=0.3, slider=3.0, gravity=G):
    """Speed of the steady spin with rigid bars for springs, ``J' omega^2 / 2 = -m g cos`` [rad/s]."""
    angle = np.radians(degrees)
    falling = balls + rods + slider
    square = -2 * falling * gravity * np.cos(angle) / slope_of_inertia(angle)
    return np.sqrt(square)


@cache
def J_z(angle):
    """Moment of inertia with balls of 5 kg, for an angle that may be complex [rad -> kg m2]."""
    cos, sin = np.cos(angle), np.sin(angle)
    arm = 5 * (0.05 + cos) ** 2 + 0.3 * (0.05 + cos / 2) ** 2 + ACROSS * cos**2 + ALONG * sin**2
    return REST + 2 * arm


def resistance(degrees=38.0):
    """dL / d omega along the steady spins, both derivatives by complex step [kg m2]."""
    angle = np.radians(degrees) + 1e-20j
    omega = np.sqrt(-2 * 13.3 * G * np.cos(angle) / slope_of_inertia(angle))
    L = J_z(angle) * omega
    return L.imag / omega.imag


def slope_of_speed(angle=np.radians(38.0)):
    """d omega / d alpha [1/s]."""
    angle = angle + 1e-20j
    return np.sqrt(-2 * 13.3 * G * np.cos(angle) / slope_of_inertia(angle)).imag / 1e-20


def growing_part():
    """omega dJ / d omega alone [kg m2]."""
    return resistance() - inertia_about_axis(38.0, 5.0)


def along(f, x, d):
    """Derivative along a direction by complex step."""
    return f(x + 1e-30j * d).imag / 1e-30


def jacobian(f, x, d):
    """All directions, as in the lesson."""
    return np.array([f(x + 1e-30j * e).imag / 1e-30 for e in np.eye(len(x))]).T


def cubic(x):
    """A function to be differentiated; its large constant ruins a difference quotient."""
    return np.array([1e9 + x[0] ** 2 * x[1], np.sin(x[1]) + x[2], x[0] * x[2] ** 3])


def rational(x):
    """Another one."""
    return np.array([np.exp(x[0]) / (1 + x[1] ** 2), np.sqrt(x[0] + 2 * x[1])])


def evaluations_of(time=10.0, rate=8117.0, limit=2.785, stages=4):
    """Evaluations of a method with its largest stable step."""
    step = limit / rate
    steps = time / step
    return stages * steps


@cache
def slowest(throttle, friction):
    """The eigenvalue of largest real part, without the zero that turns all by an angle [1/s]."""
    from fcclearn.benchmarks.steady_spin import eigenvalues, regulated
    found = eigenvalues(*regulated(throttle, friction))
    return max(found[np.abs(found) > 1e-6], key=lambda x: x.real)


def regulates(answer):
    """What is wrong with a throttle and a friction, or an empty string."""
    if np.shape(answer) != (2,):
        return "A list of two numbers is expected: the throttle, then the friction."
    throttle, friction = (float(x) for x in answer)
    if not 0 < throttle <= STRONGEST:
        return (f"The throttle comes first, and must be positive and at most {STRONGEST:g} N m/m, "
                f"not {throttle:g}.")
    if friction < 0:
        return f"A friction of {friction:g} N s/m would push the slider on."
    value = slowest(round(throttle, 3), round(friction, 3))
    if value.real > 1e-4 and abs(value.imag) > 1e-3:
        return f"It hunts: an eigenvalue {value:.3f}. More friction, or less throttle."
    if value.real > -1 / WITHIN:
        swings = abs(value.imag) > 1e-3
        more = "less" if friction > 3 * throttle else "more"
        cure = f"{more} friction" if swings else "a stronger throttle, or less friction if it is very large,"
        return (f"Its slowest part falls to 1/e in {-1 / value.real:.2f} s only; {WITHIN:g} s are asked for. "
                f"It {'swings' if swings else 'creeps'}: {cure} may help.")
    return ""


SAMPLES = [(cubic, np.array([0.7, -1.3, 0.9]), np.array([2.0, 0.4, -1.1])),
           (rational, np.array([0.3, 1.7]), np.array([-0.6, 2.5]))]
TASKS = {
    "1": Value(
        reference=inertia_about_axis, others=[dict(ball=5.0), dict(degrees=30.0)],
        done="The balls make nearly all of it.",
        hint="Two arms: ball at 0.05 + cos, rod's middle at 0.05 + cos / 2, the rod's own part, and REST.",
        mistakes={
            "The hinges are 0.05 m from the axis.": dict(hinge=0.0),
            "There are two arms.": lambda rest: rest + (inertia_about_axis() - rest) / 2,
            "The angle counts from the horizontal: the distance from the axis goes with the cosine.":
                dict(degrees=40.0),
            "The rods' middles are away from the axis too.":
                lambda rod, hinge: inertia_about_axis() - 2 * rod * (hinge + np.cos(np.radians(50)) / 2) ** 2,
            "The rods' middles are half as far out as the balls.":
                lambda rod, hinge: inertia_about_axis() + 2 * rod * (
                    (hinge + np.cos(np.radians(50))) ** 2 - (hinge + np.cos(np.radians(50)) / 2) ** 2),
            "This is the balls alone.": lambda ball, hinge: 2 * ball * (hinge + np.cos(np.radians(50))) ** 2,
            "There are two balls.": lambda ball, hinge: inertia_about_axis() - ball * (
                hinge + np.cos(np.radians(50))) ** 2,
            "The rods are missing.":
                lambda ball, hinge, rest: rest + 2 * ball * (hinge + np.cos(np.radians(50))) ** 2,
            "Shaft and slider, REST, are missing.": dict(rest=0.0),
            "ACROSS goes with the cosine and ALONG with the sine: they are exchanged.":
                lambda: inertia_about_axis() + 2 * (ACROSS - ALONG) * (
                    np.sin(np.radians(50)) ** 2 - np.cos(np.radians(50)) ** 2),
            "The rods' own parts about their middles are missing.":
                lambda: inertia_about_axis() - 2 * (ACROSS * np.cos(np.radians(50)) ** 2
                                                    + ALONG * np.sin(np.radians(50)) ** 2),
        },
        wrong={"Not right yet": 3.4}),
    "2": Value(
        reference=speed_of, others=[dict(degrees=30.0)],
        done="Slower than a turn in a second: the arms hang lower than in the lesson.",
        hint="J' = dJ_z / d alpha is negative; the weights that fall with sin alpha are 10 + 0.3 + 3 kg.",
        mistakes={
            "The slider hangs on the arms: its weight counts too.": dict(slider=0.0),
            "One half is missing: it is J' omega^2 / 2.": lambda: speed_of() / np.sqrt(2),
            "This is omega squared.": lambda: speed_of() ** 2,
            "This is in turns per second; asked for are rad/s.": lambda: speed_of() / (2 * np.pi),
            "This is in turns per minute; asked for are rad/s.": lambda: speed_of() * 30 / np.pi,
            "A rod falls half as far as its ball: 0.3 kg for both.": dict(rods=0.6),
            "The rods are missing in the weight.": dict(rods=0.0),
            "There are two balls of 5 kg.": dict(balls=5.0),
            "The balls are missing: this is the weight of rods and slider.": dict(balls=0.0),
            "The angle counts from the horizontal; this is for 38 degrees from the axis.": dict(degrees=52.0),
            "J_z itself stands here for its derivative.":
                lambda gravity: np.sqrt(2 * 13.3 * gravity * np.cos(np.radians(38))
                                        / inertia_about_axis(38.0, 5.0)),
            "The weight works with cos(alpha), the derivative of sin(alpha).":
                lambda gravity: np.sqrt(-2 * 13.3 * gravity * np.sin(np.radians(38))
                                        / slope_of_inertia(np.radians(38))),
            "This is the balls' weight alone; rods and slider hang on them too.": dict(rods=0.0, slider=0.0),
            "The rods are missing in J_z'.":
                lambda gravity: np.sqrt(2 * 13.3 * gravity * np.cos(np.radians(38)) / (
                    2 * np.sin(np.radians(38)) * 10 * (0.05 + np.cos(np.radians(38))))),
            "The 0.05 m of the hinges are missing in J_z'.":
                lambda gravity: np.sqrt(13.3 * gravity / (np.sin(np.radians(38)) * (
                    10.15 + 2 * (ACROSS - ALONG)))),
            "The slider's height changes as the balls' does, not twice as much.": dict(slider=6.0),
        },
        wrong={"sign": lambda: -speed_of()}),
    "3": Function(
        reference=along, samples=SAMPLES, done="One call of f is enough, however many coordinates there are.",
        hint="f(x + i eps d): which part of it holds the derivative?",
        mistakes={
            "This is the whole Jacobian; the derivative along d is asked for.": jacobian,
            "The division by the step is missing.": lambda f, x, d: f(x + 1e-30j * d).imag,
            "This is the function itself (the real part); the imaginary part holds the derivative.":
                lambda f, x, d: f(x + 1e-30j * d).real,
            "d is shortened to length 1 here; take it as it is.":
                lambda f, x, d: along(f, x, d / np.linalg.norm(d)),
            "A step of 1e-3 is too large: its square is still seen. Nothing cancels, so take 1e-30.":
                lambda f, x, d: f(x + 1e-3j * d).imag / 1e-3,
            "A real step so small leaves nothing: x + 1e-30 d is x.":
                lambda f, x, d: (f(x + 1e-30 * d) - f(x)) / 1e-30,
            "This is a difference quotient: half of the digits are lost in it.":
                lambda f, x, d: (f(x + 1e-6 * d) - f(x)) / 1e-6,
            "This is a difference quotient, with half of its digits lost.":
                lambda f, x, d: (f(x + 1e-8 * d) - f(x)) / 1e-8,
            "This is a central difference quotient: a third of its digits are lost.":
                lambda f, x, d: (f(x + 1e-6 * d) - f(x - 1e-6 * d)) / 2e-6,
            "This is a central difference quotient, with a third of its digits lost.":
                lambda f, x, d: (f(x + 1e-5 * d) - f(x - 1e-5 * d)) / 2e-5,
            "d is not used: this is the sum of all columns of the Jacobian.":
                lambda f, x, d: jacobian(f, x, d).sum(axis=1),
            "The gradient of each entry was multiplied with d entry by entry; sum over the directions.":
                lambda f, x, d: jacobian(f, x, d) * d,
        },
        wrong={"returns nothing": lambda f, x, d: None}),
    "4": Value(
        reference=resistance, rtol=1e-5, others=[dict(degrees=30.0)], done="More than three flywheels.",
        hint="L = J_z(alpha) omega(alpha); divide a small change of L by the change of omega.",
        mistakes={
            "This is J: the arms rise as the speed grows, and J with them.":
                lambda: inertia_about_axis(38.0, 5.0),
            "This is the growing part alone, omega dJ/domega; J itself resists too.": growing_part,
            "The arms rise when the speed grows, so J grows too: is a sign wrong?":
                lambda: inertia_about_axis(38.0, 5.0) - growing_part(),
            "The growing part has a half too much: L = J omega, and d(J omega) has no half.":
                lambda: inertia_about_axis(38.0, 5.0) + growing_part() / 2,
            "This is dJ/domega; L is J omega.": lambda: growing_part() / speed_of(),
            "This is dL/dalpha; divide by domega/dalpha.":
                lambda: resistance() * slope_of_speed(),
            "This is dL/dalpha per degree; divide by domega/dalpha.":
                lambda: np.radians(resistance() * slope_of_speed()),
            "This is the angular momentum itself.": lambda: inertia_about_axis(38.0, 5.0) * speed_of(),
        },
        wrong={"sign": lambda: -resistance()}),
    "5": Value(
        reference=evaluations_of, rtol=2e-3, others=[dict(time=0.1), dict(rate=5013.0)],
        done="More than a hundred thousand.", hint="Step = 2.785 / 8117 s; four evaluations in each.",
        mistakes={
            "These are the steps; each takes four evaluations.": dict(stages=1),
            "2.785 is the limit of this method; 6.4 is that of order 8.": dict(limit=6.395),
            "2.785 is the limit of this method; 2 is that of Euler's.": dict(limit=2.0),
            "The step is the limit over the eigenvalue, not one over it.": dict(limit=1.0),
            "This is for one second.": dict(time=1.0),
            "This is the largest step, in s.": lambda rate, limit: limit / rate,
        },
        wrong={"Not right yet": 50000.0}),
    "6": Property(
        test=regulates, expected=[100.0, 50.0], done="A strong throttle, and friction enough to hold it.",
        wrong={"It hunts": [100.0, 5.0], "creeps": [50.0, 100.0], "at most 100": [200.0, 50.0],
               "push": [50.0, -1.0], "swings": [100.0, 20.0], "list of two": 100.0,
               "less friction": [100.0, 1000.0]}),
    "7": Choice(
        expected="d", options=tuple("abcde"),
        done="In motion the velocities have a condition with both changes in it.",
        mistakes={
            "Line a is right: it turns every block of three, positions and velocities, 32 in all.": "a",
            "Line b is right: the derivative of the rates, exact to rounding.": "b",
            "Line c is right: positions may change along the null space of Phi_q.": "c",
            "Line e is right, if N is: it looks at the changes along the constraints.": "e",
        },
        wrong={"Choose one of": "f"}),
    "8": Words(mentions=[
        "that the swing does not stretch the springs, where the dampers are",
        "too much is as bad as too little; the best is still hours",
        "that a damper damps what moves it: put it at the slider",
        "a number for one of these"]),
}
