"""Dynamics: Paper B, Eqs. (36)-(65), by a second road: points, Newton-Euler, virtual work."""
from dataclasses import replace

import numpy as np
import pytest
from parallel_helpers import (
    POSES,
    REFERENCE_DIGITS,
    ROUNDING,
    SPEEDS,
    START,
    STEP,
    P,
    Rz,
    gradient,
    rate,
    relative,
)

from fcclearn.parallel.coriolis import automatic, christoffel, from_paper
from fcclearn.parallel.dynamics import (
    coriolis_matrix,
    energy,
    forward_dynamics,
    generalized_force,
    gravity,
    inverse_dynamics,
    kinetic_energies,
    mass_matrix,
    potential_energy,
)
from fcclearn.parallel.geometry import FORCE_UNIT, Solid
from fcclearn.parallel.position import points
from fcclearn.parallel.simulation import paper_load, paper_motion
from fcclearn.parallel.velocity import actuator_velocity, jacobian

FORCE_DIGITS = 1e-9     # relative to the largest force: reference numbers have 10 digits
DIFFERENCE = 1e-9       # relative: fourth-order differences in time of exact velocities
POSITION_STEP = 1e-4    # s


def bodies(chi):
    """Mass, inertia, centre of mass and rotation of all 24 bodies,
    from the named points alone (no angle, no row)."""
    at = points(chi)
    alpha = chi[3]

    def frame(a, b, i):
        """Frame with z along the link and y along the normal of limb plane i."""
        z = (at[b] - at[a]) / np.sqrt(np.sum((at[b] - at[a])**2))
        away = at[f"R{i}1"] - at[f"R{i}5"]
        y = np.cross([0, 0, 1], away / np.sqrt(np.sum(away**2)))
        return np.array([np.cross(y, z), y, z]).T

    def link(solid, a, b, distance, i):
        R = frame(a, b, i)
        return solid.mass, np.diag(solid.inertia), at[a] + distance * R[:, 2], R

    found = [(P.platform.mass, np.diag(P.platform.inertia), at["D"], Rz(alpha))]
    for i in (1, 2, 3):
        away = at[f"R{i}1"] - at[f"R{i}5"]
        x = away / np.sqrt(np.sum(away**2))
        z = np.array([0, 0, 1])
        found.append((P.base_bar.mass, np.diag(P.base_bar.inertia), at[f"R{i}3"],
                      np.array([x, np.cross(z, x), z]).T))
        for a, b in ((5, 7), (4, 6)):
            found.append(link(P.upper, f"R{i}{a}", f"R{i}{b}", P.l21, i))
        for a, b in ((7, 9), (6, 8)):
            found.append(link(P.lower, f"R{i}{a}", f"R{i}{b}", P.l31, i))
        found.append(link(P.barrel, f"R{i}1", f"R{i}2", P.l41, i))
        found.append(link(P.piston, f"R{i}2", f"R{i}1", P.l42, i))
    found.append(link(P.barrel, "R41", "R42", P.l41, 1))
    found.append(link(P.piston, "R42", "R41", P.l42, 1))
    return found


def vee(W):
    return np.array([W[2, 1], W[0, 2], W[1, 0]])


def twists(chi, chi_d):
    """Velocity of the centre of mass and angular velocity of each body, by a complex step."""
    moved = bodies(chi + 1j * STEP * chi_d)
    return [(r.imag / STEP, vee(R.imag / STEP @ R.real.T)) for _, _, r, R in moved]


def newton_euler(motion, t):
    """Generalized force by virtual work of m (a - g) and d(I omega)/dt,
    accelerations by differences of exact velocities."""
    def momenta(s):
        chi, chi_d, _ = motion(s)
        return [np.hstack([m * v, R @ I @ R.T @ w])
                for (m, I, _, R), (v, w) in zip(bodies(chi), twists(chi, chi_d))]
    h, chi = POSITION_STEP, motion(t)[0]
    samples = [momenta(t + k * h) for k in (-2, -1, 1, 2)]
    virtual = [twists(chi, e) for e in np.eye(4)]
    Q = np.zeros(4)
    for b, (m, _, _, _) in enumerate(bodies(chi)):
        force = (samples[0][b] - 8 * samples[1][b] + 8 * samples[2][b]
                 - samples[3][b]) / (12 * h) * FORCE_UNIT
        force[2] -= m * P.g
        Q += [force @ np.hstack(virtual[k][b]) for k in range(4)]
    return Q


def wiggle(t):
    """A smooth motion with all terms alive."""
    w, a = np.array([7.0, 9.0, 11.0, 13.0]), np.array([6.0, -5.0, 7.0, 0.1])
    return START + [0, 0, 8, 0] + a * np.sin(w * t), a * w * np.cos(w * t), -a * w**2 * np.sin(w * t)


def test_forces_by_newton_euler():
    """Paper B, Eqs. (37), (60), (62), without M, C, G or any formula for an angle."""
    for t in (0.05, 0.3, 0.7):
        chi, chi_d, chi_dd = wiggle(t)
        Q = newton_euler(wiggle, t)
        assert relative(generalized_force(chi, chi_d, chi_dd), Q) < DIFFERENCE
        assert relative(jacobian(chi).T @ inverse_dynamics(chi, chi_d, chi_dd), Q) < DIFFERENCE


