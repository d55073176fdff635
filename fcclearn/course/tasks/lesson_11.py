"""Tasks of lesson 11: forces and moments."""

from functools import cache

import numpy as np
from scipy.spatial.transform import Rotation

from fcclearn.course.task import Function, Property, Value, Words
from fcclearn.examples.satellite import TORQUE, workshop_satellite
from fcclearn.formulation.forces import Force, moment

# A moment on a full body

RNG = np.random.default_rng(11)
POSES = [np.concatenate([[0.3, -1.2, 0.7], Rotation.from_rotvec(turn).as_matrix().T.ravel()])
         for turn in ([0.7, -0.4, 1.1], [-0.3, 1.4, 0.6])]
MOMENTS = np.array([[0.4, -1.1, 0.7], [1.3, 0.6, -0.5]])


def three_tips(q, tau):
    """Generalised force of a moment by forces on the tips of u, v and w."""
    e = q.reshape(4, 3)[1:]
    f = np.cross(tau, e) / 2
    return np.concatenate([np.zeros(3), f.ravel()])


def wrench(q, g):
    """Force, and moment about O."""
    e, f = q.reshape(4, 3), np.reshape(g, (4, 3))
    return f[0], np.cross(e[1:], f[1:]).sum(axis=0)


def in_body_axes(q, tau):
    return three_tips(q, tau @ q.reshape(4, 3)[1:])


def turned_back(q, tau):
    return three_tips(q, q.reshape(4, 3)[1:] @ tau)


def long_arm(q, tau):
    e = q.reshape(4, 3)[1:]
    s = np.cross(tau, e[0])                                 # across tau, and no unit vector
    return np.kron([0.0, *(e @ s)], np.cross(tau, s))


def two_tips(q, tau):
    return three_tips(q, tau) * np.repeat([1, 1, 1, 0], 3)


def fixed_arm(q, tau):
    u, g = q[3:6], np.zeros(12)
    g[3:6] = np.cross(tau, u)
    return g


COUPLES = {
    "The moment comes out with the other sign: e x f is wanted, with f = tau x e.":
        lambda q, tau: -three_tips(q, tau),
    "The moment comes out twice as large: the sum of e x (tau x e) is 2 tau.":
        lambda q, tau: 2 * three_tips(q, tau),
    "Only two of the three tips are pushed; half of tau x e is right for all three.": two_tips,
    "The components of tau were taken along u, v, w here; they are global.": in_body_axes,
    "tau was turned into the body's axes; u, v, w are global, and so is f = tau x e.": turned_back,
    "The moment of this is not tau: is the arm perpendicular to tau? u is not, in general.": fixed_arm,
}


def couple_of_ones_own(answer):
    """What is wrong with a function that makes the generalised force of a moment."""
    if not callable(answer):
        return "A function is expected: give its name without parentheses."
    found = [answer(q.copy(), tau.copy()) for q, tau in zip(POSES, MOMENTS)]
    if found[0] is None or found[0] is ...:
        return "Not attempted yet: your function returns nothing. Is there a return?"
    if any(np.size(g) != 12 for g in found):
        return f"12 numbers are expected, three for each of r, u, v, w; these are {np.size(found[0])}."
    for sentence, wrong in COUPLES.items():
        if all(np.allclose(g, wrong(q, tau)) for g, q, tau in zip(found, POSES, MOMENTS)):
            return sentence
    for g, q, tau in zip(found, POSES, MOMENTS):
        force, about_O = wrench(q, g)
        if not np.allclose(force, 0, atol=1e-9):
            return "A couple has no resultant: the first three numbers are the force, and they must be zero."
        size = about_O @ tau / (tau @ tau)
        if np.allclose(about_O, size * tau, atol=1e-9) and size > 0 and not np.isclose(size, 1):
            return (f"The moment has the right direction and a wrong size, {size:.2f} times tau: an arm s "
                    "across tau must be a unit vector, and three tips want half of tau x e.")
        if not np.allclose(about_O, tau, atol=1e-9):
            return (f"The sum of e x g_e is {about_O.round(3)} N m for a moment of {tau} N m. Take f = tau x "
                    "e on each tip, or one s across tau.")
    return ""


# A lamp with other numbers


def stiffnesses(m_head=0.55, b=0.11, h=0.07, L_1=0.45, L_2=0.37, m_1=0.36, m_2=0.28, m_post=0.13, g0=9.81):
    """Stiffness of the lower and of the upper spring of length zero."""
    carried = m_post + m_2 + m_head
    lower = g0 * (m_1 * L_1 / 2 + carried * L_1)
    upper = g0 * (m_2 * L_2 / 2 + m_head * L_2)
    return np.array([lower, upper]) / (h * b)


