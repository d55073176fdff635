"""Models as students build them, beside the same written by hand in minimal coordinates for `solve_ivp`.

The equations by hand are Lagrange's; a double pendulum of two rods, a four-bar in its crank angle alone, a
free box by Euler's equations with a quaternion. Each runs to an error of 1e-6 in the place of one point.
"""

import numpy as np
from measure import cpu, to_reach
from scipy.integrate import solve_ivp

from fcclearn import Model, box, revolute, rod

G, DURATION, TARGET = 9.81, 10.0, 1e-6
TOLERANCES = (1e-6, 1e-7, 1e-8, 1e-9, 1e-10, 1e-11, 1e-12, 1e-13)
SPIN = np.array([0.01, 5.0, 0.02])
SIDES = np.array([0.2, 0.1, 0.05])
GROUND, CRANK, COUPLER, ROCKER = 2.0, 0.8, 1.8, 1.5


def double_pendulum():
    model = Model(gravity=[0, -G])
    first = model.body("first", rod(1.0, 1.0), along=([0, 0], [1, 0]))
    second = model.body("second", rod(1.0, 1.0), along=([1, 0], [2, 0]))
    model.join(revolute(model.ground.point(), first.point("start")))
    model.join(revolute(first.point("end"), second.point("start")))
    return model, lambda run: run.position("second.end")[-1]


def double_pendulum_by_hand(rtol):
    """Two uniform rods, m = l = 1, angles from the horizontal."""
    def rates(t, x):
        a, b, w, z = x
        c, s = np.cos(a - b), np.sin(a - b)
        m11, m12, m22 = 4 / 3, c / 2, 1 / 3
        r1 = -s * z * z / 2 - 1.5 * G * np.cos(a)
        r2 = s * w * w / 2 - 0.5 * G * np.cos(b)
        det = m11 * m22 - m12 * m12
        return w, z, (m22 * r1 - m12 * r2) / det, (m11 * r2 - m12 * r1) / det
    a, b = solve_ivp(rates, (0, DURATION), np.zeros(4), "DOP853", rtol=rtol, atol=rtol,
                     t_eval=[DURATION]).y[:2, -1]
    return np.array([np.cos(a) + np.cos(b), np.sin(a) + np.sin(b)])


def closed(theta):
    """Ends of crank and rocker of the four-bar, the rocker's pin on the upper side."""
    A, D = CRANK * np.array([np.cos(theta), np.sin(theta)]), np.array([GROUND, 0.0])
    way = D - A
    square = way @ way
    along = (square + COUPLER**2 - ROCKER**2) / (2 * square)
    aside = np.sqrt(COUPLER**2 / square - along**2)
    return A, A + along * way + aside * np.array([-way[1], way[0]])


def four_bar():
    (A, B), D = closed(np.pi / 2), np.array([GROUND, 0.0])
    model = Model(gravity=[0, -G])
    bars = [model.body(name, rod(1.0, float(np.linalg.norm(b - a))), along=(a, b))
            for name, a, b in (("crank", 0 * A, A), ("coupler", A, B), ("rocker", D, B))]
    crank, coupler, rocker = bars
    model.join(revolute(model.ground.point(), crank.point("start")))
    model.join(revolute(crank.point("end"), coupler.point("start")))
    model.join(revolute(coupler.point("end"), rocker.point("end")))
    model.join(revolute(model.ground.point(GROUND, 0), rocker.point("start")))
    return model, lambda run: run.position("coupler.end")[-1]


def four_bar_by_hand(rtol):
    """``M(th) thdd + M'(th) thd^2 / 2 + U'(th) = 0``, derivatives by the complex step."""
    step = 1e-30j

    def mass_and_height(theta):
        """M, and the sum of the heights of the centres, for complex theta as well."""
        A, B = closed(theta)
        A1, D = np.array([-A[1], A[0]]), np.array([GROUND, 0.0])
        normal = np.array([-(B - D)[1], (B - D)[0]])               # velocity of B = rate times normal
        rate = (A1 @ (B - A)) / (normal @ (B - A))
        B1 = rate * normal
        rods = [(0 * A, A1), (A1, B1), (0 * A, B1)]                # m / 6 (va^2 + va.vb + vb^2) is T of a rod
        return sum(a @ a + a @ b + b @ b for a, b in rods) / 3, A[1] / 2 + (A[1] + B[1]) / 2 + B[1] / 2

    def rates(t, x):
        theta, w = x
        M, height = mass_and_height(theta + step)
        return w, -(M.imag / 1e-30 / 2 * w * w + G * height.imag / 1e-30) / M.real
    theta = solve_ivp(rates, (0, DURATION), [np.pi / 2, 0.0], "DOP853", rtol=rtol, atol=rtol,
                      t_eval=[DURATION]).y[0, -1]
    return closed(theta)[1]


def tumbling_box():
    model = Model(gravity=[0, 0, 0])
    model.body("box", box(1.0, SIDES), angular_velocity=SPIN)
    return model, lambda run: run.position(model.bodies["box"].point(1.0, 0.0, 0.0))[-1]


def tumbling_box_by_hand(rtol):
    inertia = (SIDES @ SIDES - SIDES**2) / 12

    def rates(t, x):
        q, w = x[:4], x[4:]
        wd = np.cross(inertia * w, w) / inertia
        return np.concatenate([[-q[1:] @ w / 2], (q[0] * w + np.cross(q[1:], w)) / 2, wd])
    start = np.concatenate([[1.0, 0, 0, 0], SPIN])
    q = solve_ivp(rates, (0, DURATION), start, "DOP853", rtol=rtol, atol=rtol, t_eval=[DURATION]).y[:4, -1]
    s, v = q[0], q[1:]
    e = np.eye(3)[0]
    return e + 2 * s * np.cross(v, e) + 2 * np.cross(v, np.cross(v, e))


MODELS = {"double pendulum, plane": (double_pendulum, double_pendulum_by_hand),
          "four-bar, plane": (four_bar, four_bar_by_hand),
          "free box, space": (tumbling_box, tumbling_box_by_hand)}


def students(repeats):
    """name -> CPU seconds to an error of 1e-6: by hand, by projection, by power series."""
    table = {}
    for name, (build, by_hand) in MODELS.items():
        exact = by_hand(1e-13)

        def own(method, rtol):
            model, place = build()
            model.system, model.solver
            return lambda: place(model.simulate(DURATION, method, samples=2, progress=False, rtol=rtol))
        ways = [lambda rtol: lambda: by_hand(rtol), *(lambda rtol, m=m: own(m, rtol)
                                                     for m in ("projection", "power-series"))]
        table[name] = []
        for way in ways:
            curve = []
            for rtol in TOLERANCES:
                seconds, place = min((cpu(way(rtol)) for _ in range(repeats)), key=lambda pair: pair[0])
                curve.append((np.abs(place - exact).max(), seconds))
            table[name].append(to_reach(TARGET, curve))
        print(name, *(f"{1e3 * s:.0f} ms" for s in table[name]), flush=True)
    return table