def test_mass_matrix_body_by_body():
    """Paper B, Eqs. (39)-(42), (46)-(56), (63): M = sum of m B_1'B_1 + B_2' I B_2,
    with B by complex steps of points."""
    for chi in POSES:
        columns = [twists(chi, e) for e in np.eye(4)]
        M = 0
        for b, (m, I, _, R) in enumerate(bodies(chi)):
            B1, B2 = (np.array([columns[k][b][part] for k in range(4)]).T for part in (0, 1))
            M = M + m * B1.T @ B1 + B2.T @ R @ I @ R.T @ B2
        assert relative(mass_matrix(chi), M) < ROUNDING


def test_kinetic_energy_link_by_link():
    """Paper B, Eq. (38): each kind of body separately, then the sum against chi_d' M chi_d / 2."""
    names = ["platform", *(["base bar", "upper 1", "upper 2", "lower 1", "lower 2", "barrel", "piston"] * 3),
             "barrel of 4", "piston of 4"]
    for chi, chi_d in zip(POSES, SPEEDS):
        expected = dict.fromkeys(names, 0.0)
        for name, (m, I, _, R), (v, w) in zip(names, bodies(chi), twists(chi, chi_d)):
            expected[name] += FORCE_UNIT * 0.5 * (m * v @ v + w @ R @ I @ R.T @ w)
        found = kinetic_energies(chi, chi_d)
        assert set(found) == set(expected)
        for name, value in found.items():
            np.testing.assert_allclose(value, expected[name], rtol=1e-11)
        np.testing.assert_allclose(sum(found.values()), FORCE_UNIT * 0.5 * chi_d @ mass_matrix(chi) @ chi_d,
                                   rtol=ROUNDING)


def test_gravity_is_the_gradient_of_the_potential():
    """Paper B, Eqs. (57)-(59): G = dP/dchi, P = -sum m g z with z down."""
    for chi in POSES:
        assert relative(gravity(chi), gradient(potential_energy, chi)) < ROUNDING
        np.testing.assert_allclose(potential_energy(chi), -P.g * sum(m * r[2] for m, _, r, _ in bodies(chi)),
                                   rtol=ROUNDING)


def test_mass_matrix_is_symmetric_and_positive():
    M = mass_matrix(POSES)
    np.testing.assert_allclose(M, np.swapaxes(M, -1, -2), rtol=0, atol=1e-12)
    assert np.all(np.linalg.eigvalsh(M) > 0.5)


def test_coriolis_four_ways():
    """Paper B, Eqs. (36), (64), (B1)-(B13): the paper's form, Christoffel symbols,
    the kinetic energy alone, the closed form."""
    for chi, chi_d in zip(POSES, SPEEDS):
        C = coriolis_matrix(chi, chi_d)
        assert relative(from_paper(chi, chi_d), C) < ROUNDING
        assert relative(christoffel(chi, chi_d), C) < ROUNDING
        assert relative(automatic(chi, chi_d), C @ chi_d) < ROUNDING


def test_passivity():
    """M_d - 2C is skew (Paper B, Eq. (64)): a wrong sign of omega_y leaves M as it is and is seen here."""
    for chi, chi_d in zip(POSES, SPEEDS):
        N = rate(mass_matrix, chi, chi_d) - 2 * coriolis_matrix(chi, chi_d)
        assert np.abs(N + N.T).max() < ROUNDING * np.abs(N).max()


def test_power_balance():
    """d(K + P)/dt = tau'V - f'chi_d: Paper B, Eqs. (57), (61); a wrong sign of G, f or C breaks it."""
    f = np.array([3.0, -2.0, 5.0, 40.0])
    chi_dd = 10 * SPEEDS[::-1]
    for chi, chi_d, acc in zip(POSES, SPEEDS, chi_dd):
        tau = inverse_dynamics(chi, chi_d, acc, f)
        power = np.imag(energy(chi + 1j * STEP * chi_d, chi_d + 1j * STEP * acc)) / STEP
        np.testing.assert_allclose(power, tau @ actuator_velocity(chi, chi_d) - f @ chi_d, rtol=1e-10)


def test_forward_undoes_inverse():
    """Paper B, Eqs. (60)-(62)."""
    f, chi_dd = np.array([25.0, 25.0, 50.0, 25.0]), 10 * SPEEDS[::-1]
    tau = inverse_dynamics(POSES, SPEEDS, chi_dd, f)
    np.testing.assert_allclose(forward_dynamics(POSES, SPEEDS, tau, f), chi_dd, rtol=0,
                               atol=1e-10 * np.abs(chi_dd).max())


def test_two_roads_to_the_generalized_force():
    """Paper B, Eq. (60): M chi_dd + C chi_d + G against virtual work, for many poses at once."""
    chi_dd = 10 * SPEEDS[::-1]
    Q = FORCE_UNIT * (np.einsum("nij,nj->ni", mass_matrix(POSES), chi_dd)
                      + np.einsum("nij,nj->ni", coriolis_matrix(POSES, SPEEDS), SPEEDS))
    assert relative(generalized_force(POSES, SPEEDS, chi_dd), Q + gravity(POSES)) < ROUNDING


