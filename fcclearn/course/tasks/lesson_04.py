"""Tasks of lesson 04: planar dynamics."""

import numpy as np

from fcclearn.course.task import Choice, Function, Value, Words

G = 9.81
POINTS = ([2.0, 0.5, 1.5], [[0.3, -0.2], [1.1, 0.4], [-0.6, 0.9]])
RATES = np.array([0.2, -0.3, 1.2, 0.7, -0.4, 1.1])


def hammer(handle=1.7, L=0.9, head=0.8):
    """Pseudo-inertia of a rod from the reference point along u, and of a point mass at its end."""
    mass = handle + head
    first = handle * L / 2 + head * L
    second = handle * L**2 / 3 + head * L**2
    return np.array([[mass, first, 0], [first, second, 0], [0, 0, 0]])


def mass_of_points(masses, places):
    """Mass matrix of a body of point masses."""
    M = np.zeros((6, 6))
    for m, c in zip(masses, places):
        I = np.eye(2)
        C = np.hstack([I, c[0] * I, c[1] * I])
        M = M + m * C.T @ C
    return M


def mass_by_kron(masses, places):
    """The same by the pseudo-inertia."""
    P = np.zeros((3, 3))
    for m, c in zip(masses, places):
        one_c = np.array([1, c[0], c[1]])
        P = P + m * np.outer(one_c, one_c)
    return np.kron(P, np.eye(2))


def weight(m, com, g0=G):
    """Generalised force of the weight of a full planar body."""
    f = np.array([0.0, -m * g0])
    return np.concatenate([f, com[0] * f, com[1] * f])


def gamma(qd, c):
    """gamma of the three rigid-body rows and of a string."""
    rd, ud, vd = qd[0:2], qd[2:4], qd[4:6]
    speed = rd + c[0] * ud + c[1] * vd
    return np.array([-2 * ud @ ud, -2 * vd @ vd, -2 * ud @ vd, -2 * speed @ speed])


def release(handle=1.7, L=0.9, head=0.8, g0=G):
    """Angular acceleration of the hammer, let go horizontally: moment of the weight over J11."""
    first = handle * L / 2 + head * L
    second = handle * L**2 / 3 + head * L**2
    return -g0 * first / second


def velocity_error(drift=4e-3, t=8.0):
    """The violation of a linear row grows steadily."""
    return drift / t


def largest_violation(drift=4e-3, t=8.0, alpha=5.0):
    """The maximum of (velocity error) t exp(-alpha t), at t = 1 / alpha."""
    at = 1 / alpha
    return drift / t * at * np.exp(-alpha * at)


def masses(handle, L, head):
    """Sum of P of the masses."""
    return np.diag([0.0, handle * L**2 / 3 - handle * L**2 / 12, 0.0])


CHOICES = {
    "handle": (1.7, 1.9, 2.3, 2.3, 1.7, 2.2, 2.0, 1.8, 1.7),
    "L": (0.9, 0.8, 1.1, 0.8, 0.8, 1.1, 1.05, 0.95, 0.85),
    "head": (0.8, 0.7, 0.6, 0.65, 0.75, 0.65, 0.7, 0.8, 0.65),
    "alpha": (5.0, 3.0, 6.0, 4.4, 3.8, 5.4, 4.9, 4.0, 5.6),
}

