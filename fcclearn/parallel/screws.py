"""Screws: twists, wrenches, reciprocal systems, and the mobility in the two readings of Paper B,
Eqs. (1)-(5).

A twist is (omega; v), v the velocity of the body's point at the origin; a wrench is (force; moment about the
origin). They are reciprocal if f.v + m.omega = 0: the wrench does no work on the twist. Eqs. (1)-(5) are
blank in the text that we have; what stands here was rebuilt from the geometry.
"""
from typing import NamedTuple

import numpy as np

from .geometry import REFERENCE
from .position import angles, posture

RANK_TOLERANCE = 1e-9   # relative to the largest singular value
# mm: lengths are divided by it before a rank is counted, so that mm do not outweigh rad
LENGTH = 100.0


class Mobility(NamedTuple):
    """Result of a screw analysis: its numbers, and in words."""

    dof: int
    limb_rank: int
    couples: int        # constraint couples of all limbs together
    redundant: int      # of them, those that the others imply
    words: str


def rotation(axis, point):
    """Twist of a revolute joint: (a; p x a).

    Examples
    --------
    >>> rotation([0, 1, 0], [5, 0, 0]).tolist()
    [0, 1, 0, 0, 0, 5]
    """
    return np.hstack([axis, np.cross(point, axis)])


def translation(direction):
    """Twist of a prismatic joint, or of a parallelogram: (0; a)."""
    return np.hstack([np.zeros(3), direction])


def reciprocal_product(wrench, twist):
    """f.v + m.omega, the power of a wrench on a twist.

    Examples
    --------
    A couple about x does no work on a translation:

    >>> float(reciprocal_product(np.array([0, 0, 0, 1, 0, 0]), translation([0, 0, 1])))
    0.0
    """
    return wrench[..., :3] @ twist[..., 3:] + wrench[..., 3:] @ twist[..., :3]


def reciprocal(system):
    """An orthonormal basis (n, 6) of everything reciprocal to a screw system (m, 6):
    wrenches of twists, twists of wrenches.

    Paper B uses it for Eqs. (2), (3) and, a second time, (5).

    Examples
    --------
    What does no work on the three translations: the three couples.

    >>> couples = reciprocal([translation(e) for e in np.eye(3)])
    >>> couples.shape, bool(abs(couples[:, :3]).max() < 1e-15)
    ((3, 6), True)
    """
    system = np.atleast_2d(system)
    scaled = np.hstack([system[:, :3], system[:, 3:] / LENGTH])
    _, s, Vt = np.linalg.svd(scaled)
    null = Vt[np.sum(s > RANK_TOLERANCE * s[0]):]
    return np.hstack([null[:, 3:] / LENGTH, null[:, :3]])


def rank(system):
    """Number of independent screws in a system (m, 6)."""
    return 6 - len(reciprocal(system))


def executing_screws(chi, i, p=REFERENCE):
    """The passive chain R Pa Pa R of limb i (1..3) in {C_i}, (4, 6): Paper B, Eq. (1).

    $_3 about z at C_i; Pa_1 along (-s2, 0, c2); Pa_2 along (s3, 0, c3); $_10 about z at R_i10 = (-d, 0, h).
    """
    q = posture(chi, p)
    i = i - 1
    return np.array([rotation([0, 0, 1], [0, 0, 0]), translation([-q.s2[i], 0, q.c2[i]]),
                     translation([q.s3[i], 0, q.c3[i]]), rotation([0, 0, 1], [-q.rho[i], 0, chi[2]])])


def driving_screws(chi, i, p=REFERENCE):
    """The chain R P R of actuator i (1..3) in {C_i}, (3, 6):
    $_1 at R_i1, $_2 at R_i2, $_0 along the actuator.

    Paper B, Eq. (1).
    """
    q = posture(chi, p)
    b, c2, s2 = p.l1 / 2, q.c2[i - 1], q.s2[i - 1]
    end = np.array([p.l10 - b + p.l20 * c2, 0, p.l20 * s2])
    return np.array([rotation([0, 1, 0], [b, 0, 0]), rotation([0, 1, 0], end),
                     translation((end - [b, 0, 0]) / np.linalg.norm(end - [b, 0, 0]))])


def limb_wrenches(chi, i, with_driving_chain=False, p=REFERENCE):
    """Constraint wrenches of limb i, (n, 6), with components along {B}: Paper B, Eqs. (2)-(4).

    All are couples, so the reference point does not matter. The executing chain alone leaves two, about x and
    y of {C_i}; the span of both chains, as in the paper, leaves one, about x.
    """
    system = executing_screws(chi, i, p)
    if with_driving_chain:
        system = np.vstack([system, driving_screws(chi, i, p)])
    turn = p.theta0[i - 1] + angles(chi, p).theta1[i - 1]
    R = np.array([[np.cos(turn), -np.sin(turn), 0], [np.sin(turn), np.cos(turn), 0], [0, 0, 1]])
    wrenches = reciprocal(system)
    return np.hstack([wrenches[:, :3] @ R.T, wrenches[:, 3:] @ R.T])


def platform_twists(chi, with_driving_chain=False, p=REFERENCE):
    """The motions that no limb's wrench opposes, (4, 6): three translations and a rotation about z:
    Paper B, Eq. (5)."""
    return reciprocal(np.vstack([limb_wrenches(chi, i, with_driving_chain, p) for i in (1, 2, 3)]))


def mobility(chi, with_driving_chain=False, p=REFERENCE):
    """Degrees of freedom and overconstraint by screws: section 3.1 of Paper B, Eqs. (1)-(5),
    in one of two readings.

    Both give 4. A driving chain closes a loop and is not in series with the limb, so adding its
    screws to the span is not legitimate: it hides three of the four redundant couples, and
    needs limb planes that are not parallel.

    Examples
    --------
    >>> mobility([-5.5491, 12.7839, 110.0, -0.2654])[:4]
    (4, 4, 6, 4)
    >>> mobility([-5.5491, 12.7839, 110.0, -0.2654], with_driving_chain=True)[:4]
    (4, 5, 3, 1)
    """
    all_wrenches = [limb_wrenches(chi, i, with_driving_chain, p) for i in (1, 2, 3)]
    couples, independent = sum(map(len, all_wrenches)), rank(np.vstack(all_wrenches))
    dof, per_limb, redundant = 6 - independent, len(all_wrenches[0]), couples - independent
    chains = "driving and executing chains together" if with_driving_chain else "executing chains"
    words = (f"{chains}: each limb's {6 - per_limb} independent screws leave {per_limb} constraint "
             f"couple{'s' * (per_limb > 1)}; the limbs' {couples} couples are {independent} independent ones "
             f"and {redundant} redundant; {dof} degrees of freedom (three translations and a rotation "
             f"about z)")
    return Mobility(dof, 6 - per_limb, couples, redundant, words)


def grubler(d, bodies, joints, freedoms, redundant):
    """M = d (n - g - 1) + sum f + nu, the modified Gruebler-Kutzbach count of a mechanism of order d.

    Examples
    --------
    Both couples are common to all limbs, so d = 4: base, platform and 3 x 3 links,
    12 joints (R, Pa, Pa, R) of one freedom.

    >>> grubler(4, 11, 12, 12, 0)
    4

    Paper B's "0 common and 1 redundant constraint" would give 1, not 4:

    >>> grubler(6, 11, 12, 12, 1)
    1

    Every revolute and prismatic joint counted: 31 bodies with the base, 42 joints, 34 redundant rows.

    >>> grubler(6, 31, 42, 42, 34)
    4
    """
    return d * (bodies - joints - 1) + freedoms + redundant
