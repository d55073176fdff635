"""Tasks of lesson 16: Andrews' squeezer, digits, and what they prove."""

from functools import cache

import numpy as np

from fcclearn.course.task import Choice, Value, Words

B, COMPONENTS = np.array([-0.03635, 0.03273]), np.array([0.018, 0.020])
STABLE = 2.785293563405282                             # limit of the Runge-Kutta method of order 4
BODIES = ("OF", "FE", "BDE", "AG", "GE", "AH", "HE")


def place_of_D(gamma=0.455279819163, x_D=0.018, y_D=0.020, origin=B):
    """D in global axes; the x axis is (sin, -cos) of the angle [rad, m]."""
    x = np.array([np.sin(gamma), -np.cos(gamma)])
    y = np.array([np.cos(gamma), np.sin(gamma)])
    return origin + x_D * x + y_D * y


def placed(x, y, components=COMPONENTS, origin=B):
    """The same with axes of one's own."""
    return origin + components[0] * np.array(x) + components[1] * np.array(y)


def wrong_places(gamma=0.455279819163):
    """Other ideas of the axes."""
    sin, cos = np.sin(gamma), np.cos(gamma)
    return {
        "The angle counts from the -y axis: x is (sin, -cos), not (cos, sin).":
            placed([cos, sin], [-sin, cos]),
        "y is to the left of x, not to the right.": placed([sin, -cos], [-cos, -sin]),
        "x and y of D are exchanged.": placed([sin, -cos], [cos, sin], COMPONENTS[::-1]),
        "The place of B is missing.": placed([sin, -cos], [cos, sin], origin=0 * B),
        "The rotation is transposed.": placed([sin, cos], [-cos, sin]),
        "This is E, at the end of the x axis.": placed([sin, -cos], [cos, sin], (0.035, 0)),
        "This is D in the plate's own axes; global ones are asked for.": COMPONENTS,
        "The plate's own axes are turned: its components cannot be added as they are.": B + COMPONENTS,
    }


@cache
def later():
    """10 ms after the start: places of C and D, velocities of D and E for 1 rad/s of OF, v, M."""
    from fcclearn.benchmarks import a03_andrews as andrews
    model = andrews.build()
    run = model.simulate(0.01, samples=2, rtol=1e-9)
    q = run.q[-1]
    system, plate = model.system, model.bodies["BDE"]
    v = np.linalg.svd(system.phi_q(q).toarray())[2][-1]
    scaled = v / (v[2:4] @ [-q[3], q[2]])
    speed = run.qd[-1][2:4] @ [-q[3], q[2]]
    D = plate.point(*andrews.D)
    return {"C": np.array(andrews.FIXED["C"]), "D": system.value_of(D, q), "v": scaled,
            "velocity": system.rate_of(D, q, scaled), "of E": system.rate_of(plate.point("E"), q, scaled),
            "M": system.mass(q).toarray(), "speed": speed, "unscaled": 1 / np.linalg.norm(scaled)}


def spring_torque(stiffness=4530.0, free=0.07785):
    """The spring's force on D, times the velocity of D for 1 rad/s of OF [N m]."""
    way = later()["C"] - later()["D"]
    length = np.linalg.norm(way)
    tension = stiffness * (length - free)
    force = tension * way / length
    return force @ later()["velocity"]


def wrong_torques(stiffness=4530.0, free=0.07785, motor=0.033):
    """Other ideas of it."""
    right, D = spring_torque(), later()["D"]
    way = later()["C"] - D
    force = stiffness * (1 - free / np.linalg.norm(way)) * way

    def moment(about):
        return float(np.cross([*(D - about), 0], [*force, 0])[2])

    return {
        "v is not scaled: it must turn the crank with 1 rad/s.": right * later()["unscaled"],
        "v is not scaled, and its sign is that of the library.": -right * later()["unscaled"],
        "This is the spring's power at the moment; per 1 rad/s of the crank it is the torque.":
            right * later()["speed"],
        "This is k l: the force grows from the free length.": spring_torque(free=0.0),
        "The spring acts at D, not at E.": force @ later()["of E"],
        "The motor's torque is in it: only the spring is asked for.": right + motor,
        "The motor's torque has been taken off; v.g less 0.033 N m is the spring alone.": right - motor,
        "This multiplies the sizes; force and velocity are not quite parallel: take their scalar product.":
            np.linalg.norm(force) * np.linalg.norm(later()["velocity"]),
        "This is the spring's force, in N.": np.linalg.norm(force),
        "This is the moment about O; the spring does not act on OF itself. Let its power decide.":
            moment(0 * B),
        "This is the moment on the plate about B; reduced to OF it is another one.": moment(B),
    }


def part(body):
    """Part of a body in the effective inertia [kg m2]."""
    own = 6 * BODIES.index(body) + np.arange(6)
    v, M = later()["v"], later()["M"]
    return float(v[own] @ M[np.ix_(own, own)] @ v[own])


def share_of_BDE():
    """Share of the plate in the effective inertia."""
    v, M = later()["v"], later()["M"]
    own = v[12:18]
    return own @ M[12:18, 12:18] @ own / (v @ M @ v)


def wrong_shares():
    """Other ideas of it."""
    from fcclearn.benchmarks import a03_andrews as andrews
    v, M = later()["v"], later()["M"]
    whole, masses = v @ M @ v, {name: entries[2] for name, entries in andrews.BODIES.items()}
    return {
        **{f"This is the share of {name}; BDE is the third body.": part(name) / whole
           for name in BODIES if name != "BDE"},
        "This is the part of BDE, in kg m2; its share of the whole is asked for.": part("BDE"),
        "This leaves out v of the plate: its six coordinates are r, u, v.":
            v[12:16] @ M[12:16, 12:16] @ v[12:16] / whole,
        "This is the share in the mass; what counts is how fast it moves.":
            masses["BDE"] / sum(masses.values()),
        "Each body counts as much here; their inertias and speeds differ.": 1 / 7,
        "This is all the others.": 1 - share_of_BDE(),
        "This is BDE over all the others; its share of the whole is asked for.":
            share_of_BDE() / (1 - share_of_BDE()),
        "This is in per cent.": 100 * share_of_BDE(),
    }


