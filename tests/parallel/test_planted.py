"""Planted errors: what they change, by a second road, and which comparison of forces notices them."""

from dataclasses import replace

import numpy as np
import pytest

from fcclearn.parallel.comparison import compare
from fcclearn.parallel.coriolis import from_paper
from fcclearn.parallel.dynamics import inverse_dynamics, mass_matrix
from fcclearn.parallel.geometry import REFERENCE as P
from fcclearn.parallel.planted import LIGHT_LOAD, SEEN, columns, fingerprint, per_cents, planted, seen
from fcclearn.parallel.simulation import paper_load, paper_motion, swing
from fcclearn.parallel.velocity import jacobian

SAME = 1e-9
"""Relative difference of two roads to a force: rounding, where J is well conditioned."""

SWING = swing(np.linspace(0, 1 / 3, 31), 3.0)


def test_terms_left_out_are_those_of_mass_matrix_and_coriolis_matrix():
    right, wrong = inverse_dynamics(*SWING, LIGHT_LOAD), planted(*SWING, LIGHT_LOAD)
    for k in (0, 7, 19):
        chi, chi_d, chi_dd = (x[k] for x in SWING)
        M_part = 1e-3 * np.linalg.solve(jacobian(chi).T, mass_matrix(chi) @ chi_dd)
        C_part = 1e-3 * np.linalg.solve(jacobian(chi).T, from_paper(chi, chi_d) @ chi_d)
        np.testing.assert_allclose(right[k] - wrong["M left out"][k], M_part, rtol=SAME)
        np.testing.assert_allclose(right[k] - wrong["M halved"][k], M_part / 2, rtol=SAME)
        np.testing.assert_allclose(right[k] - wrong["C left out"][k], C_part, rtol=SAME, atol=SAME)


def test_wrong_data_and_a_flipped_load_by_the_cartesian_model():
    """A program with these errors in its data, not in its formulas: the multibody model holds them too."""
    t = np.linspace(0, 1 / 3, 4)
    wrong = planted(*swing(t, 3.0), LIGHT_LOAD)
    for name, p, f in (("lower links: mass 10 mm off", replace(P, l31=P.l31 + 10), LIGHT_LOAD),
                       ("l20 1 % too long", replace(P, l20=1.01 * P.l20), LIGHT_LOAD),
                       ("gravity off", replace(P, g=1e-12), LIGHT_LOAD), ("sign of f", P, -LIGHT_LOAD)):
        cartesian = compare(lambda s: swing(s, 3.0), t, f, p).cartesian[3]
        np.testing.assert_allclose(wrong[name], cartesian, rtol=1e-8, atol=1e-8, err_msg=name)


def test_a_heavier_platform_and_its_doubled_moment_by_the_kinetic_energy():
    """Only the platform's own part of M changes: m on the diagonal, I_zz at the turn."""
    right, wrong = inverse_dynamics(*SWING), planted(*SWING)
    _, _, chi_dd = SWING
    J_T = np.swapaxes(jacobian(SWING[0]), 1, 2)
    turn = 1e-3 * P.platform.inertia[2] * chi_dd[:, 3:] * [0, 0, 0, 1]
    asked = np.einsum("nij,nj->ni", J_T, wrong["I_zz of the platform doubled"] - right)
    np.testing.assert_allclose(asked, turn, atol=SAME)
    tenth = 1e-4 * P.platform.mass * (chi_dd - [0, 0, 1e3 * P.g, 0]) * [1, 1, 1, 0] + turn / 10
    asked = np.einsum("nij,nj->ni", J_T, wrong["platform 10 % heavier"] - right)
    np.testing.assert_allclose(asked, tenth, atol=SAME)


@pytest.mark.parametrize("unit, notices", [
    ("N.m", {"sign of f", "l20 1 % too long"}),
    ("N.mm", {"sign of f", "l20 1 % too long", "gravity off", "sign of G"})])
def test_what_the_papers_test_sees(unit, notices):
    motion, f = paper_motion(np.linspace(0, 2, 41)), paper_load(unit)
    right = inverse_dynamics(*motion, f)
    assert {name for name, F in planted(*motion, f).items() if seen(right, F) > SEEN} == notices


def test_the_light_load_sees_every_error_at_every_frequency_of_the_lesson():
    for hertz in (1.0, 2.0, 3.0):
        motion = swing(np.linspace(0, 1 / hertz, 81), hertz)
        right = inverse_dynamics(*motion, LIGHT_LOAD)
        assert min(seen(right, F) for F in planted(*motion, LIGHT_LOAD).values()) > 1.5


def test_four_per_cents_of_a_known_error():
    F = np.array([[2.0, -10.0], [4.0, 1.0]])
    found = per_cents(F, F + [[1.0, 0.0], [0.0, 3.0]])
    assert found["own peak"].tolist() == [25.0, 30.0]
    assert found["largest of all"].tolist() == [10.0, 30.0]
    assert found["Eq. (67)"].tolist() == [50.0, 300.0]
    np.testing.assert_allclose(found["rms"], [100 / np.sqrt(20), 300 / np.sqrt(101)])


def test_the_fingerprint_finds_a_mixture_and_says_when_there_is_none():
    mixture = (columns(*SWING) @ [0.2, -0.5, 0.07]).reshape(-1, 4)
    factors, left = fingerprint(mixture, *SWING)
    np.testing.assert_allclose(factors, [0.2, -0.5, 0.07], atol=SAME)
    assert left < SAME
    wrong = planted(*SWING)["other order in (64)"] - inverse_dynamics(*SWING)
    assert fingerprint(wrong, *SWING)[1] > 0.5
