"""Tasks of lesson 20: inverse and forward position of the parallel mechanism."""

from functools import cache

import numpy as np

from fcclearn.course.base import BLANK, dotted
from fcclearn.course.task import Choice, Property, Value, Words
from fcclearn.parallel.forward import forward, reaches
from fcclearn.parallel.geometry import REFERENCE as P
from fcclearn.parallel.geometry import PoseError
from fcclearn.parallel.position import inverse, limbs, why_not
from fcclearn.parallel.velocity import jacobian

E = (12.0, -9.0, 120.0, 0.4)
F = (-52.0, -36.0, 120.0, 0.3)


def reach(X=12.0, Y=-9.0, alpha=0.4, r=P.r, r0=P.r0, theta_0=np.array(P.theta0)):
    """The reaches rho_i of the three limbs, seen from above."""
    v_x = X + r * np.cos(theta_0 + alpha) - r0 * np.cos(theta_0)
    v_y = Y + r * np.sin(theta_0 + alpha) - r0 * np.sin(theta_0)
    return np.sqrt(v_x**2 + v_y**2)


def elbow_lengths(X=12.0, Y=-9.0, Z=120.0, alpha=0.4, half=P.bar / 2, l2=P.l2, l3=P.l3, elbow=(-1, 1, 1)):
    """Actuator lengths with the elbow of limb 1 inside."""
    rho = reach(X, Y, alpha)
    a4 = rho - half
    a3 = a4**2 + Z**2
    u = (a3 + l2**2 - l3**2) / (2 * l2)
    w = np.multiply(elbow, np.sqrt(a3 - u**2))
    c2, s2 = (w * Z - u * a4) / a3, (u * Z + w * a4) / a3
    c3, s3 = (a4 + l2 * c2) / l3, (Z - l2 * s2) / l3
    cos_gamma = c2[0] * c3[0] - s2[0] * s3[0]
    side = np.array(P.sides)
    cos = np.append(c2, cos_gamma)
    return np.sqrt(side**2 + P.l20**2 - 2 * side * P.l20 * cos)


def limb_1(elbow):
    """Cosine and sine of theta_12 and of theta_13 at E."""
    q = limbs(*E, elbow=elbow)
    return q.c2[0], q.s2[0], q.c3[0], q.s3[0]


def with_fourth_angle(cos):
    """The same, with another angle between the sides of actuator 4."""
    return np.append(elbow_lengths()[:3], np.sqrt(P.l30**2 + P.l20**2 - 2 * P.l30 * P.l20 * cos))


def half_an_elbow():
    """The same, with theta_12 of the elbow inside and theta_13 of the elbow outside for actuator 4."""
    (c2, s2, _, _), (_, _, c3, s3) = limb_1(-1), limb_1(1)
    return with_fourth_angle(c2 * c3 - s2 * s3)


RHO_F = limbs(*F).rho


def flipped(answer):
    """What is wrong with the limb whose angle is flipped and the gap of its walk, or an empty string."""
    if np.shape(answer) != (2,):
        return "A list of two is expected: the limb, and the gap in mm."
    limb, gap = answer[0], float(answer[1])
    if limb not in (1, 2, 3):
        return "The first number is the limb: 1, 2 or 3."
    if limb != 2:
        return (f"The walk of limb {int(limb)} arrives: its end is at -rho_{int(limb)} along x of "
                f"{{C_{int(limb)}}}, "
                "in the direction theta_i0 + theta_i1. The size of an angle tells nothing.")
    for wrong, sentence in (
            (RHO_F[1], "The limb is right. The walk ends on the other side of the foot: the gap is twice "
                       "the reach."),
            (4 * RHO_F[1], "The limb is right; the gap is counted twice."),
            (0.0, "The limb is right. Compare places, not lengths: the gap is not zero."),
            (2 * RHO_F[0], "The limb is right; this gap belongs to limb 1."),
            (2 * RHO_F[2], "The limb is right; this gap belongs to limb 3."),
            (2 * limbs(*E).rho[1], "The limb is right; this gap belongs to pose E, the angles to pose F."),
            (2 * RHO_F[1] / 1000, "The limb is right; the gap is asked for in mm.")):
        if abs(gap - wrong) < 1e-4 * max(1.0, wrong):
            return sentence
    close = abs(gap - 2 * RHO_F[1]) < 1e-4
    return "" if close else "The limb is right, the gap is not: how far is the walk's end from the limb's?"


SAMPLES = [inverse(np.array(pose)) for pose in ([-9.0, 14.0, 115.0, -0.45], [40.0, 20.0, 128.0, -0.5],
                                                [3.0, 7.0, 108.0, 0.6])]
