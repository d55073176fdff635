"""Every constraint, driver and own joint, for every pair of bodies:
derivatives against derivatives of Phi alone.

Phi_q by complex step; nu and gamma by the second-order Taylor series of Phi along an arbitrary motion. The
state is far off the constraints, so no term can hide behind Phi = 0, |u| = 1 or u.v = 0.
"""

import numpy as np
import pytest
from motions import CASES, ROUNDING, check_derivatives, rank, two_bodies

from fcclearn import (
    AR,
    CAR,
    COS,
    CP,
    CV,
    OV,
    PP,
    SIN,
    TP,
    AR_star,
    Dot,
    Driven,
    Lin,
    Motion,
    constant_distance,
    driven_distance,
    rotated_AR,
    stroke,
)
from fcclearn.formulation.constraints import constant_angle, rigid_body, unit_module
from fcclearn.formulation.own_joints import gears, on_sphere, screw

ANGLE = Motion.polynomial(0.9, 0.4, -0.3)
"""Stays between 0 and 180 degrees around the time of the tests."""

LENGTH = Motion.polynomial(1.3, -0.2, 0.5)

TURNING = [Motion(np.cos, lambda t: -np.sin(t), lambda t: -np.cos(t)),
           Motion(np.sin, np.cos, lambda t: -np.sin(t)), Motion.constant(0.0)]


def point(body, rng):
    return body.point(rng.normal(size=body.dimension))


def unit_vector(body, rng):
    v = rng.normal(size=body.dimension)
    return body.vector(v / np.linalg.norm(v))


CONSTRAINTS = {
    "CP": lambda i, j, rng, model: CP(point(i, rng), point(j, rng)),
    "CV": lambda i, j, rng, model: CV(unit_vector(i, rng), unit_vector(j, rng)),
    "CAR": lambda i, j, rng, model: CAR(unit_vector(i, rng), unit_vector(j, rng), 0.3),
    "PP": lambda i, j, rng, model: PP(unit_vector(i, rng), point(i, rng), point(j, rng), 0.2),
    "distance": lambda i, j, rng, model: constant_distance(point(i, rng), point(j, rng), 1.1),
    "Lin with A": lambda i, j, rng, model: Lin(point(i, rng) - point(j, rng), f=[0.4],
                                               A=rng.normal(size=(1, i.dimension))),
    "sums": lambda i, j, rng, model: [Dot(unit_vector(i, rng) + 2 * unit_vector(j, rng),
                                          point(j, rng) - point(i, rng), 0.1)],
    "TP": lambda i, j, rng, model: TP(point(j, rng),
                                      *(Motion.polynomial(*c) for c in rng.normal(size=(j.dimension, 4)))),
    "OV": lambda i, j, rng, model: OV(unit_vector(j, rng), *TURNING[: j.dimension]),
    "AR": lambda i, j, rng, model: AR(unit_vector(i, rng), unit_vector(j, rng), ANGLE),
    "AR*, fixed": lambda i, j, rng, model: AR_star(unit_vector(j, rng), np.eye(j.dimension)[1], ANGLE),
    "AR*, moving": lambda i, j, rng, model: AR_star(unit_vector(j, rng), TURNING[: j.dimension], ANGLE),
    "rotated AR": lambda i, j, rng, model: rotated_AR(unit_vector(j, rng), i.vector(np.eye(i.dimension)[0]),
                                                      i.vector(np.eye(i.dimension)[1]), ANGLE),
    "driven distance": lambda i, j, rng, model: driven_distance(point(i, rng), point(j, rng), LENGTH),
    "stroke": lambda i, j, rng, model: stroke(unit_vector(i, rng), point(i, rng), point(j, rng), LENGTH),
    "on sphere": lambda i, j, rng, model: on_sphere(point(i, rng), point(j, rng), 1.2),
    "screw": lambda i, j, rng, model: screw(point(i, rng), point(j, rng), rng.normal(size=i.dimension), 0.7),
    "gears": lambda i, j, rng, model: gears(model.dial(i, j, rng.normal(size=i.dimension)), i, j,
                                            rng.normal(size=i.dimension), -1.7),
    "phase in a weight and an offset": lambda i, j, rng, model: [Driven(
        [Dot(point(i, rng), point(j, rng)), Dot(unit_vector(j, rng), point(i, rng))], [COS, SIN], SIN,
        Dot(point(j, rng), unit_vector(i, rng), 0.2))],
}

