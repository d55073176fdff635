"""The scene and the animated player: contract, size, and behaviour in a real browser."""

import html
import json
import re
import shutil

import numpy as np
import pytest

from fcclearn.show.player import Player, player
from fcclearn.show.scene import COLOURS, Marker, Scene, Segment, Trace, view_matrix

CHROMIUM = shutil.which("chromium")
FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
         "--disable-background-networking"]


def four_bar(frames=120):
    """Planar four-bar in closed form: crank AB, coupler plate BCP, rocker DC."""
    angle = np.linspace(0, 2 * np.pi, frames)
    A, D = np.zeros(2), np.array([2.0, 0.0])
    B = 0.8 * np.c_[np.cos(angle), np.sin(angle)]
    diagonal = D - B
    length = np.linalg.norm(diagonal, axis=1)
    inner = (np.arccos((2.2**2 + length**2 - 1.5**2) / (2 * 2.2 * length))
             + np.arctan2(diagonal[:, 1], diagonal[:, 0]))
    u = np.c_[np.cos(inner), np.sin(inner)]
    C, P = B + 2.2 * u, B + 1.1 * u + 0.7 * np.c_[-u[:, 1], u[:, 0]]

    def line(*points):
        return np.stack([np.broadcast_to(p, B.shape) for p in points], axis=1)

    segments = [Segment("crank", line(A, B)), Segment("coupler", line(B, C, P), "plate"),
                Segment("rocker", line(D, C)),
                Segment("spring", line(P, [1.0, 2.6]), "spring"),
                Segment("ground", [[-0.5, -0.5], [2.5, -0.5]])]
    markers = [Marker("A", A, ground=True), Marker("B", B), Marker("C", C), Marker("D", D, ground=True)]
    return Scene(segments, markers, [Trace("P", P)]), np.linspace(0, 4, frames)


def cone(frames=100):
    """Spatial rod that sweeps a cone, with an arrow along the axis of the cone."""
    angle = np.linspace(0, 2 * np.pi, frames)
    tip = np.c_[np.cos(angle), np.sin(angle), np.ones(frames)]
    rod = np.stack([0 * tip, tip], axis=1)
    return Scene([Segment("rod", rod), Segment("axis", [[0, 0, 0], [0, 0, 1]], "arrow")],
                 [Marker("O", [0, 0, 0], ground=True)], [Trace("tip", tip)],
                 up="z"), np.linspace(0, 2, frames)


def data_of(page):
    return json.loads(re.search(r'id="scene">(.*?)</script>', page, re.S)[1])


# ---------------------------------------------------------------- scene

@pytest.mark.parametrize("up, azimuth, elevation",
                         [("z", 20, 35), ("y", -100, -5), ("z", 0, 90), ("y", None, 20)])
def test_view_matrix_is_a_rotation_with_the_up_axis_upright(up, azimuth, elevation):
    view = view_matrix(up, azimuth, elevation)
    np.testing.assert_allclose(view @ view.T, np.eye(3), atol=1e-14)
    assert np.linalg.det(view) == pytest.approx(1.0)
    right, upwards, _ = view[:, "xyz".index(up)]
    assert right == pytest.approx(0, abs=1e-14) and upwards == pytest.approx(np.cos(np.radians(elevation)))


def test_a_front_view_with_y_up_shows_x_to_the_right_and_y_upwards():
    np.testing.assert_allclose(view_matrix("y", 0, 0), np.eye(3), atol=1e-15)


def test_points_that_do_not_move_are_given_once():
    scene, _ = four_bar()
    assert scene.frames == 120 and scene.dimension == 2
    assert scene.markers[0].point.shape == (1, 2)
    assert len(scene.select([0, 5]).segments[0].points) == 2
    assert len(scene.select([0, 5]).markers[0].point) == 1


def test_bodies_share_a_colour_and_the_ground_is_none_of_them():
    scene, _ = four_bar()
    assert scene.bodies == ["crank", "coupler", "rocker", "spring"]
    assert [scene.colour(b) for b in scene.bodies] == list(COLOURS[:4])
    assert scene.colour("ground") not in COLOURS