def right_digits(error=1.1e-11, value=0.04082224013):
    """Significant digits of a value."""
    relative = error / value
    return -np.log10(relative)


def largest_step(rate=25300.0, limit=STABLE):
    """Largest stable step [s]."""
    return limit / rate


FORCE_A, FORCE_H = np.array([5.3000, -6.4050]), np.array([3.9164, 17.3963])
ACCELERATION = np.array([204.8081, 244.2510])


def mass_of_AH(pin_A=FORCE_A, pin_H=FORCE_H, acceleration=ACCELERATION):
    """Newton's law along the acceleration [kg]."""
    force = pin_A + pin_H
    return force @ acceleration / (acceleration @ acceleration)


def by_sizes(pin_A=FORCE_A, pin_H=FORCE_H, acceleration=ACCELERATION):
    """The same, size of the force over size of the acceleration."""
    force = pin_A + pin_H
    return np.linalg.norm(force) / np.linalg.norm(acceleration)


TASKS = {
    "1": Value(
        reference=place_of_D, rtol=1e-5, done="As the definition says to 16 digits.",
        hint="r_D = r_B + 0.018 x + 0.020 y, with y a quarter turn to the left of x.",
        mistakes=wrong_places, wrong={"shape": 0.0, "rounded": lambda: place_of_D().round(4)}),
    "2": Value(
        reference=spring_torque, rtol=1e-5, done="v.g is this and the motor's torque together.",
        hint="Force on D times the velocity of D, for the null vector v scaled to 1 rad/s of OF.",
        mistakes=wrong_torques, wrong={"1000 times": lambda: 1000 * spring_torque()}),
    "3": Value(
        reference=share_of_BDE, rtol=1e-5, done="At the start it was nothing.",
        hint="BDE is the third body: rows and columns 12 to 17 of M, entries 12 to 17 of v.",
        mistakes=wrong_shares, wrong={"half": lambda: share_of_BDE() / 2}),
    "4": Value(
        reference=right_digits, rtol=2e-3, done="Half a digit less than beta has.",
        hint="Relative error, then its logarithm to the base 10.",
        mistakes={
            "Significant digits are relative: divide by the value.": lambda error: -np.log10(error),
            "This is the natural logarithm; digits are powers of ten.": lambda: right_digits() * np.log(10),
            "This is in powers of two; digits are powers of ten.": lambda: right_digits() * np.log2(10),
            "This is relative to beta.": dict(value=15.81077),
            "This is the relative error; its logarithm counts the digits.":
                lambda error, value: error / value,
            "These are decimal places; a significant digit is one of the value's own.": 11,
            "The lesson's digits are those of beta.": 10.14,
        },
        wrong={"sign": lambda: -right_digits()}),
    "5": Value(
        reference=largest_step, rtol=1e-3, done="2.785 over 25,300 1/s.",
        hint="One step multiplies y by 1 + z + z^2/2 + z^3/6 + z^4/24, z = h lambda; where is it 1 again?",
        mistakes={
            "2 is the limit of Euler's method.": dict(limit=2.0),
            "This is the limit for a swing (lambda imaginary); here lambda is negative.":
                dict(limit=2 * np.sqrt(2)),
            "This is the limit of the method of order 8.": dict(limit=6.394),
            "This is the time in which the velocity falls to 1/e; a stable step may be longer.":
                dict(limit=1.0),
            "This is the limit of h lambda; the step is asked for.": STABLE,
            "This is the limit of order 3, 1 + z + z^2/2 + z^3/6.": dict(limit=2.5127453266183286),
            "The step is the limit divided by lambda.": lambda rate, limit: limit * rate,
        },
        wrong={"1000 times": lambda: 1000 * largest_step()}),
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
        reference=(mass_of_AH, by_sizes), rtol=1e-3,
        done="Lighter than 0.05498 kg. Beta cannot know: it sees the inertia about A.",
        hint="Newton's law for AH: the forces of A and H together are m times the acceleration.",
        mistakes={
            "This is the mass of the definition, and of the force that the others find; which one do his "
            "forces tell?": 0.05498,
            "The force at H acts on AH too.": dict(pin_H=0 * FORCE_H),
            "Both forces act on AH: add them.": dict(pin_H=-FORCE_H),
            "There is no weight in this problem.": dict(pin_A=FORCE_A + [0, 0.05498 * 9.81]),
            "Sizes of forces cannot be added: add the forces, then take the size.":
                lambda pin_A, pin_H, acceleration: (np.linalg.norm(pin_A) + np.linalg.norm(pin_H))
                / np.linalg.norm(acceleration),
            "This is the force at A alone over the acceleration.":
                lambda pin_A, acceleration: np.linalg.norm(pin_A) / np.linalg.norm(acceleration),
            "This is the difference from the definition; his mass is asked for.":
                lambda: 0.05498 - mass_of_AH(),
        },
        wrong={"1000 times": lambda: 1000 * mass_of_AH()}),
    "8": Words(mentions=[
        "two bodies only, and why: at the dead centre the others have no velocity",
        "a later value of beta, which tests the rest",
        "something that no beta can test, with a reason",
        "a force at a pin as the witness for it"]),
}
