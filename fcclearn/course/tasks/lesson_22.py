"""Tasks of lesson 22: workspace and stiffness of the parallel mechanism."""

from functools import cache

import numpy as np

from fcclearn.course.task import Choice, Property, Value, Words
from fcclearn.parallel.geometry import REFERENCE as P
from fcclearn.parallel.position import inverse, margins, why_not
from fcclearn.parallel.velocity import jacobian

E, F, G = (12.0, -9.0, 120.0, 0.4), (-48.0, -20.0, 112.0, -0.4), (18.0, -14.0, 118.0, 0.5)
STEP = 0.25             # mm, cells of the reference: its area is right to 0.05 %
BOX = 200.0 * 200.0 * 80.0


def nearest_limit(pose=F):
    """The name of the nearest limit, and the distance to it in mm."""
    values, names = margins(*pose)
    k = int(np.argmin(values))
    return [names[k], float(values[k])]


def limit(answer):
    """What is wrong with the name of the nearest limit and the distance to it, or an empty string."""
    if not isinstance(answer, (list, tuple)) or len(answer) != 2 or not isinstance(answer[0], str):
        return "A list of two is expected: the name in quotation marks, and the distance in mm."
    values, names = margins(*F)
    name, gap = answer[0].strip(), float(answer[1])
    wanted, distance = nearest_limit()
    if name not in names:
        return f"This name is not one of the twelve: {', '.join(names)}."
    if name == nearest_limit(E)[0] and abs(gap - nearest_limit(E)[1]) < 1e-3:
        return "This is the pose E of the lesson; the platform is at F."
    if name != wanted:
        own = values[names.index(name)]
        return f"{name} is {own:.3f} mm away; another limit is nearer."
    if abs(gap - distance) < 6e-3:
        return ""
    if abs(gap - inverse(np.array(F))[0]) < 1e-2:
        return "The name is right; this is the length of the actuator, not what is left of its stroke."
    if abs(gap + distance) < 1e-3:
        return "The name is right; inside, a margin is positive."
    return "The name is right, the distance is not: it is the margin itself, in mm."


@cache
def cells(alpha=0.3, Z=105.0, step=STEP, half=100.0):
    """X and Y of the centres of the cells of a slice that are inside the workspace, (2, n) in mm."""
    x = np.arange(-half + step / 2, half, step)
    inside = [margins(x, y, Z, alpha)[0].min(axis=0) > 0 for y in x]
    return np.concatenate([[x[row], np.full(row.sum(), y)] for y, row in zip(x, inside)], axis=1)


@cache
def scanned(alpha=0.3, Z=105.0, step=STEP):
    """Area of a slice in mm2."""
    return float(step**2 * cells(alpha, Z, step).shape[1])


def in_a_square(half):
    """Area of the slice that a square |X|, |Y| < half finds, in mm2."""
    return float(STEP**2 * np.sum(np.abs(cells()).max(axis=0) < half))


def within(square):
    """Area of the part of the slice with X^2 + Y^2 below a number, in mm2."""
    return float(STEP**2 * np.sum((cells()**2).sum(axis=0) < square))


@cache
def traced(alpha=0.3, Z=105.0):
    """Area inside the outermost points of rays from the axis."""
    turn, radius = 2 * np.pi * np.arange(360) / 360, np.arange(0.0, 120.0, 0.25)[:, None]
    inside = margins(radius * np.cos(turn), radius * np.sin(turn), Z, alpha)[0].min(axis=0) > 0
    return float(np.pi * np.mean(np.where(inside, radius + 0.125, 0.0).max(axis=0)**2))


def area():
    """Area of the slice at Z = 105 mm, alpha = 0.3 rad (mm2)."""
    return scanned()


