"""The book in a real browser without a network: maths is set, players move, axe-core finds no fault."""

import accessibility
import pytest
from lab_browser import PIXELS, changes_on_canvas

from fcclearn.course import book
from fcclearn.course.files import COURSE

LESSONS = sorted((COURSE / "notebooks").glob("*.ipynb"))
EXERCISES = sorted((COURSE / "exercises").glob("*.ipynb"))

# Pictures that are not there, or not described.
PICTURES = """[...document.querySelectorAll('article img')]
  .filter(i => !i.naturalWidth || !i.alt.trim()).map(i => i.outerHTML.slice(0, 80))"""


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """The folder with the book."""
    if lacking := book.missing():
        pytest.skip(f"needs {', '.join(lacking)}: make book installs them")
    out = tmp_path_factory.mktemp("book")
    assert book.make(out) == []
    return out


def open_page(page, path):
    page.goto(path.as_uri())
    page.wait_for_function("window.MathJax && MathJax.startup && MathJax.startup.promise", timeout=60_000)
    page.evaluate("() => MathJax.startup.promise")


def check_page(page):
    """Maths is set, every picture is there, nothing was asked for from outside, nothing failed."""
    assert page.locator("mjx-merror").count() == 0
    raw = page.evaluate(
        "[...document.querySelectorAll('.math')].filter(m => !m.querySelector('mjx-container')).length"
    )
    assert raw == 0
    assert (
        page.evaluate(
            PICTURES
        )
        == []
    )
    assert page.outside == [] and page.errors == []


def check_frames(page):
    """Players move, a live mechanism is drawn; nothing serious in them."""
    frames = page.locator("article iframe")
    for k in range(frames.count()):
        frames.nth(k).scroll_into_view_if_needed()
        inside = frames.nth(k).content_frame
        canvas = inside.locator("canvas").first
        canvas.wait_for()
        assert len(set(canvas.evaluate(PIXELS))) > 1, "an empty picture"
        time = inside.locator("#scrub")
        if time.count():
            time.press("Home")
            assert changes_on_canvas(canvas, lambda: [time.press("ArrowRight") for _ in range(5)]), (
                "a player does not move"
            )
        if accessibility.script():
            frame = frames.nth(k).element_handle().content_frame()
            assert accessibility.serious(frame) == []


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda path: path.stem)
def test_lesson(lesson, site, offline_page, screenshots):
    open_page(offline_page, site / "notebooks" / f"{lesson.stem}.html")
    assert offline_page.locator("mjx-container").count() > 5
    check_frames(offline_page)
    check_page(offline_page)
    offline_page.screenshot(path=screenshots / f"book-{lesson.stem}.png")


@pytest.mark.parametrize("exercise", EXERCISES, ids=lambda path: path.stem)
def test_exercise(exercise, site, offline_page):
    open_page(offline_page, site / "exercises" / f"{exercise.stem}.html")
    check_page(offline_page)


@pytest.mark.parametrize(
    "name",
    [
        "index",
        f"notebooks/{LESSONS[0].stem}",
        f"notebooks/{LESSONS[-1].stem}",
        f"exercises/{EXERCISES[1].stem}",
        "search",
    ],
)
def test_nothing_serious(name, site, offline_page):
    if not accessibility.script():
        pytest.skip("needs axe-core: the package axe-playwright-python brings it")
    page = offline_page
    page.goto((site / f"{name}.html").as_uri())
    page.wait_for_timeout(1500)
    assert accessibility.serious(page) == []


def test_a_serious_fault_would_be_found(offline_page):
    if not accessibility.script():
        pytest.skip("needs axe-core: the package axe-playwright-python brings it")
    offline_page.set_content(
        "<html lang='en'><title>x</title><main><h1>x</h1><p style='color:#ccc'>pale</p><input></main></html>"
    )
    found = accessibility.serious(offline_page)
    assert any("color-contrast" in fault for fault in found) and any("label" in fault for fault in found)


def test_search_finds_a_lesson(site, offline_page):
    offline_page.goto((site / "search.html").as_uri() + "?q=Baumgarte")
    offline_page.locator("#search-results li").first.wait_for(timeout=20_000)
    assert "12" in offline_page.locator("#search-results").inner_text()