NONE = np.array([38.0, 52.0, 35.0, 64.0])
SETS = np.array([[34.953019, 53.729356, 54.087347, 69.542845], [36.0, 50.0, 44.0, 66.0], NONE])


def number_of_poses(L):
    """How many poses have the lengths L."""
    try:
        return len(forward(L))
    except PoseError:
        return 0


def counts():
    """How many poses each of the three sets of lengths has."""
    return [number_of_poses(L) for L in SETS]


def every_pose(L, first=False, larger=False, mirrored=False, signs=False, m="right", g="right", A="right",
               D="right"):
    """All poses of the lengths L as rows, (n, 4), or what a slip makes of them."""
    Z, (rho, *_) = reaches(L)
    mean = np.mean(rho)**2 if m == "mean of rho" else np.sum(rho**2) if m == "sum" else np.mean(rho**2)
    moment = complex(*(P.e0 @ rho**2)) / {"right": 3, "not divided": 1, "by two": 2}[g]
    found = np.empty((0, 4))
    if mean**2 < 4 * abs(moment)**2:
        return found
    roots = mean / 2 + np.array([1, -1]) * np.sqrt(mean**2 / 4 - abs(moment)**2)
    for k in roots[:1] if larger else roots:
        cos = (P.r**2 + P.r0**2 - k) / (2 * P.r * P.r0)
        for sign in (1, -1) if abs(cos) <= 1 and not signs else (1,) if abs(cos) <= 1 else ():
            alpha = sign * np.arccos(cos)
            number = P.r * np.exp(1j * alpha) + (P.r0 if A == "plus" else -P.r0)
            number = np.conj(number) if A == "conjugate" else number
            place = number * moment if D == "not divided" else number * moment / k
            found = np.vstack([found, [place.real, place.imag, Z, alpha]])
    if mirrored:
        return np.vstack([found[0], found[0] * [1, -1, 1, -1]])
    return found[:1] if first else found


SLIPS = {
    "Only one pose comes back; the quadratic has two roots, and each has two signs of alpha.":
        {"first": True},
    "Only the larger root k is used; where its cosine is possible, the smaller one gives poses too.":
        {"larger": True},
    "Only positive alphas come back; the cosine has two signs of alpha.": {"signs": True},
    "Each place stands beside the wrong sign of alpha: D = A g / k with A = r exp(+i alpha) - r0, not its "
    "conjugate, and g / A is not the same.": {"A": "conjugate"},
    "In A, r0 is taken away from the turned r.": {"A": "plus"},
    "The other pose is not the mirror image in y; its place follows from D = A g / k with its own A.":
        {"mirrored": True},
    "m is the mean of the squares of rho, not the square of their mean.": {"m": "mean of rho"},
    "m is the mean of the squares: a third of their sum.": {"m": "sum"},
    "g is a third of the sum of rho^2 e.": {"g": "not divided"},
    "g is a third of the sum of rho^2 e, not half of it.": {"g": "by two"},
    "D = A g / k: the division by k is missing.": {"D": "not divided"},
}


def same_rows(answer, poses):
    """Whether two arrays have the same rows, in any order."""
    if answer.shape != poses.shape or not len(poses):
        return answer.shape == poses.shape
    gaps = np.abs(answer[:, None] - poses[None]).max(axis=2)
    return bool((gaps.min(axis=0) < 1e-6).all() and (gaps.min(axis=1) < 1e-6).all())


def rows_of(function, L):
    """What a student's function returns, as an array of rows; ValueError with a sentence if it is none."""
    answer = function(L.copy())
    if dotted(answer):
        raise ValueError(f"{BLANK}: your function returns nothing. Is there a return?")
    if np.iscomplexobj(answer):
        raise ValueError("The result is complex: take D.real and D.imag, and refuse a negative root.")
    rows = np.asarray(answer, dtype=float)
    if rows.size == 0:
        return np.empty((0, 4))
    if rows.ndim != 2 or rows.shape[1] != 4:
        raise ValueError(f"One row (X, Y, Z, alpha) for each pose is expected; this has shape {rows.shape}.")
    return rows


