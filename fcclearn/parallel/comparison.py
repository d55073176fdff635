"""Closed form against the Cartesian model: lengths, velocities, accelerations and forces of the actuators."""
from typing import NamedTuple

import numpy as np

from .dynamics import inverse_dynamics
from .geometry import REFERENCE, PoseError, SingularPose
from .multibody import Inverse
from .position import inverse, margins, why_not
from .singularity import first_crossing
from .velocity import actuator_acceleration, actuator_velocity

QUANTITIES = {"L": "mm", "V": "mm/s", "A": "mm/s2", "F": "N"}
SAMPLES = 2001


class Comparison(NamedTuple):
    """Both models along a motion:
    arrays (4 quantities, n instants, 4 actuators) in the order of `QUANTITIES`."""

    t: np.ndarray
    closed: np.ndarray
    cartesian: np.ndarray

    def relative(self):
        """Largest difference of each quantity over its largest value (over 1 if it is zero throughout):
        (4,)."""
        size = np.abs(self.closed).max((1, 2))
        return np.abs(self.cartesian - self.closed).max((1, 2)) / np.where(size > 0, size, 1.0)

    def table(self, k=0):
        """The k-th instant in columns of text."""
        lines = [f"{'':<4}{'':<7}" + "".join(f"{f'actuator {i}':>17}" for i in (1, 2, 3, 4))]
        for (name, unit), closed, cartesian in zip(QUANTITIES.items(), self.closed[:, k],
                                                   self.cartesian[:, k]):
            lines.append(f"{name:<4}{unit:<7}" + "".join(f"{x + 0.0:17.10g}" for x in closed)
                         + "   closed form")
            lines.append(f"{'':<11}" + "".join(f"{x + 0.0:17.10g}" for x in cartesian) + "   Cartesian model")
            lines.append(f"{'':<11}" + "".join(f"{x:17.1e}" for x in cartesian - closed) + "   difference")
        return "\n".join(lines)


def closed_form(motion, t, f=0.0, p=REFERENCE):
    """L, V, A, F of the closed form: Paper B, Eqs. (18), (26), (29), (62)."""
    chi, chi_d, chi_dd = motion(t)
    return np.array([inverse(chi, p), actuator_velocity(chi, chi_d, p),
                     actuator_acceleration(chi, chi_d, chi_dd, p),
                     inverse_dynamics(chi, chi_d, chi_dd, f, p)])


def compare(motion, t, f=(0.0, 0.0, 0.0, 0.0), p=REFERENCE, kind="full"):
    """Both models along a motion.

    Parameters
    ----------
    motion : function of t giving chi, chi_d, chi_dd
    t : (n,) instants in s
    f : (4,) load delivered by the platform, N and N mm
    kind : "full" or "reduced" bodies of the Cartesian model

    Returns
    -------
    Comparison

    Examples
    --------
    >>> from fcclearn.parallel.simulation import paper_load, paper_motion
    >>> bool(compare(paper_motion, [0.0, 0.1], paper_load("N.m")).relative().max() < 1e-9)
    True
    """
    t = np.asarray(t, float)
    model = Inverse(motion, f, p, kind, start=t[0])
    return Comparison(t, closed_form(motion, t, f, p),
                      np.array([model.at(instant) for instant in t]).swapaxes(0, 1))


def check_motion(motion, end, p=REFERENCE):
    """Refuse a motion that leaves the workspace or meets a singularity between 0 and `end`.

    Raises
    ------
    PoseError, SingularPose
        With the first such time.
    """
    last, left = _time_inside(motion, end, p)
    crossing = first_crossing(lambda s: motion(s)[0], 0.0, last, p) if last > 0 else None
    if crossing:
        raise SingularPose(f"the motion meets a singularity ({crossing[1]}) at t = {crossing[0]:.6g} s, "
                           f"where no actuator forces hold the platform; ask for an earlier time than "
                           f"{end:g} s")
    if left is not None:
        raise PoseError(f"the motion leaves the workspace at t = {left:.4g} s: {why_not(motion(left)[0], p)}")


def _time_inside(motion, end, p):
    """The last sampled time inside the workspace and the first outside, or None;
    zooms in on an early exit."""
    while True:
        t = np.linspace(0.0, end, SAMPLES)
        inside = (margins(*np.moveaxis(motion(t)[0], -1, 0), p)[0] > 0).all(0)
        if inside.all():
            return end, None
        k = int(np.argmin(inside))
        if k == 0 or k > SAMPLES // 2:
            return t[max(k - 1, 0)], t[k]
        end = t[k]
