"""Slides in a real browser without a network: nothing is cut, maths is set, players move, links lead on."""

import pytest
from lab_browser import PIXELS, changes_on_canvas

from fcclearn.course import slides
from fcclearn.course.files import COURSE

LESSONS = sorted((COURSE / "notebooks").glob("*.ipynb"))
SMALLEST = 0.8  # share of its size that a crowded slide may shrink to

# The current slide: what of it lies outside the frame, how much it shrank, how its maths and pictures are.
LOOK = """() => {
  const slide = Reveal.getCurrentSlide(), frame = document.querySelector('.slides').getBoundingClientRect();
  const scale = frame.width / 1280, cut = [];
  for (const thing of slide.querySelectorAll('p, li, pre, table, img, iframe, mjx-container, h1, h2, h3')) {
    const box = thing.getBoundingClientRect();
    if (!box.width || thing.closest('mjx-assistive-mml')) continue;
    if (box.left < frame.left - 2 || box.right > frame.right + 2 ||
        box.top < frame.top - 2 || box.bottom > frame.bottom + 2)
      cut.push([thing.tagName, ...[box.left, box.top, box.right, box.bottom].map(Math.round)].join(' '));
  }
  return { cut, zoom: Number(slide.style.zoom || 1), text: slide.innerText.slice(0, 60),
    last: Reveal.isLastSlide(), raw: /\\$\\$|\\\\frac|\\\\dot/.test(slide.innerText),
    broken: [...slide.querySelectorAll('img')].filter(i => !i.naturalWidth).length,
    faults: slide.querySelectorAll('mjx-merror').length,
    frames: [...slide.querySelectorAll('iframe')].filter(i => i.checkVisibility({ visibilityProperty: true })
    ).length
  };
}"""


@pytest.fixture(scope="module")
def pages(tmp_path_factory):
    """The folder with the slides of all lessons."""
    if lacking := slides.missing():
        pytest.skip(f"needs {', '.join(lacking)}: make slides installs them")
    out = tmp_path_factory.mktemp("slides")
    slides.make([], out)
    return out


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda path: path.stem)
def test_slides(lesson, pages, offline_page, screenshots):
    page = offline_page
    page.set_viewport_size({"width": slides.WIDTH, "height": slides.HEIGHT})
    page.goto((pages / f"{lesson.stem}.html").as_uri())
    page.wait_for_function("window.typeset", timeout=60_000)
    seen = []
    while not seen or not seen[-1]["last"]:
        if seen:
            page.evaluate("Reveal.next()")
        seen.append(page.evaluate(LOOK))
        if seen[-1]["frames"]:
            move_players(page)
        if seen[-1]["frames"] or len(seen) % 10 == 1:
            page.screenshot(path=screenshots / f"slides-{lesson.stem}-{len(seen)}.png")
    faults = [(k, s["text"], s["cut"]) for k, s in enumerate(seen) if s["cut"]]
    assert faults == []
    assert [(k, s["text"]) for k, s in enumerate(seen) if s["raw"] or s["broken"] or s["faults"]] == []
    assert [(k, s["zoom"], s["text"]) for k, s in enumerate(seen) if s["zoom"] < SMALLEST] == []
    assert page.outside == [] and page.errors == [] and len(seen) > 10
    for href in page.evaluate("[...document.querySelectorAll('.slides a')].map(a => a.getAttribute('href'))"):
        assert href.startswith(("http", "#")) or (pages / href.split("#")[0]).exists(), href


def move_players(page):
    """Every player of the slide moves when its time is moved; a live mechanism draws itself."""
    frames = page.locator("section.present:not(.stack) iframe")
    for k in range(frames.count()):
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
