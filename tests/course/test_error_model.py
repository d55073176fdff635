"""The error model: every rule makes its slip, says its sentence, and is not believed on thin evidence."""

import ast
import functools

import numpy as np
import pytest

from fcclearn.course.error_model import ErrorModel, one_of_a_family
from fcclearn.course.error_rules import COUNTS, FAMILIES, RULES, WEAK
from fcclearn.course.error_tree import Everywhere, changes, pattern, tree_of
from fcclearn.course.task import Function, Value

Q = np.array([[0.0, -1.0], [1.0, 0.0]])
A = np.array([[0.7, 2.3], [-1.9, 0.4]])


def radius(r=20.0, R=63.0, alpha=0.35):
    """Law of cosines."""
    square = r**2 + R**2 - 2 * r * R * np.cos(alpha)
    return np.sqrt(square)


def arm(L=0.7, degrees=35.0):
    """A point on a circle, and a list that is written out."""
    angle = np.radians(degrees)
    return np.array([L * np.cos(angle), L * np.sin(angle), L / 3])


def row(q, a=0.3):
    """Slices, blocks, products of matrices."""
    u, v = q[0:2], q[2:4]
    d = u - a * v
    return np.concatenate([A @ u, Q @ d, [u @ v]])


def moved(q, a=0.3):
    """A helper is changed too."""
    return row(q, a) + helper(q)


def helper(q):
    """Of the same file."""
    return np.array([q[0], 2 * q[1], q[2], q[3], q[1]])


@functools.cache
def simulation():
    """Opaque, and run once."""
    return np.array([[0.1, 0.5], [0.7, -0.3], [0.4, 0.9]])


def lowest():
    """Of a history."""
    path = simulation()
    return path[:, 1].min()


SAMPLES = [(np.array([0.6, 0.8, -0.5, 1.7]),), (np.array([1.1, -0.4, 0.9, 0.3]),)]
SLIPS = [
    (radius, "has the other sign", lambda: np.sqrt(20**2 + 63**2 + 2 * 20 * 63 * np.cos(0.35))),
    (radius, "factor is missing", lambda: np.sqrt(20**2 + 63**2 - 20 * 63 * np.cos(0.35))),
    (radius, "term of a sum is missing", lambda: np.sqrt(63**2 - 2 * 20 * 63 * np.cos(0.35))),
    (radius, "square is missing", lambda: np.sqrt(20 + 63**2 - 2 * 20 * 63 * np.cos(0.35))),
    (radius, "Sine and cosine", lambda: np.sqrt(20**2 + 63**2 - 2 * 20 * 63 * np.sin(0.35))),
    (radius, "radians already", lambda: np.sqrt(20**2 + 63**2 - 2 * 20 * 63 * np.cos(np.radians(0.35)))),
    (radius, "on the way", lambda: 20**2 + 63**2 - 2 * 20 * 63 * np.cos(0.35)),
    (arm, "wants radians", lambda: [0.7 * np.cos(35), 0.7 * np.sin(35), 0.7 / 3]),
    (arm, "divisor is missing", lambda: [*arm()[:2], 0.7]),
    (arm, "are exchanged", lambda: arm()[[1, 0, 2]]),
    (arm, "is zero", lambda: arm() * [1, 0, 1]),
    (arm, "entry, or one block, has the other sign", lambda: arm() * [1, -1, 1]),
    (arm, "twice", lambda: arm() * [1, 1, 2]),
    (arm, "half", lambda: arm() * [1, 0.5, 1]),
    (lowest, "neighbouring", lambda: simulation()[:, 0].min()),
    (lowest, "largest where the smallest", lambda: simulation()[:, 1].max()),
    (row, "transposed", lambda q: np.concatenate([A.T @ q[0:2], row(q)[2:]])),
    (row, "neighbouring", lambda q: row(np.concatenate([q[0:2], q[1:3]]))),
    (row, "missing", lambda q: np.concatenate([A @ q[0:2], Q @ q[0:2], [q[0:2] @ q[2:4]]])),
    (row, "left out", lambda q: row(q)[:4]),
    (row, "a has no effect", None),
    (moved, "factor is missing", lambda q: row(q) + np.array([q[0], q[1], q[2], q[3], q[1]])),
]


@pytest.mark.parametrize("reference, words, slip", SLIPS, ids=[f"{r.__name__}: {w}" for r, w, _ in SLIPS])
def test_an_ordinary_slip_is_named(reference, words, slip):
    samples = SAMPLES if reference in (row, moved) else [()]
    if slip is None:                                    # the argument a, given by the samples, is ignored
        samples, slip = [(*SAMPLES[0], 0.3), (*SAMPLES[1], 0.8)], lambda q, a: row(q, 0.3)
    model = ErrorModel((reference,), samples)
    answers, expected = ([np.asarray(f(*s), float) for s in samples] for f in (slip, reference))
    assert any(words in sentence for sentence in model.explain(answers, expected, 1e-6))


def test_the_sentence_is_said_with_what_is_right():
    task = Value(reference=arm)
    assert task.judge(arm() * [1, -1, 1]).text == ("One entry, or one block, has the other sign. "
                                                   "2 of 3 entries are right; look at entry [1].")
    assert task.judge(arm()).status == "right"