TASKS = {
    "1": Value(
        reference=hammer, done="Mass, first moment, second moment: three numbers are the whole hammer.",
        hint="P is a sum: the handle's matrix plus that of the head, both about the end of the handle.",
        mistakes={
            "The head is missing: P adds up all the mass, the point mass too.": dict(head=0.0),
            "The handle is missing: it has mass all along.": dict(handle=0.0),
            "J11 counts about the middle of the handle; P belongs to the reference point (Steiner).":
                lambda handle, L, head: hammer(handle, L, head) - masses(handle, L, head),
            "Beside m stand the first moments, mass times place of the centre of mass; you have its place "
            "alone.":
                lambda handle, L,
                head: hammer(handle, L,
                             head) / (1 + (handle + head - 1) * np.array([[0, 1, 0], [1, 0, 0], [0, 0, 0]])),
            "J22 is not zero here: but nothing of this hammer lies beside u.":
                lambda handle, L,
                head: hammer(handle, L, head) + np.diag([0, 0, handle * L**2 / 3 + head * L**2]),
            "The first moment of the handle counts with its middle, not with its end.":
                lambda handle, L,
                head: hammer(handle, L, head) + handle * L / 2 * np.array([[0, 1, 0], [1, 0, 0], [0, 0, 0]]),
            "The head sits at the end of the handle, not in its middle.":
                lambda handle, L, head: hammer(handle, L, 0) + hammer(0, L / 2, head),
            "Its second moment has the place of the head squared, L^2, not (L/2)^2.":
                lambda handle, L, head: hammer(handle, L, head) - np.diag([0, 0.75 * head * L**2, 0]),
            "The first moments are missing: the centre of mass is not at the reference point.":
                lambda right: np.diag(np.diag(right)),
            "This is about the centre of mass; P belongs to the reference point, the end of the handle.":
                lambda right: np.diag([right[0, 0], right[1, 1] - right[0, 1]**2 / right[0, 0], 0]),
            "J11 is about the centre of mass here, the first moment about the end: both belong to the end.":
                lambda right: right - np.diag([0, right[0, 1]**2 / right[0, 0], 0]),
            "The handle lies along u: its moments belong to the row and column of c1, the second ones.":
                lambda right: right[[0, 2, 1]][:, [0, 2, 1]],
            "This is the rod of the lesson.": [[2.0, 1.5, 0], [1.5, 1.5, 0], [0, 0, 0]],
            "The head is a point mass: its whole mass is at L, so it adds head L^2; a third belongs to rods.":
                lambda handle, L, head: hammer(handle, L, head) - np.diag([0, 2 / 3 * head * L**2, 0]),
        },
        wrong={"shape": lambda right: np.kron(right, np.eye(2)),
               "1000 times too large": lambda right: 1000 * right}),
    "2": Function(
        reference=(mass_of_points, mass_by_kron), samples=[POINTS, ([1.3, 4.0], [[0.5, 0.2], [-0.3, 0.8]])],
        done="The integral of C.T C, for mass in points.",
        hint="Each point adds m C.T C, with C the 2 x 6 matrix of lesson 01.",
        mistakes={
            "The masses are missing: every C.T C counts with its m.":
                lambda m, c: mass_of_points(np.ones(len(m)), c),
            "This is P, 3 x 3; the mass matrix is P with every entry times I, 6 x 6.":
                lambda m, c: mass_by_kron(m, c)[::2, ::2],
            "The Kronecker product is the wrong way round: it is P times I in blocks of 2 x 2, since q lists "
            "x and y of r first.":
                lambda m, c: np.kron(np.eye(2), mass_by_kron(m, c)[::2, ::2]),
            "This is C C.T, 2 x 2; the transposed matrix comes first.":
                lambda m, c: sum(a * (1 + x[0]**2 + x[1]**2) * np.eye(2) for a, x in zip(m, c)),
            "One half belongs to the kinetic energy, not to the mass matrix.":
                lambda m, c: mass_of_points(m, c) / 2,
            "Only the diagonal blocks are there; a mass off the reference point couples r, u and v.":
                lambda m, c: mass_of_points(m, c) * np.kron(np.eye(3), np.ones((2, 2))),
            "The points do not lie together in their centre of mass: how far apart they are makes J.":
                lambda m, c: mass_by_kron([sum(m)], [np.average(c, axis=0, weights=m)]),
            "Only the first point counts: add up over all of them. Does your loop return too early?":
                lambda m, c: mass_of_points(m[:1], c[:1]),
            "Each mass counts once, not squared.": lambda m, c: mass_of_points(np.square(m), c),
            "J12 is missing: c1 and c2 of a point are multiplied with each other as well.":
                lambda m, c: mass_of_points(m, c) * np.kron(
                    [[1, 1, 1], [1, 1, 0], [1, 0, 1]], np.ones((2, 2))),
            "The first moments are missing, the blocks beside m.":
                lambda m, c: mass_of_points(m, c) * np.kron(
                    [[1, 0, 0], [0, 1, 1], [0, 1, 1]], np.ones((2, 2))),
            "This is a mean over the points; a mass matrix is their sum.":
                lambda m, c: mass_of_points(m, c) / len(m),
            "The points have different masses, and each its own place: their mean place is not enough.":
                lambda m, c: mass_by_kron([sum(m)], [np.mean(c, axis=0)]),
            "Each entry of P is multiplied by the unit matrix, not by ones: x and y are not coupled.":
                lambda m, c: np.kron(mass_by_kron(m, c)[::2, ::2], np.ones((2, 2))),
            "Beside m stand the first moments, mass times place, not the place of the centre of mass.":
                lambda m, c: mass_by_kron(m, c) / (1 + (sum(m) - 1) * np.kron(
                    [[0, 1, 1], [1, 0, 0], [1, 0, 0]], np.ones((2, 2)))),
        },
        wrong={"returns nothing": lambda m, c: None}),
    "3": Words(mentions=[
        "that both move alike: the difference of the two J is invisible in the plane",
        "that the kinetic energy of a turning plate holds J11 + J22 only, since u and v turn together",
        "that J12 drops out because u and v stay perpendicular, so ud.vd = 0"]),
    "4": Function(
        reference=weight, samples=[(2.5, [0.4, -0.3]), (0.7, [1.2, 0.5])],
        done="The weight at the centre of mass: C.T f.",
        hint="The force (0, -m g0) acts at the centre of mass: C.T times it, six numbers.",
        mistakes={
            "The weight points up: f = (0, -m g0).": lambda m, com: -weight(m, com),
            "This weight acts at the reference point; it acts at the centre of mass.":
                lambda m, com: weight(m, [0, 0]),
            "c1 and c2 are exchanged: c1 belongs to u.": lambda m, com: weight(m, com[::-1]),
            "This is the mass times g0 along x: gravity acts along -y.":
                lambda m, com: weight(m, com)[[1, 0, 3, 2, 5, 4]],
            "Only m is there; the force is m g0.": lambda m, com: weight(m, com) / G,
            "m counts once: it is in the force already, not in C as well.":
                lambda m, com: weight(m, [m * com[0], m * com[1]]),
            "com is given to your function; the length of the handle has nothing to do with it.":
                lambda m, com: weight(m, [0.45, 0]),
        },
        wrong={"shape": lambda m, com: weight(m, com)[:2]}),
    "5": Function(
        reference=gamma,
        samples=[(RATES, [0.6, -0.25]), (RATES[::-1] + [0.15, 0, 0, 0.3, 0, 0], [-0.45, 0.7])],
        done="Only squares of velocities: gamma is what a curved path needs.",
        hint="Differentiate each product twice, and move everything without an acceleration to the right.",
        mistakes={
            "The sign is wrong throughout: these terms have moved to the other side of the equation.":
                lambda qd, c: -gamma(qd, c),
            "A factor 2 is missing: the second derivative of u . u is 2 u . udd + 2 ud . ud.":
                lambda qd, c: gamma(qd, c) / 2,
            "The third row also needs its 2: ud . vd appears twice when u . v is differentiated twice.":
                lambda qd, c: gamma(qd, c) * [1, 1, 0.5, 1],
            "These are lengths; the squares of the rates are left.":
                lambda qd, c: gamma(qd, c) / np.sqrt(np.abs(gamma(qd, c) / 2)) ** [1, 1, 0, 1],
            "The string moves with P, not with O: its rate is C qd.":
                lambda qd, c: [*gamma(qd, c)[:3], -2 * qd[:2] @ qd[:2]],
            "P moves with r too: this is the rate of the vector from O to P.":
                lambda qd, c: gamma(np.r_[0, 0, qd[2:]], c),
            "The fourth equation holds the square of the distance: its gamma has no root.":
                lambda qd, c: [*gamma(qd, c)[:3], -2 * np.sqrt(-gamma(qd, c)[3] / 2)],
            "The rates of r, u and v are added before the sum is squared.":
                lambda qd, c: [*gamma(qd, c)[:3], -2 * (
                    qd[:2] @ qd[:2] + c[0]**2 * qd[2:4] @ qd[2:4] + c[1]**2 * qd[4:] @ qd[4:])],
            "c1 and c2 are exchanged: c1 belongs to u.":
                lambda qd, c: [*gamma(qd, c)[:3], gamma(qd, c[::-1])[3]],
            "c counts along u and v, which turn: the rate of P is rd + c1 ud + c2 vd.":
                lambda qd, c: [*gamma(qd, c)[:3], -2 * np.sum((qd[:2] + c)**2)],
            "The third row is u.v: the rates of both meet in it.":
                lambda qd, c: gamma(qd, c)[[0, 1, 0, 3]],
            "The first two rows need their 2 as the others do: from ud.u and from u.ud.":
                lambda qd, c: gamma(qd, c) * [0.5, 0.5, 1, 1],
            "The body is full: its rate of v stands in qd, and need not be Q ud.":
                lambda qd, c: [*gamma(qd, c)[:3], gamma(np.r_[qd[:4], -qd[3], qd[2]], c)[3]],
        },
        wrong={"entry, or one block, is left out": lambda qd, c: gamma(qd, c)[:3]}),
    "6": Value(
        reference=release,
        done="Newton's law gives it in one line: the moment of the weight over J11 about the pin.",
        hint="Solve Eq. (9) with 5 rows; udd is perpendicular to u, its component along Q u is the angular "
             "acceleration.",
        mistakes={
            "The hammer falls clockwise: with u to the right the angular acceleration is negative.":
                lambda right: -right,
            "This is the angular acceleration of a plain rod: the head is missing.": dict(head=0.0),
            "Steiner is missing: J11 belongs to the pin.":
                lambda handle, L, head,
                g0: -g0 * (handle * L / 2 + head * L) / (handle * L**2 / 12 + head * L**2),
            "Nothing turns: the weight acts at the centre of mass, not at the reference point.": 0.0,
            "This is the angular acceleration of a point mass at the end, g0 / L: the handle is missing.":
                dict(handle=0.0),
            "The handle's weight is in it, but not its inertia.":
                lambda handle, L, head, g0: -g0 * (handle / 2 + head) / (head * L),
            "This is an acceleration of the end [m/s2]; divide by L.": lambda right, L: right * L,
            "This is the size of the end's acceleration [m/s2]: divide by L, and see which way it turns.":
                lambda right, L: -right * L,
            "J is about the centre of mass here; the hammer turns about its pin.":
                lambda handle, L, head, g0: -g0 * (handle * L / 2 + head * L) / (
                    handle * L**2 / 3 + head * L**2 - (handle * L / 2 + head * L)**2 / (handle + head)),
            "The head is a point mass at L, not a part of the rod: it adds head L^2, not a third of it.":
                lambda handle, L, head, g0: -g0 * (handle * L / 2 + head * L) / ((handle + head) * L**2 / 3),
            "This is the acceleration of the centre of mass [m/s2]; an angular one is asked for.":
                lambda right, handle, L, head: right * (handle / 2 + head) * L / (handle + head),
            "A mass at the centre of mass alone has no moment of inertia about it: J11 is larger.":
                lambda handle, L, head, g0: -g0 * (handle + head) / (handle * L / 2 + head * L),
            "A free fall: here the pin holds, and the moment of the weight turns the hammer.":
                lambda g0: -g0,
        },
        wrong={"in degrees": lambda right: np.degrees(right), "shape": lambda right: [0.0, right]}),
    "7a": Value(
        reference=velocity_error, rtol=1e-3, done="The violation grows with the velocity error, for ever.",
        hint="Eq. (9) holds only the second derivative at zero; integrate it twice.",
        mistakes={
            "This is in mm/s; m/s are asked for.": lambda right: 1e3 * right,
            "This would be an acceleration at work: the growth is linear, not quadratic.":
                lambda drift, t: 2 * drift / t**2,
            "Multiplied instead of divided: a distance over a time is a velocity.":
                lambda drift, t: drift * t,
            "This is the distance itself.": lambda drift: drift,
            "A distance over a time squared is an acceleration; the growth is linear.":
                lambda drift, t: drift / t**2,
            "This is in cm/s; m/s are asked for.": lambda right: 100 * right,
            "This is the largest distance of the second question; the velocity is asked for.":
                largest_violation,
        },
        wrong={"twice too large": lambda right: 2 * right}),
    "7b": Value(
        reference=largest_violation, rtol=2e-3,
        done="Its place is t = 1 / alpha; after a few of these times nothing is left.",
        hint="With alpha = beta the violation is (velocity error) t exp(-alpha t). Where is it largest?",
        mistakes={
            "exp(-1) is missing: at t = 1 / alpha the error has been damped already.":
                lambda drift, t, alpha: drift / t / alpha,
            "The factor 1 / alpha is missing: the velocity error times exp(-1) is still a velocity. At which "
            "time is the violation largest?":
                lambda drift, t: drift / t / np.e,
            "This is the time at which it is largest, not how large it is.": lambda alpha: 1 / alpha,
            "This is in mm; metres are asked for.": lambda right: 1e3 * right,
            "This is the violation without a stabilisation.": lambda drift: drift,
            "This is the violation after 8 s; it was largest long before.":
                lambda drift, t, alpha: drift * np.exp(-alpha * t),
            "The 4 mm took 8 s; the velocity error has only 1 / alpha.": lambda drift: drift / np.e,
            "This is twice too large: a 2 too many, or the 1 mm/s of the lesson in the place of your own.":
                lambda right: 2 * right,
            "A velocity over alpha squared is no distance; the place of the maximum is t = 1 / alpha.":
                lambda drift, t, alpha: drift / t / alpha**2,
            "The exponent is -alpha t, the place of the maximum t = 1 / alpha: exp(-1), not 1/2.":
                lambda drift, t, alpha: drift / t / (2 * alpha),
            "4 mm are a distance: what starts is the velocity error, 4 mm over 8 s.":
                lambda drift, alpha: drift / alpha,
        },
        wrong={"half": lambda right: right / 2}),
    "8": Choice(
        expected="gamma", options=("mass matrix", "weight", "Jacobian", "gamma"),
        done="The first row needs its 2. At rest gamma is zero, so the release could not show it.",
        mistakes={
            "The mass matrix is right: at the release the accelerations agree, and M does not change with "
            "speed.":
                "mass matrix",
            "The weight is right: it acts at the centre of mass, and at the release the accelerations agree.":
                "weight",
            "The Jacobian is right: compare it with differences of phi over a small step.": "Jacobian",
        },
        wrong={"Choose one of": "phi"}),
}
