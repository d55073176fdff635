"""Static figures of the workspace and of the stiffness. Each function returns (figure, alt text).

Values are told apart by position, labels and grey-safe colour maps, never by colour alone. Matplotlib is
imported when a figure is drawn, so that `import fcclearn.parallel` stays fast.
"""
import numpy as np

from .geometry import REFERENCE, PoseError
from .singularity import squared_radius
from .stiffness import paper_index, weakest
from .workspace import slice_margin

COLOURS = ["#00204d", "#3b5470", "#6f7073", "#9a8a4f", "#0072b2"]
STYLES = ["-", "--", "-.", ":", (0, (5, 1, 1, 1, 1, 1))]
WARNING = "#d55e00"


def _outline(ax, Z, alphas, k, label, p):
    """Contour of the slice that all of `alphas` share, in the k-th line style."""
    X, Y, margin = slice_margin(Z, alphas[0], 0.5, p, half=95.0)
    margin = np.min([margin, *(slice_margin(Z, a, 0.5, p, half=95.0)[2] for a in alphas[1:])], axis=0)
    style = {"linestyles": [STYLES[k % len(STYLES)]], "colors": [COLOURS[k % len(COLOURS)]],
             "linewidths": 1.8}
    if np.nanmax(margin) > 0:
        ax.contour(X, Y, np.nan_to_num(margin, nan=-1.0), [0.0], **style)
        ax.plot([], [], linestyle=STYLES[k % len(STYLES)], color=COLOURS[k % len(COLOURS)], label=label)


def _circle(ax, alpha, p):
    radius, angle = np.sqrt(squared_radius(alpha, p)), np.linspace(0, 2 * np.pi, 200)
    ax.plot(radius * np.cos(angle), radius * np.sin(angle), color=WARNING, linewidth=4, alpha=0.5,
            label="singular cylinder")


def workspace_slices(heights=(95.0, 110.0, 126.0, 142.0, 158.0), alphas=(0.0, -0.2654), p=REFERENCE):
    """Outlines of horizontal slices, one panel for each alpha, with the singular cylinder:
    Paper B, Fig. 6 and 7."""
    import matplotlib.pyplot as plt

    figure, axes = plt.subplots(1, len(alphas), figsize=(5.2 * len(alphas), 6.2), sharey=True,
                                layout="constrained", squeeze=False)
    for ax, alpha in zip(axes[0], alphas):
        for k, Z in enumerate(heights):
            _outline(ax, Z, [alpha], k, f"Z = {Z:g} mm", p)
        _circle(ax, alpha, p)
        title = f"alpha = {alpha:g} rad" + (": singular everywhere" if alpha == 0 else "")
        ax.set(xlabel="X [mm]", title=title, aspect="equal")
    figure.legend(*axes[0, 0].get_legend_handles_labels(), loc="outside lower center", ncols=3)
    axes[0, 0].set_ylabel("Y [mm]")
    return figure, (f"Outlines of the workspace at the heights {', '.join(f'{z:g}' for z in heights)} mm for "
                    f"alpha = {', '.join(f'{a:g}' for a in alphas)} rad. Rounded triangles that shrink "
                    f"away from the base; near it they have three holes or lobes, where an actuator would be "
                    f"too short. A circle shows where the mechanism is singular.")


def required_orientations(limits=(0.0, 0.2654, 0.5), Z=126.0, p=REFERENCE):
    """The slice where every |alpha| <= limit is possible: it turns from a triangle into a hexagon."""
    import matplotlib.pyplot as plt

    figure, ax = plt.subplots(figsize=(5.6, 5.9), layout="constrained")
    for k, limit in enumerate(limits):
        _outline(ax, Z, np.linspace(-limit, limit, 9), k, f"every |alpha| <= {limit:g} rad", p)
    ax.set(xlabel="X [mm]", ylabel="Y [mm]", title=f"Workspace by required orientation, Z = {Z:g} mm",
           aspect="equal")
    figure.legend(loc="outside lower center")
    return figure, (f"Nested outlines at Z = {Z:g} mm. With alpha = 0 a rounded triangle; the larger the "
                    f"required range of alpha, the smaller the outline and the more it looks like a hexagon.")


def stiffness_maps(alpha, Z=110.0, k=1.0, step=1.0, p=REFERENCE):
    """The paper's index and the weakest stiffness over a slice, side by side:
    Paper B, Fig. 8 and 9, Eq. (35)."""
    import matplotlib.pyplot as plt

    X, Y, margin = slice_margin(Z, alpha, step, p, half=90.0)
    inside = margin > 0
    if not inside.any():
        raise PoseError(f"no pose is possible at Z = {Z:g} mm, alpha = {alpha:.4g} rad: there is nothing "
                        f"to draw")
    poses = np.stack(np.broadcast_arrays(*np.meshgrid(X, Y), Z, alpha), axis=-1)[inside]
    figure, axes = plt.subplots(1, 2, figsize=(11.6, 4.8), sharey=True, layout="constrained")
    figure.get_layout_engine().set(wspace=0.06)                 # between a colour bar and the next map
    for ax, values, name in ((axes[0], paper_index(poses, k, p), "log10 of S_tl, Eq. (35) [mixed units]"),
                             (axes[1], np.maximum(weakest(poses, k, p), 0), "weakest stiffness [N/mm]")):
        field = np.full(inside.shape, np.nan)
        field[inside] = np.log10(values) if ax is axes[0] else values
        drawn = ax.pcolormesh(X, Y, field, cmap="cividis", shading="nearest")
        figure.colorbar(drawn, ax=ax, label=name)
        _circle(ax, alpha, p)
        ax.set(xlabel="X [mm]", title=f"alpha = {np.rad2deg(alpha):.3g} deg, Z = {Z:g} mm", aspect="equal")
    axes[0].set_ylabel("Y [mm]")
    return figure, (f"Two maps over X and Y at alpha = {alpha:.3g} rad, Z = {Z:g} mm with actuators of {k:g} "
                    f"N/mm. Left: the paper's index, which shows no trace of the circle on which the "
                    f"mechanism is singular. Right: the weakest stiffness, which is zero on it.")
