"""One limb seen from the side, in its own plane, and its screws drawn into it.

The plane has x of {C_i} to the right, away from the platform, and z downwards. Matplotlib is imported when
a figure is drawn.
"""
import numpy as np

from .geometry import REFERENCE
from .position import points

BLUE, ORANGE, GREEN, PURPLE = "#0072B2", "#D55E00", "#009E73", "#CC79A7"
INK, GREY = "#222222", "#777777"

LINKS = (("1 5", PURPLE), ("4 6", BLUE), ("5 7", BLUE), ("6 8", GREEN), ("7 9", GREEN), ("6 7", ORANGE),
         ("8 9", ORANGE))
"""Bar, upper links, lower links, couplers, by the last numbers of their ends R_ij."""

NAMES = {"1": (8, 4), "2": (4, -18), "3": (-8, 10), "4": (-8, 10), "5": (-32, 2), "6": (10, 2),
         "7": (-34, -6), "8": (10, 0),
         "9": (-32, -4), "10": (-16, -22)}
"""Where the name of each point stands beside it, in points of print."""


def side_view(chi, i=1, p=REFERENCE):
    """Places (x, z) of the points R_i1 ... R_i10 of limb i in its plane, in mm: {"1": ..., "10": ...}.

    Examples
    --------
    The bar lies on the x axis, 80 mm long, R_i3 in its middle:

    >>> flat = side_view([-5.5491, 12.7839, 110.0, -0.2654], 1)
    >>> flat["1"].round(9).tolist(), flat["5"].round(9).tolist()
    ([40.0, 0.0], [-40.0, 0.0])
    """
    named = points(np.asarray(chi, float), p)
    foot = named[f"R{i}3"]
    away = (named[f"R{i}1"] - foot) / np.linalg.norm(named[f"R{i}1"] - foot)
    return {j: np.array([(named[f"R{i}{j}"] - foot) @ away, named[f"R{i}{j}"][2]]) for j in NAMES}


def draw_limb(axes, chi, i=1, p=REFERENCE, named=tuple(NAMES), faint=False):
    """Draw limb i from the side into axes and return the places of its points.

    Parameters
    ----------
    named : the points that get a circle and a name, by their last number
    faint : draw everything in grey, as a background for something else
    """
    flat = side_view(chi, i, p)
    for ends, colour in LINKS:
        axes.plot(*np.transpose([flat[j] for j in ends.split()]), "-", color="#c8c8c8" if faint else colour,
                  linewidth=4)
    axes.plot(*np.transpose([flat["1"], flat["2"]]), "-", color="#c8c8c8" if faint else INK, linewidth=7)
    for j in named:
        axes.plot(*flat[j], "o", color="white", markeredgecolor=INK, markersize=6, zorder=5)
        axes.annotate(f"$R_{{{i}{j}}}$", flat[j], NAMES[j], textcoords="offset points")
    axes.set(aspect="equal", xlabel="away from the platform [mm]")
    axes.invert_yaxis()
    return flat


def arrow(axes, start, end, colour, dashed=False, heads=1):
    """An arrow; two heads stand for a turn about it or a couple."""
    style = {"color": colour, "linewidth": 2.6, "shrinkA": 0, "shrinkB": 0, "mutation_scale": 20}
    axes.annotate("", end, start, arrowprops={**style, "arrowstyle": "-|>",
                                              "linestyle": "--" if dashed else "-"}, zorder=6)
    if heads == 2:
        direction = (np.asarray(end) - start) / np.linalg.norm(np.asarray(end) - start)
        axes.annotate("", np.asarray(end) - 5 * direction, np.asarray(end) - 6 * direction,
                      arrowprops={**style, "arrowstyle": "-|>"}, zorder=6)


