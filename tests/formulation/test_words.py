"""What is said of a name or a word that is not known."""

import pytest

from fcclearn import Model


def test_an_unknown_name_reads_as_a_sentence():
    model = Model(gravity=[0, -9.81])
    with pytest.raises(KeyError) as error:
        model.element("bar.end")
    assert str(error.value) == "there is no body 'bar'. Known: none"
