"""A live mechanism in a real browser without a network: mouse, touch, keys, sliders, an exported notebook."""

from math import cos, dist, radians, sin

import accessibility
import nbformat
import numpy as np
import pytest
from nbconvert import HTMLExporter

from fcclearn import Model, Motion, disc, revolute, rod
from fcclearn.benchmarks import a04_bricard
from fcclearn.formulation.drivers import rotated_AR

A, B, C, D = (0.0, 0.0), (0.0, 0.6), (1.6, 1.4), (2.0, 0.0)
CLOSE = 2.0             # pixels between the pointer and the point that it pulls


def four_bar(driven=False):
    model = Model(gravity=[0, -9.81])
    crank = model.body("crank", rod(1.0, dist(A, B)), along=(A, B))
    coupler = model.body("coupler", rod(2.0, dist(B, C)), along=(B, C))
    rocker = model.body("rocker", rod(1.5, dist(D, C)), along=(D, C))
    model.join(revolute(model.ground.point(A), crank.point("start")), name="A")
    model.join(revolute(crank.point("end"), coupler.point("start")), name="B")
    model.join(revolute(coupler.point("end"), rocker.point("end")), name="C")
    model.join(revolute(model.ground.point(D), rocker.point("start")), name="D")
    if driven:
        x, y = model.ground.vector(1, 0), model.ground.vector(0, 1)
        model.join(rotated_AR(crank.vector(1, 0), x, y, Motion.constant(np.pi / 2)), "motor")
    return model


def plate():
    model = Model(gravity=[0, -9.81])
    model.body("plate", disc(1.0, 0.5))
    return model


class Live:
    """The open page of a live mechanism, used as a reader uses it; `inside` is the frame that it runs in."""

    def __init__(self, page, inside, session=None):
        self.page, self.inside, self.session = page, inside, session

    def ask(self, script):
        return self.inside.evaluate(script)

    def pixel(self, name):
        """Where a point to choose is on the screen of the whole page."""
        return self.at(f"place(data.handles.find((one) => one.name === '{name}').point)")

    def at(self, place):
        """Where a place in metres, given as a script, is on the screen of the whole page."""
        x, y, _ = self.ask(f"pad.project({place})")
        box = self.inside.locator("#canvas").bounding_box()
        return np.array([box["x"] + x, box["y"] + y])

    def on_circle(self, degrees):
        """Where B is on the screen when the crank has turned there."""
        return self.at([0.6 * cos(radians(degrees)), 0.6 * sin(radians(degrees))])

    def violation(self):
        return self.ask("M.largest(M.phi(state.q))")

    def said(self):
        return self.inside.locator("#said").text_content()

    def settle(self, milliseconds=500):
        self.page.wait_for_timeout(milliseconds)

    def finger(self, kind, *points):
        touches = [{"x": float(x), "y": float(y)} for x, y in points]
        self.session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})


@pytest.fixture
def open_live(browser, tmp_path):
    """A function that opens a live page; at the end there was no error and no request to the outside."""
    contexts, trouble = [], []

    def start(path, **options):
        context = browser.new_context(**{"viewport": {"width": 760, "height": 540}, **options})
        contexts.append(context)

        def gate(route):
            if route.request.url.startswith(("file:", "data:", "blob:")):
                return route.continue_()
            trouble.append(route.request.url)
            route.abort()

        context.route("**/*", gate)
        page = context.new_page()
        page.on("pageerror", lambda error: trouble.append(str(error)))
        page.goto(path.as_uri())
        page.wait_for_timeout(300)
        return page

    def open_it(live, **options):
        live.save(tmp_path / "page.html")
        page = start(tmp_path / "page.html", **options)
        session = page.context.new_cdp_session(page) if options.get("has_touch") else None
        return Live(page, page.main_frame, session)

    open_it.start = start
    yield open_it
    for context in contexts:
        context.close()
    assert trouble == []


