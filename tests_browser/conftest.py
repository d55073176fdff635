"""A server with a student's folder, and a browser that reaches nothing else."""

import lab_browser
import pytest

from fcclearn.course.files import COURSE
from fcclearn.course.student import prepare

SCREENSHOTS = pytest.StashKey()


@pytest.fixture(scope="session")
def browser():
    """A Chromium without a window."""
    playwright = pytest.importorskip("playwright.sync_api",
                                     reason="The package playwright is missing: use make browser-test.")
    if not lab_browser.CHROMIUM:
        pytest.skip("Chromium is missing: install it (Debian: apt install chromium), or set CHROMIUM to its "
                    "path.")
    with playwright.sync_playwright() as engine:
        chromium = engine.chromium.launch(executable_path=lab_browser.CHROMIUM, args=lab_browser.FLAGS)
        yield chromium
        chromium.close()


@pytest.fixture(scope="session")
def screenshots(tmp_path_factory, request):
    """The folder for screenshots; its path is printed at the end."""
    folder = request.config.stash[SCREENSHOTS] = tmp_path_factory.mktemp("screenshots")
    return folder


@pytest.fixture(scope="session")
def address(browser, tmp_path_factory):
    """The address of JupyterLab in a new student's folder."""
    my = tmp_path_factory.mktemp("student") / "my"
    prepare(COURSE, my)
    with lab_browser.serve(my) as url:
        yield url


@pytest.fixture
def page(browser, address):
    """A page that notes its errors in `page.errors`, and refused requests in `page.outside`."""
    context = browser.new_context(viewport={"width": 1300, "height": 1000})
    page = context.new_page()
    page.errors, page.outside = [], []

    def gate(route):
        if route.request.url.startswith((address, "data:", "blob:")):
            route.continue_()
        else:
            page.outside.append(route.request.url)
            route.abort()

    context.route("**/*", gate)
    page.on("pageerror", lambda error: page.errors.append(str(error)))
    yield page
    lab_browser.shut_kernels_down(page)
    context.close()


@pytest.fixture
def offline_page(browser):
    """A page that opens files only; it notes its errors, and the addresses that it asked for in vain."""
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    page = context.new_page()
    page.errors, page.outside = [], []

    def gate(route):
        if route.request.url.startswith(("file:", "data:", "blob:", "about:")):
            route.continue_()
        else:
            page.outside.append(route.request.url)
            route.abort()

    context.route("**/*", gate)
    page.on("pageerror", lambda error: page.errors.append(str(error)))
    page.on("console", lambda message: page.errors.append(message.text) if message.type == "error" else None)
    yield page
    context.close()


def pytest_terminal_summary(terminalreporter, config):
    """Say where the screenshots are."""
    if SCREENSHOTS in config.stash:
        terminalreporter.write_line(f"Screenshots: {config.stash[SCREENSHOTS]}")
