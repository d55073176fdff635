"""Products mixed by functions of a phase: derivatives against derivatives of Phi alone."""

from types import SimpleNamespace

import numpy as np
import pytest
from motions import ROUNDING, TAYLOR, check_derivatives, complex_step, taylor, two_bodies

from fcclearn import (
    AR,
    COS,
    ONE,
    OV,
    SIN,
    TP,
    AR_star,
    Dot,
    Driven,
    Motion,
    driven_distance,
    rotated_AR,
    stroke,
)
from fcclearn.engine.mixing import Mixing, Undriven
from fcclearn.formulation.motion import IDENTITY, SQUARE, Drive
from fcclearn.formulation.own_joints import gears

OF_TIME = Motion.polynomial(0.4, -0.9, 0.3)
TURNING = [COS, SIN, Motion.constant(0.0)]


def drivers(dimension, first, second):
    """Phases of time and phases that are products, together in one model, with elements in common."""
    model, i, j, rng = two_bodies(dimension, first, second)
    P, Q = i.point(rng.normal(size=dimension)), j.point(rng.normal(size=dimension))
    a, b, z = i.axis("u"), j.axis("u"), np.eye(3)[2]
    one, other, angle = Dot(P, Q), Dot(a, Q, 0.3), Dot(Q - P, a, -0.2)
    model.join(AR(a, b, Motion.polynomial(0.9, 0.4, -0.3)))
    model.join(gears(model.dial(i, j, z), i, j, z, ratio=1.3))
    model.join([Driven([one, other], [SIN, SQUARE], COS, OF_TIME, "of time"),
                Driven([one, other], [COS, IDENTITY], SQUARE, angle, "of a product"),
                Driven([other, one], [COS, ONE], None, angle, "of the same product"),
                Driven([one, angle], [SIN, COS], IDENTITY, angle, "of a product that is mixed too"),
                Driven([one, one], [SIN, SQUARE], None, one, "of one product alone")])
    model.join(AR_star(b, TURNING[:dimension], Motion.polynomial(0.8, 0.2)))
    model.join(OV(b, *TURNING[:dimension]))
    model.join(TP(Q, *(Motion.polynomial(*c) for c in rng.normal(size=(dimension, 3)))))
    model.join(rotated_AR(b, a, a.turned(i.axis("w") if dimension == 3 else None), OF_TIME))
    model.join(driven_distance(P, Q, OF_TIME))
    model.join(stroke(a, P, Q, OF_TIME))
    return model


@pytest.mark.parametrize("dimension", [2, 3])
@pytest.mark.parametrize("first, second", [("full", "reduced"), ("reduced", "full"), ("ground", "reduced")])
def test_many_drivers_in_one_model(dimension, first, second):
    """Phi_q by complex step, nu and gamma by the Taylor series of Phi along a motion, in complex time."""
    check_derivatives(drivers(dimension, first, second))


def test_nu_is_the_rate_of_phi_at_rest():
    """A complex step in time alone: exact, and a phase that is a product does not move."""
    model = drivers(3, "full", "reduced")
    system, (q, _), t, h = model.system, model.system.layout.start(), 0.3, 1e-30
    rate = np.imag(system.phi(q, t + 1j * h)) / h
    np.testing.assert_allclose(system.nu(q, t), -rate, rtol=0, atol=ROUNDING)
    still = [k for k, row in enumerate(system.rows) if "of a product" in row.label or "same" in row.label]
    assert len(still) == 3 and not system.nu(q, t)[still].any()


def state(t, p, **rates):
    """What a mixing looks at in a `State`: time, products, and their rates by ``products_y @ yd``."""
    return SimpleNamespace(t=t, products=p, system=SimpleNamespace(m=len(p)), **rates)


#: products p of x = (a, b, c), their gradients and convective terms: what a mixing is given
def products(x):
    a, b, c = x
    return np.array([a * b, b * c, a * a - c, b])


def second(v):
    a, b, c = v
    return np.array([2 * a * b, 2 * b * c, 2 * a * a, 0.0])


