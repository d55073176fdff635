"""A joint asked for its numbers."""

import numpy as np
import pytest

from fcclearn import AR, Model, Motion, revolute, rod

ROUNDING = 1e-12


@pytest.mark.parametrize("kind", ["full", "reduced"])
def test_a_joint_tells_its_rows_of_the_model(kind):
    """Blocks, nu and gamma are those rows and columns of the model's equations that bear the joint's name."""
    model = Model(gravity=[0, 0, -9.81], kind=kind)
    ground, crank = model.ground, model.body("crank", rod(1.0, 1.0), along=([0, 0, 0], [0.6, 0.8, 0]))
    coupler = model.body("coupler", rod(1.0, 2.0), along=([0.6, 0.8, 0], [2.6, 0.8, 0]))
    model.join(revolute(ground.point(), crank.point("start"), axis=[0, 0, 1]), name="O")
    model.join(revolute(crank.point("end"), coupler.point("start"), axis=[0, 0, 1]), name="A")
    model.join(AR(coupler.vector(1, 0, 0), ground.vector(0, 1, 0), Motion.polynomial(1.5, 0.2)), name="motor")
    q, qd = model.system.layout.start()
    rng = np.random.default_rng(3)
    q, qd, t = q + 0.1 * rng.normal(size=len(q)), rng.normal(size=len(q)), 0.3
    state = model.system.state(q, qd, t)
    for name, names in (("O", ["crank"]), ("A", ["crank", "coupler"]), ("motor", ["coupler"])):
        now = model.joints[name].at(model, q, qd, t)
        rows = [k for k, row in enumerate(model.system.rows) if row.owner == name]
        assert list(now.Phi_q) == names and now.labels == tuple(model.system.rows[k].label for k in rows)
        for got, of_model in ((now.Phi, state.phi), (now.nu, state.nu), (now.gamma, state.gamma)):
            np.testing.assert_allclose(got, of_model[rows], atol=ROUNDING)
        Phi_q = state.phi_q.toarray()[rows]
        for body in names:
            labels = model.system.layout.labels
            columns = [k for k, label in enumerate(labels) if label.startswith(f"{body}.")]
            np.testing.assert_allclose(now.Phi_q[body], Phi_q[:, columns], atol=ROUNDING)
            Phi_q[:, columns] = 0.0
        assert not Phi_q.any()                                 # nothing is left out


def test_it_is_printed_as_a_small_table():
    model = Model(gravity=[0, -9.81])
    bar = model.body("bar", rod(1.0, 2.0), along=([0, 0], [2, 0]), angular_velocity=3.0)
    pin = model.join(revolute(model.ground.point(0, 0.5), bar.point("start")), name="pin")
    text = str(pin.at(model))
    assert text.startswith("pin: 2 equations at t = 0 s\nequation         Phi          nu       gamma\n")
    assert "CP y             0.5           0           0" in text and "Phi_q, bar" in text
