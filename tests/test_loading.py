"""What `import fcclearn` loads: neither drawing nor SciPy's parts, which come when they are wanted."""

import subprocess
import sys

import pytest


@pytest.mark.parametrize("heavy", ["matplotlib", "IPython", "ipywidgets", "scipy.sparse", "scipy.linalg",
                                   "scipy.integrate", "scipy.special"])
def test_nothing_heavy_is_loaded_before_it_is_wanted(heavy):
    code = f"import sys, fcclearn; sys.exit({heavy!r} in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code]).returncode == 0
