"""Arrays of poses, velocities and loads: components first inside, and one sentence for what cannot be one."""

import numpy as np

from .geometry import PoseError, SingularPose

VANISHING = 1e-9    # a ratio this small counts as zero: 7 of 16 digits would be left after dividing by it


def components(x, like=None, what="pose"):
    """The four components first: (..., 4) to (4, ...), spread to the shape of `like`;
    refuses what is not finite."""
    x = np.asarray(x)
    if x.ndim == 0 or x.shape[-1] != 4:
        raise PoseError(f"a {what} has four components (X, Y, Z, alpha); this array has shape {x.shape}")
    if not np.all(np.isfinite(x)):
        raise PoseError(f"the {what} has a component that is not finite")
    return np.moveaxis(x if like is None else np.broadcast_to(x, np.shape(like)), -1, 0)


def finite(x, what):
    """One value for all four, or (..., 4); refuses what is not finite."""
    x = np.asarray(x)
    if x.ndim and x.shape[-1] != 4:
        raise ValueError(f"the {what} must have four components; this array has shape {x.shape}")
    if not np.all(np.isfinite(x)):
        raise ValueError(f"the {what} has a component that is not finite")
    return x


def refuse_zero(values, why):
    """SingularPose that names the limb where a ratio (3 limbs, ...) vanishes."""
    bad = np.abs(values) < VANISHING
    if bad.any():
        raise SingularPose(f"limb {np.argwhere(bad)[0][0] + 1}: {why}")


def pose_components(chi):
    """`components` of poses; refuses alpha beyond one turn, which is likely to be in degrees."""
    chi = components(chi)
    if np.any(np.abs(chi[3]) > 2 * np.pi):
        raise PoseError(f"alpha = {np.abs(chi[3]).max():g} rad is more than one turn (was it given in "
                        f"degrees?)")
    return chi


def column(values, like):
    """Constants, one for each limb, shaped so that they multiply arrays of poses such as `like`."""
    return np.reshape(values, np.shape(values) + (1,) * np.ndim(like))
