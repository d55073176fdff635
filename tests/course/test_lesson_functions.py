"""What the lessons derive in the open is what the package does.

Each lesson's own functions are taken from its cells (imports, constants and `def`s only, nothing is
run besides) and compared with the package on random input. Where a lesson's signature is simpler, the
package's function is called for the lesson's one body.
"""

import ast
from pathlib import Path

import numpy as np
import pytest

from fcclearn import CAR, AR_star, Model, Motion, composite, point_mass, rod
from fcclearn.course import notebook
from fcclearn.course.explorers.table_legs import CORNERS, STIFFNESS, leg_forces, weights
from fcclearn.engine import dynamics, reactions
from fcclearn.formulation import algebra, coordinates, equations
from fcclearn.parallel import forward, position, screws, velocity
from fcclearn.parallel.simulation import START

NOTEBOOKS = Path(__file__).parents[2] / "notebooks"
EXACT = dict(rtol=1e-12, atol=1e-12)
"""Both compute the same formula in another order of operations."""


def functions(number):
    """The names that a lesson's imports, constants and functions define;
    a later definition replaces an earlier one."""
    (path,) = NOTEBOOKS.glob(f"{number}_*.ipynb")
    space = {"__name__": "lesson"}
    for cell in notebook.read(path).cells:
        if cell.cell_type != "code":
            continue
        for node in ast.parse(cell.source).body:
            if isinstance(node, (ast.Import, ast.ImportFrom, ast.FunctionDef)) or constant(node):
                try:
                    exec(compile(ast.Module([node], []), path.name, "exec"), space)
                except Exception:       # an assignment that needs a run of the lesson is not a constant
                    continue
    return space


def constant(node):
    """Whether a statement assigns a number or array that is written out,
    such as Q = np.array([[0, -1], [1, 0]])."""
    if not (isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name)):
        return False
    calls = [part.func for part in ast.walk(node.value) if isinstance(part, ast.Call)]
    return all(isinstance(f, ast.Attribute) and isinstance(f.value, ast.Name) and f.value.id == "np"
               for f in calls)


def planar_body(kind="full"):
    """The package's equations of one free planar rod."""
    model = Model(gravity=[0.0, -9.81], kind=kind)
    model.body("rod", rod(1.3, 0.8))
    return model.system


def spatial_body(solid):
    """The package's equations of one free body in space."""
    model = Model(gravity=[0.0, 0.0, -9.81])
    model.body("body", solid)
    return model.system


rng = np.random.default_rng(7)
C2, Q6, QD6, Q9, QD9 = (rng.normal(size=n) for n in (2, 6, 6, 9, 9))
M, J = np.diag([2.0, 3.0, 4.0]), np.array([[1.0, 2.0, 0.5], [2.0, 4.0, 1.0]])
P = rod(1.3, 0.8).moved([0.2, 0.1, 0.0]).P[:3, :3]
BODY = planar_body()
Q12, QD12, AXES = rng.normal(size=12), rng.normal(size=12), np.linalg.qr(rng.normal(size=(3, 3)))[0]
SOLID = rod(1.3, 0.8).moved([0.2, 0.1, -0.3])
SPATIAL = spatial_body(SOLID)
FRAME = AXES * np.linalg.det(AXES)
STATES, VECTORS = rng.normal(size=(4, 12)), rng.normal(size=(2, 3))


def right_angle(kind, states):
    """Phi, its row and gamma of a right angle between vectors of two bodies, by the package."""
    model = Model(gravity=[0.0, 0.0, -9.81], kind=kind)
    first, second = (model.body(name, SOLID) for name in ("first", "second"))
    model.join(CAR(first.vector(VECTORS[0]), second.vector(VECTORS[1])))
    q, qd = states.reshape(2, -1)
    system = model.system
    return system.phi(q)[-1], system.phi_q(q).toarray()[-1], system.gamma(q, qd)[-1]


def angle_from_outside(kind, states, t=0.7):
    """An angle of 1 + 0.3 t from a direction that goes round by 2 rad/s: arguments, the package's answer."""
    one, two = np.cos(2 * t), np.sin(2 * t)
    direction = np.array([[one, two, 0.0], [-2 * two, 2 * one, 0.0], [-4 * one, -4 * two, 0.0]])
    motions = [Motion(lambda t, c=c: np.cos(2 * t - c), lambda t, c=c: -2 * np.sin(2 * t - c),
                      lambda t, c=c: -4 * np.cos(2 * t - c)) for c in (0.0, np.pi / 2)]
    model = Model(gravity=[0.0, 0.0, -9.81], kind=kind)
    unit = VECTORS[0] / np.linalg.norm(VECTORS[0])
    angle = Motion.polynomial(1.0, 0.3)
    model.join(AR_star(model.body("body", SOLID).vector(*unit), [*motions, Motion.constant(0.0)], angle))
    a, (q, qd), system = angle.value(t), states, model.system
    f = np.cos(a), -0.3 * np.sin(a), -0.09 * np.cos(a)
    answer = (system.phi(q, t), system.phi_q(q, t).toarray(), system.nu(q, t), system.gamma(q, qd, t))
    return (q, qd, coordinates.C_vector(unit), kind, direction, f), tuple(x[-1] for x in answer)


V4 = coordinates.V(np.zeros(4), 2, "reduced")

