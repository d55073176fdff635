"""Tasks of lesson 23: Lagrangian dynamics of the parallel mechanism."""

from functools import cache

import numpy as np

from fcclearn.course.task import Choice, Function, Value, Words
from fcclearn.parallel.bodies import bodies
from fcclearn.parallel.dynamics import gravity, mass_matrix
from fcclearn.parallel.geometry import FORCE_UNIT
from fcclearn.parallel.geometry import REFERENCE as P
from fcclearn.parallel.simulation import paper_load, swing
from fcclearn.parallel.terms import force_terms
from fcclearn.parallel.velocity import jacobian

E = np.array([12.0, -9.0, 120.0, 0.4])
OTHER = np.array([-7.0, 11.0, 108.0, -0.31])
RATE = np.array([80.0, -60.0, 20.0, 2.0])
RATE_2 = np.array([2000.0, 1500.0, -3000.0, 60.0])
STEP = 1e-30


def mass_matrix_of(name, chi):
    """Sum of m J_v.T J_v + J_w.T I J_w over the bodies with one name."""
    moved = [bodies(chi + 1j * STEP * unit) for unit in np.eye(4)]
    total = np.zeros((4, 4))
    for k, (own, solid, centre, axes) in enumerate(bodies(chi)):
        if own == name:
            J_v = np.column_stack([m[k].centre.imag / STEP for m in moved])
            J_w = np.column_stack([np.cross(axes.T,
                                            m[k].axes.imag.T).sum(axis=0) / (2 * STEP) for m in moved])
            inertia = axes @ np.diag(solid.inertia) @ axes.T
            moving = solid.mass * J_v.T @ J_v
            turning = J_w.T @ inertia @ J_w
            total = total + moving + turning
    return total


def masses_and_moments(name, chi):
    """The two parts of `mass_matrix_of`, and the second with the moments of inertia along wrong axes."""
    moved = [bodies(chi + 1j * STEP * unit) for unit in np.eye(4)]
    parts = np.zeros((4, 4, 4))
    for k, (own, solid, _, axes) in enumerate(bodies(chi)):
        if own == name:
            J_v = np.column_stack([m[k].centre.imag / STEP for m in moved])
            J_w = np.column_stack([np.cross(axes.T,
                                            m[k].axes.imag.T).sum(axis=0) / (2 * STEP) for m in moved])
            I = np.diag(solid.inertia)
            parts += [solid.mass * J_v.T @ J_v, J_w.T @ axes @ I @ axes.T @ J_w, J_w.T @ I @ J_w,
                      J_w.T @ axes.T @ I @ axes @ J_w]
    return parts


def with_rows(name, chi):
    """`mass_matrix_of` with the rows of the axes in e x e_d."""
    moved = [bodies(chi + 1j * STEP * unit) for unit in np.eye(4)]
    total = masses_and_moments(name, chi)[0]
    for k, (own, solid, _, axes) in enumerate(bodies(chi)):
        if own == name:
            J_w = np.column_stack([np.cross(axes, m[k].axes.imag).sum(axis=0) / (2 * STEP) for m in moved])
            total = total + J_w.T @ axes @ np.diag(solid.inertia) @ axes.T @ J_w
    return total


def first_body(name, chi):
    """`mass_matrix_of` for the first body with the name only."""
    moved = [bodies(chi + 1j * STEP * unit) for unit in np.eye(4)]
    k = [body.name for body in bodies(chi)].index(name)
    _, solid, _, axes = bodies(chi)[k]
    J_v = np.column_stack([m[k].centre.imag / STEP for m in moved])
    J_w = np.column_stack([np.cross(axes.T, m[k].axes.imag.T).sum(axis=0) / (2 * STEP) for m in moved])
    return solid.mass * J_v.T @ J_v + J_w.T @ axes @ np.diag(solid.inertia) @ axes.T @ J_w