def limb_screws(chi, i=1, p=REFERENCE):
    """The four screws of limb i (left, solid) and the two couples reciprocal to them (right, dashed).

    Paper B, Fig. 5 and Eqs. (1)-(3), as far as its text tells. Returns (figure, alt text).
    """
    import matplotlib.pyplot as plt
    figure, (left, right) = plt.subplots(1, 2, figsize=(12, 6.4), sharey=True, layout="constrained")
    _draw_motions(left, draw_limb(left, chi, i, p, named=("3", "4", "5", "6", "7", "8", "9", "10")), i)
    _draw_couples(right, draw_limb(right, chi, i, p, named=("3", "10"), faint=True)["10"])
    left.set(ylabel="downwards [mm]", xlim=(-112, 118), ylim=(172, -58), title="what the limb can do")
    right.set(xlim=(-112, 118), title="what it forbids")
    return figure, (
        f"Limb {i} from the side, twice. Left, solid arrows: turns about two vertical axes at R{i}3 and "
        f"R{i}10, "
        "and two slides, one at right angles to the upper links, one at right angles to the lower links. "
        "Right, dashed: the two couples that the limb can exert on the platform, about the horizontal axes "
        "x and y of the limb's plane, so that it forbids any tilt.")


def _draw_motions(axes, flat, i):
    """Two turns about z and two slides across the links, each with its name."""
    for pin, first, last, text, corner in (("3", -48, -12, f"turn about $z$ at $R_{{{i}3}}$", (8, -34)),
                                           ("10", 16, 52, f"turn about $z$\nat $R_{{{i}10}}$", (-8, 50))):
        arrow(axes, flat[pin] + [0, first], flat[pin] + [0, last], BLUE, heads=2)
        axes.text(*(flat[pin] + corner), text, color=BLUE, ha="left" if corner[0] > 0 else "right")
    slides = (("4", "6", (14, 4), (24, 24), "$Pa_1$: slides across\nthe upper links"),
              ("6", "8", (4, 12), (40, 26), "$Pa_2$: slides across\nthe lower links"))
    for tail, head, first, corner, text in slides:
        along = (flat[head] - flat[tail]) / np.linalg.norm(flat[head] - flat[tail])
        across = np.array([-along[1], along[0]]) * np.sign(along[0])           # the sense that goes down
        arrow(axes, flat[head] + first, flat[head] + first + 36 * across, ORANGE)
        axes.text(*(flat[head] + corner), text, color=ORANGE, va="center")


def _draw_couples(axes, tip):
    """A couple about x, in the picture, and one about y, out of it."""
    arrow(axes, tip + [12, 0], tip + [64, 0], ORANGE, dashed=True, heads=2)
    axes.text(*(tip + [70, 0]), "couple about $x$:\nno turn about $x$", color=ORANGE, va="center")
    axes.plot(*tip, "o", color="white", markeredgecolor=ORANGE, markersize=20, markeredgewidth=2.4, zorder=4)
    axes.plot(*tip, ".", color=ORANGE, markersize=9, zorder=7)
    axes.text(*(tip + [-14, 36]), "couple about $y$, out of the picture:\nno turn about $y$", color=ORANGE,
              va="center")


def draw_from_above(axes, chi, colour=BLUE, linestyle="-", label=None, p=REFERENCE):
    """Draw the feet, the reaches of the limbs and the platform, seen along z, so that y points down."""
    X, Y, _, alpha = chi
    feet = p.r0 * p.e0
    turn = np.array([[np.cos(alpha), -np.sin(alpha)], [np.sin(alpha), np.cos(alpha)]])
    tips = np.array([[X], [Y]]) + p.r * turn @ p.e0
    for foot, tip in zip(feet.T, tips.T):
        axes.plot(*np.transpose([foot, tip]), color=colour, linestyle=linestyle, linewidth=1.6)
    axes.fill(*tips, facecolor=colour + "30", edgecolor=colour, linestyle=linestyle, linewidth=2.4,
              label=label)
    axes.plot(*tips[:, 0], "o", color=colour, markersize=7)             # which corner is R_110
    axes.plot(*feet, "s", color="#555555", markersize=7)
    axes.set(aspect="equal", xlim=(-80, 100), ylim=(95, -95), xlabel="x [mm]", ylabel="y [mm]",
             xticks=(-50, 0, 50, 100), yticks=(-50, 0, 50))


