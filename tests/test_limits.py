"""What docs/limits.md claims: what can be done where the formulation ends, and how far it carries."""

import re
from pathlib import Path

import numpy as np
import pytest

from fcclearn import (
    Event,
    Force,
    Model,
    box,
    disc,
    point_mass,
    point_on_line,
    revolute,
    rod,
    torsional_spring,
    translational,
    weld,
)

PAGE = (Path(__file__).parents[1] / "docs" / "limits.md").read_text(encoding="utf-8")
G = 9.81


def run_example(k):
    code = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)[k]
    names = {}
    exec(compile(code, "limits.md", "exec"), names)
    return names


def test_the_example_of_the_page_rolls(capsys):
    """A disc on an incline: 2/3 g sin, and a friction force of one third of the weight along the slope."""
    names = run_example(0)
    assert float(capsys.readouterr().out) == pytest.approx(2 / 3 * G * 0.6)
    run = names["model"].simulate(1.0, samples=5)
    np.testing.assert_allclose(run.position("wheel")[:, 0], -0.1 * run.angle("wheel"), atol=1e-9)
    grip = run.reaction("no slip", on="wheel").force[:, 0]
    np.testing.assert_allclose(grip, -2.0 * G * 0.6 / 3, atol=1e-6)


def test_a_pendulum_of_ten_micrometres(capsys):
    run_example(1)
    assert capsys.readouterr().out == "True True\nTrue\n"


def test_links_of_the_page_are_whole():
    assert len(re.findall(r"\]\(https://[^)\s]+\)", PAGE)) >= 8


def test_a_ball_that_bounces_by_hand():
    """An event at the floor, a velocity by the user: heights go with the square of the restitution."""
    model = Model(gravity=[0, -G])
    ball = model.body("ball", point_mass(1.0), kind="point", at=[0, 1.0])
    floor = Event(lambda now: now.position("ball")[1], direction=-1, name="floor")
    tops = []
    for _ in range(3):
        run = model.simulate(5.0, events=[floor], samples=2001)
        tops.append(run.position("ball")[:, 1].max())
        model.move_to(run.q[-1], run.qd[-1])
        ball.place(at=[0, 1e-12])
        ball.set_velocity([0, -0.8 * run.qd[-1, 1]])
    np.testing.assert_allclose(tops, [1.0, 0.64, 0.64**2], atol=1e-5)


def sliding(mu, v0):
    """A block on an incline of 30 degrees with a smooth friction law."""
    model = Model(gravity=[G * 0.5, -G * np.sqrt(0.75)])
    block = model.body("block", box(1.0, [0.2, 0.1, 0.1]))
    model.join(translational(model.ground.point(), block.point(), axis=[1, 0]))
    N = G * np.sqrt(0.75)

    def law(t, x, xd):
        return np.array([[-mu * N * np.tanh(xd[0, 0] / v0), 0.0]])
    model.apply(Force([block.point()], law, name="friction"))
    return model.simulate(1.0, method="stiff", samples=3)


def test_smooth_friction_slides_rightly_and_creeps():
    """Sliding: g (sin - mu cos). Sticking: it creeps with v0 artanh(share of the friction that is needed)."""
    run = sliding(mu=0.3, v0=1e-4)
    assert run.velocity("block")[-1, 0] == pytest.approx(G * (0.5 - 0.3 * np.sqrt(0.75)), rel=1e-3)
    run = sliding(mu=0.8, v0=1e-4)
    share = 0.5 / (0.8 * np.sqrt(0.75))
    assert run.velocity("block")[-1, 0] == pytest.approx(1e-4 * np.arctanh(share), rel=1e-3)


def cantilever(pieces):
    """A beam of 1 m, EI = 10 N m2 and 0.6 kg, of rigid pieces, with half pieces at its ends."""
    h, EI = 1.0 / pieces, 10.0
    model = Model(gravity=[0, 0])
    root = model.body("root", rod(0.3 * h, h / 2), along=([0, 0], [h / 2, 0]))
    model.join(weld(model.ground.point(), root.point("start")))
    before = root
    for k in range(pieces):
        length = h if k < pieces - 1 else h / 2
        x = h * (k + 0.5)
        piece = model.body(f"piece {k}", rod(0.6 * length, length), along=([x, 0], [x + length, 0]))
        model.join(revolute(before.point("end"), piece.point("start")))
        model.apply(torsional_spring(model.dial(before, piece), EI / h))
        before = piece
    return model, before


def test_a_beam_of_rigid_pieces():
    """Tip deflection F L^3 / 3 EI, first frequency 3.516 sqrt(EI / m L^3), to second order."""
    from fcclearn import point_force
    errors, frequencies = [], []
    for pieces in (4, 8):
        model, last = cantilever(pieces)
        frequencies.append(model.modes().angular_frequencies[0])
        model.apply(point_force(last.point("end"), [0, 0.1]))
        errors.append(model.equilibrium().position(f"piece {pieces - 1}.end")[1] / (0.1 / 30) - 1)
    assert abs(errors[1]) < 0.005 and errors[0] / errors[1] == pytest.approx(4, rel=0.1)
    exact = 3.5160 * np.sqrt(10.0 / 0.6)
    assert frequencies[1] == pytest.approx(exact, rel=0.01)
    assert (frequencies[0] - exact) / (frequencies[1] - exact) == pytest.approx(4, rel=0.2)


def test_contact_is_not_noticed():
    """A bar that only lies on its supports is pulled down by one: a sign that no contact has."""
    model = Model(gravity=[0, -G])
    bar = model.body("bar", rod(1.0, 1.0), along=([0, 0], [1, 0]))
    model.join(point_on_line(model.ground.point(), bar.point(-0.1, 0), [1, 0]), name="first")
    model.join(point_on_line(model.ground.point(), bar.point(-0.4, 0), [1, 0]), name="second")
    run = model.simulate(0.1, samples=2)
    assert run.reaction("second").force[0, 1] < 0 < run.reaction("first").force[0, 1]


def test_a_disc_stands_on_more_than_one_number():
    """Where the page speaks of dials: full turns are counted, so a rolling wheel may go far."""
    model = Model(gravity=[0, 0])
    wheel = model.body("wheel", disc(1.0, 0.1), angular_velocity=-50.0)
    model.join(revolute(model.ground.point(), wheel.point("com")))
    reading = model.dial(model.ground, wheel)
    model.assemble()
    assert model.simulate(1.0, samples=3).position(reading)[-1, 0] == pytest.approx(-50.0)
