"""Tasks of lesson A: half a page of an invented paper, with five errors."""

import numpy as np

from fcclearn.course.task import Choice, Property, Value, Words
from fcclearn.parallel.planted import seen
from fcclearn.parallel.simulation import paper_load, swing
from fcclearn.parallel.terms import force_terms

WRONG = {
    1: "Equation (1): look at det [u, Qu]; on which side of u must c2 > 0 lie?",
    3: "Equation (3): differentiate Phi twice along a motion, by complex steps or by hand.",
    5: "Equation (5): let the link turn about the hinge, and think of it as two point masses.",
    7: "Equation (7): hang the link at rest; which way does the hinge push?",
    8: "Equation (8): without the spring it must be a pendulum that swings.",
}
RIGHT = {
    2: "Equation (2) is right: differentiate (1) with the Q that it should have.",
    4: "Equation (4) is right: u_d = omega Qu, and Qu has length 1.",
    6: "Equation (6) is right: its power g . q_d is tau omega.",
}


def centre(c1=0.35, c2=0.12, degrees=25.0):
    """r_P - r with Q as a quarter turn to the left."""
    angle = np.radians(degrees)
    u = np.array([np.cos(angle), np.sin(angle)])
    left = np.array([-u[1], u[0]])
    return c1 * u + c2 * left


def gamma(omega=1.7):
    """Right-hand side of the accelerations for Phi = u.u - 1, with u_d = omega Qu."""
    ud_squared = omega**2
    return -2 * ud_squared


def about_the_hinge(m=2.4, c1=0.35, c2=0.12, I_G=0.09):
    """Moment of inertia about the hinge (Steiner)."""
    distance_squared = c1**2 + c2**2
    return I_G + m * distance_squared


def frequency(m=2.4, c1=0.35, c2=0.12, I_G=0.09, k=5.0, g=9.81):
    """Frequency in Hz of small swings about the hanging position, with a torsional spring."""
    distance = np.sqrt(c1**2 + c2**2)
    I_O = I_G + m * distance**2
    stiffness = k + m * g * distance
    return np.sqrt(stiffness / I_O) / (2 * np.pi)


def wrong_equations(answer):
    """What is wrong with a list of wrong equations."""
    if isinstance(answer, (str, int)) or not all(isinstance(n, (int, float, np.number)) for n in answer):
        return "A list of equation numbers is expected, such as [2, 6]."
    if not set(answer) <= set(range(1, 9)):
        return "The page has equations 1 to 8."
    for n in answer:
        if n in RIGHT:
            return RIGHT[n]
    missing = [n for n in WRONG if n not in answer]
    return f"Wrong ones still missing: {len(missing)}. {WRONG[missing[0]]}" if missing else ""


def seeing_motion(answer):
    """What is wrong with a frequency and size of the swing."""
    if np.shape(answer) != (2,):
        return "A list of two is expected: frequency and size."
    hertz, size = (float(x) for x in answer)
    if not (0 < hertz <= 10 and 0 < size <= 1.2):
        return "Frequencies up to 10 Hz and sizes up to 1.2 are possible."
    part = force_terms(*swing(np.linspace(0, 1 / hertz, 81), hertz, size), paper_load("N.mm"))
    F = sum(part.values())
    change = seen(F, F + part["C"])
    if change >= 1.0:
        return ""
    return f"C twice too large changes only {change:.2g} % of the peak: too slow, or too small."