def wrong_areas():
    """What is done wrongly in task 2a."""
    return {
        **{f"Cells at the rim of your square are inside: it reaches {half} mm, and the slice goes further.":
           in_a_square(half) for half in range(40, 80, 5)},
        "This is the area inside the outer boundary: the slice has holes.": traced(),
        "These are numbers of cells; each has 0.25 mm2.": 4 * scanned(step=0.5),
        "A cell has the area step squared.": 2 * scanned(step=0.5),
        "This is the slice at alpha = 0, or nearly: was 0.3 rad taken for degrees?": scanned(alpha=0.0),
        "This is the slice at Z = 95 mm.": scanned(Z=95.0),
        "This is the slice at Z = 110 mm.": scanned(Z=110.0),
        "This is the part inside the cylinder; the whole slice is asked for here.": inside_cylinder(),
    }


def squared_radius(alpha):
    """Of the singular cylinder, mm2."""
    return P.r**2 + P.r0**2 - 2 * P.r * P.r0 * np.cos(alpha)


def inside_cylinder(alpha=0.3):
    """Area of the slice inside the singular cylinder (mm2)."""
    return within(squared_radius(alpha))


def wrong_parts():
    """What is done wrongly in task 2b."""
    return {
        "This is the whole slice.": scanned(),
        "This is the part outside the cylinder.": scanned() - inside_cylinder(),
        "This is the cylinder at alpha = 0, or nearly: was 0.3 rad taken for degrees?":
            within(squared_radius(0.0)),
        "X^2 + Y^2 was compared with k = 200, the stiffness of an actuator.": within(200.0),
        "No cell meets both conditions here, but the middle of the slice does: look at one cell there.": 0.0,
        "X^2 + Y^2 was compared with the radius, not with its square.": within(np.sqrt(squared_radius(0.3))),
        "This is the area of the whole circle, holes included.": float(np.pi * squared_radius(0.3)),
        "These are numbers of cells; each has 0.25 mm2.": 4 * inside_cylinder(),
    }


def points_needed(V=5.170e5, box=BOX, error=0.01):
    """Random points for a relative standard error of the volume."""
    share = V / box
    return (1 - share) / (share * error**2)


def matrices(X, Y, Z, alpha, k):
    """K = k J.T J at a pose."""
    J = jacobian(np.array([X, Y, Z, alpha]))
    return k * J.T @ J


def weakest(X=18.0, Y=-14.0, Z=118.0, alpha=0.5, k=200.0, r=P.r):
    """The smallest eigenvalue of S K S (N/mm)."""
    K = matrices(X, Y, Z, alpha, k)
    S = np.diag([1, 1, 1, 1 / r])
    sizes = np.linalg.eigvalsh(S @ K @ S)
    return sizes[0]


def weakest_by_sigma(X=18.0, Y=-14.0, Z=118.0, alpha=0.5, k=200.0, r=P.r):
    """The same from the smallest singular value of J S."""
    J = jacobian(np.array([X, Y, Z, alpha]))
    sigma = np.linalg.svd(J @ np.diag([1, 1, 1, 1 / r]))[1]
    return k * sigma[-1]**2


K_G = matrices(*G, 200.0)
S = np.diag([1, 1, 1, 1 / P.r])
T = np.diag([1, 1, 1, P.r])


def response(X=18.0, Y=-14.0, Z=118.0, alpha=0.5, k=200.0, force=100.0):
    """Sinking in mm and turn in degrees under a force along z."""
    K = matrices(X, Y, Z, alpha, k)
    C = np.linalg.inv(K)
    sinks = force * C[2, 2]
    turns = force * C[3, 2]
    return np.array([sinks, np.degrees(turns)])


def stiff(answer):
    """What is wrong with a pose that should be stiff, or an empty string."""
    pose = np.asarray(answer, dtype=float)
    if pose.shape != (4,):
        return "A pose has four numbers: X, Y, Z in mm and alpha in rad."
    if reason := why_not(pose):
        return f"The mechanism cannot take it: {reason}."
    size = weakest(*pose)
    if size > 8:
        return ""
    trace = np.trace(matrices(*pose, 200.0)) / 4
    return (f"Its weakest stiffness is {max(size, 0.0):.2f} N/mm (the index of Eq. (35) is {trace:.0f} "
            f"there). "
            "Go further from the sheet and from the cylinder.")