# lesson, its function, its arguments, the package's answer
CASES = [
    ("01", "C_point", (C2,), coordinates.C_point(C2)),
    ("01", "C_vector", (C2,), coordinates.C_vector(C2)),
    ("01", "rates", (np.eye(2), C2, 0.7), coordinates.rates(np.eye(2), C2, 0.7)),
    ("01", "angular_velocity", (Q6, QD6), coordinates.angular_velocity(Q6, QD6, 2)),
    ("01", "V_planar", (), coordinates.V(np.zeros(4), 2, "reduced")),
    ("02", "phi", (Q6,), BODY.phi(Q6)),
    ("02", "phi_q", (Q6,), BODY.phi_q(Q6).toarray()),
    ("02", "gamma", (Q6, QD6), BODY.gamma(Q6, QD6)),
    ("02", "phi_reduced", (Q6[:4],), planar_body("reduced").phi(Q6[:4])),
    ("02", "phi_q_reduced", (Q6[:4],), planar_body("reduced").phi_q(Q6[:4]).toarray()),
    ("04", "C_point", (C2,), coordinates.C_point(C2)),
    ("04", "mass_matrix", (P,), np.kron(P, np.eye(2))),
    ("04", "reduced_mass_matrix", (P,), V4.T @ np.kron(P, np.eye(2)) @ V4),
    ("05", "minimum_norm", (M, J, np.ones(3), np.zeros(2)),
     equations.minimum_norm(M, J, np.ones(3), np.zeros(2))),
    ("05", "wrench", (Q6, QD6), reactions.wrench(BODY.layout, BODY.layout.bodies[0], Q6, QD6)),
    ("06", "C_point", (Q9[:3],), coordinates.C_point(Q9[:3])),
    ("06", "phi", (Q12,), SPATIAL.phi(Q12)),
    ("06", "phi_q", (Q12,), SPATIAL.phi_q(Q12).toarray()),
    ("06", "rates", (AXES, Q9[:3], QD9[:3]), coordinates.rates(AXES, Q9[:3], QD9[:3])),
    ("06", "angular_velocity", (Q12, QD12), coordinates.angular_velocity(Q12, QD12, 3)),
    ("06", "angular_momentum", (Q12, QD12, SOLID.P), dynamics.momentum(SPATIAL, Q12, QD12)[1]),
    ("07", "full_coordinates", (Q9,), coordinates.full_coordinates(Q9, 3, "reduced")),
    ("07", "skew", (Q9[:3],), algebra.skew(Q9[:3])),
    ("07", "V", (Q9,), coordinates.V(Q9, 3, "reduced")),
    ("07", "S", (), coordinates.S(3, "reduced")),
    ("07", "Vdot_qd", (QD9,), coordinates.Vdot_qd(QD9, 3, "reduced")),
    ("10", "moved", (SOLID.P, Q9[:3], FRAME), SOLID.moved(Q9[:3], FRAME).P),
    ("10", "P_of", (STATES[:, :3], [2.0, 0.5, 1.0, 0.3]),
     composite(*(point_mass(m, c) for m, c in zip([2.0, 0.5, 1.0, 0.3], STATES[:, :3]))).P),
    ("11", "wrench", (Q12, QD12), reactions.wrench(SPATIAL.layout, SPATIAL.layout.bodies[0], Q12, QD12)),
    ("13", "wrench", (Q12, QD12), reactions.wrench(SPATIAL.layout, SPATIAL.layout.bodies[0], Q12, QD12)),
    ("13", "leg_forces", (CORNERS, weights((0.2, 0.1)), STIFFNESS, 1e-3 * np.eye(4)[2]),
     leg_forces(CORNERS, weights((0.2, 0.1)), STIFFNESS, 1e-3 * np.eye(4)[2])),
    ("19", "gruebler", (6, 14, 15, 16, 1), screws.grubler(6, 14, 15, 16, 1)),
    ("19", "turn", (Q9[:3], Q9[3:6]), screws.rotation(Q9[:3], Q9[3:6])),
    ("19", "limb", (START, 2), screws.executing_screws(START, 2)),
    ("20", "lengths", (START,), position.inverse(START)),
    ("20", "all_poses", (position.inverse(START),), forward.forward(position.inverse(START))),
    ("20", "jacobian", (START,), velocity.jacobian(START)),
    ("20", "h", (0.4, np.array([40.0, 55.0, 61.0])), forward.closure(0.4, np.array([40.0, 55.0, 61.0]))),
    ("19", "driving", (START, 3), screws.driving_screws(START, 3)[[0, 2, 1]]),
    *(("08", "angle_relation", (states[:2], states[2:], [coordinates.C_vector(c) for c in VECTORS], kind),
       right_angle(kind, states)) for kind, states in (("full", STATES), ("reduced", STATES[:, :9]))),
    *(("09", "moving_product", *angle_from_outside(kind, states))
      for kind, states in (("full", STATES[:2]), ("reduced", STATES[:2, :9]))),
]


@pytest.mark.parametrize("lesson, name, arguments, expected", CASES, ids=[f"{c[0]}-{c[1]}" for c in CASES])
def test_a_lesson_and_the_package_agree(lesson, name, arguments, expected):
    answer = functions(lesson)[name](*arguments)
    if isinstance(expected, tuple):
        for ours, theirs in zip(answer, expected, strict=True):
            np.testing.assert_allclose(ours, theirs, **EXACT)
    else:
        np.testing.assert_allclose(answer, expected, **EXACT)
