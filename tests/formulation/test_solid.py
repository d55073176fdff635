"""Solids moved, turned and looked at along their principal axes."""

import numpy as np
import pytest
from motions import ROUNDING, rotation

from fcclearn import composite, from_inertia, massless, point_mass, rod
from fcclearn.formulation.inertia import Solid


def test_moving_a_solid_is_steiner():
    """Turned axes and a shifted origin, against the tensor rules: R I R', and I + m (s.s - s s')."""
    rng = np.random.default_rng(4)
    tensor, com = np.diag([0.5, 0.6, 0.7]), np.array([0.1, 0.2, -0.1])
    shift, A = rng.normal(size=3), rotation(3, 0.9, rng)
    solid = from_inertia(1.7, tensor, com, tip=[1, 2, 3]).moved(shift, A)
    np.testing.assert_allclose(solid.com, shift + A @ com, atol=ROUNDING)
    np.testing.assert_allclose(solid.points["tip"], shift + A @ [1, 2, 3], atol=ROUNDING)
    np.testing.assert_allclose(solid.inertia, A @ tensor @ A.T, atol=ROUNDING)
    s = solid.com
    about_origin = solid.inertia + 1.7 * (s @ s * np.eye(3) - np.outer(s, s))
    np.testing.assert_allclose(np.trace(solid.J) * np.eye(3) - solid.J, about_origin, atol=10 * ROUNDING)
    outline = rod(1.0, 2.0).moved(shift, A).outline[0]
    np.testing.assert_allclose(outline[1], shift + A[:, 0], atol=ROUNDING)


def test_principal_axes_give_the_tensor_back():
    """Paper A, Eq. (102)."""
    rng = np.random.default_rng(5)
    A = rotation(3, 1.3, rng)
    solid = from_inertia(1.3, A @ np.diag([0.5, 0.6, 0.7]) @ A.T, com=[1, 2, 3])
    moments, axes = solid.principal()
    assert moments[0] >= moments[1] >= moments[2]
    assert np.linalg.det(axes) == pytest.approx(1)
    central = axes @ np.diag(moments) @ axes.T
    np.testing.assert_allclose(np.trace(central) * np.eye(3) - central, solid.inertia, atol=ROUNDING)


def test_inertia_products_are_tensor_entries():
    """I_xy = - integral of x y dm: two masses on the line x = y give a negative entry."""
    pair = composite(point_mass(1.0, [1, 1, 0]), point_mass(1.0, [-1, -1, 0]))
    assert pair.inertia[0, 1] == -2.0
    np.testing.assert_allclose(from_inertia(2.0, pair.inertia).P, pair.P, atol=ROUNDING)


def test_nearly_flat_solids_are_possible():
    """The triangle inequality holds with equality for a lamina: rounding must not reject it."""
    A = rotation(3, 1.3, np.random.default_rng(1))
    from_inertia(1.0, A @ np.diag([1.0, 2.0, 3.0]) @ A.T)
    assert massless(tip=[1, 0, 0]).com.tolist() == [0, 0, 0]
    assert isinstance(massless(), Solid)
