"""Tasks of lesson 12: staying on the constraint."""

from functools import lru_cache

import numpy as np

from fcclearn.benchmarks.a02_n_four_bar import build, closed_form
from fcclearn.course.task import Choice, Function, Property, Value
from fcclearn.engine.linear import minimum_norm

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


def middle(q0, q1):
    """Jacobian of u . v in the middle of two positions."""
    return np.roll((q0 + q1) / 2, 2)[None]


@lru_cache(maxsize=None)
def tip_error(rate):
    """Largest error of the tip with a rate [m]."""
    run = build("full", 2, 1).simulate(5.0, "baumgarte", 101, alpha=rate, beta=rate, rtol=1e-6)
    exact, tip = closed_form(run.t, 1), run.position("crank 0.end")
    return float(np.hypot(tip[:, 0] - exact["B0x"], tip[:, 1] - exact["B0y"]).max())


def holds(rate):
    """What is wrong with a rate, or an empty string."""
    rate = float(rate)
    if not 0 <= rate < 45:
        return "The rate must be positive and below 45 1/s."
    error = tip_error(round(rate, 6))
    if error > 0.5:
        return f"The run takes the wrong branch: its tip is off by {error:.1f} m. Pull harder."
    return "" if error < 1e-4 else f"The tip is off by {1000 * error:.2g} mm; 0.1 mm is asked for."


RNG = np.random.default_rng(12)
ROWS = np.array([[1.0, -1.0, 0.3], [0.2, 0.4, -1.0]])
REDUNDANT = (np.array([[3.0, 0.2, 0], [0.2, 1.0, 0.1], [0, 0.1, 2.0]]), np.vstack([ROWS, ROWS[0] + ROWS[1]]),
             np.array([8.0, -1.0, 2.0]), np.array([0.5, -0.7, -0.2]))
TWICE = (M_CARRIAGES, np.array([[1.0, -1.0], [1.0, -1.0]]), np.array([8.0, 1.5]), np.array([0.4, 0.4]))

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
    "4": Value(
        expected=nearest(M_CARRIAGES, VELOCITIES), done="Momentum is kept, as in a plastic impact.",
        hint="The top right-hand side is M qd; the momentum of both together does not change.",
        mistakes={
            "This is the plain mean, W = I: a heavy carriage would change as much as a light one.": nearest(np.eye(2), VELOCITIES),
            "The masses are exchanged: the heavy one changes least.": nearest(np.diag([1.0, 3.0]), VELOCITIES),
            "The top right-hand side is M qd, not qd.": np.full(2, 0.75),
            "These are not coupled yet: both velocities must be equal.": VELOCITIES,
            "This keeps the energy; a projection keeps momentum and takes energy away.": np.full(2, np.sqrt(13 / 4)),
        },
        wrong={"single number": 1.75}),
    "5": Function(
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
        wrong={"Singular matrix": lambda M, J, g, gamma: np.linalg.solve(np.block([[M, J.T], [J, np.zeros((len(J),) * 2)]]), np.r_[g, gamma])[:len(g)]}),
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
        wrong={"wrong branch": 2.0, "below 45": 60.0, "must be positive": -3.0, "cannot be used": "fast"}),
    "8": Choice(
        expected="c", options=("a", "b", "c", "d"), done="The momenta M qd belong there.",
        mistakes={
            "Line a is right: nothing pulls, and the rows must bring Phi to zero.": "a",
            "Line b is right: the step is added.": "b",
            "Line d only returns what was computed.": "d",
        },
        wrong={"Choose one of": "step"}),
}
