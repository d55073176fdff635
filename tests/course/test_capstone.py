"""The capstone: its list of mechanisms, its template, and the check of a report's formal part."""

import nbformat
import numpy as np
import pytest

from fcclearn import Model, Motion, prismatic, revolute, rod, spherical
from fcclearn.course import capstone
from fcclearn.course.report_template import TEMPLATE
from fcclearn.examples import peaucellier

T = np.linspace(0, 1, 11)


@pytest.fixture(scope="module")
def fall():
    return peaucellier.build(0.3).simulate(0.3, samples=21)


def test_the_twelve_have_sources_questions_and_counts_that_fit():
    twelve = capstone.mechanisms()
    assert len(twelve) == 12 == len({m["name"] for m in twelve})
    for m in twelve:
        assert m["source"] and m["question"].endswith("?") and m["difficulty"]
        assert m["freedoms"] >= max(1, capstone.gruebler(m))  # redundant rows are never negative
        assert set(m["joints"]) <= set(capstone.FREEDOMS)


@pytest.mark.parametrize("name, redundant", [("Oldham coupling", 3), ("RSSR four-bar in space", 0)])
def test_two_of_the_counts_by_the_rank_of_a_model(name, redundant):
    """The freedoms of the list, by the package: a general pose, rank of Phi_q."""
    m = next(m for m in capstone.mechanisms() if m["name"] == name)
    model = Model(gravity=[0, 0, -9.81])
    ground = model.ground
    if name == "Oldham coupling":
        angle, offset = 0.4, np.array([0.008, 0, 0])
        u = np.array([np.cos(angle), np.sin(angle), 0])
        v = np.array([-u[1], u[0], 0])
        centre = v * (v @ offset)  # on the line of u's slot through 0, of v's through the offset
        first, second, disc = (
            model.body(n, rod(1.0, 0.05), along=(P, P + [0, 0, 0.05]))
            for n, P in (("first", 0 * u), ("second", offset), ("disc", centre))
        )
        model.join(revolute(ground.point(0, 0, 0), first.point("start"), axis=[0, 0, 1]))
        model.join(revolute(ground.point(*offset), second.point("start"), axis=[0, 0, 1]))
        model.join(prismatic(first.point("start"), disc.point("start"), axis=v))
        model.join(prismatic(disc.point("start"), second.point("start"), axis=u))
    else:
        A, B, foot = np.array([0.1, 0.2, 0.9]), np.array([1.1, 0.8, 0.5]), np.array([1.5, 0.3, 0.1])
        crank, coupler, rocker = (
            model.body(n, rod(1, float(np.linalg.norm(Q - P))), along=(P, Q))
            for n, P, Q in (("crank", 0 * A, A), ("coupler", A, B), ("rocker", B, foot))
        )
        model.join(revolute(ground.point(0, 0, 0), crank.point("start"), axis=[1, 0.2, 0.1]))
        model.join(spherical(crank.point("end"), coupler.point("start")))
        model.join(spherical(coupler.point("end"), rocker.point("start")))
        model.join(revolute(ground.point(*foot), rocker.point("end"), axis=[0.1, 1, 0.3]))
    found = model.mobility()
    assert found.degrees_of_freedom == m["freedoms"] and found.redundant == m["freedoms"] - capstone.gruebler(
        m
    )
    assert found.redundant == redundant


def test_the_rubric_has_twenty_points():
    assert sum(capstone.RUBRIC.values()) == 20 and "| together | 20 |" in capstone.show_rubric().data


def test_a_good_report_has_no_faults(fall, capsys):
    road = np.sin(T)
    found = capstone.formal(peaucellier.build(0.3), 1, fall, road, road + 1e-11, road * 1.01, 1e-9)
    assert [f.part for f in found] == ["mobility", "closure", "energy", "two roads", "planted error"]
    assert all(f.right for f in found) and "NO" not in capsys.readouterr().out


def test_every_fault_is_named(fall):
    model, road = peaucellier.build(0.3), np.sin(T)
    assert "you claim 9" in capstone.mobility(model, 9).sentence
    model.bodies["AD"].blocks[0] += 0.01
    assert not capstone.closure(model).right and "assemble" in capstone.closure(model).sentence
    assert "exactly zero" in capstone.roads(road, road, 1e-9)[0].sentence
    assert "differ by 0.001" in capstone.roads(road, road + 1e-3, 1e-9)[0].sentence
    assert "one pose" in capstone.roads(road[:1], road[:1] + 1e-12, 1e-9)[0].sentence
    assert "cannot fail" in capstone.roads(road, road + 1e-12, 1e-9)[1].sentence
    assert not capstone.roads(road, road + 1e-12, 1e-3, road + 2e-3)[1].right  # hardly outside
    driven = peaucellier.build(0.0, motion=Motion.polynomial(0, 1)).kinematic_analysis([0.0, 0.1])
    assert "drives" in capstone.energy(driven).sentence
    rest = Model(gravity=[0, 0])
    rest.body("bar", rod(1, 1))
    assert "nothing moved" in capstone.energy(rest.simulate(0.1, samples=3)).sentence
    assert "off by" in capstone.energy(fall, share=1e-16).sentence


def test_blanks_are_named(capsys):
    assert capstone.formal(..., ..., ..., ..., ..., ..., ...) == [] and "blanks" in capsys.readouterr().out


def test_the_template_is_a_notebook_of_eight_parts_and_overwrites_nothing(tmp_path):
    path = capstone.start_report(tmp_path / "my_report.ipynb")
    written = nbformat.read(path, 4)
    nbformat.validate(written)
    assert [c.source.splitlines()[0] for c in written.cells if c.source.startswith("## ")] == [
        f"## {heading}" for heading, _, _ in TEMPLATE
    ] and len(TEMPLATE) == 8
    for cell in written.cells:
        if cell.cell_type == "code":
            compile(cell.source, "cell", "exec")
    with pytest.raises(FileExistsError, match="left as it is"):
        capstone.start_report(path)
