"""Tasks of lesson 21: velocity, acceleration and singularities of the parallel mechanism."""

import numpy as np

from fcclearn.course.base import BLANK, dotted
from fcclearn.course.task import Choice, Function, Property, Value
from fcclearn.parallel import velocity
from fcclearn.parallel.geometry import REFERENCE as P
from fcclearn.parallel.position import inverse, why_not

CHI = np.array([8.0, -6.0, 118.0, 0.35])
RATE = np.array([12.0, -5.0, 20.0, 0.4])
RATE_2 = np.array([30.0, 10.0, -40.0, 1.5])
OTHER = np.array([-11.0, 4.0, 103.0, -0.52])
DEGREE = np.diag([1, 1, 1, np.pi / 180])


def speeds(chi=CHI, chi_d=RATE):
    """V = J chi_d."""
    J = velocity.jacobian(chi)
    return J @ chi_d


def accelerations(chi=CHI, chi_d=RATE, chi_dd=RATE_2):
    """A = J chi_dd + Jdot chi_d."""
    J = velocity.jacobian(chi)
    Jd = velocity.jacobian_rate(chi, chi_d)
    return J @ chi_dd + Jd @ chi_d


def condition(chi=CHI, r=P.r):
    """Largest over smallest singular value, the angle as an arc at the platform's radius."""
    J = velocity.jacobian(chi)
    sizes = np.linalg.svd(J @ np.diag([1, 1, 1, 1 / r]))[1]
    return sizes[0] / sizes[-1]


def cylinder(r=P.r, r0=P.r0, alpha=0.35):
    """Radius of the singular cylinder, by the law of cosines."""
    square = r**2 + r0**2 - 2 * r * r0 * np.cos(alpha)
    return np.sqrt(square)


def scaled_row(r):
    """The condition number with the fourth row scaled."""
    return np.linalg.cond(np.diag([1, 1, 1, 1 / r]) @ velocity.jacobian(CHI))


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
    towards = ("come back from so large a turn" if abs(pose[3]) > 1.0
               else "go nearer to the axis, or lower in Z" if abs(pose[3]) > 0.5
               else "turn further away from the sheet alpha = 0")
    return f"Its scaled condition number is {kappa:.1f}; {towards}."


def difference_quotient(chi):
    """J by forward differences."""
    return np.column_stack([(inverse(chi + 1e-6 * unit) - inverse(chi)) / 1e-6 for unit in np.eye(4)])


def whole_steps(chi):
    """Complex steps with the real part left in."""
    return np.column_stack([inverse(chi + 1e-30j * unit) / 1e-30 for unit in np.eye(4)])


JACOBIAN = Function(
    reference=velocity.jacobian, samples=[(CHI,), (OTHER,)],
    hint="For each unit vector e: the imaginary part of lengths(chi + 1j h e), divided by h; these are the "
         "columns.",
    mistakes={
        "Each complex step gives a column; you have stacked them as rows.":
            lambda chi: velocity.jacobian(chi).T,
        "The last column is per degree; alpha is in rad.": lambda chi: velocity.jacobian(chi) @ DEGREE,
        "This is the inverse: it maps actuators to the platform.":
            lambda chi: np.linalg.inv(velocity.jacobian(chi)),
        "The last column is scaled by 1/r already; here mm/rad is wanted.":
            lambda chi: velocity.jacobian(chi) @ velocity.scaling(),
        "The imaginary part is not divided by the step h.": lambda chi: 1e-30 * velocity.jacobian(chi),
        "The imaginary part is not divided by the step h = 1e-20.":
            lambda chi: 1e-20 * velocity.jacobian(chi),
    },
    wrong={"Not attempted": lambda chi: None, "twice": lambda chi: 2 * velocity.jacobian(chi),
           "sign": lambda chi: -velocity.jacobian(chi)})


