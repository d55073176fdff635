"""Tasks of lesson 21: velocity, acceleration and singularities of the parallel mechanism."""

import numpy as np

from fcclearn.course.task import Choice, Function, Property, Value
from fcclearn.parallel import velocity
from fcclearn.parallel.geometry import REFERENCE as P
from fcclearn.parallel.position import why_not
from fcclearn.parallel.singularity import squared_radius

CHI = np.array([8.0, -6.0, 118.0, 0.35])
RATE = np.array([12.0, -5.0, 20.0, 0.4])
RATE_2 = np.array([30.0, 10.0, -40.0, 1.5])
OTHER = np.array([-11.0, 4.0, 103.0, -0.52])
J = velocity.jacobian(CHI)
SECOND = velocity.jacobian_rate(CHI, RATE) @ RATE
A = J @ RATE_2 + SECOND
DEGREE = np.diag([1, 1, 1, np.pi / 180])
K = squared_radius(0.35)


def good(pose):
    """What is wrong with a pose that should be well conditioned, or an empty string."""
    pose = np.asarray(pose, dtype=float)
    if pose.shape != (4,):
        return "A pose has four numbers: X, Y, Z in mm and alpha in rad."
    if reason := why_not(pose):
        return f"The mechanism cannot take it: {reason}."
    kappa = float(velocity.condition(pose))
    if kappa < 4:
        return ""
    if kappa > 1e6:
        return "This pose is singular: it lies on the sheet alpha = 0 or on the cylinder."
    return f"Its scaled condition number is {kappa:.1f}; go further away from the sheet and from the cylinder."


TASKS = {
    "1": Function(
        expected=velocity.jacobian, samples=[(CHI,), (OTHER,)], done="Exact to rounding, and nothing was derived.",
        hint="For each unit vector e: the imaginary part of lengths(chi + 1j h e), divided by h; these are the columns.",
        mistakes={
            "Each complex step gives a column; you have stacked them as rows.": lambda chi: velocity.jacobian(chi).T,
            "The last column is per degree; alpha is in rad.": lambda chi: velocity.jacobian(chi) @ DEGREE,
            "This is the inverse: it maps actuators to the platform.": lambda chi: np.linalg.inv(velocity.jacobian(chi)),
            "The last column is scaled by 1/r already; here mm/rad is wanted.": lambda chi: velocity.jacobian(chi) @ velocity.scaling(),
        },
        wrong={"Not attempted": lambda chi: None, "twice": lambda chi: 2 * velocity.jacobian(chi), "sign": lambda chi: -velocity.jacobian(chi)}),
    "2": Value(
        expected=J @ RATE, done="Four speeds from four rates.",
        hint="V = J chi_d.",
        mistakes={
            "This uses the transpose: J' maps forces of the actuators to the platform.": J.T @ RATE,
            "This solves J V = chi_d; J maps the platform's rates to the actuators.": np.linalg.solve(J, RATE),
            "The angular velocity was taken in degrees per second.": J @ np.linalg.inv(DEGREE) @ RATE,
            "The turn is left out: alpha moves the actuators too.": J[:, :3] @ RATE[:3],
        },
        wrong={"sign": -J @ RATE, "1000": J @ RATE / 1000}),
    "3": Value(
        expected=A, rtol=1e-5, done="Both terms.",
        hint="J chi_dd, plus the change of J along the motion times chi_d.",
        mistakes={
            "The second term is missing: J changes while the platform moves.": J @ RATE_2,
            "This is the second term alone.": SECOND,
            "The second term has the wrong sign.": J @ RATE_2 - SECOND,
            "The second term counts twice: is the difference divided by 2 eps?": J @ RATE_2 + 2 * SECOND,
            "The second term is not multiplied by chi_d of the motion but by chi_dd.": J @ RATE_2 + velocity.jacobian_rate(CHI, RATE) @ RATE_2,
        },
        wrong={"order": A[::-1]}),
    "4": Value(
        expected=float(velocity.condition(CHI)), done="The same in mm and in m.",
        hint="Multiply J by diag(1, 1, 1, 1/r) from the right; then the largest over the smallest singular value.",
        mistakes={
            "This is the condition number of J itself: it depends on the unit of length. Scale the angle.": np.linalg.cond(J),
            "The angle is scaled by r instead of 1/r: mm/rad divided by mm is wanted.": np.linalg.cond(J @ np.diag([1, 1, 1, P.r])),
            "The fourth row is scaled; the angle is the fourth column.": np.linalg.cond(np.diag([1, 1, 1, 1 / P.r]) @ J),
            "This is the smallest over the largest; turn it round.": 1 / float(velocity.condition(CHI)),
            "This is the square: eigenvalues of J'J are squared singular values.": float(velocity.condition(CHI)) ** 2,
        },
        wrong={"twice": 2 * float(velocity.condition(CHI))}),
    "5": Value(
        expected=float(np.sqrt(K)), done="It grows with the turn, from r0 - r.",
        hint="X^2 + Y^2 = r^2 + r0^2 - 2 r r0 cos(alpha).",
        mistakes={
            "This is the square of the radius.": float(K),
            "This is the radius at alpha = 0.": P.r0 - P.r,
            "The sign of the last term: it is the law of cosines, with a minus.": float(np.sqrt(P.r**2 + P.r0**2 + 2 * P.r * P.r0 * np.cos(0.35))),
            "The cosine was taken of 0.35 degrees.": float(np.sqrt(squared_radius(np.radians(0.35)))),
        },
        wrong={"1000": float(np.sqrt(K)) / 1000}),
    "6": Value(
        expected=np.array([1, 0, 1, 0, 1]), done="Axis, sheet, cylinder.",
        hint="alpha = 0 anywhere, or X^2 + Y^2 = r^2 + r0^2 - 2 r r0 cos(alpha).",
        mistakes={
            "These are the poses of Eq. (33). What about alpha = 0 beside the axis, and the cylinder?": [1, 0, 0, 0, 0],
            "The sheet is found. Compute the radius of the cylinder for the last two.": [1, 0, 1, 0, 0],
            "The fourth is near the cylinder, 0.3 mm inside, and not on it.": [1, 0, 1, 1, 1],
            "On the axis the mechanism is singular only where alpha = 0.": [1, 1, 1, 0, 1],
            "1 stands for singular, 0 for regular.": [0, 1, 0, 1, 0],
        },
        wrong={"shape": [1, 3, 5]}),
    "7": Choice(
        expected="b3", options=("g", "b2", "b3", "a6"), done="Its sign: b3 = (-c2 g + s2 e_Z) / (l3 sin gamma).",
        mistakes={
            "g enters all four rows, and three of them are right.": "g",
            "b2 makes rows 1 to 3, and they are right.": "b2",
            "A wrong lever would scale a whole row; in row 4 one entry is right.": "a6",
        },
        wrong={"Choose one of": "row 4"}),
    "8": Property(
        test=good, expected=[2.0, -1.0, 95.0, -0.6], done="Near the axis, well turned, limbs bent.",
        hint="Go away from alpha = 0 and from the cylinder.",
        wrong={"singular": [10.0, 0.0, 110.0, 0.0], "four numbers": [1.0, 2.0], "cannot take it": [0.0, 0.0, 50.0, 0.6],
               "condition number is": [-5.5, 12.8, 110.0, -0.2654], "given in degrees": [0.0, 0.0, 95.0, 35.0]}),
}
