"""Tasks of lesson 03: planar joints and drivers."""

import numpy as np

from fcclearn.course.task import Choice, Function, Property, Value
from fcclearn.formulation.constraints import PP
from fcclearn.formulation.inertia import rod
from fcclearn.formulation.joints import revolute
from fcclearn.model import Model

A, D = np.array([0.0, 0.0]), np.array([0.0, -0.5])
R, ARM, SPEED = 0.2, 0.9, 2.0
BELOW = 0.5                                     # D below A [m]
COUNT = np.array([2 * 6, 2 * 3 + 2 * 2 + 1, 2 * 6 - (2 * 3 + 2 * 2 + 1)])


def quick_return(theta, slot="arm", arm=ARM, names=("A", "D", "slot"), masses=(1.0, 2.0), flip=False):
    """The mechanism of the exercise, or one with a slip."""
    B = R * np.array([np.cos(theta), np.sin(theta)])
    model = Model(gravity=[0, -9.81])
    crank = model.body("crank", rod(masses[0], R), along=(A, B))
    tip = D + arm * (B - D) / np.linalg.norm(B - D) * (-1 if flip else 1)
    swing = model.body("arm", rod(masses[1], arm), along=(D, tip))
    model.join(revolute(model.ground.point(A), crank.point("start")), name=names[0])
    model.join(revolute(model.ground.point(D), swing.point("start")), name=names[1])
    if slot == "arm":
        joint = PP(swing.vector(0, 1), swing.point("start"), crank.point("end"))
    elif slot == "crank":
        joint = PP(crank.vector_along(swing.axes[:, 1]), crank.point("end"), swing.point("start"))
    elif slot == "ground normal":
        joint = PP(model.ground.vector_along(swing.axes[:, 1]), swing.point("start"), crank.point("end"))
    elif slot == "u":
        joint = PP(swing.vector(1, 0), swing.point("start"), crank.point("end"))
    elif slot == "along":
        joint = PP(swing.vector(1, 0), swing.point("start"), crank.point("end"), np.linalg.norm(B - D))
    elif slot == "ground":
        joint = PP(model.ground.vector_along(swing.axes[:, 1]), model.ground.point(D), crank.point("end"))
    else:
        joint = revolute(swing.point_at(B), crank.point("end"))
    model.join(joint, name=names[2])
    return model


def wrong_model(build):
    """What is wrong with a student's function, or an empty string."""
    if isinstance(build, Model):
        return "Give the function itself, without parentheses, so that it can be called with several angles."
    thetas = (1.0, 4.0, 2.3)
    models = [build(theta) for theta in thetas]
    if all(model is None or model is ... for model in models):
        return "Not attempted yet: your function returns nothing. Is there a return?"
    for model in models:
        if not isinstance(model, Model):
            return "This does not return a Model: does your function end with `return model`?"
    faults = (fault for model in models if (fault := wrong_parts(model)))
    places = (fault for model in models if (fault := wrong_places(model)))
    return next(faults, "") or wrong_pose(models, thetas) or next(places, "")


def wrong_pose(models, thetas):
    """Name the mistake in the directions of crank and arm for some angles, or return an empty string."""
    def directions(name):
        return np.array([model.bodies[name].axes[:, 0] for model in models])

    def unit(angles):
        return np.column_stack([np.cos(angles), np.sin(angles)])

    thetas, crank = np.array(thetas), directions("crank")
    slips = {
        "Crank: the angle has no effect. Does your function use its argument theta?": unit(np.full(len(thetas), np.arctan2(*crank[0][::-1]))),
        "Crank: it turns the wrong way. Anticlockwise is positive, so B is at R (cos, sin)(theta).": unit(-thetas),
        "Crank: sine and cosine are exchanged. The angle counts from the x axis.": unit(np.pi / 2 - thetas),
        "Crank: theta is in radians already; here it was taken for degrees and converted.": unit(np.radians(thetas)),
        "Crank: theta was converted into degrees, but sin and cos want radians.": unit(np.degrees(thetas)),
        "Crank: it points from B to A. along=(A, B) makes u point from A to B.": unit(thetas + np.pi),
        "Crank: it is a quarter turn ahead. The angle counts from the x axis.": unit(thetas + np.pi / 2),
        "Crank: it is a quarter turn behind. The angle counts from the x axis.": unit(thetas - np.pi / 2),
    }
    if not np.allclose(crank, unit(thetas)):
        known = (sentence for sentence, u in slips.items() if np.allclose(crank, u))
        return next(known, "Crank: its direction u is not (cos, sin)(theta), theta from the x axis in radians.")
    arm, to_B = directions("arm"), R * crank - D + A
    to_B = to_B / np.linalg.norm(to_B, axis=1, keepdims=True)
    if np.allclose(arm, -to_B):
        return "Arm: it points from its tip to D. Its u must point from D through B."
    return "" if np.allclose(arm, to_B) else "The arm does not point from D through B."