SPATIAL = {"screw"}


@pytest.mark.parametrize("name", CONSTRAINTS)
@pytest.mark.parametrize("dimension, first, second", CASES)
def test_derivatives(name, dimension, first, second):
    """Paper A, Eqs. (2)-(6), (64)-(75), (76)-(99): Phi_q, nu and gamma of all constraints,
    full and reduced bodies."""
    if dimension == 2 and name in SPATIAL:
        pytest.skip("needs an axis in space")
    model, i, j, rng = two_bodies(dimension, first, second)
    model.join(CONSTRAINTS[name](i, j, rng, model))
    check_derivatives(model)


def value(model, name="joint"):
    rows = [k for k, row in enumerate(model.system.rows) if row.owner == name]
    return model.system.phi(model.system.layout.start()[0])[rows]


@pytest.mark.parametrize("dimension, first, second", CASES)
def test_values(dimension, first, second):
    """What each name says in plain vectors, at a pose that does not satisfy it."""
    model, i, j, rng = two_bodies(dimension, first, second)
    P, Q, a, b = point(i, rng), point(j, rng), unit_vector(i, rng), unit_vector(j, rng)
    p, q, s, t = (x.at_start() for x in (P, Q, a, b))
    for constraint, expected in [
            (CP(P, Q), p - q), (CV(a, b), s - t), (CAR(a, b, 0.3), [s @ t - 0.3]),
            (PP(a, P, Q, 0.2), [s @ (q - p) - 0.2]),
            (constant_distance(P, Q, 1.1), [(q - p) @ (q - p) - 1.21]),
            (Lin(P, f=[3.0], A=[np.eye(dimension)[1]]), [p[1] - 3.0]),
            (TP(Q, *(Motion.constant(k) for k in range(dimension))), q - np.arange(dimension)),
            (OV(b, *(Motion.constant(x) for x in t[::-1])), t - t[::-1]),
            (AR(a, b, Motion.constant(0.7)), [s @ t - np.cos(0.7)]),
            (AR_star(b, s, Motion.constant(0.7)), [t @ s - np.cos(0.7)]),
            (driven_distance(P, Q, LENGTH), [(q - p) @ (q - p) - 1.69]),
            (stroke(a, P, Q, LENGTH), [s @ (q - p) - 1.3])]:
        model.joints.clear()
        model.join(constraint, name="joint")
        np.testing.assert_allclose(value(model), expected, atol=ROUNDING, err_msg=constraint.kind)


@pytest.mark.parametrize("dimension, kind, rows",
                         [(2, "full", 3), (2, "reduced", 1), (3, "full", 6), (3, "reduced", 3)])
def test_rigid_body(dimension, kind, rows):
    """Paper A, section 2.3: the equations of a body, their rank, and six (three) freedoms left."""
    model, _, body, _ = two_bodies(dimension, "ground", kind)
    assert model.system.m == rows == rank(model)
    assert model.system.n - rows == (6 if dimension == 3 else 3)
    assert np.abs(model.system.phi(body.q)).max() < ROUNDING
    q = body.q + 0.1
    blocks = q.reshape(-1, dimension)[1:]
    lengths = [b @ b - 1 for b in blocks]
    angles = [blocks[m] @ blocks[n] for m in range(len(blocks)) for n in range(m + 1, len(blocks))]
    np.testing.assert_allclose(model.system.phi(q), lengths + angles, atol=ROUNDING)
    check_derivatives(model)


def test_rigid_body_constraints_by_name():
    """Paper A, section 2.3: gamma of the unit module is ``-2 ud . ud``,
    of the constant angle ``-2 ud . vd``."""
    model, _, body, rng = two_bodies(3, "ground", "full")
    assert [c.kind for c in rigid_body(body)] == 3 * ["unit module"] + 3 * ["constant angle"]
    q, qd = body.q, rng.normal(size=12)
    u, v, w = qd.reshape(4, 3)[1:]
    np.testing.assert_allclose(model.system.gamma(q, qd),
                               [-2 * x @ y for x, y in ((u, u), (v, v), (w, w), (u, v), (u, w), (v, w))],
                               atol=ROUNDING)
    np.testing.assert_array_equal(unit_module(body, "v").equations[0].x.local, [0, 1, 0])
    np.testing.assert_array_equal(constant_angle(body, "u", "w").equations[0].y.local, [0, 0, 1])