def test_limit_of_massless_limbs():
    """Paper B, Eqs. (55), (65): with massless limbs M is diagonal, C = 0 and G is the platform's weight."""
    names = ("base_bar", "upper", "lower", "barrel", "piston")
    light = replace(P, **{name: Solid(1e-12, tuple(1e-12 * I for I in getattr(P, name).inertia))
                          for name in names})
    np.testing.assert_allclose(mass_matrix(START, light),
                               np.diag([P.platform.mass] * 3 + [P.platform.inertia[2]]), atol=1e-6)
    np.testing.assert_allclose(coriolis_matrix(START, SPEEDS[0], light), 0, atol=1e-6)
    np.testing.assert_allclose(gravity(START, light), [0, 0, -P.platform.mass * P.g, 0], atol=1e-6)


def test_limit_of_no_motion_and_no_gravity():
    """Paper B, Eq. (62): at rest without weight J'tau = f, the delivered load;
    a push down needs longer actuators."""
    free = replace(P, g=1e-300)
    tau = inverse_dynamics(START, np.zeros(4), np.zeros(4), [0, 0, 10.0, 0], free)
    np.testing.assert_allclose(jacobian(START).T @ tau, [0, 0, 10, 0], atol=1e-12)
    symmetric = inverse_dynamics([0, 0, 110, 0.3], np.zeros(4), np.zeros(4), [0, 0, 10.0, 0], free)
    V = actuator_velocity([0, 0, 110, 0.3], [0, 0, 1.0, 0])
    np.testing.assert_allclose(symmetric @ V, 10.0, rtol=1e-12)


REFERENCE = {   # Paper B, Eq. (62): forces at t = 0, 1, 2 s for three readings of the load
    (0, "N.m"): [-2613.930657, -2714.292074, -760.7564595, 3470.354579],
    (0, "N.mm"): [-169.6896753, -59.07347356, 65.30151008, 172.9262602],
    (0, "none"): [2.983102808, -4.0754716, -2.520815487, -22.7430313],
    (1, "N.m"): [-2806.377131, -2828.618973, -678.3595696, 3658.465798],
    (1, "N.mm"): [-174.7734097, -66.61339506, 67.39923479, 180.0008104],
    (1, "none"): [2.402785587, -3.929857621, -2.394112521, -22.35134133],
    (2, "N.m"): [-5952.825762, -5389.841792, 687.7692475, 6955.355711],
    (2, "N.mm"): [-269.2966528, -169.7224001, 116.8170022, 289.8629817],
    (2, "none"): [-0.2298786586, -3.10919049, -1.722124352, -20.44755159],
}


@pytest.mark.parametrize("t, unit", REFERENCE)
def test_reference_forces(t, unit):
    """Paper B, Eq. (62), along the paper's motion."""
    F = inverse_dynamics(*paper_motion(t), paper_load(unit))
    np.testing.assert_allclose(F, REFERENCE[t, unit], rtol=FORCE_DIGITS, atol=1e-10 * np.abs(F).max())


def test_reference_mass_matrix_and_gravity():
    """Paper B, Eqs. (56), (59), at the initial pose."""
    np.testing.assert_allclose(mass_matrix(START), [
        [1.055052409, 0.07956362768, -0.01810778835, -2.561023122],
        [0.07956362768, 1.142962528, 0.03364459332, -3.828111953],
        [-0.01810778835, 0.03364459332, 1.095240897, -4.635030138],
        [-2.561023122, -3.828111953, -4.635030138, 1827.77919]], rtol=REFERENCE_DIGITS)
    np.testing.assert_allclose(gravity(START), [0.2393407647, -0.3814489043, -11.58462043, 52.22484678],
                               rtol=REFERENCE_DIGITS)


def test_bad_input():
    with pytest.raises(ValueError, match="the acceleration has a component that is not finite"):
        inverse_dynamics(START, np.zeros(4), [np.nan, 0, 0, 0])
    with pytest.raises(ValueError, match="the load has a component that is not finite"):
        inverse_dynamics(START, np.zeros(4), np.zeros(4), [0, 0, np.inf, 0])
    with pytest.raises(ValueError, match="the load must have four components"):
        inverse_dynamics(START, np.zeros(4), np.zeros(4), [1.0, 2.0, 3.0])
    with pytest.raises(ValueError, match="the force of the actuators has a component that is not finite"):
        forward_dynamics(START, np.zeros(4), [0, 0, np.nan, 0])
    with pytest.raises(ValueError, match="is singular"):
        inverse_dynamics([10.0, 0.0, 110.0, 0.0], np.zeros(4), np.zeros(4))
    # not needed there: M is regular
    chi_dd = forward_dynamics([10.0, 0.0, 110.0, 0.0], np.zeros(4), np.zeros(4))
    assert np.all(np.isfinite(chi_dd))
