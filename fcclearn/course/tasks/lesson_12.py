"""Tasks of lesson 12: staying on the constraint."""

from functools import lru_cache

import numpy as np

from fcclearn.benchmarks.a02_n_four_bar import build, closed_form
from fcclearn.course.task import BLANK, Choice, Function, Property, Value, dotted
from fcclearn.formulation.equations import minimum_norm

M_CARRIAGES, VELOCITIES = np.diag([3.0, 1.0]), np.array([2.0, 1.0])
EVENT = 4e-3                                            # s


def nearest(W, velocities):
    """Equal velocities of the two carriages, nearest in the metric W."""
    return np.full(2, np.sum(W @ velocities) / np.trace(W))


def stabilised(gamma, slip, phi, alpha, beta):
    """Baumgarte's right-hand side."""
    return gamma - 2 * alpha * slip - beta**2 * phi


def accelerations(M, J, g, gamma):
    """Accelerations of Eq. (9)."""
    return minimum_norm(M, J, g, gamma)[0]


def penalised(M, J, g, gamma, solves=1, mu=1e7):
    """The textbook form of the augmented Lagrangian method, or one penalty solve."""
    p = np.zeros(len(g))
    for _ in range(solves):
        a = np.linalg.solve(M + mu * J.T @ J, g + mu * J.T @ gamma - p)
        p = p + mu * J.T @ (J @ a - gamma)
    return a


def direct(M, J, g, gamma):
    """The matrix of Eq. (9) by plain least squares."""
    K = np.block([[M, J.T], [J, np.zeros((len(J),) * 2)]])
    return np.linalg.lstsq(K, np.r_[g, gamma], rcond=None)[0][:len(g)]


def by_pseudo_inverse(M, J, g, gamma):
    """Gauss's principle with a pseudo-inverse that keeps every singular value above 1e-15."""
    root = np.linalg.cholesky(np.linalg.inv(M))
    free = np.linalg.solve(M, g)
    return free + root @ np.linalg.pinv(J @ root, rcond=1e-15) @ (gamma - J @ free)


def middle(q0, q1):
    """Jacobian of u . v in the middle of two positions."""
    return np.roll((q0 + q1) / 2, 2)[None]


@lru_cache(maxsize=None)
def tip_error(rate):
    """Largest error of the tip with a rate [m]."""
    run = build("full", 3, 1).simulate(5.0, "baumgarte", 101, alpha=rate, beta=rate, rtol=1e-6)
    exact, tip = closed_form(run.t, 1), run.position("crank 0.end")
    return float(np.hypot(tip[:, 0] - exact["B0x"], tip[:, 1] - exact["B0y"]).max())


def holds(rate):
    """What is wrong with a rate, or an empty string."""
    rate = float(rate)
    if not 0 <= rate < 45:
        return "The rate must be positive and below 45 1/s."
    if rate < 1:
        return f"{rate:g} 1/s is a time of {1 / max(rate, 1e-9):.3g} s, longer than the run's events. Is this in 1/ms? It is asked for in 1/s."
    error = tip_error(round(rate, 6))
    if error > 0.01:
        return f"The run takes the wrong branch at a change point: its tip is off by {error:.2g} m. Pull harder."
    return "" if error < 1e-4 else f"The tip is off by {1000 * error:.2g} mm; 0.1 mm is asked for."


def only_a(function):
    """A student's solve that returns the accelerations, also where it returns a pair (a, p)."""
    def first(*arguments):
        answer = function(*arguments)
        return answer[0] if isinstance(answer, tuple) and len(answer) == 2 else answer
    return first


def residual_form(M, J, g, gamma, mu=1e7, solves=3):
    """The augmented Lagrangian solve in residual form."""
    K, a, p = M + mu * J.T @ J, np.zeros(len(g)), np.zeros(len(g))
    for _ in range(solves):
        a = a + np.linalg.solve(K, g - M @ a - p - mu * J.T @ (J @ a - gamma))
        p = p + mu * J.T @ (J @ a - gamma)
    return a


