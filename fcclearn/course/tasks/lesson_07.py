"""Tasks of lesson 07: the reduced body."""

import numpy as np

from fcclearn.course.task import Choice, Function, Value, Words

Q_BODY = np.array([0.5, -1.0, 2.0, 2 / 3, -1 / 3, 2 / 3, 2 / 3, 2 / 3, -1 / 3])
RATES = np.array([0.4, 0.1, -0.3, 1.0, 0.8, -0.6, -0.8, 0.2, -1.2])
OTHER = np.array([0.2, 0.1, -0.4, 0.7, -0.5, 0.9, 0.3, 1.1, 0.2])          # off the constraints
OTHER_RATES = np.array([-0.3, 0.6, 0.2, -0.5, 0.4, 1.3, 0.9, -0.7, 0.6])
P = np.array([[2.0, 0.1, -0.2, 0.3], [0.1, 0.9, 0.05, 0.1], [-0.2, 0.05, 0.7, -0.15], [0.3, 0.1, -0.15, 0.8]])
MASS = np.kron(P, np.eye(3))


def skew(a):
    """The cross-product matrix."""
    return np.cross(np.eye(3), a)


def full_coordinates(q=Q_BODY):
    """r, u, v and w = u x v."""
    r, u, v = q[0:3], q[3:6], q[6:9]
    w = np.cross(u, v)
    return np.concatenate([r, u, v, w])


def place(q=Q_BODY, c1=0.3, c2=-0.2, c3=0.7):
    """Place of P."""
    r, u, v = q[0:3], q[3:6], q[6:9]
    w = np.cross(u, v)
    return r + c1 * u + c2 * v + c3 * w


def axes_of(q):
    """The matrix A with u, v, w as columns."""
    u, v = q[3:6], q[6:9]
    return np.column_stack([u, v, np.cross(u, v)])


def rows_of_w(q):
    """The last rows of V."""
    u, v = q[3:6], q[6:9]
    return np.hstack([np.zeros((3, 3)), -skew(v), skew(u)])


def velocity(q=Q_BODY, qd=RATES, c1=0.3, c2=-0.2, c3=0.7):
    """Velocity of P."""
    u, v = q[3:6], q[6:9]
    rd, ud, vd = qd[0:3], qd[3:6], qd[6:9]
    wd = np.cross(ud, v) + np.cross(u, vd)
    return rd + c1 * ud + c2 * vd + c3 * wd


def acceleration(qd=RATES, c3=0.7):
    """What is left of the acceleration of P without qdd."""
    ud, vd = qd[3:6], qd[6:9]
    wdd = 2 * np.cross(ud, vd)
    return c3 * wdd


def inertia_force(q, qd, M3):
    """- V.T M3 Vdot qd."""
    V = np.vstack([np.eye(9), rows_of_w(q)])
    Vdot_qd = np.concatenate([np.zeros(9), 2 * np.cross(qd[3:6], qd[6:9])])
    return -V.T @ M3 @ Vdot_qd


def whole_V(q):
    """All twelve rows of V."""
    return np.vstack([np.eye(9), rows_of_w(q)])


def blocks(q, of_u, of_v):
    """The rows of w with other blocks."""
    return np.hstack([np.zeros((3, 3)), of_u, of_v])


def rates_of_axes(q=Q_BODY, qd=RATES):
    """The matrix with ud, vd, wd as columns."""
    return np.column_stack([qd[3:6], qd[6:9], rows_of_w(q) @ qd])


def unit(a):
    """The unit vector along a."""
    return a / np.linalg.norm(a)


def exchanged_rate(q, qd):
    """The rate of w with the blocks of V exchanged."""
    return np.cross(q[3:6], qd[3:6]) - np.cross(q[6:9], qd[6:9])


def steady_acceleration(q=Q_BODY, qd=RATES, c1=0.3, c2=-0.2, c3=0.7):
    """omega x (omega x A c), the acceleration of P about r in a steady turn."""
    omega = np.cross(axes_of(q).T, rates_of_axes(q, qd).T).sum(axis=0) / 2
    return np.cross(omega, np.cross(omega, axes_of(q) @ [c1, c2, c3]))


