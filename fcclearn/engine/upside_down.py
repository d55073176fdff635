"""Joints that hold although something is turned over: equations by perpendicular vectors allow half a turn.

    a . p = a . s = 0     holds for a = p x s and for a = -p x s
    sin(theta - angle) = 0     holds half a turn off too
"""


def turned_over(joints, system, q, t=0.0):
    """What stands the wrong way round in a position that satisfies the constraints, a sentence each.

    Parameters
    ----------
    joints : iterable of Joint
    system : System
    q : (n,) array

    Returns
    -------
    list of str
    """
    found = []
    for joint in joints:
        if joint.equations and joint.is_reversed(lambda vector: system.value_of(vector, q)):
            names = " and ".join(body.name for body in joint.bodies)
            found.append(f"{joint.name} holds, but with {names} turned over: their axes point away from each "
                         "other; start from a pose that is less than 90 degrees off")
    return found + _half_a_turn_off(system, q, t)


def _half_a_turn_off(system, q, t):
    """Drivers by `rotated_AR` whose angle is not what they prescribe but half a turn from it."""
    if not system.mixing.driven:
        return []
    slope = system.state(q, t=t).mixture.slope                       # -cos(theta - angle)
    off = [row.owner for row, e in zip(system.rows, slope) if row.label == "rotated AR" and e > 0]
    return [f"{owner} prescribes an angle, and the bodies stand half a turn from it, where its equation "
            "holds too; turn the body to less than 90 degrees from it" for owner in dict.fromkeys(off)]
