"""Tasks of lesson 00: question a four-bar."""

from math import dist

import numpy as np
from scipy.optimize import brentq

from fcclearn.course.task import Choice, Property, Value
from fcclearn.formulation.coordinates import C_point
from fcclearn.formulation.inertia import rod
from fcclearn.formulation.joints import revolute
from fcclearn.model import Model

A, B, C, D = [0.0, 0.0], [0.0, 0.5], [1.5, 1.2], [1.8, 0.0]
MASSES = {"crank": 1.0, "coupler": 3.0, "rocker": 2.0}


def four_bar(masses=MASSES, gravity=(0, -9.81)):
    """The four-bar of the exercise."""
    model = Model(gravity=gravity)
    ends = {"crank": (A, B), "coupler": (B, C), "rocker": (D, C)}
    crank, coupler, rocker = (model.body(name, rod(masses[name], dist(*ends[name])), along=ends[name]) for name in masses)
    for name, P, Q in [("A", model.ground.point(A), crank.point("start")), ("B", crank.point("end"), coupler.point("start")),
                       ("C", coupler.point("end"), rocker.point("end")), ("D", model.ground.point(D), rocker.point("start"))]:
        model.join(revolute(P, Q), name=name)
    return model


def without_joint(name):
    """The four-bar with one joint forgotten."""
    model = four_bar()
    del model.joints[name]
    return model


def lowest_point(model, point):
    return model.simulate(3.0).position(point)[:, 1].min()


def wrong_model(model):
    """What is wrong with a student's four-bar, or an empty string."""
    if callable(model):
        return "This is the function itself: call it, with parentheses."
    if not isinstance(model, Model):
        return f"A Model is expected, not {type(model).__name__}."
    if set(model.bodies) != set(MASSES):
        return f"The bodies should be called {', '.join(MASSES)}; yours are {', '.join(model.bodies) or 'none'}."
    for name, mass in MASSES.items():
        if model.bodies[name].solid.mass != mass:
            return f"The mass of the {name} is {model.bodies[name].solid.mass:g} kg; {mass:g} kg is asked for."
    if not np.allclose(model.gravity, [0, -9.81]):
        return f"Gravity is {model.gravity.tolist()}: it should point down, with 9.81 m/s2."
    missing = [name for name in "ABCD" if name not in model.joints]
    if missing:
        return f"Joint {missing[0]} is missing (give it this name)."
    freedoms = model.mobility().degrees_of_freedom
    if freedoms != 1:
        return f"It has {freedoms} degrees of freedom instead of one: does every joint hold two different bodies?"
    gap = np.abs(model.system.phi(model.system.layout.start()[0])).max()
    return f"A joint does not fit together: its points are {gap:.3g} m apart." if gap > 1e-9 else ""


def play(length):
    """How much Grashof's rule leaves to spare for a crank of some length [m]; negative where it cannot turn."""
    links = sorted([length, dist([0, length], C), dist(D, C), dist(A, D)])
    return links[1] + links[2] - links[0] - links[3]


LONGEST = brentq(play, 0.5, 1.2)


WEIGHT = np.array([0.0, 9.81 * 1.0])

