"""Tasks of lesson 24: verification."""

from functools import cache

import numpy as np

from fcclearn.course.task import Choice, Function, Property, Value, Words
from fcclearn.parallel.dynamics import inverse_dynamics
from fcclearn.parallel.planted import SEEN, per_cents, planted, seen
from fcclearn.parallel.second_program import FACTORS
from fcclearn.parallel.simulation import paper_load, paper_motion, swing
from fcclearn.parallel.terms import force_terms

SIX = (
    "M left out",
    "C left out",
    "I_zz of the platform doubled",
    "gravity off",
    "sign of f",
    "l20 1 % too long",
)
ENOUGH = 1.5  # per cent that task 6 asks of every error
LESSON = (2.0, 2.0, 4.0, 100.0)  # its light load
REASONS = {
    "sign of f": "the load is too light",
    "l20 1 % too long": "a wrong length changes all forces by a per cent or two, whatever the load; "
    "try other directions",
}  # why an error hides; all others hide behind a heavy load
T = np.linspace(0, 0.5, 101)
CURVES = np.array([[3.1, -7.2, 12.4], [-4.6, 5.3, 9.7], [2.2, -6.4, 14.9], [1.7, 2.6, -11.3]])
OTHER_CURVES = np.array([[2.7, -7.9, 12.9], [-4.1, 5.1, 9.2], [2.9, -6.1, 13.4], [-1.1, 2.9, -11.7]])
CALM = np.array([[51.3, -20.4], [47.1, -18.8], [44.6, -23.7]])
OTHER_CALM = np.array([[50.2, -20.9], [47.7, -18.1], [45.9, -24.3]])


@cache
def terms(hertz, load="none"):
    """Parts of the forces over one period of the swing at a frequency."""
    return force_terms(*swing(np.linspace(0, 1 / hertz, 101), hertz), paper_load(load))


def of_own_peak(F, other):
    """Largest difference of each column over its own largest size, per cent."""
    off = np.abs(other - F).max(axis=0)
    peak = np.abs(F).max(axis=0)
    return 100 * off / peak


def heavy(hertz=2.0, share=1.3):
    """M 30 % too large along the swing without load, per cent of each actuator's peak."""
    part = terms(hertz)
    F = part["M"] + part["C"] + part["G"]
    other = share * part["M"] + part["C"] + part["G"]
    off = np.abs(other - F).max(axis=0)
    peak = np.abs(F).max(axis=0)
    return 100 * off / peak


def wrong_heavy():
    """What is done wrongly in task 2."""
    part = terms(2.0)
    F = part["M"] + part["C"] + part["G"]
    found = per_cents(F, F + 0.3 * part["M"])
    loaded = sum(terms(2.0, "N.m").values())
    quick = terms(3.0)
    return {
        "This is a fraction of the peak; per cent are asked for.": heavy() / 100,
        "M is left out altogether; in the other program it is 30 % too large.": heavy(share=0.0),
        "M is halved, as in the lesson; in the other program it is 30 % too large.": heavy(share=0.5),
        "1.3 times M was added to forces that hold M once already.": heavy(share=2.3),
        "The largest value was taken without its size: forces can be negative.": 100
        * (0.3 * part["M"]).max(0)
        / np.abs(F).max(0),
        "These are newtons: divide by the peak of each actuator.": 0.3 * np.abs(part["M"]).max(0),
        "This is over the peak of M; each actuator's largest force is asked for.": 30 * np.ones(4),
        "This swing has 3 Hz; `motion` has 2.": 30
        * np.abs(quick["M"]).max(0)
        / np.abs(sum(quick.values())).max(0),
        "C was made 30 % too large as well; the error is in M alone.": 30
        * np.abs(part["M"] + part["C"]).max(0)
        / np.abs(F).max(0),
        "This is C 30 % too large; the error is in M.": 30 * np.abs(part["C"]).max(0) / np.abs(F).max(0),
        "This is over the largest force of all; each actuator's own peak is asked for.": found[
            "largest of all"
        ],
        "This is Eq. (67), over the force at the instant of the largest difference.": found["Eq. (67)"],
        "This is root mean square over root mean square; largest over largest is asked for.": found["rms"],
        "This is over the peak of the wrong forces; divide by the right ones.": 100
        * 0.3
        * np.abs(part["M"]).max(0)
        / np.abs(F + 0.3 * part["M"]).max(0),
        "C is missing in the forces.": 30 * np.abs(part["M"]).max(0) / np.abs(F - part["C"]).max(0),
        "The weight is missing in the forces.": 30 * np.abs(part["M"]).max(0) / np.abs(F - part["G"]).max(0),
        "There is no load in this task.": 30 * np.abs(part["M"]).max(0) / np.abs(loaded).max(0),
        "Peaks were compared, not forces: the largest difference is not the difference of the largest.": 100
        * np.abs(np.abs(F + 0.3 * part["M"]).max(0) - np.abs(F).max(0))
        / np.abs(F).max(0),
    }