@pytest.mark.parametrize("make, sentence", [
    (lambda: Scene(), "empty"),
    (lambda: Segment("rod", [[0, 0, 0, 0]]), "segment of body 'rod' has shape"),
    (lambda: Segment("rod", [[0, 0]]), "one point"),
    (lambda: Segment("rod", [[0, 0], [1, 1]], kind="rope"), "kind is 'rope'"),
    (lambda: Marker("A", [0, np.nan]), "marker 'A' has values that are not finite"),
    (lambda: Scene([Segment("rod", [[0, 0], [1, 1]])], [Marker("A", [0, 0, 0])]),
     "3 coordinates per point, but the scene has 2"),
    (lambda: Scene([Segment("rod", np.zeros((5, 2, 2)))], [Marker("A", np.zeros((4, 2)))]),
     "marker 'A' has 4 frames, but the scene has 5"),
    (lambda: Scene([Segment("rod", [[0, 0], [1, 1]])], up="x"), "up is 'x'"),
])
def test_bad_scenes_are_refused_in_one_sentence(make, sentence):
    with pytest.raises(ValueError, match=re.escape(sentence)):
        make()


# ---------------------------------------------------------------- the page

@pytest.mark.parametrize("times, alt, sentence", [
    (np.arange(120.0), "  ", "alt is empty"),
    (np.arange(119.0), "four-bar", "times has shape (119,)"),
    (np.zeros(120), "four-bar", "increasing"),
    (np.full(120, np.nan), "four-bar", "finite"),
])
def test_bad_input_is_refused_in_one_sentence(times, alt, sentence):
    with pytest.raises(ValueError, match=re.escape(sentence)):
        player(four_bar()[0], times, alt=alt)


def test_html_is_small_and_self_contained():
    animation = player(*four_bar(), alt="a four-bar turns")
    assert animation._repr_html_() == animation.html
    assert animation.html.startswith("<div")
    assert len(animation.html) < 60_000
    assert not re.search(r"https?:|//cdn|@import", animation.html)
    assert repr(animation) == "Animation: a four-bar turns"


def test_iframe_holds_the_page(tmp_path):
    animation = player(*four_bar(), alt='plate <b> & "quotes"')
    animation.save(tmp_path / "page.html")
    inside = html.unescape(re.search(r'srcdoc="([^"]*)"', animation.html)[1])
    assert inside == animation.page == (tmp_path / "page.html").read_text(encoding="utf-8")
    assert "<b>" not in animation.page


def test_a_label_cannot_end_the_script():
    scene = Scene([Segment("</script><b>", [[0, 0], [1, 1]])])
    page = player(scene, [0.0], alt="a rod").page
    assert page.count("</script>") == 2
    assert data_of(page)["bodies"][0]["name"] == "</script><b>"


@pytest.mark.parametrize("size", [1e-3, 1.0, 7.0, 450.0])
def test_coordinates_are_rounded_relative_to_the_size(size):
    scene, times = four_bar()
    scene = scene._mapped(lambda points: size * points)
    points = np.array(data_of(player(scene, times, alt="a four-bar").page)["segments"][0]["points"])
    exact = scene.segments[0].points.reshape(120, -1)
    extent = np.ptp(np.stack(scene.bounds()), axis=0).max()
    assert 0 < np.abs(points - exact).max() < 1e-4 * extent


def test_a_long_history_is_thinned_evenly_in_time():
    scene, _ = four_bar(5000)
    times = np.linspace(0, 1, 5000) ** 2 * 10
    kept = np.array(data_of(player(scene, times, alt="a four-bar", max_frames=101).page)["times"])
    assert kept[0] == 0 and kept[-1] == 10
    np.testing.assert_allclose(kept, np.linspace(0, 10, 101), atol=5e-3)


def test_player_does_not_need_matplotlib():
    import subprocess
    import sys
    code = "import sys, fcclearn.show.player; sys.exit('matplotlib' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code]).returncode == 0


# ---------------------------------------------------------------- in a browser

@pytest.fixture(scope="module")
def browser():
    playwright = pytest.importorskip("playwright.sync_api")
    if not CHROMIUM:
        pytest.skip("no chromium")
    with playwright.sync_playwright() as p:
        browser = p.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        browser.close()


class Screen:
    """The open page of a player, read as a user would read it."""

    def __init__(self, page):
        self.page = page

    def frame(self):
        return int(self.page.locator("#scrub").input_value())

    def time(self):
        return self.page.locator("#time").text_content()

    def picture(self):
        return self.page.evaluate("document.getElementById('canvas').toDataURL()")

    def press(self, *keys):
        for key in keys:
            self.page.keyboard.press(key)


