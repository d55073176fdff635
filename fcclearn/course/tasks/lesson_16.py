"""Tasks of lesson 16: Andrews' squeezer, digits, and what they prove."""

from functools import lru_cache

import numpy as np

from fcclearn.benchmarks import a03_andrews as andrews
from fcclearn.course.task import Choice, Value

ANGLE, PLACE, COMPONENTS = 0.455279819163, (-0.03635, 0.03273), (0.018, 0.020)
STABLE = 2.785293563405282                              # limit of the Runge-Kutta method of order 4


def place_of_D(angle=ANGLE, origin=PLACE, components=COMPONENTS):
    """D in global axes; the x axis is (sin, -cos) of the angle [rad, m]."""
    x = np.array([np.sin(angle), -np.cos(angle)])
    y = np.array([-x[1], x[0]])
    return np.array(origin) + components[0] * x + components[1] * y


def placed(x, y, components=COMPONENTS, origin=PLACE):
    """The same with axes of one's own."""
    return np.array(origin) + components[0] * np.array(x) + components[1] * np.array(y)


@lru_cache(maxsize=None)
def later():
    """The squeezer 10 ms after the start: model, coordinates, velocities for 1 rad/s of OF, mass matrix."""
    model = andrews.build()
    q = model.simulate(0.01, samples=2, rtol=1e-9).q[-1]
    v = np.linalg.svd(model.system.phi_q(q).toarray())[2][-1]
    return model, q, v / (v[2:4] @ [-q[3], q[2]]), model.system.mass(q).toarray()


def spring_on_D():
    """Force of the spring on D [N], and the velocity of D for 1 rad/s of OF [m/s]."""
    model, q, v, _ = later()
    D = model.bodies["BDE"].point(*andrews.D)
    way = np.array(andrews.FIXED["C"]) - model.system.value_of(D, q)
    length = np.linalg.norm(way)
    force = andrews.STIFFNESS * (length - andrews.FREE_LENGTH) * way / length
    return force, model.system.rate_of(D, q, v), model.system.value_of(D, q)


def moment_about(x=0.0, y=0.0):
    """Moment of the spring's force on D about a fixed place [N m]."""
    force, _, place = spring_on_D()
    return float((place[0] - x) * force[1] - (place[1] - y) * force[0])


def spring_torque(stiffness=andrews.STIFFNESS, free=andrews.FREE_LENGTH, end="D"):
    """The spring's force on a point of the plate, times the velocity of the point for 1 rad/s of OF [N m]."""
    model, q, v, _ = later()
    D = model.bodies["BDE"].point(*andrews.D)
    way = np.array(andrews.FIXED["C"]) - model.system.value_of(D, q)
    length = np.linalg.norm(way)
    force = stiffness * (length - free) * way / length
    moving = D if end == "D" else model.bodies["BDE"].point("E")
    return float(force @ model.system.rate_of(moving, q, v))


def raw_speed():
    """The factor that a null vector of length 1 has left, up to its sign."""
    return 1 / np.linalg.norm(later()[2])


def share_of(body="BDE", coordinates=slice(0, 6)):
    """Share of a body, or of some of its coordinates, in the effective inertia."""
    _, _, v, M = later()
    own = 6 * list(andrews.BODIES).index(body) + np.arange(6)[coordinates]
    return float(v[own] @ M[np.ix_(own, own)] @ v[own] / (v @ M @ v))


def share_of_mass():
    """Share of the plate in the mass of all bodies."""
    masses = {name: entries[2] for name, entries in andrews.BODIES.items()}
    return masses["BDE"] / sum(masses.values())


def right_digits(error=1.1e-11, value=0.04082224013):
    """Significant digits of a value."""
    return -np.log10(error / value)


def growth(z):
    """What one step of the Runge-Kutta method of order 4 makes of y' = lambda y, z = h lambda."""
    return 1 + z + z**2 / 2 + z**3 / 6 + z**4 / 24


