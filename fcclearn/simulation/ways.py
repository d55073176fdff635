"""Which way to solve the linear equations a model needs, where the usual one would fail; it is told."""

import warnings

import numpy as np

from ..engine.massless import unresisted
from ..engine.massless import without_mass as lightest


def without_mass(model, q, qd, times, method, counts):
    """The linear solver for a model with a freedom that has no mass, and a warning; None otherwise."""
    state = model.system.state(q)
    coordinate = lightest(model.solver, state.M, state.phi_q)
    if coordinate is None or method in ("energy-momentum", "power-series"):      # they refuse
        return None
    for t in times[np.linspace(0, len(times) - 1, 7).astype(int)]:          # a force may begin later
        pushed = unresisted(model.system, q, qd, t)
        if pushed:
            raise ValueError(f"{pushed} is pushed at t = {t:g} s, but what moves with it has no mass to "
                             "resist (a torque about the axis of a slender rod?): take a cylinder or a bar")
    label = model.system.layout.labels[coordinate]
    body, slow = model.bodies[label.partition(".")[0]], "which takes the slow solver 'minimum norm'"
    if is_thin(body):
        counts.warnings.append(f"{body.name} is so thin that its spin has almost no inertia, {slow} and may "
                               "take very many steps: take a rod, whose spin has none at all, or a universal "
                               "joint in the place of a spherical one, which stops the spin")
        warnings.warn(counts.warnings[-1], stacklevel=4)
    else:
        counts.warnings.append(f"{label} or what moves with it has almost no mass (the spin of a slender "
                               f"rod?), {slow}; a cylinder or bar in its place has inertia about its axis, a "
                               "universal joint in the place of a spherical one stops the spin")
    return "minimum norm"


def is_thin(body):
    """Whether a body has inertia about all its axes, but about one of them very little."""
    moments = np.linalg.eigvalsh(body.solid.inertia)
    return body.kind != "point" and moments[0] > np.finfo(float).eps * moments[-1] > 0


def with_weak_constraints(model, q, counts):
    """The linear solver for a start at which some constraint is very weak, and a warning; else None."""
    state = model.system.state(q)
    factor = model.solver.factor(state.M, state.phi_q)
    factor.solve(state.M @ np.cos(np.arange(len(q))), np.zeros(model.system.m))      # a force of no symmetry
    if factor.converged:
        return None
    counts.warnings.append("some constraints are almost redundant at the start (a pin held twice within a "
                           "hair's breadth, a position next to a singular one, a very thin body "
                           "that may spin?): the slow solver "
                           "'row selection' follows them exactly")
    return "row selection"