def solves_in_residual_form(answer):
    """What is wrong with a solve for redundant rows, or an empty string."""
    if not callable(answer):
        return SOLVE.problem(answer)
    function = only_a(answer)
    if dotted(function(*TWICE)):
        return f"{BLANK}: your function returns nothing. Is there a return?"
    if problem := SOLVE.problem(function):
        return problem
    M, J, g, gamma = LIGHT
    exact, noisy = accelerations(*LIGHT), J + 1e-13 * NOISE                # rows repeat each other up to rounding only
    try:
        error = np.abs(function(M, noisy, g, gamma, 1e9) - exact).max()
    except TypeError as refused:
        return f"Keep the five arguments M, J, g, gamma, mu: the check calls your function with other values of mu ({refused})."
    if error > 1e-5:
        return (f"With rounding of 1e-13 in the redundant rows the accelerations are wrong by {error:.0e}: rounding was taken for a new equation. "
                "K = M + mu J'J does not mind.")
    if error > 1e-11:
        return (f"With mu = 1e9 only about {-np.log10(error):.0f} digits are right: large numbers cancel. This is the textbook form; "
                "solve for the correction of a, with the residual on the right-hand side.")
    soft = function(M, J, g, gamma, SOFT)
    if np.allclose(soft, exact, rtol=0, atol=1e-10):
        return "With a soft mu three solves leave a small error; yours leaves none: mu is not used (lstsq of the whole matrix?), or many more solves are made."
    for solves, words in ((1, "one solve is"), (2, "two solves are"), (4, "four solves are")):
        if np.allclose(soft, residual_form(*LIGHT, SOFT, solves), rtol=0, atol=1e-9):
            return f"The form is right, but {words} made; three are asked for (a soft mu shows it)."
    if not np.allclose(soft, residual_form(*LIGHT, SOFT), rtol=0, atol=1e-9):
        return f"With a soft mu of {SOFT:g} kg this is not what three solves give: is mu taken as it is given, and p corrected after each solve?"
    return ""


def velocities_after(answer):
    """What is wrong with the velocities of the coupled carriages, or an empty string."""
    problem = NEAREST.problem(answer)
    pair = np.asarray(answer, dtype=float) if problem and problem not in NEAREST.mistakes else np.zeros(0)
    if pair.shape == (2,) and np.isfinite(pair).all() and abs(pair[0] - pair[1]) < 1e-9:
        return f"They are equal, as they must be; but momentum is not kept: it was 3 * 2 + 1 * 1 = 7 kg m/s, and is now {4 * pair[0]:.4g} kg m/s."
    return problem


RNG = np.random.default_rng(12)
ROWS = np.array([[1.0, -1.0, 0.3], [0.2, 0.4, -1.0]])
REDUNDANT = (np.array([[3.0, 0.2, 0], [0.2, 1.0, 0.1], [0, 0.1, 2.0]]), np.vstack([ROWS, ROWS[0] + ROWS[1]]),
             np.array([8.0, -1.0, 2.0]), np.array([0.5, -0.7, -0.2]))
TWICE = (M_CARRIAGES, np.array([[1.0, -1.0], [1.0, -1.0]]), np.array([8.0, 1.5]), np.array([0.4, 0.4]))
SOFT = 20.0                                             # kg
LIGHT = (REDUNDANT[0] / 3.0, *REDUNDANT[1:])             # largest mass 1 kg
NOISE = np.random.default_rng(5).normal(size=REDUNDANT[1].shape)
NEAREST = Value(
    expected=nearest(M_CARRIAGES, VELOCITIES), done="Momentum is kept, as in a plastic impact.",
    hint="The top right-hand side is M qd; the momentum of both together does not change.",
    mistakes={
        "This is the plain mean, W = I: a heavy carriage would change as much as a light one.": nearest(np.eye(2), VELOCITIES),
        "The masses are exchanged: the heavy one changes least.": nearest(np.diag([1.0, 3.0]), VELOCITIES),
        "The top right-hand side is M qd, not qd.": np.full(2, 0.75),
        "These are not coupled yet: both velocities must be equal.": VELOCITIES,
        "This keeps the energy; a projection keeps momentum and takes energy away.": np.full(2, np.sqrt(13 / 4)),
    },
    wrong={"single number": 1.75})
SOLVE = Function(
    expected=accelerations, samples=[TWICE, REDUNDANT], rtol=1e-9,
    done="Redundant rows, and twelve digits.",
    hint="After the first solve add K^-1 (g - M a - p - mu J'(J a - gamma)) to a, then mu J'(J a - gamma) to p; twice.",
    mistakes={
        "This is one solve, the penalty method: right to about a millionth. Correct it twice.": penalised,
        "The constraints are not there: J a is not gamma.": lambda M, J, g, gamma: np.linalg.solve(M, g),
        "gamma is missing in it.": lambda M, J, g, gamma: accelerations(M, J, g, 0 * gamma),
        "The sign of gamma: Phi_q qdd = gamma.": lambda M, J, g, gamma: accelerations(M, J, g, -gamma),
        "This is the constraint force p; the accelerations are asked for.": lambda M, J, g, gamma: g - M @ accelerations(M, J, g, gamma),
    },
    wrong={"Singular matrix": lambda M, J, g, gamma: np.linalg.solve(np.block([[M, J.T], [J, np.zeros((len(J),) * 2)]]), np.r_[g, gamma])[:len(g)]})
