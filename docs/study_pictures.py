"""The pictures of docs/studies.md: python docs/study_pictures.py (about a minute)"""

from pathlib import Path

import matplotlib.pyplot as plt

from fcclearn.benchmarks import BENCHMARKS
from fcclearn.show.figures import STYLE, png
from fcclearn.simulation import studies

HERE = Path(__file__).parent
A02 = BENCHMARKS["A02"]
SPATIAL = dict(dimension=3, kind="full")

if __name__ == "__main__":
    with plt.rc_context({**STYLE, "figure.figsize": (7.5, 4.2)}):
        for name, figure in {
            "work_precision": studies.plot_work_precision(studies.work_precision(A02, **SPATIAL)).figure,
            "drift": studies.plot_drift(studies.drift(A02, **SPATIAL)),
            "stabilisation": studies.plot_stabilisation(studies.stabilisation(A02, **SPATIAL)).figure,
        }.items():
            (HERE / f"study_{name}.png").write_bytes(png(figure))