def all_poses(answer):
    """What is wrong with a function that should return all poses, or an empty string."""
    if not callable(answer):
        return "A function is expected: give its name without parentheses."
    try:
        found = [rows_of(answer, L) for L in SAMPLES]
    except ValueError as error:
        return str(error)
    wanted = [forward(L) for L in SAMPLES]
    if all(map(same_rows, found, wanted)):
        try:
            left = rows_of(answer, NONE)
        except ValueError as error:
            return f"For lengths without a pose: {error}"
        return "Right, but for lengths that no pose has no row must come back." if len(left) else ""
    for sentence, slip in SLIPS.items():
        if all(same_rows(rows, every_pose(L, **slip)) for rows, L in zip(found, SAMPLES)):
            return sentence
    if np.isnan(np.vstack(found)).any():
        return "Some rows are nan: where a cosine is beyond 1 there is no pose, and no row."
    if len(found[0]) and all(np.array_equal(rows, found[0]) for rows in found[1:]):
        return "The same poses come back for all lengths: your function does not use its argument L."
    return told_by_rows(found, wanted)


def told_by_rows(found, wanted):
    """A sentence on the first set of lengths for which the rows differ."""
    for rows, poses, L in zip(found, wanted, SAMPLES):
        if same_rows(rows, poses):
            continue
        if len(rows) and np.abs(rows[:, 3]).max() > 2 * np.pi:
            return "alpha is more than one turn: it is asked for in rad."
        text = f"For L = {L.round(3).tolist()}"
        if not len(rows):
            return (f"{text} no pose comes back; there are {len(poses)}. Print Z first: limb 1 with theta_12 "
                    f"and theta_13 = gamma_1 - theta_12 gives {poses[0, 2]:.1f} mm.")
        if len(rows) < len(poses) and all(np.abs(poses - row).max(axis=1).min() < 1e-6 for row in rows):
            return (f"{text} what comes back is right, but it is {len(rows)} of {len(poses)} poses: an "
                    "iteration finds the one that its guess leads to; two roots k, each with two signs of "
                    "alpha, give all.")
        if np.abs(rows[:, 2] - poses[0, 2]).max() > 1e-6:
            return (f"{text} Z is {rows[0, 2]:.4f} mm. "
                    "Limb 1 gives Z from theta_12 and theta_13 = gamma_1 - theta_12.")
        if len(rows) != len(poses):
            return f"{text} {len(rows)} poses come back; there are {len(poses)}."
        if reason := why_not(rows, only="reach"):
            return f"{text} the limbs cannot reach your poses: {reason}."
        off = max(np.abs(inverse(chi) - L).max() for chi in rows)
        return (f"{text} the number of poses and Z are right, "
                f"but the lengths of your poses are off by up to {off:.3g} mm.")
    return ""


TARGET = (-9.0, 14.0, 115.0, -0.45)


@cache
def newton_steps(keep, alpha=-0.3, tolerance=1e-9):
    """Steps of Newton's method for the lengths of TARGET from (0, 0, 120, alpha); J anew, or kept."""
    target, chi = inverse(np.array(TARGET)), np.array([0.0, 0.0, 120.0, alpha])
    J = jacobian(chi)
    for n in range(100):
        if np.abs(target - inverse(chi)).max() < tolerance:
            return n
        chi = chi + np.linalg.solve(J, target - inverse(chi))
        J = J if keep else jacobian(chi)
    return 100


def steps():
    """Steps with a new J each time, and with J kept."""
    return [newton_steps(False), newton_steps(True)]


def wrong_steps():
    """What is counted wrongly in task 5."""
    new, kept = steps()
    return {
        "One too many: the last look, where nothing is solved any more, is no step.": [new + 1, kept + 1],
        "The first number is one too many: the last look, where nothing is solved, is no step.":
            [new + 1, kept],
        "The second number is one too many: the last look, where nothing is solved, is no step.":
            [new, kept + 1],
        "One too few: the step that reaches 1e-9 mm counts.": [new - 1, kept - 1],
        "The guess is turned to the other side: alpha is -0.3.":
            [newton_steps(False, alpha=0.3), newton_steps(True, alpha=0.3)],
        "J was kept both times; the first number is with a new J in every step.": [kept, kept],
        "J was computed anew both times; for the second number it is kept.": [new, new],
        "The two are exchanged.": [kept, new],
        "This is for 1e-6 mm; the lengths must be right to 1e-9 mm.":
            [newton_steps(False, tolerance=1e-6), newton_steps(True, tolerance=1e-6)],
        "This is for 1e-3 mm; the lengths must be right to 1e-9 mm.":
            [newton_steps(False, tolerance=1e-3), newton_steps(True, tolerance=1e-3)],
    }


