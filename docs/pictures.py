"""The pictures of the README: python docs/pictures.py"""

from math import dist
from pathlib import Path

from fcclearn import Model, revolute, rod
from fcclearn.show.figures import png
from fcclearn.show.poses import strip

HERE = Path(__file__).parent


def four_bar():
    """The four-bar of lesson 00, 1.6 seconds after it is let go."""
    A, B, C, D = [0.0, 0.0], [0.0, 0.6], [1.6, 1.4], [2.0, 0.0]
    model = Model(gravity=[0, -9.81])
    crank = model.body("crank", rod(1.0, dist(A, B)), along=(A, B))
    coupler = model.body("coupler", rod(2.0, dist(B, C)), along=(B, C))
    rocker = model.body("rocker", rod(1.5, dist(D, C)), along=(D, C))
    model.join(revolute(model.ground.point(A), crank.point("start")), name="A")
    model.join(revolute(crank.point("end"), coupler.point("start")), name="B")
    model.join(revolute(coupler.point("end"), rocker.point("end")), name="C")
    model.join(revolute(model.ground.point(D), rocker.point("start")), name="D")
    return model.simulate(1.6).scene(trace=["coupler.com"])


if __name__ == "__main__":
    (HERE / "four_bar.png").write_bytes(png(strip(*four_bar(), count=3)))
