"""The record of an encoder in a hinge: rest, one swing, rest again, with the noise of its reading.

The exercise of lesson 09 finds noise and acceleration from the record alone.
"""

import numpy as np

STEP, NOISE = 0.005, 0.8e-3                            # [s], [rad]
SWING, DURATION, REST = 1.3, 1.2, 1.0                  # [rad], [s], time at rest before and after [s]


def angle(t):
    """The true angle [rad]: ``A (10 p^3 - 15 p^4 + 6 p^5)`` with ``p = (t - rest) / T``, between 0 and 1.

    Examples
    --------
    >>> angle(np.array([0.5, 1.6, 3.0])).round(12).tolist()
    [0.0, 0.65, 1.3]
    """
    p = np.clip((t - REST) / DURATION, 0.0, 1.0)
    return SWING * (10 * p**3 - 15 * p**4 + 6 * p**5)


def record(seed=19):
    """Times [s] and recorded angles [rad]; the hinge rests for the first second and for the last.

    Examples
    --------
    >>> t, angles = record()
    >>> len(t), float(t[-1])
    (641, 3.2)
    """
    t = np.arange(round((DURATION + 2 * REST) / STEP) + 1) * STEP
    return t, angle(t) + NOISE * np.random.default_rng(seed).normal(size=len(t))
