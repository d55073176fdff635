"""Tasks of lesson 06: the generic rigid body in space."""

from functools import cache

import numpy as np
from scipy.spatial.transform import Rotation

from fcclearn.course.task import Choice, Function, Property, Value, Words
from fcclearn.formulation.inertia import box
from fcclearn.model import Model

U, V, W = np.array([[3, -6, 2], [6, 2, -3], [2, 3, 6]]) / 7
AXES = np.column_stack([U, V, W])
CAMERA, LENS = np.array([1.5, -0.8, 2.2]), np.array([0.7, -0.35, 1.4])
MARK = np.array([2.2, 0.1, 1.3])


def place(r_O=CAMERA, u=U, v=V, w=W, c=LENS):
    """Place of a point from its components."""
    along_u = c[0] * u
    along_v = c[1] * v
    along_w = c[2] * w
    return r_O + along_u + along_v + along_w


def components(r_P=MARK, r_O=CAMERA, A=AXES):
    """Components of a place."""
    way = r_P - r_O
    return A.T @ way


def acceleration(q, c, a_O, omega, alpha):
    """Acceleration of a point by C qdd."""
    e = q.reshape(4, 3)[1:]
    tangential = np.cross(alpha, e)
    centripetal = np.cross(omega, np.cross(omega, e))
    edd = tangential + centripetal
    return a_O + c @ edd


def with_second_rates(edd):
    """`acceleration` with other second rates of u, v, w, a function of (e, omega, alpha)."""
    return lambda q, c, a_O, omega, alpha: a_O + c @ edd(q.reshape(4, 3)[1:], omega, alpha)


def omega_between(before, after, dt):
    """Angular velocity of a steady turn between two snapshots."""
    sine = 0.5 * np.cross(before, after).sum(axis=0)
    angle = np.arcsin(np.linalg.norm(sine))
    axis = sine / np.linalg.norm(sine)
    return angle * axis / dt


def pose(rotvec, r=(0.0, 0.0, 0.0)):
    """Coordinates of a body."""
    return np.concatenate([r, Rotation.from_rotvec(rotvec).as_matrix().T.ravel()])


def snapshots(start, omega, dt):
    """Two triads (rows u, v, w), and the time between them."""
    before = Rotation.from_rotvec(start).as_matrix().T
    return before, Rotation.from_rotvec(np.multiply(omega, dt)).apply(before), dt


BODIES = [(pose([0.4, -0.7, 1.1], [0.3, 0.2, -0.5]),
           *np.array([[0.5, -0.2, 0.35], [0.3, -0.4, 0.7], [1.2, -0.7, 2.0], [0.4, 2.1, -1.3]])),
          (pose([-1.3, 0.5, 0.8], [1.1, -0.6, 0.9]),
           *np.array([[-0.3, 0.45, 0.6], [-0.9, 0.2, 0.5], [-0.8, 1.7, 0.6], [1.5, -0.3, 0.8]]))]
TURNS = [snapshots([0.4, -0.7, 1.1], [3.1, -1.7, 4.3], 0.09),          # 29 degrees
         snapshots([-1.3, 0.5, 0.8], [-2.3, 3.7, 0.9], 0.07)]          # 18 degrees

TRIADS = {1: [V, W, U], 2: [U, W, V], 3: [-U, -V, W], 4: [W, V, -U], 5: [-V, -W, -U]}
LEFT = [k for k, rows in TRIADS.items() if np.linalg.det(rows) < 0]
RIGHT_HANDED = {1: "it is the triad that the others were made from",
                3: "two of its vectors are reversed, and that is half a turn",
                4: "two of its vectors are exchanged and one is reversed: two changes of sign"}


def hand(answer):
    """What is wrong with a list of left-handed triads."""
    try:
        said = {int(number) for number in answer}
    except (TypeError, ValueError):
        return "A list of numbers is expected, such as [1, 4]."
    if said == {k - 1 for k in LEFT}:
        return "Count from 1, as the names say."
    if said == set(RIGHT_HANDED):
        return "These are the others, the right-handed ones: their determinant is +1."
    if unknown := said - set(range(1, 6)):
        return f"There is no triad {min(unknown)}."
    if wrong := said & set(RIGHT_HANDED):
        return f"Number {min(wrong)} is right-handed: {RIGHT_HANDED[min(wrong)]}."
    if said != set(LEFT):
        missing = "" if said else " Lengths and right angles hold for all five; that is no test of the hand."
        return f"{len(said)} found, and there are more. Compute five determinants.{missing}"
    return ""


