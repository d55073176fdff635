"""The last cell of a report: a report of a pendulum, good and broken in every way that is foreseen."""

import numpy as np
import pytest

from fcclearn.course.report_check import JUDGED, check_report, missing, parts, shared_functions

CELLS = {
    "1": "tolerance = 1e-9",
    "2": """import numpy as np
from fcclearn import Model, Motion, revolute, rod, rotated_AR
from fcclearn.formulation.joints import angle_vectors
lengths = 0.5""",
    "3": """def pendulum(motion=None, kind="full"):
    model = Model(gravity=[0, -9.81], kind=kind)
    bar = model.body("bar", rod(1.0, lengths), along=([0, 0], [lengths, 0]))
    model.join(revolute(model.ground.point(0, 0), bar.point("start")), "hinge")
    if motion:
        model.join(rotated_AR(*angle_vectors(model.ground, bar), motion), "motor")
    return model
model = pendulum()
freedoms = 1""",
    "4": """drive = Motion.polynomial(0, 0.5)
t = np.linspace(0, 1, 11)
def by_hand(t, length=lengths):
    angle = drive(t)[0]
    return length * np.array([np.cos(angle), np.sin(angle)])
road_1 = pendulum(drive).kinematic_analysis(t).position("bar.end") + 1e-13
road_2 = np.array([by_hand(s) for s in t])""",
    "5": "run = pendulum().simulate(0.3, samples=11)",
    "6": "planted = road_1 * 1.01",
    "7": "limit = 180.0",
}
ROAD_2 = CELLS["4"].splitlines()[-1]


def report(**changes):
    """The names of a report after its cells were run, with other cells in the place of some."""
    cells = {**CELLS, **{key.strip("_"): cell for key, cell in changes.items()}}
    names = {"__name__": "__main__", "In": list(cells.values())}
    for cell in cells.values():
        exec(cell, names)
    return names


def faults(names, capsys):
    found = check_report(names)
    assert len(capsys.readouterr().out.splitlines()) == len(found)
    return {f.part: f.sentence for f in found if not f.right}


def other_road(lines):
    return CELLS["4"].replace(ROAD_2, lines)


def test_a_good_report_has_no_faults(capsys):
    assert faults(report(), capsys) == {}


def test_the_template_asks_for_what_is_judged():
    assert set(JUDGED) < set(parts()) and list(parts())[0] == "tolerance"


def test_blanks_and_cells_that_were_not_run_are_named_with_their_part(capsys):
    names = report()
    del names["run"]
    names["limit"] = ...
    assert [line.split(" is ")[0] for line in missing(names)] == ["run", "limit"]
    assert '"7 Limits"' in faults(names, capsys)["template"]


END = "kinematic_analysis(t).position('bar.end')"
ONE_ROAD = (
    "road_2 = road_1 + 1e-13",
    f"road_2 = pendulum(drive, 'reduced').{END}",
    f"again = pendulum(drive, 'reduced')\nsame = again.{END}\nroad_2 = same + 0.0",
    "road_2 = []\nfor s in [0]:\n"
    f"    road_2.extend(pendulum(drive).{END})\nroad_2 = np.array(road_2)",
    f"def other(t):\n    return pendulum(drive).{END}\nroad_2 = other(t) + 0.0",
    f"road_2 = np.zeros((11, 2))\nroad_2[:] = pendulum(drive).{END}",
    f"road_2, extra = pendulum(drive).{END}, 0",
)
HONEST = (
    "road_2 = []\nfor s in t:\n    road_2.append(by_hand(s))\nroad_2 = np.array(road_2)",
    "road_2 = np.zeros((11, 2))\nfor k, s in enumerate(t):\n    road_2[k] = by_hand(s)",
    "road_2 = road_1 * 1.0\nroad_2 = np.array([by_hand(s) for s in t])",
    "angle = run = pendulum(drive)\nroad_2 = np.array([by_hand(s) for s in t])",
    "angles = np.array([drive(s)[0] for s in t])\n"
    "road_2 = lengths * np.column_stack([np.cos(angles), np.sin(angles)])",
)


@pytest.mark.parametrize("lines", ONE_ROAD)
def test_one_road_that_was_walked_twice_is_seen(lines, capsys):
    assert "both roads call pendulum" in faults(report(_4=other_road(lines)), capsys)["independence"]


@pytest.mark.parametrize("lines", HONEST)
def test_honest_roads_are_left_alone(lines, capsys):
    assert faults(report(_4=other_road(lines)), capsys) == {}


def test_a_cell_that_cannot_be_read_is_passed_over():
    names = report()
    names["In"] += ["road_2 ="]
    assert shared_functions(names, "road_1", "road_2") == []
    assert "pendulum" in shared_functions(names, "road_1", "run")


def test_a_run_that_drifts_or_is_of_another_mechanism_is_seen(capsys):
    drifts = report(_5="run = pendulum().simulate(3, samples=31, method='baumgarte', rtol=1e-3)")
    assert "of the run" in faults(drifts, capsys)["closure"]
    other = report(_5="other = pendulum()\nother.body('more', rod(1.0, 0.1))\nrun = other.simulate(0.3)")
    assert "other bodies" in faults(other, capsys)["closure"]


def test_numbers_that_cannot_be_compared_are_named(capsys):
    def said(part, **changes):
        return faults(report(**changes), capsys)[part]

    assert "NaN" in said("two roads", _4=CELLS["4"] + "\nroad_2[3] = np.nan")
    assert "positive" in said("two roads", _1="tolerance = 0")
    assert "shape" in said("planted error", _6="planted = road_1[:5]")
    assert "does not see it" in said("planted error", _6="planted = road_1")
    driven = CELLS["3"].replace("model = pendulum()", "model = pendulum(Motion.polynomial(0, 0.5))")
    assert "is driven (motor)" in said("mobility", _3=driven)


def test_without_jupyter_the_roads_are_not_read(capsys):
    names = report()
    del names["In"]
    assert "independence" not in [f.part for f in check_report(names)]
    assert np.shape(names["road_1"]) == (11, 2)
    capsys.readouterr()
