"""Tasks of lesson 00: question a four-bar."""

from functools import cache
from math import dist

import numpy as np

from fcclearn.course.machine import Machine
from fcclearn.course.task import Choice, Property, Value, Words
from fcclearn.formulation.coordinates import C_point
from fcclearn.formulation.inertia import rod
from fcclearn.formulation.joints import revolute
from fcclearn.model import Model

A, B, C, D = [0.0, 0.0], [0.0, 0.5], [1.5, 1.2], [1.8, 0.0]


def count(bodies=3, numbers=6, rigid=3, joints=4, rows=2):
    """Coordinates, equations, and what is left."""
    coordinates = numbers * bodies
    equations = rigid * bodies + rows * joints
    return [coordinates, equations, coordinates - equations]


def four_bar(crank=1.0, coupler=3.0, rocker=2.0, gravity=(0, -9.81), forgotten="", places="ABCD",
             partner="coupler"):
    """The four-bar of the exercise, or one with a slip."""
    model, at = Model(gravity=gravity), {"A": A, "B": B, "C": C, "D": D}
    links = {"ground": model.ground}
    bars = ("crank", crank, A, B), ("coupler", coupler, B, C), ("rocker", rocker, D, C)
    for name, mass, start, end in bars:
        links[name] = model.body(name, rod(mass, dist(start, end)), along=(start, end))
    pairs = {"A": ("ground", "crank"), "B": ("crank", partner), "C": ("coupler", "rocker"),
             "D": ("ground", "rocker")}
    for place, (name, (one, other)) in zip(places, pairs.items()):
        if name != forgotten:
            model.join(revolute(links[one].point_at(at[place]), links[other].point_at(at[place])), name=name)
    return model


@cache
def run():
    """Three seconds of the four-bar."""
    return four_bar().simulate(3.0)


@cache
def lowest_height():
    """The lowest height of the coupler's middle in all positions [m]; no sampled motion finds a lower one."""
    angle = np.linspace(0, 2 * np.pi, 200_001)
    crank_end = dist(A, B) * np.column_stack([np.cos(angle), np.sin(angle)])
    to_D = D - crank_end
    d2, coupler, rocker = np.sum(to_D**2, axis=1), dist(B, C), dist(C, D)
    along = (d2 + coupler**2 - rocker**2) / (2 * d2)             # C = B + along * BD + across * Q BD
    across = np.sqrt(np.maximum(coupler**2 / d2 - along**2, 0))
    y_C = crank_end[:, 1] + along * to_D[:, 1] + across * to_D[:, 0]
    return float(np.min((crank_end[:, 1] + y_C) / 2))


def sampled_height():
    """The same from the motion: as low as a sample comes."""
    path = run().position("coupler.com")
    return path[:, 1].min()


def matrix_of_P(c1=0.2, c2=0.3):
    """C of the point."""
    I = np.eye(2)
    return np.hstack([I, c1 * I, c2 * I])


def pin_force(m=1.4, g0=9.81):
    """The force that carries the crank."""
    weight = np.array([0.0, -m * g0])
    return -weight


def longest_crank(x=1.5, y=1.2, ground=1.8):
    """The crank with crank + ground = coupler + rocker [m]."""
    rocker = np.hypot(ground - x, y)
    rest = ground - rocker                              # the coupler is the crank and this
    return (x**2 + y**2 - rest**2) / (2 * (y + rest))


def last_millimetre():
    """The same, rounded down."""
    return np.floor(1e3 * longest_crank()) / 1e3


def turning_crank(answer):
    """Say what is wrong with a length of the longest crank that turns."""
    if np.ndim(answer):
        return "A single number is expected, the length of the crank."
    limit, rocker, coupler = longest_crank(), dist(C, D), dist(B, C)
    if answer <= 0:
        return "A length is positive."
    if answer > 10:
        return "The length is asked for in metres."
    if abs(answer - rocker) < 1e-3:
        return "This is the rocker's length: there the crank is no longer the shortest link."
    if abs(answer - (coupler + rocker - D[0])) < 1e-3:
        return "This keeps the coupler of the crank of 0.5 m; its length changes with B."
    if abs(answer - 0.96) < 1e-9:
        return "This is rounded up to a centimetre: it cannot turn. Give millimetres, rounded down."
    if limit - 1e-6 < answer < limit + 0.001:
        return "By less than a millimetre too long: this crank breaks the rule already. Round down."
    if answer > limit:
        return ("This crank is too long and breaks the rule: put its length, and that of the coupler that "
                "belongs to it, into shortest + longest < the other two.")
    short = "This crank can turn, but a longer one can as well"
    if answer < limit - 0.01:
        return f"{short}."
    return "" if answer > limit - 0.001 else f"{short}: go on to millimetres."