BRICK = np.array([0.3, 0.2, 0.12])
CORNER = np.array([0.15, 0.1, 0.06])
R_O, V_O, OMEGA = np.array([0.05, -0.11, 0.08]), np.array([0.11, -0.07, 0.05]), np.array([1.2, -0.7, 2.0])


def angular_momentum(m=3.2, sides=BRICK, c_G=CORNER, A=AXES, r_O=R_O, v_O=V_O, omega=OMEGA):
    """Angular momentum about the origin of a brick whose reference point is a corner."""
    J = m / 12 * sides**2
    I = np.sum(J) - J
    arm = A @ c_G
    r_G = r_O + arm
    v_G = v_O + np.cross(omega, arm)
    spin = A @ (I * (A.T @ omega))
    orbit = np.cross(r_G, m * v_G)
    return orbit + spin


def spin_part(A=AXES, of_J=False, m=3.2, sides=BRICK, omega=OMEGA):
    """A I A^T omega of the brick, or with J in the place of I."""
    J = m / 12 * sides**2
    return A @ ((J if of_J else np.sum(J) - J) * (A.T @ omega))


PHONE = np.array([0.075, 0.16, 0.008])


def tenfold(m=0.18, sides=PHONE, turns=3.0):
    """Time in which a deviation from the spin about the middle edge grows tenfold [s]."""
    J = m / 12 * sides**2
    I = np.sum(J) - J
    spin = 2 * np.pi * turns
    kappa = spin * np.sqrt((I[2] - I[0]) * (I[0] - I[1]) / (I[1] * I[2]))
    return np.log(10) / kappa


def with_J(m, sides, turns):
    """The tenfold time with J for I."""
    J = m / 12 * sides**2
    kappa = 2 * np.pi * turns * np.sqrt(abs((J[2] - J[0]) * (J[0] - J[1]) / (J[1] * J[2])))
    return np.log(10) / kappa


def growth_about(k, m=0.18, sides=PHONE, turns=3.0):
    """The tenfold time if the formula is used for another edge."""
    I = np.roll(np.sum(m / 12 * sides**2) - m / 12 * sides**2, -k)
    return np.log(10) / (2 * np.pi * turns * np.sqrt(abs((I[2] - I[0]) * (I[0] - I[1]) / (I[1] * I[2]))))


@cache
def flight(edge=0, unclean=0.02, turns=3.0):
    """Times, and the cosine of the angle by which the spun edge of the phone has turned."""
    model = Model(gravity=[0, 0, 0])
    omega = 2 * np.pi * turns * (np.eye(3)[edge] + unclean * np.eye(3)[(edge + 1) % 3])
    model.body("phone", box(0.18, PHONE), angular_velocity=omega)
    run = model.simulate(0.8, samples=401, rtol=1e-9)
    return run.t, run.q.reshape(-1, 4, 3)[:, 1 + edge, edge]


@cache
def turned_over(angle=90.0, **throw):
    """Time at which the spun edge of the phone has turned by an angle [s]."""
    t, along = flight(**throw)
    k = np.argmax(along < np.cos(np.radians(angle)))
    part = (along[k - 1] - np.cos(np.radians(angle))) / (along[k - 1] - along[k])
    return t[k - 1] + part * (t[k] - t[k - 1])


def time_over():
    """When the spun edge has turned by 90 degrees."""
    return turned_over()


PRINTED = np.array([4.3875e-3, 2.235e-3, 6.4875e-3])


def euler_tensor(printed=PRINTED):
    """J along u, v, w from moments of inertia about them."""
    half_trace = np.sum(printed) / 2
    return half_trace - printed


def mirrored_place(r_O, u, v, w, c):
    return place(r_O, u, v, -w, c)