TASKS = {
    "1": Property(
        test=limit, expected=["actuator 1 longest", nearest_limit()[1]], done="Strokes make the edge, not "
            "reach.",
        wrong={"another limit is nearer": ["actuator 3 shortest", 6.19],
               "pose E": ["actuator 1 shortest", 4.6331],
               "not one of the twelve": ["actuator 1", 3.427], "name in quotation marks": [7, 3.427],
               "the margin itself":
                   ["actuator 1 longest", 59.4154],
               "not what is left": ["actuator 1 longest", 55.9883],
               "a margin is positive": ["actuator 1 longest", -3.4271],
               "limb 1 reach is": ["limb 1 reach", 3.427], "list of two": "actuator 1 longest"}),
    "2a": Value(
        reference=area, rtol=3e-3, done="Three holes, and nothing at the rim.",
        hint="Count the cells whose smallest margin is positive, times the area of a cell.",
        mistakes=wrong_areas, wrong={"1000 times": lambda: scanned() / 1000,
                                     "step squared": lambda: 2 * scanned(), "half": lambda: scanned() / 2}),
    "2b": Value(
        reference=inside_cylinder, rtol=3e-3, done="A third of the slice.",
        hint="Both conditions hold for a cell: smallest margin positive, and X^2 + Y^2 below the square "
             "of the cylinder's radius.",
        mistakes=wrong_parts),
    "3": Value(
        reference=points_needed, rtol=2e-3, done="For one digit more, a hundred times as many.",
        hint="The relative error of a binomial share s is sqrt((1 - s) / (s n)).",
        mistakes={
            "This is for an error of 0.01 of the box; 1 % of the volume is asked for.":
                lambda V, box: (1 - V / box) * V / box / 1e-4,
            "This is for points that are all inside: 1 / error^2.": 1e4,
            "1 % is 0.01.": dict(error=1.0),
            "The share stands above, 1 minus the share below: the fraction is upside down.":
                lambda V, box: V / box / (1 - V / box) / 1e-4,
            "The part 1 - s is missing: the variance of a binomial share s has s (1 - s).":
                lambda V, box: box / V / 1e-4,
            "This is the number of points inside; all points are asked for.":
                lambda V, box: 1e4 * (1 - V / box),
            "The error is taken once; it stands as a square.":
                lambda V, box: (1 - V / box) / (V / box * 0.01),
            "This is for alpha = 0, with 6.17e5 mm3.": dict(V=6.17e5),
            "This is for 0.1 %.": dict(error=0.001),
        },
        wrong={"close": 5.25e4}),
    "4": Value(
        reference=(weakest, weakest_by_sigma), others=[dict(X=12.0, Y=-9.0, Z=120.0, alpha=0.4)],
        done="N/mm throughout, so an eigenvalue means something.",
        hint="K = k J.T J, then the smallest eigenvalue of S K S with S = diag(1, 1, 1, 1/r).",
        mistakes={
            "K is not scaled: its entries have three different units.": lambda: np.linalg.eigvalsh(K_G)[0],
            "The angle is scaled by r instead of 1/r.": dict(r=1 / P.r),
            "The angle is scaled by 1/r0; the platform's radius is r.": dict(r=P.r0),
            "This is the stiffest direction.": lambda: np.linalg.eigvalsh(S @ K_G @ S)[-1],
            "This is the smallest singular value of J S; a stiffness is k times its square.":
                lambda: np.sqrt(weakest() / 200.0),
            "k sigma_4: the singular value enters as a square.": lambda: 200.0 * np.sqrt(weakest() / 200.0),
            "k is missing: 200 N/mm.": dict(k=1.0),
            "This is the index of Eq. (35), a trace.": lambda: np.trace(K_G) / 4,
            "S stands on one side only.": lambda: np.sort(np.abs(np.linalg.eigvals(K_G @ S)))[0],
            "The angle counts at the radius p.r of the pins; 53 mm is that of the disc.": dict(r=53.0),
            "The turn is left out: this is the weakest direction of X, Y, Z alone.":
                lambda: np.linalg.eigvalsh(K_G[:3, :3])[0],
            **{f"This is the entry {i + 1}{i + 1} of S K S, one axis alone; the weakest direction is a "
               "mixture of all four, and softer than any axis.":
               lambda i=i: (S @ K_G @ S)[i, i] for i in range(4)},
        },
        wrong={"1000 times": lambda: weakest() / 1000}),
    "5": Value(
        reference=response, others=[dict(X=12.0, Y=-9.0, Z=120.0, alpha=0.4)],
        done="It turns as well, and so it sinks twice as far.",
        hint="C = K^-1; its third column, times 100 N, is what a force along z does.",
        mistakes={
            "1 / K_33 holds everything else fixed; the platform is free: invert K first.":
                lambda: np.array([100 / K_G[2, 2], np.degrees(100 / K_G[3, 2])]),
            "100 / K_33 and no turn: everything else is held here; the platform is free: invert K first.":
                lambda: np.array([100 / K_G[2, 2], 0.0]),
            "This is a column of J^-1. A load meets J twice: J.T makes forces of the actuators' forces, J "
            "lengths of displacements, so K = k J.T J is to be inverted.":
                lambda: np.array([100 / 200.0 * np.linalg.inv(jacobian(np.array(G)))[2, 2],
                                  np.degrees(100 / 200.0 * np.linalg.inv(jacobian(np.array(G)))[3, 2])]),
            "The sinking is 100 / K_33, with everything else held; the platform is free: invert K first.":
                lambda: np.array([100 / K_G[2, 2], response()[1]]),
            "The turn is blocked here; the platform is free.":
                lambda: np.array([100 * np.linalg.inv(K_G[:3, :3])[2, 2], 0.0]),
            "The turn is in rad; degrees are asked for.":
                lambda: np.array([response()[0], np.radians(response()[1])]),
            "This is the column of a force along x; z is the third.":
                lambda: np.array([100 * np.linalg.inv(K_G)[2, 0],
                                  np.degrees(100 * np.linalg.inv(K_G)[3, 0])]),
            "The force points downwards, which is +z here.": dict(force=-100.0),
            "The scaled matrix was inverted: its turn is an arc in mm.":
                lambda: np.array([100 * np.linalg.inv(S @ K_G @ S)[2, 2],
                                  np.degrees(100 * np.linalg.inv(S @ K_G @ S)[3, 2])]),
            "K was multiplied; a displacement is K^-1 times the load.":
                lambda: np.array([100 * K_G[2, 2], np.degrees(100 * K_G[3, 2])]),
        },
        wrong={"exchanged": lambda: response()[::-1], "on the way": lambda: response()[0]}),
    "6": Choice(
        expected="rho", options=("turn", "rho", "Z", "V"), done="Uniform in area is 100 sqrt(u).",
        mistakes={
            "The turn is uniform, as it should be.": "turn",
            "Z is uniform between 90 and 170 mm, as it should be.": "Z",
            "V is the share times the volume of the cylinder; is the share that of the volume?": "V",
        },
        wrong={"Choose one of": "share"}),
    "7": Property(
        test=stiff, expected=[6.0, -5.0, 103.0, 0.75], done="Near the axis, well turned.",
        hint="Go away from alpha = 0 and from the cylinder.",
        wrong={"weakest stiffness is 0.00": [10.0, 0.0, 110.0, 0.0], "four numbers": [1.0, 2.0],
               "cannot take it": [0.0, 0.0, 50.0, 0.6],
               "Its weakest stiffness":
                   [12.0, -9.0, 120.0, 0.4], "given in degrees": [0.0, 0.0, 95.0, 43.0]}),
    "8": Words(mentions=[
        "the orientation: one, any, or every turn of a range",
        "what is connected and free of singular poses, from where",
        "the recipe and the error of the number",
        "which box the ratio is with, and whether it holds the machine"]),
}
