"""The start of a model: positions that satisfy all constraints, and velocities that follow from those given.

Velocities are data only where somebody gave them. The rates qd satisfy ``Phi_q qd = nu``; among those they
fit the given velocities best, and among those that fit equally well they are nearest to what was there
before, in the metric of the mass matrix: a body that nobody set in motion gets the least kinetic energy.
"""

import warnings

import numpy as np

from .engine.kinematics import check_rates, project_position
from .engine.massless import nearest
from .engine.mobility import velocities
from .engine.upside_down import turned_over
from .formulation.algebra import RANK_TOLERANCE
from .formulation.checks import number
from .statics import size

TURNED = 45.0
"""A body that turns further is told: joints hold for parts that are turned over, too [degrees]."""

MISSED = 1e-8
"""A given velocity that is met to this share of the largest one is met."""

ROUNDED = 1e-3
"""Velocities typed with three digits miss each other by such a share: more than that is worth a word."""

LIGHT = 1e-3
"""In a compromise between given velocities no body counts for less than this share of the heaviest."""


class Assembly(float):
    """What assembly changed; as a number the largest change of a coordinate [m or 1]. Print it for the words.

    Attributes
    ----------
    moved : dict of str -> (float, float)
        Body -> way of its reference point [m], angle by which it turned [degrees].
    sped : dict of str -> (float, float)
        Body -> change of its velocity [m/s] and of its angular velocity [rad/s].
    missed : dict of str -> (float, float)
        Body -> by how much its given velocity [m/s] and angular velocity [rad/s] are not met.
    """

    def __new__(cls, change, moved, sped, missed, length=1.0):
        self = super().__new__(cls, change)
        self.moved, self.sped, self.missed, self.units = moved, sped, missed, (length, 1.0)
        return self

    def __str__(self):
        words = ("moved by {:.3g} m", "turned by {:.3g} degrees", "velocity changed by {:.3g} m/s",
                 "angular velocity changed by {:.3g} rad/s", "misses its velocity by {:.3g} m/s",
                 "misses its angular velocity by {:.3g} rad/s")
        lines = []
        for name in self.moved:
            sizes = (*self.moved[name], *self.sped[name], *self.missed.get(name, ()))
            said = [text.format(size) for text, size, unit in zip(words, sizes, self.units * 3)
                    if size > 1e-9 * unit]
            lines += [f"{name}: {', '.join(said)}"] * bool(said)
        return "\n".join(lines) or "nothing had to change"


def assemble(model, t=0.0):
    """Move the bodies to the nearest position, with velocities that follow; see `Model.assemble`.

    Examples
    --------
    A rod that turns at 10 rad/s about a pin at its start; that its middle moves at 5 m/s nobody has to say.

    >>> from fcclearn import Model, revolute, rod
    >>> model = Model(gravity=[0, -9.81])
    >>> bar = model.body("bar", rod(1.0, 1.0), along=([0, 0], [0, -1]), angular_velocity=10.0)
    >>> pin = model.join(revolute(model.ground.point(), bar.point("start")))
    >>> print(model.assemble())
    bar: velocity changed by 5 m/s
    >>> float(bar.angular_velocity.round(9)), bar.block_rates[0].round(9).tolist()
    (10.0, [5.0, 0.0])
    """
    before = {name: _state(body) for name, body in model.bodies.items()}
    return _started(model, before, t, *_fitting(model, t))


def _fitting(model, t):
    """Position and rates that fit, and by how much given velocities are missed."""
    number(t, "the time t")
    guess, guess_rate = model.system.layout.start()
    q = project_position(model.system, model.solver, guess, t)
    _check_axes(model, q)
    check_rates(model.system, q, t)
    return q, *fitted_rates(model, q, guess_rate, t)


def _started(model, before, t, q, qd, missed):
    """Let the bodies start from q and qd, and tell what changed since `before`."""
    guess = model.system.layout.start()[0]
    model.move_to(q, qd)
    moved, sped = {}, {}
    for name, body in model.bodies.items():
        place, axes, velocity, spin = (now - then for now, then in zip(_state(body), before[name]))
        half = min(1.0, _size(axes) / np.sqrt(8))                                   # sine of half the angle
        moved[name] = _size(place), float(np.degrees(2 * np.arcsin(half)))
        sped[name] = _size(velocity), _size(spin)
    over = turned_over(model.joints.values(), model.system, q, t)
    length, change = model.system.units.length, np.abs(q - guess).max(initial=0.0)
    return _told(model, Assembly(change, moved, sped, missed, length), over)


def _state(body):
    """Place, axes, velocity and angular velocity of a body at the start; a mere point does not turn."""
    turns = float(body.kind != "point")
    place, velocity = body.blocks[0].copy(), body.block_rates[0].copy()
    return place, turns * body.blocks[1:], velocity, turns * body.angular_velocity


