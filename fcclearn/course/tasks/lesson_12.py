"""Tasks of lesson 12: staying on the constraint."""

from functools import cache

import numpy as np

from fcclearn.course.base import BLANK, dotted
from fcclearn.course.task import Choice, Function, Property, Value, Words

M1, M2, V1, V2 = 3.5, 1.5, 2.4, 0.8                     # the two carriages: kg, m/s


def stabilised(gamma, slip, phi, alpha, beta):
    """Baumgarte's right-hand side."""
    return gamma - 2 * alpha * slip - beta**2 * phi


def rate_in_seconds(event=4e-3):
    """Ten over the time of the event [s]."""
    return 10 / event


def rate_in_milliseconds(event=4.0):
    """Ten over the time of the event [ms]."""
    return 10 / event


def coupled(m1=M1, m2=M2, v1=V1, v2=V2):
    """Velocities after the projection: the momentum is kept."""
    momentum = m1 * v1 + m2 * v2
    v = momentum / (m1 + m2)
    return np.array([v, v])


def coupled_by_equations(m1=M1, m2=M2, v1=V1, v2=V2):
    """The same by the equations of the lesson."""
    M = np.diag([m1, m2])
    J = np.array([[1.0, -1.0]])
    K = np.block([[M, J.T], [J, np.zeros((1, 1))]])
    top = M @ np.array([v1, v2])
    return np.linalg.solve(K, np.concatenate([top, [0.0]]))[0:2]


def residual_form(M, J, g, gamma, mu=1e7):
    """The augmented Lagrangian solve in residual form, three solves."""
    K = M + mu * J.T @ J
    a = np.linalg.solve(K, g + mu * J.T @ gamma)
    p = mu * J.T @ (J @ a - gamma)
    for _ in range(2):
        residual = g - M @ a - p - mu * J.T @ (J @ a - gamma)
        a = a + np.linalg.solve(K, residual)
        p = p + mu * J.T @ (J @ a - gamma)
    return a


def solves(M, J, g, gamma, mu, times):
    """The residual form with another number of solves."""
    K, a, p = M + mu * J.T @ J, np.zeros(len(g)), np.zeros(len(g))
    for _ in range(times):
        a = a + np.linalg.solve(K, g - M @ a - p - mu * J.T @ (J @ a - gamma))
        p = p + mu * J.T @ (J @ a - gamma)
    return a


def textbook_form(M, J, g, gamma, mu=1e7):
    """The same by large numbers that cancel."""
    p = np.zeros(len(g))
    for _ in range(3):
        a = np.linalg.solve(M + mu * J.T @ J, g + mu * J.T @ gamma - p)
        p = p + mu * J.T @ (J @ a - gamma)
    return a


def exact(M, J, g, gamma, mu=1e7):
    """The accelerations of Eq. (9) by least squares, whatever mu is."""
    K = np.block([[M, J.T], [J, np.zeros((len(J), len(J)))]])
    return np.linalg.lstsq(K, np.concatenate([g, gamma]), rcond=1e-12)[0][:len(g)]


def by_pseudo_inverse(M, J, g, gamma, mu=1e7):
    """Gauss's principle with a pseudo-inverse that keeps every singular value above 1e-15."""
    root = np.linalg.cholesky(np.linalg.inv(M))
    free = np.linalg.solve(M, g)
    return free + root @ np.linalg.pinv(J @ root, rcond=1e-15) @ (gamma - J @ free)


def only_a(function):
    """A student's solve that returns the accelerations, also where it returns a pair (a, p)."""
    def first(*arguments):
        answer = function(*arguments)
        return answer[0] if isinstance(answer, tuple) and len(answer) == 2 else answer
    return first


ROWS = np.array([[1.0, -1.0, 0.3], [0.2, 0.4, -1.0]])
BODIES = np.array([[3.0, 0.2, 0], [0.2, 1.0, 0.1], [0, 0.1, 2.0]]) / 3
REDUNDANT = (BODIES, np.vstack([ROWS, ROWS[0] + ROWS[1]]), np.array([8.0, -1.0, 2.0]),
             np.array([0.5, -0.7, -0.2]))
TWICE = (np.diag([3.5, 1.5]), np.array([[1.0, -1.0], [1.0, -1.0]]), np.array([8.0, 1.5]),
         np.array([0.4, 0.4]))
