"""The parts of the actuators' forces against the road without matrices, and the motion used for them."""
import numpy as np
import pytest
from parallel_helpers import START

from fcclearn.parallel.bodies import bodies, mass_matrix_of
from fcclearn.parallel.dynamics import gravity, inverse_dynamics, mass_matrix
from fcclearn.parallel.geometry import REFERENCE
from fcclearn.parallel.simulation import fast_motion, paper_load, paper_motion, swing
from fcclearn.parallel.terms import TERMS, force_terms
from fcclearn.parallel.velocity import jacobian, times


@pytest.mark.parametrize("motion, f", [(fast_motion, 0.0), (fast_motion, paper_load("N.mm")), (paper_motion,
    paper_load("N.m"))])
def test_the_parts_add_up_to_the_forces(motion, f):
    state = motion(np.linspace(0, 0.3, 7))
    parts = force_terms(*state, f)
    whole = inverse_dynamics(*state, f)
    assert tuple(parts) == TERMS
    np.testing.assert_allclose(sum(parts.values()), whole, rtol=0, atol=1e-11 * np.abs(whole).max())


def test_weight_and_load_need_no_motion():
    parts = force_terms(*fast_motion(0.05), paper_load("N.m"))
    chi = fast_motion(0.05)[0]
    np.testing.assert_allclose(times(jacobian(chi).T, parts["G"]), gravity(chi), rtol=1e-11)
    np.testing.assert_allclose(times(jacobian(chi).T, parts["f"]), paper_load("N.m"), rtol=1e-11)


def test_a_swing_has_its_own_derivatives():
    for t in (0.03, 0.2):
        for order in (0, 1):
            steps = [swing(t + h, 2.3, 0.7)[order] for h in (-1e-5, 1e-5)]
            np.testing.assert_allclose((steps[1] - steps[0]) / 2e-5, swing(t, 2.3, 0.7)[order + 1], rtol=1e-6)
    np.testing.assert_allclose(swing(0.1, 1.0, 0.0)[0], START + [0, 0, 10, 0])
    for ours, theirs in zip(swing(0.05, 3.0), fast_motion(0.05)):
        np.testing.assert_array_equal(ours, theirs)


def test_the_bodies_one_by_one_make_the_mass_matrix_and_the_weight():
    for chi in (START, np.array([12.0, -9.0, 120.0, 0.4])):
        np.testing.assert_allclose(mass_matrix_of(chi), mass_matrix(chi), rtol=1e-11, atol=1e-11)
        weight = [-9.8 * sum(b.solid.mass * b.centre[2].imag for b in bodies(chi + 1e-30j * e)) / 1e-30
                  for e in np.eye(4)]
        np.testing.assert_allclose(weight, gravity(chi), rtol=0, atol=1e-11)


def test_a_body_is_where_its_pins_are_and_its_axes_are_orthogonal():
    found = bodies(START)
    assert abs(sum(body.solid.mass for body in found) - REFERENCE.moving_mass) < 1e-12
    for body in found:
        np.testing.assert_allclose(body.axes.T @ body.axes, np.eye(3), atol=1e-12)
        assert np.linalg.det(body.axes) > 0.99
