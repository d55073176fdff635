"""The README's live mechanism, as a page and as a picture of it: python docs/pictures.py

The picture needs Chromium and the package playwright; without them only the page is written.
"""

import io
import shutil
from math import dist
from pathlib import Path

from PIL import Image

from fcclearn import Model, revolute, rod

HERE = Path(__file__).parent
SIZE = {"width": 760, "height": 500}


def four_bar():
    """The four-bar of lesson 00."""
    A, B, C, D = [0.0, 0.0], [0.0, 0.6], [1.6, 1.4], [2.0, 0.0]
    model = Model(gravity=[0, -9.81])
    crank = model.body("crank", rod(1.0, dist(A, B)), along=(A, B))
    coupler = model.body("coupler", rod(2.0, dist(B, C)), along=(B, C))
    rocker = model.body("rocker", rod(1.5, dist(D, C)), along=(D, C))
    model.join(revolute(model.ground.point(A), crank.point("start")), name="A")
    model.join(revolute(crank.point("end"), coupler.point("start")), name="B")
    model.join(revolute(coupler.point("end"), rocker.point("end")), name="C")
    model.join(revolute(model.ground.point(D), rocker.point("start")), name="D")
    return model


def live():
    """The four-bar to pull, with the forces in its pins and the path of the middle of its coupler."""
    return four_bar().live(alt="A four-bar to pull: take a link with the mouse, a finger or the keys.",
                           show=["forces"], trace=["coupler.com"])


def picture(page):
    """A picture of the page while the pin B is pulled round to the left, and a little too far."""
    from playwright.sync_api import sync_playwright
    with sync_playwright() as engine:
        browser = engine.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        screen = browser.new_page(viewport=SIZE)
        screen.goto(page.as_uri())
        screen.wait_for_timeout(300)
        x, y, _ = screen.evaluate("pad.project([0, 0.6])")
        screen.mouse.move(x, y)
        screen.mouse.down()
        for place in ((-0.3, 0.5), (-0.5, 0.35), (-0.62, 0.1), (-0.62, 0.28), (-0.6, 0.5)):
            x, y, _ = screen.evaluate(f"pad.project({list(place)})")
            screen.mouse.move(x, y, steps=12)
            screen.wait_for_timeout(300)
        raw = screen.screenshot()
        browser.close()
    small = io.BytesIO()
    few = Image.open(io.BytesIO(raw)).convert("RGB").quantize(128, dither=Image.Dither.NONE)
    few.save(small, format="png", optimize=True)
    return small.getvalue()


if __name__ == "__main__":
    live().save(HERE / "live_four_bar.html")
    try:
        (HERE / "live_four_bar.png").write_bytes(picture(HERE / "live_four_bar.html"))
    except ModuleNotFoundError as missing:
        print(f"no picture: {missing}")
