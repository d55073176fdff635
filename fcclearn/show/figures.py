"""Static figures that can be projected, printed and read aloud.

`show` displays a Matplotlib figure together with its description in words.  The other
functions draw the few pictures that the course needs again and again; they take plain
arrays and return a Matplotlib figure or draw into given axes.
"""

import base64
import html
import io

import matplotlib.pyplot as plt
import numpy as np
from cycler import cycler
from IPython.display import display
from matplotlib.colors import LinearSegmentedColormap
from matplotlib.figure import Figure
from PIL import Image

from .blocks import blocks_of, label_blocks, shades_of
from .scene import COLOURS

_LINES = ("-", "--", "-.", ":", (0, (6, 1, 1, 1, 1, 1)), (0, (3, 1)))

#: Matplotlib settings of the course: colours and line styles differ together, text is readable when
#: projected.
STYLE = {
    "figure.figsize": (7.5, 4.2),
    "figure.constrained_layout.use": True,
    "figure.constrained_layout.h_pad": 0.08,
    "figure.constrained_layout.w_pad": 0.08,
    "font.size": 13,
    "axes.prop_cycle": cycler(color=COLOURS, linestyle=_LINES),
    "axes.grid": True,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "grid.color": "#e3e6ea",
    "lines.linewidth": 2.2,
    "legend.frameon": False,
}

#: Blue for negative, white for zero, orange for positive.
SIGNED = LinearSegmentedColormap.from_list("signed", ["#0072B2", "#ffffff", "#D55E00"])


def png(figure, dpi=110):
    """Bytes of a small PNG picture of a figure: 256 colours, no time stamp."""
    raw, small = io.BytesIO(), io.BytesIO()
    figure.savefig(raw, format="png", dpi=dpi, pil_kwargs={"compress_level": 0})
    few = Image.open(raw).convert("RGB").quantize(256, dither=Image.Dither.NONE)
    few.save(small, format="png", optimize=True)
    return small.getvalue()


def image_tag(picture, alt):
    """An HTML `<img>` that contains the bytes of a PNG picture and its description in words."""
    if not alt.strip():
        raise ValueError("alt is empty: say in one or two sentences what the figure shows.")
    data = base64.b64encode(picture).decode("ascii")
    return f'<img alt="{html.escape(alt)}" style="max-width:100%" src="data:image/png;base64,{data}">'


class Picture:
    """A finished picture with its description in words; a notebook displays it by itself."""

    def __init__(self, figure, alt, dpi=110):
        self.alt = alt
        self.html = f'<figure style="margin:0">{image_tag(png(figure, dpi), alt)}</figure>'

    def _repr_html_(self):
        return self.html

    def __repr__(self):
        return f"Figure: {self.alt}"


def show(figure, *, alt, dpi=110):
    """Display a figure with a description in words, and close it.

    Parameters
    ----------
    figure : matplotlib Figure
    alt : str
        What the figure shows, in one or two sentences: what is plotted, and what there is to see.
    dpi : float
        Pixels per inch; 110 keeps a usual figure below 100 kB.
    """
    picture = Picture(figure, alt, dpi)
    plt.close(figure)
    display(picture)


def plot_series(t, series, ylabel, xlabel="time t [s]", axes=None):
    """Plot several quantities against one axis.

    Parameters
    ----------
    t : array (n,)
    series : dict of label -> array (n,)
    ylabel, xlabel : str
        Quantity and unit, such as "angle [deg]".
    axes : matplotlib Axes, optional
        Where to draw; a new figure without it.

    Returns
    -------
    matplotlib Figure
    """
    with plt.rc_context(STYLE):
        if axes is None:
            axes = Figure().subplots()
        for label, y in series.items():
            axes.plot(t, y, label=label)
        axes.set(xlabel=xlabel, ylabel=ylabel)
        axes.margins(x=0.02)
        if len(series) > 1:
            axes.legend(loc="center left", bbox_to_anchor=(1, 0.5))
    return axes.figure


def plot_energy(t, kinetic, potential, work=0.0):
    """Plot the energies of a motion, and below them what should be zero.

    The lower axes show E(t) - E(0) - W(t), with E = T + U and W the work of drivers and
    non-conservative forces since the start.

    Parameters
    ----------
    t, kinetic, potential : array (n,)
        Seconds and joules.
    work : array (n,) or 0
        Work done on the system since the start, in joules.

    Returns
    -------
    matplotlib Figure
    """
    total = np.asarray(kinetic) + np.asarray(potential)
    with plt.rc_context(STYLE):
        upper, lower = Figure(figsize=(7.5, 5.2)).subplots(2, 1, sharex=True, height_ratios=[2, 1])
        plot_series(t, {"kinetic T": kinetic, "potential U": potential, "total T + U": total}, "energy [J]",
                    "", upper)
        plot_series(t, {"error": total - total[0] - work}, "error [J]", axes=lower)
    return upper.figure