NOISE = 1e-13 * np.random.default_rng(5).normal(size=REDUNDANT[1].shape)    # rows that repeat up to rounding
SOFT = 20.0                                             # kg



def p_before_a(M, J, g, gamma, mu=1e7):
    """The residual form, with p updated before a."""
    K = M + mu * J.T @ J
    a = np.linalg.solve(K, g + mu * J.T @ gamma)
    p = mu * J.T @ (J @ a - gamma)
    for _ in range(2):
        p = p + mu * J.T @ (J @ a - gamma)
        a = a + np.linalg.solve(K, g - M @ a - p - mu * J.T @ (J @ a - gamma))
    return a


def with_JJT(M, J, g, gamma, mu=1e7):
    """The residual form with the matrix M + mu J J.T; it has the right shape for square J only."""
    K, a, p = M + mu * J @ J.T, np.zeros(len(g)), np.zeros(len(g))
    for _ in range(3):
        a = a + np.linalg.solve(K, g - M @ a - p - mu * J.T @ (J @ a - gamma))
        p = p + mu * J.T @ (J @ a - gamma)
    return a


SOLVE = Function(
    reference=residual_form, samples=[(*TWICE, SOFT), (*REDUNDANT, SOFT), (*REDUNDANT, 1e7)], rtol=1e-8,
    hint="After the first solve add K^-1 (g - M a - p - mu J.T (J a - gamma)) to a, then mu J.T (J a - "
         "gamma) to p; twice.",
    mistakes={
        "The form is right, but one solve is made, the penalty method, or p stays zero (the same); three are "
        "asked for.":
            lambda *x: solves(*x, 1),
        "mu is used as it is given, in kg: here it was multiplied by the largest entry of M, as the lesson "
        "does.":
            lambda M, J, g, gamma, mu: residual_form(M, J, g, gamma, mu * np.abs(np.diag(M)).max()),
        "This is what two solves give. Are three made? Is p set after the first solve, and changed after "
        "each other one? Does the residual hold both p and the term with mu?":
            lambda *x: solves(*x, 2),
        "p is changed too early: first a with the old p, then p with the new a.": p_before_a,
        "K holds J.T J, not J J.T.": with_JJT,
        "The form is right, but four solves are made; three are asked for.": lambda *x: solves(*x, 4),
        "With a soft mu three solves leave a small error; yours leaves none: mu is not used (lstsq of the "
        "whole matrix?), "
        "or many more solves are made.": exact,
        "The constraints are not there: J a is not gamma.": lambda M, J, g, gamma, mu: np.linalg.solve(M, g),
        "gamma is missing in it.": lambda M, J, g, gamma, mu: residual_form(M, J, g, 0 * gamma, mu),
        "The sign of gamma: Phi_q qdd = gamma.":
            lambda M, J, g, gamma, mu: residual_form(M, J, g, -gamma, mu),
        "The sign of p: the constraint force p is taken away, g - M a - p.":
            lambda M, J, g, gamma, mu: other_sign_of_p(M, J, g, gamma, mu),
        "This is the constraint force p; the accelerations are asked for.":
            lambda M, J, g, gamma, mu: g - M @ residual_form(M, J, g, gamma, mu),
    })


def other_sign_of_p(M, J, g, gamma, mu):
    """The residual form with + p."""
    K = M + mu * J.T @ J
    a = np.linalg.solve(K, g + mu * J.T @ gamma)
    p = mu * J.T @ (J @ a - gamma)
    for _ in range(2):
        a = a + np.linalg.solve(K, g - M @ a + p - mu * J.T @ (J @ a - gamma))
        p = p + mu * J.T @ (J @ a - gamma)
    return a


