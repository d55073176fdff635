"""Positions in which all forces balance: downhill to a stable one, or by Newton's method to the next.

A stable equilibrium is a minimum of the potential energy on the constraints. The way down takes Newton's
steps where the energy is curved upwards, and the same steps with the sign of the curvature reversed where it
is curved downwards, never further than a trust radius; after each step the position is brought back onto the
constraints, and the forces must have done work.
"""

import numpy as np

from .kinematics import NotAssembled, newton_raphson

STEPS = 1000
"""At most so many steps; a chain of ten links needs about fifty."""

LARGEST = 0.5
"""Largest step, in sizes of the model and in radians."""

SETTLED = 1e-8
"""A step as short as this is the last but one: Newton's method squares its error."""

FAR = 100.0
"""A model that has moved by so many times its size is not on its way to an equilibrium."""


class NoEquilibrium(ArithmeticError):
    """No position was found in which the forces balance."""


def downhill(steady, q):
    """A minimum of the potential energy near the way down from q.

    Parameters
    ----------
    steady : Steady
    q : (n,) array
        On the constraints.

    Returns
    -------
    q : (n,) array
    linear : Linear

    Raises
    ------
    NoEquilibrium
        With what still moves, and how far it has gone.
    """
    radius, start, linear = LARGEST / 2, q, steady.linear(q)
    for _ in range(STEPS):
        curvatures, shapes = np.linalg.eigh(0.5 * (linear.K + linear.K.T))
        force = shapes.T @ linear.unbalanced
        step = _step(force, curvatures, linear, radius)
        if np.linalg.norm(step) <= SETTLED:
            if not is_negative(curvatures, linear):
                return _settled(steady, q, linear.Z @ (shapes @ step))
            step = 0.1 * np.eye(len(step))[0]                                  # off a saddle
        gain = force @ step - 0.5 * curvatures @ step**2                        # if the energy were quadratic
        found = _moved(steady, q, linear.Z @ (shapes @ step))
        done = 0.0 if found is None else work(steady, q, found)
        if found is None or done < 0.1 * gain - 1e-13 * (linear.scale + abs(done)):
            radius = min(radius, np.linalg.norm(step)) / 4
            continue
        if done > 0.7 * gain and np.linalg.norm(step) > 0.9 * radius:
            radius = min(2 * radius, LARGEST)
        q, linear = found, steady.linear(found)
        _check_reach(steady, start, q, linear)
    raise NoEquilibrium(_words(steady, start, q, linear, "no stable equilibrium was found"))


def newton(steady, q):
    """The equilibrium next to q, stable or not, by Newton's method.

    Steps are halved until less is out of balance. Parameters, returns and raises as `downhill`.
    """
    start, linear = q, steady.linear(q)
    for _ in range(STEPS):
        step = np.linalg.lstsq(linear.K, linear.unbalanced, rcond=1e-12)[0]
        length = np.linalg.norm(step)
        if length <= SETTLED and not linear.is_balanced:               # no stiffness: off with the force
            step = linear.unbalanced * (LARGEST / 2 / np.linalg.norm(linear.unbalanced))
        elif length <= SETTLED:
            return _settled(steady, q, linear.Z @ step)
        step = step * min(1.0, LARGEST / max(length, LARGEST))
        q, linear = _halved(steady, start, q, step, linear)
        _check_reach(steady, start, q, linear)
    raise NoEquilibrium(_words(steady, start, q, linear, "Newton's method found no equilibrium"))


def _step(force, curvatures, linear, radius):
    """Components ``force / (|curvature| + shift)`` of a step not longer than the radius.

    The shift shortens the soft directions first: a freedom that hardly matters does not stop the others.
    """
    force = np.where(np.abs(force) <= 1e-13 * linear.scale, 0.0, force)
    stiffness = np.maximum(np.abs(curvatures), zero(curvatures, linear) or linear.scale or 1.0)
    low, high = 0.0, np.linalg.norm(force) / radius                        # the latter is always enough
    if np.linalg.norm(force / stiffness) <= radius:
        return force / stiffness
    for _ in range(60):
        shift = 0.5 * (low + high)
        low, high = (shift, high) if np.linalg.norm(force / (stiffness + shift)) > radius else (low, shift)
    return force / (stiffness + high)


def zero(curvatures, linear):
    """A curvature below this is none [J]."""
    return max(100 * linear.noise, 1e-12) * np.abs(curvatures).max(initial=linear.scale)


def is_negative(curvatures, linear):
    """Whether the energy falls in some direction; the curvatures are given rising."""
    return len(curvatures) > 0 and curvatures[0] < -zero(curvatures, linear)


def _moved(steady, q, step):
    """The position after a step, back on the constraints; None where they are out of reach."""
    try:
        return newton_raphson(steady.system, q + step, steady.t)
    except NotAssembled:
        return None


def work(steady, q, found):
    """Work of the forces from one position to another [J].

    Exact if all of them have a potential, else by the mean of both ends. What the frame's spin does is the
    change of the kinetic energy of turning with it.
    """
    system, t = steady.system, steady.t
    turning = 0.0
    if steady.spins:
        before, after = (system.kinetic_energy(x, steady.rates(x)) for x in (q, found))
        turning = after - before
    if all(force.force.potential for force in system.forces):
        return system.potential_energy(q, t) - system.potential_energy(found, t) + turning
    mean = 0.5 * sum(system.applied(x, steady.rates(x), t) for x in (q, found))
    return mean @ (system.y(found) - system.y(q)) + turning


def _halved(steady, start, q, step, linear):
    """The first of step, step / 2, step / 4, ... that leaves less out of balance."""
    before = np.linalg.norm(linear.unbalanced)
    for _ in range(12):
        found = _moved(steady, q, linear.Z @ step)
        after = None if found is None else steady.linear(found)
        if after and np.linalg.norm(after.unbalanced) <= before + 1e-13 * linear.scale:
            return found, after
        step = step / 2
    raise NoEquilibrium(_words(steady, start, q, linear, "Newton's method found no equilibrium near"))


def _settled(steady, q, step):
    """The last step, and whether the forces balance after it."""
    last = newton_raphson(steady.system, q + step, steady.t)
    linear = steady.linear(last)
    if not linear.is_balanced:
        raise NoEquilibrium(_words(steady, q, last, linear, "the search has come to a halt out of balance"))
    return last, linear


def _check_reach(steady, start, q, linear):
    if np.abs((q - start) / steady.unit).max() > FAR:
        raise NoEquilibrium(_words(steady, start, q, linear, "there is no equilibrium within reach"))


def _words(steady, start, q, linear, what):
    """A sentence with the body that is pushed most, how far it has moved, and how much is not balanced."""
    pushed = np.abs(steady.unit**-1 * (linear.Z @ linear.unbalanced)).argmax()
    body = next(b for b in steady.system.layout.bodies if pushed in steady.system.layout.place[b][0])
    place = steady.system.layout.place[body][0][0]
    left, way = np.linalg.norm(linear.unbalanced), np.linalg.norm((q - start)[place])
    return (f"{what}: {body.name} is still pushed ({left:.3g} of {linear.scale:.3g} J are not balanced) "
            f"after it has moved by {way:.3g} m; is it held?")