def by_complex_steps(answer):
    """What is wrong with a Jacobian by complex steps, or an empty string."""
    if not callable(answer):
        return JACOBIAN.problem(answer)
    try:
        J = answer(CHI.copy())
    except Exception:
        return JACOBIAN.problem(answer)
    if dotted(J):
        return f"{BLANK}: your function returns nothing. Is there a return?"
    if np.iscomplexobj(J) and np.any(np.imag(J)):
        return "The result is complex: the derivatives are the imaginary part. Take .imag, then divide by h."
    problem = JACOBIAN.problem(answer)
    error = np.abs(np.asarray(J, dtype=float) - velocity.jacobian(CHI)).max() if np.shape(J) == (4,
                                                                                                 4) else 1.0
    if 1e-12 < error < 1e-2 and (not problem or problem not in JACOBIAN.mistakes):
        return (f"This is right to {error:.0e} only, as a difference quotient is; a complex step has no "
                "difference and "
                "is exact to rounding.")
    return problem


POSES = (
    "pose 1 is singular: it is Eq. (33) itself.",
    "pose 2 is regular: on the axis J is singular only where alpha = 0.",
    "pose 3 is singular: Eq. (33) names the axis, but the whole sheet alpha = 0 is singular.",
    "pose 4 is regular: it is near the cylinder, 0.3 mm inside, not on it.",
    "pose 5 is singular: compute the radius of the cylinder at its alpha, and its distance from the axis.")


def five_poses(answer):
    """What is wrong with a list of five answers, or an empty string."""
    answers = np.asarray(answer)
    if answers.shape != (5,):
        return ("There must be one answer for each pose: a list of five, 1 or True for singular, 0 or False "
                "for regular.")
    if not np.isin(answers, (0, 1)).all():
        return "Each answer must be 0 or 1 (or False, True)."
    wrong = [words for words, given,
             right in zip(POSES, answers.astype(int), (1, 0, 1, 0, 1)) if given != right]
    if len(wrong) == 5:
        return "All five are the other way round: 1 stands for singular, 0 for regular."
    return f"{5 - len(wrong)} of 5 are right. Look again: {wrong[0]}" if wrong else ""


