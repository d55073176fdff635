"""What the tests of the mechanics share: bodies of every kind in general poses,
and exact numerical derivatives."""

import numpy as np
from scipy.spatial.transform import Rotation

from fcclearn import Model, from_inertia

ROUNDING = 1e-12
"""Two roads that differ by rounding only: numbers of size one to a hundred, some dozen operations each."""

TAYLOR = 1e-10
"""Second derivatives by `taylor`: rounding over the square of its radius,
on numbers of size up to a hundred."""

PAIRS = [("full", "full"), ("reduced", "reduced"), ("full", "reduced"), ("reduced", "full"),
         ("ground", "full"), ("ground", "reduced")]
"""Kinds of the two bodies that a constraint holds."""

CASES = [(dimension, *pair) for dimension in (2, 3) for pair in PAIRS]


def rotation(dimension, angle, rng):
    """A rotation matrix: about a random axis in space."""
    if dimension == 2:
        return np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    axis = rng.normal(size=3)
    return Rotation.from_rotvec(angle * axis / np.linalg.norm(axis)).as_matrix()


def solid():
    """A body without any symmetry: all its pseudo-inertia entries matter."""
    tensor = np.array([[0.5, 0.03, -0.02], [0.03, 0.6, 0.05], [-0.02, 0.05, 0.7]])
    return from_inertia(1.7, tensor, com=[0.2, -0.3, 0.4])


def two_bodies(dimension, first, second, seed=1):
    """A model with two bodies in random poses, the first of which may be the ground;
    and a random generator."""
    rng = np.random.default_rng(seed)
    model = Model(gravity=rng.normal(size=dimension))
    carriers = []
    for name, kind in (("first", first), ("second", second)):
        if kind == "ground":
            carriers.append(model.ground)
            continue
        carriers.append(model.body(name, solid(), kind=kind, at=rng.normal(size=dimension),
                                   axes=rotation(dimension, rng.uniform(0.5, 2.5), rng)))
    return model, *carriers, rng


def complex_step(function, x):
    """Jacobian of a vector function at x to rounding: ``Im f(x + i h e) / h`` without subtraction."""
    h = 1e-30
    return np.array([np.imag(function(x + 1j * h * e)) / h for e in np.eye(len(x))]).T


def taylor(function, radius=0.03, points=24):
    """Value, first and second derivative of an analytic function of time at 0, by Cauchy's integral.

    The mean of ``f(r z) z^-k`` over the unit circle is r^k f^(k)(0) / k!: no differences, so no cancellation.
    """
    z = np.exp(2j * np.pi * np.arange(points) / points)
    f = np.array([function(radius * w) for w in z])
    return [np.real(np.mean(f.T * z**-k, axis=-1)) * factorial / radius**k
            for k, factorial in ((0, 1), (1, 1), (2, 2))]


def check_derivatives(model, seed=2, t=0.3):
    """Phi_q, nu and gamma of a model against derivatives of its Phi alone,
    at a state far off the constraints."""
    system, rng = model.system, np.random.default_rng(seed)
    q = system.layout.start()[0] + 0.3 * rng.normal(size=system.n)
    qd, qdd = rng.normal(size=system.n), rng.normal(size=system.n)
    phi_q = system.phi_q(q, t).toarray()
    np.testing.assert_allclose(phi_q, complex_step(lambda x: system.phi(x, t), q), rtol=0,
                               atol=ROUNDING * max(1, np.abs(phi_q).max()))
    value, rate, acceleration = taylor(lambda s: system.phi(q + s * qd + 0.5 * s * s * qdd, t + s))
    np.testing.assert_allclose(system.phi(q, t), value, rtol=0, atol=TAYLOR)
    np.testing.assert_allclose(phi_q @ qd - system.nu(q, t), rate, rtol=0,
                               atol=TAYLOR * max(1, np.abs(rate).max()))
    np.testing.assert_allclose(phi_q @ qdd - system.gamma(q, qd, t), acceleration, rtol=0,
                               atol=TAYLOR * max(1, np.abs(acceleration).max()))


def rank(model, q=None):
    """Rank of Phi_q at the start, or at q."""
    J = model.system.phi_q(model.system.layout.start()[0] if q is None else q).toarray()
    return np.linalg.matrix_rank(J, tol=1e-9 * np.linalg.norm(J, 2))


def joint_residual(model, **moved):
    """Largest |Phi| after bodies are turned about a place and shifted:
    name -> (place, rotation matrix, shift)."""
    q = model.system.layout.start()[0]
    for name, (place, R, shift) in moved.items():
        body = model.bodies[name]
        place = np.asarray(place, dtype=float)
        blocks = np.vstack([place + R @ (body.blocks[0] - place) + shift, body.blocks[1:] @ R.T])
        q[model.system.layout.place[body][0][: body.n_stored]] = blocks[: body.n_stored]
    return np.abs(model.system.phi(q)).max()