def test_a_point_follows_the_pointer_and_stays_there(open_live):
    screen = open_live(four_bar().live(alt="a four-bar", show=["forces", "coordinates"]))
    screen.page.mouse.move(*screen.pixel("B"))
    screen.page.mouse.down()
    for degrees in range(90, 29, -5):
        screen.page.mouse.move(*screen.on_circle(degrees))
        screen.settle(30)
    screen.settle()
    assert dist(screen.pixel("B"), screen.on_circle(30)) < CLOSE and screen.violation() < 1e-9
    assert screen.said().startswith("B at (0.520, 0.300) m")
    screen.page.mouse.up()
    screen.settle(200)
    assert dist(screen.pixel("B"), screen.on_circle(30)) < CLOSE
    assert screen.ask("grip") is None


def test_a_target_out_of_reach_is_approached_and_said(open_live):
    screen = open_live(four_bar().live(alt="a four-bar"))
    start = screen.pixel("B")
    screen.page.mouse.move(*start)
    screen.page.mouse.down()
    screen.page.mouse.move(start[0], 2)
    screen.settle(1500)
    assert "short of where it is pulled" in screen.said() and screen.violation() < 1e-9
    assert dist(screen.pixel("B"), screen.on_circle(90)) < 5


def test_keys_choose_a_point_and_pull_it(open_live):
    screen = open_live(four_bar().live(alt="a four-bar"))
    before = screen.pixel("C")
    screen.page.keyboard.press("Tab")                   # the canvas
    screen.page.keyboard.press("Tab")                   # B
    screen.page.keyboard.press("Tab")                   # C
    assert screen.ask("document.activeElement.textContent") == "Pull C"
    for _ in range(5):
        screen.page.keyboard.press("Shift+ArrowRight")
        screen.settle(150)
    assert screen.pixel("C")[0] > before[0] + 20 and screen.violation() < 1e-9
    assert screen.said().startswith("C at (")
    screen.page.keyboard.press("Escape")
    assert screen.ask("grip") is None


def test_a_finger_pulls_a_link_and_scrolls_the_page_beside_it(open_live):
    screen = open_live(four_bar().live(alt="a four-bar"), has_touch=True)
    screen.finger("touchStart", screen.pixel("B"))
    for degrees in range(90, 49, -5):
        screen.finger("touchMove", screen.on_circle(degrees))
        screen.settle(30)
    screen.settle()
    assert dist(screen.pixel("B"), screen.on_circle(50)) < CLOSE
    screen.finger("touchEnd")
    screen.settle(100)
    assert screen.ask("grip") is None
    assert screen.ask("getComputedStyle(document.getElementById('canvas')).touchAction") == "pan-y"


def test_a_second_finger_neither_lets_go_nor_turns_the_view(open_live):
    screen = open_live(a04_bricard.build().live(alt="Bricard"), has_touch=True)
    rows, held, (x, y) = screen.ask("frame.rows"), screen.pixel(screen.ask("data.handles[1].name")), (20, 300)
    screen.finger("touchStart", held)
    screen.finger("touchStart", held, (x, y))
    for k in range(1, 6):
        screen.finger("touchMove", held + 2 * k, (x + 10 * k, y - 10 * k))
        screen.settle(30)
    assert screen.ask("grip !== null") and screen.ask("frame.rows") == rows
    screen.finger("touchEnd")


def test_a_press_that_began_beside_the_picture_does_not_move_it(open_live):
    screen = open_live(a04_bricard.build().live(alt="Bricard"))
    rows = screen.ask("frame.rows")
    box = screen.inside.locator("#said").bounding_box()
    screen.page.mouse.move(box["x"] + 300, box["y"] + 5)
    screen.page.mouse.down()
    screen.page.mouse.move(30, 200, steps=4)
    screen.page.mouse.move(90, 150, steps=4)
    screen.settle(100)
    assert screen.ask("frame.rows") == rows and screen.ask("Number.isFinite(frame.x0)")
    screen.page.mouse.up()


