"""Tasks of lesson 19: mobility of the parallel mechanism by counting, by rank, by screws."""

import numpy as np

from fcclearn.course.task import Choice, Property, Value, Words
from fcclearn.parallel.geometry import REFERENCE as P
from fcclearn.parallel.position import angles, limbs, why_not

E = (12.0, -9.0, 120.0, 0.4)


def four_limbs(bodies=30, joints=42, more_bodies=9, more_joints=13, d=6):
    """Moving bodies, joints and Gruebler's count of the machine with one limb more."""
    n, g = bodies + more_bodies, joints + more_joints
    return [n, g, d * (n - g) + g]


def tip_pin(X=12.0, Y=-9.0, alpha=0.4, r=P.r, theta_20=P.theta0[1]):
    """Twist of the pin at the end of limb 2 in the base frame."""
    x = X + r * np.cos(theta_20 + alpha)
    y = Y + r * np.sin(theta_20 + alpha)
    return np.array([0.0, 0.0, 1.0, y, -x, 0.0])


PHI = np.array(P.theta0) + angles(E).theta1         # directions of x_C1, x_C2, x_C3


def two_couples(M_x=1.2, M_y=-0.7, k1=0.3, phi=PHI):
    """k2 and k3 with k1 x_C1 + k2 x_C2 + k3 x_C3 = M."""
    x = np.array([np.cos(phi), np.sin(phi)])
    rest = np.array([M_x, M_y]) - k1 * x[:, 0]
    return np.linalg.solve(x[:, 1:], rest)


def long_axes(M_x=1.2, M_y=-0.7, k1=0.3):
    """k2 and k3 with vectors as long as the reaches in the place of the x_Ci."""
    x = limbs(*E).rho * np.array([np.cos(PHI), np.sin(PHI)])
    return np.linalg.solve(x[:, 1:], np.array([M_x, M_y]) - k1 * x[:, 0])


def least_norm(M_x=1.2, M_y=-0.7, phi=PHI):
    """k2 and k3 of the couples of smallest norm, without a sensor."""
    return np.linalg.lstsq(np.array([np.cos(phi), np.sin(phi)]), [M_x, M_y], rcond=None)[0][1:]


def spare(planar=13, platform=3):
    """Redundant equations of planar loops and of loops through the platform."""
    return [3 * planar, 2 * platform]


def three_counts(answer):
    """What is wrong with bodies, joints and count of the machine with four limbs, or an empty string."""
    if np.shape(answer) != (3,):
        return "A list of three is expected: moving bodies, joints, count."
    bodies, joints, count = (int(x) if x == int(x) else x for x in answer)
    n, g, M = four_limbs()
    if (bodies, joints) == (30, 42):
        return "This is the machine with three limbs; the fourth limb is missing."
    if (bodies, joints) == (37, 52):
        return "The fourth limb is there, its actuator is missing."
    if (bodies, joints) == (g, n):
        return "Bodies and joints stand in the other order."
    if bodies != n:
        return {n + 1: "Moving bodies are asked for; the base is not counted among them.",
                n - 1: "One body is missing: an actuator has a barrel and a piston, a limb two couplers, a "
                       "bar and four links.",
                n - 2: "Two bodies are missing: has the new limb its two couplers, and its actuator a "
                       "barrel and a piston?",
                }.get(bodies, "The bodies: the new limb brings a bar, four links, two couplers, a barrel "
                              "and a piston.")
    if joints != g:
        return {g - 2: "Double pins of the new limb are counted once: upper link, lower link and coupler on "
                       "one pin are two joints.",
                g - 8: "Double pins (three bodies on one pin) are two joints; here they are counted once in "
                       "all limbs.",
                g - 1: "One joint is missing: has the actuator its two pins and a slide?",
                g + 2: "Three bodies on one pin are two joints, not three.",
                }.get(joints, "The joints: count the pins of the new limb (three bodies on one pin are two "
                              "joints), then two pins and a slide.")
    if count == M:
        return ""
    return {M + 6: "Bodies and joints are right. In the formula, 6 (n - g - 1), the base is in n: with n = "
                   "40 it is 6 (40 - 55 - 1).",
            3 * (n - g) + g: "Bodies and joints are right; this count is planar. In space d = 6.",
            4: "Bodies and joints are right. The third number is the bare count, not the truth.",
            6 * (n - g): "Bodies and joints are right. The freedoms of the joints are not added: one for "
                         "each joint.",
            }.get(count, "Bodies and joints are right; the count is d (n - g - 1) + f with the base in n "
                         "and f = 55.")


