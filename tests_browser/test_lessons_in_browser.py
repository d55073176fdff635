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
    move_pages(page, screenshots / f"{lesson.stem}-page")
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


def move_pages(page, picture):
    """Move the time of every animation, pull every live mechanism with the keyboard: its canvas changes."""
    frames = page.locator(f"{OUTPUT} iframe")
    for k in range(frames.count()):
        frames.nth(k).scroll_into_view_if_needed()
        inside = frames.nth(k).content_frame
        live = inside.locator("#handle-0").count()
        control = inside.locator("#handle-0" if live else "#scrub")
        control.press("ArrowUp" if live else "Home")
        assert changes(inside.locator("body"),
                       lambda: [control.press("ArrowRight") for _ in range(5)]), f"page {k} does not move"
        page.screenshot(path=f"{picture}-{k}.png")
