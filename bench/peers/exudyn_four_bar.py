"""Exudyn: rigid bodies in redundant coordinates, generalised-alpha;
the redundant joint equations are left out by hand."""

import exudyn as exu
import numpy as np
from exudyn.utilities import AddRigidBody, GenericJoint, MarkerBodyRigid, ObjectGround, RigidBodyInertia

from . import DURATION, INERTIA, LENGTH, MASS, SLIM, G, energy_drift

REVOLUTE = [1, 1, 1, 1, 1, 0]
CLOSING = [1, 1, 0, 0, 0, 0]


def prepare(windows, step):
    container = exu.SystemContainer()
    system = container.AddSystem()
    ground = system.AddObject(ObjectGround())

    def body(x, y, upright, velocity, rate):
        inertia = RigidBodyInertia(mass=MASS,
                                   inertiaTensor=np.diag([SLIM, INERTIA, INERTIA] if not upright
                                                         else [INERTIA, SLIM, INERTIA]))
        return AddRigidBody(mainSys=system, inertia=inertia, position=[x, y, 0], velocity=velocity,
                            angularVelocity=[0, 0, rate],
                            gravity=[0, -G, 0], nodeType=exu.NodeType.RotationEulerParameters)[1]

    def join(first, p, second, s, axes):
        markers = [system.AddMarker(MarkerBodyRigid(bodyNumber=b, localPosition=x))
                   for b, x in ((first, p), (second, s))]
        system.AddObject(GenericJoint(markerNumbers=markers, constrainedAxes=axes))

    half = LENGTH / 2
    cranks = [body(k, half, True, [0.5, 0, 0], -1.0) for k in range(windows + 1)]
    couplers = [body(k + half, 1, False, [1, 0, 0], 0.0) for k in range(windows)]
    for k, crank in enumerate(cranks):
        join(ground, [k, 0, 0], crank, [0, -half, 0], REVOLUTE)
    for k, coupler in enumerate(couplers):
        join(cranks[k], [0, half, 0], coupler, [-half, 0, 0], REVOLUTE)
        join(coupler, [half, 0, 0], cranks[k + 1], [0, half, 0], CLOSING)
    system.Assemble()
    settings = exu.SimulationSettings()
    settings.timeIntegration.endTime = DURATION
    settings.timeIntegration.numberOfSteps = round(DURATION / step)
    settings.timeIntegration.newton.useModifiedNewton = True
    settings.solutionSettings.writeSolutionToFile = False
    settings.linearSolverType = exu.LinearSolverType.EigenSparse
    bodies = cranks + couplers
    energies = []

    def energy(system, t):
        if round(t / step) % round(1 / step) == 0:      # seldom, for it is Python that is timed here
            total = 0.0
            for k, b in enumerate(bodies):
                v = system.GetObjectOutputBody(b, exu.OutputVariableType.Velocity)
                w = system.GetObjectOutputBody(b, exu.OutputVariableType.AngularVelocity)
                y = system.GetObjectOutputBody(b, exu.OutputVariableType.Position)[1]
                total += 0.5 * MASS * v @ v + 0.5 * INERTIA * w[2] ** 2 + MASS * G * y
            energies.append(total)
        return True

    def run():
        energies.clear()
        system.SetPostStepUserFunction(energy)
        system.SolveDynamic(settings, storeSolver=False)
        energy(system, DURATION)
        x, y, _ = system.GetObjectOutputBody(cranks[0], exu.OutputVariableType.Position,
                                             localPosition=[0, half, 0])
        return energy_drift(energies, windows), np.arctan2(x, y)
    return run
