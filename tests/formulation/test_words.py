"""What is said of a name or a word that is not known."""

import pytest

from fcclearn import Model
from fcclearn.formulation.words import UnknownName, look_up, one_of, suggest


def test_an_unknown_name_reads_as_a_sentence():
    model = Model(gravity=[0, -9.81])
    with pytest.raises(KeyError) as error:
        model.element("bar.end")
    assert str(error.value) == "there is no body 'bar'. Known: none"


def test_the_nearest_word_is_named_whatever_its_capitals():
    assert suggest("Crnak", ["CRANK", "rocker"], "body") == (
        "there is no body 'Crnak'; did you mean 'CRANK'? Known: CRANK, rocker")
    assert suggest("xyz", ["crank"], "body") == "there is no body 'xyz'. Known: crank"


@pytest.mark.parametrize("word", ["b", 3, None, ["a"]])
def test_words_and_names_that_are_not_known(word):
    with pytest.raises(ValueError, match="there is no form"):
        one_of(word, ["a"], "form")
    with pytest.raises(UnknownName, match="there is no letter"):
        look_up(word, {"a": 1}, "letter")
    assert one_of("a", ["a"], "form") == "a" and look_up("a", {"a": 1}, "letter") == 1