def mass_gradient(chi):
    """dM/dchi_k by complex steps, (4, 4, 4)."""
    return np.array([mass_matrix(chi + 1j * STEP * unit).imag / STEP for unit in np.eye(4)])


def velocity_force(chi=E, chi_d=RATE):
    """C chi_d from the kinetic energy, in N and N mm."""
    dM = mass_gradient(chi)
    M_d = np.einsum("k,kij->ij", chi_d, dM)
    slope = np.einsum("i,kij,j->k", chi_d, dM, chi_d)
    return np.multiply(FORCE_UNIT, M_d @ chi_d - slope / 2)


def by_the_paper(chi=E, chi_d=RATE):
    """The same by Eq. (64)."""
    dM = mass_gradient(chi)
    M_d = np.einsum("k,kij->ij", chi_d, dM)
    U = np.einsum("i,kij->kj", chi_d, dM)
    C = (M_d + U.T - U) / 2
    return np.multiply(FORCE_UNIT, C @ chi_d)


def other_order(chi=E, chi_d=RATE):
    """Eq. (64) with the sums read in the other order: C becomes half of M_d."""
    return 1e-3 * np.einsum("k,kij,j->i", chi_d, mass_gradient(chi), chi_d) / 2


def payload(m=0.35, b=28.0, alpha=0.4):
    """What a point on the platform's own x axis adds to M."""
    x_rate = -b * np.sin(alpha)
    y_rate = b * np.cos(alpha)
    J = np.array([[1, 0, 0, x_rate], [0, 1, 0, y_rate], [0, 0, 1, 0]])
    return m * J.T @ J


def forces(chi=E, chi_d=RATE, chi_dd=RATE_2):
    """J^-T (M chi_dd + C chi_d + G) without a load (N)."""
    inertia = np.multiply(FORCE_UNIT, mass_matrix(chi) @ chi_dd)
    velocities = velocity_force(chi, chi_d)
    Q = inertia + velocities + gravity(chi)
    return np.linalg.solve(jacobian(chi).T, Q)


def with_payload(weight=P.g, centrifugal=0.0, m=0.35, b=28.0, alpha=0.4):
    """The forces of task 4 with the thing of task 3 on board (N)."""
    axis = np.array([np.cos(alpha), np.sin(alpha), 0.0, 0.0])
    more = 1e-3 * payload() @ RATE_2 - 1e-3 * centrifugal * m * b * RATE[3]**2 * axis
    return forces() + np.linalg.solve(jacobian(E).T, more - [0.0, 0.0, m * weight, 0.0])


def wrong_forces():
    """What is done wrongly in task 4."""
    M_part, C_part, G, J = 1e-3 * mass_matrix(E) @ RATE_2, velocity_force(), gravity(E), jacobian(E)
    Q = M_part + C_part + G
    return {
        "C chi_d is missing.": np.linalg.solve(J.T, M_part + G),
        "M chi_dd is missing.": np.linalg.solve(J.T, C_part + G),
        "Only the weight is there; the machine moves.": np.linalg.solve(J.T, G),
        "G is missing: the weight.": np.linalg.solve(J.T, M_part + C_part),
        "G has the other sign: z points down, and G comes with its own sign.":
            np.linalg.solve(J.T, M_part + C_part - G),
        "This is J^-1 Q; the actuators' forces are J^-T Q.": np.linalg.solve(J, Q),
        "This is J.T Q: it maps forces of the actuators to the platform; here the way is back, J^-T.":
            J.T @ Q,
        "This is J Q; forces need J^-T.": J @ Q,
        "This is Q itself, the force on the platform's coordinates.": Q,
        "M chi_dd is in kg mm/s2: it is 1000 times too large for newtons.":
            np.linalg.solve(J.T, 1e3 * M_part + C_part + G),
        "M chi_dd and C chi_d are in kg mm/s2: 1000 times too large for newtons.":
            np.linalg.solve(J.T, 1e3 * (M_part + C_part) + G),
        "G is in newtons already: 1e-3 belongs to M chi_dd and C chi_d.":
            np.linalg.solve(J.T, M_part + C_part + 1e-3 * G),
        "G is the whole weight along Z here; a part of each limb hangs on the base: take the function.":
            np.linalg.solve(J.T, M_part + C_part - [0.0, 0.0, P.g * P.moving_mass, 0.0]),
        "The load of the paper is in these forces; there is none here.":
            np.linalg.solve(J.T, Q + paper_load("N.m")),
        "The load of the paper, with N mm, is in these forces; there is none here.":
            np.linalg.solve(J.T, Q + paper_load("N.mm")),
        "This is with the payload of task 3; it was taken off again.": with_payload(),
        "This is with the payload of task 3, its centrifugal force too; it was taken off again.":
            with_payload(centrifugal=1.0),
        "The payload of task 3 is still in M; it was taken off again.": with_payload(weight=0.0),
        "C chi_d was replaced by M_d chi_d; half of the gradient of chi_d.T M chi_d goes off.":
            np.linalg.solve(J.T, M_part + G + 2 * other_order()),
    }


