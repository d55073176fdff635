"""Answers travel as plain data and come back as what they were; anything else is an error, never code."""

import json
import math

import numpy as np
import pytest
from scipy.sparse import csr_array

from fcclearn.course.grading.data import Other, pack, unpack


def there_and_back(answer):
    functions = []
    return unpack(json.loads(json.dumps(pack(answer, functions))), functions.__getitem__)


@pytest.mark.parametrize(
    "answer", [1, True, 2.5, "along", "", [7, 6, 1], [1, [2, "a"]], {"a": 1, 2: [3]}, ..., None, [..., 1]]
)
def test_plain_answers_come_back(answer):
    back = there_and_back(answer)
    assert back == answer and type(back) is type(answer)


def test_a_count_stays_a_count_and_a_tuple_becomes_a_list():
    assert all(isinstance(n, int) for n in there_and_back((7, 6, 1)))
    assert there_and_back(np.float64(2.5)) == 2.5 and there_and_back(np.int64(3)) == 3


@pytest.mark.parametrize(
    "array",
    [
        np.eye(3),
        np.array([1, 2]),
        np.array([True, False]),
        np.zeros((2, 0)),
        np.array(1.5),
        np.array([1 + 2j, 3]),
        [0.1, 0.2],
        1j,
        [[1.0, 2.0], [3.0, 4.0]],
    ],
)
def test_arrays_come_back(array):
    back = there_and_back(array)
    assert np.array_equal(back, array) and np.asarray(back).dtype.kind == np.asarray(array).dtype.kind


def test_not_a_number_and_sparse_matrices():
    assert math.isnan(there_and_back(math.nan)) and there_and_back(math.inf) == math.inf
    assert np.isnan(there_and_back(np.array([math.nan, 1.0]))[0])
    assert np.array_equal(there_and_back(csr_array(np.eye(2))), np.eye(2))


def test_functions_stay_where_they_are():
    assert there_and_back([math.sin, 1])[0] is math.sin


def test_other_things_are_named():
    assert repr(there_and_back(object())) == "<object>" and isinstance(
        there_and_back(np.array(object())), Other
    )
    assert there_and_back(np.array([..., 1], dtype=object)) == [..., 1]


def nested(depth):
    return ["a", nested(depth - 1)] if depth else "a"


@pytest.mark.parametrize(
    "answer", [np.zeros(10**6), "x" * 10**6, 10**400, nested(20)], ids=["array", "text", "number", "lists"]
)
def test_large_answers_are_refused(answer):
    with pytest.raises(ValueError):
        pack(answer, [])


@pytest.mark.parametrize(
    "message",
    [
        {},
        {"plain": {"a": 1}},
        {"plain": None},
        {"list": 3},
        {"list": [3]},
        {"dict": {"a": 1}},
        {"dict": [[{"list": []}, {"plain": 1}]]},
        {"array": [[1], [2, 3]], "kind": "f"},
        {"array": ["x"], "kind": "f"},
        {"array": [1.0]},
        {"array": [1], "kind": "c"},
        {"function": "x"},
        {"model": 3},
    ],
)
def test_what_is_no_answer_is_an_error(message):
    with pytest.raises((ValueError, TypeError, KeyError, AttributeError)):
        unpack(message, lambda k: None)