TASKS = {
    "1": Function(
        expected=stabilised, samples=[(np.array([1.2, -0.4]), np.array([0.03, 0.05]), np.array([0.007, -0.002]), 5.0, 8.0),
                                      (np.array([-2.0, 0.3]), np.array([-0.1, 0.02]), np.array([0.01, 0.03]), 12.0, 3.0)],
        done="Critically damped when alpha = beta.",
        hint="Phidd + 2 alpha Phid + beta^2 Phi = 0, with Phidd = Phi_q qdd - gamma.",
        mistakes={
            "Plus signs pump the error up instead of damping it.": lambda g, s, p, a, b: g + 2 * a * s + b**2 * p,
            "The 2 of 2 alpha is missing.": lambda g, s, p, a, b: g - a * s - b**2 * p,
            "beta is squared in front of Phi: its unit must become 1/s2.": lambda g, s, p, a, b: g - 2 * a * s - b * p,
            "alpha belongs to the velocities and beta to the positions.": lambda g, s, p, a, b: g - 2 * b * s - a**2 * p,
            "gamma itself is missing.": lambda g, s, p, a, b: -2 * a * s - b**2 * p,
        },
        wrong={"returns nothing": lambda g, s, p, a, b: None}),
    "2": Value(
        expected=10 / EVENT, done="In 1/s.", hint="Ten over 0.004 s.",
        mistakes={
            "This is the rate in 1/ms; a second has a thousand of them.": 10 / EVENT / 1000,
            "This is one over the time; the rule says ten.": 1 / EVENT,
            "This is ten times the time: a rate is one over a time.": 10 * EVENT,
            "20 1/s suited the four-bar of the lesson; this event is a hundred times shorter.": 20.0,
        }),
    "3": Value(
        expected=10 / EVENT / 1000, done="In 1/ms: the same pull, another number.", hint="Ten over 4 ms.",
        mistakes={
            "The number of the first question is in 1/s; in a program that counts milliseconds it pulls a thousand times too hard.": 10 / EVENT,
            "This is divided by a thousand twice.": 10 / EVENT / 1e6,
            "This is one over the time; the rule says ten.": 0.25,
            "This is ten times the time: a rate is one over a time.": 40.0,
        }),
    "4": Property(
        test=velocities_after, expected=nearest(M_CARRIAGES, VELOCITIES), done="Momentum is kept, as in a plastic impact.",
        wrong={**NEAREST.mistakes, "momentum is not kept": [2.0, 2.0], "is now 8 kg": np.full(2, 2.0), "single number": 1.75}),
    "5": Property(
        test=solves_in_residual_form, expected=residual_form, done="Redundant rows, any mu, and twelve digits.",
        wrong={**SOLVE.mistakes, "Singular matrix": SOLVE.wrong["Singular matrix"],
               "lstsq of the whole matrix": lambda M, J, g, gamma, mu=1e7: direct(M, J, g, gamma),
               "rounding was taken": lambda M, J, g, gamma, mu=1e7: by_pseudo_inverse(M, J, g, gamma),
               "This is the textbook form": lambda M, J, g, gamma, mu=1e7: penalised(M, J, g, gamma, 3, mu),
               "two solves are": lambda M, J, g, gamma, mu=1e7: residual_form(M, J, g, gamma, mu, 2),
               "mu is not used": lambda M, J, g, gamma, mu=1e7: residual_form(M, J, g, gamma, 1e7),
               "five arguments": accelerations, "function": 3.0}),
    "6": Function(
        expected=middle, samples=[tuple(RNG.normal(size=(2, 4))), tuple(RNG.normal(size=(2, 4)))],
        done="The difference of a product, exactly.",
        hint="The Jacobian of u . v is [v', u']; take it at (q0 + q1) / 2.",
        mistakes={
            "This is the Jacobian at the start: exact only for small steps.": lambda q0, q1: np.roll(q0, 2)[None],
            "This is the Jacobian at the end.": lambda q0, q1: np.roll(q1, 2)[None],
            "u and v are not exchanged: the derivative by u is v.": lambda q0, q1: ((q0 + q1) / 2)[None],
            "The one half of the middle is missing.": lambda q0, q1: np.roll(q0 + q1, 2)[None],
            "This is the Jacobian of the difference q1 - q0.": lambda q0, q1: np.roll(q1 - q0, 2)[None],
        },
        wrong={"shape": lambda q0, q1: middle(q0, q1)[0]}),
    "7": Property(
        test=holds, expected=20.0, done="Away from the cliff.",
        wrong={"wrong branch": 2.0, "below 45": 60.0, "must be positive": -3.0, "in 1/ms": 0.02, "cannot be used": "fast"}),
    "8": Choice(
        expected="c", options=("a", "b", "c", "d"), done="The momenta M qd belong there.",
        mistakes={
            "Line a is right: nothing pulls, and the rows must bring Phi to zero.": "a",
            "Line b is right: the step is added.": "b",
            "Line d only returns what was computed.": "d",
        },
        wrong={"Choose one of": "step"}),
}
