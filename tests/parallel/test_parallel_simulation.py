"""Forward dynamics driven by computed forces, its instability, and what the paper's validation can see."""
import numpy as np
import pytest
from parallel_helpers import START

from fcclearn.parallel.dynamics import energy, forward_dynamics, inverse_dynamics
from fcclearn.parallel.multibody_forward import GAINS
from fcclearn.parallel.position import why_not
from fcclearn.parallel.simulation import SWING, fast_motion, growth, paper_load, paper_motion, replay
from fcclearn.parallel.validation import error_ratio, what_the_test_sees

REST = np.zeros(4)


@pytest.mark.parametrize("motion", [paper_motion, fast_motion])
def test_motions_are_consistent_and_allowed(motion):
    """Paper B, section 6: chi_d and chi_dd are the derivatives of chi; every pose is in stroke for 0..2 s."""
    t, h = np.linspace(0.1, 2, 200), 1e-5
    chi, chi_d, chi_dd = motion(t)
    np.testing.assert_allclose((motion(t + h)[0] - motion(t - h)[0]) / (2 * h), chi_d, rtol=0,
                               atol=1e-6 * np.abs(chi_d).max())
    np.testing.assert_allclose((motion(t + h)[1] - motion(t - h)[1]) / (2 * h), chi_dd, rtol=0,
                               atol=1e-6 * np.abs(chi_dd).max())
    assert why_not(chi) == ""


def test_growth_of_small_deviations():
    """The unstable mode of the replay at f4 = 25 N mm: s^2 = 314.8, a factor 5.9 in each 0.1 s."""
    f = paper_load("N.mm")
    s2 = growth(START, inverse_dynamics(START, REST, REST, f), f)
    np.testing.assert_allclose(s2[0], 314.8, atol=0.05)
    assert np.all(s2[1:] < 0)
    np.testing.assert_allclose(np.exp(0.1 * np.sqrt(s2[0])), 5.9, atol=0.02)


def test_growth_by_differences():
    """The same slope by differences of forward dynamics at constant forces."""
    f, h = paper_load("N.mm"), 1e-4
    tau = inverse_dynamics(START, REST, REST, f)
    slope = np.stack([(forward_dynamics(START + h * e, REST, tau, f)
                       - forward_dynamics(START - h * e, REST, tau, f)) / (2 * h) for e in np.eye(4)], -1)
    np.testing.assert_allclose(np.sort(np.linalg.eigvals(slope).real)[::-1], growth(START, tau, f), rtol=1e-6)


def test_open_loop_error_grows_as_the_linearisation_says():
    f = paper_load("N.mm")
    e = replay(paper_motion, np.array([0.0, 0.3, 0.4, 0.5]), f, offset=np.array([1e-5, 0, 0, 0]), rtol=1e-9)
    size = np.abs(e[1:, :3]).max(1)
    np.testing.assert_allclose(size[1:] / size[:-1], 5.9, rtol=0.03)


def test_open_loop_without_load_follows():
    """Without load nothing is unstable:
    the computed forces reproduce the motion to the integrator's tolerance."""
    e = replay(paper_motion, np.array([0.0, 0.5, 1.0]), 0.0, rtol=1e-9)
    assert np.abs(e).max() < 1e-7


def test_controller_stabilises_the_loaded_replay():
    """At f4 = 25 N mm, from 0.1 mm off:
    PD in the actuators brings to nothing what would grow 5000-fold in 0.5 s."""
    e = replay(paper_motion, np.array([0.0, 0.3, 0.6]), paper_load("N.mm"), **GAINS,
               offset=np.array([0.1, 0, 0, 0]), rtol=1e-5)
    assert e.shape == (3, 4)
    assert np.abs(e[1]).max() < 1e-2 and np.abs(e[2]).max() < 1e-3


def test_energy_is_conserved_without_actuators():
    """Free fall with tau = 0, f = 0: K + P is constant (a wrong C or G makes it drift)."""
    from scipy.integrate import solve_ivp
    y0 = np.hstack([START, [40.0, -30.0, -60.0, 1.0]])
    run = solve_ivp(lambda t, y: np.hstack([y[4:], forward_dynamics(y[:4], y[4:], REST)]), (0, 0.03), y0,
                    "DOP853", rtol=1e-11, atol=1e-11)
    E = energy(run.y[:4].T, run.y[4:].T)
    K = energy(run.y[:4].T, run.y[4:].T) - energy(run.y[:4].T, 0 * run.y[4:].T)
    assert K.max() - K.min() > 1.0                      # N mm: something happened
    assert np.abs(E - E[0]).max() < 1e-8 * (K.max() - K.min())


def test_what_the_papers_test_sees():
    """Paper B, Eqs. (66)-(67): with the load, dropping M and C, or a wrong sign in (52),
    stays below the 0.91 % reported."""
    rows = {(r.motion, r.moment_unit, r.change): r for r in what_the_test_sees()}
    for unit in ("N.m", "N.mm"):
        for change in ("without M and C", "without M", "without C", "sign misprinted in Eq. (52)"):
            assert rows["paper", unit, change].percent < 0.91
        np.testing.assert_allclose(rows["paper", unit, "without M and C"].newton, 0.24, atol=0.005)
        np.testing.assert_allclose(rows["paper", unit, "without C"].newton, 0.017, atol=0.0005)
        np.testing.assert_allclose(rows["paper", unit, "sign misprinted in Eq. (52)"].newton, 1.24,
                                   atol=0.005)
    np.testing.assert_allclose(rows["paper", "N.mm", "sign misprinted in Eq. (52)"].percent, 0.46, atol=0.005)
    np.testing.assert_allclose(rows["paper", "N.mm", "without M and C"].percent, 0.10, atol=0.005)
    assert rows["paper", "none", "without M and C"].percent > 5
    # at the printed load even a model without gravity would have passed, by the paper's own measure
    np.testing.assert_allclose(rows["paper", "N.m", "without gravity"].sigma, 0.66, atol=0.005)
    assert rows["paper", "N.mm", "without gravity"].sigma > 10
    assert rows["paper", "N.m", "f with the other sign"].sigma > 100
    assert ("paper", "none", "f with the other sign") not in rows
    assert rows["fast", "none", "without M"].percent > 50 and rows["fast", "none", "without C"].percent > 10


def test_error_ratio():
    """Paper B, Eq. (67): the largest error divided by the value at that instant, not by the peak."""
    np.testing.assert_allclose(error_ratio(np.array([[1.0, 5.0], [2.0, 5.0]]),
                                           np.array([[1.1, 5.0], [20.0, 4.0]])), [0.9, 0.25])


def test_unknown_moment_unit():
    with pytest.raises(ValueError, match="'Nm' is not one of N.m, N.mm, none"):
        paper_load("Nm")
    assert SWING.shape == (4,)
