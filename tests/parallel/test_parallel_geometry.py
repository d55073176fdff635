"""Parameters: Paper B, Tables 1-3 (chosen values), Eqs. (9), (18), (40)-(42)."""
from dataclasses import replace

import numpy as np
import pytest
from parallel_helpers import REFERENCE_DIGITS, P

from fcclearn.parallel.geometry import Solid, box, cylinder


@pytest.mark.parametrize("name, mass, inertia", [
    ("platform", 0.688417481, (489.177988, 489.177988, 966.882352)),
    ("base_bar", 0.123193392, (3.49047944, 92.7235597, 92.1897217)),
    ("upper", 0.046806, (22.1899445, 22.3303625, 0.639682)),
    ("lower", 0.07301736, (83.6839793, 83.9030314, 0.99790392)),
    ("barrel", 0.033624378, (2.60869134, 2.60869134, 0.823797266)),
    ("piston", 0.00900653, (0.703072239, 0.703072239, 0.0551649955)),
])
def test_solids_have_the_reference_masses_and_inertias(name, mass, inertia):
    """Table 2 of Paper B, with chosen solids; the reference is rounded to 9 digits."""
    solid = getattr(P, name)
    np.testing.assert_allclose(solid.mass, mass, rtol=1e-7)
    np.testing.assert_allclose(solid.inertia, inertia, rtol=1e-8)


def test_moving_mass_counts_24_bodies():
    """Paper B, Eq. (63): the platform, 3 bars and 20 links move."""
    np.testing.assert_allclose(P.moving_mass, 1.947461449, rtol=REFERENCE_DIGITS)
    assert sum(link.limbs.stop - link.limbs.start for link in P.links) == 20


def test_box_inertia_by_quadrature():
    """A second road to m (y^2 + z^2) / 12."""
    y, z = (np.arange(400) + 0.5) / 400 * 3 - 1.5, (np.arange(400) + 0.5) / 400 * 5 - 2.5
    solid = box(2.0, 3.0, 5.0)
    np.testing.assert_allclose(solid.inertia[0], solid.mass * np.mean(y[:, None]**2 + z**2), rtol=1e-5)


def test_cylinder_inertia_by_quadrature():
    """A second road to m R^2 / 2 and m (3 R^2 + L^2) / 12."""
    x = (np.arange(600) + 0.5) / 600 * 4 - 2
    disc = x[:, None]**2 + x**2 < 4
    solid = cylinder(2.0, 5.0)
    np.testing.assert_allclose(solid.inertia[2], solid.mass * np.mean((x[:, None]**2 + x**2)[disc]),
                               rtol=1e-3)
    np.testing.assert_allclose(solid.inertia[0],
                               solid.mass * (np.mean((x[:, None]**2 + 0 * x)[disc]) + 25 / 12), rtol=1e-3)


@pytest.mark.parametrize("change, words", [
    ({"l2": float("nan")}, "l2 = nan is not finite"),
    ({"l2": -65.0}, "l2 = -65.0 must be positive"),
    ({"r0": 0.085}, "r0 = 0.085 mm is less than 1 mm.*metres"),
    ({"L_max": (30.0, 59.4, 59.4, 88.0)}, "actuator 1: L_min = 32 mm must be less than L_max = 30 mm"),
    ({"L_max": (59.0, 59.0, 95.0, 88.0)},
     "actuator 3: its triangle .* between 30 and 90 mm, not for the stroke 32 .. 95 mm"),
    ({"L_min": (32.0, 32.0, 32.0, 29.0)}, "actuator 4: its triangle"),
    ({"L_min": (32.0, 32.0)}, "L_min = .* must have 4 values"),
    ({"Z_min": 200.0}, "Z_min = 200 mm cannot be reached: the limbs are l2 \\+ l3 = 172 mm long"),
    ({"l20": 70.0}, "l20 = 70 mm must be less than l2 = 65 mm, of which it is a part"),
    ({"theta0": (0.0, 1.0, 2.0)}, "three limbs must be 120 degrees apart"),
    ({"upper": Solid(0.1, (1.0, 1.0, 3.0))}, "upper: .*triangle inequality"),
    ({"platform": Solid(0.7, (4.9e-4, 4.9e-4, 9.7e-4))}, "platform: its radius of gyration .* kg m2"),
    ({"g": 9800.0}, "g = 9800 is not in N/kg .*mm/s2"),
])
def test_bad_parameters_get_one_sentence(change, words):
    """Links that cannot close, limits out of order, wrong units, values that are not finite."""
    with pytest.raises(ValueError, match=words) as error:
        replace(P, **change)
    assert "\n" not in str(error.value)


def test_density_in_kg_per_cubic_metre_is_noticed():
    with pytest.raises(ValueError, match="was it given in kg/m3"):
        box(1.0, 1.0, 1.0, density=7801.0)
