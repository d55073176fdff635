"""Tasks of lesson 01: coordinates without angles."""

import numpy as np

from fcclearn.course.task import Choice, Function, Value, Words

Q = np.array([[0.0, -1.0], [1.0, 0.0]])
R_O, U = np.array([1.3, 3.2]), np.array([0.6, 0.8])
R_OD, OMEGA = np.array([0.5, -0.2]), 3.0
C1, C2 = 2.5, -1.5


def coordinates(x=1.5, y=2.2, degrees=-35.0):
    """r, u and v of the plate."""
    angle = np.radians(degrees)
    u = np.array([np.cos(angle), np.sin(angle)])
    v = Q @ u
    return np.concatenate([[x, y], u, v])


def matrix_of_P(c1=C1, c2=C2):
    """C of the point."""
    I = np.eye(2)
    return np.hstack([I, c1 * I, c2 * I])


def place_of_P(c1=C1, c2=C2, r_O=R_O, u=U):
    """r_P = r_O + c1 u + c2 v."""
    v = Q @ u
    return r_O + c1 * u + c2 * v


def components(q, r_P):
    """Components of a place along u and v."""
    r_O, u, v = q[0:2], q[2:4], q[4:6]
    d = r_P - r_O
    return np.array([u @ d, v @ d])


def components_by_matrix(q, r_P):
    """The same with the matrix of the axes."""
    A = np.column_stack([q[2:4], q[4:6]])
    return A.T @ (r_P - q[0:2])


def rates(r_Od=R_OD, omega=OMEGA, u=U):
    """Rates of r, u and v."""
    v = Q @ u
    ud = omega * Q @ u
    vd = omega * Q @ v
    return np.concatenate([r_Od, ud, vd])


def velocity_of_P(c1=C1, c2=C2, r_Od=R_OD, omega=OMEGA, u=U):
    """The same C, times the rates."""
    v = Q @ u
    return r_Od + c1 * omega * Q @ u + c2 * omega * Q @ v


def velocity_by_omega(c1=C1, c2=C2, r_Od=R_OD, omega=OMEGA, u=U):
    """Velocity of O, and omega times the arm, turned by 90 degrees."""
    v = Q @ u
    arm = c1 * u + c2 * v
    return r_Od + omega * Q @ arm


def reduced_matrix(c1, c2):
    """C V of the reduced planar body."""
    I = np.eye(2)
    return np.hstack([I, c1 * I + c2 * Q])


def velocity_of_third(r_A, v_A, r_B, v_B, r_P):
    """Velocity of a third point from two places and their velocities."""
    d = r_B - r_A
    omega = (Q @ d) @ (v_B - v_A) / (d @ d)
    arm = r_P - r_A
    return v_A + omega * Q @ arm


def seen(r_A, v_A, r_B, omega, r_P):
    """Places and velocities that fit together, for a plate with an angular velocity."""
    r_A, v_A, r_B, r_P = (np.array(x) for x in (r_A, v_A, r_B, r_P))
    return r_A, v_A, r_B, v_A + omega * Q @ (r_B - r_A), r_P


def by(omega_of):
    """A wrong velocity of the third point: with another angular velocity."""
    def velocity(r_A, v_A, r_B, v_B, r_P):
        return v_A + omega_of(r_B - r_A, v_A, v_B) * Q @ (r_P - r_A)
    return velocity


PLATE = np.concatenate([R_O, U, Q @ U])
OTHER_PLATE = np.array([0.3, -1.2, 0.28, 0.96, -0.96, 0.28])

CHOICES = {
    "c1": (2.5, 1.7, 2.2, 2.3, 1.9, 1.8, 2.0, 1.7, 2.4),
    "c2": (-1.5, -1.2, -0.7, -0.8, -1.5, -1.5, -1.2, -0.8, -1.2),
    "omega": (3.0, 2.4, 3.6, 3.4, 3.2, 2.4, 3.3, 2.9, 3.2),
}

