"""What a live page needs to know of a model, as one dictionary of plain numbers.

    map         the products p of the model, a quadratic map of q (`engine.quadratic`)
    equations   Phi: number of a product, or {products, weights, offset, driver or phase} (`engine.mixing`)
    bodies      [name, P row by row, places of r, u, v, (w) in q]
    joints      [name, first equation, end, body, point]: what exerts a force
    springs, linear, torsion, force     applied forces, see `applied_forces`

A point or vector is [body, c0, c1, c2, (c3)], one of the ground [-1, x, y, (z)]. A reduced model is told by
its full twin, and the coordinates are renumbered so that the factor of the page stays narrow.
"""

import copy

import numpy as np
from scipy.sparse import coo_array
from scipy.sparse.csgraph import reverse_cuthill_mckee

from ..formulation.motion import COS, IDENTITY, MINUS_SIN, ONE, SQUARE

FUNCTIONS = {function.rate: name for function, name in
             ((ONE, "1"), (COS, "cos"), (MINUS_SIN, "-sin"), (IDENTITY, "s"), (SQUARE, "s2"))}
"""Names that the page has for the functions in drivers; a guarded cosine has the rate of the cosine."""


class NotExportable(ValueError):
    """Something of the model that a page without Python cannot know."""


def full_twin(model):
    """The same model with full bodies, at the same places and rates; the model itself if it has no others."""
    if all(body.kind != "reduced" for body in model.bodies.values()):
        return model
    twin = copy.deepcopy(model.uncompiled())
    for body in twin.bodies.values():
        body.kind = "point" if body.kind == "point" else "full"
    return twin


class ModelNumbers:
    """The numbers of a compiled model of full bodies: all that a live page knows of the engine.

    Attributes
    ----------
    map : QuadraticMap
        Of the products.
    equations : list of (products, Drive or None, product that is the phase or None)
    labels : list of Row
    Phi_q : Pattern
    place : dict of body name -> places of its stored vectors in q, one row each
    q, qd : (n,) arrays
    """

    def __init__(self, model):
        system = model.system
        self.map, self.labels, (_, self.Phi_q) = system.products, system.rows, system.patterns
        self.equations = [([k], None, None) for k in range(system.m)]
        if system.mixing.driven:
            columns, entries = system.mixing.pattern.columns, system.mixing.entries
            driven = {row: (drive, phase) for row, drive, phase in system.mixing.driven}
            self.equations = [(columns[entries[row]].tolist(), *driven.get(row, (None, None)))
                              for row in range(system.m)]
        self.place = {b.name: system.layout.place[b][0][: b.n_stored] for b in model.bodies.values()}
        self.q, self.qd = system.layout.start()

    def new_numbers(self):
        """New number of each coordinate: of three orders the one in which K's factor is narrowest."""
        n, Phi_q = len(self.q), self.Phi_q.sparse(np.ones(len(self.Phi_q.rows)))
        own = [np.add.outer(place[:, x], 0 * place[:, x])
               for place in self.place.values() for x in range(place.shape[1])]
        i, j = (np.concatenate([b.ravel() for b in blocks]) for blocks in (own, [b.T for b in own]))
        K = (Phi_q.T @ Phi_q + coo_array((np.ones(len(i)), (i, j)), (n, n))).tocsr()
        narrow = reverse_cuthill_mckee(K, symmetric_mode=True)
        orders = np.arange(n), narrow, narrow[::-1]
        return np.argsort(min(orders, key=lambda order: envelope(K[order][:, order])))


def envelope(K):
    """Entries of a symmetric matrix from the first nonzero of each row to its diagonal: a factor's size."""
    K = K.tocoo()
    first = np.arange(K.shape[0])
    np.minimum.at(first, K.row, K.col)
    return int((np.arange(K.shape[0]) - first).sum())


def numbers(x):
    """The shortest way to write numbers that read back the same: whole ones without a point."""
    return [int(value) if float(value).is_integer() and abs(value) < 1e15 else float(value) for value in x]


def element(x, index):
    """A point or vector of one body for the page."""
    (body, c), = x.terms.items()
    return [index[body.name], *numbers(c)] if body.moves else [-1, *numbers(c @ body.blocks)]


