"""Forces on the extended coordinates: against the written law, differences, and the work along a chord."""

import numpy as np
import pytest
from motions import two_bodies

from fcclearn import Force, moment, spring

ROUNDING = 1e-12
"""Numbers of size one to a hundred, some dozen operations each."""

DIFFERENCES = 2e-5
"""Share by which forward differences with a step of 1e-7 are off: second derivatives times half the step,
and rounding over it."""


def force_and_states(make, kinds=("full", "reduced"), dimension=3):
    """The compiled force of a model of two bodies, and two extended positions and a rate."""
    model, i, j, rng = two_bodies(dimension, *kinds)
    model.apply(make(i, j))
    system = model.system
    q, qd = system.layout.start()[0] + 0.2 * rng.normal(size=(2, system.n)), rng.normal(size=system.n)
    return model, system.forces[0], *(system.y(x) for x in q), system.yd(q[0], qd)


def bracing(i, j):
    return spring(i.point(0.3, 0, 1), j.point(1, 2, 0.5), 20.0, length=0.7, damping=3.0, actuator=np.cos)


def stirring(i, j):
    """Depends on all that it may: time, places, rates, of a sum of elements too."""
    return Force([i.point(1, 0, 0) - j.point(), j.axis("w") + 2 * i.axis("u")],
                 lambda t, x, xd: np.sin(t) * x[::-1] * (x * xd).sum() - xd)


MAKERS = {"spring": bracing, "law": stirring, "moment": lambda i, j: moment(j, [1.0, -2.0, 0.5])}


@pytest.mark.parametrize("name", MAKERS)
@pytest.mark.parametrize("kinds", [("full", "reduced"), ("reduced", "full"), ("ground", "reduced")])
def test_the_force_is_the_law_on_each_element(name, kinds):
    """``sum of C_k' f_k``: power by the rates of the elements, without the compiled matrix E."""
    model, force, y, _, yd = force_and_states(MAKERS[name], kinds)
    layout, t = model.system.layout, 0.4

    def of(element, y, constant):
        start, terms = layout.affine(element)
        out = constant * start
        for k, i, c in terms:
            out[k] += c * y[i]
        return out

    elements = force.force.elements
    x, xd = (np.array([of(e, v, c) for e in elements]) for v, c in ((y, 1.0), (yd, 0.0)))
    f = force.force.law(t, x, xd)
    assert force.power(t, y, yd) == pytest.approx((f * xd).sum(), rel=ROUNDING)
    direction = np.random.default_rng(3).normal(size=len(y))
    moved = np.array([of(e, direction, 0.0) for e in elements])
    assert force.local(t, y, yd) @ direction[force.columns] == pytest.approx((f * moved).sum(), rel=ROUNDING)
    np.testing.assert_allclose(force.gradient(len(y)) @ direction, moved.ravel(), atol=ROUNDING)


@pytest.mark.parametrize("name", MAKERS)
def test_derivatives_are_those_of_the_law(name):
    """By complex step of the law itself."""
    _, force, y, _, yd = force_and_states(MAKERS[name])
    x, xd, t, h = force.elements(y), force.rates(yd), 0.4, 1e-30
    for k, found in enumerate(force.derivatives(t, y, yd)):
        exact = []
        for e in np.eye(x.size).reshape(-1, *x.shape):
            moved = [x + 1j * h * e, xd] if k == 0 else [x, xd + 1j * h * e]
            exact.append(np.imag(force.force.law(t, *moved)).ravel() / h)
        exact = np.array(exact).T
        np.testing.assert_allclose(found, exact, rtol=0, atol=DIFFERENCES * max(1.0, np.abs(exact).max()))


def test_the_mean_force_does_the_work_of_the_potential():
    """The averaged discrete gradient: ``mean . (y1 - y0)`` is minus the change of the energy.
    Four Gauss points leave a small error, which falls with the ninth power of the chord's length."""
    def elastic(i, j):
        return spring(i.point(0.3, 0, 1), j.point(1, 2, 0.5), 20.0, length=0.7)
    _, force, y0, y1, yd = force_and_states(elastic)
    errors = []
    for share in (0.2, 0.1):
        end = y0 + share * (y1 - y0)
        work = force.mean(0.0, y0, end, yd) @ (end - y0)[force.columns]
        errors.append(abs(work + force.potential(0.0, end) - force.potential(0.0, y0)))
    assert errors[0] < 1e-8 and (errors[1] < ROUNDING or errors[0] > 100 * errors[1])


def test_a_force_without_potential_has_no_energy():
    _, force, y, _, _ = force_and_states(stirring)
    assert force.potential(0.0, y) == 0.0
