"""Tasks of lesson 17: Bricard's mechanism."""

import warnings
from functools import cache

import numpy as np

from fcclearn.course.task import Choice, Function, Value


def count(bodies=3, hinges=4, really=1, coordinates=36, rows=38):
    """Gruebler's count, the truth, and what is too many."""
    gruebler = 6 * bodies - 5 * hinges
    rank = coordinates - really
    return [gruebler, really, rows - rank]


def loop_matrix(points, axes):
    """One column for each hinge: the axis, and its moment about the origin."""
    return np.vstack([axes.T, np.cross(points, axes).T])


@cache
def cube():
    """Points and axes of the cube's hinges."""
    from fcclearn.benchmarks.a04_bricard import AXES, POINTS  # here: importing it takes long
    return POINTS, AXES


def hinge_rates(y=1.5, z=2.0):
    """Hinge rates that close the loop, the first one 1."""
    points, axes = cube()
    matrix = loop_matrix(points * np.array([1.0, y, z]), axes)
    null = np.linalg.svd(matrix)[2][-1]
    return null / null[0]


def height(a):
    """y of P3 [m]."""
    b = np.arcsin(-np.sin(a) / (1 + np.sin(a)))
    return -np.cos(b)


def even(a):
    """The angle b of the even hinges."""
    return np.arcsin(-np.sin(a) / (1 + np.sin(a)))


@cache
def start():
    """Smallest forces of P1 on rod 1 and of P4 on rod 4 at the start, and those of the self-stress."""
    from fcclearn.course.explorers.bricard import bricard  # here: importing it takes long
    from fcclearn.engine.mobility import undetermined_multipliers
    from fcclearn.engine.reactions import joint_force
    model = bricard()
    run = model.simulate(0.1, samples=3)
    stress = undetermined_multipliers(model.system.phi_q(run.q[0]).toarray())[0]
    with warnings.catch_warnings():                              # that they are not unique is the point
        warnings.simplefilter("ignore")
        forces = [run.reaction(name).force[0] for name in ("P1", "P4")]
    return *forces, *(joint_force(model.system, name, run.q[0], stress) for name in ("P1", "P4"))


@cache
def later():
    """Smallest force of P4 on rod 4 at the end of the run of `start`."""
    from fcclearn.course.explorers.bricard import bricard  # here: importing it takes long
    return bricard().simulate(0.1, samples=3).reaction("P4").force[-1]


def force_P4(sensor=40.0):
    """Smallest force, and as much self-stress as the sensor says."""
    P1, P4, stress_P1, stress_P4 = start()
    kappa = (sensor - P1[1]) / stress_P1[1]
    return P4 + kappa * stress_P4[36:39]


SKEW = np.array([[0.3, -1.1, 0.7], [1.9, 0.4, -0.6], [-0.8, 1.3, 2.1], [0.5, 2.2, -1.4]])
DIRECTIONS = np.array([[0.6, 0.0, 0.8], [0.28, 0.96, 0.0], [-0.48, 0.6, 0.64], [0.36, -0.48, 0.8]])