def solves_in_residual_form(answer):
    """What is wrong with a solve for redundant rows, or an empty string."""
    if not callable(answer):
        return SOLVE.problem(answer)
    function = only_a(answer)
    try:
        if dotted(function(*TWICE, SOFT)):
            return f"{BLANK}: your function returns nothing. Is there a return?"
    except TypeError as refused:
        return ("Keep the five arguments M, J, g, gamma, mu: the check calls your function with other "
                f"values of mu ({refused}).")
    except np.linalg.LinAlgError as error:
        return (f"The matrix that you solve with has no inverse ({error}): that of Eq. (9) has none where "
                "rows repeat each other, nor has J.T J alone. K = M + mu J.T J has one.")
    except Exception:
        pass
    if problem := SOLVE.problem(function):
        return problem
    M, J, g, gamma = REDUNDANT
    error = np.abs(function(M, J + NOISE, g, gamma, 1e9) - exact(*REDUNDANT)).max()
    if error < 1e-11:
        return ""
    if error > 1e-5:
        return (f"With rounding of 1e-13 in the redundant rows the accelerations are wrong by {error:.0e}: "
                "rounding "
                "was taken for a new equation. K = M + mu J.T J does not mind.")
    return (f"With mu = 1e9 only about {-np.log10(error):.0f} digits are right: large numbers cancel. This "
            "is the "
            "textbook form; solve for the correction of a, with the residual on the right-hand side.")


def middle(q0, q1):
    """Jacobian of u . v in the middle of two positions."""
    q = (q0 + q1) / 2
    u, v = q[0:2], q[2:4]
    return np.array([np.concatenate([v, u])])


PAIRS = [tuple(np.random.default_rng(k).normal(size=(2, 4))) for k in (12, 13)]
MIDDLE = Function(
    reference=middle, samples=PAIRS,
    hint="The Jacobian of u . v is [v, u]; take it at (q0 + q1) / 2.",
    mistakes={
        "This is the Jacobian at the start: exact only for small steps.": lambda q0, q1: middle(q0, q0),
        "This is the Jacobian at the end: exact only for small steps.": lambda q0, q1: middle(q1, q1),
        "u and v are not exchanged: the derivative by u is v.": lambda q0, q1: np.roll(middle(q0, q1), 2),
        "The one half of the middle is missing.": lambda q0, q1: 2 * middle(q0, q1),
        "This is the Jacobian of the difference q1 - q0.": lambda q0, q1: middle(q1 - q0, q1 - q0),
    },
    wrong={"shape (1, 4)": lambda q0, q1: middle(q0, q1)[0], "returns nothing": lambda q0, q1: None})


def exact_difference(answer):
    """What is wrong with a middle Jacobian; more than one satisfies the equation."""
    try:
        matrices = [np.asarray(answer(q0.copy(), q1.copy()), float) for q0, q1 in PAIRS]
        if all(m.shape == (1, 4) and abs(m[0] @ (q1 - q0) - (q1[:2] @ q1[2:] - q0[:2] @ q0[2:])) < 1e-12
               for m, (q0, q1) in zip(matrices, PAIRS)):
            return ""
    except Exception:
        pass
    return MIDDLE.problem(answer)


@cache
def tip_error(rate):
    """Largest error of the tip with a rate [m]."""
    from fcclearn.benchmarks.a02_n_four_bar import build, closed_form  # here: importing it takes long
    run = build("full", 3, 1).simulate(5.0, "baumgarte", 101, alpha=rate, beta=rate, rtol=1e-6)
    true, tip = closed_form(run.t, 1), run.position("crank 0.end")
    return float(np.hypot(tip[:, 0] - true["B0x"], tip[:, 1] - true["B0y"]).max())


def holds(rate):
    """What is wrong with a rate, or an empty string."""
    rate = float(rate)
    if not 0 < rate < 45:
        return "The rate must be positive and below 45 1/s."
    if rate < 1:
        return (f"{rate:g} 1/s is a time of {1 / rate:.3g} s, longer than the run's events. Is "
                "this in "
                "1/ms? It is asked for in 1/s.")
    error = tip_error(round(rate, 6))
    if error > 1:
        return f"It takes the wrong branch at a change point: its tip is off by {error:.2g} m. Pull harder."
    if error > 1e-4:
        return f"It keeps to the right branch; but the tip is off by {1000 * error:.2g} mm, not below 0.1."
    return ""


