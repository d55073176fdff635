"""Static figures: Paper B, Figs. 6-9."""
import subprocess
import sys

import matplotlib
import numpy as np
import pytest

matplotlib.use("Agg")

from fcclearn.parallel.limb_pictures import LINKS, draw_from_above, limb_screws, loop_picture, side_view  # noqa: E402
from fcclearn.parallel.pictures import required_orientations, stiffness_maps, workspace_slices  # noqa: E402


@pytest.mark.parametrize("draw", [workspace_slices, required_orientations,
                                  lambda: stiffness_maps(np.deg2rad(15), step=3.0)])
def test_figures_have_units_and_alternative_text(draw):
    figure, alt = draw()
    figure.canvas.draw()
    assert len(alt) > 100 and "[mm]" in figure.axes[0].get_xlabel() and "[mm]" in figure.axes[0].get_ylabel()
    assert np.asarray(figure.canvas.buffer_rgba())[..., :3].std() > 5
    matplotlib.pyplot.close(figure)


@pytest.mark.parametrize("i", [1, 2, 3])
def test_a_limb_from_the_side_has_its_lengths(i):
    flat = side_view([12.0, -9.0, 120.0, 0.4], i)
    lengths = {ends: float(np.linalg.norm(np.subtract(*(flat[j] for j in ends.split())))) for ends,
               _ in LINKS}
    expected = {"1 5": 80.0, "4 6": 65.0, "5 7": 65.0, "6 8": 107.0, "7 9": 107.0, "6 7": 20.0, "8 9": 20.0}
    assert lengths == pytest.approx(expected, abs=1e-9)
    assert flat["10"][0] < 0 < flat["10"][1] and flat["3"] == pytest.approx([0, 0],
        abs=1e-9)      # towards the platform, downwards


def test_the_arrows_of_the_screws_are_those_of_the_package():
    from fcclearn.parallel.screws import executing_screws
    chi = [12.0, -9.0, 120.0, 0.4]
    figure, alt = limb_screws(chi, 2)
    left = figure.axes[0]
    arrows = [t for t in left.texts if getattr(t, "arrow_patch", None) and not t.get_text()]
    directions = np.array([np.subtract(t.xy, t.get_position()) for t in arrows])
    directions /= np.linalg.norm(directions, axis=1)[:, None]
    for screw in executing_screws(chi, 2)[1:3]:
        assert np.abs(directions - screw[[3, 5]]).max(1).min() < 1e-12
    assert "R23" in alt and left.get_ylabel() == "downwards [mm]"
    matplotlib.pyplot.close(figure)


def test_the_polygon_of_a_loop_closes():
    chi = [-5.5491, 12.7839, 110.0, -0.2654]
    figure, alt = loop_picture(chi, 3)
    above, side = figure.axes
    arrows = [np.array([t.get_position(), t.xy]) for t in above.texts if getattr(t, "arrow_patch", None)]
    outward, inward, turned, v = arrows                     # B foot, B D, D end, foot end
    np.testing.assert_allclose(outward[1] + v[1] - v[0], inward[1] + turned[1] - turned[0], atol=1e-12)
    np.testing.assert_allclose(np.linalg.norm(v[1] - v[0]), -side_view(chi, 3)["10"][0])
    assert "elbow inside" in alt and side.get_ylabel() == "downwards [mm]"
    matplotlib.pyplot.close(figure)


def test_from_above_the_limbs_end_at_the_corners_of_the_platform():
    axes = matplotlib.figure.Figure().subplots()
    draw_from_above(axes, [12.0, -9.0, 120.0, 0.4])
    corners = axes.patches[0].get_xy()[:3]
    np.testing.assert_allclose([line.get_xydata()[1] for line in axes.lines[:3]], corners)
    np.testing.assert_allclose(np.linalg.norm(corners - [12.0, -9.0], axis=1), 45.0)


def test_import_does_not_load_matplotlib():
    code = ("import sys, fcclearn.parallel.pictures, fcclearn.parallel.limb_pictures, "
            "fcclearn.parallel.validation; sys.exit('matplotlib' in sys.modules)")
    assert subprocess.run([sys.executable, "-c", code]).returncode == 0
