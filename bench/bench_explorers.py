"""Redraw times of the lessons' explorers: python bench/bench_explorers.py.
Median CPU milliseconds; the aim is 50."""

import os

os.environ.update(OPENBLAS_NUM_THREADS="1", OMP_NUM_THREADS="1")       # before NumPy is loaded

import statistics
import time

from fcclearn import Model, revolute, rod
from fcclearn.course.explorers.baumgarte import Baumgarte
from fcclearn.course.explorers.body_point import BodyPoint
from fcclearn.course.explorers.bricard import BricardLoop
from fcclearn.course.explorers.coupler_curve import CouplerCurve
from fcclearn.course.explorers.joint_pull import JointPull
from fcclearn.course.explorers.off_manifold import OffManifold
from fcclearn.course.explorers.pin_forces import PinForces
from fcclearn.course.explorers.platform import PlatformExplorer
from fcclearn.course.explorers.stabilisers import Stabilisers
from fcclearn.course.explorers.thrown_book import ThrownBook


def swinging_bar():
    """The explorer of lesson 00 on the smallest run."""
    model = Model(gravity=[0, -9.81])
    bar = model.body("bar", rod(1.0, 1.0), along=([0, 0], [1, 0]))
    model.join(revolute(model.ground.point(0, 0), bar.point("start")))
    return CouplerCurve(model.simulate(4.0), bar)


def redraw_time(explorer, repeats=9):
    """Median CPU time of one redraw [ms]."""
    times = []
    for _ in range(repeats):
        start = time.process_time()
        explorer.redraw()
        times.append(1e3 * (time.process_time() - start))
    return statistics.median(times)


EXPLORERS = {"00": swinging_bar, "01": BodyPoint, "04": Baumgarte,
             "05": PinForces, "06": ThrownBook, "07": OffManifold, "08": JointPull,
             "12": Stabilisers, "17": BricardLoop, "21": PlatformExplorer}

if __name__ == "__main__":
    for lesson, make in EXPLORERS.items():
        explorer = make()
        print(f"lesson {lesson}  {type(explorer).__name__:<18}{redraw_time(explorer):5.0f} ms")
