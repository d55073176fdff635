"""Lagrangian dynamics: M, C, G, actuator forces, accelerations.

With (x, z) the centre of mass of a link in its limb plane,
psi its direction and theta_i1' the rate of the plane,

    K = 1/2 [ m (x'^2 + z'^2) + I_yy psi'^2 + P theta_i1'^2 ],    P = m x^2 + I_xx cos^2 psi + I_zz sin^2 psi

which is Paper B, Eq. (38), with Eqs. (39), (46), (47), (53), (54) multiplied out.
M is in kg, kg mm, kg mm2; C chi_d in kg mm/s2, kg mm2/s2; G, f and Q in N, N mm; energies in N mm.
"""
import numpy as np

from .arrays import components, finite
from .geometry import FORCE_UNIT, REFERENCE
from .links import directions, motion, parts
from .velocity import along, inverse_jacobian, jacobian, times


def _outer(a, b):
    """Sum over the limbs of a' b for rows (4, limbs, ...): (..., 4, 4)."""
    return np.einsum("ai...,bi...->...ab", a, b)


def platform_mass_matrix(p=REFERENCE):
    """M_0 = diag(m, m, m, I_zz): Paper B, Eq. (55)."""
    m, (_, _, I_zz) = p.platform
    return np.diag([m, m, m, I_zz])


def mass_matrix(chi, p=REFERENCE):
    """M(chi), symmetric and positive definite: Paper B, Eqs. (55), (56), (63).

    Per link  m (b_x'b_x + b_z'b_z) + I_yy b_psi'b_psi + P b_1'b_1.
    Eq. (63) runs over 20 links, since i = 4 occurs with j = 4 only (erratum).

    Parameters
    ----------
    chi : (..., 4) poses, mm and rad; complex steps pass through

    Returns
    -------
    (..., 4, 4) in kg (3x3 block), kg mm (last row and column), kg mm2 (last entry)

    Examples
    --------
    >>> round(float(mass_matrix([-5.5491, 12.7839, 110.0, -0.2654])[0, 0]), 9)
    1.055052409
    """
    found = directions(chi, np.zeros_like(chi), p)
    b_1 = found[1].of(slice(0, 3)).b
    M = platform_mass_matrix(p) + p.base_bar.inertia[2] * _outer(b_1, b_1)
    for link in p.links:
        r = motion(link, found)
        m, (_, I_yy, _) = link.solid
        M = (M + m * (_outer(r.b_x, r.b_x) + _outer(r.b_z, r.b_z))
             + I_yy * _outer(r.b_psi, r.b_psi) + _outer(r.P * r.b_1, r.b_1))
    return M


def coriolis_matrix(chi, chi_d, p=REFERENCE):
    """C(chi, chi_d) in closed form, with M_d - 2C skew: Paper B, Eqs. (63)-(65) and appendix B.

    Per link  m (b_x'b_x_d + b_z'b_z_d) + I_yy b_psi'b_psi_d + P b_1'b_1_d
              + 1/2 [P_d b_1'b_1 + theta_1' (b_1'b_P - b_P'b_1)]

    Returns
    -------
    (..., 4, 4) in kg/s, kg mm/s, kg mm2/s

    Examples
    --------
    >>> bool(abs(coriolis_matrix([-5.5491, 12.7839, 110.0, -0.2654], [0.0, 0.0, 0.0, 0.0])).max() == 0)
    True
    """
    found = directions(chi, chi_d, p)
    chi_d = components(chi_d, like=chi)
    bars = found[1].of(slice(0, 3))
    C = p.base_bar.inertia[2] * _outer(bars.b, bars.b_d)
    for link in p.links:
        r, turn = motion(link, found), found[1].of(link.limbs).psi_d
        m, (_, I_yy, _) = link.solid
        C = C + m * (_outer(r.b_x, r.b_x_d) + _outer(r.b_z, r.b_z_d)) + I_yy * _outer(r.b_psi, r.b_psi_d)
        C = (C + _outer(r.b_1, r.P * r.b_1_d + (along(r.b_P, chi_d) * r.b_1 + turn * r.b_P) / 2)
             - _outer(turn * r.b_P, r.b_1) / 2)
    return C