ROWS = {
    "shared by two drivers": [([0, 1], Drive([COS, SIN], SQUARE, OF_TIME), None),
                              ([1, 0], Drive([SQUARE, COS], SIN, None), 3)],
    "the phase is mixed": [([0, 2], Drive([COS, SQUARE], SIN, None), 2)],
    "one product twice": [([1, 1], Drive([COS, SIN], None, None), 1), ([2], None, None)],
    "undriven in between": [([3], None, None), ([0], Drive([IDENTITY], COS, OF_TIME), None),
                            ([0], None, None), ([2], Drive([ONE], IDENTITY, None), 0)],
}


def phi(rows, x, t):
    """The rows of Phi as they are written in words: sum of w_k(s) p_k less w_0(s)."""
    p, values = products(x), []
    for numbers, drive, phase in rows:
        if drive is None:
            values.append(p[numbers[0]])
            continue
        s = drive.phase.value(t) if phase is None else p[phase]
        offset = drive.offset.value(s) if drive.offset else 0.0
        values.append(sum(w.value(s) * p[k] for w, k in zip(drive.weights, numbers)) - offset)
    return np.array(values)


@pytest.mark.parametrize("name", ROWS)
def test_mixtures_of_shared_products(name):
    """Value, gradient, nu and gamma of rows that take products in common, in the middle of nowhere."""
    rows, t = ROWS[name], 0.7
    x, v, a = np.random.default_rng(1).normal(size=(3, 3))
    p_x = complex_step(products, x)
    mixture = Mixing(rows, 4).at(state(t, products(x), products_y=p_x, yd=v, convective=second(v)))
    np.testing.assert_allclose(mixture.value, phi(rows, x, t), atol=ROUNDING)
    np.testing.assert_allclose(mixture.gradient.toarray() @ p_x, complex_step(lambda x: phi(rows, x, t), x),
                               atol=ROUNDING)
    _, rate, acceleration = taylor(lambda s: phi(rows, x + s * v + s * s / 2 * a, t + s))
    phi_x = mixture.gradient.toarray() @ p_x
    np.testing.assert_allclose(phi_x @ v - mixture.nu, rate, atol=TAYLOR)
    np.testing.assert_allclose(phi_x @ a - mixture.gamma, acceleration, atol=TAYLOR)
    prescribed = [k for k, (_, drive, phase) in enumerate(rows) if drive and phase is None]
    assert Mixing(rows, 4).prescribed == prescribed


def test_a_mixture_leaves_the_next_one_alone():
    """Two times of one mixing: the first keeps its numbers when the second is made and used."""
    mixing, p = Mixing(ROWS["shared by two drivers"], 4), np.array([1.0, 2.0, 3.0, 4.0])
    first = mixing.at(state(0.1, p))
    value, gradient = first.value, first.gradient.toarray()
    assert np.abs(mixing.at(state(0.9, 2 * p)).value - value).max() > 0.1
    np.testing.assert_array_equal(first.value, value)
    np.testing.assert_array_equal(first.gradient.toarray(), gradient)


def test_the_slope_is_the_derivative_by_the_phase():
    """Of a driver ``w(s) p - w_0(s)``: w'(s) p - w_0'(s), what turns a multiplier into an effort."""
    p, s = np.array([3.0, 0.0, 0.0, 0.0]), OF_TIME.value(0.2)
    mixture = Mixing([([0], Drive([SIN], SQUARE, OF_TIME), None), ([1], None, None)], 4).at(state(0.2, p))
    np.testing.assert_allclose(mixture.slope, [3.0 * np.cos(s) - 2 * s, 0.0], atol=ROUNDING)


def test_without_drivers_the_products_are_phi():
    """`Undriven` says what a `Mixing` of undriven rows says."""
    p, pd, po = np.random.default_rng(2).normal(size=(3, 4))
    now = state(0.3, p, products_y=np.eye(4), yd=pd, convective=po)
    plain, mixed = Undriven().at(now), Mixing([([k], None, None) for k in range(4)], 4).at(now)
    for a, b in ((plain.value, mixed.value), (plain.nu, mixed.nu), (plain.slope, mixed.slope),
                 (plain.gamma, mixed.gamma), (plain.gradient @ pd, mixed.gradient @ pd)):
        np.testing.assert_allclose(a, b, atol=ROUNDING)
    assert list(Undriven.prescribed) == list(Mixing([([0], None, None)], 1).prescribed) == []