def block_picture(matrix, row_labels, column_labels, title="", numbers=None):
    """Picture of a matrix such as the constraint Jacobian, coloured by the sign of its entries.

    Equal neighbouring labels form one block: it is labelled once and separated by a line.

    Parameters
    ----------
    matrix : array (m, n)
    row_labels, column_labels : sequence of m and n str
    title : str
    numbers : bool, optional
        Print the entries; by default only where they fit, up to 14 columns and 24 rows.

    Returns
    -------
    matplotlib Figure
    """
    matrix = np.asarray(matrix, dtype=float)
    m, n = matrix.shape
    if (len(row_labels), len(column_labels)) != (m, n):
        raise ValueError(f"the matrix is {m} x {n}, but there are {len(row_labels)} row and "
                         f"{len(column_labels)} column labels.")
    if matrix.size == 0:
        raise ValueError(f"the matrix is {m} x {n}: there is nothing to draw.")
    if numbers is None:
        numbers = n <= 14 and m <= 24
    wide = 0.7 if numbers else float(np.clip(8.0 / max(m, n), 0.15, 0.4))       # of an entry, in inches
    high = 0.45 if numbers else wide
    size = 10 if high > 0.25 else 8
    rows, columns = blocks_of(row_labels), blocks_of(column_labels)
    letter = 0.011 * size                                                       # width in inches
    longest = [letter * max(len(str(label)) for label, *_ in runs) for runs in (rows, columns)]
    turned = any(letter * len(str(label)) > wide * length for label, _, length in columns)
    with plt.rc_context({**STYLE, "axes.grid": False, "font.size": size + 1}):
        figure = Figure(figsize=(max(n * wide + longest[0] + 0.4, 3.9), m * high + 1.0 + turned * longest[1]))
        axes = figure.subplots()
        shades = shades_of(matrix)
        axes.imshow(shades, cmap=SIGNED, vmin=-1, vmax=1, aspect="auto")
        label_blocks(axes, rows, columns, size, turned)
        if numbers:
            for (i, k), shade in np.ndenumerate(shades):
                ink = "#999" if shade == 0 else "white" if shade < -0.7 else "#111"
                axes.text(k, i, f"{matrix[i, k] + 0.0:.3g}", ha="center", va="center", fontsize=size,
                          color=ink)
        axes.set_xlabel("blue: negative   white: zero   orange: positive", fontsize=size)
        axes.set_title(title)
    return figure


def draw_triad(axes, r, vectors, labels=("u", "v", "w"), name="", scale=1.0):
    """Draw the reference point of a body and its vectors, in planar or spatial axes.

    Parameters
    ----------
    axes : matplotlib Axes
    r : array (d,)
        Reference point.
    vectors : sequence of array (d,)
        The vectors u, v (and w).
    labels : sequence of str
    name : str
        Written beside the reference point.
    scale : float
        Length at which a unit vector is drawn.
    """
    r = np.asarray(r, dtype=float)
    axes.plot(*r[:, None], "o", color="white", markeredgecolor="#222", markeredgewidth=2, markersize=8,
              zorder=5)
    for vector, label, colour in zip(vectors, labels, ("#D55E00", "#009E73", "#0072B2")):
        step = scale * np.asarray(vector, dtype=float)
        if len(r) == 2:
            axes.annotate("", r + step, r, arrowprops={"arrowstyle": "-|>", "color": colour, "linewidth": 2.5,
                                                       "shrinkA": 0, "shrinkB": 0, "mutation_scale": 18})
            axes.update_datalim([r, r + 1.25 * step])
            axes.autoscale_view()
        else:
            axes.quiver(*r, *step, color=colour, linewidth=2.5, arrow_length_ratio=0.15)
            axes.auto_scale_xyz(*np.transpose([r, r + 1.25 * step]), had_data=True)
        axes.text(*(r + 1.12 * step), label, color=colour, ha="center", va="center", fontweight="bold")
    if name:
        axes.text(*(r - 0.1 * scale), name, ha="right", va="top")
