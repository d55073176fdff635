"""Every lesson in a real browser, as a student sees it: make browser-test."""

import pytest
from lab_browser import changes, open_notebook, run_all

from fcclearn.course.files import COURSE

LESSONS = sorted((COURSE / "notebooks").glob("*.ipynb"))
OUTPUT = ".jp-OutputArea-output"


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda path: path.stem)
def test_lesson(lesson, page, address, screenshots):
    name = f"notebooks/{lesson.name}"
    open_notebook(page, address, name)
    assert run_all(page, name) == []
    page.screenshot(path=screenshots / f"{lesson.stem}.png")
    move_sliders(page, screenshots / f"{lesson.stem}-slider")
    scrub_players(page, screenshots / f"{lesson.stem}-player")
    assert page.errors == [] and page.outside == []


def move_sliders(page, picture):
    """Move the first slider of every explorer with the keyboard, and see its picture change."""
    explorers = page.locator(OUTPUT).filter(has=page.locator(".noUi-handle"))
    for k in range(explorers.count()):
        explorer = explorers.nth(k)
        handle = explorer.locator(".noUi-handle").first
        handle.scroll_into_view_if_needed()
        at_the_end = handle.get_attribute("aria-valuenow") == handle.get_attribute("aria-valuemax")
        key = "ArrowLeft" if at_the_end else "ArrowRight"
        assert changes(explorer, lambda: handle.press(key)), f"explorer {k} does not react"
        page.screenshot(path=f"{picture}-{k}.png")


def scrub_players(page, picture):
    """Move the time of every animation with the keyboard, and see its canvas change."""
    frames = page.locator(f"{OUTPUT} iframe")
    for k in range(frames.count()):
        frames.nth(k).scroll_into_view_if_needed()
        player = frames.nth(k).content_frame
        time = player.locator("input[type=range]")
        time.press("Home")
        assert changes(player.locator("body"),
                       lambda: [time.press("ArrowRight") for _ in range(5)]), f"animation {k} does not move"
        page.screenshot(path=f"{picture}-{k}.png")
