"""Static figures: descriptions in words, sizes, and what the pictures show."""

import re
from io import BytesIO

import matplotlib
import numpy as np
import pytest
from matplotlib.figure import Figure
from PIL import Image

matplotlib.use("Agg")
import matplotlib.pyplot as plt  # noqa: E402
from test_show_player import cone, four_bar  # noqa: E402

from fcclearn.formulation.coordinates import C_point  # noqa: E402
from fcclearn.show import figures, poses, triads  # noqa: E402
from fcclearn.show.scene import Scene, Segment, view_matrix  # noqa: E402


def test_show_displays_the_description_and_closes_the_figure(capsys):
    figure, axes = plt.subplots()
    figures.show(figure, alt="an empty plot")
    assert capsys.readouterr().out == "Figure: an empty plot\n"
    assert not plt.fignum_exists(figure.number)


def test_picture_carries_its_description():
    picture = figures.Picture(Figure(), 'angle < 90 "degrees"')
    assert picture.html.startswith("<figure")
    assert '<img alt="angle &lt; 90 &quot;degrees&quot;"' in picture.html
    assert "data:image/png;base64," in picture.html


def test_empty_description_is_refused():
    with pytest.raises(ValueError, match="alt is empty"):
        figures.show(Figure(), alt=" ")


def test_the_same_figure_gives_the_same_bytes_with_white_paper():
    pictures = [figures.png(figures.plot_series([0, 1], {"a": [1, 2]}, "a [m]")) for _ in range(2)]
    assert pictures[0] == pictures[1]
    assert Image.open(BytesIO(pictures[0])).convert("RGB").getpixel((2, 2)) == (255, 255, 255)


def test_plot_series_has_units_and_lines_that_differ_without_colour():
    t = np.linspace(0, 1, 5)
    figure = figures.plot_series(t, {"a": t, "b": 2 * t}, "angle [deg]")
    axes, = figure.axes
    assert axes.get_xlabel() == "time t [s]" and axes.get_ylabel() == "angle [deg]"
    first, second = axes.lines
    assert first.get_linestyle() != second.get_linestyle() and first.get_color() != second.get_color()
    assert [text.get_text() for text in axes.get_legend().get_texts()] == ["a", "b"]


def test_a_strip_shows_the_times_that_it_was_asked_for():
    """0.6 of linspace(0, 1, 101) and of linspace(0, 1, 6) differ by rounding."""
    times = np.linspace(0, 1, 101)
    rod = Segment("rod", np.stack([[[0.0, 0.0], [np.cos(t), np.sin(t)]] for t in times]))
    titles = [axes.get_title() for axes in poses.strip(Scene([rod]), times, count=6).axes]
    assert titles == [f"t = {t} s" for t in ("0", "0.2", "0.4", "0.6", "0.8", "1")]
    named = poses.strip(Scene([rod]), times, count=2, titles=["before", "after"])
    assert [axes.get_title() for axes in named.axes] == ["before", "after"]


def test_placed_point_draws_the_way_to_the_point():
    """Three dotted ways, c1 along u, c2 along v and c3 along w, lead from O to P as the body's C does."""
    A = np.column_stack([[2, 1, 2], [-2, 2, 1], [-1, -2, 2]]) / 3
    r_O, c = np.array([2.0, -1.0, 0.5]), np.array([0.6, -0.3, 0.9])
    axes, = triads.placed_point(r_O, A, c, azimuth=-60, elevation=20).axes
    screen = view_matrix("z", -60, 20)[:2]
    ways = [np.transpose(line.get_data()) for line in axes.lines if line.get_linestyle() == ":"]
    np.testing.assert_allclose([way[0] for way in ways[1:]], [way[1] for way in ways[:-1]])
    np.testing.assert_allclose(ways[0][0], screen @ r_O)
    np.testing.assert_allclose(ways[2][1], screen @ C_point(c) @ np.concatenate([r_O, A.T.ravel()]))
    assert {"u", "v", "w", "O", "P"} <= {text.get_text() for text in axes.texts}
    assert "m" in axes.get_xlabel() and "m" in axes.get_ylabel()


