"""What every explorer shares: a picture that is redrawn when a control changes."""

import io

import ipywidgets as widgets
from matplotlib.figure import Figure

from ...show.figures import image_tag


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
        panel = widgets.VBox([*controls, self.numbers])
        self.widget = widgets.HBox([self.image, panel], layout=widgets.Layout(flex_flow="row wrap"))
        self.redraw()

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


def slider(label, value, low, high, step):
    """A slider that reports its value when it is released, with a label wide enough to read."""
    return widgets.FloatSlider(value=value, min=low, max=high, step=step, description=label,
                               continuous_update=False,
                               style={"description_width": "11em"}, layout=widgets.Layout(width="26em"))
