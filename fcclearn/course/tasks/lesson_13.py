"""Tasks of lesson 13: reactions in space."""

import numpy as np
from scipy.spatial.transform import Rotation

from fcclearn.course.task import Choice, Function, Property, Value, Words
from fcclearn.examples.workshop_reactions import ABOVE, HALF_WIDTH, MASS, SPIN, four_bar
from fcclearn.formulation.joints import cylindrical, revolute, spherical, universal
from fcclearn.formulation.point_on_line import point_on_line

# Rows read one by one


def of_angle(lam=-3.5, s_1=np.array([2, 3, 6]) / 7, s_2=np.array([6, -2, 3]) / 7):
    """Moment of an angle relation on its first body."""
    moment = np.cross(s_1, s_2)
    return -lam * moment


def of_plane(lam=14.0, n=np.array([2, -1, 2]) / 3, r_O=np.array([0.2, -0.1, 0.5]),
             r_P=np.array([0.6, 0.3, 0.4]), r_Q=np.array([0.9, 0.7, 1.3])):
    """Moment of a point in a plane about O of the first body, which has P and the normal."""
    force = lam * n
    arm = r_Q - r_O
    return np.cross(arm, force)


# The wrench rule


def wrench_at(q, G, c):
    """Force, and moment about the point with components c, of a generalised force on a full body."""
    e = q.reshape(4, 3)[1:]
    f = G.reshape(4, 3)
    about_O = np.cross(e, f[1:]).sum(axis=0)
    arm = c @ e
    about_P = about_O - np.cross(arm, f[0])
    return np.concatenate([f[0], about_P])


RNG = np.random.default_rng(13)
SAMPLES = [(np.concatenate([r, Rotation.from_rotvec(turn).as_matrix().T.ravel()]), G, c)
           for r, turn, G, c in zip(RNG.normal(size=(2, 3)).round(1), [[0.7, -0.4, 1.1], [-0.3, 1.4, 0.6]],
                                    RNG.normal(size=(2, 12)).round(1), RNG.normal(size=(2, 3)).round(1))]


def with_moment(moment):
    """`wrench_at` with another moment, a function of (e, f, c): rows of axes, of forces, components."""
    def wrong(q, G, c):
        e, f = q.reshape(4, 3)[1:], G.reshape(4, 3)
        return np.concatenate([f[0], moment(e, f, c)])
    return wrong


def spread(e, f):
    """Sum of e x G_e."""
    return np.cross(e, f[1:]).sum(axis=0)


# A drawer


def on_cabinet(m_drawer=6.5, out=0.42, push=45.0, x=0.24, y=-0.17, g0=9.81):
    """Moment of a guide on the cabinet, about its fixed end (N m)."""
    weight = m_drawer * g0
    about_x = -y * push
    about_y = out * weight + (out + x) * push
    return np.array([about_x, about_y, 0.0])


# A rotor


def left_bearing(m_1=0.015, x_1=-0.07, r_1=0.052, m_2=0.024, x_2=0.11, r_2=0.068, angle=105.0, rpm=1850.0,
                 half=0.26):
    """Size of the force of the left bearing of a rotor with two small masses (N)."""
    omega = 2 * np.pi * rpm / 60
    first = m_1 * r_1 * omega**2 * (half - x_1) / (2 * half)
    second = m_2 * r_2 * omega**2 * (half - x_2) / (2 * half)
    a = np.radians(angle)
    y = first + second * np.cos(a)
    z = second * np.sin(a)
    return np.sqrt(y**2 + z**2)


def along_first():
    """Component of that force along the radius of the first mass (N)."""
    across = left_bearing(m_1=0.0) * np.sin(np.radians(105.0))
    return np.sqrt(left_bearing()**2 - across**2)


def weight_on_left(m_1=0.015, x_1=-0.07, m_2=0.024, x_2=0.11, half=0.26):
    """The part of the masses' weight that the left bearing carries (N)."""
    return 9.81 * (m_1 * (half - x_1) + m_2 * (half - x_2)) / (2 * half)


def with_weight(along, across):
    """Size of that force with the weight too, along or across the radius of the first mass (N)."""
    y, weight = along_first(), weight_on_left()
    z = np.sqrt(left_bearing()**2 - y**2)
    return np.hypot(y + along * weight, z + across * weight)