def neighbour(answer):
    """What is wrong with a pose that should have another one near by, or an empty string."""
    pose = np.asarray(answer, dtype=float)
    if pose.shape != (4,):
        return "A pose has four numbers: X, Y, Z in mm and alpha in rad."
    if reason := why_not(pose):
        return f"The mechanism cannot take it: {reason}."
    if abs(pose[3]) < 0.1:
        return f"alpha is {pose[3]:.3g} rad; a turn of at least 0.1 rad is asked for."
    apart = np.sort(np.linalg.norm((forward(inverse(pose)) - pose) * [1, 1, 1, P.r], axis=1))
    k = P.r**2 + P.r0**2 - 2 * P.r * P.r0 * np.cos(pose[3])
    if abs(np.hypot(*pose[:2]) - np.sqrt(k)) < 1e-3:
        return "Here two poses are one (a double root). Go a little to the side."
    return "" if apart[1] < 2 else (f"The nearest other pose is {apart[1]:.1f} mm away. |D| is "
                                    f"{np.hypot(*pose[:2]):.1f} mm, "
                                    f"and poses meet where |D|^2 = k; here the root of k is "
                                    f"{np.sqrt(k):.1f} mm.")


EDGE = float(np.sqrt(P.r**2 + P.r0**2 - 2 * P.r * P.r0 * np.cos(0.3)))