def wrong_parts(model):
    for what, known, wanted in (("bodies", model.bodies, ("crank", "arm")), ("joints", model.joints, ("A", "D", "slot"))):
        if set(known) != set(wanted):
            return f"The {what} should be called {', '.join(wanted)}; yours are {', '.join(known) or 'none'}."
    for name, wanted, mass in ("crank", R, 1.0), ("arm", ARM, 2.0):
        solid = model.bodies[name].solid
        if not {"start", "end"} <= set(solid.points):
            return f"The {name} should be a rod, with the points start and end."
        length = np.linalg.norm(np.subtract(*(solid.points[p] for p in ("start", "end"))))
        if not np.isclose(length, wanted):
            return f"The {name} is {length:g} m long; {wanted:g} m is asked for."
        if not np.isclose(solid.mass, mass):
            return f"The {name} has the mass {solid.mass:g} kg; {mass:g} kg is asked for."
    slot = model.joints["slot"]
    if len(slot.equations) == 2:
        return "The slot holds B at one point of the arm. A pin in a slot is PP: one equation, so that B can slide."
    if len(slot.equations) == 1 and model.bodies["arm"] in slot.bodies:
        normal = [b.name for b in getattr(slot.equations[0].x, "terms", {})]
        if normal != ["arm"]:
            return (f"The slot: its normal belongs to {' and '.join(normal) or 'nothing'}. The slot is cut into the arm and turns with it: "
                    "its normal must be a vector of the arm.")
    if model.bodies["arm"] not in slot.bodies:
        return "The slot does not know the arm: the normal, and the point P, must belong to the arm, since the slot turns with it."
    return ""


def wrong_places(model):
    mobility, q = model.mobility(), model.system.layout.start()[0]
    if mobility.degrees_of_freedom != 1:
        return f"It has {mobility.degrees_of_freedom} degrees of freedom instead of one: is a joint missing, or one too many?"
    rows = model.system.phi_q(q).toarray()[[r.owner == "slot" for r in model.system.rows]]
    u = model.bodies["crank"].axes[:, 0]
    B, along = R * u, model.bodies["arm"].axes[:, 0]
    if abs(rows[0, :2] @ along) > 1e-9:
        return "The slot: its normal u of the arm points along the arm, and B could not slide. The normal must stand at right angles to the slot."
    gap = np.abs(model.system.phi(q)).max()
    if gap > 1e-9:
        return f"It does not fit together in the start position: an equation is off by {gap:.2g}."
    return ""


def slot_row(q, turning=1.0, flip=1.0, lever=1.0):
    """Row of the slot, or one with a slip."""
    r1, u1, _, r2, u2, v2 = q.reshape(6, 2)
    gap = (r1 + R / 2 * u1) - (r2 - ARM / 2 * u2)
    return np.concatenate([v2, lever * R / 2 * v2, 0 * v2, -flip * v2, flip * lever * ARM / 2 * v2, turning * gap])


def slot_gamma(qd, factor=-2.0, relative=1.0):
    """Right-hand side of the slot, or one with a slip."""
    r1, u1, _, r2, u2, v2 = qd.reshape(6, 2)
    return factor * v2 @ ((r1 + R / 2 * u1) - relative * (r2 - ARM / 2 * u2))


class Counted(Value):
    """A ratio of numbers of positions; says that a near miss comes from too few of them."""

    def problem(self, answer):
        text = super().problem(answer)
        if text and np.isscalar(answer) and np.isreal(answer) and abs(answer / self.expected - 1) < 0.1:
            return "Close. Positions are counted in one full turn: with only 121 positions the ratio is off by a percent. Take at least 2000."
        return text


HALF = np.arcsin(R / BELOW)                     # outermost angle of the arm from the vertical [rad]
RATIO = (np.pi + 2 * HALF) / (np.pi - 2 * HALF)
RATES = np.array([R * SPEED / (BELOW + R), -R * SPEED / (BELOW - R)])
STATES = np.random.default_rng(7).standard_normal((2, 12))

