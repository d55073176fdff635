"""Forward dynamics of the Cartesian model, driven by the computed forces."""
import numpy as np
import pytest
from parallel_helpers import START
from scipy.linalg import expm

from fcclearn.parallel.dynamics import inverse_dynamics
from fcclearn.parallel.multibody_forward import GAINS, moving, pose_of, replay
from fcclearn.parallel.simulation import fast_motion, growth, linearised, paper_load, paper_motion
from fcclearn.parallel.simulation import replay as replay_closed

REST = np.zeros(4)
OFFSET = np.array([0.1, 0.0, 0.0, 0.0])


@pytest.mark.parametrize("kind", ["full", "reduced"])
def test_start_of_a_motion(kind):
    """Position and velocity of every body satisfy the constraints, and the platform moves as wanted."""
    model = moving(fast_motion, kind=kind)
    q, qd = model.system.layout.start()
    state = model.system.state(q, qd)
    assert np.abs(state.phi).max() < 1e-12 and np.abs(state.velocity_error).max() < 1e-12
    np.testing.assert_allclose(pose_of(model, q), fast_motion(0.0)[0], rtol=1e-12)
    D_d = model.system.rate_of(model.bodies["platform"].point(0, 0, 0), q, qd)
    np.testing.assert_allclose(1e3 * D_d, fast_motion(0.0)[1][:3], rtol=0, atol=1e-9)


def test_controller_keeps_the_motion_for_two_seconds():
    """f4 = 25 N mm, 0.1 mm off at the start, PD in the actuators;
    without it the error would grow 10^15-fold."""
    e = replay(paper_motion, np.array([0.0, 0.5, 1.0, 2.0]), paper_load("N.mm"), **GAINS, offset=OFFSET,
               rtol=1e-5, kind="reduced")
    assert np.all(np.abs(e[1:]).max(1) < [1e-2, 1e-4, 1e-4])


def test_both_models_err_alike():
    """Not only the wanted motion: the decaying error itself agrees with the closed form's,
    far above rounding."""
    t, f = np.array([0.0, 0.1, 0.2]), paper_load("N.mm")
    e = replay(paper_motion, t, f, **GAINS, offset=OFFSET, rtol=1e-8)
    np.testing.assert_allclose(e, replay_closed(paper_motion, t, f, **GAINS, offset=OFFSET, rtol=1e-8),
                               rtol=0, atol=1e-6 * OFFSET[0])
    assert np.abs(e[1:]).max(1).min() > 1e-3


def test_error_grows_as_the_linearisation_predicts():
    """Forces alone: 10 nm become what exp of the linearised equations says, 17.7 1/s at f4 = 25 N mm."""
    f, offset, t = paper_load("N.mm"), 1e-4 * OFFSET, np.array([0.0, 0.1, 0.2, 0.3])
    tau = inverse_dynamics(START, REST, REST, f)
    system = np.block([[np.zeros((4, 4)), np.eye(4)], [linearised(START, tau, f), np.zeros((4, 4))]])
    predicted = np.array([(expm(system * s) @ np.hstack([offset, REST]))[:4] for s in t])
    e = replay(paper_motion, t, f, offset=offset, rtol=1e-11, kind="reduced")
    # the pose, and with it the rate, moves a little
    np.testing.assert_allclose(e, predicted, rtol=0.01)
    np.testing.assert_allclose(np.abs(e[3, 0] / e[2, 0]), np.exp(0.1 * np.sqrt(growth(START, tau, f)[0])),
                               rtol=0.05)


@pytest.mark.parametrize("kind", ["full", "reduced"])
def test_forces_alone_without_load(kind):
    """Nothing is unstable then:
    the Cartesian model follows the closed form's forces to the integrator's tolerance."""
    e = replay(paper_motion, np.array([0.0, 0.5]), kind=kind, rtol=1e-9)
    assert np.abs(e[-1]).max() < 1e-7


def test_forces_alone_on_the_fast_motion():
    """Inertia matters here, and the start is not at rest."""
    e = replay(fast_motion, np.array([0.0, 0.1]), rtol=1e-8, kind="reduced")
    assert np.abs(e[-1]).max() < 1e-5