TASKS = {
    "1": Value(
        reference=reach, others=[dict(X=-5.5491, Y=12.7839, alpha=-0.2654)],
        done="Seen from above; the height plays no part.",
        hint="v_i = (X, Y) + r R(alpha) e_i - r0 e_i, then its length.",
        mistakes={
            "These are the squares; the root is missing.": reach()**2,
            "alpha is left out: the platform is turned.": dict(alpha=0.0),
            "alpha has the wrong sign.": dict(alpha=-0.4),
            "alpha is in rad; here it was taken in degrees.": dict(alpha=np.radians(0.4)),
            "The place (X, Y) of the platform is left out.": dict(X=0.0, Y=0.0),
            "r and r0 are exchanged: the feet are on the circle r0.": dict(r=P.r0, r0=P.r),
            "The feet are left out: v_i begins at the foot r0 e_i.": dict(r0=0.0),
            "X and Y are exchanged.": dict(X=-9.0, Y=12.0),
            "Height included: rho_i is the distance seen from above.": np.sqrt(reach()**2 + 120.0**2),
            "This is a_i4: half of l1 - l10 is taken away.": reach() - P.bar / 2,
            "Limbs 2 and 3 are exchanged: theta_20 is +120 degrees.": reach()[[0, 2, 1]],
        },
        wrong={"shape": reach()[:2]}),
    "2": Value(
        reference=elbow_lengths, others=[dict(X=-5.5491, Y=12.7839, Z=110.0, alpha=-0.2654)],
        done="Only L1 changes: actuator 4 feels the angle between the links, the same in the mirror.",
        hint="w = -sqrt(a3 - u^2) for limb 1, plus for the others; then the triangles, the fourth with "
             "gamma_1.",
        mistakes={
            "All elbows are outside here; limb 1 has its elbow inside.": dict(elbow=(1, 1, 1)),
            "All elbows are inside here; only limb 1 has its elbow inside.":
                dict(elbow=(-1, -1, -1)),
            "The elbow of limb 2 is inside here; limb 1 is meant.": dict(elbow=(1, -1, 1)),
            "The elbow of limb 3 is inside here; limb 1 is meant.": dict(elbow=(1, 1, -1)),
            "The signs are turned round: limb 1 is inside, 2 and 3 are outside.":
                dict(elbow=(1, -1, -1)),
            "Actuator 4 has the angle gamma_1 = theta_12 + theta_13 between its sides, not theta_13.":
                with_fourth_angle(limb_1(-1)[2]),
            "Actuator 4 has the angle gamma_1 = theta_12 + theta_13 between its sides, not theta_12.":
                with_fourth_angle(limb_1(-1)[0]),
            "L4 mixes two elbows: theta_12 is the new one, theta_13 still that of the elbow outside.":
                half_an_elbow(),
            "Half of l1 - l10 is taken away from rho, not all of it.": dict(half=P.bar),
            "Half of l1 - l10 is taken away from rho, not half of l1.": dict(half=P.l1 / 2),
            "The root is half of l1 - l10 from the foot: a4 = rho - (l1 - l10)/2.": dict(half=0.0),
            "l2 and l3 are exchanged in the elbow.": dict(l2=P.l3, l3=P.l2),
        },
        wrong={"1000 times": elbow_lengths() / 1000, "reversed": elbow_lengths()[::-1],
               "shape": elbow_lengths()[:3]}),
    "3": Property(
        test=flipped, expected=[2, float(2 * RHO_F[1])], done="Twice the reach: it ends on the other side "
                                                              "of the foot.",
        wrong={"walk of limb 3 arrives": [3, 40.9], "walk of limb 1 arrives": [1, 193.4],
               "twice the reach": [2, RHO_F[1]], "in mm": [2, 0.1794784],
               "not zero": [2, 0.0], "belongs to limb 3": [2, 2 * RHO_F[2]],
               "belongs to pose E": [2, 117.0284], "list of two": 2,
               "1, 2 or 3": [179.48, 2], "how far is": [2, 100.0]}),
    "4a": Property(
        test=all_poses, expected=lambda L: np.empty((0, 4)) if np.array_equal(L, NONE) else forward(L),
        done="Two or four poses, or none, and nothing was guessed.",
        wrong={**{sentence: (lambda L, slip=slip: every_pose(L, **slip)) for sentence, slip in SLIPS.items()},
               "does not use its argument":
                   lambda L: every_pose(SAMPLES[0]), "without parentheses": forward(SAMPLES[0]),
               "Not attempted": lambda L: None, "One row": lambda L: forward(L)[0],
               "is complex": lambda L: forward(L) + 0j,
               "Limb 1 gives Z": lambda L: forward(L) + [0, 0, 1.0, 0],
               "the lengths of your poses": lambda L: forward(L) + [1.0, 0, 0, 0],
               "asked for in rad": lambda L: forward(L) * [1, 1, 1, 180 / np.pi],
               "cannot reach": lambda L: forward(L) * [1000, 1000, 1, 1],
               "there are 2": lambda L: np.vstack([forward(L), forward(L)]),
               "Print Z first": lambda L: np.empty((0, 4)), "1 of 2 poses": lambda L: forward(L)[-1:],
               "no row must come back":
                   lambda L: forward(SAMPLES[0]) if np.array_equal(L, NONE) else forward(L),
               "are nan": lambda L: np.vstack([forward(L), [np.nan] * 4])}),
    "4b": Value(
        reference=counts, done="Four, two, none.",
        hint="Which of the two roots k are real, and which give a cosine between -1 and 1?",
        mistakes={
            "In the second set the smaller k asks for a cosine above 1: no pose.": [4, 4, 0],
            "In the third set the roots k are complex: no pose.": [4, 2, 2],
            "In the third set the roots k are complex, so there is no pose at all.": [4, 2, 4],
            "Each root k has two signs of alpha.": [2, 1, 0],
            "Two each is the number at the start of the lesson. Ask both roots k of each set: is it real, "
            "and is its cosine between -1 and 1?": [2, 2, 2],
            "One each is what Newton's method finds; count all poses, those that it does not go to as well.":
                [1, 1, 1],
            "The first set has two roots k that are possible, each with two signs of alpha.": [2, 2, 0],
            "Two roots with two signs make four only if both are real and their cosines lie between -1 and "
            "1.": [4, 4, 4],
        },
        wrong={"too small": [0, 2, 4]}),
    "5": Value(
        reference=steps, done="Digits double with a new J; with an old one the error shrinks by a factor.",
        hint="Count the linear systems that were solved until the largest error of a length is below "
             "1e-9 mm.",
        mistakes=wrong_steps, wrong={"shape": 5}),
    "6": Choice(
        expected="A", options=("m", "g", "k", "A"), done="A turn by +alpha is exp(+i alpha).",
        mistakes={
            "m and k give the sizes |D| and |alpha|, and these agree with yours.": "m",
            "g gives the size and direction of the places, and both places agree with yours.": "g",
            "k gives the size of alpha, and it agrees with yours.": "k",
        },
        wrong={"Choose one of": "D"}),
    "7": Property(
        test=neighbour, expected=[EDGE - 0.5, 0.0, 115.0, -0.3], done="Near |D|^2 = k two poses meet.",
        hint="Poses meet where h has a double zero.",
        wrong={"at least 0.1 rad": [10.0, 5.0, 115.0, 0.01], "mm away": [10.0, 5.0, 115.0, 0.3],
               "double root": [EDGE, 0.0, 115.0, -0.3],
               "four numbers": [1.0], "cannot take it": [EDGE, 0.0, 60.0, 0.3],
               "given in degrees": [40.0, 0.0, 115.0, 17.0]}),
    "8": Words(mentions=[
        "no actuator length can tell: all four are equal",
        "an angle or a direction at the platform or at a limb can, or a look",
        "a residual of zero belongs to every pose of the set",
        "changing over means crossing a pose where two poses meet, a singular one"]),
}