TASKS = {
    "1": Value(
        expected=np.array([3 * 6, 3 * 3 + 4 * 2, 3 * 6 - (3 * 3 + 4 * 2)]),
        done="Coordinates minus rank: one freedom, the crank angle.",
        hint="Six coordinates and three rigid-body equations for each body, two equations for each joint.",
        mistakes={
            "You counted the joint equations only: every full body adds three rigid-body equations.": [18, 8, 10],
            "You counted three coordinates for a body; a full planar body has r, u and v, six numbers.": [9, 8, 1],
            "The ground is not counted: it has no coordinates.": [24, 20, 4],
            "These are reduced bodies: 4 coordinates and one equation each. Full ones are asked for.": [12, 11, 1],
        },
        wrong={"joint equations only": [18, 8, 10], "r, u and v": [9, 8, 1], "ground is not counted": [24, 20, 4],
               "not their order": [17, 18, 1], "shape": [18, 17]}),
    "2": Property(
        test=wrong_model, expected=four_bar(), done="One freedom, four pins.",
        wrong={"A Model is expected": {"crank": 1}, "function itself": four_bar, "mass of the coupler": four_bar({**MASSES, "coupler": 2.0}),
               "point down": four_bar(gravity=(0, 9.81)), "Joint B is missing": without_joint("B"), "bodies should be called": Model(gravity=[0, -9.81])}),
    "3": Value(
        expected=lowest_point(four_bar(), "coupler.com"), rtol=1e-4,
        done="The whole path is one product C q for each time.",
        hint="position(...) gives x and y for every time: take the second column and its smallest value.",
        mistakes={
            "This is the height at the start, not the lowest one.": (B[1] + C[1]) / 2,
            "This is the smallest x; the height is the second column.": four_bar().simulate(3.0).position("coupler.com")[:, 0].min(),
            "This is the end of the coupler; its centre of mass is asked for.": lowest_point(four_bar(), "coupler.end"),
        },
        wrong={"height at the start": (B[1] + C[1]) / 2, "smallest x": four_bar().simulate(3.0).position("coupler.com")[:, 0].min(),
               "end of the coupler": lowest_point(four_bar(), "coupler.end"),
               "sign": -lowest_point(four_bar(), "coupler.com"), "1000 times too large": 1e3 * lowest_point(four_bar(), "coupler.com")}),
    "4": Value(
        expected=C_point([0.2, 0.4]), done="It is constant: it holds for every position of the coupler.",
        hint="C = [I, c1 I, c2 I] with I the 2 x 2 identity.",
        mistakes={
            "This is C of a vector: a point also has the identity in front of r.": np.kron([0, 0.2, 0.4], np.eye(2)),
            "c1 and c2 are exchanged: 0.2 m belongs to u, 0.4 m to v.": C_point([0.4, 0.2]),
            "This is the reduced body's matrix, C V; the full body has six coordinates.": np.array([[1, 0, 0.2, -0.4], [0, 1, 0.4, 0.2]]),
        },
        wrong={"C of a vector": np.kron([0, 0.2, 0.4], np.eye(2)), "exchanged: 0.2": C_point([0.4, 0.2]),
               "transposed": C_point([0.2, 0.4]).T, "reduced body": np.array([[1, 0, 0.2, -0.4], [0, 1, 0.4, 0.2]]),
               "columns are right": C_point([0.2, 0.4])[:, [0, 2, 4, 1, 3, 5]]}),
    "5": Value(
        expected=WEIGHT, atol=1e-6, done="The pin pushes up with the weight of 1 kg.",
        hint="At rest the forces on the crank, pin and weight of 1 kg, add up to zero.",
        mistakes={
            "This is the force that the crank exerts on the pin; the force on the crank is the opposite one.": -WEIGHT,
            "x and y are exchanged.": WEIGHT[::-1],
            "This is the mass in kg; a force is asked for.": WEIGHT / 9.81,
            "This is half the weight: there is only one pin.": WEIGHT / 2,
        },
        wrong={"exerts on the pin": -WEIGHT, "exchanged": WEIGHT[::-1], "mass in kg": WEIGHT / 9.81, "only one pin": WEIGHT / 2}),
    "6": Choice(
        expected="B", options=tuple("ABCD"), done="It should hold the crank and the coupler; here it holds the crank and the rocker.",
        mistakes={
            "A holds the crank to the ground, as it should.": "A",
            "C joins coupler and rocker, as it should.": "C",
            "D holds the rocker to the ground, as it should.": "D",
        },
        wrong={"A holds": "A", "C joins": "C", "D holds": "D", "Choose one of": "E"}),
    "7": Value(
        expected=LONGEST, rtol=2e-3, done="Beyond this length the crank swings, as in the lesson.",
        hint="Where the rule just holds, shortest + longest = the sum of the other two: the length must satisfy one equation.",
        mistakes={
            "This crank can turn, but a longer one can as well.": 0.5,
            "This is the rocker's length: there the crank is no longer the shortest link.": dist(D, C),
            "This keeps the coupler of 0.5 m crank; its length changes with B.": dist(D, C) + dist(B, C) - dist(A, D),
        },
        wrong={"1000 times too large": 1e3 * LONGEST}),
}
