"""The examples in the docstrings of the package say what it does."""

import doctest
import importlib
import pkgutil

import matplotlib.pyplot as plt
import pytest

import fcclearn

MODULES = sorted(module.name for module in pkgutil.walk_packages(fcclearn.__path__, "fcclearn.")
                 if not module.name.endswith("__main__"))


@pytest.mark.parametrize("name", MODULES)
def test_examples(name):
    """Each example is run in its own module."""
    module = importlib.import_module(name)
    result = doctest.testmod(module)
    plt.close("all")
    assert result.failed == 0