@pytest.fixture
def open_player(browser, tmp_path):
    """Function that opens a player; at the end no error and no request to the outside may have happened."""
    context = browser.new_context(viewport={"width": 760, "height": 480})
    page = context.new_page()
    trouble = []
    page.on("pageerror", lambda error: trouble.append(str(error)))
    page.on("console", lambda message: trouble.append(message.text))
    page.on("request", lambda request: request.url.startswith(("file:", "data:", "about:"))
            or trouble.append(request.url))

    def open_it(animation: Player, in_iframe=False):
        path = tmp_path / "page.html"
        if in_iframe:
            path.write_text(f"<!doctype html><div style='height:3000px'></div>{animation.html}",
                            encoding="utf-8")
        else:
            animation.save(path)
        page.goto(path.as_uri())
        page.wait_for_timeout(200)
        return Screen(page)

    yield open_it
    context.close()
    assert trouble == []


@pytest.mark.parametrize("scene", [four_bar, cone])
def test_keyboard(open_player, scene):
    scene, times = scene()
    screen = open_player(player(scene, times, alt="moving", play=False))
    assert screen.frame() == 0 and screen.time() == "t = 0.00 s"
    screen.press("ArrowRight", "ArrowRight", "ArrowLeft")
    assert screen.frame() == 1
    screen.press("End")
    assert screen.time() == f"t = {times[-1]:.2f} s"
    screen.press("Home", "ArrowLeft")
    assert screen.frame() == 0
    start = screen.picture()
    screen.press("+")
    assert screen.picture() != start
    screen.press("r")
    assert screen.picture() == start
    screen.press(" ")
    screen.page.wait_for_timeout(300)
    screen.press(" ")
    stopped = screen.frame()
    assert stopped > 0
    screen.page.wait_for_timeout(200)
    assert screen.frame() == stopped


def test_scrub_and_speed(open_player):
    screen = open_player(player(*four_bar(), alt="moving", play=False))
    screen.page.locator("#scrub").fill("60")
    assert screen.time() == "t = 2.02 s"
    screen.page.locator("#speed").select_option("0.25")
    screen.page.locator("#play").click()
    screen.page.wait_for_timeout(600)
    screen.page.locator("#play").click()
    shown = float(screen.time().split()[2]) - 2.02
    # a quarter of 0.6 s, in steps of a frame, on a busy computer
    assert 0.05 < shown < 0.4


def test_drag_turns_a_spatial_scene_and_moves_a_planar_one(open_player):
    for scene, keys_turn in ((four_bar, False), (cone, True)):
        screen = open_player(player(*scene(), alt="moving", play=False))
        start = screen.picture()
        screen.page.mouse.move(300, 200)
        screen.page.mouse.down()
        screen.page.mouse.move(360, 230, steps=3)
        screen.page.mouse.up()
        assert screen.picture() != start
        screen.page.locator("#reset").click()
        assert screen.picture() == start
        screen.press("d", "w")
        assert (screen.picture() != start) == keys_turn


def test_wheel_zooms_only_with_focus(open_player):
    screen = open_player(player(*four_bar(), alt="moving", play=False))
    start = screen.picture()
    screen.page.mouse.move(300, 200)
    screen.page.mouse.wheel(0, -200)
    screen.page.wait_for_timeout(100)
    assert screen.picture() == start
    screen.page.locator("#canvas").focus()
    screen.page.mouse.wheel(0, -200)
    screen.page.wait_for_timeout(100)
    assert screen.picture() != start


def test_plays_only_in_sight(open_player):
    screen = open_player(player(*four_bar(), alt="moving"), in_iframe=True)
    inside = screen.page.frames[1].locator("#scrub")
    screen.page.wait_for_timeout(300)
    assert inside.input_value() == "0"
    screen.page.evaluate("scrollTo(0, 3000)")
    screen.page.wait_for_timeout(500)
    assert int(inside.input_value()) > 0


def test_reduced_motion_starts_paused(open_player, browser):
    screen = open_player(player(*four_bar(), alt="moving"))
    screen.page.emulate_media(reduced_motion="reduce")
    screen.page.reload()
    screen.page.wait_for_timeout(300)
    assert screen.frame() == 0
    assert screen.page.locator("#play").text_content() == "Play"


def test_a_single_pose_has_no_controls(open_player):
    screen = open_player(player(Scene([Segment("rod", [[0, 0], [1, 1]])]), [0.0], alt="a rod"))
    assert not screen.page.locator("#controls").is_visible()


def test_sharp_on_a_dense_screen(browser, tmp_path):
    player(*four_bar(), alt="moving", play=False).save(tmp_path / "page.html")
    context = browser.new_context(viewport={"width": 700, "height": 480}, device_scale_factor=2)
    page = context.new_page()
    page.goto((tmp_path / "page.html").as_uri())
    assert page.evaluate("document.getElementById('canvas').width") == 1400
    context.close()
