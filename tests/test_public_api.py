"""Bad input to every argument of what a user calls: one sentence of ours, which names the argument.

Each public name is called once with good arguments (`api_calls.CALLS`), and then with one of them spoiled at
a time. Nothing raw may come out, no AttributeError, IndexError, LinAlgError or NumPy's own words: it is
raised on a line of the package that says `raise`. What may be given all the same stands in `ALLOWED`.
"""

import inspect
import traceback
import warnings

import numpy as np
import pytest
from api_calls import CALLS, Plane, Space

import fcclearn
from fcclearn.formulation.elements import Element, Point

BAD = {"None": None, "text": "qwerty", "nan": float("nan"), "inf": float("inf"), "shape": [1.0, 2, 3, 4, 5],
       "bool": True, "negative": -1.0, "complex": 1j, "dict": {}, "nans": [float("nan")] * 3, "empty": [],
       "object": object()}

OPTIONAL = {"kind", "at", "axes", "along", "velocity", "angular_velocity", "name", "other", "solver", "spin",
            "about", "on", "length", "f", "A", "actuator", "executor"}
"""Arguments that may be None, which is their default, or means that of the start."""

ALLOWED = {
    ("Model.body", "name", "text"), ("Model.body along", "name", "text"), ("Model.simulate", "step", "inf"),
    ("Model.simulate", "breakpoints", "empty"), ("Model.simulate", "events", "empty"),
    ("Event", "stop", "bool"), ("Event", "direction", "bool"), ("Event", "direction", "negative"),
    *((call, "name", "text") for call in CALLS), *((call, "t", "negative") for call in CALLS),
    *((call, arg, "negative") for call in CALLS
      for arg in ("angle", "angular_velocity", "spin", "distance", "f")),
    ("driven_distance", "length", "negative"),                       # told where it is used: it may change
    ("stroke", "length", "negative"), ("Motion.constant", "value", "negative"),
}
REFUSED = {("Result.reaction", "axes"), ("Dot", "f"), ("point_mass", "at"), ("Model", "kind"),
           *((call, "length") for call in ("constant_distance", "driven_distance", "stroke", "rod", "bar",
                                           "cylinder")),
           *((call, "name") for call in ("Event", "point_force", "moment", "couple", "spring", "Model.remove",
                                         "torsional_spring", "Model.body", "Model.body along"))}
"""Arguments of a name in `OPTIONAL` that may not be None here."""

WORDS = {"axis": "axes|body|store", "normal": "axis|axes|body", "direction": "holds", "other": "store",
         "times": "nothing drives", "inertia": "moments", "f": "right-hand sides|number", "events": "event",
         "spin": "rotation", "angular_velocity": "cannot move", "b_turned": "quarter turn"}
"""What stands for an argument's name in sentences that do not say it."""

CASES = [(call, arg) for call, (_, _, arguments) in CALLS.items()
         for arg in (arguments(CALLS[call][0]()) if callable(arguments) else arguments)]


def arguments_of(call, world):
    given = CALLS[call][2]
    return dict(given(world) if callable(given) else given)


def foreign(call, value):
    """The like of a value from another model, or None."""
    other = CALLS[call][0]()
    if isinstance(value, Point):
        return other.P
    if isinstance(value, Element):
        return other.a.vector(*np.eye(other.model.dimension)[0])
    return other.a if hasattr(value, "named_points") else None


def is_ours(error):
    last = traceback.extract_tb(error.__traceback__)[-1]
    return "fcclearn" in last.filename and "tests" not in last.filename and last.line.startswith("raise")


def is_named(error, arg, value):
    words = [arg.replace("_", " "), arg, repr(value)[:12], *WORDS.get(arg, arg).split("|")]
    return any(word in str(error) for word in words)


def outcome(call, arg, value):
    """None if the value is taken; a complaint, or "" for a good refusal."""
    world = CALLS[call][0]()
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            CALLS[call][1](world)(**{**arguments_of(call, world), arg: value})
    except (ValueError, TypeError, KeyError, OSError, ArithmeticError) as error:
        found = f"{type(error).__name__}: {error}"
        if not is_ours(error):
            return found
        return "" if is_named(error, arg, value) else f"not named in: {found}"
    return None


def may_be(call, arg, kind):
    optional = kind == "None" and arg in OPTIONAL and (call, arg) not in REFUSED
    return optional or (call, arg, kind) in ALLOWED


@pytest.mark.parametrize("call, arg", CASES, ids=lambda part: part)
def test_every_argument_is_looked_at(call, arg):
    complaints = {}
    for kind, value in BAD.items():
        if (call, arg) == ("Dot", "label"):
            continue                                                          # only ever printed
        found = outcome(call, arg, value)
        if found is None and not may_be(call, arg, kind):
            complaints[kind] = "taken without a word"
        elif found:
            complaints[kind] = found
    assert complaints == {}


@pytest.mark.parametrize("call, arg", CASES, ids=lambda part: part)
def test_what_belongs_to_another_model_is_told(call, arg):
    """At the latest where it is joined to the model, or applied."""
    world = CALLS[call][0]()
    value = foreign(call, arguments_of(call, world)[arg])
    if value is None:
        return
    with pytest.raises((ValueError, TypeError, KeyError)) as caught:
        made = CALLS[call][1](world)(**{**arguments_of(call, world), arg: value})
        if isinstance(made, fcclearn.Force):
            world.model.apply(made)
        world.model.join([made] if isinstance(made, fcclearn.Dot) else made)
    assert is_ours(caught.value)


def test_good_arguments_are_good():
    needs_more = {"Model.kinematic_analysis", "Model.inverse_dynamics", "Result.effort", "load"}
    for call in CALLS.keys() - needs_more:
        world = CALLS[call][0]()
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            CALLS[call][1](world)(**arguments_of(call, world))


def test_no_public_name_is_forgotten():
    """Functions and classes of the front door; apart those that take anything, or what others make."""
    apart = {"Constraint", "Driven", "Function", "Force", "Joint", "Solid", "OV", "TP", "angle_vectors",
             "NoEquilibrium", "SimulationError", "StudyError"}
    names = {name for name, thing in vars(fcclearn).items() if not name.startswith("_")
             and (inspect.isclass(thing) or inspect.isfunction(thing))}
    assert names - apart - CALLS.keys() == set()
    assert isinstance(Plane().model, fcclearn.Model) and isinstance(Space().model, fcclearn.Model)
