"""The kinds of equation answer for themselves: numbers at an instant, and a polynomial to compile."""

import numpy as np
import pytest
from motions import ROUNDING, check_derivatives, rank, solid, two_bodies

from fcclearn import TP, Dot, Lin, Model, Motion
from fcclearn.formulation.constraints import rigid_body
from fcclearn.formulation.equations import Instant
from fcclearn.formulation.products import Cross


def test_triad_by_the_cross_product():
    """Theory section 1.4: w - u x v = 0 and three products:
    the same rank and motions, and no mirror image."""
    model, _, plain, rng = two_bodies(3, "ground", "full")
    other = Model(gravity=model.gravity)
    body = other.body("second", plain.solid, at=plain.blocks[0], axes=plain.axes, triad="cross")
    assert other.system.m == 6 == rank(other)
    assert [c.kind for c in rigid_body(body)] == ["unit module", "unit module", "constant angle", "triad"]
    check_derivatives(other)
    q, motion = body.q, rng.normal(size=12)
    u, v, w = (q + motion).reshape(4, 3)[1:]
    np.testing.assert_allclose(other.system.phi(q + motion)[3:], w - np.cross(u, v), atol=ROUNDING)
    # motions that the products allow
    rigid = np.linalg.svd(model.system.phi_q(q).toarray())[2][6:]
    np.testing.assert_allclose(other.system.phi_q(q) @ rigid.T, 0, atol=ROUNDING)
    q[9:] *= -1
    assert np.abs(model.system.phi(q)).max() < ROUNDING and np.abs(other.system.phi(q)).max() > 0.1
    assert r"(w - u \times v)_y = 0" in rigid_body(body)[-1]._repr_latex_()
    for dimension, kind, triad in ((3, "reduced", "cross"), (2, "full", "cross"), (3, "full", "crossed")):
        words = (f"the triad of b is kept by 'products', or of a full body in space by 'cross', "
                 f"not by '{triad}'")
        with pytest.raises(ValueError, match=words):
            Model(gravity=np.zeros(dimension)).body("b", plain.solid, kind=kind, triad=triad)


# -------------------------------------------------------------------- two answers of one equation


def polynomial_now(product, now):
    """Value, gradient and convective term of an equation's polynomial at an `Instant`.

    `affine` is the one of the derivation: its unknowns are the full coordinates of all bodies, one after the
    other, so the polynomial is checked without the engine. They are counted in quarters, so that no
    coefficient is one.
    """
    bodies = list(now.bodies)
    size = len(bodies[0].blocks.ravel())

    def affine(element):
        d = element.dimension
        return element.constant, [(k, size * bodies.index(body) + d * block + k, 0.25 * c[block])
                                  for body, c in element.moving.items() for block in range(d + 1)
                                  for k in reversed(range(d))]

    y, V, yo = (4 * np.concatenate(parts) for parts in zip(*(now.bodies[body] for body in bodies)))
    constant, linear, quadratic = product.polynomial(affine)
    yd, value, gradient, convective = V @ now.qd, constant, np.zeros(len(y)), 0.0
    for i, c in linear:
        value, gradient[i] = value + c * y[i], gradient[i] + c
    for i, j, c in quadratic:
        value, convective = value + c * y[i] * y[j], convective + 2 * c * yd[i] * yd[j]
        gradient[i] += c * y[j]
        gradient[j] += c * y[i]
    return value, gradient @ V, convective + gradient @ yo


@pytest.mark.parametrize("first, second",
                         [("full", "reduced"), ("reduced", "reduced"), ("ground", "reduced")])
def test_numbers_and_polynomial_of_a_product(first, second):
    """Value, gradient, rate and second rate at an instant against the polynomial that is compiled."""
    model, i, j, rng = two_bodies(3, first, second)
    P, Q, a = i.point(rng.normal(size=3)), j.point(rng.normal(size=3)), j.vector(rng.normal(size=3))
    now = Instant(list(model.bodies.values()), *moved(model, rng))
    for dot in (Dot(Q - P, Q - P, 1.44), Dot(a, Q - P, -0.3), Dot(P, a),
                Dot(i.axis("u") + 2 * a, P - Q, 0.5)):
        p, p_q, pd, po = dot.product(now)
        x, y = now.element(dot.x), now.element(dot.y)
        assert p == pytest.approx(x.x @ y.x - dot.f, abs=ROUNDING) and pd == pytest.approx(p_q @ now.qd)
        value, gradient, convective = polynomial_now(dot, now)
        np.testing.assert_allclose([p, po], [value, convective], atol=ROUNDING)
        np.testing.assert_allclose(p_q, gradient, atol=ROUNDING)
        row = dot.at(now)
        np.testing.assert_allclose([row.Phi, row.nu, row.gamma], [p, 0.0, -po], atol=ROUNDING)


def test_an_equation_that_moves_has_the_rates_of_its_function():
    """``x . y - f(t)``: nu = f', and f'' comes to gamma; its product is the one without f."""
    model, i, j, rng = two_bodies(3, "full", "reduced")
    moving = Dot(i.axis("u"), j.point(), Motion.polynomial(0.2, 3.0, 5.0))
    (still,) = moving.products
    now = Instant(list(model.bodies.values()), *moved(model, rng), t=0.5)
    here, there = moving.at(now), still.at(now)
    assert still.f == 0.0 and still.drive is None and [w.value(0.3) for w in moving.drive.weights] == [1.0]
    np.testing.assert_allclose([here.Phi, here.nu, here.gamma],
                               [there.Phi - 0.2 - 1.5 - 1.25, 3.0 + 5.0, there.gamma + 10.0], atol=ROUNDING)
    np.testing.assert_array_equal(here.Phi_q, there.Phi_q)


def test_numbers_and_polynomial_of_a_triad():
    """The three components of ``w - u x v``, against each other and against NumPy's cross product."""
    model = Model(gravity=[0, 0, 0])
    body, rng = model.body("body", solid(), triad="cross"), np.random.default_rng(3)
    now = Instant([body], *rng.normal(size=(2, 12)))
    u, v, w = now.q.reshape(4, 3)[1:]
    ud, vd = now.qd.reshape(4, 3)[1:3]
    for k in range(3):
        row = Cross(body, k).at(now)
        value, gradient, convective = polynomial_now(Cross(body, k), now)
        np.testing.assert_allclose([row.Phi, row.gamma, row.nu],
                                   [(w - np.cross(u, v))[k], 2 * np.cross(ud, vd)[k], 0.0], atol=ROUNDING)
        np.testing.assert_allclose([row.Phi, -row.gamma], [value, convective], atol=ROUNDING)
        np.testing.assert_allclose(row.Phi_q, gradient, atol=ROUNDING)
        assert Cross(body, k).label == f"(w - u x v) {'xyz'[k]}"


def moved(model, rng):
    q, qd = model.system.layout.start()
    return q + 0.3 * rng.normal(size=len(q)), rng.normal(size=len(q))


def test_an_equation_in_the_initial_pose():
    model, i, j, _ = two_bodies(2, "full", "full")
    P, Q = i.point(1, 2), j.point(0, 1)
    assert Dot(P, Q, 7.0).at_start() == pytest.approx(P.at_start() @ Q.at_start())               # without f


def test_f_is_a_number_or_a_motion():
    _, i, j, _ = two_bodies(2, "full", "full")
    with pytest.raises(TypeError, match="TP x takes a Motion, .* or a number, not <ufunc 'cos'"):
        TP(i.point(), np.cos, 0.0)
    assert [e.f for e in Lin(j.point(), f=np.array([1, 2])).equations] == [1, 2]
