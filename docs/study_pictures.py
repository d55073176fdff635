"""The pictures of docs/studies.md: python docs/study_pictures.py (about two minutes)"""

from pathlib import Path

import matplotlib.pyplot as plt
import numpy as np

from fcclearn.benchmarks import BENCHMARKS
from fcclearn.show.figures import STYLE, png
from fcclearn.simulation import studies

HERE = Path(__file__).parent
A02 = BENCHMARKS["A02"]
SPATIAL = dict(dimension=3, kind="full")


def least_of(repeats=3):
    """Work and precision with the least time of each run: without loading, without what else was at work."""
    tables = [studies.work_precision(A02, **SPATIAL) for _ in range(repeats)]
    return tables[0] | {"seconds": np.min([table["seconds"] for table in tables], axis=0)}


if __name__ == "__main__":
    with plt.rc_context({**STYLE, "figure.figsize": (7.5, 4.2)}):
        for name, figure in {
            "work_precision": studies.plot_work_precision(least_of()).figure,
            "drift": studies.plot_drift(studies.drift(A02, **SPATIAL)),
            "stabilisation": studies.plot_stabilisation(studies.stabilisation(A02, **SPATIAL)).figure,
        }.items():
            (HERE / f"study_{name}.png").write_bytes(png(figure))
