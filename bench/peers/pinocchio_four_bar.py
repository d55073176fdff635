"""Pinocchio: minimal coordinates of the open tree, the loops closed by a proximal constraint solver;
Runge-Kutta of order 4."""

import numpy as np
import pinocchio as pin

from . import DURATION, INERTIA, LENGTH, MASS, SLIM, G, energy_drift

KP, KD = 400.0, 40.0


def prepare(windows, step):
    half = LENGTH / 2
    model = pin.Model()
    model.gravity.linear = np.array([0, -G, 0])
    upright = pin.Inertia(MASS, np.array([0, half, 0]), np.diag([INERTIA, SLIM, INERTIA]))
    lying = pin.Inertia(MASS, np.array([half, 0, 0]), np.diag([SLIM, INERTIA, INERTIA]))
    cranks, couplers = [], []
    for k in range(windows + 1):
        cranks.append(model.addJoint(0, pin.JointModelRZ(), pin.SE3(np.eye(3), np.array([k, 0.0, 0])),
                                     f"crank {k}"))
        model.appendBodyToJoint(cranks[-1], upright, pin.SE3.Identity())
        if k < windows:
            couplers.append(model.addJoint(cranks[-1], pin.JointModelRZ(),
                                           pin.SE3(np.eye(3), np.array([0, 1.0, 0])), f"coupler {k}"))
            model.appendBodyToJoint(couplers[-1], lying, pin.SE3.Identity())
    loops, loop_data = pin.StdVec_RigidConstraintModel(), pin.StdVec_RigidConstraintData()
    for k in range(windows):
        ends = (couplers[k], pin.SE3(np.eye(3), np.array([LENGTH, 0, 0])), cranks[k + 1],
                pin.SE3(np.eye(3), np.array([0, LENGTH, 0])))
        loop = pin.RigidConstraintModel(pin.ContactType.CONTACT_3D, model, *ends)
        loop.setBaumgarteCorrectorParameters(pin.BaumgarteCorrectorParameters(KP, KD))
        loops.append(loop)
        loop_data.append(loop.createData())
    data, settings = model.createData(), pin.ProximalSettings(1e-12, 1e-10, 20)
    torque = np.zeros(model.nv)
    pin.initConstraintDynamics(model, data, loops, loop_data)

    def rates(q, v):
        return v, pin.constraintDynamics(model, data, q, v, torque, loops, loop_data, settings).copy()

    def run():
        q, v = np.zeros(model.nq), np.zeros(model.nv)
        for k in cranks:
            v[model.joints[k].idx_v] = -1.0
        for k in couplers:
            v[model.joints[k].idx_v] = 1.0
        energies = []
        for count in range(round(DURATION / step)):
            k1 = rates(q, v)
            k2 = rates(q + step / 2 * k1[0], v + step / 2 * k1[1])
            k3 = rates(q + step / 2 * k2[0], v + step / 2 * k2[1])
            k4 = rates(q + step * k3[0], v + step * k3[1])
            q, v = (x + step / 6 * (r1 + 2 * r2 + 2 * r3 + r4)
                    for x, r1, r2, r3, r4 in zip((q, v), k1, k2, k3, k4))
            if count % 5 == 0:
                energies.append(pin.computeMechanicalEnergy(model, data, q, v))
        return energy_drift(energies, windows), -q[model.joints[cranks[0]].idx_q]
    return run