def spare_equations(answer):
    """What is wrong with the numbers of redundant equations, or an empty string."""
    if np.shape(answer) != (2,):
        return "A list of two counts is expected: from planar loops, and from loops through the platform."
    planar, platform = (int(x) if x == int(x) else x for x in answer)
    whole = {(30, 4): "This is the machine with three limbs.", (6, 39): "The two stand in the other order.",
             (13, 3): "These are the numbers of loops; equations to spare are asked for, 3 or 2 for each.",
             (78, 18): "These are all equations of the loops, 6 for each; how many of them are to spare?"}
    if (planar, platform) in whole:
        return whole[planar, platform]
    if planar != spare()[0]:
        return {36: "Planar loops: actuator 4 makes one too.", 26: "A planar loop has 3 to spare, not 2.",
                30: "Planar loops: the fourth limb has three too."}.get(
            planar, "In the planes of the limbs: look for the parallelograms and the triangles of the "
                    "actuators, and take 3 for each loop.")
    if platform == spare()[1]:
        return ""
    return {3: "A loop through the platform has 2 to spare, not 1: 6 equations, 4 of which say something "
               "new.",
            8: "All loops together are 55 - 39; three of them run through the platform: the first limb "
               "closes none.",
            4: "The first number is right; the fourth limb closes a further loop through the platform.",
            9: "A loop through the platform: it is not planar, and has 2 to spare, not 3.",
            12: "4 equations of a loop through the platform say something new; the others are to spare.",
            1: "This is the paper's number; the loops through the platform are asked for."}.get(
        platform, "Through the platform: look how many loops there are in all, joints minus moving bodies, "
                  "and take 2 for each that is not planar.")


PROPOSALS = (
    ("a", 6, {4: "a ball can tilt: add two turns to each limb's screws, and count its rank",
              5: "the ball adds two turns to each limb; how many independent screws has a limb then, and "
                 "what can it still hold?",
              7: "nothing has more than six freedoms",
              3: "a ball can do more than a pin, so the platform cannot lose a freedom"}),
    ("b", 4, {5: "each limb has one couple less, but there are three limbs: what is the rank of three "
                 "couples about different axes?",
              6: "each limb still holds one couple, about x of its plane",
              3: "sawing takes constraints away; it cannot take a freedom",
              7: "nothing has more than six freedoms"}),
    ("c", 3, {4: "the limb without its first pin can hold one wrench more: look for a force in it",
              2: "one pin less takes one freedom, not two", 1: "one pin less takes one freedom",
              5: "a weld takes a freedom away", 0: "one pin less takes one freedom, not all"}),
)


def three_proposals(answer):
    """What is wrong with three counts of freedoms, or an empty string."""
    counts = np.asarray(answer)
    if counts.shape != (3,):
        return "A list of three counts is expected, for a, b and c."
    wrong = [(name, given, right, said)
             for (name, right, said), given in zip(PROPOSALS, counts.tolist()) if given != right]
    if not wrong:
        return ""
    if counts.tolist() == [2, 0, 1]:
        return "These are freedoms more or less than before; the freedoms of the platform are wanted."
    name, given, right, said = wrong[0]
    reason = said.get(given, f"{given} is too {'large' if given > right else 'small'}")
    return f"{3 - len(wrong)} of 3 are right. Proposal {name}: {reason}{'' if reason.endswith('?') else '.'}"


def parallel_planes(answer):
    """What is wrong with a pose where the planes of limbs 1 and 2 should be parallel, or an empty string."""
    pose = np.asarray(answer, dtype=float)
    if pose.shape != (4,):
        return "A pose has four numbers: X, Y, Z in mm and alpha in rad."
    if reason := why_not(pose):
        return f"The mechanism cannot take it: {reason}."
    q = limbs(*pose)
    n = q.v / q.rho

    def between(i, j):
        return abs(n[0, i] * n[1, j] - n[1, i] * n[0, j])

    if between(0, 1) < 1e-6:
        return ""
    for i, j in ((0, 2), (1, 2)):
        if between(i, j) < 1e-6:
            return f"Here the planes of limbs {i + 1} and {j + 1} are parallel; limbs 1 and 2 are asked for."
    angle = np.degrees(np.arcsin(min(1.0, between(0, 1))))
    if angle < 0.1:
        return (f"Close: the planes make an angle of {angle:.1g} degrees. "
                "Let a root finder say alpha, and do not round it.")
    return (f"The planes of limbs 1 and 2 make an angle of {angle:.1f} degrees here. "
            "Follow this angle while you change one number of the pose.")


