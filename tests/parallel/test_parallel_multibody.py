"""The Cartesian model of the mechanism: its structure, and its agreement with the closed form."""
import numpy as np
import pytest
from parallel_helpers import START, P, relative
from scipy.linalg import null_space

from fcclearn.engine.kinematics import project_position
from fcclearn.formulation.coordinates import angular_velocity
from fcclearn.parallel.comparison import QUANTITIES, check_motion, compare
from fcclearn.parallel.dynamics import energy, inverse_dynamics
from fcclearn.parallel.geometry import PoseError, SingularPose
from fcclearn.parallel.held import held_multipliers
from fcclearn.parallel.multibody import MM, Inverse, build, ends
from fcclearn.parallel.multibody_forward import pose_of
from fcclearn.parallel.position import inverse, points
from fcclearn.parallel.simulation import fast_motion, paper_load, paper_motion

AGREEMENT = 1e-9        # what is promised; measured: 1e-13 (L), 5e-12 (V), 1e-11 (A), 6e-12 (F)
ASSEMBLED = 1e-15       # m: some roundings of a length of 0.1 m
KINDS = ["full", "reduced"]


@pytest.fixture(scope="module")
def models():
    return {kind: build(START, kind=kind) for kind in KINDS}


def rest_at(pose):
    return lambda t: (np.array(pose, float), np.zeros(4), np.zeros(4))


def rank_and_gap(J):
    values = np.linalg.svd(J, compute_uv=False)
    rank = int(np.sum(values > 1e-9 * values[0]))
    return rank, values[rank - 1], values[rank:].max(initial=0.0)


@pytest.mark.parametrize("kind, coordinates, rows", [("full", 360, 390), ("reduced", 270, 300)])
def test_bodies_joints_rows_and_rank(models, kind, coordinates, rows):
    """30 bodies, 42 joints of 5 rows; 34 rows are redundant: 3 for each of 10 planar loops,
    and 4 couples of the limbs."""
    model = models[kind]
    joints = [joint.kind for joint in model.joints.values()]
    assert (len(model.bodies), joints.count("revolute"), joints.count("prismatic"),
            len(joints)) == (30, 38, 4, 42)
    assert (model.system.n, model.system.m) == (coordinates, rows)
    assert sum(row.owner in model.joints for row in model.system.rows) == 210
    q = model.system.layout.start()[0]
    rank, smallest, rounding = rank_and_gap(model.system.phi_q(q).toarray())
    assert coordinates - rank == 4 and rows - rank == 34 == 10 * 3 + 4
    assert smallest > 1e-3 and rounding < 1e-14


def test_platform_turns_about_z_only(models):
    """Section 3.1 of Paper B: of the 4 free motions none tilts the platform."""
    model = models["full"]
    q = model.system.layout.start()[0]
    motions = null_space(model.system.phi_q(q).toarray(), rcond=1e-9)
    index, _ = model.system.layout.place[model.bodies["platform"]]
    omega = np.array([angular_velocity(q[index].ravel(), motion[index].ravel(), 3) for motion in motions.T])
    assert omega.shape == (4, 3)
    assert np.abs(omega[:, :2]).max() < 1e-13 and np.abs(omega[:, 2]).max() > 0.1
    twists = np.hstack([motions.T[:, index[0]] / (MM * P.r), omega[:, 2:]])
    assert np.linalg.matrix_rank(twists) == 4                   # three translations and the turn


@pytest.mark.parametrize("kind", KINDS)
def test_closed_form_closes_the_loops(models, kind):
    """The bodies are placed by the closed form, the joints sit at the links' own lengths:
    all of them coincide at once."""
    system = models[kind].system
    assert np.abs(system.phi(system.layout.start()[0])).max() < ASSEMBLED


def test_loops_close_without_the_closed_form():
    """From a guess that closes nothing, with the actuators held:
    the Cartesian model finds pose and joints by itself."""
    held = Inverse(rest_at(START)).held
    system, start = held.system, held.system.layout.start()[0]
    guess = start + 1e-3 * np.random.default_rng(1).standard_normal(len(start))
    assert np.abs(system.phi(guess)).max() > 1e-3
    q = project_position(system, held.solver, guess)
    assert np.abs(system.phi(q)).max() < 1e-12
    np.testing.assert_allclose(pose_of(held, q), START, rtol=0, atol=1e-9)
    where = points(START)
    for name, element in (("R12", ends(held, 1)[1]), ("R42", ends(held, 4)[1]),
                          ("R18", held.bodies["tip coupler 1"].point(MM * P.l10, 0, 0))):
        np.testing.assert_allclose(system.value_of(element, q) / MM, where[name], rtol=0, atol=1e-8)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("motion, unit, end", [
    (paper_motion, "N.m", 2.0), (paper_motion, "N.mm", 2.0), (paper_motion, "none", 2.0),
    (fast_motion, "none", 1 / 3)])
def test_agreement_with_the_closed_form(kind, motion, unit, end):
    """L, V, A, F along the paper's motion with each reading of its load, and where inertia matters."""
    found = compare(motion, np.linspace(0, end, 6), paper_load(unit), kind=kind)
    assert found.closed.shape == found.cartesian.shape == (len(QUANTITIES), 6, 4)
    assert np.all(found.relative() < AGREEMENT), dict(zip(QUANTITIES, found.relative()))