def power(chi=E, chi_d=RATE, chi_dd=RATE_2):
    """Power of the actuators in N mm/s."""
    F = forces(chi, chi_d, chi_dd)
    V = jacobian(chi) @ chi_d
    return F @ V


def wrong_powers():
    """What is done wrongly in task 5."""
    J, Q = jacobian(E), jacobian(E).T @ forces()
    return {
        "C chi_d is missing in the forces.": float((Q - velocity_force()) @ RATE),
        "The weight is missing in the forces.": float((Q - gravity(E)) @ RATE),
        "Forces of the actuators belong to the speeds of the actuators, V = J chi_d, not to chi_d.":
            float(forces() @ RATE),
        "Two norms were multiplied; each force belongs to the speed of its own actuator, with its sign.":
            float(np.linalg.norm(forces()) * np.linalg.norm(J @ RATE)),
        "The sizes were added; a brake counts negative.": float(np.abs(forces() * (J @ RATE)).sum()),
        "The speeds are J chi_d, with the rates; here the accelerations were taken.":
            float(forces() @ J @ RATE_2),
        "Only the actuators that put power in are counted; those that brake count too, negative.":
            float(np.clip(forces() * (J @ RATE), 0.0, None).sum()),
        "This is in N m/s; N mm/s are asked for.": float(forces() @ J @ RATE) / 1000,
        "J stands transposed.": float(forces() @ J.T @ RATE),
    }


@cache
def parts(size, frequency=1.0):
    """The parts "M", "C", "G", "f" of the actuators' forces over a period of the swing, N."""
    return force_terms(*swing(np.linspace(0, 1 / frequency, 2001), frequency, size))


def peak(term, size, frequency=1.0, which=slice(None)):
    """Largest part of a term over a period and all actuators, or one of them, N."""
    return float(np.abs(parts(size, frequency)[term][:, which]).max())


def rms(term, size):
    """Root of the mean square of a term at 1 Hz over a period and all actuators, N."""
    return float(np.sqrt(np.mean(parts(size)[term]**2)))


def crossing(frequency=4.0):
    """Frequency in Hz at which inertia reaches the weight in a swing of half the size, from any other."""
    weight, inertia = peak("G", 0.5, frequency), peak("M", 0.5, frequency)
    return frequency * np.sqrt(weight / inertia)