TASKS = {
    "1": Value(
        reference=coordinates, others=[dict(x=2.0, y=1.0), dict(degrees=-30.0)],
        done="Six numbers, no angle left in them.",
        hint="r first, then u = (cos, sin) of the angle, then v = Q u.",
        mistakes={
            "u points above the x axis here: below it an angle is negative.": dict(degrees=35.0),
            "v is turned the wrong way: a quarter turn ahead of u is Q u; this triad is left-handed.":
                lambda: coordinates() * [1, 1, 1, 1, -1, -1],
            "This is the reduced body, r and u; the full body stores v as well.": lambda: coordinates()[:4],
            "v comes before u here: q = {r, u, v}.": lambda: coordinates()[[0, 1, 4, 5, 2, 3]],
            "The angle is measured from the x axis here, not from the y axis.": lambda degrees:
                coordinates(degrees=degrees - 90),
            "r comes before u and v here.": lambda: coordinates()[[2, 3, 4, 5, 0, 1]],
        },
        wrong={"wants radians": lambda x, y: [x, y, np.cos(-35), np.sin(-35), -np.sin(-35), np.cos(-35)],
               "exchanged": lambda: coordinates()[[0, 1, 3, 2, 5, 4]] * [1, 1, 1, 1, -1, -1]}),
    "2a": Value(
        reference=matrix_of_P, others=[dict(c1=1.6, c2=0.7)], done="Two rows, six columns, constant.",
        hint="C = [I, c1 I, c2 I] with I the 2 x 2 identity.",
        mistakes={
            "This is the matrix of a vector: a point moves with r as well, so its first block is I.":
                lambda c1, c2: matrix_of_P(c1, c2) - matrix_of_P(0, 0),
            "c1 and c2 are exchanged: c1 belongs to u.": lambda c1, c2: matrix_of_P(c2, c1),
            "The sign of c2 is lost: P lies on the other side of u.": lambda c1, c2: matrix_of_P(c1, -c2),
            "These are the numbers in front of r, u and v; each of them multiplies two rows, x and y.":
                lambda c1, c2: [1, c1, c2],
            "Each block is a number times the unit matrix: the x of P has nothing of the y of u.":
                lambda c1, c2: np.kron([1, c1, c2], np.ones((2, 2))),
            "v stands in q itself, so the third block is c2 I; Q belongs to the reduced body.":
                lambda c1, c2: np.hstack([np.eye(2), c1 * np.eye(2), c2 * Q]),
            "C holds the components alone: u and v stand in q, by which it is multiplied.":
                lambda c1, c2: np.hstack([np.eye(2), c1 * np.diag(U), c2 * np.diag(Q @ U)]),
        },
        wrong={"transposed": lambda c1, c2: matrix_of_P(c1, c2).T}),
    "2b": Value(
        reference=place_of_P, others=[dict(c1=1.6, c2=0.7)], done="It is r_O + c1 u + c2 v.",
        hint="Multiply the matrix by all six coordinates.",
        mistakes={
            "This is the vector from O to P; the place of P includes r_O.": lambda right, r_O: right - r_O,
            "These are the components along the global axes: turn them with u and v first.":
                lambda c1, c2, r_O: r_O + [c1, c2],
            "The components were turned with the transpose of A = [u v]: u and v are its columns.":
                lambda c1, c2, r_O, u: r_O + np.array([u, Q @ u]) @ [c1, c2],
            "This is for the plate of task 1; the plate is another one now.":
                lambda c1, c2: matrix_of_P(c1, c2) @ coordinates(),
            "This is for the plate of the lesson, not for that of this exercise.":
                lambda c1, c2: matrix_of_P(c1, c2) @ coordinates(2.0, 1.0, 30.0),
            "c1 counts along u and c2 along v: P = O + c1 u + c2 v, two vectors.":
                lambda c1, c2, r_O, u: r_O + u * [c1, c2],
            "P is on the wrong side of u: c2 is negative, and v is u turned ahead.": lambda c1,
            c2: place_of_P(c1, -c2),
        }, wrong={"exchanged": lambda c1, c2: place_of_P(c2, c1), "1000 times too large": lambda right: 1000
        * right}),
    "3": Words(mentions=[
        "that C holds only the components c, which are fixed in the plate, so C and c stay",
        "that q changes, since it says where the plate is and how it is turned",
        "that r_P = C q changes with q"]),
    "4": Function(
        reference=(components, components_by_matrix),
        samples=[(PLATE, np.array([3.0, -0.5])), (OTHER_PLATE, np.array([-1.0, 2.0]))],
        done="A transposed is the inverse, because u and v are perpendicular unit vectors.",
        hint="Subtract r_O first; then take the scalar products with u and with v.",
        mistakes={
            "This uses A instead of its transpose: it turns the wrong way.":
                lambda q, r: np.column_stack([q[2:4], q[4:6]]) @ (r - q[:2]),
            "r_O is not subtracted: components count from the reference point.":
                lambda q, r: np.column_stack([q[2:4], q[4:6]]).T @ r,
            "This vector points from P to O; it should point from O to P.": lambda q, r: -components(q, r),
            "This is the vector from O to P in global axes; its components along u and v are asked for.":
                lambda q, r: r - q[:2],
            "The place was taken for components and mapped forward; the way back is asked for.":
                lambda q, r: q[:2] + np.column_stack([q[2:4], q[4:6]]) @ r,
            "Brackets: r_O is subtracted first, then the difference is turned.":
                lambda q, r: np.column_stack([q[2:4], q[4:6]]).T @ r - q[:2],
            "This uses u and v of the plate above: take them from the q that is given.":
                lambda q, r: np.array([U, Q @ U]) @ (r - q[:2]),
        },
        wrong={"exchanged": lambda q, r: components(q, r)[::-1], "returns nothing": lambda q, r: None,
               "same for all arguments": lambda q, r: components(PLATE, np.array([3.0, -0.5])),
               "q has no effect": lambda q, r: components(PLATE, r)}),
    "5a": Value(
        reference=rates, others=[dict(omega=2.0), dict(r_Od=np.array([0.3, -0.1]))],
        done="u and v turn, r_O moves.",
        hint="ud = omega Q u, and the same for v.",
        mistakes={
            "u and v turn the wrong way: omega is positive, counter-clockwise.":
                lambda omega: rates(omega=-omega),
            "omega is missing in the rates of u and v.": lambda: rates(omega=1.0),
            "These rates point along u and v; a vector that turns moves at right angles to itself.":
                lambda r_Od, omega, u: np.concatenate([r_Od, omega * u, omega * Q @ u]),
            "This is the reduced body; the full body has the rate of v as well.": lambda right: right[:4],
            "The rate of v is turned the wrong way: a quarter turn ahead of v is -u.":
                lambda right: right * [1, 1, 1, 1, -1, -1],
            "This is for the plate of task 1; the plate is another one now.":
                lambda omega: rates(omega=omega, u=coordinates()[2:4]),
            "omega is in radians per second already: nothing to convert.":
                lambda omega: rates(omega=np.radians(omega)),
            "The first two are the rates of r_O, as given: the turn adds nothing to the velocity of O.":
                lambda omega, right: right + np.append(omega * Q @ R_O, np.zeros(4)),
        }),
    "5b": Value(
        reference=(velocity_of_P, velocity_by_omega), others=[dict(c1=1.6, c2=0.7), dict(omega=2.0)],
        done="The same C as for the place.",
        hint="Multiply the matrix of P by the six rates.",
        mistakes={
            "This is the velocity of P relative to O; O moves too.": lambda right, r_Od: right - r_Od,
            "This is the place of P, not its velocity: use the rates.": lambda c1, c2: place_of_P(c1, c2),
            "This is the velocity for a turn clockwise.": lambda c1, c2,
            omega: velocity_of_P(c1, c2, omega=-omega),
            "The arm goes from O to P, not from the origin to P.":
                lambda right, omega, r_O=R_O: right + omega * Q @ r_O,
            "This is a speed; a velocity has two components.": lambda right: np.linalg.norm(right),
            "The arm of P was taken in the body's axes; turn it with u and v first.":
                lambda r_Od, omega, c1, c2: r_Od + omega * Q @ [c1, c2],
            "A point that turns moves at right angles to its arm: Q is missing.":
                lambda c1, c2, r_Od, omega, u: r_Od + omega * (c1 * u + c2 * Q @ u),
            "omega^2 belongs to the acceleration; a velocity has omega Q times the arm.":
                lambda c1, c2, r_Od, omega, u: r_Od - omega**2 * (c1 * u + c2 * Q @ u),
        }),
    "6": Function(
        reference=reduced_matrix, samples=[(2.5, -1.5), (0.3, 0.4)],
        done="v has become Q u: two blocks instead of three.",
        hint="Put v = Q u into r_O + c1 u + c2 v and collect what multiplies u.",
        mistakes={
            "Q is transposed: with Q.T the point lands on the other side of u.":
                lambda c1, c2: reduced_matrix(c1, -c2),
            "This is C of the full body, 2 x 6; the reduced body has four coordinates.": matrix_of_P,
            "The part along v is missing.": lambda c1, c2: reduced_matrix(c1, 0),
            "c2 multiplies v = Q u, not u itself.": lambda c1, c2: reduced_matrix(c1 + c2, 0),
            "c1 goes along u itself: only c2 is multiplied by Q.": lambda c1, c2: reduced_matrix(0, c1 + c2),
            "These are the columns of u and v; r_O and u are stored.":
                lambda c1, c2: matrix_of_P(c1, c2)[:, 2:],
        },
        wrong={"exchanged": lambda c1, c2: reduced_matrix(c2, c1)}),
    "7a": Choice(
        expected="second", options=("first", "second", "third"),
        done="Its determinant is -1: a mirror image.",
        mistakes={
            "The first one is right-handed: its determinant is +1.": "first",
            "The third one is right-handed: u points up, v to the left.": "third",
        },
        wrong={"Choose one of": "fourth", "first, second, third": 2}),
    "7b": Words(mentions=[
        "which way v is turned from u",
        "what the determinant is",
        "why lengths and the angle are the same in a mirror"]),
    "8": Function(
        reference=velocity_of_third,
        samples=[seen([0.4, -0.7], [0.9, -0.3], [2.1, 0.6], 1.7, [1.2, 2.3]),
                 seen([-1.3, 0.8], [-0.4, 1.1], [0.7, 2.9], -2.3, [2.6, -0.5])],
        done="Two points of a rigid body tell the motion of all others.",
        hint="d = r_B - r_A is fixed in the plate: its rate is omega Q d, and it is v_B - v_A.",
        mistakes={
            "This is the angular velocity; the velocity of the third point is asked for.":
                lambda r_A, v_A, r_B, v_B, r_P: (Q @ (r_B - r_A)) @ (v_B - v_A) / np.sum((r_B - r_A)**2),
            "Q d is not of length one: divide by d.d, not by its root.":
                by(lambda d, v_A, v_B: (Q @ d) @ (v_B - v_A) / np.linalg.norm(d)),
            "A moves too: the angular velocity comes from v_B - v_A.":
                by(lambda d, v_A, v_B: (Q @ d) @ v_B / (d @ d)),
            "The sign of the angular velocity is lost: a length has none.":
                by(lambda d, v_A, v_B: np.linalg.norm(v_B - v_A) / np.linalg.norm(d)),
            "The arm counts from A, whose velocity you add, not from the origin.":
                lambda r_A, v_A, r_B, v_B, r_P:
                    v_A + (Q @ (r_B - r_A)) @ (v_B - v_A) / np.sum((r_B - r_A)**2) * Q @ r_P,
            "The arm counts from B here, but the velocity of A was added.":
                lambda r_A, v_A, r_B, v_B, r_P:
                    v_A + (Q @ (r_B - r_A)) @ (v_B - v_A) / np.sum((r_B - r_A)**2) * Q @ (r_P - r_B),
            "The angular velocity has the other sign: Q turns anticlockwise, and that is positive.":
                by(lambda d, v_A, v_B: -(Q @ d) @ (v_B - v_A) / (d @ d)),
            "This is the mean of the two velocities, that of the point half-way between A and B.":
                lambda r_A, v_A, r_B, v_B, r_P: (v_A + v_B) / 2,
            "The arm counts from A here, but the velocity of B was added.":
                lambda r_A, v_A, r_B, v_B, r_P: velocity_of_third(r_A, v_A, r_B, v_B, r_P) + v_B - v_A,
            "omega is made of the vector v_B - v_A, not of the difference of the two speeds.":
                by(lambda d, v_A, v_B: (np.linalg.norm(v_B) - np.linalg.norm(v_A)) / np.linalg.norm(d)),
            "v_B - v_A is perpendicular to d, so its product with d is always zero: take it along Q d.":
                lambda r_A, v_A, r_B, v_B, r_P: v_A,
            "A point that turns moves at right angles to its arm: Q is missing.":
                lambda r_A, v_A, r_B, v_B, r_P:
                    v_A + (Q @ (r_B - r_A)) @ (v_B - v_A) / np.sum((r_B - r_A)**2) * (r_P - r_A),
            "This is the velocity of the foot of P on the line AB; the third point does not lie on it.":
                lambda r_A, v_A, r_B, v_B, r_P:
                    v_A + (v_B - v_A) * ((r_B - r_A) @ (r_P - r_A)) / np.sum((r_B - r_A)**2),
            "Velocities cannot be interpolated: the third point does not lie on the line of the other two.":
                lambda r_A, v_A, r_B, v_B, r_P:
                    v_A + (v_B - v_A) * np.linalg.norm(r_P - r_A) / np.linalg.norm(r_B - r_A),
        },
        wrong={"returns nothing": lambda r_A, v_A, r_B, v_B, r_P: None}),
}