def gravity(chi, p=REFERENCE):
    """G(chi) = dP/dchi in N, N mm; z points down, so P = -m g z: Paper B, Eqs. (57)-(59).

    Examples
    --------
    >>> gravity([-5.5491, 12.7839, 110.0, -0.2654]).round(6).tolist()
    [0.239341, -0.381449, -11.58462, 52.224847]
    """
    found = directions(chi, np.zeros_like(chi), p)
    G_Z = sum(link.solid.mass * motion(link, found).b_z.sum(1) for link in p.links)
    return -p.g * (p.platform.mass * np.array([0.0, 0.0, 1.0, 0.0]) + np.moveaxis(G_Z, 0, -1))


def kinetic_energies(chi, chi_d, p=REFERENCE):
    """Kinetic energy of each kind of body, summed over the limbs, in N mm: Paper B, Eqs. (38), (46).

    Returns
    -------
    dict of arrays (...): 'platform', 'base bar', 'upper 1', ..., 'barrel', 'piston',
    'barrel of 4', 'piston of 4'

    Examples
    --------
    A platform that sinks along the axis does not turn: its share is m Z_d^2 / 2.

    >>> K = kinetic_energies([0.0, 0.0, 110.0, 0.1], [0.0, 0.0, 10.0, 0.0])["platform"]
    >>> bool(abs(K - 1e-3 * 0.5 * REFERENCE.platform.mass * 10.0**2) < 1e-15)
    True
    """
    found = directions(chi, chi_d, p)
    chi_d = components(chi_d, like=chi)
    m, (_, _, I_zz) = p.platform
    K = {"platform": 0.5 * (m * (chi_d[:3]**2).sum(0) + I_zz * chi_d[3]**2),
         "base bar": 0.5 * p.base_bar.inertia[2] * (found[1].psi_d[:3]**2).sum(0)}
    for link in p.links:
        made, own, turn = parts(link, found), found[link.along].of(link.limbs), found[1].psi_d[link.limbs]
        m, (I_xx, I_yy, I_zz) = link.solid
        x = link.x0 + sum(k * d.e[0] for k, d in made)
        x_d = sum(-k * d.e[1] * d.psi_d for k, d in made)
        z_d = sum(k * d.e[0] * d.psi_d for k, d in made)
        speeds = m * (x_d**2 + z_d**2 + (x * turn)**2)
        spins = I_yy * own.psi_d**2 + (I_xx * own.e[0]**2 + I_zz * own.e[1]**2) * turn**2
        K[link.name + " of 4" * (link.limbs.start == 3)] = 0.5 * (speeds + spins).sum(0)
    return {name: FORCE_UNIT * value for name, value in K.items()}


def potential_energy(chi, p=REFERENCE):
    """P = -g sum(m z) in N mm: Paper B, Eq. (57)."""
    found = directions(chi, np.zeros_like(chi), p)
    P = p.platform.mass * components(chi)[2]
    for link in p.links:
        P = P + link.solid.mass * sum(k * d.e[1] for k, d in parts(link, found)).sum(0)
    return -p.g * P


def energy(chi, chi_d, p=REFERENCE):
    """K + P in N mm, K = chi_d' M chi_d / 2: Paper B, Eq. (38)."""
    return FORCE_UNIT * 0.5 * (chi_d * times(mass_matrix(chi, p), chi_d)).sum(-1) + potential_energy(chi, p)


