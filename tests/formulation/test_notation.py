"""Constraints in the notation of the paper."""

from motions import two_bodies

from fcclearn import (
    CP,
    PP,
    TP,
    Motion,
    cylindrical,
    point_mass,
    revolute,
    rotated_AR,
    spherical,
    translational,
    weld,
)
from fcclearn.formulation.joints import angle_vectors


def test_constraints_show_themselves_in_the_notation_of_the_paper():
    """Equation, Jacobian blocks, nu and gamma in LaTeX, of every form an equation has."""
    model, i, j, _ = two_bodies(3, "reduced", "full")
    point = CP(i.point(0.5, 0, 2), j.point())._repr_latex_()
    assert (r"\Phi &= r_{\text{first}} + 0.5\,u_{\text{first}} + 2\,w_{\text{first}} "
            r"- r_{\text{second}} = 0") in point
    assert r"\Phi_{q_{\text{first}}} &= [\,I\;\;0.5\,I\;\;0\;\;2\,I\,]\,V_{\text{first}}" in point
    assert r"\gamma &= -[\,I\;\;0.5\,I\;\;0\;\;2\,I\,]\,\dot V_{\text{first}}\,\dot q_{\text{first}}" in point
    plane = PP(i.vector(0, 0, 1), i.point(), j.point(), 0.3)._repr_latex_()
    assert r"\Phi &= x^T y - 0.3 = 0" in plane and r"- 2\,\dot x^T \dot y" in plane
    driven = TP(j.point(), *(Motion.constant(k) for k in range(3)))._repr_latex_()
    assert r"- x^*(t) = 0" in driven and r"\nu &= \dot x^*" in driven and r"\gamma &= \ddot x^*" in driven
    stroke = PP(model.ground.vector(1, 0, 0), model.ground.point(), j.point(),
                Motion.polynomial(0, 1))._repr_latex_()
    assert r"x^T y - f(t)" in stroke and r"\gamma &= \ddot f" in stroke
    motor = rotated_AR(*angle_vectors(i, j, [0, 0, 1]), Motion.polynomial(0, 1))._repr_latex_()
    assert "s &= s(t)" in motor and r"\nu = -\Phi_s\, s_t" in motor
    hinge = revolute(i.point_at([0, 0, 0]), j.point_at([0, 0, 0]), axis=[1, 0, 0])._repr_latex_()
    assert hinge.count(r"\Phi &=") == 3 and hinge.startswith("$$\\begin{aligned}")
    bob = model.body("bob", point_mass(1.0), kind="point")
    assert r"\Phi_{q_{\text{bob}}} &= [\,I\,]" in CP(bob.point(), model.ground.point(1, 2, 3))._repr_latex_()
    dial = model.dial(i, j, [0, 0, 1])
    reading = model.joints["angle first-second"]._repr_latex_()
    assert r"s &= \left(r_{\text{angle first-second}}\right)^T \left((1,\,0,\,0)\right)" in reading
    assert dial.dimension == 3


def test_every_joint_can_show_itself():
    model, i, j, _ = two_bodies(3, "reduced", "full")
    P, Q = i.point_at([0, 0, 0]), j.point_at([0, 0, 0])
    for joint in (spherical(P, Q), cylindrical(P, Q, [1, 1, 0]), weld(P, Q)):
        assert r"\Phi" in joint._repr_latex_()
    plane, a, b, _ = two_bodies(2, "full", "reduced")
    assert r"\Phi" in translational(a.point_at([0, 0]), b.point_at([0, 0]), [1, 0])._repr_latex_()
