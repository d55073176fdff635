"""The IFToMM benchmark problems, built, solved and compared with references."""

from .a01_pendulum import A01
from .a02_n_four_bar import A02

BENCHMARKS = {case.name: case for case in (A01, A02)}