def test_inertia_matters_on_the_fast_motion():
    """Otherwise the agreement would prove little: M and C make up most of the forces there."""
    t = np.linspace(0, 1 / 3, 21)
    chi, chi_d, chi_dd = fast_motion(t)
    still = inverse_dynamics(chi, 0 * chi, 0 * chi)
    assert np.abs(inverse_dynamics(chi, chi_d, chi_dd) - still).max() > 40


@pytest.mark.parametrize("kind", KINDS)
def test_power(kind):
    """Forces of the Cartesian model, F . V = d/dt (T + V) + f . chi_d, the energy from its own bodies."""
    f = paper_load("N.mm")
    model = Inverse(fast_motion, f, kind=kind, start=0.05)
    for t in (0.05, 0.08, 0.11):
        _, V, _, F = model.at(t)
        system, (q, qd, qdd) = model.driven.system, model.state(t)
        yd, ydd = system.yd(q, qd), system.ydd(q, qd, qdd)
        rate = (yd @ (system.M3 @ ydd) - system.weight @ yd) / MM                   # N mm/s
        np.testing.assert_allclose(F @ V, rate + f @ fast_motion(t)[1], rtol=0,
                                   atol=AGREEMENT * np.abs(F * V).max())


def test_work_and_energy():
    """The work of the actuators over a finite time, by Gauss quadrature,
    is the growth of the closed form's energy."""
    model, (t0, t1) = Inverse(fast_motion, start=0.0), (0.0, 0.08)
    nodes, weights = np.polynomial.legendre.leggauss(10)
    power = []
    for t in t0 + (t1 - t0) * (nodes + 1) / 2:
        _, V, _, F = model.at(t)
        power.append(F @ V)
    E = [energy(*fast_motion(t)[:2]) for t in (t0, t1)]
    np.testing.assert_allclose((t1 - t0) / 2 * weights @ power, E[1] - E[0], rtol=1e-9)


def test_one_freedom_at_alpha_zero_with_locked_actuators():
    """Erratum to Paper B, Eq. (33): at (10, 0, 110, 0), not on the axis, the locked mechanism still moves."""
    for alpha, freedoms in ((0.0, 1), (0.1, 0)):
        held = Inverse(rest_at([10.0, 0.0, 110.0, alpha])).held
        J = held.system.phi_q(held.system.layout.start()[0]).toarray()
        assert J.shape[1] - rank_and_gap(J)[0] == freedoms


def test_multipliers_have_the_smallest_norm():
    """The same multipliers by singular values, redundant rows and all."""
    model = Inverse(fast_motion, kind="reduced")
    q, qd, qdd = model.state(0.0)
    system = model.held.system
    J, force = system.phi_q(q).toarray(), system.force(q, qd) - system.mass(q) @ qdd
    assert len(J) > J.shape[1]
    assert relative(held_multipliers(model.held, q, force),
                    np.linalg.lstsq(J.T, force, rcond=1e-10)[0]) < 1e-9


def test_actuator_forces_are_unique():
    """Multipliers are not unique; those of the actuators are: no combination without force contains them."""
    held = Inverse(rest_at(START), kind="reduced").held
    J = held.system.phi_q(held.system.layout.start()[0]).toarray()
    own = [k for k, row in enumerate(held.system.rows) if row.owner.startswith("actuator")]
    silent = null_space(J.T, rcond=1e-9)
    assert silent.shape[1] == 34 and len(own) == 4 and np.abs(silent[own]).max() < 1e-9


def test_lengths_between_the_pins(models):
    """An actuator's length is the distance of its pins, not a coordinate."""
    model = models["full"]
    L = [np.linalg.norm(Q.at_start() - P_.at_start()) / MM
         for P_, Q in (ends(model, i) for i in (1, 2, 3, 4))]
    np.testing.assert_allclose(L, inverse(START), rtol=1e-13)


@pytest.mark.parametrize("pose, error, words", [
    ([10.0, 0.0, 110.0, 0.0], SingularPose,
     "singular, or too close to it: with the actuators held the mechanism can still move"),
    ([40.0, 0.0, 110.0, 0.0], SingularPose, "limb 1: R_i10 is on the axis of R_i3"),
    ([0.0, 0.0, 250.0, 0.0], PoseError, "limb 1 reach missed by"),
    ([0.0, 0.0, 0.11, 0.1], PoseError, "given in metres"),
])
def test_bad_poses(pose, error, words):
    with pytest.raises(error, match=words):
        Inverse(rest_at(pose)).at(0.0)


def test_motions_that_end_somewhere():
    """The paper's motion meets the cylinder; one that rises too far leaves the strokes."""
    check_motion(paper_motion, 2.0)
    with pytest.raises(SingularPose, match=r"singularity \(cylinder\) at t = 2.59412 s"):
        check_motion(paper_motion, 2.7)
    with pytest.raises(PoseError,
                       match=r"leaves the workspace at t = .* s: pose .*: actuator 3 longest missed by"):
        check_motion(lambda t: (START + np.asarray(t)[..., None] * [0, 0, 60.0, 0], None, None), 1.0)
