"""Small models that several tests use, and a run that is to fail."""

import numpy as np
import pytest

from fcclearn import (
    PP,
    Lin,
    Model,
    Motion,
    SimulationError,
    box,
    planar,
    revolute,
    rod,
    rotated_AR,
    spherical,
    spring,
)
from fcclearn.formulation.joints import angle_vectors

SPEED = 3.0
CRANK, ROD = 0.4, 1.1


def free_bar():
    model = Model(gravity=[0, -9.81])
    return model, model.body("bar", rod(1.0, 1.0))


def pendulum(**pose):
    model = Model(gravity=[0, -9.81])
    bar = model.body("bar", rod(1.0, 2.0), **(pose or dict(along=([0, 0], [2, 0]))))
    model.join(revolute(model.ground.point(), bar.point("start")), name="pin")
    return model


def crank(dimension=3, kind="full"):
    """A crank on a pin at the origin, along x at the start."""
    model = Model(gravity=[0, -9.81, 0][:dimension], kind=kind)
    body = model.body("crank", rod(1.0, 1.0), along=(np.zeros(dimension), np.eye(dimension)[0]))
    model.join(revolute(model.ground.point(), body.point("start"), axis=[0, 0, 1]))
    return model, body


def slider_crank(dimension=2, kind="full", angle=Motion.polynomial(0.2, SPEED)):
    """Crank on the origin, connecting rod, slider on the x axis;
    the crank is driven by a rotated angle relation."""
    model = Model(gravity=[0, -9.81, 0][:dimension], kind=kind)
    z = [0, 0, 1]

    def at(x, y):
        return [x, y, 0][:dimension]

    crank = model.body("crank", rod(1.0, CRANK), along=(at(0, 0), at(CRANK, 0)))
    link = model.body("link", rod(2.0, ROD), along=(at(CRANK, 0), at(CRANK + ROD, 0)))
    model.join(revolute(model.ground.point(), crank.point("start"), axis=z), name="main")
    model.join(revolute(crank.point("end"), link.point("start"), axis=z), name="crank pin")
    slide = PP(model.ground.vector(at(0, 1)), model.ground.point(), link.point("end"))
    model.join(slide, name="slide")
    model.join(rotated_AR(*angle_vectors(model.ground, crank, z), angle), name="motor")
    return model


def oscillator(damping=0.0):
    """A mass of 2 kg on a spring of 8 N/m along x, held on its line: x = cos(2 t) without damping."""
    model = Model(gravity=[0, -9.81])
    mass = model.body("mass", planar(2.0, 0.1), at=[1.0, 0])
    model.join(Lin(mass.point("com"), A=[[0, 1]], f=[0.0]))
    model.apply(spring(model.ground.point(-3, 0), mass.point("com"), 8.0, length=3.0, damping=damping))
    return model


def parallel_hinges(form):
    """A box on two hinges in line: one of them is redundant."""
    model = Model(gravity=[0, 0, -9.81])
    lid = model.body("lid", box(2.0, [1.0, 0.5, 0.1]), at=[0, 0.25, 0], angular_velocity=[3, 0, 0],
                     velocity=[0, 0, 0.75])
    for x in (-0.4, 0.4):
        model.join(revolute(model.ground.point(x, 0, 0), lid.point_at([x, 0, 0]), axis=[1, 0, 0], form=form))
    return model


def spinning_rod():
    """A slender rod on a spherical joint: its spin has no inertia."""
    model = Model(gravity=[0, 0, -9.81])
    bar = model.body("bar", rod(1.0, 1.0), along=([0, 0, 0], [1, 0, 0]))
    model.join(spherical(model.ground.point(), bar.point("start")))
    return model


def failing(model, method, message, duration=1.0, **settings):
    """Run into a fault; the error says `message`, and the history so far is returned."""
    with pytest.raises(SimulationError, match=message) as caught:
        model.simulate(duration, method, samples=101, **settings)
    run = caught.value.result
    assert model.last_run is run and not run.complete and len(run.t) >= 1
    assert f"the history up to t = {run.t[-1]:g} s is kept in model.last_run" in str(caught.value)
    return run
