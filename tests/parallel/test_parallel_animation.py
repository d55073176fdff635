"""The drawing of the mechanism: base on top, every line as long as its link."""
import numpy as np
from parallel_helpers import P

from fcclearn.parallel.animation import ALT, animate, live, scene
from fcclearn.parallel.position import inverse, points
from fcclearn.parallel.simulation import paper_motion

TIMES = np.array([0.0, 1.0])


def test_lines_are_the_links():
    """(x, -y, -z) is half a turn about x: the base is on top, and nothing is mirrored."""
    drawn, _ = scene(times=TIMES)
    half_a_turn = np.diag([1.0, -1.0, -1.0])
    assert np.linalg.det(half_a_turn) == 1
    limb_1 = [s.points for s in drawn.segments if s.body == "limb 1"]
    wanted = points(paper_motion(TIMES)[0])
    for a, b in (("R11", "R15"), ("R17", "R16"), ("R19", "R18"), ("R15", "R17"), ("R17", "R19"),
                 ("R14", "R16"), ("R16", "R18")):
        line = np.stack([wanted[a], wanted[b]], axis=1) @ half_a_turn
        assert any(np.abs(line - found).max() < 1e-9 for found in limb_1), (a, b)
    base = next(s.points for s in drawn.segments if s.body == "ground")
    assert base[..., 2].max() == 0 and drawn.traces[0].point[:, 2].max() < -100


def test_actuators_end_at_their_pins():
    drawn, _ = scene(times=TIMES)
    rods = [s.points for s in drawn.segments if s.body == "pistons"]
    barrels = [s.points for s in drawn.segments if s.body == "barrels"]
    L = [np.linalg.norm(rod[:, 1] - barrel[:, 0], axis=-1) for rod, barrel in zip(rods, barrels)]
    np.testing.assert_allclose(np.transpose(L), inverse(paper_motion(TIMES)[0]), rtol=1e-12)
    assert len(rods) == len(barrels) == 4


def test_animation_says_what_it_shows():
    page = animate(times=TIMES)
    assert "parallelograms" in page.alt and "R13" in page.page and f"{P.r0:g}" in page.page


def test_the_live_mechanism_has_its_strokes_and_its_rim():
    with_strokes, free = live(), live(strokes=False)
    for i in (1, 2, 3, 4):
        assert f'"actuator {i}"' in with_strokes.page and f'"actuator {i}"' not in free.page
    strokes = with_strokes.page.partition('"strokes":')[2].partition("]]")[0]
    assert "0.032,0.0594" in strokes and "NaN" not in strokes and with_strokes.alt == ALT
