"""Static figures: Paper B, Figs. 6-9."""
import subprocess
import sys

import matplotlib
import numpy as np
import pytest

matplotlib.use("Agg")

from fcclearn.parallel.pictures import required_orientations, stiffness_maps, workspace_slices  # noqa: E402


@pytest.mark.parametrize("draw", [workspace_slices, required_orientations,
                                  lambda: stiffness_maps(np.deg2rad(15), step=3.0)])
def test_figures_have_units_and_alternative_text(draw):
    figure, alt = draw()
    figure.canvas.draw()
    assert len(alt) > 100 and "(mm)" in figure.axes[0].get_xlabel() and "(mm)" in figure.axes[0].get_ylabel()
    assert np.asarray(figure.canvas.buffer_rgba())[..., :3].std() > 5
    matplotlib.pyplot.close(figure)


def test_import_does_not_load_matplotlib():
    code = ("import sys, fcclearn.parallel.pictures, fcclearn.parallel.validation; "
            "sys.exit('matplotlib' in sys.modules)")
    assert subprocess.run([sys.executable, "-c", code]).returncode == 0
