"""Tasks of lesson 10: mass without angles."""

import numpy as np

from fcclearn.course.task import Choice, Function, Value, Words

# A tetrahedron


def corner(m=1.7, a=0.42, b=0.26):
    """J11 and J12 of a tetrahedron with edges a, b, c along u, v, w, about their corner."""
    J11 = m / 20 * (a**2 + a**2)
    J12 = m / 20 * (a * b)
    return [J11, J12]


# An axe


def axe(m1=0.45, L=0.36, m2=0.95, a=0.04, b=0.13):
    """Moment of inertia about w through the common centre of mass: a rod, and a box at its end."""
    com = (m1 * L / 2 + m2 * L) / (m1 + m2)
    handle = m1 * L**2 / 12 + m1 * (com - L / 2)**2
    head = m2 * (a**2 + b**2) / 12 + m2 * (L - com)**2
    return handle + head


# A leaning rod on an axle


def axle_moment(m=1.4, L=0.6, degrees=40.0, omega=12.0):
    """Moment about z on a rod that leans from x towards y and turns about x."""
    angle = np.radians(degrees)
    J12 = m * L**2 / 12 * np.sin(angle) * np.cos(angle)
    return -omega**2 * J12


# The inertia tensor about a point


def inertia_about(P, c):
    """Inertia tensor about the point c, from P about O."""
    m, first, J = P[0, 0], P[1:, 0], P[1:, 1:]
    mixed = np.outer(first, c)
    there = J - mixed - mixed.T + m * np.outer(c, c)
    return np.trace(there) * np.eye(3) - there


def central_steiner(P, c):
    """What Steiner's rule gives with the distance from O to c, as if O were the centre of mass."""
    J = P[1:, 1:] + P[0, 0] * np.outer(c, c)
    return np.trace(J) * np.eye(3) - J


def steiner(m, d):
    """Steiner's part of an inertia tensor for the arm d."""
    return m * (np.dot(d, d) * np.eye(3) - np.outer(d, d))


def moved_once(P, c):
    """The tensor if P is multiplied on one side only."""
    there = P[1:, 1:] - np.outer(c, P[0, 1:])
    return np.trace(there) * np.eye(3) - there


def solid_P(random):
    """P of some mass points."""
    points, masses = random.normal(size=(7, 3)).round(2), random.uniform(0.2, 1.3, size=7).round(2)
    c = np.column_stack([np.ones(7), points])
    return c.T @ (masses[:, None] * c)


RNG = np.random.default_rng(10)
BODIES = [(solid_P(RNG), RNG.normal(size=3).round(2)) for _ in range(2)]


# Which motions show the ten numbers


def seen():
    """Ranks for a steady turn about x, turns about x and y, turns about x, y and z."""
    weight, products, moments = 4, [2, 3, 3], [0, 2, 3]
    return [weight + p + m for p, m in zip(products, moments)]


# A dumbbell on a shaft


def left_bearing(m=0.6, r=0.12, lean=25.0, rpm=2400.0, span=0.28):
    """Force of the left bearing along y; the right ball is above the shaft."""
    omega = 2 * np.pi * rpm / 60
    J12 = 2 * m * r**2 * np.sin(np.radians(lean)) * np.cos(np.radians(lean))
    return omega**2 * J12 / span


