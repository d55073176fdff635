"""Tasks of lesson 07: the reduced body."""

import numpy as np

from fcclearn.course.task import Choice, Function, Value
from fcclearn.formulation.algebra import skew
from fcclearn.formulation.coordinates import C_point, S, V, Vdot_qd, full_coordinates

Q_BODY = np.array([0.5, -1.0, 2.0, 2 / 3, -1 / 3, 2 / 3, 2 / 3, 2 / 3, -1 / 3])
RATES = np.array([0.4, 0.1, -0.3, 1.0, 0.8, -0.6, -0.8, 0.2, -1.2])
POINT = [0.3, -0.2, 0.6]
C_P = C_point(POINT)
FULL = full_coordinates(Q_BODY, 3, "reduced")
BODY_V = V(Q_BODY, 3, "reduced")
OTHER = np.array([0.2, 0.1, -0.4, 0.7, -0.5, 0.9, 0.3, 1.1, 0.2])          # off the constraints
OTHER_RATES = np.array([-0.3, 0.6, 0.2, -0.5, 0.4, 1.3, 0.9, -0.7, 0.6])
MASS = np.kron(np.array([[2.0, 0.1, -0.2, 0.3], [0.1, 0.9, 0.05, 0.1], [-0.2, 0.05, 0.7, -0.15], [0.3, 0.1, -0.15, 0.8]]), np.eye(3))


def mirrored(q):
    """Full coordinates with w = v x u."""
    return np.concatenate([q, -full_coordinates(q, 3, "reduced")[9:]])


def rows_of_w(q):
    """The last rows of V."""
    return V(q, 3, "reduced")[9:]


def only_v(q):
    """The last rows of Eq. (14)."""
    return np.hstack([np.zeros((3, 6)), skew(q[3:6])])


def exchanged(q):
    """The cross-product matrices under each other's columns."""
    return np.hstack([np.zeros((3, 3)), skew(q[3:6]), -skew(q[6:9])])


def without_sign(q):
    """Both cross-product matrices with a plus."""
    return np.hstack([np.zeros((3, 3)), skew(q[6:9]), skew(q[3:6])])


def force(q, qd, M3, matrix=V, sign=-1.0):
    """The inertia force, or one with another matrix or sign."""
    return sign * matrix(q, 3, "reduced").T @ M3 @ Vdot_qd(qd, 3, "reduced")


def halved(q, dimension, kind):
    """S V in place of V."""
    return S(3, kind) @ V(q, 3, kind)


def first_nine(q, dimension, kind):
    """The identity: the w part left out."""
    return np.vstack([np.eye(9), np.zeros((3, 9))])


