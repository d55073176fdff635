"""Where bare equations act: the points at which a joint without points is reported."""

import numpy as np
import pytest

from fcclearn import (
    AR,
    CP,
    CV,
    PP,
    TP,
    Dot,
    Lin,
    Model,
    Motion,
    box,
    disc,
    massless,
    revolute,
    rotated_AR,
    stroke,
    translational,
)
from fcclearn.formulation.joints import angle_vectors

EXACT = 1e-8
"""Forces of size up to a hundred: the rounding of the penalty solve, about 1e-10 of the largest force."""


def scotch_yoke(slot, kind):
    """A crank of radius 0.2 m at 0.7 rad, driven; its pin runs in the slot of a yoke that slides along x."""
    model = Model(gravity=[0, -9.81], kind=kind)
    pin = 0.2 * np.array([np.cos(0.7), np.sin(0.7)])
    crank = model.body("crank", disc(1.0, 0.25))
    yoke = model.body("yoke", box(0.5, [0.4, 0.3, 0.1]), at=[pin[0] + 0.15, 0.03])
    model.join(revolute(model.ground.point(), crank.point("com")), name="axle")
    model.join(translational(model.ground.point(1, 0), yoke.point(0.2, -0.03), axis=[1, 0]), name="guide")
    motor = rotated_AR(*angle_vectors(model.ground, crank), Motion.polynomial(0, 6.0))
    model.join(motor, name="motor")
    model.join(slot(yoke.vector(1, 0), yoke.point(-0.15, 0), crank.point_at(pin)), name="slot")
    return model.kinematic_analysis(np.linspace(0, 1, 11))


SLOTS = {
    "PP": lambda n, P, Q: PP(n, P, Q),
    "PP with a length": lambda n, P, Q: [Dot(2 * n, Q - P)],
    "own": lambda n, P, Q: [Dot(n, Q - P)],
    "own, the other way round": lambda n, P, Q: [Dot(P - Q, n)],
    "stroke": lambda n, P, Q: stroke(n, P, Q, 0.0)}


@pytest.mark.parametrize("kind", ["full", "reduced"])
@pytest.mark.parametrize("slot", SLOTS)
def test_a_bare_plane_knows_where_it_touches(slot, kind):
    """The slot pushes along x at the pin: no moment about it on either body; force by Newton, ``m xdd``."""
    run = scotch_yoke(SLOTS[slot], kind)
    xdd = -0.2 * 36 * np.cos(0.7 + 6 * run.t)
    for body, sign in (("yoke", 1), ("crank", -1)):
        reaction = run.reaction("slot", on=body)
        np.testing.assert_allclose(reaction.force, np.outer(sign * 0.5 * xdd, [1, 0]), atol=EXACT)
        np.testing.assert_allclose(reaction.moment, 0, atol=EXACT)
        assert reaction.about.startswith("crank[")
    arm = run.position("crank") - 0.2 * np.column_stack([np.cos(0.7 + 6 * run.t), np.sin(0.7 + 6 * run.t)])
    force = run.reaction("slot", on="crank").force
    np.testing.assert_allclose(run.reaction("slot", on="crank", about="crank.com").moment,
                               arm[:, 1] * force[:, 0] - arm[:, 0] * force[:, 1], atol=EXACT)


def test_points_at_which_bare_equations_act():
    model = Model(gravity=[0, 0, 0])
    a, b = (model.body(name, massless(tip=[1, 2, 3])) for name in "ab")
    n, P, Q = a.vector(0, 0, 1), a.point("tip"), b.point(0, 1, 0)

    def where(*constraints):
        joint = model.join([e for c in constraints for e in c.equations])
        on = [joint.point_on(body) for body in (a, b)]
        return [p and (p.body.name, p.local.tolist()) for p in on]
    own, other = ("a", [1, 2, 3]), ("b", [0, 1, 0])
    assert where(CP(P, Q)) == [own, other]
    assert where(PP(n, P, Q)) == [other, other]
    assert where(PP(b.vector(1, 0, 0), Q, P), CV(n, b.vector(0, 0, 1))) == [own, own]
    assert where(CV(n, b.vector(0, 0, 1))) == [None, None]
    assert where(AR(n, b.vector(1, 0, 0), Motion.constant(1.5))) == [None, None]
    assert where(CP(P, Q), CP(a.point(0, 0, 0), b.point(1, 1, 1))) == [None, None]     # neither is its
    assert where(TP(Q, 0.0, 1.0, 2.0)) == [other, other] and where(Lin(Q)) == [other, other]