def test_a_word_at_an_edge_is_moved_inside(open_live):
    screen = open_live(four_bar().live(alt="a four-bar", show=["coordinates"]),
                       viewport={"width": 480, "height": 520})
    screen.ask("""() => {
      const written = window.written = [], pen = canvas.getContext("2d"), fillText = pen.fillText;
      pen.fillText = function (word, x, y) {
        const before = { left: 0, center: 0.5, right: 1 }[pen.textAlign] * pen.measureText(word).width;
        written.push([word, x - before, x - before + pen.measureText(word).width]);
        return fillText.call(pen, word, x, y);
      };
      draw();
    }""")
    written = screen.ask("written")
    assert "v" in [word for word, _, _ in written]
    assert all(left > 0 and right < 480 for _, left, right in written)


def test_let_go_it_swings_and_pauses(open_live):
    screen = open_live(four_bar().live(alt="a four-bar", damping=0, show=["energy"]))
    energy = "(({ T, V }) => T + V)(M.energy(state))"
    before = screen.ask(energy)
    screen.inside.locator("#swing").click()
    screen.settle(1200)
    assert screen.ask("state.t") > 0.2 and screen.violation() < 1e-9
    assert screen.ask(energy) == pytest.approx(before, abs=1e-4)
    screen.inside.locator("#pause").click()
    stopped = screen.ask("state.t")
    screen.settle(300)
    assert screen.ask("state.t") == stopped
    screen.inside.locator("#step").click()
    assert stopped < screen.ask("state.t") < stopped + 0.05
    screen.inside.locator("#again").click()
    assert screen.ask("state.t") < stopped                          # it swings anew, from the start


def test_a_swinging_mechanism_can_be_caught(open_live):
    screen = open_live(four_bar().live(alt="a four-bar", damping=1))
    screen.page.keyboard.press("l")
    screen.settle(300)
    screen.page.mouse.move(*screen.pixel("B"))
    screen.page.mouse.down()
    screen.page.mouse.move(*screen.on_circle(60), steps=5)
    screen.settle(2500)
    assert dist(screen.pixel("B"), screen.on_circle(60)) < 12       # a spring holds it, and is stretched
    screen.page.mouse.up()


def test_reduced_motion_waits_for_the_reader(open_live):
    screen = open_live(four_bar().live(alt="a four-bar"), reduced_motion="reduce")
    screen.inside.locator("#swing").click()
    screen.settle(300)
    assert screen.ask("state.t") == 0 and screen.inside.locator("#pause").text_content() == "Go on"
    screen.inside.locator("#pause").click()
    screen.settle(300)
    assert screen.ask("state.t") > 0


def test_a_driver_follows_its_slider_also_while_it_swings(open_live):
    screen = open_live(four_bar(driven=True).live(alt="driven", drivers={"motor": (0, 3)}, show=["forces"]))
    slider = screen.inside.locator("#driver-0")
    assert screen.inside.locator("#value-0").text_content().startswith("90 \u00b0, ")
    slider.fill("1.0")
    screen.settle()
    value = float(slider.input_value())
    angle = "Math.atan2(...[1, 0].map((k) => state.q[data.bodies[0][2][1][k]]))"
    assert screen.ask(angle) == pytest.approx(value, abs=1e-6) and screen.violation() < 1e-9
    screen.inside.locator("#swing").click()
    slider.fill("2.0")
    screen.settle(120)
    assert screen.ask("M.phases[0][1]") > 0 and screen.ask("M.largest(state.v)") > 0.05       # on the way
    screen.settle(1500)
    assert screen.ask(angle) == pytest.approx(float(slider.input_value()), abs=1e-3)
    assert screen.violation() < 1e-9