TASKS = {
    "1": Value(
        expected=FULL, done="Nine are copied, three are the cross product.",
        hint="q3 = {r, u, v, u x v}.",
        mistakes={
            "w = v x u points the other way: this triad is left-handed.": mirrored(Q_BODY),
            "w is twice too long: this is V q; places need the cross product itself.": BODY_V @ Q_BODY,
            "These are the nine stored numbers; w is missing.": Q_BODY,
            "w is half too short: the one half of S belongs to V q, not to the cross product.": S(3, "reduced") @ FULL,
        },
        wrong={"reversed": FULL[::-1]}),
    "2": Value(
        expected=C_P @ FULL, done="r + 0.3 u - 0.2 v + 0.6 w.",
        hint="C = [I, c1 I, c2 I, c3 I], times all twelve numbers.",
        mistakes={
            "The part of w is missing: c3 = 0.6 m.": C_P[:, :9] @ Q_BODY,
            "P is on the other side: w = u x v, not v x u.": C_P @ mirrored(Q_BODY),
            "This is off by c3 along w: V q counts w twice.": C_P @ BODY_V @ Q_BODY,
            "This is the vector from the reference point; the place includes r.": C_P @ FULL - Q_BODY[:3],
            "c has been added in global axes: it counts along u, v, w.": Q_BODY[:3] + POINT,
        }),
    "3": Function(
        expected=rows_of_w, samples=[(Q_BODY,), (OTHER,)],
        done="Two terms of the product rule, two blocks.",
        hint="wd = ud x v + u x vd; write each as a matrix times ud or vd, with a x b = - b x a.",
        mistakes={
            "This is the matrix of Eq. (14): right for the place of w, but its rate has a part from ud too.": only_v,
            "The blocks are exchanged: what multiplies ud is made of v.": exchanged,
            "One sign: ud x v = - v x ud.": without_sign,
            "The one half has no place in a Jacobian.": lambda q: rows_of_w(q) / 2,
            "This is all of V; its last three rows are wanted.": lambda q: V(q, 3, "reduced"),
            "The columns of r are missing: the matrix is 3 x 9.": lambda q: rows_of_w(q)[:, 3:],
        },
        wrong={"sign is wrong throughout": lambda q: -rows_of_w(q), "returns nothing": lambda q: None}),
    "4": Value(
        expected=C_P @ BODY_V @ RATES, done="C V qd, with no half anywhere.",
        hint="Multiply C (3 x 12), V (12 x 9) and the nine rates.",
        mistakes={
            "The part of w is missing: C has four blocks.": C_P[:, :9] @ RATES,
            "There is a one half in it: S belongs to places only.": C_P @ S(3, "reduced") @ BODY_V @ RATES,
            "This is made with the matrix of Eq. (14); for rates it is Eq. (18).": C_P @ np.concatenate([RATES, only_v(Q_BODY) @ RATES]),
            "This is ud x vd in the place of wd: the product rule gives ud x v + u x vd.":
                C_P @ np.concatenate([RATES, np.cross(RATES[3:6], RATES[6:9])]),
        },
        wrong={"sign is wrong": -C_P @ BODY_V @ RATES}),
    "5": Value(
        expected=C_P @ Vdot_qd(RATES, 3, "reduced"), done="2 c3 ud x vd: what bends although q does not accelerate.",
        hint="Differentiate wd = ud x v + u x vd once more and drop udd and vdd.",
        mistakes={
            "A factor 2 is missing: ud x vd comes from both terms.": C_P @ Vdot_qd(RATES, 3, "reduced") / 2,
            "Zero would be right for a full body; w = u x v has an acceleration of its own.": np.zeros(3),
            "vd x ud points the other way.": -C_P @ Vdot_qd(RATES, 3, "reduced"),
            "This is of w alone; P has c3 = 0.6 m of it.": Vdot_qd(RATES, 3, "reduced")[9:],
        }),
    "6": Function(
        expected=force, samples=[(Q_BODY, RATES, MASS), (OTHER, OTHER_RATES, MASS)],
        done="The minus comes from - M3 q3dd, the inertia force.",
        hint="Start from V' (- M3 q3dd) and put q3dd = V qdd + Vdot qd in.",
        mistakes={
            "This is the plus of Eq. (108): on the right-hand side the inertia force stands with a minus.": lambda q, qd, M3: force(q, qd, M3, sign=1.0),
            "V' is missing: this is a force on the twelve full coordinates.": lambda q, qd, M3: -M3 @ Vdot_qd(qd, 3, "reduced"),
            "S has no place here: V is the Jacobian itself.": lambda q, qd, M3: force(q, qd, M3, halved),
            "The part of w is left out of V'.": lambda q, qd, M3: force(q, qd, M3, first_nine),
            "A factor 2 is missing in Vdot qd.": lambda q, qd, M3: force(q, qd, M3) / 2,
        },
        wrong={"returns nothing": lambda q, qd, M3: None}),
    "7": Choice(
        expected="angular momentum", options=("energy", "constraints", "planar", "angular momentum"),
        done="About the centre of mass the force has a moment but no power.",
        mistakes={
            "The reference point is the centre of mass, so the force does no work, with either sign: the energy stays constant.": "energy",
            "The force changes the motion along the constraints, not off them.": "constraints",
            "In such a motion omega is along w, and the moment of the force is zero; a wrong moment in the joints does not show in positions.": "planar",
        },
        wrong={"Choose one of": "momentum"}),
    "8": Choice(
        expected="length_rates", options=("place", "place_rates", "length_rates", "leftover"),
        done="Constraints were put in before the derivative was taken.",
        mistakes={
            "place is the definition itself: r + c1 u + c2 v + c3 u x v.": "place",
            "place_rates is right for any nine numbers: compare it with a complex step of place.": "place_rates",
            "leftover does not even depend on q: it is 2 c3 ud x vd, always.": "leftover",
        },
        wrong={"Choose one of": "skew"}),
}
