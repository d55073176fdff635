"""A model as plain data: what each joint holds and where, which masses, which forces; not how it is written.

The motion of a body is its twist: the velocity of its material point at the origin, and its angular velocity.
Every equation of a joint forbids some combination of twists, so the space of these combinations says all
that the joint holds: two joints are the same if their spaces are, whatever points, axes and equations they
are made of.
"""

import numpy as np

from fcclearn.formulation.algebra import Q, skew


def describe(model):
    """
    Describe a model in its initial position, at t = 0.

    Returns
    -------
    dict
        "gravity"; "bodies", "joints" and "forces" by name. Only texts, numbers and lists of numbers.
    """
    bodies = sorted(model.bodies.values(), key=lambda body: body.name)
    owners = [row.owner for row in model.system.rows]
    return {
        "gravity": model.gravity.tolist(),
        "bodies": {body.name: described_body(body) for body in bodies},
        "joints": {name: {"bodies": partners(joint), "places": places(joint),
                          **held(model, bodies, [owner == name for owner in owners])}
                   for name, joint in model.joints.items()},
        "all": held(model, bodies, [owner in model.joints for owner in owners]),
        "forces": {name: {"bodies": sorted({b.name for e in force.elements for b in e.terms}),
                          "wrench": wrench(force, bodies).tolist()}
                   for name, force in model.forces.items()},
    }


def described_body(body):
    """Mass [kg], centre of mass [m], inertia about it [kg m2] and initial velocity, in global axes."""
    r, axes = body.blocks[0], body.axes
    P, d = body.P, body.dimension
    com = P[0, 1:] / (P[0, 0] or 1.0)
    central = P[1:, 1:] - P[0, 0] * np.outer(com, com)
    euler = axes @ central @ axes.T if body.kind != "point" else np.zeros((d, d))
    velocity, spin = [1.0, *com] @ body.block_rates, body.block_rates[1:].T @ axes.T
    return {"mass": float(P[0, 0]), "com": (r + axes @ com).tolist(), "euler": euler.tolist(),
            "rates": velocity.tolist(), "spin": spin.tolist()}


def partners(joint):
    """Names of the bodies of a joint; one that stands alone is held to the ground."""
    names = {body.name for body in joint.bodies}
    return sorted(names if len(names) > 1 else names | {"ground"})


def places(joint):
    """Where the points of a joint are [m]: body name -> place."""
    return {point.body.name: point.at_start().tolist() for point in joint.points}


def twist_basis(dimension):
    """A function of x that returns its rates for each component of a twist, velocity first, as columns."""
    if dimension == 2:
        return lambda x, c0: np.column_stack([c0 * np.eye(2), Q @ x])
    return lambda x, c0: np.column_stack([c0 * np.eye(3), -skew(x)])


def rates_of_coordinates(model, bodies):
    """Matrix S with qd = S twists, twists of all bodies one after another."""
    layout, basis, size = model.system.layout, twist_basis(model.dimension), 3 * (model.dimension - 1)
    S = np.zeros((layout.n, size * len(bodies)))
    for k, body in enumerate(bodies):
        for block in range(body.n_stored):
            rows = layout.place[body][0][block]
            S[rows, size * k:size * (k + 1)] = basis(body.blocks[block], float(block == 0))
    return S


def held(model, bodies, rows):
    """
    What some rows of Phi hold, to second order, as numbers that do not depend on how the rows are written.

    Returns
    -------
    dict
        "rank"; "space": projector on the forbidden combinations of twists; "rate" and "acceleration": the
        smallest twists, and rates at some admissible twists, that satisfy the rows; "gap": the largest Phi.
    """
    rows = np.flatnonzero(rows)
    q, _ = model.system.layout.start()
    S = rates_of_coordinates(model, bodies)
    J_q = model.system.phi_q(q).toarray()[rows]
    inverse = np.linalg.pinv(J_q @ S, rcond=1e-9)
    rate = inverse @ model.system.nu(q)[rows]
    some = np.random.default_rng(1).normal(size=S.shape[1])
    twists = some - inverse @ (J_q @ S @ some) + rate
    gamma = model.system.gamma(q, S @ twists)[rows] - J_q @ second_rates(model, bodies, twists)
    space = inverse @ J_q @ S
    return {"rank": int(round(np.trace(space))), "space": space.tolist(), "rate": rate.tolist(),
            "acceleration": (inverse @ gamma).tolist(),
            "gap": float(np.abs(model.system.phi(q)[rows]).max(initial=0.0))}


def second_rates(model, bodies, twists):
    """Second rates of the stored coordinates if the twists are constant."""
    layout, basis, size = model.system.layout, twist_basis(model.dimension), 3 * (model.dimension - 1)
    qdd = np.zeros(layout.n)
    for k, body in enumerate(bodies):
        twist = twists[size * k:size * (k + 1)]
        for block in range(body.n_stored):
            rate = basis(body.blocks[block], float(block == 0)) @ twist
            qdd[layout.place[body][0][block]] = basis(rate, 0.0) @ twist
    return qdd


def wrench(force, bodies):
    """Forces and moments about the origin on all bodies, at rest and with some twists, at t = 0 and t = 1."""
    dimension = force.elements[0].dimension
    basis, size = twist_basis(dimension), 3 * (dimension - 1)
    some = np.random.default_rng(2).normal(size=size * len(bodies))
    C = np.zeros((len(force.elements), dimension, size * len(bodies)))
    for element, block in zip(force.elements, C):
        for body, c in element.terms.items():
            if body in bodies:
                k = bodies.index(body)
                block[:, size * k:size * (k + 1)] = basis(c @ body.blocks, c[0])
    x = np.array([element.at_start() for element in force.elements])
    forces = [force.law(t, x, C @ twists) for t, twists in ((0.0, 0 * some), (0.0, some), (1.0, some))]
    return np.array([np.einsum("kij,ki->j", C, np.asarray(f)) for f in forces])