def broken_models():
    """Models with a slip, and words that must be said."""
    return {
        "coupler\" has a mass of 2":
            four_bar(coupler=2.0), "Gravity": four_bar(gravity=(0, 9.81)),
            "no joint \"B\"": four_bar(forgotten="B"),
        "no body": Model(gravity=[0, -9.81]), "joins crank and rocker": four_bar(partner="rocker"),
        "Joint \"C\" holds the right bodies in a wrong place":
            four_bar(places="ABDD"), "a model is expected": {"crank": 1}.keys()}


CHOICES = {
    "c1": (0.2, 0.25, 0.45, 0.35, 0.35, 0.4, 0.25, 0.4, 0.45),
    "c2": (0.3, 0.35, 0.15, 0.32, 0.29, 0.33, 0.2, 0.3, 0.34),
    "m": (1.4, 1.2, 1.7, 2.3, 1.3, 1.9, 1.6, 2.2, 2.1),
}

TASKS = {
    "1": Value(
        reference=count,
        done="Coordinates minus rank: one freedom, the crank angle.",
        hint="Six coordinates and three rigid-body equations for each body, two equations for each joint.",
        mistakes={
            "You counted the joint equations only: every full body adds three rigid-body equations.":
                dict(rigid=0),
            "You counted three coordinates for a body; a full planar body has r, u and v, six numbers.":
                dict(numbers=3, rigid=0),
            "The ground is not counted: it has no coordinates.": dict(bodies=4),
            "These are reduced bodies: 4 coordinates and one equation each. Full ones are asked for.":
                dict(numbers=4, rigid=1),
            "The guide takes away two freedoms of the slider: across it, and the rotation.": [18, 16, 2],
            "The guide of the slider is a joint too: there are four.": dict(joints=3),
            "The rigid-body equations belong to every body: there are three bodies.": [18, 11, 7],
            "Degrees of freedom are what the equations leave of the coordinates: the first number minus the "
            "second.": [18, 17, 3],
        },
        wrong={"shape": [18, 17], "2 of 3 are right; entry [2] is too large": [18, 17, 2]}),
    "2": Machine(
        reference=four_bar, named=True, done="One freedom, four pins.",
        mistakes={"The masses of coupler and rocker are exchanged.": dict(coupler=2.0, rocker=3.0)},
        wrong=broken_models),
    "3a": Words(mentions=[
        "where the potential energy is least, the kinetic energy is largest",
        "which link decides where that is, and why",
        "which link turns fastest, and what its length has to do with it"]),
    "3b": Value(
        reference=(lowest_height, sampled_height), rtol=1e-6, atol=1e-4,
        done="The whole path is one product C q for each time.",
        hint="position(...) gives x and y for every time: take the second column and its smallest value.",
        mistakes={
            "This is the height at the start, not the lowest one.": lambda: (B[1] + C[1]) / 2,
            "This is the time at which it is lowest; the height is asked for.":
                lambda: run().t[run().position("coupler.com")[:, 1].argmin()],
            "This is the whole lowest place; only its height is asked for.":
                lambda: run().position("coupler.com")[run().position("coupler.com")[:, 1].argmin()],
            "This is the number of the row; the height in this row is asked for.":
                lambda: run().position("coupler.com")[:, 1].argmin(),
            "This is the height at the end; it was lower on the way.":
                lambda: run().position("coupler.com")[-1, 1],
            "This is how far it falls; the height itself is asked for.":
                lambda: (B[1] + C[1]) / 2 - sampled_height(),
            "This is the middle of the crank; the middle of the coupler is asked for.":
                lambda: run().position("crank.com")[:, 1].min(),
            "This is the middle of the rocker; the middle of the coupler is asked for.":
                lambda: run().position("rocker.com")[:, 1].min(),
            "The height is asked for in metres, not in millimetres.": lambda: 1e3 * sampled_height(),
            "This is the greatest angular velocity of the rocker; a height is asked for.":
                lambda: run().angular_velocity("rocker").max(),
        },
        wrong={"neighbouring index": lambda: run().position("coupler.com")[:, 0].min(),
               "\"com\" is asked for":
                   lambda: run().position("coupler.end")[:, 1].min(), "sign": lambda: -sampled_height()}),
    "4": Value(
        reference=matrix_of_P, others=[dict(c1=0.3, c2=0.5)],
        done="It is constant: it holds for every position of the coupler.",
        hint="C = [I, c1 I, c2 I] with I the 2 x 2 identity.",
        mistakes={
            "This is C of a vector: a point also has the identity in front of r.":
                lambda c1, c2: C_point([c1, c2]) - C_point([0, 0]),
            "This is the reduced body's matrix, C V; the full body has six coordinates.":
                lambda c1, c2: [[1, 0, c1, -c2], [0, 1, c2, c1]],
            "The reference point of a rod is its middle: count c1 from there, not from the start.":
                lambda c1, c2: matrix_of_P(c1 + dist(B, C) / 2, c2),
            "Each block is a number times the unit matrix: the x of P has nothing of the y of u.":
                lambda c1, c2: np.kron([1, c1, c2], np.ones((2, 2))),
            "The second row gives the y of P: its numbers meet the y of r, u and v.":
                lambda c1, c2: np.kron([1, c1, c2], [[1, 0], [1, 0]]),
            "The middle of the coupler stands in q already, as r; C begins with the unit matrix.":
                lambda c1, c2: matrix_of_P((B[0] + C[0]) / 2 + c1, (B[1] + C[1]) / 2 + c2),
        }, wrong={"exchanged": lambda c1, c2: matrix_of_P(c2, c1), "transposed": lambda c1, c2: C_point([c1,
        c2]).T,
               "columns are right": lambda c1, c2: C_point([c1, c2])[:, [0, 2, 4, 1, 3, 5]]}),
    "5": Value(
        reference=pin_force, atol=1e-6, done="The pin pushes up with the weight of the crank.",
        hint="At rest the forces on the crank, pin and weight, add up to zero.",
        mistakes={
            "This is the force that the crank exerts on the pin; the force on the crank is the opposite one.":
                lambda m, g0: [0, -m * g0],
            "x and y are exchanged.": lambda m, g0: [m * g0, 0],
            "This is the mass in kg; a force is asked for.": lambda m: [0, m],
            "This is half the weight: there is only one pin.": lambda m, g0: [0, m * g0 / 2],
            "Only the size: give both components, x and y.": lambda m, g0: m * g0,
            "At rest the pin has to carry the weight.": [0.0, 0.0],
            "The crank of this task has another mass than the one above.": dict(m=1.0),
            "The crank hangs alone; this is the weight of three links.": lambda g0: [0, 6 * g0],
            "This is the first moment after letting go from a level position; here the crank hangs at rest.":
                lambda m, g0: [0, m * g0 / 4],
        }),
    "6": Choice(
        expected="B", options=tuple("ABCD"),
        done="It should hold the crank and the coupler; here it holds the crank and the rocker.",
        mistakes={
            "A holds the crank to the ground, as it should.": "A",
            "C joins coupler and rocker, as it should.": "C",
            "D holds the rocker to the ground, as it should.": "D",
        },
        wrong={"Choose one of": "E"}),
    "7": Property(
        reference=last_millimetre, test=turning_crank,
        done="A longer crank breaks the rule: it can only swing, whatever drives it.",
        wrong={"Round down": 0.957, "rounded up to a centimetre": 0.96, "go on to millimetres": 0.95,
               "a longer one can as well": 0.5, "rocker's length": 1.237, "coupler of the crank of": 1.092,
               "in metres": 956, "A single number": [0.956, 0.957], "breaks the rule": 1.1,
               "positive": -0.956}),
}
