"""A lesson's tasks as an author writes them; the tests of the checker use it as lesson 98."""

import numpy as np

from fcclearn.course.task import Choice, Function, Property, Value

L, MASS, PHI = 0.8, 3.0, 0.3        # m, kg, rad


def rotation(phi):
    """Return the matrix that turns a planar vector by phi (rad)."""
    return np.array([[np.cos(phi), -np.sin(phi)], [np.sin(phi), np.cos(phi)]])


def inertia(mass, length):
    """Return the moment of inertia of a rod about its end, int x^2 dm."""
    return mass * length**2 / 3


def perpendicular(a):
    """Say what is missing for `a` to be a unit vector perpendicular to (1, 2, 2)."""
    a = np.asarray(a, float)
    if a.shape != (3,):
        return f"A vector of three components is expected; this has shape {a.shape}."
    if abs(a @ [1, 2, 2]) > 1e-9:
        return "Its dot product with (1, 2, 2) is not zero."
    return "" if abs(a @ a - 1) < 1e-9 else "It is perpendicular, but its length is not 1."


TASKS = {
    "1": Value(
        expected=inertia(MASS, L),
        done="A third of what a point mass at the far end would have.",
        hint="Add up x^2 dm from the end of the rod.",
        mistakes={"That is the moment of inertia about the centre; the rod turns about "
                  "its end.": MASS * L**2 / 12},
        wrong={
            "sign": -inertia(MASS, L),
            "twice": 2 * inertia(MASS, L),
            "half": inertia(MASS, L) / 2,
            "1000 times": inertia(MASS, 1000 * L) / 1000,
            "Add up x^2 dm": MASS * L,
            "NaN": np.nan,
        },
    ),
    "2": Value(
        expected=rotation(PHI),
        wrong={
            "transposed": rotation(-PHI),
            "some signs": np.abs(rotation(PHI)),
            "reversed": rotation(PHI)[[1, 0]],
            "shape (2, 2)": rotation(PHI)[0],
            "2 of 4 entries": [[np.cos(PHI), 0], [0, np.cos(PHI)]],
        },
    ),
    "3": Function(
        expected=lambda phi, x: rotation(phi) @ x,
        samples=[(0.3, np.array([1.0, 2.0])), (-1.1, np.array([0.4, -0.7]))],
        mistakes={"This turns the other way.": lambda phi, x: rotation(-phi) @ x},
        wrong={
            "degrees": lambda phi, x: np.degrees(rotation(phi) @ x),
            "returns nothing": lambda phi, x: None,
            "TypeError": lambda phi: phi,
            "without parentheses": rotation(0.3) @ [1.0, 2.0],
        },
    ),
    "4": Choice(
        expected="reduced",
        options=("full", "reduced", "both"),
        mistakes={"The full body stores w as well.": "full", "Only one of them leaves w out.": "both"},
        wrong={"Choose one of": "w", "Not attempted": ...},
    ),
    "5": Property(
        test=perpendicular,
        expected=[0.0, 0.5**0.5, -(0.5**0.5)],
        wrong={
            "length": [0.0, 1.0, -1.0],
            "dot product": [1.0, 0.0, 0.0],
            "shape": [1.0, 0.0],
            "cannot be used": "upwards",
        },
    ),
    "6": Value(expected=3, wrong={"too large": 6, "too small": 1, "text": "3", "Not attempted": None}),
}