def wrong_crossings():
    """What is done wrongly in task 7."""
    full = np.sqrt(peak("G", 1.0) / peak("M", 1.0))
    read = (full + 2.5) / 2                     # 2.457 Hz, or 2.5 as the picture of the lesson says
    return {
        "This is the swing of full size.": full,
        "This is where the velocity terms reach the weight; inertia is asked for.":
            np.sqrt(peak("G", 0.5) / peak("C", 0.5)),
        "M chi_dd and C chi_d are taken together here; inertia alone is asked for.":
            np.sqrt(peak("G", 0.5) / np.abs(parts(0.5)["M"] + parts(0.5)["C"]).max()),
        **{f"This is actuator {i + 1} alone; the largest inertia part and the largest weight part of any are "
           "asked for.": np.sqrt(peak("G", 0.5, which=i) / peak("M", 0.5, which=i)) for i in range(4)},
        "These are rms values over the period; the largest are asked for.":
            np.sqrt(rms("G", 0.5) / rms("M", 0.5)),
        "Half the size is not half the frequency: the inertia is smaller, so the crossing comes later.":
            read / 2,
        "Twice the frequency of the lesson would need exactly a quarter of the inertia and the same weight; "
        "look at both.": 2 * read,
        "Inertia grows with the square of the frequency.": peak("G", 0.5) / peak("M", 0.5),
        "The fraction is upside down.": np.sqrt(peak("M", 0.5) / peak("G", 0.5)),
        "This is in rad/s; Hz are asked for.": 2 * np.pi * crossing(),
        "This is the swing of a quarter of the size; half is asked for.":
            np.sqrt(peak("G", 0.25) / peak("M", 0.25)),
    }