# A spring and damper between two bodies


def spring_force(q_i, q_j, qd_i, qd_j, c_P, c_Q, k, l_0, damping):
    """Generalised force of a spring with damper on two full bodies."""
    C_P = np.kron([1.0, *c_P], np.eye(3))
    C_Q = np.kron([1.0, *c_Q], np.eye(3))
    way = C_Q @ q_j - C_P @ q_i
    rate = C_Q @ qd_j - C_P @ qd_i
    length = np.sqrt(way @ way)
    d = way / length
    tension = k * (length - l_0) + damping * d @ rate
    pull = tension * d
    return np.concatenate([C_P.T @ pull, -C_Q.T @ pull])


def other_damper(q_i, q_j, qd_i, qd_j, c_P, c_Q, k, l_0, damping, along=True):
    """The spring with a damper that takes the relative speed, or the whole relative velocity."""
    C_P, C_Q = (np.kron([1.0, *x], np.eye(3)) for x in (c_P, c_Q))
    way, rate = C_Q @ q_j - C_P @ q_i, C_Q @ qd_j - C_P @ qd_i
    length = np.sqrt(way @ way)
    d = way / length
    pull = k * (length - l_0) * d + damping * (np.sqrt(rate @ rate) * d if along else rate)
    return np.concatenate([C_P.T @ pull, -C_Q.T @ pull])


def other_spring(q_i, q_j, qd_i, qd_j, c_P, c_Q, k, l_0, damping, tip=1.0, normed=True,
                 reaction=1.0):
    """The same with the C of vectors, a line of action that is no unit vector, or no force on Q."""
    C_P, C_Q = (np.kron([tip, *x], np.eye(3)) for x in (c_P, c_Q))
    way, rate = C_Q @ q_j - C_P @ q_i, C_Q @ qd_j - C_P @ qd_i
    length = np.sqrt(way @ way)
    d = way / length
    pull = (k * (length - l_0) + damping * d @ rate) * (d if normed else way)
    return np.concatenate([C_P.T @ pull, -reaction * C_Q.T @ pull])


PAIRS = [(*RNG.normal(size=(4, 12)).round(2), *RNG.normal(size=(2, 3)).round(1), k, l_0, c)
         for k, l_0, c in ((23.0, 0.7, 3.1), (17.0, 1.9, 5.3))]


# A spring at a door


def door_torque(k=140.0, l_0=0.17, angle=40.0, reach=0.33, x=-0.12, y=0.24):
    """Moment of the spring on the door about its hinge, seen from above (N m)."""
    a = np.radians(angle)
    hook = reach * np.array([np.cos(a), np.sin(a)])
    way = np.array([x, y]) - hook
    length = np.sqrt(way @ way)
    pull = k * (length - l_0) * way / length
    return hook[0] * pull[1] - hook[1] * pull[0]


# A damper chosen


def damper(m=1.7, L=0.8, g0=9.81, ratio=2.0):
    """Damping of a hinge that makes each swing of a hanging bar half of the one before."""
    inertia = m * L**2 / 3
    stiffness = m * g0 * L / 2
    decrement = np.log(ratio)
    zeta = decrement / np.sqrt(4 * np.pi**2 + decrement**2)
    return 2 * zeta * np.sqrt(inertia * stiffness)


# A post that leans


def leaning(k, W):
    """The angle besides zero, below half a turn, with k theta = W sin theta; zero if there is none."""
    low, high = 0.0, np.pi
    for _ in range(60):                                     # halves: W sin theta is larger below
        theta = (low + high) / 2
        low, high = (theta, high) if W * np.sin(theta) > k * theta else (low, theta)
    return theta


def lean(k=3.1, m_rod=1.3, L_rod=0.6, g0=9.81):
    """Angle by which a rod on a torsional spring leans (deg)."""
    W = m_rod * g0 * L_rod / 2
    return np.degrees(leaning(k, W))


def swing_there(k=3.1, m_rod=1.3, L_rod=0.6, g0=9.81):
    """Angular frequency of small vibrations about the leaning pose (rad/s)."""
    W = m_rod * g0 * L_rod / 2
    theta = leaning(k, W)
    inertia = m_rod * L_rod**2 / 3
    stiffness = k - W * np.cos(theta)
    return np.sqrt(stiffness / inertia)


# A satellite from the workshop

END = 4.0


@cache
def flight(mended=False):
    """Four seconds of the satellite, as delivered or mended."""
    model = workshop_satellite()
    if mended:
        put_right(model)
    return model.simulate(END, samples=81, rtol=1e-9)