TASKS = {
    "1": Value(
        reference=count, done="38 rows, rank 35, and one crank that turns.",
        hint="Count 6 for a body and 5 for a hinge; then ask the model for its mobility.",
        mistakes={
            "The count is not the truth: the mechanism moves. Ask the model for its mobility.": [-2, -2, 0],
            "A redundancy is rows minus rank: 38 minus 35.": [-2, 1, 2],
            "The third number is coordinates minus rank, the freedoms again; redundant are rows minus rank.":
                [-2, 1, 1],
            "The third number is the rank; redundant are rows minus rank.": [-2, 1, 35],
            "Some equations are redundant: 38 rows, but a rank of 36 - 1.": [-2, 1, 0],
            "The first number is the bare count: 6 for each of three bodies, minus 5 for each of the hinges.":
                [-1, 1, 3],
            "The bare count is bodies minus hinges, 6 * 3 - 5 * 4: mind its sign.": [2, 1, 3],
            "The first number is the count in space, with 6 and 5; this one is that of the plane.": [1, 1, 3],
            "The redundant ones are right; but the mechanism moves: its freedoms are coordinates minus rank.":
                [-2, 0, 3],
            "The redundant ones are right; but freedoms are coordinates minus rank, and not negative.":
                [-2, -2, 3],
            "The crank turns: freedoms are coordinates minus rank. Then the redundant ones follow.":
                [-2, 0, 2],
            "A redundancy is not negative: it is rows minus rank.": [-2, 1, -3],
            "The ground is no moving body: count three bodies.": [4, 1, 3],
            "The first number is the bare count 6 * 3 - 5 * 4; it may be negative, and nothing is cut off at "
            "zero.":
                [0, 1, 3],
            "The first number is the bare count, not the truth: 6 for each of three bodies, minus 5 for each "
            "of four hinges.":
                [1, 1, 0],
        },
        wrong={"exchanged": [1, -2, 3]}),
    "2": Function(
        reference=loop_matrix, samples=[(SKEW[:3], DIRECTIONS[:3]), (SKEW, DIRECTIONS)],
        done="Its rank says what sixty rows say.",
        hint="np.cross works on rows; transpose, so that each hinge becomes a column.",
        mistakes={
            "The cross product is turned round: below the axis stands r x n.":
                lambda r, a: np.vstack([a.T, np.cross(a, r).T]),
            "The lower half holds the places themselves; it should hold r x n.":
                lambda r, a: np.vstack([a.T, r.T]),
            "The two halves are exchanged: the axes stand above.":
                lambda r, a: np.vstack([np.cross(r, a).T, a.T]),
            "The moments are about one of the hinges; r leads from the origin to the hinge.":
                lambda r, a: loop_matrix(r - r[0], a),
            "The moments are about the last hinge; r leads from the origin to the hinge.":
                lambda r, a: loop_matrix(r - r[-1], a),
            "The moments are about the middle of the hinges; r leads from the origin to the hinge.":
                lambda r, a: loop_matrix(r - r.mean(axis=0), a),
            "The places stand above; there the axes belong.":
                lambda r, a: np.vstack([r.T, np.cross(r, a).T]),
            "r is the place of a hinge here; yours is the step from the hinge before it.":
                lambda r, a: loop_matrix(np.diff(r, axis=0, prepend=r[:1]), a),
            "It is cut to whole numbers: astype(int) is for printing the cube's matrix only.":
                lambda r, a: loop_matrix(r, a).astype(int),
            "There is one row for each hinge; one column is wanted.":
                lambda r, a: np.hstack([a, np.cross(r, a)]),
        },
        wrong={"Not attempted": lambda r, a: None, "shape": lambda r, a: a.T}),
    "3": Value(
        reference=hinge_rates, others=[dict(y=1.0, z=1.0)], done="Longer rods, other rates: 4/3 and 2/3.",
        hint="The right null vector is the last row of V.T in U, s, V.T = svd(matrix); divide by its first "
             "entry.",
        mistakes={
            "These are the rates of the cube; take the places of the box.": dict(y=1.0, z=1.0),
            "The null vector is not scaled: the first rate should be 1.":
                lambda: hinge_rates() / np.linalg.norm(hinge_rates()),
            "The null vector is not scaled: the first rate should be 1, with its sign.":
                lambda: -hinge_rates() / np.linalg.norm(hinge_rates()),
            "The odd and the even hinges turn in opposite senses; here all signs are the same.":
                lambda: np.abs(hinge_rates()),
            "This is a left null vector, a wrench; the rates are a right null vector.":
                lambda: left_null_vector(),
            "The last row of V.T holds the null vector; this is its last column.": lambda: last_column(),
            "It is scaled by its largest entry; the first one should be 1.":
                lambda: hinge_rates() / np.abs(hinge_rates()).max(),
            "It is scaled by its largest entry, whose sign is the other one; the first one should be 1.":
                lambda: -hinge_rates() / np.abs(hinge_rates()).max(),
            "The rates do not go with the lengths of the rods: ask for the null vector of the box's matrix.":
                lambda y, z: [1, -1, y, -y, z, -z],
            "These are the lengths of the rods with signs; the rates do not go with them.":
                lambda y, z: [1, -y, 1, -z, y, -z],
            "Upside down, and made of the lengths: ask for the null vector of the box's matrix.":
                lambda y, z: [1, -1 / y, 1, -1 / z, 1 / y, -1 / z],
            "Not all hinges can turn alike and in one sense: that closes no loop.": [1, 1, 1, 1, 1, 1],
            "It is scaled by its last entry; the first one should be 1.":
                lambda: hinge_rates() / hinge_rates()[-1],
            "Upside down: where the rates of the box are large, these are small.":
                lambda: 1 / hinge_rates(),
        },
        wrong={"twice": lambda: 2 * hinge_rates()}),
    "4": Function(
        reference=height, samples=[(0.7,), (2.3,)],
        done="Rod 2 hangs from P2 at the angle b, and P2 stays at y = 0.",
        hint="P2 stays at height 0. Rod 2 points down at the start and turns by b.",
        mistakes={
            "The sign: P3 is below P2, so its height is negative.": lambda a: -height(a),
            "This is -cos(a): the rod that carries P3 turns by b out of the vertical, not by a.":
                lambda a: -np.cos(a),
            "This is sin b, not the height: take the angle b first, then its cosine.":
                lambda a: np.sin(even(a)),
            "This is the angle b itself.": even,
            "The turns are about different axes: a turns rod 2 about the vertical y, so only b lifts P3.":
                lambda a: -np.cos(a + even(a)),
            "Rod 2 turns about P2 by b: its end rises by 1 - cos b, not by sin b.":
                lambda a: -1 + np.sin(even(a)),
            "Rod 2 turns about P2 by b: its end rises by 1 - cos b, not by sin b upwards or downwards.":
                lambda a: -1 - np.sin(even(a)),
            "This is by how much P3 rises; its height was -1 at the start.": lambda a: 1 + height(a),
            "This is by how much P3 rises, with the other sign; its height was -1 at the start.":
                lambda a: -1 - height(a),
            "P3 rises when rod 2 turns; here it sinks below -1.": lambda a: -2 - height(a),
            "The angle at P2 is b itself, neither twice nor half of it.": lambda a: -np.cos(2 * even(a)),
            "The angle at P2 is b itself, not half of it.": lambda a: -np.cos(even(a) / 2),
            "Sine and cosine of a have no place here: a turns rod 2 about the vertical.":
                lambda a: -np.sin(a) * np.cos(even(a)),
            "This is z of P3, or its opposite; y is up.": lambda a: np.sin(a) * np.sin(even(a)),
            "This is a component of P3 along another axis: the height goes with the cosine of b.":
                lambda a: -np.sin(even(a)),
            "The angle a was taken in degrees; it comes in radians, and np.sin expects radians.":
                lambda a: height(np.radians(a)),
            "cos b was taken of an angle in degrees: np.cos expects radians.":
                lambda a: -np.cos(np.degrees(even(a))),
            "P2 stays at height 0, and rod 2 turns about the z of rod 1, by b alone: no cosine of a.":
                lambda a: -np.cos(a) * np.cos(even(a)),
            "Rod 1 turns in its plane y = 0: P2 is at height 0, so nothing is added to that of P3.":
                lambda a: height(a) - 1,
            "You took sin b for b; the arcsine is missing.": lambda a: -np.cos(np.sin(a) / (1 + np.sin(a))),
        },
        wrong={"Not attempted": lambda a: None, "twice": lambda a: 2 * height(a)}),
    "5": Choice(
        expected="instant", options=("motion", "instant", "structure"),
        done="A freedom of first order, and no motion.",
        mistakes={
            "The report has one freedom, but how far did the middle sink?": "motion",
            "A structure has no null vector; this position has one, up and down.": "structure",
        },
        wrong={"Choose one of": "moves", "motion, instant": 1}),
    "6": Choice(
        expected="box", options=("box", "twins", "lifted"),
        done="Opposite edges are equal: the loop closes at every angle.",
        mistakes={
            "At the start it has a freedom. Now fold it by 60 degrees: how large is the gap?": "twins",
            "Its rank is 60 at the start: no freedom at all.": "lifted",
        },
        wrong={"Choose one of": "none", "box, twins, lifted": 3}),
    "7": Value(
        reference=force_P4, rtol=1e-4, done="One missing number, one sensor.",
        hint="How much has to be added at P1 vertically? The self-stress adds the same force in every hinge.",
        mistakes={
            "This is the force of smallest norm; self-stress comes to it, with the places [36:39] of lam0's "
            "force.":
                lambda: start()[1],
            "40 N is the whole force at P1, not what is added to the one of smallest norm.":
                lambda sensor: force_P4(sensor + start()[0][1]),
            "The self-stress has three components: it is not vertical.":
                lambda: start()[1] + (force_P4() - start()[1]) * [0, 1, 0],
            "The self-stress is taken away instead of added: the sign of kappa, or [24:27], which is the "
            "force on rod 3?":
                lambda: 2 * start()[1] - force_P4(),
            "This is the force on rod 3; on rod 4 it is the opposite one.": lambda: -force_P4(),
            "kappa was chosen such that P4 has 40 N vertically; the sensor is in P1.":
                lambda sensor: force_P4(sensor + start()[0][1] - start()[1][1]),
            "The sensor gives the vertical component; kappa was found from the size of a force.":
                lambda sensor: start()[1] + (sensor - np.linalg.norm(start()[0]))
                / np.linalg.norm(start()[2][:3]) * start()[3][36:39],
            "The sensor gives the vertical component, [1]; kappa was found from the first one.":
                lambda sensor: force_P4(sensor + start()[0][1] - start()[0][0]),
            "40 N more at P4, vertically: the sensor's is the whole vertical force, and at P1.":
                lambda sensor: start()[1] + np.array([0, sensor, 0]),
            "Each component was filled up to 40 N; the sensor gives the vertical one only.":
                lambda sensor: start()[1] + sensor - start()[0],
            "The sensor is in P1: it does not say that P4 has 40 N vertically.":
                lambda sensor: [start()[1][0], sensor, start()[1][2]],
            "This is only what the self-stress adds; the force without it comes to this.":
                lambda: force_P4() - start()[1],
            "At P1 the self-stress acts on rod 1, at P4 on rod 4: use the factor kappa from P1, not 40 N "
            "over the whole force there.":
                lambda sensor: start()[1] * sensor / start()[0][1],
            "The run has three times; the start is the first of them, [0], not the last.":
                lambda: later() + force_P4() - start()[1],
            "40 N is the sensor's force, no kappa: at P1 it is the smallest force plus kappa times lam0's.":
                lambda sensor: start()[1] + sensor * start()[3][36:39],
            "This is the force of P1; P4 is asked for.": lambda: start()[0] + force_P4() - start()[1],
            "y is up: the vertical component is the second one.":
                lambda sensor: start()[1] + (sensor - start()[0][2]) / start()[2][2] * start()[3][36:39],
        },
        wrong={"twice": lambda: 2 * force_P4()}),
}


def left_null_vector():
    """The combination of rows that gives nothing, its first entry 1."""
    points, axes = cube()
    left = np.linalg.svd(loop_matrix(points * [1.0, 1.5, 2.0], axes))[0][:, -1]
    return left / left[0]


def last_column():
    """The last column of V.T in the place of its last row, its first entry 1."""
    points, axes = cube()
    column = np.linalg.svd(loop_matrix(points * [1.0, 1.5, 2.0], axes))[2][:, -1]
    return column / column[0]
