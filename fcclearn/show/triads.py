"""A picture of a body's triad in space, and of a point that is reached from it by its components."""

from itertools import product

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.figure import Figure

from ..formulation.algebra import Q
from .figures import STYLE
from .poses import RIM
from .scene import view_matrix

COLOURS = {"u": "#D55E00", "v": "#009E73", "w": "#0072B2"}
INK, FAINT = "#222222", "#888888"


def placed_point(r_O, axes, c, azimuth=-60.0, elevation=20.0):
    """Draw the reference point O, the vectors u, v, w and the way c1 u + c2 v + c3 w to a point P.

    Parameters
    ----------
    r_O : (3,) array
        Reference point [m], global axes.
    axes : (3, 3) array
        Columns u, v, w, global axes.
    c : (3,) array
        Components of P along u, v, w [m].
    azimuth, elevation : float
        Direction of view [deg], z upwards; see `scene.view_matrix`.

    Returns
    -------
    matplotlib Figure

    Examples
    --------
    >>> picture = placed_point([1, 0, 0], np.eye(3), [0.5, 0.5, 0.5])
    >>> [text.get_text() for text in picture.axes[0].texts if text.get_text() in ("O", "P")]
    ['O', 'P']
    """
    screen = view_matrix("z", azimuth, elevation)[:2]
    r_O, A, c = np.asarray(r_O, float), np.asarray(axes, float), np.asarray(c, float)
    walk = r_O + np.vstack([np.zeros(3), np.cumsum(A * c, axis=1).T])
    with plt.rc_context({**STYLE, "axes.grid": False}):
        figure = Figure(figsize=(7.2, 4.6))
        picture = figure.subplots()
        for name, e in zip("xyz", np.eye(3)):
            _arrow(picture, screen, np.zeros(3), 0.5 * e, name, FAINT, 1.5)
        _arrow(picture, screen, np.zeros(3), r_O, "", FAINT, 1.5)
        _label(picture, screen @ r_O / 2, "$r_O$", FAINT, (0, 12))
        for start, end in _edges(A * c):
            ends = screen @ (r_O + start), screen @ (r_O + end)
            picture.plot(*np.transpose(ends), color="#cccccc", linestyle="-", linewidth=1)
        for name, e in zip("uvw", A.T):
            _arrow(picture, screen, r_O, e, name, COLOURS[name], 3)
        middle = screen @ walk.mean(axis=0)
        for k, name in enumerate("uvw"):
            tail, tip = walk[k:k + 2] @ screen.T
            picture.plot(*np.transpose([tail, tip]), color=INK, linestyle=":", linewidth=2.5, zorder=4,
                         path_effects=RIM)
            aside = Q @ (tip - tail) / max(np.linalg.norm(tip - tail), 1e-9)
            outwards = aside * np.sign(aside @ ((tail + tip) / 2 - middle) or 1.0)
            _label(picture, (tail + tip) / 2, f"$c_{k + 1}\\,{name}$", INK, 20 * outwards)
        for place, name, fill in ((r_O, "O", "white"), (walk[3], "P", INK)):
            picture.plot(*screen @ place, "o", color=fill, markeredgecolor=INK, markeredgewidth=2,
                         markersize=8, zorder=5)
            _label(picture, screen @ place, name, INK, (-14, -4))
        picture.set(aspect="equal", xlabel="to the right [m]", ylabel="up the page [m]")
        picture.margins(0.08)
    return figure


def _edges(sides):
    """Edges of the box with the given sides (columns), from a corner at the origin."""
    for k, others in product(range(3), product((0, 1), repeat=2)):
        corner = sum(on * sides[:, (k + j) % 3] for j, on in enumerate(others, 1))
        yield corner, corner + sides[:, k]


def _arrow(picture, screen, start, step, name, colour, width):
    tail, tip = screen @ start, screen @ (start + step)
    picture.annotate("", tip, tail, arrowprops={"arrowstyle": "-|>", "color": colour, "linewidth": width,
                                                "shrinkA": 0, "shrinkB": 0, "mutation_scale": 15})
    beyond = (tip - tail) / max(np.linalg.norm(tip - tail), 1e-9)
    _label(picture, tip, name, colour, 12 * beyond)
    picture.update_datalim([tail, tip])


def _label(picture, place, text, colour, shift):
    picture.annotate(text, place, shift, textcoords="offset points", color=colour, fontweight="bold",
                     ha="center", va="center", path_effects=RIM)
