"""The IFToMM benchmark problems, built, solved and compared with references."""

from .a01_pendulum import A01
from .a02_n_four_bar import A02
from .a03_andrews import A03
from .a04_bricard import A04
from .a05_governor import A05

BENCHMARKS = {case.name: case for case in (A01, A02, A03, A04, A05)}