def test_a_plate_is_torn_off_its_equations_and_newton_mends_it(open_live):
    screen = open_live(plate().live(alt="a plate", loose=True, show=["coordinates"]))
    assert not screen.inside.locator("#swing").is_visible()
    x, y = screen.pixel("plate (0.5, 0)")
    screen.page.mouse.move(x, y)
    screen.page.mouse.down()
    screen.page.mouse.move(x + 60, y - 30, steps=4)
    screen.settle(200)
    assert screen.violation() > 0.1 and dist(screen.pixel("plate (0.5, 0)"), (x + 60, y - 30)) < CLOSE
    screen.page.mouse.up()
    screen.settle(700)
    after_one = screen.violation()
    assert 1e-9 < after_one < 0.1
    screen.settle(5000)
    assert screen.violation() < 1e-12


def test_the_pointer_turns_a_mechanism_in_space_and_pulls_it(open_live):
    shown = ["free motions", "singular value", "violation"]
    screen = open_live(a04_bricard.build().live(alt="Bricard", show=shown))
    rows = screen.ask("frame.rows")
    box = screen.inside.locator("#canvas").bounding_box()
    screen.page.mouse.move(box["x"] + 30, box["y"] + box["height"] / 2)
    screen.page.mouse.down()
    screen.page.mouse.move(box["x"] + 90, box["y"] + box["height"] / 2 + 20, steps=3)
    screen.page.mouse.up()
    assert np.abs(np.array(rows) - screen.ask("frame.rows")).max() > 0.2 and screen.ask("grip") is None
    name = screen.ask("data.handles[1].name")
    x, y = screen.pixel(name)
    screen.page.mouse.move(x, y)
    screen.page.mouse.down()
    screen.page.mouse.move(x + 40, y + 40, steps=5)
    screen.settle(800)
    assert dist(screen.pixel(name), (x, y)) > 5 and screen.violation() < 1e-9
    screen.page.mouse.up()


def test_words_for_those_who_do_not_see_it(open_live):
    screen = open_live(four_bar(driven=True).live(alt="a four-bar to pull"))
    assert screen.inside.locator("#canvas").get_attribute("aria-label") == "a four-bar to pull"
    assert screen.inside.locator("[role=status][aria-live=polite]").count() == 1
    assert screen.inside.locator("#driver-0").get_attribute("aria-valuetext").startswith("90 ")
    assert screen.inside.locator("#swing").get_attribute("aria-pressed") == "false"
    screen.inside.locator("summary").click()
    screen.inside.get_by_label("joint forces").check()
    assert screen.ask("document.getElementById('show-forces').checked")


@pytest.mark.parametrize("options", [{}, {"driven": True}])
@pytest.mark.skipif(not accessibility.script(), reason="axe-playwright-python is missing: make browser-test")
def test_axe_finds_nothing_serious(open_live, options):
    screen = open_live(four_bar(**options).live(alt="a four-bar to pull", show=["forces"]))
    screen.inside.locator("summary").click()
    assert accessibility.serious(screen.page) == []


@pytest.mark.parametrize("width", [1300, 600])
def test_in_an_exported_notebook_without_a_network(open_live, tmp_path, width):
    """The page in its sandboxed frame, in a notebook exported to HTML and opened from disk."""
    shown = {"text/html": four_bar().live(alt="a four-bar")._repr_html_()}
    output = nbformat.v4.new_output("display_data", shown)
    cell = nbformat.v4.new_code_cell("model.live()", outputs=[output], execution_count=1)
    notebook = nbformat.v4.new_notebook(cells=[cell])
    body, _ = HTMLExporter(mathjax_url="", require_js_url="", jquery_url="").from_notebook_node(notebook)
    (tmp_path / "exported.html").write_text(body, encoding="utf-8")
    page = open_live.start(tmp_path / "exported.html", viewport={"width": width, "height": 900})
    screen = Live(page, page.frames[1])
    screen.page.mouse.move(*screen.pixel("B"))
    screen.page.mouse.down()
    for degrees in range(90, 59, -5):
        screen.page.mouse.move(*screen.on_circle(degrees))
        screen.settle(30)
    screen.settle()
    assert dist(screen.pixel("B"), screen.on_circle(60)) < CLOSE
    screen.page.mouse.up()
    screen.inside.locator("#swing").click()
    screen.settle(400)
    assert screen.ask("state.t") > 0