def largest_step(limit=STABLE, rate=25000.0):
    """Largest stable step [s]."""
    return limit / rate


FORCE_A, FORCE_H = np.array([11.9691, -12.5392]), np.array([2.7631, 26.7277])
ACCELERATION = np.array([327.3828, 315.3001])


def mass_of_AH(pin_A=FORCE_A, pin_H=FORCE_H, acceleration=ACCELERATION):
    """Newton's law along the acceleration [kg]."""
    force = pin_A + pin_H
    return float(force @ acceleration / (acceleration @ acceleration))


SIN, COS = np.sin(ANGLE), np.cos(ANGLE)
IMAGINARY = 2.8284271247461903
TASKS = {
    "1": Value(
        reference=place_of_D, rtol=1e-5, done="As the definition says to 16 digits.",
        hint="r_D = r_B + 0.018 x + 0.020 y, with y a quarter turn to the left of x.",
        mistakes={
            "The angle counts from the -y axis: x is (sin, -cos), not (cos, sin).":
                placed([COS, SIN], [-SIN, COS]),
            "y is to the left of x, not to the right.": placed([SIN, -COS], [-COS, -SIN]),
            "x and y of D are exchanged.": placed([SIN, -COS], [COS, SIN], COMPONENTS[::-1]),
            "The place of B is missing.": placed([SIN, -COS], [COS, SIN], origin=(0, 0)),
            "The rotation is transposed.": placed([SIN, COS], [-COS, SIN]),
            "This is E, at the end of the x axis.": placed([SIN, -COS], [COS, SIN], (0.035, 0)),
            "The x axis is (sin, -cos); the sign of the cosine is missing.": placed([SIN, COS], [COS, -SIN]),
            "This is D in the plate's own axes; global ones are asked for.": np.array(COMPONENTS),
            "The plate's own axes are turned: its components cannot be added as they are.":
                placed([1, 0], [0, 1]),
            "Sine and cosine were given degrees; the angle is in radians.":
                place_of_D(np.radians(ANGLE)),
        },
        wrong={"shape": 0.0}),
    "2": Value(
        reference=spring_torque, rtol=1e-5, done="v.g is this and the motor's torque together.",
        hint="Force on D times the velocity of D, for the null vector v scaled to 1 rad/s of OF.",
        mistakes={
            "v is not scaled: it must turn the crank with 1 rad/s.": lambda right: right * raw_speed(),
            "v is not scaled, and its sign is that of the library.": lambda right: -right * raw_speed(),
            "This is k l: the force grows from the free length.": dict(free=0.0),
            "The spring acts at D, not at E.": dict(end="E"),
            "The motor's torque is in it: only the spring is asked for.": lambda right: right + andrews.TORQUE,
            "The motor's torque has been taken off; v.g less 0.033 N m is the spring alone.":
                lambda right: right - andrews.TORQUE,
            "This multiplies the sizes; force and velocity are not quite parallel: take their scalar product.":
                lambda: np.linalg.norm(spring_on_D()[0]) * np.linalg.norm(spring_on_D()[1]),
            "This is the spring's force, in N.": lambda: np.linalg.norm(spring_on_D()[0]),
            "This is the moment about O; the spring does not act on OF itself. Let its power decide.":
                lambda: moment_about(),
            "This is the moment on the plate about B; reduced to OF it is another one.": lambda: moment_about(*PLACE),
        },
        wrong={"sign": lambda right: -right, "1000 times": lambda right: 1000 * right}),
    "3": Value(
        reference=share_of, rtol=1e-5, done="At the start it was nothing.",
        hint="BDE is the third body: rows and columns 12 to 17 of M, entries 12 to 17 of v.",
        mistakes={
            **{f"This is the share of {name}; BDE is the third body.": dict(body=name)
               for name in andrews.BODIES if name != "BDE"},
            "This is the part of BDE, in kg m2; its share of the whole is asked for.":
                lambda right: right * (later()[2] @ later()[3] @ later()[2]),
            "This leaves out v of the plate: its six coordinates are r, u, v.":
                dict(coordinates=slice(0, 4)),
            "This is the share in the mass; what counts is how fast it moves.": lambda: share_of_mass(),
            "Each body counts as much here; their inertias and speeds differ.": 1 / 7,
            "This is all the others.": lambda right: 1 - right,
            "This is in per cent.": lambda right: 100 * right,
        },
        wrong={"half": lambda right: right / 2}),
    "4": Value(
        reference=right_digits, rtol=2e-3, done="Half a digit less than beta has.",
        hint="Relative error, then its logarithm to the base 10.",
        mistakes={
            "Significant digits are relative: divide by the value.": -np.log10(1.1e-11),
            "This is the natural logarithm; digits are powers of ten.": right_digits() * np.log(10),
            "This is in powers of two; digits are powers of ten.": right_digits() * np.log2(10),
            "This is relative to beta.": -np.log10(1.1e-11 / 15.81077),
            "The value is multiplied here; a relative error is divided by it.":
                -np.log10(1.1e-11 * 0.04082224013),
            "The lesson's digits are those of beta.": 10.1400,
            "This is the relative error; its logarithm is asked for.": 1.1e-11 / 0.04082224013,
        },
        wrong={"sign": -right_digits()}),
    "5": Value(
        reference=largest_step, rtol=1e-3, done="2.785 over 25,000 1/s.",
        hint="One step multiplies y by 1 + z + z^2/2 + z^3/6 + z^4/24, z = h lambda; where is it 1 again?",
        mistakes={
            "2 is the limit of Euler's method.": largest_step(2.0),
            "This is the limit for a swing (lambda imaginary); here lambda is negative.":
                largest_step(IMAGINARY),
            "This is the limit of the method of order 8.": largest_step(6.394),
            "This is the time in which the velocity falls to 1/e; a stable step may be longer.":
                largest_step(1.0),
            "This is the limit of h lambda; the step is asked for.": STABLE,
            "This is the limit of order 3, 1 + z + z^2/2 + z^3/6.": largest_step(2.5127453266183286),
            "The step is the limit divided by lambda.": STABLE * 25000,
        },
        wrong={"sign": -largest_step(), "1000 times": 1000 * largest_step()}),
    "6": Choice(
        expected="d", options=tuple("abcdef"),
        done="The nearest other suspect is 8e-4 away: the digits tell them apart.",
        mistakes={
            "With k = 4500 N/m it prints 15.751.": "a",
            "With weight it prints 15.793.": "b",
            "With 0.0750 kg it prints 15.8071.": "c",
            "With this y it prints more than the right value, 15.8147.": "e",
            "This one is near, 15.8079; look at the next digits.": "f",
        },
        wrong={"Choose one of": "g"}),
    "7": Value(
        reference=mass_of_AH, rtol=1e-3,
        done="Lighter than 0.05498 kg. Beta cannot know: it sees the inertia about A.",
        hint="Newton's law for AH: the forces of A and H together are m times the acceleration.",
        mistakes={
            "This is the mass of the definition, and of the force that the others find; which one do his "
            "forces tell?":
                0.05498,
            "The force at H acts on AH too.": float(FORCE_A @ ACCELERATION / (ACCELERATION @ ACCELERATION)),
            "Both forces act on AH: add them.": mass_of_AH(pin_H=-FORCE_H),
            "There is no weight in this problem.": mass_of_AH(pin_A=FORCE_A + [0, 0.05498 * 9.81]),
            "Sizes of forces cannot be added: add the forces, then take the size.":
                float((np.linalg.norm(FORCE_A) + np.linalg.norm(FORCE_H)) / np.linalg.norm(ACCELERATION)),
            "This is the force at A alone over the acceleration.":
                float(np.linalg.norm(FORCE_A) / np.linalg.norm(ACCELERATION)),
            "This is the difference from the definition; his mass is asked for.": 0.05498 - mass_of_AH(),
        },
        wrong={"1000 times": 1000 * mass_of_AH()}),
}
