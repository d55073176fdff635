"""A matrix by blocks, for `figures.block_picture`: shades of entries, runs of equal labels, lines between."""

from itertools import groupby

import numpy as np


def shades_of(matrix):
    """Signed shade of every entry: zero is 0, the smallest entry that is not rounding 0.35, the largest 1."""
    largest = np.abs(matrix).max(initial=0.0) or 1.0
    relative = np.abs(matrix) / largest
    return np.where(relative > 1e-12, np.sign(matrix) * (0.35 + 0.65 * relative), 0.0)


def blocks_of(labels):
    """Runs of equal labels as (label, first index, length)."""
    runs, first = [], 0
    for label, run in groupby(labels):
        length = len(list(run))
        runs.append((label, first, length))
        first += length
    return runs


def label_blocks(axes, rows, columns, size, turned):
    """Labels at the middle of each block, strong lines between blocks, faint ones between entries."""
    axes.set_yticks([first + (length - 1) / 2 for _, first, length in rows], [label for label, *_ in rows],
                    fontsize=size)
    axes.set_xticks([first + (length - 1) / 2 for _, first, length in columns],
                    [label for label, *_ in columns], fontsize=size)
    axes.xaxis.tick_top()
    axes.tick_params(axis="both", length=0)
    axes.tick_params(axis="x", rotation=90 if turned else 0)
    for runs, draw, faint in ((rows, axes.axhline, axes.set_yticks),
                              (columns, axes.axvline, axes.set_xticks)):
        total = sum(length for *_, length in runs)
        faint(np.arange(-0.5, total), minor=True)
        grouped = any(length > 1 for *_, length in runs)
        for _, first, _ in runs[1:] if grouped else []:
            draw(first - 0.5, color="#444", linewidth=1.4)
    axes.grid(which="minor", color="#e3e6ea", linewidth=0.6)
    axes.tick_params(which="minor", length=0)
    axes.spines[:].set_visible(True)