TASKS = {
    "1": Value(
        reference=corner, others=[dict(m=2.0, a=0.3, b=0.2)],
        done="m a^2 / 10 and m a b / 20.",
        hint="h = (1, corner) for the four corners; m/20 times the sum of h h^T and (sum h)(sum h)^T.",
        mistakes={
            "Only the first sum is here; (sum h)(sum h)^T belongs to it.":
                lambda m, a: [m / 20 * a**2, 0.0],
            "These are four equal masses in the corners; the mass is spread over the body.":
                lambda m, a: [m / 4 * a**2, 0.0],
            "These are of a mass point in the centre of mass.":
                lambda m, a, b: [m / 16 * a**2, m / 16 * a * b],
            "These are about the centre of mass; the corner is asked for.":
                lambda m, a, b: [m * a**2 / 10 - m * a**2 / 16, m * a * b / 20 - m * a * b / 16],
            "These are of a block, not of the corner of one.":
                lambda m, a, b: [m * a**2 / 3, m * a * b / 4],
            "The first is a moment of inertia, about u; J11 counts along u.":
                lambda m, a, b: [m / 10 * (b**2 + 0.15**2), m / 20 * a * b],
            "These are entries of the inertia tensor, about the axes; J counts along them.":
                lambda m, a, b: [m / 10 * (b**2 + 0.15**2), -m / 20 * a * b],
            "The first is J22, along v.": lambda m, a, b: [m * b**2 / 10, m * a * b / 20],
            "The second is J13; J12 has the edges along u and v.":
                lambda m, a: [m * a**2 / 10, m * a * 0.15 / 20],
            "These are of a block about its middle.": lambda m, a: [m * a**2 / 12, 0.0],
            "J12 is the entry of J, + the integral of c1 c2; this one has the tensor's sign.":
                lambda m, a, b: [m * a**2 / 10, -m * a * b / 20],
        },
        wrong={"shape": lambda m, a: m * a**2 / 10}),
    "2": Value(
        reference=axe, others=[dict(m1=0.3, L=0.3, m2=0.8, a=0.03, b=0.1)],
        done="Each part about its own middle, and from there to the common one.",
        hint="The common centre of mass first; then own inertia plus m d^2 for either part.",
        mistakes={
            "Steiner's parts are missing: the middles of the parts are not the common centre of mass.":
                lambda m1, L, m2, a, b: m1 * L**2 / 12 + m2 * (a**2 + b**2) / 12,
            "This is about the end of the handle; about the common centre of mass is asked for.":
                lambda m1, L, m2, a, b: m1 * L**2 / 3 + m2 * (a**2 + b**2) / 12 + m2 * L**2,
            "About w the sides along u and v count; this takes the thickness for the side along u.":
                lambda m1, L, m2, b: axe(m1, L, m2, 0.025, b),
            "This is about the middle of the head; about the common centre of mass is asked for.":
                lambda m1, L, m2, a, b: m1 * L**2 / 3 + m2 * (a**2 + b**2) / 12,
            "This is about the middle of the handle; about the common centre of mass is asked for.":
                lambda m1, L, m2, a, b: m1 * L**2 / 12 + m2 * (a**2 + b**2) / 12 + m2 * L**2 / 4,
            "About its own middle the handle has m L^2 / 12; m L^2 / 3 is about its end.":
                lambda right, m1, L: right + m1 * L**2 / 4,
            "About its own middle the head has m (a^2 + b^2) / 12, with the whole sides.":
                lambda right, m2, a, b: right + m2 * (a**2 + b**2) / 4,
            "The distances are exchanged: the common centre of mass is near the head.":
                lambda m1, L, m2, a, b: (m1 * L**2 / 12 + m2 * (a**2 + b**2) / 12
                                         + (m1**3 + m2**3) / (m1 + m2)**2 * (L / 2)**2),
            "Steiner's parts are added: from the middle of a part the inertia only grows.":
                lambda right, m1, L, m2, a, b: m1 * L**2 / 6 + m2 * (a**2 + b**2) / 6 - right,
            "This is about u, along the handle; about w is asked for.":
                lambda m2, b: m2 * (b**2 + 0.025**2) / 12,
            "This is the lesson's hammer.": 0.0078858,
            "The head was taken as a mass point.":
                lambda m1, L, m2: axe(m1, L, m2, 0.0, 0.0),
            "About w the sides along u and v count; this takes the thickness, 25 mm.":
                lambda m1, L, m2, a: axe(m1, L, m2, a, 0.025),
            "The centre of mass lies half-way between the middles only for equal masses.":
                lambda m1, L, m2, a, b: (m1 * L**2 / 12 + m2 * (a**2 + b**2) / 12
                                         + (m1 + m2) * (L / 4)**2),
            "This is J along u; about w it is the sum of those along u and v.":
                lambda m1, L, m2, a, b: axe(m1, L, m2, a, 0.0),
        },
        wrong={"rounded": 0.0162}),
    "3": Value(
        reference=axle_moment,
        others=[dict(m=1.2, L=0.5, degrees=30.0, omega=10.0), dict(degrees=30.0), dict(omega=10.0)],
        done="The halves want to fly apart; the axle holds against it.",
        hint="tau = omega^2 (0, J13, -J12), and J12 of a rod is m L^2 / 12 sin cos.",
        mistakes={
            "The sign: J12 is positive here, and -omega^2 J12 is needed. (Or the tensor's entry was taken "
            "for J12.)":
                lambda right: -right,
            "The rod turns about its middle: m L^2 / 12, not m L^2 / 3.":
                lambda right: 4 * right,
            "The angular velocity enters as its square.":
                lambda right, omega: right / omega,
            "Masses at the ends of a rod would need this; spread along it they need a third.":
                lambda right: 3 * right,
            "This is the lesson's rod.": -1.0825,
            "The lean is missing: J12 = m L^2 / 12 sin cos.":
                lambda m, L, omega: -omega**2 * m * L**2 / 12,
            "12 rad/s is an angular velocity already: no 2 pi/60 with it.":
                lambda right: right * (2 * np.pi / 60)**2,
            "This is twice the right size, or sin(2 a) without its half; and the sign.":
                lambda right: -2 * right,
            "m L^2 / 12, not m L^2 / 3, about the middle; and the sign.": lambda right: -4 * right,
            "Two sines: along y twice, that is J22; the product J12 has a sine and a cosine.":
                lambda right, degrees: right * np.tan(np.radians(degrees)),
            "Two cosines: that is J11; the product J12 has a sine and a cosine.":
                lambda right, degrees: right / np.tan(np.radians(degrees)),
            "This is the moment that speeds the rod up; it turns steadily, and leans.":
                lambda m, L, degrees, omega: m * L**2 / 12 * np.sin(np.radians(degrees))**2 * omega,
        },
        wrong={"Degrees": lambda m, L, omega: -omega**2 * m * L**2 / 12 * np.sin(40) * np.cos(40)}),
    "4": Function(
        reference=inertia_about, samples=BODIES,
        done="J - m (com c^T + c com^T) + m c c^T, then tr(J) 1 - J.",
        hint="Move the body by -c: T P T^T with r = -c; then tr(J) 1 - J of its corner.",
        mistakes={
            "The body is moved by +c; the point becomes the origin if every component loses c.":
                lambda P, c: inertia_about(P, -np.asarray(c)),
            "This is about O: c is not used, or T stands on the wrong side (T^T P T keeps the corner).":
                lambda P, c: inertia_about(P, 0 * np.asarray(c)),
            "P is multiplied on both sides, T P T^T; here on one.":
                lambda P, c: moved_once(P, c),
            "From the centre of mass Steiner's arm is c - com, not c.":
                lambda P, c: inertia_about(P, P[1:, 0] / P[0, 0]) + steiner(P[0, 0], c),
            "From the centre of mass to another point Steiner's part is added.":
                lambda P, c: (inertia_about(P, P[1:, 0] / P[0, 0])
                              - steiner(P[0, 0], c - P[1:, 0] / P[0, 0])),
            "Steiner's part is a matrix, m (d . d 1 - d d^T): the products change too.":
                lambda P, c: (inertia_about(P, P[1:, 0] / P[0, 0])
                              + P[0, 0] * np.sum((c - P[1:, 0] / P[0, 0])**2) * np.eye(3)),
            "Steiner taken off with the distance from O: that holds only if c is the centre of mass.":
                lambda P, c: inertia_about(P, 0 * c) - steiner(P[0, 0], c),
            "The products are missing: a tensor has entries off the diagonal.":
                lambda P, c: np.diag(np.diag(inertia_about(P, c))),
            "These are the principal moments; the axes stay u, v, w.":
                lambda P, c: np.diag(np.linalg.eigvalsh(inertia_about(P, c))),
            "Half the trace leads back, from the tensor to J; here tr(J) 1 - J.":
                lambda P, c: inertia_about(P, c) - np.trace(inertia_about(P, c)) / 4 * np.eye(3),
            "The trace of J's corner alone, without the mass.":
                lambda P, c: inertia_about(P, c) + P[0, 0] * np.eye(3),
            "This is about the centre of mass.": lambda P, c: inertia_about(P, P[1:, 0] / P[0, 0]),
            "This is J about the point; the inertia tensor is tr(J) 1 - J.":
                lambda P, c: 0.5 * np.trace(inertia_about(P, c)) * np.eye(3) - inertia_about(P, c),
            "Steiner with the distance from O: O is not the centre of mass.": central_steiner,
            "These are products with the other sign: a tensor has - integral of x y dm.":
                lambda P, c: 2 * np.diag(np.diag(inertia_about(P, c))) - inertia_about(P, c),
        },
        wrong={"returns nothing": lambda P, c: None}),
    "5": Choice(
        expected="B", options=("A", "B", "C", "D"),
        done="0.08 is more than 0.02 + 0.05: a sum of squares would be negative.",
        mistakes={
            "0.07 is less than 0.03 + 0.05: a body.": "A",
            "0.08 is just 0.04 + 0.04: a flat body, which is allowed.": "C",
            "0.06 is less than 0.01 + 0.06: a thick rod.": "D",
        },
        wrong={"Choose one of": "E"}),
    "6": Value(
        reference=seen, done="Weight shows four; an axis its two products, and its moment if it speeds up.",
        hint="A column for each of the ten unit matrices, six rows for each state; then matrix_rank with a "
             "tolerance.",
        mistakes={
            "A steady turn has no angular acceleration: the moment of inertia about x stays hidden.":
                [7, 9, 10],
            "A steady turn is no rest: its centripetal accelerations show two products.": [4, 9, 10],
            "A steady turn hides the moment about x, and two axes leave the third moment.": [7, 10, 10],
            "Steady, the moment about x stays hidden; a second axis shows new products, and its moment.":
                [7, 7, 10],
            "These are ranks without the weight: m and the centre of mass stand in the first row too.":
                [2, 5, 6],
            "The same axis twice? After x the tool turns about y, with products and a moment of its own.":
                [6, 7, 10],
            "Two axes show three products and two moments: the third moment is missing.": [6, 10, 10],
            "With all three axes nothing is hidden.": [6, 9, 9],
            "These are the numbers of the lesson.": [4, 6, 7],
        },
        wrong={"shape": 10}),
    "7a": Value(
        reference=left_bearing, rtol=1e-3,
        others=[dict(m=0.5, r=0.1, lean=30.0, rpm=3000.0, span=0.3), dict(span=0.3)],
        done="Upwards: the ball near it is below, and wants to fly down.",
        hint="The bearings make the moment -omega^2 J12 about z; the forces are opposite, the arm is the "
             "span.",
        mistakes={
            "The sign: the ball near the left bearing is below the shaft and wants to fly down.":
                lambda right: -right,
            "This is twice too large: the arm of the couple is the whole span, and sin cos is sin(2 a) / 2.":
                lambda right: 2 * right,
            "Twice too large (the arm is the whole span), and on the wrong side.": lambda right: -2 * right,
            "There are two balls, this is one; and on the wrong side.": lambda right: -right / 2,
            "The weight's share is in this; it was to be left out.": lambda right, m: right + m * 9.81,
            "The weight's share is in this, taken downwards; it was to be left out.":
                lambda right, m: right - m * 9.81,
            "The lean is missing: the product is 2 m r^2 sin cos.":
                lambda m, r, rpm, span: (2 * np.pi * rpm / 60)**2 * 2 * m * r**2 / span,
            "This is the moment of the couple; the force is asked for, and it has the other sign.":
                lambda right, span: -right * span,
            "This is m r omega^2 of a ball; its way from the shaft is r cos, and the bearings hold a couple.":
                lambda m, r, rpm: m * r * (2 * np.pi * rpm / 60)**2,
            "There are two balls; this is one.": lambda right: right / 2,
            "2400 turns a minute are 251 rad/s.":
                lambda right: right * (60 / (2 * np.pi))**2,
            "The angular velocity enters as its square.":
                lambda right, rpm: right / (2 * np.pi * rpm / 60),
            "This is the centrifugal force of a ball; the bearings hold a couple.":
                lambda m, r, lean, rpm: m * r * np.cos(np.radians(lean)) * (2 * np.pi * rpm / 60)**2,
        },
        wrong={"rounded": 1490.0}),
    "7b": Choice(
        expected="I_xy", options=("mass", "I_xx", "I_xy", "com"),
        done="The program prints + integral of x y dm; the tensor has the minus.",
        mistakes={
            "The mass is two balls of 0.6 kg; it takes no part in the couple.": "mass",
            "The moments on the diagonal are right: work one out by hand.": "I_xx",
            "The centre of mass is on the shaft: the two forces are opposite.": "com",
        },
        wrong={"Choose one of": "J"}),
    "8": Words(mentions=[
        "that an eigenvalue of J is a sum of squares, so no body has a negative one",
        "that the noise makes it, not physics: the true value is smaller than the error",
        "which direction is poorly seen, and that a right mass does not show it",
        "a way out: shake more where it hides, or fit under the condition J >= 0",
    ]),
}