def right_bearing():
    """The other one: the same seen from the other side."""
    return left_bearing(x_1=0.07, x_2=-0.11)


# A four-bar with released rows


def ball(P, Q, axis):
    return spherical(P, Q)


def released(answer):
    """What is wrong with four joints for a four-bar of which all reactions are to be unique."""
    if not isinstance(answer, (list, tuple)) or len(answer) != 4 or not all(map(callable, answer)):
        return "A list of four joint functions is expected, for A, B, C, D, such as [revolute, ball, ...]."
    model = four_bar(answer)
    count = model.mobility()
    if count.degrees_of_freedom == 0:
        return "Now it is a frame: no freedom is left."
    if count.degrees_of_freedom > 1:
        spins = all(joint is ball or kinds(model, name) == "spherical"
                    for name, joint in zip("BC", answer[1:3]))
        why = ("The coupler spins between its two balls, a freedom that nobody sees." if spins else
               "Some body may leave the plane, or slide: too many rows are gone, or two at the same link.")
        return f"Now it has {count.degrees_of_freedom} freedoms. {why}"
    if count.redundant == 3:
        return ("This has three redundant rows still: four hinges say three times too often that nothing "
                "leaves the plane.")
    if count.redundant:
        still = ", ".join(count.not_unique)
        return (f"{count.redundant} of the three redundant rows is left, and so the reactions of {still} are "
                "not unique.")
    omegas = np.array([omega for motion in model.free_motions() for _, omega in motion.values()])
    if np.abs(omegas[:, [0, 2]]).max() > 1e-9 or np.abs(omegas[:, 1]).min() < 1e-9:
        return "No row is redundant, but the motion is not that of the four-bar: do all links turn about y?"
    return ""


def kinds(model, name):
    return model.joints[name].kind


def universal_across(P, Q, axis):
    return universal(P, Q, ([1, 0, 0], [0, 0, 1]))


# A table


def three_legs(load_x=0.22, load_y=0.13, top=9.0, load=16.0, g0=9.81):
    """Forces of three legs at (-0.6, -0.3), (0.5, -0.4), (0.1, 0.45) m (N)."""
    E = np.array([[1.0, 1.0, 1.0], [-0.6, 0.5, 0.1], [-0.3, -0.4, 0.45]])
    w = g0 * np.array([top + load, load * load_x, load * load_y])
    return np.linalg.solve(E, w)


def lift_off(load_x=0.22, load_y=0.13, top=9.0, load=16.0, a=0.55, b=0.4, k=8e4, g0=9.81):
    """Shortness at which leg 1 of four equal legs at (-+a, -+b) carries nothing (mm)."""
    weight = g0 * (top + load)
    tilt_x = g0 * load * load_x / a
    tilt_y = g0 * load * load_y / b
    equal = (weight - tilt_x - tilt_y) / 4
    per_metre = k / 4
    return 1000 * equal / per_metre


# A reading with a fault


def missing(m=MASS, b=HALF_WIDTH, h=ABOVE, omega=SPIN, g0=9.81):
    """What Euler's law misses about the centre of mass at the start, the hinge's moment reversed [N m]."""
    weight = m * g0
    pull = m * omega**2 * b
    hinge = b * weight - h * pull
    return 2 * hinge


CHOICES = {
    "m_drawer": (6.5, 7.4, 5.2), "push": (45.0, 38.0, 56.0),
    "load_x": (0.22, 0.19, 0.26), "load_y": (0.13, 0.16, 0.07),
}