def test_CAR_of_the_paper():
    """Paper A, Eqs. (64)-(71): Phi, Jacobian blocks and gamma by the matrix C_s1s2 of two full bodies."""
    from fcclearn.formulation.coordinates import C_vector
    model, i, j, rng = two_bodies(3, "full", "full")
    a, b = unit_vector(i, rng), unit_vector(j, rng)
    model.join(CAR(a, b, 0.3), name="joint")
    q, qd = model.system.layout.start()[0], rng.normal(size=24)
    C = C_vector(a.local).T @ C_vector(b.local)
    row = model.system.phi_q(q).toarray()[-1]
    assert value(model)[0] == pytest.approx(q[:12] @ C @ q[12:] - 0.3)
    np.testing.assert_allclose(row, np.concatenate([C @ q[12:], C.T @ q[:12]]), atol=ROUNDING)
    assert model.system.gamma(q, qd)[-1] == pytest.approx(-2 * qd[:12] @ C @ qd[12:])
    assert model.system.nu(q)[-1] == 0


def test_CAR_of_the_paper_for_reduced_bodies():
    """Paper A, Eqs. (72)-(75): with V and Vdot;
    the factors have the right shape only with V' S (erratum 7)."""
    from fcclearn.formulation.coordinates import C_vector, S, V, Vdot_qd
    model, i, j, rng = two_bodies(3, "reduced", "reduced")
    a, b = unit_vector(i, rng), unit_vector(j, rng)
    model.join(CAR(a, b, 0.3), name="joint")
    q, qd = model.system.layout.start()[0], rng.normal(size=18)
    (qi, qj), (qdi, qdj) = np.split(q, 2), np.split(qd, 2)
    Vi, Vj, S3 = V(qi, 3, "reduced"), V(qj, 3, "reduced"), S(3, "reduced")
    Ci, Cj = C_vector(a.local), C_vector(b.local)
    s1, s2 = Ci @ S3 @ Vi @ qi, Cj @ S3 @ Vj @ qj
    assert value(model)[0] == pytest.approx(qi @ Vi.T @ S3.T @ Ci.T @ Cj @ S3 @ Vj @ qj - 0.3)
    np.testing.assert_allclose(model.system.phi_q(q).toarray()[-1],
                               np.concatenate([s2 @ Ci @ Vi, s1 @ Cj @ Vj]), atol=ROUNDING)
    gamma = -(s1 @ Cj @ Vdot_qd(qdj, 3, "reduced") + s2 @ Ci @ Vdot_qd(qdi, 3, "reduced")
              + 2 * (Ci @ Vi @ qdi) @ (Cj @ Vj @ qdj))
    assert model.system.gamma(q, qd)[-1] == pytest.approx(gamma)


@pytest.mark.parametrize("call, message", [
    (lambda i, j: CAR(i.vector(1, 0), j.vector(1, 0), 1.0), "cosine 1 holds no angle"),
    (lambda i, j: CAR(i.vector(1, 0), j.vector(1, 0), -1.0), "cosine -1 holds no angle"),
    (lambda i, j: CAR(i.vector(1, 0), j.vector(1, 0), np.nan),
     "the cosine of CAR must be a finite number, not nan"),
    (lambda i, j: constant_distance(i.point(0, 0), j.point(0, 0), 0.0),
     "must be positive, not 0 m; coincident points are CP"),
    (lambda i, j: (i.vector(1, 0) + j.vector(1, 0)).body, "not fixed in one body but spans first, second"),
    (lambda i, j: i.point(1, 2, 3), "a point of first must have 2 components"),
    (lambda i, j: i.vector(1, np.nan), "a vector of first must be finite"),
    (lambda i, j: i.point_at([1, 2, 3]), "a place must have 2 components"),
    (lambda i, j: i.vector_along([1]), "a direction must have 2 components"),
])
def test_bad_geometry_is_named(call, message):
    _, i, j, _ = two_bodies(2, "full", "full")
    with pytest.raises(ValueError, match=message):
        call(i, j)


def test_an_angle_relation_takes_vectors_of_any_length():
    """Its number is then |a| |b| cos(angle): 5 of at most 6 holds an angle, 6 and -7 do not."""
    _, i, j, _ = two_bodies(2, "full", "full")
    a, b = i.vector(2, 0), j.vector(0, 3)
    assert CAR(a, b, 5.0).equations[0].f == 5.0
    for cosine in (6.0, -7.0):
        with pytest.raises(ValueError, match="holds no angle"):
            CAR(a, b, cosine)
