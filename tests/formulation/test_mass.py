"""The closed forms of the mass matrices against the integral that they come from, and against V' M3 V."""

import numpy as np
import pytest
from motions import ROUNDING, rotation

from fcclearn import box, from_inertia, planar
from fcclearn.formulation.coordinates import V, Vdot_qd
from fcclearn.formulation.inertia import pseudo_inertia
from fcclearn.formulation.mass import (
    mass_by_quadrature,
    mass_matrix,
    reduced_inertia_force,
    reduced_mass_matrix,
)

SIDES = np.array([0.4, 0.7, 1.1])


@pytest.mark.parametrize("dimension", [2, 3])
def test_mass_matrix_is_the_integral(dimension):
    """Paper A, Eq. (100): closed form and Gauss quadrature, with a reference point in a corner of the box."""
    reference = np.array([0.3, -0.2, 0.5])
    density = 5.0
    solid = box(density * SIDES.prod(), SIDES).moved(reference)
    lower, upper = (reference - SIDES / 2)[:dimension], (reference + SIDES / 2)[:dimension]
    depth = 1.0 if dimension == 3 else SIDES[2]
    M = mass_by_quadrature(lambda c: density * depth, lower, upper)
    np.testing.assert_allclose(mass_matrix(solid.P, dimension), M, atol=ROUNDING)


def test_mass_matrix_of_variable_density():
    """Paper A, Eq. (100) with the density inside the integral (erratum 10):
    a linear density moves the centre of mass."""
    a = SIDES[0]
    M = mass_by_quadrature(lambda c: 3.0 + 2.0 * c[0], -SIDES / 2, SIDES / 2)
    assert M[0, 0] == pytest.approx(3 * SIDES.prod(), rel=ROUNDING)
    # m times the shift along u
    assert M[0, 3] == pytest.approx(2 * SIDES.prod() * a**2 / 12, rel=ROUNDING)
    assert M[0, 3] != 0 and M[0, 6] == pytest.approx(0, abs=ROUNDING)


def test_principal_axes_make_the_mass_matrix_diagonal():
    """Paper A, Eqs. (101), (102), (103): Iu = (Ieta + Izeta - Ixi) / 2 and so on."""
    solid = from_inertia(2.0, [0.5, 0.6, 0.7])
    Iu, Iv, Iw = (0.6 + 0.7 - 0.5) / 2, (0.5 + 0.7 - 0.6) / 2, (0.5 + 0.6 - 0.7) / 2
    np.testing.assert_allclose(mass_matrix(solid.P), np.diag(np.repeat([2.0, Iu, Iv, Iw], 3)), atol=ROUNDING)


def test_kinetic_energy_is_that_of_the_inertia_tensor():
    """Skew axes and an excentric reference point:
    T = 1/2 m v^2 + 1/2 omega I omega from the tensor itself."""
    rng = np.random.default_rng(3)
    tensor = np.array([[0.5, 0.03, -0.02], [0.03, 0.6, 0.05], [-0.02, 0.05, 0.7]])
    solid = from_inertia(1.7, tensor, com=[0.2, -0.3, 0.4])
    A, omega, velocity = rotation(3, 1.1, rng), rng.normal(size=3), rng.normal(size=3)
    q3d = np.concatenate([velocity, np.cross(omega, A.T).ravel()])
    com = velocity + np.cross(omega, A @ solid.com)
    classical = 0.5 * 1.7 * com @ com + 0.5 * omega @ A @ tensor @ A.T @ omega
    assert 0.5 * q3d @ mass_matrix(solid.P) @ q3d == pytest.approx(classical, rel=ROUNDING)


@pytest.mark.parametrize("Iw", [0.0, 0.3])
def test_reduced_mass_matrix(Iw):
    """Paper A, Eqs. (105), (106), (107): the closed form and ``V' M3 V``, off the manifold."""
    q = np.random.default_rng(6).normal(size=9)
    P = pseudo_inertia(1.7, np.diag([0.5, 0.4, Iw]))
    Vq = V(q, 3, "reduced")
    np.testing.assert_allclose(reduced_mass_matrix(q, 1.7, [0.5, 0.4, Iw]), Vq.T @ mass_matrix(P) @ Vq,
                               atol=ROUNDING)


def test_reduced_inertia_force():
    """Paper A, Eq. (108) with the corrected sign (erratum 1): ``-V' M3 Vdot qd``."""
    q, qd = np.random.default_rng(7).normal(size=(2, 9))
    P = pseudo_inertia(1.7, np.diag([0.5, 0.4, 0.3]))
    expected = -V(q, 3, "reduced").T @ mass_matrix(P) @ Vdot_qd(qd, 3, "reduced")
    np.testing.assert_allclose(reduced_inertia_force(qd, q, 0.3), expected, atol=ROUNDING)


def test_reduced_planar_mass_matrix_is_constant():
    """The 2-D body:
    M2 holds only m, the centre of mass and the moment about the reference point (theory section 5)."""
    P = planar(2.0, 0.5, com=[0.3, -0.4]).P
    values = [V(q, 2, "reduced").T @ mass_matrix(P, 2) @ V(q, 2, "reduced")
              for q in ([1, 2, 0.6, 0.8], [0, 0, -1, 0])]
    np.testing.assert_allclose(values[0], values[1], atol=ROUNDING)
    np.testing.assert_allclose(values[0][2:, 2:], (0.5 + 2.0 * 0.25) * np.eye(2), atol=ROUNDING)