def momentum_made():
    """Size of the change of the angular momentum of the whole, after four seconds (N m s)."""
    L = flight().angular_momentum()
    return np.linalg.norm(L[-1] - L[0])


def put_right(model):
    """The motor pushes the satellite back."""
    model.apply(moment(model.bodies["satellite"], [0, 0, -TORQUE], frame="body"))


def mended(answer):
    """What is wrong with a function that mends the satellite."""
    if not callable(answer):
        return "A function is expected: give its name without parentheses."
    model = workshop_satellite()
    answer(model)
    if len(model.forces) == 1 and "motor" in model.forces:
        return "Not attempted yet: the model has the force \"motor\" still, and no other one."
    if not all(isinstance(force, Force) for force in model.forces.values()) or not model.forces:
        return "The motor must turn the wheel still: keep its moment, and apply what is missing."
    run = model.simulate(END, samples=21, rtol=1e-8)
    L = run.angular_momentum()
    made, before = np.linalg.norm(L[-1] - L[0]), momentum_made()
    wheel = relative_speed(run), relative_speed(flight(True)), relative_speed(flight())
    if made < 1e-5 and np.isclose(wheel[0], wheel[1], rtol=1e-4):
        return ""
    if abs(wheel[0]) < 1.0:
        return "The wheel does not turn any more: the opposite moment acts on the other body."
    if made < 1e-5:
        return (f"The angular momentum stays now, but the wheel turns with {wheel[0]:.2f} rad/s against the "
                f"satellite, where the motor would give {wheel[1]:.2f}: has its moment changed, or gone?")
    if np.isclose(made, 2 * before, rtol=0.2):
        return "Now the whole gains about twice as much: the opposite moment has the opposite sign."
    return (f"The angular momentum still changes by {made:.3f} N m s. What the motor gives to the wheel it "
            "takes from the satellite: the same moment with a minus, in axes that turn with them.")


def relative_speed(run):
    """Speed of the wheel against the satellite at the end (rad/s)."""
    return float((run.angular_velocity("wheel") - run.angular_velocity("satellite"))[-1]
                 @ run.axes("satellite")[-1, :, 2])


def wrong_mending(body, torque, frame="body"):
    return lambda model: model.apply(moment(model.bodies[body], torque, frame=frame)) and None


def half_the_motor(model):
    model.remove("motor")
    for body, torque in (("wheel", [TORQUE / 2, 0, 0]), ("satellite", [0, 0, -TORQUE / 2])):
        model.apply(moment(model.bodies[body], torque, frame="body"))


CHOICES = {"m_head": (0.55, 0.62, 0.47), "b": (0.11, 0.12, 0.095)}

