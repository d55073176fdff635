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
START = np.array([-5.5491, 12.7839, 110.0, -0.2654])                        # of the paper's motion
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


def by_eigenvalues():
    """The largest over the smallest eigenvalue of the scaled J."""
    sizes = np.abs(np.linalg.eigvals(velocity.jacobian(CHI) @ velocity.scaling()))
    return sizes.max() / sizes.min()


def by_difference():
    """The largest less the smallest singular value."""
    sizes = np.linalg.svd(velocity.jacobian(CHI) @ velocity.scaling())[1]
    return sizes[0] - sizes[-1]


def whole_second(chi=CHI, chi_d=RATE, chi_dd=RATE_2):
    """A with the difference quotient over two whole seconds."""
    change = velocity.jacobian(chi + chi_d) - velocity.jacobian(chi - chi_d)
    return velocity.jacobian(chi) @ chi_dd + change @ chi_d / 2


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


def real_parts(chi):
    """Complex steps with the real part taken."""
    return np.column_stack([inverse(chi + 1e-30j * unit).real for unit in np.eye(4)])


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
        "This is the real part, the lengths themselves; the derivative is in the imaginary part.": real_parts,
        "The last column is multiplied by r; here mm/rad is wanted, as it comes.":
            lambda chi: velocity.jacobian(chi) @ np.linalg.inv(velocity.scaling()),
        "The last column is in m/rad, the others in mm/mm; here mm/rad is wanted, as it comes.":
            lambda chi: velocity.jacobian(chi) @ np.diag([1, 1, 1, 1e-3]),
        "alpha is in rad, and so is its step: nothing is to be converted.":
            lambda chi: velocity.jacobian(chi) @ np.linalg.inv(DEGREE),
        "This is the derivative of the squares of the lengths.":
            lambda chi: 2 * inverse(chi)[:, None] * velocity.jacobian(chi),
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
            "J was multiplied by the pose chi; it belongs to the rates, chi_d.": dict(chi_d=CHI),
            "These are the lengths L; their rates are asked for.": inverse,
            "This is J at the start of the paper's motion, from the lesson; the pose of this task is chi.":
                dict(chi=START),
            "The columns were added up, each times one rate; V is J chi_d, rows times rates.":
                lambda chi, chi_d: (velocity.jacobian(chi) * chi_d[:, None]).sum(axis=1),
            "The rows were added up; V is J chi_d, one number for each row.":
                lambda chi, chi_d: (velocity.jacobian(chi) * chi_d).sum(axis=0),
            "The angular velocity is in rad/s already, and was converted.": dict(chi_d=DEGREE @ RATE),
            "This solves J.T V = chi_d, as for forces; the velocities are J chi_d.":
                lambda chi, chi_d: np.linalg.solve(velocity.jacobian(chi).T, chi_d),
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
            "The first term is J chi_dd; here chi_d stands in it.":
                lambda chi_d, chi_dd: accelerations() + speeds() - speeds(chi_d=chi_dd),
            "The second term is a difference only: it is not divided by 2 eps.":
                lambda chi_dd: speeds(chi_d=chi_dd) + 2e-5 * (accelerations() - speeds(chi_d=chi_dd)),
            "chi_d stands once only in the second term: the step goes along it, and it multiplies J's rate.":
                lambda chi, chi_d, chi_dd: speeds(chi_d=chi_dd)
                + velocity.jacobian_rate(chi, chi_d).sum(axis=1),
            "The step goes along chi_d, not along chi.":
                lambda chi, chi_d, chi_dd: speeds(chi_d=chi_dd) + velocity.jacobian_rate(chi, chi) @ chi_d,
            "The step of the difference is eps times chi_d, with a small eps; here eps was 1 s.":
                whole_second,
            "J was scaled by S = diag(1, 1, 1, 1/r); the angle is in rad here, so the plain J belongs to it.":
                dict(chi_d=velocity.scaling() @ RATE, chi_dd=velocity.scaling() @ RATE_2),
            "J was scaled by S; the angle is in rad here, so the plain J belongs to it.":
                lambda chi, chi_d, chi_dd: velocity.jacobian(chi) @ velocity.scaling() @ chi_dd
                + velocity.jacobian_rate(chi, chi_d) @ velocity.scaling() @ chi_d,
            "This is the change of the lengths over a whole second; an acceleration belongs to one instant.":
                lambda chi, chi_d, chi_dd: inverse(chi + chi_d + chi_dd / 2) - inverse(chi),
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
            "The fourth row is scaled, by r; the angle is the fourth column, and belongs over r.":
                lambda r: scaled_row(1 / r),
            "These are the numbers of the lesson's start; take the pose chi of this task.": dict(chi=START),
            "This is the lesson's number, for the start; take the pose chi of this task.": 7.0,
            "The arc is alpha times r; here it is that of alpha = 0.35 rad. Scale by 1/r, for any angle.":
                lambda r, chi: condition(r=1 / (chi[3] * r)),
            "The arc is alpha times r; here alpha itself is in the scale too. Scale by 1/r, for any angle.":
                lambda r, chi: condition(r=r * chi[3]),
            "The angle is scaled by 1/r^2; 1/r makes mm/mm of mm/rad.": lambda r: condition(r=r**2),
            "The angle is scaled by the gap r0 - r; it is the platform's radius r.": dict(r=P.r0 - P.r),
            "The angle is in rad already: no 180/pi beside the 1/r.":
                lambda r: condition(r=r * np.pi / 180),
            "These are eigenvalues of J; a condition number is made of singular values.": by_eigenvalues,
            "This is the root of it: singular values are roots already.": lambda: np.sqrt(condition()),
            "This is the condition number in another norm; that of singular values is asked for.":
                lambda: float(np.linalg.cond(velocity.jacobian(CHI) @ velocity.scaling(), np.inf)),
            "This is the condition number in the norm 1; that of singular values is asked for.":
                lambda: float(np.linalg.cond(velocity.jacobian(CHI) @ velocity.scaling(), 1)),
            "This is the condition number in the Frobenius norm; that of singular values is asked for.":
                lambda: float(np.linalg.cond(velocity.jacobian(CHI) @ velocity.scaling(), "fro")),
            "This is the size of a determinant; it is no condition number.":
                lambda: abs(float(np.linalg.det(velocity.jacobian(CHI) @ velocity.scaling()))),
            "This is the difference of two singular values; their ratio is asked for.": by_difference,
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
            "This is the turn at which the paper's motion starts; take 0.35 rad.": dict(alpha=0.2654),
            "The cosine is taken of half the angle.": dict(alpha=0.175),
            "The cosine is taken of twice the angle.": dict(alpha=0.7),
            "This is r0 - r cos(alpha), one leg of a right triangle; the radius is its longest side.":
                lambda r, r0, alpha: r0 - r * np.cos(alpha),
            "This is the radius at alpha = 0 times a cosine; the radius grows with the turn, by the law of "
            "cosines.":
                lambda r, r0, alpha: (r0 - r) * np.cos(alpha),
            "This is the radius at alpha = 0 over a cosine; it is the third side of a triangle with r, r0.":
                lambda r, r0, alpha: (r0 - r) / np.cos(alpha),
            "The cosine multiplies the last term only: look at the brackets.":
                lambda r, r0, alpha: np.sqrt((r - r0)**2 * np.cos(alpha)),
            "The two radii are added; at alpha = 0 it is r0 - r.": lambda r, r0: r0 + r,
            "This is the distance of chi from the axis; the radius belongs to alpha alone.": 10.0,
            "X^2 + Y^2 of chi was taken off; the radius belongs to alpha alone.":
                lambda: np.sqrt(cylinder()**2 - 100),
            "This is k - X^2 - Y^2 at the pose chi; the radius is where that is zero.":
                lambda: cylinder()**2 - 100,
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