def sine(alpha, X=-42.0, Y=53.0, Z=123.0):
    """Sine of the angle between the planes of limbs 1 and 2."""
    n1, n2 = (limbs(X, Y, Z, alpha).v / limbs(X, Y, Z, alpha).rho).T[:2]
    return n1[0] * n2[1] - n1[1] * n2[0]


def parallel_pose(X=-42.0, Y=53.0, Z=123.0):
    """A pose where the planes of limbs 1 and 2 are parallel."""
    from scipy.optimize import brentq
    return [X, Y, Z, brentq(sine, 0.0, 0.3, args=(X, Y, Z), xtol=1e-14)]


TASKS = {
    "1": Property(
        test=three_counts, expected=four_limbs(), done="Eleven less than before, and still four freedoms.",
        wrong={"fourth limb is missing": [30, 42, -30], "not counted among them": [40, 55, -35],
               "its actuator is missing": [37, 52, -38],
               "two couplers": [37, 55, -53], "One body is missing": [38, 55, -47],
               "Double pins of the new limb": [39, 53, -31],
               "Double pins (": [39, 47, -1], "a slide": [39, 54, -36],
               "are two joints, not three": [39, 57, -51], "with n = 40": [39, 55, -35],
               "planar": [39, 55, 7], "bare count": [39, 55, 4], "one for each joint": [39, 55, -96],
               "other order": [55, 39, -41],
               "list of three": -41}),
    "2": Value(
        reference=tip_pin, done="The height of the pin does not matter: its axis is vertical.",
        hint="The place of the pin is D plus r in the direction theta_20 + alpha; then (a; p x a).",
        mistakes={
            "This is (a; a x p); v is the velocity that a body on the pin has at the origin, p x a.":
                tip_pin() * [1, 1, 1, -1, -1, 1],
            "The platform is turned: the direction of its pin is theta_20 + alpha.": dict(alpha=0.0),
            "alpha turns from x to y with z down as well: its sign is wrong here.": dict(alpha=-0.4),
            "The place is counted from D; the base frame is asked for.": dict(X=0.0, Y=0.0),
            "This is the twist in {C_2}; the base frame is asked for.":
                [0, 0, 1, 0, float(limbs(*E).rho[1]), 0],
            "This is the pin at the foot of limb 2, R_23.": [0, 0, 1, P.r0 * np.sin(P.theta0[1]),
                                                             -P.r0 * np.cos(P.theta0[1]), 0],
            "The pin lies on the platform circle with radius r, not on the base circle r0.": dict(r=P.r0),
            "This is D in the place of the pin: r in the direction theta_20 + alpha is missing.":
                dict(r=0.0),
            "Sine and cosine are exchanged.": dict(theta_20=np.pi / 2 - P.theta0[1], alpha=-0.4),
            "This is the end of limb 1.": dict(theta_20=P.theta0[0]),
            "This is the end of limb 3.": dict(theta_20=P.theta0[2]),
            "The halves are exchanged: the axis stands first.": np.roll(tip_pin(), 3),
            "This is how the pin moves while the platform turns about D; v is the velocity that a body "
            "turning about the pin has at the origin.":
                [0, 0, 1, -9.0 - tip_pin()[3], -12.0 - tip_pin()[4], 0],
            "Below the axis stands the place itself; p x a is wanted.":
                [0, 0, 1, -tip_pin()[4], tip_pin()[3], 120.0],
            "alpha was taken in degrees; it is in rad.": dict(alpha=np.radians(0.4)),
        },
        wrong={"shape": tip_pin()[:3]}),
    "3": Value(
        reference=two_couples, done="One redundant couple, one sensor.",
        hint="k2 x_C2 + k3 x_C3 = moment - k1 x_C1: two equations in the horizontal plane.",
        mistakes={
            "These are the couples of smallest norm; the sensor says that k1 is 0.3 N m.": least_norm(),
            "The part of limb 1 has the wrong sign: k1 x_C1 goes to the right-hand side with a minus, and "
            "x_C1 points away from the platform.": dict(k1=-0.3),
            "The part of limb 1 is left out.": dict(k1=0.0),
            "The limbs' planes are turned by theta_i1 as well: theta_i0 alone is not the direction of x_Ci.":
                dict(phi=np.array(P.theta0)),
            "A limb's plane does not turn with the platform: x_Ci has the direction theta_i0 + theta_i1, not "
            "theta_i0 + alpha.": dict(phi=np.array(P.theta0) + E[3]),
            "theta_i1 is counted from the direction theta_i0 of the foot; here it stands alone.":
                dict(phi=PHI - np.array(P.theta0)),
            "The sign is wrong throughout: of the moment, or of all x_Ci, which point away from the "
            "platform.": dict(M_x=-1.2, M_y=0.7),
            "These couples are about y_Ci; a sawn-off limb holds a couple about x_Ci.":
                dict(phi=PHI + np.pi / 2),
            "x_Ci has the length 1; here it has that of the reach.": long_axes(),
            "k2 and k3 are exchanged.": two_couples()[::-1],
            "x and y of the moment are exchanged.": dict(M_x=-0.7, M_y=1.2),
        },
        wrong={"1000 times": 1000 * two_couples(), "shape": np.append(0.3, two_couples())}),
    "4": Property(
        test=three_proposals, expected=[6, 4, 3], done="A ball gives everything away; a sawn bar, here, "
                                                       "nothing; a weld takes one.",
        wrong={"a ball can tilt": [4, 4, 4], "how many independent screws": [5, 4, 3],
               "Proposal b: each limb has one couple less": [6, 5, 3],
               "Proposal c: the limb without its first pin": [6, 4, 4],
               "takes one freedom, not two": [6, 4, 2], "more than six": [7, 4, 3],
               "list of three": [6, 4], "1 of 3 are right. Proposal b": [6, 5, 4], "wanted": [2, 0, 1]}),
    "5": Property(
        test=spare_equations, expected=spare(), done="39 + 6 = 45, and -41 + 45 = 4.",
        wrong={"machine with three limbs": spare(10, 2), "2 to spare, not 1": [39, 3], "actuator 4": [36, 6],
               "Planar loops: actuator 4": spare(12, 4),
               "closes none": spare(13, 4), "the fourth limb closes": spare(13, 2),
               "it is not planar": [39, 9], "numbers of loops": [13, 3],
               "how many of them": [78, 18], "say something new": [39, 12], "the paper's": [39, 1],
               "3 to spare, not 2": [26, 6],
               "other order": [6, 39], "list of two": 45, "Through the platform: look": [39, 7],
               "In the planes of the limbs: look": [42, 6]}),
    "6": Choice(
        expected=2, options=(1, 2, 3), done="y of its tip is 18.1329, not 18.3129.",
        mistakes={
            "The bar of limb 1 has the right rate, to the digits that were typed.": 1,
            "The bar of limb 3 has the right rate, to the digits that were typed.": 3,
        },
        wrong={"Choose one of": "none", "1, 2, 3": "tips", "Not attempted": ...}),
    "7": Property(
        test=parallel_planes, reference=parallel_pose,
        done="There limbs 1 and 2 hold couples about one and the "
             "same axis: five freedoms.",
        hint="Follow the sine of the angle between x_C1 and x_C2.",
        wrong={"make an angle of": [0.0, 0.0, 110.0, 0.1], "four numbers": [0.07],
               "cannot take it": [0.0, 0.0, 50.0, 0.1],
               "Close": [-42.0, 53.0, 123.0, 0.0674], "given in degrees": [-42.0, 53.0, 123.0, 17.0]}),
    "8": Words(mentions=[
        "loop, not series: the coupler can do only what limb and driving chain both allow",
        "the other number: 1 redundant constraint against 4",
        "the experiment: limb and driving chain span the same as five pins, so another machine is counted",
        "a consequence: which reactions a rigid model can tell, or that one limb alone would let it tilt"]),
}
