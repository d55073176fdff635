"""MuJoCo: minimal coordinates of the open tree, the loops closed by soft equality constraints,
as stiff as the step allows."""

import mujoco

from . import DURATION, INERTIA, LENGTH, MASS, SLIM, G, energy_drift


def prepare(windows, step, integrator):
    half = LENGTH / 2
    inertial = '<inertial pos="{} {} 0" mass="%g" diaginertia="{} {} %g"/>' % (MASS, INERTIA)
    bodies, loops = [], []
    for k in range(windows + 1):
        coupler = ""
        if k < windows:
            coupler = (f'<body name="coupler{k}" pos="0 1 0"><joint axis="0 0 1"/>'
                       f'{inertial.format(half, 0, SLIM, INERTIA)}</body>')
            loops.append(f'<connect body1="coupler{k}" body2="crank{k + 1}" anchor="1 0 0" '
                         f'solref="{2 * step} 1" solimp="0.9999 0.9999 0.001"/>')
        bodies.append(f'<body name="crank{k}" pos="{k} 0 0"><joint axis="0 0 1"/>'
                      f'{inertial.format(0, half, INERTIA, SLIM)}{coupler}</body>')
    model = mujoco.MjModel.from_xml_string(
        f'<mujoco><option timestep="{step}" integrator="{integrator}" gravity="0 {-G} 0" iterations="20" '
        f'tolerance="1e-10"><flag energy="enable"/></option>'
        f'<worldbody>{"".join(bodies)}</worldbody><equality>{"".join(loops)}</equality></mujoco>')
    steps = round(DURATION / step)

    def run():
        data = mujoco.MjData(model)
        for k in range(windows + 1):
            data.joint(model.body(f"crank{k}").jntadr[0]).qvel = -1.0
            if k < windows:
                data.joint(model.body(f"coupler{k}").jntadr[0]).qvel = 1.0
        energies = []
        for k in range(steps):
            mujoco.mj_step(model, data)
            if k % 50 == 0:
                energies.append(data.energy.sum())
        return energy_drift(energies, windows), -data.qpos[model.body("crank0").jntadr[0]]
    return run