TASKS = {
    "1a": Value(
        reference=full_coordinates, done="Nine are copied, three are the cross product.",
        hint="q3 = {r, u, v, u x v}.",
        mistakes={
            "w = v x u points the other way: this triad is left-handed.":
                lambda: full_coordinates() * [*[1] * 9, -1, -1, -1],
            "w is twice too long: this is V q; places need the cross product itself.":
                lambda: full_coordinates() * [*[1] * 9, 2, 2, 2],
            "These are the nine stored numbers; w is missing.": lambda q: q,
            "w is half too short: the one half of S belongs to V q, not to the cross product.":
                lambda: full_coordinates() * [*[1] * 9, 0.5, 0.5, 0.5],
            "w is the product of u and v entry by entry; it is their cross product, u x v.":
                lambda q: [*q, *(q[3:6] * q[6:9])],
            "This is r x u in the place of w: w is made of the two axes, u x v.":
                lambda q: [*q, *np.cross(q[:3], q[3:6])],
            "This is r x v in the place of w: w is made of the two axes, u x v.":
                lambda q: [*q, *np.cross(q[:3], q[6:9])],
        },
        wrong={"reversed": lambda: full_coordinates()[::-1]}),
    "1b": Value(
        reference=place, done="r + c1 u + c2 v + c3 w.",
        hint="C = [I, c1 I, c2 I, c3 I], times all twelve numbers.",
        mistakes={
            "The part of w is missing: c3 is not zero.": dict(c3=0.0),
            "P is on the other side: w = u x v, not v x u.": dict(c3=-0.7),
            "This is off by c3 along w: V q counts w twice.": dict(c3=1.4),
            "This is the vector from the reference point; the place includes r.": lambda q: place() - q[:3],
            "c has been added in global axes: it counts along u, v, w.":
                lambda q, c1, c2, c3: q[:3] + [c1, c2, c3],
            "u, v, w are rows here: c1 u + c2 v + c3 w needs them as columns, A c and not A.T c.":
                lambda q, c1, c2, c3: q[:3] + axes_of(q).T @ [c1, c2, c3],
        }),
    "2": Function(
        reference=rows_of_w, samples=[(Q_BODY,), (OTHER,)],
        done="Two terms of the product rule, two blocks.",
        hint="wd = ud x v + u x vd; write each as a matrix times ud or vd, with a x b = - b x a.",
        mistakes={
            "This is the matrix of Eq. (14): right for the place of w, but its rate has a part from ud too.":
                lambda q: blocks(q, np.zeros((3, 3)), skew(q[3:6])),
            "The blocks are exchanged: what multiplies ud is made of v.":
                lambda q: blocks(q, skew(q[3:6]), -skew(q[6:9])),
            "The blocks are exchanged: in front of ud stands v, in front of vd stands u.":
                lambda q: blocks(q, -skew(q[3:6]), skew(q[6:9])),
            "One sign: ud x v = - v x ud.": lambda q: blocks(q, skew(q[6:9]), skew(q[3:6])),
            "The one half has no place in a Jacobian.": lambda q: rows_of_w(q) / 2,
            "This is all of V; its last three rows are wanted.":
                lambda q: np.vstack([np.eye(9), rows_of_w(q)]),
            "The columns of r are missing: the matrix is 3 x 9.": lambda q: rows_of_w(q)[:, 3:],
            "r has no part in wd: its three columns are zero.":
                lambda q: rows_of_w(q) + np.eye(3, 9),
            "u and v were made unit vectors first; take them as they are, V holds for any nine numbers.":
                lambda q: blocks(q, -skew(unit(q[6:9])), skew(unit(q[3:6]))),
        },
        wrong={"sign is wrong throughout": lambda q: -rows_of_w(q), "returns nothing": lambda q: None}),
    "3": Words(mentions=[
        "that V q has 2 w in the place of w, since w is a product of two stored vectors",
        "that points with c3 = 0 do not use w, so nothing shows",
        "that all others are off by c3 along w: a point at height c3 is drawn at 2 c3"]),
    "4a": Value(
        reference=velocity, done="C V qd, with no half anywhere.",
        hint="Multiply C (3 x 12), V (12 x 9) and the nine rates.",
        mistakes={
            "The part of w is missing: C has four blocks.": dict(c3=0.0),
            "There is a one half in it: S belongs to places only.": dict(c3=0.35),
            "This is made with the matrix of Eq. (14); for rates it is Eq. (18).":
                lambda q, qd, c3: velocity() - c3 * np.cross(qd[3:6], q[6:9]),
            "This is ud x vd in the place of wd: the product rule gives ud x v + u x vd.":
                lambda q, qd, c3: velocity(c3=0) + c3 * np.cross(qd[3:6], qd[6:9]),
            "This is half of the product rule: wd = ud x v + u x vd.":
                lambda q, qd, c3: velocity(c3=0) + c3 * np.cross(qd[3:6], q[6:9]),
            "The velocity of the reference point is missing.": lambda qd: velocity() - qd[:3],
            "This is the place of P; the velocity needs the rates qd.": place,
            "This is C V q; the velocity is made of the rates, C V qd.": lambda c3: place(c3=2 * c3),
            "V was taken at the rates; V belongs to the place, V(q), and multiplies qd.":
                lambda qd, c3: place(qd, c3=2 * c3),
            "w stands in the place of its rate, ud x v + u x vd.":
                lambda q, c3: velocity(c3=0) + c3 * np.cross(q[3:6], q[6:9]),
            "wd is the rate of another cross product here, of r x u; w is u x v.":
                lambda q, qd, c3: velocity(c3=0) + c3 * (np.cross(qd[:3], q[3:6]) + np.cross(q[:3], qd[3:6])),
            "The blocks of V are exchanged: in front of ud stands v, in front of vd stands u.":
                lambda q, qd, c3: velocity(c3=0) + c3 * exchanged_rate(q, qd),
            "The blocks of V are exchanged: what multiplies ud is made of v.":
                lambda q, qd, c3: velocity(c3=0) - c3 * exchanged_rate(q, qd),
            "ud, vd, wd are rows here: they are to be columns, c1 ud + c2 vd + c3 wd.":
                lambda q, qd, c1, c2, c3: qd[:3] + rates_of_axes(q, qd).T @ [c1, c2, c3],
            "u x ud is a part of omega only: what turns about u itself is missing in it.":
                lambda q, qd: qd[:3] + np.cross(np.cross(q[3:6], qd[3:6]), place() - q[:3]),
        },
        wrong={"sign is wrong": lambda: -velocity()}),
    "4b": Value(
        reference=acceleration, done="2 c3 ud x vd: what bends although q does not accelerate.",
        hint="Differentiate wd = ud x v + u x vd once more and drop udd and vdd.",
        mistakes={
            "A factor 2 is missing: ud x vd comes from both terms.": lambda: acceleration() / 2,
            "Zero would be right for a full body; w = u x v has an acceleration of its own.": [0.0, 0.0, 0.0],
            "vd x ud points the other way.": lambda: -acceleration(),
            "This is of w alone; P has c3 of it.": dict(c3=1.0),
            "c3 belongs to w; here the first component of c was taken.": dict(c3=0.3),
            "c3 belongs to w; here the second component of c was taken.": dict(c3=-0.2),
            "This is a part of wd times two; wdd keeps the product of the rates, ud x vd.":
                lambda qd, c3: 2 * c3 * np.cross(qd[3:6], Q_BODY[6:9]),
            "u x vd is a part of wd; wdd keeps the product of the rates, ud x vd.":
                lambda qd, c3: 2 * c3 * np.cross(Q_BODY[3:6], qd[6:9]),
            "This is made of u and v themselves; wdd keeps the product of their rates, ud x vd.":
                lambda c3: 2 * c3 * np.cross(Q_BODY[3:6], Q_BODY[6:9]),
            "This is c3 wd, a velocity: differentiate once more.": lambda c3: c3 * rates_of_axes()[:, 2],
            "This is made of wd; wdd without udd and vdd is 2 ud x vd.":
                lambda c3: 2 * c3 * rates_of_axes()[:, 2],
            "This is the velocity of P; its acceleration is asked for.": lambda: velocity(),
            "The velocity of r was added: r has no acceleration here.": lambda qd: acceleration() + qd[:3],
            "This is all of the acceleration in a steady turn; the part without qdd is asked for.":
                steady_acceleration,
        }),
    "5": Function(
        reference=inertia_force, samples=[(Q_BODY, RATES, MASS), (OTHER, OTHER_RATES, MASS)],
        done="The minus comes from - M3 q3dd, the inertia force.",
        hint="Start from V.T (- M3 q3dd) and put q3dd = V qdd + Vdot qd in.",
        mistakes={
            "This is the plus of Eq. (108): on the right-hand side the inertia force stands with a minus.":
                lambda q, qd, M3: -inertia_force(q, qd, M3),
            "V.T is missing: this is a force on the twelve full coordinates.":
                lambda q, qd, M3: -M3 @ np.r_[np.zeros(9), 2 * np.cross(qd[3:6], qd[6:9])],
            "S has no place here: V is the Jacobian itself.":
                lambda q, qd,
                M3: -np.vstack([np.eye(9), rows_of_w(q) / 2]).T @ M3 @ np.r_[np.zeros(9),
                                                                             2 * np.cross(qd[3:6], qd[6:9])],
            "The part of w is left out of V.T.":
                lambda q, qd, M3: (-M3 @ np.r_[np.zeros(9), 2 * np.cross(qd[3:6], qd[6:9])])[:9],
            "A factor 2 is missing in Vdot qd.": lambda q, qd, M3: inertia_force(q, qd, M3) / 2,
            "V qd are rates, no accelerations: what is left over is Vdot qd, with 2 ud x vd.":
                lambda q, qd, M3: -whole_V(q).T @ M3 @ whole_V(q) @ qd,
            "Vdot qd holds the product of two rates, ud x vd; here one factor is a vector of the place.":
                lambda q, qd, M3: -whole_V(q).T @ M3 @ np.r_[np.zeros(9), 2 * np.cross(q[3:6], qd[6:9])],
            "Vdot qd holds the product of two rates, ud x vd; here both factors are vectors of the place.":
                lambda q, qd, M3: -whole_V(q).T @ M3 @ np.r_[np.zeros(9), 2 * np.cross(q[3:6], q[6:9])],
            "The ones in V do not change: in Vdot there are zeros in their place.":
                lambda q, qd, M3: -whole_V(q).T @ M3 @ whole_V(qd) @ qd,
            "Vdot multiplies qd, not q; and the ones in V do not change, in Vdot there are zeros.":
                lambda q, qd, M3: -whole_V(q).T @ M3 @ whole_V(qd) @ q,
            "Vdot multiplies qd, not q.":
                lambda q, qd, M3: -whole_V(q).T @ M3 @ np.r_[np.zeros(9), rows_of_w(qd) @ q],
            "V.T was taken at the rates; it belongs to the place, V(q).T.":
                lambda q, qd, M3: -whole_V(qd).T @ M3 @ np.r_[np.zeros(9), 2 * np.cross(qd[3:6], qd[6:9])],
            "This is an acceleration, solved with M2; the force itself is asked for.":
                lambda q, qd, M3: np.linalg.solve(whole_V(q).T @ M3 @ whole_V(q), inertia_force(q, qd, M3)),
        },
        wrong={"returns nothing": lambda q, qd, M3: None}),
    "6": Choice(
        expected="angular momentum", options=("energy", "constraints", "planar", "angular momentum"),
        done="About the centre of mass the force has a moment but no power.",
        mistakes={
            "The reference point is the centre of mass, so the force does no work, with either sign: the "
            "energy stays constant.":
                "energy",
            "The force changes the motion along the constraints, not off them.": "constraints",
            "In such a motion omega is along w, and the moment of the force is zero; a wrong moment in the "
            "joints does not show in positions.":
                "planar",
        },
        wrong={"Choose one of": "momentum"}),
    "7": Choice(
        expected="length_rates", options=("place", "place_rates", "length_rates", "leftover"),
        done="Constraints were put in before the derivative was taken.",
        mistakes={
            "place is the definition itself: r + c1 u + c2 v + c3 u x v.": "place",
            "place_rates is right for any nine numbers: compare it with a complex step of place.":
                "place_rates",
            "leftover does not even depend on q: it is 2 c3 ud x vd, always.": "leftover",
        },
        wrong={"Choose one of": "skew"}),
}