def loop_picture(chi, i=3, p=REFERENCE):
    """How the loop of limb i closes, from above (Paper B, Eqs. (9)-(12)) and from the side (Eq. (13)).

    Returns (figure, alt text).
    """
    import matplotlib.pyplot as plt
    figure, (above, side) = plt.subplots(1, 2, figsize=(12.5, 5.8), layout="constrained")
    draw_from_above(above, chi, "#9a9a9a", p=p)
    _draw_vectors(above, chi, i, p)
    flat = draw_limb(side, chi, i, p, named=("3", "10"), faint=True)
    _draw_circles(side, flat, p)
    side.set(ylabel="downwards [mm]", xlim=(-150, 110), ylim=(190, -70))
    return figure, (
        f"Limb {i} twice. From above: from the centre B to the foot, r0 e; from B to D; from D to the "
        f"limb's end, "
        "the turned r e; and v from the foot to the end, which closes the polygon. From the side: a step of "
        "half "
        "the bar towards the platform, then two links of lengths l2 and l3 to the end. A circle about the "
        "root "
        "and one about the end meet twice: elbow outside, drawn, and elbow inside, dashed.")


def _draw_vectors(axes, chi, i, p):
    """The closed polygon B, foot, end, D."""
    e, alpha = p.e0[:, i - 1], chi[3]
    turn = np.array([[np.cos(alpha), -np.sin(alpha)], [np.sin(alpha), np.cos(alpha)]])
    B, foot, D = np.zeros(2), p.r0 * e, np.asarray(chi[:2])
    end = D + p.r * turn @ e
    for start, stop, colour, name, shift in (
            (B, foot, INK, f"$r_0 e_{i}$", (10, 6)), (B, D, GREEN, "$(X, Y)$", (8, -12)),
            (D, end, PURPLE, f"$r R e_{i}$", (-5, 9)), (foot, end, ORANGE, f"$v_{i}$", (-28, -4))):
        arrow(axes, start, stop, colour)
        axes.annotate(name, (start + stop) / 2, shift, textcoords="offset points", color=colour, fontsize=14)
    for place, name, shift in ((B, "B", (8, 2)), (D, "D", (2, -18))):
        axes.plot(*place, "o", color=INK, markersize=5, zorder=7)
        axes.annotate(name, place, shift, textcoords="offset points")


def _draw_circles(axes, flat, p):
    """The two-link chain from the root to the end, and the two circles that find its elbow."""
    end = flat["10"]
    root = np.array([-p.bar / 2, 0.0])
    knee = root + flat["6"] - flat["4"]
    along = (end - root) / np.linalg.norm(end - root)
    other = root + 2 * ((knee - root) @ along) * along - (knee - root)
    turn = np.linspace(0, 2 * np.pi, 200)
    for centre, radius, colour, style in ((root, p.l2, BLUE, "--"), (end, p.l3, GREEN, ":")):
        axes.plot(centre[0] + radius * np.cos(turn), centre[1] + radius * np.sin(turn), style, color=colour,
                  linewidth=1.2)
    axes.plot(*np.transpose([root, other, end]), "--", color=INK, linewidth=1.6)
    arrow(axes, np.zeros(2), root, INK)
    arrow(axes, root, knee, BLUE)
    arrow(axes, knee, end, GREEN)
    for place, name, shift in ((root / 2, "$\\frac{l_1 - l_{10}}{2}$", (-50, 16)),
                               ((root + knee) / 2, "$l_2$", (-26, -16)),
                               ((knee + end) / 2, "$l_3$", (18, -10))):
        axes.annotate(name, place, shift, textcoords="offset points", fontsize=14)