def push(P, Q, lam):
    """Force with which a rod pushes its ends apart, its row d.d - L^2 having the multiplier lam."""
    d = Q - P
    L = np.sqrt(d @ d)
    return -2 * lam * L


def by_the_gradient(P, Q, lam):
    """The same: the force on Q is minus the gradient times lam, along the rod."""
    d = Q - P
    along = d / np.linalg.norm(d)
    force = -lam * (2 * d)
    return force @ along


def factors():
    """(a, b, c) of the colleague's program."""
    return np.array([FACTORS[term] - 1 for term in "MCG"])


def wrong_factors():
    """What is done wrongly in task 4."""
    part = terms(2.0)
    A = np.column_stack([part[term].ravel() for term in "MCG"])
    off = A @ factors()
    across = off.reshape(-1, 4).T.ravel()
    return {
        "This is yours minus the colleague's, in parts of the colleague's.": -factors() / (1 + factors()),
        "The difference and the columns run through the numbers in different orders: one goes by instants, "
        "the other by actuators.": np.linalg.lstsq(A, across, rcond=None)[0],
        "C is counted twice, yes; is that all? Look at what is left over.": [0, 1, 0],
        "These are the factors of the colleague's own forces; a, b, c belong to the difference.": factors()
        + 1,
        "The difference has the other sign: the colleague's forces minus yours.": -factors(),
        "The columns were scaled to length 1: undo it.": factors() * np.linalg.norm(A, axis=0),
        "Each column was fitted alone; the three share the difference, so fit them together.": A.T
        @ off
        / (A**2).sum(axis=0),
    }


@cache
def lights(unit="N.m"):
    """0 or 1 for each of the six errors: whether the paper's test sees it."""
    motion, f = paper_motion(np.linspace(0, 2, 81)), paper_load(unit)
    F, wrong = inverse_dynamics(*motion, f), planted(*motion, f)
    return [int(seen(F, wrong[name]) > SEEN) for name in SIX]


def six(answer):
    """What is wrong with a list of six lights."""
    if np.shape(answer) != (6,) or not set(np.ravel(answer)) <= {0, 1}:
        return "A list of six is expected, 1 for seen, 0 for not."
    answer = [int(x) for x in answer]
    for unit, words in (("N.mm", "25 N mm"), ("none", "no load")):
        if answer == lights(unit):
            return f"This is the test with {words}; as printed the load has 25 N m."
    for load_free, words in ((True, "without load"), (False, "with the light load")):
        if answer == [1, 1, 1, 1, 0 if load_free else 1, 1]:
            return f"This is the fast swing {words}; the paper's motion is slow, and its load heavy."
    wrong = [name for name, mine, right in zip(SIX, answer, lights()) if mine != right]
    return f"{6 - len(wrong)} of 6 are right. Look again at: {wrong[0]}." if wrong else ""


def load(answer):
    """What is wrong with a load for the swing at 3 Hz."""
    f = np.asarray(answer, float)
    if f.shape != (4,) or not np.isfinite(f).all():
        return "A load has four numbers: three in N and one in N mm."
    motion = swing(np.linspace(0, 1 / 3, 81), 3.0)
    F, wrong = inverse_dynamics(*motion, f), planted(*motion, f)
    name, least = min(((name, seen(F, forces)) for name, forces in wrong.items()), key=lambda pair: pair[1])
    if least == 0:
        return f"{name} changes nothing: without a load its sign is nowhere."
    if least < ENOUGH:
        why = REASONS.get(name, "the load is too heavy beside it")
        return f"{name} changes only {least:.3g} % of the peak: {why}."
    ours = np.allclose(f, LESSON, rtol=0.1)
    return "This is the lesson's load, or nearly: find one of your own." if ours else ""