def in_body_axes(before, after, dt):
    """The same turn seen in the body's axes."""
    return np.array(before) @ omega_between(before, after, dt)


def difference_quotient(before, after, dt):
    """The sine taken for the angle."""
    return 0.5 * np.cross(before, after).sum(axis=0) / dt


def doubled_sine(before, after, dt):
    """The arcsine of the sum without the half."""
    sine = np.cross(before, after).sum(axis=0)
    with np.errstate(invalid="ignore"):                     # no sine of a larger turn
        return np.arcsin(np.linalg.norm(sine)) * sine / np.linalg.norm(sine) / dt


TASKS = {
    "1a": Value(
        reference=place, done="Along u, along v, along w, each by its component.",
        hint="r_P = r_O + c1 u + c2 v + c3 w.",
        mistakes={
            "This is the vector from O to P; the place of P includes r_O.": place(np.zeros(3)),
            "The components were added as if they were global: they count along u, v, w.": CAMERA + LENS,
            "This is A^T c: u, v, w stand as rows. They are the columns of A.": CAMERA + AXES.T @ LENS,
            "w points the other way here: w = u x v, not v x u.": mirrored_place,
        },
        wrong={"exchanged": lambda r_O, u, v, w, c: place(r_O, v, u, w, c)}),
    "1b": Value(
        reference=components, done="A^T is the inverse of A.",
        hint="Solve r_P = r_O + A c for c; A^T A = 1.",
        mistakes={
            "This is A (r_P - r_O): the inverse of A is its transpose.": lambda r_P, r_O, A: A @ (r_P - r_O),
            "r_O must be taken off first: c counts from the reference point.": lambda r_P, r_O, A: A.T @ r_P,
            "This is the way from O to the mark in global axes; its components along u, v, w are asked for.":
                lambda r_P, r_O: r_P - r_O,
        },
        wrong={"sign": lambda r_P, r_O, A: A.T @ (r_O - r_P)}),
    "2": Function(
        reference=acceleration, samples=BODIES, done="C is constant, so C qdd is all: no new matrix.",
        hint="edd = alpha x e + omega x (omega x e) for u, v and w; then C qdd.",
        mistakes={
            "The part omega x (omega x e) is missing: a steady turn bends every path.":
                lambda q, c, a_O, omega, alpha: acceleration(q, c, a_O, 0 * omega, alpha),
            "The part alpha x e is missing.":
                lambda q, c, a_O, omega, alpha: acceleration(q, c, a_O, omega, 0 * alpha),
            "This is C of a vector: the acceleration of O is missing.":
                lambda q, c, a_O, omega, alpha: acceleration(q, c, 0 * a_O, omega, alpha),
            "c was used as a global vector; it counts along u, v, w.":
                lambda q, *given: acceleration(np.append(q[:3], np.eye(3)), *given),
            "omega x (omega x e) is not -omega^2 e, unless e is perpendicular to omega.":
                with_second_rates(lambda e, omega, alpha: np.cross(alpha, e) - omega @ omega * e),
            "omega x e is the rate of e; the second rate has omega x (omega x e).":
                with_second_rates(lambda e, omega, alpha: np.cross(alpha, e) + np.cross(omega, e)),
            "u, v, w are the rows of q.reshape(4, 3)[1:]; columns were turned here.":
                lambda q, *given: acceleration(np.append(q[:3], q[3:].reshape(3, 3).T), *given),
            "This is C qd with the velocity formula: the point's velocity, not its acceleration.":
                with_second_rates(lambda e, omega, alpha: np.cross(omega, e)),
        },
        wrong={"returns nothing": lambda *given: None}),
    "3": Function(
        reference=omega_between, samples=TURNS, done="The sine is exact, so the angle is.",
        hint="1/2 sum e x e' = sin(phi) n; the angle is arcsin of its length, and omega = phi n / dt.",
        mistakes={
            "This takes the sine for the angle: too small by sin(phi) / phi.": difference_quotient,
            "This is seen in the body's axes; global axes are asked for.": in_body_axes,
            "This is the turn in the time dt; divide by dt.":
                lambda before, after, dt: omega_between(before, after, 1.0),
            "The half is missing: the sum of e x e' is twice sin(phi) n.": doubled_sine,
            "The half is missing, and the sine is taken for the angle.":
                lambda before, after, dt: 2 * difference_quotient(before, after, dt),
            "u, v, w are the rows of the two arrays; columns were crossed here.":
                lambda before, after, dt: omega_between(np.transpose(before), np.transpose(after), dt),
        },
        wrong={"degrees": lambda before, after, dt: np.degrees(omega_between(before, after, dt)),
               "sign": lambda before, after, dt: omega_between(after, before, dt)}),
    "4": Property(
        test=hand, expected=LEFT,
        done="Each exchange and each reversal changes the sign; two of them change it back.",
        wrong={"Number 3 is right-handed": [3, 4, 5], "Number 4": [2, 4], "the others": [1, 3, 4],
               "from 1": [1, 4], "there are more": [2], "no test of the hand": [], "A list": 2,
               "no triad 6": [2, 6], "Compute five": [5]}),
    "5": Value(
        reference=angular_momentum, done="Two roads: the sum of cross products, and Koenig's.",
        hint="P of the brick about its corner is box(...).moved(...).P; p = kron(P, 1) qd; L = sum x_k x "
             "p_k.",
        mistakes={
            "The velocity is that of O; the centre of mass moves with v_O + omega x (r_G - r_O).":
                lambda m, r_O, c_G, v_O, A: np.cross(r_O + A @ c_G, m * v_O) + spin_part(),
            "This is L about the centre of mass: r_G x m v_G is missing.": lambda: spin_part(),
            "The spin about the centre of mass is missing: this is a point mass.":
                lambda: angular_momentum() - spin_part(),
            "The reference point was taken for the centre of mass.":
                lambda c_G: angular_momentum(c_G=0 * c_G),
            "J stands for the inertia tensor: I = tr(J) 1 - J.":
                lambda: angular_momentum() - spin_part() + spin_part(of_J=True),
            "I belongs to the body's axes and omega to global ones: turn omega there and the result back.":
                lambda: angular_momentum() - spin_part() + spin_part(A=np.eye(3)),
            "The spin is right in the body's axes, and stands there still: A turns it back.":
                lambda A: angular_momentum() - spin_part() + A.T @ spin_part(),
            "I is the one about the corner; Koenig's second part wants the one about the centre of mass.":
                lambda m, c_G, A, omega: angular_momentum() + m * np.cross(A @ c_G, np.cross(omega, A @ c_G)),
            "I is turned the wrong way: A I A^T, not A^T I A.":
                lambda A: angular_momentum() - spin_part() + spin_part(A=A.T),
            "The centre of mass is at A c, not at c, from O.":
                lambda c_G, r_O, v_O, omega, m:
                    np.cross(r_O + c_G, m * (v_O + np.cross(omega, c_G))) + spin_part(),
            "This is about the corner O; the origin is asked for.": lambda: angular_momentum(r_O=np.zeros(3)),
            "The moments about the corner, with r_O x m v_O: that would need O at rest or at the centre of "
            "mass.":
                lambda m, r_O, v_O:
                    np.cross(r_O, m * v_O) + angular_momentum(r_O=np.zeros(3), v_O=np.zeros(3)),
        },
        wrong={"sign is wrong": lambda: -angular_momentum()}),
    "6a": Value(
        reference=tenfold, rtol=5e-4,
        others=[dict(m=0.9, sides=np.array([0.17, 0.24, 0.03]), turns=2.0), dict(turns=2.0)],
        done="ln 10 over kappa; the mass cancels.",
        hint="kappa = spin sqrt((I3 - I1)(I1 - I2) / (I2 I3)), I1 the middle one; the time is ln 10 / kappa.",
        mistakes={
            "This is kappa; the time in which exp(kappa t) grows to 10 is asked for.":
                lambda: np.log(10) / tenfold(),
            "This is the time of the lesson's book; the telephone has other edges, and spins faster.":
                0.3281,
            "These are the book's edges; the telephone's are 75, 160 and 8 mm.":
                lambda turns: tenfold(0.9, np.array([0.17, 0.24, 0.03]), turns),
            "This is 1/kappa, growth by e (or log10 was taken for the natural logarithm); ten is asked for.":
                lambda: tenfold() / np.log(10),
            "The spin is in turns per second; the formula wants rad/s.": lambda: 2 * np.pi * tenfold(),
            "This is the time in which it doubles; it is to grow tenfold.":
                lambda: tenfold() * np.log(2) / np.log(10),
            "kappa squared stands under ln 10: a root is missing.": lambda: tenfold()**2 / np.log(10),
            "J stands in the place of the moments of inertia.":
                lambda m, sides, turns: with_J(m, sides, turns),
            "I1 of the formula belongs to the edge that is spun about, the middle one; here it is the "
            "largest.":
                lambda: growth_about(2),
            "I1 of the formula belongs to the edge that is spun about, the middle one; here it is the "
            "smallest.":
                lambda: growth_about(1),
        },
        wrong={"in degrees": lambda: np.degrees(tenfold())}),
    "6b": Value(
        reference=time_over, rtol=0.0, atol=0.005,
        done="And ten times cleaner would add the time of 6a, no more.",
        hint="As `throw` in the lesson: the middle edge, 3 turns a second, 2 per cent about the next edge; "
             "the first time at which that edge is across its start.",
        mistakes=lambda: {
            "This is for two turns a second, as in the lesson.": turned_over(turns=2.0),
            "This is for half a turn or nearly (90 degrees are asked for), or the lesson's book, ten per "
            "cent unclean.": turned_over(170.0),
            "This is for 0.2 per cent: 2 per cent are 0.02.": turned_over(unclean=0.002),
            "This is for 20 per cent: 2 per cent are 0.02.": turned_over(unclean=0.2),
            "This is for 1 per cent, as in the lesson.": turned_over(unclean=0.01),
            "This is the time of the lesson's book, one per cent unclean; throw the telephone.": 0.852,
            "This is the time of the lesson's book, 0.1 per cent unclean; throw the telephone.": 1.18,
            "This is the time of the lesson's book, 0.01 per cent unclean; throw the telephone.": 1.51,
            "A deviation of the lesson's book grows tenfold in this time; throw the telephone.": 0.328,
            "This is the time of 6a, from a deviation to ten times as much; the throw starts at two per "
            "cent and ends at 90 degrees.": tenfold(),
            "This is for 60 degrees: at 90 degrees the cosine is zero, not a half.": turned_over(60.0),
            "This is for 45 degrees; 90 are asked for.": turned_over(45.0),
            "Zero comes from argmax of an edge that never turns over: is this the middle edge?": 0.0,
            "This is an index of the samples, not a time.": 355.0,
        },
        wrong={"Not right yet": 0.9}),
    "7a": Choice(
        expected="J", options=("mass", "J", "spin", "pose"),
        done="The CAD program printed moments of inertia ABOUT the axes; P wants the integrals ALONG them.",
        mistakes={
            "The mass cancels in a free flight: with another mass the book would turn over at the same time.":
                "mass",
            "The spin is that of the lesson: 4 pi rad/s about u, one per cent about v. Look at "
            "run.angular_velocity at the start.":
                "spin",
            "It starts in the same pose, right-handed: its determinant is +1.": "pose",
        },
        wrong={"Choose one of": "inertia"}),
    "7b": Value(
        reference=euler_tensor, done="J = tr(I)/2 - I along each axis, Eq. (102).",
        hint="I_u = J_v + J_w and so on: solve for J_u, J_v, J_w.",
        mistakes={
            "These are the printed ones, about the axes.": PRINTED,
            "The half is missing: tr(I) = 2 tr(J). (Sums of two others lead from J to I, not back.)":
                lambda printed: np.sum(printed) - printed,
        },
        wrong={"1000 times": 1000 * euler_tensor(), "shape": [0.9, *euler_tensor()],
               "reversed": euler_tensor()[::-1]}),
    "8": Words(mentions=[
        "no singular orientation: 1 rad/s costs the same rates everywhere",
        "everything linear or quadratic, with constant C and M",
        "the price: more unknowns, six equations for each body, and drift",
        "the mirror image, which satisfies all six equations",
    ]),
}