TASKS = {
    "1": Function(
        reference=mass_matrix_of, samples=[("lower links", E), ("actuators", OTHER)],
        done="Summed over all five names this is M.",
        hint="J_v from the imaginary parts of the centres, J_w from 1/2 sum e x e_d, I = A diag A.T.",
        mistakes={
            "The moments of inertia are missing: a body turns as well.":
                lambda name, chi: masses_and_moments(name, chi)[0],
            "Only the moments of inertia are there; the centres move too.":
                lambda name, chi: masses_and_moments(name, chi)[1],
            "The principal moments belong to the body's axes: I = A diag A.T.":
                lambda name, chi: masses_and_moments(name, chi)[[0, 2]].sum(axis=0),
            "I = A diag A.T, with A's columns as axes; here it stands transposed.":
                lambda name, chi: masses_and_moments(name, chi)[[0, 3]].sum(axis=0),
            "omega is one half of the sum e x e_d.":
                lambda name, chi: masses_and_moments(name, chi)[[0, 1]].T @ [1.0, 4.0],
            "Only the first body with the name is here; sum over all of them.": first_body,
            "The axes are the columns of `axes`; here its rows were taken for e x e_d.": with_rows,
            "These are all bodies; only those with the name are asked for.":
                lambda name, chi: mass_matrix(chi),
            "The factor 1/2 belongs to T, not to M.": lambda name, chi: mass_matrix_of(name, chi) / 2,
        },
        wrong={"returns nothing": lambda name, chi: None, "has no effect": lambda name,
               chi: mass_matrix_of("lower links", chi)}),
    "2": Value(
        reference=(velocity_force, by_the_paper), rtol=1e-6, done="From T alone, without any matrix C.",
        hint="M_d chi_d minus half the gradient of chi_d.T M chi_d, times 1e-3.",
        mistakes={
            "This is M_d chi_d; half the gradient of chi_d.T M chi_d goes off.": lambda: 2 * other_order(),
            "This is half of M_d chi_d: the sums of Eq. (64) were read in the other order.":
                lambda: other_order(),
            "The gradient is not halved.": lambda: 2 * velocity_force() - 2 * other_order(),
            "The gradient goes off; here it is added.": lambda: 4 * other_order() - velocity_force(),
            "This is the gradient part alone; M_d chi_d is missing.":
                lambda: velocity_force() - 2 * other_order(),
            "This is half the gradient alone, and it goes off; M_d chi_d is missing.":
                lambda: 2 * other_order() - velocity_force(),
            "This is C chi_d in kg mm/s2; newtons are asked for.": lambda: 1e3 * velocity_force(),
            "The fourth is still in kg mm2/s2: 1e-3 makes N mm of it, as it makes N of the others.":
                lambda: velocity_force() * [1, 1, 1, 1e3],
        },
        wrong={"sign": lambda: -velocity_force(), "shape": lambda: velocity_force()[:3]}),
    "3": Value(
        reference=payload, done="The entry 44 is m b^2, as Steiner says.",
        hint="The velocity of the thing is D_d + alpha_d b (-sin alpha, cos alpha); M = m J.T J.",
        mistakes={
            "The platform is turned: the thing lies in the direction alpha.": dict(alpha=0.0),
            "alpha turns the other way.": dict(alpha=-0.4),
            "alpha is in rad; it was taken in degrees.": dict(alpha=np.radians(0.4)),
            "b is in mm, as everything here.": dict(b=0.028),
            "Only the mass is there: the thing is not in D.": dict(b=0.0),
            "The thing lies on the platform's x axis, not on its y axis.":
                lambda m, b, alpha: payload(m, b, alpha + np.pi / 2),
            "The turn moves it at right angles to the way from D: (-sin, cos).":
                lambda m, b, alpha: payload(m, b, alpha - np.pi / 2),
            "Only the diagonal is there: a thing beside D couples the turn with x and y.":
                lambda m, b, alpha: np.diag([m, m, m, m * b**2]),
            "The entry 44 is missing: the turn moves the thing as well, m b^2.":
                lambda m, b, alpha: payload(m, b, alpha) * (np.arange(16) < 15).reshape(4, 4),
            "In the entry 44 b enters twice, from both sides.":
                lambda m, b, alpha: payload(m, b, alpha) - np.diag([0, 0, 0, m * b**2 - m * b]),
            "The entry 44 is m b^2: the 1/2 belongs to the energy.":
                lambda m, b, alpha: payload(m, b, alpha) - np.diag([0, 0, 0, m * b**2 / 2]),
            "This is M with the thing; what is added is asked for.":
                lambda m, b, alpha: payload(m, b, alpha) + mass_matrix(E),
            "A point has no moment of inertia of its own; m b^2 counts once.":
                lambda m, b, alpha: payload(m, b, alpha) + np.diag([0, 0, 0, m * b**2]),
        },
        wrong={"shape": lambda m, b, alpha: np.array([m, m, m, m * b**2])}),
    "4": Value(
        reference=forces, done="Some newtons, as a kilogram and some m/s2 must give.",
        hint="J.T F = Q with Q = 1e-3 M chi_dd + C chi_d + G.", mistakes=wrong_forces,
        wrong={"sign": lambda: -forces(), "shape": lambda: forces()[:3]}),
    "5": Value(
        reference=power, done="Negative: they brake.", hint="Each force times the speed of its actuator.",
        mistakes=wrong_powers, wrong={"sign": lambda: -power(), "half": lambda: power() / 2}),
    "6": Choice(
        expected="lower links", options=("platform", "bars", "upper links", "lower links", "actuators"),
        done="All their masses and moments are 30 % too large.",
        mistakes={
            "The platform does not couple Z with the turn; the difference does.": "platform",
            "Bars do not move along Z: their entry 33 is zero, and the difference has one.": "bars",
            "Compare the entries 11 and 22: upper links have nearly twice as much in 22, the difference has "
            "not.":
                "upper links",
            "Look at the sign of the entries 14 and 24: both are positive in the difference.": "actuators",
        },
        wrong={"Choose one of": "links"}),
    "7": Value(
        reference=crossing, rtol=1e-2, done="Half the size, and less than half the inertia.",
        hint="On one path M chi_dd grows with the square of the frequency; the weight stays.",
        mistakes=wrong_crossings),
    "8": Words(mentions=[
        "for which motion: size and speed",
        "beside what: weight or load",
        "a number, such as newtons of each part",
        "the unit of the moment: it decides whether the load is everything"]),
}