TASKS = {
    "1": Value(
        reference=centre,
        done="c2 > 0 lies to the left of u.",
        hint="Q turns by a quarter to the left: Qu = (-u_y, u_x).",
        mistakes={
            "This is (1) as printed: its Q turns to the right.": lambda c1, c2, degrees: centre(
                c1, -c2, degrees
            ),
            "The components along u and Qu are exchanged.": lambda c1, c2, degrees: centre(c2, c1, degrees),
            "25 degrees were taken as rad.": dict(degrees=np.degrees(25.0)),
            "The angle is forgotten: these are the components in the link.": dict(degrees=0.0),
            "The second component is left out.": dict(c2=0.0),
        },
        wrong={"shape": lambda: centre()[:1], "1000": lambda: 1000 * centre()},
    ),
    "2": Value(
        reference=gamma,
        done="Differentiate twice: 2 u . u_dd + 2 u_d . u_d = 0.",
        hint="Phi_q u_dd = 2 u . u_dd; what else is in the second derivative of u . u?",
        mistakes={
            "This is (3) as printed; differentiate u . u twice.": lambda omega: -(omega**2),
            "u_d has the length omega, and enters as a square.": lambda omega: -2 * omega,
            "u_dd does not belong to gamma.": lambda omega: -2 * omega**2 - 3.1,
            "The angular acceleration is in u_dd, which stands on the left; it does not belong to gamma.": (
                lambda omega: -2 * omega**2 + 2 * -3.1
            ),
            "The angular acceleration does not belong to gamma; the rate of u does.": lambda: -2 * -3.1,
            "gamma holds the rate of u twice, not the rate and the acceleration.": lambda omega: (
                -2 * omega * -3.1
            ),
            "This is the angular acceleration.": lambda: -3.1,
            "This is the square of the angular acceleration; the rate u_d is asked for.": lambda: -2 * 3.1**2,
            "The row is that of the unit vector; the place of P is not in it.": lambda omega: (
                -2 * omega**2 * (0.35**2 + 0.12**2)
            ),
            "A half stands where the second derivative of a square puts a 2.": lambda omega: -(omega**2) / 2,
        },
        wrong={"sign": lambda: -gamma()},
    ),
    "3": Value(
        reference=about_the_hinge,
        done="What (5) calls I_G must be the moment about the hinge.",
        hint="Steiner: I_G + m (c1^2 + c2^2).",
        mistakes={
            "This is (5) as printed: the moment about the centre of mass.": lambda I_G: I_G,
            "The distance is that of P, with both components.": lambda m, c1, I_G: I_G + m * c1**2,
            "Steiner's term is added when one goes away from the centre of mass.": lambda m, c1, c2, I_G: (
                I_G - m * (c1**2 + c2**2)
            ),
            "The product of the components is no square of a distance.": lambda m, c1, c2, I_G: (
                I_G + m * c1 * c2
            ),
            "c1 is missing: the distance is that of P, with both components.": lambda m, c2, I_G: (
                I_G + m * c2**2
            ),
            "Four times I_G holds for a uniform rod only.": lambda I_G: 4 * I_G,
            "The distance enters as a square.": lambda m, c1, c2, I_G: I_G + m * np.hypot(c1, c2),
            "The components were added before squaring.": lambda m, c1, c2, I_G: I_G + m * (c1 + c2) ** 2,
            "The moment about the centre of mass is missing.": dict(I_G=0.0),
        },
    ),
    "4": Value(
        reference=frequency,
        done="With k = 0 it is a pendulum, with g = 0 a torsional oscillator.",
        hint="(k + m g |c|) / I_O is omega_0 squared; Hz are asked for.",
        mistakes={
            "This is in rad/s.": lambda right: 2 * np.pi * right,
            "The moment of inertia is that about the hinge.": lambda m, c1, c2, I_G, k, g: (
                np.sqrt((k + m * g * np.hypot(c1, c2)) / I_G) / (2 * np.pi)
            ),
            "The distance is |c|, not c1 alone, in the weight's moment.": lambda m, c1, c2, I_G, k, g: (
                np.sqrt((k + m * g * c1) / about_the_hinge()) / (2 * np.pi)
            ),
            "The spring is missing.": dict(k=0.0),
            "This is omega_0 squared; Hz are asked for.": lambda right: (2 * np.pi * right) ** 2,
            "This is the period.": lambda right: 1 / right,
            "The root is missing.": lambda right: 2 * np.pi * right**2,
            "The distance is |c|, not its square, in the weight's moment.": lambda m, c1, c2, k, g: (
                np.sqrt((k + m * g * (c1**2 + c2**2)) / about_the_hinge()) / (2 * np.pi)
            ),
            "The distance |c| is the root of the sum of squares, not the sum.": lambda m, c1, c2, k, g: (
                np.sqrt((k + m * g * (c1 + c2)) / about_the_hinge()) / (2 * np.pi)
            ),
            "c2 is missing in the moment of inertia.": lambda m, c1, c2, I_G, k, g: (
                np.sqrt((k + m * g * np.hypot(c1, c2)) / (I_G + m * c1**2)) / (2 * np.pi)
            ),
            "omega_0 is to be divided by 2 pi, not multiplied.": lambda right: (2 * np.pi) ** 2 * right,
            "The weight is missing.": dict(g=0.0),
            "As printed omega_0 squared is negative: it falls.": lambda m, c1, c2, I_G, k, g: (
                (k - m * g * np.hypot(c1, c2)) / about_the_hinge()
            ),
        },
    ),
    "5": Property(
        test=wrong_equations,
        expected=[1, 3, 5, 7, 8],
        done="Five, and three are right.",
        wrong={
            "Equation (6) is right": [1, 3, 5, 6, 7, 8],
            "Equation (2) is right": [2],
            "Equation (4) is right": [4],
            "still missing: 1. Equation (7)": [1, 3, 5, 8],
            "1 to 8": [0],
            "A list": 5,
        },
    ),
    "6": Property(
        test=seeing_motion,
        expected=[5.0, 1.0],
        done="Fast, and large enough.",
        hint="Velocity terms grow with the square of the frequency.",
        wrong={
            "only": [1.0, 1.0],
            "too slow": [2.0, 0.5],
            "up to 10 Hz": [20.0, 1.0],
            "list of two": [3.0],
        },
    ),
    "7": Choice(
        expected="torque",
        options=("u", "c", "torque", "I", "omega_d"),
        done="A weight at the place (x, y) has the moment -m g x.",
        mistakes={
            "u is the direction at the angle.": "u",
            "c is the way from the hinge to the centre of mass, with the right Q.": "c",
            "I is Steiner's.": "I",
            "Newton and Euler about a fixed point: moment over moment of inertia.": "omega_d",
        },
        wrong={"Choose one of": "g"},
    ),
    "8": Words(
        mentions=[
            "the line, quoted",
            "a test that the reader can repeat, with its number",
            "what stays right on the page",
            "a question instead of an accusation",
        ]
    ),
}