TASKS = {
    "1": Function(
        reference=of_own_peak,
        samples=[(CURVES, OTHER_CURVES), (CALM, OTHER_CALM)],
        done="One number for each actuator, and a clear divisor.",
        hint="Largest size of the difference down each column, over the largest size of F in that column.",
        mistakes={
            "This is Eq. (67), with the force at the instant of the largest difference.": lambda F, other: (
                per_cents(F, other)["Eq. (67)"]
            ),
            "This is a fraction of the peak; per cent are asked for.": lambda F, other: (
                of_own_peak(F, other) / 100
            ),
            "other - F was taken without its size: it can be negative.": lambda F, other: (
                100 * (other - F).max(0) / np.abs(F).max(0)
            ),
            "F - other was taken without its size: it can be negative.": lambda F, other: (
                100 * (F - other).max(0) / np.abs(F).max(0)
            ),
            "The size was taken of the largest force; take the sizes first, then the largest.": (
                lambda F, other: 100 * np.abs(other - F).max(0) / np.abs(F.max(0))
            ),
            "This is the mean difference; the largest is asked for.": lambda F, other: (
                100 * np.abs(other - F).mean(0) / np.abs(F).max(0)
            ),
            "The largest force is a size, not the distance from the smallest value to the largest.": (
                lambda F, other: 100 * np.abs(other - F).max(0) / np.ptp(F, axis=0)
            ),
            "This is the difference at the first instant; take the largest over time.": lambda F, other: (
                100 * np.abs(other - F)[0] / np.abs(F).max(0)
            ),
            "The difference is the largest of all actuators; each column has its own.": lambda F, other: (
                100 * np.abs(other - F).max() / np.abs(F).max(0)
            ),
            "This divides by the largest force of all actuators.": lambda F, other: per_cents(F, other)[
                "largest of all"
            ],
            "This is root mean square over root mean square.": lambda F, other: per_cents(F, other)["rms"],
            "The largest difference is not the difference of the largest.": lambda F, other: (
                100 * np.abs(np.abs(other).max(0) - np.abs(F).max(0)) / np.abs(F).max(0)
            ),
            "The sizes were subtracted; a sign would not be seen.": lambda F, other: (
                100 * np.abs(np.abs(other) - np.abs(F)).max(0) / np.abs(F).max(0)
            ),
            "This is one number for all actuators; one for each is asked for.": lambda F, other: of_own_peak(
                F, other
            ).max(),
            "This is the largest ratio at one instant, entry by entry.": lambda F, other: (
                100 * np.abs((other - F) / F).max(0)
            ),
            "This runs along the actuators; time runs down the columns, axis=0.": lambda F, other: (
                100 * np.abs(other - F).max(1) / np.abs(F).max(1)
            ),
            "The largest value was taken without its size: forces can be negative.": lambda F, other: (
                100 * np.abs(other - F).max(0) / F.max(0)
            ),
        },
        wrong={
            "a fraction": lambda F, other: of_own_peak(F, other) / 100,
            "returns nothing": lambda F, other: None,
        },
    ),
    "2": Value(
        reference=heavy,
        rtol=1e-4,
        done="From 6 to 36 %: one error, four answers.",
        hint="F is the sum of the parts; the other program has 1.3 times the part M.",
        mistakes=wrong_heavy,
        wrong={
            "left out": dict(share=0.0),
            "1000": lambda: heavy() / 1000,
            "shape": lambda: heavy()[:3],
            "single number": lambda: heavy().max(),
        },
    ),
    "3": Function(
        reference=(push, by_the_gradient),
        samples=[
            (np.array([0.31, -0.12, 0.47]), np.array([0.72, 0.25, 0.83]), 13.7),
            (np.array([-0.24, 0.55, 0.18]), np.array([0.37, 0.16, 0.91]), -6.4),
        ],
        done="So four rows of a mechanism that is held are four force meters.",
        hint="On Q acts -lam times the derivative of the row by Q, which points along the rod.",
        mistakes={
            "A multiplier is no force: its row is in square metres.": lambda P, Q, lam: -lam,
            "The size of 2 d is 2 L, not 2 L^2.": lambda P, Q, lam: -2 * lam * ((Q - P) @ (Q - P)),
            "This is the force on Q as a vector; its push along the rod is asked for.": lambda P, Q, lam: (
                -2 * lam * (Q - P)
            ),
            "This is for a row |d| - L; here the row is d.d - L^2.": lambda P, Q, lam: (
                -2 * lam
            ),
            "The length of Q - P is not the difference of two lengths.": lambda P, Q, lam: (
                -2 * lam * (np.linalg.norm(Q) - np.linalg.norm(P))
            ),
            "d has three components.": lambda P, Q, lam: -2 * lam * np.linalg.norm((Q - P)[:2]),
            "A length is the root of a sum of squares, not a sum of sizes.": lambda P, Q, lam: (
                -2 * lam * np.abs(Q - P).sum()
            ),
            "The derivative of d.d is 2 d, of size 2 L; L^2 stands in the row itself.": lambda P, Q, lam: (
                -lam * ((Q - P) @ (Q - P))
            ),
            "d goes from P to Q: Q - P.": lambda P, Q, lam: -2 * lam * np.linalg.norm(P + Q),
        },
        wrong={
            "sign": lambda P, Q, lam: -push(P, Q, lam),
            "factor": lambda P, Q, lam: push(P, Q, lam) / 2,
            "1000": lambda P, Q, lam: 1000 * push(P, Q, lam),
        },
    ),
    "4": Value(
        reference=factors,
        rtol=1e-6,
        atol=1e-6,
        done="C is counted twice, and a tenth of G is missing.",
        hint="Three columns, the parts M, C, G written one actuator after the other, and least squares.",
        mistakes=wrong_factors,
        wrong={
            "order": lambda: factors()[::-1],
            "1000": lambda: 1000 * factors(),
            "shape": lambda: factors()[:2],
        },
    ),
    "5": Property(
        test=six,
        expected=[0, 0, 0, 0, 1, 1],
        done="Lengths and the load: the rest passes.",
        wrong={
            "25 N mm": [0, 0, 0, 1, 1, 1],
            "no load": [1, 0, 1, 1, 0, 1],
            "light load": [1, 1, 1, 1, 1, 1],
            "without load": [1, 1, 1, 1, 0, 1],
            "5 of 6": [1, 0, 0, 0, 1, 1],
            "list of six": [0, 1],
            "sign of f": [0, 0, 0, 0, 0, 1],
        },
    ),
    "6": Property(
        test=load,
        expected=[1.5, 2.0, 3.0, 80.0],
        done="Every row above 1.5 %.",
        hint="Small enough to leave room for the weight, large enough to have a sign.",
        wrong={
            "nothing": [0.0, 0.0, 0.0, 0.0],
            "too heavy beside": [5.0, 5.0, 10.0, 200.0],
            "lesson's load": [2.0, 2.0, 4.0, 100.0],
            "wrong length": [1.0, 1.0, 2.0, 50.0],
            "changes only 0.41": [25.0, 25.0, 50.0, 25.0],
            "four numbers": [2.0, 2.0, 4.0],
            "load is too heavy": [25.0, 25.0, 50.0, 25000.0],
            "too light": [0.0, 0.0, 0.0, 0.1],
        },
    ),
    "7": Choice(
        expected="off",
        options=("peak", "other_peak", "off", "ratio"),
        done="A difference of peaks is no peak of differences; and peaks have no sign.",
        mistakes={
            "The largest size of each column is right: it is what is divided by.": "peak",
            "The peak of the other program is right as a number. What is done with it?": "other_peak",
            "A difference over a peak, in per cent, is right. Is it the right difference?": "ratio",
        },
        wrong={"Choose one of": "abs"},
    ),
    "8": Words(
        mentions=[
            "what was compared: lengths, velocities, accelerations, forces, two programs",
            "at which motion and which load, with its unit",
            "a number, and what it is divided by",
            "what this cannot show: M, C, G under this load, and shared data",
        ]
    ),
}