TASKS = {
    "1": Property(
        test=couple_of_ones_own, expected=three_tips,
        done="There are many such g; their sum of e x g_e is one.",
        wrong={**{sentence[:45]: function for sentence, function in COUPLES.items()},
               "no resultant": lambda q, tau: np.concatenate([tau, three_tips(q, tau)[3:]]),
               "The sum of e x g_e": lambda q, tau: np.concatenate([0 * tau, tau, tau, tau]),
               "a wrong size": long_arm,
               "12 numbers": lambda q, tau: tau, "returns nothing": lambda q, tau: None, "A function": 2}),
    "2": Value(
        reference=stiffnesses, rtol=1e-5,
        others=[dict(L_1=0.4, L_2=0.4), dict(m_1=0.3, m_2=0.3), dict(h=0.08), dict(b=0.1)],
        done="Two springs of length zero, and the lamp is in balance everywhere.",
        hint="For each arm k h b = W with W = g0 times the sum of m a, a along the arm; all that hangs "
             "beyond the elbow acts on the lower arm at its end.",
        mistakes={
            "The lower arm carries what is beyond the elbow at its end, wherever the upper arm points: the "
            "post stands upright there, so only the weight comes down, no moment.":
                lambda right, h, b, L_2, m_2, m_head, g0:
                    right + [g0 * (m_2 * L_2 / 2 + m_head * L_2) / (h * b), 0],
            "The order is lower spring, upper spring.": lambda right: right[::-1],
            "The lower arm carries the post and the whole upper arm with the head too.":
                lambda right, h, b, L_1, m_1, g0: [g0 * m_1 * L_1 / 2 / (h * b), right[1]],
            "This is W, the moment of the weights with the arm level; divide by h b.":
                lambda right, h, b: right * h * b,
            "The arms weigh too, not only what they carry.": dict(m_1=0.0, m_2=0.0),
            "W is divided by the post's length twice; once it is the hook's place on the arm, b.":
                lambda right, h, b: right * b / h,
            "W is divided by b twice; once it is the post's length, h.": lambda right, h, b: right * h / b,
            "The arms weigh at their middles, not at their ends.":
                lambda right, h, b, L_1, L_2, m_1, m_2, g0:
                    right + g0 * np.array([m_1 * L_1 / 2, m_2 * L_2 / 2]) / (h * b),
        },
        wrong={"term of a sum": lambda right, h, b, L_1, m_post, g0: right - [g0 * m_post * L_1 / (h * b), 0],
               "shape": lambda right: right[0]}),
    "3": Function(
        reference=spring_force, samples=PAIRS,
        done="One tension, one line, two opposite forces.",
        hint="way = C_Q q_j - C_P q_i, d = way / length; tension k (length - l_0) + damping times d . rate; "
             "C_P^T f and -C_Q^T f.",
        mistakes={
            "The force is tension times a unit vector: way is not divided by its length.":
                lambda *given: other_spring(*given, normed=False),
            "These are points: their matrices C have 1 in the first block, not 0.":
                lambda *given: other_spring(*given, tip=0.0),
            "Only the first body is pulled; Q gets the opposite force.":
                lambda *given: other_spring(*given, reaction=0.0),
            "Both bodies are pulled the same way; Q gets the opposite force.":
                lambda *given: other_spring(*given, reaction=-1.0),
            "The damper is missing: damping times the rate of the length.":
                lambda *given: spring_force(*given[:-1], 0.0),
            "The damper feels the rate of the length, d . rate, not the size of the relative velocity.":
                other_damper,
            "The damper pulls along the line only: d . rate times d, not the whole relative velocity.":
                lambda *given: other_damper(*given, along=False),
            "The free length is missing: k (length - l_0).":
                lambda *given: spring_force(*given[:-2], 0.0, given[-1]),
        },
        wrong={"sign": lambda *given: -spring_force(*given),
               "shape": lambda *given: spring_force(*given)[:12],
               "returns nothing": lambda *given: None}),
    "4": Value(
        reference=door_torque, rtol=1e-3,
        others=[dict(reach=0.9)],
        done="Positive: it turns the door further open.",
        hint="Pull = k (length - l_0) along the unit vector from the hook to the wall; moment = hook x pull.",
        mistakes={
            "The pull is not divided by the length: the direction must be a unit vector.":
                lambda k, l_0, angle, reach, x, y: door_torque() * np.hypot(
                    x - reach * np.cos(np.radians(angle)), y - reach * np.sin(np.radians(angle))),
            "This is the torque of a hand that holds the door; the spring's is its opposite.":
                lambda right: -right,
            "40 were taken as radians.": lambda: door_torque(angle=float(np.degrees(40.0))),
            "This is the pull, in N; its moment about the hinge is asked for.":
                lambda k, l_0, angle, reach, x, y: k * (np.hypot(
                    x - reach * np.cos(np.radians(angle)), y - reach * np.sin(np.radians(angle))) - l_0),
            "The free length is missing.": dict(l_0=0.0),
            "The wall's hook is at (-0.12, 0.24): the sign of x.": dict(x=0.12),
            "The pull is not perpendicular to the door: reach times pull is too much.":
                lambda k, l_0, angle, reach, x, y: reach * k * (np.hypot(
                    x - reach * np.cos(np.radians(angle)), y - reach * np.sin(np.radians(angle))) - l_0),
        },
        wrong={"Not right yet": lambda right: 1.03 * right}),
    "5": Value(
        reference=damper, rtol=1e-3,
        others=[dict(m=2.0, L=1.0)],
        done="About a tenth of the critical damping halves every swing.",
        hint="ln 2 = 2 pi zeta / sqrt(1 - zeta^2) gives zeta; c = 2 zeta sqrt(I K) with the inertia about "
             "the hinge and the stiffness m g L / 2.",
        mistakes={
            "This halves the swing in half a period, from one side to the other: that takes twice the "
            "decrement.":
                dict(ratio=4.0),
            "This is zeta, a number without a unit; the damper is asked for.":
                lambda ratio: np.log(ratio) / np.sqrt(4 * np.pi**2 + np.log(ratio)**2),
            "This is half of it: the 2 of c = 2 zeta sqrt(I K) is missing, or the inertia is the one about "
            "the middle.":
                lambda right: right / 2,
            "zeta = ln 2 / (2 pi) is good for weak damping only: the root is missing.":
                lambda m, L, g0, ratio: np.log(ratio) / np.pi * np.sqrt(m * L**2 / 3 * m * g0 * L / 2),
            "This halves the energy; the swing is to be halved.": dict(ratio=float(np.sqrt(2.0))),
            "log10 was taken for the natural logarithm.": dict(ratio=float(np.exp(np.log10(2.0)))),
            "This is a tenth of the bar's: the critical damper is 2 sqrt(I K); zeta is missing.":
                lambda m, L, g0: 2 * np.sqrt(m * L**2 / 3 * m * g0 * L / 2),
        },
        wrong={"Not right yet": lambda right: 1.05 * right}),
    "6a": Value(
        reference=lean, rtol=1e-4,
        others=[dict(k=2.0), dict(m_rod=1.0, L_rod=0.5)],
        done="Upright it balances too, but there K is negative.",
        hint="model.equilibrium() and the position of the end; or k theta = m g L/2 sin theta.",
        mistakes={
            "This is in radians; degrees are expected.": lambda right: np.radians(right),
            "The weight acts in the middle of the rod, not at its end.": dict(L_rod=1.2),
            "Upright is an equilibrium, but an unstable one: the rod leaves it.": 0.0,
            "This is the angle from the horizontal; from upright is asked for.": lambda right: 90 - right,
            "This is the angle from hanging; from upright is asked for.": lambda right: 180 - right,
            "The sine was replaced by theta - theta^3/6: good near upright only.":
                lambda k, m_rod, L_rod, g0: np.degrees(np.sqrt(6 * (1 - k / (m_rod * g0 * L_rod / 2)))),
            "The spring's moment is k theta, the weight's m g L/2 sin theta: this balances k with "
            "m g L/2 cos theta.":
                lambda k, m_rod, L_rod, g0: np.degrees(np.arccos(k / (m_rod * g0 * L_rod / 2))),
        },
        wrong={"rounded": lambda right: 1.002 * right}),
    "6b": Value(
        reference=swing_there, rtol=1e-4,
        others=[dict(k=2.0), dict(m_rod=1.0, L_rod=0.5)],
        done="The weight still softens the spring there, but less than upright.",
        hint="rest.modes().angular_frequencies; by hand sqrt((k - m g L/2 cos theta) / I).",
        mistakes={
            "This is in Hz; rad/s are expected.": lambda right: right / (2 * np.pi),
            "This is the period; the angular frequency is asked for.": lambda right: 2 * np.pi / right,
            "This is the growth upright; the leaning pose is asked for.":
                lambda k, m_rod, L_rod, g0: np.sqrt((m_rod * g0 * L_rod / 2 - k) / (m_rod * L_rod**2 / 3)),
            "The inertia is the one about the foot, not about the middle.": lambda right: 2 * right,
            "The weight is missing: its part of the stiffness sits in the multipliers.":
                lambda k, m_rod, L_rod: np.sqrt(k / (m_rod * L_rod**2 / 3)),
        },
        wrong={"rounded": lambda right: 1.002 * right}),
    "7a": Value(
        reference=momentum_made, rtol=2e-3,
        done="A satellite that nothing touches from outside gains momentum: impossible.",
        hint="run.angular_momentum() at the end less that at the start; then the length of this vector.",
        mistakes=lambda: {
            "This is torque times time: it would be right for an axis that stands still; measure.":
                TORQUE * END,
            "This is the change of its size; take the size of the change.":
                float(np.diff(np.linalg.norm(flight().angular_momentum()[[0, -1]], axis=1))[0]),
            "This is the angular momentum at the end; the change since the start is asked for.":
                np.linalg.norm(flight().angular_momentum()[-1]),
            "It should be zero, and it is not: measure it.": 0.0,
        },
        wrong={"shape": lambda: flight().angular_momentum()[-1] - flight().angular_momentum()[0]}),
    "7b": Property(
        test=mended, expected=put_right,
        done="Action and reaction: inside moments change no angular momentum.",
        wrong={"twice": wrong_mending("satellite", [0, 0, TORQUE]),
               "still changes": wrong_mending("satellite", [0, 0, -TORQUE], "global"),
               "does not turn": wrong_mending("wheel", [-TORQUE, 0, 0]),
               "has its moment changed": half_the_motor, "Not attempted": lambda model: None,
               "keep its moment": lambda model: model.remove("motor"), "A function": 2}),
    "8": Words(mentions=[
        "that the follower's direction goes with the body, so its work depends on the way and it has no "
        "potential",
        "that its stiffness matrix is not symmetric, so two frequencies can meet and become a complex pair",
        "what happens: a swinging that grows (flutter), not a second pose (buckling)",
        "why a search for another equilibrium finds nothing: statics has none to find; look at the motion",
    ]),
}