def set_in_motion(model, body, velocity=None, angular_velocity=None, t=0.0):
    """Give one body a velocity, and all others those that follow; see `Model.set_in_motion`.

    Examples
    --------
    The crank of a parallelogram at 3 rad/s: the coupler only translates, with 3 m/s.

    >>> from fcclearn import Model, revolute, rod
    >>> model = Model(gravity=[0, -9.81])
    >>> places = [[0, 0], [0, 1], [2, 1], [2, 0]]
    >>> bars = [model.body(name, rod(1.0, length), along=ends)
    ...         for name, length, ends in zip("abc", (1, 2, 1), zip(places, places[1:]))]
    >>> left = [model.ground.point(0, 0), *(bar.point("end") for bar in bars)]
    >>> right = [*(bar.point("start") for bar in bars), model.ground.point(2, 0)]
    >>> pins = [model.join(revolute(P, Q)) for P, Q in zip(left, right)]
    >>> change = model.set_in_motion("a", angular_velocity=3.0)
    >>> [float(bar.angular_velocity.round(9)) + 0.0 for bar in bars], bars[1].block_rates[0].round(9) + 0.0
    ([3.0, 0.0, 3.0], array([-3.,  0.]))
    """
    body = model.own_body(body)
    if velocity is None and angular_velocity is None:
        raise ValueError(f"say how {body.name} moves: its velocity or its angular velocity")
    before = {name: _state(other) for name, other in model.bodies.items()}
    kept = [(other, other.block_rates, other.given) for other in model.bodies.values()]
    try:
        for other in model.bodies.values():
            other.set_velocity(*((velocity, angular_velocity) if other is body else ()))
        q, qd, missed = _fitting(model, t)
        if _is_serious(model, missed):
            raise ValueError(f"{body.name} cannot move like that: the joints and drivers miss it by "
                             "{:.3g} m/s and {:.3g} rad/s".format(*missed[body.name]))
    except Exception:
        for other, rates, given in kept:
            other.block_rates, other.given = rates, given
        raise
    return _started(model, before, t, q, qd, missed)


def fitted_rates(model, q, guess, t=0.0):
    """Rates that satisfy the constraints, fit given velocities, and are near the guess; and what is missed.

    Returns
    -------
    qd : (n,) array
    missed : dict of str -> (float, float)
        Body -> velocity [m/s] and angular velocity [rad/s] that are not met, where something is missed.
    """
    system = model.system
    Phi_q, M = system.phi_q(q, t), system.mass(q)
    qd, _ = system.units.least_squares(Phi_q, system.nu(q, t))
    Z = system.units.null_space(Phi_q)
    weights, wanted = _given(model)
    effects = np.array([weights * _asked(model, q, z) for z in Z.T]).T.reshape(len(wanted), Z.shape[1])
    left = weights * (wanted - _asked(model, q, qd))
    fit, _, rank, _ = np.linalg.lstsq(effects, left, rcond=RANK_TOLERANCE)
    qd = qd + Z @ fit
    N = Z @ np.linalg.svd(effects)[2][rank:].T if effects.size else Z             # what is still free
    qd = qd + N @ nearest(system.units, M, N, guess - qd)
    return qd, _missed(model, wanted, _asked(model, q, qd))


def _given(model):
    """Weights and values of all given velocities, in the order of `_asked`."""
    masses = {body: body.solid.mass for body in model.bodies.values()}
    heaviest, length, weights, wanted = max(masses.values(), default=0.0) or 1.0, size(model), [], []
    for body in model.bodies.values():
        weight = np.sqrt(max(masses[body], LIGHT * heaviest))
        values = body.block_rates[0], body.angular_velocity
        for given, value, unit in zip(body.given, values, (1.0, length)):
            if given and not (body.kind == "point" and unit is length):
                wanted += list(np.atleast_1d(value))
                weights += [weight * unit] * np.size(value)
    return np.array(weights), np.array(wanted)


def _asked(model, q, qd):
    """Velocities, for rates qd, of all that was given."""
    found = velocities(model.system, q, qd)
    values = [np.atleast_1d(value) for name, body in model.bodies.items()
              for given, value in zip(body.given, found[name]) if given and value is not None]
    return np.concatenate(values) if values else np.zeros(0)


def _missed(model, wanted, found):
    off, start, missed = wanted - found, 0, {}
    for name, body in model.bodies.items():
        turns = 0 if body.kind == "point" else {2: 1, 3: 3}[body.dimension]
        parts = []
        for given, length in zip(body.given, (body.dimension, turns)):
            parts.append(_size(off[start : start + length * given]))
            start += length * given
        if max(parts) > MISSED * np.abs(wanted).max(initial=0.0):
            missed[name] = tuple(parts)
    return missed


def _size(vector):
    return float(np.linalg.norm(vector))


def _check_axes(model, q):
    """Refuse a body that became its mirror image."""
    y = model.system.y(q)
    for body in model.bodies.values():
        index, sign = model.system.layout.place[body]
        if body.kind != "point" and np.linalg.det((y[index] * sign)[1:]) < 0:
            raise ValueError(f"{body.name} was assembled as its mirror image (left-handed axes); "
                             "start from a pose nearer to the real one")


def _is_serious(model, missed):
    """Whether some of the given velocities are missed by more than the rounding of typed numbers."""
    asked = [_size(part) for b in model.bodies.values() for part in (b.block_rates[0], b.angular_velocity)]
    return max((max(parts) for parts in missed.values()), default=0.0) > ROUNDED * max(asked, default=0.0)


def _told(model, assembly, over):
    """Warn of what a user would not expect."""
    for sentence in over:
        warnings.warn(sentence, stacklevel=5)
    for name, (_, turn) in assembly.moved.items():
        if turn > TURNED:
            warnings.warn(f"assembly turned {name} by {turn:.0f} degrees: it may stand the wrong way round; "
                          "give it a nearer pose, or check the axes of its joints", stacklevel=5)
    for name, (v, w) in assembly.missed.items() if _is_serious(model, assembly.missed) else ():
        warnings.warn(f"the velocities given contradict the joints or each other: {name} misses its own by "
                      f"{v:.3g} m/s and {w:.3g} rad/s", stacklevel=5)
    return assembly