def generalized_force(chi, chi_d, chi_dd, p=REFERENCE):
    """Q = M chi_dd + C chi_d + G in N, N mm, by the virtual work of the inertia forces:
    Paper B, Eqs. (37), (60).

    No matrix is formed: each link's forces m (a - g) and moments are gathered as moments on the limb angles,
    which do work on the rows b. An independent road to Q, and the fast one.
    """
    found = directions(chi, chi_d, p)
    chi_d, chi_dd = components(chi_d, like=chi), components(chi_dd, like=chi, what="acceleration")
    psi_dd = {a: along(d.b, chi_dd) + along(d.b_d, chi_d) for a, d in found.items()}
    moment = {a: np.zeros_like(x) for a, x in psi_dd.items()}
    moment[1][:3] += p.base_bar.inertia[2] * psi_dd[1][:3]
    for link in p.links:
        who, m, (I_xx, I_yy, I_zz) = link.limbs, *link.solid
        made = [(a, k, found[a].e[:, who], found[a].psi_d[who])
                for a, k in ((2, link.k2), (3, link.k3), (4, link.k4)) if k]
        turn, (e_x, e_z) = found[1].psi_d[who], found[link.along].e[:, who]
        x = link.x0 + sum(k * e[0] for _, k, e, _ in made)
        x_d = sum(-k * e[1] * rate for _, k, e, rate in made)
        force_x = m * (sum(-k * (e[1] * psi_dd[a][who] + e[0] * rate**2) for a, k, e, rate in made)
                       - x * turn**2)
        force_z = m * (sum(k * (e[0] * psi_dd[a][who] - e[1] * rate**2) for a, k, e, rate in made)
                       - p.g / FORCE_UNIT)
        for a, k, e, _ in made:
            moment[a][who] += k * (e[0] * force_z - e[1] * force_x)
        I_slope = 2 * (I_zz - I_xx) * e_x * e_z                                     # dI_z / dpsi
        moment[link.along][who] += I_yy * psi_dd[link.along][who] - I_slope * turn**2 / 2
        P = m * x**2 + I_xx * e_x**2 + I_zz * e_z**2
        P_d = 2 * m * x * x_d + I_slope * found[link.along].psi_d[who]
        moment[1][who] += P * psi_dd[1][who] + P_d * turn
    limbs = sum((found[a].b * moment[a]).sum(1) for a in found)
    platform = times(platform_mass_matrix(p), np.moveaxis(chi_dd, 0, -1) - [0, 0, p.g / FORCE_UNIT, 0])
    return FORCE_UNIT * (np.moveaxis(limbs, 0, -1) + platform)


def inverse_dynamics(chi, chi_d, chi_dd, f=0.0, p=REFERENCE):
    """Actuator forces tau = J^-T (M chi_dd + C chi_d + G + f): Paper B, Eqs. (61)-(62).

    f is the load that the platform has to DELIVER (Paper B says "applied to" it, with the opposite sign:
    erratum); f[3] is in N mm (Paper B says N m). tau > 0 pushes. Blocks of some 10^4 poses run fastest.

    Parameters
    ----------
    chi, chi_d, chi_dd : (..., 4) in mm, rad, s
    f : (4,) or (..., 4) in N, N mm

    Returns
    -------
    (..., 4) forces in N

    Raises
    ------
    PoseError, SingularPose

    Examples
    --------
    >>> rest = [0, 0, 0, 0]
    >>> tau = inverse_dynamics([-5.5491, 12.7839, 110.0, -0.2654], rest, rest, [25, 25, 50, 25e3])
    >>> tau.round(6).tolist()
    [-2613.930657, -2714.292074, -760.75646, 3470.354579]
    """
    return times(np.swapaxes(inverse_jacobian(chi, p), -1, -2),
                 generalized_force(chi, chi_d, chi_dd, p) + finite(f, "load"))


def forward_dynamics(chi, chi_d, tau, f=0.0, p=REFERENCE):
    """Accelerations chi_dd = M^-1 (J'tau - f - G - C chi_d): Paper B, Eqs. (60)-(61) solved.

    No Jacobian is inverted, so it also works at a singularity of the actuators.

    Examples
    --------
    The forces computed for a mechanism at rest keep it at rest:

    >>> pose, rest = [-5.5491, 12.7839, 110.0, -0.2654], np.zeros(4)
    >>> bool(abs(forward_dynamics(pose, rest, inverse_dynamics(pose, rest, rest))).max() < 1e-9)
    True
    """
    chi_d = np.broadcast_to(chi_d, np.shape(chi))
    bias = generalized_force(chi, chi_d, np.zeros_like(chi_d), p)                   # C chi_d + G
    right = (times(np.swapaxes(jacobian(chi, p), -1, -2), finite(tau, "force of the actuators"))
             - finite(f, "load") - bias) / FORCE_UNIT
    return np.linalg.solve(mass_matrix(chi, p), right[..., None])[..., 0]
