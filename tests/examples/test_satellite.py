"""The satellite of lesson 11: its fault shows in the angular momentum and nowhere else."""

import numpy as np

from fcclearn import moment
from fcclearn.examples.satellite import TORQUE, workshop_satellite


def flown(mended):
    model = workshop_satellite()
    if mended:
        model.apply(moment(model.bodies["satellite"], [0, 0, -TORQUE], frame="body"))
    return model.simulate(4.0, samples=201, rtol=1e-9)


def test_energy_and_constraints_do_not_see_the_fault():
    for run in map(flown, (False, True)):
        assert np.abs(run.energy_balance()).max() < 1e-6 and run.violation().max() < 1e-12
        assert run.model.mobility().redundant == 0


def test_only_the_angular_momentum_sees_it():
    """As delivered it grows by the integral of the motor's moment; mended it stays."""
    faulty, mended = flown(False), flown(True)
    axis = faulty.axes("satellite")[:, :, 2]
    L = faulty.angular_momentum()
    np.testing.assert_allclose(L[-1] - L[0], TORQUE * np.trapezoid(axis, faulty.t, axis=0), atol=1e-4)
    assert np.ptp(mended.angular_momentum(), axis=0).max() < 1e-7 < 0.1 < np.ptp(L, axis=0).max()


def test_the_wheel_s_own_axis_is_the_satellite_s_w():
    run = flown(True)
    np.testing.assert_allclose(run.axes("wheel")[:, :, 0], run.axes("satellite")[:, :, 2], atol=1e-9)