def mechanism_data(model):
    """All that moves: equations, masses, forces.

    Returns
    -------
    data : dict
    element : callable that writes a point or vector of the model for the page

    Raises
    ------
    NotExportable
        A force that is a Python function, or a driver that follows a law of its own.
    """
    twin = full_twin(model)
    compiled, bodies = ModelNumbers(twin), list(twin.bodies.values())
    new, index, drivers = compiled.new_numbers(), {body.name: k for k, body in enumerate(bodies)}, {}
    old, (values, which) = np.argsort(new), np.unique(compiled.map.B.data, return_inverse=True)
    B, pattern = compiled.map.B.pattern, compiled.map.pattern
    data = {
        "dimension": model.dimension, "gravity": model.gravity.tolist(),
        "q": numbers(compiled.q[old]), "qd": numbers(compiled.qd[old]),
        "bodies": [[b.name, numbers(b.P[:k, :k].ravel()), new[compiled.place[b.name]].tolist()]
                   for b in bodies for k in [b.n_stored]],
        "map": {"constants": numbers(compiled.map.constants), "a": numbers(compiled.map.a),
                "rows": pattern.rows.tolist(), "columns": new[pattern.columns].tolist(),
                "B": [B.rows.tolist(), new[B.columns].tolist(), which.tolist(), numbers(values)]},
        "equations": [equation(*given, label, drivers)
                      for given, label in zip(compiled.equations, compiled.labels)],
        "drivers": name_drivers(drivers),
        "joints": joints(twin, compiled, index),
        **applied_forces(twin, compiled.place, new, index),
    }
    return data, lambda x: element(x, index)


def equation(products, drive, phase, label, drivers):
    """An equation for the page; a phase that time prescribes is a driver: phase -> (label, unit)s."""
    if not drive:
        return products[0]
    weights = [FUNCTIONS.get(weight.rate) for weight in drive.weights]
    offset = FUNCTIONS.get(drive.offset.rate) if drive.offset else "0"
    if None in (*weights, offset) or label.kind in ("OV", "AR*"):
        raise NotExportable(f"{label.owner!r} ({label.kind}) follows laws of time that a page without "
                            "Python cannot know")
    row = {"products": products, "weights": weights, "offset": offset}
    if phase is not None:
        return {**row, "phase": phase}
    unit = "rad" if {"cos", "-sin"} & {offset, *weights} else "m"
    drivers.setdefault(drive.phase, []).append((label, unit))
    return {**row, "driver": list(drivers).index(drive.phase)}


def name_drivers(drivers):
    """Name, value at the start, unit and kind of each prescribed phase."""
    first = [rows[0] for rows in drivers.values()]
    owners = [label.owner for label, _ in first]

    def name(label):
        return label.owner if owners.count(label.owner) == 1 else f"{label.owner}, {label.label}"
    return [{"name": name(label), "value": float(phase.value(0.0)), "kind": label.kind, "unit": unit}
            for phase, (label, unit) in zip(drivers, first)]


def joints(twin, compiled, index):
    """[name, first equation, end, body, point] of each joint that has a point."""
    found = []
    for name, joint in twin.joints.items():
        own = [k for k, label in enumerate(compiled.labels) if label.owner == name]
        if joint.points and own:
            point = element(joint.acts_at or joint.points[0], index)
            found.append([name, own[0], own[-1] + 1, index[twin.body_of_joint(joint).name], point])
    return found


def applied_forces(twin, place, new, index):
    """Springs; forces linear in q, ``g_i = a q_j``; torsional springs; constant forces.

    Raises
    ------
    NotExportable
        A force that is not of the library, or that depends on time.
    """
    springs, linear, torsion, constant = [], [], [], np.zeros(len(new))
    for name, force in twin.forces.items():
        kind, *values = force.data or ("unknown",)
        if kind == "unknown":
            raise NotExportable(f"the force {name!r} is a Python function, which a page without Python "
                                "cannot call")
        if kind == "spring":
            springs.append([*(element(P, index) for P in force.elements), *numbers(values)])
        elif kind == "torsional spring":
            angle = place[force.elements[0].body.name][0, 0]
            torsion.append([int(new[angle]), *numbers(values)])
        else:
            f0, slope = affine(force, values)
            for i, k, a in entries(force.elements, place):
                constant[new[i]] += a * f0[k]
                linear += [[int(new[i]), int(new[j]), float(a * slope[k, l] * c)]
                           for j, l, c in entries(force.elements, place) if slope[k, l]]
    return {"springs": springs, "linear": linear, "torsion": torsion, "force": numbers(constant)}


def affine(force, torque=()):
    """A law of the elements alone as ``f = f0 + slope x``, f and x in one row (k d).

    A moment in body axes, ``1/2 (sum of tau_k e_k) x e_j``, is so on orthonormal axes: ``e_k x e_j`` is an
    axis again.
    """
    d, k = force.elements[0].dimension, len(force.elements)
    if torque:
        turn = 0.5 * np.cross(np.asarray(torque[0]), np.eye(3))              # row j: 1/2 tau x e_j, body axes
        return np.zeros(9), np.kron(turn, np.eye(3))
    still = np.zeros((k, d))

    def law(x):
        return np.asarray(force.law(0.0, x, still), dtype=float).ravel()
    return law(still), np.array([law(x) - law(still) for x in np.eye(k * d).reshape(-1, k, d)]).T


def entries(elements, place):
    """Elements as linear forms of q: (coordinate, component, coefficient) of each term."""
    return [(place[body.name][block, x], k * one.dimension + x, c) for k, one in enumerate(elements)
            for body, components in one.moving.items()
            for block, c in enumerate(components) if c for x in range(one.dimension)]