TASKS = {
    "1": Function(
        reference=stabilised,
        samples=[(np.array([1.2, -0.4]), np.array([0.03, 0.05]), np.array([0.007, -0.002]), 5.0, 8.0),
                                       (np.array([-2.0, 0.3]), np.array([-0.1, 0.02]), np.array([0.01, 0.03]),
                                        12.0, 3.0)],
        done="Critically damped when alpha = beta.",
        hint="Phidd + 2 alpha Phid + beta^2 Phi = 0, with Phidd = Phi_q qdd - gamma.",
        mistakes={
            "Plus signs pump the error up instead of damping it.":
                lambda g, s, p, a, b: g + 2 * a * s + b**2 * p,
            "The 2 of 2 alpha is missing.": lambda g, s, p, a, b: g - a * s - b**2 * p,
            "beta is squared in front of Phi: its unit must become 1/s2.":
                lambda g, s, p, a, b: g - 2 * a * s - b * p,
            "alpha belongs to the velocities and beta to the positions.":
                lambda g, s, p, a, b: g - 2 * b * s - a**2 * p,
            "gamma itself is missing.": lambda g, s, p, a, b: -2 * a * s - b**2 * p,
            "alpha is not squared: in front of the slip its unit, 1/s, is right.":
                lambda g, s, p, a, b: g - 2 * a**2 * s - b**2 * p,
            "In front of the slip stands alpha alone, in front of Phi beta alone: here both are in one term.":
                lambda g, s, p, a, b: g - 2 * a * b * s - b**2 * p,
            "In front of the slip alpha, in front of Phi beta squared: here both are in the term of Phi.":
                lambda g, s, p, a, b: g - 2 * a * s - a * b * p,
            "Only beta is squared, not Phi.": lambda g, s, p, a, b: g - 2 * a * s - (b * p)**2,
            "2 alpha multiplies the slip only: look at the brackets.":
                lambda g, s, p, a, b: g - 2 * a * (s + b**2 * p),
            "2 alpha multiplies the slip only: look at the brackets (and at a sign in them).":
                lambda g, s, p, a, b: g - 2 * a * (s - b**2 * p),
        },
        wrong={"returns nothing": lambda g, s, p, a, b: None}),
    "2a": Value(
        reference=rate_in_seconds, done="In 1/s.", hint="Ten over 0.004 s.",
        mistakes={
            "This is the rate in 1/ms; a second has a thousand of them.": lambda event: 10 / event / 1000,
            "This is one over the time, or ten over 0.04 s; the rule says ten, and 4 ms is 0.004 s.":
                lambda event: 1 / event,
            "This is ten times the time: a rate is one over a time.": lambda event: 10 * event,
            "This is ten times 4: a rate is one over a time, and 4 ms is 0.004 s.": lambda event: 1e4 * event,
            "This is ten over 0.4 s; 4 ms is 0.004 s.": lambda event: 0.1 / event,
            "This is ten over one millisecond; the event lasts four.": 10 / 1e-3,
            "There is a 2 pi in it: the rule asks for a rate, not for a frequency.":
                lambda event: 20 * np.pi / event,
            "5 1/s was too gentle for the four-bar of the lesson already; this event is shorter.": 5.0,
            "50 1/s held the four-bar of the lesson; this event is much shorter.": 50.0,
            "20 1/s suited the four-bar of the lesson; this event is a hundred times shorter.": 20.0,
            "A millisecond is 1e-3 s: here it was counted the other way.": lambda event: 1e3 * 10 / event,
            "The rate is upside down: it is ten over the time, in 1/s.": lambda event: event / 10,
        }),
    "2b": Value(
        reference=rate_in_milliseconds, done="In 1/ms: the same pull, another number.", hint="Ten over 4 ms.",
        mistakes={
            "The number of the first question is in 1/s; in a program that counts milliseconds it pulls a "
            "thousand times too hard.":
                lambda event: 1000 * 10 / event,
            "From 1/s to 1/ms a number becomes smaller: a millisecond is shorter than a second.":
                lambda event: 1e6 * 10 / event,
            "This is divided by a thousand twice.": lambda event: 10 / event / 1000,
            "This is one over the time; the rule says ten.": lambda event: 1 / event,
            "This is one over the time, and in 1/s; ten over the time in milliseconds is asked for.":
                lambda event: 1000 / event,
            "This is ten over one millisecond, in 1/s; the event lasts four, and time is counted in them.":
                10 / 1e-3,
            "This is the rate of the lesson's four-bar, 20 1/s; this event is shorter.": 20.0,
            "This is the rate of the lesson's four-bar, 20 1/s, in 1/ms; this event is shorter.": 0.02,
            "There is a 2 pi in it: the rule asks for a rate, not for a frequency.":
                lambda event: 20 * np.pi / event,
            "This is ten times the time: a rate is one over a time.": lambda event: 10 * event,
            "The rate is upside down: it is ten over the time, in 1/ms.": lambda event: event / 10,
        }),
    "3": Value(
        reference=(coupled, coupled_by_equations), done="Momentum is kept, as in a plastic impact.",
        hint="The top right-hand side is M qd; the momentum of both together, m1 v1 + m2 v2, does not "
             "change.",
        mistakes={
            "This is the velocity of the first carriage for both; the second one slows it down.":
                lambda v1: [v1, v1],
            "This is the velocity of the second carriage for both; the first one pulls it along.":
                lambda v2: [v2, v2],
            "This is twice the change, as in an elastic impact: they would part again.":
                lambda v1, v2: 2 * coupled() - [v1, v2],
            "These are the changes of the velocities; the velocities themselves are asked for.":
                lambda v1, v2: coupled() - [v1, v2],
            "These are not coupled yet, and the first carriage comes first.": lambda v1, v2: [v2, v1],
            "The roots of the masses are the weights here; it is the masses themselves.":
                lambda m1, m2, v1, v2: coupled(m1**0.5, m2**0.5, v1, v2),
            "The squares of the masses are the weights here; it is the masses themselves.":
                lambda m1, m2, v1, v2: coupled(m1**2, m2**2, v1, v2),
            "This is the sum of the velocities; a mean lies between them.": lambda v1, v2: [v1 + v2, v1 + v2],
            "This is the plain mean, W = I: a heavy carriage would change as much as a light one.":
                lambda v1, v2: [(v1 + v2) / 2, (v1 + v2) / 2],
            "The masses are exchanged: the heavy one changes least.": dict(m1=M2, m2=M1),
            "The top right-hand side is M qd, not qd.": lambda m1, m2, v1, v2: 2 * [(v1 + v2) / (m1 + m2)],
            "These are not coupled yet: both velocities must be equal.": lambda v1, v2: [v1, v2],
            "This keeps the energy; a projection keeps momentum and takes energy away.":
                lambda m1, m2, v1, v2: 2 * [np.sqrt((m1 * v1**2 + m2 * v2**2) / (m1 + m2))],
            "The third number is the multiplier; give the two velocities.":
                lambda m1, v1: [*coupled(), m1 * (v1 - coupled()[0])],
            "Both velocities are asked for, in a list.": lambda: coupled()[0],
        }),
    "4": Property(
        test=solves_in_residual_form, expected=residual_form,
        done="Redundant rows, any mu, and twelve digits.",
        wrong=lambda: {**SOLVE.mistakes,
                       "Singular matrix": lambda M, J, g, gamma, mu=1e7: np.linalg.solve(
                           np.block([[M, J.T], [J, np.zeros((len(J),) * 2)]]), np.r_[g, gamma])[:len(g)],
                       "This is the textbook form": textbook_form, "mu is not used": by_pseudo_inverse,
                       "five arguments":
                           lambda M, J, g, gamma: exact(M, J, g, gamma), "A function is expected": 3.0}),
    "5": Property(
        test=exact_difference, expected=middle, done="The difference of a product, exactly.",
        mistakes=lambda: MIDDLE.mistakes, wrong=lambda: MIDDLE.wrong),
    "6": Words(mentions=[
        "the energy: the same to rounding, since forces and rows are taken so that their work is exact",
        "the length: the same to rounding, since the constraint is satisfied at the end of every step",
        "the period: longer by about (omega h)^2/12, for h a tenth of the period by about 3 %",
        "the place: after an hour anywhere, since 3 % of a thousand swings are thirty: energy sees no "
        "phase"]),
    "7": Property(
        test=holds, expected=20.0, done="Away from the cliff.", seconds=60.0,
        wrong={"wrong branch": 2.0, "below 45": 60.0, "must be positive": -3.0, "in 1/ms": 0.02,
               "cannot be used": "fast"}),
    "8": Choice(
        expected="c", options=("a", "b", "c", "d"), done="The momenta M qd belong there.",
        mistakes={
            "Line a is right: nothing pulls, and the rows must bring Phi to zero.": "a",
            "Line b is right: the step is added.": "b",
            "Line d only returns what was computed.": "d",
        },
        wrong={"Choose one of": "step"}),
}