TASKS = {
    "1a": Value(
        reference=of_angle, done="No force, only a moment across both vectors.",
        hint="-lam s1 x s2 on the body of s1.",
        mistakes={
            "This is the moment on the second body, or plus lambda was read: on the first acts -Phi_q.T lam.":
                lambda right: -right,
            "A moment is a vector: the cross product, not the scalar product.":
                lambda lam, s_1, s_2: -lam * s_1 @ s_2,
            "s1 and s2 are unit vectors: each is divided by 7.": lambda right: 49 * right,
            "This row carries no force, but a moment it does.": [0.0, 0.0, 0.0],
            "This is the force -lam s2 on the tip of s1; the moment is s1 x that.":
                lambda lam, s_2: -lam * s_2,
        },
        wrong={"half": lambda right: right / 2}),
    "1b": Value(
        reference=of_plane, done="The plane is touched at Q.",
        hint="Force lam n on the body of the normal, at Q: (r_Q - r_O) x lam n.",
        mistakes={
            "The force acts at Q, where the plane is touched, not at P.":
                lambda lam, n, r_O, r_P: np.cross(r_P - r_O, lam * n),
            "The arm is that of P, from the origin; the force acts at Q, and its arm starts at O.":
                lambda lam, n, r_P: np.cross(r_P, lam * n),
            "At P, and on the second body; the force acts at Q, where the plane is touched.":
                lambda lam, n, r_O, r_P: -np.cross(r_P - r_O, lam * n),
            "This is about the origin, and on the second body.":
                lambda lam, n, r_Q: -np.cross(r_Q, lam * n),
            "The multiplier is missing: the force is lam n.":
                lambda n, r_O, r_Q: np.cross(r_Q - r_O, n),
            "n is a unit vector: divided by 3.": lambda right: 3 * right,
            "This is about P; the moment about O is asked for.":
                lambda lam, n, r_P, r_Q: np.cross(r_Q - r_P, lam * n),
            "This is about the origin; the moment about O is asked for.":
                lambda lam, n, r_Q: np.cross(r_Q, lam * n),
            "This is the force lam n; its moment about O is asked for.": lambda lam, n: lam * n,
            "The second body gets this; on the body of the normal the force is +lam n: Phi has -n . r_P.":
                lambda right: -right,
        },
        wrong={"shape": lambda right: right[0]}),
    "2": Function(
        reference=wrench_at, samples=SAMPLES, done="The rule of lesson 05 with three vectors more.",
        hint="F = G_r; sum of e x G_e is about O; then minus arm x F with the arm A c.",
        mistakes={
            "The moment is still the one about O: take off arm x F.":
                with_moment(lambda e, f, c: spread(e, f)),
            "arm x F must be taken off, not added.":
                with_moment(lambda e, f, c: spread(e, f) + np.cross(c @ e, f[0])),
            "The arm is A c: c counts along u, v, w.":
                with_moment(lambda e, f, c: spread(e, f) - np.cross(c, f[0])),
            "u, v, w are rows of q.reshape(4, 3)[1:]; the arm was made with columns.":
                with_moment(lambda e, f, c: spread(e, f) - np.cross(e @ c, f[0])),
            "The order is e x G_e, not G_e x e.":
                with_moment(lambda e, f, c: -spread(e, f) - np.cross(c @ e, f[0])),
            "Only the arm's part is here; the sum of e x G_e is missing.":
                with_moment(lambda e, f, c: -np.cross(c @ e, f[0])),
            "w is missing: a full body stores three vectors.":
                with_moment(lambda e, f, c: np.cross(e[:2], f[1:3]).sum(axis=0) - np.cross(c @ e, f[0])),
            "The sum runs over u, v, w; with r_O x F in it the moment is no longer about O.":
                lambda q, G, c: wrench_at(q, G, c) + np.concatenate([np.zeros(3), np.cross(q[:3], G[:3])]),
            "The arm goes from O to P; r_O was added.":
                lambda q, G, c: wrench_at(q, G, c) - np.concatenate([np.zeros(3), np.cross(q[:3], G[:3])]),
        },
        wrong={"sign": lambda *given: -wrench_at(*given), "returns nothing": lambda *given: None,
               "shape": lambda *given: wrench_at(*given)[:3]}),
    "3": Value(
        reference=on_cabinet, rtol=1e-5,
        others=[dict(m_drawer=5.0), dict(out=0.35), dict(push=60.0)],
        done="The guide feels what the drawer carries, with the whole arm.",
        hint="On the drawer about its middle the guide balances the hand; on the cabinet it has the "
             "opposite, and moved to the fixed end the weight of both adds its arm.",
        mistakes={
            "This is on the drawer; the cabinet gets the opposite.": lambda right: -right,
            "This is about the drawer's middle; the fixed end of the guide is asked for.":
                lambda push, x, y: [-y * push, x * push, 0.0],
            "This is about the drawer's middle, and on the drawer.":
                lambda push, x, y: [y * push, -x * push, 0.0],
            "The drawer weighs too.": dict(m_drawer=0.0),
            "The hand's arm is from the fixed end: out + 0.24.":
                lambda m_drawer, out, push, x, y, g0: [-y * push, out * m_drawer * g0 + x * push, 0.0],
            "The hand leans on y = -0.17: the sign of y.": dict(y=0.17),
            "The drawer weighs in its middle, 0.42 m out; only the hand has the longer arm.":
                lambda m_drawer, out, push, x, y, g0: [-y * push, (out + x) * (m_drawer * g0 + push), 0.0],
            "Mass for weight: the drawer weighs m g0.": dict(g0=1.0),
            "The push is a force already, in N: no g0 with it.":
                lambda m_drawer, push, g0: on_cabinet(m_drawer, push=push * g0),
            "Moved the wrong way: from the middle to the fixed end the weights add their arm.":
                lambda m_drawer, out, push, x, y, g0:
                    [-y * push, x * push - out * (m_drawer * g0 + push), 0.0],
        },
        wrong={"shape": lambda right: right[1]}),
    "4": Value(
        reference=left_bearing, rtol=1e-4,
        others=[dict(rpm=200 * 60 / 2 / np.pi), dict(angle=120.0), dict(half=0.2)],
        done="Nearly balanced at rest says nothing of this.",
        hint="Each mass pulls outwards with m r omega^2; the left bearing takes the part (half - x) / (2 "
             "half) of it; add as vectors.",
        mistakes={
            "This is the right bearing.": lambda: right_bearing(),
            "This is the lesson's rotor.": 35.09,
            "The two forces are vectors at an angle: their sizes do not add.": dict(angle=0.0),
            "omega is in rad/s: 2 pi rpm / 60.": lambda right: right * (60 / (2 * np.pi))**2,
            "The two bearings do not share evenly: each takes by the lever.": dict(x_1=0.0, x_2=0.0),
            "This is what both bearings carry together; the left one takes a part of each mass's pull.":
                lambda m_1, r_1, m_2, r_2, angle, rpm: (2 * np.pi * rpm / 60)**2 * np.hypot(
                    m_1 * r_1 + m_2 * r_2 * np.cos(np.radians(angle)), m_2 * r_2 * np.sin(np.radians(angle))),
            "The lever is divided by the whole distance of the bearings, 0.52 m.": lambda right: 2 * right,
            "This is one component, along the radius of the first mass; the size of the force is asked for.":
                lambda: along_first(),
            "This is one component, along the radius of the first mass, with a sign; a size is asked for.":
                lambda: -along_first(),
            "This is one component, across the radius of the first mass; the size of the force is asked for.":
                lambda right: np.sqrt(right**2 - along_first()**2),
            "This is one component, across the radius of the first mass, with a sign; a size is asked for.":
                lambda right: -np.sqrt(right**2 - along_first()**2),
            "The components are at right angles: their squares add.":
                lambda right: along_first() + np.sqrt(right**2 - along_first()**2),
            "The weight of the masses is in this, with the pull of the first; it was to be left out.":
                lambda: with_weight(1.0, 0.0),
            "The weight of the masses is in this, against the pull of the first; it was to be left out.":
                lambda: with_weight(-1.0, 0.0),
            "The weight of the masses is in this, across the first radius; it was to be left out.":
                lambda: with_weight(0.0, 1.0),
            "The weight of the masses is in this, across the first radius, downwards; it was to be left out.":
                lambda: with_weight(0.0, -1.0),
            "The weight of the masses was added to the size; it was to be left out.":
                lambda right: right + weight_on_left(),
            "Half the weight of the masses was added; it was to be left out.":
                lambda right, m_1, m_2: right + 9.81 * (m_1 + m_2) / 2,
            "Half the weight of the masses is in this, across the first radius; it was to be left out.":
                lambda right, m_1, m_2: np.hypot(
                    along_first(), np.sqrt(right**2 - along_first()**2) - 9.81 * (m_1 + m_2) / 2),
            "The whole weight of the masses was added; it was to be left out.":
                lambda right, m_1, m_2: right + 9.81 * (m_1 + m_2),
            "Only the first mass is here.": dict(m_2=0.0),
            "Only the second mass is here.": dict(m_1=0.0),
        },
        wrong={"Not right yet": lambda right: 1.1 * right}),
    "5": Property(
        test=released, expected=[revolute, ball, cylindrical, revolute],
        done="35 rows of rank 35: the same motion, and every reaction is unique.",
        wrong={"three redundant": [revolute] * 4, "spins": [revolute, ball, ball, revolute],
               "1 of the three": [revolute, revolute, ball, revolute],
               "leave the plane": [revolute, point_on_line, cylindrical, revolute],
               "A list of four": [revolute, ball],
               "frame": [revolute, universal_across, revolute, revolute]}),
    "6a": Value(
        reference=three_legs, rtol=1e-5,
        others=[dict(top=12.0, load=20.0)],
        done="Three unknowns, three equations: no stiffness needed.",
        hint="Sum of the forces, sum of f x, sum of f y: three equations.",
        mistakes={
            "The table top weighs too.": dict(top=0.0),
            "The load stands at (load_x, load_y), not in the middle.": dict(load_x=0.0, load_y=0.0),
            "The whole weight was put at the load's place; the top's acts in the middle.":
                lambda top, load, load_x, load_y: three_legs(
                    load_x * (top + load) / load, load_y * (top + load) / load),
            "The load's x and y are exchanged.":
                lambda load_x, load_y: three_legs(load_y, load_x),
            "Equal shares make no moment; the load does: take the two equations of moments too.":
                lambda top, load, g0: np.full(3, g0 * (top + load) / 3),
            "Masses for weights: multiply by g0.": dict(g0=1.0),
        },
        wrong={"are right": lambda right: right * [1, 1, 1.5], "shape": lambda right: right[:2]}),
    "6b": Value(
        reference=lift_off, rtol=1e-3,
        others=[dict(k=1e5), dict(top=12.0, load=20.0), dict(a=0.5, b=0.35)],
        done="A millimetre decides who carries.",
        hint="Equal legs first: leg 1 has (W - M_x/a - M_y/b) / 4. Then each metre too short takes k/4 from "
             "it.",
        mistakes={
            "This is in metres; millimetres are expected.": lambda right: right / 1000,
            "A short leg lets the others carry: each metre takes only a quarter of k from it.":
                lambda right: right / 4,
            "This is the force of leg 1, not its shortness.": lambda right, k: right * k / 4000,
            "This is leg 3, the one that carries most.": lambda load_x, load_y: lift_off(-load_x, -load_y),
            "The load stands at (load_x, load_y), not in the middle.": dict(load_x=0.0, load_y=0.0),
        },
        wrong={"Not right yet": lambda right: 1.3 * right}),
    "7a": Value(
        reference=missing, rtol=1e-3,
        done="Twice the moment of the hinge: it stands reversed.",
        hint="At the start the spin is steady about a principal axis, so all moments about the centre of "
             "mass must add to zero: the reading's moment and (hinge - G) x force.",
        mistakes={
            "This is the moment of the hinge itself; the sum about the centre of mass is asked for.":
                lambda right: right / 2,
            "It is zero for a right reading; look at the sum of this one.": 0.0,
            "This is only (hinge - G) x force, or the hinge's moment alone: add both.":
                lambda right: -right / 2,
            "The spin is missing: the hinge pulls sideways too.": dict(omega=0.0),
        },
        wrong={"Not right yet": lambda right: 1.2 * right}),
    "7b": Choice(
        expected="CAR", options=("CP", "CAR", "rigid body", "weight"),
        done="The force comes from CP and is right; the moment comes from the two angle relations.",
        mistakes={
            "CP gives the force, and Newton's law is satisfied: the force is right.": "CP",
            "Rows of the rigid body make no wrench.": "rigid body",
            "The weight acts in the centre of mass, it has no moment about it.": "weight",
        },
        wrong={"Choose one of": "hinge"}),
    "8": Words(mentions=[
        "that the door is redundant: five self-stresses, so the split between force and moment is open",
        "that the program chooses the smallest lambda, which adds newtons and newton-metres and so depends "
        "on units",
        "what is certain all the same: the sums over both hinges, and that sideways pull and moments balance "
        "the weight together",
        "what must be known in addition: stiffness against tilting, or a hinge that is released to ball and "
        "ring",
    ]),
}