def test_plot_energy_shows_what_should_be_zero():
    t = np.linspace(0, 1, 5)
    upper, lower = figures.plot_energy(t, 3 * t, 1 - t, work=2 * t).axes
    np.testing.assert_allclose(upper.lines[2].get_ydata(), 1 + 2 * t)
    np.testing.assert_allclose(lower.lines[0].get_ydata(), 0 * t, atol=1e-15)


def test_block_picture_colours_by_sign_and_labels_blocks_once():
    matrix = np.array([[1.0, 0.0, -1e-3, 0.0], [0.0, 1e-17, 0.0, -1.0]])
    axes, = figures.block_picture(matrix, ["CP", "CP"], ["r", "r", "u", "u"]).axes
    shades = axes.images[0].get_array()
    assert (np.sign(shades) == [[1, 0, -1, 0], [0, 0, 0, -1]]).all()
    assert abs(shades[0, 2]) > 0.3                                  # a small entry is still seen
    assert [label.get_text() for label in axes.get_xticklabels()] == ["r", "u"]
    assert [label.get_text() for label in axes.get_yticklabels()] == ["CP"]
    assert {text.get_text() for text in axes.texts} == {"1", "0", "-0.001", "1e-17", "-1"}


@pytest.mark.parametrize("m, n", [(1, 1), (4, 4), (24, 14), (60, 60)])
def test_block_picture_of_any_size(m, n):
    figure = figures.block_picture(np.ones((m, n)), [f"row {i}" for i in range(m)],
                                   [f"column {k}" for k in range(n)])
    assert len(figures.png(figure)) < 100_000
    assert max(figure.get_size_inches()) < 14


def test_block_picture_refuses_labels_that_do_not_fit():
    with pytest.raises(ValueError, match="2 x 3, but there are 2 row and 2 column labels"):
        figures.block_picture(np.ones((2, 3)), ["a", "b"], ["a", "b"])


def test_block_picture_refuses_an_empty_matrix():
    with pytest.raises(ValueError, match="0 x 2: there is nothing to draw"):
        figures.block_picture(np.ones((0, 2)), [], ["a", "b"])


def test_triad_in_plane_and_space():
    axes = Figure().add_subplot()
    figures.draw_triad(axes, [1, 2], [[0, 1], [-1, 0]], name="O")
    assert {text.get_text() for text in axes.texts} >= {"u", "v", "O"}
    assert axes.get_ylim()[1] > 3 and axes.get_xlim()[0] < 0
    axes = Figure().add_subplot(projection="3d")
    figures.draw_triad(axes, [1, 2, 3], np.eye(3))
    assert axes.get_xlim()[1] > 2 and axes.get_zlim()[1] > 4


@pytest.mark.parametrize("scene", [four_bar, cone])
def test_strip_of_poses(scene):
    scene, times = scene()
    figure = poses.strip(scene, times, count=5)
    second = times[30] if len(times) == 120 else times[25]
    assert [axes.get_title() for axes in figure.axes][:2] == ["t = 0 s", f"t = {second:.3g} s"]
    assert figure.axes[4].get_title() == f"t = {times[-1]:.3g} s"
    assert len(figures.png(figure)) < 100_000


def test_strip_shows_the_pose_of_its_time():
    scene, times = four_bar()
    panel = poses.strip(scene, times, count=2).axes[1]
    crank = next(line for line in panel.lines
                 if line.get_color() == scene.colour("crank") and len(line.get_xdata()) == 2)
    np.testing.assert_allclose(crank.get_xydata(), scene.segments[0].points[-1])


def test_strip_refuses_times_that_do_not_fit():
    with pytest.raises(ValueError, match=re.escape("times has shape (3,)")):
        poses.strip(four_bar()[0], [0, 1, 2])