TASKS = {
    "1": Value(
        expected=COUNT, done="One freedom: the crank angle.",
        hint="Six coordinates and three rigid-body equations for each body, two for each revolute joint, one for the slot.",
        mistakes={
            "You counted joint equations only: every full body adds three rigid-body equations.": [12, 5, 7],
            "A pin in a slot is one equation, not two: the pin can slide.": [12, 12, 0],
            "The ground is not counted: it has no coordinates.": [18, 14, 4],
            "These are three coordinates for each body, as with an angle; full bodies have six.": [6, 5, 1],
        },
        wrong={"joint equations only": [12, 5, 7], "pin can slide": [12, 12, 0], "ground is not": [18, 14, 4], "as with an angle": [6, 5, 1],
               "not their order": [11, 12, 1]}),
    "2": Property(
        test=wrong_model, expected=quick_return, done="Two pins and a slot.",
        wrong={"without parentheses": quick_return(1.0), "one point of the arm": lambda t: quick_return(t, slot="revolute"),
               "does not know the arm": lambda t: quick_return(t, slot="ground"), "points along the arm": lambda t: quick_return(t, slot="along"),
               "belongs to crank": lambda t: quick_return(t, slot="crank"), "belongs to ground": lambda t: quick_return(t, slot="ground normal"),
               "B could not slide": lambda t: quick_return(t, slot="u"), "from its tip to D": lambda t: quick_return(t, flip=True),
               "no effect": lambda t: quick_return(1.0), "wrong way": lambda t: quick_return(-t),
               "exchanged": lambda t: quick_return(np.pi / 2 - t), "taken for degrees": lambda t: quick_return(np.radians(t)),
               "want radians": lambda t: quick_return(np.degrees(t)), "quarter turn ahead": lambda t: quick_return(t + np.pi / 2),
               "from B to A": lambda t: quick_return(t + np.pi), "quarter turn behind": lambda t: quick_return(t - np.pi / 2),
               "is not (cos, sin)": lambda t: quick_return(2 * t), "The arm has the mass 1 kg": lambda t: quick_return(t, masses=(1.0, 1.0)),
               "The crank has the mass 2 kg": lambda t: quick_return(t, masses=(2.0, 2.0)),
               "The arm is 0.8 m": lambda t: quick_return(t, arm=0.8), "joints should be called": lambda t: quick_return(t, names=("a", "D", "slot")),
               "returns nothing": lambda t: None, "not return a Model": lambda t: 1.0, "cannot be used": lambda: None}),
    "3": Function(
        expected=slot_row, samples=[(STATES[0],), (STATES[1],)], done="All five places where the coordinates enter.",
        hint="Product rule: v2 times the change of r_B - r_D, plus r_B - r_D times the change of v2.",
        mistakes={
            "The last two entries are missing: the line turns with v2, so v2's columns hold r_B - r_D.": lambda q: slot_row(q, turning=0.0),
            "The part of the arm has the wrong sign: r_D is subtracted.": lambda q: slot_row(q, flip=-1.0),
            "The columns of u are missing: B and D are not the reference points.": lambda q: slot_row(q, lever=0.0),
            "This is for the whole length: B and D are half a length away from the middles.": lambda q: slot_row(q, lever=2.0),
            "Arm and crank are exchanged: the crank's six columns come first.": lambda q: np.roll(slot_row(q), 6),
        },
        wrong={"line turns": lambda q: slot_row(q, turning=0.0), "r_D is subtracted": lambda q: slot_row(q, flip=-1.0),
               "columns of u are missing": lambda q: slot_row(q, lever=0.0), "half a length": lambda q: slot_row(q, lever=2.0),
               "exchanged": lambda q: np.roll(slot_row(q), 6), "sign is wrong throughout": lambda q: -slot_row(q)}),
    "4": Function(
        expected=slot_gamma, samples=[(STATES[0],), (STATES[1],)], done="A product of two rates: nothing else can be left.",
        hint="Differentiate v2 . d twice, d = r_B - r_D; what has no qdd goes to the right.",
        mistakes={
            "The sign: the mixed term goes to the right-hand side.": lambda qd: slot_gamma(qd, 2.0),
            "The factor 2 is missing: the mixed term comes from both factors.": lambda qd: slot_gamma(qd, -1.0),
            "The velocity of D is missing: the rate of r_B - r_D is relative.": lambda qd: slot_gamma(qd, relative=0.0),
            "D moves with a plus here: the rate of r_B - r_D is a difference.": lambda qd: slot_gamma(qd, relative=-1.0),
        },
        wrong={"goes to the right": lambda qd: slot_gamma(qd, 2.0), "factor 2 is missing": lambda qd: slot_gamma(qd, -1.0),
               "velocity of D": lambda qd: slot_gamma(qd, relative=0.0), "is a difference": lambda qd: slot_gamma(qd, relative=-1.0),
               "a single number is expected": lambda qd: qd[:2]}),
    "5": Value(
        expected=2 * HALF, rtol=1e-4, done="At the ends the arm touches the circle of the pin: sin(swing / 2) = R / |AD|.",
        hint="Angle of the vector from D to the tip by arctan2; largest minus smallest.",
        mistakes={
            "This is in degrees; radians are expected.": np.degrees(2 * HALF),
            "This is the swing to one side; the whole swing is asked for.": HALF,
            "This is the largest angle from the x axis; subtract the smallest.": np.pi / 2 + HALF,
            "This is how far the tip moves in x [m], not an angle.": 2 * ARM * R / BELOW,
            "arctan was taken where the arm touches the circle: there sin(swing / 2) = R / |AD|.": 2 * np.arctan(R / BELOW),
        },
        wrong={"degrees": np.degrees(2 * HALF), "one side": HALF, "subtract the smallest": np.pi / 2 + HALF, "not an angle": 0.72,
               "touches the circle": 2 * np.arctan(0.4)}),
    "6": Counted(
        expected=RATIO, rtol=5e-3, done="(pi + swing) / (pi - swing): the crank has to go further in the slow direction.",
        hint="Count the positions in which the arm's angular velocity is positive, and those in which it is negative.",
        mistakes={
            "This is the quick time over the slow one.": 1 / RATIO,
            "Equal times would be a crank pin with D at infinity; the arm is quicker where the pin is near D.": 1.0,
            "This is the slow direction's share of the whole turn; divide by the time of the other direction.": RATIO / (1 + RATIO),
            "This is the ratio of the largest speeds, not of the times.": (BELOW + R) / (BELOW - R),
        },
        wrong={"quick time over": 1 / RATIO, "Equal times": 1.0, "share of the whole": RATIO / (1 + RATIO), "ratio of the largest speeds": 0.7 / 0.3,
               "only 121 positions": 76 / 45, "in one full turn": 48 / 26}),
    "7": Value(
        expected=RATES, rtol=1e-2, done="0.4 m/s at 0.7 m and at 0.3 m.",
        hint="In both positions the pin moves at right angles to the arm: speed of the pin over its distance from D.",
        mistakes={
            "At 270 degrees the pin moves to the right and the arm turns clockwise: negative.": np.abs(RATES),
            "The distance from D to the pin is not R: it is 0.7 m above and 0.3 m below.": [SPEED, -SPEED],
            "These are the speeds of the pin [m/s]; divide by its distance from D.": [R * SPEED, -R * SPEED],
            "The distance is counted to A: 0.5 m in both positions. The pin is 0.2 m above A, then below.": [R * SPEED / BELOW, -R * SPEED / BELOW],
            "This is the speed of the pin over the length of the arm; the pin is not at the tip.": [R * SPEED / ARM, -R * SPEED / ARM],
        },
        wrong={"clockwise": np.abs(RATES), "is not R": [2.0, -2.0], "divide by its distance": [0.4, -0.4], "counted to A": [0.8, -0.8],
               "not at the tip": [0.4 / 0.9, -0.4 / 0.9], "reversed": RATES[::-1]}),
    "8": Choice(
        expected="angle", options=("A", "B", "C", "line", "angle"), done="A cosine at zero degrees is flat: it holds nothing.",
        mistakes={
            "A holds: without it the mechanism has two freedoms more.": "A",
            "B holds: without it the mechanism has two freedoms more.": "B",
            "C holds: without it the mechanism has two freedoms more.": "C",
            "The line holds C on the x axis: without it there is one freedom more.": "line",
        },
        wrong={"A holds": "A", "B holds": "B", "C holds": "C", "on the x axis": "line", "Choose one of": "guide"}),
}
