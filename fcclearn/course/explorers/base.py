"""What every explorer shares: a picture that is redrawn when a control changes."""

import io
import time

import ipywidgets as widgets
from matplotlib.figure import Figure

from ...show.figures import image_tag

QUICK = 0.06            # a picture that takes no longer follows a slider while it moves [s]


class Explorer:
    """A Matplotlib figure, some controls and a panel of numbers in one widget.

    A subclass creates its figure and controls, calls `super().__init__`, and writes `update`.

    Attributes
    ----------
    figure : matplotlib Figure
        Built once; `update` moves its artists.
    image, numbers : ipywidgets HTML
        The picture with its alt text, and the panel beside it.
    widget : ipywidgets Box
        What a notebook displays.
    """

    dpi = 90

    def __init__(self, figure, controls):
        self.figure = figure
        self.image = widgets.HTML()
        self.numbers = widgets.HTML()
        for control in controls:
            control.observe(self.redraw, names="value")
        panel = widgets.VBox([*controls, self.numbers], layout=widgets.Layout(flex="1 1 20em"))
        width = f"{self.dpi * figure.get_figwidth():.0f}px"
        self.image.layout = widgets.Layout(flex="1 1 24em", max_width=width)
        self.widget = widgets.HBox([self.image, panel], layout=widgets.Layout(flex_flow="row wrap"))
        self.redraw()
        start = time.perf_counter()
        self.redraw()                       # the first one also loads fonts
        quick = time.perf_counter() - start < QUICK
        for control in controls:
            if control.has_trait("continuous_update"):
                control.continuous_update = quick

    def update(self):
        """Move the artists to the values of the controls; return (numbers as HTML, alt text)."""
        raise NotImplementedError

    def redraw(self, change=None):
        """Bring picture and numbers up to date; `change` is what a control reports, and is not needed."""
        self.numbers.value, alt = self.update()
        buffer = io.BytesIO()
        # quick, not small
        self.figure.savefig(buffer, format="png", dpi=self.dpi, pil_kwargs={"compress_level": 1})
        self.image.value = image_tag(buffer.getvalue(), alt)


def new_figure(width, height):
    """A figure for an explorer: fixed margins, since finding them anew would slow every redraw."""
    return Figure(figsize=(width, height), layout="none")


WIDE = widgets.Layout(width="97%", max_width="26em", height="auto", flex_flow="row wrap")
"""Of a slider: its label has a line of its own, so that it is not cut and the slider is long."""


def slider(label, value, low, high, step):
    """A slider below its label, as wide as the panel; it reports on release, unless redrawing is quick."""
    return widgets.FloatSlider(value=value, min=low, max=high, step=step, description=label,
                               continuous_update=False, style={"description_width": "100%"}, layout=WIDE)
