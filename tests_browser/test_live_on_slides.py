"""A live mechanism works on a slide, and axe-core finds nothing serious in it and in a player."""

import accessibility
import pytest
from lab_browser import changes_on_canvas
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output

from fcclearn import Model, revolute, rod
from fcclearn.course import slides
from fcclearn.course.files import write_whole


@pytest.fixture(scope="module")
def pendulum():
    """A pendulum of two bars."""
    model = Model(gravity=[0, -9.81])
    upper = model.body("upper", rod(1.2, 0.9), along=([0, 0], [0.9, 0]))
    lower = model.body("lower", rod(2.1, 0.8), along=([0.9, 0], [1.7, 0]))
    model.join(revolute(model.ground.point(0, 0), upper.point("start")), name="hook")
    model.join(revolute(upper.point("end"), lower.point("start")), name="elbow")
    return model


def test_a_live_mechanism_on_a_slide(pendulum, offline_page, tmp_path):
    if lacking := slides.missing():
        pytest.skip(f"needs {', '.join(lacking)}: make slides installs them")
    live = pendulum.live(alt="Two bars in a row to pull.")
    output = new_output("display_data", {"text/html": live._repr_html_()})
    lesson = new_notebook(cells=[new_markdown_cell("# 98 Sample"), new_code_cell("live", outputs=[output])])
    slides.copy_assets(tmp_path)
    write_whole(tmp_path / "98.html", slides.convert(slides.cut(lesson), "98"))
    page = offline_page
    page.set_viewport_size({"width": slides.WIDTH, "height": slides.HEIGHT})
    page.goto((tmp_path / "98.html").as_uri())
    page.wait_for_function("window.typeset", timeout=60_000)
    frame = page.locator("section.present:not(.stack) iframe")
    inside = frame.content_frame
    box = frame.bounding_box()
    assert box["y"] + box["height"] <= slides.HEIGHT and box["x"] + box["width"] <= slides.WIDTH
    button = inside.locator("#swing").evaluate(
        "b => (r => [r.x + r.width / 2, r.y + r.height / 2, innerWidth])(b.getBoundingClientRect())"
    )
    scale = box["width"] / button[2]            # a full slide is a little smaller, and so is the frame
    page.mouse.click(box["x"] + scale * button[0], box["y"] + scale * button[1])
    assert changes_on_canvas(inside.locator("canvas").first, lambda: None), "it does not swing"
    assert page.errors == [] and page.outside == []


@pytest.mark.parametrize("kind", ["live", "player"])
def test_nothing_serious(kind, pendulum, offline_page, tmp_path):
    if not accessibility.script():
        pytest.skip("needs axe-core: the package axe-playwright-python brings it")
    shown = pendulum.live if kind == "live" else pendulum.simulate(0.5, samples=20).animate
    shown(alt="Two bars in a row.").save(tmp_path / "page.html")
    offline_page.goto((tmp_path / "page.html").as_uri())
    offline_page.locator("canvas").first.wait_for()
    assert accessibility.serious(offline_page) == []