def test_two_slips_of_the_fixed_list():
    """A sign, and a factor 2, at once."""
    model = ErrorModel((row,), SAMPLES)

    def wrong(q):
        u, v = q[0:2], q[2:4]
        return np.concatenate([A @ u, Q @ (u + 2 * 0.3 * v), [u @ v]])

    sentences = model.explain([wrong(*s) for s in SAMPLES], [row(*s) for s in SAMPLES], 1e-6)
    assert len(sentences) == 1 and "other sign" in sentences[0] and "twice" in sentences[0]


def test_the_same_slip_everywhere():
    def gamma(ud, vd):
        return np.array([-2 * ud @ ud, -2 * vd @ vd, 3 * ud @ vd])

    task = Function(reference=gamma, samples=[(A[0], A[1]), (A[1], Q[0] + 0.3)])
    assert "several places" in task.judge(lambda u, v: np.array([-u @ u, -v @ v, 3 * u @ v])).text
    nested = Function(reference=damped, samples=[(1.2, 0.3, 0.7), (0.4, 2.0, -0.6)])
    assert "several places: One term of a sum has the other sign" in nested.judge(lambda a, b,
                                                                                  c: a + 2 * b + c).text


def damped(a, b, c):
    """Two terms, one inside the other."""
    return a - 2 * b - c


def test_other_givens_are_named():
    task = Value(reference=radius, others=[dict(r=17.0)])
    assert "This is for r = 17.0" in task.judge(radius(r=17.0)).text
    assert task.judge(radius()).status == "right"


def test_other_givens():
    """Variants for students: expected value, mistakes and error model follow the givens."""
    mistakes = {"Not a sum.": lambda r, R: R - r, "Turned.": lambda right: -right}
    first = Value(reference=radius, mistakes=mistakes)
    task = first.with_givens(dict(R=50.0, other=3.0))
    assert task.judge(radius(R=50.0)).status == "right" and task.judge(radius()).status == "wrong"
    assert task.judge(30.0).text == first.judge(43.0).text == "Not a sum."
    assert task.judge(-radius(R=50.0)).text == "Turned."
    assert "other sign" in task.judge(np.sqrt(20**2 + 50**2 + 2 * 20 * 50 * np.cos(0.35))).text


def test_two_ways_to_the_answer():
    def other(r=20.0, R=63.0, alpha=0.35):
        height = r * np.sin(alpha)
        base = R - r * np.cos(alpha)
        return np.hypot(height, base)

    task = Value(reference=(radius, other))
    assert "on the way" in task.judge(63 - 20 * np.cos(0.35)).text


def test_what_is_not_believed():
    """One number agrees with a weak rule by chance; whole numbers with almost all; zero with many."""
    assert ErrorModel((radius,)).explain([np.asarray(radius(alpha=-0.35) + 1)], [np.asarray(radius())],
                                         1e-6) == []

    def count(bodies=3, joints=4):
        return [6 * bodies, 3 * bodies + 2 * joints]

    task = Value(reference=count)
    assert "missing" in task.judge([18, 8]).text
    assert task.judge([18, 34]).text.startswith("Not right yet. 1 of 2 are right; entry [1] is too large")
    assert Value(reference=lambda_free).judge(0.0).text == "This is zero, and should not be."
    assert {*WEAK, *COUNTS} <= RULES.keys()


def lambda_free(a=0.3, b=0.9):
    """A small number."""
    return a * b


def test_a_cached_reference_is_not_looked_into():
    assert ErrorModel((simulation,)).level(0) == []


def test_a_family_speaks_once():
    assert one_of_a_family(["A factor is missing.", "One term is half as large: is a 2 missing?",
                            "Zero."]) == [
        "A factor is missing.", "Zero."]
    assert all(any(word in rule for rule in RULES for word in words) for words in FAMILIES)


# Texts of rules


@pytest.mark.parametrize("action, before, after", [
    ("a + b -> a - b", "x + 2 * y", "x - 2 * y"),
    ("sin(a) -> np.cos(a)", "np.sin(t / 2)", "np.cos(t / 2)"),
    ("f(a, b) -> f(b, a)", "np.cross(u, v)", "np.cross(v, u)"),
    ("a.min() -> a.max()", "path[:, 1].min()", "path[:, 1].max()"),
    ("a**2 -> a", "L**2", "L"),
    ("a**2 -> a", "L**3", None),
    ("[x] -> -x", "[x, y]", "[-x, y]"),
    ("g -> -g", "m", "-m"),
    ("g -> -g", "other", None),
    ("a.T -> a", "J.T", "J"),
])
def test_a_text_of_a_rule(action, before, after):
    class Names(list):
        givens = ["m"]

    found = list(changes(action, ast.parse(before, mode="eval").body, Names(["m", "t"])))
    assert (ast.unparse(found[0].new) if found else None) == after


def test_all_texts_of_the_table_can_be_read():
    for actions in RULES.values():
        for action in actions:
            if isinstance(action, str):
                in_list, before, after = pattern(action)
                assert in_list or isinstance(before, ast.expr)
                assert tree_of(after)


def test_a_change_is_put_back():
    model = ErrorModel((row,), SAMPLES)
    program = model.programs[0]
    text = ast.unparse(program.tree)
    for level in (0, 1, 2):
        assert len(model.level(level)) > 3
        assert ast.unparse(program.tree) == text
    with Everywhere("a - b -> a + b").made(program.tree) as count:
        assert count == 1 and ast.unparse(program.tree) != text
    assert ast.unparse(program.tree) == text