TASKS = {
    "1": Property(
        test=by_complex_steps, expected=velocity.jacobian, done="Exact to rounding, and nothing was derived.",
        wrong=lambda: {**JACOBIAN.mistakes, **JACOBIAN.wrong,
                       ".imag": lambda chi: velocity.jacobian(chi) * 1j,
                       "difference quotient": difference_quotient,
                       "derivatives are the imaginary part": whole_steps}),
    "2": Value(
        reference=speeds, done="Four speeds from four rates.",
        hint="V = J chi_d.",
        mistakes={
            "This uses the transpose: J.T maps forces of the actuators to the platform.":
                lambda chi, chi_d: velocity.jacobian(chi).T @ chi_d,
            "This solves J V = chi_d; J maps the platform's rates to the actuators.":
                lambda chi, chi_d: np.linalg.solve(velocity.jacobian(chi), chi_d),
            "The angular velocity was taken in degrees per second.": dict(chi_d=np.linalg.inv(DEGREE) @ RATE),
            "The turn is left out: alpha moves the actuators too.": dict(chi_d=RATE * [1, 1, 1, 0]),
            "J was scaled by S = diag(1, 1, 1, 1/r); chi_d has its angle in rad/s, so the plain J belongs to "
            "it.":
                dict(chi_d=velocity.scaling() @ RATE),
            "The turn was counted as an arc, r times as fast; chi_d has its angle in rad/s, as J has it.":
                dict(chi_d=np.linalg.inv(velocity.scaling()) @ RATE),
            "chi_dd is the acceleration; the velocity is chi_d.": dict(chi_d=RATE_2),
            "This is the change of the lengths over a whole second; a velocity belongs to one instant.":
                lambda chi, chi_d: inverse(chi + chi_d) - inverse(chi),
        },
        wrong={"sign": lambda: -speeds(), "1000": lambda: speeds() / 1000}),
    "3": Value(
        reference=accelerations, rtol=1e-5, done="Both terms.",
        hint="J chi_dd, plus the change of J along the motion times chi_d.",
        mistakes={
            "The second term is missing: J changes while the platform moves.": dict(chi_d=0 * RATE),
            "This is the second term alone.": dict(chi_dd=0 * RATE),
            "The second term has the wrong sign.": lambda chi_dd: 2 * speeds(chi_d=chi_dd) - accelerations(),
            "The second term counts twice: is the difference divided by 2 eps?":
                lambda chi_dd: 2 * accelerations() - speeds(chi_d=chi_dd),
            "The second term counts half: the difference spans 2 eps.":
                lambda chi_dd: accelerations() / 2 + speeds(chi_d=chi_dd) / 2,
            "In the second term chi_dd stands in one place (the step, or the factor); both are chi_d.":
                lambda chi, chi_d, chi_dd: speeds(chi_d=chi_dd) + velocity.jacobian_rate(chi, chi_d) @ chi_dd,
            "These are the velocities V; the accelerations are asked for.": lambda: speeds(),
        },
        wrong={"reversed": lambda: accelerations()[::-1]}),
    "4": Value(
        reference=condition, done="The same in mm and in m.",
        hint="Multiply J by diag(1, 1, 1, 1/r) from the right; then the largest over the smallest singular "
             "value.",
        mistakes={
            "This is the condition number of J itself: it depends on the unit of length. Scale the angle.":
                dict(r=1.0),
            "The angle is scaled by r instead of 1/r: mm/rad divided by mm is wanted.": dict(r=1 / P.r),
            "The fourth row is scaled; the angle is the fourth column.":
                scaled_row,
            "The angle is counted in degrees here; count it as the arc at the radius r.": dict(r=180 / np.pi),
            "This is in metres, without a scaled angle: multiply the last column by 1/r.": dict(r=1e3),
            "The angle is scaled by 1/r0, the radius of the base; the platform's radius is r.": dict(r=P.r0),
            "This is the largest singular value alone.":
                lambda: float(np.linalg.norm(velocity.jacobian(CHI) @ velocity.scaling(), 2)),
            "This is the smallest singular value alone.":
                lambda: float(np.linalg.norm(velocity.jacobian(CHI) @ velocity.scaling(), -2)),
            "This is the smallest over the largest; turn it round.": lambda: 1 / condition(),
            "This is the square: eigenvalues of J.T J are squared singular values.": lambda: condition()**2,
        },
        wrong={"twice": lambda: 2 * condition()}),
    "5": Value(
        reference=cylinder, done="It grows with the turn, from r0 - r.",
        hint="X^2 + Y^2 = r^2 + r0^2 - 2 r r0 cos(alpha).",
        mistakes={
            "This is the square of the radius.": lambda: cylinder()**2,
            "This is the radius at alpha = 0.": dict(alpha=0.0),
            "The sign of the last term: it is the law of cosines, with a minus.":
                lambda r, r0, alpha: np.sqrt(r**2 + r0**2 + 2 * r * r0 * np.cos(alpha)),
            "The cosine was taken of 0.35 degrees.": dict(alpha=np.radians(0.35)),
        },
        wrong={"1000": lambda: cylinder() / 1000}),
    "6": Property(
        test=five_poses, expected=[1, 0, 1, 0, 1], done="Axis, sheet, cylinder.",
        wrong={"pose 3 is singular": [1, 0, 0, 0, 1], "pose 5 is singular": [True, False, True, False, False],
               "0.3 mm inside": [1, 0, 1, 1, 1],
               "only where alpha = 0":
                   [1, 1, 1, 0, 1], "1 stands for singular": [0, 1, 0, 1, 0],
                   "one answer for each pose": [1, 3, 5],
               "Eq. (33)": [1, 0, 0, 0, 0], "0 or 1": [1, 0, 2, 0, 1]}),
    "7": Choice(
        expected="b3", options=("g", "b2", "b3", "a6"),
        done="Its sign: b3 = (-c2 g + s2 e_Z) / (l3 sin gamma).",
        mistakes={
            "g enters all four rows, and three of them are right.": "g",
            "b2 makes rows 1 to 3, and they are right.": "b2",
            "A wrong lever would scale a whole row; in row 4 one entry is right.": "a6",
        },
        wrong={"Choose one of": "row 4"}),
    "8": Property(
        test=good, expected=[2.0, -1.0, 95.0, -0.6], done="Near the axis, well turned, limbs bent.",
        hint="Go away from alpha = 0 and from the cylinder.",
        wrong={"singular": [10.0, 0.0, 110.0, 0.0], "four numbers": [1.0, 2.0],
               "cannot take it": [0.0, 0.0, 50.0, 0.6],
               "condition number is":
                   [-5.5, 12.8, 110.0, -0.2654], "given in degrees": [0.0, 0.0, 95.0, 35.0]}),
}
